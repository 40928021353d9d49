/* account: names, passwords, and how often they may be tried. */
#include <arpa/inet.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "forms.h"
#include "cli/language.h"
#include "account.h"
#include "filing/aside.h"
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

/* Argon2id as libsodium writes it, "$argon2id$v=19$m=65536,t=2,p=1$SALT$HASH"; it takes 64 MiB, and so is worked out by a child (filing/aside.h).
 * What that says is compared here: who took it over by a password would still have to know the hash. */
enum { HASHED = 32 };
#define HASH_TEXT "$argon2id$v=19$m=%llu,t=%llu,p=1$"

struct worked {
    unsigned long long kib, passes;
    uint8_t salt[crypto_pwhash_SALTBYTES], hash[HASHED];
};
struct work {
    struct worked is;
    size_t size;
    char password[PASSWORD_MOST];
};

static void work_out(const struct aside *a)
{
    struct work w = *(const struct work *)a->order;
    if (!crypto_pwhash(w.is.hash, HASHED, w.password, w.size, w.is.salt, w.is.passes, w.is.kib << 10,
                       crypto_pwhash_ALG_ARGON2ID13))
        aside_tell(a, w.is.hash, HASHED);
}

/* w->hash of the rest of it; false: there is no memory. */
static bool worked_out(struct worked *w, const char *password, size_t size)
{
    struct work k = { .is = *w, .size = size };
    memcpy(k.password, password, size);
    bool fine = aside(&(struct aside_ask){ work_out, &k, sizeof k, NULL, 0 }, w->hash, HASHED, NULL);
    sodium_memzero(&k, sizeof k);
    return fine;
}

static bool hash_read(struct worked *w, const char *text)
{
    const char *end;
    size_t size;
    int head = 0;
    return sscanf(text, HASH_TEXT "%n", &w->kib, &w->passes, &head) == 2 && head && w->kib <= (1 << 20) &&
           !sodium_base642bin(w->salt, sizeof w->salt, text + head, strcspn(text + head, "$"), NULL, &size, &end,
                              sodium_base64_VARIANT_ORIGINAL_NO_PADDING) &&
           size == sizeof w->salt && *end == '$' &&
           !sodium_base642bin(w->hash, HASHED, end + 1, strlen(end + 1), NULL, &size, NULL,
                              sodium_base64_VARIANT_ORIGINAL_NO_PADDING) &&
           size == HASHED;
}

/* A made password has 130 bits: work adds nothing to what nobody can guess, and a list of people has a hundred. */
static int hash_password(const char *password, bool made, char out[STORE_PASSWORD], struct store_error *e)
{
    size_t n = strlen(password);
    struct worked w = { .kib = (made ? crypto_pwhash_MEMLIMIT_MIN : crypto_pwhash_MEMLIMIT_INTERACTIVE) >> 10,
                        .passes = made ? crypto_pwhash_OPSLIMIT_MIN : crypto_pwhash_OPSLIMIT_INTERACTIVE };
    char salt[32], hash[64];
    if (n < PASSWORD_LEAST || n > PASSWORD_MOST)
        return store_say(e, STORE_INVALID, N_("a password has 10 to 256 characters: choose another one"));
    randombytes_buf(w.salt, sizeof w.salt);
    if (!worked_out(&w, password, n))
        return store_say(e, STORE_ENVIRONMENT, "no memory for a password's hash: free some and try again");
    sodium_bin2base64(salt, sizeof salt, w.salt, sizeof w.salt, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
    sodium_bin2base64(hash, sizeof hash, w.hash, HASHED, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
    snprintf(out, STORE_PASSWORD, HASH_TEXT "%s$%s", w.kib, w.passes, salt, hash);
    return STORE_OK;
}

static bool hash_fits(const char *text, const char *password)
{
    struct worked is, tried;
    size_t n = strlen(password);
    if (n > PASSWORD_MOST || !hash_read(&is, text))
        return false;
    tried = is;
    return worked_out(&tried, password, n) && !sodium_memcmp(tried.hash, is.hash, HASHED);
}

int account_fill(struct person *p, const char *name, const char *made, struct store_error *e)
{
    if (!name_fits(name))
        return store_say(
            e, STORE_INVALID,
            N_("a name has up to 39 letters a-z, digits, '-', '_' and '.', and begins and ends with a letter or "
               "digit: choose another one"));
    strcpy(p->name, name);
    return made ? hash_password(made, true, p->password, e) : STORE_OK;
}

int account_make(struct store *s, const char *name, const char *password, enum role role, int64_t *id,
                 struct store_error *e)
{
    struct person p = { .role = role };
    int bad = account_fill(&p, name, NULL, e);
    if (!bad)
        bad = hash_password(password, false, p.password, e);
    if (!bad)
        bad = store_person_add(s, &p, id, e);
    sodium_memzero(&p, sizeof p);
    return bad == STORE_EXISTS ? store_say(e, STORE_EXISTS, N_("that name is taken: choose another one")) : bad;
}

/* What a password is compared with when there is nobody of that name, so that it takes as long. */
static char nobody[STORE_PASSWORD];
static void make_nobody(void)
{
    char password[PASSWORD_MADE];
    struct store_error e;
    password_make(password);
    (void)hash_password(password, false, nobody, &e);
}

static bool is_made(const char *hash)
{
    struct worked w;
    return hash_read(&w, hash) && w.kib < crypto_pwhash_MEMLIMIT_INTERACTIVE >> 10;
}

int account_enter(struct store *s, const char *name, const char *password, struct person *out, struct store_error *e)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_nobody);
    int bad = store_person_named(s, name, out, e);
    if (bad && bad != STORE_NOT_FOUND && bad != STORE_INVALID)
        return bad;
    bool there = !bad && out->password[0] && !out->closed;
    bool right = hash_fits(there ? out->password : nobody, password);
    if (there && is_made(out->password))
        (void)hash_fits(nobody, password); /* the same work */
    if (there && right)
        return STORE_OK;
    sodium_memzero(out, sizeof *out);
    return store_say(e, STORE_NOT_FOUND, N_("name and password do not belong together: try again"));
}

