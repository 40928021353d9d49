/* store_pool: the connections, the clock, and for how long commits take. */
#include <time.h>

#include "cli/now.h"
#include "db_pg.h"
#include "db_sqlite.h"
#include "store_state.h"

/* --- the pool ------------------------------------------------------------------------------------- */

static struct db *connect_new(struct store *s, struct store_error *e)
{
    struct db *db = s->dialect == DB_PG ? db_pg_open(s, s->where, e) : db_sqlite_open(s, s->where, STORE_READ, e);
    if (db && s->dialect == DB_PG && s->mode == STORE_READ) {
        db_script(db, "set default_transaction_read_only to on");
        if (db_failed(db))
            *e = db->error, db_close(db), db = NULL;
    }
    return db;
}

struct db *pool_take(struct store *s, struct store_error *e)
{
    struct db *db = NULL;
    pthread_mutex_lock(&s->mutex);
    while (!s->idle_count && s->in_use == POOL)
        pthread_cond_wait(&s->idle_again, &s->mutex);
    if (s->idle_count)
        db = s->idle[--s->idle_count];
    s->in_use++;
    pthread_mutex_unlock(&s->mutex);
    if (db || (db = connect_new(s, e)))
        return db;
    pthread_mutex_lock(&s->mutex);
    s->in_use--;
    pthread_cond_signal(&s->idle_again);
    pthread_mutex_unlock(&s->mutex);
    return NULL;
}

void pool_give(struct store *s, struct db *db)
{
    bool keep = !db->broken;
    if (!keep)
        db_close(db);
    pthread_mutex_lock(&s->mutex);
    if (keep)
        s->idle[s->idle_count++] = db;
    s->in_use--;
    pthread_cond_signal(&s->idle_again);
    pthread_mutex_unlock(&s->mutex);
}

/* --- the clock ------------------------------------------------------------------------------------ */

static int64_t milliseconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t store_now(struct store *s)
{
    int64_t now = s->dialect == DB_PG ? now_ms() + s->server_ms : milliseconds(CLOCK_REALTIME);
    return now + s->shift_ms;
}

void store_shift(struct store *s, int64_t ms) { s->shift_ms += ms; }

void pg_clock(struct db *db)
{
    struct store *s = db->store;
    int64_t server;
    if (db->dialect != DB_PG || now_ms() < s->clock_due_ms)
        return;
    server = db_number(db, 0, "select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)", NONE);
    if (db_failed(db))
        return;
    s->server_ms = server - now_ms();
    s->clock_due_ms = now_ms() + 60000;
}

/* --- commits ------------------------------------------------------------------------------------- */

void commit_over(struct store *s, int64_t began_us) { histogram_add(&s->times.commits, now_us() - began_us); }

struct store_times *store_times(struct store *s) { return &s->times; }
