/* jail: what a hosted bot cannot do.
 *
 * A plan says what is asked, a probe what this machine gives, and the apply step does it, in the process that
 * keeps one bot (keeper.h) and then in the bot itself between fork and exec.  The probe is the apply step
 * tried out in a child, so the table of `fiel jail-test` cannot promise what a match does not do.
 *
 * A jailed bot is one process: it may start threads, not processes.  So the limit of its address space is
 * the limit of its memory, and nothing of it can outlive it, cgroups or no cgroups.  A build (build.h) may start
 * processes and run what it wrote: it has the same walls, and somebody inside who counts. */
#ifndef FIEL_JAIL_H
#define FIEL_JAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Ordered as they are applied.  The last four are no steps: they follow from the others, or add to them. */
enum jail_layer {
    JAIL_USER,     /* a user namespace; for root the bot's last step, for others the first */
    JAIL_MOUNT,    /* a root of its own: read-only, and only what is shown to it */
    JAIL_NET,      /* no network at all, nobody's abstract sockets */
    JAIL_IPC,      /* no shared memory, queues or host name of others */
    JAIL_PID,      /* sees and signals nobody; all of it ends with its keeper */
    JAIL_UID,      /* a user id of its own, never 0 */
    JAIL_LANDLOCK, /* the kernel's second look at every path, TCP port, abstract socket and signal */
    JAIL_SECCOMP,  /* the system calls that a bot needs and no other */
    JAIL_MEMORY,
    JAIL_THREADS,
    JAIL_DISK,
    JAIL_CGROUP, /* not demanded by strict: memory, tasks and CPU share as the kernel accounts them */
    JAIL_LAYERS
};
enum jail_level { JAIL_STRICT, JAIL_BASIC, JAIL_NONE };

#define JAIL_BIT(layer) (1u << (layer))
enum {
    JAIL_ALL = (1 << JAIL_LAYERS) - 1,
    JAIL_DEMANDED = JAIL_ALL & ~(1 << JAIL_CGROUP),
    JAIL_PATHS = 96,
    JAIL_PATH = 512,
    JAIL_TMP = 16 << 20,   /* bytes of everything a bot keeps in files */
    JAIL_INODES = 1024,    /* ... and how many files */
    JAIL_TASKS = 64,       /* threads */
    JAIL_FILES = 64,       /* open descriptors */
    JAIL_UID_FIRST = 1510000000, /* a range that neither Debian's policy nor systemd or subuids give away */
    JAIL_UID_LAST = 1510000999,
};

/* What is asked for one bot or build.  Flat, so that it can be handed to another process of the same binary. */
struct jail_plan {
    uint32_t layers;          /* one bit each: what is applied */
    uint32_t uid;             /* with JAIL_UID; its group has the same number */
    uint64_t memory, cpu_s;   /* RLIMIT_AS and RLIMIT_CPU of the bot; 0: none */
    uint64_t disk;            /* bytes of everything it keeps in files */
    uint32_t inodes, tasks;   /* how many files, how many threads or processes */
    bool builds;              /* processes are allowed, and what it writes to `state` may be executed */
    char root[JAIL_PATH];     /* an empty folder that becomes the new root */
    char state[JAIL_PATH];    /* the one folder it may write to besides /tmp; its working directory */
    char cgroup[JAIL_PATH];   /* a cgroup made for it, or "" */
    unsigned count;
    char shown[JAIL_PATHS][JAIL_PATH]; /* absolute paths it may read, folders with all below */
};

/* Where and why something did not work. */
struct jail_stop {
    int32_t layer, error; /* layer JAIL_LAYERS: none of them */
    char step[64];
};

/* --- jail_plan.c ---------------------------------------------------------------------------------- */

/* What every program needs: the system's libraries and interpreters, and four devices; a bot's limits. */
void jail_plan_start(struct jail_plan *p, uint32_t layers);
/* Shows a path as it is; false when there is no room.  What is below a shown folder is shown already. */
bool jail_show(struct jail_plan *p, const char *path);
/* Shows a program and its folder, but nothing that holds one of the secrets or looks like another match's
 * record: then the folder's entries are shown one by one as they are now.  False when they are too many:
 * then the program alone is shown. */
