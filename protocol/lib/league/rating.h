/* rating: how strong each bot is, and how sure that is, from the signed results alone.
 *
 * Bradley and Terry's model with additive teams: the chance that side A beats side B is the logistic function
 * of the sum of A's strengths minus the sum of B's.  The strengths are the most probable ones (MAP) under a
 * normal prior, found by Newton's method over all results at once: so the order of the results does not
 * matter, and the same results give the same table.  (Bradley & Terry 1952; Hunter 2004; Coulom's "Whole-
 * History Rating" says why a rating that does not drift suits programs.)
 *
 * Two things are fitted together with the strengths.  The *dispersion* says how many independent games the games of a pair are
 * worth: a pair has as many as its legs have, and the deal they share makes them less or, as the sides are exchanged, more than that
 * (quasi-likelihood; McCullagh & Nelder, Generalized Linear Models, 9).  The *spread* of the field says how wide the prior is
 * (MacKay, "Bayesian interpolation", 1992): a width given beforehand is wrong for every other field, and pulls the best and the worst
 * bot in.  tests/ladder/test_ladder_coverage.c simulates how often the intervals hold the truth. */
#ifndef FIEL_LEAGUE_RATING_H
#define FIEL_LEAGUE_RATING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RATING_TEAM = 4 };

/* One duplicate pair, or one match of it. */
struct rating_unit {
    uint64_t cluster;              /* units of one cluster are next to each other */
    uint8_t members;               /* of each side, 1 to RATING_TEAM */
    uint16_t games;                /* that the score is of; 0 is 1 */
    uint32_t side[2][RATING_TEAM]; /* the bots, 0 to n - 1; a bot that fills all seats of its side is one member */
    double score;                  /* of side 0: the share of its games that it won, 0 to 1 */
    double net;                    /* side 0's points minus side 1's, over all hands of the unit */
    double luck;                   /* of the net points those that the deals were worth; expected value 0 */
    uint32_t hands;
};

struct strength {
    double theta; /* strength, in units of log-odds */
    double elo;   /* 1500 is the mean of all, until rating_anchor */
    double
        elo_error; /* standard error of its distance from the mean of all: 1.96 of them each way is the 95% interval */
    uint32_t units;
    double score;    /* mean over its units; 1/2 when it has none */
    double per_hand; /* mean net points of a hand of its side */
    double per_hand_error;
    double cleared; /* the same less the deals' luck */
    double cleared_error;
};

struct strengths {
    size_t n;
    struct strength *row; /* by bot */
    double *v;            /* n by n: covariance of the thetas; NULL when only elo_error is known */
    double dispersion;    /* variance of a score over that of as many independent games */
    double spread;        /* of the field: standard deviation of the strengths, in Elo; 0 without a prior */
};

#define RATING_ELO 173.7177927613    /* 400 / ln 10: Elo points of one unit of theta */
#define RATING_Z95 1.959963984540054 /* standard errors to each side of a 95% interval */
#define RATING_TYPICAL 200.          /* Elo: the spread of a field of which nothing is known */
#define RATING_FITTED (-1.)          /* for lambda: the prior is fitted to the field */

enum rating_error {
    RATING_FINE = 0,
    RATING_MEMORY,
    RATING_UNBOUND /* without a prior: a perfect or unconnected bot */
};

/* Fits n bots to the units.  lambda is the prior's weight, one over its variance in units of theta: 0 for none, or
 * RATING_FITTED.  On failure *out is empty. */
enum rating_error rating_fit(struct strengths *out, size_t n, const struct rating_unit *unit, size_t units,
                             double lambda);
void rating_free(struct strengths *r);

/* Moves the whole scale so that this bot's Elo is `elo`.  Errors stay: they are of the distance from the mean of all. */
void rating_anchor(struct strengths *r, size_t bot, double elo);

/* The share of its games that a bot is expected to win against one that is `elo` weaker. */
double rating_expected(double elo);

/* By how many standard deviations the share won of so many games departs from what was expected, by the likelihood ratio: above 0
 * when it is more.  `dispersion` is the table's. */
double rating_surprise(double won, double games, double expected, double dispersion);

/* The deviations that among so many comparisons all stay within by chance, 99 times of 100 (Bonferroni). */
double rating_chance_limit(double comparisons);

/* The variance of the difference of two thetas.  What two errors share is small among many bots: where it is not known the sum of
 * both does. */
double rating_variance(const struct strengths *r, size_t a, size_t b);

/* The chance that bot a is the stronger of the two (LOS). */
double rating_superior(const struct strengths *r, size_t a, size_t b);

/* The bots from the strongest to the weakest into order[n] (equal strength: the lower number first), and band[i]: the
 * band of the bot at place i, from 0.  A band begins with a bot; every bot that follows and is not weaker than that one
 * with a chance of at least 0.975 belongs to it: "not yet distinguishable". */
void rating_order(const struct strengths *r, uint32_t *order, uint32_t *band);

#endif
