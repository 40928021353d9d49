/* fiel measure: pairs until enough is known. */
#include "objects.h"

#include "support/await.h"

#include <math.h>

static double mean_of(const json_t *j, const char *key) { return json_number_value(at(at(j, key), "mean")); }

static void path_of(char path[128], const char *dir, const char *name) { snprintf(path, 128, "%s/%s", dir, name); }

/* The stronger one is found in few pairs; what the points come from adds up to the points; the records are proofs. */
TEST(the_better_bot_is_found)
{
    char records[128], first[160], twin[160];
    OWNED_SCRATCH dir = scratch_new();
    path_of(records, dir, "pairs");
    struct run r = run("fiel", "measure", "--sprt", "0,400", "--jobs", "2", "--json", "--replays", records, "--rules",
                       "argentino,target=9", "cauto", "random", NULL);
    assert_int_equal(r.code, 0);
    json_auto_t *j = json_of(&r);
    double parts = 0;
    const char *word;
    json_t *part;
    assert_string_equal(json_string_value(at(at(j, "test"), "verdict")), "better");
    assert_true(mean_of(j, "points_per_hand") > 0);
    json_object_foreach(json_object_get(j, "by"), word, part) parts += json_number_value(at(part, "mean"));
    assert_true(fabs(parts - mean_of(j, "points_per_hand")) < 1e-9);
    const json_t *legs = at(j, "second_legs"), *pairs = at(j, "pairs");
    assert_int_equal(json_integer_value(at(legs, "better")) + json_integer_value(at(legs, "worse")) +
                         json_integer_value(at(legs, "same")),
                     json_integer_value(pairs));
    assert_true(json_is_null(at(legs, "marked")));               /* honest bots: once in 10,000 times (test_legs) */
    assert_true(mean_of(json_object_get(j, "by"), "rest") == 0); /* no fault: everything is explained */
    for (size_t b = 0; b < 2; b++) {
        const json_t *bot = json_array_get(at(j, "bots"), b);
        assert_int_equal(json_integer_value(at(bot, "faults")), 0);
        assert_true(json_integer_value(at(bot, "decisions")) > 0);
    }
    snprintf(first, sizeof first, "%s/000001/0001a.replay", records);
    snprintf(twin, sizeof twin, "%s/000001/0001b.replay", records);
    ends(0, "", "fiel-audit", "--quiet", "--pair", first, twin, NULL);
}

/* Programs that are called alike are told apart by their folders, or by --names. */
TEST(names_tell_which_is_which)
{
    char mine[128], old[128];
    OWNED_SCRATCH dir = scratch_new();
    SHELL_FINE("cd '%s' && mkdir mine old && cp \"$OLDPWD/%s/bots/random\" mine/bot && cp mine/bot old/bot", dir,
               build_dir());
    snprintf(mine, sizeof mine, "'%s/mine/bot'", dir);
    snprintf(old, sizeof old, "'%s/old/bot'", dir);
    for (int given = 0; given < 2; given++) {
        struct run r = run("fiel", "measure", "--pairs", "1", "--json", mine, old, given ? "--names" : NULL,
                           "new,than.that", NULL);
        json_auto_t *bots = json_incref(json_object_get(json_of(&r), "bots"));
        assert_string_equal(json_string_value(at(json_array_get(bots, 0), "name")), given ? "new" : "mine");
        assert_string_equal(json_string_value(at(json_array_get(bots, 1), "name")), given ? "than.that" : "old");
    }
}

TEST(equal_bots_differ_by_nothing)
{
    struct run r = run("fiel", "measure", "--within", "0.001", "--pairs", "10", "--json", "--rules",
                       "argentino,target=2", "random", "random", NULL);
    assert_int_equal(r.code, 0);
    json_auto_t *j = json_of(&r);
    assert_int_equal(json_integer_value(at(j, "pairs")), 10);
    double half = json_number_value(at(at(j, "points_per_hand"), "half"));
    assert_true(fabs(mean_of(j, "points_per_hand")) <= 5 * half); /* chance of it: below one in a million */
}

TEST(faults_are_counted)
{
    char bad[300];
    snprintf(bad, sizeof bad, "%s/tests/bad/garbage", build_dir());
    struct run r = run("fiel", "measure", "--pairs", "2", "--within", "1", "--rules", "argentino,target=6", bad,
                       "cauto", "--json", NULL);
    assert_int_equal(r.code, 0);
    json_auto_t *j = json_of(&r);
    assert_true(json_integer_value(at(json_array_get(at(j, "bots"), 0), "faults")) > 0);
    assert_int_equal(json_integer_value(at(json_array_get(at(j, "bots"), 1), "faults")), 0);
}

