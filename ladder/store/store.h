/* store: everything the ladder remembers, behind calls in the ladder's own words.
 *
 * Two backends, one meaning: SQLite (one process owns the file; every write goes through one connection and
 * many leave in one commit) and PostgreSQL (any number of processes and hosts).  Every call is one
 * transaction: when it returns anything but STORE_OK nothing of it has happened, and when it returns STORE_OK
 * what it did is on the disk.  Calls may come from any number of threads at once.
 *
 * Conventions.  A call returns an enum store_code and, unless that is STORE_OK, has written one sentence to
 * `e` (never NULL).  Ids are positive and grow; 0 means none.  Times are milliseconds since 1970 by the
 * store's own clock (store_now), which is one for all hosts.  Texts are UTF-8, without NUL, and fit the array
 * they are read into: a longer one or other bytes are STORE_INVALID when they are written.  The store checks
 * what must hold between rows; what a name may look like and who may do what is the caller's.
 * A list call fills `out` with at most `max` rows and sets *n; the next page begins behind the last id
 * (`after`, oldest first) or before it (`before`, newest first; 0 begins at the newest). */
#ifndef FIEL_LADDER_STORE_H
#define FIEL_LADDER_STORE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/owned.h"
#include "histogram.h"

enum {
    STORE_SEATS = 8,
    STORE_SIDES = 3,
    STORE_SOURCES = 6, /* of points: envido, flor, tricks, refused, mazo, bonus */
    STORE_LEGS = 6,
    STORE_NAME = 64,
    STORE_TEXT = 256,
    STORE_LONG = 4096,
    STORE_PASSWORD = 128, /* with the closing NUL */
    STORE_HASH = 32,
    STORE_KEY = 32,
    STORE_SIGNATURE = 64,
    STORE_BLOB_MAX = 256 << 20, /* bytes of an artifact or a replay */
    STORE_LOG_MAX = 64 << 10,   /* bytes kept of what a bot printed in one match; the end counts */
};

enum store_code {
    STORE_OK = 0,
    STORE_NOT_FOUND,
    STORE_EXISTS,      /* a name, key or match that is there already */
    STORE_STALE,       /* somebody was faster: the lease is lost, the state is another one */
    STORE_INVALID,     /* the caller's data: too long, not UTF-8, refers to nothing */
    STORE_BUSY,        /* another process owns the store, or locks what this needs of it */
    STORE_LET_GO,      /* a record that is here no more: it stands in the archive of a season */
    STORE_CORRUPT,     /* what is stored does not have its hash, or contradicts itself */
    STORE_ENVIRONMENT, /* disk, network, memory, wrong version of the schema */
};
struct store_error {
    enum store_code code;
    char text[512]; /* what went wrong: what to do about it */
    char said[512]; /* the same as a message with its arguments (cli/said.h), for who reads it in their language */
};
/* Each sets both texts and returns the code: of a message with its arguments, with the directives that said_put takes; of what was said. */
int store_fail(struct store_error *e, enum store_code code, const char *message, ...)
    __attribute__((format(printf, 3, 4)));
int store_vfail(struct store_error *e, enum store_code code, const char *message, va_list list)
    __attribute__((format(printf, 3, 0)));
int store_say(struct store_error *e, enum store_code code, const char *said);

/* Bytes that a call has allocated for the caller: store_free gives them back and may be called twice. */
struct store_bytes {
    uint8_t *data;
    size_t size;
};
void store_free(struct store_bytes *b);

/* --- the store itself ----------------------------------------------------------------------------- */
struct store;
enum store_mode {
    STORE_SERVE,  /* read and write; SQLite: alone, STORE_BUSY while another process does */
    STORE_BESIDE, /* read, and write a little beside a server: no blobs, no new schema.  For what a host does by hand */
    STORE_READ,   /* read only, beside a writer; write calls are STORE_INVALID */
    STORE_CREATE, /* as STORE_SERVE; makes what is not there: file and tables, not a PostgreSQL database */
};
/* `where` is sqlite:PATH or postgresql://...  Brings the schema up to date (SERVE, CREATE). */
int store_open(struct store **out, const char *where, enum store_mode mode, struct store_error *e);
void store_close(struct store **s); /* waits for calls that run; NULL inside is fine */
int64_t store_now(struct store *s);
/* For how long this process's commits took, and the matches that it filed. */
struct store_times {
    struct histogram commits, matches;
};
struct store_times *store_times(struct store *s);
/* For tests: from now on the store's clock is `ms` further. */
void store_shift(struct store *s, int64_t ms);

/* Waiting without polling, as a hint: after a call of any process that touched the topic, *ticket differs.
 * Starts with *ticket = 0, which returns at once.  True when something came, false after the timeout; anyone who
 * waits looks again at least every few seconds in any case. */
enum store_topic { TOPIC_JOBS, TOPIC_RESULTS, TOPIC_LIVE, TOPICS };
bool store_wait(struct store *s, enum store_topic topic, uint64_t *ticket, unsigned timeout_ms);

/* Every hash, reference and sum; each thing that is wrong is told to `tell` as one sentence.  *wrong counts. */
typedef void store_tell(void *arg, const char *sentence);
int store_check(struct store *s, store_tell *tell, void *arg, uint64_t *wrong, struct store_error *e);
/* The same of rows alone, and what the trail says was done with each pair: who filed which records, when, whether it counts, and what became of
 * that. */
int store_check_rows(struct store *s, store_tell *tell, void *arg, uint64_t *wrong, struct store_error *e);
/* SQLite: a consistent copy of the database and every blob in a new or older backup folder, while others work; an older one stays whole
 * where it cannot be written, and a new one is then no store. PostgreSQL: STORE_INVALID, the sentence names pg_dump. */
int store_backup(struct store *s, const char *folder, struct store_error *e);
/* Copies all rows and blobs into an empty store; then counts and hashes both sides once more. */
int store_move(struct store *from, struct store *to, store_tell *tell, void *arg, struct store_error *e);

/* Settings: short texts by name.  A name that was never set reads as "". */
int store_setting(struct store *s, const char *name, char value[STORE_LONG], struct store_error *e);
int store_set(struct store *s, const char *name, const char *value, struct store_error *e);

/* --- blobs: artifacts, replays, transcripts, by their BLAKE2b-256 --------------------------------- */
/* Durable when it returns; the same bytes again are fine.  A blob that nothing refers to for a day is swept.  Records that are filed
 * are compact (archive/archive.h), and are got as they were. */
int store_put(struct store *s, const void *bytes, size_t size, uint8_t hash[STORE_HASH], struct store_error *e);
/* STORE_CORRUPT when the bytes do not have that hash any more; STORE_LET_GO when they went with a season, which the sentence names. */
int store_get(struct store *s, const uint8_t hash[STORE_HASH], struct store_bytes *out, struct store_error *e);
/* The same as they stand in the store: of a record what is kept of it, from which those bytes come. */
int store_get_as_stored(struct store *s, const uint8_t hash[STORE_HASH], struct store_bytes *out,
                        struct store_error *e);
int store_sweep(struct store *s, uint64_t *swept, struct store_error *e);

#endif
