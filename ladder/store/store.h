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

enum {
    STORE_SEATS = 8,
    STORE_SIDES = 3,
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
    STORE_SERVE, /* read and write; SQLite: alone, STORE_BUSY while another process does */
    STORE_BESIDE, /* read, and write a little beside whoever serves: no blobs, no new schema.  For what a host does by hand */
    STORE_READ,   /* read only, beside whoever writes; write calls are STORE_INVALID */
    STORE_CREATE, /* as STORE_SERVE; makes what is not there: file and tables, not a PostgreSQL database */
};
/* `where` is sqlite:PATH or postgresql://...  Brings the schema up to date (SERVE, CREATE). */
int store_open(struct store **out, const char *where, enum store_mode mode, struct store_error *e);
void store_close(struct store **s);          /* waits for calls that run; NULL inside is fine */
bool store_is_shared(const struct store *s); /* other processes may open it to write: PostgreSQL */
int64_t store_now(struct store *s);
/* For tests: from now on the store's clock is `ms` further. */
void store_shift(struct store *s, int64_t ms);

/* Waiting without polling, as a hint: after a call of any process that touched the topic, *ticket differs.
 * Starts with *ticket = 0, which returns at once.  True when something came, false after the timeout; whoever
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

/* --- people --------------------------------------------------------------------------------------- */
enum role { ROLE_VISITOR, ROLE_AUTHOR, ROLE_HOST, ROLES };
extern const char *const role_names[ROLES]; /* "visitor", "author", "host" */
struct person {
    int64_t id;
    char name[STORE_NAME]; /* unique */
    enum role role;
    bool closed;                   /* may not come in any more */
    char password[STORE_PASSWORD]; /* crypto_pwhash_str, "" for none */
    bool has_key;
    uint8_t key[STORE_KEY]; /* Ed25519, unique */
    int64_t created_ms;
};
int store_person_add(struct store *s, const struct person *p, int64_t *id, struct store_error *e);
int store_person(struct store *s, int64_t id, struct person *out, struct store_error *e);
int store_person_named(struct store *s, const char *name, struct person *out, struct store_error *e);
int store_person_keyed(struct store *s, const uint8_t key[STORE_KEY], struct person *out, struct store_error *e);
/* What of a person becomes another; the rest stays as it is at that moment. */
struct person_change {
    bool sets_role, sets_closed, sets_key;
    enum role role;
    bool closed;
    const char *password; /* its hash; NULL: it stays */
    const uint8_t *key;   /* STORE_KEY bytes, or NULL: none any more */
};
/* STORE_INVALID when no open host would be left.  Closing ends all sessions, and so do another password and another key.  While a person
 * is closed his bots play nowhere: pairs of ladder events and comparisons that are open with one of them are void, those of tournaments
 * are lost by his side without a leg (rated no more), now and when they are planned; whoever plays one loses the lease; what is to be
 * validated waits until he is opened.  What became another is told in the trail under `actor`, except for passwords' hashes. */
int store_person_change(struct store *s, int64_t person, const struct person_change *c, const char *actor,
                        struct store_error *e);
int store_people(struct store *s, int64_t after, struct person *out, size_t max, size_t *n, struct store_error *e);

/* A session is known by the hash of its token; the token itself is never stored. */
struct session {
    uint8_t hash[STORE_HASH];
    int64_t person;
    char kind[16];          /* "browser", "token", "worker": the caller's word */
    char label[STORE_NAME]; /* what its owner calls it */
    int64_t created_ms, used_ms /* to the minute */, expires_ms;
};
int store_session_add(struct store *s, const struct session *c, struct store_error *e); /* created, used: set here */
/* NOT_FOUND also when it is over or its person is closed. */
int store_session(struct store *s, const uint8_t hash[STORE_HASH], struct session *out, struct person *who,
                  struct store_error *e);
int store_session_end(struct store *s, const uint8_t hash[STORE_HASH], struct store_error *e);
int store_sessions(struct store *s, int64_t person, struct session *out, size_t max, size_t *n, struct store_error *e);

/* Limits on rate: takes one of `limit` in the window that began with the first take under that name ("login:ana", "submit:12",
 * "nonce:...").  STORE_STALE when none is left; *again_ms is when the window ends. */
int store_take(struct store *s, const char *name, int64_t limit, int64_t window_ms, int64_t *again_ms,
               struct store_error *e);
/* Gives back what was taken last under that name: it did not count. */
int store_taken(struct store *s, const char *name, int64_t *used, struct store_error *e); /* so often, or never */
int store_untake(struct store *s, const char *name, struct store_error *e);

/* What an account that is not the host's own may have at once, unless the settings "quota.bots", "quota.waiting" and "quota.disputes" say
 * otherwise; one more is STORE_STALE, with both figures. */
