/* person: who sits at the terminal: the page and the keys. */
#ifndef PERSONA_PERSON_H
#define PERSONA_PERSON_H

#include "table.h"
#include "terminal.h"

enum { TICK_MS = 1000, TYPED = 40, QUESTION = 400 };

struct person {
    struct canvas page;
    struct table table;
    struct menu menu;
    bool choosing;       /* the menu is there */
    bool left;           /* gives up all that is still to be decided */
    char note[QUESTION]; /* stands before the next question */
    struct fiel_clock clock;
};

/* Draws the page with this question at its end. */
void person_show(struct person *p, const char *question, enum canvas_mood mood);
/* The arbiter does not wait for this decision any more. */
bool person_too_late(const struct person *p);
/* After a key: does the person leave?  ctrl-C asks; the end of the keyboard is leaving. */
bool person_leaves(struct person *p, int key);
/* A key, where ctrl-C asks first.  -1: has left, or the time has run out. */
int person_ask(struct person *p, const char *question);
/* A line that is typed, of digits alone where a number is asked for; false when it was given up. */
bool person_line(struct person *p, const char *what, bool number, char typed[TYPED]);
/* What a key makes of the line that was typed so far. */
void line_key(char typed[TYPED], int key, bool number);

#endif
