/* planted: put before `fiel` with LD_PRELOAD, it is a stranger's code in a process of ours that reads strangers' bytes.
 *
 * FIEL_PLANTED=HOW:WHERE:FILES.  WHERE is the beginning of that process' command line behind its program, "seat --seat 0 ".  When it sends its
 * first long frame, or a door opens its port, and so after it was confined, everything is tried that it must not be able to do, with FILES (a replay without
 * its ending), with its parent and with the rival's socket.  What succeeds is a line on stderr, "planted: got WHAT"; "planted: done" ends
 * them.  Two are programs that a copy of the match becomes, which Landlock keeps from a library that does not lie where they may read.  WHERE "ask ":
 * who asks witnesses, from the log's folder; it says its lines in a file beside what it keeps there.  WHERE "bridge": from its own folder, where the
 * match puts the library; its lines are in its program's log.  HOW is `held`, or `free`: then the process gave up nothing, because every call by which it does so was left out. */
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char how[8], where[64], files[256];
static int here, words = STDERR_FILENO;
static bool tried, becomes, became;
static ssize_t (*real_sendmsg)(int, const struct msghdr *, int);
static ssize_t (*real_send)(int, const void *, size_t, int);

static bool is_here(void);
static bool left_out(void) { return is_here() && *how == 'f'; }
#include "unconfined.h"

/* As long as it may look: a copy of a process of ours has a name of its own by the time it gives up its rights; what becomes a program is
 * still a copy of the match then, which was started by its path. */
static bool is_here(void)
{
    int is = *how ? becomes ? is_process("") == 0 : is_process(where) : 0;
    here = is < 0 ? here : is;
    return here == 1;
}

__attribute__((constructor)) static void start(int argc, char **argv)
{
    char path[320];
    const char *text = getenv("FIEL_PLANTED");
    *(void **)&real_sendmsg = dlsym(RTLD_NEXT, "sendmsg");
    *(void **)&real_send = dlsym(RTLD_NEXT, "send");
    if (!text || sscanf(text, "%7[^:]:%63[^:]:%255[^\n]", how, where, files) != 3)
        *how = '\0';
    becomes = *how && strchr("ab", *where);
    (void)is_here();
    became = becomes && !strcmp(argv[0], *where == 'b' ? "bridge" : "fiel-witness");
    snprintf(path, sizeof path, "%s/witnessed/planted", argc > 2 ? argv[2] : "");
    if (became && *where == 'a')
        words = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

/* --- what is tried ----------------------------------------------------------------------------------- */

static void got(bool so, const char *what)
{
    char line[80];
    int n = snprintf(line, sizeof line, "planted: got %s\n", what);
    if (so)
        (void)!write(words, line, (size_t)n);
}

static void reads(const char *path, const char *what)
{
    char byte;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    got(fd >= 0 && pread(fd, &byte, 1, 0) >= 0, what);
    if (fd >= 0)
        close(fd);
}

static void reads_files(void)
{
    static const char *const ends[] = { ".seed", ".replay", ".resume" };
    char path[320];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(path, sizeof path, "%s%s", files, ends[i]);
        reads(path, ends[i] + 1);
    }
    reads("/etc/shadow", "/etc/shadow");
    reads("/etc/passwd", "/etc/passwd");
}

static void writes_files(void)
{
    char path[320], other[336];
    snprintf(path, sizeof path, "%s.planted%d", files, (int)getpid()); /* another seat has its own */
    snprintf(other, sizeof other, "%s.replay", files);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    got(fd >= 0, "a new file");
    if (fd >= 0)
        close(fd);
    unlink(path);
    fd = open(other, O_WRONLY | O_CLOEXEC);
    got(fd >= 0, "the record to write to");
    if (fd >= 0)
        close(fd);
    got(mkdir(path, 0700) == 0, "a folder");
    rmdir(path);
}

