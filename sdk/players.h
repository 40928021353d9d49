/* players: bundled bots that decide inside the library, at the tables of a batch (foreign.h).  Not installed.
 *
 * The bots of the same names are these very functions, with a process around them. */
#ifndef FIEL_SDK_PLAYERS_H
#define FIEL_SDK_PLAYERS_H

#include <string.h>

#include "fiel.h"

/* X(NAME, "name", number): the numbers are foreign.h's. */
#define PLAYERS(X) \
    X(RANDOM, "random", 1) \
    X(CAUTO, "cauto", 2) \
    X(EMBUSTERO, "embustero", 3) \
    X(MAESTRO, "maestro", 4) \
    X(CAMPEON, "campeon", 5)

/* What a player keeps between its decisions; all 0 before its first hand.  Only embustero keeps anything. */
struct player_memory {
    uint16_t folds, asked;  /* how the rivals answered its calls */
    uint8_t lies;           /* in this hand */
    uint8_t called;         /* its call waits for an answer */
    uint8_t partner_strong; /* says its sign */
    uint8_t unused;         /* eight bytes, wherever it is kept */
};

/* A hand was dealt. */
void player_dealt(unsigned player, struct player_memory *memory, struct fiel_random *dice);
/* A seat did something; the player sits in seat `me`. */
void player_heard(unsigned player, struct player_memory *memory, unsigned me, unsigned seat, struct action a);
/* What the player of this number answers to the view: one of legal[0 .. n).  The same dice and memory, the same answer. */
struct action player_decide(unsigned player, const struct view *v, const struct action *legal, int n,
                            const struct player_memory *memory, struct fiel_random *dice);

/* --- habits.c: what players do alike --- */

enum { PLAYER_LOOKS = 120 }; /* hands that the rival may have, for hint_chance */

/* What a bot's dice begin with: its own in each seat of each match. */
static inline uint64_t player_seed(const struct fiel_match *m)
{
    uint64_t seed;
    memcpy(&seed, m->id, sizeof seed);
    return seed + m->seat;
}

static inline struct action say(enum action_kind kind) { return (struct action){ .kind = (uint8_t)kind }; }

/* `a`, or where that gives way and thereby loses the game, or among more than two a hand that cannot be lost, the word that accepts what
 * is asked: it cannot be worse. */
struct action player_stays(const struct view *v, struct action a, const struct action *legal, int n);
/* The card that leaves the best chance, the weakest among equals.  *chance is what it leaves, -1 where no card may be played. */
struct action player_card(const struct view *v, const struct action *legal, int n, struct fiel_random *dice,
                          double *chance);
/* Where flores are bet as envido is: nine in ten are below 42, half below 35.  A flor that is worth, or said to be worth, so much
 * calls the resto, real envido or envido from needed[] on, and more by what is staked.  Who is not asked to bet passes. */
struct action player_bets_flor(const struct view *v, const struct action *legal, int n, unsigned worth,
                               const unsigned needed[3]);

/* cauto.c */
struct action cauto_decide(const struct view *v, const struct action *legal, int n, struct fiel_random *dice);

/* embustero.c */
void embustero_dealt(struct player_memory *memory, struct fiel_random *dice);
void embustero_heard(struct player_memory *memory, unsigned me, unsigned seat, struct action a);
struct action embustero_decide(const struct view *v, const struct action *legal, int n,
                               const struct player_memory *memory, struct fiel_random *dice);

/* maestro.c: with so many tables as they may be, shared among the seats. */
enum { MAESTRO_TABLES = 1280, MAESTRO_HURRY = 40 };
/* What maestro plays, by sampling `tables` tables for at most its time. */
struct action maestro_decide(const struct view *v, const struct action *legal, int n, int tables,
                             struct fiel_random *dice);

/* campeon.c.  What the tables say of this view, drawn by chance; kind 0: nothing, for there is no row.  `slack` is what each choice gets on top of
 * its chance; with 0, small chances, which are the training's noise, are left out. */
struct action campeon_decide(const struct view *v, const struct action *legal, int n, unsigned slack,
                             struct fiel_random *dice);

#endif
