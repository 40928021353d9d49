/* verify: is what the store says of a ladder what the replays prove? */
#ifndef FIEL_LADDER_VERIFY_H
#define FIEL_LADDER_VERIFY_H

#include "store/store.h"

struct verified {
    uint64_t pairs, legs, decisions, wrong;
    bool table; /* the newest run is the one that these results give */
};
/* Audits every replay of every pair that counts, compares winner, points and who played with what is filed, pairs with their
 * twins, and the newest table with one made afresh.  Each thing that is wrong is told as one sentence.  A store_code. */
int verify_ladder(struct store *s, const struct ladder *l, store_tell *tell, void *arg, struct verified *out,
                  struct store_error *e);

#endif
