/* sprt: is the new bot better than the old one, decided with as few pairs as the answer needs.
 *
 * The generalized sequential probability ratio test of engine testers (Van den Bergh, "A practical introduction to
 * the GSPRT"; fishtest, fastchess), over the counts of pair scores: n kinds of results, from the worst to the
 * best, whose scores are k/(n - 1).  Three kinds are single games (lost, drawn, won), five are pairs of games, 4 N + 1 pairs of legs of N
 * games: a result of n kinds is one of (n - 1)/2 games. */
#ifndef FIEL_STATS_SPRT_H
#define FIEL_STATS_SPRT_H

#include <stdbool.h>
#include <stdint.h>

#include "pairs.h"

enum { SPRT_KINDS = PAIR_CELLS /* at most */ };
enum sprt_model { SPRT_NORMALIZED, SPRT_LOGISTIC };

struct sprt {
    enum sprt_model model;
    unsigned kinds;     /* an odd number, from 3 */
    double elo0, elo1;  /* not better, better; in Elo, or in normalized Elo */
    double alpha, beta; /* chance to accept `better` wrongly, and to refuse it wrongly */
};

/* Log-likelihood ratio of elo1 against elo0.  0 without any result. */
double sprt_llr(const struct sprt *t, const uint32_t *count);

/* The bounds: `not better` at or below *low, `better` at or above *high.  Wald's (1945), each nearer by what the ratio passes it
 * on average when it is looked at after every pair (Siegmund, Sequential Analysis, 1985, 10.4); without that the test plays more
 * pairs than its error rates need.  Of logistic Elo they are Wald's: how far a pair moves the ratio depends on the counts there. */
void sprt_bounds(const struct sprt *t, double *low, double *high);

/* How many pairs the test is expected to take when the true difference is `elo`, normalized (Wald's average sample number). */
double sprt_expects(const struct sprt *t, double elo);

enum sprt_verdict { SPRT_GOES_ON, SPRT_BETTER, SPRT_NOT_BETTER };
/* What these counts decide: pairs of each kind, as sprt_estimate() has them. */
enum sprt_verdict sprt_decide(const struct sprt *t, const uint32_t *count);

/* What the counts say by themselves.  Margins are half of the 95% interval. */
struct sprt_estimate {
    double score, elo, elo_margin, normalized, normalized_margin;
    double superior; /* chance that it is better at all */
};
struct sprt_estimate sprt_estimate(const uint32_t *count, unsigned kinds);

#endif
