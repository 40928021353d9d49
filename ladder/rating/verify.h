/* verify: is what the store says of a ladder what the replays prove? */
#ifndef FIEL_LADDER_VERIFY_H
#define FIEL_LADDER_VERIFY_H

#include "store/store.h"

struct verified {
    uint64_t pairs, legs, decisions, wrong;
    uint64_t
        let_go; /* legs whose records went with a season: of their pairs only the rows were held against each other */
    bool table; /* the newest run is the one that these results give */
};
/* Audits every replay of every pair that counts and holds all that the store says against it: that it is the match which was
 * ordered (bound.h), whose twin, its result, its times; and the newest table against one made afresh.  Each thing that is
 * wrong is told as one sentence.  What the store itself says of rules, pairs and versions is its owner's word.  Records that went with a
 * season are taken from the archive `earlier`; NULL: they are counted.  A store_code. */
int verify_ladder(struct store *s, const struct ladder *l, const char *earlier, store_tell *tell, void *arg,
                  struct verified *out, struct store_error *e);

/* The same of all matches of all ladders, also of pairs that count for nothing; neither the tables nor archives are looked at. */
int verify_matches(struct store *s, store_tell *tell, void *arg, struct verified *out, struct store_error *e);

#endif
