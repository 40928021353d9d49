/* jail_seccomp: the system calls of a bot.
 *
 * What is not listed, or not with these arguments, does not exist (ENOSYS): the answer of an older kernel,
 * which libraries know how to take.  Nothing here kills but a foreign architecture's numbers, so a bot
 * that tries learns nothing and plays on.  Missing on purpose, though harmless to the machine: flock and record locks,
 * inotify, fadvise, sysinfo, statfs, getrusage, statx, a socket's cookie, huge pages of the pool and shared memory, each a line
 * between two bots that share a file or a kernel: they tell of counters that others move.
 *
 * futex(2) is there with all its words, also those that reach other processes: pthread_join and mutexes between processes
 * need them.  They find each other by the page that the word lies in, and a bot shares none (JAIL_PAGES). */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "confine.h"
#include "jail.h"

#define NOT_THERE SCMP_ACT_ERRNO(ENOSYS)
#define NOT_PERMITTED SCMP_ACT_ERRNO(EPERM)
enum { BY_TREE = 2 }; /* libseccomp's word: a call is found among eighty by seven comparisons */

static const char *const allowed[] = {
    /* memory */
    "brk", "munmap", "mprotect", "mremap", "madvise",
    /* descriptors */
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "close", "close_range", "dup",
    "dup2", "dup3", "pipe", "pipe2", "lseek", "_llseek", "sendfile", "sendfile64", "splice", "copy_file_range", "fsync",
    "fdatasync", "ftruncate", "ftruncate64", "fallocate",
    /* waiting */
    "poll", "ppoll", "ppoll_time64", "select", "_newselect", "pselect6", "pselect6_time64", "epoll_create",
    "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2", "timerfd_create",
    "timerfd_settime", "timerfd_gettime", "signalfd4", "futex", "futex_time64", "futex_waitv",
    /* paths */
    "open", "openat", "stat", "lstat", "stat64", "lstat64", "fstat64", "fstatat64", "access", "faccessat", "faccessat2",
    "readlink", "readlinkat", "getdents", "getdents64", "getcwd", "chdir", "fchdir", "mkdir", "mkdirat", "rmdir",
    "unlink", "unlinkat", "rename", "renameat", "renameat2", "symlink", "symlinkat", "chmod", "fchmod", "fchmodat",
    "truncate", "truncate64", "utimensat", "utimensat_time64", "utime", "utimes", "umask",
    /* itself */
    "execve", "exit", "exit_group", "getpid", "getppid", "gettid", "getpgid", "getpgrp", "getsid", "getuid", "geteuid",
    "getgid", "getegid", "getresuid", "getresgid", "getgroups", "times", "uname", "getcpu", "sched_yield",
    "sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min",
    "getpriority", "getrlimit", "ugetrlimit", "set_tid_address", "set_robust_list", "get_robust_list", "rseq",
    "arch_prctl", "capget", "wait4", "waitid", "alarm", "getitimer", "setitimer", "timer_create", "timer_settime",
    "timer_settime64", "timer_gettime", "timer_getoverrun", "timer_delete",
    /* signals and time */
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigreturn", "rt_sigsuspend", "rt_sigpending", "rt_sigtimedwait",
    "rt_sigtimedwait_time64", "sigaltstack", "pause", "restart_syscall", "nanosleep", "clock_nanosleep",
    "clock_nanosleep_time64", "clock_gettime", "clock_gettime64", "clock_getres", "clock_getres_time64", "gettimeofday",
    "time", "getrandom",
    /* sockets, which can only be unix ones */
    "connect", "bind", "listen", "accept", "accept4", "getsockname", "getpeername", "setsockopt", "shutdown", "send",
    "sendto", "sendmsg", "sendmmsg", "recv", "recvfrom", "recvmsg", "recvmmsg", "recvmmsg_time64"
};

