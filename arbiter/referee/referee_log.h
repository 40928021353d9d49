/* referee_log: the referee process's side of the match log: what it asks the pen. */
#ifndef FIEL_REFEREE_LOG_H
#define FIEL_REFEREE_LOG_H

#include "journal.h"
#include "pen.h"
#include "referee.h"

struct referee_logging {
    int pen;     /* its socket; -1: no log */
    bool opened; /* OPEN is in the log */
    bool doubt;  /* it may be: this match is resumed, or the log failed when it took OPEN */
    uint64_t number;
    char lacks
        [MATCHLOG_LACKS]; /* what the proof that OPEN brought lacks of what the log's policy asks for; "": nothing */
};

/* The port that brings OPEN into it; `open` NULL where there is no log.  Where the pen has ended the referee ends too, so that the match can
 * go on from its record. */
struct referee_log referee_log_port(struct referee_logging *l);
/* The match is over and its replay, which `j` reads, closed, if it is `complete`: the result and the seed, or that there was no OPEN.
 * A void match is logged without a complete replay, too, from what `r` has signed (NULL: there was no match).  A
 * sentence for the user in `why` when that failed, else "". */
void referee_log_finish(struct referee_logging *l, bool complete, const struct referee *r, const struct journal *j,
                        char why[CONTROL_TEXT]);

#endif
