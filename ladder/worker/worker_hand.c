/* worker_hand: what came of a job, under the names by which it is handed in (filing/handed.h). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "worker_build.h"
#include "worker_play.h"

static bool wrong(struct work *w, const char *what, const char *why)
{
    snprintf(w->why, sizeof w->why, "%.120s: %.120s", what, why);
    return false;
}

bool work_result(struct work *w)
{
    if (!*w->folder)
        return wrong(w, "the result", "there is no folder for it");
    snprintf(w->result, sizeof w->result, "%.300s/result", w->folder);
    return !mkdir(w->result, 0700) || errno == EEXIST || wrong(w, w->result, strerror(errno));
}

static bool put(struct work *w, const char *name, const void *bytes, size_t size)
{
    char path[WORK_PATH + 64];
    snprintf(path, sizeof path, "%s/%s", w->result, name);
    FILE *f = size ? fopen(path, "we") : NULL;
    bool kept = f && fwrite(bytes, 1, size, f) == size;
    kept = f && !fclose(f) && kept;
    return !size || kept || wrong(w, path, strerror(errno));
}

/* A record is not copied. */
static bool put_leg(struct work *w, unsigned leg, char *log)
{
    char path[WORK_PATH], to[WORK_PATH + 64], name[HANDED_NAME];
    work_replay(w, leg, path);
    if (!*path)
        return true;
    snprintf(to, sizeof to, "%s/leg%u.replay", w->result, leg);
    if (rename(path, to))
        return wrong(w, path, strerror(errno));
    for (unsigned seat = 0; seat < STORE_SEATS; seat++) {
        snprintf(name, sizeof name, "leg%u-seat%u.log", leg, seat);
        if (!put(w, name, log, work_log(w, leg, seat, log, STORE_LOG_MAX)))
            return false;
    }
    return true;
}

bool work_hand_in(struct work *w)
{
    char *log = malloc(STORE_LOG_MAX);
    if (!log)
        return wrong(w, "the result", "no memory");
    bool fine = work_result(w);
    if (fine && w->order->kind == JOB_VALIDATE)
        fine = put(w, "build.log", log, work_build_log(w, log, STORE_LOG_MAX / 2));
    for (unsigned leg = 0; fine && leg < 2 && w->order->kind != JOB_RECHECK; leg++)
        fine = put_leg(w, leg, log);
    free(log);
    return fine;
}
