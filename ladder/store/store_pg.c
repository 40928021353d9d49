/* store_pg: transactions with PostgreSQL.  Read committed: what must not change under a transaction it locks
 * by updating it first.  One that met another one, or whose connection was lost before the commit, is run
 * again. */
#include <stdio.h>
#include <string.h>

#include "cli/now.h"
#include "store_state.h"

static void notify(struct db *db)
{
    char text[64];
    for (unsigned i = 0; i < TOPICS; i++) {
        if (!(db->touched >> i & 1))
            continue;
        snprintf(text, sizeof text, "notify fiel_%s", topic_names[i]);
        db_script(db, text);
    }
}

/* The commit that gets no answer may have happened: nobody may do it again without looking. */
static void commit(struct db *db)
{
    int64_t began = now_us();
    db_script(db, "commit");
    commit_over(db->store, began);
    if (!db->broken)
        return;
    db->again = false;
    db->error.code = STORE_OK;
    db_refuse(db, STORE_ENVIRONMENT,
              "the database server was lost at the commit: look whether it was done, then try again");
}

static void run(struct db *db, store_tx *tx, void *arg)
{
    db->error = (struct store_error){ 0 };
    db->again = db->broken = false;
    db->touched = 0;
    pg_clock(db);
    db_script(db, "begin");
    if (!db_failed(db))
        tx(db, arg);
    notify(db);
    if (!db_failed(db)) {
        commit(db);
    } else if (!db->broken) {
        struct store_error why = db->error;
        db->error = (struct store_error){ 0 };
        db_script(db, "rollback");
        if (db_failed(db))
            db->broken = true;
        db->error = why;
    }
}

int pg_write(struct store *s, store_tx *tx, void *arg, struct store_error *e)
{
    enum { TRIES = 2 * POOL + 4 }; /* all of the pool may be of a server that was restarted */
    int code = STORE_OK;
    for (unsigned i = 0; i < TRIES; i++) {
        struct db *db = pool_take(s, e);
        if (!db)
            return (int)e->code;
        run(db, tx, arg);
        bool again = db->again;
        *e = db->error;
        code = (int)e->code;
        pool_give(s, db);
        if (!again)
            break;
    }
    return code;
}
