/* The second opinion (protocol/second): its own test, records of matches that are played here, and forged ones. */
#include "process.h"

/* Both auditors say of a record that it is valid. */
static void both_say_valid(const char *replay)
{
    OWNED_RUN one = run("fiel-audit", "--quiet", replay, NULL), two = run("fiel-audit", "--second", replay, NULL);
    if (one.code || two.code)
        fail_msg("%s%s%s%s", one.out, one.err, two.out, two.err);
    assert_says(two.out, ": valid: ");
    assert_narrow(two.out);
}

/* Written cases and recorded hands, at `fiel table` as well; the vectors, the example record and what is forged of it. */
TEST(its_own_test)
{
    const char *const words[] = { "/usr/bin/python3", "tests/second/run.py", fiel(), NULL };
    run_says(run_words(words, NULL), 0, "\nrecorded: 2275 lines\n", "\n0 differ\n", NULL);
}

static const struct sample {
    const char *rules, *seats, *games, *option, *value, *bots[3];
} samples[] = {
    { "argentino-flor,target=8,gallo=fijo", "3", "1", "--sign-every", "1", { "python", "embustero", "random" } },
    { "uruguayo,target=8,signs=on", "4", "3", "--tables", "3", { "random", "cauto", NULL } },
    { "paulista,ferro_blind=yes,target=4", "2", "1", "--cutter", "corte", { "cauto", "python", NULL } },
    { "truc-y-flou,target=6,signs=on", "6", "1", "--sign", "decision", { "random", "embustero", NULL } },
    { "gauderio,target=6,declare=auto", "4", "1", "--hands-max", "2", { "cauto", "random", NULL } },
    { "mineiro,target=6", "2", "2", "--sign-every", "2", { "bad/stumbles", "random", NULL } },
};

/* A bot's words: a bundled one's name, the one in Python, or the path of a bad one. */
static const char *bot(char path[BOT_WORDS], const char *name)
{
    if (!strcmp(name, "python"))
        return bot_words(path, "sdk/python/player.py", "--play random");
    if (strncmp(name, "bad/", 4) != 0)
        return name;
    snprintf(path, BOT_WORDS, "%s/%s/%s", build_dir(), bot_room(name), name);
    return path;
}

static void play(const struct sample *s, const char *replay)
{
    char path[2][BOT_WORDS];
    const char *third = s->bots[2];
    ends(0, "", "fiel", "match", "--jail", "none", "--rules", s->rules, "--seats", s->seats, "--games", s->games,
         "--replay", replay, s->option, s->value, "--bot", bot(path[0], s->bots[0]), "--bot", bot(path[1], s->bots[1]),
         third ? "--bot" : NULL, third, NULL);
}

TEST(both_judge_what_is_played)
{
    char replay[96];
    OWNED_SCRATCH dir = scratch_new();
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        snprintf(replay, sizeof replay, "%s/%zu.replay", dir, i);
        play(&samples[i], replay);
        both_say_valid(replay);
    }
}

/* In place: what is told on lines of eighty columns, as one line. */
static void unfold(char *text)
{
    for (char *at; (at = strstr(text, "\n  ")) != NULL;)
        memmove(at, at + 2, strlen(at + 2) + 1);
}

/* A leg whose end is missing, wherever it is missing, is right as far as it goes: nobody is to blame. */
static void cut_short(const char *dir, const char *leg)
{
    char cut[96];
    size_t size;
    OWNED char *bytes = slurp(leg, &size);
    snprintf(cut, sizeof cut, "%s/cut.replay", dir);
    for (size_t i = 1; i < 6; i++) {
        spill(cut, bytes, size * i / 6);
        OWNED_RUN r = run("fiel-audit", "--second", cut, NULL);
        assert_int_equal(r.code, 1);
        unfold(r.out);
        assert_says(r.out, "right as far as it goes");
    }
}

TEST(a_pair_and_its_legs_exchanged)
{
    char one[96], two[96];
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *pair = path_in(dir, "pair");
    snprintf(one, sizeof one, "%s/0001a.replay", pair);
    snprintf(two, sizeof two, "%s/0001b.replay", pair);
    ends(0, "", "fiel", "match", "--jail", "none", "--duplicate", "--games", "1", "--rules", "paulista,target=3",
         "--replay", pair, "--bot", "cauto", "--bot", "random", NULL);
    both_say_valid(one);
    both_say_valid(two);
    cut_short(dir, one);
    cut_short(dir, two);
    ends(0, "", "fiel-audit", "--second", "--pair", one, two, NULL);
    ends(1, "the second file is no second leg", "fiel-audit", "--second", "--pair", two, one, NULL);
}

