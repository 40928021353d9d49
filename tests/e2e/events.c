/* events: what `fiel match --events` tells anyone who started it, and a match that is parked and goes on. */
#include "process.h"
#include "child/json_text.h"

#include <jansson.h>

enum { HANG_MS = 600000 };

static char line[1 << 17]; /* the last that came */

struct told {
    char dir[64], replay[96], out[96], err[96];
    pid_t pid;
    FILE *lines;
};
#define OWNED_TOLD AUTO(told_gone) struct told
static void told_gone(struct told *x) { scratch_remove(x->dir); }

static void folder(struct told *t)
{
    scratch(t->dir);
    snprintf(t->replay, sizeof t->replay, "%s/m.replay", t->dir);
    snprintf(t->out, sizeof t->out, "%s/out", t->dir);
    snprintf(t->err, sizeof t->err, "%s/err", t->dir);
}

/* fiel match WORDS... --events 3. */
static void start(struct told *t, const char *const *more)
{
    const char *words[WORDS_MAX] = { fiel(), "match", "--events", "3", "--json" };
    int lines[2], n = 5;
    for (; *more && n < WORDS_MAX - 1; more++)
        words[n++] = *more;
    assert_int_equal(pipe2(lines, O_CLOEXEC), 0);
    t->pid = begin_words((struct streams){ .file = { NULL, t->out, t->err }, .fd = { [3] = lines[1] } }, words);
    close(lines[1]);
    t->lines = fdopen(lines[0], "r");
    assert_non_null(t->lines);
}

static void start_match(struct told *t, const char *games)
{
    const char *const words[] = { "--games", games,   "--tick", tick_of(games), "--replay", t->replay,
                                  "--bot",   "cauto", "--bot",  "random",       NULL };
    start(t, words);
}

/* The next line, NULL at their end. */
static json_t *next(struct told *t)
{
    if (!fgets(line, sizeof line, t->lines))
        return NULL;
    json_t *j = json_loads(line, 0, NULL);
    if (!j || !json_is_string(json_object_get(j, "event")))
        fail_msg("no event: %s", line);
    return j;
}

static bool is(json_t *j, const char *name) { return !strcmp(json_string_value(json_object_get(j, "event")), name); }

static json_int_t number(json_t *j, const char *key) { return json_integer_value(json_object_get(j, key)); }

/* Lines up to the next of this name. */
static json_t *until(struct told *t, const char *name)
{
    json_t *j;
    while ((j = next(t)) && !is(j, name))
        json_decref(j);
    if (!j)
        fail_msg("no %s came: the last line is %s", name, line);
    return j;
}

static int end(struct told *t)
{
    int status;
    json_t *more = next(t);
    assert_null(more); /* result, parked and error are the last line */
    fclose(t->lines);
    assert_int_equal(waitpid(t->pid, &status, 0), t->pid);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void audits(const struct told *t) { ends(0, "", "fiel-audit", t->replay, NULL); }

/* The lines of a whole match, and the result as --json has it. */
TEST(a_match_is_told)
{
    OWNED_TOLD t;
    unsigned offered = 0, games = 0, progress = 0;
    folder(&t);
    start_match(&t, "3");
    json_t *j = next(&t);
    assert_true(is(j, "started"));
    assert_string_equal(json_text(j, "replay"), t.replay);
    assert_int_equal(number(j, "pid"), t.pid);
    assert_true(json_is_false(json_object_get(j, "resumed")));
    assert_string_equal(json_string_value(json_array_get(json_object_get(j, "names"), 1)), "random");
    for (json_decref(j); (j = next(&t)) && !is(j, "result"); json_decref(j)) {
        offered += is(j, "offered");
        progress += is(j, "progress");
        if (is(j, "game"))
            assert_int_equal(number(j, "game"), ++games);
    }
    assert_int_equal(offered, 1);
    assert_int_equal(games, 3);
    assert_true(progress > 0);
    json_auto_t *said = json_load_file(t.out, 0, NULL);
    json_object_del(j, "event");
    assert_non_null(said);
    assert_int_equal(end(&t), 0);
    assert_true(json_equal(said, j));
    json_decref(j);
    audits(&t);
}

TEST(a_fault_is_told)
{
    OWNED_TOLD t;
    char bad[96];
    folder(&t);
    snprintf(bad, sizeof bad, "%s/tests/bad/bad_cut", build_dir());
    const char *const words[] = { "--games", "2",      "--replay", t.replay, "--logs", t.dir,
                                  "--bot",   "random", "--bot",    bad,      NULL };
    start(&t, words);
    json_t *j = until(&t, "fault");
    assert_int_equal(number(j, "seat"), 1);
    assert_string_equal(json_text(j, "fault"), "bad-cut");
    json_decref(j);
    j = until(&t, "result");
    assert_string_equal(json_text(j, "outcome"), "fault");
    json_decref(j);
    assert_int_equal(end(&t), 0);
}

TEST(no_match_is_told)
{
    OWNED_TOLD t;
    folder(&t);
    spill(t.replay, "x", 1);
    start_match(&t, "1");
    json_auto_t *j = next(&t);
    assert_true(is(j, "error"));
    assert_says(json_text(j, "text"), "never overwritten");
    assert_int_equal(end(&t), 3);
}

/* Nobody reads: the match is played all the same. */
TEST(a_reader_that_is_gone)
{
    OWNED_TOLD t;
    int status;
    folder(&t);
    start_match(&t, "2");
    json_decref(until(&t, "offered"));
    fclose(t.lines);
    assert_int_equal(waitpid(t.pid, &status, 0), t.pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    audits(&t);
}

TEST(a_match_is_parked)
{
    OWNED_TOLD t;
    folder(&t);
    start_match(&t, GAMES_ENOUGH); /* not over before it is parked twice */
    for (unsigned parks = 0; parks < 2; parks++) {
        json_t *j = next(&t);
        assert_true(is(j, "started"));
        assert_int_equal(json_is_true(json_object_get(j, "resumed")), parks > 0);
        json_decref(j);
        j = until(&t, "game");
        json_decref(j);
        assert_int_equal(kill(t.pid, SIGUSR1), 0);
        j = until(&t, "parked");
        assert_string_equal(json_text(j, "replay"), t.replay);
        json_decref(j);
        assert_int_equal(end(&t), 3);
        const char *const words[] = { "--resume", t.replay, NULL };
        start(&t, words);
    }
    json_auto_t *j = until(&t, "result");
    assert_string_equal(json_text(j, "outcome"), "played");
    assert_int_equal(json_array_size(json_object_get(j, "faults")), 0);
    assert_int_equal(end(&t), 0);
    audits(&t);
}

TEST(a_series_is_told)
{
    OWNED_TOLD t;
    unsigned started = 0;
    json_t *j;
    folder(&t);
    snprintf(t.replay, sizeof t.replay, "%s/m.pairs", t.dir);
    const char *const words[] = { "--duplicate", "--games", "1",     "--replay", t.replay,
                                  "--bot",       "cauto",   "--bot", "random",   NULL };
    start(&t, words);
    for (; (j = next(&t)) && !is(j, "result"); json_decref(j)) {
        assert_int_equal(number(j, "pair"), 1);
        if (is(j, "started"))
            assert_string_equal(json_text(j, "leg"), started++ ? "b" : "a");
    }
    assert_int_equal(started, 2);
    assert_int_equal(number(j, "pairs"), 1);
    json_decref(j);
    assert_int_equal(end(&t), 0);
}

int main(void)
{
    alarm(HANG_MS / 1000);
    return tests_run();
}
