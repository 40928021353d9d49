/* store_copy: a backup of SQLite, and the move from one kind of store to the other. */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db_sqlite.h"
#include "cli/path.h"
#include "store_schema.h"
#include "store_state.h"

/* --- rows, whatever they are ---------------------------------------------------------------------- */

enum { PAGE = 2000, COLUMNS = 40, KEYS = 2 };
struct copied_table {
    const char *name, *key;
    char columns[1024]; /* "id, name, ..." */
    unsigned count;
    unsigned key_at[KEYS], keys; /* where the key's columns are */
};

/* Where the columns of a blob's row are in `v` below. */
enum { BLOB_HASH, BLOB_SIZE, BLOB_CREATED, BLOB_SEASON };

/* A row of a table; values are good until it returns. */
typedef void row_take(void *arg, const struct copied_table *t, const struct db_value *v);

static bool key_names(const char *key, const char *name, unsigned number)
{
    char first[32] = "", second[32] = "";
    sscanf(key, "%31[^,], %31s", first, second);
    return !strcmp(number ? second : first, name);
}

/* The columns that both kinds have: not the bytes of a blob. */
static void table_learn(struct db *db, struct copied_table *t)
{
    struct db_rows rows;
    char sql[64];
    snprintf(sql, sizeof sql, "select * from %s limit 0", t->name);
    db_query(db, &rows, sql, NONE);
    t->count = t->keys = 0;
    t->columns[0] = '\0';
    for (unsigned i = 0; i < db_columns(&rows); i++) {
        const char *name = db_column_name(&rows, i);
        size_t used = strlen(t->columns);
        if (!strcmp(name, "bytes"))
            continue;
        snprintf(t->columns + used, sizeof t->columns - used, "%s%s", used ? ", " : "", name);
        for (unsigned k = 0; k < KEYS; k++)
            if (key_names(t->key, name, k))
                t->key_at[k] = t->count, t->keys = k + 1 > t->keys ? k + 1 : t->keys;
        t->count++;
    }
    db_end(&rows);
}

/* A copy of a key's value that outlives its row. */
static void keep_value(struct db_value *kept, const struct db_value *v, char room[256])
{
    *kept = *v;
    kept->limit = SIZE_MAX;
    if (v->kind != DB_TEXT && v->kind != DB_BLOB)
        return;
    memcpy(room, v->p, v->size < 255 ? v->size : 255);
    room[v->size < 255 ? v->size : 255] = '\0';
    kept->p = room;
}

static size_t table_page(struct db *db, const struct copied_table *t, struct db_value last[KEYS], char room[KEYS][256],
                         bool more, row_take *take, void *arg)
{
    struct db_rows rows;
    struct db_value v[COLUMNS];
    char sql[2048];
    size_t n = 0;
    snprintf(sql, sizeof sql, "select %s from %s%s%s%s order by %s limit %d", t->columns, t->name,
             more ? " where (" : "", more ? t->key : "",
             !more          ? ""
             : t->keys == 2 ? ") > ($1, $2)"
                            : ") > ($1)",
             t->key, PAGE);
    db_query(db, &rows, sql, last, more ? t->keys : 0);
    while (db_next(&rows)) {
        for (unsigned i = 0; i < t->count && i < COLUMNS; i++)
            v[i] = db_value(&rows, i);
        take(arg, t, v);
        for (unsigned k = 0; k < t->keys; k++)
            keep_value(&last[k], &v[t->key_at[k]], room[k]);
        n++;
    }
    return n;
}

/* Every row in the order of the key. */
static void table_walk(struct db *db, const struct copied_table *t, row_take *take, void *arg)
{
    struct db_value last[KEYS] = { { 0 } };
    char room[KEYS][256];
    bool more = false;
    while (table_page(db, t, last, room, more, take, arg) == PAGE && !db_failed(db))
        more = true;
}

/* --- writing them elsewhere ----------------------------------------------------------------------- */

struct moving {
    struct store *from, *to;
    struct db *source, *target;
    store_tell *tell;
    void *arg;
};

static void insert_row(void *arg, const struct copied_table *t, const struct db_value *v)
{
    struct moving *m = arg;
    char sql[2048];
    int used = snprintf(sql, sizeof sql, "insert into %s(%s) values(", t->name, t->columns);
    for (unsigned i = 0; i < t->count; i++)
        used += snprintf(sql + used, sizeof sql - (size_t)used, "%s$%u", i ? ", " : "", i + 1);
    snprintf(sql + used, sizeof sql - (size_t)used, ")");
    db_do(m->target, sql, v, t->count);
}

/* What is stored under this name elsewhere, as it is. */
static struct blob blob_copied(const uint8_t hash[STORE_HASH], const struct store_bytes *stored)
{
    struct blob b = { .bytes = stored->data, .size = stored->size, .fd = -1 };
    memcpy(b.hash, hash, STORE_HASH);
    return b;
}

