/* inherited: the limits of processes that a match begins with (`ulimit -a`), looked at before anything is started: what one of them would end
 * would be a bot's loss.  SECURITY.md names each. */
#ifndef FIEL_INHERITED_H
#define FIEL_INHERITED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

#include "capacity.h"

/* What a match needs of a limit. */
enum inherited_need {
    NEEDS_NOTHING,
    NEEDS_CORE,    /* one byte, at which the kernel starts no program that core_pattern names; a lower one is kept */
    NEEDS_MEMORY,  /* a bot's (--bot-memory), and a seat process' */
    NEEDS_STACK,   /* what programs are built for */
    NEEDS_FILES,   /* a record and logs; where a record outgrows it all the same, the match is void as on a full disk */
    NEEDS_ENDLESS, /* no limit: a match may be long */
    NEEDS_TASKS,   /* processes and threads of the match; of root a bot's alone, for root's own are not counted */
    NEEDS_DESCRIPTORS,
    NEEDS_SLEEP, /* no limit, where this process runs under a real-time policy; else nothing */
};

/* X(resource, letter of ulimit, what it limits, bytes or numbers in its unit, need) */
#define INHERITED(X) \
    X(RLIMIT_CORE, "c", "size of a core file", 1, NEEDS_CORE) \
    X(RLIMIT_DATA, "d", "data of a process, in KiB", 1024, NEEDS_MEMORY) \
    X(RLIMIT_NICE, "e", "priority", 1, NEEDS_NOTHING) \
    X(RLIMIT_FSIZE, "f", "size of a file, in KiB", 1024, NEEDS_FILES) \
    X(RLIMIT_SIGPENDING, "i", "signals that wait", 1, NEEDS_NOTHING) \
    X(RLIMIT_MEMLOCK, "l", "locked memory", 1024, NEEDS_NOTHING) \
    X(RLIMIT_RSS, "m", "resident memory, which Linux does not limit", 1024, NEEDS_NOTHING) \
    X(RLIMIT_NOFILE, "n", "descriptors of a process", 1, NEEDS_DESCRIPTORS) \
    X(RLIMIT_MSGQUEUE, "q", "bytes in message queues", 1, NEEDS_NOTHING) \
    X(RLIMIT_RTPRIO, "r", "real-time priority", 1, NEEDS_NOTHING) \
    X(RLIMIT_STACK, "s", "stack, in KiB", 1024, NEEDS_STACK) \
    X(RLIMIT_CPU, "t", "CPU time, in seconds", 1, NEEDS_ENDLESS) \
    X(RLIMIT_NPROC, "u", "processes and threads of a user", 1, NEEDS_TASKS) \
    X(RLIMIT_AS, "v", "address space of a process, in KiB", 1024, NEEDS_MEMORY) \
    X(RLIMIT_LOCKS, "x", "file locks, which Linux does not limit", 1, NEEDS_NOTHING) \
    X(RLIMIT_RTTIME, "R", "CPU time under a real-time policy, in us", 1, NEEDS_SLEEP)

enum { INHERITED_STACK = 8 << 20, INHERITED_FILES = 64 << 20, INHERITED_SEAT = 256 << 20 /* SEAT_MEMORY */ };

/* Raises what a match with so many hosted bots needs of each limit as far as the hard one goes, for this process and all that it starts.  True
 * where that is not enough: `why` names the limit, both figures and what to do; nothing can be started then. */
bool inherited_short(const struct capacity *each, unsigned hosted, uint64_t bot_memory, char why[CAPACITY_WHY]);

#endif
