/* played: pairs as they were played, and the units that the ratings make of them.
 *
 * A ladder has them from its store, and an auditor of a closed season from its records; what follows is the same. */
#ifndef FIEL_LEAGUE_PLAYED_H
#define FIEL_LEAGUE_PLAYED_H

#include "rating.h"
#include "stats/pairs.h"

enum { PLAYED_SEATS = 2 * RATING_TEAM, PLAYED_LEGS = 2 };

struct played {
    uint64_t pair;              /* ascending in a list */
    uint32_t seats, legs;       /* legs that were to be played */
    uint32_t played;            /* and those that were: fewer where a fault ended the first */
    uint32_t games;             /* of a leg; of a plain match 1, for its score is who won it */
    uint32_t bot[PLAYED_SEATS]; /* by seat of the first leg; in the second everybody sits one seat further */
    struct pair_leg leg[PLAYED_LEGS];
    int64_t hands;
    int64_t score, margin; /* as pair_sum has them; at a table without two sides -1 and 0 */
    double luck;           /* of the margin what the deals were worth */
};

/* Sets score and margin from the legs. */
void played_add_up(struct played *p);

/* The units of all pairs, in their order: `*units` of them, the caller's to free().  NULL: there is no memory.  Where one pair has a team of
 * several bots, every pair's sides count as teams. */
struct rating_unit *played_units(const struct played *list, size_t n, size_t *units);

#endif