static void insert_blob(void *arg, const struct copied_table *t, const struct db_value *v)
{
    struct moving *m = arg;
    AUTO(store_free) struct store_bytes bytes = { 0 };
    struct store_error e;
    struct blob b = { .bytes = "", .fd = -1 };
    bool here = v[BLOB_SEASON].i == 0;
    if (here && store_get_as_stored(m->from, v[BLOB_HASH].p, &bytes, &e)) {
        db_refuse(m->target, e.code, "%s", e.text);
        return;
    }
    if (here)
        b = blob_copied(v[BLOB_HASH].p, &bytes);
    if (m->to->dialect == DB_PG) {
        db_do(m->target, "insert into blob(hash, size, created_ms, season, bytes) values($1, $2, $3, $4, $5)",
              ARGS(v[BLOB_HASH], v[BLOB_SIZE], v[BLOB_CREATED], v[BLOB_SEASON], BLOB(b.bytes, b.size)));
    } else if (!here) {
        insert_row(arg, t, v);
    } else {
        if (blob_write(m->to, &b, 1, &e))
            db_refuse(m->target, e.code, "%s", e.text);
        blob_done(m->to);
        insert_row(arg, t, v);
    }
}

static void table_copy(struct moving *m, const char *const name[2])
{
    struct copied_table t = { .name = name[0], .key = name[1] };
    char sql[256];
    table_learn(m->source, &t);
    table_walk(m->source, &t, strcmp(t.name, "blob") ? insert_row : insert_blob, m);
    if (m->to->dialect != DB_PG || strcmp(t.key, "id"))
        return;
    snprintf(sql, sizeof sql,
             "select setval(pg_get_serial_sequence('%s', 'id'), (select coalesce(max(id), 0) + 1 from %s), false)",
             t.name, t.name);
    db_do(m->target, sql, NONE);
}

static void copy_all(struct db *db, void *arg)
{
    struct moving *m = arg;
    m->target = db;
    for (const char *const(*t)[2] = schema_tables; (*t)[0]; t++) {
        char sql[64];
        snprintf(sql, sizeof sql, "select count(*) from %s", (*t)[0]);
        if (strcmp((*t)[0], "setting") && db_number(db, 0, sql, NONE) > 0)
            db_refuse(db, STORE_INVALID,
                      "there is something in the store to move to (table %s): name one that `fiel-ladder init` has"
                      " just made",
                      (*t)[0]);
    }
    db_do(db, "delete from setting", NONE);
    for (const char *const(*t)[2] = schema_tables; (*t)[0] && !db_failed(db); t++)
        table_copy(m, *t);
    if (db_failed(m->source))
        db_refuse(db, m->source->error.code, "%s", m->source->error.text);
}

/* --- and looking whether they are the same -------------------------------------------------------- */

struct digest {
    crypto_generichash_state state;
    uint64_t rows;
    struct store *blobs; /* whose bytes are read too; NULL: not this table */
    struct store_error error;
};

static void digest_row(void *arg, const struct copied_table *t, const struct db_value *v)
{
    struct digest *d = arg;
    d->rows++;
    for (unsigned i = 0; i < t->count; i++) {
        uint64_t head[3] = { (uint64_t)v[i].kind, v[i].null, v[i].size };
        bool bytes = v[i].kind == DB_TEXT || v[i].kind == DB_BLOB;
        if (v[i].null || !bytes)
            head[2] = v[i].null ? 0 : (uint64_t)v[i].i;
        if (!v[i].null && v[i].kind == DB_REAL)
            memcpy(&head[2], &v[i].r, sizeof head[2]);
        crypto_generichash_update(&d->state, (const unsigned char *)head, sizeof head);
        if (bytes && !v[i].null && v[i].size)
            crypto_generichash_update(&d->state, v[i].p, v[i].size);
    }
    if (d->blobs && !d->error.code && !v[BLOB_SEASON].i) {
        struct store_bytes copy;
        if (!store_get(d->blobs, v[0].p, &copy, &d->error))
            store_free(&copy);
    }
}

static void table_digest(struct db *db, const char *const name[2], struct store *s, uint8_t out[STORE_HASH],
                         uint64_t *count)
{
    struct copied_table t = { .name = name[0], .key = name[1] };
    struct digest d = { .blobs = strcmp(name[0], "blob") ? NULL : s };
    crypto_generichash_init(&d.state, NULL, 0, STORE_HASH);
    table_learn(db, &t);
    crypto_generichash_update(&d.state, (const unsigned char *)t.columns, strlen(t.columns));
    table_walk(db, &t, digest_row, &d);
    crypto_generichash_final(&d.state, out, STORE_HASH);
    *count = d.rows;
    if (d.error.code)
        db_refuse(db, d.error.code, "%s", d.error.text);
}