enum { STORE_QUOTA_BOTS = 50, STORE_QUOTA_WAITING = 20, STORE_QUOTA_DISPUTES = 10 };

/* --- bots and their versions ---------------------------------------------------------------------- */
enum version_state { VERSION_PENDING, VERSION_ACTIVE, VERSION_DISABLED, VERSION_RETIRED, VERSION_STATES };
extern const char *const version_state_names[VERSION_STATES];
struct bot {
    int64_t id, person;
    char author[STORE_NAME]; /* the person's name; filled on reading */
    char name[STORE_NAME];   /* unique among the author's */
    char about[STORE_TEXT];
    int64_t created_ms;
    /* Filled on reading, of its newest version: */
    int64_t newest; /* its number; 0: there is none */
    enum version_state state;
    char reason[STORE_TEXT];
};
int store_bot_add(struct store *s, const struct bot *b, int64_t *id, struct store_error *e);
int store_bot_named(struct store *s, const char *author, const char *name, struct bot *out, struct store_error *e);
/* What is said of it from now on; NOT_FOUND. */
int store_bot_about(struct store *s, int64_t id, const char *about, struct store_error *e);
/* person 0: everybody's */
int store_bots(struct store *s, int64_t person, int64_t after, struct bot *out, size_t max, size_t *n,
               struct store_error *e);

struct version {
    int64_t id, bot;
    int64_t number;         /* 1, 2, ... of its bot; set when it is added */
    char label[STORE_NAME]; /* what its author calls it */
    bool remote;
    bool has_artifact, has_built;
    uint8_t artifact[STORE_HASH]; /* hosted: what was submitted, a tar */
    uint8_t built[STORE_HASH];    /* hosted, from source: what the build made of it; this is what plays */
    int64_t artifact_size;        /* filled on reading */
    char build[STORE_TEXT];       /* the build command, "" when the artifact is run as it is */
    char run[STORE_TEXT];         /* what is started inside the artifact, with its arguments */
    uint8_t key[STORE_KEY];       /* remote: Ed25519 */
    char binding[STORE_LONG];     /* remote: the text of its .pub file */
    bool supersedes;              /* when it is admitted, the bot's other active versions retire */
    enum version_state state;
    char reason[STORE_TEXT]; /* of the state */
    int64_t created_ms, changed_ms;
};
/* The hash of the archive that plays, of a hosted version. */
static inline const uint8_t *version_plays(const struct version *v) { return v->has_built ? v->built : v->artifact; }
/* A new version, pending, and a job to validate it; it is entered in the running events (of kind ladder) of
 * `ladders`, where it plays from when it is active. */
int store_version_add(struct store *s, const struct version *v, const int64_t *ladders, size_t count, int64_t *id,
                      struct store_error *e);
int store_version(struct store *s, int64_t id, struct version *out, struct store_error *e);
struct version_filter {
    int64_t bot, person; /* 0: any */
    int state;           /* enum version_state, or -1: any */
    int64_t after;
};
int store_versions(struct store *s, const struct version_filter *f, struct version *out, size_t max, size_t *n,
                   struct store_error *e);
/* From one state to another with the reason, told in the trail and, unless the author did it, in a notice to the author.  STORE_STALE
 * when the state is not `from`.  A version that goes back to pending gets a job to validate it.  When it was active, pairs of ladder
 * events that wait with it are void; those of a tournament stay, it has to decide. */
int store_version_move(struct store *s, int64_t id, enum version_state from, enum version_state to, const char *reason,
                       const char *actor, struct store_error *e);
/* An active version that was at fault in FAILING of its newest FAILING_OF matches since it was admitted is disabled when the last of them
 * is filed, with the reason, as by store_version_move. */
enum { FAILING = 8, FAILING_OF = 20 };
/* Who a version is: never changes, comes from memory after the first time. */
struct version_label {
    int64_t bot, person, number;
    char bot_name[STORE_NAME], author[STORE_NAME];
};
int store_label(struct store *s, int64_t version, struct version_label *out, struct store_error *e);
struct clock_sums { /* of some seats, in the legs that were filed when it was counted: as in struct filed_seat */
    uint64_t decisions, timeouts, spared, nobodys_us;
};
/* How a version did lately: in the newest `legs` legs that it played, and in its newest OPPONENT_PAIRS pairs. */
struct version_lately {
    uint64_t played, faulty; /* so many of those legs there are; with a fault of its own */
    struct clock_sums clock; /* of its seats in them */
    uint64_t voids;          /* attempts at those pairs that failed: GIVEN_FAILED, or the lease ran out */
};
int store_version_lately(struct store *s, int64_t version, size_t legs, struct version_lately *out,
                         struct store_error *e);

