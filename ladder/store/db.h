/* db: statements, values and rows over either database.  The text of a statement is the same for both ($1,
 * $2, ...); where they must differ the caller asks db->dialect.
 *
 * Errors stick: after the first one every call on this connection does nothing until the transaction is over,
 * so that a transaction is written straight down and judged once, at its end (store_write, store_read). */
#ifndef FIEL_LADDER_DB_H
#define FIEL_LADDER_DB_H

#include "store.h"

enum db_kind { DB_NULL, DB_INT, DB_REAL, DB_TEXT, DB_BLOB };
struct db_value {
    enum db_kind kind; /* also of a value that is null, when known */
    bool null;
    int64_t i;
    double r;
    const void *p; /* text ends with NUL, which `size` does not count */
    size_t size;
    size_t limit; /* texts: must be shorter, else STORE_INVALID */
};

/* What a statement is given: db_do(db, "...", ARGS(INT(id), NAME(name))), or NONE. */
#define ARGS(...) \
    (const struct db_value[]){ __VA_ARGS__ }, \
        (unsigned)(sizeof(struct db_value[]){ __VA_ARGS__ } / sizeof(struct db_value))
#define NONE NULL, 0
#define INT(x) ((struct db_value){ .kind = DB_INT, .i = (x) })
#define REAL(x) ((struct db_value){ .kind = DB_REAL, .r = (x) })
#define REF(x) ((struct db_value){ .kind = DB_INT, .i = (x), .null = (x) == 0 }) /* an id; 0 is null */
#define TEXT_UNDER(x, most) ((struct db_value){ .kind = DB_TEXT, .p = (x), .limit = (most) })
#define NAME(x) TEXT_UNDER(x, STORE_NAME)
#define TEXT(x) TEXT_UNDER(x, STORE_TEXT)
#define LONG(x) TEXT_UNDER(x, STORE_LONG)
#define BLOB(x, n) ((struct db_value){ .kind = DB_BLOB, .p = (x), .size = (n) })
#define HASH_OF(x) BLOB(x, STORE_HASH)
#define BLOB_IF(has, x, n) ((struct db_value){ .kind = DB_BLOB, .null = !(has), .p = (x), .size = (n) })

enum db_dialect { DB_SQLITE, DB_PG };
struct db {
    enum db_dialect dialect;
    struct store *store;
    struct store_error error; /* sticks */
    unsigned touched;         /* topics to wake when the transaction is committed: bits */
    bool broken;              /* the connection is of no use any more */
    bool again;               /* the transaction met another one: it may be run once more */
};
struct db_rows {
    struct db *db;
    void *handle; /* the driver's */
    int64_t at;
    unsigned column; /* that the next getter reads */
};

/* The driver, by dialect: db_sqlite.c and db_pg.c.  Each of these may set db->error. */
struct db_driver {
    int64_t (*run)(struct db *db, const char *sql, const struct db_value *v, unsigned n); /* rows changed */
    void (*script)(struct db *db, const char *sql); /* several statements, no values */
    bool (*query)(struct db *db, struct db_rows *rows, const char *sql, const struct db_value *v, unsigned n);
    bool (*next)(struct db_rows *rows); /* gives everything back when it returns false */
    void (*end)(struct db_rows *rows);
    struct db_value (*get)(struct db_rows *rows, unsigned column); /* good until the next row; a null may be DB_NULL */
    enum db_kind (*declared)(struct db_rows *rows, unsigned column); /* what such a null is one of */
    unsigned (*columns)(struct db_rows *rows);
    const char *(*column_name)(struct db_rows *rows, unsigned column);
    void (*close)(struct db *db);
};
extern const struct db_driver db_sqlite_driver, db_pg_driver;

/* Ends the connection; NULL is fine. */
void db_close(struct db *db);

/* Refuses: the first error of a transaction counts. */
void db_refuse(struct db *db, enum store_code code, const char *message, ...) __attribute__((format(printf, 3, 4)));
static inline bool db_failed(const struct db *db) { return db->error.code != STORE_OK; }

int64_t db_do(struct db *db, const char *sql, const struct db_value *v, unsigned n);     /* rows changed */
int64_t db_insert(struct db *db, const char *sql, const struct db_value *v, unsigned n); /* `returning id`: the id */
void db_script(struct db *db, const char *sql);
/* Rows one by one: db_query, while (db_next) getters in the order of the columns; db_end when one stops
 * early. */
void db_query(struct db *db, struct db_rows *rows, const char *sql, const struct db_value *v, unsigned n);
bool db_next(struct db_rows *rows);
void db_end(struct db_rows *rows);
/* The first row, if there is one; the caller reads it and calls db_end. */
bool db_one(struct db *db, struct db_rows *rows, const char *sql, const struct db_value *v, unsigned n);
/* One number; `none` when there is no row or it is null. */
int64_t db_number(struct db *db, int64_t none, const char *sql, const struct db_value *v, unsigned n);

/* Getters: the next column.  What does not fit or is null reads as 0, "" or false. */
int64_t db_int(struct db_rows *rows);
double db_real(struct db_rows *rows);
void db_text(struct db_rows *rows, char *out, size_t room);
bool db_blob(struct db_rows *rows, void *out, size_t size); /* exactly this size; else false and zeros */
void db_bytes(struct db_rows *rows, struct store_bytes *out);
int db_word(struct db_rows *rows, const char *const *words, int count); /* number of the word */
/* To copy rows without knowing them: values are good until the next row. */
unsigned db_columns(struct db_rows *rows);
const char *db_column_name(struct db_rows *rows, unsigned column);
struct db_value db_value(struct db_rows *rows, unsigned column);
#define db_array(rows, array) db_text(rows, array, sizeof(array))

static inline void db_touch(struct db *db, enum store_topic topic) { db->touched |= 1u << topic; }

/* The text without what does not fit in `room`, cut between characters. */
void text_cut(char *out, size_t room, const char *text);

#endif
