/* db: what is the same for both databases: errors that stick, values that are checked, getters. */
#include "db.h"
#include "cli/said.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/name.h"

static const struct db_driver *driver_of(const struct db *db)
{
    return db->dialect == DB_PG ? &db_pg_driver : &db_sqlite_driver;
}

int store_vfail(struct store_error *e, enum store_code code, const char *message, va_list list)
{
    va_list again;
    va_copy(again, list);
    said_vput(e->said, sizeof e->said, NULL, message, again);
    va_end(again);
    vsnprintf(e->text, sizeof e->text, message, list);
    return (int)(e->code = code);
}

int store_fail(struct store_error *e, enum store_code code, const char *message, ...)
{
    va_list list;
    va_start(list, message);
    store_vfail(e, code, message, list);
    va_end(list);
    return (int)code;
}

int store_say(struct store_error *e, enum store_code code, const char *said)
{
    snprintf(e->said, sizeof e->said, "%s", said);
    said_text(e->text, sizeof e->text, ENGLISH, said);
    return (int)(e->code = code);
}

void db_refuse(struct db *db, enum store_code code, const char *message, ...)
{
    va_list list;
    if (db_failed(db))
        return;
    va_start(list, message);
    store_vfail(&db->error, code, message, list);
    va_end(list);
}

void text_cut(char *out, size_t room, const char *text)
{
    uint32_t code;
    char *end = out;
    for (size_t size; *text && (size = name_decode(text, &code)) > 0; text += size) {
        size_t put = name_hidden(code) ? 1 : size;
        if (put >= room - (size_t)(end - out))
            break;
        memcpy(end, put == size ? text : "?", put);
        end += put;
    }
    *end = '\0';
}

/* Fine, or what is wrong with it is told. */
static void look_at_text(struct db *db, const char *text)
{
    char sign[16];
    uint32_t code;
    for (size_t size; *text && !db_failed(db); text += size)
        if ((size = name_decode(text, &code)) == 0)
            db_refuse(db, STORE_INVALID, N_("a text is not UTF-8: send it in that encoding"));
        else if (name_hidden(code)) {
            snprintf(sign, sizeof sign, "U+%04X", code);
            db_refuse(db, STORE_INVALID,
                      N_("a text has %s, which is not seen or turns around what stands beside it: leave it out"), sign);
        }
}

/* Fills in the sizes of texts and refuses what must not be stored. */
static bool checked(struct db *db, const struct db_value *in, unsigned n, struct db_value *out)
{
    for (unsigned i = 0; i < n; i++) {
        out[i] = in[i];
        if (in[i].kind != DB_TEXT || in[i].null)
            continue;
        out[i].size = strlen(in[i].p);
        if (out[i].size >= in[i].limit)
            db_refuse(db, STORE_INVALID, N_("a text of %zu bytes is too long: %zu fit"), out[i].size, in[i].limit - 1);
        else
            look_at_text(db, in[i].p);
    }
    return !db_failed(db);
}

enum { VALUES_MAX = 48 };

int64_t db_do(struct db *db, const char *sql, const struct db_value *v, unsigned n)
{
    struct db_value value[VALUES_MAX];
    assert(n <= VALUES_MAX);
    if (db_failed(db) || !checked(db, v, n, value))
        return 0;
    return driver_of(db)->run(db, sql, value, n);
}

void db_script(struct db *db, const char *sql)
{
    if (!db_failed(db))
        driver_of(db)->script(db, sql);
}

void db_query(struct db *db, struct db_rows *rows, const char *sql, const struct db_value *v, unsigned n)
{
    struct db_value value[VALUES_MAX];
    assert(n <= VALUES_MAX);
    *rows = (struct db_rows){ .db = db };
    if (db_failed(db) || !checked(db, v, n, value))
        return;
    if (!driver_of(db)->query(db, rows, sql, value, n))
        rows->handle = NULL;
}

bool db_next(struct db_rows *rows)
{
    rows->column = 0;
    if (!rows->handle)
        return false;
    if (driver_of(rows->db)->next(rows))
        return true;
    rows->handle = NULL;
    return false;
}

void db_end(struct db_rows *rows)
{
    if (rows->handle)
        driver_of(rows->db)->end(rows);
    rows->handle = NULL;
}

bool db_one(struct db *db, struct db_rows *rows, const char *sql, const struct db_value *v, unsigned n)
{
    db_query(db, rows, sql, v, n);
    return db_next(rows);
}

int64_t db_number(struct db *db, int64_t none, const char *sql, const struct db_value *v, unsigned n)
{
    struct db_rows rows;
    if (db_one(db, &rows, sql, v, n)) {
        struct db_value value = driver_of(db)->get(&rows, 0);
        if (!value.null)
            none = value.i;
        db_end(&rows);
    }
    return none;
}

int64_t db_insert(struct db *db, const char *sql, const struct db_value *v, unsigned n)
{
    return db_number(db, 0, sql, v, n);
}

unsigned db_columns(struct db_rows *rows) { return rows->handle ? driver_of(rows->db)->columns(rows) : 0; }

const char *db_column_name(struct db_rows *rows, unsigned number)
{
    return driver_of(rows->db)->column_name(rows, number);
}

struct db_value db_value(struct db_rows *rows, unsigned number)
{
    struct db_value v = driver_of(rows->db)->get(rows, number);
    if (v.null && v.kind == DB_NULL)
        v.kind = driver_of(rows->db)->declared(rows, number);
    return v;
}

static struct db_value column(struct db_rows *rows) { return driver_of(rows->db)->get(rows, rows->column++); }

int64_t db_int(struct db_rows *rows)
{
    struct db_value v = column(rows);
    return v.null ? 0 : v.i;
}

double db_real(struct db_rows *rows)
{
    struct db_value v = column(rows);
    return v.null ? 0 : v.r;
}

void db_text(struct db_rows *rows, char *out, size_t room)
{
    struct db_value v = column(rows);
    size_t size = v.null ? 0 : v.size < room ? v.size : room - 1;
    if (size)
        memcpy(out, v.p, size);
    out[size] = '\0';
}

bool db_blob(struct db_rows *rows, void *out, size_t size)
{
    struct db_value v = column(rows);
    bool fits = !v.null && v.size == size;
    if (fits)
        memcpy(out, v.p, size);
    else
        memset(out, 0, size);
    return fits;
}

void db_bytes(struct db_rows *rows, struct store_bytes *out)
{
    struct db_value v = column(rows);
    *out = (struct store_bytes){ malloc(v.size + 1), v.size };
    if (!out->data) {
        out->size = 0;
        db_refuse(rows->db, STORE_ENVIRONMENT, "there is not enough memory for %zu bytes", v.size);
        return;
    }
    if (v.size)
        memcpy(out->data, v.p, v.size);
    out->data[v.size] = 0;
}

int db_word(struct db_rows *rows, const char *const *words, int count)
{
    struct db_value v = column(rows);
    for (int i = 0; i < count; i++)
        if (!v.null && !strcmp(v.p, words[i]))
            return i;
    db_refuse(rows->db, STORE_CORRUPT,
              "the store holds the word '%.40s', which means nothing here: `fiel-ladder check`",
              v.null ? "" : (const char *)v.p);
    return 0;
}

void store_free(struct store_bytes *b)
{
    free(b->data);
    *b = (struct store_bytes){ 0 };
}

void db_close(struct db *db)
{
    if (db)
        driver_of(db)->close(db);
}
