/* What the store says of a match is held against the record of that match: a right record of another one, in its place, is
 * found.  Real pairs are played once; each test changes a copy of their store as its owner could, rows and files alike. */

#include <sqlite3.h>

#include "support/test.h"
#include "record/crypto.h"
#include "ladder_hosted.h"
#include "ladder_site.h"
#include "schedule/schedule.h"
#include "site/disputes/decisions.h"
#include "support/sample.h"
#include "support/shell.h"
#include "worker/worker_job.h"

#include "ladder_played.h"

static char said[1 << 16];
static unsigned copies;

/* The pairs of every store here, by their ids.  All are played by the same two bots, except for SECOND, where the newer version of
 * one plays. */
#define SHORT "argentino"
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
    struct worker_plan plan = { .queue = queue_local(store),
                                .name = "w1",
                                .fiel = fiel,
                                .signing_key = key,
                                .log = log,
                                .log_key = log_key,
                                .log_policy = policy,
                                .jail = "none",
                                .folder = folder,
                                .over = &over };
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
    work_all(&plan);
}

BEFORE_ALL(play)
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

static int copy(STATE)
{
    copies++;
    SHELL_FINE("mkdir '%s/%u' && cd '%s' && for f in played.db*; do cp -r $f %u/ladder.db${f#played.db}; done", folder,
               copies, folder, copies);
    return 0;
}

static int forget(STATE)
{
    char copied[256];
    snprintf(copied, sizeof copied, "%s/%u", folder, copies);
    scratch_remove(copied);
    return 0;
}

/* As the database's owner: nothing holds them. */
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

/* Every ladder of the copy is rated as it is now, so that the tables are right. */
static void rate(void)
{
    char where[270], path[256];
    snprintf(where, sizeof where, "sqlite:%s", at(path, ""));
    FINE(store_open(&store, where, STORE_CREATE, &e));
    FINE(rate_step(store, &e));
    store_close(&store);
}

