/* kills: a match of real processes, started again and again in a folder of its own, and what may be killed in it. */
#ifndef FIEL_TESTS_KILLS_H
#define FIEL_TESTS_KILLS_H

#include "process.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "support/random.h"

enum { HANG_SECONDS = 120, LIFE_WORDS = 40, FILE_PATH = 256 };

/* Everything of one run.  `replay` is the file, or for pairs the folder. */
struct place {
    char dir[64], temp[80], replay[80], ledgers[80], logs[80], key[80], out[80], err[80];
    pid_t match; /* 0: none runs */
    int end;     /* its pidfd */
};
#define OWNED_PLACE AUTO(place_gone) struct place
static inline void place_gone(struct place *x) { scratch_remove(x->dir); }

static inline void place_make(struct place *p, bool pairs, bool logged)
{
    scratch(p->dir);
    snprintf(p->temp, sizeof p->temp, "%s/tmp", p->dir);
    snprintf(p->replay, sizeof p->replay, "%s/m%s", p->dir, pairs ? "" : ".replay");
    snprintf(p->ledgers, sizeof p->ledgers, "%s/w", p->dir);
    snprintf(p->logs, sizeof p->logs, "%s/log", p->dir);
    snprintf(p->key, sizeof p->key, "%s/key", p->dir);
    snprintf(p->out, sizeof p->out, "%s/out", p->dir);
    snprintf(p->err, sizeof p->err, "%s/err", p->dir);
    assert_int_equal(mkdir(p->temp, 0700), 0);
    assert_int_equal(mkdir(p->ledgers, 0777), 0);
    if (!logged)
        return;
    run_says(run("fiel", "log", "create", p->logs, "--name", "fiel.example/kills", "--key", p->key, NULL), 0, NULL);
}

/* The words of a command; each is copied. */
struct words {
    char text[LIFE_WORDS][FILE_PATH];
    const char *at[LIFE_WORDS + 1];
    unsigned count;
};

static inline void word(struct words *w, const char *text)
{
    assert_true(w->count < LIFE_WORDS);
    snprintf(w->text[w->count], FILE_PATH, "%s", text);
    w->at[w->count] = w->text[w->count];
    w->at[++w->count] = NULL;
}

static inline void word_pair(struct words *w, const char *a, const char *b)
{
    word(w, a);
    word(w, b);
}

/* `fiel match` with two witnesses as its bots, or what goes on with it. */
static inline void words_of_match(struct words *w, const struct place *p, bool resume)
{
    char text[FILE_PATH];
    memset(w, 0, sizeof *w);
    snprintf(text, sizeof text, "%s/bin/fiel", build_dir());
    word(w, text);
    word(w, "match");
    word_pair(w, resume ? "--resume" : "--replay", p->replay);
    if (resume)
        return;
    snprintf(text, sizeof text, "%s/tests/witness '%s'", build_dir(), p->ledgers);
    word_pair(w, "--bot", text);
    word_pair(w, "--bot", text);
}

static inline void words_of_log(struct words *w, const struct place *p)
{
    word_pair(w, "--match-log", p->logs);
    word_pair(w, "--match-log-key", p->key);
}

/* A file beside the replay, "m.END". */
static inline bool is_beside(const struct place *p, const char *end)
{
    char path[FILE_PATH];
    snprintf(path, sizeof path, "%s", p->replay);
    strcpy(strrchr(path, '.'), end);
    return !access(path, F_OK);
}

/* One life of the match; `disk`: the rules of tests/shim/disk.c for it, or NULL. */
static inline void life_start(struct place *p, const struct words *w, const char *disk)
{
    p->match = fork();
    assert_true(p->match >= 0);
    if (p->match == 0) {
        setenv("TMPDIR", p->temp, 1);
        if (disk && !shim_load("disk.so"))
            _exit(126);
        if (disk)
            setenv("FIEL_DISK", disk, 1);
        if (!freopen(p->out, "w", stdout) || !freopen(p->err, "a", stderr))
            _exit(126);
        execv(w->at[0], (char *const *)(uintptr_t)w->at);
        _exit(127);
    }
    p->end = (int)syscall(SYS_pidfd_open, p->match, 0);
    assert_true(p->end >= 0);
}

/* True when the match ends within so many milliseconds. */
static inline bool life_ends(const struct place *p, int ms)
{
    struct pollfd f = { .fd = p->end, .events = POLLIN };
    return poll(&f, 1, ms) == 1;
}

/* The exit code, or 128 and the signal. */
static inline int life_code(struct place *p)
{
    int status;
    if (!life_ends(p, HANG_SECONDS * 1000)) {
        printf("hangs: %s\n", p->dir);
        fail_msg("the match hangs: %s", p->dir);
    }
    assert_int_equal(waitpid(p->match, &status, 0), p->match);
    close(p->end);
    p->match = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* A process that the match left behind becomes our child and ends by itself. */
static inline void life_orphans_end(void)
{
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
        continue;
}

#endif
