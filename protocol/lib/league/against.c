/* against: units sorted by who met, each meeting held against the strengths. */
#include "against.h"

#include <math.h>
#include <stdlib.h>

/* One unit as the lower number saw it. */
struct seen {
    uint32_t a, b;
    double won, games;
};

static int by_who_met(const void *x, const void *y)
{
    const struct seen *p = x, *q = y;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

static int by_clearness(const void *x, const void *y)
{
    const struct against *p = x, *q = y;
    return p->deviations > q->deviations ? -1 : p->deviations < q->deviations;
}

static struct seen see(const struct rating_unit *u)
{
    uint32_t a = u->side[0][0], b = u->side[1][0];
    double games = u->games ? u->games : 1;
    return a < b ? (struct seen){ a, b, u->score * games, games }
                 : (struct seen){ b, a, (1 - u->score) * games, games };
}

/* A bot that lost a hundred games to a friend looks weak by these very games, which would then be as expected.  So what is expected comes
 * from all other games: a step of Newton's method takes this meeting out of the fit (the leave-one-out residual; Cook & Weisberg, Residuals
 * and Influence in Regression, 5.2).  What the others leave open counts as chance. */
static double deviations(const struct strengths *r, uint32_t a, uint32_t b, double won, double games, double *expected)
{
    double apart = r->row[a].theta - r->row[b].theta, p = 1 / (1 + exp(-apart));
    double weight = games * p * (1 - p) / r->dispersion, variance = rating_variance(r, a, b);
    double left = fmax(1 - weight * variance, 0.01);
    double without = apart - variance * (won - games * p) / r->dispersion / left;
    double q = 1 / (1 + exp(-without)), open = variance / left;
    *expected = q;
    return rating_surprise(won / games, games, q, r->dispersion) / sqrt(1 + games * q * (1 - q) * open / r->dispersion);
}

/* The meeting that begins at `first`, whole; how many units it has. */
static size_t meeting(const struct strengths *r, const struct seen *first, size_t left, struct against *out)
{
    double won = 0, games = 0;
    size_t n = 0;
    for (; n < left && first[n].a == first->a && first[n].b == first->b; n++) {
        won += first[n].won;
        games += first[n].games;
    }
    double expected, far = deviations(r, first->a, first->b, won, games, &expected);
    bool turned = far < 0;
    *out = (struct against){ .winner = turned ? first->b : first->a,
                             .loser = turned ? first->a : first->b,
                             .units = (uint32_t)n,
                             .won = turned ? 1 - won / games : won / games,
                             .expected = turned ? 1 - expected : expected,
                             .deviations = fabs(far) };
    return n;
}

size_t against_table(const struct strengths *r, const struct rating_unit *unit, size_t units, struct against *out,
                     size_t max, bool *failed)
{
    struct seen *seen = malloc((units + 1) * sizeof *seen);
    struct against *all = malloc((units + 1) * sizeof *all);
    size_t n = 0, met = 0, told = 0;
    *failed = !seen || !all;
    for (size_t i = 0; !*failed && i < units; i++)
        if (unit[i].members == 1 && unit[i].side[0][0] != unit[i].side[1][0])
            seen[n++] = see(&unit[i]);
    if (!*failed) {
        qsort(seen, n, sizeof *seen, by_who_met);
        for (size_t i = 0; i < n;) {
            size_t size = meeting(r, seen + i, n - i, &all[met]);
            met += size >= AGAINST_LEAST;
            i += size;
        }
        qsort(all, met, sizeof *all, by_clearness);
    }
    double limit = rating_chance_limit((double)met);
    while (told < met && told < max && all[told].deviations >= limit) {
        out[told] = all[told];
        told++;
    }
    free(seen);
    free(all);
    return told;
}
