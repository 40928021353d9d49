/* pairs: what is counted of duplicate pairs, and how it is told. */
#include <inttypes.h>
#include <math.h>

#include "support/random.h"
#include "support/test.h"

#include "match/pairs.h"
#include "support/printed.h"

static struct match_options options;
static struct pairs_report pairs;
static struct report first, twin;
static char *text;

static void start(void)
{
    memset(&options, 0, sizeof options);
    options.seats = 2;
    options.games = 1;
    options.pairs = 40;
    options.clock = (struct clock_rule){ 30000000, 100000, 5000000, 50000 };
    options.start_us = 10000000;
    options.duty_us = 60000000;
    strcpy(options.rules_text, "argentino");
    strcpy(options.name[0], "ana");
    strcpy(options.name[1], "juana");
    strcpy(options.replay, "m");
    pairs_report_start(&pairs, &options);
}

/* A leg: who won (2: nobody), side 0's points minus side 1's, hands. */
static void leg(struct report *r, unsigned winner, int64_t points, uint64_t hands)
{
    static struct match_options sides[2];
    sides[0] = sides[1] = options;
    strcpy(sides[1].name[0], "juana");
    strcpy(sides[1].name[1], "ana");
    memset(r, 0, sizeof *r);
    r->options = &sides[r == &twin];
    r->complete = true;
    r->result.complete = 1;
    r->result.hands = hands;
    r->result.result.scorers = 2;
    r->result.result.points[0] = points;
    r->result.result.winner = (uint8_t)winner;
    r->result.result.outcome = END_PLAYED;
}

static void take(unsigned won, int64_t points, unsigned twin_won, int64_t twin_points, uint64_t hands)
{
    leg(&first, won, points, hands);
    leg(&twin, twin_won, twin_points, hands);
    pairs_report_take(&pairs, pairs.sums.pairs + 1, &first, &twin, NULL);
}

static void told(void (*tell)(const struct pairs_report *, FILE *))
{
    FILE *out = print_begin();
    tell(&pairs, out);
    text = print_end();
}

static void assert_told(const char *words) { assert_holds(text, words); }

static void assert_near(double is, double due)
{
    if (fabs(is - due) > 1e-9)
        fail_msg("%.12f, not %.12f", is, due);
}

/* In the twin the bots of side 0 sit on side 1: what side 1 wins there is theirs. */
TEST(test_sides_of_the_twin)
{
    start();
    take(0, 10, 1, -7, 20); /* ana wins both */
    take(1, -10, 0, 7, 20); /* juana wins both */
    take(0, 10, 0, 10, 20); /* one each */
    take(0, 3, 2, 0, 20);   /* and a drawn leg */
    take(2, 0, 0, 5, 20);
    static const uint32_t due[5] = { 1, 1, 1, 1, 1 };
    assert_memory_equal(pairs.sums.cell, due, sizeof due);
    assert_int_equal(pairs.sums.points, 17 - 17 + 0 + 3 - 5);
    assert_int_equal(pairs.sums.hands, 200);
    told(pairs_report_table);
    assert_told("ana        2      1      2 ");
    assert_told("juana      2      1      2 ");
    assert_told("too few pairs");
    pairs_report_end(&pairs);
}

/* One seat of one leg is enough, and the cells are counted all the same. */
TEST(test_unheld)
{
    start();
    take(0, 10, 1, -7, 20);
    told(pairs_report_table);
    assert_null(strstr(text, "unheld"));
    leg(&first, 0, 10, 20);
    leg(&twin, 1, -7, 20);
    twin.held[1] = HELD_JAILED;
    FILE *out = print_begin();
    assert_int_equal(pairs_report_take(&pairs, 2, &first, &twin, out), 0);
    text = print_end();
    assert_told("in 40 hands, unheld\n");
    told(pairs_report_table);
    assert_told("1 pair is unheld (seat 1 in a jail that lacks something): what sat there may\nknow");
    leg(&first, 0, 10, 20);
    first.held[0] = HELD_REMOTE;
    pairs_report_take(&pairs, 3, &first, NULL, NULL);
    told(pairs_report_json);
    assert_told("\"unheld\":2");
    assert_told("\"held\":[\"remote\",\"strict\"]");
    assert_int_equal(pairs.unheld, 2);
    assert_int_equal(pairs.sums.pairs, 3);
    pairs_report_end(&pairs);
}

