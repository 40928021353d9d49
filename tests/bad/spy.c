/* spy: tries to reach everything that is not its own, says what it reached, and then plays honestly.
 *
 * At its first request it goes through what its arguments name (file=PATH, list=PATH, write=PATH,
 * writable=PATH, door=PATH, tcp=PORT, udp=PORT, abstract=NAME, signal=PID) and through what needs no name: the
 * other bot's folder and door, other processes, locks, keys, shared memory, processes of its own.  Each line on
 * stderr is "spy: NAME: reached" or "spy: NAME: not reached: why".
 *
 * What must happen: in a jail it reaches nothing but what is its own; there is no fault in trying; the match
 * is played to its end.  Without a jail it reaches nearly all, which shows that the attempts are real. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/vm_sockets.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>

#include "bad.h"

struct spy {
    int argc;
    char **argv;
    struct seat_record record;
    bool done;
};

static void tell(const char *what, const char *name, long result)
{
    fprintf(stderr, "spy: %s%s%s: %s%s\n", what, *name ? "=" : "", name,
            result >= 0 ? "reached" : "not reached: ", result >= 0 ? "" : strerror(errno));
}

/* --- with a name -------------------------------------------------------------------------------------- */

static long try_file(const char *path)
{
    char byte;
    int fd = open(path, O_RDONLY | O_NONBLOCK);
    return fd < 0 ? -1 : read(fd, &byte, 1);
}

static long try_list(const char *path)
{
    DIR *d = opendir(path);
    return d && readdir(d) ? 0 : -1;
}

static long try_write(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    return fd < 0 ? -1 : write(fd, "spy", 3);
}

/* Opened, and not asked by access(2), which knows nothing of Landlock: a file for writing, or in a folder one without a name. */
static long try_writable(const char *path)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0 && errno == EISDIR)
        fd = open(path, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) /* a file system without such files */
        return access(path, W_OK);
    return fd < 0 ? -1 : close(fd);
}

static long try_unix(const char *name, bool abstract)
{
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (strlen(name) + 2 > sizeof to.sun_path)
        return -1;
    strcpy(to.sun_path + abstract, name);
    return fd < 0 ? -1
                  : connect(fd, (const struct sockaddr *)&to,
                            (socklen_t)(offsetof(struct sockaddr_un, sun_path) + abstract + strlen(name)));
}
static long try_door(const char *name) { return try_unix(name, false); }
static long try_abstract(const char *name) { return try_unix(name, true); }

static long try_inet(const char *port, int type)
{
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)atoi(port)),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, type, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&to, sizeof to))
        return -1;
    return send(fd, "spy", 3, MSG_NOSIGNAL);
}
static long try_tcp(const char *port) { return try_inet(port, SOCK_STREAM); }
static long try_udp(const char *port) { return try_inet(port, SOCK_DGRAM); }
static long try_signal(const char *pid) { return kill(atoi(pid), 0); }

static const struct {
    const char *name;
    long (*attempt)(const char *);
} named[] = {
    { "file", try_file },         { "list", try_list },     { "write", try_write },
    { "writable", try_writable }, { "tcp", try_tcp },       { "udp", try_udp },
    { "abstract", try_abstract }, { "signal", try_signal }, { "door", try_door },
};

static void try_argument(const char *argument)
{
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        size_t n = strlen(named[i].name);
        if (!strncmp(argument, named[i].name, n) && argument[n] == '=')
            tell(named[i].name, argument + n + 1, named[i].attempt(argument + n + 1));
    }
}

/* --- its neighbour, found from its own record ----------------------------------------------------------- */

/* The first socket of a seat's folder that a list of it shows; such names are by chance. */
static long try_seat(const char *folder)
{
    char path[768];
    long got = -1;
    DIR *d = opendir(folder);
    for (const struct dirent *e; d && got < 0 && (e = readdir(d));)
        if (snprintf(path, sizeof path, "%s/%s", folder, e->d_name) > 0)
            got = try_door(path);
    if (d)
        closedir(d);
    return got;
}

static void try_neighbour(const struct spy *s)
{
    char path[512], *at;
    snprintf(path, sizeof path, "%s", s->record.folder); /* ".../bot0" */
    path[strlen(path) - 1] ^= 1;
    tell("the other's folder", "", try_list(path));
    snprintf(path, sizeof path, "%s", s->record.endpoint + strlen("ipc://")); /* ".../seat0/NAME" */
    at = strstr(path, "/seat");
    if (at) {
        at[5] ^= 1;
        at[6] = '\0';
    }
    tell("the other's door", "", try_seat(path));
}

/* --- without a name ---------------------------------------------------------------------------------------- */