/* What the machine made void is played again, so often and no more. */
TEST(what_the_machine_made_void_is_played_again)
{
    char rule[160];
    OWNED_SCRATCH dir = scratch_new();
    snprintf(rule, sizeof rule, "fork:fiel keeper --seat 1:%s", dir);
    setenv("FIEL_SCARCE", rule, 1);
    assert_true(shim_load("scarce.so"));
    struct run r = run("fiel", "measure", "--pairs", "1", "--jail", "none", "cauto", "random", "--json", NULL);
    shim_unload();
    unsetenv("FIEL_SCARCE");
    assert_int_equal(r.code, 3);
    json_auto_t *j = json_of(&r);
    assert_int_equal(json_integer_value(at(j, "voids")), 3);
}

TEST(a_bot_that_does_not_play)
{
    run_complains(run("fiel", "measure", "/bin/false", "cauto", NULL), 3, "false: crashed",
                  "it does not play: fiel match --games 1 --bot '/bin/false'", NULL);
    ends(2, "fiel: measure: nobody: there is no bot 'nobody'", "fiel", "measure", "nobody", "cauto", NULL);
}

TEST(the_same_words_go_on)
{
    char records[128], notes[160];
    OWNED_SCRATCH dir = scratch_new();
    path_of(records, dir, "pairs");
    snprintf(notes, sizeof notes, "%s/measure.jsonl", records);
    for (int more = 0; more < 3; more++) {
        struct run r = run("fiel", "measure", "--within", "0.0001", "--rules", "argentino,target=3", "--replays",
                           records, "--json", "--pairs", more ? "4" : "2", "random", "cauto", NULL);
        assert_int_equal(r.code, 0);
        json_auto_t *j = json_of(&r);
        assert_int_equal(json_integer_value(at(j, "pairs")), more ? 4 : 2);
        FILE *f = fopen(notes, "a"); /* killed in the middle of a line */
        assert_non_null(f);
        fputs("{\"pair\":9", f);
        fclose(f);
    }
    ends(2, "is of another measurement", "fiel", "measure", "--replays", records, "cauto", "random", NULL);
}

static double number_at(const json_t *j, const char *key) { return json_number_value(at(j, key)); }

/* A line of the notes adds up: what the records of its tables tell is what the matches said. */
static void expect_notes(const char *records, unsigned pairs)
{
    char path[160], *line = NULL;
    size_t room = 0;
    unsigned seen = 0;
    snprintf(path, sizeof path, "%s/measure.jsonl", records);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (getline(&line, &room, f) > 0) {
        json_t *j = json_loads(line, 0, NULL), *one;
        size_t i;
        json_array_foreach(json_object_get(j, "pairs"), i, one)
        {
            const json_t *by = at(one, "by");
            double sum = 0;
            const char *const rows[] = { "envido", "flor", "tricks", "refused", "mazo", "bonus" };
            for (size_t r = 0; r < 6; r++)
                sum += number_at(by, rows[r]);
            assert_true(sum == number_at(one, "points") && number_at(by, "rest") == 0 && number_at(one, "hands") > 1);
            seen++;
        }
        json_decref(j);
    }
    assert_int_equal(seen, pairs);
    fclose(f);
    free(line);
}

/* Pairs at several tables of one connection: as many as are asked for, each counted by itself, the records proofs. */
TEST(pairs_at_several_tables)
{
    char records[128], command[BOT_WORDS], *build = realpath(build_dir(), NULL);
    static const char *const wanted[] = { "10", "12" };
    OWNED_SCRATCH dir = scratch_new();
    path_of(records, dir, "pairs");
    for (unsigned i = 0; i < 2; i++) {
        struct run r = run("fiel", "measure", "--tables", "4", "--within", "0.0001", "--pairs", wanted[i], "--jobs",
                           "2", "--json", "--rules", "argentino,target=6", "--replays", records, "random", "cauto",
                           NULL);
        assert_int_equal(r.code, 0);
        json_auto_t *j = json_of(&r);
        assert_int_equal(json_integer_value(at(j, "pairs")), atoi(wanted[i]));
        assert_int_equal(json_integer_value(at(j, "tables")), 4);
        assert_true(json_integer_value(at(json_array_get(at(j, "bots"), 1), "decisions")) > 40);
        expect_notes(records, (unsigned)atoi(wanted[i]));
    }
    snprintf(command, sizeof command,
             "cd '%s' && ls -d 0* | tr '\\n' ' ' > list && for d in 0*; do '%s'/bin/fiel-audit --quiet --pair "
             "$d/*.replay || "
             "exit 1; done > said",
             records, build);
    assert_int_equal(system(command), 0);
    snprintf(command, sizeof command, "%s/list", records);
    OWNED char *list = slurp(command, NULL);
    assert_string_equal(list, "000001 000005 000009 000011 ");
    free(build);
    ends(2, "other bots, rules, seats, clock, tables or games", "fiel", "measure", "--tables", "2", "--rules",
         "argentino,target=6", "--replays", records, "random", "cauto", NULL);
}

