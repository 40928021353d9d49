/* store_state: what the files of the store share. */
#ifndef FIEL_LADDER_STORE_STATE_H
#define FIEL_LADDER_STORE_STATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "db.h"
#include "store_jobs.h"
#include "store_trail.h"
#include "cli/said.h"

/* A transaction.  It may run more than once, so what it writes to *arg it only overwrites. */
typedef void store_tx(struct db *db, void *arg);
int store_write(struct store *s, store_tx *tx, void *arg, struct store_error *e);
/* Reads on a connection of the pool; without a snapshot: every statement sees what is committed by then. */
int store_read(struct store *s, store_tx *tx, void *arg, struct store_error *e);

enum { POOL = 8 };
struct writer;   /* store_writer.c: the one connection that writes to SQLite */
struct listener; /* store_topics.c: the thread that hears PostgreSQL's NOTIFY */
struct labels;   /* store_labels.c: who a version is, kept in memory */

struct store {
    enum db_dialect dialect;
    enum store_mode mode;
    char *where; /* SQLite: path of the file; PostgreSQL: the address */
    int lock;    /* SQLite: of the file beside it, -1 none */
    bool gives;  /* what this process makes beside the database is another user's: */
    uid_t owner;
    gid_t group;

    pthread_mutex_t mutex; /* the pool and the topics */
    pthread_cond_t idle_again, touched;
    struct db *idle[POOL];
    unsigned idle_count, in_use;
    uint64_t topic[TOPICS];

    pthread_rwlock_t sweeping; /* SQLite: held to read from a blob's file to its row, to write by the sweep */

    _Atomic int64_t shift_ms, server_ms; /* tests' shift; server's clock less this host's monotonic one */
    _Atomic int64_t clock_due_ms;        /* monotonic: when the server's is asked again */
    struct store_times times;
    struct writer *writer;
    struct listener *listener;
    struct labels *labels;
};

/* What a transaction does with one row, which the caller has or which has this id: from which state to which, why, and who does it. */
struct change {
    int64_t id; /* in store_add: that the transaction gave it */
    const void *what;
    const char *actor, *reason;
    int from, to;
};
/* Runs it; *id is 0 where it failed. */
int store_add(struct store *s, store_tx *tx, const void *what, const char *actor, int64_t *id, struct store_error *e);
/* One statement that writes, with its values (ARGS). */
int store_do(struct store *s, struct store_error *e, const char *sql, const struct db_value *v, unsigned n);
/* One number that it reads; 0 where there is none. */
int store_number(struct store *s, int64_t *out, struct store_error *e, const char *sql, const struct db_value *v,
                 unsigned n);

/* A connection of the pool, waiting for one when all are in use; NULL with *e set. */
struct db *pool_take(struct store *s, struct store_error *e);
void pool_give(struct store *s, struct db *db); /* closes it when it is broken */

/* store_writer.c */
int writer_start(struct store *s, struct store_error *e);
void writer_stop(struct store *s);
int writer_write(struct store *s, store_tx *tx, void *arg, struct store_error *e);
/* store_pg.c: in a transaction on a connection of the pool; again when it met another one. */
int pg_write(struct store *s, store_tx *tx, void *arg, struct store_error *e);

/* store_pool.c */
/* Takes over the server's clock, once a minute: two hosts' clocks do not run alike. */
void pg_clock(struct db *db);
/* A commit that began then is over. */
void commit_over(struct store *s, int64_t began_us);

/* store_topics.c */
void topics_wake(struct store *s, unsigned topics);
void listener_stop(struct store *s);
extern const char *const topic_names[TOPICS];

/* store_labels.c */
int labels_start(struct store *s, struct store_error *e);
void labels_stop(struct store *s);
/* A new version may have the number of one that went with its bot. */
void label_forget(struct store *s, int64_t version);

/* store_blob.c: the bytes go to a file before the transaction (SQLite) or into the row with it (PostgreSQL).
 */