static void compare_all(struct db *db, void *arg)
{
    struct moving *m = arg;
    for (const char *const(*t)[2] = schema_tables; (*t)[0] && !db_failed(db); t++) {
        uint8_t a[STORE_HASH], b[STORE_HASH];
        uint64_t rows_a, rows_b;
        char text[128];
        table_digest(m->source, *t, m->from, a, &rows_a);
        table_digest(db, *t, m->to, b, &rows_b);
        if (db_failed(m->source))
            db_refuse(db, m->source->error.code, "%s", m->source->error.text);
        if (!db_failed(db) && (rows_a != rows_b || memcmp(a, b, STORE_HASH)))
            db_refuse(db, STORE_CORRUPT,
                      "table %s is not the same on both sides (%llu and %llu rows): drop the new store and try"
                      " again",
                      (*t)[0], (unsigned long long)rows_a, (unsigned long long)rows_b);
        snprintf(text, sizeof text, "%s: %llu rows", (*t)[0], (unsigned long long)rows_a);
        if (!db_failed(db))
            m->tell(m->arg, text);
    }
}

int store_move(struct store *from, struct store *to, store_tell *tell, void *arg, struct store_error *e)
{
    struct moving m = { .from = from, .to = to, .tell = tell, .arg = arg };
    int code;
    m.source = pool_take(from, e);
    if (!m.source)
        return (int)e->code;
    m.source->error = (struct store_error){ 0 };
    code = store_write(to, copy_all, &m, e);
    if (!code)
        code = store_read(to, compare_all, &m, e);
    pool_give(from, m.source);
    return code;
}

/* --- the backup of SQLite ------------------------------------------------------------------------- */

/* All pages as of one moment; a writer does not wait meanwhile. */
static int copy_database(struct store *s, const char *path, struct store_error *e)
{
    struct db *source = db_sqlite_open(s, s->where, STORE_READ, e), *copy = NULL;
    sqlite3_backup *b = NULL;
    int made = source ? db_sqlite_make_private(path, 0) : -1;
    if (made >= 0)
        close(made); /* else SQLite says why */
    if (source)
        copy = db_sqlite_open(s, path, STORE_CREATE, e);
    if (copy)
        b = sqlite3_backup_init(db_sqlite_handle(copy), "main", db_sqlite_handle(source), "main");
    if (b)
        sqlite3_backup_step(b, -1);
    if (copy && (!b || sqlite3_backup_finish(b) != SQLITE_OK))
        store_fail(e, STORE_ENVIRONMENT, "%s cannot be written (%s): see that the disk has room", path,
                   sqlite3_errmsg(db_sqlite_handle(copy)));
    db_close(copy);
    db_close(source);
    return (int)e->code;
}

static void copy_blob(void *arg, const struct copied_table *t, const struct db_value *v)
{
    struct moving *m = arg;
    char path[4096];
    struct stat st;
    AUTO(store_free) struct store_bytes bytes = { 0 };
    struct store_error e = { 0 };
    struct blob b;
    (void)t;
    blob_path(m->to->where, v[BLOB_HASH].p, path, sizeof path);
    if (db_failed(m->source) || v[BLOB_SEASON].i || (!stat(path, &st) && st.st_size == v[BLOB_SIZE].i))
        return;
    if (!store_get_as_stored(m->from, v[BLOB_HASH].p, &bytes, &e)) {
        b = blob_copied(v[BLOB_HASH].p, &bytes);
        blob_write(m->to, &b, 1, &e);
        blob_done(m->to);
    }
    if (e.code)
        db_refuse(m->source, e.code, "%s", e.text);
}

static void copy_blobs(struct db *db, void *arg)
{
    struct moving *m = arg;
    struct copied_table t = { .name = "blob", .key = "hash" };
    m->source = db;
    table_learn(db, &t);
    table_walk(db, &t, copy_blob, m);
}

/* What was begun is no store, and the next backup goes on with the blobs that are there. */
static void take_away(const char *folder, const char *copy)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-journal", ".lock" };
    char path[4200];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(path, sizeof path, "%s%s", copy, ends[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* An older backup gets the blobs first: while its own database stands, it is whole.  What came meanwhile is brought afterwards. */
int store_backup(struct store *s, const char *folder, struct store_error *e)
{
    char path[4096], where[4200];
    struct moving m = { .from = s };
    int code = STORE_OK;
    if (s->dialect == DB_PG)
        return store_fail(e, STORE_INVALID,
                          "PostgreSQL is backed up by its own tools: pg_dump --format=custom --file=FILE DATABASE");
    if (mkdir(folder, 0700) && errno != EEXIST)
        return store_fail(e, STORE_ENVIRONMENT, "%s: %s: name a folder that can be made", folder, strerror(errno));
    path_of(path, sizeof path, "%s/ladder.db", folder);
    snprintf(where, sizeof where, "sqlite:%s", path);
    bool older = !access(path, F_OK);
    if (older && !store_open(&m.to, where, STORE_SERVE, e)) /* else it is of an older schema, or none */
        code = store_read(s, copy_blobs, &m, e);
    store_close(&m.to);
    e->code = (enum store_code)code;
    if (!code)
        code = copy_database(s, path, e);
    if (!code && !(code = store_open(&m.to, where, STORE_SERVE, e)))
        code = store_read(m.to, copy_blobs, &m, e);
    store_close(&m.to);
    if (code && !older)
        take_away(folder, path);
    return code;
}
