/* disk: a disk that fails, loaded in front of the C library (LD_PRELOAD) for tests alone.
 *
 *   FIEL_DISK=what:name:at,...    for files whose path ends with `name`:
 *     kill:m.replay:5000      the write that reaches byte 5000 stops there, and its process is killed
 *     killall:m.replay:5000   ... and its parent with it, which takes all others along
 *     full:m.replay:5000      what goes beyond byte 5000 is not written: no space
 *     eio:m.replay:5000       the same with an input/output error
 *     room:m.replay:5000      no blocks are reserved beyond byte 5000: no space
 *     exact:m.replay:78       a write of just so many bytes finds no space
 *     short:m.replay:100      no write takes more than 100 bytes
 *     sync:m.replay:3         the third fsync or fdatasync (of each process) fails once, as Linux does it
 *     rename:checkpoint:2     the second rename to such a name fails
 *
 *   FIEL_DISK_ROOT, FIEL_DISK_SHADOW: of all files below ROOT what a power cut would leave is kept in the folder
 *   SHADOW: the bytes of a file as they were when it was last synced (f-ID), the names in a folder as they were
 *   when that was (d-ID: lines of ID, a blank, the name).  power.h puts the tree together from it.
 *
 *   FIEL_DISK_BOOT: the file to read in the place of the kernel's boot id. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "power.h"

#define BOOT_ID "/proc/sys/kernel/random/boot_id"

enum { RULES = 8 };
struct rule {
    char what[16], name[64];
    unsigned long at, seen;
};
static struct rule rules[RULES];
static unsigned rule_count;
static const char *root, *shadow, *boot;

/* Copying what was synced into another folder, and killing itself or a parent, is more than a referee or a pen may: for these they give up nothing. */
static bool unconfined;
static bool left_out(void) { return unconfined; }
#include "unconfined.h"

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int), (*real_fdatasync)(int);
static int (*real_fallocate)(int, int, off_t, off_t);
static int (*real_rename)(const char *, const char *);
static int (*real_renameat)(int, const char *, int, const char *);
static int (*real_open)(const char *, int, ...);

/* A function pointer out of dlsym's object pointer, as POSIX has it. */
#define FIND(f) (*(void **)(&real_##f) = dlsym(RTLD_NEXT, #f))

static void read_rules(const char *text)
{
    char copy[512];
    if (!text || strlen(text) >= sizeof copy)
        return;
    strcpy(copy, text);
    for (char *one = strtok(copy, ","); one && rule_count < RULES; one = strtok(NULL, ",")) {
        struct rule *r = &rules[rule_count];
        if (sscanf(one, "%15[^:]:%63[^:]:%lu", r->what, r->name, &r->at) == 3)
            rule_count++;
    }
}

__attribute__((constructor)) static void start(void)
{
    FIND(write);
    FIND(pwrite);
    FIND(fsync);
    FIND(fdatasync);
    FIND(fallocate);
    FIND(rename);
    FIND(renameat);
    FIND(open);
    read_rules(getenv("FIEL_DISK"));
    root = getenv("FIEL_DISK_ROOT");
    shadow = getenv("FIEL_DISK_SHADOW");
    boot = getenv("FIEL_DISK_BOOT");
    unconfined = (root || (rule_count > 0 && strstr(getenv("FIEL_DISK"), "kill"))) &&
                 (is_process("referee ") == 1 || is_process("pen ") == 1);
}

/* The path that a descriptor was opened by; false for what has none. */
static bool path_of(int fd, char path[PATH_MAX])
{
    char link[64];
    int kept = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, PATH_MAX - 1);
    errno = kept;
    path[n > 0 ? n : 0] = '\0';
    return n > 0 && path[0] == '/';
}

static bool ends_with(const char *path, const char *name)
{
    size_t n = strlen(path), m = strlen(name);
    return n >= m && strcmp(path + n - m, name) == 0;
}

static struct rule *rule_for(const char *what, const char *path)
{
    for (unsigned i = 0; i < rule_count; i++)
        if (strcmp(rules[i].what, what) == 0 && ends_with(path, rules[i].name))
            return &rules[i];
    return NULL;
}

/* --- writing --------------------------------------------------------------------------------------- */

static unsigned long position(int fd)
{
    struct stat s;
    if (fcntl(fd, F_GETFL) & O_APPEND)
        return fstat(fd, &s) == 0 ? (unsigned long)s.st_size : 0;
    off_t at = lseek(fd, 0, SEEK_CUR);
    return at > 0 ? (unsigned long)at : 0;
}

static void die(bool all)
{
    if (all)
        kill(getppid(), SIGKILL);
    kill(getpid(), SIGKILL);
    pause();
}

