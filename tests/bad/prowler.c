/* prowler: opens every file that it can, says which, and prints what is in them.
 *
 * At its first request it waits, with the word wait, for SIGUSR2, so that others can lay more into its
 * way while it plays, and then looks: at the trees of its arguments (walk=PATH), at single paths that it was told
 * or can guess (open=PATH), at its own folder, and at what its descriptors lead to.  With seat=N it does so in that seat
 * alone, and plays on in others: of a pair of matches it looks in the second.  On stderr it prints
 * "prowler: waiting", then "prowler: lists PATH" for each folder, "prowler: opens PATH" with the file's bytes behind
 * it, and at last "prowler: that is all".  Then it plays no more: the match stands open, with all that it keeps.
 *
 * What must happen: in a jail nothing that it prints is a secret of anybody's.  Without one it prints the keys. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "bad.h"

enum { PATH_ROOM = 4096, DUMPED = 256 << 10, DEEPEST = 40 };

struct prowler {
    int argc;
    char **argv;
};

/* told=PATH: what lies there is printed although it lies in a folder of the system. */
static const char *told;

/* The machine's own files are opened, and not printed: the log has an end. */
static bool of_the_system(const char *path)
{
    static const char *const folders[] = { "/usr/", "/lib", "/bin/", "/sbin/", "/etc/", "/proc/", "/dev/", "/sys/" };
    if (told && !strncmp(path, told, strlen(told)))
        return false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!strncmp(path, folders[i], strlen(folders[i])))
            return true;
    return false;
}

static void dump(int fd)
{
    static char bytes[DUMPED];
    ssize_t n = read(fd, bytes, sizeof bytes);
    if (n > 0)
        fwrite(bytes, 1, (size_t)n, stderr);
    fputc('\n', stderr);
}

/* Through a link as well: what it leads to may be a file that has another name, too. */
static void try_open(const char *path)
{
    struct stat s;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return;
    if (!fstat(fd, &s) && S_ISREG(s.st_mode)) {
        bool silent = of_the_system(path) && strncmp(path, "/proc/self/fd/", 14) != 0;
        if (!silent) {
            fprintf(stderr, "prowler: opens %s\n", path);
            dump(fd);
        }
    }
    close(fd);
}

static void walk(const char *path, int depth)
{
    char below[PATH_ROOM];
    struct dirent *e;
    struct stat s;
    DIR *d = depth < DEEPEST ? opendir(path) : NULL;
    if (!d)
        return;
    if (!of_the_system(path))
        fprintf(stderr, "prowler: lists %s\n", path);
    while ((e = readdir(d))) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        if (snprintf(below, sizeof below, "%s/%s", strcmp(path, "/") ? path : "", e->d_name) >= (int)sizeof below ||
            lstat(below, &s))
            continue;
        if (S_ISDIR(s.st_mode) && strcmp(below, "/proc") != 0 && strcmp(below, "/sys") != 0)
            walk(below, depth + 1);
        else if (S_ISREG(s.st_mode) || S_ISLNK(s.st_mode))
            try_open(below);
    }
    closedir(d);
}

static volatile sig_atomic_t word_came;
static void take_word(int number) { word_came = number; }

static void wait_for_word(void)
{
    sigset_t word, before;
    sigemptyset(&word);
    sigaddset(&word, SIGUSR2);
    sigprocmask(SIG_BLOCK, &word, &before);
    signal(SIGUSR2, take_word);
    fputs("prowler: waiting\n", stderr);
    while (!word_came)
        sigsuspend(&before);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

static const char *value(const char *argument, const char *name)
{
    size_t n = strlen(name);
    return !strncmp(argument, name, n) && argument[n] == '=' ? argument + n + 1 : NULL;
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    const struct prowler *p = user;
    const char *path;
    for (int i = 1; i < p->argc; i++)
        if ((path = value(p->argv[i], "seat")) && atoi(path) != v->seat)
            return dull(v, legal, n, NULL);
    for (int i = 1; i < p->argc; i++)
        if (!strcmp(p->argv[i], "wait"))
            wait_for_word();
    for (int i = 1; i < p->argc; i++)
        if ((path = value(p->argv[i], "told")))
            told = path;
    walk(".", 0);
    walk("/proc/self/fd", 0);
    for (int i = 1; i < p->argc; i++) {
        if ((path = value(p->argv[i], "open")))
            try_open(path);
        if ((path = value(p->argv[i], "walk")))
            walk(path, 0);
    }
    fputs("prowler: that is all\n", stderr);
    wait_for_ever();
}

int main(int argc, char **argv)
{
    struct prowler p = { argc, argv };
    return fiel_run("prowler", decide, &p);
}
