/* What the store says of a match is held against the record of that match: a right record of another one, in its place, is
 * found.  Real pairs are played once; each test changes a copy of their store as its owner could, rows and files alike. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "record/crypto.h"
#include "ladder_hosted.h"
#include "rating/verify.h"
#include "schedule/schedule.h"
#include "support/scratch.h"
#include "support/shell.h"
#include "worker/worker.h"

static char folder[SCRATCH_ROOM], fiel[512], said[1 << 16];
static struct store *store;
static struct store_error e;
static struct world w;
static atomic_bool over;
static unsigned copies;

/* The pairs of every store here, by their ids.  All are played by the same two bots, except for SECOND, where the newer version of
 * one plays. */
enum { FIRST = 1, OTHER, SECOND, BRAZIL, SLOW, PLAIN, PLAINER, PAIRS };
enum { HONEST = 1, WILD, NEWER }; /* versions */

/* --- what is played, once ------------------------------------------------------------------------------------- */

static void found(const struct ladder *l, const int64_t (*version)[2], size_t pairs)
{
    struct event v = { .kind = EVENT_LADDER, .name = "always", .state = EVENT_RUNNING, .rated = true, .cfg = "{}" };
    struct pair pair[4] = { 0 };
    int64_t event;
    if (l != &world_short)
        FINE(store_ladder_add(store, l, &v.ladder, &e));
    else
        v.ladder = w.ladder;
    FINE(store_event_add(store, &v, "hilda", &event, &e));
    struct plan p = { .event = event, .next_round = 1, .progress = "{}", .pair = pair, .pairs = pairs };
    for (size_t i = 0; i < pairs; i++)
        memcpy(pair[i].version, version[i], sizeof version[i]);
    FINE(store_plan(store, &p, &e));
}

/* Whom the host's log asks: nobody, in this ladder. */
static const char policy_text[] = "quorum none\n";

/* One host, with one key and one log. */
static void play_all(void)
{
    char key[128], log[128], log_key[128], policy[128], line[1024];
    struct worker_plan plan = { .queue = queue_here(store),
                                .name = "w1",
                                .fiel = fiel,
                                .signing_key = key,
                                .log = log,
                                .log_key = log_key,
                                .log_policy = policy,
                                .jail = "none",
                                .folder = folder,
                                .over = &over };
    enum worked done;
    snprintf(key, sizeof key, "%s/arbiter.key", folder);
    snprintf(log, sizeof log, "%s/log", folder);
    snprintf(log_key, sizeof log_key, "%s/log.secret", folder);
    snprintf(line, sizeof line, "'%s' log create '%s' --name ladder.example/log --key '%s' >/dev/null", fiel, log,
             log_key);
    assert_int_equal(system(line), 0);
    snprintf(policy, sizeof policy, "%s/log.policy", folder);
    FILE *f = fopen(policy, "w");
    assert_non_null(f);
    fputs(policy_text, f);
    assert_int_equal(fclose(f), 0);
    while ((done = worker_once(&plan, &e)) == WORK_DONE)
        ;
    queue_close(plan.queue);
    if (done != WORK_NONE)
        fail_msg("%s", e.text);
}

static int play(void **state)
{
    static const struct ladder brazil = {
        .code = "paulista", .name = "Paulista", .rules = "paulista", .seats = 2, .games = 1, .legs = 2
    };
    static const struct ladder slow = { .code = "slow",
                                        .name = "Slow",
                                        .rules = "argentino,target=15",
                                        .clock = "bank=77s,inc=3s",
                                        .seats = 2,
                                        .games = 1,
                                        .legs = 2 };
    static const struct ladder plain = {
        .code = "plain", .name = "Plain", .rules = "argentino,target=15", .seats = 2, .games = 1, .legs = 1
    };
    static const int64_t ours[3][2] = { { HONEST, WILD }, { HONEST, WILD }, { NEWER, WILD } };
    char where[128];
    (void)state;
    snprintf(where, sizeof where, "sqlite:%s/played.db", folder);
    FINE(store_open(&store, where, STORE_CREATE, &e));
    world_found(&w, store, &world_short, "{}");
    hosted_version(&w, 0, "honest", "cauto", "./bot");
    hosted_version(&w, 0, "wild", "random", "./bot");
    hosted_version(&w, 1, "honest", "embustero", "./bot");
    for (unsigned i = HONEST; i <= NEWER; i++)
        world_admit(&w);
    found(&world_short, ours, 3);
    found(&brazil, ours, 1);
    found(&slow, ours, 1);
    found(&plain, ours, 2);
    play_all();
    store_close(&store);
    return 0;
}

