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

#include "base/bytes.h"
#include "cli/owned.h"

/* Ordered as they are applied.  The last five are no steps: they follow from the others, or add to them. */
enum jail_layer {
    JAIL_USER,     /* a user namespace; for root the bot's last step, for others the first */
    JAIL_MOUNT,    /* a root of its own: read-only, and only what is shown to it */
    JAIL_PAGES,    /* what it reads is its own: copies, of which no other process has a page or an inode */
    JAIL_NET,      /* no network at all, nobody's abstract sockets */
    JAIL_IPC,      /* no shared memory, queues or host name of others */
    JAIL_PID,      /* sees and signals nobody; all of it ends with its keeper */
    JAIL_UID,      /* a user id of its own, never 0 */
    JAIL_LANDLOCK, /* the kernel's second look at every path, TCP port, abstract socket and signal */
    JAIL_SECCOMP,  /* the system calls that a bot needs and no other */
    JAIL_MEMORY,
    JAIL_THREADS,
    JAIL_DISK,
    JAIL_SHARE,  /* with all its threads no more of a processor than another bot gets */
    JAIL_CGROUP, /* not demanded by strict: memory, tasks and CPU share as the kernel accounts them */
    JAIL_LAYERS
};
struct cli_given;

enum jail_level { JAIL_STRICT, JAIL_BASIC, JAIL_NONE };
extern const char *const jail_words[]; /* of these levels, and NULL */

#define JAIL_BIT(layer) (1u << (layer))
enum {
    JAIL_ALL = (1 << JAIL_LAYERS) - 1,
    JAIL_OF_BUILDS = JAIL_ALL & ~(1 << JAIL_PAGES), /* a build sees no cards, and needs the machine's compilers */
    JAIL_DEMANDED = JAIL_ALL & ~(1 << JAIL_CGROUP),
    JAIL_PATH = 512,
    JAIL_HIDDEN = 16,
    JAIL_SHOWN = 1 << 20, /* bytes of all paths that are shown: some ten thousand files */
    JAIL_BESIDE =
        2500, /* of them files and folders beside a program, more than an archive of a ladder may have: each costs its start something */
    JAIL_COPIES = 1 << 30, /* bytes of all copies for one bot: its runtime and its own folder */
    JAIL_TMP = 16 << 20,   /* bytes of everything a bot keeps in files */
    JAIL_INODES = 1024,    /* files that it may have there */
    JAIL_TASKS = 64,       /* threads */
    JAIL_FILES = 64,       /* open descriptors */
    JAIL_BY_SIGNAL =
        128, /* the exit code of who waits outside of a process namespace, above the signal that ended who is inside */
    JAIL_UID_FIRST = 1510000000, /* a range that neither Debian's policy nor systemd or subuids give away */
    JAIL_UID_LAST = 1510000999,
    JAIL_UID_LOWER = 50000, /* as many from here, in a namespace that has not those: a container's range is 65,536 */
};

/* How a path is shown. */
enum jail_kind {
    JAIL_WHOLE = 'w',   /* with all that is below it, now and later */
    JAIL_FILE = 'f',    /* this plain file */
    JAIL_LIST = 'l',    /* a folder whose names can be listed; what may be read in it is shown by itself */
    JAIL_LINK = 's',    /* a symbolic link, which shows nothing of what it leads to */
    JAIL_RUNTIME = 'r', /* the system's file or folder of this path as the plan's runtime has it */
    JAIL_OWN = 'o',     /* a folder of our own that it shares with us: its door */
};

/* What is asked for one bot or build.  Flat, so that it can be handed to another process of the same binary; of `shown`
 * the first `used` bytes are set. */
struct jail_plan {
    uint32_t layers;        /* one bit each: what is applied */
    uint32_t uid;           /* with JAIL_UID; its group has the same number */
    uint64_t memory, cpu_s; /* RLIMIT_AS and RLIMIT_CPU of the bot; 0: none */
    uint64_t disk;          /* bytes of everything it keeps in files */
    uint32_t inodes, tasks; /* how many files, how many threads or processes */
    bool builds;            /* processes are allowed, and what it writes to `state` may be executed */
    char runtime
        [JAIL_PATH]; /* where the system's files are copied from (runtime.h); "": the host's are shown, JAIL_PAGES cannot hold */
    char root[JAIL_PATH];   /* an empty folder that becomes the new root */
    char state[JAIL_PATH];  /* the one folder it may write to besides /tmp; its working directory */
    char cgroup[JAIL_PATH]; /* a cgroup made for it, or "" */
    char share[JAIL_PATH];  /* another one, of the CPU controller alone, or "" */
    unsigned hides;
    char hidden[JAIL_HIDDEN][JAIL_PATH]; /* absolute paths that nothing shows, folders with all below */
    const struct jail_plan *seen; /* folders that it has are not looked at again; NULL where a plan is handed on */
    unsigned withheld;            /* how many files and folders of its own are not for strangers */
    char withheld_first[JAIL_PATH];
    char left_out[JAIL_PATH]; /* the first folder of which nothing is shown, because it holds too many; "": none */
    uint64_t bytes;           /* what copies of the files that are shown by themselves take, in pages */
    unsigned count;
    uint32_t used;
    char shown[JAIL_SHOWN]; /* `count` entries: an enum jail_kind, the absolute path, a NUL */
};

