/* jail_filter: what a process below the filter can still do: each call in a child that has loaded it. */
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "support/test.h"

#include "jail/confine.h"
#include "jail/jail.h"
#include "support/skipped.h"

typedef int call(void);

/* How a process ends that exits with the errno of the call under the filter, 0 when it worked. */
static int status_behind(call *filter, call *what)
{
    int status;
    pid_t child = fork();
    if (!child) {
        if (filter())
            _exit(255);
        errno = 0;
        int result = what();
        _exit(result < 0 ? errno : 0);
    }
    assert_int_equal(waitpid(child, &status, WUNTRACED), child);
    if (WIFSTOPPED(status))
        kill(child, SIGKILL), assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_not_equal(status, 255 << 8);
    return status;
}

static int filtered(call *what)
{
    int status = status_behind(jail_filter, what);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int c_fork(void)
{
    pid_t pid = fork();
    if (!pid)
        _exit(0);
    return pid;
}
static int c_fork_raw(void)
{
    long pid = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (!pid)
        _exit(0);
    return (int)pid;
}
static int c_clone3(void) { return (int)syscall(SYS_clone3, NULL, 0); }
static int c_unshare(void) { return unshare(CLONE_NEWUSER); }
static int c_inet(void) { return socket(AF_INET, SOCK_STREAM, 0); }
static int c_inet6(void) { return socket(AF_INET6, SOCK_DGRAM, 0); }
static int c_vsock(void) { return socket(AF_VSOCK, SOCK_STREAM, 0); }
static int c_netlink(void) { return socket(AF_NETLINK, SOCK_RAW, 0); }
/* The kernel looks at 32 bits of the family, and so must the filter. */
static int c_inet_high(void) { return (int)syscall(SYS_socket, 0x100000000 | AF_INET, SOCK_STREAM, 0); }
static int c_unix(void) { return socket(AF_UNIX, SOCK_STREAM, 0); }
static int c_flock(void) { return flock(0, LOCK_SH); }
static int c_setlk(void) { return fcntl(0, F_SETLK, &(struct flock){ .l_type = F_RDLCK }); }
static int c_ofd(void) { return fcntl(0, F_OFD_SETLK, &(struct flock){ .l_type = F_RDLCK }); }
static int c_getlk(void) { return fcntl(0, F_GETLK, &(struct flock){ .l_type = F_RDLCK }); }
static int c_lease(void) { return fcntl(0, F_SETLEASE, F_RDLCK); }
static int c_notify(void) { return fcntl(0, F_NOTIFY, 1); }
static int c_getfd(void) { return fcntl(0, F_GETFD); }
static int c_keyctl(void) { return (int)syscall(SYS_keyctl, 0, -3, 1); }
static int c_add_key(void) { return (int)syscall(SYS_add_key, "user", "a", "b", 1, -3); }
static int c_uring(void) { return (int)syscall(SYS_io_uring_setup, 1, NULL); }
static int c_ptrace(void) { return (int)syscall(SYS_ptrace, 0, 0, 0, 0); }
static int c_vm_readv(void) { return (int)syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0); }
static int c_bpf(void) { return (int)syscall(SYS_bpf, 0, NULL, 0); }
static int c_perf(void) { return (int)syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0); }
static int c_userfaultfd(void) { return (int)syscall(SYS_userfaultfd, 0); }
static int c_memfd(void) { return (int)syscall(SYS_memfd_create, "a", 0); }
static int c_shm(void) { return (int)syscall(SYS_shmget, 1, 4096, 0); }
static int c_inotify(void) { return (int)syscall(SYS_inotify_init1, 0); }
static int c_sysinfo(void) { return (int)syscall(SYS_sysinfo, NULL); }
static int c_kill_parent(void) { return kill(getppid(), 0); }
static int c_kill_all(void) { return kill(-1, 0); }
static int c_kill_group(void) { return kill(0, 0); }
static int c_kill_self(void) { return kill(getpid(), 0); }
static int c_affinity(void) { return (int)syscall(SYS_sched_setaffinity, 0, 0, NULL); }
static int c_pidfd(void) { return (int)syscall(SYS_pidfd_open, getppid(), 0); }
static int c_mount(void) { return (int)syscall(SYS_mount, "a", "/", "tmpfs", 0, NULL); }
static int c_rlimit(void) { return (int)syscall(SYS_prlimit64, 0, 0, "0123456789abcdef", NULL); }

