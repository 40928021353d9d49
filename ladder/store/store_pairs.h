/* store_pairs: pairs, which are planned, played and rated as one. */
#ifndef FIEL_LADDER_STORE_PAIRS_H
#define FIEL_LADDER_STORE_PAIRS_H

#include "store.h"

/* The unit of the schedule and of the ratings.  Seat s of leg l holds version[(s + seats - l % seats) %
 * seats]: in the twin everybody sits one seat further, which exchanges the sides. */
enum pair_state { PAIR_OPEN, PAIR_DONE, PAIR_VOID, PAIR_STATES };
extern const char *const pair_state_names[PAIR_STATES];
struct pair {
    int64_t id, ladder, event;
    int64_t round, slot;          /* where it stands in its event */
    int64_t seats, legs;          /* filled from the ladder when they are 0; with a remote version legs must be 1 */
    int64_t version[STORE_SEATS]; /* by seat of the first leg */
    int64_t note_bytes;           /* of the notes of a seat in a leg; 0: none are taken */
    int64_t games;                /* of a leg, or of its plain match; 0: the ladder's, as of all that are rated */
    bool rated;       /* filled from the event; not when two sides have bots of one author, who is not the host */
    int64_t priority; /* of its job: larger is earlier */
    enum pair_state state;
    /* When done, from the side of seat 0 of the first leg: half games won, of `of`, and points made less points given, as pair_sum has them
     * (stats/pairs.h; -1 and 0 at tables without two sides); hands; and of the margin what the deals were worth (luck.h). */
    int64_t score, of, margin, hands;
    double luck;
    int64_t from[STORE_SOURCES]; /* of the margin: what it came from (tell/points.h) */
    int64_t replaces;            /* the void pair in whose stead it is played, 0 none */
    int64_t created_ms, done_ms;
};
int64_t pair_version(const struct pair *p, unsigned leg, unsigned seat); /* who sits there */
/* The next pairs of an event with their jobs, and where the schedule stands, in one transaction.  STORE_STALE
 * when the event is not running or its round is not `round`, so that of two schedulers one goes on.  The
 * pairs' ids are set; round, slot, version, note_bytes, games and priority are read. */
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
    int64_t open, done; /* pairs; one that is void is neither */
    int64_t score, of;  /* of the done ones: half games won by the side of seat 0; half games of one pair */
};
int store_met(struct store *s, int64_t event, struct met *out, size_t max, size_t *n, struct store_error *e);

#endif
