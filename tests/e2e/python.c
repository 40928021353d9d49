/* python: the package that was written from CLIENT.md and DEAL.md alone (sdk/python), and bots that play with it. */
#include <limits.h>

#include "process.h"
#include "support/skipped.h"

static struct run python(const char *script, const char *first, const char *second)
{
    const char *const words[] = { "/usr/bin/python3", script, first, second, NULL };
    return run_words(words, NULL);
}

TEST(the_package_is_tested) { run_says(python("tests/python/test_package.py", NULL, NULL), 0, NULL); }

TEST(the_package_for_javascript_is_tested)
{
    static const char *const words[] = { "/usr/bin/env", "node", "--test", "tests/js/test.js", NULL };
    run_says(run_words(words, NULL), 0, NULL);
}

/* They are those of the arbiter, in the library of the plain build: python is not built with sanitizers. */
TEST(the_rules_are_had)
{
    if (access("build/lib/libfiel.so.0", R_OK) != 0) {
        skipped("the_rules_are_had", "build/lib/libfiel.so.0 is not built");
        skip();
    }
    static const char *const scripts[] = { "tests/python/test_rules.py", "tests/python/test_training.py",
                                           "tests/python/test_adapters.py" };
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        OWNED_RUN r = python(scripts[i], NULL, NULL);
        if (r.code != 0)
            fail_msg("%s: exit %d\n%s", scripts[i], r.code, r.err);
    }
}

/* The bot of twenty lines, which docs/bot.md shows whole. */
TEST(the_first_bot_plays)
{
    char bot[BOT_WORDS];
    size_t size;
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    bot_words(bot, "sdk/python/first.py", "");
    OWNED_RUN r = run("fiel", "match", "--games", "2", "--bot", bot, "--bot", "random", "--replay", replay, NULL);
    if (r.code != 0 || strstr(r.out, "fault of"))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    OWNED char *page = slurp("docs/bot.md", &size), *text = slurp("sdk/python/first.py", &size);
    if (!strstr(page, strstr(text, "import fiel\n")))
        fail_msg("docs/bot.md shows another bot than sdk/python/first.py");
}

/* What lines tell is what the rules know, in every variant, in both languages. */
TEST(what_is_heard_is_the_table)
{
    static const struct {
        const char *rules, *seats;
    } tables[] = { { "argentino-flor", "2" },
                   { "argentino", "3" },
                   { "argentino,gallo=fijo", "3" },
                   { "argentino", "6" },
                   { "uruguayo", "4" },
                   { "paulista", "2" },
                   { "paulista,ferro_blind=yes", "4" },
                   { "mineiro", "2" },
                   { "venezolano", "2" },
                   { "gauderio,signs=on", "4" },
                   { "truc-y-flou", "6" } };
    static const char *const bots[] = { "tests/python/heard.py", "tests/js/heard.js" };
    char bot[BOT_WORDS];
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    for (size_t i = 0; i < 2 * sizeof tables / sizeof *tables; i++) {
        bot_words(bot, bots[i % 2], "");
        ends(0, "\"faults\":[],", "fiel", "match", "--jail", "none", "--rules", tables[i / 2].rules, "--seats",
             tables[i / 2].seats, "--games", "1", "--replay", replay, "--json", "--bot", bot, "--bot", "random",
             *tables[i / 2].seats == '3' ? "--bot" : NULL, "random", NULL);
        assert_int_equal(unlink(replay), 0);
    }
}

/* What `fiel new-bot` makes, packed for a ladder, unpacked elsewhere, plays. */
TEST(a_new_bot_plays)
{
    char fiel[PATH_MAX], script[2 * PATH_MAX], *build = realpath(build_dir(), NULL);
    OWNED_SCRATCH dir = scratch_new();
    assert_non_null(build);
    snprintf(fiel, sizeof fiel, "%s/bin/fiel", build);
    snprintf(
        script, sizeof script,
        "set -e; cd '%s'; f='%s'; \"$f\" new-bot mine --lang python > /dev/null; make -s -C mine dist FIEL=\"$f\" "
        "> /dev/null; "
        "mkdir there; tar -xf mine/mine.tar -C there; \"$f\" match --games 1 --bot lines:there/bot.py --bot random "
        "--replay m.replay --json",
        dir, fiel);
    const char *const words[] = { "/bin/sh", "-c", script, NULL };
    OWNED_RUN r = run_words(words, NULL);
    if (r.code != 0 || !strstr(r.out, "\"faults\":[],"))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    free(build);
}