/* Where and why something did not work. */
struct jail_stop {
    int32_t layer, error; /* layer JAIL_LAYERS: none of them */
    char step[64];
};

/* --- jail_plan.c ---------------------------------------------------------------------------------- */

/* A bot's limits; nothing is shown. */
void jail_plan_start(struct jail_plan *p, uint32_t layers);
/* What every program needs: the system's libraries and interpreters, or with JAIL_PAGES the plan's runtime, and four devices;
 * after what is hidden. */
void jail_show_system(struct jail_plan *p);
/* The same for a trial, which runs nothing: of a runtime one file, which is copied as all would be. */
void jail_show_trial(struct jail_plan *p);

/* --- jail_shown.c; what is hidden is hidden first ------------------------------------------------- */

/* The path, and all below it, is shown by nothing that follows but jail_show_own.  False when there is no room. */
bool jail_hide(struct jail_plan *p, const char *path);
/* Shows a path as it is, but nothing that is hidden and no secret (base/secrets.h): a folder that holds something hidden is
 * listed, and each of its entries shown.  Fine when it is shown already or not there; false when there is no room. */
bool jail_show(struct jail_plan *p, const char *path);
/* Shows a path also where it is hidden: a part of our own that is the bot's. */
bool jail_show_own(struct jail_plan *p, const char *path);
/* Shows all that the plan's runtime holds, or of that this path. */
bool jail_show_runtime(struct jail_plan *p);
bool jail_show_of_runtime(struct jail_plan *p, const char *path);
/* Shows a program and its folder with all that is below it, file by file, as it is now; but nothing that is hidden, no secret,
 * and nothing that others may not read where they may read the program: of that p->withheld tells.  What lies nearer comes first, and of a folder
 * with which it would be more than JAIL_BESIDE nothing is shown: false, and p->left_out is the first.  Of a program in / it is the program alone. */
bool jail_show_program(struct jail_plan *p, const char *program);
/* The same for a folder that the player names; when there are too many files it is shown as by jail_show. */
bool jail_show_folder(struct jail_plan *p, const char *folder);
/* The entry behind this one, the first for NULL; NULL: there are no more.  Its first byte is its kind. */
const char *jail_next(const struct jail_plan *p, const char *entry);

/* --- jail_plan.c ---------------------------------------------------------------------------------- */

/* Absolute and without links; of a file that is not there yet, its folder's.  False: there is no such folder. */
bool jail_whole_path(const char *path, char out[JAIL_PATH]);
/* The layers that follow from the others. */
uint32_t jail_derive(uint32_t layers, uint32_t euid);
/* "FIRST-LAST", both above 0: -1 when it is not. */
int jail_uids_read(const char *text, uint32_t *first, uint32_t *last);
/* The same of an option (CLI_AT), into an uint32_t[2]. */
int jail_uids_given(struct cli_given *g);
/* Whether /proc/PID/uid_map, or a gid_map, has the id. */
bool jail_id_mapped(const char *map, uint32_t id);
/* An id of the range that is the default, or in a namespace of users without it the same one from JAIL_UID_LOWER on; any other as it is. */
uint32_t jail_uid_here(uint32_t uid);
/* Such a user id of the range that no other match on this machine holds; held until this process ends.  0: none. */
uint32_t jail_uid_claim(uint32_t first, uint32_t last);
/* Nobody runs as this one any more; 0, or one that was not claimed: nothing. */
void jail_uid_release(uint32_t uid);
/* Whether a user with no rights but everybody's may go through the folders above a path; with `folder_only`
 * only the nearest matters, because it is shown by root. */
bool jail_anybody_may_reach(const char *below, bool folder_only);
/* Whether such a user may go there and run the program as well. */
bool jail_anybody_may_run(const char *program, bool folder_only);

/* --- jail_enter.c: the apply step ----------------------------------------------------------------- */

/* The calling process, which has one thread, becomes the keeper inside the jail: everything but the filter.
 * With JAIL_PID it forks: the caller waits for the rest of its life and ends with the child, and it is the
 * child that returns.  -1 and *stop: the process is good for nothing but reporting that. */
int jail_enter(const struct jail_plan *p, struct jail_stop *stop);
/* This process, and what it starts, has no capability, can get none back, and exec gives none; -1 and errno. */
int jail_no_capabilities(void);

/* --- jail_root.c, jail_landlock.c, jail_seccomp.c: one layer each; -1, errno and *step ------------- */

/* The jail's own root in place of the machine's, in this process.  -1 with errno, and *step says at what; what was mounted until then is
 * seen by this process alone. */
