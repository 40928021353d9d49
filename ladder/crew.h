/* crew: workers of this process, a thread each. */
#ifndef FIEL_LADDER_CREW_H
#define FIEL_LADDER_CREW_H

#include "store.h"

struct crew_plan {
    struct store *store;
    const char *fiel, *jail, *folder; /* as in struct worker_plan */
    unsigned count;
};
struct crew;
/* NULL: no threads, or a count of 0. */
struct crew *crew_start(const struct crew_plan *p);
/* What is being played is given back; NULL is fine. */
void crew_stop(struct crew *c);

#endif
