/* replaced: a bot's program, or a file that it reads, is another one when what was begun with it goes on. */
#include "running.h"
#include "served.h"

static char bots[80], mine[96], word[100]; /* a folder, the program in it, and this as one word of a command */

/* The file `name` in the bots' folder. */
static const char *beside(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", bots, name);
    return path;
}

static void write_text(const char *path, const char *text, mode_t mode)
{
    unlink(path);
    spill(path, text, strlen(text));
    assert_int_equal(chmod(path, mode), 0);
}

static void copy_bot(const char *bot, const char *to)
{
    char from[512];
    snprintf(from, sizeof from, "%s/%s/%s", build_dir(), bot_room(bot), bot);
    unlink(to);
    copy_file(from, to, 0755);
}

static void place(struct match *m)
{
    match_place(m);
    snprintf(bots, sizeof bots, "%s/bots", m->dir);
    snprintf(mine, sizeof mine, "%s/mine", bots);
    snprintf(word, sizeof word, "'%s'", mine);
    assert_int_equal(mkdir(bots, 0755), 0);
    copy_bot("cauto", mine);
    write_text(beside("weights"), "1 2 3\n", 0644);
    copy_bot("random", beside("other"));
    assert_int_equal(mkdir(beside("rival"), 0755), 0);
    copy_bot("random", beside("rival/bot"));
    write_text(beside("rival/data"), "1\n", 0644);
}

/* A match of `bot` that is parked in the middle. */
static void parked(struct match *m, const char *bot, const char *series)
{
    match_run(m, (const char *const[]){ "--bot", bot, "--bot", "random", "--games", GAMES_ENOUGH, "--tick", TICK_ENOUGH,
                                        "--jail", "basic", series, NULL });
    if (series) /* its records lie in a folder */
        assert_true(wait_for_child(m, "fiel referee") > 0);
    else
        match_moves(m, PLAYED);
}
static void park(struct match *m)
{
    kill(m->pid, SIGUSR1);
    run_complains(match_end(m), 3, "goes on with it", NULL);
}

static struct run resume(const struct match *m)
{
    setenv("TMPDIR", m->temp, 1);
    struct run r = run("fiel", "match", "--resume", m->replay, "--json", NULL);
    unsetenv("TMPDIR");
    return r;
}

/* Two hashes, and who it is about. */
static void assert_refused(struct run *r, const char *who)
{
    const char *was = strstr(r->err, " was "), *is = was ? strstr(was, " and is ") : NULL;
    assert_int_equal(r->code, 3);
    assert_says(r->err, who);
    assert_true(was && strspn(was + 5, "0123456789abcdef") == 64);
    assert_true(is && (strspn(is + 8, "0123456789abcdef") == 64 || !strncmp(is + 8, "gone", 4)));
    run_free(r);
}

/* The program, or a file beside it, is another; it is there again; and what says nothing of who it is comes and goes. */
TEST(a_match_goes_on_with_what_it_began)
{
    OWNED_MATCH m;
    place(&m);
    parked(&m, word, NULL);
    park(&m);
    copy_bot("random", mine);
    OWNED_RUN r = resume(&m);
    assert_refused(&r, "bots/mine was");
    copy_bot("cauto", mine);
    write_text(beside("rival/data"), "2\n", 0644); /* another bot's folder */
    write_text(beside("weights"), "1 2 4\n", 0644);
    r = resume(&m);
    assert_refused(&r, "bots/weights was");
    unlink(beside("weights"));
    r = resume(&m);
    assert_refused(&r, "bots/weights was");
    write_text(beside("weights"), "1 2 3\n", 0644);
    write_text(beside("results.csv"), "came later\n", 0644);
    write_text(beside(".editor"), "of no meaning\n", 0644);
    copy_bot("cauto", beside("other")); /* a neighbour of a compiled program */
    run_says(resume(&m), 0, NULL);
    r = run("fiel-audit", m.replay, NULL);
    assert_int_equal(r.code, 0);
}

