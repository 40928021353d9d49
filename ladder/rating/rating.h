/* rating: how strong each bot is, and how sure that is, from the signed results alone.
 *
 * Bradley and Terry's model with additive teams: the chance that side A beats side B is the logistic function
 * of the sum of A's strengths minus the sum of B's.  The strengths are the most probable ones (MAP) under a
 * normal prior, found by Newton's method over all results at once: so the order of the results does not
 * matter, and whoever has them gets the same table.  (Bradley & Terry 1952; Hunter 2004; Coulom's "Whole-
 * History Rating" says why a rating that does not drift suits programs.)
 *
 * Units are duplicate pairs: the two legs share their deals, and so does a unit's score.  Intervals are
 * clustered by pair (Liang & Zeger 1986): only that the clusters are independent is assumed. */
#ifndef FIEL_LADDER_RATING_H
#define FIEL_LADDER_RATING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RATING_TEAM = 4 };

/* One duplicate pair, or one match of it. */
struct rating_unit {
    uint64_t cluster;              /* units of one cluster are next to each other */
    uint8_t members;               /* of each side, 1 to RATING_TEAM */
    uint32_t side[2][RATING_TEAM]; /* the bots, 0 to n - 1; a bot that fills all chairs of its side is one member */
    double score;                  /* of side 0: 0, 1/2 or 1 */
    double net;                    /* side 0's points minus side 1's, over all hands of the unit */
    double luck;                   /* of the net points those that the deals were worth; expected value 0 */
    uint32_t hands;
};

struct strength {
    double theta;     /* strength, in units of log-odds */
    double elo;       /* 1500 is the mean of all */
    double elo_error; /* standard error of that: 1.96 of them each way is the 95% interval */
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
    double *v;            /* n by n: covariance of the thetas, by cluster; NULL when only elo_error is known */
    double *model;        /* n by n: the same if every unit were one independent win or loss */
};

#define RATING_ELO 173.7177927613    /* 400 / ln 10: Elo points of one unit of theta */
#define RATING_Z95 1.959963984540054 /* standard errors to each side of a 95% interval */
#define RATING_PRIOR 0.754434        /* 1 / (200 Elo)^2 in units of theta: the prior's weight, lambda */

enum rating_error {
    RATING_FINE = 0,
    RATING_MEMORY,
    RATING_UNBOUND /* without a prior: a perfect or unconnected bot */
};

/* Fits n bots to the units.  On failure *out is empty. */
enum rating_error rating_fit(struct strengths *out, size_t n, const struct rating_unit *unit, size_t units,
                             double lambda);
void rating_free(struct strengths *r);

/* The chance that bot a is the stronger of the two (LOS). */
double rating_superior(const struct strengths *r, size_t a, size_t b);

/* The bots from the strongest to the weakest into order[n] (equal strength: the lower number first), and band[i]: the
 * band of the bot at place i, from 0.  A band begins with a bot; whoever follows and is not weaker than that one
 * with a chance of at least 0.975 belongs to it: "not yet distinguishable". */
void rating_order(const struct strengths *r, uint32_t *order, uint32_t *band);

#endif
