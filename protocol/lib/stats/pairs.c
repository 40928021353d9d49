/* pairs: see pairs.h. */
#include "stats/pairs.h"

#include <assert.h>
#include <math.h>

#define Z95 1.96

void ratio_add(struct ratio_sums *r, double d, double h)
{
    r->n++;
    r->d += d;
    r->h += h;
    r->dd += d * d;
    r->dh += d * h;
    r->hh += h * h;
}

bool ratio_interval(const struct ratio_sums *r, double *mean, double *half)
{
    double n = r->n;
    if (r->n < 2 || !(r->h > 0))
        return false;
    double q = r->d / r->h, squares = r->dd - 2 * q * r->dh + q * q * r->hh;
    *mean = q;
    *half = Z95 * sqrt(squares > 0 ? squares * n / (n - 1) : 0) / r->h;
    return true;
}

void pair_add(struct pair_sums *p, unsigned score, int64_t points, uint64_t hands)
{
    double s = score;
    assert(score < PAIR_CELLS);
    p->pairs++;
    p->cell[score]++;
    p->hands += hands;
    p->points += points;
    p->s += s;
    p->ss += s * s;
    ratio_add(&p->per_hand, (double)points, (double)hands);
}

bool pair_score(const struct pair_sums *p, double *mean, double *half)
{
    double n = p->pairs;
    if (p->pairs < 2)
        return false;
    double variance = (p->ss - p->s * p->s / n) / (n - 1);
    *mean = p->s / n / 4;
    *half = Z95 * sqrt(variance > 0 ? variance / n : 0) / 4;
    return true;
}

bool pair_per_hand(const struct pair_sums *p, double *mean, double *half)
{
    return ratio_interval(&p->per_hand, mean, half);
}
