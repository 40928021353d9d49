/* verify: is what the store says of a ladder what the replays prove? */
#ifndef FIEL_LADDER_VERIFY_H
#define FIEL_LADDER_VERIFY_H

#include "store/store.h"

struct verified {
    uint64_t pairs, legs, decisions, wrong;
    bool table; /* the newest run is the one that these results give */
};
/* Audits every replay of every pair that counts and holds all that the store says against it: that it is the match which was
 * ordered (bound.h), whose twin, its result, its times; and the newest table against one made afresh.  Each thing that is
 * wrong is told as one sentence.  What the store itself says of rules, pairs and versions is its owner's word.  A store_code. */
int verify_ladder(struct store *s, const struct ladder *l, store_tell *tell, void *arg, struct verified *out,
                  struct store_error *e);

/* The same of all matches of all ladders, also of pairs that count for nothing; the tables are not looked at. */
int verify_matches(struct store *s, store_tell *tell, void *arg, struct verified *out, struct store_error *e);

#endif
