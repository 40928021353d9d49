/* pairs: `fiel match --duplicate` as a user meets it: what it refuses, what is forfeited, what is cancelled, and
 * pairs whose records prove each other. */
#include "folder.h"

#include <jansson.h>

#include "support/shell.h"

/* A bundled bot's name, or the path of one of one vice. */
static const char *bot_word(char path[128], const char *bot)
{
    snprintf(path, 128, strncmp(bot, "bad/", 4) ? "%.0s%s" : "%s/tests/%s", build_dir(), bot);
    return path;
}

static struct run pairs(const char *games, const char *rules, const char *seats, const char *a, const char *b)
{
    char path[2][128];
    return run("fiel", "match", "--duplicate", "--games", games, "--rules", rules, "--seats", seats, "--bot",
               bot_word(path[0], a), "--bot", bot_word(path[1], b), "--replay", in_dir("m"), "--json", NULL);
}

static json_t *result_of(const struct run *r)
{
    json_t *j = json_loads(r->out, 0, NULL);
    if (r->code != 0 || !j)
        fail_msg("exit %d\n%s\n%s", r->code, r->out, r->err);
    return j;
}

static int number(json_t *j, const char *key) { return (int)json_integer_value(json_object_get(j, key)); }

/* Does this machine hold a bot as a pair demands? */
static bool held(void)
{
    OWNED_RUN r = run("fiel", "jail-test", "--quick", NULL);
    return r.code == 0;
}

/* The two files of a pair, by all who can judge them. */
static void assert_pair(const char *a, const char *b)
{
    OWNED_RUN r = run("fiel-audit", "--pair", in_dir(a), in_dir(b), NULL);
    if (r.code != 0)
        fail_msg("%s", r.out);
    static const char valid[] = ": a valid pair"; /* behind it stands on whose word a leg rests */
    if (!told_says(r.out, valid) || !strstr(r.out, "\n  pair       "))
        fail_msg("%s", r.out);
    assert_int_equal(told_says(r.out, ": a valid pair, unheld"), !held());
    ends(0, "", "fiel-audit", "--second", "--pair", in_dir(a), in_dir(b), NULL);
    for (unsigned i = 0; i < 2; i++) {
        ends(0, "", "fiel", "replay", in_dir(i ? b : a), NULL);
    }
}

/* --- what it refuses ------------------------------------------------------------------------------ */

TEST_WITH(bad_requests, folder_make, folder_remove)
{
    ends(3, "already there", "fiel", "match", "--duplicate", "--bot", "random", "--bot", "random", "--replay", folder,
         NULL);
    ends(3, "/no/such/x", "fiel", "match", "--duplicate", "--bot", "random", "--bot", "random", "--replay",
         "/no/such/x", NULL);
    ends(2, "", "fiel", "match", "--duplicate=yes", "--bot", "random", "--bot", "random", NULL);
    ends(2, "second leg", "fiel-audit", "--pair", "tests/vectors/example.replay", NULL);
    ends(3, "", "fiel-audit", "--pair", "tests/vectors/example.replay", "no.replay", NULL);
    ends(1, "no first leg", "fiel-audit", "--pair", "tests/vectors/example.replay", "tests/vectors/example.replay",
         NULL);
}

/* --- what goes wrong ------------------------------------------------------------------------------ */

/* A fault of the match ends the first leg: there is no twin, and the pair is lost. */
TEST_WITH(forfeited, folder_make, folder_remove)
{
    OWNED_RUN r = pairs("2", "argentino", "2", "bad/crash", "random");
    json_auto_t *j = result_of(&r);
    assert_int_equal(number(j, "pairs"), 2);
    assert_int_equal(number(j, "forfeits"), 2);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(j, "scores"), 0)), 2);
    assert_int_not_equal(access(in_dir("m/0001b.replay"), F_OK), 0);
    ends(0, "", "fiel-audit", "--quiet", "--pair", in_dir("m/0001a.replay"), in_dir("m/0002a.replay"), NULL);
}

/* A fault of a game is no more than a game: the chain's end is sent, and the twin is played. */
TEST_WITH(a_game_lost_by_a_fault, folder_make, folder_remove)
{
    OWNED_RUN r = pairs("1", "argentino", "2", "random", "bad/not_held");
    json_t *j = result_of(&r), *legs = json_object_get(json_array_get(json_object_get(j, "list"), 0), "legs");
    assert_int_equal(json_array_size(legs), 2);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(j, "scores"), 4)), 1);
    json_decref(j);
    assert_pair("m/0001a.replay", "m/0001b.replay");
    run_says(run("fiel-audit", "--quiet", "--pair", in_dir("m/0001a.replay"), in_dir("m/0001b.replay"), NULL), ANY_CODE,
             "; first leg: decided by a fault that rests on the arbiter's word", NULL);
}