/* How many of `size` bytes may be written from `at` on; *error, where not 0, is what becomes of the rest. */
static size_t allowed(const char *path, unsigned long at, size_t size, int *error, struct rule **deadly)
{
    static const char *const limits[] = { "kill", "killall", "full", "eio" };
    struct rule *r = rule_for("short", path);
    if (r && size > r->at)
        size = r->at;
    if ((r = rule_for("exact", path)) && size == r->at) {
        *error = ENOSPC;
        return 0;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (!(r = rule_for(limits[i], path)) || at + size <= r->at)
            continue;
        size = r->at > at ? r->at - at : 0;
        *error = i == 3 ? EIO : ENOSPC;
        *deadly = i < 2 ? r : NULL;
    }
    return size;
}

/* By real_write, or by real_pwrite where `at` says where. */
static ssize_t some_of(int fd, const void *bytes, size_t size, const off_t *at)
{
    char path[PATH_MAX];
    struct rule *deadly = NULL;
    int error = 0;
    bool ruled = rule_count && path_of(fd, path);
    size_t some = ruled ? allowed(path, at ? (unsigned long)*at : position(fd), size, &error, &deadly) : size;
    ssize_t n = !some && size ? -1 : at ? real_pwrite(fd, bytes, some, *at) : real_write(fd, bytes, some);
    if (deadly)
        die(strcmp(deadly->what, "killall") == 0);
    if (!some && size)
        errno = error;
    return n;
}

ssize_t write(int fd, const void *bytes, size_t size) { return some_of(fd, bytes, size, NULL); }
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { return some_of(fd, bytes, size, &at); }

int fallocate(int fd, int mode, off_t at, off_t size)
{
    char path[PATH_MAX];
    struct rule *r = rule_count > 0 && path_of(fd, path) ? rule_for("room", path) : NULL;
    if (!r || (unsigned long)(at + size) <= r->at)
        return real_fallocate(fd, mode, at, size);
    errno = ENOSPC;
    return -1;
}

/* --- what is durable ------------------------------------------------------------------------------- */

static int shadow_file(char kind, int fd)
{
    char id[POWER_ID], path[PATH_MAX];
    if (!power_id(fd, "", id))
        return -1;
    if (snprintf(path, sizeof path, "%s/%c-%s.new", shadow, kind, id) >= (int)sizeof path)
        return -1;
    return real_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

static void shadow_done(char kind, int fd, int out)
{
    char id[POWER_ID], path[PATH_MAX], beside[PATH_MAX];
    close(out);
    if (!power_id(fd, "", id))
        return;
    if (snprintf(path, sizeof path, "%s/%c-%s", shadow, kind, id) >= (int)sizeof path ||
        snprintf(beside, sizeof beside, "%s/%c-%s.new", shadow, kind, id) >= (int)sizeof beside)
        return;
    real_rename(beside, path);
}

static void keep_bytes(const char *path, int fd)
{
    char block[1 << 14];
    ssize_t n;
    int in = real_open(path, O_RDONLY | O_CLOEXEC), out = shadow_file('f', fd);
    while (in >= 0 && out >= 0 && (n = read(in, block, sizeof block)) > 0)
        if (real_write(out, block, (size_t)n) != n)
            break;
    if (in >= 0)
        close(in);
    if (out >= 0)
        shadow_done('f', fd, out);
}

static void keep_names(const char *path, int fd)
{
    char id[POWER_ID];
    int out = shadow_file('d', fd);
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && out >= 0 && (e = readdir(folder));)
        if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..") && power_id(dirfd(folder), e->d_name, id))
            dprintf(out, "%s %s\n", id, e->d_name);
    if (folder)
        closedir(folder);
    if (out >= 0)
        shadow_done('d', fd, out);
}

static void synced(int fd)
{
    char path[PATH_MAX];
    struct stat s;
    int kept = errno;
    if (!root || !shadow || !path_of(fd, path) || strncmp(path, root, strlen(root)) != 0 || fstat(fd, &s))
        return;
    if (S_ISDIR(s.st_mode))
        keep_names(path, fd);
    else if (S_ISREG(s.st_mode))
        keep_bytes(path, fd);
    errno = kept;
}

static int sync_by(int (*real)(int), int fd)
{
    char path[PATH_MAX];
    struct rule *r = rule_count > 0 && path_of(fd, path) ? rule_for("sync", path) : NULL;
    if (r && ++r->seen == r->at) {
        errno = EIO;
        return -1;
    }
    int rc = real(fd);
    if (rc == 0)
        synced(fd);
    return rc;
}

int fsync(int fd) { return sync_by(real_fsync, fd); }
int fdatasync(int fd) { return sync_by(real_fdatasync, fd); }

/* --- names ----------------------------------------------------------------------------------------- */

static bool rename_fails(const char *to)
{
    struct rule *r = rule_for("rename", to);
    return r && ++r->seen == r->at;
}

int rename(const char *from, const char *to)
{
    if (!rename_fails(to))
        return real_rename(from, to);
    errno = EIO;
    return -1;
}

int renameat(int a, const char *from, int b, const char *to)
{
    if (!rename_fails(to))
        return real_renameat(a, from, b, to);
    errno = EIO;
    return -1;
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    unsigned mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, unsigned) : 0;
    va_end(more);
    return real_open(boot && strcmp(path, BOOT_ID) == 0 ? boot : path, flags, mode);
}