/* Anyone who cannot put it back closes the match, which blames nobody. */
TEST(another_program_closes_it)
{
    OWNED_MATCH m;
    place(&m);
    parked(&m, word, NULL);
    park(&m);
    copy_bot("random", mine);
    setenv("TMPDIR", m.temp, 1);
    OWNED_RUN r = run("fiel", "match", "--resume", m.replay, "--give-up", "--json", NULL);
    unsetenv("TMPDIR");
    assert_says(r.out, "\"void\"");
    assert_says(r.out, "\"faults\":[]");
}

/* Of a script that an interpreter is given the folder is its own: what it reads there, and runs. */
TEST(a_script_and_what_it_runs)
{
    OWNED_MATCH m;
    char bot[256], text[256];
    place(&m);
    snprintf(text, sizeof text, "exec '%s'\n", beside("other"));
    write_text(mine, text, 0644);
    snprintf(bot, sizeof bot, "/usr/bin/env sh '%s'", mine);
    parked(&m, bot, NULL);
    park(&m);
    copy_bot("cauto", beside("other"));
    OWNED_RUN r = resume(&m);
    assert_refused(&r, "bots/other was");
    copy_bot("random", beside("other"));
    write_text(mine, "exec false\n", 0644);
    r = resume(&m);
    assert_refused(&r, "bots/mine was");
}

TEST(a_series)
{
    OWNED_MATCH m;
    place(&m);
    parked(&m, word, "--duplicate");
    kill(m.pid, SIGUSR1);
    run_complains(match_end(&m), ANY_CODE, "goes on with the series", NULL);
    copy_bot("random", mine);
    OWNED_RUN r = resume(&m);
    assert_refused(&r, "bots/mine was");
}

/* A bot that changes itself when it is started for the time-th time, which is nothing that a jailed one can. */
static void changes_itself(int time)
{
    char text[1024], cauto[4096];
    assert_non_null(realpath(build_dir(), cauto));
    snprintf(text, sizeof text,
             "#!/bin/sh\necho >> '%s/starts'\n[ $(wc -l < '%s/starts') -ne %d ] || echo '#' >> \"$0\"\n"
             "exec '%.200s/bots/cauto'\n",
             bots, bots, time, cauto);
    write_text(mine, text, 0755);
}

/* One that crashed is not started anew as another; and where nothing keeps it from being another, it parks no match that it loses. */
TEST(in_the_middle_of_a_match)
{
    OWNED_MATCH m;
    place(&m);
    changes_itself(1);
    match_run(&m, (const char *const[]){ "--bot", word, "--bot", "random", "--jail", "none", "--disturb", "0", "--json",
                                         NULL });
    OWNED_RUN r = match_end(&m);
    if (r.code)
        fail_msg("exit %d: %s", r.code, r.err);
    assert_says(r.err, "mine is not started again: ");
    assert_says(r.err, "bots/mine was");
    assert_says(r.out, "\"winner\":1");
}

/* What others write beside its program while the match runs stops no bot that is started again. */
TEST(a_neighbour_may_grow)
{
    OWNED_MATCH m;
    place(&m);
    copy_bot("cauto", mine);
    write_text(beside("other.log"), "one line\n", 0644);
    match_run(&m, (const char *const[]){ "--bot", word, "--bot", "random", "--games", "10000", "--tick", TICK_ENOUGH,
                                         "--json", NULL });
    match_moves(&m, PLAYED);
    write_text(beside("other.log"), "one line\nand another\n", 0644);
    kill(wait_for_child(&m, mine), SIGKILL);
    match_moves(&m, 2 * PLAYED);
    kill(m.pid, SIGTERM);
    OWNED_RUN r = match_end(&m);
    assert_null(strstr(r.err, "another program"));
}

/* --- pairs ----------------------------------------------------------------------------------------------------- */

