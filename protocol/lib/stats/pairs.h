/* pairs: what duplicate pairs say of the bot that is measured, with 95% intervals.
 *
 * A pair is the unit: its two legs share their deals, so whatever is counted in hands or points is clustered by pair. */
#ifndef FIEL_STATS_PAIRS_H
#define FIEL_STATS_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

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

enum { PAIR_CELLS = 5 };
struct pair_sums {
    uint32_t pairs;
    uint32_t cell[PAIR_CELLS]; /* by what was scored in the pair, in half legs: 0-2, ½-1½, 1-1, 1½-½, 2-0 */
    uint64_t hands;
    int64_t points; /* ours minus theirs */
    struct ratio_sums per_hand;
    double s, ss; /* the score in half legs, and its squares */
};
/* A pair: score 0 to 4 half legs. */
void pair_add(struct pair_sums *p, unsigned score, int64_t points, uint64_t hands);
/* Mean of the pair score, 0 to 1, and half the width of its 95% interval; false with fewer than two pairs. */
bool pair_score(const struct pair_sums *p, double *mean, double *half);
/* The same of our points per hand. */
bool pair_per_hand(const struct pair_sums *p, double *mean, double *half);

#endif