/* Calls that are allowed with one of these values of one argument and with no other. */
static const struct narrow {
    const char *name;
    unsigned argument, count;
    uint64_t values[16];
} narrow[] = {
    { "socket", 0, 1, { AF_UNIX } },
    { "getsockopt",
      2,
      14,
      { SO_REUSEADDR, SO_TYPE, SO_ERROR, SO_SNDBUF, SO_RCVBUF, SO_KEEPALIVE, SO_LINGER, SO_PASSCRED, SO_PEERCRED,
        SO_RCVTIMEO, SO_SNDTIMEO, SO_ACCEPTCONN, SO_PROTOCOL, SO_DOMAIN } },
    { "membarrier", 0, 5, { 0, 8, 16, 32, 64 } }, /* within this process alone; 0: what there is */
    { "socketpair", 0, 1, { AF_UNIX } },
    { "fcntl", 1, 7, { F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETPIPE_SZ } },
    { "fcntl64", 1, 7, { F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETPIPE_SZ } },
    { "ioctl", 1, 6, { TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX } },
    { "prctl", 0, 4, { PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_SET_VMA } },
    { "prlimit64", 2, 1, { 0 } }, /* to read its own limits, never to set one */
};

#define SPACES \
    ((uint64_t)(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | \
                CLONE_NEWCGROUP))

/* What compilers, make and scripts do besides: processes, groups of them, locks, and becoming who they are (make does; without
 * rights it is the only user there is).  A build sees no cards and meets no bot. */
static const char *const of_builds[] = { "fork",      "vfork",     "kill",      "tkill",     "tgkill",     "setsid",
                                         "setpgid",   "link",      "linkat",    "setuid",    "setgid",     "setresuid",
                                         "setresgid", "setreuid",  "setregid",  "flock",     "sysinfo",    "fadvise64",
                                         "getxattr",  "lgetxattr", "fgetxattr", "fstat",     "newfstatat", "statx",
                                         "statfs",    "fstatfs",   "statfs64",  "fstatfs64", "getrusage" };
static const struct narrow locks[] = {
    { "fcntl", 1, 6, { F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW } }
};

/* Not permitted, EPERM, where ENOSYS would make a library look for another way. */
static const char *const refused[] = { "fork",
                                       "vfork",
                                       "setuid",
                                       "setgid",
                                       "setresuid",
                                       "setresgid",
                                       "setgroups",
                                       "setsid",
                                       "setpgid",
                                       "ptrace",
                                       "mount",
                                       "chroot",
                                       "unshare",
                                       "setns",
                                       "flock",
                                       "tkill",
                                       "rt_sigqueueinfo",
                                       "rt_tgsigqueueinfo",
                                       "sched_setaffinity",
                                       "sched_setparam",
                                       "setpriority",
                                       "setrlimit",
                                       "chown",
                                       "fchown",
                                       "lchown",
                                       "fchownat",
                                       "mknod",
                                       "mknodat",
                                       "link",
                                       "linkat",
                                       "memfd_create" };

/* Adds a rule unless this architecture has no such call. */
static int rule(scmp_filter_ctx f, uint32_t action, const char *name, unsigned count,
                const struct scmp_arg_cmp *compare)
{
    int nr = seccomp_syscall_resolve_name(name);
    return nr < 0 ? 0 : seccomp_rule_add_array(f, action, nr, count, compare);
}

static int add_narrow(scmp_filter_ctx f, const struct narrow *n)
{
    int status = 0;
    for (unsigned i = 0; i < n->count && !status; i++) {
        /* The kernel takes these arguments as 32 bits: so does the comparison, or high bits would slip by. */
        struct scmp_arg_cmp same = SCMP_CMP(n->argument, SCMP_CMP_MASKED_EQ, UINT32_MAX, n->values[i]);
        if (!strcmp(n->name, "prlimit64"))
            same = SCMP_CMP(n->argument, SCMP_CMP_EQ, 0, 0); /* a pointer */
        status = rule(f, SCMP_ACT_ALLOW, n->name, 1, &same);
    }
    return status;
}

