/* new_ladder: a ladder as every one begins. */
#ifndef FIEL_LADDER_NEW_LADDER_H
#define FIEL_LADDER_NEW_LADDER_H

#include "store/store_events.h"

/* Games of a leg in a ladder of pairs whose host says no number. */
enum { LEG_GAMES = 5 };

/* INVALID and a sentence for a code, name, clock, rules, seats or games with which no match could be played as they say; *wrong is which
 * of them, else NULL. */
int ladder_fits(const struct ladder *l, const char **wrong, struct store_error *e);
/* Adds the ladder, if it fits, with an event that never ends, so that every bot that is entered plays.  A store_code. */
int ladder_open(struct store *s, const struct ladder *l, const char *actor, int64_t *id, struct store_error *e);

#endif
