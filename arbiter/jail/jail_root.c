/* jail_root: the files of a bot: one small tmpfs, with what it is shown mounted into it read-only. */
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

/* Makes every folder on the way to `path` below `root`, and the last one too when `whole`. */
static int make_way(const char *root, const char *path, bool whole)
{
    char at[2 * JAIL_PATH];
    size_t n = (size_t)snprintf(at, sizeof at, "%s", root);
    for (const char *c = path; *c; c++) {
        if (*c == '/' && c > path) {
            at[n] = '\0';
            if (mkdir(at, 0755) && errno != EEXIST)
                return -1;
        }
        at[n++] = *c;
    }
    at[n] = '\0';
    return whole && mkdir(at, 0755) && errno != EEXIST ? -1 : 0;
}

static int make_file(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0444);
    return fd < 0 ? -1 : close(fd);
}

static int show_link(const char *path, const char *at)
{
    char link[JAIL_PATH];
    ssize_t n = readlink(path, link, sizeof link - 1);
    if (n < 0)
        return -1;
    link[n] = '\0';
    return symlink(link, at) && errno != EEXIST ? -1 : 0;
}

/* Mounts a path of the host at the same path below `root`.  /lib and its like stay links where they are.  What is no
 * longer what it was when the plan was made is left out. */
static int show(const char *root, enum jail_kind kind, const char *path)
{
    char at[2 * JAIL_PATH];
    struct stat s;
    if (lstat(path, &s))
        return errno == ENOENT ? 0 : -1;
    if ((kind == JAIL_LINK) != S_ISLNK(s.st_mode) || (kind == JAIL_FILE) != S_ISREG(s.st_mode))
        return 0;
    snprintf(at, sizeof at, "%s%s", root, path);
    if (make_way(root, path, S_ISDIR(s.st_mode)))
        return -1;
    if (kind == JAIL_FILE && !access(at, F_OK))
        return 0; /* shown twice */
    if (kind == JAIL_LINK)
        return show_link(path, at);
    if (kind == JAIL_LIST)
        return 0;
    if (!S_ISDIR(s.st_mode) && make_file(at))
        return -1;
    return mount(path, at, NULL, MS_BIND | (kind == JAIL_WHOLE ? MS_REC : 0), NULL);
}

/* A folder of the new root that is a mount of its own, so that it can stay writable. */
static int writable(const char *root, const char *path, mode_t mode, uint32_t owner)
{
    char at[2 * JAIL_PATH];
    snprintf(at, sizeof at, "%s%s", root, path);
    if (make_way(root, path, true) || mount(at, at, NULL, MS_BIND, NULL))
        return -1;
    return chmod(at, mode) || (owner && chown(at, owner, owner)) ? -1 : 0;
}

static int attributes(const char *path, unsigned flags, uint64_t set, uint64_t clear)
{
    struct mount_attr a = { .attr_set = set, .attr_clr = clear };
    return mount_setattr(AT_FDCWD, path, flags, &a, sizeof a);
}

/* Inside a chroot the root cannot be changed for another; then a chroot it is, which only root can leave. */
static int enter(const char *root)
{
    if (chdir(root))
        return -1;
    if (!syscall(SYS_pivot_root, ".", "."))
        return umount2(".", MNT_DETACH) || chdir("/") ? -1 : 0;
    return errno != EINVAL || chroot(".") || chdir("/") ? -1 : 0;
}

int jail_root(const struct jail_plan *p, const char **step)
{
    char options[96], proc[JAIL_PATH + 8];
    uint32_t owner = p->layers & JAIL_BIT(JAIL_UID) ? p->uid : 0;
    *step = "a mount namespace without echo";
    if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL))
        return -1;
    *step = "a tmpfs";
    /* What is mounted needs a place each, which is none of the bot's. */
    snprintf(options, sizeof options, "size=%" PRIu64 ",nr_inodes=%" PRIu32 ",mode=755", p->disk, p->inodes + p->count);
    if (mount("fiel", p->root, "tmpfs", MS_NOSUID | MS_NODEV, options))
        return -1;
    *step = "its writable folders";
    if (writable(p->root, "/tmp", 01777, 0) || (*p->state && writable(p->root, p->state, 0700, owner)))
        return -1;
    *step = "what it may read";
    for (const char *e = jail_next(p, NULL); e; e = jail_next(p, e))
        if (show(p->root, (enum jail_kind) * e, e + 1))
            return -1;
    snprintf(proc, sizeof proc, "%s/proc", p->root);
    if (mkdir(proc, 0755))
        return -1;
    *step = "the new root";
    if (enter(p->root))
        return -1;
    *step = "read-only files";
    if (attributes("/", AT_RECURSIVE, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID, 0))
        return -1;
    if (attributes("/tmp", 0, MOUNT_ATTR_NOEXEC | MOUNT_ATTR_NODEV, MOUNT_ATTR_RDONLY))
        return -1;
    if (*p->state && attributes(p->state, 0, MOUNT_ATTR_NODEV | (p->builds ? 0 : MOUNT_ATTR_NOEXEC), MOUNT_ATTR_RDONLY))
        return -1;
    /* Itself and nobody else, nothing of the machine.  Without: some runtimes miss it, no promise does.  Who counts the
     * processes of a build must see them all, also those whose program nobody may read. */
    if (p->layers & JAIL_BIT(JAIL_PID))
        (void)!mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC,
                     p->builds ? "subset=pid" : "subset=pid,hidepid=invisible");
    return 0;
}
