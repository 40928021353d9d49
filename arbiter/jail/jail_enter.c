/* jail_enter: the layers in their order, in the process that will keep the bot. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bytes.h"
#include "jail.h"

struct entering {
    const struct jail_plan *plan;
    struct jail_stop *stop;
    uid_t uid; /* as whom it came */
    gid_t gid;
    int proc; /* the machine's /proc, for the maps of a user namespace */
    int cgroup
        [2]; /* its own, which it joins when its files are copied: what those take is not of its own memory; -1: none */
};

static bool asked(const struct entering *e, enum jail_layer l) { return e->plan->layers & JAIL_BIT(l); }

/* -1 with everything said. */
static int stopped(struct entering *e, int layer, const char *step)
{
    e->stop->error = errno;
    e->stop->layer = layer;
    snprintf(e->stop->step, sizeof e->stop->step, "%s", step);
    return -1;
}

/* --- a user namespace ------------------------------------------------------------------------------ */

/* One user, who is called inside what it is called outside. */
static int enter_user(struct entering *e, uid_t uid, gid_t gid)
{
    char map[64];
    if (unshare(CLONE_NEWUSER))
        return stopped(e, JAIL_USER, "a user namespace");
    prctl(PR_SET_DUMPABLE, 1); /* else its own maps are not its to write */
    snprintf(map, sizeof map, "%u %u 1", uid, uid);
    if (put_text(e->proc, "self/setgroups", "deny") || put_text(e->proc, "self/uid_map", map))
        return stopped(e, JAIL_USER, "its map of users");
    snprintf(map, sizeof map, "%u %u 1", gid, gid);
    if (put_text(e->proc, "self/gid_map", map))
        return stopped(e, JAIL_USER, "its map of groups");
    return prctl(PR_SET_DUMPABLE, 0) ? stopped(e, JAIL_USER, "hiding") : 0;
}

/* --- the other namespaces --------------------------------------------------------------------------- */

static int unshare_layers(struct entering *e)
{
    static const struct {
        enum jail_layer layer;
        int flags;
        const char *step;
    } spaces[] = {
        { JAIL_MOUNT, CLONE_NEWNS, "a mount namespace" },
        { JAIL_NET, CLONE_NEWNET, "a network namespace" },
        { JAIL_IPC, CLONE_NEWIPC | CLONE_NEWUTS, "IPC and UTS namespaces" },
        { JAIL_PID, CLONE_NEWPID, "a process namespace" },
    };
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (asked(e, spaces[i].layer) && unshare(spaces[i].flags))
            return stopped(e, (int)spaces[i].layer, spaces[i].step);
    return 0;
}

/* What is left outside of the process namespace: it ends as its child ends, and its child with it.  The supervisor sees this process alone
 * and sets it going when somebody stopped it, so this one does the same for the child. */
_Noreturn static void wait_outside(pid_t inside)
{
    int status = 0;
    close_range(0, ~0u, 0);
    for (;;) {
        pid_t told = waitpid(inside, &status, WUNTRACED);
        if (told == inside && WIFSTOPPED(status))
            kill(inside, SIGCONT);
        else if (told == inside || errno != EINTR)
            break;
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) % JAIL_BY_SIGNAL : JAIL_BY_SIGNAL + WTERMSIG(status));
}

static int enter_processes(struct entering *e)
{
    pid_t inside = fork();
    if (inside < 0)
        return stopped(e, JAIL_PID, "its first process");
    if (inside > 0)
        wait_outside(inside);
    /* Its parent cannot have gone before: the parent waits, and its death would leave us as a stranger's. */
    return prctl(PR_SET_PDEATHSIG, SIGKILL) ? stopped(e, JAIL_PID, "following its parent") : 0;
}

/* --- rights ------------------------------------------------------------------------------------------ */

static int change_user(struct entering *e)
{
    uid_t uid = e->plan->uid;
    if (!uid) {
        errno = EINVAL;
        return stopped(e, JAIL_UID, "a user id above 0");
    }
    if (setgroups(0, NULL) || setresgid(uid, uid, uid) || setresuid(uid, uid, uid))
        return stopped(e, JAIL_UID, "its user id");
    return prctl(PR_SET_PDEATHSIG, SIGKILL) ? stopped(e, JAIL_UID, "following its parent") : 0;
}

