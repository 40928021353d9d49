/* fiel: write a bot.
 *
 *     #include <fiel.h>
 *     static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
 *     {
 *         return legal[0];
 *     }
 *     int main(void) { return fiel_run("first", decide, NULL); }
 *
 * The library does sockets, keys, the chain of cuts, every check of DEAL.md, reconnecting and signing.
 *
 *   fiel_*   the bot: run it, or open it and go round its loop yourself
 *   view_*   facts that a seat can read off the table
 *   hint_*   what they are worth, by a player's rule of thumb
 *   position_* the rules: what is legal, what follows, whole tables to search on (rules/position.h)
 *
 * Times are microseconds unless a name ends in _ms.  A seat is 0 to seats-1 in playing order, a side 0 or 1, a scorer
 * who keeps a score: the sides, or with three seats by turn each seat.  A card is rules/card.h's number.
 * Whatever a function is given to fill is the caller's; what is handed to a callback is the library's and good until it
 * returns; only fiel_open allocates.  Different bots may run in different threads, one bot belongs to one.  A misuse that no
 * input can cause (n = 0 to fiel_random_below) ends the process.
 *
 * How it grows.  As long as the soname is libfiel.so.0, a new field takes its bytes out of the `room` of its struct or comes last in a
 * struct that only the library makes (struct fiel_match), a new constant comes after the others of its enum, and no function or
 * number here changes, so that a bot plays on with a newer library than it was linked with.  A bot makes its structs with `= { 0 }`
 * and leaves `room` alone.  A struct without room stays as it is.
 *
 * C11 or later, C++17 or later; macros begin with FIEL_, constants with it or with what they are of (ACT_, CARD_, PHASE_).
 * gdb prints bytes as numbers with `print/u *v` (docs/debug.md). */
#ifndef FIEL_H
#define FIEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "rules/position.h"
#include "rules/signs.h"
#include "rules/worth.h" /* envido_value, flor_value, card_strength: of stated cards */

/* The version of this header, and of the library that is linked: "0.1.0". */
#define FIEL_VERSION_MAJOR 0
#define FIEL_VERSION_MINOR 1
#define FIEL_VERSION_PATCH 0
const char *fiel_version(void);

enum { FIEL_TABLES = 512 }; /* no match has more of them */
enum { FIEL_WHY = 160 };    /* room for a sentence that says what went wrong and what to do about it */

/* The match this process plays, agreed by everybody before a card was dealt. */
struct fiel_match {
    uint8_t id[32]; /* differs for every match: good for seeding */
    struct rules rules;
    uint32_t games, hands_max; /* how many games, and the hand that ends a table in any case */
    uint32_t tables;           /* see `table` below; mostly one */
    uint8_t seats, seat;       /* how many play; mine */
    uint8_t side;              /* whose score is mine: my side, or my seat where three keep one each */
    const char *const *name;   /* of every seat */
    uint32_t at_once; /* tables that are played side by side: all; or 1: the games of a leg, one after the other */
};

/* The clock of one decision, in microseconds. */
struct fiel_clock {
    uint64_t bank_us;   /* left for the rest of the game */
    uint64_t budget_us; /* an answer that takes longer is too late */
    uint64_t
        used_us; /* for the last answer at this table, as the arbiter measured it; 0: there is none, or it was late */
    uint64_t room[5];
};

/* One decision: the view, and the `n` >= 1 actions that are legal in it.  Answer one of them: anything else
 * is refused by the arbiter, and decide is asked again while the clock runs on. */
typedef struct action fiel_decide(const struct view *v, const struct action *legal, int n, void *user);

/* With signs=on (RULES.md, Signs): asked in the round of signs after the deal (v->open.phase is PHASE_SIGNS,
 * and there is no decide) and before each decide.  Writes at most `room` signs to `made`, each a word that
 * sign_known() and a partner that sign_partner() finds, and returns how many.  True or false is its own
 * affair. */
typedef int fiel_signs(const struct view *v, int room, struct sign *made, void *user);

/* Thinks while others do: see `think` below. */
struct fiel_wait;
typedef void fiel_think(const struct view *v, const struct fiel_wait *wait, void *user);
bool fiel_waiting(const struct fiel_wait *wait);

/* What else a bot may want to hear; any may be NULL.  Without `decide` it is a cutter, a party that plays nothing
 * and only cuts (DEAL.md section 12): the library does all of that.  A bot that was killed and started again hears its whole
 * match again from match_start on, but is asked only what is still open. */
