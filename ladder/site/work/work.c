/* work: a worker's key opens these calls and nothing else.  What a call is about is the job that this very worker holds: its number,
 * the attempt and the worker's name say so, and a lease that is lost answers 409 to all of them. */
#include "work.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/now.h"
#include "filing/hand_in.h"
#include "filing/order_text.h"
#include "live_check.h"
#include "pieces.h"
#include "record/crypto.h"
#include "site/session/account.h"
#include "site/session/forms.h"

static int64_t number_given(const struct http_request *r, const char *name)
{
    return strtoll(given(r, name), NULL, 10);
}

/* "KEY/HAND": whatever a worker calls itself, it speaks for its own key. */
static bool worker_name(struct http_request *r, struct http_answer *a, char name[STORE_NAME])
{
    const char *hand = given(r, "hand");
    if (!name_fits(hand))
        return answer_error(a, 400, "'hand' says which worker of the key this is: a name of up to 39 bytes"), false;
    snprintf(name, STORE_NAME, "%.*s/%.39s", KEY_NAME_MOST, guest_of(r)->worker.name, hand);
    return true;
}

/* The order that the address names, held by who asks: 200.  Else a->page says why, and this is the answer's status.  *done: filed already. */
static unsigned order_held(struct http_request *r, struct http_answer *a, struct order *o, bool *done)
{
    struct store_error e;
    *o = (struct order){ .job = strtoll(r->part[0], NULL, 10), .attempt = number_given(r, "attempt") };
    *done = false;
    if (!worker_name(r, a, o->worker))
        return 400;
    return store_held(store_of(r), o, done, &e) ? answer_store(a, &e) : 200;
}

/* --- jobs ---------------------------------------------------------------------------------------------------------- */

/* Who asks, and how long it waits for a job. */
struct waiting {
    struct site *site;
    struct MHD_Connection *connection;
    struct wish wish;
    char worker[STORE_NAME], host[STORE_NAME], machine[STORE_NAME];
    int64_t until_ms, look_ms;
};

/* What is leased is put out; 200, 204, or what is wrong. */
static unsigned lease(struct waiting *x, struct page *out, struct store_error *e)
{
    struct order o;
    int bad = store_lease(x->site->store, &x->wish, &o, e);
    OWNED char *text = bad ? NULL : order_text(&o);
    if (!bad)
        pieces_clear(x->site->store, x->worker);
    page_put(out, text ? text : "");
    return !bad ? 200 : bad == STORE_NOT_FOUND ? 204 : 500;
}

/* Of those who wait four look when something came, and two more for each that got it: one job does not wake fifty machines.  What time
 * alone makes due is found by who looks every LOOK_MS. */
static bool waiting_next(void *state, struct page *out)
{
    enum { LOOK_MS = 5000, LOOKS = 4 };
    struct waiting *x = state;
    struct site *s = x->site;
    struct store_error e;
    int64_t now = now_ms();
    if (store_wait(s->store, TOPIC_JOBS, &s->jobs_seen, 0))
        atomic_store(&s->looks, LOOKS);
    if (now < x->look_ms && atomic_fetch_sub(&s->looks, 1) <= 0)
        return now < x->until_ms;
    if (http_gone(x->connection))
        return false;
    x->look_ms = now + LOOK_MS;
    unsigned status = lease(x, out, &e);
    if (status == 200) {
        atomic_store(&s->looks, 2);
        http_wake(s->http);
    }
    return status == 204 && now < x->until_ms;
}

static void waiting_end(void *state)
{
    struct waiting *x = state;
    atomic_fetch_sub(&x->site->waits, 1);
    free(x);
}

/* A stream that is empty until there is an order, or it was long enough; where there is no room, or no memory, nobody waits. */
static void wait_for_job(struct waiting *x, struct http_answer *a)
{
    enum { WAITS_MOST = 256 };
    if (atomic_fetch_add(&x->site->waits, 1) < WAITS_MOST && (a->stream = malloc(sizeof *a->stream)))
        *a->stream = (struct http_stream){ waiting_next, waiting_end, x };
    else
        waiting_end(x);
}

/* False: it was answered. */
static bool read_wish(struct http_request *r, struct http_answer *a, struct waiting *x)
{
    const struct worker_key *k = &guest_of(r)->worker;
    *x = (struct waiting){ .site = site_of(r), .connection = r->connection };
    snprintf(x->host, sizeof x->host, "%s", k->host);
    snprintf(x->machine, sizeof x->machine, "%.63s", given(r, "machine"));
    x->wish = (struct wish){ .worker = x->worker,
                             .host = x->host,
                             .keyed = k->id,
                             .machine = x->machine,
                             .lease_ms = WORK_LEASE_MS,
                             .no_play = *given(r, "no_play"),
                             .no_validate = *given(r, "no_validate") || !k->admits,
                             .no_recheck = *given(r, "no_recheck"),
                             .no_remote = *given(r, "no_remote"),
                             .strict = *given(r, "strict"),
                             .no_strangers = *given(r, "no_strangers") };
    return worker_name(r, a, x->worker);
}

