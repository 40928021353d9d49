/* again: a bot asked once more what a record tells that its seat was asked.  Not installed.
 *
 * The words on its command line:  --again REPLAY --seat N
 *
 * No arbiter, no sockets, no keys: the messages that the record holds for the seat are read from it, and the callbacks hear
 * them as they came.  Each request of the record is put to `decide` with its recorded view; what it answers goes to standard
 * output and nowhere else, because the match goes on as it went: the bot is told what its seat did then.  The record is
 * believed (fiel-audit proves it), except for a card or a seat that there is not: a callback may have a table of them. */
#ifndef FIEL_SDK_AGAIN_H
#define FIEL_SDK_AGAIN_H

#include "fiel.h"

enum { AGAIN_WHY = 400 };

struct again_words {
    const char *replay; /* NULL: the words are not there */
    unsigned seat;
};

/* 1 when the bot is to be asked again, 0 when not, -1 and a sentence when the words are not right. */
int again_words_read(struct again_words *w, int argc, char *const *argv, char why[AGAIN_WHY]);

/* A line for each decision of the seat, {"again":1,"decision":N,"action":CODE,"words":"no-quiero"}: the N-th decision that the
 * record tells of this seat.  A process exit code. */
int again_run(const struct again_words *w, const struct fiel_callbacks *calls);

#endif
