#include "record_lock.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bytes.h"
#include "cli/owned.h"

enum {
    SUPERVISOR_MS = 500, /* one that was killed a moment ago may still be on its way out */
    UNSEEN_MS = 20,
};
enum byte { BYTE_SUPERVISOR, BYTE_REFEREE };

static int byte_lock(int fd, enum byte b)
{
    struct flock f = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = b, .l_len = 1 };
    return fcntl(fd, F_SETLK, &f);
}

/* Another process has the byte; *pid is 0 where that one is not to be seen from here. */
static bool byte_held(int fd, enum byte b, pid_t *pid)
{
    struct flock f = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = b, .l_len = 1 };
    *pid = 0;
    if (fcntl(fd, F_GETLK, &f) || f.l_type == F_UNLCK)
        return false;
    *pid = f.l_pid > 0 ? f.l_pid : 0;
    return true;
}

/* Until the process is gone, or the time is up; one that is not to be seen from here is asked after again soon.  How much of
 * the time is used up. */
static int wait_for_end(pid_t pid, int ms)
{
    struct pollfd p = { .fd = pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1, .events = POLLIN };
    int used = p.fd >= 0 || ms < UNSEEN_MS ? ms : UNSEEN_MS;
    while (poll(&p, 1, used) < 0 && errno == EINTR)
        continue;
    close_fd(&p.fd);
    return used;
}

/* The last holder of the file may have removed it meanwhile: what others find at its path counts. */
static bool still_there(const struct record_lock *l)
{
    struct stat ours, found;
    return !fstat(l->fd, &ours) && !stat(l->path, &found) && ours.st_ino == found.st_ino && ours.st_dev == found.st_dev;
}

/* Who holds the file that is open at `fd`; *pid is 0 where that process is not to be seen from here. */
static enum record_holder holder_of(int fd, pid_t *pid)
{
    return !byte_held(fd, BYTE_SUPERVISOR, pid) && byte_held(fd, BYTE_REFEREE, pid) ? HOLDER_REFEREE
                                                                                    : HOLDER_SUPERVISOR;
}

/* One try.  1: taken; 0: who had it took the file away: once more; -1: it is held, or *by is HOLDER_NONE and errno tells. */
static int try_take(struct record_lock *l, enum record_holder *by, pid_t *pid)
{
    l->fd = open(l->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (l->fd < 0)
        return -1;
    if (flock(l->fd, LOCK_EX | LOCK_NB)) {
        *by = errno == EWOULDBLOCK ? holder_of(l->fd, pid) : HOLDER_NONE;
        return -1;
    }
    if (byte_held(l->fd, BYTE_REFEREE, pid)) {
        *by = HOLDER_REFEREE;
        return -1;
    }
    if (byte_lock(l->fd, BYTE_SUPERVISOR))
        return -1;
    return still_there(l);
}

static void let_go(struct record_lock *l)
{
    int error = errno;
    close_fd(&l->fd);
    errno = error;
}

int record_lock_take(struct record_lock *l, const char *path, int referee_ms, enum record_holder *by, pid_t *pid)
{
    int left[] = { [HOLDER_SUPERVISOR] = SUPERVISOR_MS, [HOLDER_REFEREE] = referee_ms };
    assert(strlen(path) < sizeof l->path);
    strcpy(l->path, path);
    for (;;) {
        *by = HOLDER_NONE;
        *pid = 0;
        int taken = try_take(l, by, pid);
        if (taken > 0)
            return 0;
        let_go(l);
        if (taken == 0)
            continue;
        if (*by == HOLDER_NONE || left[*by] <= 0)
            return -1;
        left[*by] -= wait_for_end(*pid, left[*by]);
    }
}

void record_lock_drop(struct record_lock *l)
{
    if (l->fd >= 0)
        unlink(l->path);
    let_go(l);
}

int record_lock_referee(int fd) { return byte_lock(fd, BYTE_REFEREE); }

enum record_holder record_lock_held(const char *path, pid_t *pid)
{
    OPENED_FD int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    enum record_holder by = HOLDER_NONE;
    *pid = 0;
    if (fd < 0)
        return by;
    if (byte_held(fd, BYTE_REFEREE, pid) || (flock(fd, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK))
        by = holder_of(fd, pid);
    return by;
}
