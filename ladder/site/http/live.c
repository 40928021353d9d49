/* live: rooms, one a match that is watched, and the watchers in them. */
#include "live.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/now.h"

enum { KEPT = STORE_LIVE_LINES, PUT_MOST = 16 << 10, QUIET_SECONDS = 15 };

struct live_line {
    int64_t number;
    char *text;
};

struct room {
    int64_t job, pair;
    unsigned held;               /* by watchers, and by who reads for it */
    struct live_line line[KEPT]; /* a ring */
    size_t first, count;
    int64_t last, hand; /* numbers of the newest line, and of the newest that begins a hand */
    bool over;
    struct room *next;
};

struct live_feed {
    pthread_mutex_t lock;
    struct room *rooms;
};

struct watcher {
    struct live_feed *feed;
    struct room *room;
    int64_t after; /* the number that the watcher has */
    time_t spoken; /* when something was put last */
    bool begun;
};

struct live_feed *live_open(void)
{
    struct live_feed *h = calloc(1, sizeof *h);
    if (h)
        pthread_mutex_init(&h->lock, NULL);
    return h;
}

static void room_free(struct room *r)
{
    for (size_t i = 0; i < r->count; i++)
        free(r->line[(r->first + i) % KEPT].text);
    free(r);
}

void live_close(struct live_feed *h)
{
    if (!h)
        return;
    while (h->rooms) {
        struct room *r = h->rooms;
        h->rooms = r->next;
        room_free(r);
    }
    pthread_mutex_destroy(&h->lock);
    free(h);
}

/* --- rooms, under the lock -------------------------------------------------------------------------------------------- */

/* The room of this match, held once more; NULL: no memory. */
static struct room *room_enter(struct live_feed *h, int64_t job, int64_t pair)
{
    struct room *r = h->rooms;
    while (r && r->job != job)
        r = r->next;
    if (!r && (r = calloc(1, sizeof *r))) {
        r->job = job;
        r->pair = pair;
        r->next = h->rooms;
        h->rooms = r;
    }
    if (r)
        r->held++;
    return r;
}

static void room_leave(struct live_feed *h, struct room *r)
{
    struct room **at = &h->rooms;
    if (--r->held)
        return;
    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
    room_free(r);
}

static bool begins_hand(const char *text)
{
    return !strncmp(text, "{\"event\":\"hand\"", 15) || !strncmp(text, "{\"event\":\"closed-hand\"", 22);
}

static void room_add(struct room *r, int64_t number, const char *text, size_t size)
{
    char *copy = number > r->last ? strndup(text, size) : NULL;
    if (!copy)
        return; /* known already, or no memory: watchers go on with what comes */
    if (r->count == KEPT) {
        free(r->line[r->first].text);
        r->first = (r->first + 1) % KEPT;
        r->count--;
    }
    r->line[(r->first + r->count++) % KEPT] = (struct live_line){ number, copy };
    r->last = number;
    if (begins_hand(copy))
        r->hand = number;
}

/* --- from the store ----------------------------------------------------------------------------------------------------- */

/* The lines of one answer end with number `last` and go up to it by one; where a batch was lost before them their numbers are too
 * high, which nobody can tell. */
static void room_take(struct live_feed *h, struct room *r, const char *text, int64_t last)
{
    int64_t before = 1;
    for (const char *c = text; *c; c++)
        before += *c == '\n';
    pthread_mutex_lock(&h->lock);
    for (const char *at = text; before; at += strcspn(at, "\n") + 1)
        room_add(r, last - --before, at, strcspn(at, "\n"));
    pthread_mutex_unlock(&h->lock);
}

/* Everything behind the room's last line. */
static int room_read(struct live_feed *h, struct store *s, struct room *r, bool *news, struct store_error *e)
{
    OWNED char *text = malloc(STORE_LIVE);
    int bad = text ? STORE_OK : STORE_ENVIRONMENT;
    pthread_mutex_lock(&h->lock);
    int64_t after = r->last, last = after;
    pthread_mutex_unlock(&h->lock);
    *news = false;
    if (bad)
        *e = (struct store_error){ .code = STORE_ENVIRONMENT, .text = "no memory" };
    while (!bad && !(bad = store_live_lines(s, r->job, after, text, &last, e)) && last > after) {
        room_take(h, r, text, last);
        after = last;
        *news = true;
    }
    return bad;
}

