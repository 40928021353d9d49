/* ladder_verified: a ladder's table, held against its records. */
#ifndef FIEL_TESTS_LADDER_VERIFIED_H
#define FIEL_TESTS_LADDER_VERIFIED_H

#include "ladder_world.h"
#include "rating/verify.h"
#include "schedule/schedule.h"
#include "support/test.h"

/* It is rated, so many pairs and legs are right, and none is wrong. */
static inline struct ladder world_verifies(const struct world *w, uint64_t pairs, uint64_t legs)
{
    struct store_error e;
    struct verified v;
    struct ladder l;
    FINE(rate_step(w->store, &e));
    FINE(store_ladder(w->store, w->ladder, &l, &e));
    FINE(verify_ladder(w->store, &l, NULL, fail_told, NULL, &v, &e));
    assert_true(v.pairs == pairs && v.legs == legs && v.wrong == 0 && v.table);
    return l;
}

#endif