int jail_no_capabilities(void)
{
    struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct none[2] = { { 0 }, { 0 } };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return -1;
    for (int i = 0; prctl(PR_CAPBSET_READ, i) > 0; i++)
        prctl(PR_CAPBSET_DROP, i); /* refused to those who have none to drop */
    return (int)syscall(SYS_capset, &head, none);
}

static int drop_rights(struct entering *e)
{
    if (jail_no_capabilities())
        return stopped(e, JAIL_LAYERS, "dropping capabilities");
    return prctl(PR_SET_DUMPABLE, 0) ? stopped(e, JAIL_LAYERS, "hiding") : 0;
}

/* A /proc of the process namespace it is in, for its questions about its bot's descriptors.  Mounted nowhere, so that the bot has
 * none of it. */
static void own_proc(const struct entering *e)
{
    int fd = asked(e, JAIL_PID) ? jail_proc(false) : fcntl(e->proc, F_DUPFD_CLOEXEC, 0);
    jail_stat_proc(fd);
}

/* --- all of it ---------------------------------------------------------------------------------------- */

static int enter(struct entering *e)
{
    const char *step;
    bool late = !e->uid; /* root mounts as root, and then the bot's user gets a namespace */
    if (asked(e, JAIL_USER) && !late && enter_user(e, e->uid, e->gid))
        return -1;
    if (unshare_layers(e) || (asked(e, JAIL_PID) && enter_processes(e)))
        return -1;
    if (asked(e, JAIL_SECCOMP))
        own_proc(e);
    if (asked(e, JAIL_IPC) && sethostname("jail", 4))
        return stopped(e, JAIL_IPC, "a host name");
    if (asked(e, JAIL_MOUNT) && jail_root(e->plan, &step))
        return stopped(e, asked(e, JAIL_PAGES) ? JAIL_PAGES : JAIL_MOUNT, step);
    for (int i = 0; i < 2; i++)
        if (e->cgroup[i] >= 0 && put_text(e->cgroup[i], "cgroup.procs", "0"))
            return stopped(e, i ? JAIL_SHARE : JAIL_CGROUP, "joining its cgroup");
    if (asked(e, JAIL_UID) && change_user(e))
        return -1;
    if (asked(e, JAIL_USER) && late && enter_user(e, getuid(), getgid()))
        return -1;
    if (drop_rights(e))
        return -1;
    return asked(e, JAIL_LANDLOCK) && jail_landlock(e->plan, &step) ? stopped(e, JAIL_LANDLOCK, step) : 0;
}

/* What a plan has after it was made and handed on, before anything of it is done; the keeper ends with one that does not hold. */
static void jail_check(const struct jail_plan *p)
{
    assert(p->hides <= JAIL_HIDDEN && p->used <= JAIL_SHOWN && p->count <= p->used && p->layers >> JAIL_LAYERS == 0);
    assert(!*p->root || *p->root == '/');
}

int jail_enter(const struct jail_plan *p, struct jail_stop *stop)
{
    struct entering e = { p, stop, geteuid(), getegid(), open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC), { -1, -1 } };
    const char *const cgroups[] = { p->cgroup, p->share };
    int status = 0;
    jail_check(p);
    *stop = (struct jail_stop){ .layer = JAIL_LAYERS };
    umask(0022); /* the folders of its root are for its own user, too, whatever we keep from others */
    for (int i = 0; i < 2; i++)
        if (*cgroups[i] && (e.cgroup[i] = open(cgroups[i], O_PATH | O_DIRECTORY | O_CLOEXEC)) < 0)
            status = stopped(&e, i ? JAIL_SHARE : JAIL_CGROUP, "finding its cgroup");
    status = status ? status : p->layers ? enter(&e) : 0;
    for (int i = 0; i < 2; i++)
        close_fd(&e.cgroup[i]);
    close_fd(&e.proc);
    return status;
}
