#include "record_lock.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SUPERVISOR_MS = 500 }; /* one that was killed a moment ago may still be on its way out */
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

/* Until the process is gone, or the time is up. */
static void wait_for_end(pid_t pid, int ms)
{
    struct pollfd p = { .fd = pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1, .events = POLLIN };
    if (p.fd < 0)
        return; /* it is gone, or lives elsewhere */
    while (poll(&p, 1, ms) < 0 && errno == EINTR)
        continue;
    close(p.fd);
}

/* Whoever held the file before us may have removed it meanwhile: what others find at its path counts. */
static bool still_there(const struct record_lock *l)
{
    struct stat ours, found;
    return !fstat(l->fd, &ours) && !stat(l->path, &found) && ours.st_ino == found.st_ino && ours.st_dev == found.st_dev;
}

/* One try at the supervisor's byte.  1: taken; 0: who had it is gone, or took the file away: once more. */
static int try_take(struct record_lock *l, enum record_holder *by, pid_t *pid)
{
    l->fd = open(l->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (l->fd < 0)
        return -1;
    if (!byte_lock(l->fd, BYTE_SUPERVISOR))
        return still_there(l);
    if (errno != EAGAIN && errno != EACCES)
        return -1;
    if (!byte_held(l->fd, BYTE_SUPERVISOR, pid))
        return 0;
    *by = HOLDER_SUPERVISOR;
    return -1;
}

static void let_go(struct record_lock *l)
{
    int error = errno;
    if (l->fd >= 0)
        close(l->fd);
    l->fd = -1;
    errno = error;
}

int record_lock_take(struct record_lock *l, const char *path, int referee_ms, enum record_holder *by, pid_t *pid)
{
    int taken = 0;
    bool waited = false;
    assert(strlen(path) < sizeof l->path);
    strcpy(l->path, path);
    *by = HOLDER_NONE;
    *pid = 0;
    while (!taken) {
        taken = try_take(l, by, pid);
        if (taken <= 0)
            let_go(l);
        if (taken < 0 && *by == HOLDER_SUPERVISOR && !waited) {
            wait_for_end(*pid, SUPERVISOR_MS);
            *by = HOLDER_NONE;
            waited = true;
            taken = 0;
        }
    }
    if (taken < 0)
        return -1;
    if (byte_held(l->fd, BYTE_REFEREE, pid))
        wait_for_end(*pid, referee_ms);
    if (!byte_held(l->fd, BYTE_REFEREE, pid))
        return 0;
    *by = HOLDER_REFEREE;
    let_go(l);
    return -1;
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
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    enum record_holder by = HOLDER_NONE;
    *pid = 0;
    if (fd < 0)
        return by;
    if (byte_held(fd, BYTE_SUPERVISOR, pid))
        by = HOLDER_SUPERVISOR;
    else if (byte_held(fd, BYTE_REFEREE, pid))
        by = HOLDER_REFEREE;
    close(fd);
    return by;
}