struct fiel_callbacks {
    fiel_decide *decide;
    void (*match_start)(const struct fiel_match *m, void *user);
    /* My cards, CARD_NONE fills up. */
    void (*hand_start)(unsigned hand, unsigned mano, const card_t cards[FIEL_HELD_MAX], void *user);
    /* What somebody did, as everybody is told: a card face down is CARD_HIDDEN; value: what was declared. */
    void (*acted)(int seat, struct action a, int value, void *user);
    void (*asked)(const struct fiel_clock *clock, void *user); /* comes before each decide */
    void (*refused)(const char *why, void *user);              /* my action was not legal */
    void (*shown)(int seat, card_t card, void *user);          /* a card shown at the end of the hand */
    void (*hand_end)(const uint16_t score[FIEL_SCORERS_MAX], void *user);
    /* The winner, as fiel_match.side counts; level: FIEL_TIE, or 3 where three keep a score. */
    void (*game_end)(int winner_side, void *user);
    void (*match_end)(int winner_side, int my_side, void *user);
    /* Of several tables: the calls that follow, decide too, are about this one, from 0; before the first they are about
     * table 0.  Tables take turns at any time: a bot that keeps anything of a hand keeps it for each of them. */
    void (*table)(unsigned table, void *user);
    fiel_signs *signs;
    /* Runs in a thread of its own after each of my answers, while the others are asked: `v` is the table after my action.
     * It must come back as soon as fiel_waiting(wait) is false; no other callback is called before it did, so the two
     * need no lock.  Nobody pays for this time, but on an arbiter that puts all processes on one CPU (--cpu auto, the
     * default of fiel match) it is taken from the rival's: think only where the host said --cpu none. */
    fiel_think *think;
    /* A sign that I see: a partner's to me, one that I caught of a rival to its partner, or my own. */
    void (*sign_seen)(int seat, struct sign s, void *user);
    void *user;
    /* Asked behind each decide: what goes with that answer as a note (EXTENSIONS.md section 4), or NULL.  Text of at most 1,024 bytes, what
     * is longer is cut; copied at once. */
    const char *(*note)(void *user);
    void *room[8]; /* NULL */
};

/* Plays the match this process was started for (fd 3; stdout, which goes to the bot's log, is written line by line from then on) and
 * returns a process exit code: 0 when the match ended, 1 when a check failed (the evidence is in the state folder), 3 when there is no arbiter.
 *
 * With these words on the command line it plays from elsewhere instead:
 *
 *     --connect tcp://HOST:PORT --server HEX --key NAME.key [--state DIR] [--once]
 *
 * or, to play the one match whose seat is there (`fiel match --bot remote:NAME.pub --events` tells both), and then end:
 *
 *     --seat tcp://HOST:PORT --server HEX --key NAME.key [--state DIR]
 *
 * At a door it waits in the host's lobby, goes to every match that it is called to, and comes back, for ever; `--once` ends it
 * after one match.  The host gives address and key of its door, `fiel keys new NAME` makes NAME.key.  What it must
 * know of a match to go on with it after it was killed is in a folder under DIR, by default NAME.state beside the key:
 * started again with the same words it is back in its match.  Lines that break are made again.  SIGTERM ends it,
 * in a match after the match, and at once when it comes a second time.  Exit codes: 0; 1 a check failed in
 * some match; 2 the words or the key are wrong; 3 another process waits with the same key.  Callbacks of one
 * match after the other come in one process: match_start begins each.
 *
 * With `--again REPLAY --seat N` it plays no match: it is asked once more what that record tells that the seat was asked, with
 * the recorded views, and prints what it answers now, a JSON line each; `fiel replay --again` runs it so.  What its seat did
 * then is what it is told that it did: each answer stands for itself. */
int fiel_run(const char *name, fiel_decide *decide, void *user);
int fiel_run_with(const char *name, const struct fiel_callbacks *c);

/* --- a bot with a loop of its own: for the match this process was started for (fd 3) ---
 *
 *     struct fiel_bot *b = fiel_open("mine", NULL, why);
 *     struct fiel_request r;
 *     while (fiel_next(b, &r, -1) == FIEL_ASKED)
 *         fiel_answer(b, r.legal[0]);
 *     return fiel_close(&b);
 */
struct fiel_bot;

