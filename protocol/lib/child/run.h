/* run: a program of this project as a child of another one, with its three streams where they are wanted.
 *
 * The arbiter starts matches that must die with it (arbiter/base/spawn.h); here is what is enough for all
 * others. */
#ifndef FIEL_CHILD_RUN_H
#define FIEL_CHILD_RUN_H

#include <sys/types.h>

enum { RUN_STREAMS = 3 /* what it reads, what it prints, what it complains */ };

/* By a stream's number: the file that is opened for it, made or emptied where it is written to; NULL: the descriptor. */
struct run {
    const char *path;         /* of the program */
    char *const *argv;        /* ends with NULL */
    char *const *environment; /* ends with NULL; NULL: ours */
    const char *file[RUN_STREAMS];
    int fd[RUN_STREAMS]; /* a stream's own number: ours */
};

/* Starts it with no signal blocked, whatever is blocked here; descriptors that do not close at exec are its, too.  0, or an errno: then
 * there is no child. */
int run_start(const struct run *r, pid_t *child);
/* Waits for its end: its exit code, or 128 and the signal that ended it; -1: there is no such child. */
int run_wait(pid_t child);
/* The same of a status that waitpid told. */
int run_code(int status);

#endif