/* A bot whose key comes from a fixed seed loses the second leg by that; the pair stands, and its records show whose fault it is. */
TEST_WITH(one_key_in_both_legs, folder_make, folder_remove)
{
    for (unsigned seat = 0; seat < 2; seat++) {
        OWNED_RUN r = pairs("1", "argentino", "2", seat ? "random" : "bad/one_key", seat ? "bad/one_key" : "random");
        json_t *j = result_of(&r), *legs = json_object_get(json_array_get(json_object_get(j, "list"), 0), "legs");
        json_t *faults = json_object_get(json_array_get(legs, 1), "faults"), *fault = json_array_get(faults, 0);
        char text[80];
        snprintf(text, sizeof text, "one_key: signed with seat %u's key of the first leg", seat);
        if (json_array_size(faults) != 1 || strcmp(json_string_value(json_object_get(fault, "name")), "one_key") ||
            strcmp(json_string_value(json_object_get(fault, "fault")), "key-again"))
            fail_msg("%s", r.out);
        json_decref(j);
        run_free(&r);
        assert_pair("m/0001a.replay", "m/0001b.replay");
        run_says(run("fiel", "replay", in_dir("m/0001b.replay"), NULL), ANY_CODE, text, NULL);
        run_says(run("fiel-audit", "--quiet", in_dir("m/0001b.replay"), NULL), ANY_CODE,
                 "decided by a fault that is proved only against a key that the host made", NULL);
        r = run_words((const char *const[]){ "/bin/rm", "-rf", in_dir("m"), NULL }, NULL);
    }
}

/* Crashes in each leg, once: its processes are started again, also in a twin. */
TEST_WITH(killed_and_back, folder_make, folder_remove)
{
    OWNED_RUN r = pairs("1", "argentino", "2", "bad/stumbles 20", "random");
    json_auto_t *j = result_of(&r);
    assert_int_equal(number(j, "forfeits"), 0);
    assert_pair("m/0001a.replay", "m/0001b.replay");
}

/* Files that are no pair any more: of two pairs, in the wrong order, a bit changed. */
TEST_WITH(files_mixed_up, folder_make, folder_remove)
{
    size_t size;
    OWNED_RUN r = pairs("2", "argentino", "2", "cauto", "random");
    json_decref(result_of(&r));
    ends(1, "the twin of another match", "fiel-audit", "--pair", in_dir("m/0001a.replay"), in_dir("m/0002b.replay"),
         NULL);
    ends(1, "", "fiel-audit", "--pair", in_dir("m/0001b.replay"), in_dir("m/0001a.replay"), NULL);
    OWNED char *bytes = slurp(in_dir("m/0001b.replay"), &size);
    bytes[size / 2] ^= 4;
    spill(in_dir("forged"), bytes, size);
    ends(1, "a leg is not valid by itself", "fiel-audit", "--quiet", "--pair", in_dir("m/0001a.replay"),
         in_dir("forged"), NULL);
}

/* Asked to stop amid the series: that pair is void, those before it count, no process and no secret is left. */
TEST_WITH(cancelled, folder_make, folder_remove)
{
    char line[512], all[8192] = "";
    int out[2], status;
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    pid_t child = begin_words((struct streams){ .fd = { [1] = out[1] } },
                              (const char *const[]){ fiel(), "match", "--duplicate", "--games", "100000", "--bot",
                                                     "cauto", "--bot", "random", "--replay", in_dir("m"), NULL });
    close(out[1]);
    FILE *f = fdopen(out[0], "r");
    while (fgets(line, sizeof line, f) && strlen(all) + strlen(line) < sizeof all) {
        strcat(all, line);
        if (!strncmp(line, "pair 2:", 7))
            kill(child, SIGINT);
    }
    fclose(f);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 3);
    assert_says(all, "is void (it was cancelled)");
    assert_says(all, "records: ");
    assert_pair("m/0001a.replay", "m/0001b.replay");
    OWNED_RUN r = run_words(
        (const char *const[]){ "/bin/sh", "-c", "ls \"$0\"/*.seed 2>/dev/null | wc -l", in_dir("m"), NULL }, NULL);
    assert_string_equal(r.out, "0\n");
}

/* --- what is right -------------------------------------------------------------------------------- */

TEST_WITH(whole_pairs, folder_make, folder_remove)
{
    static const struct {
        const char *rules, *seats, *a;
    } tables[] = {
        { "argentino", "2", "cauto" },
        { "argentino-flor,target=15", "2", "embustero" },
        { "paulista", "4", "cauto" },
        { "mineiro", "2", "maestro" },
        { "argentino,signs=on,sign_seen=128", "4", "embustero" },
        { "argentino", "6", "cauto" },
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        OWNED_RUN r = pairs("1", tables[i].rules, tables[i].seats, tables[i].a, "random");
        json_auto_t *j = result_of(&r);
        assert_int_equal(number(j, "pairs"), 1);
        assert_int_equal(number(j, "forfeits"), 0);
        run_free(&r);
        assert_pair("m/0001a.replay", "m/0001b.replay");
        r = run_words((const char *const[]){ "/bin/rm", "-rf", in_dir("m"), NULL }, NULL);
    }
}

