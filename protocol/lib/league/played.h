/* played: pairs as they were played, and the units that the ratings make of them.
 *
 * A ladder has them from its store, and whoever audits a closed season from its records; what follows is the same. */
#ifndef FIEL_LEAGUE_PLAYED_H
#define FIEL_LEAGUE_PLAYED_H

#include "rating.h"

enum { PLAYED_SEATS = 2 * RATING_TEAM, PLAYED_SIDES = 3, PLAYED_LEGS = 2 };

struct played {
    uint64_t pair;              /* ascending in a list */
    uint32_t seats, legs;       /* legs that were to be played */
    uint32_t played;            /* and those that were: fewer where a fault ended the first */
    uint32_t bot[PLAYED_SEATS]; /* by seat of the first leg; in the second everybody sits one seat further */
    int64_t winner[PLAYED_LEGS], points[PLAYED_LEGS][PLAYED_SIDES]; /* in each leg's own seating; winner -1: drawn */
    int64_t hands;
    /* From the side of seat 0 of the first leg, over all legs: half legs won, and points made less points given.  At a table without
     * two sides -1 and 0. */
    int64_t score, margin;
    double luck; /* of the margin what the deals were worth */
};

/* Half legs that the side of seat 0 of the first leg won in leg `leg`, whose winner is a side of that leg or, drawn, less than 0.  It is side 0
 * of every first leg and side 1 of every second. */
static inline int64_t played_leg_score(int64_t winner, int64_t leg)
{
    return winner < 0 ? 1 : winner == leg % 2 ? 2 : 0;
}

/* Sets score and margin from the legs; one that was not played counts as the first. */
void played_add_up(struct played *p);

/* The units of all pairs, in their order: `*units` of them, the caller's to free().  NULL: there is no memory.  Where one pair has a team of
 * several bots, every pair's sides count as teams. */
struct rating_unit *played_units(const struct played *list, size_t n, size_t *units);

#endif
