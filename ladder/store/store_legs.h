/* store_legs: what was played: a leg is one struct when it is filed and as a row. */
#ifndef FIEL_LADDER_STORE_LEGS_H
#define FIEL_LADDER_STORE_LEGS_H

#include "stats/pairs.h"
#include "store_pairs.h"

/* A leg's columns, as pair_sum takes them. */
struct pair_leg leg_came(int64_t winner, int64_t fault, const int64_t games[STORE_SIDES],
                         const int64_t points[STORE_SIDES]);

struct leg_seat {
    int64_t version, faults, decisions, used_us, worst_us; /* of this seat in this leg */
    int64_t timeouts, spared; /* decisions that were too late; that would have been, with time that was nobody's */
    int64_t nobodys_us;       /* of its time, which was not charged: what the record's PAUSEs say */
    const void *log;          /* to file: what the bot printed; the last STORE_LOG_MAX bytes are kept; NULL: none */
    size_t log_size;
};
struct leg {
    int64_t id, pair, ladder, event, leg, seats;
    enum pair_state pair_state; /* void: does not count */
    uint8_t match_id[STORE_HASH];
    int64_t winner; /* side, in this leg's seating; -1 drawn */
    int64_t points[STORE_SIDES], games[STORE_SIDES], hands;
    int64_t fault, fault_seat; /* enum fault that ended it, 0 for none; seat -1 */
    char fault_text[STORE_TEXT];
    int64_t started_ms, ended_ms, log_index; /* log_index: of OPEN in the match log, -1 none */
    uint8_t replay[STORE_HASH], arbiter[STORE_KEY], signature[STORE_SIGNATURE]; /* signature: under the RESULT */
    int64_t replay_size;                                                        /* as it is stored */
    bool let_go;                                                                /* the record went with a season */
    char worker[STORE_NAME];
    bool unheld;      /* a leg of a pair, and some bot of it was in no fresh strict jail, so the arbiter says */
    bool pair_unheld; /* this leg, or another of its pair */
    bool hidden;      /* its event shows what it comes to when it is over */
    bool in_doubt;    /* a recheck differs (store_rechecks.h): the pair counts for nothing until the host decides */
    struct leg_seat seat[STORE_SEATS];
    /* Only what is to be filed has these: */
    double luck;                 /* of its deals, in points of side 0 (luck.h); finite */
    int64_t from[STORE_SOURCES]; /* points of side 0 less those of side 1, by what they came from (tell/points.h) */
    const void *record;
    size_t record_size;
};
int store_leg(struct store *s, int64_t id, struct leg *out, struct store_error *e);
struct leg_filter {
    int64_t ladder, event, pair, bot, version, against; /* 0: any; against: another version at the table */
    bool seen;                                          /* only legs that are not hidden */
    bool faulty;           /* only legs that a fault ended; with a version: its own faults */
    const uint8_t *replay; /* STORE_HASH bytes of its record; NULL: any */
    int64_t before, after; /* after: the oldest behind that one, and the oldest first */
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
    int64_t version[STORE_SEATS];     /* by seat of the first leg */
    int64_t score, of, margin, hands; /* as in struct pair */
    double luck;
    int64_t played;          /* legs that were */
    struct pair_leg came[2]; /* of the first two */
    uint8_t match_id[2][STORE_HASH];
};
int store_units(struct store *s, int64_t ladder, int64_t after, struct unit *out, size_t max, size_t *n,
                struct store_error *e);
/* Against whom a version played in its newest OPPONENT_PAIRS pairs: those that count, half games won of half games, points less points. */
enum { OPPONENT_PAIRS = 1000 };
struct opponent {
    int64_t version, pairs, score, of, margin, hands;
    int64_t from[STORE_SOURCES]; /* as in struct pair */
};
/* `ladder`: only pairs that count for its table; 0: for any. */
int store_opponents(struct store *s, int64_t version, int64_t ladder, struct opponent *out, size_t max, size_t *n,
                    struct store_error *e);
/* The same against everybody together; out->version is its own. */
int store_together(struct store *s, int64_t version, struct opponent *out, struct store_error *e);
/* The done pairs in which a bot sat, among the newest OPPONENT_PAIRS of this version; newest first. */
int store_versus(struct store *s, int64_t version, int64_t rival_bot, struct pair *out, size_t max, size_t *n,
                 struct store_error *e);

#endif
