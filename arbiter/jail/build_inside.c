/* build_inside: the first process of a build's jail: copies in, runs, counts, copies out. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "build.h"
#include "base/cpu.h"
#include "base/spawn.h"

/* --- what all its processes use --------------------------------------------------------------------------------- */

struct usage {
    uint64_t memory;
    unsigned tasks;
};

/* A process ends while it is looked at: then it uses nothing. */
static void look_at(const char *pid, struct usage *u)
{
    char path[300], line[512];
    unsigned long size, resident;
    unsigned threads = 0;
    snprintf(path, sizeof path, "/proc/%s/statm", pid);
    OPENED FILE *f = fopen(path, "re");
    if (f && fscanf(f, "%lu %lu", &size, &resident) == 2)
        u->memory += (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    OPENED FILE *other = fopen(path, "re");
    if (other && fgets(line, sizeof line, other)) {
        const char *at = strrchr(line, ')'); /* its name may hold anything */
        if (at)
            sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %u", &threads);
    }
    u->tasks += threads;
}

/* Whether there are walls to count in, and a /proc to count by. */
static bool counts(void) { return getpid() == 1 && !access("/proc/self", F_OK); }

/* Of everybody in our process namespace. */
static void look(struct usage *u)
{
    struct dirent *e;
    OPENED_DIR DIR *d = opendir("/proc");
    *u = (struct usage){ 0 };
    while (d && (e = readdir(d)))
        if (isdigit((unsigned char)*e->d_name))
            look_at(e->d_name, u);
}

static bool disk_full(const char *folder)
{
    struct statvfs s;
    return !statvfs(folder, &s) && (!s.f_bavail || !s.f_favail);
}

/* --- the command ------------------------------------------------------------------------------------------------- */

static void limit(struct spawn *s, const struct build_inside *b, bool counted)
{
    /* Where somebody counts, address space is only what keeps a burst between two looks small. */
    spawn_limit(s, RLIMIT_AS, counted ? 8 * b->build->memory : b->build->memory);
    spawn_limit(s, RLIMIT_NPROC, b->plan.tasks + 8);
    spawn_limit(s, RLIMIT_CORE, SPAWN_NO_CORE);
    spawn_limit(s, RLIMIT_FSIZE, b->plan.disk);
    spawn_limit(s, RLIMIT_NOFILE, BUILD_FILES);
    spawn_limit(s, RLIMIT_MEMLOCK, 0);
    spawn_limit(s, RLIMIT_MSGQUEUE, 0);
}

static int start(const struct build_inside *b, struct child *c, struct build_report *r)
{
    char home[JAIL_PATH + 8], temporary[JAIL_PATH + 8];
    char *environment[] = {
        "PATH=/usr/local/bin:/usr/bin:/bin", home, temporary, "LANG=C.UTF-8", "SOURCE_DATE_EPOCH=0", NULL
    };
    char *argv[] = { "sh", "-c", (char *)(uintptr_t)b->build->command, NULL };
    struct spawn s = { .path = "/bin/sh",
                       .argv = argv,
                       .environment = environment,
                       .folder = b->plan.state,
                       .output = b->log,
                       .cpu = CPU_NONE };
    const char *step = "";
    snprintf(home, sizeof home, "HOME=%s", b->plan.state);
    /* Without walls the machine's own /tmp is everybody's, and Landlock lets a build write to its folder alone. */
    bool open = b->plan.layers & JAIL_BIT(JAIL_LANDLOCK) && !(b->plan.layers & JAIL_BIT(JAIL_MOUNT));
    snprintf(temporary, sizeof temporary, "TMPDIR=%s", open ? b->plan.state : "/tmp");
    limit(&s, b, r->counted);
    s.last = b->plan.layers & JAIL_BIT(JAIL_SECCOMP) ? jail_filter_build : NULL;
    if (!spawn_start(c, &s, &step))
        return 0;
    r->end = BUILD_NO_SHELL;
    r->stop = (struct jail_stop){ .layer = JAIL_LAYERS, .error = errno };
    snprintf(r->stop.step, sizeof r->stop.step, "%s", step);
    return -1;
}

/* What is used now, where it is counted. */
static enum build_end count(const struct build_inside *b, struct build_report *r)
{
    struct usage u = { 0 };
    if (r->counted)
        look(&u);
    r->disk_full |= b->plan.layers & JAIL_BIT(JAIL_DISK) && disk_full(b->plan.state);
    return u.memory > b->build->memory ? BUILD_MEMORY : u.tasks > b->plan.tasks ? BUILD_TOO_MANY : BUILD_DONE;
}

/* Until it ends, or all of them together use too much; what it left running counts too. */
static void watch(const struct build_inside *b, struct child *c, struct build_report *r)
{
    struct ending e;
    bool over = false;
    for (r->end = BUILD_DONE; !over && r->end == BUILD_DONE; r->end = (int32_t)count(b, r))
        over = child_wait(c, BUILD_LOOK_MS);
    child_reap(c, &e);
    orphans_end();
    if (r->end != BUILD_DONE || (!e.signal && !e.exit_code))
        return;
    r->end = e.signal ? BUILD_KILLED : BUILD_EXITED;
    r->number = e.signal ? e.signal : e.exit_code;
}

_Noreturn void build_inside(const struct build_inside *b)
{
    static struct build_report r;
    const struct tree_limits most = { b->plan.disk, b->plan.inodes };
    struct child c;
    char why[TREE_WHY];
    orphans_adopt();
    if (b->plan.layers && jail_enter(&b->plan, &r.stop))
        r.end = BUILD_NO_JAIL;
    else if (tree_take(b->from, b->plan.state, &most, r.why))
        r.end = BUILD_NO_COPY;
    else if (r.counted = counts(), !start(b, &c, &r))
        watch(b, &c, &r);
    close(b->from);
    close(b->log);
    bool fine = write(b->to, &r, sizeof r) == sizeof r;
    /* In its own walls a link can lead to nothing that the build could not read. */
    if (fine && r.end == BUILD_DONE)
        fine = !tree_send(b->plan.state, b->to, b->plan.layers & JAIL_BIT(JAIL_MOUNT), why);
    _exit(fine ? 0 : 1);
}