/* Anybody in /proc but itself: its threads have folders there too, which name it. */
static long try_proc(void)
{
    char path[64], line[128];
    for (int pid = 1; pid < 100000; pid++) {
        int of = getpid();
        snprintf(path, sizeof path, "/proc/%d/status", pid);
        FILE *f = fopen(path, "r");
        while (f && fgets(line, sizeof line, f))
            if (sscanf(line, "Tgid: %d", &of) == 1)
                break;
        if (f)
            fclose(f);
        if (of != getpid())
            return 0;
    }
    return -1;
}

static long try_fork(void)
{
    pid_t pid = fork();
    if (!pid)
        _exit(0);
    return pid < 0 ? -1 : waitpid(pid, NULL, 0);
}

/* A line to a partner: a lock on a file that both can open. */
static long try_flock(void) { return flock(open("/usr/bin/env", O_RDONLY), LOCK_SH | LOCK_NB); }
static long try_record_lock(void)
{
    struct flock l = { .l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1 };
    return fcntl(open("/usr/bin/env", O_RDONLY), F_OFD_SETLK, &l);
}
static long try_lease(void) { return fcntl(open("/usr/bin/env", O_RDONLY), F_SETLEASE, F_RDLCK); }
static long try_inotify(void) { return syscall(SYS_inotify_init1, 0); }
static long try_shm(void)
{
    int id = shmget(0x6669656c, 4096, IPC_CREAT | 0666);
    return id < 0 ? -1 : shmctl(id, IPC_RMID, NULL);
}
static long try_keyctl(void) { return syscall(SYS_keyctl, 0, -4, 1); } /* its user's keyring, made when missing */
static long try_uring(void)
{
    uint8_t parameters[120] = { 0 };
    return syscall(SYS_io_uring_setup, 1, parameters);
}
static long try_userns(void) { return unshare(CLONE_NEWUSER); }
static long try_ptrace(void) { return ptrace(PTRACE_SEIZE, getppid(), 0, 0); }
static long try_memory(void)
{
    char byte;
    uint64_t there = (uint64_t)(uintptr_t)&byte;
    struct {
        void *at;
        size_t n;
    } here = { &byte, 1 }, far = { (void *)(uintptr_t)there, 1 };
    long n = syscall(SYS_process_vm_readv, getppid(), &here, 1L, &far, 1L, 0L);
    return n < 0 && errno == EFAULT ? 0 : n; /* it was let in and found nothing there */
}
static long try_parent(void) { return getppid() ? kill(getppid(), 0) : (errno = ESRCH, -1); }
static long try_everybody(void) { return kill(-1, 0); }
static long try_vsock(void) { return socket(AF_VSOCK, SOCK_STREAM, 0); }
static long try_netlink(void) { return socket(AF_NETLINK, SOCK_RAW, 0); }
static long try_memfd(void) { return syscall(SYS_memfd_create, "spy", 0); }
static long try_load(void)
{
    long info[16];
    return syscall(SYS_sysinfo, info);
}
static long try_root(void) { return getuid() && setuid(0) ? -1 : 0; }
static long try_host_name(void)
{
    struct utsname u;
    errno = ENOENT;
    return uname(&u) || !strcmp(u.nodename, "jail") ? -1 : 0;
}
static long try_environment(void)
{
    extern char **environ;
    errno = ENOENT;
    return environ && *environ ? 0 : -1;
}

static const struct {
    const char *name;
    long (*attempt)(void);
} nameless[] = {
    { "other processes", try_proc },
    { "fork", try_fork },
    { "flock", try_flock },
    { "record lock", try_record_lock },
    { "lease", try_lease },
    { "inotify", try_inotify },
    { "shared memory", try_shm },
    { "keyctl", try_keyctl },
    { "io_uring", try_uring },
    { "ptrace", try_ptrace },
    { "foreign memory", try_memory },
    { "signal to the parent", try_parent },
    { "signal to all", try_everybody },
    { "vsock", try_vsock },
    { "netlink", try_netlink },
    { "memfd", try_memfd },
    { "load", try_load },
    { "uid 0", try_root },
    { "host name", try_host_name },
    { "environment", try_environment },
    { "user namespace", try_userns },
};

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct spy *s = user;
    if (!s->done) {
        for (int i = 1; i < s->argc; i++)
            try_argument(s->argv[i]);
        try_neighbour(s);
        for (size_t i = 0; i < sizeof nameless / sizeof *nameless; i++)
            tell(nameless[i].name, "", nameless[i].attempt());
        fputs("spy: that is all\n", stderr);
    }
    s->done = true;
    return dull(v, legal, n, NULL);
}

int main(int argc, char **argv)
{
    static struct spy s;
    char why[160];
    s.argc = argc;
    s.argv = argv;
    int copy = dup(SEAT_FD);
    if (seat_record_read(SEAT_FD, &s.record, why) != 0 || copy < 0)
        return 3;
    lseek(copy, 0, SEEK_SET);
    dup2(copy, SEAT_FD);
    close(copy);
    return fiel_run("spy", decide, &s);
}