struct validation {
    int64_t id, version;
    bool passed;
    char reason[STORE_TEXT];
    bool has_replay;
    uint8_t replay[STORE_HASH];
    int64_t created_ms;
};
/* Newest first. */
int store_validations(struct store *s, int64_t version, struct validation *out, size_t max, size_t *n,
                      struct store_error *e);
int store_validation_log(struct store *s, int64_t validation, struct store_bytes *out, struct store_error *e);

/* --- ladders, events, pairs ----------------------------------------------------------------------- */
/* A ladder is a format with a table of its own: rules, seats, clock, games and legs of a pair. */
struct ladder {
    int64_t id;
    char code[STORE_NAME]; /* unique, as it stands in an address: "argentino-2v2" */
    char name[STORE_NAME];
    char rules[STORE_LONG];     /* for --rules */
    char clock[STORE_TEXT];     /* for --clock, "" for the default */
    char cfg[STORE_LONG];       /* JSON, the schedulers' and raters' own */
    int64_t seats, games, legs; /* legs: 2 a duplicate pair, 1 a plain match */
    bool closed;
    int64_t serial; /* grows with every result, void and replay: what a rating run is compared with */
    int64_t created_ms;
};
int store_ladder_add(struct store *s, const struct ladder *l, int64_t *id, struct store_error *e);
int store_ladder(struct store *s, int64_t id, struct ladder *out, struct store_error *e);
int store_ladder_coded(struct store *s, const char *code, struct ladder *out, struct store_error *e);
int store_ladders(struct store *s, int64_t after, struct ladder *out, size_t max, size_t *n, struct store_error *e);

/* Kinds: ladder never ends by itself; sprt compares two versions; the others are tournaments. */
enum event_kind {
    EVENT_LADDER,
    EVENT_ROUND_ROBIN,
    EVENT_GAUNTLET,
    EVENT_SWISS,
    EVENT_KNOCKOUT,
    EVENT_SPRT,
    EVENT_KINDS
};
extern const char *const event_kind_names[EVENT_KINDS];
enum event_state { EVENT_DRAFT, EVENT_RUNNING, EVENT_PAUSED, EVENT_DONE, EVENT_CANCELLED, EVENT_STATES };
extern const char *const event_state_names[EVENT_STATES];
struct event {
    int64_t id, ladder;
    enum event_kind kind;
    char name[STORE_NAME];
    char cfg[STORE_LONG]; /* JSON: what the host asked for */
    enum event_state state;
    bool rated;                               /* its pairs count for the ladder's table */
    int64_t round;                            /* which the schedule has reached; 0 before the first */
    char progress[STORE_LONG];                /* JSON: the scheduler's own */
    int64_t created_ms, started_ms, ended_ms; /* 0: not yet */
};
int store_event_add(struct store *s, const struct event *v, const char *actor, int64_t *id, struct store_error *e);
int store_event(struct store *s, int64_t id, struct event *out, struct store_error *e);
struct event_filter {
    int64_t ladder;  /* 0: any */
    int kind, state; /* -1: any */
    int64_t before;
};
int store_events(struct store *s, const struct event_filter *f, struct event *out, size_t max, size_t *n,
                 struct store_error *e);
/* STORE_STALE when the state is not `from`.  Jobs of an event that is not running are not leased; cancelling
 * it cancels its jobs and voids its open pairs.  Told in the trail. */
int store_event_move(struct store *s, int64_t id, enum event_state from, enum event_state to, const char *actor,
                     struct store_error *e);

/* Who takes part: one version, or a fixed team of two to four (places of one side, in seat order). */
struct entry {
    int64_t id, event;
    int64_t version[STORE_SEATS / 2]; /* the unused ones are 0 */
    int64_t seed;                     /* place in a bracket or group, as the host says; 0 none */
    bool out;                         /* plays no more; on reading also while an author of it is closed */
    char reason[STORE_TEXT];
    int64_t created_ms;
    enum version_state state; /* filled on reading: active when all its versions are, else the first's that is not */
    bool remote;              /* filled on reading: one of them is */
    int64_t stranger;         /* filled on reading: whose the first one is; 0: the host's own */
};
int store_entry_add(struct store *s, const struct entry *n, int64_t *id, struct store_error *e);
int store_entries(struct store *s, int64_t event, int64_t after, struct entry *out, size_t max, size_t *n,
                  struct store_error *e);

/* The unit of the schedule and of the ratings.  Seat s of leg l holds version[(s + seats - l % seats) %
 * seats]: in the twin everybody sits one seat further, which exchanges the sides. */
