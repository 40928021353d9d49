/* jail_root: the files of a bot: a root of its own, read-only, with two folders to write to.
 *
 * With JAIL_PAGES all that a bot can read is a copy made for this one start: the system's files out of a runtime (runtime.h), its
 * own from where they lie.  No other process of the machine has its inodes open or its pages mapped, so nothing in them
 * tells what another bot did, in this match or an earlier one.  Without it the host's files are mounted where they are.
 *
 * Nothing here follows a symbolic link, the host's or the new root's: each path is opened with openat2(2), beneath the folder that it
 * belongs to, and what is made is made by descriptors. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "jail.h"
#include "jail_copy.h"

enum { NODES = 1 << 20, KEPT = JAIL_BESIDE + 64 };

struct root {
    const struct jail_plan *plan;
    int top, host, runtime; /* the new root, "/", and the runtime's folder (-1: none) */
    bool own;               /* copies, not mounts */
    const char *last;       /* the file that was shown last, and its folder in the host and in the new root */
    int from, to;
};

/* A folder, or else an empty file, at `path` of the new root; there already is fine. */
static int make_place(const struct root *r, const char *path, bool folder)
{
    const char *name;
    int at = open_parent(r->top, path, &name), made = -1;
    if (at < 0)
        return -1;
    if (folder)
        made = mkdirat(at, name, 0755);
    else if ((made = openat(at, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0444)) >= 0)
        made = close(made);
    if (made && errno == EEXIST)
        made = 0;
    close(at);
    return made;
}

/* --- mounts ---------------------------------------------------------------------------------------- */

static int attach(int tree, int to)
{
    int bad = tree < 0 || to < 0 ? -1 : move_mount(tree, "", to, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH);
    close_fd(&to);
    return bad;
}

static int clone_of(int fd, bool deep)
{
    return open_tree(fd, "", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH | (deep ? AT_RECURSIVE : 0u));
}

/* Mounts what `fd` leads to, which is closed, at a path of the new root; no descriptor: there is nothing. */
static int show_by_mount(const struct root *r, int fd, const char *path, bool deep)
{
    struct stat s;
    int tree, bad;
    if (fd < 0)
        return errno == ENOENT ? 0 : -1;
    bad = fstat(fd, &s) || make_place(r, path, S_ISDIR(s.st_mode));
    tree = bad ? -1 : clone_of(fd, deep);
    close(fd);
    if (!bad)
        bad = attach(tree, open_beneath(r->top, path, O_PATH));
    close_fd(&tree);
    return bad;
}

/* A node of its own, with CAP_MKNOD; else the host's, in which nothing can be written down: it is mounted read-only. */
static int show_device(const struct root *r, const char *path, const struct stat *s)
{
    const char *name;
    int at = r->own ? open_parent(r->top, path, &name) : -1, made = -1;
    if (at >= 0) {
        made = mknodat(at, name, S_IFCHR | 0666, s->st_rdev) || fchmodat(at, name, 0666, 0) ? -1 : 0;
        close(at);
    }
    return made ? show_by_mount(r, open_beneath(r->host, path, O_PATH), path, false) : 0;
}

/* --- what is shown --------------------------------------------------------------------------------- */

static void leave_folder(struct root *r)
{
    close_fd(&r->from);
    close_fd(&r->to);
}

/* The two folders of a file, which are mostly those of the one before. */
static int go_to_folder(struct root *r, const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    bool same = r->last && !strncmp(r->last, path, (size_t)(name - path)) && !strchr(r->last + (name - path), '/');
    r->last = path;
    if (same && r->from >= 0 && r->to >= 0)
        return 0;
    leave_folder(r);
    r->from = open_source(r->host, path);
    r->to = r->from < 0 ? -1 : open_parent(r->top, path, &name);
    return r->to < 0 ? -1 : 0;
}

static int mount_file(const struct root *r, const char *name)
{
    struct stat s;
    int tree = open_tree(r->from, name, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_SYMLINK_NOFOLLOW), bad;
    if (tree < 0)
        return errno == ENOENT ? 0 : -1;
    bad = fstat(tree, &s);
    if (!bad && S_ISREG(s.st_mode))
        bad = (mknodat(r->to, name, S_IFREG | 0444, 0) && errno != EEXIST) ||
              move_mount(tree, "", r->to, name, MOVE_MOUNT_F_EMPTY_PATH);
    close(tree);
    return bad ? -1 : 0;
}

static int show_file(struct root *r, const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    if (go_to_folder(r, path))
        return r->from < 0 && (errno == ENOENT || errno == ENOTDIR || errno == ELOOP) ? 0 : -1;
    return r->own ? copy_plain(r->from, name, r->to) : mount_file(r, name);
}