/* LL / split / WW = 20 / 50 / 30: mean 0.55; the variance of a pair is (0.5 * 0 + 0.2 + 0.3) / 4 - 0.05^2 = 0.1225. */
TEST(test_score_interval)
{
    double mean, half;
    start();
    assert_false(pair_score(&pairs.sums, &mean, &half));
    for (unsigned i = 0; i < 100; i++)
        take(i < 20 || i >= 70 ? i < 20 : 0, 0, i < 20 ? 0 : i < 70 ? 0 : 1, 0, 10);
    assert_int_equal(pairs.sums.cell[0], 20);
    assert_int_equal(pairs.sums.cell[2], 50);
    assert_int_equal(pairs.sums.cell[4], 30);
    assert_true(pair_score(&pairs.sums, &mean, &half));
    assert_near(mean, 0.55);
    assert_near(half, 1.96 * sqrt(0.1225 / 99));
    pairs_report_end(&pairs);
}

/* Two clusters by hand: d 6 and 2 points in h 10 and 30 hands: R = 8 / 40; residuals 4 and -4. */
TEST(test_points_are_clustered_by_pair)
{
    double mean, half;
    start();
    take(0, 4, 1, -2, 5);
    assert_false(pair_per_hand(&pairs.sums, &mean, &half));
    take(0, 5, 0, 3, 15);
    assert_true(pair_per_hand(&pairs.sums, &mean, &half));
    assert_near(mean, 0.2);
    assert_near(half, 1.96 * sqrt((16 + 16) * 2.0) / 40);
    pairs_report_end(&pairs);
}

/* The same cards both ways: what the legs have in common cancels, and the interval is narrow. */
TEST(test_equal_bots_have_no_luck)
{
    double mean, half;
    start();
    for (int i = 0; i < 40; i++)
        take((unsigned)i & 1, 20 - i, (unsigned)i & 1, 20 - i, 12);
    assert_true(pair_per_hand(&pairs.sums, &mean, &half));
    assert_near(mean, 0);
    assert_near(half, 0);
    assert_int_equal(pairs.sums.cell[2], 40);
    told(pairs_report_table);
    assert_told("no difference is shown");
    pairs_report_end(&pairs);
}

TEST(test_who_is_stronger)
{
    start();
    for (int i = 0; i < 20; i++)
        take(1, -9 - i % 3, 0, 8, 10);
    told(pairs_report_table);
    assert_told("juana is stronger");
    assert_told("ana        0      0     20   0.000 ± 0.000    -0.897 ± 0.018\n");
    assert_told("juana     20      0      0   1.000 ± 0.000    +0.897 ± 0.018\n");
    pairs_report_end(&pairs);
}

/* A bot that loses the first leg by a fault leaves no twin to be dealt. */
TEST(test_a_forfeited_pair)
{
    start();
    leg(&first, 1, -3, 4);
    first.result.result.outcome = END_FAULT;
    first.fault[0] = (struct control_fault){ .seat = 0, .fault = FAULT_CRASHED, .effect = EFFECT_MATCH, .b = 11 };
    first.faults = 1;
    FILE *out = print_begin();
    pairs_report_take(&pairs, 7, &first, NULL, out);
    text = print_end();
    assert_told("pair 7: ana 0-2 juana, points -3 (-3 +0) in 4 hands\n");
    assert_told("leg a: fault of ana: crashed");
    assert_told("no twin to deal");
    assert_int_equal(pairs.sums.cell[0], 1);
    assert_int_equal(pairs.forfeits, 1);
    told(pairs_report_json);
    assert_told("\"forfeits\":1");
    assert_told(
        "\"legs\":[{\"replay\":\"m\",\"score\":0.0,\"points\":-3,\"hands\":4,\"faults\":[{\"seat\":0,\"name\":\"ana\"");
    pairs_report_end(&pairs);
}

/* A leg of five games, by its games. */
static void games(struct report *r, unsigned won, unsigned lost)
{
    r->result.result.games[0] = won;
    r->result.result.games[1] = lost;
    r->result.result.games[2] = 5 - won - lost;
}

