/* queue_local: the site's own functions. */
#include <stdlib.h>

#include "cli/now.h"
#include "queue.h"
#include "store/store_live.h"
#include "store/store_workers.h"

struct here {
    struct queue queue;
    struct store *store;
    uint64_t ticket;
};

static struct store *store_of(struct queue *q) { return ((struct here *)(void *)q)->store; }

static int lease(struct queue *q, const struct wish *w, unsigned wait_s, const atomic_bool *over, struct order *out,
                 struct store_error *e)
{
    enum { LOOK_MS = 2000 }; /* what time alone makes due wakes nobody */
    int64_t until_ms = now_ms() + 1000 * (int64_t)wait_s;
    int bad;
    while ((bad = store_lease(store_of(q), w, out, e)) == STORE_NOT_FOUND && now_ms() < until_ms && !atomic_load(over))
        store_wait(store_of(q), TOPIC_JOBS, &((struct here *)(void *)q)->ticket, LOOK_MS);
    return bad;
}

static int beat(struct queue *q, struct order *o, struct store_error *e)
{
    return store_beat(store_of(q), o, WORKER_LEASE_MS, e);
}

static int fetch(struct queue *q, const struct order *o, const uint8_t hash[STORE_HASH], struct store_bytes *out,
                 struct store_error *e)
{
    (void)o;
    return store_get(store_of(q), hash, out, e);
}

static int live(struct queue *q, const struct order *o, int64_t first, const char *const *line, size_t lines,
                bool *watched, struct store_error *e)
{
    int bad = lines ? store_live_add(store_of(q), o, first, line, lines, e) : STORE_OK;
    return bad ? bad : store_live_asked(store_of(q), o, watched, e);
}

static int hand_in(struct queue *q, struct order *o, const struct hand_in *h, const struct wish *next,
                   struct store_error *e)
{
    (void)next; /* it is near enough to be asked */
    return hand_in_file(store_of(q), o, h, e);
}

static int back(struct queue *q, const struct order *o, const struct hand_back *b, struct store_error *e)
{
    return hand_back(store_of(q), o, b, e);
}

static int seen(struct queue *q, const char *name, const char *about, struct store_error *e)
{
    return store_worker_seen(store_of(q), name, about, e);
}

static void close_here(struct queue *q) { free(q); }

struct queue *queue_local(struct store *s)
{
    struct here *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->store = s;
    h->queue = (struct queue){ lease, beat, fetch, live, hand_in, back, seen, close_here };
    return &h->queue;
}

void queue_close(struct queue *q)
{
    if (q)
        q->close(q);
}
