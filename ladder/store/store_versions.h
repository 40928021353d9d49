/* store_versions: bots, their versions, and what came of validating those. */
#ifndef FIEL_LADDER_STORE_VERSIONS_H
#define FIEL_LADDER_STORE_VERSIONS_H

#include "store.h"

enum version_state { VERSION_PENDING, VERSION_ACTIVE, VERSION_DISABLED, VERSION_RETIRED, VERSION_STATES };
extern const char *const version_state_names[VERSION_STATES];
struct bot {
    int64_t id, person;
    char author[STORE_NAME]; /* the person's name; filled on reading */
    char name[STORE_NAME];   /* unique among the author's */
    char about[STORE_TEXT];
    int64_t created_ms;
    bool played; /* filled on reading: a pair has it, or had it */
    /* Filled on reading, of its newest version: */
    int64_t newest; /* its number; 0: there is none */
    enum version_state state;
    char reason[STORE_TEXT];
};
int store_bot_add(struct store *s, const struct bot *b, int64_t *id, struct store_error *e);
int store_bot_named(struct store *s, const char *author, const char *name, struct bot *out, struct store_error *e);
/* What is said of it from now on; NOT_FOUND. */
int store_bot_about(struct store *s, int64_t id, const char *about, struct store_error *e);
/* A bot goes with its versions, and its name is free; their blobs go when they are swept.  STORE_STALE when a pair or an event other
 * than a ladder's own has it, or it is being tried: then everything stays.  Told in the trail. */
int store_bot_remove(struct store *s, const struct bot *b, const char *actor, struct store_error *e);
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
    int64_t created_ms;
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
    bool newest; /* the newest first */
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
struct clock_sums { /* of some seats, in the legs that were filed when it was counted: as in struct leg_seat */
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

#endif
