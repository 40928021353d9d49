#include "match_lock.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/cli.h"
#include "base/secrets.h"
#include "cli/path.h"

/* "--resume: " and what is to be done then. */
static int held(const char *record, bool resumed, enum record_holder by, pid_t pid)
{
    const char *how = resumed ? "--resume: " : "", *other = resumed ? "" : ", or name another replay";
    char who[64] = "a process of another container or machine";
    if (pid > 0)
        snprintf(who, sizeof who, "process %d", (int)pid);
    if (by == HOLDER_REFEREE)
        return cli_fail(EXIT_ENVIRONMENT,
                        "match: %sthe referee of %s, %s, still runs without its supervisor: wait until it has "
                        "ended, or end it%s",
                        how, record, who, other);
    return cli_fail(EXIT_ENVIRONMENT, "match: %s%s is being played by %s: wait until that has ended%s", how, record,
                    who, other);
}

static int take(struct record_lock *l, const char *path, const char *record, bool resumed)
{
    enum record_holder by;
    pid_t pid;
    if (!record_lock_take(l, path, RECORD_LOCK_REFEREE_MS, &by, &pid))
        return EXIT_FINE;
    if (by != HOLDER_NONE)
        return held(record, resumed, by, pid);
    if (resumed)
        return cli_fail(EXIT_ENVIRONMENT,
                        "match: --resume: %s cannot be locked: %s: resume it as a user who may write in its folder",
                        path, strerror(errno));
    return cli_fail(EXIT_ENVIRONMENT, "match: the replay %s cannot be created: %s: name one in a folder you may write",
                    record, strerror(errno));
}

int lock_record(struct match_run *m, bool resumed)
{
    char path[CONTROL_PATH];
    if (m->lock.fd >= 0)
        return EXIT_FINE;
    int code = files_beside(&m->options, SECRET_LOCK, path);
    return code ? code : take(&m->lock, path, m->options.replay, resumed);
}

int lock_series(struct record_lock *l, const char *folder, bool resumed)
{
    char path[RECORD_LOCK_PATH];
    path_of(path, sizeof path, "%s/series.lock", folder);
    return take(l, path, folder, resumed);
}
