/* db_sqlite: the driver over SQLite. */
#include "db_sqlite.h"
#include "cli/language.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Statements are prepared once: SQLite numbers $1, $2 by first appearance, so where each one is gets looked
 * up then. */
enum { CACHE = 256, PLACES = 48 };
struct prepared {
    char *sql;
    sqlite3_stmt *statement;
    int place[PLACES];
    bool busy;
};
struct sqlite_db {
    struct db db;
    sqlite3 *file;
    struct prepared cache[CACHE];
};

static struct sqlite_db *own(struct db *db) { return (struct sqlite_db *)(void *)db; }

sqlite3 *db_sqlite_handle(struct db *db) { return own(db)->file; }

static void failed(struct db *db)
{
    sqlite3 *file = own(db)->file;
    int code = sqlite3_extended_errcode(file);
    const char *text = sqlite3_errmsg(file);
    if (code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY)
        db_refuse(db, STORE_EXISTS, N_("it is there already"));
    else if (code == SQLITE_CONSTRAINT_FOREIGNKEY)
        db_refuse(db, STORE_INVALID, "it refers to something that is not there");
    else if ((code & 0xff) == SQLITE_CONSTRAINT)
        db_refuse(db, STORE_INVALID, "the database refuses it");
    else if ((code & 0xff) == SQLITE_READONLY)
        db_refuse(db, STORE_INVALID, "the store is open for reading only");
    else if ((code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB)
        db_refuse(db, STORE_CORRUPT, "the database file is damaged (%s): take the last backup", text);
    else
        db_refuse(db, STORE_ENVIRONMENT, "the database says: %s: look at the disk and its permissions", text);
}

static unsigned slot_of(const char *sql)
{
    uint32_t hash = 2166136261u;
    for (; *sql; sql++)
        hash = (hash ^ (unsigned char)*sql) * 16777619u;
    return hash % CACHE;
}

static bool prepare(struct db *db, const char *sql, struct prepared *out)
{
    char name[8];
    *out = (struct prepared){ 0 };
    if (sqlite3_prepare_v3(own(db)->file, sql, -1, SQLITE_PREPARE_PERSISTENT, &out->statement, NULL) != SQLITE_OK)
        return failed(db), false;
    for (int i = 0; i < PLACES; i++) {
        sqlite3_snprintf(sizeof name, name, "$%d", i + 1);
        out->place[i] = sqlite3_bind_parameter_index(out->statement, name);
    }
    return true;
}

/* The statement, from the cache unless it is running there; one that is not in the cache is freed after use.
 */
static struct prepared *take(struct db *db, const char *sql)
{
    struct sqlite_db *d = own(db);
    struct prepared *p, *spare;
    unsigned slot = slot_of(sql);
    for (unsigned i = 0; i < 8; i++) {
        p = &d->cache[(slot + i) % CACHE];
        if (p->sql && (strcmp(p->sql, sql) || p->busy))
            continue;
        if (p->sql)
            return p->busy = true, p;
        if (!prepare(db, sql, p))
            return NULL;
        p->sql = strdup(sql);
        if (p->sql)
            return p->busy = true, p;
        sqlite3_finalize(p->statement);
        *p = (struct prepared){ 0 };
        break;
    }
    spare = malloc(sizeof *spare);
    if (!spare)
        return db_refuse(db, STORE_ENVIRONMENT, "there is not enough memory for a statement"), NULL;
    if (prepare(db, sql, spare))
        return spare;
    free(spare);
    return NULL;
}

static void give(struct prepared *p)
{
    if (!p->sql) {
        sqlite3_finalize(p->statement);
        free(p);
        return;
    }
    sqlite3_reset(p->statement);
    sqlite3_clear_bindings(p->statement);
    p->busy = false;
}

static void bind_one(sqlite3_stmt *st, int place, const struct db_value *v)
{
    if (v->null)
        sqlite3_bind_null(st, place);
    else if (v->kind == DB_INT)
        sqlite3_bind_int64(st, place, v->i);
    else if (v->kind == DB_REAL)
        sqlite3_bind_double(st, place, v->r);
    else if (v->kind == DB_TEXT)
        sqlite3_bind_text64(st, place, v->p, v->size, SQLITE_STATIC, SQLITE_UTF8);
    else if (v->kind == DB_BLOB && v->size)
        sqlite3_bind_blob64(st, place, v->p, v->size, SQLITE_STATIC);
    else if (v->kind == DB_BLOB)
        sqlite3_bind_zeroblob(st, place, 0);
    else
        sqlite3_bind_null(st, place);
}

static struct prepared *bound(struct db *db, const char *sql, const struct db_value *v, unsigned n)
{
    struct prepared *p = take(db, sql);
    for (unsigned i = 0; p && i < n; i++)
        if (p->place[i])
            bind_one(p->statement, p->place[i], &v[i]);
    return p;
}

static int64_t sqlite_run(struct db *db, const char *sql, const struct db_value *v, unsigned n)
{
    struct prepared *p = bound(db, sql, v, n);
    int rc;
    if (!p)
        return 0;
    while ((rc = sqlite3_step(p->statement)) == SQLITE_ROW)
        continue;
    if (rc != SQLITE_DONE)
        failed(db);
    give(p);
    return rc == SQLITE_DONE ? sqlite3_changes64(own(db)->file) : 0;
}

static void sqlite_script(struct db *db, const char *sql)
{
    if (sqlite3_exec(own(db)->file, sql, NULL, NULL, NULL) != SQLITE_OK)
        failed(db);
}

static bool sqlite_query(struct db *db, struct db_rows *rows, const char *sql, const struct db_value *v, unsigned n)
{
    rows->handle = bound(db, sql, v, n);
    return rows->handle != NULL;
}

static bool sqlite_next(struct db_rows *rows)
{
    struct prepared *p = rows->handle;
    int rc = sqlite3_step(p->statement);
    if (rc == SQLITE_ROW)
        return true;
    if (rc != SQLITE_DONE)
        failed(rows->db);
    give(p);
    return false;
}

static void sqlite_end(struct db_rows *rows) { give(rows->handle); }

static enum db_kind sqlite_declared(struct db_rows *rows, unsigned column)
{
    const char *type = sqlite3_column_decltype(((struct prepared *)rows->handle)->statement, (int)column);
    if (!type)
        return DB_NULL;
    return !sqlite3_stricmp(type, "integer") ? DB_INT
           : !sqlite3_stricmp(type, "real")  ? DB_REAL
           : !sqlite3_stricmp(type, "text")  ? DB_TEXT
                                             : DB_BLOB;
}

static struct db_value sqlite_get(struct db_rows *rows, unsigned column)
{
    sqlite3_stmt *st = ((struct prepared *)rows->handle)->statement;
    int c = (int)column, type = sqlite3_column_type(st, c);
    struct db_value v = { .limit = SIZE_MAX };
    if (type == SQLITE_NULL) {
        v.null = true;
    } else if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) {
        v.kind = type == SQLITE_INTEGER ? DB_INT : DB_REAL;
        v.i = sqlite3_column_int64(st, c);
        v.r = sqlite3_column_double(st, c);
    } else {
        v.kind = type == SQLITE_TEXT ? DB_TEXT : DB_BLOB;
        v.p = type == SQLITE_TEXT ? (const void *)sqlite3_column_text(st, c) : sqlite3_column_blob(st, c);
        v.size = (size_t)sqlite3_column_bytes(st, c);
    }
    return v;
}

