/* jail_cost: what pages of its own cost a bot: time at its start, and memory as long as it plays. */
#ifndef FIEL_JAIL_COST_H
#define FIEL_JAIL_COST_H

#include "jail.h"

enum { JAIL_COSTS = 3 };

struct jail_cost {
    const char *runtime; /* "c", "python", "node" */
    uint64_t bytes;      /* of one copy of it */
    int64_t own_us,
        shared_us; /* a program that does nothing, from nothing to its end: with copies, with the machine's files; -1:
                                 * it does not run there */
};

/* For each runtime that is there, the fastest of some starts; `root` is an empty folder.  How many.  Some tenths of a second for each. */
unsigned jail_costs(struct jail_cost out[JAIL_COSTS], uint32_t held, uint32_t uid, const char *root);

#endif
