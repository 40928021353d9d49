/* quota: lengths weighed against limits, and counted while they come. */
#include "quota.h"
#include "cli/language.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>

#include "forms.h"
#include "store/store_spool.h"

/* Forms lie in memory: so many bytes of them for each person at once. */
enum { FORMS_AT_ONCE = 1 << 20, MIB = 1 << 20 };

/* What one person has on its way. */
struct sender {
    int64_t person;
    uint64_t files, forms; /* bytes */
    unsigned requests;
    struct sender *next;
};

struct quotas {
    pthread_mutex_t lock;
    struct sender *first;
};

struct quotas *quota_open(void)
{
    struct quotas *i = calloc(1, sizeof *i);
    if (i)
        pthread_mutex_init(&i->lock, NULL);
    return i;
}

void quota_close(struct quotas *i)
{
    if (!i)
        return;
    while (i->first) {
        struct sender *next = i->first->next;
        free(i->first);
        i->first = next;
    }
    pthread_mutex_destroy(&i->lock);
    free(i);
}

/* --- counting --------------------------------------------------------------------------------------------------- */

static struct sender **place_of(struct quotas *i, int64_t person)
{
    struct sender **at = &i->first;
    while (*at && (*at)->person != person)
        at = &(*at)->next;
    return at;
}

/* Counts so much more of this person's, unless it would be beyond what there is room for.  *before is what was on its way. */
static bool count_in(struct quotas *i, int64_t person, bool file, uint64_t size, uint64_t room, uint64_t *before)
{
    pthread_mutex_lock(&i->lock);
    struct sender **at = place_of(i, person), *x = *at ? *at : calloc(1, sizeof *x);
    bool fits = false;
    *before = 0;
    if (x) {
        uint64_t *sum = file ? &x->files : &x->forms;
        x->person = person;
        *at = x;
        *before = *sum;
        fits = size <= room && *sum <= room - size;
        *sum += fits ? size : 0;
        x->requests += fits;
    }
    if (x && !x->requests) {
        *at = x->next;
        free(x);
    }
    pthread_mutex_unlock(&i->lock);
    return fits;
}

static void count_out(struct quotas *i, int64_t person, bool file, uint64_t size)
{
    pthread_mutex_lock(&i->lock);
    struct sender **at = place_of(i, person), *x = *at;
    if (x) {
        *(file ? &x->files : &x->forms) -= size;
        if (!--x->requests) {
            *at = x->next;
            free(x);
        }
    }
    pthread_mutex_unlock(&i->lock);
}

/* --- weighing --------------------------------------------------------------------------------------------------- */

/* The sentence, for a person or a program. */
static unsigned say_no(struct http_request *r, struct http_answer *a, unsigned status, const char *said)
{
    struct store_error e;
    if (is_api(r))
        return answer_error(a, status, said);
    store_say(&e, STORE_INVALID, said);
    show_store_error(r, a, &e);
    return status;
}

static unsigned too_large(struct http_request *r, size_t most, struct http_answer *a)
{
    char text[SAID_TEXT];
    if (!guest_of(r)->known && !guest_of(r)->works)
        return say_no(r, a, 413, N_("who is not signed in sends up to 4 KiB: sign in first, or send less"));
    return say_no(
        r, a, 413,
        said_put(text, sizeof text, NULL, "that is too large: up to %zu KiB are taken here: send less", most >> 10));
}

/* In MiB, of which a part is a whole one. */
static unsigned long long whole(uint64_t bytes) { return (bytes + MIB - 1) / MIB; }

static unsigned admit_file(struct http_request *r, struct http_answer *a)
{
    struct site *s = site_of(r);
    struct guest *g = guest_of(r);
    uint64_t quota = s->quota ? s->quota : SITE_QUOTA, has, coming;
    char text[SAID_TEXT];
    struct store_error e;
    if (store_person_bytes(s->store, g->person.id, &has, &e))
        return show_store_error(r, a, &e);
    if (store_spool_room(s->store) < r->length + s->keep_free)
        return say_no(r, a, 507, N_("the disk of this ladder is full: tell its host, and send it again later"));
    if (!count_in(s->quotas, g->person.id, true, r->length, quota > has ? quota - has : 0, &coming)) {
        said_put(
            text, sizeof text, NULL,
            "an account has room for %llu MiB: yours has %llu MiB here and %llu MiB on their way, and this is %llu MiB "
            "more: wait for what is on its way, send a smaller archive, or ask the host for room",
            (unsigned long long)quota / MIB, whole(has), whole(coming), whole(r->length));
        return say_no(r, a, 413, text);
    }
    g->sender = g->person.id;
    return 0;
}

/* What a worker hands in comes in pieces; what of it is here is weighed where they are put together. */
static unsigned admit_piece(struct http_request *r, struct http_answer *a)
{
    enum { PIECES_AT_ONCE = 1 << 30 };
    struct site *s = site_of(r);
    struct guest *g = guest_of(r);
    uint64_t coming;
    if (store_spool_room(s->store) < r->length + s->keep_free)
        return say_no(r, a, 507, N_("the disk of this ladder is full: tell its host, and send it again later"));
    if (!count_in(s->quotas, -g->worker.id, true, r->length, PIECES_AT_ONCE, &coming))
        return say_no(r, a, 429, "too much of this worker's key is on its way at once: send it again later");
    g->sender = -g->worker.id;
    return 0;
}

static unsigned admit_form(struct http_request *r, struct http_answer *a)
{
    struct guest *g = guest_of(r);
    uint64_t coming;
    if (!count_in(site_of(r)->quotas, g->person.id, false, r->length, FORMS_AT_ONCE, &coming))
        return say_no(r, a, 429, N_("too many forms of yours are on their way at once: wait until they have arrived"));
    g->sender = g->person.id;
    return 0;
}

unsigned quota_admit(struct http_request *r, size_t most, struct http_answer *a)
{
    if (r->length > most || (!site_of(r)->quotas && r->length > HTTP_UNKNOWN_MAX))
        return too_large(r, most, a);
    if (guest_of(r)->works && r->takes_file && site_of(r)->quotas)
        return admit_piece(r, a);
    if (!guest_of(r)->known || !site_of(r)->quotas)
        return 0;
    return r->takes_file ? admit_file(r, a) : admit_form(r, a);
}

void quota_leave(struct http_request *r)
{
    struct guest *g = r->guest;
    if (g && g->sender)
        count_out(site_of(r)->quotas, g->sender, r->takes_file, r->length);
    if (g)
        g->sender = 0;
}

int quota_spool(struct http_request *r) { return store_spool(site_of(r)->store); }
