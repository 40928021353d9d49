/* jail_probe: which layers this machine holds, found out by trying. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jail.h"

static const struct {
    const char *name, *promise, *remedy;
} words[JAIL_LAYERS] = {
    [JAIL_USER] = { "user namespace", "rights of its own, which are none",
                    "sysctl user.max_user_namespaces (and kernel.unprivileged_userns_clone, "
                    "kernel.apparmor_restrict_unprivileged_userns where they exist); not inside a chroot" },
    [JAIL_MOUNT] = { "own files", "sees its folder and the system's, read-only, and 16 MiB of its own",
                     "give the arbiter CAP_SYS_ADMIN or user namespaces; in a chroot, make its root a mount point" },
    [JAIL_PAGES] = { "own pages", "copies of all it may read, which nobody else has open or mapped",
                     "`fiel runtime` makes one, as root; it needs: own files" },
    [JAIL_NET] = { "no network", "no interface, no other's abstract sockets",
                   "give the arbiter CAP_SYS_ADMIN or user namespaces" },
    [JAIL_IPC] = { "own IPC", "no shared memory, queues or host name",
                   "give the arbiter CAP_SYS_ADMIN or user namespaces" },
    [JAIL_PID] = { "own processes", "sees and signals nobody, ends with the match",
                   "give the arbiter CAP_SYS_ADMIN or user namespaces" },
    [JAIL_UID] = { "own user", "a user id that nobody else has", "run the arbiter as root" },
    [JAIL_LANDLOCK] = { "Landlock", "the same paths, sockets and signals, checked a second time",
                        "boot a kernel with lsm=landlock,... (Debian's has it from 6.1 on)" },
    [JAIL_SECCOMP] = { "system calls", "only those that a bot needs; threads, but no processes",
                       "boot a kernel with CONFIG_SECCOMP_FILTER; sysctl kernel.yama.ptrace_scope=1 at most; not a "
                       "build with "
                       "sanitizers" },
    [JAIL_MEMORY] = { "memory limit", "one process, one limited address space", "it needs: system calls" },
    [JAIL_THREADS] = { "thread limit", "64 threads", "it needs: own user, or a user namespace" },
    [JAIL_DISK] = { "disk limit", "16 MiB of files, in memory", "it needs: own files" },
    [JAIL_SHARE] = { "processor share", "all its threads get no more of a processor than another bot",
                     "run the arbiter as root where /sys/fs/cgroup may be written to, or in a unit with Delegate=yes, "
                     "or "
                     "in no cgroup of the cpu controller, with sysctl kernel.sched_autogroup_enabled=1" },
    [JAIL_CGROUP] = { "cgroup", "all memory, tasks and CPU time as the kernel counts them",
                      "boot with cgroup v2 alone (systemd.unified_cgroup_hierarchy=1) and delegate a cgroup "
                      "(systemd: Delegate=yes)" },
};

const char *jail_layer_name(enum jail_layer l) { return words[l].name; }
const char *jail_layer_promise(enum jail_layer l) { return words[l].promise; }

/* --- one trial ------------------------------------------------------------------------------------- */

/* The one question of the child.  It cannot end before it is answered, or its filter failed. */
static void answer_one(int from, pid_t child)
{
    struct pollfd p = { .fd = from, .events = POLLIN };
    int listener = poll(&p, 1, -1) == 1 ? jail_stat_take(from) : -1;
    if (listener >= 0) {
        jail_stat_answer(listener, child);
        close(listener);
    }
}

/* The filter as the bot has it: in a child of the keeper, which must still be able to end. */
static int try_filter(struct jail_stop *stop)
{
    int status = 0, asks[2];
    struct stat s;
    pid_t child;
#if defined(__SANITIZE_ADDRESS__)
    *stop = (struct jail_stop){ JAIL_SECCOMP, ENOTSUP, "sanitizers" }; /* which trace and fork */
    return -1;
#endif
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, asks)) {
        *stop = (struct jail_stop){ JAIL_SECCOMP, errno, "a filter" };
        return -1;
    }
    jail_stat_tell(asks[1]);
    child = fork();
    if (!child) /* a bot's exec makes it one that its keeper may look into */
        _exit(prctl(PR_SET_DUMPABLE, 1) || jail_filter() || fstat(STDERR_FILENO, &s) ? errno & 127 : 0);
    close(asks[1]);
    if (child > 0)
        answer_one(asks[0], child);
    close(asks[0]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (child > 0 && WIFEXITED(status) && !WEXITSTATUS(status))
        return 0;
    *stop = (struct jail_stop){ JAIL_SECCOMP, WIFEXITED(status) ? WEXITSTATUS(status) : EPERM, "a filter" };
    return -1;
}

_Noreturn static void trial(const struct jail_plan *p, int report)
{
    struct jail_stop stop;
    int status = jail_enter(p, &stop);
    if (!status && p->layers & JAIL_BIT(JAIL_SECCOMP))
        status = try_filter(&stop);
    if (!status)
        stop.layer = -1;
    _exit(write(report, &stop, sizeof stop) == sizeof stop ? 0 : 1);
}