static unsigned api_lease(struct http_request *r, struct http_answer *a)
{
    enum { WAIT_S = 30 };
    struct store_error e = { .text = "no memory" };
    struct waiting *x = calloc(1, sizeof *x);
    int64_t wait = number_given(r, "wait");
    if (!x)
        return 500;
    unsigned status = read_wish(r, a, x) ? lease(x, &a->page, &e) : 400;
    x->until_ms = now_ms() + 1000 * (wait < WAIT_S ? wait : WAIT_S);
    if (status == 500)
        status = answer_store(a, &e);
    if (status == 204 && wait > 0) {
        wait_for_job(x, a);
        return a->stream ? 200 : 204;
    }
    free(x);
    return status;
}

static unsigned api_seen(struct http_request *r, struct http_answer *a)
{
    char name[STORE_NAME];
    struct store_error e;
    if (!worker_name(r, a, name))
        return 400;
    int bad = store_worker_seen(store_of(r), name, given(r, "about"), &e);
    return bad ? answer_error(a, limit_status(bad, &e), store_said(&e)) : answer_id(a, 0);
}

static unsigned api_beat(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct order o;
    bool done;
    unsigned status = order_held(r, a, &o, &done);
    if (status != 200)
        return status;
    return store_beat(store_of(r), &o, WORK_LEASE_MS, &e) ? answer_store(a, &e) : answer_id(a, 0);
}

/* None of them is kept where one is not such as our own workers tell. */
static unsigned keep_lines(struct http_request *r, struct http_answer *a, const struct order *o, char *text)
{
    enum { LINES = 200 };
    const char *line[LINES];
    struct store_error e;
    size_t n = 0;
    char *rest = NULL;
    int64_t first = number_given(r, "first");
    for (char *at = strtok_r(text, "\n", &rest); at && n < LINES; at = strtok_r(NULL, "\n", &rest)) {
        if (!live_line_fits(o, at))
            return answer_error(a, 400, "'lines' has one that no worker of ours tells of this match");
        line[n++] = at;
    }
    if (!live_numbers_fit(o, first, n))
        return answer_error(a, 400, "'first' is not a number of this attempt");
    bool watched;
    if ((n && store_live_add(store_of(r), o, first, line, n, &e)) || store_live_asked(store_of(r), o, &watched, &e))
        return answer_store(a, &e);
    page_format(&a->page, "{\"watched\":%s}\n", watched ? "true" : "false");
    return 200;
}

static unsigned api_live(struct http_request *r, struct http_answer *a)
{
    struct order o;
    bool done;
    OWNED char *text = strdup(form_text(r, "lines"));
    unsigned status = text ? order_held(r, a, &o, &done) : 500;
    if (status == 200)
        status = done ? answer_id(a, 0) : keep_lines(r, a, &o, text);
    return status;
}

/* --- what it needs ---------------------------------------------------------------------------------------------------- */

/* A worker gets what its order names, and no other bytes of the store. */
static bool names(const struct order *o, const uint8_t hash[STORE_HASH])
{
    for (int64_t i = 0; i < o->seats; i++)
        if (!o->seat[i].remote && !memcmp(o->seat[i].artifact, hash, STORE_HASH))
            return true;
    for (int64_t i = 0; i < o->legs; i++)
        if (!memcmp(o->replay[i], hash, STORE_HASH))
            return true;
    return false;
}

static unsigned api_blob(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    AUTO(store_free) struct store_bytes bytes = { 0 };
    struct order o;
    uint8_t hash[STORE_HASH];
    bool done;
    unsigned status = order_held(r, a, &o, &done);
    if (status != 200)
        return status;
    if (done || !hex_parse(hash, sizeof hash, r->part[1]) || !names(&o, hash))
        return answer_error(a, 404, "this order names no such archive or record: ask for those that it names");
    if (store_get(store_of(r), hash, &bytes, &e))
        return answer_store(a, &e);
    a->type = "application/octet-stream";
    page_bytes(&a->page, bytes.data, bytes.size);
    return 200;
}

/* --- what it brings ------------------------------------------------------------------------------------------------------ */

static unsigned answer_size(struct http_request *r, struct http_answer *a, const struct order *o, unsigned status)
{
    page_format(&a->page, "{\"size\":%" PRIu64 "}\n", pieces_size(store_of(r), o->worker, r->part[1]));
    return status;
}

static unsigned api_file_size(struct http_request *r, struct http_answer *a)
{
    struct order o;
    bool done;
    unsigned status = order_held(r, a, &o, &done);
    if (status == 200 && (done || !hand_in_most(&o, r->part[1])))
        return answer_error(a, 404, "no file of this name belongs to such a job: ladder/filing/hand_in.h lists them");
    return status == 200 ? answer_size(r, a, &o, 200) : status;
}

