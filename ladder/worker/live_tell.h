/* live_tell: what everybody at a table heard, as lines for those who watch from outside while it is played.
 *
 * Only public records are looked at (VISIBLE_ALL): whatever the others hold, the lines are the same.  The table's rules
 * give the words; no card is known but those that lie open.  */
#ifndef FIEL_LADDER_LIVE_TELL_H
#define FIEL_LADDER_LIVE_TELL_H

#include <stdio.h>

#include "tell/tell.h"

struct live_tell {
    unsigned leg;         /* told in every line, from 1 */
    bool closed;          /* its cards are played once more: hands are counted, nothing of them is told */
    struct teller teller; /* offer and rules alone */
    uint32_t game;
    uint16_t score[FIEL_SCORERS_MAX];
    bool begins; /* the next hand is the first of `game` */
    bool over;   /* RESULT came */
};

/* The lines of one leg from its first on; `closed`: its hands are counted and not told. */
void live_tell_start(struct live_tell *t, unsigned leg, bool closed);
/* Puts the lines of this record, one JSON object each: those of `fiel replay --json` as far as they are public, and
 * {"event":"closed-hand"} and {"event":"over"} of a closed leg.  A record that makes no sense tells nothing. */
void live_tell_record(struct live_tell *t, const struct record *rec, FILE *out);

#endif
