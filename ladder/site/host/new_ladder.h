/* new_ladder: a ladder as every one begins. */
#ifndef FIEL_LADDER_NEW_LADDER_H
#define FIEL_LADDER_NEW_LADDER_H

#include "store/store.h"

/* Adds the ladder, whose rules must be playable at its seats, with an event that never ends, so that whoever is entered plays.
 * A store_code; INVALID with what is wrong with the rules. */
int ladder_open(struct store *s, const struct ladder *l, const char *actor, int64_t *id, struct store_error *e);

#endif