/* True when all layers of the plan hold at once; else *stop. */
static bool holds(const struct jail_plan *p, struct jail_stop *stop)
{
    int report[2];
    ssize_t n;
    pid_t child;
    *stop = (struct jail_stop){ JAIL_LAYERS, EAGAIN, "a process to try with" };
    if (pipe2(report, O_CLOEXEC))
        return false;
    child = fork();
    if (!child) {
        close(report[0]);
        trial(p, report[1]);
    }
    close(report[1]);
    do
        n = child > 0 ? read(report[0], stop, sizeof *stop) : 0;
    while (n < 0 && errno == EINTR);
    close(report[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    return n == sizeof *stop && stop->layer == -1;
}

/* --- all of them ------------------------------------------------------------------------------------- */

enum { SPACES = 1 << JAIL_MOUNT | 1 << JAIL_NET | 1 << JAIL_IPC | 1 << JAIL_PID };

/* The layers that go with one that failed: without root, a user namespace is what gives the others. */
static uint32_t lost_with(const struct jail_stop *stop)
{
    if (stop->layer < 0 || stop->layer >= JAIL_LAYERS)
        return JAIL_ALL;
    if (stop->layer == JAIL_USER && geteuid())
        return JAIL_BIT(JAIL_USER) | JAIL_BIT(JAIL_PAGES) | SPACES;
    if (stop->layer == JAIL_MOUNT)
        return JAIL_BIT(JAIL_MOUNT) | JAIL_BIT(JAIL_PAGES);
    return JAIL_BIT((unsigned)stop->layer);
}

static void lose(struct jail_probe *out, uint32_t layers, const struct jail_stop *stop)
{
    for (int i = 0; i < JAIL_LAYERS; i++)
        if (layers & out->held & JAIL_BIT(i))
            out->lacking[i] = *stop;
    out->held &= ~layers;
}

/* Whether this root can give no folder to the bot, and why. */
static bool gives_nothing(const struct jail_plan *p, char why[64])
{
    if (!chown(p->root, p->uid, (gid_t)-1) && !chown(p->root, geteuid(), (gid_t)-1))
        return false;
    if (errno == EINVAL)
        snprintf(why, 64, "no user id %u here: a container needs a range of 65,536", p->uid);
    else
        strcpy(why, "this root has no CAP_CHOWN");
    return true;
}

/* What can be known without trying. */
static void look(const struct jail_plan *p, struct jail_probe *out)
{
    struct jail_stop stop = { JAIL_UID, 0, "only root can give user ids" };
    if (!*p->runtime)
        lose(out, JAIL_BIT(JAIL_PAGES), &(struct jail_stop){ JAIL_PAGES, 0, "no runtime" });
    if (geteuid() || (out->held & JAIL_BIT(JAIL_UID) && gives_nothing(p, stop.step)))
        lose(out, JAIL_BIT(JAIL_UID), &stop);
    if (!jail_landlock_abi())
        lose(out, JAIL_BIT(JAIL_LANDLOCK), &(struct jail_stop){ JAIL_LANDLOCK, ENOSYS, "Landlock" });
}

/* Cgroups that limit and share, made and removed again. */
static void look_at_cgroups(struct jail_probe *out)
{
    const struct jail_stop shares = { JAIL_SHARE, 0, "here a bot of 64 threads gets 64 shares" };
    struct jail_stop stop = { JAIL_CGROUP, 0, "no cgroup can be made" };
    static struct jail_plan p;
    char home[JAIL_PATH], why[128] = "", name[32];
    bool limits = false;
    jail_plan_start(&p, 0);
    p.memory = 1 << 30;
    snprintf(name, sizeof name, "fiel-test-%d", (int)getpid());
    if (jail_cgroup_home(home, why) && !jail_cgroup_make(&p, home, name)) {
        limits = jail_cgroup_limits(p.cgroup);
        snprintf(stop.step, sizeof stop.step, "cgroup v2 has no memory and pids controllers here");
    } else if (*why) {
        snprintf(stop.step, sizeof stop.step, "%.60s", why);
    }
    if (!limits) {
        lose(out, JAIL_BIT(JAIL_CGROUP), &stop);
        jail_cgroup_end(p.cgroup);
        *p.cgroup = '\0';
    }
    if (jail_share_make(&p, name))
        lose(out, JAIL_BIT(JAIL_SHARE), &shares);
    jail_cgroup_end(p.share);
    jail_cgroup_end(p.cgroup);
}

void jail_try(struct jail_plan *p, struct jail_probe *out)
{
    const uint32_t asked = p->layers, uid = p->uid;
    struct jail_stop stop;
    uint32_t followers;
    memset(out, 0, sizeof *out);
    p->uid = jail_uid_here(uid);
    out->held = asked;
    look(p, out);
    if (out->held & JAIL_BIT(JAIL_CGROUP))
        look_at_cgroups(out);
    while ((p->layers = out->held) && !holds(p, &stop))
        lose(out, lost_with(&stop), &stop);
    p->layers = asked;
    p->uid = uid;
    followers = asked & ~jail_derive(out->held, geteuid());
    lose(out, followers, &(struct jail_stop){ JAIL_LAYERS, 0, "" });
}

char *jail_lack_text(const struct jail_probe *p, enum jail_layer l, char text[320])
{
    const struct jail_stop *s = &p->lacking[l];
    const char *error = s->error ? strerror(s->error) : "";
    snprintf(text, 320, "%s%s%s%s%s", s->step, *error ? ": " : "", error, *s->step ? ": " : "", words[l].remedy);
    return text;
}
