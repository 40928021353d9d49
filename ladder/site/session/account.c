/* account: names, passwords, and how often they may be tried. */
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "own.h"
#include "account.h"
#include "record/crypto.h"

enum { FROM_ADDRESS = 60, FOR_NAME = 200, NAME_FROM_ADDRESS = 10, LIMIT_NAME = 80 };
static const int64_t quarter = 15 * 60 * 1000;

static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

bool name_fits(const char *name)
{
    size_t n = strlen(name);
    if (!n || n > NAME_MOST || !letter(name[0]) || !letter(name[n - 1]))
        return false;
    for (; *name; name++)
        if (!letter(*name) && !strchr("-_.", *name))
            return false;
    return true;
}

/* --- passwords ------------------------------------------------------------------------------------------ */

void password_make(char out[PASSWORD_MADE])
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* 32: none is mistaken for another */
    for (int i = 0; i < PASSWORD_MADE - 1; i++)
        out[i] = letters[randombytes_uniform(32)];
    out[PASSWORD_MADE - 1] = '\0';
}

static int hash_password(const char *password, char out[STORE_PASSWORD], struct store_error *e)
{
    size_t n = strlen(password);
    if (n < PASSWORD_LEAST || n > PASSWORD_MOST)
        return refuse(e, STORE_INVALID, "a password has 10 to 256 characters: choose another one");
    if (crypto_pwhash_str(out, password, n, crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE))
        return refuse(e, STORE_ENVIRONMENT, "no memory for a password's hash: free some and try again");
    return STORE_OK;
}

int account_make(struct store *s, const char *name, const char *password, enum role role, int64_t *id,
                 struct store_error *e)
{
    struct person p = { .role = role };
    if (!name_fits(name))
        return refuse(e, STORE_INVALID,
                      "a name has up to 39 letters, digits, '-', '_' and '.', and begins and ends with a letter or "
                      "digit: choose another one");
    strcpy(p.name, name);
    int bad = hash_password(password, p.password, e);
    if (!bad)
        bad = store_person_add(s, &p, id, e);
    sodium_memzero(&p, sizeof p);
    return bad == STORE_EXISTS ? refuse(e, STORE_EXISTS, "that name is taken: choose another one") : bad;
}

/* What a password is compared with when there is nobody of that name, so that it takes as long. */
static char nobody[STORE_PASSWORD];
static void make_nobody(void)
{
    char password[PASSWORD_MADE];
    struct store_error e;
    password_make(password);
    (void)hash_password(password, nobody, &e);
}

int account_enter(struct store *s, const char *name, const char *password, struct person *out, struct store_error *e)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_nobody);
    int bad = store_person_named(s, name, out, e);
    if (bad && bad != STORE_NOT_FOUND && bad != STORE_INVALID)
        return bad;
    bool there = !bad && out->password[0] && !out->closed;
    bool right = !crypto_pwhash_str_verify(there ? out->password : nobody, password, strlen(password));
    if (there && right)
        return STORE_OK;
    sodium_memzero(out, sizeof *out);
    return refuse(e, STORE_NOT_FOUND, "name and password do not belong together: try again");
}

int account_password(struct store *s, int64_t person, const char *password, const char *actor, struct store_error *e)
{
    char hash[STORE_PASSWORD];
    struct person_change c = { .password = hash };
    int bad = hash_password(password, hash, e);
    if (!bad)
        bad = store_person_change(s, person, &c, actor, e);
    sodium_memzero(hash, sizeof hash);
    return bad;
}

/* --- limits ----------------------------------------------------------------------------------------------- */

const char *client_address(const struct http_request *r, char room[64])
{
    const char *list = from_proxy(r) ? http_asked(r, "X-Forwarded-For") : NULL;
    const char *last = list ? strrchr(list, ',') : NULL;
    last = last ? last + 1 : list;
    if (!last)
        return r->address;
    last += strspn(last, " ");
    snprintf(room, 64, "%.*s", (int)strcspn(last, " "), last);
    return room;
}

/* Names and addresses are strangers' text of any length: a limit is known by their hash. */
static bool limit_called(char out[LIMIT_NAME], const char *what, const char *a, const char *b, struct store_error *e)
{
    struct page all = { 0 };
    uint8_t hash[STORE_HASH];
    char hex[33];
    page_json(&all, a);
    page_json(&all, b);
    bool known = !all.failed;
    if (known) {
        hash_bytes(hash, all.data, all.size);
        sodium_bin2hex(hex, sizeof hex, hash, 16);
        snprintf(out, LIMIT_NAME, "%.32s:%s", what, hex);
    } else {
        refuse(e, STORE_ENVIRONMENT, "no memory: free some and try again");
    }
    page_free(&all);
    return known;
}

static int take(struct site *s, const char *what, const char *a, const char *b, int64_t limit, int64_t window_ms,
                struct store_error *e)
{
    char name[LIMIT_NAME];
    int64_t again;
    if (!limit_called(name, what, a, b, e))
        return (int)e->code;
    return store_take(s->store, name, limit, window_ms, &again, e);
}

static void give_back(struct site *s, const char *what, const char *a, const char *b)
{
    char name[LIMIT_NAME];
    struct store_error e; /* a try too many counted is no reason to keep out who is in */
    if (limit_called(name, what, a, b, &e))
        (void)store_untake(s->store, name, &e);
}

int limit_address(struct http_request *r, const char *what, int64_t limit, int64_t window_ms, struct store_error *e)
{
    char room[64];
    return take(site_of(r), what, client_address(r, room), "", limit, window_ms, e);
}

int limit_name(struct http_request *r, const char *name, struct store_error *e)
{
    char room[64];
    int bad = limit_address(r, "enter-from", FROM_ADDRESS, quarter, e);
    if (!bad)
        bad = take(site_of(r), "enter-both", name, client_address(r, room), NAME_FROM_ADDRESS, quarter, e);
    return bad ? bad : take(site_of(r), "enter", name, "", FOR_NAME, quarter, e);
}

void limit_name_back(struct http_request *r, const char *name)
{
    char room[64];
    const char *address = client_address(r, room);
    give_back(site_of(r), "enter-from", address, "");
    give_back(site_of(r), "enter-both", name, address);
    give_back(site_of(r), "enter", name, "");
}
