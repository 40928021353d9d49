/* worker_job: a job's folder and what lies in it, the lease that its worker keeps meanwhile, and why it went wrong.
 *
 * There is a folder for each job, locked as long as its worker lives: what a killed worker left behind is known by its lock being free,
 * on whichever host it was, and is removed by the next one. */
#include "worker_job.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child/files.h"
#include "cli/now.h"
#include "cli/path.h"
#include "filing/artifact.h"
#include "filing/found.h"

bool work_wrong(struct work *w, const char *what, const char *why)
{
    said_put(w->why, sizeof w->why, what, "%s: %.150s", what, why);
    return false;
}

/* --- the folder ------------------------------------------------------------------------------------------------------- */

/* Where there are jobs' folders; a job that an arbiter elsewhere plays has its one beside that one's bots, hidden, from where the
 * bots are moved to their places. */
static const char *home(const struct worker_plan *p, const struct worker_arbiter *a) { return a ? a->bots : p->folder; }
static const char *prefix(const struct worker_arbiter *a) { return a ? ".job-" : "job-"; }

/* It has its name when it is locked: nobody takes it for one that was left behind. */
static bool make(struct work *w)
{
    char fresh[WORK_PATH];
    path_of(fresh, sizeof fresh, "%s/.new-XXXXXX", home(w->plan, w->arbiter));
    if (!mkdtemp(fresh))
        return false;
    path_of(w->folder, sizeof w->folder, "%s/%s%s", home(w->plan, w->arbiter), prefix(w->arbiter),
            fresh + strlen(fresh) - 6);
    w->lock = open(fresh, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return w->lock >= 0 && !flock(w->lock, LOCK_EX) && !chmod(fresh, 0755) && !rename(fresh, w->folder);
}

/* Whose job it is, for who finds the folder when its worker was killed; one that cannot be written is not found. */
static void note_order(const struct work *w)
{
    char path[WORK_PATH + 16];
    const struct order *o = w->order;
    path_of(path, sizeof path, "%s/order", w->folder);
    FILE *f = o && o->kind == JOB_PLAY ? fopen(path, "wxe") : NULL;
    if (f) {
        fprintf(f, "%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %s\n", o->job, o->attempt, o->pair.id, o->pair.legs,
                o->worker);
        fclose(f);
    }
}

bool work_folder(struct work *w)
{
    w->lock = -1;
    if (make(w)) {
        note_order(w);
        return true;
    }
    snprintf(w->why, sizeof w->why, "%.120s: no folder for a job: %.100s", home(w->plan, w->arbiter), strerror(errno));
    if (w->lock >= 0)
        close(w->lock);
    *w->folder = '\0';
    return false;
}

void work_remove(struct work *w)
{
    if (!*w->folder)
        return;
    folder_remove(w->folder);
    close(w->lock);
}

/* Of a job that was played here when its worker was killed it is told what was begun for it.  False: that is for
 * a worker to do, which this one is not. */
static bool give_back_left(const struct worker_plan *p, const char *folder)
{
    OWNED struct order *o = calloc(1, sizeof *o);
    struct work w = { .order = o };
    struct store_error ignored;
    char path[WORK_PATH + 16];
    path_of(w.folder, sizeof w.folder, "%s", folder);
    path_of(path, sizeof path, "%s/order", folder);
    OPENED FILE *f = o ? fopen(path, "re") : NULL;
    if (f && fscanf(f, "%" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %63[^\n]", &o->job, &o->attempt, &o->pair.id,
                    &o->pair.legs, o->worker) == 5) {
        snprintf(w.why, sizeof w.why, "its worker was killed");
        o->kind = JOB_PLAY;
        path_of(w.result, sizeof w.result, "%s/result", folder);
        work_begun(&w);
        if (p->queue)
            p->queue->back(p->queue, o, &(struct hand_back){ .why = w.why, .left = true }, &ignored);
    }
    return p->queue || !f;
}

static void sweep(const struct worker_plan *p, const struct worker_arbiter *a)
{
    char path[WORK_PATH + 256];
    OPENED_DIR DIR *folder = opendir(home(p, a));
    for (struct dirent *d; folder && (d = readdir(folder));) {
        if (strncmp(d->d_name, prefix(a), strlen(prefix(a))) != 0)
            continue;
        path_of(path, sizeof path, "%s/%s", home(p, a), d->d_name);
        int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB) && give_back_left(p, path))
            folder_remove(path);
        if (fd >= 0)
            close(fd);
    }
}

