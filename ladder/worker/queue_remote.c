/* queue_remote: the calls of a site elsewhere, over one connection that is kept.
 *
 * What is asked again after a lost answer is fine: the site knows by the attempt whether it was done.  Results go in pieces; after a
 * lost line the site is asked how far it has come. */
#include <inttypes.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/received.h"
#include "cli/now.h"
#include "cli/path.h"
#include "filing/order_text.h"
#include "record/crypto.h"
#include "kept.h"
#include "worker.h"

enum { PIECE = 4 << 20, TRIES = 60, RETRY_MS = 1000, RETRY_MOST_MS = 10000, URL = 1024 };

struct there {
    struct queue queue;
    struct queue_site site;
    CURL *curl;
    struct curl_slist *headers;
    pthread_mutex_t lock; /* one asks at a time */
    char why[CURL_ERROR_SIZE];
};

static struct there *own(struct queue *q) { return (struct there *)(void *)q; }

/* --- asking ------------------------------------------------------------------------------------------------------ */

/* What is sent and what comes back; body: from malloc, NUL-terminated. */
struct call {
    const char *path;
    const char *form;  /* urlencoded; NULL and no bytes: GET */
    const void *bytes; /* of a piece */
    size_t size;
    struct received got;
    long status;
};

static CURLcode perform(struct there *t, struct call *c)
{
    char url[URL];
    struct curl_slist *plain = NULL;
    snprintf(url, sizeof url, "%.500s%.500s", t->site.server, c->path);
    curl_easy_setopt(t->curl, CURLOPT_URL, url);
    curl_easy_setopt(t->curl, CURLOPT_WRITEDATA, &c->got);
    c->got = (struct received){ .most = STORE_BLOB_MAX };
    if (c->bytes) {
        plain = curl_slist_append(NULL, t->headers->data);
        plain = curl_slist_append(plain, "Content-Type: application/octet-stream");
        curl_easy_setopt(t->curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)c->size);
        curl_easy_setopt(t->curl, CURLOPT_POSTFIELDS, c->bytes);
    } else if (c->form) {
        curl_easy_setopt(t->curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(c->form));
        curl_easy_setopt(t->curl, CURLOPT_POSTFIELDS, c->form);
    } else {
        curl_easy_setopt(t->curl, CURLOPT_HTTPGET, 1L);
    }
    curl_easy_setopt(t->curl, CURLOPT_HTTPHEADER, plain ? plain : t->headers);
    CURLcode bad = curl_easy_perform(t->curl);
    curl_easy_getinfo(t->curl, CURLINFO_RESPONSE_CODE, &c->status);
    curl_easy_setopt(t->curl, CURLOPT_HTTPHEADER, t->headers);
    curl_slist_free_all(plain);
    return bad;
}

static enum store_code code_of(long status)
{
    switch (status) {
    case 404: return STORE_NOT_FOUND;
    case 409: return STORE_STALE;
    case 400:
    case 401:
    case 403:
    case 413: return STORE_INVALID;
    default: return STORE_ENVIRONMENT;
    }
}

/* The site's own sentence, where it sent one, without what a terminal obeys. */
static enum store_code refused(const struct there *t, const struct call *c, struct store_error *e)
{
    json_auto_t *j = json_loads(c->got.bytes ? c->got.bytes : "", 0, NULL);
    const char *text = json_string_value(json_object_get(j, "error"));
    if (text)
        snprintf(e->text, sizeof e->text, "%.400s", text);
    else
        snprintf(e->text, sizeof e->text, "%.200s%.200s answered %ld: is it a ladder?", t->site.server, c->path,
                 c->status);
    for (char *at = e->text; *at; at++)
        if ((unsigned char)*at < 32 || *at == 127)
            *at = ' ';
    return e->code = code_of(c->status);
}

/* STORE_OK: c->got.bytes is the caller's to free. */
static int ask(struct there *t, struct call *c, struct store_error *e)
{
    pthread_mutex_lock(&t->lock);
    *t->why = '\0';
    CURLcode bad = perform(t, c);
    if (bad)
        snprintf(e->text, sizeof e->text, "%.200s: %.250s: see that the site runs and can be reached", t->site.server,
                 received_wrong(bad, t->why));
    pthread_mutex_unlock(&t->lock);
    e->code = bad ? STORE_ENVIRONMENT : c->status / 100 == 2 ? STORE_OK : refused(t, c, e);
    if (e->code && c->status != 416) {
        free(c->got.bytes);
        c->got.bytes = NULL;
    }
    return (int)e->code;
}

