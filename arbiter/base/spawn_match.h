/* spawn_match: our own program as a `fiel match`, which dies with us (spawn.h). */
#ifndef FIEL_SPAWN_MATCH_H
#define FIEL_SPAWN_MATCH_H

#include "child/match_argv.h"
#include "spawn.h"

/* Starts what these words say, with --events behind them where events are wanted.  What it prints goes to the file `said`, which is made, and goes on (`more`) or is emptied.  With `events`, that is
 * the end of a pipe through which it tells its events, the caller's to close; else NULL.  -1 and errno: no child and *events -1; `step` names
 * what failed. */
int spawn_match(struct child *c, struct match_argv *a, const char *said, bool more, int *events, const char **step);

#endif
