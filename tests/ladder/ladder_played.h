/* ladder_played: a store whose jobs a worker of the test's own process plays, with real bots, in the folder of the program. */
#ifndef FIEL_TESTS_LADDER_PLAYED_H
#define FIEL_TESTS_LADDER_PLAYED_H

#include <stdatomic.h>

#include "ladder_world.h"
#include "support/built.h"
#include "support/scratch.h"
#include "support/test.h"
#include "worker/worker.h"

static char folder[SCRATCH_ROOM], fiel[512];
static struct store *store;
static struct store_error e;
static struct world w;
static atomic_bool over;

/* One job, or none. */
static inline void work(struct worker_plan *plan, enum worked want)
{
    enum worked done = worker_once(plan, &e);
    if (done != want)
        fail_msg("worked %d, not %d: %s", done, want, e.text);
}

/* All jobs there are; the plan's queue is closed. */
static inline void work_all(struct worker_plan *plan)
{
    enum worked done;
    while ((done = worker_once(plan, &e)) == WORK_DONE)
        ;
    queue_close(plan->queue);
    if (done != WORK_NONE)
        fail_msg("%s", e.text);
}

/* The main of such a program, in a folder made by scratch_make or scratch_quick, which bots may enter. */
static inline int tests_in_folder(void (*make)(char *))
{
    make(folder);
    assert_int_equal(chmod(folder, 0755), 0);
    snprintf(fiel, sizeof fiel, "%s/bin/fiel", build_dir());
    int failed = tests_run();
    scratch_remove(folder);
    return failed;
}

#endif
