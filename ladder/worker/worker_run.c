/* worker_run: the arbiter's program, run for a job while its lease is kept. */
#include "worker_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/now.h"

extern char **environ;

enum { LOOK_MS = 50 /* whether the lease, and the worker, still hold */ };

/* The arbiter's program with these words; what it prints goes to `to` and w->folder/err. */
static pid_t start(struct work *w, char *const argv[], const char *to)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    sigset_t none;
    char out[WORK_PATH + 16], err[WORK_PATH + 8];
    pid_t child = -1;
    snprintf(out, sizeof out, "%s/%.12s", w->folder, to);
    snprintf(err, sizeof err, "%s/err", w->folder);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, out, O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addopen(&files, 2, err, O_WRONLY | O_CREAT, 0600);
    posix_spawnattr_init(&attr);
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attr, &none); /* ours are blocked */
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK);
    int bad = posix_spawn(&child, w->plan->fiel, &files, &attr, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attr);
    if (bad)
        work_wrong(w, w->plan->fiel, strerror(bad));
    return bad ? -1 : child;
}

/* Sets a child going that was stopped already at the look before this one. */
static void wake(pid_t child, bool *was)
{
    siginfo_t is = { 0 };
    bool stopped = !waitid(P_PID, (id_t)child, &is, WSTOPPED | WNOHANG | WNOWAIT) && is.si_pid == child;
    if (stopped && *was)
        kill(child, SIGCONT);
    *was = stopped;
}

/* Keeps the lease until the child ends; its wait status, or -1: it is given up. */
static int attend(struct work *w, pid_t child, struct store_error *e)
{
    int status;
    int64_t beat = now_ms() + WORKER_LEASE_MS / 3;
    struct pollfd end = { .fd = pidfd_open(child, 0), .events = POLLIN }; /* -1: poll only lets the time pass */
    bool kept = true, still = false;
    while (kept && waitpid(child, &status, WNOHANG) != child) {
        poll(&end, 1, LOOK_MS);
        wake(child, &still);
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

bool work_run(struct work *w, char *const argv[], const char *to, int *exit_code, struct store_error *e)
{
    pid_t child = start(w, argv, to);
    int status = child < 0 ? -1 : attend(w, child, e);
    if (status == -1)
        return false;
    *exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return true;
}

static char *last_line(char *text)
{
    char *end = strrchr(text, '\n');
    return end ? end + 1 : text;
}

bool work_last_words(struct work *w, const char *who)
{
    char path[WORK_PATH + 8], text[1024];
    snprintf(path, sizeof path, "%s/err", w->folder);
    size_t n = work_tail(path, text, sizeof text - 1);
    text[n] = '\0';
    while (n > 0 && text[n - 1] == '\n')
        text[--n] = '\0';
    char *line = last_line(text);
    while (line > text && strstr(line, "--resume")) { /* how a person would go on is no reason */
        line[-1] = '\0';
        line = last_line(text);
    }
    line += !strncmp(line, "fiel: ", 6) ? 6 : 0;
    line += !strncmp(line, "build: ", 7) ? 7 : 0;
    return work_wrong(w, who, *line ? line : "it said nothing");
}
