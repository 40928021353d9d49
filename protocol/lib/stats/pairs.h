/* pairs: what duplicate pairs say of the bot that is measured, with 95% intervals.
 *
 * A pair is the unit: its two legs share their deals, so whatever is counted in hands or points is clustered by pair. */
#ifndef FIEL_STATS_PAIRS_H
#define FIEL_STATS_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

struct result; /* wire/codec.h */

/* A quotient of two sums over clusters, as points per hand over pairs. */
struct ratio_sums {
    uint32_t n;        /* clusters */
    double d, h;       /* the sums */
    double dd, dh, hh; /* of the products */
};
void ratio_add(struct ratio_sums *r, double d, double h);
/* The quotient and half the width of its 95% interval: its variance is n / (n - 1) * sum (d - R h)^2 / (sum h)^2 (Cochran,
 * Sampling Techniques, 6.4).  False with fewer than two clusters. */
bool ratio_interval(const struct ratio_sums *r, double *mean, double *half);

enum { PAIR_SIDES = 3, PAIR_GAMES_MOST = 128, PAIR_CELLS = 4 * PAIR_GAMES_MOST + 1 };

/* What came of a leg of so many games, or of a match that counts as one, in its own seating. */
struct pair_leg {
    int64_t winner; /* a side; less than 0: drawn */
    bool forfeit;   /* it ended by a fault: who lost it lost all its games, also those that were over */
    int64_t won[PAIR_SIDES], points[PAIR_SIDES];
};
/* What its RESULT says of it. */
struct pair_leg pair_leg_of(const struct result *r);
/* From the side that has side 0 in the first leg and side 1 in the second: half games, 0 to 4 * games, and points made less points given.
 * A leg of `legs` that was not played, because a fault ended the one before, counts as the first one.  In a leg that was lost by a fault a
 * lead of who lost it counts no points: a bot that ends while it leads gains nothing. */
struct pair_sum {
    int64_t score, margin;
};
struct pair_sum pair_sum(const struct pair_leg *leg, unsigned played, unsigned legs, unsigned games);
/* Of leg `leg` alone: 0 to 2 * games. */
struct pair_sum pair_leg_sum(const struct pair_leg *l, unsigned leg, unsigned games);

/* A cell counts the pairs in which so many half games were scored: of one game a leg 0-2, ½-1½, 1-1, 1½-½, 2-0. */
struct pair_sums {
    uint32_t games; /* of a leg; 0 is one */
    uint32_t pairs, won, split, lost, cell[PAIR_CELLS];
    uint64_t hands;
    int64_t points; /* ours minus theirs */
    struct ratio_sums per_hand;
    double s, ss; /* the score in half games, and its squares */
};
/* Kinds of pairs by their score, PAIR_CELLS at most. */
static inline unsigned pair_kinds(unsigned games) { return 4 * (games > 1 ? games : 1) + 1; }
/* A pair: score 0 to 4 half games for each game of a leg. */
void pair_add(struct pair_sums *p, unsigned score, int64_t points, uint64_t hands);
/* Mean of the pair score, 0 to 1, and half the width of its 95% interval; false with fewer than two pairs. */
bool pair_score(const struct pair_sums *p, double *mean, double *half);
/* The same of our points per hand. */
bool pair_per_hand(const struct pair_sums *p, double *mean, double *half);

#endif
