/* jail_cgroup: cgroup v2, where this process may make cgroups of its own.  Nothing rests on it alone: it counts
 * what rlimits do not see (kernel memory, page cache), shares the CPU and ends everything at once. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/bytes.h"
#include "cli/path.h"
#include "jail.h"

static int put(const char *folder, const char *name, const char *text)
{
    char path[JAIL_PATH + 64];
    path_of(path, sizeof path, "%s/%s", folder, name);
    return put_text(AT_FDCWD, path, text);
}

static int put_number(const char *folder, const char *name, uint64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, value);
    return put(folder, name, text);
}

/* The number after `key` in a file of the cgroup, or its first number when `key` is ""; 0 when there is none. */
static uint64_t get(const char *folder, const char *name, const char *key)
{
    char path[JAIL_PATH + 64], line[128];
    uint64_t value = 0;
    size_t n = strlen(key);
    path_of(path, sizeof path, "%s/%s", folder, name);
    OPENED FILE *f = fopen(path, "re");
    if (!f)
        return 0;
    while (fgets(line, sizeof line, f))
        if (!strncmp(line, key, n) && (!n || line[n] == ' '))
            value = strtoull(line + n, NULL, 10);
    return value;
}

bool jail_cgroup_mount(char path[JAIL_PATH])
{
    char line[1024], point[JAIL_PATH];
    bool found = false;
    OPENED FILE *f = fopen("/proc/self/mountinfo", "re");
    if (!f)
        return false;
    while (!found && fgets(line, sizeof line, f)) {
        const char *type = strstr(line, " - ");
        found = type && !strncmp(type, " - cgroup2 ", 11) && sscanf(line, "%*s %*s %*s %*s %511s", point) == 1;
    }
    if (found)
        snprintf(path, JAIL_PATH, "%s", point);
    return found;
}

/* Our own cgroup in the v2 hierarchy: the line "0::/path". */
static bool own(char path[JAIL_PATH])
{
    char line[JAIL_PATH];
    bool found = false;
    OPENED FILE *f = fopen("/proc/self/cgroup", "re");
    if (!f)
        return false;
    while (!found && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        found = !strncmp(line, "0::/", 4);
        if (found)
            memmove(path, line + 3, strlen(line + 3) + 1);
    }
    return found;
}

bool jail_cgroup_ours(char path[JAIL_PATH], char why[128])
{
    char point[JAIL_PATH], ours[JAIL_PATH];
    *path = '\0';
    if (!jail_cgroup_mount(point) || !own(ours)) {
        snprintf(why, 128, "cgroup v2 is not mounted");
        return false;
    }
    if (strlen(point) + strlen(ours) >= JAIL_PATH) {
        snprintf(why, 128, "the path of its cgroup is too long");
        return false;
    }
    strcpy(path, point);
    strcat(path, strcmp(ours, "/") ? ours : "");
    return true;
}

/* systemd says so of a unit with Delegate=. */
static bool delegated(const char *cgroup)
{
    static const char *const names[] = { "user.delegate", "trusted.delegate" };
    char value;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getxattr(cgroup, names[i], &value, 1) == 1 && value == '1')
            return true;
    return false;
}

/* All who are in a cgroup go into ours below it.  Whom one starts meanwhile who has not gone yet, the next look finds. */
static bool leave_empty(const char *cgroup)
{
    enum { LOOKS = 100 };
    char ours[JAIL_PATH + 64], all[JAIL_PATH + 64], pid[32];
    unsigned left = 1;
    path_of(ours, sizeof ours, "%s/" JAIL_CGROUP_OURS, cgroup);
    path_of(all, sizeof all, "%s/cgroup.procs", cgroup);
    for (int i = 0; i < LOOKS && left; i++) {
        FILE *f = fopen(all, "re");
        for (left = !f; f && fgets(pid, sizeof pid, f); left++) {
            mkdir(ours, 0755);
            put(cgroup, JAIL_CGROUP_OURS "/cgroup.procs", pid); /* fails for who has ended: gone as well */
        }
        if (f)
            fclose(f);
    }
    return !left;
}

