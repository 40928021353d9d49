/* verify: is what the store says of a ladder what the replays prove? */
#ifndef FIEL_LADDER_VERIFY_H
#define FIEL_LADDER_VERIFY_H

#include "store/store_events.h"

struct verified {
    uint64_t pairs, legs, decisions, wrong;
    uint64_t
        let_go; /* legs whose records went with a season: of their pairs only the rows were held against each other */
    bool table; /* the newest run is the one that these results give */
};
/* Audits every replay of every pair, also of those that count for nothing, and holds all that the store says of it against it: that it is
 * the match which was ordered (same_match.h), whose twin, its result, its times (filing/facts.h).  `only`: of one ladder, and then also its newest
 * table against one made afresh; NULL: of all ladders.  Each thing that is wrong is told as one sentence.  What the store itself says of rules,
 * pairs and versions is its owner's word; what the trail says of pairs is store_check_rows().  Records that went with a season are taken
 * from the archive `earlier`; NULL: they are counted.  A store_code. */
int verify_ladder(struct store *s, const struct ladder *only, const char *earlier, store_tell *tell, void *arg,
                  struct verified *out, struct store_error *e);

#endif
