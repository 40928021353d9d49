/* faults: every vice of tests/bad against an honest bot, in real processes.
 *
 * The fault lands on its owner with its row of the table, the honest bot is told that it won, the result says
 * why in words, and the replay of it all audits as valid. */
#include "process.h"
#include "child/json_text.h"

#include <jansson.h>

struct vice {
    const char *bot;
    const char *fault;  /* NULL: the arbiter has nothing to reproach it with */
    const char *effect; /* of one fault at least */
    const char *clock;
};

/* A bot that must be waited for gets a short clock, in which its honest rival, who needs microseconds, starts and answers on a busy
 * machine, too. */
static const char QUICK[] = "bank=2s,inc=0ms,cap=1s,grace=0ms,start=8s";
static const char CALM[] = "bank=30s,inc=100ms,cap=5s,grace=50ms,start=10s,duty=1m";

/* Games of a match that is lost by the hundredth answer to nothing: a game of hands that are given up has thirty of them. */
static const char MANY[] = "40";

static const struct vice never_start[] = {
    { "silent", "no-start", "loses the match", QUICK },
    { "other_endpoint", "no-start", "loses the match", QUICK },
    { "trickle", "no-start", "loses the match", QUICK },
    { "mute", "no-start", "loses the match", QUICK },
};
enum { NEVER_START = sizeof never_start / sizeof *never_start };

static const struct vice vices[] = {
    { "exits_at_once", "crashed", "loses the match", CALM },
    { "bad_hello", "bad-signature", "loses the match", CALM },
    { "late", "timeout", "loses the game", QUICK },
    { "twice", "unasked", "loses the match", CALM },
    { "old_request", "unasked", "loses the match", CALM },
    { "out_of_turn", "unasked", "loses the match", CALM },
    { "flood", "unasked", "loses the match", CALM },
    { "replayer", "out-of-order", "loses the match", CALM },
    { "reorders", "out-of-order", "loses the match", CALM },
    { "other_seat", "wrong-seat", "loses the match", CALM },
    { "not_held", "illegal", "loses the game", CALM },
    { "winks", "illegal", "loses the game", CALM },
    { "garbage", "malformed", "loses the match", CALM },
    { "oversize", "malformed", "loses the match", CALM },
    { "multipart", "malformed", "loses the match", CALM },
    { "endless", "timeout", "loses the game", QUICK },
    { "bad_cut", "bad-cut", "loses the match", CALM },
    { "bad_signature", "bad-signature", "loses the match", CALM },
    { "crash", "crashed", "loses the match", CALM },
    { "sore_loser", "crashed", "loses the match", CALM },
    { "protest_liar", "protested", "loses the match", CALM },
    { "objects", "protested", "loses the match", CALM },
};

/* Whether a fault of `seat` has this name and effect and a sentence of its own. */
static bool fault_listed(json_t *result, int seat, const struct vice *v)
{
    size_t i;
    json_t *fault;
    json_array_foreach(json_object_get(result, "faults"), i,
                       fault) if (json_integer_value(json_object_get(fault, "seat")) == seat &&
                                  !strcmp(json_text(fault, "fault"), v->fault) &&
                                  !strcmp(json_text(fault, "effect"), v->effect) &&
                                  *json_text(fault, "text")) return true;
    return false;
}

static bool anybody_else_at_fault(json_t *result, int seat)
{
    size_t i;
    json_t *fault;
    json_array_foreach(json_object_get(result, "faults"), i,
                       fault) if (json_integer_value(json_object_get(fault, "seat")) != seat) return true;
    return false;
}

static unsigned times_in(const char *text, const char *part)
{
    unsigned n = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        n++;
    return n;
}

/* A match that is played while others are. */
struct played {
    char dir[64], replay[96], out[96], err[96];
    pid_t pid;
};

