/* store: the one door to its rows: a reading on any connection, a writing by the one that writes. */
#include "store.h"

#include "store_state.h"

/* One reading; *again when the connection was lost and a new one may do. */
static int read_once(struct store *s, store_tx *tx, void *arg, bool *again, struct store_error *e)
{
    struct db *db = pool_take(s, e);
    *again = false;
    if (!db)
        return (int)e->code;
    db->error = (struct store_error){ 0 };
    db->again = db->broken = false;
    pg_clock(db);
    tx(db, arg);
    if (db_failed(db))
        *e = db->error;
    *again = db->broken;
    enum store_code code = db->error.code;
    pool_give(s, db);
    return (int)code;
}

int store_read(struct store *s, store_tx *tx, void *arg, struct store_error *e)
{
    bool again;
    int code = STORE_OK;
    e->code = STORE_OK;
    for (unsigned i = 0; i <= POOL; i++) { /* all of the pool may be of a server that was restarted */
        code = read_once(s, tx, arg, &again, e);
        if (!again)
            break;
    }
    return code;
}

int store_write(struct store *s, store_tx *tx, void *arg, struct store_error *e)
{
    e->code = STORE_OK;
    if (s->mode == STORE_READ)
        return store_fail(e, STORE_INVALID, "the store is open for reading only");
    return s->dialect == DB_PG ? pg_write(s, tx, arg, e) : writer_write(s, tx, arg, e);
}

int store_add(struct store *s, store_tx *tx, const void *what, const char *actor, int64_t *id, struct store_error *e)
{
    struct change a = { .what = what, .actor = actor };
    int code = store_write(s, tx, &a, e);
    *id = code ? 0 : a.id;
    return code;
}

struct statement {
    const char *sql;
    const struct db_value *value;
    unsigned values;
    int64_t *number; /* that is read */
};

static void do_one(struct db *db, void *arg)
{
    const struct statement *t = arg;
    db_do(db, t->sql, t->value, t->values);
}

int store_do(struct store *s, struct store_error *e, const char *sql, const struct db_value *v, unsigned n)
{
    return store_write(s, do_one, &(struct statement){ sql, v, n, NULL }, e);
}

static void read_one(struct db *db, void *arg)
{
    const struct statement *t = arg;
    *t->number = db_number(db, 0, t->sql, t->value, t->values);
}

int store_number(struct store *s, int64_t *out, struct store_error *e, const char *sql, const struct db_value *v,
                 unsigned n)
{
    *out = 0;
    return store_read(s, read_one, &(struct statement){ sql, v, n, out }, e);
}