/* --- a copy, changed, and what is said of it --------------------------------------------------------------------- */

static char *at(char path[256], const char *what)
{
    snprintf(path, 256, "%s/%u/ladder.db%s", folder, copies, what);
    return path;
}

static int copy(void **state)
{
    (void)state;
    copies++;
    SHELL_FINE("mkdir '%s/%u' && cd '%s' && for f in played.db*; do cp -r $f %u/ladder.db${f#played.db}; done", folder,
               copies, folder, copies);
    return 0;
}

static int forget(void **state)
{
    char copied[256];
    (void)state;
    snprintf(copied, sizeof copied, "%s/%u", folder, copies);
    scratch_remove(copied);
    return 0;
}

/* As the database's owner: nothing holds him. */
__attribute__((format(printf, 1, 2))) static void sql(const char *format, ...)
{
    char path[256], text[2048], *why = NULL;
    sqlite3 *db;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    assert_int_equal(sqlite3_open(at(path, ""), &db), SQLITE_OK);
    if (sqlite3_exec(db, text, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", text, why);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* What follows from the legs of a pair follows from those that it has now, so that nothing but the records tells. */
static void settle(int pair)
{
    sql("update pair set hands = (select sum(hands) from leg where pair = %d), margin = (select sum(case when leg %% 2 "
        "= 0 "
        "then points0 - points1 else points1 - points0 end) from leg where pair = %d), score = (select sum(case when "
        "winner "
        "< 0 then 1 when winner = leg %% 2 then 2 else 0 end) from leg where pair = %d), luck = 0 where id = %d",
        pair, pair, pair, pair);
}

/* The legs of `from` become those of `to`, which loses its own; `from` was never planned. */
static void put_in_place(int from, int to)
{
    sql("delete from leg_seat where leg in (select id from leg where pair = %d);"
        "delete from leg_log where leg in (select id from leg where pair = %d);"
        "delete from leg where pair = %d;"
        "update leg set pair = %d, ladder = (select ladder from pair where id = %d) where pair = %d;"
        "delete from job where pair = %d; delete from seating where pair = %d; delete from pair where id = %d",
        to, to, to, to, to, from, from, from, from);
    settle(to);
}

static void note(void *arg, const char *sentence)
{
    (void)arg;
    size_t used = strlen(said);
    snprintf(said + used, sizeof said - used, "%s\n", sentence);
}

/* Every ladder of the copy is rated as it is now, so that the tables are right, and verified; what was said is in `said`. */
static uint64_t verified(void)
{
    char where[270], path[256];
    struct ladder ladder[8];
    struct verified v;
    uint64_t wrong = 0;
    size_t n;
    snprintf(where, sizeof where, "sqlite:%s", at(path, ""));
    *said = '\0';
    FINE(store_open(&store, where, STORE_CREATE, &e));
    FINE(rate_step(store, &e));
    FINE(store_ladders(store, 0, ladder, 8, &n, &e));
    for (size_t i = 0; i < n; i++) {
        FINE(verify_ladder(store, &ladder[i], NULL, note, NULL, &v, &e));
        wrong += v.wrong;
    }
    store_close(&store);
    return wrong;
}

/* `fiel-ladder WORD` on the copy; its exit code, and what it printed in `said`. */
static int command(const char *word)
{
    char line[1024], path[256];
    snprintf(line, sizeof line, "%s/bin/fiel-ladder %s --store 'sqlite:%s' 2>&1", build_dir(), word, at(path, ""));
    FILE *f = popen(line, "r");
    assert_non_null(f);
    said[fread(said, 1, sizeof said - 1, f)] = '\0';
    int status = pclose(f);
    for (char *at = said; (at = strstr(at, "\n    ")) != NULL;) /* a long sentence goes on below, further in */
        memmove(at, at + 4, strlen(at + 4) + 1), *at = ' ';
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static void hears(const char *what, const char *who)
{
    if (!strstr(said, what))
        fail_msg("%s does not say '%s':\n%s", who, what, said);
}

/* Both say so, in one sentence. */
static void found_out(const char *what)
{
    if (!verified())
        fail_msg("standings --verify finds nothing wrong; want '%s'", what);
    hears(what, "standings --verify");
    if (command("check") != 1)
        fail_msg("check is content; want '%s':\n%s", what, said);
    hears(what, "check");
}

static void nothing_is_wrong_as_it_was_played(void **state)
{
    (void)state;
    if (verified())
        fail_msg("%s", said);
    if (command("check"))
        fail_msg("%s", said);
    hears("all is well", "check");
}

/* The pages of these matches, as files: the browser's own modules find every one of them right, with all that it shows. */
static void every_page_verifies(void **state)
{
    char line[1200], path[256];
    (void)state;
    snprintf(line, sizeof line, "export '%s/%u/site'", folder, copies);
    if (command(line))
        fail_msg("%s", said);
    snprintf(line, sizeof line, "node tests/web/exported.mjs ladder/web '%s/web/fiel.wasm' '%s/%u/site' >'%s' 2>&1",
             build_dir(), folder, copies, at(path, ".said"));
    int code = system(line);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    said[fread(said, 1, sizeof said - 1, f)] = '\0';
    fclose(f);
    if (code)
        fail_msg("%s", said);
    SHELL_FINE("grep -q 'in the match log, before its first card: entry [0-9]' '%s/%u/site/matches/1.html'", folder,
               copies);
    hears("12 pages, 0 wrong", "the browser"); /* five pairs of two, two matches */
}

/* What holds the matches against the log: all of them, also when another ladder is verified than theirs. */
static const char *const logged[] = { "check --rows", "standings --verify --ladder paulista" };

static const char *with_log(const char *word)
{
    static char line[256];
    snprintf(line, sizeof line, "%s --match-log '%s/log'", word, folder);
    return line;
}

static int64_t number(const char *query)
{
    char path[256];
    sqlite3 *db;
    sqlite3_stmt *s;
    assert_int_equal(sqlite3_open(at(path, ""), &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, query, -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    int64_t n = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return n;
}

/* The host signs with one key, and every match stands in its log, each at an entry of its own. */
static void every_match_is_in_the_log(void **state)
{
    (void)state;
    assert_int_equal(number("select count(*) from leg"), 12);
    assert_int_equal(number("select count(distinct arbiter) from leg"), 1);
    assert_int_equal(number("select count(distinct log_index) from leg where log_index >= 0"), 12);
    for (size_t i = 0; i < sizeof logged / sizeof *logged; i++)
        if (command(with_log(logged[i])))
            fail_msg("%s: %s", logged[i], said);
    SHELL_FINE("'%s/bin/fiel-audit' log '%s/log' >/dev/null", build_dir(), folder);
}

static void log_finds(const char *what)
{
    for (size_t i = 0; i < sizeof logged / sizeof *logged; i++) {
        if (command(with_log(logged[i])) != 1)
            fail_msg("%s --match-log is content; want '%s':\n%s", logged[i], what, said);
        hears(what, logged[i]);
    }
}

static void a_match_that_was_played_and_is_not_filed(void **state)
{
    (void)state;
    put_in_place(OTHER, FIRST); /* the host did not like the first one, and plays until he does */
    log_finds("was played to its result, and is not filed");
}

static void a_record_that_the_log_does_not_have(void **state)
{
    (void)state;
    sql("update leg set replay = (select artifact from version limit 1) where pair = %d and "
        "leg = 0",
        FIRST);
    log_finds("the match log has no result with its record");
}

static void a_log_entry_of_a_match_never_played(void **state)
{
    (void)state;
    sql("update leg set log_index = (select log_index from leg x where x.pair = %d and x.leg = 0) where pair = %d and "
        "leg = "
        "0",
        OTHER, FIRST);
    log_finds("of the match log is not its opening");
    sql("update leg set log_index = 10000 where pair = %d and leg = 0", FIRST);
    log_finds("entry 10000 of the match log is not its opening");
}

/* --- swaps -------------------------------------------------------------------------------------------------------- */

static void another_match(void **state)
{
    (void)state;
    sql("update leg set replay = (select replay from leg where pair = %d and leg = 0) where pair = %d and leg = 0",
        OTHER, FIRST);
    found_out("its replay is of another match");
}

static void another_game(void **state)
{
    (void)state;
    put_in_place(BRAZIL, FIRST);
    found_out("it was played by other rules than the ladder's: ");
}

static void another_clock(void **state)
{
    (void)state;
    put_in_place(FIRST, SLOW);
    found_out("it was played by another clock than the ladder's: bank=30s");
}

static void other_games(void **state)
{
    (void)state;
    sql("update ladder set games = 3 where code = 'plain'");
    found_out("it has 1 game, and 3 were to be played");
}

static void no_twins(void **state)
{
    (void)state;
    sql("update leg set leg = 1, pair = %d where pair = %d", PLAIN, PLAINER);
    sql("delete from job where pair = %d; delete from seating where pair = %d; delete from pair where id = %d", PLAINER,
        PLAINER, PLAINER);
    put_in_place(PLAIN, FIRST);
    found_out("the legs are no duplicate pair");
}

static void the_twin_of_another(void **state)
{
    (void)state;
    sql("update leg set leg = 2 where pair = %d and leg = 1", FIRST);
    sql("update leg set pair = %d where pair = %d and leg = 1", FIRST, OTHER);
    sql("update leg set pair = %d, leg = 1 where pair = %d and leg = 2", OTHER, FIRST);
    settle(FIRST);
    settle(OTHER);
    found_out("the second file is the twin of another match than the first");
}

static void exchanged_legs(void **state)
{
    (void)state;
    sql("update leg set leg = 2 + leg where pair = %d", FIRST);
    sql("update leg set leg = 3 - leg where pair = %d", FIRST);
    settle(FIRST);
    found_out("the legs are no duplicate pair");
}

static void a_leg_that_is_not_shown(void **state)
{
    (void)state;
    sql("delete from leg_seat where leg in (select id from leg where pair = %d and leg = 1);"
        "delete from leg_log where leg in (select id from leg where pair = %d and leg = 1);"
        "delete from leg where pair = %d and leg = 1;"
        "update pair set score = (select case when winner = 0 then 4 else 0 end from leg where pair = %d and leg = 0), "
        "margin = (select points0 - points1 from leg where pair = %d), hands = (select hands from leg where pair = "
        "%d), "
        "luck = 0 where id = %d",
        FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST);
    found_out("its second leg is not there, though its first one was played to the end");
}

static void a_pair_filed_twice(void **state)
{
    (void)state;
    put_in_place(OTHER, SECOND); /* so that there is a pair to be had */
    sql("update leg set replay = (select x.replay from leg x where x.pair = %d and x.leg = leg.leg) where pair = %d",
        FIRST, SECOND);
    found_out("its replay is another leg's, too");
}

static void another_version_of_the_bot(void **state)
{
    (void)state;
    sql("update pair set seat0 = %d where id = %d; update leg_seat set version = %d where version = %d and leg in "
        "(select "
        "id from leg where pair = %d); update seating set version = %d where version = %d and pair = %d",
        NEWER, FIRST, NEWER, HONEST, FIRST, NEWER, HONEST, FIRST);
    found_out("seat 0 played another program than ana/honest#2");
}

static void exchanged_bots(void **state)
{
    (void)state;
    sql("update pair set seat0 = %d, seat1 = %d where id = %d; update leg_seat set version = %d - version where leg in "
        "(select id from leg where pair = %d)",
        WILD, HONEST, FIRST, WILD + HONEST, FIRST);
    found_out("seat 0 played another program than ana/wild#1");
}

static void who_sat_there(void **state)
{
    (void)state;
    sql("update leg_seat set version = %d where leg = (select id from leg where pair = %d and leg = 0) and seat = 0",
        WILD, FIRST);
    found_out("seat 0 is filed as version 2, and its pair says ana/honest#1");
}

/* --- rows, each of them -------------------------------------------------------------------------------------------- */

static void a_changed_row(void **state)
{
    static const struct {
        const char *row, *says;
    } rows[] = {
        { "winner = 1 - winner", "is filed as the winner" },
        { "points0 = points0 + 1", "points in the replay" },
        { "hands = hands + 1", "hands are filed" },
        { "games0 = games0 + 1", "games in the replay" },
        { "fault = 4, fault_seat = 1, fault_text = 'seat 1: it was late'",
          "its fault is filed as 'seat 1: it was late'" },
        { "arbiter = zeroblob(32)", "another arbiter signed its replay" },
        { "signature = zeroblob(64)", "the signature is not the one in its replay" },
        { "log_index = 700", "is filed as entry 700" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sql("update leg set %s where pair = %d and leg = 0", rows[i].row, FIRST);
        settle(FIRST);
        found_out(rows[i].says);
        forget(NULL);
        copy(NULL);
    }
    sql("update leg_seat set faults = 1 where leg = (select id from leg where pair = %d and leg = 0) and seat = 0",
        FIRST);
    found_out("other faults, decisions and times are filed");
    forget(NULL);
    copy(NULL);
    sql("update leg_seat set used_us = 1 where leg = (select id from leg where pair = %d and leg = 0) and seat = 0",
        FIRST);
    found_out("other faults, decisions and times are filed");
    static const char *const clock[] = { "timeouts = 1", "spared = 1", "nobodys_us = 1" };
    for (size_t i = 0; i < sizeof clock / sizeof *clock; i++) {
        forget(NULL);
        copy(NULL);
        sql("update leg_seat set %s where leg = (select id from leg where pair = %d and leg = 0) and seat = 0",
            clock[i], FIRST);
        found_out("other faults, decisions and times are filed");
    }
    forget(NULL);
    copy(NULL);
    sql("update pair set margin = margin + 1 where id = %d", FIRST);
    found_out("its margin is");
    forget(NULL);
    copy(NULL);
    sql("update pair set hands = hands + 1 where id = %d", FIRST);
    found_out("its hands are");
}

/* --- files --------------------------------------------------------------------------------------------------------- */

/* The file of the first leg's record. */
static void find_blob(char path[512])
{
    char line[700];
    sqlite3 *db;
    sqlite3_stmt *s;
    char file[256];
    assert_int_equal(sqlite3_open(at(file, ""), &db), SQLITE_OK);
    snprintf(line, sizeof line, "select lower(hex(replay)) from leg where pair = %d and leg = 0", FIRST);
    assert_int_equal(sqlite3_prepare_v2(db, line, -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    const char *hex = (const char *)sqlite3_column_text(s, 0);
    snprintf(path, 512, "%s.blobs/%.2s/%s", file, hex, hex);
    sqlite3_finalize(s);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* The worker hands the policy of its log to each match, whose offer names it. */
static void a_record_that_names_its_policy(void **state)
{
    char path[512], where[300], file[256];
    struct store *copied;
    struct store_bytes record;
    uint8_t of[STORE_HASH], policy[HASH];
    (void)state;
    find_blob(path);
    assert_true(hex_parse(of, sizeof of, strrchr(path, '/') + 1));
    hash_bytes(policy, policy_text, sizeof policy_text - 1);
    snprintf(where, sizeof where, "sqlite:%s", at(file, ""));
    FINE(store_open(&copied, where, STORE_READ, &e));
    FINE(store_get(copied, of, &record, &e));
    assert_non_null(memmem(record.data, record.size, policy, sizeof policy));
    store_free(&record);
    store_close(&copied);
}

static void a_truncated_record(void **state)
{
    char path[512];
    struct stat s;
    (void)state;
    find_blob(path);
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(truncate(path, s.st_size / 2), 0);
    found_out("is damaged");
}

static void a_changed_byte_on_disk(void **state)
{
    char path[512];
    (void)state;
    find_blob(path);
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, 2000, SEEK_SET), 0);
    int c = fgetc(f);
    assert_int_equal(fseek(f, 2000, SEEK_SET), 0);
    fputc(c ^ 1, f);
    assert_int_equal(fclose(f), 0);
    found_out("is damaged");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, copy, forget)
    const struct CMUnitTest tests[] = {
        TEST(nothing_is_wrong_as_it_was_played),
        TEST(every_page_verifies),
        TEST(every_match_is_in_the_log),
        TEST(a_match_that_was_played_and_is_not_filed),
        TEST(a_record_that_the_log_does_not_have),
        TEST(a_log_entry_of_a_match_never_played),
        TEST(another_match),
        TEST(another_game),
        TEST(another_clock),
        TEST(other_games),
        TEST(no_twins),
        TEST(the_twin_of_another),
        TEST(exchanged_legs),
        TEST(a_leg_that_is_not_shown),
        TEST(a_pair_filed_twice),
        TEST(another_version_of_the_bot),
        TEST(exchanged_bots),
        TEST(who_sat_there),
        TEST(a_changed_row),
        TEST(a_record_that_names_its_policy),
        TEST(a_truncated_record),
        TEST(a_changed_byte_on_disk),
    };
    scratch_make(folder);
    assert_int_equal(chmod(folder, 0755), 0);
    snprintf(fiel, sizeof fiel, "%s/bin/fiel", build_dir());
    int failed = cmocka_run_group_tests(tests, play, NULL);
    scratch_remove(folder);
    return failed;
}