struct blob {
    uint8_t hash[STORE_HASH];
    const void *bytes; /* NULL: they are in fd */
    size_t size;
    int fd;        /* -1: they are in memory */
    uint8_t *kept; /* of a record: what stands in the store for the bytes with that hash; blob_let_go() frees it */
};
/* The same of a record, which is compact (archive/archive.h). */
int blob_keep(struct blob *b, const void *record, size_t size, struct store_error *e);
void blob_let_go(struct blob *b);
/* From here to blob_done a sweep waits.  Writes the files of all (SQLite), or nothing. */
int blob_write(struct store *s, const struct blob *b, size_t count, struct store_error *e);
void blob_row(struct db *db, const struct blob *b); /* inside of the transaction; again is fine */
void blob_done(struct store *s);                    /* also when blob_write failed */
/* All of that for one. */
int blob_put(struct store *s, struct blob *b, uint8_t hash[STORE_HASH], struct store_error *e);
int blob_folder_make(struct store *s, struct store_error *e);
void blob_path(const char *database, const uint8_t hash[STORE_HASH], char *out, size_t room);

/* store_owner.c: what root makes in a store of another user is that user's, as SQLite does with its own files: the server of the store
 * could not read it otherwise. */
/* Sets whose the store is: the database's owner, or, where there is none yet, the owner of its folder unless everybody may write there. */
void owner_find(struct store *s);
/* Gives the file or folder that is open in `fd` to the owner, when this process gives; again is fine.  A file with a second name stays
 * what it is.  A code of the store, with *e set and nothing changed. */
int owner_give(const struct store *s, int fd, const char *path, struct store_error *e);
/* O_NOFOLLOW when this process gives, else 0: an owner's link would lead root to what is not the owner's. */
int owner_no_links(const struct store *s);

/* store_trail.c */
/* The line's hash, over the one before and all that it says (LOG.md, entry 7). */
void trail_hash(uint8_t out[STORE_HASH], const uint8_t before[STORE_HASH], const struct trail_line *t);
/* Pieces of transactions that several calls are made of. */
void trail_write(struct db *db, const char *actor, const char *action, const char *subject, const char *detail);
void trail_about(struct db *db, const char *actor, const char *action, const char *what, int64_t id,
                 const char *detail);
void notice_write(struct db *db, int64_t person, int64_t version, int64_t leg, const char *kind, const char *text);

/* Whose a bot is, of `person p`: the host's own are those of hosts, and of accounts without a way in, as `fiel-ladder enter` makes
 * them; all others are strangers'. */
#define STRANGER "p.role <> 'host' and (p.password <> '' or p.key is not null)"

/* store_versions.c */
int64_t author_of(struct db *db, int64_t version);
/* The stranger whose bot it is; 0: it is the host's own. */
int64_t stranger_of(struct db *db, int64_t version);
/* Disables it when it is active and was at fault too often lately; its author is told. */
void version_judge(struct db *db, int64_t version);
/* Disables one that is active or waits for its admission, with the reason; its author is told. */
void version_disable(struct db *db, int64_t version, const char *reason, const char *actor);
/* Pairs of ladder events that wait with this version in them are not played. */
void version_withdraw(struct db *db, int64_t version);
/* --- store_closing.c --- */
/* The reason in the job of a pair that a side lost without a leg: store_check.c knows it by that. */
#define STORE_FORFEIT N_("not played: the account of a bot's author is closed")
/* An open pair with a bot whose author is closed is not played; one without stays as it is. */
void pair_settle(struct db *db, int64_t id, const char *actor);
/* All of this person's, who was closed; what waits for him goes on. */
void bots_stop(struct db *db, int64_t person, const char *actor);
void bots_go_on(struct db *db, int64_t person);

/* store_finish.c */
/* What the trail's line of a filing, "pair-filed", says of the pair, and behind that of each of its records. */
#define FILED_RATED ", rated"
#define FILED_UNRATED ", not rated"
enum { FILED_LEG_TEXT = 2 * STORE_HASH + 64 };
void filed_leg_text(char text[FILED_LEG_TEXT], const uint8_t replay[STORE_HASH], int64_t started_ms, int64_t ended_ms);
bool job_done(struct db *db, const struct order *o); /* the job is done, if this worker still holds it */
void refuse_lost(struct db *db, const struct order *o);
/* store_rechecks.c: this pair, which was just filed, is looked at again, or not: by lot. */
void recheck_draw(struct db *db, const struct order *o);

