/* check: the verdict of `fiel check`, on bots that a ladder admits and on those with a vice, each with its reason.
 *
 * A handful of them in `make check`; FIEL_CHECK=all goes through every bot there is (make test-long). */
#include "process.h"
#include "child/json_text.h"

#include <jansson.h>

static const char QUICK[] = "bank=2s,inc=0ms,cap=1s,grace=0ms,start=5s";
static const char CALM[] = "bank=30s,inc=100ms,cap=5s,grace=50ms,start=10s,duty=1m";

/* What is to be found: the line and a word of what it says; mark "fail" or "note". */
static const struct verdict {
    const char *bot, *clock, *line, *mark, *says;
    bool always; /* also in `make check` */
} verdicts[] = {
    { "bad/garbage", CALM, "admission", "fail", "malformed", true },
    { "bad/not_held", CALM, "admission", "fail", "that card is not in your hand", true },
    { "bad/exits_at_once", CALM, "admission", "fail", "crashed", true },
    { "bad/late", QUICK, "admission", "fail", "timeout", false },
    { "bad/bad_cut", CALM, "admission", "fail", "bad-cut", true },
    { "bad/silent", QUICK, "admission", "fail", "no-start", false },
    { "bad/other_endpoint", QUICK, "admission", "fail", "no-start", false },
    { "bad/trickle", QUICK, "admission", "fail", "no-start", false },
    { "bad/mute", QUICK, "admission", "fail", "no-start", false },
    { "bad/bad_hello", CALM, "admission", "fail", "bad-signature", false },
    { "bad/bad_signature", CALM, "admission", "fail", "bad-signature", false },
    { "bad/one_key", CALM, "admission", "fail", "key-again", false },
    { "bad/twice", CALM, "admission", "fail", "unasked", false },
    { "bad/old_request", CALM, "admission", "fail", "unasked", false },
    { "bad/out_of_turn", CALM, "admission", "fail", "unasked", false },
    { "bad/flood", CALM, "admission", "fail", "unasked", false },
    { "bad/replayer", CALM, "admission", "fail", "out-of-order", false },
    { "bad/reorders", CALM, "admission", "fail", "out-of-order", false },
    { "bad/hello_again", CALM, "admission", "fail", "out-of-order", false },
    { "bad/other_seat", CALM, "admission", "fail", "wrong-seat", false },
    { "bad/winks", CALM, "admission", "fail", "illegal", false },
    { "bad/oversize", CALM, "admission", "fail", "malformed", false },
    { "bad/multipart", CALM, "admission", "fail", "malformed", false },
    { "bad/endless", QUICK, "admission", "fail", "timeout", false },
    { "bad/crash", CALM, "admission", "fail", "crashed", false },
    { "bad/sore_loser", CALM, "admission", "fail", "crashed", false },
    { "bad/protest_liar", CALM, "admission", "fail", "protested", false },
    /* What the jail swallows is no fault; the author is told what can be seen. */
    { "bad/chatter", CALM, "output", "note", "KiB printed", false },
    { "bad/stumbles", CALM, "return", "pass", "no fault", false },
    { "bad/descriptors", CALM, "admission", "pass", "no fault", false },
    { "bad/disk", CALM, "admission", "pass", "no fault", false },
    { "bad/forks", CALM, "admission", "pass", "no fault", false },
    { "bad/threads", CALM, "admission", "pass", "no fault", false },
    { "bad/spy", CALM, "admission", "pass", "no fault", false },
    { "cauto", CALM, "matches", "pass", "no fault", false },
    { "random --seed 7", CALM, "repeat", "pass", "the same actions with the same cards", false },
    { "embustero", CALM, "matches", "pass", "no fault", false },
    { "maestro", CALM, "matches", "pass", "no fault", false },
    { "random", CALM, "return", "pass", "killed once, its line cut once", false },
};

static bool all(void)
{
    const char *which = getenv("FIEL_CHECK");
    return which && !strcmp(which, "all");
}

static const json_t *line_of(const json_t *verdict, const char *name)
{
    const json_t *line;
    size_t i;
    json_array_foreach(json_object_get(verdict, "checks"), i,
                       line) if (!strcmp(json_text(line, "check"), name)) return line;
    fail_msg("there is no line %s", name);
    return NULL;
}

static json_t *check(const char *bot, const char *clock, int code)
{
    OWNED_RUN r = run("fiel", "check", bot, "--clock", clock, "--games", "1", "--json", NULL);
    json_t *verdict = json_loads(r.out, 0, NULL);
    if (r.code != code || !verdict)
        fail_msg("%s: exit %d, not %d\n%s\n%s", bot, r.code, code, r.out, r.err);
    return verdict;
}

static void one_verdict(const struct verdict *v)
{
    char bot[512];
    bool bundled = !strchr(v->bot, '/');
    snprintf(bot, sizeof bot, "%s%s%s", bundled ? "" : build_dir(), bundled ? "" : "/tests/", v->bot);
    json_auto_t *verdict = check(bot, v->clock, !strcmp(v->mark, "fail"));
    const json_t *line = line_of(verdict, v->line);
    if (strcmp(json_text(line, "mark"), v->mark) || !strstr(json_text(line, "says"), v->says))
        fail_msg("%s: %s should be %s: %s\n%s", v->bot, v->line, v->mark, v->says, json_dumps(verdict, JSON_INDENT(1)));
    if (strcmp(v->mark, "pass") && !*json_text(line, "remedy"))
        fail_msg("%s: no remedy", v->bot);
}