static unsigned sqlite_columns(struct db_rows *rows)
{
    return (unsigned)sqlite3_column_count(((struct prepared *)rows->handle)->statement);
}

static const char *sqlite_column_name(struct db_rows *rows, unsigned column)
{
    return sqlite3_column_name(((struct prepared *)rows->handle)->statement, (int)column);
}

static void sqlite_close(struct db *db)
{
    struct sqlite_db *d = own(db);
    for (unsigned i = 0; i < CACHE; i++) {
        sqlite3_finalize(d->cache[i].statement);
        free(d->cache[i].sql);
    }
    sqlite3_close(d->file);
    free(d);
}

const struct db_driver db_sqlite_driver = {
    .run = sqlite_run,
    .script = sqlite_script,
    .query = sqlite_query,
    .next = sqlite_next,
    .end = sqlite_end,
    .get = sqlite_get,
    .declared = sqlite_declared,
    .columns = sqlite_columns,
    .column_name = sqlite_column_name,
    .close = sqlite_close,
};

/* synchronous=FULL: a commit that was told is on the disk; the writer makes one commit of many writes, so it
 * is dear once. */
static const char *const settings = "pragma busy_timeout=10000; pragma foreign_keys=on; pragma synchronous=full; pragma"
                                    " cache_size=-16384;pragma temp_store=memory; pragma trusted_schema=off";

int db_sqlite_make_private(const char *path, int flags)
{
    return open(path, O_RDWR | O_CREAT | O_CLOEXEC | flags, 0600);
}

struct db *db_sqlite_open(struct store *s, const char *path, enum store_mode mode, struct store_error *e)
{
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                (mode == STORE_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) |
                (mode == STORE_CREATE ? SQLITE_OPEN_CREATE : 0);
    struct sqlite_db *d = calloc(1, sizeof *d);
    if (!d)
        return store_fail(e, STORE_ENVIRONMENT, "there is not enough memory for a connection"), NULL;
    d->db = (struct db){ .dialect = DB_SQLITE, .store = s };
    if (sqlite3_open_v2(path, &d->file, flags, NULL) != SQLITE_OK) {
        store_fail(e, STORE_ENVIRONMENT, "%s cannot be opened (%s): make it with `fiel-ladder init`", path,
                   d->file ? sqlite3_errmsg(d->file) : "no memory");
        return sqlite_close(&d->db), NULL;
    }
    db_script(&d->db, settings);
    if (mode != STORE_READ)
        db_script(&d->db, "pragma journal_mode=wal");
    if (!db_failed(&d->db))
        return &d->db;
    *e = d->db.error;
    sqlite_close(&d->db);
    return NULL;
}