/* Pages of memory that is its own; the pool of huge ones is the machine's, and how full it is tells of others. */
static int add_memory(scmp_filter_ctx f)
{
    struct scmp_arg_cmp ordinary = SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_HUGETLB, 0);
    int status = rule(f, SCMP_ACT_ALLOW, "mmap", 1, &ordinary);
    return status ? status : rule(f, SCMP_ACT_ALLOW, "mmap2", 1, &ordinary);
}

/* libzmq sets what its threads have already, which need not be the usual thing where somebody started us otherwise (chrt). */
static int add_policy(scmp_filter_ctx f)
{
    int has = sched_getscheduler(0);
    return add_narrow(f, &(struct narrow){ "sched_setscheduler", 1, 1, { has > 0 ? (uint64_t)has : SCHED_OTHER } });
}

/* What is asked of a path is answered by the kernel, what is asked of a descriptor by the keeper (jail_stat.c). */
static int add_stat(scmp_filter_ctx f)
{
    struct scmp_arg_cmp path = SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, 0);
    struct scmp_arg_cmp descriptor = SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, AT_EMPTY_PATH);
    int status = rule(f, SCMP_ACT_ALLOW, "newfstatat", 1, &path);
    if (!status)
        status = rule(f, SCMP_ACT_NOTIFY, "newfstatat", 1, &descriptor);
    return status ? status : rule(f, SCMP_ACT_NOTIFY, "fstat", 0, NULL);
}

/* Threads but no processes, and signals to itself alone: one of ours may abort, so that each other signal is somebody else's doing. */
static int add_process(scmp_filter_ctx f, bool own)
{
    const uint64_t thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD;
    struct scmp_arg_cmp threads = SCMP_A0(SCMP_CMP_MASKED_EQ, thread | SPACES, thread);
    struct scmp_arg_cmp self[] = { SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid(), 0),
                                   SCMP_A2(SCMP_CMP_MASKED_EQ, UINT32_MAX, SIGABRT) };
    int status = rule(f, SCMP_ACT_ALLOW, "clone", 1, &threads);
    if (!status && !own)
        status = rule(f, SCMP_ACT_ALLOW, "kill", 1, self);
    return status ? status : rule(f, SCMP_ACT_ALLOW, "tgkill", own ? 2 : 1, self);
}

/* Whether a build may what a bot may not. */
static bool of_build(const char *name)
{
    bool found = false;
    for (size_t i = 0; i < sizeof of_builds / sizeof *of_builds && !found; i++)
        found = !strcmp(of_builds[i], name);
    return found;
}

static int add_refusals(scmp_filter_ctx f, bool builds)
{
    int status = 0;
    for (size_t i = 0; i < sizeof refused / sizeof *refused && !status; i++)
        if (!builds || !of_build(refused[i]))
            status = rule(f, SCMP_ACT_ERRNO(EPERM), refused[i], 0, NULL);
    return status;
}

static int add_allowed(scmp_filter_ctx f, const char *const *names, size_t count)
{
    int status = 0;
    for (size_t i = 0; i < count && !status; i++)
        status = rule(f, SCMP_ACT_ALLOW, names[i], 0, NULL);
    return status;
}

static int add_narrows(scmp_filter_ctx f, const struct narrow *n, size_t count)
{
    int status = 0;
    for (size_t i = 0; i < count && !status; i++)
        status = add_narrow(f, &n[i]);
    return status;
}
#define ALL(list) list, sizeof list / sizeof *list

static int add_lists(scmp_filter_ctx f, const char *const *names, size_t count, const struct narrow *n, size_t narrows)
{
    int status = add_allowed(f, names, count);
    return status ? status : add_narrows(f, n, narrows);
}

