/* worker_build: a version that was submitted as source becomes what is played. */
#ifndef FIEL_LADDER_WORKER_BUILD_H
#define FIEL_LADDER_WORKER_BUILD_H

#include "worker_job.h"

/* Runs the seat's build command over its sources with `fiel build`, packs what it left as built.tar of the result, which from now on is
 * the artifact that is played, and unpacks it into `folder`, which is made.  What it printed is in w->folder/build.log.
 * False and why; w->bot_is_wrong when it is the author's. */
bool work_build(struct work *w, const struct order_seat *s, const char *folder, struct store_error *e);

#endif
