/* await: waiting for what another process writes into a folder, without looking again and again. */
#ifndef TESTS_AWAIT_H
#define TESTS_AWAIT_H

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { AWAIT_MS = 60000 }; /* the last guard: nothing takes that long */

/* A descriptor that tells of files that are made, written to or renamed in the folder, from now on; -1. */
static inline int await_folder(const char *in)
{
    int watch = inotify_init1(IN_CLOEXEC);
    if (watch >= 0 && inotify_add_watch(watch, in, IN_CREATE | IN_MODIFY | IN_MOVED_TO) >= 0)
        return watch;
    if (watch >= 0)
        close(watch);
    return -1;
}

/* Until something happens there.  False: the process ended first (its pidfd; -1: none is looked at), or the guard. */
static inline bool await_change(int watch, int process)
{
    char events[4096];
    struct pollfd p[2] = { { .fd = watch, .events = POLLIN }, { .fd = process, .events = POLLIN } };
    int n;
    do
        n = poll(p, 2, AWAIT_MS);
    while (n < 0 && errno == EINTR);
    return n > 0 && p[0].revents && read(watch, events, sizeof events) > 0;
}

static inline int await_process(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

#endif