enum pair_state { PAIR_OPEN, PAIR_DONE, PAIR_VOID, PAIR_STATES };
extern const char *const pair_state_names[PAIR_STATES];
struct pair {
    int64_t id, ladder, event;
    int64_t round, slot;          /* where it stands in its event */
    int64_t seats, legs;          /* filled from the ladder when they are 0; with a remote version legs must be 1 */
    int64_t version[STORE_SEATS]; /* by seat of the first leg */
    bool rated;       /* filled from the event; not when two sides have bots of one author, who is not the host */
    int64_t priority; /* of its job: larger is earlier */
    enum pair_state state;
    /* When done, from the side of seat 0 of the first leg, over all legs: half legs won (0 to 2 * legs; a leg
     * that was not played because a fault ended the first counts like the first; -1 at tables without two
     * sides), points made less points given, hands; and of the margin what the deals were worth (luck.h). */
    int64_t score, margin, hands;
    double luck;
    int64_t replaces; /* the void pair in whose stead it is played, 0 none */
    int64_t created_ms, done_ms;
};
int64_t pair_version(const struct pair *p, unsigned leg, unsigned seat); /* who sits there */
/* The next pairs of an event with their jobs, and where the schedule stands, in one transaction.  STORE_STALE
 * when the event is not running or its round is not `round`, so that of two schedulers one goes on.  The
 * pairs' ids are set; round, slot, version and priority are read. */
struct plan {
    int64_t event, round; /* expected */
    int64_t next_round;   /* becomes the event's */
    const char *progress; /* becomes the event's */
    struct pair *pair;
    size_t pairs; /* may be 0 */
};
int store_plan(struct store *s, struct plan *p, struct store_error *e);
int store_pair(struct store *s, int64_t id, struct pair *out, struct store_error *e);
struct pair_filter {
    int64_t ladder, event, version; /* 0: any */
    int64_t round;                  /* -1: any */
    int state;                      /* enum pair_state, -1: any */
    int64_t before;
};
int store_pairs(struct store *s, const struct pair_filter *f, struct pair *out, size_t max, size_t *n,
                struct store_error *e);
/* What an event's pairs come to, by round and who sat where; the first planned first. */
struct met {
    int64_t round, version[STORE_SEATS];
    int64_t open, done;  /* pairs; one that is void is neither */
    int64_t score, legs; /* of the done ones: half legs won by the side of seat 0; legs of one pair */
};
int store_met(struct store *s, int64_t event, struct met *out, size_t max, size_t *n, struct store_error *e);

/* --- jobs: what workers do ------------------------------------------------------------------------ */
enum job_kind { JOB_PLAY, JOB_VALIDATE, JOB_RECHECK, JOB_KINDS };
extern const char *const job_kind_names[JOB_KINDS];
enum job_state { JOB_QUEUED, JOB_LEASED, JOB_DONE, JOB_PARKED, JOB_CANCELLED, JOB_STATES };
extern const char *const job_state_names[JOB_STATES];
enum { JOB_ATTEMPTS = 3 }; /* leases that end without a result before the job is parked; setting "job.attempts" */

struct order_seat {
    int64_t version, number;
    char author[STORE_NAME], bot[STORE_NAME];
    bool own;                     /* the host's: of a host, or of an account that nobody can sign in to */
    bool remote, source;          /* source: `build` makes of the artifact what is run; not yet built */
    uint8_t artifact[STORE_HASH]; /* what was submitted, or what was built of it */
    char build[STORE_TEXT], run[STORE_TEXT];
    uint8_t key[STORE_KEY];
    char binding[STORE_LONG];
};
/* A job that this worker holds until `until_ms`.  `attempt` is the fencing token: whoever lost the lease files nothing. */
struct order {
    int64_t job, attempt, until_ms;
    enum job_kind kind;
    char worker[STORE_NAME], host[STORE_NAME];
    struct ladder ladder; /* to validate: of the first ladder the version is entered in; id 0 when in none */
    struct pair pair;     /* to play; to recheck: that was played */
    int64_t seats;        /* of `seat`; to validate and to recheck: 1 */
    struct order_seat seat[STORE_SEATS];    /* by seat of the first leg */
    int64_t legs;                           /* to recheck: of `replay` */
    int64_t again_after, again_to;          /* to recheck: the hands after the one, up to the other; 0: to the end */
    char filer[STORE_NAME];                 /* to recheck: the host that filed them */
    uint8_t replay[STORE_LEGS][STORE_HASH]; /* zeros: nothing is asked about this leg */
};
/* Takes the most urgent job that is due, or whose lease has run out; STORE_NOT_FOUND when there is none.  A
 * job whose last lease ran out too is parked on the way. */
