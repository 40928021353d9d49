/* hog: gives up every hand, so that nothing it wins was won at the table; and from its first request on it takes what it gets of what all
 * have to share.
 *
 *     hog                nothing: its tame twin
 *     hog busy           24 threads that are busy whenever it is not asked itself
 *     hog sixty          60 of them
 *     hog threads        2,000 threads that wait
 *     hog forks          2,000 processes that wait
 *     hog memory         2 GiB of memory, filled
 *     hog disk           256 MiB of files in its folder
 *     hog prints         256 MiB of lines
 *     hog forks early    it does not wait for a request: it plays, and takes a moment later
 *
 * What must happen: it loses, as its twin does, or the match is void; its rival is never at fault. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <sys/prctl.h>
#include <signal.h>

#include "bad.h"

enum { BUSY = 24, SIXTY = 60, MANY = 2000, MEMORY_MIB = 2048, DISK_MIB = 256 };

static const char *takes = "";
static bool took;
static volatile bool asked;
static char piece[1 << 20];
static char *volatile taken; /* a compiler may leave out memory that nobody looks at */

static void *busy(void *nothing)
{
    (void)nothing;
    volatile unsigned long turns = 0;
    for (;; turns++)
        if (asked)
            usleep(1000);
    return NULL;
}

static void *idle(void *nothing)
{
    (void)nothing;
    wait_for_ever();
}

static int threads(int most, void *run(void *))
{
    pthread_t t;
    pthread_attr_t small;
    int made = 0;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 15);
    while (made < most && pthread_create(&t, &small, run, NULL) == 0)
        made++;
    return made;
}

static int forks(int most)
{
    int made = 0;
    for (pid_t pid; made < most && (pid = fork()) >= 0; made++)
        if (pid == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL); /* where there is no jail it shall not stay */
            wait_for_ever();
        }
    return made;
}

static int memory(int most)
{
    int made = 0;
    for (; made < most && (taken = malloc(sizeof piece)) != NULL; made++)
        memset(taken, 1, sizeof piece);
    return made;
}

static int disk(int most)
{
    char name[32];
    int made = 0;
    for (bool fits = true; fits && made < most; made += fits) {
        snprintf(name, sizeof name, "hog-%d", made);
        int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
        fits = fd >= 0 && write(fd, piece, sizeof piece) == (ssize_t)sizeof piece;
        if (fd >= 0)
            close(fd);
    }
    return made;
}

static int prints(int most)
{
    int made = 0;
    memset(piece, '.', sizeof piece);
    for (size_t i = 99; i < sizeof piece; i += 100)
        piece[i] = '\n';
    while (made < most && fwrite(piece, sizeof piece, 1, stderr) == 1)
        made++;
    return made;
}

static int take(void)
{
    return strcmp(takes, "busy") == 0      ? threads(BUSY, busy)
           : strcmp(takes, "sixty") == 0   ? threads(SIXTY, busy)
           : strcmp(takes, "threads") == 0 ? threads(MANY, idle)
           : strcmp(takes, "forks") == 0   ? forks(MANY)
           : strcmp(takes, "memory") == 0  ? memory(MEMORY_MIB)
           : strcmp(takes, "disk") == 0    ? disk(DISK_MIB)
           : strcmp(takes, "prints") == 0  ? prints(DISK_MIB)
                                           : 0;
}

static void *take_early(void *nothing)
{
    const struct timespec moment = { .tv_nsec = 300000000 }; /* until its own threads are there */
    (void)nothing;
    nanosleep(&moment, NULL);
    fprintf(stderr, "hog: %s: %d\n", takes, take());
    wait_for_ever();
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    asked = true;
    const struct action *gives_up = hint_find(legal, n, ACT_MAZO);
    if (!took)
        fprintf(stderr, "hog: %s: %d\n", takes, take());
    took = true;
    asked = false;
    return gives_up ? *gives_up : dull(v, legal, n, user);
}

int main(int argc, char **argv)
{
    pthread_t t;
    takes = argc > 1 ? argv[1] : "";
    if (argc > 2)
        took = pthread_create(&t, NULL, take_early, NULL) == 0;
    return fiel_run("hog", decide, NULL);
}
