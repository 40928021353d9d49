/* course: the course of a match, from the first HELLO to the RESULT, as a value without I/O, clock or chance.
 *
 * It takes inputs, which are the records of what came in (REPLAY.md section 2), and gives outputs: what an input is worth, then
 * every message that it causes.  The same inputs with the same ports give the same outputs, so the arbiter of a match lives by it
 * and a reader of its record plays it again.
 *
 * One input goes through in two steps.  course_input() judges it, says so (`takes`) and makes the messages that it causes at once;
 * course_through() makes those that wait until an input is through (HANDS_END, the next hands, requests) and says to whom
 * what was made for it is to be handed over now.  When that was done the course is told by course_sent().
 *
 * Everything is allocated in course_new; a decision allocates nothing.  Times are microseconds of one clock that never goes back. */
#ifndef FIEL_COURSE_H
#define FIEL_COURSE_H

#include "log/append.h"
#include "record/deal.h"
#include "record/header.h"
#include "record/inputs.h"
#include "record/twin.h"
#include "wire/seat_message.h"

struct course;

/* TOLD: the result is told. */
enum course_stage { COURSE_HELLO, COURSE_JOIN, COURSE_OPEN, COURSE_TOLD, COURSE_OVER };

/* --- inputs --------------------------------------------------------------------------------------- */

/* What came in, by the type of its record.  REC_REVEAL_NOW has nothing but its moment. */
struct input {
    unsigned type;
    int64_t now;
    union {
        /* The verdict, the fault and the error of bytes that nobody calls malformed are not looked at: takes() says what they
         * are. */
        struct rec_received received;
        struct rec_silence silence;
        struct rec_seat seat;
        struct rec_pause pause;
        struct rec_void voided;
    };
    const struct seat_message *msg; /* of REC_RECEIVED: what its bytes say; none where it has an error */
    unsigned count;
};

/* --- outputs and ports ---------------------------------------------------------------------------- */

/* A hand of a table, and M of what is dealt in it: of the second leg of a pair the primary's. */
struct course_hand {
    uint32_t table, hand;
    const uint8_t *id;
};

/* What befell the match, to be told to people. */
enum course_happens {
    HAPPENS_OFFERED, /* every party has said who it is */
    HAPPENS_DEALT,   /* a hand */
    HAPPENS_DECISION, /* an answer of `party` was accepted; `a` is the time that it took; `b` 1: with what of the time was nobody's it would
                       * have been too late */
    HAPPENS_CUT,      /* a cut of `party` was accepted */
    HAPPENS_SIGNED,   /* its signature of `a` hands was accepted */
    HAPPENS_FAULT,    /* of `party`, with its effect and numbers; the party's counts are in `faults` and `timeouts` */
    HAPPENS_GAME,     /* a game is over: `winner`, `reason`, `party` */
    HAPPENS_HAND,     /* a hand is over */
    HAPPENS_PROGRESS, /* the table goes on behind its hand */
    HAPPENS_VOID,     /* nothing is decided any more: the result follows */
};
struct course_event {
    enum course_happens what;
    uint8_t party, fault, effect, winner, reason;
    uint64_t a, b;
    uint32_t faults, timeouts;
    /* As it stands: */
    struct course_hand at;           /* the table, and the hand that was dealt there last */
    const struct position *position; /* at that table, where a game is `open` */
    bool open;
    uint32_t hands, hands_over, games_done;
    const struct result *result;
};

struct course_pack {
    unsigned n; /* cards */
    const uint8_t *list, *commits;
};

enum head_known {
    HEAD_NOT,     /* the party was not told so much */
    HEAD_IS,      /* it was, and this is its head */
    HEAD_UNKNOWN, /* nobody can say: it is taken at its word */
};

enum {
    ENVELOPE_HEAD =
        12, /* longest [number, message...] header, array16 and uint64: no message is longer than the rest */
    ENVELOPE_MESSAGES = 16, /* of one table, as they are told at first, or are told again */
    AGAIN_MOST = 2048,      /* messages are told again behind one HELLO: 128 envelopes, which a seat's queue holds */
    AGAIN_US = 200000       /* for so many a clock that stands still does so longer */
};