struct wish {
    const char *worker, *host; /* host: NULL or "": the site itself; who filed a pair is not asked to recheck it */
    int64_t keyed;             /* the worker's key, by id; 0: the site itself */
    const char *
        machine; /* what plays it; NULL or "": one that nobody shares.  While a pair with an author's hosted bot is played
                          * there (an admission is one), nothing else with a hosted bot of that author is, the host's own
                          * bots left aside, and those in a strict jail whose event does not ask for it */
    int64_t lease_ms;
    bool no_play, no_validate, no_recheck; /* kinds that this worker cannot do */
    bool no_remote;                        /* no pair with a remote version */
    bool strict;                           /* its jail */
    bool no_strangers; /* nothing that is played as a duplicate pair, an admission too, with a hosted bot that is not
                                * the host's own; such jobs, and versions that wait for them, get STORE_UNHELD for a reason */
};
#define STORE_UNHELD \
    N_("no worker here holds authors' bots as a pair demands: the host runs one with --jail strict, or says " \
       "--duplicate-unheld")
int store_lease(struct store *s, const struct wish *w, struct order *out, struct store_error *e);
/* The order once more, for whoever holds it: job, attempt and worker say who that is.  *done: it was filed by this very attempt,
 * and nothing else is filled.  STORE_STALE: the lease is lost. */
int store_held(struct store *s, struct order *o, bool *done, struct store_error *e);
/* The lease is good for `lease_ms` from now; STORE_STALE: it is lost or the job was cancelled, stop the work. */
int store_beat(struct store *s, struct order *o, int64_t lease_ms, struct store_error *e);
/* Back to the queue, not to be leased for `delay_ms`.  After JOB_ATTEMPTS that failed the job is parked with this reason.  UNTRIED: it is as
 * if never leased, the worker ends.  UNMET: a bot did not come, which is a failure, and nobody began to play.  FAILED: the arbiter, a bot's
 * artifact or the worker did, and that is one of the pair's voids, too.  LEFT: its worker was killed; the reason is told in the trail, and
 * the lease runs out as it would. */
enum given_back { GIVEN_UNTRIED, GIVEN_UNMET, GIVEN_FAILED, GIVEN_LEFT };
int store_give_back(struct store *s, const struct order *o, const char *reason, int64_t delay_ms, enum given_back what,
                    struct store_error *e);

struct filed_seat {
    int64_t faults, decisions, used_us, worst_us; /* of this seat in this leg */
    int64_t timeouts, spared; /* decisions that were too late; that would have been, with time that was nobody's */
    int64_t nobodys_us;       /* of its time, which was not charged: what the record's PAUSEs say */
    const void *log;          /* what the bot printed; the last STORE_LOG_MAX bytes are kept; NULL for none */
    size_t log_size;
};
struct filed_leg {
    uint8_t match_id[STORE_HASH];
    int64_t winner; /* side, in this leg's seating; -1 drawn */
    int64_t points[STORE_SIDES], games[STORE_SIDES], hands;
    double luck;               /* of its deals, in points of side 0 (luck.h); finite */
    int64_t fault, fault_seat; /* enum fault that ended it, 0 for none; seat -1 */
    char fault_text[STORE_TEXT];
    int64_t started_ms, ended_ms;
    bool unheld;       /* a leg of a pair, and some bot of it was in no fresh strict jail, so the arbiter says */
    int64_t log_index; /* of OPEN in the match log, -1 none */
    uint8_t arbiter[STORE_KEY], signature[STORE_SIGNATURE]; /* under the RESULT */
    const void *replay;
    size_t replay_size;
    struct filed_seat seat[STORE_SEATS];
};
/* Files what came of a pair, all at once: replays, legs, seats, logs, the pair's score, the ladder's serial, the notice of a version's
 * first fault, and the job is done.  STORE_STALE: the lease is lost, nothing is filed.  The same filing again (the answer was lost) is
 * STORE_OK.  `legs` may be fewer than the pair's when a fault ended the first. */
int store_finish(struct store *s, const struct order *o, const struct filed_leg *leg, size_t legs,
                 struct store_error *e);
/* What came of a validation.  Passed: the version is active, and others retire if it supersedes them.  Else disabled with the reason.
 * The author gets a notice.  `built`: what the build made, already put; NULL none. */
struct verdict_filed {
    bool passed;
    const char *reason;
    const void *log; /* of the build and of the bot, for the author; the last STORE_LOG_MAX bytes are kept */
    size_t log_size;
    const uint8_t *built; /* STORE_HASH bytes */
    const void *replay;
    size_t replay_size; /* 0 for none */
};
int store_validated(struct store *s, const struct order *o, const struct verdict_filed *v, struct store_error *e);

struct job {
    int64_t id, pair, version; /* version: to validate */
    enum job_kind kind;
    enum job_state state;
    int64_t priority, ready_ms, until_ms, attempt;
    char worker[STORE_NAME]; /* who holds it, or held it last */
    char reason[STORE_TEXT]; /* why it came back or is parked */
    int64_t created_ms, done_ms;
};
struct job_filter {
    int state, kind; /* -1: any */
    int64_t event;   /* 0: any */
    int64_t before;
};
int store_jobs(struct store *s, const struct job_filter *f, struct job *out, size_t max, size_t *n,
               struct store_error *e);
