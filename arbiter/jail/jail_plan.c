/* jail_plan: what a bot is shown, and the user id it gets. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "jail.h"

/* True when `path` is `folder` or lies below it. */
static bool within(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    if (n && folder[n - 1] == '/')
        n--;
    return !strncmp(path, folder, n) && (path[n] == '/' || !path[n]);
}

bool jail_show(struct jail_plan *p, const char *path)
{
    for (unsigned i = 0; i < p->count; i++)
        if (within(path, p->shown[i]))
            return true;
    if (p->count == JAIL_PATHS || strlen(path) >= JAIL_PATH)
        return false;
    strcpy(p->shown[p->count++], path);
    return true;
}

void jail_plan_start(struct jail_plan *p, uint32_t layers)
{
    static const char *const needed[] = {
        "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache", "/etc/alternatives",
        "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
    };
    memset(p, 0, sizeof *p);
    p->layers = layers;
    p->disk = JAIL_TMP;
    p->inodes = JAIL_INODES;
    p->tasks = JAIL_TASKS;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!access(needed[i], F_OK))
            jail_show(p, needed[i]);
}

/* --- the bot's folder ----------------------------------------------------------------------------- */

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && !strcmp(name + n - m, end);
}

/* An entry of a bot's folder that it may not see: a secret, what holds one, or a match's seed or record. */
static bool hidden(const char *path, const char *const *secrets, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (within(secrets[i], path))
            return true;
    return ends_with(path, ".seed") || ends_with(path, ".replay");
}

/* The paths of a folder's entries, at most JAIL_PATHS of them; how many there are, -1 when it is unreadable.
 * *some: whether one is hidden, which are left out. */
static int entries(const char *folder, char out[JAIL_PATHS][JAIL_PATH], const char *const *secrets,
                   unsigned count, bool *some)
{
    struct dirent *e;
    int n = 0;
    DIR *d = opendir(folder);
    *some = false;
    if (!d)
        return -1;
    while ((e = readdir(d))) {
        char path[2 * JAIL_PATH];
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        snprintf(path, sizeof path, "%s/%s", strcmp(folder, "/") ? folder : "", e->d_name);
        if (hidden(path, secrets, count)) {
            *some = true;
            continue;
        }
        if (n < JAIL_PATHS && strlen(path) < JAIL_PATH)
            strcpy(out[n], path);
        n++;
    }
    closedir(d);
    return n;
}

bool jail_show_program(struct jail_plan *p, const char *program, const char *const *secrets, unsigned count)
{
    static char found[JAIL_PATHS][JAIL_PATH];
    char folder[JAIL_PATH];
    bool some, room = true;
    int n;
    snprintf(folder, sizeof folder, "%s", program);
    *strrchr(folder, '/') = '\0';
    if (!*folder)
        strcpy(folder, "/");
    n = entries(folder, found, secrets, count, &some);
    if (n >= 0 && !some && strcmp(folder, "/"))
        return jail_show(p, folder);
    room = jail_show(p, program);
    if (n < 0 || n > JAIL_PATHS - (int)p->count)
        return false;
    for (int i = 0; i < n; i++)
        room = jail_show(p, found[i]) && room;
    return room;
}

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

/* The claim is an abstract socket's name: the kernel gives it to one process, and takes it back at its end. */
uint32_t jail_uid_claim(uint32_t first, uint32_t last)
{
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return 0;
    for (uint32_t uid = first; uid && uid <= last; uid++) {
        struct sockaddr_un name = { .sun_family = AF_UNIX };
        int n = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "fiel-uid-%u", uid);
        if (!bind(fd, (struct sockaddr *)&name, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n)))
            return uid;
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