static int fill_common(scmp_filter_ctx f)
{
    int status = add_lists(f, ALL(allowed), ALL(narrow));
    if (!status)
        status = add_memory(f);
    return status ? status : add_policy(f);
}

static int fill(scmp_filter_ctx f, const struct confine *c)
{
    (void)c;
    int status = fill_common(f);
    if (!status)
        status = add_process(f, false);
    if (!status)
        status = add_stat(f);
    return status ? status : add_refusals(f, false);
}

static int fill_build(scmp_filter_ctx f, const struct confine *c)
{
    (void)c;
    struct scmp_arg_cmp same = SCMP_A0(SCMP_CMP_MASKED_EQ, SPACES, 0);
    int status = fill_common(f);
    if (!status)
        status = rule(f, SCMP_ACT_ALLOW, "clone", 1, &same);
    if (!status)
        status = add_lists(f, ALL(of_builds), ALL(locks));
    return status ? status : add_refusals(f, true);
}

/* --- processes of our own --------------------------------------------------------------------------- */

static const char *const of_own[] = { "brk",
                                      "munmap",
                                      "mprotect",
                                      "mremap",
                                      "madvise",
                                      "mlock",
                                      "munlock",
                                      "clone3",
                                      "read",
                                      "readv",
                                      "write",
                                      "writev",
                                      "pread64",
                                      "close",
                                      "lseek",
                                      "poll",
                                      "ppoll",
                                      "ppoll_time64",
                                      "epoll_create1",
                                      "epoll_ctl",
                                      "epoll_wait",
                                      "epoll_pwait",
                                      "eventfd2",
                                      "futex",
                                      "futex_time64",
                                      "open",
                                      "openat",
                                      "fstat",
                                      "fstat64",
                                      "newfstatat",
                                      "fstatat64",
                                      "statx",
                                      "getdents64",
                                      "readlink",
                                      "readlinkat",
                                      "exit",
                                      "exit_group",
                                      "getpid",
                                      "gettid",
                                      "getuid",
                                      "geteuid",
                                      "getgid",
                                      "getegid",
                                      "sched_yield",
                                      "sched_getparam",
                                      "sched_getscheduler",
                                      "sched_getaffinity",
                                      "getrlimit",
                                      "ugetrlimit",
                                      "set_robust_list",
                                      "rseq",
                                      "rt_sigaction",
                                      "rt_sigprocmask",
                                      "rt_sigreturn",
                                      "sigreturn",
                                      "sigaltstack",
                                      "restart_syscall",
                                      "nanosleep",
                                      "clock_nanosleep",
                                      "clock_nanosleep_time64",
                                      "clock_gettime",
                                      "clock_gettime64",
                                      "clock_getres",
                                      "clock_getres_time64",
                                      "gettimeofday",
                                      "time",
                                      "getrandom",
                                      "uname",
                                      "accept",
                                      "accept4",
                                      "getsockname",
                                      "getpeername",
                                      "getsockopt",
                                      "setsockopt",
                                      "shutdown",
                                      "send",
                                      "sendto",
                                      "sendmsg",
                                      "recv",
                                      "recvfrom",
                                      "recvmsg" };
static const struct narrow narrow_own[] = {
    { "fcntl", 1, 6, { F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL } },
    { "fcntl64", 1, 6, { F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL } },
    { "prctl", 0, 1, { PR_SET_NAME } },
    { "ioctl", 1, 1, { TCGETS } },
    { "prlimit64", 2, 1, { 0 } },
};
static const char *const of_calls[] = { "bind", "listen", "connect" };
/* libzmq asks for the names of the machine's interfaces before it binds. */
static const struct narrow sockets[] = { { "socket", 0, 3, { AF_INET, AF_INET6, AF_NETLINK } } };

