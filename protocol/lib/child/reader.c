/* reader: see reader.h. */
#include "reader.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/now.h"
#include "cli/owned.h"
#include "record/whole.h"

enum { TO = 1, NOBODY_ID = 65534, NOT_HELD = 100 /* an exit code */ };

#if defined(__SANITIZE_ADDRESS__) /* which takes what it likes of memory and system calls */
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* --- in the child ----------------------------------------------------------------------------------- */

/* Its descriptors are 0 and 1. */
static bool keep_only(int from, int to)
{
    int null = from >= 0 ? -1 : open("/dev/null", O_RDONLY | O_CLOEXEC), high = fcntl(to, F_DUPFD, TO + 1);
    return dup2(from >= 0 ? from : null, 0) == 0 && dup2(high, TO) == TO && !close_range(TO + 1, ~0u, 0);
}

/* The address space that this process has already, and so much more; what lies free at its end is the child's to take or to return. */
static bool limit(void)
{
    char text[64] = "";
    long long pages = 0;
    OPENED_FD int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    bool known = fd >= 0 && read(fd, text, sizeof text - 1) > 0 && sscanf(text, "%lld", &pages) == 1;
    rlim_t most = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) - mallinfo2().keepcost + READER_MEMORY;
    return known && !setrlimit(RLIMIT_AS, &(struct rlimit){ most, most }) &&
           !setrlimit(RLIMIT_CPU, &(struct rlimit){ READER_SECONDS, READER_SECONDS }) &&
           !setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
}

/* Where root started it: the thread alone, for there is no other here. */
static void leave_root(void)
{
    if (geteuid() == 0 && !syscall(SYS_setgroups, 0, NULL))
        (void)(syscall(SYS_setresgid, NOBODY_ID, NOBODY_ID, NOBODY_ID) ||
               syscall(SYS_setresuid, NOBODY_ID, NOBODY_ID, NOBODY_ID));
}

/* The calls that it may make, as the kernel reads them: made once, because making them takes longer than a fork. */
static struct sock_filter calls[128];
static size_t calls_size;

static void make_calls(void)
{
    static const int may[] = { SCMP_SYS(read),       SCMP_SYS(readv),    SCMP_SYS(write),        SCMP_SYS(brk),
                               SCMP_SYS(mmap),       SCMP_SYS(mmap2),    SCMP_SYS(munmap),       SCMP_SYS(mremap),
                               SCMP_SYS(futex),      SCMP_SYS(fstat),    SCMP_SYS(rt_sigreturn), SCMP_SYS(exit),
                               SCMP_SYS(madvise),    SCMP_SYS(mprotect), SCMP_SYS(exit_group),   SCMP_SYS(lseek),
                               SCMP_SYS(newfstatat), SCMP_SYS(getrandom) };
    scmp_filter_ctx f = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    OPENED_FD int fd = memfd_create("calls", MFD_CLOEXEC);
    bool fine = f && fd >= 0;
    for (size_t i = 0; i < sizeof may / sizeof *may && fine; i++)
        fine = seccomp_rule_add(f, SCMP_ACT_ALLOW, may[i], 0) == 0;
    ssize_t n = fine && seccomp_export_bpf(f, fd) == 0 ? pread(fd, calls, sizeof calls, 0) : 0;
    calls_size = n > 0 && (size_t)n < sizeof calls ? (size_t)n : 0;
    seccomp_release(f);
}

static void need_calls(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_calls);
}

static bool may_read_alone(void)
{
    struct sock_fprog p = { (unsigned short)(calls_size / sizeof *calls), calls };
    return calls_size > 0 && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
           !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_LOG, &p);
}

static bool go_alone(const struct reader_job *job, int to)
{
    if (!keep_only(job->from, to))
        return false;
    (void)!nice(10); /* who waits for an answer comes before what is read aside */
    if (!SANITIZED && !limit())
        return false;
    if (!SANITIZED)
        leave_root(); /* before the next: another user's process is not told of its parent's end any more */
    return !prctl(PR_SET_PDEATHSIG, SIGKILL) && (SANITIZED || may_read_alone());
}

_Noreturn static void be_the_reader(const struct reader_job *job, int to)
{
    if (!go_alone(job, to))
        _exit(NOT_HELD);
    job->read(TO, job->from >= 0 ? 0 : -1, job->order);
    _exit(0);
}

bool reader_tell(int to, const void *bytes, size_t size)
{
    const char *at = bytes;
    for (ssize_t n; size > 0; at += n, size -= (size_t)n)
        if ((n = write(to, at, size)) <= 0)
            return false;
    return true;
}

/* --- the room --------------------------------------------------------------------------------------- */

/* Our ends of their lines: of one that is asked for readers, and of one for another room. */
static int room = -1, spare = -1;
static pthread_mutex_t asking = PTHREAD_MUTEX_INITIALIZER;

/* A job is sent as it is, for the room is this very program; with it go `to` and, where there is one, `from`. */
struct asked {
    struct reader_job job;
    _Alignas(max_align_t) char order[READER_ORDER];
};
union passed {
    struct cmsghdr head;
    char room[CMSG_SPACE(2 * sizeof(int))];
};

