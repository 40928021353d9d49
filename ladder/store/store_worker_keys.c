/* store_worker_keys: who may ask for jobs.  A key opens nothing but the calls of WORKER.md: no person, no page, no database. */
#include <string.h>

#include "store_state.h"
#include "store_workers.h"

#define KEY_FIELDS(X, W) \
    X(INT, id, "k.id") \
    X(TEXT, name, "k.name") \
    X(TEXT, host, "k.host") \
    X(BOOL, admits, "k.admits") \
    X(BOOL, unheld, "k.unheld") \
    X(BOOL, revoked, "k.revoked_ms") \
    X(INT, created_ms, "k.created_ms") \
    X(INT, used_ms, "k.used_ms")
static ROW_READ(key_read, struct worker_key, KEY_FIELDS);

/* The row is the key, and then its hash. */
static void key_add(struct db *db, void *arg)
{
    const struct change *a = arg;
    const void *const *row = a->what;
    const struct worker_key *k = row[0];
    int64_t id = db_insert(
        db,
        "insert into worker_key(name, host, hash, admits, unheld, created_ms, used_ms, revoked_ms)"
        " values($1, $2, $3, $4, $5, $6, 0, 0) returning id",
        ARGS(NAME(k->name), NAME(k->host), HASH_OF(row[1]), INT(k->admits), INT(k->unheld), INT(store_now(db->store))));
    trail_about(db, a->actor, "worker-key-new", "worker-key", id, k->name);
}

int store_worker_key_add(struct store *s, const struct worker_key *k, const uint8_t hash[STORE_HASH], const char *actor,
                         struct store_error *e)
{
    struct change a = { .what = (const void *const[]){ k, hash }, .actor = actor };
    int code = store_write(s, key_add, &a, e);
    if (code == STORE_EXISTS)
        return store_fail(e, STORE_EXISTS, "there is a worker's key '%.40s', or was one: choose another name", k->name);
    return code;
}

int store_worker_key(struct store *s, const uint8_t hash[STORE_HASH], struct worker_key *out, struct store_error *e)
{
    struct listing l = { .read = key_read, .out = out, .size = sizeof *out, .max = 1 };
    struct store_error ignored;
    query_with(&l.query, SELECT(KEY_FIELDS) " from worker_key k where k.hash = $1 and k.revoked_ms = 0",
               ARGS(HASH_OF(hash)));
    if (store_one(s, &l, e, "there is no such worker's key, or it was revoked: ask the host for one"))
        return (int)e->code;
    if (s->mode != STORE_READ && store_now(s) - out->used_ms >= 60000) /* a hint, as of a session */
        store_do(s, &ignored, "update worker_key set used_ms = $2 where id = $1",
                 ARGS(INT(out->id), INT(store_now(s))));
    return STORE_OK;
}

int store_worker_keys(struct store *s, int64_t after, struct worker_key *out, size_t max, size_t *n,
                      struct store_error *e)
{
    struct listing l = { .read = key_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, SELECT(KEY_FIELDS) " from worker_key k where 1 = 1");
    query_and(&l.query, "k.id > ", INT(after));
    query_page(&l.query, "k.id", max);
    return store_list(s, &l, n, e);
}

static void key_revoke(struct db *db, void *arg)
{
    const struct change *r = arg;
    const char *name = r->what;
    int64_t now = store_now(db->store),
            id = db_number(db, 0, "select id from worker_key where name = $1 and revoked_ms = 0", ARGS(NAME(name)));
    if (!id)
        db_refuse(db, STORE_NOT_FOUND, "there is no worker's key '%.40s' that is good: `fiel-ladder worker-key list`",
                  name);
    db_do(db, "update worker_key set revoked_ms = $2 where id = $1", ARGS(INT(id), INT(now)));
    db_do(db, "delete from live where job in (select id from job where state = 'leased' and keyed = $1)",
          ARGS(INT(id)));
    db_do(db, "update job set state = 'queued', until_ms = 0, ready_ms = 0 where state = 'leased' and keyed = $1",
          ARGS(INT(id)));
    trail_about(db, r->actor, "worker-key-revoked", "worker-key", id, name);
    db_touch(db, TOPIC_JOBS);
}

int store_worker_key_revoke(struct store *s, const char *name, const char *actor, struct store_error *e)
{
    return store_write(s, key_revoke, &(struct change){ .what = name, .actor = actor }, e);
}
