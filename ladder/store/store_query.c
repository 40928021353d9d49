/* store_query: statements that are put together, and the one way to list rows. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "store_state.h"

void query_start(struct query *q, const char *sql)
{
    q->length = q->values = 0;
    query_add(q, sql);
}

void query_with(struct query *q, const char *sql, const struct db_value *v, unsigned n)
{
    query_start(q, sql);
    memcpy(q->value, v, n * sizeof *v);
    q->values = n;
}

void query_add(struct query *q, const char *sql)
{
    size_t size = strlen(sql);
    assert(q->length + size < sizeof q->sql);
    memcpy(q->sql + q->length, sql, size + 1);
    q->length += size;
}

void query_value(struct query *q, const char *sql, struct db_value v)
{
    char number[16];
    query_add(q, sql);
    assert(q->values < sizeof q->value / sizeof *q->value);
    q->value[q->values++] = v;
    snprintf(number, sizeof number, "$%u", q->values);
    query_add(q, number);
}

void query_and(struct query *q, const char *sql, struct db_value v)
{
    query_add(q, " and ");
    query_value(q, sql, v);
}

void query_if(struct query *q, const char *sql, int64_t id)
{
    if (id)
        query_and(q, sql, INT(id));
}

void query_page(struct query *q, const char *order, size_t max)
{
    query_add(q, " order by ");
    query_add(q, order);
    query_value(q, " limit ", INT((int64_t)max));
}

bool db_row(struct db *db, row_read *read, void *row, const char *sql, const struct db_value *v, unsigned n)
{
    struct db_rows rows;
    bool there = db_one(db, &rows, sql, v, n);
    if (there)
        read(&rows, row);
    db_end(&rows);
    return there;
}

void db_text_of(struct db *db, char *out, size_t room, const char *sql, const struct db_value *v, unsigned n)
{
    struct db_rows rows;
    *out = '\0';
    if (db_one(db, &rows, sql, v, n))
        db_text(&rows, out, room);
    db_end(&rows);
}

static void list(struct db *db, void *arg)
{
    struct listing *l = arg;
    struct db_rows rows;
    l->n = 0;
    db_query(db, &rows, l->query.sql, l->query.value, l->query.values);
    while (db_next(&rows)) {
        if (l->n == l->max) {
            db_end(&rows);
            break;
        }
        void *row = (char *)l->out + l->n++ * l->size;
        memset(row, 0, l->size);
        l->read(&rows, row);
    }
    if (l->rest)
        l->rest(db, l->out, l->n);
}

int store_list(struct store *s, struct listing *l, size_t *n, struct store_error *e)
{
    int code = store_read(s, list, l, e);
    *n = code ? 0 : l->n;
    return code;
}

int store_one(struct store *s, struct listing *l, struct store_error *e, const char *none, ...)
{
    va_list list;
    size_t n;
    if (store_list(s, l, &n, e))
        return (int)e->code;
    va_start(list, none);
    if (!n)
        store_vfail(e, STORE_NOT_FOUND, none, list);
    va_end(list);
    return n ? STORE_OK : STORE_NOT_FOUND;
}
