/* scarce: a machine that has run out, loaded in front of the C library (LD_PRELOAD) for tests alone.
 *
 *   FIEL_SCARCE=what:where:file   once `file` is there, in processes whose command line begins with `where`; a file that has
 *                                 bytes loses one of them each time, and with the last of them it is over:
 *     fork:fiel keeper --seat 1:/tmp/x    no process can be had (EAGAIN)
 *     copy:fiel match:/tmp/x              the same for fork(2), but a program can be started (vfork)
 *     thread:fiel seat --seat 0:/tmp/x    no thread can be had (EAGAIN), which ends libzmq
 *   FIEL_FREE=bytes          so much is free on every disk that fstatvfs(3) is asked about
 *   FIEL_UNRESERVED=1        no file system here knows how to reserve blocks for a file, as several do not
 *   FIEL_INSTEAD=path=file   what a program reads by fopen(3) of this path is in that file */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static char what[16], where[64], once[256];
static bool here, empty; /* this process is meant; the file was there, without bytes, when it began */
static FILE *(*real_fopen)(const char *, const char *);
static pid_t (*real_fork)(void);
static int (*real_fstatvfs)(int, struct statvfs *);
static int (*real_fallocate)(int, int, off_t, off_t);
static int (*real_thread)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

/* A function pointer out of dlsym's object pointer, as POSIX has it. */
#define FIND(to, name) (*(void **)(&(to)) = dlsym(RTLD_NEXT, name))

__attribute__((constructor)) static void start(void)
{
    const char *rule = getenv("FIEL_SCARCE");
    char line[256] = "";
    FIND(real_fopen, "fopen");
    FIND(real_fork, "fork");
    FIND(real_fallocate, "fallocate");
    FIND(real_fstatvfs, "fstatvfs");
    FIND(real_thread, "pthread_create");
    FILE *f = real_fopen("/proc/self/cmdline", "re");
    size_t n = f ? fread(line, 1, sizeof line - 1, f) : 0;
    if (f)
        fclose(f);
    for (size_t i = 0; i + 1 < n; i++)
        if (!line[i])
            line[i] = ' ';
    here = rule && sscanf(rule, "%15[^:]:%63[^:]:%255[^\n]", what, where, once) == 3 &&
           !strncmp(line, where, strlen(where));
    struct stat s;
    empty = here && stat(once, &s) == 0 && s.st_size == 0;
}

/* Counts down what a file with bytes has left, of which an empty one is no longer any. */
static bool counted_down(void)
{
    struct stat s;
    if (stat(once, &s))
        return empty; /* a confined process sees no files any more */
    if (!S_ISREG(s.st_mode) || s.st_size == 0)
        return true;
    return s.st_size > 1 ? truncate(once, s.st_size - 1) == 0 : unlink(once) == 0;
}

static bool out_of(const char *thing) { return here && !strcmp(what, thing) && counted_down(); }

static const char *read_instead(const char *path)
{
    const char *rule = getenv("FIEL_INSTEAD");
    size_t n = strlen(path);
    return rule && !strncmp(rule, path, n) && rule[n] == '=' ? rule + n + 1 : path;
}

FILE *fopen(const char *path, const char *how) { return real_fopen(read_instead(path), how); }

int fstatvfs(int fd, struct statvfs *out)
{
    const char *bytes = getenv("FIEL_FREE");
    int bad = real_fstatvfs(fd, out);
    if (!bad && bytes)
        out->f_bavail = strtoul(bytes, NULL, 10) / out->f_frsize;
    return bad;
}

int fallocate(int fd, int mode, off_t at, off_t size)
{
    if (!getenv("FIEL_UNRESERVED"))
        return real_fallocate(fd, mode, at, size);
    errno = EOPNOTSUPP;
    return -1;
}

static pid_t copy_unless(bool lacks)
{
    if (!lacks)
        return real_fork();
    errno = EAGAIN;
    return -1;
}

pid_t fork(void) { return copy_unless(out_of("fork") || out_of("copy")); }

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *with)
{
    return out_of("thread") ? EAGAIN : real_thread(thread, how, run, with);
}

/* A child that would borrow our memory gets a copy: of what returns twice nothing can be made in C. */
pid_t vfork(void) { return copy_unless(out_of("fork")); }
