/* worker_run: the arbiter's program, run for a job while its lease is kept. */
#ifndef FIEL_LADDER_WORKER_RUN_H
#define FIEL_LADDER_WORKER_RUN_H

#include "worker_job.h"

/* Runs the arbiter's program with these words while the lease is kept; its stdout goes to the file `to` of the job's folder.
 * False and why when it could not be run, or the lease is lost. */
bool work_run(struct work *w, char *const argv[], const char *to, int *exit_code, struct store_error *e);
/* What it complained of becomes the reason (child/events.h), with `who` before it; false, always. */
bool work_last_words(struct work *w, const char *who);

#endif
