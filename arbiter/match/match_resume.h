/* match_resume: the note beside a replay by which a match that was broken off goes on.
 *
 * Who plays, by which rules and clocks, where the bots keep their state, the arbiter's key: everything but S, which
 * has a file of its own.  It is written before the match begins, with mode 0600, and goes when there is a result. */
#ifndef FIEL_MATCH_RESUME_H
#define FIEL_MATCH_RESUME_H

#include <limits.h>

#include "match.h"

/* Writes the note; an exit code, with what went wrong printed. */
int resume_keep(struct match_run *m);
/* Takes the record (match_lock.h) and fills in *m from the note of this replay, as files_prepare would.  RESUME_DONE: the replay is complete; what was
 * left to do about it is done, and said. */
enum { RESUME_DONE = -3 };
int resume_load(struct match_run *m, const char *replay);
/* The absolute path of the note that resume_keep writes; -1: it is too long. */
int resume_note_path(const struct match_run *m, char path[PATH_MAX]);
/* There is a note beside this replay. */
bool resume_noted(const char *replay);
/* The record has its trailer. */
bool resume_is_complete(const char *replay);
/* There is a result, or nothing to resume.  What is not this match's own stays. */
void resume_drop(struct match_run *m);

#endif
