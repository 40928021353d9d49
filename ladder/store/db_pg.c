/* db_pg: the driver over libpq: prepared statements, values and rows in binary. */
#include "db_pg.h"
#include "cli/language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Type numbers of pg_type.h, which never change. */
enum { OID_BYTEA = 17, OID_INT8 = 20, OID_TEXT = 25, OID_FLOAT8 = 701 };

enum { PREPARED = 256, PARAMETERS = 48 };
struct pg_db {
    struct db db;
    PGconn *server;
    char *prepared[PREPARED]; /* the number is the statement's name */
    unsigned count;
};

static struct pg_db *own(struct db *db) { return (struct pg_db *)(void *)db; }

PGconn *db_pg_handle(struct db *db) { return own(db)->server; }

/* What the server says, on one line. */
static const char *said(const char *message, char out[256])
{
    snprintf(out, 256, "%s", message && *message ? message : "nothing");
    out[strcspn(out, "\n")] = '\0';
    return out;
}

static void failed(struct db *db, const PGresult *result)
{
    char text[256];
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *primary = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    said(primary ? primary : PQerrorMessage(own(db)->server), text);
    if (PQstatus(own(db)->server) != CONNECTION_OK || !state || !strncmp(state, "57P", 3)) {
        db->broken = db->again = true;
        db_refuse(db, STORE_ENVIRONMENT, "the database server is gone (%s): see that it runs", text);
    } else if (!strcmp(state, "40001") || !strcmp(state, "40P01")) {
        db->again = true;
        db_refuse(db, STORE_ENVIRONMENT, "the database could not order the transactions: try again");
    } else if (!strcmp(state, "55P03")) {
        db_refuse(db, STORE_BUSY, "somebody holds what this needs in the database: try again in a minute");
    } else if (!strcmp(state, "23505")) {
        db_refuse(db, STORE_EXISTS, N_("it is there already"));
    } else if (!strcmp(state, "23503")) {
        db_refuse(db, STORE_INVALID, "it refers to something that is not there");
    } else if (!strncmp(state, "22", 2) || !strncmp(state, "23", 2) || !strcmp(state, "25006")) {
        db_refuse(db, STORE_INVALID, "the database refuses it");
    } else {
        db_refuse(db, STORE_ENVIRONMENT, "the database says: %s (%s): look at the server's log", text, state);
    }
}

static uint64_t big_endian(uint64_t v) { return __builtin_bswap64(v); }
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers travel in big-endian and are turned round here");

/* The values as libpq takes them. */
struct parameters {
    uint64_t number[PARAMETERS];
    const char *value[PARAMETERS];
    int size[PARAMETERS], format[PARAMETERS];
    Oid type[PARAMETERS];
};

static Oid type_of(enum db_kind kind)
{
    switch (kind) {
    case DB_INT: return OID_INT8;
    case DB_REAL: return OID_FLOAT8;
    case DB_TEXT: return OID_TEXT;
    case DB_BLOB: return OID_BYTEA;
    case DB_NULL: break;
    }
    return 0;
}

static void set_number(struct parameters *p, unsigned i, uint64_t bits)
{
    p->number[i] = big_endian(bits);
    p->value[i] = (const char *)&p->number[i];
    p->size[i] = 8;
}

static void set_parameters(struct parameters *p, const struct db_value *v, unsigned n)
{
    uint64_t bits;
    for (unsigned i = 0; i < n; i++) {
        p->type[i] = type_of(v[i].kind);
        p->format[i] = 1;
        p->value[i] = NULL;
        p->size[i] = 0;
        if (v[i].null)
            continue;
        if (v[i].kind == DB_INT) {
            set_number(p, i, (uint64_t)v[i].i);
        } else if (v[i].kind == DB_REAL) {
            memcpy(&bits, &v[i].r, sizeof bits);
            set_number(p, i, bits);
        } else {
            p->value[i] = v[i].size ? v[i].p : "";
            p->size[i] = (int)v[i].size;
        }
    }
}

static bool fine(struct db *db, PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return true;
    failed(db, result);
    PQclear(result);
    return false;
}

/* The number of the prepared statement; -1 with the error set, or when there is no more room (run it
 * unprepared). */
static int prepared(struct db *db, const char *sql, const struct parameters *p, unsigned n)
{
    struct pg_db *d = own(db);
    char name[16];
    PGresult *result;
    for (unsigned i = 0; i < d->count; i++)
        if (!strcmp(d->prepared[i], sql))
            return (int)i;
    if (d->count == PREPARED)
        return -1;
    snprintf(name, sizeof name, "s%u", d->count);
    result = PQprepare(d->server, name, sql, (int)n, p->type);
    if (!fine(db, result))
        return -1;
    PQclear(result);
    d->prepared[d->count] = strdup(sql);
    if (!d->prepared[d->count])
        return -1;
    return (int)d->count++;
}

