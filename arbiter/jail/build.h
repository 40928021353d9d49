/* build: one command over a copy of a folder, inside a jail, and what it left, in a new folder.
 *
 * Someone who submits source code is not trusted: the command sees its copy, the machine's compilers, no network and nobody; it has so
 * much time, memory, disk, output and so many processes, and when one of them is used up it ends and is told which.
 *
 *   fiel build ----- pipe: the sources ----> the inside, in the jail ----> sh -c COMMAND
 *              <---- pipe: how it ended, and the tree it left ----
 *              <---- pipe: what it printed ----
 *
 * The inside is the first process of the jail's process namespace: it counts what the others use and ends them.  It is our
 * own code, but has the rights of the build: what comes out of it is checked like anything that strangers send. */
#ifndef FIEL_BUILD_H
#define FIEL_BUILD_H

#include "build_tree.h"
#include "jail.h"

enum {
    BUILD_SHOWS = 4,
    BUILD_OUTPUT = 1 << 20,
    BUILD_INODES = 20000,
    BUILD_TASKS = 256,
    BUILD_FILES = 256,
    BUILD_LOOK_MS = 100
};

struct build {
    const char *source, *out, *command;
    uint8_t level; /* enum jail_level */
    int64_t time_us;
    uint64_t memory, disk; /* bytes: of all its processes, of all its files */
    bool memory_given;     /* else it is less where the machine has not so much */
    uint32_t uid[2];       /* the first and the last */
    char show[BUILD_SHOWS][JAIL_PATH];
    unsigned shows;
};

/* Builds; what the command prints goes to stdout as it comes.  EXIT_FINE: `out`, which was not there or empty, holds the tree.
 * EXIT_NEGATIVE: the build failed or used up a limit.  EXIT_ENVIRONMENT: this machine's fault.  Both were said. */
int build_run(struct build *b);

/* --- the inside: build_inside.c ------------------------------------------------------------------------------------ */

enum build_end {
    BUILD_DONE,
    BUILD_EXITED,
    BUILD_KILLED,
    BUILD_MEMORY,
    BUILD_TOO_MANY,
    BUILD_NO_COPY,
    BUILD_NO_JAIL,
    BUILD_NO_SHELL
};
struct build_report {
    int32_t end, number;   /* enum build_end; exit code or signal */
    uint8_t disk_full;     /* at some moment */
    uint8_t counted;       /* memory and processes of all together; else each process has a limit of its own */
    struct jail_stop stop; /* of NO_JAIL and NO_SHELL */
    char why[TREE_WHY];    /* of NO_COPY */
};

struct build_inside {
    const struct build *build;
    struct jail_plan plan; /* its state folder is where the tree lies */
    int from, to, log;     /* the tree in; the report and the tree out; what is printed */
};
/* Enters the jail, takes the tree, runs the command, reports, sends the tree. */
_Noreturn void build_inside(const struct build_inside *b);

#endif