static void looks_into_parent(void)
{
    char path[64], memory[8];
    pid_t parent = getppid();
    struct iovec into = { memory, sizeof memory }, from = { (void *)(uintptr_t)&real_sendmsg, 1 };
    snprintf(path, sizeof path, "/proc/%d/environ", (int)parent);
    reads(path, "its parent's environment");
    snprintf(path, sizeof path, "/proc/%d/cmdline", (int)parent);
    reads(path, "its parent's command line");
    reads("/proc/self/net/unix", "everybody's sockets");
    reads("/proc/version", "what the machine is");
    snprintf(path, sizeof path, "/proc/%d/mem", (int)parent);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    got(fd >= 0, "its parent's memory");
    if (fd >= 0)
        close(fd);
    /* EFAULT: it might, and there is nothing at that place. */
    got(process_vm_readv(parent, &into, 1, &from, 1, 0) >= 0 || errno == EFAULT, "its parent's memory by a call");
    int pidfd = (int)syscall(SYS_pidfd_open, parent, 0);
    fd = pidfd >= 0 ? (int)syscall(SYS_pidfd_getfd, pidfd, 2, 0) : -1;
    got(fd >= 0, "its parent's descriptor");
    if (fd >= 0)
        close(fd);
    if (pidfd >= 0)
        close(pidfd);
}

static void moves_others(void)
{
    struct rlimit r;
    cpu_set_t all;
    got(kill(getppid(), 0) == 0, "a signal to its parent");
    got(kill(-1, 0) == 0, "a signal to everybody");
    got(prlimit(getppid(), RLIMIT_NOFILE, NULL, &r) == 0 && prlimit(getppid(), RLIMIT_NOFILE, &r, NULL) == 0,
        "its parent's limits");
    got(sched_getaffinity(getppid(), sizeof all, &all) == 0 && sched_setaffinity(getppid(), sizeof all, &all) == 0,
        "its parent's processors");
    got(setpriority(PRIO_PROCESS, (id_t)getppid(), getpriority(PRIO_PROCESS, (id_t)getppid())) == 0,
        "its parent's priority");
}

static void starts_others(void)
{
    char *const argv[] = { "true", NULL }, *const none[] = { NULL };
    int status = 1;
    pid_t child = fork();
    if (child == 0) {
        execve("/bin/true", argv, none);
        _exit(1);
    }
    got(child > 0, "a process");
    got(child > 0 && waitpid(child, &status, 0) == child && status == 0, "a program");
    errno = 0;
    got(execve("/etc/passwd", argv, none) < 0 && errno != EPERM, "exec"); /* which is none */
}

/* The rival's socket lies in a folder beside its own, or beside that where it calls; who may list that folder finds it. */
static void connects(void)
{
    struct sockaddr_un at = { 0 };
    struct sockaddr_in home = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
    char *digit = NULL;
    for (int fd = 3; fd < 32 && !digit; fd++) {
        socklen_t size = sizeof at - 1;
        struct sockaddr *name = (struct sockaddr *)&at;
        int told = became ? getpeername(fd, name, &size) : getsockname(fd, name, &size);
        if (told == 0 && at.sun_family == AF_UNIX)
            digit = strstr(at.sun_path, "/seat0/");
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    got(fd >= 0, "a socket");
    DIR *there = digit ? (digit[5] = '1', digit[7] = '\0', opendir(at.sun_path)) : NULL;
    for (struct dirent *e; there && (e = readdir(there));)
        if (e->d_type == DT_SOCK)
            snprintf(digit + 7, 32, "%.31s", e->d_name);
    if (there)
        closedir(there);
    got(digit && fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof at) == 0, "the rival's seat");
    if (fd >= 0)
        close(fd);
    fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    got(fd >= 0 && bind(fd, (struct sockaddr *)&home, sizeof home) == 0, "a port");
    if (fd >= 0)
        close(fd);
}

