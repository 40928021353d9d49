/* cutters: matches that somebody cuts who does not play: hosted, from elsewhere, written by others, lost, come back. */
#include "remote.h"

#include "support/door_play.h"

static const char CALM[] = "bank=60s,inc=100ms,cap=20s,grace=50ms,start=20s";
/* Long enough for a bot that is there, on a busy machine, too; another one is given up. */
static const char QUICK[] = "bank=3s,inc=0ms,cap=2s,grace=0ms,start=6s";

/* --- hosted --------------------------------------------------------------------------------------- */

/* Two of them; every decision signed; both auditors. */
TEST(two_hosted_cutters)
{
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    struct run r = run("fiel", "match", "--bot", "cauto", "--bot", "random", "--games", "2", "--sign", "decision",
                       "--cutter", "corte", "--cutter", "corte", "--replay", replay, "--json", NULL);
    if (r.code || !strstr(r.out, "\"cutters\":2") || !strstr(r.out, "\"faults\":[]"))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    run_free(&r);
    ends(0, "  cutter 3 ", "fiel-audit", replay, NULL);
    ends(0, "", "fiel-audit", "--second", replay, NULL);
    run_says(run("fiel", "replay", replay, NULL), ANY_CODE, "cutter 2", NULL);
    r = run("fiel", "replay", replay, "--seat", "3", "--json", NULL);
    assert_int_equal(r.code, 0);
    assert_says(r.out, "HAND_END");
    assert_null(strstr(r.out, "CARDS"));
    run_free(&r);
    ends(2, "2 cutters behind them", "fiel", "replay", replay, "--seat", "4", NULL);
}

/* --- from elsewhere --------------------------------------------------------------------------------- */

/* Two hosted bots and the notary, who comes over tcp. */
static void notary_match(struct remote_match *m, const char *games, const char *clock)
{
    char notary[112];
    remote_new(m);
    snprintf(notary, sizeof notary, "remote:%s", m->bot[NOTARY].pub);
    const char *const words[] = { "--games",        games,       "--tick", tick_of(games), "--clock", clock,
                                  "--replay",       m->replay,   "--logs", m->dir,         "--cpu",   "none",
                                  "--seat-address", "127.0.0.1", "--bot",  "cauto",        "--bot",   "random",
                                  "--cutter",       notary,      NULL };
    match_run_words(m, words);
    seats_open(m, 1);
}

TEST(an_outsider_cuts)
{
    AUTO(match_drop) struct remote_match m;
    notary_match(&m, "2", CALM);
    bot_start(&m.bot[NOTARY], "corte");
    match_ends_well(&m);
    assert_int_equal(bot_end(&m.bot[NOTARY]), 0);
}

/* Its process is killed after a game and started again where it was. */
TEST(an_outsider_comes_back)
{
    AUTO(match_drop) struct remote_match m;
    notary_match(&m, GAMES_ENOUGH, CALM);
    bot_start(&m.bot[NOTARY], "corte");
    pass_until(&m, "game");
    bot_kill(&m.bot[NOTARY]);
    bot_start(&m.bot[NOTARY], "corte");
    match_ends_well(&m);
    assert_int_equal(bot_end(&m.bot[NOTARY]), 0);
}

/* The arbiter is parked and goes on; the outsider comes back to it by itself. */
TEST(the_arbiter_comes_back)
{
    AUTO(match_drop) struct remote_match m;
    notary_match(&m, GAMES_ENOUGH, CALM);
    bot_start(&m.bot[NOTARY], "corte");
    pass_until(&m, "game");
    kill(m.pid, SIGUSR1);
    pass_until(&m, "parked");
    (void)match_code(&m);
    match_resume(&m);
    match_ends_well(&m);
    assert_int_equal(bot_end(&m.bot[NOTARY]), 0);
}

