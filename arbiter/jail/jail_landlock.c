/* jail_landlock: the paths a bot may touch, said a second time to another part of the kernel.
 *
 * Debian 12's headers know the first ABI or two; the numbers of the later ones are part of the kernel's
 * stable interface and stand here (Documentation/userspace-api/landlock.rst). */
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "confine.h"
#include "jail.h"

enum {
    READ = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE,
    OF_FILES = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_EXECUTE,
    FIRST = (1 << 13) - 1, /* all of ABI 1 */
    REFER = 1 << 13,       /* ABI 2 */
    TRUNCATE = 1 << 14,    /* ABI 3 */
    IOCTL_DEV = 1 << 15,   /* ABI 5 */
    WRITE = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_WRITE_FILE |
            LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
            LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SYM | REFER | TRUNCATE,
    NET_TCP = 3,    /* bind and connect; ABI 4 */
    SCOPE_BOTH = 3, /* abstract sockets and signals; ABI 6 */
};

/* struct landlock_ruleset_attr as ABI 6 has it; an older kernel is given the part that it knows. */
struct ruleset {
    uint64_t fs, net, scoped;
};

int jail_landlock_abi(void)
{
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return abi < 0 ? 0 : (int)abi;
}

static size_t ask(struct ruleset *r, int abi)
{
    *r = (struct ruleset){ .fs = FIRST };
    if (abi >= 2)
        r->fs |= REFER;
    if (abi >= 3)
        r->fs |= TRUNCATE;
    if (abi >= 5)
        r->fs |= IOCTL_DEV;
    if (abi >= 4)
        r->net = NET_TCP;
    if (abi >= 6)
        r->scoped = SCOPE_BOTH;
    return abi >= 6 ? sizeof *r : abi >= 4 ? offsetof(struct ruleset, scoped) : offsetof(struct ruleset, net);
}

/* Allows `access`, as far as it is handled and fits a file; a path that is not there needs no rule, and what a link leads to
 * gets none by it. */
static int allow(int rules, const struct ruleset *r, const char *path, uint64_t access)
{
    int follow = strncmp(path, "/proc/self/fd/", 14) != 0 ? O_NOFOLLOW : 0; /* what we have opened ourselves */
    struct landlock_path_beneath_attr rule = { .parent_fd = open(path, O_PATH | follow | O_CLOEXEC) };
    struct stat s;
    int status = -1;
    if (rule.parent_fd < 0)
        return errno == ENOENT || errno == EACCES ? 0 : -1;
    if (!fstat(rule.parent_fd, &s) && S_ISLNK(s.st_mode)) {
        status = 0;
    } else if (!fstat(rule.parent_fd, &s)) {
        rule.allowed_access = access & r->fs & (S_ISDIR(s.st_mode) ? r->fs : OF_FILES | (uint64_t)TRUNCATE);
        status = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    close(rule.parent_fd);
    return status;
}

/* Of a folder that is only listed the kernel lists what lies deeper, too; it opens no file there without a rule of its own.  In a root
 * of its own nothing lies there but what is shown: then one rule is enough for all of it. */
static uint64_t access_to(const char *entry, bool own_root)
{
    bool device = !strncmp(entry + 1, "/dev/", 5);
    if (*entry == JAIL_LIST && !own_root)
        return LANDLOCK_ACCESS_FS_READ_DIR;
    return READ | (device ? (uint64_t)LANDLOCK_ACCESS_FS_WRITE_FILE : 0);
}

int jail_landlock(const struct jail_plan *p, const char **step)
{
    struct ruleset r;
    size_t size = ask(&r, jail_landlock_abi());
    bool own_root = p->layers & JAIL_BIT(JAIL_MOUNT);
    *step = "Landlock";
    int rules = (int)syscall(SYS_landlock_create_ruleset, &r, size, 0), status = 0;
    if (rules < 0)
        return -1;
    *step = "Landlock's rules";
    const char *folder = NULL; /* that is listed, and what follows lies in it */
    for (const char *e = jail_next(p, NULL); e && !status; e = jail_next(p, e)) {
        if (own_root && folder && !strncmp(e + 1, folder, strlen(folder)) && e[1 + strlen(folder)] == '/')
            continue;
        status = allow(rules, &r, e + 1, access_to(e, own_root));
        if (*e == JAIL_LIST)
            folder = e + 1;
    }
    if (!status && *p->state)
        status = allow(rules, &r, p->state, WRITE | (p->builds ? (uint64_t)LANDLOCK_ACCESS_FS_EXECUTE : 0));
    if (!status && p->layers & JAIL_BIT(JAIL_MOUNT))
        status = allow(rules, &r, "/tmp", WRITE);
    if (!status && (p->layers & (JAIL_BIT(JAIL_MOUNT) | JAIL_BIT(JAIL_PAGES))) == JAIL_BIT(JAIL_MOUNT))
        status = allow(rules, &r, "/proc", READ | LANDLOCK_ACCESS_FS_WRITE_FILE);
    if (!status)
        status = (int)syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
    return status ? -1 : 0;
}

/* Also through links, as /lib is one. */
static int allow_program(int rules, const struct ruleset *r, const struct confine *c)
{
    /* Of /etc what loading, TLS and names take: a process of root's without capabilities is still who may read /etc/shadow. */
    static const char *const system[] = { "/usr",
                                          "/lib",
                                          "/lib64",
                                          "/run/systemd/resolve",
                                          "/etc/ld.so.cache",
                                          "/etc/ssl/certs",
                                          "/etc/ssl/openssl.cnf",
                                          "/etc/resolv.conf",
                                          "/etc/hosts",
                                          "/etc/nsswitch.conf" };
    const uint64_t look = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    int status = allow(rules, r, c->program, READ);
    for (size_t i = 0; i < sizeof system / sizeof *system && !status; i++)
        status = allow(rules, r, system[i], READ);
    if (!status)
        status = allow(rules, r, "/dev/null", look | LANDLOCK_ACCESS_FS_WRITE_FILE);
    if (!status && c->reads)
        status = allow(rules, r, c->reads, look);
    return status || !c->also ? status : allow(rules, r, c->also, look);
}

int jail_landlock_own(const struct confine *c)
{
    struct ruleset r;
    size_t size = ask(&r, jail_landlock_abi());
    if (c->calls)
        r.net = 0;
    int rules = (int)syscall(SYS_landlock_create_ruleset, &r, size, 0);
    if (rules < 0)
        return -1;
    int status = c->folder ? allow(rules, &r, c->folder, WRITE) : 0;
    if (!status && c->program)
        status = allow_program(rules, &r, c);
    if (!status)
        status = (int)syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
    return status ? -1 : 0;
}
