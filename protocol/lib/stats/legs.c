/* legs: see legs.h. */
#include "stats/legs.h"

#include <math.h>

void legs_add(struct leg_sums *l, unsigned first, unsigned second)
{
    l->better += second > first;
    l->worse += second < first;
    l->same += second == first;
}

struct leg_sums legs_of_rival(const struct leg_sums *l) { return (struct leg_sums){ l->worse, l->better, l->same }; }

static double log_choose(double n, double k) { return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1); }

/* Chance of at most k heads in n throws of a fair coin: from k downwards, where each term is a known part of the one before. */
static double at_most(double n, double k)
{
    double term = exp(log_choose(n, k) - n * log(2)), sum = 0;
    for (double j = k; j >= 0 && term > 0 && term > sum * 1e-17; j--) {
        sum += term;
        term *= j / (n - j + 1);
    }
    return sum;
}

/* 2 * integral from 1/2 to 1 of (2p)^k (2(1 - p))^(n - k) dp; the integral of a Beta density is a sum of a binomial one. */
double legs_evidence(const struct leg_sums *l)
{
    double k = (double)l->better, n = k + (double)l->worse;
    double part = 2 * k > n ? 1 - at_most(n + 1, n - k) : at_most(n + 1, k);
    double ratio = (n + 1) * log(2) - log(n + 1) - log_choose(n, k) + log(part);
    return ratio < 690 ? exp(ratio) : 1e300;
}

bool legs_marked(const struct leg_sums *l) { return legs_evidence(l) >= LEGS_ALARM; }