struct fiel_request {
    struct view view;
    struct action legal[FIEL_LEGAL_MAX];
    int n; /* of them, 1 and up */
    struct fiel_clock clock;
    bool again;     /* my last answer to it was refused: it was not legal */
    int signs_room; /* so many signs may go with the answer; 0 with signs=off */
    unsigned table; /* of several tables the one it is about */
    uint8_t room[64];
};

enum fiel_next {
    FIEL_ASKED = 1, /* *r is to be answered */
    FIEL_QUIET = 0, /* nothing in this time */
    FIEL_OVER = -1, /* the match is over, or cannot go on: fiel_close tells */
};

/* Opens the bot.  `c` are callbacks to hear the match by, called inside fiel_next alone; decide, signs, note and think are
 * not called; NULL: none.  It is copied; `name` is, too.  NULL when there is no arbiter, no memory, or no state folder:
 * then `why` holds a sentence. */
struct fiel_bot *fiel_open(const char *name, const struct fiel_callbacks *c, char why[FIEL_WHY])
    __attribute__((warn_unused_result));

/* Goes on with the match until a decision is mine, for at most so many milliseconds (-1: as long as it takes); anyone who comes
 * back later than a few seconds at a time is taken for gone by the arbiter.  Asked again without an answer it gives the same
 * request.  *r is written when it returns FIEL_ASKED, and else left alone. */
enum fiel_next fiel_next(struct fiel_bot *b, struct fiel_request *r, int wait_ms);

/* Answers what fiel_next asked; it leaves with the next fiel_next or fiel_close.  -1 when nothing is asked, or `signs`
 * (0 <= n <= signs_room) do not fit; then nothing has changed. */
int fiel_answer(struct fiel_bot *b, struct action a);
int fiel_answer_with(struct fiel_bot *b, struct action a, const struct sign *signs, int n);
/* Before that: what goes with the answer as a note, as fiel_callbacks.note gives it.  -1 when nothing is asked. */
int fiel_note(struct fiel_bot *b, const char *note);

/* Ends it, frees it and sets *b to NULL.  What fiel_run would return: 0 the match is over, 1 a check failed, 3 the arbiter is
 * gone, or the bot left before the end.  NULL and a pointer to NULL are fine: 0. */
int fiel_close(struct fiel_bot **b);

/* A small seeded generator for bots, so that a bot can be replayed: splitmix64.  All of its states lie on one circle of 2^64 draws,
 * each draw one step of 0x9e3779b97f4a7c15: states that are made by arithmetic can lie close together, and then draw the same. */
struct fiel_random {
    uint64_t state;
};
/* The generator of one stream of a seed, for one use (a few letters that say what is drawn): its place on the circle is BLAKE2b of
 * the three, so seeds, streams and uses that are counted up do not draw each other's numbers.  That is chance, not law: among n
 * generators that draw d numbers each, two overlap with a probability of about n * n * d / 2^64. */
struct fiel_random fiel_random_of(const char *use, uint64_t seed, uint64_t stream);
uint64_t fiel_random(struct fiel_random *r);
unsigned fiel_random_below(struct fiel_random *r, unsigned n); /* unbiased, n >= 1 */

/* A whole table as it may be, for a search: the public facts and the cards that `v` knows as they are, the
 * others' cards played at the places that are gone, and in all other places cards that nobody has shown,
 * drawn as one deals: seat by seat, each again until it fits what that seat sang or declared (given up after
 * 200 draws: such a hand is rare, and the search goes on with cards that do not fit).  What position_apply does
 * to *out is what the arbiter would do with those cards. */
void view_sample(const struct view *v, struct fiel_random *random, struct position *out);

/* One seat's play in a playout, with all cards open: look at pos->dealt[seat] alone where it is to play fair.  One of
 * legal[0 .. n). */
typedef struct action fiel_policy(const struct position *pos, int seat, const struct action *legal, int n, void *user);
/* Plays the hand of *pos to its end with this policy in every seat.  False, with *pos where it stopped, when the policy
 * answered what is not legal or never comes to an end. */
bool position_play_out(struct position *pos, fiel_policy *policy, void *user);
/* A policy: any legal action, each as likely; `user` is a struct fiel_random. */
struct action policy_random(const struct position *pos, int seat, const struct action *legal, int n, void *user);
/* Points of this hand so far, a side's minus the other's. */
int hand_points(const struct open *o, unsigned side);

/* --- views: facts that a seat can read off the table --- */

/* 1, 0, -1: card `a` is stronger than `b` in a trick, equal (parda), weaker; under the vira or muestra of this hand. */
int view_compare(const struct view *v, card_t a, card_t b);

