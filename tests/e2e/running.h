/* running: a match in a folder of its own that a test watches while it is played, so as to do something to its processes. */
#ifndef FIEL_TEST_RUNNING_H
#define FIEL_TEST_RUNNING_H

#include "process.h"

#include <poll.h>
#include <sys/inotify.h>

enum {
    HANG_SECONDS = 120,
    BEGUN = 20000,  /* bytes of replay that show a match begun, */
    PLAYED = 50000, /* a match that is well under way */
};

struct match {
    char dir[64], temp[80], replay[80], out[80], err[80];
    pid_t pid;
    int watch; /* inotify of the replay's folder */
};

/* A folder of its own, and nothing in it. */
static inline void match_place(struct match *m)
{
    scratch(m->dir);
    snprintf(m->temp, sizeof m->temp, "%s/tmp", m->dir);
    snprintf(m->replay, sizeof m->replay, "%s/m.replay", m->dir);
    snprintf(m->out, sizeof m->out, "%s/out", m->dir);
    snprintf(m->err, sizeof m->err, "%s/err", m->dir);
    assert_int_equal(mkdir(m->temp, 0700), 0);
    m->watch = inotify_init1(IN_CLOEXEC);
    assert_true(inotify_add_watch(m->watch, m->dir, IN_MODIFY) >= 0);
}

/* Starts `fiel match` with its replay, which `how` says what for, and these words. */
static inline void match_begin(struct match *m, const char *how, const char *const *words)
{
    const char *all[WORDS_MAX] = { fiel(), "match", how, m->replay };
    unsigned n = 4;
    while (*words && n + 1 < WORDS_MAX)
        all[n++] = *words++;
    m->pid = begin_words((struct streams){ .file = { NULL, m->out, m->err }, .temp = m->temp }, all);
}

static inline void match_run(struct match *m, const char *const *words) { match_begin(m, "--replay", words); }
static inline void match_resume(struct match *m)
{
    match_begin(m, "--resume", (const char *const[]){ "--json", NULL });
}

/* Starts a match of so many games in a folder of its own, in which every decision waits for this tick. */
static inline void match_start_at(struct match *m, const char *games, bool json, const char *tick)
{
    match_place(m);
    match_run(m, (const char *const[]){ "--bot", "cauto", "--bot", "random", "--games", games, "--tick", tick,
                                        json ? "--json" : NULL, NULL });
}

static inline void match_start(struct match *m, const char *games, bool json)
{
    match_start_at(m, games, json, tick_of(games));
}

/* Until `more` bytes of the replay were written since the last look.  A match that stands still ends the
 * test. */
static inline void match_moves(struct match *m, off_t more)
{
    char events[4096];
    struct stat s;
    off_t until = (stat(m->replay, &s) ? 0 : s.st_size) + more;
    while (stat(m->replay, &s) || s.st_size < until) {
        struct pollfd p = { .fd = m->watch, .events = POLLIN };
        assert_int_equal(poll(&p, 1, HANG_SECONDS * 1000), 1);
        assert_true(read(m->watch, events, sizeof events) > 0);
    }
}

static inline pid_t child_with(const struct match *m, const char *words) { return process_below(m->pid, words); }

static inline pid_t wait_for_child(const struct match *m, const char *words)
{
    pid_t pid = 0;
    int ended = 0;
    while (!pid && !ended) {
        siginfo_t end = { 0 };
        pid = child_with(m, words);
        ended = waitid(P_PID, (id_t)m->pid, &end, WEXITED | WNOHANG | WNOWAIT) || end.si_pid;
    }
    assert_true(pid > 0);
    return pid;
}

/* The exit code; nothing of the match is left in its temporary folder. */
static inline struct run match_end(struct match *m)
{
    int status;
    assert_int_equal(waitpid(m->pid, &status, 0), m->pid);
    assert_true(WIFEXITED(status));
    if (rmdir(m->temp) != 0) /* a match that can go on keeps what its bots keep */
        assert_true(WEXITSTATUS(status) == 3 && !access(m->replay, R_OK));
    return (struct run){ .code = WEXITSTATUS(status), .out = slurp(m->out, NULL), .err = slurp(m->err, NULL) };
}

#define OWNED_MATCH AUTO(match_gone) struct match
static inline void match_gone(struct match *m)
{
    close(m->watch);
    scratch_remove(m->dir);
}

static inline void match_drop(struct match *m, struct run *r)
{
    run_free(r);
    match_gone(m);
}

static inline int audit(const struct match *m)
{
    OWNED_RUN r = run("fiel-audit", m->replay, NULL);
    int code = r.code;
    return code;
}

#endif