/* `fiel cut` at a door, its words as its owner gives them. */
static void notary_waits(struct remote_match *m, const struct door_play *d)
{
    struct remote_bot *b = &m->bot[NOTARY];
    char server[65], key[112], record[112];
    snprintf(key, sizeof key, "%s/notary.key", m->dir);
    snprintf(record, sizeof record, "%s/notary.txt", m->dir);
    assert_int_equal(identity_write(key, &b->identity), 0);
    hex_text(server, d->key, 32);
    bot_begin(b, 0,
              (const char *const[]){ fiel(), "cut", "--connect", d->endpoint, "--server", server, "--key", key,
                                     "--record", record, "--once", NULL });
}

/* The next frame of this kind; another one fails. */
static struct from_door door_says(struct door_play *d, enum from_door_kind kind)
{
    struct from_door f;
    while (door_hears(d, &f))
        if (f.kind == kind)
            return f;
    fail_msg("no frame of kind %d", (int)kind);
    return f;
}

TEST(an_outsider_waits_at_the_door)
{
    AUTO(match_drop) struct remote_match m;
    struct door_play d;
    char record[112];
    uint8_t server[32];
    notary_match(&m, "2", CALM);
    assert_true(door_start_local(&d, fiel()));
    door_list(&d, &m.bot[NOTARY].identity, 1);
    notary_waits(&m, &d);
    assert_int_equal(door_says(&d, DOOR_WAITING).role, DOOR_CUTS);
    assert_true(hex_parse(server, sizeof server, m.bot[NOTARY].server_key));
    door_call(&d, &m.bot[NOTARY].identity, "m-1", m.bot[NOTARY].endpoint, server);
    (void)door_says(&d, DOOR_CALLED);
    json_auto_t *j = match_result(&m);
    no_faults(j);
    json_int_t hands = json_integer_value(json_object_get(j, "hands"));
    assert_int_equal(bot_end(&m.bot[NOTARY]), 0);
    assert_int_equal(door_stop(&d), 0);
    snprintf(record, sizeof record, "%s/notary.txt", m.dir);
    char *text = slurp(record, NULL), *at = text;
    assert_says(text, "match id ");
    assert_says(text, "\nend winner ");
    unsigned last = 0; /* the last line that is signed is about all of them */
    for (; (at = strstr(at, "\nhands ")) != NULL; at++)
        assert_int_equal(sscanf(at, "\nhands %u ", &last), 1);
    assert_int_equal(last, hands);
    free(text);
}

/* Stopped: nobody has won, the record says so and is valid. */
static void stopped(struct remote_match *m, const char *fault)
{
    json_t *j = event_until(m, "result"), *faults = json_object_get(j, "faults"), *f = json_array_get(faults, 0);
    bool good = !strcmp(json_text(j, "outcome"), "stopped") && json_array_size(faults) == 1 &&
                json_integer_value(json_object_get(f, "seat")) == NOTARY && !strcmp(json_text(f, "fault"), fault) &&
                !strcmp(json_text(f, "name"), "notary");
    if (!good)
        fail_msg("wanted %s:\n%s", fault, json_dumps(j, 0));
    assert_int_equal(match_code(m), json_is_null(json_object_get(j, "winner")) ? 3 : 0);
    json_decref(j);
    ends(0, "stopped", "fiel-audit", m->replay, NULL);
    ends(0, "", "fiel-audit", "--second", m->replay, NULL);
    match_drop(m);
}

TEST(an_outsider_who_never_comes)
{
    struct remote_match m;
    notary_match(&m, "2", QUICK);
    stopped(&m, "no-start");
}

TEST(an_outsider_who_leaves)
{
    struct remote_match m;
    notary_match(&m, "10000", QUICK);
    bot_start(&m.bot[NOTARY], "corte");
    pass_until(&m, "game");
    bot_kill(&m.bot[NOTARY]);
    stopped(&m, "withheld");
}

/* --- words ------------------------------------------------------------------------------------------ */

TEST(what_cut_refuses)
{
    static const char *const words[][2] = { { "--key", "x.key" }, { "--connekt", "tcp://x:1" }, { "--connect", NULL } };
    static const char *const said[] = { "where are matches", "did you mean --connect", "needs a value" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        ends(2, said[i], "fiel", "cut", words[i][0], words[i][1], NULL);
    }
    ends(0, "usage: fiel cut", "fiel", "cut", "--help", NULL);
}

HANGS_AFTER(600)
