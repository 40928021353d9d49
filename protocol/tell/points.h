/* points: what the points of a hand came from. */
#ifndef FIEL_TELL_POINTS_H
#define FIEL_TELL_POINTS_H

#include "tell.h"

/* X(NAME, "word", "what it is") */
#define POINT_ROWS(X) \
    X(ENVIDO, "envido", "envido") \
    X(FLOR, "flor", "flor") \
    X(TRICKS, "tricks", "hands played out, at whatever was called") \
    X(REFUSED, "refused", "hands that ended with a truco that was not wanted") \
    X(MAZO, "mazo", "hands that were given up") \
    X(BONUS, "bonus", "the aces of truc y flou") \
    X(REST, "rest", "what none of these explains: games lost by a fault")
enum point_row {
#define X(name, word, what) ROW_##name,
    POINT_ROWS(X)
#undef X
        ROWS_COUNT
};
extern const char *const point_row_word[ROWS_COUNT];

/* Adds what this side won of a hand that is over, less what the other did; of a hand that is not, nothing. */
void points_add(const struct tell_chapter *c, unsigned side, int64_t row[ROWS_COUNT]);

#endif
