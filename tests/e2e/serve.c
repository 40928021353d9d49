/* serve: the daemon as its operators have it: orders, ends, kills, stops. */
#include "served.h"
#include "units.h"

#include <sys/resource.h>

#include "record/header.h"

/* --- orders -------------------------------------------------------------------------------------------- */

/* As the match's offer has it; the match was audited. */
static uint32_t note_bytes_of(const struct served *s, int id)
{
    static struct header h;
    char path[96];
    size_t size;
    struct replay file;
    struct record rec;
    snprintf(path, sizeof path, "%s/%d.replay", s->dir, id);
    OWNED char *bytes = slurp(path, &size);
    replay_over(&file, bytes, size);
    assert_true(replay_next(&file, &rec) && header_read(&rec, &h));
    return h.offer.note_bytes;
}

TEST(orders_are_played_and_kept)
{
    AUTO(served_end) struct served s;
    served_start(&s, "[matches]\njail = basic\ntick = 1ms\n[metrics]\nfile = fiel.prom\n");
    char path[128];
    snprintf(path, sizeof path, "%s/fiel.prom", s.state);
    run_says(ask(&s, "status", NULL), 0, NULL); /* who is answered is behind the first writing */
    /* However often it is written: before the first order nothing runs. */
    char *metrics = slurp(path, NULL);
    assert_says(metrics, "# TYPE fiel_matches_running gauge\nfiel_matches_running 0\n");
    free(metrics);
    struct run r = ask(&s, "order", "--bot", "cauto", "--bot", "random", "--games", "2", "--note-bytes", "70000",
                       "--json", NULL);
    assert_int_equal(r.code, 0);
    json_t *j = json_of(&r), *result = json_object_get(j, "result");
    assert_string_equal(json_string_value(json_object_get(j, "state")), "finished");
    assert_string_equal(json_string_value(json_object_get(result, "outcome")), "played");
    assert_int_equal(json_array_size(json_object_get(result, "seats")), 2);
    json_decref(j);
    assert_audits(&s, 1);
    assert_int_equal(note_bytes_of(&s, 1), 70000);
    assert_end(&s, 1, "finished"); /* told once more to anyone who asks late */
    run_says(ask(&s, "order", "--bot", "cauto", "--bot", "embustero", "--seats", "4", "--games", "1", "--rules",
                 "argentino-flor", NULL),
             0, "match 2: won by ", NULL);
    assert_audits(&s, 2);
    run_says(ask(&s, "status", "--list", NULL), ANY_CODE, "1  finished",
             "[\"cauto\",\"embustero\",\"cauto\",\"embustero\"]", NULL);
    run_says(ask(&s, "status", "--metrics", NULL), ANY_CODE, "fiel_matches_total{state=\"finished\"} 2\n",
             "# TYPE fiel_nobodys_seconds_total counter\nfiel_nobodys_seconds_total ", NULL);
}

/* A bot in Python as a ladder's worker hands it in: its line names a program, which gets the runtime of Python. */
TEST(a_line_says_what_is_run)
{
    static const char program[] = "#!/usr/bin/env python3\n"
                                  "import json, sys\n"
                                  "assert sys.argv[1:] == ['first move', 'x']\n"
                                  "for line in sys.stdin:\n"
                                  "    legal = json.loads(line).get('legal')\n"
                                  "    if legal: print(json.dumps({'do': legal[0]}), flush=True)\n",
                      line[] = "files/deep/bot.py 'first move' x\n";
    AUTO(served_end) struct served s;
    OWNED_RUN strict = run("fiel", "jail-test", "--quick", NULL);
    served_start(&s, strict.code ? "[matches]\njail = basic\n" : "[matches]\njail = strict\n");
    SHELL_FINE("mkdir -p '%s/bots/py/files/deep'", s.state);
    OWNED char *run = path_in(s.state, "bots/py/run"), *bot = path_in(s.state, "bots/py/files/deep/bot.py");
    spill(run, line, strlen(line));
    spill(bot, program, strlen(program));
    assert_int_equal(chmod(bot, 0755), 0);
    run_says(ask(&s, "order", "--bot", "lines:py", "--bot", "random", "--games", "1", "--json", NULL), 0,
             "\"faults\":[]", NULL);
    assert_audits(&s, 1);
}

