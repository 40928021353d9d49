/* templates: what `fiel new-bot` makes stands against cauto where its page says; three steps later it is level. */
#include "process.h"

#include <jansson.h>
#include <math.h>

/* What a bot's pages and test call it is how it is run: `.run`, of which test_ladder_new_bot's archive plays. */
TEST(no_shared_file_names_a_bot_itself)
{
    SHELL_FINE("! grep -n '\\./bot' sdk/templates/.every/* sdk/templates/.every/.next*");
}

/* In the hand of eleven the first legal action gives it up, and in the iron one the game. */
TEST(no_kit_gives_up_a_hand_of_eleven)
{
    static const char *const languages[] = { "c", "python", "js", "lines" };
    char build[4096];
    assert_non_null(realpath(build_dir(), build));
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        OWNED_SCRATCH dir = scratch_new();
        SHELL_FINE(
            "cd '%s' && PATH='%s/bin':\"$PATH\" && export PATH && fiel new-bot mine --lang %s > made && cd mine && "
            "make -s && bot=$(sed -n 's/^The bot is run as `\\([^`]*\\).*/\\1/p' AGENTS.md) && "
            "fiel match --rules paulista --games 60 --bot \"$bot\" --bot \"$bot\" --replay m.replay > out && "
            "fiel replay m.replay --csv > told && grep -q ,eleven-play, told && ! grep ,concede, told",
            dir, build, languages[i]);
    }
}

/* A mean of 200 pairs is known to 0.03 points a hand: half of 95%. */
enum { HALVES = 3 };
#define HALF 0.03

static double against_cauto(const char *bot)
{
    OWNED_RUN r = run("fiel", "measure", "--pairs", "200", "--tables", "50", "--within", "0.0001", "--json", bot,
                      "cauto", NULL);
    json_t *j = json_loads(r.out, 0, NULL), *mean = json_object_get(json_object_get(j, "points_per_hand"), "mean");
    if (!json_is_number(mean))
        fail_msg("%s: exit %d: %s%s", bot, r.code, r.out, r.err);
    double value = json_number_value(mean);
    json_decref(j);
    return value;
}

/* By the rules alone, which is many times as fast as matches at one table. */
static double python_against_cauto(const char *folder)
{
    const char *const words[] = { "/usr/bin/python3", "tests/python/stands.py", folder, "10000", NULL };
    OWNED_RUN r = run_words(words, NULL);
    if (r.code)
        fail_msg("exit %d: %s", r.code, r.err);
    return strtod(r.out, NULL);
}

static void stands(const char *language, const char *bot, double told)
{
    char build[4096], path[128];
    OWNED_SCRATCH dir = scratch_new();
    assert_non_null(realpath(build_dir(), build));
    SHELL_FINE(
        "cd '%s' && PATH='%s/bin':\"$PATH\" && export PATH && fiel new-bot mine --lang %s > made && make -s -C mine %s",
        dir, build, language, bot);
    snprintf(path, sizeof path, strcmp(language, "c") ? "%s/mine" : "'%s/mine/bot'", dir);
    double mean = strcmp(language, "c") ? python_against_cauto(path) : against_cauto(path);
    if (fabs(mean + told) > HALVES * HALF)
        fail_msg("%s: the page says that it loses %.2f points a hand to cauto, and it made %+.3f", language, told,
                 mean);
}

TEST(it_stands_where_the_page_says)
{
    OWNED char *page = slurp("docs/bot.md", NULL);
    char *at = strstr(page, "it loses 0.");
    double c = 0, python = 0;
    assert_non_null(at);
    assert_int_equal(sscanf(at, "it loses %lf points a hand in C, %lf in Python", &c, &python), 2);
    stands("c", "bot", c);
    stands("python", "fiel", python);
}

TEST(three_steps_draw_level)
{
    char bot[512];
    snprintf(bot, sizeof bot, "'%s/examples/level'", build_dir());
    double mean = against_cauto(bot);
    if (fabs(mean) > HALVES * HALF)
        fail_msg("sdk/examples/level.c makes %+.3f points a hand against cauto", mean);
}
