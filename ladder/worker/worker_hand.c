/* worker_hand: what came of a job, under the names by which it is handed in (filing/hand_in.h). */
#include "worker_hand.h"
#include "cli/path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool put(struct work *w, const char *name, const void *bytes, size_t size)
{
    char path[WORK_PATH + 64];
    path_of(path, sizeof path, "%s/%s", w->result, name);
    return !size || work_write(w, path, bytes, size);
}

/* The log of the build; none when nothing was built. */
static bool put_build_log(struct work *w, char *log)
{
    char path[WORK_PATH + 16];
    path_of(path, sizeof path, "%s/build.log", w->folder);
    return put(w, HAND_IN_BUILD_LOG, log, hand_in_tail(path, log, STORE_LOG_MAX / 2));
}

/* A record is not copied. */
static bool put_leg(struct work *w, unsigned leg, char *log)
{
    char path[WORK_PATH], to[WORK_PATH + 64], name[HAND_IN_NAME];
    work_replay(w, leg, path);
    if (!*path)
        return true;
    path_of(to, sizeof to, "%s/" HAND_IN_REPLAY, w->result, leg);
    if (rename(path, to))
        return work_wrong(w, path, strerror(errno));
    for (unsigned seat = 0; seat < STORE_SEATS; seat++) {
        snprintf(name, sizeof name, HAND_IN_LOG, leg, seat);
        if (!put(w, name, log, work_log(w, leg, seat, log, STORE_LOG_MAX)))
            return false;
    }
    return true;
}

bool work_hand_in(struct work *w)
{
    OWNED char *log = malloc(STORE_LOG_MAX);
    if (!log)
        return work_wrong(w, "the result", "no memory");
    bool fine = work_result(w);
    if (fine && w->order->kind == JOB_VALIDATE)
        fine = put_build_log(w, log);
    for (unsigned leg = 0; fine && leg < 2 && w->order->kind != JOB_RECHECK; leg++)
        fine = put_leg(w, leg, log);
    return fine;
}
