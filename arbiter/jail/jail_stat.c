/* jail_stat: answers a bot's fstat(2), for the kernel would tell too much.
 *
 * The inode number of a new pipe or socket is a counter of the whole machine: who makes pipes moves it, who makes one reads it.  A
 * filter of system calls cannot tell a pipe's descriptor from a file's, so the calls that ask about a descriptor wait for the
 * keeper (seccomp_unotify(2)), which looks at it through a /proc of its own, that is mounted nowhere, and answers with all but
 * that number.  The call is never let through:
 * another thread could change what the descriptor stands for after it was looked at. */
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "jail.h"

enum { HIDDEN_INODE = 1, SYNC_WAKE_UP = 1 };
#define SET_FLAGS _IOW('!', 4, uint64_t) /* SECCOMP_IOCTL_NOTIF_SET_FLAGS, from Linux 6.6 on */

/* Where this process' filter sends its listener; -1: nowhere. */
static int told_to = -1;

/* The /proc in which its keeper finds it; -1: none could be mounted. */
static int proc = -1;

void jail_stat_proc(int fd)
{
    close_fd(&proc);
    proc = fd;
}

/* --- the listener on its way ------------------------------------------------------------------------- */

void jail_stat_tell(int fd) { told_to = fd; }

union control {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
};

int jail_stat_send(int listener)
{
    union control c = { { 0 } };
    char byte = 0;
    struct iovec one = { &byte, 1 };
    struct msghdr m = { .msg_iov = &one, .msg_iovlen = 1, .msg_control = c.bytes, .msg_controllen = sizeof c.bytes };
    struct cmsghdr *head = CMSG_FIRSTHDR(&m);
    if (told_to < 0) /* nobody will answer: then the calls do not exist */
        return close(listener);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof listener);
    memcpy(CMSG_DATA(head), &listener, sizeof listener);
    return sendmsg(told_to, &m, MSG_NOSIGNAL | MSG_DONTWAIT) == 1 ? 0 : -1;
}

int jail_stat_take(int from)
{
    union control c;
    char byte;
    int listener = -1;
    struct iovec one = { &byte, 1 };
    struct msghdr m = { .msg_iov = &one, .msg_iovlen = 1, .msg_control = c.bytes, .msg_controllen = sizeof c.bytes };
    if (recvmsg(from, &m, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) != 1)
        return -1;
    for (struct cmsghdr *head = CMSG_FIRSTHDR(&m); head; head = CMSG_NXTHDR(&m, head))
        if (head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS)
            memcpy(&listener, CMSG_DATA(head), sizeof listener);
    if (listener >= 0) /* who asks and who answers take turns: where the kernel knows that, it wakes them faster */
        ioctl(listener, SET_FLAGS, SYNC_WAKE_UP);
    return listener;
}

/* --- one answer --------------------------------------------------------------------------------------- */

/* Files and folders that have a name are numbered by what they lie on, and a loader knows by that number what it has loaded.  All
 * else has one that says nothing: pipes, sockets, and memory that is a file. */
static void hide(struct stat *s)
{
    if ((!S_ISREG(s->st_mode) && !S_ISDIR(s->st_mode)) || s->st_nlink == 0)
        s->st_ino = HIDDEN_INODE;
}

/* By /proc; where none can be mounted, by a duplicate, which takes a system call that units of services do not allow. */
static int look_at(pid_t bot, int fd, struct stat *s)
{
    char name[40];
    snprintf(name, sizeof name, "%d/fd/%d", (int)bot, fd);
    if (proc >= 0)
        return !fstatat(proc, name, s, 0) ? 0 : errno == ENOENT ? EBADF : errno;
    int pidfd = (int)syscall(SYS_pidfd_open, bot, 0), copy = (int)syscall(SYS_pidfd_getfd, pidfd, fd, 0);
    int error = copy < 0 || fstat(copy, s) ? errno : 0;
    close_fd(&copy);
    close_fd(&pidfd);
    return error;
}

/* The call still waits: until it does not, nobody else has the number of its process. */
static bool waits(int listener, uint64_t id) { return !ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id); }

/* 0, or the errno of the call: fstat(fd, to), or newfstatat(fd, "", to, AT_EMPTY_PATH).  Its memory is read and written while it waits. */
static int answer(int listener, const struct seccomp_notif *n, pid_t bot)
{
    bool at = n->data.nr == SYS_newfstatat;
    struct stat s;
    char path = 0;
    pid_t pid = (pid_t)n->pid;
    struct iovec here = { &path, 1 }, there = { (void *)(uintptr_t)n->data.args[1], 1 };
    if (!waits(listener, n->id))
        return ESRCH;
    if (at && there.iov_base && (process_vm_readv(pid, &here, 1, &there, 1, 0) != 1 || path))
        return path ? ENOSYS : EFAULT; /* a path beside AT_EMPTY_PATH: nobody needs that */
    if ((int)n->data.args[0] == AT_FDCWD)
        return ENOSYS;
    int error = look_at(bot, (int)n->data.args[0], &s);
    if (error || !waits(listener, n->id))
        return error ? error : ESRCH;
    hide(&s);
    here = (struct iovec){ &s, sizeof s };
    there = (struct iovec){ (void *)(uintptr_t)n->data.args[at ? 2 : 1], sizeof s };
    return process_vm_writev(pid, &here, 1, &there, 1, 0) == sizeof s ? 0 : EFAULT;
}

int jail_stat_answer(int listener, pid_t bot)
{
    struct seccomp_notif n;
    memset(&n, 0, sizeof n);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &n))
        return errno == EINTR || errno == ENOENT || errno == EAGAIN ? 0 : -1; /* who asked was ended */
    struct seccomp_notif_resp r = { .id = n.id, .error = -answer(listener, &n, bot) };
    return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &r) && errno != ENOENT && errno != EINTR ? -1 : 0;
}
