/* worker_run: the arbiter's program, run for a job while its lease is kept. */
#ifndef FIEL_LADDER_WORKER_RUN_H
#define FIEL_LADDER_WORKER_RUN_H

#include "worker_job.h"

/* What the arbiter's program complained of (child/events.h), or the signal that ended it, as run_code tells it, becomes the reason with
 * `who` before it; false, always. */
bool work_last_words(struct work *w, const char *who, int exit_code);
/* Runs it with these words while the lease is kept; its stdout goes to the file `to` of the job's folder.  False and why when it could
 * not be run, the lease is lost (*exit_code is -1), or it ended with another code than 0: then with its last words. */
bool work_run(struct work *w, char *const argv[], const char *to, const char *who, int *exit_code,
              struct store_error *e);

#endif