/* Pairs whose bots nothing keeps from remembering: the host's own play them and it is said; strangers' do not, until the host wants
 * it; remote ones never. */
TEST(unheld_pairs_are_refused_or_said_to_be)
{
    AUTO(served_end) struct served s;
    served_start(&s, PLAIN);
    run_says(ask(&s, "order", "--bot", "cauto", "--bot", "random", "--duplicate", "--games", "1", NULL), 0,
             "1 of its pairs unheld", NULL);
    run_says(ask(&s, "status", "1", NULL), ANY_CODE, "\"unheld\":1", "\"held\":[\"not\",\"not\"]", NULL);
    run_complains(ask(&s, "order", "--bot", "cauto", "--bot", "random", "--duplicate", "--strangers", NULL), 1,
                  "strangers' bots could remember the first leg's cards, for [matches] jail = none", NULL);
    run_complains(ask(&s, "order", "--bot", "cauto", "--bot", "remote:eva", "--duplicate", NULL), 1,
                  "a remote bot plays no pairs: leave duplicate out", NULL);
    run_complains(ask(&s, "order", "--bot", "cauto", "--bot", "remote:eva", "--duplicate", "--duplicate-unheld", NULL),
                  2, "a daemon plays no pairs with remote bots", NULL);
    write_config(&s, PLAIN "duplicate_unheld = yes\n");
    run_says(ask(&s, "reload", NULL), 0, NULL);
    run_says(ask(&s, "order", "--bot", "cauto", "--bot", "random", "--duplicate", "--games", "1", "--strangers", NULL),
             0, "1 of its pairs unheld", NULL);
}

/* What a hosted bot prints is its author's: it is fetched like the record, of a duplicate match leg by leg. */
TEST(what_a_bot_printed_is_fetched)
{
    AUTO(served_end) struct served s;
    char path[160], script[800], out[96];
    served_start(&s, PLAIN);
    snprintf(path, sizeof path, "%s/bots/loud", s.state);
    int n = snprintf(script, sizeof script, "#!/bin/sh\necho so loud >&2\nexec '%s/bots/random'\n", s.state);
    spill(path, script, (size_t)n);
    assert_int_equal(chmod(path, 0755), 0);
    run_says(ask(&s, "order", "--bot", "cauto", "--bot", "loud", "--games", "1", NULL), 0, NULL);
    snprintf(out, sizeof out, "%s/loud.log", s.dir);
    run_says(ask(&s, "fetch", "1", "--log", "1", "--out", out, NULL), 0, NULL);
    OWNED char *text = slurp(out, NULL);
    assert_string_equal(text, "so loud\n");
    snprintf(path, sizeof path, "%s/none.log", s.dir);
    run_complains(ask(&s, "fetch", "1", "--log", "0", "--out", path, NULL), 1, "no such log",
                  NULL); /* cauto printed nothing */
    run_complains(ask(&s, "fetch", "1", "--log", "1", "--file", "../00000001.logs", NULL), 1, "leg: a name as 0001a",
                  NULL);
    run_says(ask(&s, "order", "--bot", "loud", "--bot", "cauto", "--games", "1", "--duplicate", NULL), 0, NULL);
    unlink(out);
    run_says(ask(&s, "fetch", "2", "--log", "1", "--file", "0001b", "--out", out, NULL), 0,
             NULL); /* it sits one seat further there */
}

/* The bots' logs of so many orders are kept, and their records for ever. */
TEST(logs_are_kept_for_a_while)
{
    AUTO(served_end) struct served s;
    char path[160], script[800], out[96];
    served_start(&s, PLAIN "logs_kept = 2\n");
    snprintf(path, sizeof path, "%s/bots/loud", s.state);
    int n = snprintf(script, sizeof script, "#!/bin/sh\necho so loud >&2\nexec '%s/bots/random'\n", s.state);
    spill(path, script, (size_t)n);
    assert_int_equal(chmod(path, 0755), 0);
    for (int id = 1; id <= 3; id++) {
        run_says(ask(&s, "order", "--bot", "cauto", "--bot", "loud", "--games", "1", NULL), 0, NULL);
    }
    static const struct {
        const char *id;
        int code;
    } logs[] = { { "1", 1 }, { "2", 0 }, { "3", 0 } };
    for (size_t i = 0; i < 3; i++) {
        snprintf(out, sizeof out, "%s/%s.log", s.dir, logs[i].id);
        run_says(ask(&s, "fetch", logs[i].id, "--log", "1", "--out", out, NULL), logs[i].code, NULL);
    }
    assert_audits(&s, 1);
}

