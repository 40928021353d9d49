/* hands: several who run `fiel match` at one moment, for one record. */
#ifndef FIEL_TEST_HANDS_H
#define FIEL_TEST_HANDS_H

#include "process.h"

enum { HANDS = 3, HAND_WORDS = 4 };

struct hand {
    pid_t pid;
    char out[96], err[96];
};

/* Ready to run `fiel match --json` with these words as soon as the pipe `go` is closed.  What it prints goes into `dir`. */
static inline void hand_ready(struct hand *h, const char *dir, const char *temp, unsigned number, const int go[2],
                              const char *const words[HAND_WORDS])
{
    char byte;
    snprintf(h->out, sizeof h->out, "%.70s/out%u", dir, number);
    snprintf(h->err, sizeof h->err, "%.70s/err%u", dir, number);
    h->pid = fork();
    assert_true(h->pid >= 0);
    if (h->pid > 0)
        return;
    close(go[1]);
    setenv("TMPDIR", temp, 1);
    if (read(go[0], &byte, 1) || !freopen(h->out, "w", stdout) || !freopen(h->err, "w", stderr))
        _exit(126);
    execl(fiel(), "fiel", "match", "--json", words[0], words[1], words[2], words[3], (char *)NULL);
    _exit(127);
}

static inline struct run hand_end(const struct hand *h)
{
    int status;
    assert_int_equal(waitpid(h->pid, &status, 0), h->pid);
    return (struct run){ .code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                         .out = slurp(h->out, NULL),
                         .err = slurp(h->err, NULL) };
}

/* One of them has the record to itself and comes to the end; the others say who that is, and nothing else.  What that
 * one printed: to be freed. */
static inline struct run hands_one_plays(const struct hand hands[HANDS])
{
    struct run r[HANDS];
    unsigned plays = HANDS;
    char who[64];
    for (unsigned i = 0; i < HANDS; i++) {
        r[i] = hand_end(&hands[i]);
        if (r[i].code == 0)
            plays = i;
    }
    if (plays == HANDS)
        fail_msg("nobody plays: exit %d, %d\n%s%s", r[0].code, r[1].code, r[0].err, r[1].err);
    if (strstr(r[plays].out, "\"fault\":\""))
        fail_msg("the match is disturbed:\n%s", r[plays].out);
    snprintf(who, sizeof who, "process %d", (int)hands[plays].pid);
    for (unsigned i = 0; i < HANDS; i++) {
        if (i == plays)
            continue;
        assert_int_equal(r[i].code, 3);
        assert_says(r[i].err, who);
        assert_string_equal(r[i].out, "");
        run_free(&r[i]);
    }
    return r[plays];
}

#endif
