/* life: of the time that a bot is given, what was not its own: the seat's process stood still and could not look, or the bot wanted to
 * run and no thread of it did.
 *
 * A process can be stopped at any moment, asleep or awake.  One that sleeps wakes up late then; one that is awake, for instance behind the
 * request that it has just sent, finds that more time has passed than its work takes (life_awake).  But a process is late, too, when others had the processor.  Which of the two it was, the kernel
 * counts (schedstat): waiting for a processor is no standing still, or a bot whose threads keep its own seat's process waiting would be
 * given time for it.  What a bot waited for is counted by its cgroup (cpu.pressure, cpu.stat); a bot without one that is a single process is
 * looked at itself (waits.h).  Where a file is not to be had, nothing is given back for what it would have told. */
#ifndef FIEL_LIFE_H
#define FIEL_LIFE_H

#include <stdbool.h>
#include <stdint.h>

#include "waits.h"

enum { LIFE_BEAT_US = 20000 }; /* so often a process that waits for a bot looks, whatever happens */

/* What the kernel has counted so far, in microseconds; 0 where it cannot be read. */
struct life_reading {
    int64_t now_us;
    int64_t ran_us, waited_us;     /* this thread: on a processor; for one */
    int64_t some_us, full_us;      /* of the bot: a thread waited for a processor; and none of it ran */
    int64_t used_us, throttled_us; /* the bot's threads together; held back by its own quota */
};

struct life {
    int own, pressure, usage; /* descriptors; -1: none */
    struct waits waits;       /* of a bot without a cgroup */
    struct life_reading at;   /* the last one, at most a beat old when a wait begins */
    int64_t since_us;         /* the wait's beginning; 0: there is none */
    int64_t asked_us,
        sure_us; /* the beginning of the first of those that go on in it; what `waits` told of them so far */
    int64_t looked_us, sleeps_us; /* when it went to sleep, and for how long at most */
    int64_t awake_us;             /* the last moment at which it was known to be awake */
    int64_t stood_us, starved_us; /* of this wait, and not told yet */
    int64_t entered_us;           /* before it, when what asks was here already; told if the wait is overtaken */
};

/* Between two readings, of a process that went to sleep at `looked_us` for at most `sleeps_us`.  `late`: the bot's time is over, so that
 * what was there to be read while this process waited for a processor counts too, unless the bot itself ran meanwhile. */
struct life_lost {
    int64_t stood_us, starved_us;
};
struct life_lost life_lost(const struct life_reading *from, const struct life_reading *to, int64_t looked_us,
                           int64_t sleeps_us, bool late);

enum life_read { LIFE_UNREAD, LIFE_BY_THREADS, LIFE_BY_CGROUP, LIFE_WHILE_ONE };
/* By what the waits of a bot can be read here, of the descriptors of its cgroup's cpu.pressure and cpu.stat and of its process (-1: there is
 * none).  LIFE_WHILE_ONE: by its threads, while it has no child, which it may start. */
enum life_read life_reads(int pressure, int usage, int process);

/* Opens what a process counts of itself, while it may. */
void life_prepare(void);
/* Takes over the descriptors of two files of the bot's cgroup, or of one with its process' number and where its files are asked for
 * (waits.h); -1: none. */
void life_open(struct life *l, int pressure, int usage, int process, int looks);
void life_close(struct life *l);
/* A wait, which could have begun when it was due.  `goes_on`: the one before goes on in it, for its bot owes the same. */
void life_begins(struct life *l, int64_t due_us, int64_t now_us, bool goes_on);
/* It is awake and did not go to sleep since awake_us, so what passed since then, except for the moment that its own work takes, it was
 * stopped.  To be called before a wait ends that did not end by a wake-up. */
void life_awake(struct life *l, int64_t now_us);
void life_sleeps(struct life *l, int64_t now_us, int64_t sleeps_us); /* from now on, for at most so long */
void life_wakes(struct life *l, int64_t now_us, bool late);
/* Another wait takes the place of this one, of which nothing was heard: whether there is something to tell of it; then life_tell gives
 * what was lost since it was due, too. */
bool life_overtaken(struct life *l);
/* What is to be given back of the wait, once, of which a frame tells that it went on from then until then: the two together are at most
 * that, and what of starved_us has no room in it is told with the next frame of the same wait. */
struct life_lost life_tell(struct life *l, int64_t from_us, int64_t until_us);

#endif