bool jail_show_program(struct jail_plan *p, const char *program, const char *const *secrets, unsigned count);
/* Absolute and without links; of a file that is not there yet, its folder's.  False: there is no such folder. */
bool jail_whole_path(const char *path, char out[JAIL_PATH]);
/* The layers that follow from the others. */
uint32_t jail_derive(uint32_t layers, uint32_t euid);
/* "FIRST-LAST", both above 0: -1 when it is not. */
int jail_uids_read(const char *text, uint32_t *first, uint32_t *last);
/* A user id of the range that no other match on this machine holds; held until this process ends.  0: none. */
uint32_t jail_uid_claim(uint32_t first, uint32_t last);
/* Whether a user with no rights but everybody's may go through the folders above a path; with `folder_only`
 * only the nearest matters, because it is shown by root. */
bool jail_anybody_may_reach(const char *below, bool folder_only);
/* ... and run what is there. */
bool jail_anybody_may_run(const char *program, bool folder_only);

/* --- jail_enter.c: the apply step ----------------------------------------------------------------- */

/* The calling process, which has one thread, becomes the keeper inside the jail: everything but the filter.
 * With JAIL_PID it forks: the caller waits for the rest of its life and ends with the child, and it is the
 * child that returns.  -1 and *stop: the process is good for nothing but reporting that. */
int jail_enter(const struct jail_plan *p, struct jail_stop *stop);

/* --- jail_root.c, jail_landlock.c, jail_seccomp.c: one layer each; -1, errno and *step ------------- */

int jail_root(const struct jail_plan *p, const char **step);

/* jail_landlock.c */
int jail_landlock(const struct jail_plan *p, const char **step);
/* For a process of our own that needs no file any more: none of any kind, for all threads to come. */
int jail_landlock_no_files(void);
int jail_landlock_abi(void); /* 0: the kernel has none */

/* jail_seccomp.c */
/* For the calling process and its future; the last thing before exec. */
int jail_filter(void);
int jail_filter_build(void); /* the same for who builds: processes, locks and signals inside its own walls */

/* --- jail_cgroup.c -------------------------------------------------------------------------------- */

/* The cgroup v2 folder in which this process may make others, in `path`; false: none, and why. */
bool jail_cgroup_home(char path[JAIL_PATH], char why[128]);
/* A new cgroup in `home` with the plan's limits, in p->cgroup.  -1 and errno. */
int jail_cgroup_make(struct jail_plan *p, const char *home, const char *name);
#define JAIL_CGROUP_NAME "fiel-%d-bot" /* the supervisor's pid, then the chair's number */
/* Removes what matches left behind whose supervisor was killed. */
void jail_cgroup_sweep(const char *home);
/* Whether memory and tasks are limited there. */
bool jail_cgroup_limits(const char *cgroup);
/* What its limits did: bytes at most in use, and how often it was killed for it or refused a task. */
struct jail_usage {
    uint64_t memory, killed, refused;
};
void jail_cgroup_usage(const char *cgroup, struct jail_usage *u);
/* Ends everything in it and removes it. */
void jail_cgroup_end(const char *cgroup);

/* --- jail_probe.c ---------------------------------------------------------------------------------- */

struct jail_probe {
    uint32_t held;
    struct jail_stop lacking[JAIL_LAYERS]; /* of those not held */
};

/* Tries the plan's layers, leaving out one after the other that cannot be held.  A few milliseconds. */
void jail_try(const struct jail_plan *plan, struct jail_probe *out);
const char *jail_layer_name(enum jail_layer l);    /* "own user" */
const char *jail_layer_promise(enum jail_layer l); /* "a user id of its own" */
/* Why a layer is not held and what to do about it, as "what: remedy". */
char *jail_lack_text(const struct jail_probe *p, enum jail_layer l, char text[320]);

#endif