static const char *const of_keeps[] = { "fsync", "fdatasync", "ftruncate", "ftruncate64", "fallocate", "_llseek" };
static const char *const of_folder[] = { "access",   "faccessat", "faccessat2", "mkdir",     "mkdirat", "unlink",
                                         "unlinkat", "rename",    "renameat",   "renameat2", "rmdir",   "flock",
                                         "getdents", "stat",      "stat64",     "lstat",     "pwrite64" };
/* What a program does that is loaded, and what libcurl and a resolver do. */
static const char *const of_program[] = {
    "execve",  "arch_prctl", "set_tid_address", "pipe", "pipe2", "socketpair", "sendmmsg",  "recvmmsg", "sysinfo",
    "getppid", "select",     "pselect6",        "dup",  "dup2",  "getcwd",     "ftruncate", "fsync",    "umask"
};
static const struct narrow narrow_program[] = { { "socket", 0, 1, { AF_UNIX } },
                                                { "ioctl", 1, 2, { FIONBIO, FIONREAD } } };
static const char *const of_copies[] = { "wait4", "close_range", "seccomp" };
static const struct narrow to_filter[] = { { "prctl", 0, 2, { PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP } } };

/* Copies of itself, in no namespace of their own, whose end is told by the signal that ends nobody. */
static int add_copies(scmp_filter_ctx f)
{
    struct scmp_arg_cmp copy = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_VM | CLONE_PARENT | SPACES | CSIGNAL, SIGCHLD);
    int status = rule(f, SCMP_ACT_ALLOW, "clone", 1, &copy);
    return status ? status : add_lists(f, ALL(of_copies), ALL(to_filter));
}

static int fill_own(scmp_filter_ctx f, const struct confine *c)
{
    int status = add_lists(f, ALL(of_own), ALL(narrow_own));
    if (!status)
        status = add_memory(f);
    if (!status)
        status = add_policy(f);
    if (!status)
        status = add_process(f, true);
    if (!status && c->calls)
        status = add_lists(f, ALL(of_calls), ALL(sockets));
    if (!status && c->joins)
        status = rule(f, SCMP_ACT_ALLOW, "connect", 0, NULL);
    if (!status && c->keeps)
        status = add_allowed(f, ALL(of_keeps));
    if (!status && c->folder)
        status = add_allowed(f, ALL(of_folder));
    if (!status && c->program)
        status = add_lists(f, ALL(of_program), ALL(narrow_program));
    return status || !c->copies ? status : add_copies(f);
}

/* A filter before the other one, which would log it: libc calls clone then, whose flags can be seen. */
static int fill_older(scmp_filter_ctx f, const struct confine *c)
{
    (void)c;
    return rule(f, NOT_THERE, "clone3", 0, NULL);
}

/* --- all of it -------------------------------------------------------------------------------------- */

static int load(uint32_t otherwise, int (*fill_with)(scmp_filter_ctx f, const struct confine *c),
                const struct confine *c, bool told)
{
    scmp_filter_ctx f = seccomp_init(otherwise);
    int status = f ? seccomp_attr_set(f, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) : -ENOMEM;
    if (!status && otherwise == NOT_PERMITTED)
        status = seccomp_attr_set(f, SCMP_FLTATR_CTL_LOG, 1) || seccomp_attr_set(f, SCMP_FLTATR_CTL_OPTIMIZE, BY_TREE);
    if (!status)
        status = fill_with(f, c);
    if (!status)
        status = seccomp_load(f);
    if (!status && told && jail_stat_send(seccomp_notify_fd(f)))
        status = -errno;
    seccomp_release(f);
    if (!status)
        return 0;
    errno = -status;
    return -1;
}

int jail_filter(void) { return load(NOT_THERE, fill, NULL, true); }
int jail_filter_build(void) { return load(NOT_THERE, fill_build, NULL, false); }
int jail_filter_own(const struct confine *c)
{
    return load(SCMP_ACT_ALLOW, fill_older, c, false) ? -1 : load(NOT_PERMITTED, fill_own, c, false);
}