TEST(test_legs_of_several_games)
{
    start();
    pairs_report_end(&pairs);
    options.tables = options.games = 5;
    options.by_turns = true;
    pairs_report_start(&pairs, &options);
    leg(&first, 0, 25, 60);
    games(&first, 4, 1);
    leg(&twin, 0, 12, 60);
    games(&twin, 3, 1); /* and one was drawn */
    FILE *out = print_begin();
    pairs_report_take(&pairs, 1, &first, &twin, out);
    text = print_end();
    assert_told("pair 1: ana 5.5-4.5 juana, points +13 (+25 -12) in 120 hands\n");
    assert_int_equal(pairs.sums.cell[11], 1);
    assert_int_equal(pairs.sums.won, 1);
    leg(&first, 0, 25, 60);
    games(&first, 5, 0);
    leg(&twin, 0, -12, 40); /* juana sits there now, and ana, who led by four games, crashed */
    games(&twin, 1, 3);
    twin.result.result.outcome = END_FAULT;
    pairs_report_take(&pairs, 2, &first, &twin, NULL);
    assert_int_equal(pairs.sums.cell[10], 1); /* five games and none */
    assert_int_equal(pairs.sums.points, 13 + 25);
    leg(&first, 1, 25, 60); /* she led, and crashed */
    games(&first, 4, 0);
    first.result.result.outcome = END_FAULT;
    pairs_report_take(&pairs, 3, &first, NULL, NULL);
    assert_int_equal(pairs.sums.cell[0], 1);
    assert_int_equal(pairs.sums.points, 13 + 25);
    told(pairs_report_json);
    assert_told("\"games_a_leg\":5,");
    assert_told("\"scores\":[1,0,0,0,0,0,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0]");
    assert_told("\"pair\":1,\"score\":5.5,\"points\":13,");
    pairs_report_end(&pairs);
}

/* --- a bot that ends while it leads ---------------------------------------------------------------------- */

enum { GAMES = 5, PAIRS = 10000 };

/* A game's points from one bot's side: of a shared deal, which helps the other one in the second leg, and of chance. */
static int64_t game_points(struct random *r, int deal, int skill)
{
    int64_t points = deal + (int)random_below(r, 31) - 15 + skill;
    return points ? points : 1;
}

/* One leg, in its own seating; the bot on `side` ends it as soon as it leads by so many games.  0: it plays on. */
static struct pair_leg play_leg(struct random *r, const int *deal, unsigned side, int skill, int64_t lead)
{
    struct pair_leg l = { 0 };
    for (unsigned g = 0; g < GAMES && !l.forfeit; g++) {
        int64_t points = game_points(r, side ? -deal[g] : deal[g], skill);
        l.won[points > 0 ? side : 1 - side]++;
        l.points[points > 0 ? side : 1 - side] += points > 0 ? points : -points;
        l.forfeit = lead && g + 1 < GAMES && l.won[side] - l.won[1 - side] >= lead;
    }
    l.winner = l.forfeit ? 1 - side : l.won[0] > l.won[1] ? 0 : 1;
    return l;
}

static struct pair_sum simulate(int skill, int64_t lead)
{
    struct random r = { 331 };
    struct pair_sum all = { 0, 0 };
    for (unsigned p = 0; p < PAIRS; p++) {
        struct pair_leg leg[2];
        int deal[GAMES];
        for (unsigned g = 0; g < GAMES; g++)
            deal[g] = (int)random_below(&r, 41) - 20;
        leg[0] = play_leg(&r, deal, 0, skill, lead);
        leg[1] = play_leg(&r, deal, 1, skill, lead);
        struct pair_sum one = pair_sum(leg, leg[0].forfeit ? 1 : 2, 2, GAMES);
        all.score += one.score;
        all.margin += one.margin;
    }
    return all;
}

TEST(who_crashes_while_it_leads_gains_nothing)
{
    const int64_t half = 2 * (int64_t)GAMES * PAIRS;
    for (int skill = -3; skill <= 3; skill += 3) {
        struct pair_sum played = simulate(skill, 0);
        printf("skill %d: %.4f of the games, %+.2f points a pair\n", skill, (double)played.score / (2. * (double)half),
               (double)played.margin / PAIRS);
        assert_true(skill < 0 ? played.score < half : skill > 0 ? played.score > half : true);
        for (int64_t lead = 1; lead < GAMES; lead++) {
            struct pair_sum crashed = simulate(skill, lead);
            printf("  crashes at a lead of %" PRId64 ": %.4f, %+.2f\n", lead,
                   (double)crashed.score / (2. * (double)half), (double)crashed.margin / PAIRS);
            assert_true(crashed.score < played.score);
            assert_true(skill < 0 || crashed.margin < played.margin);
        }
    }
}

TEST(test_a_void_pair_counts_for_nobody)
{
    start();
    take(0, 4, 1, -2, 5);
    leg(&first, 2, 0, 3);
    first.result.result.outcome = END_VOID;
    first.result.result.fault_a = ARBITER_CANCELLED;
    pairs_report_void(&pairs, 2, &first);
    assert_int_equal(pairs.sums.pairs, 1);
    told(pairs_report_table);
    assert_told("pair 2 is void (it was cancelled): it counts for nobody");
    told(pairs_report_json);
    assert_told("\"wanted\":40,\"pairs\":1,");
    assert_told("\"failed\":\"pair 2 is void");
    pairs_report_end(&pairs);
}
