/* worker_recheck: a version is asked again what a record tells that it was asked (filing/recheck.h). */
#ifndef FIEL_LADDER_WORKER_RECHECK_H
#define FIEL_LADDER_WORKER_RECHECK_H

#include "worker_job.h"

/* Asks as often as it takes; the answers are in w->result.  False and why; w->bot_is_wrong when the version does not answer. */
bool work_recheck(struct work *w, struct store_error *e);

#endif
