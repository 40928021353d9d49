/* worker_live: tells those who watch what becomes public of a match while it is played.
 *
 * A thread of its own reads the growing record beside the match; neither the match nor its worker waits for it or for
 * the store. */
#ifndef FIEL_LADDER_WORKER_LIVE_H
#define FIEL_LADDER_WORKER_LIVE_H

#include "worker_job.h"

struct worker_live;
/* NULL: nothing of this job is told (a validation is its author's), or there is no thread for it; the match goes on. */
struct worker_live *worker_live_start(const struct work *w);
/* When the match is over; NULL is fine. */
void worker_live_stop(struct worker_live *l);

#endif