static struct run measure_into(const char *records, const char *jail, const char *pairs)
{
    return run("fiel", "measure", "--within", "0.0001", "--rules", "argentino,target=3", "--jail", jail, "--jobs", "1",
               "--replays", records, "--json", "--pairs", pairs, word, "random", NULL);
}

static struct run measure(const struct match *m, const char *pairs)
{
    char records[96];
    snprintf(records, sizeof records, "%s/records", m->dir);
    return measure_into(records, "none", pairs);
}

static json_int_t counted(struct run *r)
{
    json_auto_t *j = json_loads(r->out, 0, NULL);
    return json_integer_value(json_object_get(j, "pairs"));
}

TEST(a_measurement)
{
    OWNED_MATCH m;
    place(&m);
    run_says(measure(&m, "2"), 0, NULL);
    copy_bot("random", mine);
    OWNED_RUN r = measure(&m, "4");
    assert_refused(&r, "bots/mine was");
    copy_bot("cauto", mine);
    r = measure(&m, "4");
    assert_int_equal(r.code, 0);
    assert_int_equal(counted(&r), 4);
}

/* What is kept of it grows in the bot's own folder, and is of no bot. */
TEST(what_it_keeps_is_of_no_bot)
{
    OWNED_MATCH m;
    place(&m);
    OWNED_RUN r = measure_into(beside("records"), "basic", "3");
    assert_int_equal(counted(&r), 3);
    run_free(&r);
    r = measure_into(beside("records"), "basic", "5");
    assert_int_equal(counted(&r), 5);
    run_free(&r);
    r = run("fiel", "tournament", "--bot", word, "--bot", "random", "--pairs", "3", "--rules", "argentino,target=3",
            "--to", beside("cup"), NULL);
    assert_int_equal(r.code, 0);
}

/* While it runs: between two pairs, and between the legs of one, which is then no pair. */
TEST(a_measurement_that_runs)
{
    for (int time = 1; time < 4; time++) {
        OWNED_MATCH m;
        place(&m);
        changes_itself(time);
        OWNED_RUN r = measure(&m, "9");
        assert_int_equal(counted(&r), (time - 1) / 2 + (time == 2));
        assert_refused(&r, "bots/mine was");
    }
}

TEST(a_tournament)
{
    OWNED_MATCH m;
    char cup[96];
    place(&m);
    snprintf(cup, sizeof cup, "%s/cup", m.dir);
    changes_itself(2);
    OWNED_RUN r = run("fiel", "tournament", "--rules", "argentino,target=3", "--jail", "none", "--jobs", "1", "--bot",
                      word, "--bot", "random", "--pairs", "3", "--to", cup, NULL);
    assert_says(r.out, "1 of 3 pairs");
    assert_refused(&r, "bots/mine was");
    r = run("fiel", "tournament", "--resume", cup, NULL);
    assert_refused(&r, "mine: ");
    changes_itself(2);
    r = run("fiel", "tournament", "--resume", cup, NULL);
    assert_int_equal(r.code, 0);
    assert_says(r.out, "3 of 3 pairs");
}

/* The row of the table in which a bot stands: its pairs. */
static json_int_t pairs_of(const json_t *table, const char *name)
{
    json_t *one;
    size_t i;
    json_array_foreach(json_object_get(table, "bots"), i,
                       one) if (!strcmp(json_string_value(json_object_get(one, "name")),
                                        name)) return json_integer_value(json_object_get(one, "pairs"));
    return -1;
}