static int room_look(struct live_feed *h, struct store *s, struct room *r, struct store_error *e)
{
    struct pair pair;
    bool news;
    int bad = store_live_watch(s, r->job, e);
    if (!bad)
        bad = room_read(h, s, r, &news, e);
    if (bad || news)
        return bad;
    bad = store_pair(s, r->pair, &pair, e);
    pthread_mutex_lock(&h->lock);
    r->over = bad == STORE_NOT_FOUND || (!bad && pair.state != PAIR_OPEN);
    pthread_mutex_unlock(&h->lock);
    return bad == STORE_NOT_FOUND ? STORE_OK : bad;
}

int live_look(struct live_feed *h, struct store *s, struct store_error *e)
{
    int bad = STORE_OK;
    pthread_mutex_lock(&h->lock);
    struct room *r = h->rooms;
    if (r)
        r->held++;
    while (r) {
        pthread_mutex_unlock(&h->lock);
        if (!bad)
            bad = room_look(h, s, r, e);
        pthread_mutex_lock(&h->lock);
        struct room *next = r->next;
        if (next)
            next->held++;
        room_leave(h, r);
        r = next;
    }
    pthread_mutex_unlock(&h->lock);
    return bad;
}

/* --- a watcher ------------------------------------------------------------------------------------------------------------ */

/* Where a watcher goes on: behind what they have, or with the newest hand. */
static size_t place_of(struct watcher *w)
{
    const struct room *r = w->room;
    size_t i = r->count;
    bool behind = !w->after || (r->count && w->after < r->line[r->first].number - 1);
    if (behind && r->hand)
        w->after = r->hand - 1;
    while (i && r->line[(r->first + i - 1) % KEPT].number > w->after)
        i--;
    return i;
}

static bool put_lines(struct watcher *w, struct page *out)
{
    const struct room *r = w->room;
    size_t before = out->size;
    for (size_t i = place_of(w); i < r->count && out->size < PUT_MOST; i++) {
        const struct live_line *l = &r->line[(r->first + i) % KEPT];
        page_fill(out, "id: {d}\ndata: {h}\n\n", l->number, l->text);
        w->after = l->number;
    }
    return out->size > before;
}

static bool watcher_next(void *state, struct page *out)
{
    struct watcher *w = state;
    time_t at = now_ms() / 1000;
    if (!w->begun)
        page_put(out, "retry: 1000\n\n"); /* ms after which a browser that lost the connection comes back */
    pthread_mutex_lock(&w->feed->lock);
    bool news = put_lines(w, out), over = w->room->over && !news;
    pthread_mutex_unlock(&w->feed->lock);
    if (over)
        page_put(out, "event: over\ndata: {}\n\n");
    else if (!news && at - w->spoken >= QUIET_SECONDS)
        page_put(out, ": \n\n"); /* finds out who has gone without a word */
    if (out->size)
        w->spoken = at;
    w->begun = true;
    return !over;
}

static void watcher_end(void *state)
{
    struct watcher *w = state;
    pthread_mutex_lock(&w->feed->lock);
    room_leave(w->feed, w->room);
    pthread_mutex_unlock(&w->feed->lock);
    free(w);
}

struct http_stream *live_stream(struct live_feed *h, struct store *s, const struct live_match *m, int64_t after,
                                struct store_error *e)
{
    struct watcher *w = calloc(1, sizeof *w);
    struct http_stream *x = malloc(sizeof *x);
    bool news, empty;
    if (!w || !x)
        goto none;
    pthread_mutex_lock(&h->lock);
    struct room *r = room_enter(h, m->job, m->pair);
    empty = r && !r->last;
    pthread_mutex_unlock(&h->lock);
    if (!r)
        goto none;
    *w = (struct watcher){ .feed = h, .room = r, .after = after };
    *x = (struct http_stream){ watcher_next, watcher_end, w };
    if (!store_live_watch(s, m->job, e) && (!empty || !room_read(h, s, r, &news, e)))
        return x;
    watcher_end(w);
    free(x);
    return NULL;
none:
    free(w);
    free(x);
    *e = (struct store_error){ .code = STORE_ENVIRONMENT, .text = "no memory" };
    return NULL;
}
