/* store_writer: SQLite has one writer at a time, so one connection writes for all.
 *
 * The thread that finds it free takes all that waits, its own among it, and makes one commit of it, which costs one
 * fsync; the others wait until what they asked for is committed, or until the connection is free.  A
 * transaction that is refused is taken back alone, by its savepoint. */
#include <stdlib.h>

#include "cli/now.h"
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
    struct db *db;
    pthread_mutex_t mutex;
    pthread_cond_t turn; /* something was committed */
    struct write *first, **last;
    bool busy;
};

/* One transaction inside of the commit. */
static void run_one(struct db *db, struct write *w, unsigned *touched)
{
    db->error = (struct store_error){ 0 };
    db->touched = 0;
    db_script(db, "savepoint one");
    w->tx(db, w->arg);
    *w->error = db->error;
    if (!db_failed(db))
        *touched |= db->touched;
    db->error = (struct store_error){ 0 };
    if (w->error->code)
        db_script(db, "rollback to one");
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
    int64_t began = now_us();
    if (!broken.code)
        db_script(db, "commit");
    commit_over(db->store, began);
    if (db_failed(db))
        broken = db->error;
    if (!broken.code)
        return touched;
    db->error = (struct store_error){ 0 };
    if (!sqlite3_get_autocommit(file))
        db_script(db, "rollback");
    for (struct write *w = batch; w; w = w->next)
        *w->error = broken;
    return 0;
}

/* With the mutex held, which is let go meanwhile. */
static void commit_all(struct store *s)
{
    struct writer *w = s->writer;
    struct write *batch = w->first, *next;
    w->first = NULL;
    w->last = &w->first;
    w->busy = true;
    pthread_mutex_unlock(&w->mutex);
    topics_wake(s, run_batch(w->db, batch));
    pthread_mutex_lock(&w->mutex);
    for (; batch; batch = next) { /* gone as soon as its caller sees it done */
        next = batch->next;
        batch->done = true;
    }
    w->busy = false;
    pthread_cond_broadcast(&w->turn);
}

int writer_write(struct store *s, store_tx *tx, void *arg, struct store_error *e)
{
    struct writer *w = s->writer;
    struct write mine = { .tx = tx, .arg = arg, .error = e };
    pthread_mutex_lock(&w->mutex);
    *w->last = &mine;
    w->last = &mine.next;
    while (!mine.done)
        if (w->busy)
            pthread_cond_wait(&w->turn, &w->mutex);
        else
            commit_all(s);
    pthread_mutex_unlock(&w->mutex);
    return (int)e->code;
}

int writer_start(struct store *s, struct store_error *e)
{
    struct writer *w = calloc(1, sizeof *w);
    if (!w)
        return store_fail(e, STORE_ENVIRONMENT, "there is not enough memory");
    w->last = &w->first;
    w->db = db_sqlite_open(s, s->where, s->mode, e);
    if (!w->db)
        return free(w), (int)e->code;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->turn, NULL);
    s->writer = w;
    return STORE_OK;
}

void writer_stop(struct store *s)
{
    struct writer *w = s->writer;
    if (!w)
        return;
    db_close(w->db);
    pthread_cond_destroy(&w->turn);
    pthread_mutex_destroy(&w->mutex);
    free(w);
    s->writer = NULL;
}
