/* referee_log: the referee process's side of the match log. */
#ifndef FIEL_REFEREE_LOG_H
#define FIEL_REFEREE_LOG_H

#include "matchlog.h"
#include "referee.h"

struct referee_logging {
    bool on;
    bool opened; /* OPEN is in the log */
    bool doubt;  /* it may be: this match is resumed, or the log failed when it took OPEN */
    char folder[CONTROL_PATH], replay[CONTROL_PATH], policy[CONTROL_PATH];
    char lacks
        [MATCHLOG_LACKS]; /* what the proof that OPEN brought lacks of what the log's policy asks for; "": nothing */
    struct matchlog log;
};

/* Where the configuration names a log: reads its key and puts the public one into the configuration.  -1 and a sentence for the user. */
int referee_log_start(struct referee_logging *l, struct referee_config *c, char why[CONTROL_TEXT]);
/* The port that brings OPEN into it; `open` NULL where there is no log. */
struct referee_log referee_log_port(struct referee_logging *l);
/* The match is over and its replay closed, if it is `complete`: the result and the seed, or that there was no OPEN.
 * A void match is logged without a complete replay, too, from what `r` has signed (NULL: there was no match).  A
 * sentence for the user in `why` when that failed, else "". */
void referee_log_finish(struct referee_logging *l, bool complete, const struct referee *r, char why[CONTROL_TEXT]);
void referee_log_wipe(struct referee_logging *l);

#endif