/* Both commands say so. */
static void found_out(const char *what, const char *ladder)
{
    char verify[64];
    snprintf(verify, sizeof verify, "standings --verify --ladder %s", ladder);
    const char *const words[] = { "check", verify };
    rate();
    for (size_t i = 0; i < 2; i++) {
        if (command(words[i]) != 1)
            fail_msg("%s is content; want '%s':\n%s", words[i], what, said);
        hears(what, words[i]);
    }
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

/* What the browser's own modules say of the pages of these matches; their exit code.  `pair`: of its legs alone; 0: of all. */
static int browser(int pair)
{
    static struct here here;
    char line[1200], path[256], where[270], pages[64] = "", query[96];
    snprintf(query, sizeof query, "select min(id) from leg where pair = %d", pair);
    int64_t first = pair ? number(query) : 0;
    memcpy(query + 7, "max", 3);
    if (first)
        snprintf(pages, sizeof pages, "%lld %lld", (long long)first, (long long)number(query));
    snprintf(where, sizeof where, "sqlite:%s", at(path, ""));
    FINE(store_open(&here.site.store, where, STORE_READ, &e));
    here_serve(&here);
    snprintf(line, sizeof line,
             "node tests/web/verified.mjs ladder/web '%s/web/fiel.wasm' http://127.0.0.1:%d %s >'%s' 2>&1", build_dir(),
             here.port, pages, at(path, ".said"));
    int code = system(line);
    here_close(&here);
    here = (struct here){ 0 };
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    said[fread(said, 1, sizeof said - 1, f)] = '\0';
    fclose(f);
    return WIFEXITED(code) ? WEXITSTATUS(code) : 128;
}

TEST_WITH(nothing_is_wrong_as_it_was_played, copy, forget)
{
    rate();
    if (command("check"))
        fail_msg("%s", said);
    hears("all is well", "check");
    if (command("standings --verify --ladder " SHORT))
        fail_msg("%s", said);
    hears("the table is the one these results give", "standings --verify");
}

TEST_WITH(every_page_verifies, copy, forget)
{
    if (browser(0))
        fail_msg("%s", said);
    hears("12 pages, 0 wrong, 12 in the log", "the browser"); /* five pairs of two, two matches */
}

/* What holds the matches against the log: all of them, also when another ladder is verified than theirs. */
static const char *const logged[] = { "check --rows", "standings --verify --ladder paulista" };

static const char *with_log(const char *word)
{
    static char line[256];
    snprintf(line, sizeof line, "%s --match-log '%s/log'", word, folder);
    return line;
}

/* The host signs with one key, and every match stands in its log, each at an entry of its own. */
TEST_WITH(every_match_is_in_the_log, copy, forget)
{
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

TEST_WITH(a_match_that_was_played_and_is_not_filed, copy, forget)
{
    put_in_place(OTHER, FIRST); /* the host did not like the first one, and plays until one pleases */
    log_finds("was played to its result, and is not filed");
}

TEST_WITH(a_record_that_the_log_does_not_have, copy, forget)
{
    sql("update leg set replay = (select artifact from version limit 1) where pair = %d and "
        "leg = 0",
        FIRST);
    log_finds("the match log has no result with its record");
}

TEST_WITH(a_log_entry_of_a_match_never_played, copy, forget)
{
    sql("update leg set log_index = (select log_index from leg x where x.pair = %d and x.leg = 0) where pair = %d and "
        "leg = "
        "0",
        OTHER, FIRST);
    log_finds("of the match log is not its opening");
    sql("update leg set log_index = 10000 where pair = %d and leg = 0", FIRST);
    log_finds("entry 10000 of the match log is not its opening");
}

/* --- frauds ------------------------------------------------------------------------------------------------------- */

#define LEG_0 " where pair = 1 and leg = 0"
#define SEAT_0 " where leg = (select id from leg" LEG_0 ") and seat = 0"
#define DROP_PAIR(pair) \
    ";delete from job where pair = " #pair ";delete from seating where pair = " #pair \
    ";delete from pair where id = " #pair

/* As the database's owner: what is changed, and who finds it. */
static const struct fraud {
    const char *what, *sql;
    int from, to;         /* the legs of the one pair in the place of the other's; 0: none are */
    const char *commands; /* `check` and `standings --verify` say so, in these words */
    const char *
        page; /* which step is red in the browser; NULL: what is changed is this ladder's word, and the page says that */
    const char *ladder;
} frauds[] = {
    /* records */
    { "the record of another match",
      "update leg set replay = (select replay from leg where pair = 2 and leg = 0)" LEG_0, 0, FIRST, "match: filed as ",
      "this-match", SHORT },
    { "both legs of another pair of the same bots", "", OTHER, FIRST, "are not what was filed, as the trail has it",
      "this-filed", SHORT },
    { "a pair of another game", "", BRAZIL, FIRST, "it was played by other rules than the ladder's: ", "this-order",
      SHORT },
    { "a pair by another clock", "", FIRST, SLOW, "it was played by another clock than the ladder's: bank=30s",
      "this-order", "slow" },
    { "more games to be played", "update ladder set games = 3 where code = 'plain'", 0, 0,
      "it has 1 game, and 3 were to be played", "this-order", "plain" },
    { "other notes", "update pair set note_bytes = 9 where id = 1", 0, 0,
      "its seats had 0 bytes for notes, and were to have 9", NULL, SHORT },
    { "two plain matches as a pair", "update leg set leg = 1, pair = 6 where pair = 7" DROP_PAIR(7), PLAIN, FIRST,
      "the legs are no duplicate pair", "this-filed", SHORT },
    { "second legs of two pairs exchanged",
      "update leg set leg = 2 where pair = 1 and leg = 1; update leg set pair = 1 where pair = 2 and leg = 1;"
      "update leg set pair = 2, leg = 1 where pair = 1 and leg = 2",
      0, FIRST, "the second file is the twin of another match than the first", "this-filed", SHORT },
    { "the legs exchanged", "update leg set leg = 2 + leg where pair = 1; update leg set leg = 3 - leg where pair = 1",
      0, FIRST, "the legs are no duplicate pair", "this-filed", SHORT },
    { "a leg that is not shown",
      "delete from leg_seat where leg in (select id from leg where pair = 1 and leg = 1);"
      "delete from leg_log where leg in (select id from leg where pair = 1 and leg = 1);"
      "delete from leg where pair = 1 and leg = 1; update pair set luck = 0, score = (select case when winner = 0 then "
      "4 else 0 "
      "end from leg where pair = 1), margin = (select points0 - points1 from leg where pair = 1), hands = (select "
      "hands from leg "
      "where pair = 1) where id = 1",
      0, 0, "its second leg is not there, though its first one was played to the end", "this-filed", SHORT },
    { "a pair filed twice",
      "update leg set replay = (select x.replay from leg x where x.pair = 1 and x.leg = leg.leg) where pair = 2", 0,
      OTHER, "its replay is another leg's, too", "this-match", SHORT },
    { "a pair that is there no more",
      "delete from leg_seat where leg in (select id from leg where pair = 1);delete from leg_log where leg in (select "
      "id from "
      "leg where pair = 1);delete from leg where pair = 1" DROP_PAIR(1),
      0, 0, "the pair that it says was filed has no leg", NULL, SHORT },
    /* who played */
    { "another version of the bot",
      "update pair set seat0 = 3 where id = 1; update leg_seat set version = 3 where version = 1 and leg in (select id "
      "from leg "
      "where pair = 1); update seating set version = 3 where version = 1 and pair = 1",
      0, 0, "seat 0 played another program than ana/honest#2", "this-bots", SHORT },
    { "exchanged bots",
      "update pair set seat0 = 2, seat1 = 1 where id = 1; update leg_seat set version = 3 - version where leg in "
      "(select id from "
      "leg where pair = 1)",
      0, 0, "seat 0 played another program than ana/wild#1", "this-bots", SHORT },
    { "who sat there", "update leg_seat set version = 2" SEAT_0, 0, 0,
      "seat 0 is filed as version 2, and its pair says ana/honest#1", "this-bots", SHORT },
    /* what came of it */
    { "the winner", "update leg set winner = 1 - winner" LEG_0, 0, FIRST, "winner: filed as ", "this-result", SHORT },
    { "points", "update leg set points0 = points0 + 1" LEG_0, 0, FIRST, "points of side 0: filed as ", "this-result",
      SHORT },
    { "games", "update leg set games0 = games0 + 1" LEG_0, 0, FIRST, "games of side 0: filed as ", "this-result",
      SHORT },
    { "hands", "update leg set hands = hands + 1" LEG_0, 0, FIRST, "hands: filed as ", "this-result", SHORT },
    { "a fault", "update leg set fault = 4, fault_seat = 1, fault_text = 'seat 1: it was late'" LEG_0, 0, FIRST,
      "words of the fault: filed as seat 1: it was late, its record says none", "this-result", SHORT },
    { "the arbiter", "update leg set arbiter = zeroblob(32)" LEG_0, 0, FIRST, "arbiter: filed as ", "this-signer",
      SHORT },
    { "the signature", "update leg set signature = zeroblob(64)" LEG_0, 0, FIRST, "signature: filed as ", "this-result",
      SHORT },
    { "the log entry", "update leg set log_index = 700" LEG_0, 0, FIRST, "log entry: filed as 700", "this-result",
      SHORT },
    { "one leg's unheld mark", "update leg set unheld = 0" LEG_0, 0, 0, "unheld: filed as 0, its record says 1",
      "this-result", SHORT },
    { "both legs' unheld marks", "update leg set unheld = 0 where pair = 1", 0, 0,
      "unheld: filed as 0, its record says 1", "this-result", SHORT },
    { "faults of a seat", "update leg_seat set faults = 1" SEAT_0, 0, 0,
      "faults of seat 0: filed as 1, its record says 0", "this-result", SHORT },
    { "its decisions", "update leg_seat set decisions = 1" SEAT_0, 0, 0, "decisions of seat 0: filed as 1",
      "this-result", SHORT },
    { "its time", "update leg_seat set used_us = 1" SEAT_0, 0, 0, "time of seat 0: filed as 1", "this-result", SHORT },
    { "its longest time", "update leg_seat set worst_us = 1" SEAT_0, 0, 0, "longest time of seat 0: filed as 1",
      "this-result", SHORT },
    { "its timeouts", "update leg_seat set timeouts = 1" SEAT_0, 0, 0, "timeouts of seat 0: filed as 1", "this-result",
      SHORT },
    { "its spared timeouts", "update leg_seat set spared = 1" SEAT_0, 0, 0, "spared timeouts of seat 0: filed as 1",
      "this-result", SHORT },
    { "its uncharged time", "update leg_seat set nobodys_us = 1" SEAT_0, 0, 0, "uncharged time of seat 0: filed as 1",
      "this-result", SHORT },
    /* the pair's own */
    { "the margin", "update pair set margin = margin + 1 where id = 1", 0, 0, "its margin is not the sum", NULL,
      SHORT },
    { "the pair's hands", "update pair set hands = hands + 1 where id = 1", 0, 0, "its hands are not the sum", NULL,
      SHORT },
    { "the score", "update pair set score = 4 - score + (score = 2) where id = 1", 0, 0,
      "its score is not what its legs say", NULL, SHORT },
    { "what the deals were worth", "update pair set luck = luck + 1 where id = 1", 0, 0, "its deals are filed as worth",
      NULL, SHORT },
    { "what its points came from", "update pair set envido = envido + 1 where id = 1", 0, 0,
      "of its points are filed as from envido", NULL, SHORT },
    /* does it count? */
    { "a lost pair that does not count", "update pair set rated = 0 where id = 1", 0, 0,
      "it does not count, and was filed as one that does", NULL, SHORT },
    { "a void one", "update pair set state = 'void' where id = 1", 0, 0,
      "the trail does not say that anybody made it so", NULL, SHORT },
    { "one in doubt", "update pair set doubted = 2, rated = 0 where id = 1", 0, 0,
      "it is in doubt, and the trail does not say so", NULL, SHORT },
    /* who played it, and when */
    { "when it began", "update leg set started_ms = started_ms - 60000" LEG_0, 0, 0,
      "or when they were played, are not what was filed", NULL, SHORT },
    { "when it ended", "update leg set ended_ms = ended_ms + 60000" LEG_0, 0, 0,
      "or when they were played, are not what was filed", NULL, SHORT },
    { "who filed it", "update leg set worker = 'w9'" LEG_0, 0, 0, "another worker filed it, as the trail has it", NULL,
      SHORT },
};

/* Whether that was said, with this exit code; what was said instead is printed. */
static bool says(const struct fraud *f, const char *who, int code, int wanted, const char *what)
{
    bool fine = code == wanted && strstr(said, what);
    if (!fine)
        print_error("%s: %s ends with %d, and does not say '%s':\n%s\n", f->what, who, code, what, said);
    return fine;
}

TEST(who_finds_a_fraud)
{
    char verify[64];
    unsigned missed = 0;
    for (size_t i = 0; i < sizeof frauds / sizeof *frauds; i++) {
        const struct fraud *f = &frauds[i];
        copy(NULL);
        sql("%s", f->sql);
        if (f->from)
            put_in_place(f->from, f->to);
        else if (f->to)
            settle(f->to);
        rate();
        int pair = f->to ? f->to : strcmp(f->ladder, "plain") ? FIRST : PLAIN;
        snprintf(verify, sizeof verify, "standings --verify --ladder %s", f->ladder);
        missed += !says(f, "check", command("check"), 1, f->commands);
        missed += !says(f, "standings --verify", command(verify), 1, f->commands);
        if (SAMPLE == 1) /* a browser's modules are the same for every build */
            missed += !says(f, "the browser", browser(pair), f->page != NULL, f->page ? f->page : ", 0 wrong");
        forget(NULL);
    }
    assert_int_equal(missed, 0);
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
TEST_WITH(a_record_that_names_its_policy, copy, forget)
{
    char path[512], where[300], file[256];
    AUTO(store_close) struct store *copied;
    AUTO(store_free) struct store_bytes record;
    uint8_t of[STORE_HASH], policy[HASH];
    find_blob(path);
    assert_true(hex_parse(of, sizeof of, strrchr(path, '/') + 1));
    hash_bytes(policy, policy_text, sizeof policy_text - 1);
    snprintf(where, sizeof where, "sqlite:%s", at(file, ""));
    FINE(store_open(&copied, where, STORE_READ, &e));
    FINE(store_get(copied, of, &record, &e));
    assert_non_null(memmem(record.data, record.size, policy, sizeof policy));
}

TEST_WITH(a_truncated_record, copy, forget)
{
    char path[512];
    struct stat s;
    find_blob(path);
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(truncate(path, s.st_size / 2), 0);
    found_out("is damaged", SHORT);
}

TEST_WITH(a_changed_byte_on_disk, copy, forget)
{
    char path[512];
    find_blob(path);
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, 2000, SEEK_SET), 0);
    int c = fgetc(f);
    assert_int_equal(fseek(f, 2000, SEEK_SET), 0);
    fputc(c ^ 1, f);
    assert_int_equal(fclose(f), 0);
    found_out("is damaged", SHORT);
}

/* --- a worker that ends, or is killed, before it files what was played ---------------------------------------------- */

static void enough(int signal)
{
    (void)signal;
    atomic_store(&over, true);
}

static int die(struct queue *q, struct order *o, const struct hand_in *h, const struct wish *n, struct store_error *why)
{
    (void)q, (void)o, (void)h, (void)n, (void)why;
    _exit(9); /* as kill -9 leaves it: the folder, the lease, and what the log has */
}

/* A worker of the copy, with a log of the copy's own; another pair of the two is to be played. */
static void work_here(struct worker_plan *p, char (*at_log)[256], const char *program)
{
    static char key[256], log_key[256];
    char where[270], path[256];
    struct pair pair = { .version = { HONEST, WILD } };
    struct event v;
    snprintf(where, sizeof where, "sqlite:%s", at(path, ""));
    FINE(store_open(&store, where, STORE_CREATE, &e));
    FINE(store_event(store, 1, &v, &e));
    struct plan plan = {
        .event = 1, .round = v.round, .next_round = v.round, .progress = v.progress, .pair = &pair, .pairs = 1
    };
    FINE(store_plan(store, &plan, &e));
    snprintf(*at_log, sizeof *at_log, "%s/%u/log", folder, copies);
    SHELL_FINE("cp -r '%s/log' '%s'; mkdir -p '%s/%u/jobs'", folder, *at_log, folder, copies);
    snprintf(key, sizeof key, "%s/arbiter.key", folder);
    snprintf(log_key, sizeof log_key, "%s/log.secret", folder);
    snprintf(path, sizeof path, "%s/%u/jobs", folder, copies);
    *p = (struct worker_plan){ .queue = queue_local(store),
                               .name = "w1",
                               .fiel = program,
                               .signing_key = key,
                               .log = *at_log,
                               .log_key = log_key,
                               .jail = "none",
                               .folder = strdup(path),
                               .over = &over };
}

/* As `serve` writes the trail into its log. */
static void decisions_are_logged(const char *log, const char *log_key)
{
    char where[270], path[256], why[256];
    struct decisions d;
    snprintf(where, sizeof where, "sqlite:%s", at(path, ""));
    FINE(store_open(&store, where, STORE_CREATE, &e));
    if (!decisions_open(&d, log, log_key, why))
        fail_msg("%s", why);
    FINE(decisions_step(&d, store, &e));
    store_close(&store);
}

/* Nothing is wrong; the results that no leg has are told, and there are two of them. */
static void given_back_is_told(struct worker_plan *p)
{
    char line[400];
    queue_close(p->queue);
    store_close(&store);
    free((void *)(uintptr_t)p->folder);
    decisions_are_logged(p->log, p->log_key);
    snprintf(line, sizeof line, "check --match-log '%s'", p->log);
    if (command(line))
        fail_msg("%s", said);
    const char *at = strstr(said, "was played for an attempt that was given back");
    assert_non_null(at);
    assert_non_null(strstr(at + 1, "was played for an attempt that was given back"));
    hears("all is well", "check");
}

/* SIGTERM, when the match is played and its program has not ended yet. */
TEST_WITH(a_worker_that_ends_is_not_accused, copy, forget)
{
    char script[256], log[256], line[800];
    struct worker_plan p;
    snprintf(script, sizeof script, "%s/%u/fiel", folder, copies);
    snprintf(line, sizeof line, "#!/bin/sh\n'%s' \"$@\"\nkill -USR1 $PPID\nexec sleep 1000\n", fiel);
    FILE *f = fopen(script, "w");
    assert_non_null(f);
    fputs(line, f);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(script, 0755), 0);
    work_here(&p, &log, script);
    signal(SIGUSR1, enough);
    assert_int_equal(worker_once(&p, &e), WORK_FAILED);
    atomic_store(&over, false);
    given_back_is_told(&p);
}

/* kill -9, and a new start. */
TEST_WITH(a_worker_that_was_killed_is_not_accused, copy, forget)
{
    char log[256];
    struct worker_plan p;
    int status;
    work_here(&p, &log, fiel);
    store_close(&store); /* its own process has it */
    queue_close(p.queue);
    pid_t child = fork();
    if (!child) {
        char where[270], path[256];
        snprintf(where, sizeof where, "sqlite:%s", at(path, ""));
        if (store_open(&store, where, STORE_CREATE, &e))
            _exit(1);
        p.queue = queue_local(store);
        p.queue->hand_in = die;
        worker_once(&p, &e);
        _exit(2);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 9);
    char where[270], path[256];
    snprintf(where, sizeof where, "sqlite:%s", at(path, ""));
    FINE(store_open(&store, where, STORE_CREATE, &e));
    p.queue = queue_local(store);
    worker_sweep(&p);
    given_back_is_told(&p);
}

int main(void) { return tests_in_folder(scratch_make); }
