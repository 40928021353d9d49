/* match: `fiel match`, `fiel-audit` and `fiel replay` as a user meets them: what they refuse, and what they say. */
#include "process.h"

#include <jansson.h>

struct refusal {
    const char *words[8];
    int code;
    const char *says;
};

static const struct refusal refusals[] = {
    { { "--bot", "cauto" }, 2, "a bot is missing" },
    { { "--bot", "cauto", "--bot", "no-such-bot" }, 2, "no-such-bot" },
    { { "--bot", "cauto", "--bot", "/etc/passwd" }, 2, "/etc/passwd" },
    { { "--bot", "cauto", "--bot", "/tmp" }, 2, "/tmp" },
    { { "--bot", "cauto", "--bot", "cauto", "--bot", "cauto" }, 2, "3 bots for 2 seats" },
    { { "--bot", "cauto", "--bot", "cauto", "--rules", "argentno" }, 2, "argentino" },
    { { "--bot", "cauto", "--bot", "cauto", "--rules", "argentino,flr=on" }, 2, "flor" },
    { { "--bot", "cauto", "--bot", "cauto", "--rules", "argentino,flor=maybe" }, 2, "off" },
    { { "--bot", "cauto", "--bot", "cauto", "--games", "0" }, 2, "--games" },
    { { "--bot", "cauto", "--bot", "cauto", "--games", "many" }, 2, "--games" },
    { { "--bot", "cauto", "--bot", "cauto", "--clock", "bank=30" }, 2, "--clock" },
    { { "--bot", "cauto", "--bot", "cauto", "--clock", "bnk=30s" }, 2, "--clock" },
    { { "--bot", "cauto", "--bot", "cauto", "--seed", "xyz" }, 2, "--seed" },
    { { "--bot", "cauto", "--bot", "cauto", "--gaems", "3" }, 2, "--games" },
    { { "--bot", "cauto", "--bot", "cauto", "--replay", "/no/such/folder/x.replay" }, 3, "/no/such/folder" },
    { { "--bot", "cauto", "--bot", "cauto", "--replay", "/etc/passwd" }, 3, "/etc/passwd" },
    { { "--bot", "cauto", "--bot", "cauto", "--replay", "/dev/full" }, 3, "/dev/full" },
};

TEST(bad_options_are_named)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const struct refusal *t = &refusals[i];
        const char *const *w = t->words;
        OWNED_RUN r = run("fiel", "match", w[0], w[1], w[2], w[3], w[4], w[5], w[6], NULL);
        if (r.code != t->code)
            fail_msg("%s %s: exit %d instead of %d\n%s", w[2] ? w[2] : "", w[5] ? w[5] : "", r.code, t->code, r.err);
        assert_says(r.err, "fiel: ");
        assert_says(r.err, t->says);
        assert_string_equal(r.out, "");
    }
}

TEST(every_program_helps)
{
    static const char *const commands[] = { "match", "replay", "rules", "table" };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        ends(0, "usage: fiel", "fiel", commands[i], "--help", NULL);
    ends(0, "fiel-audit", "fiel-audit", "--help", NULL);
    ends(2, "match", "fiel", "mach", NULL);
}

/* Plays, audits and retells one match; gives back its result. */
static json_t *play(const char *rules, const char *a, const char *b, const char *games, const char *replay)
{
    struct run r = run("fiel", "match", "--rules", rules, "--games", games, "--bot", a, "--bot", b, "--replay", replay,
                       "--json", NULL);
    json_t *result = json_loads(r.out, 0, NULL);
    if (r.code != 0 || !result)
        fail_msg("%s: %s against %s: exit %d\n%s\n%s", rules, a, b, r.code, r.out, r.err);
    assert_int_equal(json_array_size(json_object_get(result, "faults")), 0);
    run_free(&r);
    r = run("fiel-audit", replay, NULL);
    if (r.code != 0)
        fail_msg("%s: %s against %s: the audit says\n%s%s", rules, a, b, r.out, r.err);
    assert_says(r.out, "valid");
    run_free(&r);
    return result;
}

TEST(bots_play_every_variant)
{
    static const char *const rules[] = { "argentino",
                                         "argentino-flor",
                                         "argentino-flor,flor_policy=manual_seed003",
                                         "argentino-flor,flor_policy=manual_seed002,flor_table=per_flor",
                                         "argentino,declare=auto,face_down=forbidden",
                                         "argentino,truco_turn=any_time,implicit_quiero=on" };
    static const char *const pairs[][2] = { { "random", "random" },
                                            { "cauto", "embustero" },
                                            { "random", "embustero" } };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
            OWNED_SCRATCH dir = scratch_new();
            OWNED char *replay = path_in(dir, "m.replay");
            json_decref(play(rules[i], pairs[k][0], pairs[k][1], "2", replay));
        }
}

