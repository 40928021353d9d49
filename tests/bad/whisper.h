/* whisper: what tests/covert.c says to its two whisperers over their descriptor 3, and what they answer. */
#ifndef FIEL_BAD_WHISPER_H
#define FIEL_BAD_WHISPER_H

#include <stdint.h>

/* X(NAME, "what is done when the bit is one", GROUP in which it is looked for) */
#define WHISPER_ACTS(X) \
    X(PIPES, "pipes made", INODES) \
    X(SOCKETS, "sockets made", INODES) \
    X(COOKIES, "sockets asked who they are", COOKIES) \
    X(SHARED, "shared memory without a name", INODES) \
    X(EVENTFDS, "eventfds held open", PROC) \
    X(THREADS, "threads made", IDS) \
    X(FORKS, "processes made", IDS) \
    X(LOAD, "threads alive, asked by sysinfo", MACHINE) \
    X(DISK, "64 MiB of a disk taken", SPACE) \
    X(FILES, "a file wherever one can be made", NAMES) \
    X(PAGES, "a page read, asked by mincore, RWF_NOWAIT and getrusage", PAGES) \
    X(PAGES_TIMED, "a page read, asked by the time that it takes", PAGE_TIMES) \
    X(MAPPED, "pages mapped", PROC) \
    X(FLOCK, "a lock", LOCKS) \
    X(RECORD_LOCK, "a record lock", LOCKS) \
    X(OPENED, "a file held open, asked by a lease", LOCKS) \
    X(WATCHED, "a file opened, asked by inotify", EVENTS) \
    X(FUTEX, "a wait on a shared futex", FUTEXES) \
    X(ABSTRACT, "an abstract socket", SOCKETS) \
    X(PORT, "a port of UDP", SOCKETS) \
    X(SYSV, "System V shared memory", IPC) \
    X(KEYS, "a key in the user's keyring", KEYS) \
    X(TIMES, "times and modes of a file", STATS) \
    X(SPIN, "the processor used", TIME) \
    X(CACHE, "the processor's caches used", TIME)

#define WHISPER_GROUPS(X) \
    X(INODES) \
    X(COOKIES) \
    X(IDS) \
    X(MACHINE) \
    X(SPACE) \
    X(NAMES) \
    X(PAGES) X(PAGE_TIMES) X(LOCKS) X(EVENTS) X(FUTEXES) X(SOCKETS) X(IPC) X(KEYS) X(STATS) X(PROC) X(SWEEP) X(TIME)

enum whisper_act {
#define X(name, what, group) ACT_##name,
    WHISPER_ACTS(X)
#undef X
        WHISPER_ACT_COUNT
};
enum whisper_group {
#define X(name) GROUP_##name,
    WHISPER_GROUPS(X)
#undef X
        WHISPER_GROUP_COUNT
};

enum { WHISPER_WORDS = 20000, WHISPER_SLOTS = 4096, WHISPER_PAGE = 4096, WHISPER_STEP = 2 * WHISPER_PAGE };

/* Down: 'a' does act `which` for this bit; 'p' looks at group `which`.  Up: of 'a' one byte; of 'p' a u32 and so many words. */
struct whisper_order {
    uint8_t what, which, bit, zero;
    uint32_t slot;
};

#endif