/* The child's id; -1: there is none. */
static pid_t ask(int line, const struct asked *a, int to)
{
    pid_t pid = -1;
    union passed p = { .room = "" };
    struct iovec parts = { (void *)(uintptr_t)a, offsetof(struct asked, order) + a->job.order_size };
    struct msghdr m = { .msg_iov = &parts, .msg_iovlen = 1, .msg_control = &p, .msg_controllen = sizeof p };
    int fds[2] = { to, a->job.from >= 0 ? a->job.from : to };
    p.head = (struct cmsghdr){ .cmsg_len = CMSG_LEN(sizeof fds), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS };
    memcpy(CMSG_DATA(&p.head), fds, sizeof fds);
    return sendmsg(line, &m, MSG_NOSIGNAL) > 0 && read(line, &pid, sizeof pid) == sizeof pid ? pid : -1;
}

/* It has this line alone, and ends with the program, which may have to read to its end. */
static void be_a_room(int line)
{
    if (!keep_only(-1, line) || prctl(PR_SET_PDEATHSIG, SIGKILL) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        _exit(NOT_HELD);
}

/* Of the room's process, which is nobody's: a child for each job, which is the program's child and not its own.  Where nothing is to be
 * read that is another room. */
_Noreturn static void keep_room(void)
{
    static struct asked a;
    int fds[2];
    union passed p;
    pid_t pid = -1;
    do {
        struct iovec parts = { &a, sizeof a };
        struct msghdr m = { .msg_iov = &parts, .msg_iovlen = 1, .msg_control = &p, .msg_controllen = sizeof p };
        if (recvmsg(TO, &m, MSG_CMSG_CLOEXEC) < (ssize_t)offsetof(struct asked, order) ||
            m.msg_controllen < CMSG_LEN(sizeof fds))
            break;
        memcpy(fds, CMSG_DATA(&p.head), sizeof fds);
        a.job.order = a.order;
        a.job.from = a.job.from >= 0 ? fds[1] : -1;
        pid = (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
        if (pid == 0)
            a.job.read ? be_the_reader(&a.job, fds[0]) : be_a_room(fds[0]);
        close(fds[0]);
        close(fds[1]);
    } while (pid == 0 || write(TO, &pid, sizeof pid) == sizeof pid);
    _exit(0);
}

/* In the place of one that somebody has ended. */
static bool another_room(void)
{
    static const struct asked a = { .job.from = -1 };
    static pid_t before = -1;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
        return false;
    close(room);
    if (before > 0 && kill(before, SIGKILL) == 0)
        waitpid(before, NULL, 0);
    before = ask(spare, &a, ends[1]);
    close(ends[1]);
    room = ends[0];
    return before > 0;
}

bool reader_room(void)
{
    int ends[2];
    if (room >= 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
        return room >= 0;
    need_calls();
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_NAME, "fiel-reader");
        signal(SIGINT, SIG_IGN), signal(SIGTERM, SIG_IGN);
        leave_root();
        be_a_room(ends[1]);
        keep_room();
    }
    close(ends[1]);
    spare = ends[0];
    return pid > 0 && another_room();
}

/* --- in the parent ---------------------------------------------------------------------------------- */

static pid_t fork_in_room(const struct reader_job *job, int to)
{
    pid_t pid = -1;
    OWNED struct asked *a = malloc(sizeof *a);
    if (a && job->order_size <= READER_ORDER) {
        a->job = *job;
        if (job->order_size)
            memcpy(a->order, job->order, job->order_size);
        pthread_mutex_lock(&asking);
        pid = ask(room, a, to);
        if (pid < 0 && another_room())
            pid = ask(room, a, to);
        pthread_mutex_unlock(&asking);
    }
    return pid;
}

bool reader_start(struct reader_child *r, const struct reader_job *job)
{
    int end[2];
    if (pipe2(end, O_CLOEXEC))
        return false;
    need_calls();
    *r = (struct reader_child){ .fd = end[0], .until_ms = now_ms() + READER_WAITS_MS };
    errno = EAGAIN;
    r->pid = room >= 0 ? fork_in_room(job, end[1]) : fork();
    if (r->pid == 0)
        be_the_reader(job, end[1]);
    int error = errno;
    close(end[1]);
    if (r->pid > 0)
        return true;
    close(end[0]);
    errno = error;
    return false;
}

int reader_bytes(const void *bytes, size_t size)
{
    int fd = memfd_create("bytes", MFD_CLOEXEC);
    if (fd >= 0 && write_whole(fd, bytes, size) == size && lseek(fd, 0, SEEK_SET) == 0)
        return fd;
    int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return -1;
}

bool reader_hear(struct reader_child *r, void *bytes, size_t size)
{
    char *at = bytes;
    while (size > 0) {
        struct pollfd told = { .fd = r->fd, .events = POLLIN };
        int64_t left = r->until_ms - now_ms();
        int ready = poll(&told, 1, left > 0 ? (int)left : 0);
        if (ready == 0)
            return false;
        ssize_t n = ready < 0 ? -1 : read(r->fd, at, size);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        if (n > 0)
            at += n, size -= (size_t)n;
    }
    return true;
}

bool reader_end(struct reader_child *r)
{
    int status = 0;
    close(r->fd);
    kill(r->pid, SIGKILL); /* whose code says that it could not be held has ended */
    pid_t ended;
    do
        ended = waitpid(r->pid, &status, 0);
    while (ended < 0 && errno == EINTR);
    return ended != r->pid || !WIFEXITED(status) || WEXITSTATUS(status) != NOT_HELD;
}
