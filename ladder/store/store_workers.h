/* store_workers: workers and their keys. */
#ifndef FIEL_LADDER_STORE_WORKERS_H
#define FIEL_LADDER_STORE_WORKERS_H

#include "store.h"

/* GONE: it holds no lease and was not heard of for two minutes; every half minute it says that it is here. */
enum worker_state { WORKER_PLAYS, WORKER_WAITS, WORKER_GONE, WORKER_STATES };
extern const char *const worker_state_names[WORKER_STATES];
enum { WORKER_GONE_MS = 120000 };
struct worker {
    char name[STORE_NAME], about[STORE_TEXT];
    int64_t started_ms, seen_ms;
    int64_t leased; /* jobs it holds; filled on reading, as its state is */
    enum worker_state state;
};
/* "I am here": every half minute. */
int store_worker_seen(struct store *s, const char *name, const char *about, struct store_error *e);
int store_workers(struct store *s, int64_t seen_since_ms, struct worker *out, size_t max, size_t *n,
                  struct store_error *e);
/* How many are not gone, without a limit. */
int store_working(struct store *s, int64_t *n, struct store_error *e);

/* A worker's key: who may ask for jobs, as a hash of its token.  Keys of one host are of one hand: none rechecks another's pairs. */
struct worker_key {
    int64_t id;
    char name[STORE_NAME], host[STORE_NAME]; /* names are unique, also of those that were revoked */
    bool admits;                             /* may validate and build what authors send: its word is then what plays */
    bool unheld;                             /* may file pairs of authors' bots that no strict jail held */
    bool revoked;
    int64_t created_ms, used_ms /* to the minute */;
};
int store_worker_key_add(struct store *s, const struct worker_key *k, const uint8_t hash[STORE_HASH], const char *actor,
                         struct store_error *e);
/* STORE_NOT_FOUND also when it is revoked. */
int store_worker_key(struct store *s, const uint8_t hash[STORE_HASH], struct worker_key *out, struct store_error *e);
int store_worker_keys(struct store *s, int64_t after, struct worker_key *out, size_t max, size_t *n,
                      struct store_error *e);
/* What it holds goes back to the queue, without blame.  STORE_NOT_FOUND: there is no such key, or it is revoked. */
int store_worker_key_revoke(struct store *s, const char *name, const char *actor, struct store_error *e);

#endif
