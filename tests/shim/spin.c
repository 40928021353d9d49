/* spin: a process of ours that runs in an endless loop and answers nothing any more, or is killed twice, loaded in front of the C library
 * (LD_PRELOAD) for tests alone.
 *
 *   FIEL_SPIN=file:where[:where...]   the first byte of `file` says what happens in processes whose command line begins with a `where`: at '1'
 *                                     the one that goes to sleep next, of each `where`, never comes back from that; at '2'
 *                                     it is killed, and so is the next one while it begins
 *
 *   FIEL_OUTLIVES=where               such a process does not end with its parent at once, as on a busy machine
 *
 * The file is mapped when a process begins, so that one behind walls sees it, too; each `where` has a byte of its own in it, of which a
 * process takes the '1' away, so that the one that is started in its place is well. */
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SPINS = '1', DIES = '2', NEXT_DIES = '3', IS_WELL = '0' };

/* No process of ours may kill itself: a seat that is to do so gives up nothing. */
static bool unconfined;
static bool left_out(void) { return unconfined; }
#include "unconfined.h"

static char *mine; /* the byte of this process; NULL: it is none of those that are meant */
static int (*real_poll)(struct pollfd *, nfds_t, int);
static int (*real_ppoll)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);

/* A function pointer out of dlsym's object pointer, as POSIX has it. */
#define FIND(to, name) (*(void **)(&(to)) = dlsym(RTLD_NEXT, name))

/* "fiel keeper --seat 0 " */
static void own_line(char *line, size_t room)
{
    int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, line, room - 1) : 0;
    if (fd >= 0)
        close(fd);
    for (ssize_t i = 0; i < n; i++)
        if (!line[i])
            line[i] = ' ';
}

static char *map(const char *file)
{
    int fd = open(file, O_RDWR | O_CLOEXEC);
    void *at = fd >= 0 ? mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (fd >= 0)
        close(fd);
    return at == MAP_FAILED ? NULL : at;
}

/* At this byte the next one takes its place; false: it was another. */
static bool due(char at, char next)
{
    return mine && __atomic_compare_exchange_n(mine, &at, next, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

__attribute__((constructor)) static void start(void)
{
    const char *rule = getenv("FIEL_SPIN"), *longer = getenv("FIEL_OUTLIVES");
    char line[256] = "", words[512], *rest;
    FIND(real_poll, "poll");
    FIND(real_ppoll, "ppoll");
    if (!rule)
        return;
    own_line(line, sizeof line);
    outlives = longer && !strncmp(line, longer, strlen(longer));
    snprintf(words, sizeof words, "%s", rule);
    char *file = strtok_r(words, ":", &rest);
    for (size_t n = 0; !mine && (rule = strtok_r(NULL, ":", &rest)); n++)
        if (!strncmp(line, rule, strlen(rule)) && (mine = map(file)))
            mine += n;
    unconfined = mine && is_process("seat ") == 1;
    if (due(NEXT_DIES, IS_WELL))
        raise(SIGKILL);
}

static void spin_if_due(void)
{
    if (due(DIES, NEXT_DIES))
        raise(SIGKILL);
    if (due(SPINS, IS_WELL))
        for (volatile unsigned long turns = 0;; turns++)
            continue;
}

int poll(struct pollfd *fds, nfds_t n, int ms)
{
    spin_if_due();
    return real_poll(fds, n, ms);
}

int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *limit, const sigset_t *mask)
{
    spin_if_due();
    return real_ppoll(fds, n, limit, mask);
}

/* What the two are called where the compiler checks the size of `fds`. */
int __poll_chk(struct pollfd *fds, nfds_t n, int ms, size_t size);
int __ppoll_chk(struct pollfd *fds, nfds_t n, const struct timespec *limit, const sigset_t *mask, size_t size);

int __poll_chk(struct pollfd *fds, nfds_t n, int ms, size_t size)
{
    (void)size;
    return poll(fds, n, ms);
}

int __ppoll_chk(struct pollfd *fds, nfds_t n, const struct timespec *limit, const sigset_t *mask, size_t size)
{
    (void)size;
    return ppoll(fds, n, limit, mask);
}