/* A parked job is queued once more, as if never tried; cancelling ends a queued, leased or parked one and
 * voids its pair.  Told in the trail. */
int store_job_again(struct store *s, int64_t job, const char *actor, struct store_error *e);
int store_job_cancel(struct store *s, int64_t job, const char *actor, struct store_error *e);

struct worker {
    char name[STORE_NAME], about[STORE_TEXT];
    int64_t started_ms, seen_ms;
    int64_t leased; /* jobs it holds; filled on reading */
};
/* "I am here": every half minute. */
int store_worker_seen(struct store *s, const char *name, const char *about, struct store_error *e);
int store_workers(struct store *s, int64_t seen_since_ms, struct worker *out, size_t max, size_t *n,
                  struct store_error *e);
/* How many they are, without a limit. */
int store_working(struct store *s, int64_t seen_since_ms, int64_t *n, struct store_error *e);

/* A worker's key: who may ask for jobs, as a hash of its token.  Keys of one host are of one hand: none rechecks another's pairs. */
struct worker_key {
    int64_t id;
    char name[STORE_NAME], host[STORE_NAME]; /* names are unique, also of those that were revoked */
    bool admits;                             /* may validate and build what authors send: its word is then what plays */
    bool unheld;                             /* may file pairs of authors' bots that no strict jail held */
    bool revoked;
    int64_t created_ms, used_ms /* to the minute */;
};
int store_worker_key_add(struct store *s, const struct worker_key *k, const uint8_t hash[STORE_HASH], const char *actor,
                         struct store_error *e);
/* STORE_NOT_FOUND also when it is revoked. */
int store_worker_key(struct store *s, const uint8_t hash[STORE_HASH], struct worker_key *out, struct store_error *e);
int store_worker_keys(struct store *s, int64_t after, struct worker_key *out, size_t max, size_t *n,
                      struct store_error *e);
/* What it holds goes back to the queue, without blame.  STORE_NOT_FOUND: there is no such key, or it is revoked. */
int store_worker_key_revoke(struct store *s, const char *name, const char *actor, struct store_error *e);

#include "rechecks.h"

/* --- what was played ------------------------------------------------------------------------------ */
struct leg_seat {
    int64_t version, faults, decisions, used_us, worst_us;
    int64_t timeouts, spared, nobodys_us; /* as in struct filed_seat */
};
struct leg {
    int64_t id, pair, ladder, event, leg, seats;
    enum pair_state pair_state; /* void: does not count */
    uint8_t match_id[STORE_HASH];
    int64_t winner, points[STORE_SIDES], games[STORE_SIDES], hands;
    int64_t fault, fault_seat;
    char fault_text[STORE_TEXT];
    int64_t started_ms, ended_ms, log_index;
    uint8_t replay[STORE_HASH], arbiter[STORE_KEY], signature[STORE_SIGNATURE];
    int64_t replay_size; /* as it is stored */
    bool let_go;         /* the record went with a season */
    char worker[STORE_NAME];
    bool unheld;      /* as in struct filed_leg */
    bool pair_unheld; /* this leg, or another of its pair */
    bool in_doubt;    /* a recheck differs (rechecks.h): the pair counts for nothing until the host decides */
    struct leg_seat seat[STORE_SEATS];
};
int store_leg(struct store *s, int64_t id, struct leg *out, struct store_error *e);
struct leg_filter {
    int64_t ladder, event, pair, bot, version, against; /* 0: any; against: another version at the table */
    bool faulty; /* only legs that a fault ended; with a version: its own faults */
    int64_t before;
};
int store_legs(struct store *s, const struct leg_filter *f, struct leg *out, size_t max, size_t *n,
               struct store_error *e);
/* What the bot at this seat printed: for its author and hosts alone, the caller sees to that.  NOT_FOUND: nothing. */
int store_leg_log(struct store *s, int64_t leg, unsigned seat, struct store_bytes *out, struct store_error *e);
/* Logs of legs that ended before then are forgotten. */
int store_logs_forget(struct store *s, int64_t before_ms, struct store_error *e);

/* The rating's input: the done and rated pairs of a ladder, by id. */
struct unit {
    int64_t pair, event, seats, legs;
    int64_t version[STORE_SEATS]; /* by seat of the first leg */
    int64_t score, margin, hands; /* as in struct pair */
    double luck;
    int64_t played;                            /* legs that were */
    int64_t winner[2], points[2][STORE_SIDES]; /* of the first two, in their own seating */
    uint8_t match_id[2][STORE_HASH];
};
int store_units(struct store *s, int64_t ladder, int64_t after, struct unit *out, size_t max, size_t *n,
                struct store_error *e);