/* The one above, if this is ours in it. */
static void climb(char path[JAIL_PATH])
{
    char *name = strrchr(path, '/');
    if (name && !strcmp(name, "/" JAIL_CGROUP_OURS))
        *name = '\0';
}

bool jail_cgroup_home(char path[JAIL_PATH], char why[128])
{
    if (!jail_cgroup_ours(path, why))
        return false;
    climb(path);
    if (access(path, W_OK))
        snprintf(why, 128, "%.90s may not be written to", path);
    else if (delegated(path) && !leave_empty(path))
        snprintf(why, 128, "%.80s was delegated, and not all can leave it", path);
    else
        return true;
    *path = '\0';
    return false;
}

bool jail_cgroup_limits(const char *cgroup)
{
    static const char *const files[] = { "memory.max", "pids.max" };
    char path[JAIL_PATH + 64];
    for (size_t i = 0; i < 2; i++) {
        path_of(path, sizeof path, "%s/%s", cgroup, files[i]);
        if (access(path, W_OK))
            return false;
    }
    return true;
}

/* A limit whose controller is missing is not set: jail_cgroup_limits tells. */
int jail_cgroup_make(struct jail_plan *p, const char *home, const char *name)
{
    static const char *const controllers[] = { "+memory", "+pids", "+cpu" };
    if (strlen(home) + strlen(name) + 2 > sizeof p->cgroup) {
        errno = ENAMETOOLONG;
        return -1;
    }
    for (size_t i = 0; i < 3; i++)
        put(home, "cgroup.subtree_control", controllers[i]);
    put(home, JAIL_CGROUP_OURS "/cpu.weight",
        "10000"); /* the most: referees and seat processes are served before bots */
    strcpy(p->cgroup, home);
    strcat(strcat(p->cgroup, "/"), name);
    if (mkdir(p->cgroup, 0755)) {
        *p->cgroup = '\0';
        return -1;
    }
    if (p->memory)
        put_number(p->cgroup, "memory.max", p->memory + p->disk);
    put(p->cgroup, "memory.swap.max", "0");
    put(p->cgroup, "memory.oom.group", "0"); /* the keeper stays and tells */
    put_number(p->cgroup, "pids.max", p->tasks + 2);
    put(p->cgroup, "cpu.max", "100000 100000"); /* one CPU's worth */
    return 0;
}

void jail_cgroup_usage(const char *cgroup, struct jail_usage *u)
{
    *u = (struct jail_usage){ .memory = get(cgroup, "memory.peak", ""),
                              .reached = get(cgroup, "memory.events", "oom"),
                              .killed = get(cgroup, "memory.events", "oom_kill"),
                              .refused = get(cgroup, "pids.events", "max") };
}

uint64_t jail_memory_kills(void)
{
    char home[JAIL_PATH], why[128], events[JAIL_PATH + 64];
    if (jail_cgroup_ours(home, why)) {
        path_of(events, sizeof events, "%s/memory.events", home);
        if (!access(events, R_OK))
            return get(home, "memory.events", "oom_kill");
    }
    return get("/proc", "vmstat", "oom_kill");
}

void jail_cgroup_sweep(const char *home)
{
    struct dirent *e;
    OPENED_DIR DIR *d = opendir(home);
    int pid;
    while (d && (e = readdir(d)))
        if (sscanf(e->d_name, JAIL_CGROUP_NAME, &pid) == 1 && pid > 0 && kill(pid, 0) && errno == ESRCH)
            unlinkat(dirfd(d), e->d_name, AT_REMOVEDIR);
}

void jail_cgroup_end(const char *cgroup)
{
    enum { TRIES = 100 };
    if (!*cgroup)
        return;
    put(cgroup, "cgroup.kill", "1"); /* which the first version has not */
    /* What was killed leaves the cgroup when it is reaped, which is not ours to do. */
    for (int i = 0; rmdir(cgroup) && errno == EBUSY && i < TRIES; i++)
        usleep(1000);
}