/* Counters of the machine. */
static char room[4096];
static int c_statfs(void) { return (int)syscall(SYS_statfs, "/", room); }
static int c_fstatfs(void) { return (int)syscall(SYS_fstatfs, 0, room); }
static int c_rusage(void) { return (int)syscall(SYS_getrusage, 0, room); }
static int c_statx(void) { return (int)syscall(SYS_statx, AT_FDCWD, "/", 0, 0xfff, room); }
static int c_fstat(void) { return fstat(0, (struct stat *)(void *)room); }
static int c_option(int option)
{
    socklen_t size = 8;
    return getsockopt(socket(AF_UNIX, SOCK_STREAM, 0), SOL_SOCKET, option, room, &size);
}
static int c_cookie(void) { return c_option(57); } /* SO_COOKIE, which some headers lack */
static int c_type(void) { return c_option(SO_TYPE); }
static int c_huge(void)
{
    void *at = mmap(NULL, 2 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
    return at == MAP_FAILED ? -1 : 0;
}
static int c_barrier(void) { return (int)syscall(SYS_membarrier, 1, 0, 0); } /* MEMBARRIER_CMD_GLOBAL */
static int c_mincore(void) { return (int)syscall(SYS_mincore, (uintptr_t)room & ~4095ul, 4096, room); }
static int c_preadv2(void) { return (int)syscall(SYS_preadv2, 0, NULL, 0, 0, 0, 8); } /* RWF_NOWAIT */

TEST(test_the_filter)
{
    static const struct {
        const char *name;
        call *what;
        int error; /* 0: it works */
    } cases[] = {
        { "fork", c_fork, ENOSYS },
        { "clone as fork", c_fork_raw, ENOSYS },
        { "clone3", c_clone3, ENOSYS },
        { "unshare", c_unshare, EPERM },
        { "tcp", c_inet, ENOSYS },
        { "udp 6", c_inet6, ENOSYS },
        { "vsock", c_vsock, ENOSYS },
        { "netlink", c_netlink, ENOSYS },
        { "tcp in 64 bits", c_inet_high, ENOSYS },
        { "unix", c_unix, 0 },
        { "flock", c_flock, EPERM },
        { "F_SETLK", c_setlk, ENOSYS },
        { "F_OFD_SETLK", c_ofd, ENOSYS },
        { "F_GETLK", c_getlk, ENOSYS },
        { "F_SETLEASE", c_lease, ENOSYS },
        { "F_NOTIFY", c_notify, ENOSYS },
        { "F_GETFD", c_getfd, 0 },
        { "keyctl", c_keyctl, ENOSYS },
        { "add_key", c_add_key, ENOSYS },
        { "io_uring", c_uring, ENOSYS },
        { "ptrace", c_ptrace, EPERM },
        { "process_vm_readv", c_vm_readv, ENOSYS },
        { "bpf", c_bpf, ENOSYS },
        { "perf", c_perf, ENOSYS },
        { "userfaultfd", c_userfaultfd, ENOSYS },
        { "memfd", c_memfd, EPERM },
        { "shmget", c_shm, ENOSYS },
        { "inotify", c_inotify, ENOSYS },
        { "sysinfo", c_sysinfo, ENOSYS },
        { "statfs", c_statfs, ENOSYS },
        { "fstatfs", c_fstatfs, ENOSYS },
        { "getrusage", c_rusage, ENOSYS },
        { "statx", c_statx, ENOSYS },
        { "fstat unanswered", c_fstat, ENOSYS },
        { "a cookie", c_cookie, ENOSYS },
        { "a socket's type", c_type, 0 },
        { "the pool of huge pages", c_huge, ENOSYS },
        { "barriers for all", c_barrier, ENOSYS },
        { "mincore", c_mincore, ENOSYS },
        { "preadv2", c_preadv2, ENOSYS },
        { "kill the parent", c_kill_parent, ENOSYS },
        { "kill all", c_kill_all, ENOSYS },
        { "kill the group", c_kill_group, ENOSYS },
        { "kill itself", c_kill_self, 0 },
        { "affinity", c_affinity, EPERM },
        { "pidfd_open", c_pidfd, ENOSYS },
        { "mount", c_mount, EPERM },
        { "prlimit", c_rlimit, ENOSYS },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int error = filtered(cases[i].what);
        if (error != cases[i].error)
            fail_msg("%s: %s instead of %s", cases[i].name, strerror(error), strerror(cases[i].error));
    }
}

/* --- of our own processes, which may abort and end themselves in no other way that somebody else could have brought about ---- */

static int c_tgkill(int signal) { return (int)syscall(SYS_tgkill, getpid(), gettid(), signal); }
static int c_aborts(void) { abort(); }
static int c_ends_itself(void) { return c_tgkill(SIGKILL); }
static int c_ends_itself_high(void) { return (int)syscall(SYS_tgkill, getpid(), gettid(), 0x100000000 | SIGKILL); }
static int c_stops_itself(void) { return c_tgkill(SIGSTOP); }
static int c_cpu(void) { return setrlimit(RLIMIT_CPU, &(struct rlimit){ 1, 1 }); }
static int c_end_told_by(int signal)
{
    long pid = syscall(SYS_clone, signal, 0, 0, 0, 0);
    if (!pid)
        _exit(0);
    return pid < 0 ? -1 : waitpid((pid_t)pid, NULL, __WALL) == pid ? 0 : -1;
}
static int c_end_kills(void) { return c_end_told_by(SIGKILL); }
static int c_end_is_told(void) { return c_end_told_by(SIGCHLD); }

static int own_filter(void) { return jail_filter_own(&(struct confine){ .program = "", .copies = true }); }

TEST(test_no_process_of_ours_kills_itself)
{
    static const struct {
        const char *name;
        call *what;
        int error, signal;
    } cases[] = {
        { "SIGKILL", c_ends_itself, EPERM, 0 },
        { "SIGKILL in 64 bits", c_ends_itself_high, EPERM, 0 },
        { "SIGSTOP", c_stops_itself, EPERM, 0 },
        { "by kill", c_kill_self, EPERM, 0 },
        { "its time of the processor", c_cpu, EPERM, 0 },
        { "by a copy's end", c_end_kills, EPERM, 0 },
        { "a copy", c_end_is_told, 0, 0 },
        { "abort", c_aborts, 0, SIGABRT },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int status = status_behind(own_filter, cases[i].what);
        if (status != (cases[i].signal ? cases[i].signal : cases[i].error << 8))
            fail_msg("%s: status %#x", cases[i].name, (unsigned)status);
    }
}

static void *thread(void *nothing) { return nothing; }
static int c_threads(void)
{
    pthread_t t;
    return pthread_create(&t, NULL, thread, NULL) || pthread_join(t, NULL) ? (errno = ECHILD, -1) : 0;
}

TEST(test_threads_are_free) { assert_int_equal(filtered(c_threads), 0); }

/* --- an fstat(2) that its keeper answers ---------------------------------------------------------------------- */

static pid_t ends;       /* this process is gone as soon as its descriptor was looked at; 0: none */
static unsigned written; /* how often memory of another process was */

int fstatat(int folder, const char *path, struct stat *s, int flags)
{
    int status, bad = (int)syscall(SYS_newfstatat, folder, path, s, flags);
    if (ends) {
        kill(ends, SIGKILL);
        waitpid(ends, &status, 0);
        ends = 0;
    }
    return bad;
}

ssize_t process_vm_writev(pid_t pid, const struct iovec *from, unsigned long n, const struct iovec *to, unsigned long m,
                          unsigned long flags)
{
    written++;
    return syscall(SYS_process_vm_writev, pid, from, n, to, m, flags);
}

/* One fstat(2) below the filter, answered; how often its process' memory was written to. */
static unsigned answered(bool ends_meanwhile)
{
    int asks[2], status;
    assert_int_equal(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, asks), 0);
    jail_stat_tell(asks[1]);
    pid_t child = fork();
    if (!child) {
        struct stat s;
        _exit(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || jail_filter() || syscall(SYS_fstat, 0, &s));
    }
    struct pollfd p = { .fd = asks[0], .events = POLLIN };
    assert_int_equal(poll(&p, 1, 60000), 1);
    int listener = jail_stat_take(asks[0]);
    p.fd = listener;
    assert_int_equal(poll(&p, 1, 60000), 1);
    jail_stat_proc(open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC));
    written = 0;
    ends = ends_meanwhile ? child : 0;
    assert_int_equal(jail_stat_answer(listener, child), 0);
    if (!ends_meanwhile) {
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
    jail_stat_proc(-1);
    jail_stat_tell(-1);
    close(listener);
    close(asks[0]);
    close(asks[1]);
    return written;
}

/* The process that has its number then is somebody else. */
TEST(test_who_ended_is_not_written_to)
{
    assert_int_equal(answered(false), 1);
    assert_int_equal(answered(true), 0);
}

int main(void)
{
    const char *preload = getenv("LD_PRELOAD");
    if (preload && strstr(preload, "vgpreload"))
        return skipped("the filter's calls", "valgrind makes some of its own"), 0;
    return tests_run();
}
