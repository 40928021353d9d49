/* worker_play: a job's bots and their match. */
#ifndef FIEL_LADDER_WORKER_PLAY_H
#define FIEL_LADDER_WORKER_PLAY_H

#include "worker_job.h"

/* Unpacks the bots, builds what is to be built; false and why. */
bool work_unpack(struct work *w, struct store_error *e);
/* Runs the match while the lease is kept; false and why, with e->code STORE_STALE when the lease is lost. */
bool work_play(struct work *w, struct store_error *e);

#endif