/* Waits until the first pair is noted: they are counted from there on, whichever ends first. */
static void wait_for_the_first(const char *dir, int watch)
{
    char path[128];
    bool there = false;
    path_of(path, dir, "measure.jsonl");
    while (!there) {
        assert_true(await_change(watch, -1));
        OWNED char *notes = access(path, R_OK) ? NULL : slurp(path, NULL);
        there = notes && strstr(notes, "{\"pair\":1,");
    }
}

/* ctrl-C: what is known is told, and what was played stays, of many pairs at once as well. */
static void interrupted_at(const char *tables)
{
    char out[128];
    int status, watch;
    OWNED_SCRATCH dir = scratch_new();
    path_of(out, dir, "out");
    assert_true((watch = await_folder(dir)) >= 0);
    pid_t pid = begin_words((struct streams){ .file = { NULL, out } },
                            (const char *const[]){ fiel(), "measure", "--tables", tables, "--within", "0.0001",
                                                   "--rules", "argentino,target=3", "--json", "--replays", dir,
                                                   "random", "random", NULL });
    wait_for_the_first(dir, watch);
    kill(pid, SIGINT);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    OWNED char *text = slurp(out, NULL);
    json_auto_t *j = json_loads(text, 0, NULL);
    assert_non_null(j);
    assert_true(json_is_true(at(j, "interrupted")));
    assert_true(json_integer_value(at(j, "pairs")) >= 1);
    char pairs[16];
    snprintf(pairs, sizeof pairs, "%d", (int)json_integer_value(at(j, "pairs")) + 3);
    json_decref(j);
    close(watch);
    struct run r = run("fiel", "measure", "--tables", tables, "--within", "0.0001", "--rules", "argentino,target=3",
                       "--pairs", pairs, "--json", "--replays", dir, "random", "random", NULL);
    if (r.code) { /* what is there tells more */
        shell("cd '%s' && ls -lR . && tail -n 5 measure.jsonl && find . -name '*log*' -type f -exec tail -n 5 {} +",
              dir);
        fail_msg("going on with what was parked: exit %d\n%s", r.code, r.err);
    }
    j = json_of(&r); /* with what was parked in it */
    assert_int_equal(json_integer_value(at(j, "pairs")), atoi(pairs));
}

TEST(an_interruption)
{
    interrupted_at("1");
    interrupted_at("5");
}

TEST(words_that_are_wrong)
{
    static const char *const wrong[][3] = {
        { "--sprt", "20,0", "two numbers from -1000 to 1000, the first the smaller" },
        { "--within", "x", "is no number of points per hand" },
        { "--pairs", "0", "is not a whole number from 1 to 1000000" },
        { "--jobs", "99", "is not a whole number from 1 to 64" },
        { "--seats", "3", "have no two sides" },
        { "--tables", "129", "is not a whole number from 1 to 128" },
        { "--paris", "3", "did you mean --pairs?" },
        { "--names", "a", "two names are needed" },
        { "--names", "a,a", "two different names" },
        { "--names", "a,b,c", "two different names" },
        { "--names", "a/b,c", "'/' (U+002F)" },
        { "third", "bot", "two are measured against each other" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ends(2, wrong[i][2], "fiel", "measure", "cauto", wrong[i][0], wrong[i][1], "random", NULL);
    }
    ends(2, "two bots are needed", "fiel", "measure", "cauto", NULL);
    ends(2, "4 seats at 65 tables are more than 256 places of a pair: play at most 64", "fiel", "measure", "--seats",
         "4", "--tables", "65", "cauto", "random", NULL);
}

HANGS_AFTER(600)
