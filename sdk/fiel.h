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
 * The rules library is part of it: see rules/match.h for view_legal, match_apply and the rest; and below are
 * hints on what a hand is worth. */
#ifndef FIEL_H
#define FIEL_H

#include "rules/match.h"
#include "rules/signs.h"

/* The match this process plays, agreed by everybody before a card was dealt. */
struct fiel_match {
    uint8_t id[32];             /* differs for every match: good for seeding */
    struct rules rules;
    uint32_t games, hands_max;  /* how many games, and the hand that ends it in any case */
    uint8_t seats, seat;        /* how many play; mine */
    uint8_t side;               /* whose score is mine: my side, or my seat where three keep one each */
    const char *const *name;    /* of every seat */
};

/* The clock of one decision, in microseconds. */
struct fiel_clock {
    uint64_t bank_us;           /* left for the rest of the game */
    uint64_t budget_us;         /* an answer that takes longer is too late */
};

/* One decision: the view, and the `n` >= 1 actions that are legal in it.  Answer one of them: anything else
 * is refused by the arbiter, and decide is asked again while the clock runs on. */
typedef struct action fiel_decide(const struct view *v, const struct action *legal, int n, void *user);

/* With signs=on (RULES.md, Signs): asked in the round of signs after the deal (v->open.phase is PHASE_SIGNS,
 * and there is no decide) and before each decide.  Writes at most `room` signs to `made`, each a word that
 * sign_known() and a partner that sign_partner() finds, and returns how many.  True or false is its own
 * affair. */
typedef int fiel_signs(const struct view *v, int room, struct sign *made, void *user);

/* What else a bot may want to hear; any may be NULL.  Without `decide` it is a cutter, a party that plays nothing
 * and only cuts (DEAL.md section 12): the library does all of that.  A bot that was killed and started again hears its whole
 * match again from match_start on, but is asked only what is still open. */
struct fiel_callbacks {
    fiel_decide *decide;
    void (*match_start)(const struct fiel_match *m, void *user);
    /* My cards, CARD_NONE fills up. */
    void (*hand_start)(unsigned hand, unsigned mano, const card_t cards[HELD_MAX], void *user);
    /* What somebody did, as everybody is told: a card face down is CARD_HIDDEN; value: what was declared. */
    void (*acted)(int seat, struct action a, int value, void *user);
    void (*asked)(const struct fiel_clock *clock, void *user);   /* comes before each decide */
    void (*refused)(const char *why, void *user);                /* my action was not legal */
    void (*shown)(int seat, card_t card, void *user);            /* a card shown at the end of the hand */
    void (*hand_end)(const uint16_t score[SCORERS_MAX], void *user);
    /* The winner, as fiel_match.side counts; level: TIE, or 3 where three keep a score. */
    void (*game_end)(int winner_side, void *user);
    void (*match_end)(int winner_side, int my_side, void *user);
    fiel_signs *signs;
    /* A sign that I see: a partner's to me, one that I caught of a rival to its partner, or my own. */
    void (*sign_seen)(int seat, struct sign s, void *user);
    void *user;
};

/* Plays the match this process was started for (fd 3) and returns a process exit code: 0 when the match
 * ended, 1 when a check failed (the evidence is in the state folder), 3 when there is no arbiter.
 *
 * With these words on the command line it plays from elsewhere instead:
 *
 *     --connect tcp://HOST:PORT --server HEX --key NAME.key [--state DIR] [--once]
 *
 * It waits in the host's lobby, goes to every match that it is called to, and comes back, for ever; `--once` ends it
 * after one match.  The host gives address and key of its door, `fiel keys new NAME` makes NAME.key.  What it must
 * know of a match to go on with it after it was killed is in a folder under DIR, by default NAME.state beside the key:
 * started again with the same words it is back in its match.  Lines that break are made again.  SIGTERM ends it,
 * in a match after the match, and at once when it comes a second time.  Exit codes: 0; 1 a check failed in
 * some match; 2 the words or the key are wrong; 3 another process waits with the same key.  Callbacks of one
 * match after the other come in one process: match_start begins each. */
int fiel_run(const char *name, fiel_decide *decide, void *user);
int fiel_run_with(const char *name, const struct fiel_callbacks *c);

/* A small seeded generator for bots, so that a bot can be replayed: splitmix64. */
struct fiel_random { uint64_t state; };
uint64_t fiel_random(struct fiel_random *r);
unsigned fiel_random_below(struct fiel_random *r, unsigned n); /* unbiased, n >= 1 */

/* A whole table as it may be, for a search: the public facts and the cards that `v` knows as they are, the
 * others' cards played at the places that are gone, and in all other places cards that nobody has shown,
 * drawn as one deals: seat by seat, each again until it fits what that seat sang or declared (given up after
 * 200 draws: such a hand is rare, and the search goes on with cards that do not fit).  What match_apply does
 * to *out is what the arbiter would do with those cards. */
void view_sample(const struct view *v, struct fiel_random *random, struct match *out);

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
int hint_held(const struct view *v, card_t cards[HELD_MAX]);

/* Of the gallo's four cards the one to lay away: the other three are the best in tricks, envido and flor. */
struct action hint_discard(const struct view *v);

/* The first legal action of this kind, or NULL. */
const struct action *hint_find(const struct action *legal, int n, enum action_kind kind);

/* The signs of this variant that are true of my cards, in the order of SIGN_WORDS; returns how many. */
int hint_signs(const struct view *v, uint8_t words[SIGN_LAST]);
/* My first partner in playing order to whom signs can be made, or NOBODY. */
unsigned hint_partner(const struct view *v);

/* The chance (0..1) that my side takes the tricks of this hand if I play `card` now, or with CARD_NONE when
 * it is not my card yet.  Deals the rival `samples` hands out of the cards I have not seen and plays each of
 * them out with open cards.  For two seats; with more it is a guess from the strength of my cards. */
double hint_chance(const struct view *v, card_t card, int samples, struct fiel_random *r);

/* The same as it looks to somebody who sees the table alone: a call is believed as far as this is high. */
double hint_looks(const struct view *v, int samples, struct fiel_random *r);

#endif