void queue_rest(unsigned ms, const atomic_bool *over)
{
    struct timespec t = { .tv_nsec = 100 * 1000000L };
    for (unsigned gone = 0; gone < ms && !(over && atomic_load(over)); gone += 100)
        nanosleep(&t, NULL);
}

/* A form: pairs of names and values, ended by NULL; values that are NULL are left out. */
static char *form_of(struct there *t, const char *const *field)
{
    char *text = NULL, *value;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    fprintf(f, "hand=%s", t->site.hand);
    for (; *field; field += 2)
        if (field[1] && (value = curl_easy_escape(t->curl, field[1], 0))) {
            fprintf(f, "&%s=%s", field[0], value);
            curl_free(value);
        }
    return fclose(f) ? (free(text), NULL) : text;
}

static int post(struct there *t, const char *path, const char *const *field, char **body, struct store_error *e)
{
    OWNED char *form = form_of(t, field);
    struct call c = { .path = path, .form = form };
    int bad = form ? ask(t, &c, e) : (e->code = STORE_ENVIRONMENT, snprintf(e->text, sizeof e->text, "no memory"));
    if (bad)
        return (int)e->code;
    if (c.status == 204)
        e->code = STORE_NOT_FOUND;
    if (body)
        *body = c.got.bytes;
    else
        free(c.got.bytes);
    return (int)e->code;
}

/* The same about a job that is held: where and which attempt; again while the line is down, for about as long as a lease lasts. */
static int post_about(struct there *t, const struct order *o, const char *what, const char *const *field, char **body,
                      bool again, struct store_error *e)
{
    char path[128], attempt[32];
    const char *all[32] = { "attempt", attempt };
    size_t n = 2;
    snprintf(path, sizeof path, "/api/work/%" PRId64 "/%s", o->job, what);
    snprintf(attempt, sizeof attempt, "%" PRId64, o->attempt);
    for (; *field && n < 30; field += 2, n += 2) {
        all[n] = field[0];
        all[n + 1] = field[1];
    }
    unsigned wait = RETRY_MS;
    int bad = post(t, path, all, body, e);
    for (int i = 0; again && bad == STORE_ENVIRONMENT && i < 5; i++) {
        queue_rest(wait, NULL);
        wait = wait * 2 < RETRY_MOST_MS ? wait * 2 : RETRY_MOST_MS;
        bad = post(t, path, all, body, e);
    }
    return bad;
}

/* --- the calls --------------------------------------------------------------------------------------------------- */

#define WISH(what) #what, w->what ? "1" : NULL
#define WISHES(w) \
    WISH(no_play), WISH(no_validate), WISH(no_recheck), WISH(no_remote), WISH(strict), WISH(no_strangers), "machine", \
        w->machine
static int lease(struct queue *q, const struct wish *w, unsigned wait_s, const atomic_bool *over, struct order *out,
                 struct store_error *e)
{
    char wait[16];
    snprintf(wait, sizeof wait, "%u", wait_s);
    const char *const field[] = { WISHES(w), wait_s ? "wait" : NULL, wait, NULL };
    OWNED char *body = NULL;
    curl_easy_setopt(own(q)->curl, CURLOPT_XFERINFODATA, over);
    int bad = post(own(q), "/api/work/lease", field, &body, e);
    curl_easy_setopt(own(q)->curl, CURLOPT_XFERINFODATA, NULL);
    if (bad ? over && atomic_load(over) : !body || !*body) {
        bad = store_fail(e, STORE_NOT_FOUND, "nothing is due");
    } else if (!bad && !order_parse(body, out)) {
        bad = e->code = STORE_ENVIRONMENT;
        snprintf(e->text, sizeof e->text, "the site sent no order that can be read: install its version here, too");
    }
    snprintf(out->worker, sizeof out->worker, "%.60s", w->worker);
    return bad;
}

static int beat(struct queue *q, struct order *o, struct store_error *e)
{
    static const char *const none[] = { NULL };
    return post_about(own(q), o, "beat", none, NULL, false, e);
}

