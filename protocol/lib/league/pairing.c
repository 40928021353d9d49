/* pairing: the circle, and the pairs that tell the most. */
#include "pairing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint32_t circle_rounds(uint32_t n) { return n < 2 ? 0 : n + n % 2 - 1; }

/* Who sits at this place of the circle in this round: the first stays, the others go round. */
static uint32_t seated(uint32_t m, uint32_t round, uint32_t place)
{
    return place ? 1 + (place - 1 + (m - 1) - round % (m - 1)) % (m - 1) : 0;
}

size_t circle_round(uint32_t n, uint32_t round, struct pairing *out)
{
    uint32_t m = n + n % 2;
    size_t made = 0;
    for (uint32_t i = 0; n > 1 && i < m / 2; i++) {
        uint32_t a = seated(m, round, i), b = seated(m, round, m - 1 - i);
        bool turned = i ? i % 2 : round % 2; /* nobody is always on the same side */
        if (a < n && b < n)
            out[made++] = turned ? (struct pairing){ b, a } : (struct pairing){ a, b };
    }
    return made;
}

/* --- the continuous ladder ------------------------------------------------------------------------ */

static uint64_t chance_next(struct chance *c)
{
    uint64_t z = c->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint32_t chance_below(struct chance *c, uint32_t n)
{
    uint64_t limit = UINT64_MAX - UINT64_MAX % n, v;
    do
        v = chance_next(c);
    while (v >= limit);
    return (uint32_t)(v % n);
}

double pairing_gain(const struct strengths *r, size_t a, size_t b)
{
    double p = 1 / (1 + exp(r->row[b].theta - r->row[a].theta));
    double variance = rating_variance(r, a, b);
    return log1p(p * (1 - p) * fmax(0, variance)) / 2;
}

static bool may_meet(const int64_t *owner, size_t a, size_t b)
{
    return a != b && (!owner || !owner[a] || owner[a] != owner[b]);
}

/* Of those still free who tell half as much about `a` as the most telling one, who met it least, then who tells more; `a` itself when
 * nobody is left whom it may meet.  `times` has room for a number of each. */
static size_t best_rival(const struct strengths *r, const bool *taken, const int64_t *owner, const struct pairing *met,
                         size_t mets, uint32_t *times, size_t a)
{
    size_t best = a;
    double most = 0, gain = 0;
    memset(times, 0, r->n * sizeof *times);
    for (size_t i = 0; i < mets; i++)
        if (met[i].a == a || met[i].b == a)
            times[met[i].a == a ? met[i].b : met[i].a]++;
    for (size_t b = 0; b < r->n; b++)
        if (!taken[b] && may_meet(owner, a, b))
            most = fmax(most, pairing_gain(r, a, b));
    for (size_t b = 0; b < r->n; b++) {
        double tells = taken[b] || !may_meet(owner, a, b) ? -1 : pairing_gain(r, a, b);
        bool less = best == a || times[b] < times[best] || (times[b] == times[best] && tells > gain);
        if (tells >= most / 2 && less) {
            gain = tells;
            best = b;
        }
    }
    return best;
}

/* The k-th of those still free. */
static size_t free_one(const bool *taken, size_t n, size_t k)
{
    for (size_t i = 0; i < n; i++)
        if (!taken[i] && !k--)
            return i;
    return n;
}

/* One of those still free whom `a` may meet, by lot; `a` itself when there is none. */
static size_t any_rival(const bool *taken, const int64_t *owner, size_t n, size_t a, struct chance *c)
{
    size_t others = 0;
    for (size_t b = 0; b < n; b++)
        others += !taken[b] && may_meet(owner, a, b);
    size_t k = others ? chance_below(c, (uint32_t)others) : 0;
    for (size_t b = 0; others && b < n; b++)
        if (!taken[b] && may_meet(owner, a, b) && !k--)
            return b;
    return a;
}

size_t pairing_ladder(const struct strengths *r, const bool *free_to, const int64_t *owner, double uniform,
                      const struct pairing *met, size_t mets, struct chance *c, struct pairing *out)
{
    size_t left = 0, made = 0;
    bool *taken = calloc(r->n + 1, sizeof *taken);
    uint32_t *times = calloc(r->n + 1, sizeof *times);
    for (size_t i = 0; taken && times && i < r->n; i++) {
        taken[i] = !free_to[i];
        left += free_to[i];
    }
    while (left > 1) { /* a first one by lot, so that nobody waits for ever; then its rival */
        size_t a = free_one(taken, r->n, chance_below(c, (uint32_t)left));
        bool lot = chance_below(c, 1000) < uniform * 1000;
        taken[a] = true;
        size_t b = lot ? any_rival(taken, owner, r->n, a, c) : best_rival(r, taken, owner, met, mets, times, a);
        left -= a == b ? 1 : 2;
        if (a == b)
            continue; /* it sits out: all that are left are its author's */
        taken[b] = true;
        out[made++] = (struct pairing){ (uint32_t)a, (uint32_t)b };
    }
    free(taken);
    free(times);
    return made;
}