/* Every deal twice, killed in the middle: all pairs come to an end, and each is a pair. */
TEST(series_are_played_to_their_end)
{
    AUTO(served_end) struct served s;
    char a[160], b[160];
    served_start(&s, PLAIN);
    OWNED_RUN r = ask(&s, "order", "--bot", "cauto", "--bot", "random", "--games", "3", "--duplicate", "--detach",
                      NULL);
    assert_string_equal(r.out, "1\n");
    file_is_there(&s, "00000001.pairs/0002a.replay");
    assert_int_equal(daemon_end(&s, SIGKILL), 128 + SIGKILL);
    daemon_start(&s);
    json_auto_t *j = end_of(&s, 1);
    assert_string_equal(json_string_value(json_object_get(j, "state")), "finished");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(j, "result"), "pairs")), 3);
    snprintf(a, sizeof a, "%s/records/00000001.pairs.broken1", s.state);
    assert_int_equal(access(a, F_OK), -1); /* it went on */
    snprintf(a, sizeof a, "%s/a", s.dir);
    snprintf(b, sizeof b, "%s/b", s.dir);
    for (int i = 0; i < 2; i++) {
        run_says(ask(&s, "fetch", "1", "--file", i ? "0003b.replay" : "0003a.replay", "--out", i ? b : a, NULL), 0,
                 NULL);
    }
    ends(0, "", "fiel-audit", "--pair", a, b, NULL);
    assert_denied(ask(&s, "fetch", "1", "--file", "0003.events", NULL), "a name as 0001a.replay");
    /* What a series that broke off leaves for --resume: the arbiter's key is in it. */
    snprintf(a, sizeof a, "%s/records/00000001.pairs/series.resume", s.state);
    spill(a, "key", 3);
    assert_denied(ask(&s, "fetch", "1", "--file", "series.resume", NULL), "a name as 0001a.replay");
}

TEST(what_cannot_be_played_is_refused)
{
    AUTO(served_end) struct served s;
    served_start(&s, PLAIN_AT(TICK_ENOUGH) "queue = 1\n");
    assert_denied(ask(&s, "order", "--bot", "cauto", "--bot", "nobody", NULL), "there is no hosted bot 'nobody'");
    assert_denied(ask(&s, "order", "--bot", "cauto", "--bot", "/bin/sh", NULL), "no path");
    assert_denied(ask(&s, "order", "--bot", "cauto", "--bot", "remote:eva", NULL), "this arbiter has no door");
    assert_denied(ask(&s, "order", "--bot", "cauto", "--bot", "random", "--rules", "chinchon", NULL), "order: rules: ");
    run_complains(ask(&s, "order", "--bot", "cauto", "--bot", "random", "--tables", "4", NULL), 2,
                  "a daemon plays every match at one table", NULL);
    assert_denied(ask(&s, "status", "17", NULL), "there is no match 17");
    assert_denied(ask(&s, "cancel", "17", NULL), "there is no match 17");
    assert_denied(ask(&s, "fetch", "17", NULL),
                  "match 17 has no such record: No such file or directory: `fiel status --list` shows");
    assert_int_equal(order_games(&s, "5000"), 1);
    assert_int_equal(order_games(&s, "5000"), 2);
    assert_int_equal(order_games(&s, "1"), 3); /* waits: two at once */
    assert_denied(ask(&s, "order", "--bot", "cauto", "--bot", "random", NULL), "1 orders wait already");
    assert_denied(ask(&s, "fetch", "1", NULL), "match 1 is not over");
    run_complains(run("fiel", "serve", "--config", s.config, NULL), 3, "another daemon serves",
                  NULL); /* a second daemon would play all twice */
}

