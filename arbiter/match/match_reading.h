/* match_reading: the options of a match while they are read; match_options.c and match_settle.c. */
#ifndef FIEL_MATCH_READING_H
#define FIEL_MATCH_READING_H

#include "match_options.h"

/* What is being read: the options, and the words that only fit together once all are there. */
struct reading {
    struct match_options o;
    const char *rules, *names, *artifacts;
    unsigned bots, cutters;
    struct bot_command cutter[PARTIES_MAX]; /* until it is known how many seats stand before them */
    uint32_t leg_games;                     /* 0: not given */
    uint32_t attach;                        /* the seat whose bot is started by hand; FIEL_NOBODY */
    uint64_t given;                         /* one bit per row of the table */
};

/* Every option is read by itself: rules, bots, names, log and pairs must now fit together.  OPTIONS_GO, or the
 * exit code of an error that has been printed. */
int match_settle(struct reading *r);

#endif
