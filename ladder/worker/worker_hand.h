/* worker_hand: what came of a job, as it is handed in. */
#ifndef FIEL_LADDER_WORKER_HAND_H
#define FIEL_LADDER_WORKER_HAND_H

#include "worker_job.h"

/* w->result, with the files that are there; false and why. */
bool work_hand_in(struct work *w);

#endif
