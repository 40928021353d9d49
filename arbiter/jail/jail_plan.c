/* jail_plan: what every program needs, and the user id a bot gets. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "cli/words.h"
#include "jail.h"

const char *const jail_words[] = { [JAIL_STRICT] = "strict", [JAIL_BASIC] = "basic", [JAIL_NONE] = "none", NULL };

void jail_plan_start(struct jail_plan *p, uint32_t layers)
{
    memset(p, 0, offsetof(struct jail_plan, shown)); /* `used` says how much of that is set */
    p->layers = layers;
    p->disk = JAIL_TMP;
    p->inodes = JAIL_INODES;
    p->tasks = JAIL_TASKS;
}

static void show_system(struct jail_plan *p, bool (*of_runtime)(struct jail_plan *p))
{
    static const char *const needed[] = {
        "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache", "/etc/alternatives"
    };
    static const char *const devices[] = { "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom" };
    bool own = p->layers & JAIL_BIT(JAIL_PAGES) && *p->runtime;
    for (size_t i = 0; i < sizeof needed / sizeof *needed && !own; i++)
        jail_show(p, needed[i]);
    if (own)
        of_runtime(p);
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        jail_show(p, devices[i]);
}

void jail_show_system(struct jail_plan *p) { show_system(p, jail_show_runtime); }

static bool show_one(struct jail_plan *p) { return jail_show_of_runtime(p, "/usr/bin/env"); }
void jail_show_trial(struct jail_plan *p) { show_system(p, show_one); }

bool jail_whole_path(const char *path, char out[JAIL_PATH])
{
    char whole[PATH_MAX], folder[JAIL_PATH];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (realpath(path, whole))
        return snprintf(out, JAIL_PATH, "%s", whole) < JAIL_PATH;
    if (strlen(path) >= sizeof folder)
        return false;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path + 1) : 1, slash ? path : ".");
    return realpath(folder, whole) && snprintf(out, JAIL_PATH, "%s/%s", whole, name) < JAIL_PATH;
}

/* --- users ---------------------------------------------------------------------------------------- */

int jail_uids_read(const char *text, uint32_t *first, uint32_t *last)
{
    char *end;
    unsigned long long a, b;
    if (*text < '0' || *text > '9')
        return -1;
    a = strtoull(text, &end, 10);
    if (*end != '-' || end[1] < '0' || end[1] > '9')
        return -1;
    b = strtoull(end + 1, &end, 10);
    if (*end || !a || a > b || b >= UINT32_MAX)
        return -1;
    *first = (uint32_t)a;
    *last = (uint32_t)b;
    return 0;
}

int jail_uids_given(struct cli_given *g)
{
    uint32_t *uid = (void *)((char *)g->wish + g->option->at);
    return !jail_uids_read(g->value, &uid[0], &uid[1])
               ? 0
               : cli_refuse(g, "'%.40s' is not a range of user ids above 0, as 70000-70099", g->value);
}

bool jail_id_mapped(const char *map, uint32_t id)
{
    OPENED FILE *f = fopen(map, "re");
    unsigned long long first, beyond, count;
    bool found = !f; /* a kernel without namespaces of users has all */
    while (!found && fscanf(f, "%llu %llu %llu", &first, &beyond, &count) == 3)
        found = id >= first && id - first < count;
    return found;
}

static bool is_mapped(uint32_t id)
{
    return jail_id_mapped("/proc/self/uid_map", id) && jail_id_mapped("/proc/self/gid_map", id);
}

uint32_t jail_uid_here(uint32_t uid)
{
    uint32_t lower = uid - JAIL_UID_FIRST + JAIL_UID_LOWER;
    return uid >= JAIL_UID_FIRST && uid <= JAIL_UID_LAST && !is_mapped(uid) && is_mapped(lower) ? lower : uid;
}

/* The claim is an abstract socket's name: the kernel gives it to one process, and takes it back at its end. */
enum { CLAIMED_MOST = 64 };
static struct {
    uint32_t uid;
    int fd;
} claimed[CLAIMED_MOST];

/* More of them at once stay claimed as long as this process lives. */
static void keep(uint32_t uid, int fd)
{
    for (unsigned i = 0; i < CLAIMED_MOST; i++)
        if (!claimed[i].uid) {
            claimed[i].uid = uid;
            claimed[i].fd = fd;
            return;
        }
}

void jail_uid_release(uint32_t uid)
{
    for (unsigned i = 0; uid && i < CLAIMED_MOST; i++)
        if (claimed[i].uid == uid) {
            close(claimed[i].fd);
            claimed[i].uid = 0;
        }
}

uint32_t jail_uid_claim(uint32_t first, uint32_t last)
{
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return 0;
    for (uint32_t id = first; id && id <= last; id++) {
        uint32_t uid = jail_uid_here(id);
        struct sockaddr_un name = { .sun_family = AF_UNIX };
        int n = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "fiel-uid-%u", uid);
        if (!bind(fd, (struct sockaddr *)&name, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n))) {
            keep(uid, fd);
            return uid;
        }
    }
    close(fd);
    return 0;
}

bool jail_anybody_may_reach(const char *below, bool folder_only)
{
    char path[JAIL_PATH], *slash;
    struct stat s;
    if (strlen(below) >= sizeof path)
        return false;
    strcpy(path, below);
    while ((slash = strrchr(path, '/')) && slash > path) {
        *slash = '\0';
        if (stat(path, &s) || !(s.st_mode & 01))
            return false;
        if (folder_only)
            return true;
    }
    return true;
}

bool jail_anybody_may_run(const char *program, bool folder_only)
{
    struct stat s;
    return !stat(program, &s) && (s.st_mode & 05) == 05 && jail_anybody_may_reach(program, folder_only);
}

/* --- what follows --------------------------------------------------------------------------------- */

/* Memory: with one process the address space is all there is.  Threads: RLIMIT_NPROC counts by user, or by
 * user and namespace, so one of the two must be the bot's own.  Disk: all it writes is in its own tmpfs. */
uint32_t jail_derive(uint32_t layers, uint32_t euid)
{
    bool alone = layers & (JAIL_BIT(JAIL_UID) | JAIL_BIT(JAIL_USER));
    layers &= ~(JAIL_BIT(JAIL_MEMORY) | JAIL_BIT(JAIL_THREADS) | JAIL_BIT(JAIL_DISK));
    if (layers & JAIL_BIT(JAIL_SECCOMP))
        layers |= JAIL_BIT(JAIL_MEMORY);
    if (alone && (euid || layers & JAIL_BIT(JAIL_UID))) /* the limit does not bind uid 0 */
        layers |= JAIL_BIT(JAIL_THREADS);
    if (layers & JAIL_BIT(JAIL_MOUNT))
        layers |= JAIL_BIT(JAIL_DISK);
    return layers;
}