/* Begins one with the vice on `seat`, an honest bot on the other. */
static void begin(struct played *p, const struct vice *v, int seat)
{
    char bad[512];
    const char *honest = "random --seed 7";
    scratch(p->dir);
    snprintf(p->replay, sizeof p->replay, "%s/match.replay", p->dir);
    snprintf(p->out, sizeof p->out, "%s/out", p->dir);
    snprintf(p->err, sizeof p->err, "%s/err", p->dir);
    snprintf(bad, sizeof bad, "%s/tests/bad/%s", build_dir(), v->bot);
    p->pid = begin_words(
        (struct streams){ .file = { NULL, p->out, p->err } },
        (const char *const[]){ fiel(), "match", "--games",
                               strcmp(v->fault, "unasked") && strcmp(v->bot, "sore_loser") ? "3" : MANY, "--clock",
                               v->clock, "--json", "--logs", p->dir, "--replay", p->replay, "--bot",
                               seat ? honest : bad, "--bot", seat ? bad : honest, NULL });
}

static void finish(const struct played *p, const struct vice *v, int seat)
{
    int status;
    assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
    char *out = slurp(p->out, NULL), *err = slurp(p->err, NULL);
    json_auto_t *result = json_loads(out, 0, NULL);
    if (status != 0 || !result)
        fail_msg("%s: status %#x\n%s\n%s", v->bot, (unsigned)status, out, err);
    if (!fault_listed(result, seat, v) || anybody_else_at_fault(result, seat) ||
        json_integer_value(json_object_get(result, "winner")) != !seat)
        fail_msg("%s on seat %d: wanted %s with effect %s and a win for the other\n%s", v->bot, seat, v->fault,
                 v->effect, out);
    free(out);
    free(err);
    ends(0, "", "fiel-audit", p->replay, NULL);
    OWNED_RUN told = run("fiel", "replay", p->replay, NULL);
    assert_int_equal(told.code, 0);
    if (!strcmp(v->fault, "illegal")) /* what was said is told each time, also what cost the game */
        assert_int_equal(times_in(told.out, "\" is refused: "), 3 * times_in(told.out, "illegal action number 3 "));
    scratch_remove(p->dir);
}

/* On each of two seats, at once. */
static void one_vice(void **state)
{
    const struct vice *v = *state;
    struct played p[2];
    for (int seat = 0; seat < 2; seat++)
        begin(&p[seat], v, seat);
    for (int seat = 0; seat < 2; seat++)
        finish(&p[seat], v, seat);
}

/* A bot that never starts is waited for: all of them at once. */
static void those_who_never_start(STATE)
{
    struct played p[NEVER_START][2];
    for (int i = 0; i < 2 * NEVER_START; i++)
        begin(&p[i / 2][i % 2], &never_start[i / 2], i % 2);
    for (int i = 0; i < 2 * NEVER_START; i++)
        finish(&p[i / 2][i % 2], &never_start[i / 2], i % 2);
}

/* One of three (a gallo by turn): it is last, one of the two others wins, and the audit agrees. */
static void one_of_three(STATE)
{
    static const char *const vice[] = { "bad_cut", "bad_signature", "protest_liar", "bad_hello" };
    for (size_t i = 0; i < sizeof vice / sizeof *vice; i++) {
        char bad[96];
        OWNED_SCRATCH dir = scratch_new();
        OWNED char *replay = path_in(dir, "match.replay");
        snprintf(bad, sizeof bad, "%s/tests/bad/%s", build_dir(), vice[i]);
        OWNED_RUN r = run("fiel", "match", "--seats", "3", "--games", "3", "--clock", CALM, "--json", "--logs", dir,
                          "--replay", replay, "--bot", "random --seed 7", "--bot", bad, "--bot", "cauto", NULL);
        json_auto_t *result = json_loads(r.out, 0, NULL);
        if (r.code != 0 || !result || json_integer_value(json_object_get(result, "winner")) == 1 ||
            anybody_else_at_fault(result, 1))
            fail_msg("%s: exit %d\n%s\n%s", vice[i], r.code, r.out, r.err);
        ends(0, "", "fiel-audit", replay, NULL);
    }
}

int main(void)
{
    enum { N = sizeof vices / sizeof *vices };
    struct CMUnitTest tests[N + 2];
    for (size_t i = 0; i < N; i++)
        tests[i] = (struct CMUnitTest){ .name = vices[i].bot,
                                        .test_func = one_vice,
                                        .initial_state = (void *)(uintptr_t)&vices[i] };
    tests[N] = (struct CMUnitTest)cmocka_unit_test(those_who_never_start);
    tests[N + 1] = (struct CMUnitTest)cmocka_unit_test(one_of_three);
    return _cmocka_run_group_tests("faults", tests, N + 2, NULL, NULL);
}