/* What is no longer what it was when the plan was made is left out. */
static int show(struct root *r, enum jail_kind kind, const char *path)
{
    struct stat s;
    if (kind == JAIL_RUNTIME)
        return r->runtime < 0 ? 0 : copy_path(r->runtime, r->top, path, true);
    if (kind == JAIL_OWN)
        return make_place(r, path, true);
    if (kind == JAIL_FILE)
        return show_file(r, path);
    if (lstat(path, &s))
        return errno == ENOENT ? 0 : -1;
    if ((kind == JAIL_LINK) != S_ISLNK(s.st_mode) || S_ISREG(s.st_mode))
        return 0;
    if (kind == JAIL_LIST)
        return make_place(r, path, true);
    if (S_ISCHR(s.st_mode))
        return show_device(r, path, &s);
    if (kind == JAIL_LINK || r->own)
        return copy_path(r->host, r->top, path, kind == JAIL_WHOLE);
    return show_by_mount(r, open_beneath(r->host, path, O_PATH), path, kind == JAIL_WHOLE);
}

static int show_all(struct root *r)
{
    int bad = 0;
    for (const char *e = jail_next(r->plan, NULL); e && !bad; e = jail_next(r->plan, e))
        bad = show(r, (enum jail_kind) * e, e + 1);
    leave_folder(r);
    return bad;
}

/* The parts of our own, which a bot shares with us: its door. */
static int show_own(const struct root *r)
{
    for (const char *e = jail_next(r->plan, NULL); e; e = jail_next(r->plan, e))
        if (*e == JAIL_OWN && show_by_mount(r, open(e + 1, O_PATH | O_DIRECTORY | O_CLOEXEC), e + 1, false))
            return -1;
    return 0;
}

/* --- what may be written ----------------------------------------------------------------------------- */

