/* worker_folder: a folder for each job, locked as long as its worker lives: what a killed worker left behind is known by its lock
 * being free, on whichever host it was, and is removed by the next one. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "worker_play.h"

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s, (void)type, (void)at;
    return remove(path);
}

static void remove_all(const char *path) { nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

/* Where there are jobs' folders; a job that an arbiter elsewhere plays has its one beside that one's bots, hidden, whence the
 * bots are moved to their places. */
static const char *home(const struct worker_plan *p) { return p->arbiter ? p->arbiter->bots : p->folder; }
static const char *prefix(const struct worker_plan *p) { return p->arbiter ? ".job-" : "job-"; }

/* It has its name when it is locked: nobody takes it for one that was left behind. */
static bool make(struct work *w)
{
    char fresh[WORK_PATH];
    snprintf(fresh, sizeof fresh, "%.300s/.new-XXXXXX", home(w->plan));
    if (!mkdtemp(fresh))
        return false;
    snprintf(w->folder, sizeof w->folder, "%.300s/%s%s", home(w->plan), prefix(w->plan), fresh + strlen(fresh) - 6);
    w->lock = open(fresh, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return w->lock >= 0 && !flock(w->lock, LOCK_EX) && !chmod(fresh, 0755) && !rename(fresh, w->folder);
}

bool work_folder(struct work *w)
{
    w->lock = -1;
    if (make(w))
        return true;
    snprintf(w->why, sizeof w->why, "%.120s: no folder for a job: %.100s", home(w->plan), strerror(errno));
    if (w->lock >= 0)
        close(w->lock);
    *w->folder = '\0';
    return false;
}

void work_remove(struct work *w)
{
    if (!*w->folder)
        return;
    remove_all(w->folder);
    close(w->lock);
}

void worker_sweep(const struct worker_plan *p)
{
    char path[WORK_PATH + 256];
    DIR *folder = opendir(home(p));
    for (struct dirent *d; folder && (d = readdir(folder));) {
        if (strncmp(d->d_name, prefix(p), strlen(prefix(p))) != 0)
            continue;
        snprintf(path, sizeof path, "%.300s/%.255s", home(p), d->d_name);
        int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB))
            remove_all(path);
        if (fd >= 0)
            close(fd);
    }
    if (folder)
        closedir(folder);
}
