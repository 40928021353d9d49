/* match_lock: the record of a match, or the folder of a series, taken before anything of it is started or changed.
 *
 * Two supervisors of one match would both let its bots come, and only one of their referees could write: who waits at
 * the other seat would lose by it. */
#ifndef FIEL_MATCH_LOCK_H
#define FIEL_MATCH_LOCK_H

#include "match.h"

/* Takes the record whose path is in m->options.replay; fine when it is taken already.  An exit code, with who holds it
 * printed. `resumed`: it is there, and to be resumed. */
int lock_record(struct match_run *m, bool resumed);
/* The same for the folder of a series, into *l. */
int lock_series(struct record_lock *l, const char *folder, bool resumed);

#endif
