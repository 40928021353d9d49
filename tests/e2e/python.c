/* python: the independent reading of the documents (sdk/python, tests/python) against the programs.
 *
 * A bot written from PROTOCOL.md and DEAL.md alone plays a real match, and an auditor written from DEAL.md and
 * REPLAY.md alone agrees with fiel-audit, on what is valid and on what is not. */
#include <limits.h>

#include "process.h"
#include "support/skipped.h"

static struct run python(const char *script, const char *first, const char *second)
{
    const char *const words[] = { "/usr/bin/python3", script, first, second, NULL };
    return run_words(words, NULL);
}

static void the_vectors_hold(void **state)
{
    (void)state;
    struct run r = python("tests/python/audit.py", "--self-test", "tests/vectors/deal2.jsonl");
    if (r.code != 0)
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    run_free(&r);
}

static void the_package_is_tested(void **state)
{
    (void)state;
    struct run r = python("tests/python/test_package.py", NULL, NULL);
    if (r.code != 0)
        fail_msg("exit %d\n%s", r.code, r.err);
    run_free(&r);
}

/* They are those of the arbiter, in the library of the plain build: python is not built with sanitizers. */
static void the_rules_are_had(void **state)
{
    (void)state;
    if (access("build/lib/libfiel.so.0", R_OK) != 0) {
        skipped("the_rules_are_had", "build/lib/libfiel.so.0 is not built");
        skip();
    }
    static const char *const scripts[] = { "tests/python/test_rules.py", "tests/python/test_training.py",
                                           "tests/python/test_adapters.py" };
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        struct run r = python(scripts[i], NULL, NULL);
        if (r.code != 0)
            fail_msg("%s: exit %d\n%s", scripts[i], r.code, r.err);
        run_free(&r);
    }
}

static void play(const char *rules, const char *seats, const char *replay)
{
    char bot[BOT_WORDS];
    bot_words(bot, "sdk/python/player.py", strcmp(seats, "2") == 0 ? "--play highest" : "--play random");
    struct run r = run("fiel", "match", "--rules", rules, "--seats", seats, "--games", "1", "--bot", bot, "--bot",
                       "random", "--replay", replay, strcmp(seats, "3") == 0 ? "--bot" : NULL, "cauto", NULL);
    if (r.code != 0 || strstr(r.out, "fault of"))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    run_free(&r);
}

static void both_auditors_agree(void **state)
{
    (void)state;
    static const char *const rules[][2] = { { "argentino", "2" },
                                            { "argentino-flor,target=15", "2" },
                                            { "paulista,ferro_blind=yes,target=2", "2" },
                                            { "argentino,target=9", "3" },
                                            { "argentino-flor,gallo=fijo,target=9", "3" },
                                            { "gauderio,signs=on,signs_per_decision=2", "4" } };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        char dir[64], replay[96], forged[96];
        scratch(dir);
        snprintf(replay, sizeof replay, "%s/m.replay", dir);
        snprintf(forged, sizeof forged, "%s/forged.replay", dir);
        play(rules[i][0], rules[i][1], replay);
        struct run ours = run("fiel-audit", replay, NULL), theirs = python("tests/python/audit.py", replay, NULL);
        if (ours.code != 0 || theirs.code != 0)
            fail_msg("fiel-audit %d\n%s\naudit.py %d\n%s\n%s", ours.code, ours.out, theirs.code, theirs.out,
                     theirs.err);
        run_free(&ours);
        run_free(&theirs);
        size_t size;
        char *bytes = slurp(replay, &size);
        bytes[size / 3] ^= 1;
        spill(forged, bytes, size);
        free(bytes);
        ours = run("fiel-audit", forged, NULL);
        theirs = python("tests/python/audit.py", forged, NULL);
        assert_int_equal(ours.code, 1);
        assert_int_equal(theirs.code, 1);
        run_free(&ours);
        run_free(&theirs);
        scratch_remove(dir);
    }
}

/* What went wrong in the simulations, and what the clocks did then: lines and processes that are lost, pauses, ticks, faults.  One record
 * in five is judged, and with FIEL_RECORDS=* every one (make test-long). */