int account_password(struct store *s, int64_t person, const char *password, const char *actor, struct store_error *e)
{
    char hash[STORE_PASSWORD];
    struct person_change c = { .password = hash };
    int bad = hash_password(password, false, hash, e);
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
    AUTO(page_free) struct page all = { 0 };
    uint8_t hash[STORE_HASH];
    char hex[33];
    page_fill(&all, "{j}{j}", a, b);
    bool known = !all.failed;
    if (known) {
        hash_bytes(hash, all.data, all.size);
        sodium_bin2hex(hex, sizeof hex, hash, 16);
        snprintf(out, LIMIT_NAME, "%.32s:%s", what, hex);
    } else {
        store_say(e, STORE_ENVIRONMENT, "no memory: free some and try again");
    }
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

const char *counted_address(const struct http_request *r, char room[64])
{
    struct in6_addr a;
    const char *address = client_address(r, room);
    if (inet_pton(AF_INET6, address, &a) != 1 || IN6_IS_ADDR_V4MAPPED(&a))
        return address;
    memset(a.s6_addr + 8, 0, 8);
    return inet_ntop(AF_INET6, &a, room, 64);
}

int limit_address(struct http_request *r, const char *what, int64_t limit, int64_t window_ms, struct store_error *e)
{
    char room[64];
    return take(site_of(r), what, counted_address(r, room), "", limit, window_ms, e);
}

int limit_person(struct http_request *r, const char *what, int64_t limit, int64_t window_ms, struct store_error *e)
{
    char id[24];
    snprintf(id, sizeof id, "%lld", (long long)guest_of(r)->person.id);
    return take(site_of(r), what, id, "", limit, window_ms, e);
}

/* Has this account come in from there, in the last month? */
static bool is_home(struct site *s, const char *name, const char *address)
{
    char row[LIMIT_NAME];
    struct store_error e;
    int64_t used = 0;
    return limit_called(row, "home", name, address, &e) && !store_taken(s->store, row, &used, &e) && used > 0;
}

int limit_name(struct http_request *r, const char *name, bool proof, struct store_error *e)
{
    char room[64];
    const char *address = counted_address(r, room);
    int bad = limit_address(r, "enter-from", FROM_ADDRESS, quarter, e);
    if (bad || proof)
        return bad;
    bad = take(site_of(r), "enter-both", name, address, NAME_FROM_ADDRESS, quarter, e);
    if (!bad && !is_home(site_of(r), name, address))
        bad = take(site_of(r), "enter", name, "", FOR_NAME, quarter, e);
    return bad;
}

void limit_name_back(struct http_request *r, const char *name, bool proof)
{
    char room[64];
    const char *address = counted_address(r, room);
    struct store_error ignored;
    give_back(site_of(r), "enter-from", address, "");
    if (!proof)
        give_back(site_of(r), "enter-both", name, address);
    if (!proof && !is_home(site_of(r), name, address))
        give_back(site_of(r), "enter", name, "");
    take(site_of(r), "home", name, address, INT64_MAX, 30 * 96 * quarter, &ignored);
}