/* In a match log: both legs are opened in it, and both have their result when the pair is over. */
/* A leg that is over gives its users back: six are needed at once, and there are seven. */
TEST_WITH(as_many_pairs_as_one_likes, folder_make, folder_remove)
{
    if (geteuid() != 0)
        return; /* only root gives users */
    ends(0, "", "fiel", "match", "--duplicate", "--games", "3", "--bot", "cauto", "--bot", "random", "--rules",
         "argentino,target=6", "--uids", "1510000990-1510000996", "--replay", in_dir("m"), NULL);
}

TEST_WITH(in_a_match_log, folder_make, folder_remove)
{
    run_says(run("fiel", "log", "create", in_dir("log"), "--name", "t.example/1", "--key", in_dir("log.secret"), NULL),
             0, NULL);
    ends(0, "", "fiel", "match", "--duplicate", "--games", "1", "--bot", "cauto", "--bot", "random", "--match-log",
         in_dir("log"), "--match-log-key", in_dir("log.secret"), "--replay", in_dir("m"), NULL);
    run_says(run("fiel-audit", "log", in_dir("log"), "--replays", in_dir("m"), NULL), 0,
             "2 opened, 2 results, 2 reveals", NULL);
    assert_pair("m/0001a.replay", "m/0001b.replay");
}

/* A bot that plays by lines plays both legs. */
TEST_WITH(a_bot_in_python, folder_make, folder_remove)
{
    char bot[BOT_WORDS];
    bot_words(bot, "sdk/python/player.py", "");
    OWNED_RUN r = pairs("1", "argentino", "2", bot, "random");
    json_auto_t *j = result_of(&r);
    assert_int_equal(number(j, "forfeits"), 0);
    assert_pair("m/0001a.replay", "m/0001b.replay");
}

/* Games of a leg, one after the other, with a tick and a bot that plays by lines; both auditors, and the measurement of the same. */
TEST_WITH(legs_of_three_games, folder_make, folder_remove)
{
    char bot[BOT_WORDS];
    bot_words(bot, "sdk/python/player.py", "");
    OWNED_RUN r = run("fiel", "match", "--duplicate", "--games", "1", "--games-a-leg", "3", "--tick", "5ms", "--rules",
                      "argentino,target=6", "--bot", bot, "--bot", "random", "--replay", in_dir("m"), "--json", NULL);
    json_t *j = result_of(&r), *legs = json_object_get(json_array_get(json_object_get(j, "list"), 0), "legs");
    double score = 0;
    assert_int_equal(number(j, "games_a_leg"), 3);
    assert_int_equal(json_array_size(json_object_get(j, "scores")), 13);
    for (size_t i = 0; i < 2; i++)
        score += json_number_value(json_object_get(json_array_get(legs, i), "score"));
    assert_true(score == json_number_value(json_object_get(json_array_get(json_object_get(j, "list"), 0), "score")));
    json_decref(j);
    run_free(&r);
    assert_pair("m/0001a.replay", "m/0001b.replay");
    run_says(run("fiel", "replay", in_dir("m/0001b.replay"), NULL), ANY_CODE, "game 3, ", NULL);
    r = run("fiel", "measure", "--games-a-leg", "3", "--pairs", "2", "--rules", "argentino,target=6", "cauto", "random",
            "--json", NULL);
    json_auto_t *m = json_loads(r.out, 0, NULL);
    assert_int_equal(number(m, "pairs"), 2);
    assert_int_equal(number(m, "games_a_leg"), 3);
    assert_int_equal(json_array_size(json_object_get(m, "scores")), 13);
}

/* From the start of the first leg on the supervisor gets no copy of itself to try a jail in, and the twin's bots are held all the same. */
TEST_WITH(a_jail_is_tried_once, folder_make, folder_remove)
{
    char rule[512];
    snprintf(rule, sizeof rule, "copy:%s/bin/fiel match:%s", build_dir(), in_dir("scarce"));
    setenv("FIEL_SCARCE", rule, 1);
    assert_true(shim_load("scarce.so"));
    SHELL_FINE(
        "%s/bin/fiel match --duplicate --games 1 --rules argentino,target=6 --bot cauto --bot random --replay '%s' "
        "--events 3 3>&1 >/dev/null 2>&1 | { read -r began && : > '%s' && cat > /dev/null; }",
        build_dir(), in_dir("m"), in_dir("scarce"));
    shim_unload();
    unsetenv("FIEL_SCARCE");
    assert_pair("m/0001a.replay", "m/0001b.replay");
}

/* The table, the lines of the pairs, and the summary that stays. */
TEST_WITH(what_is_told, folder_make, folder_remove)
{
    run_says(run("fiel", "match", "--duplicate", "--games", "10", "--rules", "argentino,target=8", "--names",
                 "ana,juana", "--bot", "cauto", "--bot", "random", "--replay", in_dir("m"), "--logs", in_dir("logs"),
                 NULL),
             0, "pair 10: ana ", "argentino,target=8, 10 pairs", "points per hand", "fiel-audit --quiet --pair", NULL);
    OWNED char *summary = slurp(in_dir("m/summary.txt"), NULL);
    assert_says(summary, "10 pairs");
}
