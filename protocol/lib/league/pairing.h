/* pairing: who should meet next.  Pure: the same input gives the same pairings. */
#ifndef FIEL_LEAGUE_PAIRING_H
#define FIEL_LEAGUE_PAIRING_H

#include "rating.h"

#define PAIRING_BYE UINT32_MAX

struct pairing {
    uint32_t a, b; /* b may be PAIRING_BYE */
};

/* --- round robin: the circle method (Kirkman 1847) ------------------------------------------------ */

/* Rounds until all n have met once: n - 1, or n when n is odd and each sits out once. */
uint32_t circle_rounds(uint32_t n);
/* The pairings of a round (from 0) into out[(n + 1) / 2]; how many.  A bye is not among them. */
size_t circle_round(uint32_t n, uint32_t round, struct pairing *out);

/* --- the continuous ladder ------------------------------------------------------------------------ */

/* A small generator for choices that need only be fair, not secret: SplitMix64 (Steele, Lea & Flood, OOPSLA 2014). */
struct chance {
    uint64_t state;
};
uint32_t chance_below(struct chance *c, uint32_t n); /* without bias; n > 0 */

/* What a pair between the two is expected to tell: 1/2 ln(1 + p(1 - p) Var(theta_a - theta_b)), in nats. */
double pairing_gain(const struct strengths *r, size_t a, size_t b);

/* Pairs up bots that are free (free_to[bot]): about `uniform` (0 to 1) of the pairs at random, the others greedily by
 * what they tell, and of rivals that tell half as much as the best by who met least in `met`; so that the ladder learns fast and yet
 * everybody meets everybody now and then: a rating that only ever compares neighbours hides who beats whom.  out has
 * room for n / 2; how many.  No bot is in two pairs.  Bots of one `owner` (by bot; 0: nobody's) do not meet; NULL: all may. */
size_t pairing_ladder(const struct strengths *r, const bool *free_to, const int64_t *owner, double uniform,
                      const struct pairing *met, size_t mets, struct chance *c, struct pairing *out);

#endif
