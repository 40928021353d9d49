/* capacity: files of /proc and of cgroups, v2 and v1, and sums. */
#include "capacity.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "child/match_argv.h"
#include "cli/path.h"
#include "jail.h"

enum {
    SEAT_TASKS = 5, /* a seat process: its loop, who lets in, libzmq's two, one to spare */
    MATCH_TASKS =
        8, /* supervisor, referee, its two readers and a child of one, pen, who asks witnesses, one to spare */
    OWN_MEMORY = 48 << 20,     /* of a match, besides its seats and bots */
    SEAT_RESIDENT = 16 << 20,  /* of a seat process whose bot does it no harm; one that grows loses its bot the match */
    KEEPER_RESIDENT = 2 << 20, /* both processes of a keeper */
    SEAT_FILES =
        176, /* of a seat process: 19, three of each of its bot's threads, and a line for each of its own descriptors, */
    OPEN_SEAT_FILES = 2048, /* or of one that anybody may call, as many as it allows itself (seat/seat.c) */
    KEEPER_OPEN = 24,
    MATCH_FILES = 48, /* of supervisor, referee and its readers, besides OF_PARTY for each party */
    LOG_FILES = 48,   /* of a pen, and of who asks witnesses */
    OF_PARTY = 12,
    STARTING_FILES =
        96, /* of one that becomes a process of ours: what it is given lies above 63 for a moment (base/spawn.c) */
    LIBRARIES = 16, /* what a process has open for a moment, while it starts another one */
    PATH = JAIL_PATH + 64,
};

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }
static uint64_t most(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* The number in a file, after `key` where there is one; UINT64_MAX when it has none ("max"), or is not there. */
static uint64_t number_in(const char *path, const char *key)
{
    char line[128];
    uint64_t value = UINT64_MAX;
    size_t n = strlen(key);
    OPENED FILE *f = fopen(path, "re");
    while (f && value == UINT64_MAX && fgets(line, sizeof line, f))
        if (!strncmp(line, key, n) && strpbrk(line + n, "0123456789"))
            value = strtoull(line + n + strcspn(line + n, "0123456789"), NULL, 10);
    return value;
}

static uint64_t file_of(const char *folder, const char *name)
{
    char path[PATH];
    path_of(path, sizeof path, "%s/%s", folder, name);
    return number_in(path, "");
}

/* What this cgroup leaves us. */
static void look_in(const char *folder, struct capacity *r)
{
    uint64_t tasks = file_of(folder, "pids.max"), used = file_of(folder, "pids.current");
    r->memory = least(r->memory, least(file_of(folder, "memory.max"), file_of(folder, "memory.limit_in_bytes")));
    if (tasks != UINT64_MAX && used != UINT64_MAX)
        r->tasks = least(r->tasks, tasks > used ? tasks - used : 0);
}

/* A cgroup and all that it lies in, up to the mount. */
static void look_up(char *path, size_t mount, struct capacity *r)
{
    for (;;) {
        look_in(path, r);
        char *end = strrchr(path, '/');
        if (strlen(path) <= mount || !end || (size_t)(end - path) < mount)
            return;
        *end = '\0';
    }
}

/* "8:pids:/some/place" and "0::/place": version 1 has a hierarchy for each controller. */
static void look_at(const char *line, struct capacity *r)
{
    static const char *const first[] = { "memory", "pids" };
    char controllers[128] = "", where[JAIL_PATH] = "", path[PATH], point[JAIL_PATH];
    if (!strncmp(line, "0::", 3) && jail_cgroup_mount(point) && sscanf(line + 3, "%511s", where) == 1) {
        snprintf(path, sizeof path, "%s", point);
        strncat(path, where, sizeof path - strlen(path) - 1);
        look_up(path, strlen(point), r);
    } else if (sscanf(line, "%*u:%127[^:]:%511s", controllers, where) == 2) {
        for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
            if (strcmp(controllers, first[i]) != 0)
                continue;
            int mount = snprintf(path, sizeof path, "/sys/fs/cgroup/%s", first[i]);
            strncat(path, where, sizeof path - strlen(path) - 1);
            look_up(path, (size_t)mount, r);
        }
    }
}