/* Where it names a record, that is the one which fiel-audit names, in a sentence that can be read. */
static void names_the_same(const char *replay, const char *says)
{
    OWNED_RUN r = run("fiel-audit", "--quiet", replay, NULL);
    const char *theirs = strstr(r.out, ": record "), *ours = strstr(says, ": record ");
    if (ours && (!theirs || atoi(theirs + 9) != atoi(ours + 9) || strlen(says) > 400))
        fail_msg("%s%s", says, r.out);
}

/* What it says of the example when one byte is another. */
static void forged(size_t at, unsigned char flip, int code, const char *says)
{
    size_t size;
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "forged.replay");
    OWNED char *bytes = slurp("tests/vectors/example.replay", &size);
    bytes[at] = (char)(bytes[at] ^ flip);
    spill(replay, bytes, size);
    OWNED_RUN r = run("fiel-audit", "--second", replay, NULL);
    assert_int_equal(r.code, code);
    assert_narrow(r.out);
    unfold(r.out);
    assert_says(r.out, says);
    if (!strstr(r.out, "right as far as it goes")) /* what is wrong then stands behind the record that it names */
        names_the_same(replay, r.out);
}

TEST(what_is_forged)
{
    forged(0, 0, 0, "as it has to be; 1 hand, 10 decisions, 11 signatures, 18 envelopes");
    forged(7, 2, 1, "this is a record of protocol version 1, which nothing speaks any more");
    forged(0, 1, 1, "this is no record of a match");
    forged(4837, 1, 1, "to blame: file"); /* in the payload of an ACT */
    forged(1500, 1, 1, "offer of OFFER from byte ");
    forged(8680, 1, 1, "record 73 is none: its length or type is impossible");
}

/* Records that these tests make are judged by both, and neither takes what the other refuses: the lies about the arbiter's own
 * records and fields, frauds with its key, cutters, faults of matches that are decided; and one in five of those in which lines and processes
 * are lost, clocks stand still and tick (with FIEL_RECORDS=* every one: make test-long). */
TEST(both_judge_what_tests_make)
{
    char dir[64], script[1024];
    const char *some = getenv("FIEL_RECORDS") ? getenv("FIEL_RECORDS") : "*[05]";
    static const char *const tests[] = { "unit/test_audit_cutters",
                                         "unit/test_audit_envelopes",
                                         "unit/test_audit_forged",
                                         "unit/test_audit_frauds",
                                         "unit/test_audit_inputs",
                                         "unit/test_audit_planted",
                                         "unit/test_audit_planted_many",
                                         "unit/test_audit_planted_tables",
                                         "unit/test_audit_planted_files",
                                         "sim/sim_decided",
                                         "sim/sim_cutters",
                                         "sim/sim_back",
                                         "sim/sim_cutters_back",
                                         "sim/sim_duty",
                                         "sim/sim_faults",
                                         "sim/sim_frames",
                                         "sim/sim_match",
                                         "sim/sim_pause",
                                         "sim/sim_pauses",
                                         "sim/sim_pauses_tables",
                                         "sim/sim_pair",
                                         "sim/sim_tick",
                                         "sim/sim_tables",
                                         "sim/sim_tables_pair" };
    enum { ALL_OF = 11 }; /* of the first ones */
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        scratch(dir);
        snprintf(script, sizeof script,
                 "FIEL_KEEP_RECORDS='%s' '%s/tests/%s' > '%s/said' 2>&1 || { cat '%s/said'; exit 1; }; "
                 "/usr/bin/python3 tests/second/beside_audit.py %s '%s/bin/fiel-audit' '%s' '%s.replay'",
                 dir, build_dir(), tests[i], dir, dir, strstr(tests[i], "planted_files") ? "--pairs" : "", build_dir(),
                 dir, i < ALL_OF ? "*" : some);
        const char *const words[] = { "/bin/sh", "-c", script, NULL };
        OWNED_RUN r = run_words(words, NULL);
        if (r.code != 0)
            fail_msg("%s: exit %d\n%s\n%s", tests[i], r.code, r.out, r.err);
        assert_says(r.out, ", 0 differ\n");
        scratch_remove(dir);
    }
}

/* The same random games at `fiel table` and by the second opinion's rules: what may be done and what is seen, decision by decision. */
TEST(both_sit_at_the_same_table)
{
    static const char *const samples_of_rules[] = { "-n 60", "-n 15 -r uruguayo,target=12 -p 6" };
    char script[512];
    for (size_t i = 0; i < sizeof samples_of_rules / sizeof *samples_of_rules; i++) {
        snprintf(script, sizeof script, "/usr/bin/python3 tests/second/beside_table.py '%s/bin/fiel' %s", build_dir(),
                 samples_of_rules[i]);
        const char *const words[] = { "/bin/sh", "-c", script, NULL };
        OWNED_RUN r = run_words(words, NULL);
        if (r.code != 0)
            fail_msg("%s: exit %d\n%s\n%s", samples_of_rules[i], r.code, r.out, r.err);
        assert_says(r.out, " decisions, 0 games differ\n");
    }
}