/* Every table size of every preset, one process a seat. */
TEST(tables_of_every_size_play)
{
    static const struct {
        const char *rules, *seats;
    } tables[] = {
        { "argentino", "3" },
        { "argentino,gallo=fijo", "3" },
        { "argentino-flor,gallo_seat=mano", "3" },
        { "argentino", "4" },
        { "argentino", "8" },
        { "argentino-flor", "4" },
        { "paulista", "2" },
        { "paulista", "4" },
        { "paulista", "6" },
        { "paulista", "8" },
        { "paulista-limpo", "2" },
        { "paulista-limpo", "6" },
        { "mineiro", "2" },
        { "mineiro", "4" },
        { "mineiro", "8" },
        { "uruguayo", "2" },
        { "uruguayo", "4" },
        { "uruguayo", "6" },
        { "truc-y-flou", "6" },
        { "venezolano", "2" },
        { "venezolano", "4" },
        { "gauderio", "2" },
        { "gauderio", "4" },
        { "gauderio,flor_policy=auto,flor_ends=trick", "4" },
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        char replay[96];
        const char *words[WORDS_MAX] = { fiel(),          "match",   "--rules", tables[i].rules, "--seats",
                                         tables[i].seats, "--games", "3",       "--replay",      replay };
        int n = 10;
        for (int seat = 0; seat < atoi(tables[i].seats); seat++) {
            words[n++] = "--bot";
            words[n++] = seat % 2 ? "cauto" : "random";
        }
        OWNED_SCRATCH dir = scratch_new();
        snprintf(replay, sizeof replay, "%s/m.replay", dir);
        OWNED_RUN r = run_words(words, NULL);
        if (r.code != 0 || strstr(r.out, "fault of "))
            fail_msg("%s with %s seats: exit %d\n%s\n%s", tables[i].rules, tables[i].seats, r.code, r.out, r.err);
        ends(0, "", "fiel-audit", replay, NULL);
    }
}

/* Both clearly beat random: the interval of points per hand is clear of zero. */
TEST(good_bots_beat_random)
{
    static const char *const good[] = { "cauto", "embustero" };
    for (size_t i = 0; i < 2; i++) {
        OWNED_SCRATCH dir = scratch_new();
        OWNED char *replay = path_in(dir, "m.replay");
        json_auto_t *result = play("argentino", good[i], "random", "20", replay);
        double mean = json_real_value(json_object_get(result, "points_per_hand"));
        double half = json_real_value(json_object_get(result, "points_per_hand_95"));
        if (mean - half <= 0)
            fail_msg("%s: %+.3f +- %.3f points per hand", good[i], mean, half);
    }
}

/* The same seed and the same bots: the same cards. The audit and the result say whose cards they are. */
TEST(a_fixed_seed_is_said)
{
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    run_complains(run("fiel", "match", "--seed", "00ff", "--games", "1", "--bot", "random", "--bot", "random",
                      "--replay", replay, NULL),
                  0, "--seed", NULL);
    run_says(run("fiel-audit", replay, NULL), 0, "seed", "its operator fixed the seed and knew every card", NULL);
    assert_int_equal(truncate(replay, 3000), 0);
    run_says(run("fiel-audit", replay, NULL), 1, "its operator fixed the seed and knew every card", NULL);
}

/* The likeliest mistake of somebody who wrote a program that plays by lines. */
TEST(what_lacks_its_lines_is_told_so)
{
    run_says(run("fiel", "match", "--games", "1", "--bot", "/bin/true", "--bot", "random", NULL), 0, "lines: before it",
             NULL);
}

TEST(replays_are_told)
{
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    json_decref(play("argentino-flor", "cauto", "embustero", "1", replay));
    static const char *const ways[][3] = {
        { NULL }, { "--json" }, { "--hand", "1" }, { "--seat", "1" }, { "--seat", "0", "--raw" }
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        OWNED_RUN r = run("fiel", "replay", replay, ways[i][0], ways[i][1], ways[i][2], NULL);
        assert_int_equal(r.code, 0);
        assert_true(strlen(r.out) > 0);
    }
    OWNED_RUN r = run("fiel", "replay", replay, "--hand", "100000", NULL);
    assert_int_not_equal(r.code, 0);
    assert_says(r.err, "fiel: ");
}

/* A library that lets everybody in: one seat's self-test finds out for all of them, and no card is dealt. */
TEST(a_match_that_is_open_to_strangers_is_not_played)
{
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    assert_true(shim_load("everybody.so"));
    OWNED_RUN r = run("fiel", "match", "--games", "1", "--bot", "random", "--bot", "random", "--replay", replay, NULL);
    shim_unload();
    assert_int_equal(r.code, 3);
    assert_says(r.err, "CURVE self-test: an unknown key was let in: do not play with this libzmq");
    assert_int_not_equal(access(replay, F_OK), 0);
}