static void both_auditors_agree_on_the_simulations(void **state)
{
    (void)state;
    const char *which = getenv("FIEL_RECORDS") ? getenv("FIEL_RECORDS") : "*[05]";
    static const char *const sims[] = { "back",   "cutters_back", "decided", "duty",       "faults",
                                        "frames", "match",        "pause",   "pauses",     "pauses_tables",
                                        "pair",   "tick",         "tables",  "tables_pair" };
    for (size_t i = 0; i < sizeof sims / sizeof *sims; i++) {
        char dir[64], script[1024];
        scratch(dir);
        snprintf(
            script, sizeof script,
            "FIEL_PAUSES=60 FIEL_KEEP_RECORDS='%s' %s/tests/sim/sim_%s > '%s/said' 2>&1 || { cat '%s/said'; exit 1; }; "
            "/usr/bin/python3 tests/python/audit.py '%s'/%s.replay 2>&1 | grep -v ': valid' ; test $? = 1",
            dir, build_dir(), sims[i], dir, dir, dir, which);
        const char *const words[] = { "/bin/sh", "-c", script, NULL };
        struct run r = run_words(words, NULL);
        if (r.code != 0)
            fail_msg("sim_%s: exit %d\n%s\n%s", sims[i], r.code, r.out, r.err);
        run_free(&r);
        scratch_remove(dir);
    }
}

/* The bot of twenty lines, which docs/bot.md shows whole. */
static void the_first_bot_plays(void **state)
{
    char dir[64], replay[96], bot[BOT_WORDS];
    size_t size;
    (void)state;
    scratch(dir);
    snprintf(replay, sizeof replay, "%s/m.replay", dir);
    bot_words(bot, "sdk/python/first.py", "");
    struct run r = run("fiel", "match", "--games", "2", "--bot", bot, "--bot", "random", "--replay", replay, NULL);
    if (r.code != 0 || strstr(r.out, "fault of"))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    run_free(&r);
    char *page = slurp("docs/bot.md", &size), *text = slurp("sdk/python/first.py", &size);
    if (!strstr(page, strstr(text, "import fiel\n")))
        fail_msg("docs/bot.md shows another bot than sdk/python/first.py");
    free(page);
    free(text);
    scratch_remove(dir);
}

/* PROTOCOL.md section 15. */
static void several_tables(void **state)
{
    char bot[BOT_WORDS];
    (void)state;
    bot_words(bot, "sdk/python/player.py", "--play random");
    const char *const words[] = { "/bin/sh", "tests/client_tables.sh", build_dir(), bot, NULL };
    struct run r = run_words(words, NULL);
    if (r.code != 0)
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    run_free(&r);
}

/* What `fiel new-bot` makes, packed for a ladder, unpacked elsewhere, plays. */
static void a_new_bot_plays(void **state)
{
    char dir[64], fiel[PATH_MAX], script[2 * PATH_MAX], *build = realpath(build_dir(), NULL);
    (void)state;
    scratch(dir);
    assert_non_null(build);
    snprintf(fiel, sizeof fiel, "%s/bin/fiel", build);
    snprintf(script, sizeof script,
             "set -e; cd '%s'; f='%s'; \"$f\" new-bot mine --lang python > /dev/null; make -s -C mine dist FIEL=\"$f\" "
             "> /dev/null; "
             "mkdir there; tar -xf mine/mine.tar -C there; \"$f\" match --games 1 --bot there/bot.py --bot random "
             "--replay m.replay --json",
             dir, fiel);
    const char *const words[] = { "/bin/sh", "-c", script, NULL };
    struct run r = run_words(words, NULL);
    if (r.code != 0 || !strstr(r.out, "\"faults\":[],"))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    run_free(&r);
    free(build);
    scratch_remove(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_vectors_hold),    cmocka_unit_test(the_package_is_tested),
        cmocka_unit_test(the_rules_are_had),   cmocka_unit_test(the_first_bot_plays),
        cmocka_unit_test(several_tables),      cmocka_unit_test(a_new_bot_plays),
        cmocka_unit_test(both_auditors_agree), cmocka_unit_test(both_auditors_agree_on_the_simulations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