/* Against whom a version played in its newest OPPONENT_PAIRS pairs: those that count, half legs won of half legs, points less points. */
enum { OPPONENT_PAIRS = 1000 };
struct opponent {
    int64_t version, pairs, score, of, margin, hands;
};
/* `ladder`: only pairs that count for its table; 0 for all. */
int store_opponents(struct store *s, int64_t version, int64_t ladder, struct opponent *out, size_t max, size_t *n,
                    struct store_error *e);

/* --- ratings -------------------------------------------------------------------------------------- */
struct rating_run {
    int64_t id, ladder;
    char algorithm[STORE_NAME], params[STORE_TEXT];
    uint8_t results[STORE_HASH]; /* names the exact input */
    int64_t serial;              /* the ladder's, read before the results were */
    int64_t pairs;
    int64_t created_ms;
};
struct rating {
    int64_t version, place, band; /* place 1...; versions of one band are not yet distinguishable */
    double elo, low, high;
    int64_t pairs;
    double score, per_hand, per_hand_error; /* share 0 to 1; points; standard error */
    double cleared, cleared_error;          /* the same points with the deals' luck taken out */
    double superior;                        /* likelihood that it is better than the next one */
    int64_t better, worse; /* pairs whose second leg went better for it than the first, and worse (stats/legs.h) */
};
/* Ladders whose serial is not that of their newest run, oldest run first. */
int store_ratings_due(struct store *s, int64_t *ladder, size_t max, size_t *n, struct store_error *e);
int store_rating_add(struct store *s, const struct rating_run *r, const struct rating *row, size_t rows, int64_t *id,
                     struct store_error *e);
int store_rating_newest(struct store *s, int64_t ladder, struct rating_run *out, struct store_error *e);
/* Of the newest runs of all ladders, those rows whose second legs went better most clearly, the clearest first. */
int store_second_legs(struct store *s, struct rating *out, size_t max, size_t *n, struct store_error *e);
/* By place, from behind `after_place`. */
struct standing {
    struct rating rating;
    struct version_label who;
    enum version_state state;
    bool remote;
};
int store_standings(struct store *s, int64_t run, int64_t after_place, struct standing *out, size_t max, size_t *n,
                    struct store_error *e);
/* The lowest and the highest end of the run's intervals; 0 and 0 of an empty one. */
int store_rating_span(struct store *s, int64_t run, double *low, double *high, struct store_error *e);
/* Of one version, newest first: one point per run. */
struct rating_point {
    int64_t run, at_ms;
    struct rating rating;
};
int store_rating_history(struct store *s, int64_t ladder, int64_t version, int64_t before_run, struct rating_point *out,
                         size_t max, size_t *n, struct store_error *e);
/* Of the ladder's runs before then only the last of each `every_ms` stays. */
int store_ratings_thin(struct store *s, int64_t ladder, int64_t before_ms, int64_t every_ms, struct store_error *e);

/* --- seasons whose records are kept in an archive, and here no more -------------------------------- */
struct season {
    int64_t id, ladder;
    char name[STORE_NAME];
    uint8_t key[STORE_KEY];      /* who signed its index */
    uint8_t summary[STORE_HASH]; /* H of what was signed: which archive it is */
    int64_t pairs;               /* in the archive */
    int64_t records;             /* that were let go with it; filled on reading */
    int64_t created_ms;
};
/* A record of a pair of the season's ladder. */
struct season_record {
    int64_t pair;
    uint8_t hash[STORE_HASH];
};
/* These records are here no more: whoever asks for one is told of the season (store_get); rows, results and hashes stay.  The caller has
 * seen that the archive holds them.  One stays that is not of that pair, or whose pair does not count, has an open dispute or waits to be
 * rechecked; *gone is how many went.  The season's row is made with the first call, which is told in the trail, and its id is set.
 * The bytes are removed by the next sweep. */
int store_let_go(struct store *s, struct season *season, const struct season_record *record, size_t count,
                 const char *actor, uint64_t *gone, struct store_error *e);
/* Newest first. */
int store_seasons(struct store *s, int64_t ladder, int64_t before, struct season *out, size_t max, size_t *n,
                  struct store_error *e);

/* --- notices, disputes, the trail ----------------------------------------------------------------- */
struct notice {
    int64_t id, person, version, leg; /* 0: not about one */
    char kind[32];                    /* "admitted", "refused", "first-fault", "state", "dispute" */
    char text[STORE_TEXT];
    int64_t created_ms, read_ms; /* 0: not read */
};
int store_notices(struct store *s, int64_t person, int64_t before, struct notice *out, size_t max, size_t *n,
                  struct store_error *e);
int store_notices_read(struct store *s, int64_t person, int64_t up_to, struct store_error *e);