static PGresult *execute(struct db *db, const char *sql, const struct db_value *v, unsigned n)
{
    struct parameters p;
    char name[16];
    PGresult *result;
    int number;
    set_parameters(&p, v, n);
    number = prepared(db, sql, &p, n);
    if (db_failed(db))
        return NULL;
    snprintf(name, sizeof name, "s%d", number);
    result = number < 0 ? PQexecParams(own(db)->server, sql, (int)n, p.type, p.value, p.size, p.format, 1)
                        : PQexecPrepared(own(db)->server, name, (int)n, p.value, p.size, p.format, 1);
    return fine(db, result) ? result : NULL;
}

static int64_t pg_run(struct db *db, const char *sql, const struct db_value *v, unsigned n)
{
    PGresult *result = execute(db, sql, v, n);
    int64_t changed = result ? strtoll(PQcmdTuples(result), NULL, 10) : 0;
    PQclear(result);
    return changed;
}

static void pg_script(struct db *db, const char *sql)
{
    PGresult *result = PQexec(own(db)->server, sql);
    if (fine(db, result))
        PQclear(result);
}

static bool pg_query(struct db *db, struct db_rows *rows, const char *sql, const struct db_value *v, unsigned n)
{
    rows->handle = execute(db, sql, v, n);
    rows->at = -1;
    return rows->handle != NULL;
}

static void pg_end(struct db_rows *rows) { PQclear(rows->handle); }

static bool pg_next(struct db_rows *rows)
{
    if (++rows->at < PQntuples(rows->handle))
        return true;
    pg_end(rows);
    return false;
}

static int64_t integer(const char *bytes, int size)
{
    const unsigned char *b = (const unsigned char *)bytes;
    uint64_t v = b[0] & 0x80 ? UINT64_MAX : 0;
    for (int i = 0; i < size; i++)
        v = v << 8 | b[i];
    return (int64_t)v;
}

static struct db_value pg_get(struct db_rows *rows, unsigned column)
{
    PGresult *result = rows->handle;
    int row = (int)rows->at, c = (int)column, size = PQgetlength(result, row, c);
    Oid type = PQftype(result, c);
    struct db_value v = { .limit = SIZE_MAX, .null = PQgetisnull(result, row, c) != 0 };
    v.kind = type == OID_TEXT ? DB_TEXT : type == OID_BYTEA ? DB_BLOB : type == OID_FLOAT8 ? DB_REAL : DB_INT;
    if (v.null)
        return v;
    v.p = PQgetvalue(result, row, c);
    v.size = (size_t)size;
    if (v.kind == DB_INT)
        v.i = integer(v.p, size);
    if (v.kind == DB_REAL) {
        uint64_t bits = (uint64_t)integer(v.p, size);
        memcpy(&v.r, &bits, sizeof bits);
    }
    return v;
}

static unsigned pg_columns(struct db_rows *rows) { return (unsigned)PQnfields(rows->handle); }

static const char *pg_column_name(struct db_rows *rows, unsigned column) { return PQfname(rows->handle, (int)column); }

static void pg_close(struct db *db)
{
    struct pg_db *d = own(db);
    for (unsigned i = 0; i < d->count; i++)
        free(d->prepared[i]);
    PQfinish(d->server);
    free(d);
}

const struct db_driver db_pg_driver = {
    .run = pg_run,
    .script = pg_script,
    .query = pg_query,
    .next = pg_next,
    .end = pg_end,
    .get = pg_get,
    .columns = pg_columns,
    .column_name = pg_column_name,
    .close = pg_close,
};

static void be_silent(void *arg, const char *message)
{
    (void)arg;
    (void)message;
}

struct db *db_pg_open(struct store *s, const char *where, struct store_error *e)
{
    struct pg_db *d = calloc(1, sizeof *d);
    char text[256];
    if (!d)
        return store_fail(e, STORE_ENVIRONMENT, "there is not enough memory for a connection"), NULL;
    d->db = (struct db){ .dialect = DB_PG, .store = s };
    d->server = PQconnectdbParams((const char *[]){ "connect_timeout", "dbname", NULL },
                                  (const char *[]){ "10", where, NULL }, true); /* the address may say another time */
    if (PQstatus(d->server) != CONNECTION_OK) {
        store_fail(e, STORE_ENVIRONMENT, "the database server cannot be reached (%s): see that it runs and lets you in",
                   said(PQerrorMessage(d->server), text));
        return pg_close(&d->db), NULL;
    }
    PQsetNoticeProcessor(d->server, be_silent, NULL);
    db_script(&d->db, "set client_encoding to 'UTF8'; set synchronous_commit to on; set timezone to 'UTC';"
                      " select set_config('lock_timeout', '10s', false) where current_setting('lock_timeout') = '0'");
    if (!db_failed(&d->db))
        return &d->db;
    *e = d->db.error;
    pg_close(&d->db);
    return NULL;
}