void worker_sweep(const struct worker_plan *p)
{
    sweep(p, p->arbiter);
    if (p->door)
        sweep(p, p->door);
}

/* --- what lies in it -------------------------------------------------------------------------------------------------- */

void bot_folder(const struct work *w, const struct order_seat *s, char path[WORK_PATH])
{
    path_of(path, WORK_PATH, "%s/bot-%" PRId64, w->folder, s->version);
}

bool work_result(struct work *w)
{
    if (!*w->folder)
        return work_wrong(w, "the result", "there is no folder for it");
    path_of(w->result, sizeof w->result, "%s/result", w->folder);
    return !mkdir(w->result, 0700) || errno == EEXIST || work_wrong(w, w->result, strerror(errno));
}

bool work_write(struct work *w, const char *path, const void *bytes, size_t size)
{
    FILE *f = fopen(path, "we");
    bool kept = f && fwrite(bytes, 1, size, f) == size;
    kept = f && !fclose(f) && kept;
    return kept || work_wrong(w, path, strerror(errno));
}

bool work_unpack_into(struct work *w, const struct order_seat *s, const char *folder, struct store_error *e)
{
    AUTO(store_free) struct store_bytes tar = { 0 };
    if (mkdir(folder, 0755))
        return work_wrong(w, folder, strerror(errno));
    if (w->plan->queue->fetch(w->plan->queue, w->order, s->artifact, &tar, e))
        return work_wrong(w, s->bot, e->text);
    bool fine = artifact_unpack(tar.data, tar.size, folder, w->why);
    w->bot_is_wrong = !fine;
    return fine;
}

void work_replay(const struct work *w, unsigned leg, char path[WORK_PATH])
{
    struct stat s;
    bool twins = ordered_twins(w->order);
    if (twins)
        path_of(path, WORK_PATH, "%s/pair/" LEG_NAME ".replay", w->folder, 1u, (char)('a' + leg));
    else
        path_of(path, WORK_PATH, "%s/match.replay", w->folder);
    if (stat(path, &s) || (!twins && leg))
        *path = '\0';
}

void work_begun(struct work *w)
{
    char record[2][WORK_PATH + 32];
    for (unsigned leg = 0; leg < 2 && *w->folder; leg++) {
        work_replay(w, leg, record[leg]);
        if (!*record[leg] && *w->result)
            path_of(record[leg], sizeof record[leg], "%s/" HAND_IN_REPLAY, w->result, leg);
    }
    if (*w->folder)
        hand_in_begun(record[0], record[1], w->why);
}

size_t work_log(const struct work *w, unsigned leg, unsigned seat, char *out, size_t room)
{
    char path[WORK_PATH + 300], part[8] = "";
    if (ordered_twins(w->order))
        snprintf(part, sizeof part, "/" LEG_NAME, 1u, (char)('a' + leg));
    path_of(path, sizeof path, "%s/logs%s", w->folder, part);
    return seat_log_find(path, sizeof path, seat) ? hand_in_tail(path, out, room) : 0;
}

/* --- the lease -------------------------------------------------------------------------------------------------------- */

bool work_keep(struct work *w, int64_t *beat_ms, struct store_error *e)
{
    bool lost = false;
    if (now_ms() > *beat_ms) {
        lost = w->plan->queue->beat(w->plan->queue, w->order, e) == STORE_STALE;
        *beat_ms = now_ms() + WORKER_LEASE_MS / 3;
    }
    if (!lost && !atomic_load(w->plan->over))
        return true;
    w->nobodys = true;
    return work_wrong(w, "given up", lost ? "the lease is lost" : "the worker ends");
}
