/* against: who wins and loses against whom beyond what a table of strengths explains. */
#ifndef FIEL_LEAGUE_AGAINST_H
#define FIEL_LEAGUE_AGAINST_H

#include "rating.h"

/* A pair of bots that met in fewer units says nothing, and makes those who say something look like chance. */
enum { AGAINST_LEAST = 5 };

/* Bot `winner` won more of its games against `loser` than their strengths let expect. */
struct against {
    uint32_t winner, loser;
    uint32_t units;
    double won, expected; /* shares of the games, 0 to 1 */
    double deviations;    /* as rating_surprise has it, above 0 */
};

/* All those whom chance does not explain (rating_chance_limit over all who met so often), the clearest first, at most `max` of them into out;
 * how many.  Only units of one member a side count.  *failed: there was no memory, and nothing is told. */
size_t against_table(const struct strengths *r, const struct rating_unit *unit, size_t units, struct against *out,
                     size_t max, bool *failed);

#endif