/* A tmpfs, detached.  What is copied there is laid into large pages where the kernel has them, at half the cost. */
static int small_disk(uint64_t bytes, uint64_t nodes)
{
    char size[32], count[32];
    int fs = fsopen("tmpfs", FSOPEN_CLOEXEC), fd = -1;
    snprintf(size, sizeof size, "%" PRIu64, bytes);
    snprintf(count, sizeof count, "%" PRIu64, nodes);
    if (fs < 0)
        return -1;
    (void)fsconfig(fs, FSCONFIG_SET_STRING, "huge", "within_size", 0);
    if (!fsconfig(fs, FSCONFIG_SET_STRING, "source", "fiel", 0) &&
        !fsconfig(fs, FSCONFIG_SET_STRING, "size", size, 0) &&
        !fsconfig(fs, FSCONFIG_SET_STRING, "nr_inodes", count, 0) &&
        !fsconfig(fs, FSCONFIG_SET_STRING, "mode", "755", 0) && !fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
        fd = fsmount(fs, FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID);
    close(fs);
    return fd;
}

/* One entry of the new root's /tmp, as a mount that stands by itself. */
struct kept {
    char name[256];
    int tree;
    bool folder;
};

static int keep_entries(const struct root *r, struct kept kept[KEPT])
{
    struct stat s;
    int count = 0, fd = open_beneath(r->top, "tmp", O_RDONLY | O_DIRECTORY);
    DIR *d = fd < 0 ? NULL : fdopendir(fd);
    for (struct dirent *e; d && count >= 0 && (e = readdir(d));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        if (count == KEPT) {
            errno = E2BIG;
            count = -1;
            break;
        }
        int at = open_beneath(fd, e->d_name, O_PATH);
        if (at >= 0 && !fstat(at, &s) && !S_ISLNK(s.st_mode)) { /* a link has no place in a folder that all write to */
            kept[count].folder = S_ISDIR(s.st_mode);
            strcpy(kept[count].name, e->d_name);
            kept[count].tree = clone_of(at, true);
            count = kept[count].tree < 0 ? -1 : count + 1;
        }
        close_fd(&at);
    }
    if (d)
        closedir(d);
    return d ? count : -1;
}

static int put_back(const struct root *r, const struct kept *k)
{
    char path[300];
    snprintf(path, sizeof path, "/tmp/%.255s", k->name);
    return make_place(r, path, k->folder) || attach(k->tree, open_beneath(r->top, path, O_PATH)) ? -1 : 0;
}

/* A folder of the writable disk, at `path` of the new root. */
static int put_writable(const struct root *r, int disk, const char *name, const char *path, mode_t mode)
{
    uint32_t owner = r->plan->layers & JAIL_BIT(JAIL_UID) && mode == 0700 ? r->plan->uid : 0;
    if (mkdirat(disk, name, 0700) || fchmodat(disk, name, mode, 0) || (owner && fchownat(disk, name, owner, owner, 0)))
        return -1;
    int fd = open_beneath(disk, name, O_PATH | O_DIRECTORY), tree = fd < 0 ? -1 : clone_of(fd, false);
    int bad = attach(tree, open_beneath(r->top, path, O_PATH | O_DIRECTORY));
    close_fd(&tree);
    close_fd(&fd);
    return bad;
}

/* /tmp and the bot's folder lie on one disk, which has a size.  What is shown below /tmp stays there, in front of it.  The
 * disk itself stands at /proc until the root is changed. */
static int make_writable(const struct root *r)
{
    static struct kept kept[KEPT];
    const struct jail_plan *p = r->plan;
    int disk = small_disk(p->disk, p->inodes + KEPT), count = -1, bad = -1;
    if (disk < 0)
        return -1;
    if (!make_place(r, "/tmp", true) && !make_place(r, "/proc", true) &&
        (!*p->state || !make_place(r, p->state, true)) &&
        !attach(disk, open_beneath(r->top, "proc", O_PATH | O_DIRECTORY)) && (count = keep_entries(r, kept)) >= 0)
        bad = put_writable(r, disk, "tmp", "/tmp", 01777);
    for (int i = 0; i < count; i++) {
        bad = bad || put_back(r, &kept[i]) ? -1 : 0;
        close(kept[i].tree);
    }
    if (!bad && *p->state)
        bad = put_writable(r, disk, "state", p->state, 0700);
    close(disk);
    return bad;
}

/* --- the new root ------------------------------------------------------------------------------------ */

static int attributes(const char *path, unsigned flags, uint64_t set, uint64_t clear)
{
    struct mount_attr a = { .attr_set = set, .attr_clr = clear };
    return mount_setattr(AT_FDCWD, path, flags, &a, sizeof a);
}

/* Inside a chroot the root cannot be changed for another; then a chroot it is, which only root can leave. */
static int enter(int top)
{
    if (fchdir(top))
        return -1;
    if (!syscall(SYS_pivot_root, ".", "."))
        return umount2(".", MNT_DETACH) || chdir("/") ? -1 : 0;
    return errno != EINVAL || chroot(".") || chdir("/") ? -1 : 0;
}

static int close_doors(const struct jail_plan *p)
{
    if (umount2("/proc", MNT_DETACH) || attributes("/", AT_RECURSIVE, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID, 0))
        return -1;
    if (attributes("/tmp", 0, MOUNT_ATTR_NOEXEC | MOUNT_ATTR_NODEV, MOUNT_ATTR_RDONLY))
        return -1;
    return *p->state
               ? attributes(p->state, 0, MOUNT_ATTR_NODEV | (p->builds ? 0 : MOUNT_ATTR_NOEXEC), MOUNT_ATTR_RDONLY)
               : 0;
}

int jail_proc(bool alone)
{
    int fs = fsopen("proc", FSOPEN_CLOEXEC), fd = -1;
    if (fs < 0)
        return -1;
    if (!fsconfig(fs, FSCONFIG_SET_STRING, "subset", "pid", 0) &&
        (!alone || !fsconfig(fs, FSCONFIG_SET_STRING, "hidepid", "invisible", 0)) &&
        !fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
        fd = fsmount(fs, FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
    close(fs);
    return fd;
}

static int build(struct root *r, const char **step)
{
    *step = "its own copies of what it may read";
    if (!r->own)
        *step = "what it may read";
    if (show_all(r))
        return -1;
    *step = "its writable folders";
    if (make_writable(r))
        return -1;
    *step = "its door";
    if (show_own(r))
        return -1;
    *step = "the new root";
    if (enter(r->top))
        return -1;
    *step = "read-only files";
    return close_doors(r->plan);
}

int jail_root(const struct jail_plan *p, const char **step)
{
    struct root r = {
        .plan = p, .own = p->layers & JAIL_BIT(JAIL_PAGES), .host = -1, .runtime = -1, .from = -1, .to = -1
    };
    uint64_t nodes = r.own ? (uint64_t)NODES : (uint64_t)p->inodes + p->count;
    int bad = -1, proc = -1;
    *step = "a mount namespace without echo";
    if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL))
        return -1;
    /* A bot with pages of its own has no /proc at all: what stands there of a process tells of others, too.  Any other sees itself
     * there and nothing of the machine.  Who counts the processes of a build must see them all, also those whose program
     * nobody may read.  It is made while the machine's is in sight: a user namespace is given another one only then. */
    if (!r.own && p->layers & JAIL_BIT(JAIL_PID))
        proc = jail_proc(!p->builds);
    *step = "a tmpfs";
    r.top = small_disk(r.own ? (uint64_t)JAIL_COPIES : p->disk, nodes);
    r.host = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (r.own && (r.runtime = open(p->runtime, O_PATH | O_DIRECTORY | O_CLOEXEC)) < 0)
        *step = "its runtime";
    else if (r.top >= 0 && !attach(r.top, open(p->root, O_PATH | O_DIRECTORY | O_CLOEXEC)))
        bad = build(&r, step);
    if (!bad && proc >= 0)
        (void)!attach(proc, open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC));
    int fds[] = { r.top, r.host, r.runtime, proc };
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
        close_fd(&fds[i]);
    return bad;
}