/* "allocated, of these free, most": the kernel's count of open files. */
static uint64_t files_left(void)
{
    uint64_t open = 0, unused = 0, most = 0;
    OPENED FILE *f = fopen("/proc/sys/fs/file-nr", "re");
    bool told = f && fscanf(f, "%" SCNu64 " %" SCNu64 " %" SCNu64, &open, &unused, &most) == 3;
    uint64_t used = open > unused ? open - unused : 0;
    return !told ? UINT64_MAX : most > used ? most - used : 0;
}

static uint64_t own_descriptors(void)
{
    struct rlimit r;
    return getrlimit(RLIMIT_NOFILE, &r) || r.rlim_cur == RLIM_INFINITY ? UINT64_MAX : r.rlim_cur;
}

void capacity_look(struct capacity *out, uint64_t users)
{
    char line[JAIL_PATH + 160];
    uint64_t kib = number_in("/proc/meminfo", "MemTotal:"), shares = match_at_once(1);
    out->memory = kib < UINT64_MAX / 1024 ? kib * 1024 : UINT64_MAX;
    out->tasks = least(number_in("/proc/sys/kernel/threads-max", ""), number_in("/proc/sys/kernel/pid_max", ""));
    out->files = files_left();
    out->descriptors = own_descriptors();
    out->users = users && !geteuid() ? users : UINT64_MAX;
    OPENED FILE *f = fopen("/proc/self/cgroup", "re");
    while (f && fgets(line, sizeof line, f))
        look_at(line, out);
    out->memory /= shares;
    out->tasks /= shares;
    out->files /= shares;
    out->users /= shares;
}

struct capacity capacity_of_match(const struct capacity_wish *w)
{
    uint64_t parties = w->parties, hosted = w->hosted;
    return (struct capacity){
        .memory = OWN_MEMORY + parties * SEAT_RESIDENT +
                  hosted * (w->bot_memory + KEEPER_RESIDENT + (w->jailed ? JAIL_TMP : 0)) + w->copies,
        .tasks = MATCH_TASKS + parties * SEAT_TASKS + hosted * (1u + JAIL_TASKS),
        .files = MATCH_FILES + LOG_FILES + parties * OF_PARTY + (parties - hosted) * OPEN_SEAT_FILES +
                 hosted * (SEAT_FILES + KEEPER_OPEN + JAIL_FILES),
        .descriptors = most(LIBRARIES + parties * OF_PARTY + MATCH_FILES / 2, STARTING_FILES),
        .users = 2 /* the referee, and that of the first leg of a pair, which waits */ + parties +
                 (w->jailed ? hosted : 0),
    };
}

uint64_t capacity_times(const struct capacity *have, const struct capacity *each)
{
    return least(least(least(have->memory / each->memory, have->tasks / each->tasks), have->users / each->users),
                 least(have->files / each->files, have->descriptors / each->descriptors));
}

bool capacity_short(const struct capacity *have, const struct capacity *each, uint64_t count, char why[CAPACITY_WHY])
{
    char share[64] = "";
    unsigned shares = match_at_once(1);
    if (shares > 1)
        snprintf(share, sizeof share, " for each of %u at once", shares);
    if (have->memory / each->memory < count)
        snprintf(why, CAPACITY_WHY, "may take %" PRIu64 " MiB of memory, and there are %" PRIu64 "%s",
                 count * each->memory >> 20, have->memory >> 20, share);
    else if (have->tasks / each->tasks < count)
        snprintf(why, CAPACITY_WHY, "may take %" PRIu64 " processes and threads, and there is room for %" PRIu64 "%s",
                 count * each->tasks, have->tasks, share);
    else if (have->files / each->files < count)
        snprintf(why, CAPACITY_WHY,
                 "may have %" PRIu64 " files open, and the machine has %" PRIu64 " left (fs.file-max)%s",
                 count * each->files, have->files, share);
    else if (have->descriptors / each->descriptors < count)
        snprintf(why, CAPACITY_WHY,
                 "may need %" PRIu64 " descriptors in one process, which has %" PRIu64 " left (ulimit -n)",
                 count * each->descriptors, have->descriptors);
    else if (have->users / each->users < count)
        snprintf(why, CAPACITY_WHY, "may need %" PRIu64 " user ids, and there are %" PRIu64 " (--uids)%s",
                 count * each->users, have->users, share);
    else
        return false;
    return true;
}
