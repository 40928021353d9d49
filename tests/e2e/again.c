/* fiel replay --again: a bot is asked once more what a record tells that it was asked. */
#include "process.h"
#include "support/skipped.h"

#include <jansson.h>
#include <limits.h>

static void match(const char *replay, const char *rules, const char *seats, const char *first, const char *second)
{
    ends(0, "", "fiel", "match", "--jail", "none", "--rules", rules, "--seats", seats, "--games", "2", "--replay",
         replay, "--bot", first, "--bot", second, NULL);
}

static struct run again(const char *replay, const char *bot, const char *seat, const char *more, const char *value)
{
    return run("fiel", "replay", replay, "--again", bot, "--seat", seat, more, value, NULL);
}

/* Bots whose chance follows from the match: shown the same they decide the same, or something was not as it was. */
static void the_same_bot_decides_the_same(const char *rules, const char *seats, const char *bot)
{
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    match(replay, rules, seats, bot, "random");
    for (int bare = 0; bare <= (strstr(bot, "/sdk/templates/") == NULL && strncmp(bot, "lines:", 6) == 0); bare++) {
        OWNED_RUN r = again(replay, bare ? bot + strlen("lines:") : bot, "0", NULL, NULL);
        if (r.code || strncmp(r.out, "0 of ", 5) != 0)
            fail_msg("%s%s", r.out, r.err);
        assert_says(r.out, "decisions are other ones now");
        assert_null(strstr(r.out, "0 of 0 "));
    }
}

TEST(the_same)
{
    the_same_bot_decides_the_same("argentino-flor,target=6", "2", "maestro");
    the_same_bot_decides_the_same("uruguayo,target=6", "4", "maestro");
    the_same_bot_decides_the_same("gauderio,target=4,signs=on", "4", "maestro");
    the_same_bot_decides_the_same("paulista,ferro_blind=yes,target=2", "2", "maestro");
}

/* In both legs of a pair the bot is asked about each of their games. */
TEST(legs_of_three_games)
{
    char replay[128], table[] = "table=N";
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *pair = path_in(dir, "pair");
    ends(0, "", "fiel", "match", "--jail", "none", "--duplicate", "--games-a-leg", "3", "--rules", "argentino,target=6",
         "--replay", pair, "--bot", "maestro", "--bot", "random", NULL);
    for (int i = 0; i < 6; i++) {
        snprintf(replay, sizeof replay, "%s/0001%c.replay", pair, 'a' + i % 2);
        table[6] = (char)('0' + i / 2);
        OWNED_RUN r = again(replay, "maestro", i % 2 ? "1" : "0", "--where", table);
        if (r.code || strncmp(r.out, "0 of ", 5) != 0 || strstr(r.out, "0 of 0 "))
            fail_msg("%s%s", r.out, r.err);
    }
}

/* Programs with a package: the bridge reads the record, and starts them, or they start it. */
TEST(with_a_package)
{
    char command[BOT_WORDS];
    bot_words(command, "sdk/python/player.py", "--play random");
    the_same_bot_decides_the_same("gauderio,target=2,signs=on", "4", command);
    the_same_bot_decides_the_same("paulista,ferro_blind=yes,target=2", "2", command);
    bot_words(command, "sdk/js/player.js", "");
    the_same_bot_decides_the_same("gauderio,target=2,signs=on", "4", command);
    the_same_bot_decides_the_same("paulista,ferro_blind=yes,target=2", "2", command);
}

/* The bridge reads the record for a program by lines. */
TEST(by_lines)
{
    char command[8 + BOT_WORDS] = "lines:";
    bot_words(command + strlen(command), "sdk/templates/lines/bot", "");
    the_same_bot_decides_the_same("gauderio,target=2,signs=on", "4", command);
    the_same_bot_decides_the_same("argentino-flor,target=6", "2", command);
}

TEST(another_bot)
{
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    match(replay, "argentino,target=15", "2", "random", "cauto");
    run_says(again(replay, "cauto", "0", NULL, NULL), 0, "; now ", NULL);
    OWNED_RUN r = again(replay, "cauto", "0", "--where", "said=play holds!=7e");
    assert_int_equal(r.code, 0);
    assert_null(strstr(r.out, "7e"));
    run_free(&r);
    r = again(replay, "cauto", "0", "--json", NULL);
    assert_int_equal(r.code, 0);
    for (char *line = strtok(r.out, "\n"); line; line = strtok(NULL, "\n")) {
        json_auto_t *j = json_loads(line, 0, NULL);
        assert_non_null(j);
        assert_int_equal(json_integer_value(json_object_get(j, "seat")), 0);
        assert_true(json_is_boolean(json_object_get(j, "same")));
    }
}

/* Behind Landlock alone, as in a container, a bot has no /proc, in which its own words once were looked for. */
TEST(a_bot_without_proc)
{
    char bot[PATH_MAX], built[PATH_MAX], script[3 * PATH_MAX];
    const char *words[] = { "/usr/bin/unshare", "--user", "--map-root-user", "--mount", "/bin/sh", "-c", script, NULL };
    snprintf(built, sizeof built, "%s/bots/cauto", build_dir());
    assert_non_null(realpath(built, bot));
    snprintf(script, sizeof script,
             "mount -t tmpfs none /proc || exit 99; exec '%s' --again tests/vectors/example.replay --seat 0", bot);
    OWNED_RUN r = run_words(words, NULL);
    if (r.code == 99 || strstr(r.err, "unshare: "))
        skipped("a bot without /proc", "nothing can be mounted here");
    else if (r.code || strncmp(r.out, "{\"again\":1,", 11) != 0)
        fail_msg("exit %d\n%s", r.code, r.err);
}

TEST(what_cannot_be_asked)
{
    struct {
        const char *bot, *seat;
        int code;
        const char *says;
    } wrong[] = {
        { "cauto", "5", 3, "with such a seat" },
        { NULL, "5", 3, "with such a seat" },
        { "/bin/true", "0", 3, "did not say what it decides" },
        { "nobody", "0", 2, "there is no bot 'nobody'" },
        { "corte", "0", 3, "a cutter decides nothing" },
    };
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    match(replay, "argentino,target=1", "2", "random", "cauto");
    char python[BOT_WORDS];
    wrong[1].bot = bot_words(python, "sdk/python/player.py", "");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        run_complains(again(replay, wrong[i].bot, wrong[i].seat, NULL, NULL), wrong[i].code, wrong[i].says, NULL);
    }
}

HANGS_AFTER(600)
