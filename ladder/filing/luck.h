/* luck: what the deal alone was worth, so that points a hand tell more of the players.
 *
 * A hand's luck is a weighted difference of what side 0 and side 1 were dealt: the three strongest cards of each side, its best
 * envido and its flores.  Exchange the two sides' cards and it changes its sign; the shuffle does that as often as not, whatever
 * was played before: its expected value is 0, and so is that of its sum over all hands that were dealt, however long the match
 * became because of them.  Points less luck have the same mean as points, and vary less.
 *
 * The weights are those that told the most of the points of matches between the bundled bots (tests/bench/ladder_luck.c); they
 * are the same for everybody and never fitted to what they are used on, which would be a bias. */
#ifndef FIEL_LADDER_LUCK_H
#define FIEL_LADDER_LUCK_H

#include "tell/tell.h"

/* strength of the best, the second, the third card; the best squared; envido; envido squared; flores */
enum { LUCK_FEATURES = 7 };

/* Of the hand that has just been told: side 0 less side 1.  False for a hand whose luck counts as 0: without two sides, or
 * played unseen. */
bool luck_features(const struct teller *t, double x[LUCK_FEATURES]);

/* The hand's luck in points of side 0; 0 where no weights are known. */
double luck_of_hand(const struct teller *t);

#endif
