/* pairs_resume: a series of pairs that was broken off goes on.
 *
 * What is over is told by its records; the leg that was played goes on by its own note, as any match does.  The
 * series keeps a note of its own in its folder: who plays, by which rules, the arbiter's key. */
#ifndef FIEL_PAIRS_RESUME_H
#define FIEL_PAIRS_RESUME_H

#include "match.h"

/* Each an exit code, with what went wrong printed. */
int pairs_note_keep(const struct match_options *o, const char *files, const uint8_t key[64]);
/* Goes to the folder in which the series was started; the note's options except for json and events, and its *files in the place of the
 * caller's. */
int pairs_note_load(const char *folder, struct match_options *o, const char **files, uint8_t key[64]);
void pairs_note_drop(const struct match_options *o);

enum leg_state { LEG_NEW, LEG_BEGUN, LEG_DONE };
/* Where a leg stands whose name is in m->options.replay; an exit code.  LEG_NEW: nothing of it has begun.  LEG_BEGUN: match_play goes on
 * with it.  LEG_DONE: m->report is what its record says. */
int leg_take_up(struct match_run *m, enum leg_state *state);

#endif