/* --- store_quota.c --- */
enum quota { QUOTA_BOTS, QUOTA_WAITING, QUOTA_DISPUTES, QUOTAS };
/* Refuses with STORE_STALE who has all that an account may have, before one more is added in the same transaction; a host has no quota, nor
 * has who cannot sign in. */
void quota_judge(struct db *db, enum quota which, int64_t person);

/* --- store_rechecks.c --- */
/* Somebody of a host besides these two works here: a key of one, or the site's own crew. */
bool has_others(struct db *db, const char *host, const char *second);
/* A recheck that differs, of which a third host is asked before the pair is in doubt. */
#define SAID_ALONE "state = 'unasked' and differs > 0 and chance >= 0"

/* --- store_people.c --- */
/* Until this transaction ends no other one holds this name: by a row, which nobody without rights on the tables can lock.  SQLite has
 * one writer at a time. */
void tx_hold(struct db *db, const char *name);
/* One more of this name in its window, which is begun again when it is over: how many that makes. */
int64_t budget_take(struct db *db, const char *name, int64_t window_ms);

/* --- store_settings.c --- */
int64_t setting_number(struct db *db, const char *name, int64_t none /* it was never set */);

/* --- store_pairs.c --- */
/* A pair does not count any more, and a new one with the same seats is played in its stead: the id of that.  STORE_STALE when it is void
 * already.  Told in the trail. */
int64_t pair_replay(struct db *db, int64_t id, const char *reason, const char *actor);
void serial_grow(struct db *db, int64_t ladder);

/* A table's rows by one list of what is read: X(KIND, field, "column") for each, W(names, field, "column") for a word of these.  From it
 * follow the columns of a select, each with its comma behind it, and what reads them, so that both have one order. */
typedef void row_read(struct db_rows *rows, void *row);
#define FIELD_COLUMN(kind, field, column) column ", "
#define COLUMNS(FIELDS) FIELDS(FIELD_COLUMN, FIELD_COLUMN)
#define SELECT(FIELDS) "select " COLUMNS(FIELDS) "0" /* behind the last comma */
#define FIELD_INT(field) r->field = (__typeof__(r->field))db_int(rows);
#define FIELD_INTS(field) \
    for (size_t i = 0; i < sizeof r->field / sizeof *r->field; i++) \
        r->field[i] = db_int(rows);
#define FIELD_BOOL(field) r->field = db_int(rows) != 0;
#define FIELD_REAL(field) r->field = db_real(rows);
#define FIELD_TEXT(field) db_array(rows, r->field);
#define FIELD_BLOB(field) db_blob(rows, r->field, sizeof r->field);
#define FIELD_BLOB_IF(field) r->has_##field = db_blob(rows, r->field, sizeof r->field);
#define FIELD_READ(kind, field, column) FIELD_##kind(field)
#define WORD_READ(names, field, column) \
    r->field = (__typeof__(r->field))db_word(rows, names, sizeof names / sizeof *names);
#define ROW_READ(name, type, FIELDS) \
    void name(struct db_rows *rows, void *row) \
    { \
        type *r = row; \
        FIELDS(FIELD_READ, WORD_READ) \
    } \
    _Static_assert(sizeof(type) > 0, "a semicolon follows")
/* --- store_query.c --- */
/* The first row of a statement, if there is one. */
bool db_row(struct db *db, row_read *read, void *row, const char *sql, const struct db_value *v, unsigned n);
/* Its text; "" where there is none. */
void db_text_of(struct db *db, char *out, size_t room, const char *sql, const struct db_value *v, unsigned n);

/* Over rows of leg_seat: a struct clock_sums. */
#define COUNTED_SUM(of) "cast(coalesce(sum(" of "), 0) as bigint)"
#define CLOCK_FIELDS(X, W) \
    X(INT, decisions, COUNTED_SUM("decisions")) \
    X(INT, timeouts, COUNTED_SUM("timeouts")) \
    X(INT, spared, COUNTED_SUM("spared")) \
    X(INT, nobodys_us, COUNTED_SUM("nobodys_us"))