/* With --accept-new it plays on under another name, has pairs of its own, and those of before stay what they were; twice. */
TEST(a_new_bot_of_a_tournament)
{
    static const char *const kinds[] = { "round-robin", "gauntlet", "swiss" };
    for (int kind = 0; kind < 3; kind++) {
        OWNED_MATCH m;
        char cup[96];
        place(&m);
        snprintf(cup, sizeof cup, "%s/cup", m.dir);
        changes_itself(4);
        OWNED_RUN r = run("fiel", "tournament", "--rules", "argentino,target=3", "--jail", "none", "--jobs", "1",
                          "--kind", kinds[kind], "--bot", word, "--bot", "random", "--bot", "cauto", "--bot",
                          "embustero", "--pairs", "2", "--to", cup, NULL);
        assert_refused(&r, "bots/mine was");
        changes_itself(99);
        copy_bot("random", beside("other"));
        r = run("fiel", "tournament", "--resume", cup, "--accept-new", "--json", NULL);
        assert_int_equal(r.code, 0);
        json_t *j = json_loads(r.out, 0, NULL);
        json_int_t others = kind == 1 ? 2 : kind == 2 ? 4 : 6, met = kind == 2 ? 4 : 6;
        assert_int_equal(pairs_of(j, "mine"), 2);
        assert_int_equal(pairs_of(j, "mine-2"), met);
        assert_true(pairs_of(j, "cauto") >= others); /* and those that it has with the former one */
        assert_int_equal(json_integer_value(json_object_get(j, "played")),
                         json_integer_value(json_object_get(j, "planned")));
        json_decref(j);
        run_free(&r);
        copy_bot("cauto", mine);
        r = run("fiel", "tournament", "--resume", cup, "--accept-new", "--json", NULL);
        assert_int_equal(r.code, 0);
        j = json_loads(r.out, 0, NULL);
        assert_int_equal(pairs_of(j, "mine"), 2);
        assert_int_equal(pairs_of(j, "mine-2"), met);
        assert_int_equal(pairs_of(j, "mine-3"), met);
        json_decref(j);
        run_free(&r);
        r = run("fiel", "tournament", "--resume", cup, NULL);
        assert_says(r.out, "mine-3");
        assert_int_equal(r.code, 0);
    }
}

/* --- a daemon ---------------------------------------------------------------------------------------------------- */

/* It goes on when the program is there again; else its order ends void, with the reason in the log and nobody's fault. */
TEST(an_order)
{
    for (int back = 0; back < 2; back++) {
        AUTO(served_end) struct served s;
        served_start(&s, PLAIN_AT(TICK_ENOUGH));
        snprintf(bots, sizeof bots, "%.70s", s.state);
        snprintf(mine, sizeof mine, "%s/bots/cauto", bots);
        assert_int_equal(order_games(&s, back ? GAMES_ENOUGH : "10000"), 1);
        record_moves(&s, 1, BEGUN);
        assert_int_equal(daemon_end(&s, SIGTERM), 0);
        copy_bot("embustero", mine);
        if (back)
            copy_bot("cauto", mine);
        daemon_start(&s);
        json_auto_t *j = end_of(&s, 1);
        assert_string_equal(json_string_value(json_object_get(j, "state")), back ? "finished" : "void");
        assert_int_equal(json_array_size(json_object_get(json_object_get(j, "result"), "faults")), 0);
        assert_int_equal(logged(&s, "/bots/cauto was ") > 0, !back);
    }
}

/* --- what the offer says --------------------------------------------------------------------------------------- */

/* H of one file, or of what b2sum prints of several. */
TEST(the_offer_names_it)
{
    static const char *const say[] = { "b2sum -l 256 mine", "b2sum -l 256 mine weights | b2sum -l 256" };
    struct match m;
    char command[256], hash[65];
    for (int files = 0; files < 2; files++) {
        place(&m);
        if (!files)
            unlink(beside("weights"));
        snprintf(command, sizeof command, "cd '%s' && %s", bots, say[files]);
        FILE *f = popen(command, "r");
        assert_true(f && fscanf(f, "%64s", hash) == 1 && !pclose(f));
        ends(0, "", "fiel", "match", "--games", "1", "--rules", "argentino,target=2", "--bot", word, "--bot", "random",
             "--replay", m.replay, NULL);
        struct run r = run("fiel-audit", "--json", m.replay, NULL);
        assert_says(r.out, hash);
        match_drop(&m, &r);
    }
}