static unsigned add_piece(struct http_request *r, struct http_answer *a, const struct order *o)
{
    const struct site *s = site_of(r);
    const struct http_field *piece = http_file(r, "");
    const char *name = r->part[1];
    uint64_t most = hand_in_most(o, name), quota = s->worker_quota ? s->worker_quota : SITE_QUOTA,
             here = pieces_size(s->store, o->worker, name);
    if (!most)
        return answer_error(a, 404, "no file of this name belongs to such a job: ladder/filing/hand_in.h lists them");
    if (!piece || piece->fd < 0)
        return answer_error(a, 400, "there are no bytes: send them as the body, application/octet-stream");
    if (strtoull(given(r, "at"), NULL, 10) != here)
        return answer_size(r, a, o, 416);
    if (piece->size > most - here)
        return answer_error(a, 413, "the file is larger than one of its name may be: send what the job asks for");
    if (pieces_of_key(s->store, guest_of(r)->worker.name) + piece->size > quota)
        return answer_error(
            a, 413,
            "this worker's key has too much on its way here: hand in what is done, or ask the host for a"
            " larger --worker-quota");
    if (!pieces_add(s->store, o->worker, name, piece->fd))
        return answer_error(a, errno == ENOSPC || errno == EDQUOT || errno == EFBIG ? 507 : 500,
                            "the piece could not be written: tell the host, and send it again later");
    return answer_size(r, a, o, 200);
}

static unsigned api_file(struct http_request *r, struct http_answer *a)
{
    struct order o;
    bool done;
    unsigned status = order_held(r, a, &o, &done);
    if (status == 200)
        status = done ? answer_error(a, 409, "this job is filed: nothing more is taken") : add_piece(r, a, &o);
    return status;
}

/* A worker that has filed one job gets the next with the answer, where it asks: a request less, and nothing is held ahead. */
static unsigned answer_next(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct waiting x;
    if (*form_text(r, "next") && read_wish(r, a, &x) && lease(&x, &a->page, &e) == 200)
        return 200;
    return answer_id(a, 0);
}

static unsigned api_done(struct http_request *r, struct http_answer *a)
{
    char folder[PIECE_PATH], why[HAND_IN_WHY];
    struct store_error e = { .code = STORE_OK };
    struct hand_in h = { .folder = folder,
                         .why = why,
                         .bot_is_wrong = *form_text(r, "bot_is_wrong"),
                         .unheld = site_of(r)->unheld || guest_of(r)->worker.unheld,
                         .played_ms = number_given(r, "played_ms") };
    struct order o;
    bool done;
    unsigned status = order_held(r, a, &o, &done);
    if (status != 200)
        return status;
    if (done)
        return answer_id(a, 0); /* its answer was lost */
    if (!pieces_folder(store_of(r), o.worker, folder))
        return answer_error(a, 500, "there is no folder for what was handed in: tell the host");
    snprintf(why, sizeof why, "%.250s", form_text(r, "why"));
    int bad = hand_in_file(store_of(r), &o, &h, &e);
    if (!bad || bad == STORE_STALE || bad == STORE_INVALID)
        pieces_clear(store_of(r), o.worker);
    return bad ? answer_store(a, &e) : answer_next(r, a);
}

static unsigned api_back(struct http_request *r, struct http_answer *a)
{
    char why[HAND_IN_WHY];
    struct store_error e = { .code = STORE_OK };
    struct hand_back b = { .why = why,
                           .nobodys = *form_text(r, "nobodys"),
                           .at_once = *form_text(r, "at_once"),
                           .left = *form_text(r, "left"),
                           .absent = number_given(r, "absent") };
    struct order o;
    bool done, sits = false;
    unsigned status = order_held(r, a, &o, &done);
    if (status != 200)
        return status;
    snprintf(why, sizeof why, "%.250s", form_text(r, "why"));
    for (int64_t i = 0; i < o.seats; i++)
        sits |= o.seat[i].remote && o.seat[i].version == b.absent;
    if (!sits)
        b.absent = 0; /* nobody's bot but one of this order can be missed */
    status = done || !hand_back(store_of(r), &o, &b, &e) ? answer_id(a, 0) : answer_store(a, &e);
    pieces_clear(store_of(r), o.worker);
    return status;
}

const struct http_route work_routes[] = {
    { "POST", "/api/work/lease", api_lease, AUTH_WORKER | AUTH_API, 0 },
    { "POST", "/api/work/seen", api_seen, AUTH_WORKER | AUTH_API, 0 },
    { "POST", "/api/work/{}/beat", api_beat, AUTH_WORKER | AUTH_API, 0 },
    { "POST", "/api/work/{}/live", api_live, AUTH_WORKER | AUTH_API, 0 },
    { "GET", "/api/work/{}/blobs/{}", api_blob, AUTH_WORKER | AUTH_API, 0 },
    { "GET", "/api/work/{}/files/{}", api_file_size, AUTH_WORKER | AUTH_API, 0 },
    { "POST", "/api/work/{}/files/{}", api_file, AUTH_WORKER | AUTH_API, WORK_PIECE_MAX },
    { "POST", "/api/work/{}/done", api_done, AUTH_WORKER | AUTH_API | HTTP_FILINGS, 0 },
    { "POST", "/api/work/{}/back", api_back, AUTH_WORKER | AUTH_API | HTTP_FILINGS, 0 },
    { 0 },
};