TEST(the_same_ref_is_ordered_once)
{
    AUTO(served_end) struct served s;
    served_start(&s, PLAIN);
    for (int i = 0; i < 2; i++) {
        OWNED_RUN r = ask(&s, "order", "--bot", "cauto", "--bot", "random", "--games", "1", "--ref", "r1", "--detach",
                          NULL);
        assert_string_equal(r.out, "1\n");
        assert_end(&s, 1, "finished");
        if (i == 0) { /* and after a restart */
            assert_int_equal(daemon_end(&s, SIGKILL), 128 + SIGKILL);
            daemon_start(&s);
        }
    }
}

TEST(orders_are_cancelled)
{
    AUTO(served_end) struct served s;
    served_start(&s, "[matches]\njail = none\nat_once = 1\ntick = " TICK_ENOUGH "\n");
    assert_int_equal(order_games(&s, "5000"), 1);
    assert_int_equal(order_games(&s, "5000"), 2);
    record_moves(&s, 1, 20000);
    assert_state(&s, 2, "queued");
    run_says(ask(&s, "cancel", "2", NULL), 0, NULL);
    assert_end(&s, 2, "cancelled");
    run_says(ask(&s, "cancel", "1", NULL), 0, NULL);
    assert_end(&s, 1, "cancelled");
    assert_audits(&s, 1); /* it began: its record is closed, signed, void */
    assert_denied(ask(&s, "cancel", "1", NULL), "match 1 is over");
    assert_int_equal(order_games(&s, "5000"), 3); /* and when the daemon is killed at that moment */
    record_moves(&s, 3, 20000);
    run_says(ask(&s, "cancel", "3", NULL), 0, NULL);
    assert_int_equal(daemon_end(&s, SIGKILL), 128 + SIGKILL);
    daemon_start(&s);
    assert_end(&s, 3, "cancelled");
    assert_audits(&s, 3);
}

/* --- kills and stops ---------------------------------------------------------------------------------------- */

static pid_t resume_by_hand(const struct served *s, const char *replay)
{
    char out[96];
    snprintf(out, sizeof out, "%s/by-hand", s->dir);
    return begin_words((struct streams){ .file = { NULL, out } },
                       (const char *const[]){ fiel(), "match", "--resume", replay, "--json", NULL });
}

TEST(killed_daemons_lose_and_double_nothing)
{
    AUTO(served_end) struct served s;
    /* With ticks none ends before its last kill, however fast the bots are; and it is the one that lags which has to move. */
    served_start(&s, "[matches]\njail = none\nat_once = 2\ntick = 5ms\n");
    assert_int_equal(order_games(&s, "10"), 1);
    assert_int_equal(order_games(&s, "10"), 2);
    assert_int_equal(order_games(&s, "2"), 3);
    for (int i = 0; i < 3; i++) {
        record_moves(&s, record_size(&s, 1) <= record_size(&s, 2) ? 1 : 2, 10000 + 4000 * i);
        assert_int_equal(daemon_end(&s, SIGKILL), 128 + SIGKILL);
        daemon_start(&s);
    }
    for (int id = 1; id <= 3; id++) {
        assert_end(&s, id, "finished");
        assert_audits(&s, id);
    }
    OWNED_RUN r = ask(&s, "status", "--list", NULL);
    assert_null(strstr(r.out, "       4 "));
    assert_true(logged(&s, "\"event\":\"match-resumed\"") >= 3);
    assert_int_equal(logged(&s, "\"event\":\"match-ended\""), 3);
}

/* Its operator went on with the match by hand: the daemon waits for that, and tells the result. */
TEST(a_match_in_other_hands_is_left_alone)
{
    AUTO(served_end) struct served s;
    char replay[160], *out = NULL;
    int status;
    served_start(
        &s,
        "[matches]\njail = none\nat_once = 2\ntick = 10ms\n"); /* so that it is still played when the daemon looks */
    assert_int_equal(order_games(&s, "4"), 1);
    record_moves(&s, 1, 10000);
    assert_int_equal(daemon_end(&s, SIGKILL), 128 + SIGKILL);
    snprintf(replay, sizeof replay, "%s/records/00000001.replay", s.state);
    pid_t by_hand = resume_by_hand(&s, replay);
    record_moves(&s, 1, 1);
    daemon_start(&s);
    json_t *j = end_of(&s, 1), *result = json_object_get(j, "result");
    out = json_dumps(j, 0);
    if (strcmp(json_string_value(json_object_get(j, "state")), "finished") ||
        !json_is_true(json_object_get(result, "from_record")))
        fail_msg("%s", out);
    free(out);
    json_decref(j);
    assert_int_equal(waitpid(by_hand, &status, 0), by_hand);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    snprintf(replay, sizeof replay, "%s/by-hand", s.dir);
    out = slurp(replay, NULL);
    assert_says(out, "\"faults\":[]");
    free(out);
    assert_int_equal(logged(&s, "\"event\":\"match-held\""), 1);
    assert_int_equal(logged(&s, "\"event\":\"match-again\""), 0);
    assert_audits(&s, 1);
}

