/* jail_share: whether a bot with many threads gets more of a processor than another bot, and a cgroup against that.
 *
 * In one cgroup of the CPU controller every thread is served like every other: a rival of one that has sixty is served once in sixty times.
 * In the machine's own cgroup alone the kernel serves sessions first (autogroup), and a bot is one.  Everywhere else a bot needs a
 * cgroup: that of jail_cgroup.c where it has weights, or one for this alone, in ours. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "cli/path.h"
#include "jail.h"

/* Whether the name is among those of a list with commas. */
static bool listed(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at += n)
        if ((at == list || at[-1] == ',') && (at[n] == ',' || at[n] == '\0'))
            return true;
    return false;
}

/* Our own cgroup in the CPU controller's hierarchy of the first version, as /proc tells it; false: it is not of that one. */
static bool own(char path[JAIL_PATH])
{
    char line[JAIL_PATH + 128], controllers[128];
    bool found = false;
    OPENED FILE *f = fopen("/proc/self/cgroup", "re");
    while (f && !found && fgets(line, sizeof line, f))
        found = sscanf(line, "%*u:%127[^:]:%511[^\n]", controllers, path) == 2 && listed(controllers, "cpu");
    return found;
}

/* Where that hierarchy is mounted, and which of its cgroups is seen there. */
static bool mounted(char point[JAIL_PATH], char root[JAIL_PATH])
{
    char line[1024], options[128];
    bool found = false;
    OPENED FILE *f = fopen("/proc/self/mountinfo", "re");
    while (f && !found && fgets(line, sizeof line, f)) {
        const char *type = strstr(line, " - cgroup ");
        found = type && sscanf(type, " - cgroup %*s %127s", options) == 1 && listed(options, "cpu") &&
                sscanf(line, "%*s %*s %*s %511s %511s", root, point) == 2;
    }
    return found;
}

/* The paths of /proc/self/cgroup begin at the machine's own cgroup, not at a container's. */
static bool whole_paths(void)
{
    static const char first[] = "cgroup:[4026531835]"; /* the kernel's own number of the first namespace */
    char is[sizeof first];
    return readlink("/proc/self/ns/cgroup", is, sizeof is) == sizeof first - 1 && !memcmp(is, first, sizeof first - 1);
}

static bool has(const char *cgroup, const char *file)
{
    char path[JAIL_PATH + 32];
    path_of(path, sizeof path, "%s/%s", cgroup, file);
    return *cgroup && !access(path, F_OK);
}

/* Of the second version ours shares by threads where it, or one that it lies in, has a weight: the machine's own has none.  `ours` is its
 * folder where it has one itself, else "". */
static bool weighed(char ours[JAIL_PATH])
{
    char path[JAIL_PATH], point[JAIL_PATH], why[128];
    bool there = jail_cgroup_mount(point) && jail_cgroup_ours(path, why), found = false;
    for (strcpy(ours, there ? path : ""); there && !found;) {
        found = has(path, "cpu.weight");
        there = strlen(path) > strlen(point);
        if (found)
            *ours = strlen(ours) == strlen(path) ? *ours : '\0';
        else if (there)
            *strrchr(path, '/') = '\0';
    }
    return found;
}

/* The kernel shares by sessions what we start. */
static bool by_sessions(void)
{
    char path[JAIL_PATH], ours[JAIL_PATH], on = '0';
    OPENED FILE *f = fopen("/proc/sys/kernel/sched_autogroup_enabled", "re");
    bool does = f && fread(&on, 1, 1, f) == 1 && on == '1';
    return does && whole_paths() && (own(path) ? !strcmp(path, "/") : !weighed(ours));
}

/* Of the first version the folder of our own cgroup, in which others may be beside processes; false: it has none. */
static bool first_home(char path[JAIL_PATH])
{
    char point[JAIL_PATH], root[JAIL_PATH], ours[JAIL_PATH];
    if (!mounted(point, root) || !own(ours))
        return false;
    size_t above = strcmp(root, "/") ? strlen(root) : 0;
    if (strncmp(ours, root, above) || strlen(point) + strlen(ours) >= JAIL_PATH)
        return false;
    strcpy(path, point);
    strcat(path, strcmp(ours + above, "/") ? ours + above : "");
    return true;
}

/* What shares the CPU alone may be below one that has processes, if it says so (threads). */
static void lend(const char *home, const char *cgroup)
{
    char file[JAIL_PATH + 32];
    path_of(file, sizeof file, "%s/cgroup.type", cgroup);
    (void)put_text(AT_FDCWD, file, "threaded");
    path_of(file, sizeof file, "%s/cgroup.subtree_control", home);
    (void)put_text(AT_FDCWD, file, "+cpu");
}

int jail_share_make(struct jail_plan *p, const char *name)
{
    char home[JAIL_PATH];
    *p->share = '\0';
    if (has(p->cgroup, "cpu.weight") || by_sessions())
        return 0;
    bool first = first_home(home),
         there = first || (!*p->cgroup && weighed(home)); /* of the second it is in one alone */
    if (!there || !*home || access(home, W_OK) || strlen(home) + strlen(name) + 2 > sizeof p->share)
        return -1;
    jail_cgroup_sweep(home);
    strcat(strcat(strcpy(p->share, home), "/"), name);
    bool made = !mkdir(p->share, 0755) || errno == EEXIST; /* which is of a leg before this one */
    if (made && !first)
        lend(home, p->share);
    if (made && (has(p->share, "cpu.shares") || has(p->share, "cpu.weight")))
        return 0;
    jail_cgroup_end(p->share);
    *p->share = '\0';
    return -1;
}

int jail_cgroups(struct jail_plan *p, uint32_t held, unsigned number)
{
    char home[JAIL_PATH], why[128], name[48];
    snprintf(name, sizeof name, JAIL_CGROUP_NAME "%u", (int)getpid(), number);
    if (held & JAIL_BIT(JAIL_CGROUP) && jail_cgroup_home(home, why)) {
        jail_cgroup_sweep(home);
        (void)jail_cgroup_make(p, home, name); /* nothing rests on it alone */
    }
    return held & JAIL_BIT(JAIL_SHARE) ? jail_share_make(p, name) : 0;
}
