/* worker_arbiter: a job's match ordered from a `fiel serve` (spec/CONTROL.md) instead of played here. */
#ifndef FIEL_LADDER_WORKER_ARBITER_H
#define FIEL_LADDER_WORKER_ARBITER_H

#include "worker_job.h"

/* Asked before a job is leased: does it answer, in our version, and may an order wait there?  Its jail is the plan's then; false and
 * p->lacks. */
bool arbiter_ready(struct worker_plan *p);
/* What a hosted version is called in the arbiter's bots folder: "cauto-3.0123456789abcdef". */
void bot_hosted_name(const struct order_seat *s, char name[STORE_NAME]);
/* Puts what work_unpack has unpacked into the arbiter's bots folder, under names that tell versions apart. */
bool arbiter_place(struct work *w);
/* Orders the match, keeps the lease while it is played, fetches its records and logs into the job's folder; false and
 * why, and w->blame.  What was ordered is cancelled when it is given up. */
bool arbiter_play(struct work *w, struct store_error *e);

#endif