static int download(struct queue *q, const struct order *o, const uint8_t hash[STORE_HASH], struct store_bytes *out,
                    struct store_error *e)
{
    char path[256], hex[2 * STORE_HASH + 1];
    uint8_t is[HASH];
    hex_text(hex, hash, STORE_HASH);
    snprintf(path, sizeof path, "/api/work/%" PRId64 "/blobs/%s?hand=%.40s&attempt=%" PRId64, o->job, hex,
             own(q)->site.hand, o->attempt);
    struct call c = { .path = path };
    int bad = ask(own(q), &c, e);
    *out = (struct store_bytes){ (uint8_t *)c.got.bytes, c.got.size };
    if (bad)
        *out = (struct store_bytes){ 0 };
    else
        hash_bytes(is, c.got.bytes, c.got.size);
    if (!bad && memcmp(is, hash, STORE_HASH) != 0) {
        store_free(out);
        bad = e->code = STORE_CORRUPT;
        snprintf(e->text, sizeof e->text, "what came has another hash than was asked for: try again");
    }
    return bad;
}

static int fetch(struct queue *q, const struct order *o, const uint8_t hash[STORE_HASH], struct store_bytes *out,
                 struct store_error *e)
{
    const char *kept = own(q)->site.kept;
    return kept ? kept_fetch(kept, q, o, hash, download, out, e) : download(q, o, hash, out, e);
}

static int live(struct queue *q, const struct order *o, int64_t first, const char *const *line, size_t lines,
                bool *watched, struct store_error *e)
{
    char *text = NULL, number[32], *body = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    for (size_t i = 0; f && i < lines; i++)
        fprintf(f, "%s\n", line[i]);
    if (!f || fclose(f))
        return e->code = STORE_ENVIRONMENT;
    snprintf(number, sizeof number, "%" PRId64, first);
    const char *const field[] = { "first", number, "lines", text, NULL };
    int bad = post_about(own(q), o, "live", field, &body, false, e);
    *watched = body && strstr(body, "true");
    free(body);
    free(text);
    return bad;
}

/* --- results ------------------------------------------------------------------------------------------------------- */

struct sending {
    struct there *there;
    struct order *order;
    const char *name;
    char path[512];
    int64_t beat_ms;
};

static int64_t size_told(const char *body)
{
    json_auto_t *j = json_loads(body ? body : "", 0, NULL);
    return json_is_integer(json_object_get(j, "size")) ? json_integer_value(json_object_get(j, "size")) : -1;
}

/* How far the site has come; -1 and *e. */
static int64_t ask_size(struct sending *s, struct store_error *e)
{
    char path[640];
    snprintf(path, sizeof path, "%s?hand=%.40s&attempt=%" PRId64, s->path, s->there->site.hand, s->order->attempt);
    struct call c = { .path = path };
    int64_t size = ask(s->there, &c, e) ? -1 : size_told(c.got.bytes);
    free(c.got.bytes);
    return size;
}

/* One piece from there on; how far the site is then, -1 and *e. */
static int64_t send_piece(struct sending *s, FILE *f, int64_t at, struct store_error *e)
{
    char path[700];
    OWNED char *piece = malloc(PIECE);
    size_t n = piece && !fseeko(f, (off_t)at, SEEK_SET) ? fread(piece, 1, PIECE, f) : 0;
    snprintf(path, sizeof path, "%s?hand=%.40s&attempt=%" PRId64 "&at=%" PRId64, s->path, s->there->site.hand,
             s->order->attempt, at);
    struct call c = { .path = path, .bytes = piece, .size = n };
    bool sent = n && (!ask(s->there, &c, e) || c.status == 416);
    int64_t size = sent ? size_told(c.got.bytes) : -1;
    if (!n)
        e->code = STORE_ENVIRONMENT;
    free(c.got.bytes);
    return size;
}

/* To the end of the file; a line that is lost is tried again for some minutes, in which the lease is kept if it can be. */
static int send_file(struct sending *s, const char *file, struct store_error *e)
{
    OPENED FILE *f = fopen(file, "re");
    int64_t at = 0, size;
    unsigned wait = RETRY_MS, tries = 0;
    if (!f)
        return STORE_OK; /* there is none */
    fseeko(f, 0, SEEK_END);
    size = ftello(f);
    e->code = STORE_OK;
    while (at < size && tries < TRIES) {
        int64_t now = send_piece(s, f, at, e);
        if (now >= 0) {
            at = now;
            wait = RETRY_MS;
        } else if (e->code == STORE_ENVIRONMENT && ++tries < TRIES) {
            queue_rest(wait, NULL);
            wait = wait * 2 < RETRY_MOST_MS ? wait * 2 : RETRY_MOST_MS;
            now = ask_size(s, e);
            at = now >= 0 ? now : at;
        } else {
            break;
        }
        if (now_ms() > s->beat_ms && s->there->queue.beat(&s->there->queue, s->order, e) != STORE_STALE)
            s->beat_ms = now_ms() + WORKER_LEASE_MS / 3;
    }
    return at < size ? (int)e->code : STORE_OK;
}

