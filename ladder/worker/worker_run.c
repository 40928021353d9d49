/* worker_run: the arbiter's program, run for a job while its lease is kept. */
#include "worker_run.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child/stall.h"
#include "child/run.h"
#include "child/events.h"
#include "cli/now.h"
#include "cli/path.h"

enum { TURN_MS = 50 /* whether the lease, and the worker, still hold */ };

/* The arbiter's program with these words; what it prints goes to `to` and w->folder/err. */
static pid_t start(struct work *w, char *const argv[], const char *to)
{
    char out[WORK_PATH + 16], err[WORK_PATH + 8];
    pid_t child = -1;
    path_of(out, sizeof out, "%s/%s", w->folder, to);
    path_of(err, sizeof err, "%s/err", w->folder);
    const struct run r = { .path = w->plan->fiel, .argv = argv, .file = { "/dev/null", out, err } };
    int bad = run_start(&r, &child);
    if (bad)
        work_wrong(w, w->plan->fiel, strerror(bad));
    return bad ? -1 : child;
}

/* Keeps the lease until the child ends; its wait status, or -1: it is given up. */
static int attend(struct work *w, pid_t child, struct store_error *e)
{
    int status;
    int64_t beat = now_ms() + WORKER_LEASE_MS / 3;
    struct pollfd end = { .fd = pidfd_open(child, 0), .events = POLLIN }; /* -1: poll only lets the time pass */
    struct stall look = { 0 };
    int64_t looks_ms = now_ms();
    bool kept = true;
    while (kept && waitpid(child, &status, WNOHANG) != child) {
        poll(&end, 1, TURN_MS);
        if (now_ms() >= looks_ms) {
            looks_ms = now_ms() + STALL_MS;
            if (stall_look(child, &look)) /* its match is not played to its end: the job is somebody's again */
                kill(child, SIGKILL);
        }
        kept = work_keep(w, &beat, e);
    }
    if (!kept) {
        kill(child, SIGTERM); /* it ends its match and all its processes */
        kill(child, SIGCONT); /* also where somebody has stopped it */
        waitpid(child, &status, 0);
    }
    if (end.fd >= 0)
        close(end.fd);
    return kept ? status : -1;
}

bool work_last_words(struct work *w, const char *who, int exit_code)
{
    char path[WORK_PATH + 8], text[WORK_WHY];
    path_of(path, sizeof path, "%s/err", w->folder);
    if (exit_code > 128)
        snprintf(text, sizeof text, "it was ended by signal %d (%.40s)", exit_code - 128, strsignal(exit_code - 128));
    else if (!event_complaint(path, text, sizeof text))
        strcpy(text, "it said nothing");
    return work_wrong(w, who, text);
}

bool work_run(struct work *w, char *const argv[], const char *to, const char *who, int *exit_code,
              struct store_error *e)
{
    pid_t child = start(w, argv, to);
    int status = child < 0 ? -1 : attend(w, child, e);
    *exit_code = status == -1 ? -1 : run_code(status);
    return !*exit_code || (*exit_code > 0 && work_last_words(w, who, *exit_code));
}
