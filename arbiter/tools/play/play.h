/* play: `fiel play`: a person in a seat of a match, at the terminal or by way of a program that shows the table. */
#ifndef FIEL_PLAY_H
#define FIEL_PLAY_H

#include <jansson.h>

#include "match/match_options.h"

enum { PLAY_BOTS = FIEL_SEATS_MAX };

/* What the person asked for.  Texts are the command line's. */
struct play_wish {
    const char *rules, *clock, *games, *replay, *jail, *name;
    const char *against[PLAY_BOTS], *partner[PLAY_BOTS]; /* in playing order; the last one sits in all further seats */
    unsigned againsts, partners;
    unsigned seats;    /* 0: as few as the rules allow */
    const char *names; /* of all seats, with commas between; NULL: the programs' */
    bool ascii;
    bool lines; /* a program shows the table (bots/persona/lines.h) */
};

/* Plays the match with the person in seat 0; an exit code. */
int play_match(const struct play_wish *w);

/* Prints what came of it, by its last event (NULL: none came) and the file of what `fiel match` printed; an exit code. */
int play_tell(const json_t *end, const char *said, int match_code);
/* The same with the event as it came, for a program. */
int play_tell_line(const json_t *end, const char *said, int match_code);

#endif
