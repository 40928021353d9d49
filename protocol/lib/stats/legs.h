/* legs: whether a bot does better in the second legs of its pairs than in the first ones.
 *
 * The second leg deals the cards of the first with the sides exchanged, and who sits where and leads is drawn with the deal.  So
 * for bots that know nothing of the leg before, which of the pairs' legs is the better one is a fair coin, whatever the
 * two are worth.  A bot that remembers wins second legs.  What counts is one bot against its rival: when both remember, neither is seen.
 *
 * The evidence is a likelihood ratio: the coin's chances mixed evenly over all that are better than fair, against a fair one.  With a fair
 * coin it is a martingale that begins at 1, so it reaches LEGS_ALARM at any time, however often it is looked at, at most once in LEGS_ALARM
 * bots (Ville's inequality). */
#ifndef FIEL_STATS_LEGS_H
#define FIEL_STATS_LEGS_H

#include <stdbool.h>
#include <stdint.h>

enum { LEGS_ALARM = 10000 };

/* Pairs by their second leg. */
struct leg_sums {
    uint64_t better, worse, same;
};
/* A pair: what was scored in its legs, 0 to 2 half legs each. */
void legs_add(struct leg_sums *l, unsigned first, unsigned second);
/* The same pairs as the rival has them. */
struct leg_sums legs_of_rival(const struct leg_sums *l);
/* The likelihood ratio; 1 without pairs, at most 1e300. */
double legs_evidence(const struct leg_sums *l);
/* It does better in second legs, beyond chance. */
bool legs_marked(const struct leg_sums *l);

#endif
