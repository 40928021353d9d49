/* lines: the person sits elsewhere, and a program shows the table: `fiel play --lines`, as the ladder's pages do.
 *
 * To standard output goes the whole table as this seat knows it, each time that it changes, and from standard input come answers: both as
 * spec/LINES.md says.  The last line is one of `fiel match --events`: result or error.  Besides, a page hears what only a person wants:
 *
 *   scores    [{seats, points, own}]          by scorer
 *   held      [{card, do, key, legal} or null]     the person's cards as dealt; null: played.  Of an iron hand no card
 *   open      [{seat, cards}]                 what lies open of a partner's hand
 *   taken     ["own", "other", "tied" or null]     by trick
 *   stake     {says, worth}                   the step of truco that stands
 *   said      act, says: as people say it
 *   ask       {phase, yes, no}                what is decided; yes and no: what an open call pays
 *   choices   [{do, act, says, key, card, number, rival}]   what is legal, except for cards of `held`
 *   others    [{do, act, says}]               what could be said in this variant, and not now
 *   refused   {act, says, rule, why}          what was wanted and is not legal (enum rule_error), and the rule in words
 *   hint      {cards: [{card, beaten, chance}], chance, envido or embit, with, better, flor, reservada, order: [[card]]}
 *
 * and may answer, besides `do` and its `request`:
 *
 *   {"hint":REQUEST}    what the hand is worth
 *   {"lang":LANG}       en, es or pt: what is said from now on, and why not
 *   {"leave":true}      gives up what is left to decide, so that the match ends by its rules
 *
 * A line that is no answer, or to another request, is nothing; an action that is not legal is answered with the rule, and the arbiter does not
 * hear it.  The end of standard input ends the match, which is void then. */
#ifndef PERSONA_LINES_H
#define PERSONA_LINES_H

#include "line/answer.h"
#include "table.h"
#include "tell/seat_line.h"

struct lines {
    struct table table;
    struct fiel_clock clock;
    struct menu menu;
    unsigned request;     /* number of what is asked, or was asked last */
    unsigned room;        /* so many signs may go with its answer */
    struct answer answer; /* the newest */
    bool answered;        /* with signs: the decision that goes with them is made */
    struct action chosen;
    bool asks, pauses;     /* a decision; a look at the table */
    bool hint;             /* wanted */
    struct action refused; /* kind 0: nothing was */
    enum rule_error rule;
    bool left;
    struct sayings said;
};

/* Plays; an exit code.  elsewhere: no `fiel play` is there to say how the match ended, and the line `over` of spec/LINES.md does. */
int lines_run(bool elsewhere);

/* Writes the table as it is (lines_tell.c). */
void lines_tell(const struct lines *l);

#endif