/* What was made for a party and has not left: messages first to first + count - 1 of those that it is told.  From `sent` to `first`
 * stands what had no room while it was not there. */
struct course_kept {
    uint64_t sent, first;
    unsigned count, items; /* values of those messages, for the array's header */
    size_t size;           /* their bytes */
};

struct course_ports {
    void *ctx;
    /* The input counts, and this was made of it; it is recorded before anything that follows.  False: it could not be, which
     * is looked at where the input itself is to end the match. */
    bool (*takes)(void *ctx, const struct input *in);
    /* A message, in the order of the chains; `visibility` is its record's.  `full`, bit per party: it has no room beside what is kept,
     * which leaves now where the party hears, and is put aside where it does not. */
    void (*message)(void *ctx, unsigned type, unsigned visibility, const void *bytes, size_t size, unsigned full);
    void (*happens)(void *ctx, const struct course_event *e);
    /* The party is back and has so many messages: it is told those from there to course_again_until again, as they were; and what was
     * put aside, where that is all. */
    void (*again)(void *ctx, unsigned party, uint64_t have, const struct course_kept *kept);
    /* The head of a party that has so many messages, 1 at least. */
    enum head_known (*head_at)(void *ctx, unsigned party, uint64_t have, uint8_t head[HASH]);
    /* The sealed pack of a hand, for as long as the table plays it; a card of it, as it is opened. */
    void (*commits)(void *ctx, const struct course_hand *h, struct course_pack *pack);
    void (*card)(void *ctx, const struct course_hand *h, unsigned slot, uint8_t opening[OPENING]);
    /* Whether a rival sees sign number n of the giver (DEAL.md section 5); `cut` is Z. */
    bool (*sees_sign)(void *ctx, const struct course_hand *h, const uint8_t cut[HASH], unsigned giver, unsigned rival,
                      unsigned n);
    /* x of a party of the primary; asked in the second leg of a pair alone.  What stands there is its x of the hand before. */
    void (*primary_cut)(void *ctx, const struct course_hand *h, unsigned party, uint8_t x[HASH]);
    void (*view_key)(void *ctx, const uint8_t match_id[HASH], unsigned party, uint8_t key[HASH]);
    void (*seed)(void *ctx, uint8_t seed[HASH]);
    void (*sign)(void *ctx, uint8_t signature[SIGNATURE], const struct message *text);
    /* How the reason reads why an answer is refused. */
    const char *(*refusal)(void *ctx, enum rule_error e);
    /* OPEN is made and will be told: the length of the log's proof of this entry, 0 where there is no log; -1: it could not be
     * logged, and the match is void. */
    long (*log)(void *ctx, const void *entry, size_t size, char proof[LOG_PROOF]);
    /* Before a message is given out: what is packed may become another one, which then stands in the chains.  NULL, except for an arbiter
     * that lies (tests/conformance). */
    void (*bend)(void *ctx, unsigned type, unsigned visibility, struct packer *p);
};

/* --- the course ----------------------------------------------------------------------------------- */

/* The course of the match that HEADER describes, at its first moment; NULL and a sentence in `why` when there can be no such
 * match. */
struct course *course_new(const struct header *h, const struct course_ports *ports, char why[RULES_ERROR_TEXT]);
void course_free(struct course **co); /* wipes what is secret; NULL is fine */
/* It is the second leg of a pair, before anybody said HELLO: the arbiter's signature over the primary's OPEN, and that. */
void course_second_leg(struct course *co, const uint8_t *twin, size_t size, const struct twin *primary);
/* The HELLOs are waited for from now on. */
void course_start(struct course *co, int64_t now);
const struct header *course_header(const struct course *co);

/* It is this moment, or a later one. */
void course_at(struct course *co, int64_t now);
/* False: it changes nothing and is not recorded. */
bool course_input(struct course *co, const struct input *in);
/* The input is through.  Bit per party to which what is kept for it leaves now.  None, where the match is over by it: then it leaves to
 * all. */
