/* store_writer: SQLite has one writer at a time, so one thread writes for all.
 *
 * Whoever calls waits until what it asked for is committed.  All that waits when the thread is free again
 * goes into one commit, which costs one fsync; a transaction that is refused is taken back alone, by its
 * savepoint. */
#include <stdlib.h>

#include "db_sqlite.h"
#include "store_state.h"

struct write {
    store_tx *tx;
    void *arg;
    struct store_error *error;
    bool done;
    struct write *next;
};
struct writer {
    struct store *store;
    struct db *db;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t work, done;
    struct write *first, **last;
    bool stop;
};

/* One transaction inside of the commit. */
static void run_one(struct db *db, struct write *w, unsigned *touched)
{
    db->error = (struct store_error){ 0 };
    db->touched = 0;
    db_script(db, "savepoint one");
    w->tx(db, w->arg);
    *w->error = db->error;
    if (!db_failed(db)) *touched |= db->touched;
    db->error = (struct store_error){ 0 };
    if (w->error->code) db_script(db, "rollback to one");
    db_script(db, "release one");
}

/* All of them, or none when the disk does not take it: then every one gets that error. */
static unsigned run_batch(struct db *db, struct write *batch)
{
    sqlite3 *file = db_sqlite_handle(db);
    unsigned touched = 0;
    struct store_error broken = { 0 };
    db->error = (struct store_error){ 0 };
    db_script(db, "begin immediate");
    for (struct write *w = batch; w && !db_failed(db); w = w->next) {
        run_one(db, w, &touched);
        if (sqlite3_get_autocommit(file)) { /* an error so hard that SQLite has taken everything back */
            broken = *w->error;
            break;
        }
    }
    if (!broken.code) db_script(db, "commit");
    if (db_failed(db)) broken = db->error;
    if (!broken.code) return touched;
    db->error = (struct store_error){ 0 };
    if (!sqlite3_get_autocommit(file)) db_script(db, "rollback");
    for (struct write *w = batch; w; w = w->next) *w->error = broken;
    return 0;
}

static void *writer_run(void *arg)
{
    struct writer *w = arg;
    pthread_mutex_lock(&w->mutex);
    for (;;) {
        while (!w->first && !w->stop) pthread_cond_wait(&w->work, &w->mutex);
        struct write *batch = w->first;
        if (!batch) break;
        w->first = NULL;
        w->last = &w->first;
        pthread_mutex_unlock(&w->mutex);
        unsigned touched = run_batch(w->db, batch);
        topics_wake(w->store, touched);
        pthread_mutex_lock(&w->mutex);
        for (struct write *next; batch; batch = next) { /* gone as soon as its caller sees it done */
            next = batch->next;
            batch->done = true;
        }
        pthread_cond_broadcast(&w->done);
    }
    pthread_mutex_unlock(&w->mutex);
    return NULL;
}

int writer_write(struct store *s, store_tx *tx, void *arg, struct store_error *e)
{
    struct writer *w = s->writer;
    struct write mine = { .tx = tx, .arg = arg, .error = e };
    pthread_mutex_lock(&w->mutex);
    *w->last = &mine;
    w->last = &mine.next;
    pthread_cond_signal(&w->work);
    while (!mine.done) pthread_cond_wait(&w->done, &w->mutex);
    pthread_mutex_unlock(&w->mutex);
    return (int)e->code;
}

int writer_start(struct store *s, struct store_error *e)
{
    struct writer *w = calloc(1, sizeof *w);
    if (!w) return store_fail(e, STORE_ENVIRONMENT, "there is not enough memory");
    w->store = s;
    w->last = &w->first;
    w->db = db_sqlite_open(s, s->where, s->mode, e);
    if (!w->db) return free(w), (int)e->code;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->work, NULL);
    pthread_cond_init(&w->done, NULL);
    if (pthread_create(&w->thread, NULL, writer_run, w)) {
        db_close(w->db);
        free(w);
        return store_fail(e, STORE_ENVIRONMENT, "no thread can be started: raise the limit on processes");
    }
    s->writer = w;
    return STORE_OK;
}

void writer_stop(struct store *s)
{
    struct writer *w = s->writer;
    if (!w) return;
    pthread_mutex_lock(&w->mutex);
    w->stop = true;
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    db_close(w->db);
    pthread_cond_destroy(&w->done);
    pthread_cond_destroy(&w->work);
    pthread_mutex_destroy(&w->mutex);
    free(w);
    s->writer = NULL;
}