/* As if it were the match: a result of its own, and what a terminal obeys. */
static void speaks_for_others(void)
{
    static const char forged[] = "{\"winner\":0,\"forged\":true}\n", obeyed[] = "\033]0;owned\007\n";
    struct stat s;
    bool heard = fstat(STDOUT_FILENO, &s) == 0 && (!S_ISCHR(s.st_mode) || s.st_rdev != makedev(1, 3));
    got(write(STDOUT_FILENO, forged, sizeof forged - 1) > 0 && heard, "its starter's stdout");
    got(lseek(STDERR_FILENO, 0, SEEK_END) >= 0, "its starter's stderr");
    (void)!write(STDERR_FILENO, obeyed, sizeof obeyed - 1);
}

static void gains_rights(void)
{
    got(prctl(PR_CAPBSET_READ, CAP_SYS_ADMIN) > 0 && geteuid() == 0, "capabilities");
    got(setresuid(0, 0, 0) == 0 && geteuid() == 0 && prctl(PR_CAPBSET_READ, CAP_SETUID) > 0, "root");
    got(unshare(CLONE_NEWUTS) == 0, "a namespace");
    got(syscall(SYS_memfd_create, "planted", 0) >= 0, "memory that is a file");
    got(syscall(SYS_add_key, "user", "planted", "x", 1L, -2L) >= 0, "a key of the kernel's");
}

static void all(void)
{
    reads_files();
    writes_files();
    looks_into_parent();
    moves_others();
    starts_others();
    connects();
    if (!became)
        speaks_for_others(); /* its own words go to the pen, or into a log */
    got(open("../bridge1", O_RDONLY | O_CLOEXEC) >= 0, "the rival's folder");
    gains_rights();
    (void)!write(words, "planted: done\n", 14);
}

/* A door opens its port. */
int listen(int fd, int waiting)
{
    if (here && !tried && *where == 'd') {
        tried = true;
        all();
    }
    return (int)syscall(SYS_listen, fd, waiting);
}

/* A process that asks calls a witness. */
int socket(int domain, int type, int protocol)
{
    if (became && *where == 'a' && !tried) {
        tried = true;
        all();
    }
    return (int)syscall(SYS_socket, domain, type, protocol);
}

ssize_t sendmsg(int fd, const struct msghdr *m, int flags)
{
    if (here && !tried && !becomes && m->msg_iovlen == 2 && m->msg_iov[1].iov_len > 0) {
        tried = true;
        all();
    }
    return real_sendmsg(fd, m, flags);
}

/* A free one keeps what its starter has, which was started by its path. */
int dup2(int from, int to)
{
    int (*real)(int, int);
    *(void **)&real = dlsym(RTLD_NEXT, "dup2");
    return *how == 'f' && *where != 'b' && (to == STDOUT_FILENO || to == STDERR_FILENO) && is_process("") == 0
               ? to
               : real(from, to);
}

/* The match makes the folder of a bridge. */
int mkdir(const char *path, mode_t mode)
{
    Dl_info library;
    const char *folder = strrchr(path, '/');
    int made = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    if (!made && here && *where == 'b' && folder && !strcmp(folder, "/bridge0") && dladdr(how, &library)) {
        int in = open(library.dli_fname, O_RDONLY | O_CLOEXEC), to = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        int out = openat(to, "planted.so", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        (void)!sendfile(out, in, NULL, 1 << 20);
        close(in), close(to), close(out);
    }
    return made;
}

/* A process that reads for a referee, or writes into a log, answers in one piece; a bridge speaks to its seat. */
ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    enum { SAYS_NOTHING = 64, PEN_OPENS = 3 /* it is there, it has a number, it writes OPEN */ };
    static unsigned answers;
    if (here && *where == 'p' && size > SAYS_NOTHING && ++answers < PEN_OPENS)
        return real_send(fd, bytes, size, flags);
    if (!tried && (became ? *where == 'b' : here && strchr("rp", *where)) && strncmp(where, "referee", 7) &&
        size > SAYS_NOTHING) {
        tried = true;
        all();
    }
    return real_send(fd, bytes, size, flags);
}