TEST(a_match_that_was_over_is_not_played_again)
{
    AUTO(served_end) struct served s;
    char done[160], order[160], events[160];
    served_start(&s, PLAIN);
    assert_int_equal(order_games(&s, "2"), 1);
    assert_end(&s, 1, "finished");
    assert_int_equal(daemon_end(&s, SIGTERM), 0);
    /* As if it had been killed with the match over and nothing written down yet, not even the events. */
    snprintf(done, sizeof done, "%s/done/00000001.json", s.state);
    snprintf(order, sizeof order, "%s/orders/00000001.json", s.state);
    snprintf(events, sizeof events, "%s/records/00000001.events", s.state);
    assert_int_equal(rename(done, order), 0);
    assert_int_equal(unlink(events), 0);
    daemon_start(&s);
    json_t *j = end_of(&s, 1), *result = json_object_get(j, "result");
    assert_string_equal(json_string_value(json_object_get(j, "state")), "finished");
    assert_true(json_is_true(json_object_get(result, "from_record")));
    json_decref(j);
    assert_int_equal(logged(&s, "\"event\":\"match-started\""), 1);
    assert_audits(&s, 1);
}

/* How many records of the first match were put aside. */
static unsigned voids_kept(const struct served *s)
{
    unsigned n = 0;
    char path[160];
    do
        snprintf(path, sizeof path, "%s/records/00000001.void%u.replay", s->state, ++n);
    while (access(path, F_OK) == 0);
    return n - 1;
}

/* A daemon on a machine on which the second bot of a match cannot be started, so many times, or with 0 never. */
static void short_of_processes(struct served *s, unsigned times)
{
    static const char bytes[8];
    char rule[256], once[160];
    served_make(s, PLAIN);
    snprintf(once, sizeof once, "%s/once", s->dir);
    snprintf(rule, sizeof rule, "fork:fiel keeper --seat 1:%s", once);
    spill(once, bytes, times);
    setenv("FIEL_SCARCE", rule, 1);
    assert_true(shim_load("scarce.so"));
    daemon_start(s);
    shim_unload();
    unsetenv("FIEL_SCARCE");
}

/* What the machine made void is played again, so often and no more; and who was there is counted. */
TEST(what_the_machine_made_void_is_played_again)
{
    AUTO(served_end) struct served s;
    short_of_processes(&s, 0);
    assert_int_equal(order_games(&s, "2"), 1);
    assert_end(&s, 1, "void");
    assert_int_equal(voids_kept(&s), 3);
    assert_int_equal(logged(&s, "\"event\":\"match-void-again\""), 3);
    run_says(ask(&s, "status", "--metrics", NULL), ANY_CODE, "fiel_voids_total{bot=\"cauto\"} 4\n",
             "fiel_voids_total{bot=\"random\"} 4\n", "\nfiel_false_timeouts_total 0\n", NULL);
}

/* Once it can be played it is, and each record is a whole one. */
TEST(what_was_void_is_played_in_the_end)
{
    AUTO(served_end) struct served s;
    char path[160];
    short_of_processes(&s, 1);
    assert_int_equal(order_games(&s, "2"), 1);
    assert_end(&s, 1, "finished");
    assert_int_equal(voids_kept(&s), 1);
    assert_audits(&s, 1);
    snprintf(path, sizeof path, "%s/records/00000001.void1.replay", s.state);
    ends(0, "", "fiel-audit", path, NULL);
}

