/* players: bundled bots that decide inside the library, at the tables of a batch (foreign.h).  Not installed. */
#ifndef FIEL_SDK_PLAYERS_H
#define FIEL_SDK_PLAYERS_H

#include "fiel.h"

/* X(NAME, "name", number): the numbers are foreign.h's. */
#define PLAYERS(X) \
    X(RANDOM, "random", 1) \
    X(CAUTO, "cauto", 2)

/* What the player of this number answers to the view: one of legal[0 .. n).  The same dice, the same answer. */
struct action player_decide(unsigned player, const struct view *v, const struct action *legal, int n,
                            struct fiel_random *dice);

/* cauto.c: what the bundled bot cauto decides. */
struct action cauto_decide(const struct view *v, const struct action *legal, int n, struct fiel_random *dice);

#endif