enum dispute_state { DISPUTE_OPEN, DISPUTE_UPHELD, DISPUTE_VOID, DISPUTE_WITHDRAWN, DISPUTE_STATES };
extern const char *const dispute_state_names[DISPUTE_STATES];
struct dispute {
    int64_t id, leg, pair, person;
    char text[STORE_LONG];
    bool has_transcript;
    uint8_t transcript[STORE_HASH]; /* the author's own record, put before */
    enum dispute_state state;       /* upheld: the result stands; void: it does not, the pair is played again */
    char decided_by[STORE_NAME], decision[STORE_LONG];
    int64_t again; /* the pair that is played instead, 0 none */
    int64_t created_ms, decided_ms;
};
/* EXISTS while the same person has an open one about the same leg.  Told in the trail. */
int store_dispute_add(struct store *s, const struct dispute *d, const char *actor, int64_t *id, struct store_error *e);
int store_dispute(struct store *s, int64_t id, struct dispute *out, struct store_error *e);
struct dispute_filter {
    int64_t leg, person; /* 0: any */
    int state;           /* -1: any */
    int64_t before;
};
int store_disputes(struct store *s, const struct dispute_filter *f, struct dispute *out, size_t max, size_t *n,
                   struct store_error *e);
/* STORE_STALE when it is not open.  VOID voids the pair, unless it is void already, and plays it again, in
 * the same transaction.  Told in the trail, and to who filed it. */
int store_dispute_decide(struct store *s, int64_t id, enum dispute_state to, const char *decision, const char *actor,
                         struct store_error *e);

/* The trail is append-only: the database refuses to change or delete a line, and every line's hash covers the one before: hash =
 * H("fiel/trail" | before | at_ms | actor | action | subject | detail), see store_trail.c. */
struct trail_line {
    int64_t id, at_ms;
    char actor[STORE_NAME], action[STORE_NAME], subject[STORE_NAME], detail[STORE_LONG];
    uint8_t hash[STORE_HASH];
};
int store_trail_add(struct store *s, const char *actor, const char *action, const char *subject, const char *detail,
                    struct store_error *e);
int store_trail(struct store *s, int64_t before, struct trail_line *out, size_t max, size_t *n, struct store_error *e);
/* The newest lines with this subject: "pair", 17. */
int store_trail_about(struct store *s, const char *what, int64_t id, struct trail_line *out, size_t max, size_t *n,
                      struct store_error *e);
int store_trail_newest(struct store *s, struct trail_line *out, struct store_error *e); /* NOT_FOUND: empty */

/* --- live matches: public information only -------------------------------------------------------- */
/* Lines of a job's running match, numbered by the worker strictly up; STORE_STALE as for store_beat.  The newest
 * STORE_LIVE_LINES are kept; all are forgotten when the job is done, given back, or leased again. */
enum { STORE_LIVE_LINES = 2000 };
int store_live_add(struct store *s, const struct order *o, int64_t first, const char *const *line, size_t lines,
                   struct store_error *e);
struct live_match {
    int64_t job, pair, ladder, started_ms, lines, last; /* last: the number of the newest line */
    struct pair lineup;
};
int store_live(struct store *s, struct live_match *out, size_t max, size_t *n, struct store_error *e);
/* The one of this pair; STORE_NOT_FOUND when it is not being played, or nothing was told of it yet. */
int store_live_of(struct store *s, int64_t pair, struct live_match *out, struct store_error *e);
/* Lines behind number `after`, joined by '\n', as many as fit STORE_LIVE bytes; *last is the number of the last. */
enum { STORE_LIVE = 64 << 10 };
int store_live_lines(struct store *s, int64_t job, int64_t after, char text[STORE_LIVE], int64_t *last,
                     struct store_error *e);

/* --- numbers, for metrics and the host's page ----------------------------------------------------- */
struct store_counts {
    uint64_t people, bots, versions[VERSION_STATES], jobs[JOB_STATES], pairs[PAIR_STATES], legs, faulty_legs;
    uint64_t blobs, blob_bytes, disputes_open;
    int64_t oldest_queued_ms; /* when the oldest due job was made, 0 none */
};
int store_counts(struct store *s, struct store_counts *out, struct store_error *e);
/* Legs that a fault ended, by its kind (enum fault). */
struct store_fault {
    int64_t fault;
    uint64_t legs;
};
int store_faults(struct store *s, struct store_fault *out, size_t max, size_t *n, struct store_error *e);
/* The clock of all seats of all ladders. */
int store_clock_sums(struct store *s, struct clock_sums *out, struct store_error *e);
/* Bots with attempts at their pairs that failed (as in struct version_lately), and how many; the most first. */
struct bot_voids {
    char author[STORE_NAME], name[STORE_NAME];
    uint64_t voids;
};
int store_voids(struct store *s, struct bot_voids *out, size_t max, size_t *n, struct store_error *e);
/* Commits of this process so far, and the time they took together. */
void store_commits(struct store *s, uint64_t *count, double *seconds);

#endif
