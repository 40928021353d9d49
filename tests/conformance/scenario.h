/* scenario: one thing that a bot under test goes through, and what came of it. */
#ifndef FIEL_SCENARIO_H
#define FIEL_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>

enum outcome {
    PASSED,
    FAILED,
    MISSED,      /* a lie that is seen only by who knows the rules of the game: no failure */
    NOT_REACHED, /* the bot never came where the scenario begins */
    BROKEN,      /* this machine could not play it */
};

struct scenario {
    const char *group; /* lie, course, match */
    char name[64], expected[160], got[320];
    enum outcome outcome;
};

/* The bot under test. */
struct subject {
    char *const *command; /* argv, the program's path absolute */
    bool cuts;            /* it is a cutter */
    const char *fiel;     /* the program, for whole matches */
};

/* How many there are of each group, the name of one, and playing it. */
size_t lies_count(const struct subject *subject);
void lie_name(const struct subject *subject, size_t i, struct scenario *s);
void lie_play(const struct subject *subject, size_t i, struct scenario *s);

/* The same of the courses that a match may take. */
size_t courses_count(const struct subject *subject);
void course_name(const struct subject *subject, size_t i, struct scenario *s);
void course_play(const struct subject *subject, size_t i, struct scenario *s);

/* The same of whole matches. */
size_t matches_count(const struct subject *subject);
void match_name(const struct subject *subject, size_t i, struct scenario *s);
void match_play(const struct subject *subject, size_t i, struct scenario *s);

struct liar;
struct outside;
/* What the bot did wrong, in a sentence. */
void tell_wrong(const struct liar *l, const struct outside *o, struct scenario *s);

#endif
