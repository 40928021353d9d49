/* pairs: see pairs.h. */
#include "stats/pairs.h"

#include <assert.h>
#include <math.h>

#include "wire/codec.h"

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

struct pair_leg pair_leg_of(const struct result *r)
{
    struct pair_leg l = { .winner = r->winner < r->scorers ? r->winner : -1, .forfeit = r->outcome == END_FAULT };
    for (unsigned s = 0; s < PAIR_SIDES && s < r->scorers; s++) {
        l.won[s] = r->games[s];
        l.points[s] = r->points[s];
    }
    return l;
}

struct pair_sum pair_leg_sum(const struct pair_leg *l, unsigned leg, unsigned games)
{
    int64_t n = games, side = leg % 2;
    struct pair_sum sum = { n, l->points[side] - l->points[1 - side] };
    if (games > 1 && !l->forfeit)
        sum.score += l->won[side] - l->won[1 - side];
    else if (l->winner >= 0)
        sum.score = l->winner == side ? 2 * n : 0;
    bool loser_leads = l->winner == side ? sum.margin < 0 : sum.margin > 0;
    if (l->forfeit && l->winner >= 0 && loser_leads)
        sum.margin = 0;
    return sum;
}

struct pair_sum pair_sum(const struct pair_leg *leg, unsigned played, unsigned legs, unsigned games)
{
    struct pair_sum sum = { 0, 0 };
    for (unsigned i = 0; i < legs; i++) {
        struct pair_sum one = pair_leg_sum(&leg[i < played ? i : 0], i < played ? i : 0, games);
        sum.score += one.score;
        sum.margin += i < played ? one.margin : 0;
    }
    return sum;
}

void pair_add(struct pair_sums *p, unsigned score, int64_t points, uint64_t hands)
{
    double s = score, half = (pair_kinds(p->games) - 1) / 2.;
    assert(score < pair_kinds(p->games) && score < PAIR_CELLS);
    p->pairs++;
    p->won += s > half;
    p->split += s == half;
    p->lost += s < half;
    p->cell[score]++;
    p->hands += hands;
    p->points += points;
    p->s += s;
    p->ss += s * s;
    ratio_add(&p->per_hand, (double)points, (double)hands);
}

bool pair_score(const struct pair_sums *p, double *mean, double *half)
{
    double n = p->pairs, most = pair_kinds(p->games) - 1;
    if (p->pairs < 2)
        return false;
    double variance = (p->ss - p->s * p->s / n) / (n - 1);
    *mean = p->s / n / most;
    *half = Z95 * sqrt(variance > 0 ? variance / n : 0) / most;
    return true;
}

bool pair_per_hand(const struct pair_sums *p, double *mean, double *half)
{
    return ratio_interval(&p->per_hand, mean, half);
}
