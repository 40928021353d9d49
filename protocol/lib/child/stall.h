/* stall: whether a child runs as it should, seen from outside by what the kernel counts of it.
 *
 * The parent of a process of ours looks at it about once a second (STALL_MS).  One that somebody has stopped is whole, and is set going.
 * One that runs in an endless loop answers nobody any more, and is ended by its parent; what it held goes on as after any other end.
 * Both are the same look: every loop of ours sleeps when it has nothing to do, and rests where others could keep it awake, so
 * a process that has used the processor for STALL_LOOPS_MS without having slept once is in none of these loops.  Time does not count: on a
 * machine that is busy, or was paused, or waits for its disk, a process uses nothing. */
#ifndef FIEL_CHILD_STALL_H
#define FIEL_CHILD_STALL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    STALL_MS = 1000,       /* so often a child is looked at; one that was stopped at two looks is set going */
    STALL_LOOPS_MS = 5000, /* of the processor, without sleeping: it loops */
    STALL_RESTS_MS = 1000, /* who has been awake for so long rests */
};

/* What the kernel says of a process's first thread; all zeros before the first look. */
struct stall {
    bool stopped;
    int64_t used_ms; /* of the processor */
    uint64_t sleeps; /* how often it went to sleep by itself */
};

enum stall_kind { STALL_NONE, STALL_STOPPED /* at both looks */, STALL_LOOPING };

/* What `now` says of a process beside what was seen before; *seen is what the next look is held against. */
enum stall_kind stall_judge(struct stall *seen, const struct stall *now);

/* Looks at a process, and sets it going where it was stopped at the last look, too.  True: it runs in an endless loop, and is
 * to be ended.  A process that is not there, or cannot be looked at, is fine. */
bool stall_look(pid_t pid, struct stall *seen);

/* Somebody has stopped it (SIGSTOP), and it stands where it was. */
bool stall_stopped(pid_t pid);

/* Called once in each turn of a loop that others can keep awake, and of work that takes long: sleeps for a moment where this process has
 * not for STALL_RESTS_MS, counted from the first call. */
void stall_rest(void);

#endif
