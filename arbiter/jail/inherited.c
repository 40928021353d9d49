/* inherited: see inherited.h. */
#include "inherited.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/spawn.h"
#include "jail.h"

static rlim_t needed(enum inherited_need need, const struct capacity *each, unsigned hosted, uint64_t bot_memory)
{
    int policy = sched_getscheduler(0);
    switch (need) {
    case NEEDS_CORE: return SPAWN_NO_CORE;
    case NEEDS_MEMORY: return hosted && bot_memory > INHERITED_SEAT ? bot_memory : INHERITED_SEAT;
    case NEEDS_STACK: return INHERITED_STACK;
    case NEEDS_FILES: return INHERITED_FILES;
    case NEEDS_ENDLESS: return RLIM_INFINITY;
    case NEEDS_TASKS: return geteuid() ? each->tasks : hosted ? JAIL_TASKS + 2u : 0;
    case NEEDS_SLEEP: return policy == SCHED_FIFO || policy == SCHED_RR ? RLIM_INFINITY : 0;
    case NEEDS_DESCRIPTORS: return each->descriptors;
    case NEEDS_NOTHING: break;
    }
    return 0;
}

/* As ulimit takes it. */
static const char *figure(rlim_t n, unsigned unit, char text[24])
{
    snprintf(text, 24, n == RLIM_INFINITY ? "unlimited" : "%" PRIu64, (uint64_t)n / unit);
    return text;
}

bool inherited_short(const struct capacity *each, unsigned hosted, uint64_t bot_memory, char why[CAPACITY_WHY])
{
    static const struct {
        int resource;
        const char *name, *letter, *what;
        unsigned unit;
        enum inherited_need need;
    } rows[] = {
#define X(resource, letter, what, unit, need) { resource, #resource, letter, what, unit, need },
        INHERITED(X)
#undef X
    };
    char has[24], wants[24];
    if (sched_getscheduler(0) ==
        SCHED_DEADLINE) { /* not with SCHED_RESET_ON_FORK, which makes a number of its own of it */
        snprintf(why, CAPACITY_WHY,
                 "it runs under SCHED_DEADLINE here, which lets no process start another one: start it "
                 "without `chrt -d`, or CPUSchedulingPolicy= of the unit");
        return true;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rlimit r;
        rlim_t least = needed(rows[i].need, each, hosted, bot_memory);
        __rlimit_resource_t resource = (__rlimit_resource_t)rows[i].resource;
        bool shared = rows[i].need == NEEDS_TASKS && least; /* it counts what its user runs besides */
        if (getrlimit(resource, &r) || (r.rlim_cur >= least && !shared))
            continue;
        r.rlim_cur = shared && r.rlim_max > least ? r.rlim_max : least;
        if (r.rlim_max < least)
            r.rlim_max = least; /* who may, does */
        if (!setrlimit(resource, &r) || getrlimit(resource, &r) || rows[i].need == NEEDS_CORE)
            continue;
        figure(least, rows[i].unit, wants);
        snprintf(why, CAPACITY_WHY,
                 "ulimit -%s (%s) is %s here, and must be %s%s, or bots lose by it without fault: raise it (`ulimit "
                 "-%s %s`, "
                 "or Limit%s= of the unit)%s",
                 rows[i].letter, rows[i].what, figure(r.rlim_max, rows[i].unit, has), wants,
                 least == RLIM_INFINITY ? "" : " or more", rows[i].letter, wants, rows[i].name + strlen("RLIMIT_"),
                 rows[i].need == NEEDS_MEMORY ? ", or give each bot less (--bot-memory)" : "");
        return true;
    }
    return false;
}