TEST(test_verdicts)
{
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
        if (verdicts[i].always || all())
            one_verdict(&verdicts[i]);
}

/* Chance that comes from the match is not held against a bot.  In a game of a few decisions both legs may be alike all the same,
 * which is said otherwise: then another is played. */
TEST(test_chance_of_the_match)
{
    bool asked = false;
    for (int i = 0; i < 5 && !asked; i++) {
        json_auto_t *verdict = check("random", CALM, 0);
        const json_t *line = line_of(verdict, "repeat");
        assert_string_equal(json_text(line, "mark"), "pass");
        asked = strstr(json_text(line, "says"), "asked again in the same match it decides the same") != NULL;
        assert_non_null(strstr(json_text(line_of(verdict, "matches"), "says"), ", the next rung, says"));
    }
    assert_true(asked);
}

/* Every line of a bot that has nothing to hide: what it says follows from its match and from what it is asked, it meets every
 * phase, comes back. */
TEST(test_a_good_bot)
{
    static const char *const lines[] = { "jail",   "admission", "matches", "actions", "clock",
                                         "memory", "output",    "repeat",  "return" };
    json_auto_t *verdict = check("cauto", CALM, 0);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const json_t *line = line_of(verdict, lines[i]);
        bool jail = !strcmp(lines[i], "jail"), clock = !strcmp(lines[i], "clock"); /* these hang on the machine */
        if (strcmp(json_text(line, "mark"), "pass") && !(jail || clock))
            fail_msg("%s: %s", lines[i], json_text(line, "says"));
    }
    assert_true(json_is_true(json_object_get(verdict, "passed")));
    assert_true(json_integer_value(json_object_get(json_object_get(verdict, "requests"), "play")) > 0);
    assert_true(json_integer_value(json_object_get(json_object_get(verdict, "actions"), "play")) > 0);
}

/* What is advised of a script by lines that does this before each answer.  $n: hands so far; sees: whether it reads what lies beside its folder. */
static void advised(const char *how, const char *body, const char *clock, const char *remedy)
{
    char bot[128];
    OWNED_SCRATCH dir = scratch_new();
    SHELL_FINE("mkdir '%s/in' && cd '%s/in' && echo so > ../seen && cat > bot << 'END' && chmod 755 .. bot\n#!/bin/sh\n"
               "sees() { read -r _ < \"${0%%/*}/../seen\"; }\nn=0\nwhile read -r l; do\n"
               "case $l in *'\"cards\":'*) n=$((n + 1)) ;; esac\n%s\nw=${l#*'\"legal\":[\"'}\n"
               "[ \"$w\" = \"$l\" ] || echo '{\"do\":\"'\"${w%%%%'\"'*}\"'\"}'\ndone\nEND\n",
               dir, dir, body);
    snprintf(bot, sizeof bot, "%s'%s/in/bot'", how, dir);
    setenv("TMPDIR", dir, 1);
    json_auto_t *verdict = check(bot, clock, 1);
    unsetenv("TMPDIR");
    assert_says(json_text(line_of(verdict, "admission"), "remedy"), remedy);
}

/* A jail is the reason where a bot fails in it at once: not where it played on for a while, and outside a little longer. */
TEST(test_advice)
{
    advised("lines:", "echo hello", CALM, "what is for a person belongs on standard error");
    advised("lines:", "exec > /dev/null", "start=1s", "flush standard output");
    advised("lines:", "[ $n -lt 4 ] || while :; do :; done", "bank=1s,inc=0ms,cap=1s,grace=0ms",
            "answers each question in time");
    advised("lines:", "exit 1", CALM, "it ended by itself and printed nothing: let it print");
    advised("", "", CALM, "a bot that plays by lines is lines:BOT");
    advised("lines:", "[ $n -lt 12 ] || sees || exit 1", CALM, "with its traceback, is in /");
    advised("lines:", "sees || exit 1", CALM, "it plays without a jail");
}

static void refused(const char *says, int code, const char *a, const char *b, const char *c)
{
    OWNED_RUN r = run("fiel", "check", a, b, c, NULL);
    assert_int_equal(r.code, code);
    assert_says(r.err, says);
    assert_string_equal(r.out, "");
}

TEST(test_refused)
{
    refused("which bot?", 2, NULL, NULL, NULL);
    refused("one word too many: a command with blanks", 2, "a", "b", NULL);
    refused("no bot './nope'", 2, "./nope", NULL, NULL);
    refused("did you mean --json", 2, "cauto", "--jsn", NULL);
    refused("needs a value", 2, "cauto", "--rules", NULL);
    refused("no preset", 2, "cauto", "--rules", "whist");
    refused("seats", 2, "cauto", "--seats", "5");
    refused("whole number from 2 to 8", 2, "cauto", "--seats", "two");
    refused("whole number", 2, "cauto", "--games", "0");
    refused("'soft' is not one of: strict basic none", 2, "cauto", "--jail", "soft");
    refused("--clock", 2, "cauto", "--clock", "soon");
}

/* For a person: a line each, the remedy below, the verdict last. */
TEST(test_text)
{
    char bot[512];
    snprintf(bot, sizeof bot, "%s/tests/bad/garbage", build_dir());
    OWNED_RUN r = run("fiel", "check", bot, NULL);
    assert_int_equal(r.code, 1);
    assert_says(r.err, "fiel: check: playing against itself\n"); /* it is not silent */
    assert_says(r.out, "  admission  FAIL       malformed");
    assert_says(r.out, "  admission: send one ZeroMQ part");
    assert_says(r.out, "A ladder would not admit it.\n");
}
