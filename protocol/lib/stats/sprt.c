/* sprt: the ratio and its bounds. */
#include "stats/sprt.h"

#include <assert.h>
#include <math.h>

#define NORMALIZED_ELO (800 / M_LN10) /* normalized Elo of one standard deviation */
#define OVERSHOOT 0.5826 /* of a random walk of normal steps over a bound, in standard deviations of a step */
#define Z95 1.959963984540054

/* Root of the games of a result: normalized Elo is of one game. */
static double root_games(unsigned kinds) { return sqrt((kinds - 1) / 2.); }

/* Shares of the kinds; a kind that never came counts as a thousandth of a result, so that nothing is impossible. */
struct shares {
    unsigned kinds;
    double n, p[SPRT_KINDS], score[SPRT_KINDS];
};

static struct shares shares_of(const uint32_t *count, unsigned kinds)
{
    struct shares s = { .kinds = kinds };
    assert(kinds >= 3 && kinds <= SPRT_KINDS && kinds % 2);
    for (unsigned k = 0; k < kinds; k++) {
        s.p[k] = count[k] ? (double)count[k] : 1e-3;
        s.score[k] = k / (kinds - 1.);
        s.n += s.p[k];
    }
    for (unsigned k = 0; k < kinds; k++)
        s.p[k] /= s.n;
    return s;
}

static void moments(const struct shares *s, const double *p, double *mean, double *variance)
{
    *mean = *variance = 0;
    for (unsigned k = 0; k < s->kinds; k++)
        *mean += p[k] * s->score[k];
    for (unsigned k = 0; k < s->kinds; k++)
        *variance += p[k] * (s->score[k] - *mean) * (s->score[k] - *mean);
}

/* The most likely shares q with sum q phi = 0: q = p / (1 + x phi), where x makes it so.  The sum falls with x, and x
 * lies where all q are positive; halved until the doubles end. */