int jail_root(const struct jail_plan *p, const char **step);
/* A /proc of the caller's process namespace and of nothing else, mounted nowhere; `alone`: each process sees itself there and nobody
 * else.  The caller closes it.  -1 and errno: this machine gives none, as it gives none to a user namespace in which part of the
 * machine's own is hidden. */
int jail_proc(bool alone);

/* jail_landlock.c */
int jail_landlock(const struct jail_plan *p, const char **step);
/* For a process of our own, for all threads to come: no file of any kind but what it looks at, nobody's abstract sockets and signals, and,
 * unless it calls, no port. */
struct confine;
int jail_landlock_own(const struct confine *c);
int jail_landlock_abi(void); /* 0: the kernel has none */

/* jail_seccomp.c */
/* For the calling process and its future; the last thing before exec. */
int jail_filter(void);
int jail_filter_build(void); /* the same for who builds: processes, locks and signals inside its own walls */
/* For a process of our own (confine.h): what libzmq and libsodium were seen to call, and what it may besides.  All else gets EPERM, and the
 * kernel logs it. */
int jail_filter_own(const struct confine *c);

/* --- jail_stat.c: what a bot asks about a descriptor, its keeper answers --------------------------- */

/* In the keeper, before the bot is started: the filter of its children sends its listener to `fd`, one end of a socket pair. */
void jail_stat_tell(int fd);
/* In the child, by the filter. */
int jail_stat_send(int listener);
/* In the keeper: the listener that came; -1: none. */
int jail_stat_take(int from);
/* In the keeper, by jail_enter: the folder /proc of its own process namespace, which is closed with the next; -1: none. */
void jail_stat_proc(int fd);
/* Answers one call of the bot, when the listener is readable.  -1 and errno: there will be no more. */
int jail_stat_answer(int listener, pid_t bot);

/* --- jail_cgroup.c -------------------------------------------------------------------------------- */

#define JAIL_CGROUP_OURS "fiel-arbiter" /* below a home that was delegated: of all processes that are no bot's */
/* The cgroup v2 folder in which this process may make others, in `path`; false: none, and why.  One that systemd has delegated to
 * us is left empty for that, or its controllers could not be lent: all who are in it, who are ours, go into JAIL_CGROUP_OURS below it. */
bool jail_cgroup_home(char path[JAIL_PATH], char why[128]);
/* The folder of our own cgroup v2; false, and why. */
bool jail_cgroup_ours(char path[JAIL_PATH], char why[128]);
/* A new cgroup in `home` with the plan's limits, in p->cgroup.  -1 and errno. */
int jail_cgroup_make(struct jail_plan *p, const char *home, const char *name);
#define JAIL_CGROUP_NAME "fiel-%d-bot" /* the supervisor's pid, then the party's number */
/* Removes what matches left behind whose supervisor was killed. */
void jail_cgroup_sweep(const char *home);
/* Where cgroup v2 is mounted; false: nowhere. */
bool jail_cgroup_mount(char path[JAIL_PATH]);
/* Whether memory and tasks are limited there. */
bool jail_cgroup_limits(const char *cgroup);
/* What its limits did: bytes at most in use, how often its own memory was used up, how often a process in it was killed for want
 * of memory, its own or the machine's, and how often it was refused a task. */
struct jail_usage {
    uint64_t memory, reached, killed, refused;
};
/* What its kernel's counters say; 0 where one cannot be read. */
void jail_cgroup_usage(const char *cgroup, struct jail_usage *u);
/* How often the kernel has killed a process for want of memory: in our own cgroup and below, or on this machine where
 * no cgroup counts it. */
uint64_t jail_memory_kills(void);
/* Ends everything in it and removes it. */
void jail_cgroup_end(const char *cgroup);

/* --- jail_share.c --------------------------------------------------------------------------------- */

/* That all its threads together are one before the CPU: by its cgroup, by its session, or by a cgroup made for that, in p->share.
 * -1: it would have as many shares as threads. */
int jail_share_make(struct jail_plan *p, const char *name);
/* What a match or build gets of cgroups, by the layers that hold; `number` is the party's.  -1: JAIL_SHARE does not. */
int jail_cgroups(struct jail_plan *p, uint32_t held, unsigned number);

/* --- jail_probe.c ---------------------------------------------------------------------------------- */

struct jail_probe {
    uint32_t held;
    struct jail_stop lacking[JAIL_LAYERS]; /* of those not held */
};

/* Tries the plan's layers, leaving out one after the other that cannot be held; the plan is as before.  A few milliseconds. */
void jail_try(struct jail_plan *p, struct jail_probe *out);
const char *jail_layer_name(enum jail_layer l);    /* "own user" */
const char *jail_layer_promise(enum jail_layer l); /* "a user id of its own" */
/* Why a layer is not held and what to do about it, as "what: remedy". */
char *jail_lack_text(const struct jail_probe *p, enum jail_layer l, char text[320]);

#endif