static int send_named(struct there *t, struct order *o, const struct hand_in *h, const char *name,
                      struct store_error *e)
{
    char file[HAND_IN_PATH];
    struct sending s = { .there = t, .order = o, .name = name, .beat_ms = now_ms() + WORKER_LEASE_MS / 3 };
    path_of(file, sizeof file, "%s/%s", h->folder, name);
    snprintf(s.path, sizeof s.path, "/api/work/%" PRId64 "/files/%s", o->job, name);
    return send_file(&s, file, e);
}

static int send_all(struct there *t, struct order *o, const struct hand_in *h, struct store_error *e)
{
    char name[HAND_IN_NAME];
    int bad = STORE_OK;
    for (unsigned n = 0; !bad && hand_in_nth(o, n, name); n++)
        bad = send_named(t, o, h, name, e);
    return bad;
}

static int hand_in(struct queue *q, struct order *o, const struct hand_in *h, const struct wish *next,
                   struct store_error *e)
{
    static const struct wish none;
    const struct wish *w = next ? next : &none;
    char played[32], *body = NULL;
    snprintf(played, sizeof played, "%" PRId64, h->played_ms);
    const char *const field[] = { "why",          *h->why ? h->why : NULL,
                                  "bot_is_wrong", h->bot_is_wrong ? "1" : NULL,
                                  "played_ms",    played,
                                  "next",         next ? "1" : NULL,
                                  WISHES(w),      NULL };
    int bad = send_all(own(q), o, h, e);
    bad = bad ? bad : post_about(own(q), o, "done", field, &body, true, e);
    if (!bad && next && !order_parse(body, o))
        o->job = 0;
    free(body);
    return bad;
}

static int back(struct queue *q, const struct order *o, const struct hand_back *b, struct store_error *e)
{
    char absent[32];
    snprintf(absent, sizeof absent, "%" PRId64, b->absent);
    const char *const field[] = { "why",     b->why,
                                  "nobodys", b->nobodys ? "1" : NULL,
                                  "at_once", b->at_once ? "1" : NULL,
                                  "absent",  b->absent ? absent : NULL,
                                  "left",    b->left ? "1" : NULL,
                                  NULL };
    return post_about(own(q), o, "back", field, NULL, false, e);
}

static int seen(struct queue *q, const char *name, const char *about, struct store_error *e)
{
    const char *const field[] = { "about", about, NULL };
    (void)name;
    return post(own(q), "/api/work/seen", field, NULL, e);
}

/* Libcurl asks about once a second: not 0 ends the call. */
static int is_over(void *over, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    (void)a, (void)b, (void)c, (void)d;
    return over && atomic_load((const atomic_bool *)over);
}

static void close_there(struct queue *q)
{
    struct there *t = own(q);
    curl_slist_free_all(t->headers);
    if (t->curl)
        curl_easy_cleanup(t->curl);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

static bool set_always(struct there *t)
{
    char line[128];
    snprintf(line, sizeof line, "Authorization: Bearer %.64s", t->site.token);
    t->headers = curl_slist_append(NULL, line);
    if (!t->curl || !t->headers)
        return false;
    received_from(t->curl, t->site.server, t->site.ca, t->why);
    curl_easy_setopt(t->curl, CURLOPT_XFERINFOFUNCTION, is_over);
    curl_easy_setopt(t->curl, CURLOPT_NOPROGRESS, 0L);
    return true;
}

struct queue *queue_remote(const struct queue_site *s)
{
    struct there *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->site = *s;
    pthread_mutex_init(&t->lock, NULL);
    t->queue = (struct queue){ lease, beat, fetch, live, hand_in, back, seen, close_there };
    t->curl = curl_easy_init();
    if (set_always(t))
        return &t->queue;
    close_there(&t->queue);
    return NULL;
}
