/* queue: from where a worker has its jobs and to where it brings what came of them: the functions of the site in whose process it
 * runs, or the calls of a site elsewhere (API.md, "Workers"), which do the same functions there.
 *
 * Calls return a store_code with a sentence, as the store's.  One hand uses a queue; `live` may come from another thread. */
#ifndef FIEL_LADDER_QUEUE_H
#define FIEL_LADDER_QUEUE_H

#include <stdatomic.h>

#include "filing/hand_in.h"

enum { WORKER_LEASE_MS = 60000, WORKER_WAIT_S = 25 };

struct queue {
    /* STORE_NOT_FOUND: nothing is due, nor was so many seconds long, or *over. */
    int (*lease)(struct queue *q, const struct wish *w, unsigned wait_s, const atomic_bool *over, struct order *out,
                 struct store_error *e);
    /* Good for WORKER_LEASE_MS more; STORE_STALE: it is lost. */
    int (*beat)(struct queue *q, struct order *o, struct store_error *e);
    /* An archive or a record that the order names. */
    int (*fetch)(struct queue *q, const struct order *o, const uint8_t hash[STORE_HASH], struct store_bytes *out,
                 struct store_error *e);
    /* Lines, or none: a question.  *watched: somebody watches, more are worth sending. */
    int (*live)(struct queue *q, const struct order *o, int64_t first, const char *const *line, size_t lines,
                bool *watched, struct store_error *e);
    /* As hand_in_file.  `next`, which may be NULL: where a job comes along with the answer, *o is its order, else o->job is 0 or as it was. */
    int (*hand_in)(struct queue *q, struct order *o, const struct hand_in *h, const struct wish *next,
                   struct store_error *e);
    /* As hand_back. */
    int (*back)(struct queue *q, const struct order *o, const struct hand_back *b, struct store_error *e);
    int (*seen)(struct queue *q, const char *name, const char *about, struct store_error *e);
    void (*close)(struct queue *q);
};

/* Of this process's own store; NULL without memory.  Closing it leaves the store open. */
struct queue *queue_local(struct store *s);

/* Of a site elsewhere. */
struct queue_site {
    const char *server, *ca; /* "https://ladder.example"; ca: who vouches for it, NULL: the machine's authorities */
    const char *token;       /* the worker's key */
    const char *hand;        /* which of the key's workers this one is */
    const char *kept;        /* the folder in which the machine keeps what it fetched (kept.h); NULL: none */
};
/* A queue by the API of a site.  NULL: no memory, or no libcurl. */
struct queue *queue_remote(const struct queue_site *s);
void queue_close(struct queue *q); /* NULL is fine */
/* So many milliseconds, or until *over, which may be NULL. */
void queue_rest(unsigned ms, const atomic_bool *over);

#endif