TEST(stopped_daemons_park_or_finish)
{
    AUTO(served_end) struct served s;
    served_start(
        &s,
        PLAIN_AT(TICK_ENOUGH) "[arbiter]\nstop_limit = 1h\n"); /* by the end of which it would park instead of finish */
    assert_int_equal(order_games(&s, GAMES_ENOUGH), 1);        /* not over before it is stopped */
    record_moves(&s, 1, 10000);
    assert_int_equal(daemon_end(&s, SIGTERM), 0);
    assert_int_equal(logged(&s, "\"event\":\"match-parked\""), 1);
    daemon_start(&s);
    record_moves(&s, 1, 1);
    run_says(ask(&s, "stop", "--finish", NULL), 0, NULL);
    assert_int_equal(daemon_end(&s, 0), 0);
    assert_int_equal(logged(&s, "\"event\":\"match-parked\""), 1); /* it was finished this time */
    assert_int_equal(logged(&s, "\"event\":\"match-ended\""), 1);
    daemon_start(&s);
    assert_end(&s, 1, "finished");
    assert_audits(&s, 1);
}

/* More at once than there is memory, or descriptors, for. */
TEST(what_has_no_room_does_not_start)
{
    AUTO(served_end) struct served s;
    served_make(&s, "[matches]\njail = none\nat_once = 1000\nbot_memory = 64G\n");
    run_complains(run("fiel", "serve", "--config", s.config, NULL), 3,
                  "1000 matches of two bots at once may take 131156000 MiB of memory, and there are ",
                  "fewer with [matches] at_once", NULL);
    write_config(&s, "[matches]\njail = none\nat_once = 4\nbot_memory = 64M\n");
    struct rlimit before, few;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    few = (struct rlimit){ 70, before.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    struct run r = run("fiel", "serve", "--config", s.config, NULL);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    run_complains(r, 3, "may need 20 descriptors in one process, which has 6 left (ulimit -n)", NULL);
}

/* Two matches of bots whose folders are large have no room beside each other: the second waits, and is played. */
TEST(large_folders_are_counted)
{
    AUTO(served_end) struct served s;
    char path[192], rule[256];
    served_make(&s, "[matches]\njail = basic\nat_once = 2\nbot_memory = 512M\ntick = " TICK_ENOUGH "\n");
    snprintf(path, sizeof path, "%s/bots/large", s.state);
    heavy_bot(path, "bots/random", 200 << 20);
    snprintf(path, sizeof path, "%s/meminfo", s.dir);
    spill(path, "MemTotal: 3000000 kB\n", 21);
    snprintf(rule, sizeof rule, "/proc/meminfo=%s", path);
    setenv("FIEL_INSTEAD", rule, 1);
    assert_true(shim_load("scarce.so"));
    daemon_start(&s);
    shim_unload();
    unsetenv("FIEL_INSTEAD");
    for (int id = 1; id <= 2; id++) {
        run_says(
            ask(&s, "order", "--bot", "large", "--bot", "large", "--games", id == 1 ? "5000" : "1", "--detach", NULL),
            0, NULL);
    }
    record_moves(&s, 1, 20000);
    assert_state(&s, 2, "queued");
    OWNED_RUN r = ask(&s, "cancel", "1", NULL);
    assert_end(&s, 1, "cancelled");
    assert_end(&s, 2, "finished");
}

TEST(bad_configurations_do_not_start)
{
    AUTO(served_end) struct served s;
    served_make(&s, "[matches]\nat_onse = 3\n");
    run_complains(run("fiel", "serve", "--check-config", s.config, NULL), 1,
                  "serve.conf:6: there is no key 'at_onse' in [matches]: did you mean 'at_once'?", NULL);
    ends(2, "", "fiel", "serve", "--config", s.config, NULL);
    OWNED_RUN r = run("fiel", "serve", "--print-config", NULL);
    spill(s.config, r.out, strlen(r.out));
    ends(0, "", "fiel", "serve", "--check-config", s.config, NULL);
}

TEST(units_are_closed)
{
    static const struct unit units[] = { { "arbiter/systemd/fiel.service", "--threshold=46" },
                                         { "arbiter/systemd/fiel-remote.service", "--threshold=15" } };
    assert_units_closed(units, 2);
}