row_read clock_read;
/* Who version v of bot b of person p is. */
#define LABEL_FIELDS(X, W) \
    X(INT, bot, "b.id") \
    X(INT, person, "b.person") \
    X(INT, number, "v.number") \
    X(TEXT, bot_name, "b.name") \
    X(TEXT, author, "p.name")
row_read label_read;

/* Of a pair p: its event does not keep what it comes to from visitors until it is over. */
#define SHOWN \
    " not exists(select 1 from event h where h.id = p.event and h.state not in ('done', 'cancelled') and h.cfg like" \
    " '%\"hidden\":1%')"
/* Half games of pair p: 2 of each game of a leg, and of a plain match 2. */
#define PAIR_OF \
    "(2 * p.legs * case when p.legs <> 2 then 1 when p.games > 0 then p.games else (select a.games from ladder a" \
    " where a.id = p.ladder) end)"
#define PAIR_FIELDS(X, W) \
    X(INT, id, "p.id") \
    X(INT, ladder, "p.ladder") \
    X(INT, event, "p.event") \
    X(INT, round, "p.round") \
    X(INT, slot, "p.slot") \
    X(INT, seats, "p.seats") \
    X(INT, legs, "p.legs") \
    X(INT, of, PAIR_OF) \
    X(INTS, version, "p.seat0, p.seat1, p.seat2, p.seat3, p.seat4, p.seat5, p.seat6, p.seat7") \
    X(INT, note_bytes, "p.note_bytes") \
    X(INT, games, "p.games") \
    X(BOOL, rated, "p.rated") \
    X(INT, priority, "p.priority") \
    W(pair_state_names, state, "p.state") \
    X(INT, score, "p.score") \
    X(INT, margin, "p.margin") \
    X(INT, hands, "p.hands") \
    X(INT, replaces, "p.replaces") \
    X(INT, created_ms, "p.created_ms") \
    X(INT, done_ms, "p.done_ms") \
    X(REAL, luck, "p.luck") \
    X(INTS, from, "p.envido, p.flor, p.tricks, p.refused, p.mazo, p.bonus")
row_read pair_read; /* the next columns of a row */
#define LADDER_FIELDS(X, W) \
    X(INT, id, "l.id") \
    X(TEXT, code, "l.code") \
    X(TEXT, name, "l.name") \
    X(TEXT, rules, "l.rules") \
    X(TEXT, clock, "l.clock") \
    X(TEXT, cfg, "l.cfg") \
    X(INT, seats, "l.seats") \
    X(INT, games, "l.games") \
    X(INT, legs, "l.legs") \
    X(BOOL, closed, "l.closed") \
    X(INT, serial, "l.serial") \
    X(INT, created_ms, "l.created_ms")

/* store_events.c */
row_read ladder_read;
/* store_trail.c: the columns id, at_ms, actor, action, subject, detail, hash. */
row_read trail_read;

/* A statement that is put together: a filter adds "and ..." with its value. */
struct query {
    char sql[4096];
    size_t length;
    struct db_value value[16];
    unsigned values;
};

/* store_query.c */
void query_start(struct query *q, const char *sql);
/* With the values that this text names (ARGS). */
void query_with(struct query *q, const char *sql, const struct db_value *v, unsigned n);
void query_add(struct query *q, const char *sql);
/* " and <sql> $n" with the value; `sql` ends in what stands before the value. */
void query_value(struct query *q, const char *sql, struct db_value v); /* the value behind it */
void query_and(struct query *q, const char *sql, struct db_value v);
/* The same where there is an id. */
void query_if(struct query *q, const char *sql, int64_t id);
/* " order by <key> limit n": newest first. */
void query_page(struct query *q, const char *order, size_t max);

/* A list call: runs the query and reads at most `max` rows of `size` bytes into `out`. */
struct listing {
    struct query query;
    row_read *read;
    void *out;
    size_t size, max, n;
    void (*rest)(struct db *db, void *out, size_t n); /* reads what the rows lack; NULL: nothing */
};
int store_list(struct store *s, struct listing *l, size_t *n, struct store_error *e);
/* Its first row; STORE_NOT_FOUND and `none` where there is not one. */
int store_one(struct store *s, struct listing *l, struct store_error *e, const char *none, ...)
    __attribute__((format(printf, 4, 5)));

#endif
