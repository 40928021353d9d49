/* db: what is the same for both databases: errors that stick, values that are checked, getters. */
#include "db.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct db_driver *driver_of(const struct db *db)
{
    return db->dialect == DB_PG ? &db_pg_driver : &db_sqlite_driver;
}

int store_fail(struct store_error *e, enum store_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    e->code = code;
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    return (int)code;
}

void db_refuse(struct db *db, enum store_code code, const char *format, ...)
{
    va_list args;
    if (db_failed(db))
        return;
    va_start(args, format);
    db->error.code = code;
    vsnprintf(db->error.text, sizeof db->error.text, format, args);
    va_end(args);
}

/* Bytes of the UTF-8 character that starts here; 0 when none does (RFC 3629: no surrogates, nothing
 * overlong). */
static size_t utf8_character(const unsigned char *s)
{
    uint32_t code;
    size_t size = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;
    if (size <= 1)
        return size;
    code = s[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 0x3f);
    }
    if (size == 3 && (code < 0x800 || (code >= 0xd800 && code < 0xe000)))
        return 0;
    if (size == 4 && (code < 0x10000 || code > 0x10ffff))
        return 0;
    return size;
}

void text_cut(char *out, size_t room, const char *text)
{
    size_t at = 0;
    for (;;) {
        const unsigned char *s = (const unsigned char *)text + at;
        size_t size = *s ? utf8_character(s) : 0;
        if (!size || at + size >= room)
            break;
        at += size;
    }
    memcpy(out, text, at);
    out[at] = '\0';
}

static bool is_utf8(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    while (*s) {
        size_t size = utf8_character(s);
        if (!size)
            return false;
        s += size;
    }
    return true;
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
            db_refuse(db, STORE_INVALID, "a text of %zu bytes is too long: %zu fit", out[i].size, in[i].limit - 1);
        else if (!is_utf8(in[i].p))
            db_refuse(db, STORE_INVALID, "a text is not UTF-8: send it in that encoding");
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