unsigned course_through(struct course *co);
const struct course_kept *course_kept(const struct course *co, unsigned party);
/* The number of the first message that is not sent again behind a HELLO with `have` messages: kept->sent, or there are more than
 * AGAIN_MOST. */
uint64_t course_again_until(const struct course_kept *kept, uint64_t have);
/* It has left, if there was anything and the party hears: the time of what it asks for begins. */
void course_sent(struct course *co, unsigned party);
/* The newest envelope that asked for anything left the party's process at this moment, which the records of RECEIVED and SILENCE
 * carry. */
void course_left(struct course *co, unsigned party, int64_t left_us);
/* The arbiter cannot go on: RESULT says so.  No input: a record that takes nothing more cannot hold it. */
void course_void(struct course *co, enum arbiter_code code);
/* The offer was made, and nothing else is known of the match. */
void course_offered(struct course *co, const void *offer, size_t size);
/* The OFFERs, where the last input made them, were never made, nor what followed them: what the HELLOs said is known, and nobody is there
 * any more. */
void course_unoffered(struct course *co);
/* The arbiter was gone (arbiter_forgets), and the bots may have heard more than what is known: RESULT says so and counts nothing, behind
 * the OFFERs where there were none. */
void course_lost(struct course *co, enum arbiter_code code);
/* The messages that ended the match were never made. */
void course_untold(struct course *co);
/* RESULT is told: S follows where it was put off for a twin that does not come, and the match is over, or it waits for its
 * twin. */
void course_close(struct course *co);

/* --- what can be asked ---------------------------------------------------------------------------- */

/* How far it is, and the moment of its newest input. */
enum course_stage course_stage(const struct course *co);
int64_t course_now(const struct course *co);
uint32_t course_hands(const struct course *co);          /* dealt at all tables */
const uint8_t *course_match_id(const struct course *co); /* zeros before the OFFER */
/* RESULT as it was signed last; `size` is 0 before there is one. */
struct signed_result {
    uint8_t bytes[1024], signature[SIGNATURE];
    size_t size;
};
/* What RESULT says. */
const struct signed_result *course_told(const struct course *co);
const struct result *course_result(const struct course *co);
uint64_t course_verified(const struct course *co); /* so many signatures of parties were looked at */
bool course_waits(const struct course *co);        /* the result is told, and S waits for the twin */

/* The party's head now, after all that was made for it. */
void course_head(const struct course *co, unsigned party, uint8_t head[HASH]);
bool course_hears(const struct course *co, unsigned party); /* it has said HELLO and is there to be told */
bool course_out(const struct course *co, unsigned party);   /* its fault is known: nothing more of it counts */
/* Since when its HELLO is waited for, and when that is over; INT64_MAX: none is. */
int64_t course_waiting_since(const struct course *co, unsigned party);
int64_t course_hello_due(const struct course *co, unsigned party);
bool course_owes(const struct course *co, unsigned party);
/* The newest of what it was asked for can have left its process at this moment, where something came at `came` or was still missing then:
 * the moment that was told before, or where none was one since it was handed over. */
bool course_left_fits(const struct course *co, unsigned party, int64_t left_us, int64_t came_us);
/* That would have been before the tick at which it could leave. */
bool course_left_early(const struct course *co, unsigned party, int64_t left_us);
/* When the first of what it was asked for is due.  False: it was asked for nothing. */
bool course_due(const struct course *co, unsigned party, int64_t *at);
/* Since when the newest of what it owes is waited for; 0: it owes nothing. */
int64_t course_asked(const struct course *co, unsigned party);
unsigned course_asks(const struct course *co, unsigned party); /* so often something began to be asked for */
/* Its clock stands still; *until then at most. */
bool course_frozen(const struct course *co, unsigned party, int64_t *until);
/* It runs again, if that moment has come. */
void course_thaw(struct course *co, unsigned party);

#endif