static void tilt(const struct shares *s, const double *phi, double *q)
{
    double least = INFINITY, most = -INFINITY;
    for (unsigned k = 0; k < s->kinds; k++) {
        least = fmin(least, phi[k]);
        most = fmax(most, phi[k]);
    }
    assert(least < 0 && most > 0);
    double low = -1 / most, high = -1 / least, x = 0;
    for (int i = 0; i < 200 && low < high; i++) {
        double sum = 0;
        x = low + (high - low) / 2;
        for (unsigned k = 0; k < s->kinds; k++)
            sum += s->p[k] * phi[k] / (1 + x * phi[k]);
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    for (unsigned k = 0; k < s->kinds; k++)
        q[k] = s->p[k] / (1 + x * phi[k]);
}

/* Shares whose mean is the score of this Elo. */
static void expect_logistic(const struct shares *s, double elo, double *q)
{
    double phi[SPRT_KINDS], mean = 1 / (1 + pow(10, -elo / 400));
    for (unsigned k = 0; k < s->kinds; k++)
        phi[k] = s->score[k] - mean;
    tilt(s, phi, q);
}

/* Where the rounds begin: even shares, from which a distant mean cannot be reached, so then only the worst and the best
 * result, which lie t deviations from the middle when (m - 1/2)^2 = t^2 m (1 - m). */
static void first_shares(const struct shares *s, double t, double *q)
{
    bool distant = fabs(t) > 0.5;
    double best = 0.5 + t / (2 * sqrt(1 + t * t));
    for (unsigned k = 0; k < s->kinds; k++)
        q[k] = !distant ? 1. / s->kinds : k == 0 ? 1 - best : k + 1 == s->kinds ? best : 0;
}

/* Shares whose mean lies t standard deviations above 1/2: the deviation is theirs, so it is found in rounds. */
static void expect_normalized(const struct shares *s, double elo, double *q)
{
    double t = elo / NORMALIZED_ELO * root_games(s->kinds);
    first_shares(s, t, q);
    for (int round = 0; round < 10; round++) {
        double phi[SPRT_KINDS] = { 0 }, mean, variance, change = 0, next[SPRT_KINDS];
        moments(s, q, &mean, &variance);
        double sigma = sqrt(variance);
        for (unsigned k = 0; k < s->kinds; k++) {
            double z = (mean - s->score[k]) / sigma;
            phi[k] = s->score[k] - 0.5 - t * sigma / 2 * (1 + z * z);
        }
        tilt(s, phi, next);
        for (unsigned k = 0; k < s->kinds; k++) {
            change = fmax(change, fabs(next[k] - q[k]));
            q[k] = next[k];
        }
        if (change < 1e-9)
            return;
    }
}

double sprt_llr(const struct sprt *t, const uint32_t *count)
{
    struct shares s = shares_of(count, t->kinds);
    double q0[SPRT_KINDS], q1[SPRT_KINDS], sum = 0;
    if (s.n < 1)
        return 0;
    if (t->model == SPRT_LOGISTIC) {
        expect_logistic(&s, t->elo0, q0);
        expect_logistic(&s, t->elo1, q1);
    } else {
        expect_normalized(&s, t->elo0, q0);
        expect_normalized(&s, t->elo1, q1);
    }
    for (unsigned k = 0; k < s.kinds; k++)
        sum += s.p[k] * log(q1[k] / q0[k]);
    return s.n * sum;
}

/* Standard deviation of what one pair adds to the ratio. */
static double step_of(const struct sprt *t) { return (t->elo1 - t->elo0) / NORMALIZED_ELO * root_games(t->kinds); }

void sprt_bounds(const struct sprt *t, double *low, double *high)
{
    double passed = t->model == SPRT_NORMALIZED ? OVERSHOOT * step_of(t) : 0;
    *low = log(t->beta / (1 - t->alpha));
    *high = log((1 - t->beta) / t->alpha);
    passed = fmin(passed, fmin(-*low, *high) / 2); /* steps that are not small against the bounds */
    *low += passed;
    *high -= passed;
}

double sprt_expects(const struct sprt *t, double elo)
{
    double low, high, step = step_of(t), off = (elo - (t->elo0 + t->elo1) / 2) / NORMALIZED_ELO * root_games(t->kinds);
    sprt_bounds(t, &low, &high);
    double wide = step * OVERSHOOT; /* where it ends is behind the bounds again */
    low -= wide, high += wide;
    if (fabs(off) < step * 1e-3)
        return -low * high / (step * step);
    double h = 2 * off / step, end = exp(-h * low) - exp(-h * high);
    double better = (exp(-h * low) - 1) / end;
    return fmax(1, (better * high + (1 - better) * low) / (step * off));
}

enum sprt_verdict sprt_decide(const struct sprt *t, const uint32_t *count)
{
    double low, high, llr = sprt_llr(t, count);
    sprt_bounds(t, &low, &high);
    return llr >= high ? SPRT_BETTER : llr <= low ? SPRT_NOT_BETTER : SPRT_GOES_ON;
}

/* --- what the counts say ------------------------------------------------------------------------- */

static double elo_of(double score)
{
    double inside = fmin(fmax(score, 1e-9), 1 - 1e-9);
    return -400 * log10(1 / inside - 1);
}

struct sprt_estimate sprt_estimate(const uint32_t *count, unsigned kinds)
{
    struct shares s = shares_of(count, kinds);
    struct sprt_estimate e = { .superior = 0.5, .score = 0.5 };
    double variance, scale = NORMALIZED_ELO / root_games(kinds);
    if (s.n < 1)
        return e;
    moments(&s, s.p, &e.score, &variance);
    double error = sqrt(variance / s.n), sigma = sqrt(variance);
    e.elo = elo_of(e.score);
    e.elo_margin = (elo_of(e.score + Z95 * error) - elo_of(e.score - Z95 * error)) / 2;
    e.normalized = (e.score - 0.5) / sigma * scale;
    e.normalized_margin = Z95 * error / sigma * scale;
    e.superior = erfc(-(e.score - 0.5) / error / M_SQRT2) / 2;
    return e;
}