/* The side whose card is the best of the trick in play, FIEL_TIE, or FIEL_NOBODY before its first card. */
unsigned view_leads(const struct view *v);
/* Whether my side leads the trick once I have played this card to it. */
bool view_takes(const struct view *v, card_t card);
/* Tricks of this hand that a side has taken; side FIEL_TIE: that were tied. */
int view_tricks(const struct view *v, unsigned side);

/* What a seat has played in this hand, by trick; CARD_HIDDEN face down.  Returns how many, 0 for a seat there is not. */
int view_played(const struct view *v, unsigned seat, card_t cards[SHAPE_TRICK]);
/* How many of its three cards a seat has still to play. */
int view_holds(const struct view *v, unsigned seat);
/* The cards of the pack that I have not seen: neither mine, nor on the table face up, nor the vira.  Returns how many. */
int view_unseen(const struct view *v, card_t cards[FIEL_CARDS]);
/* Of them those that this seat may still hold, given what it sang, declared and played: every hand is tried, which takes
 * some milliseconds at most.  Of my own seat: my cards that are left. */
int view_possible(const struct view *v, unsigned seat, card_t cards[FIEL_CARDS]);

/* The table after my action, as far as that follows from it: false where it does not (the action is not legal, or a rival's
 * cards decide what the rules do next), and *out is as it was. */
bool view_after(const struct view *v, struct action a, struct fiel_random *random, struct view *out);

/* What a bet is worth in points, to the side that wins it.  With no call open the three are the same. */
struct view_bet {
    unsigned now;      /* as it is accepted so far */
    unsigned accepted; /* if the open call is */
    unsigned refused;  /* to the side that called, if it is not */
    bool open;         /* a call waits for an answer */
};
struct view_bet view_truco(const struct view *v);  /* 1 (or what the variant has) while nobody said truco */
struct view_bet view_envido(const struct view *v); /* 0 while nobody said envido, and when it is settled */
struct view_bet view_flor(const struct view *v);
/* Whether some seat may still be the first to say envido in this hand. */
bool view_envido_open(const struct view *v);
/* Points that a scorer has still to make in this game. */
unsigned view_missing(const struct view *v, unsigned scorer);

/* The table as this seat sees it, a few lines for a person: the score, a line a seat, what is at stake, what may be done. */
enum { VIEW_TEXT = 8192 };
char *view_text(const struct view *v, char text[VIEW_TEXT]);

/* --- hints: what a bot's author asks of a hand of cards, so that a first bot is written in an evening --- */

/* Strength of a card in a trick, 1 and up; 0 for a card face down. */
unsigned hint_strength(const struct view *v, card_t card);

/* What my three cards are worth in envido, and where that would stand in a game without pieces, in which half of
 * all hands are below 23 and nine in ten below 30; whether they are a flor, and its value, as it would be
 * declared: a reservada, which beats every other flor, has 100 more. */
unsigned hint_envido(const struct view *v);
unsigned hint_envido_plain(const struct view *v);
bool hint_flor(const struct view *v);
unsigned hint_flor_value(const struct view *v);

/* My cards that are not played yet, the strongest first; returns how many. */
int hint_held(const struct view *v, card_t cards[FIEL_HELD_MAX]);

/* Of the gallo's four cards the one to lay away: the other three are the best in tricks, envido and flor. */
struct action hint_discard(const struct view *v);

/* The first legal action of this kind, or NULL. */
const struct action *hint_find(const struct action *legal, int n, enum action_kind kind);

/* The signs of this variant that are true of my cards, in the order of FIEL_SIGN_WORDS; returns how many. */
int hint_signs(const struct view *v, uint8_t words[SIGN_ROOM]);
/* My first partner in playing order to whom signs can be made, or FIEL_NOBODY. */
unsigned hint_partner(const struct view *v);

/* The chance (0..1) that my side takes the tricks of this hand if I play `card` now, or with CARD_NONE when
 * it is not my card yet.  Deals the rival `samples` hands out of the cards I have not seen and plays each of
 * them out with open cards.  For two seats; with more it is a guess from the strength of my cards. */
double hint_chance(const struct view *v, card_t card, int samples, struct fiel_random *r);

/* The same as it looks to somebody who sees the table alone: a call is believed as far as this is high. */
double hint_looks(const struct view *v, int samples, struct fiel_random *r);

#ifdef __cplusplus
}
#endif
#endif
