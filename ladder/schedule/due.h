/* due: what is played, what waits, and when it will be its turn. */
#ifndef FIEL_LADDER_DUE_H
#define FIEL_LADDER_DUE_H

#include "store/store_jobs.h"

enum { DUE_MOST = 1000 };
struct due_job {
    struct job job;
    int64_t
        at_ms; /* of one that waits: when a worker will take it, as it looks now; 0: nobody works, or it waits for something else */
};
/* First what is played, then what waits in the order in which it is taken, then what is held because its event is paused or parked
 * until the host decides; at most DUE_MOST into out[], and *workers that were heard of lately.  The times follow from how long such jobs took
 * lately; what is sent meanwhile and is more urgent is not known. */
int due_read(struct store *s, struct due_job out[DUE_MOST], size_t *n, int64_t *workers, struct store_error *e);
/* How long a pair of this event takes a worker, and how many there are. */
int due_lasts(struct store *s, int64_t event, int64_t *ms, int64_t *workers, struct store_error *e);

#endif
