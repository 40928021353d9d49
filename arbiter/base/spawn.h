/* spawn: starting a process with exactly what it is to have. */
#ifndef FIEL_SPAWN_H
#define FIEL_SPAWN_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "bytes.h"

enum { SPAWN_PASSED = 20, SPAWN_FIRST = 3 };
/* In the child descriptors are moved above this before they take their places. */
enum { SPAWN_OUT_OF_THE_WAY = 64 };

/* RLIMIT_CORE of a process whose memory nobody is to keep: no file is so small, and a program that core_pattern names, which a limit of 0
 * does not keep away, is not started at 1 (fs/coredump.c of Linux). */
enum { SPAWN_NO_CORE = 1 };

struct spawn {
    const char *path; /* absolute */
    char *const *argv;
    char *const *environment; /* ends with NULL */
    const char *folder;       /* working directory; NULL: ours */
    int output;               /* stdout and stderr; -1: ours */
    int talks;                /* a socket, which is stdin and stdout; 0: stdin is /dev/null */
    int words;                /* stderr, and stdout is /dev/null; 0: as `output` says */
    int passed[SPAWN_PASSED]; /* the n-th becomes descriptor SPAWN_FIRST + n */
    unsigned passed_count;
    int cpu;    /* see cpu.h */
    bool first; /* the processor serves it before bots, where we may ask for that */
    struct {
        int resource;
        unsigned long most;
    } limit[RLIM_NLIMITS]; /* of each resource one */
    unsigned limit_count;
    int (*last)(void); /* the last step before exec; -1 and errno; NULL: none */
};

struct child {
    pid_t pid; /* 0: none; also its session and process group */
    int fd;    /* pidfd: readable when it ended */
};

/* How a child ended. */
struct ending {
    int exit_code, signal; /* one of them; the other is 0 */
    long memory_kib;       /* most it had resident */
    long cpu_s;            /* what it used of the CPU */
};

/* What of a child's way to its program it may have brought about itself: the state of its folder, and what it is. */
#define SPAWN_FOLDER "its folder"
#define SPAWN_EXEC "executing it"

/* Starts it in a session of its own: stdin is /dev/null, no other descriptor is open, signals are as by
 * default, and it dies with us.  -1 and errno when it cannot be executed; `step` then names what failed. */
int spawn_start(struct child *c, const struct spawn *s, const char **step);

/* Starts it, and keeps what it writes in `said` (`room` bytes, ended by a NUL) until it has closed its output, `ms` are over or the room is
 * full; then it is ended.  Its `output` is not looked at.  -1 and errno when it cannot be started; `step` as above. */
int spawn_hear(const struct spawn *s, char *said, size_t room, int ms, struct ending *e, const char **step);

/* One more limit of the child (RLIMIT_...), and one more descriptor, which it finds behind those before it; at most SPAWN_PASSED of
 * these. */
void spawn_limit(struct spawn *s, int resource, unsigned long most);
void spawn_pass(struct spawn *s, int fd);

/* Sets a limit of this process, soft and hard; a lower hard one stays where it may not be raised.  -1 and errno. */
int limit_to(int resource, rlim_t most);

/* After its pidfd became readable: ends what is left of its process group and reaps it. */
void child_reap(struct child *c, struct ending *e);
/* Ends the whole group now.  The child is still to be reaped. */
void child_kill(const struct child *c);
/* The one child of a process of one thread; 0: it has none, or more than one, or that cannot be read. */
pid_t child_only(pid_t parent);
/* Waits for the end at most so long (-1: as long as it takes); false when it still runs. */
bool child_wait(const struct child *c, int ms);

/* Makes us the parent of orphans, so that nothing outlives a match by leaving its process group. */
int orphans_adopt(void);
/* Ends and reaps every process below us but these (0: nobody); `count` 0: all. */
void orphans_kill(const pid_t *spared, unsigned count);
/* Ends and reaps everything below us; the first process of a process namespace ends everybody in it. */
void orphans_end(void);

#endif
