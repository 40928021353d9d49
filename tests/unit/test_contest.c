/* What `fiel tournament` draws, plays next and puts into its table; no process, no file. */
#include "support/test.h"
#include <math.h>

#include "tools/tournament/contest.h"

static struct contest_wish wish;
static struct contest cup;

/* A tournament of n bots, the strongest first. */
static void begin(const char *kind, uint32_t n, uint32_t rounds, uint32_t pairs, uint32_t tables)
{
    memset(&wish, 0, sizeof wish);
    for (uint32_t i = 0; i < n; i++)
        snprintf(wish.bot[i].name, CONTEST_NAME, "bot%u", i);
    wish.bots = n;
    wish.kind = kind;
    wish.words.seats = "2";
    wish.rounds = rounds;
    wish.heads = 1;
    wish.pairs = pairs;
    wish.tables = tables;
    contest_plan(&cup, &wish);
}

/* The one that was named first wins every pair, by three points over six hands. */
static void win(uint32_t meeting, uint32_t number)
{
    bool first = cup.met[meeting].a < cup.met[meeting].b;
    const struct measured m = { .score = first ? 4 : 0, .points = first ? 3 : -3, .hands = 6 };
    assert_true(contest_count(&cup, meeting, number, &m));
    assert_false(contest_count(&cup, meeting, number, &m)); /* once */
}

/* Plays all that is drawn, as one job after the other. */
static void play_drawn(void)
{
    uint32_t meeting, number, count;
    while (contest_next(&cup, &meeting, &number, &count))
        for (uint32_t i = 0; i < count; i++)
            win(meeting, number + i);
}

TEST(everybody_meets_everybody)
{
    for (uint32_t n = 2; n <= 9; n++) {
        unsigned met[9][9] = { { 0 } };
        begin("round-robin", n, 2, 3, 1);
        assert_int_equal(cup.planned, n * (n - 1) * 3);
        assert_int_equal(contest_draw(&cup), n * (n - 1));
        for (uint32_t i = 0; i < cup.meetings; i++) {
            met[cup.met[i].a][cup.met[i].b]++;
            met[cup.met[i].b][cup.met[i].a]++;
        }
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = 0; b < n; b++)
                assert_int_equal(met[a][b], a == b ? 0 : 2);
        play_drawn();
        assert_true(contest_over(&cup));
        assert_int_equal(contest_draw(&cup), 0);
        contest_free(&cup);
    }
}

TEST(the_gauntlet_is_run_by_the_first)
{
    begin("gauntlet", 5, 0, 2, 1);
    assert_int_equal(contest_draw(&cup), 4);
    for (uint32_t i = 0; i < 4; i++)
        assert_true(cup.met[i].a == 0 && cup.met[i].b == i + 1);
    play_drawn();
    assert_true(contest_over(&cup));
    contest_free(&cup);
}

/* No two meet twice, nobody sits out twice, and a round is drawn when the one before is over. */
TEST(a_swiss_has_no_repeats)
{
    for (uint32_t n = 2; n <= 13; n++) {
        uint32_t rounds = n > 4 ? 3 : 1, drawn = 0;
        unsigned met[14][14] = { { 0 } };
        begin("swiss", n, rounds, 1, 1);
        for (uint32_t round = 0; round < rounds; round++) {
            assert_int_equal(contest_draw(&cup), n / 2 + n % 2);
            assert_int_equal(contest_draw(&cup), 0); /* it is not over */
            for (; drawn < cup.meetings; drawn++) {
                uint32_t a = cup.met[drawn].a, b = cup.met[drawn].b == PAIRING_BYE ? 13 : cup.met[drawn].b;
                assert_int_equal(met[a][b]++ + met[b][a]++, 0);
                assert_int_equal(cup.met[drawn].round, round);
            }
            play_drawn();
        }
        assert_true(contest_over(&cup));
        contest_free(&cup);
    }
}

/* The meeting that has begun the fewest comes next; at several tables pairs go together, and nobody plays one twice. */
TEST(meetings_grow_side_by_side)
{
    uint32_t meeting, number, count;
    begin("round-robin", 3, 1, 5, 2);
    assert_int_equal(contest_draw(&cup), 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_true(contest_next(&cup, &meeting, &number, &count));
        assert_true(meeting == i && number == 1 && count == 2);
        cup.job[i].child.pid = 1;
        cup.job[i].number = number;
        cup.job[i].count = count;
        cup.of[i] = meeting;
    }
    assert_true(contest_next(&cup, &meeting, &number, &count));
    assert_true(meeting == 0 && number == 3 && count == 2);
    win(0, 3);
    assert_true(contest_next(&cup, &meeting, &number,
                             &count)); /* pair 4 alone would be the first's: the second is further behind */
    assert_true(meeting == 1 && number == 3 && count == 2);
    memset(cup.job, 0, sizeof cup.job);
    contest_free(&cup);
}

TEST(the_table_has_the_strongest_first)
{
    static struct contest_row row[CONTEST_BOTS];
    begin("round-robin", 4, 1, 10, 1);
    assert_true(contest_table(&cup, row)); /* of nothing: nothing is known */
    assert_true(row[0].pairs == 0 && row[0].band == 0 && !isfinite(row[0].elo));
    assert_int_equal(contest_draw(&cup), 6);
    play_drawn();
    assert_true(contest_table(&cup, row));
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(row[i].bot == i && row[i].place == i + 1 && row[i].pairs == 30);
        assert_true(fabs(row[i].score - (3 - i) / 3.) < 1e-9);
        assert_true(fabs(row[i].per_hand - (1 - 2 * i / 3.) / 2) < 1e-9);
        assert_true(row[i].points == 3 - i && row[i].elo_half > 0 && (!i || row[i].elo < row[i - 1].elo));
        assert_null(row[i].fault);
    }
    contest_free(&cup);
}

TEST(no_pair_that_is_none_is_counted)
{
    const struct measured m = { .score = 4 };
    begin("swiss", 3, 1, 2, 1);
    assert_int_equal(contest_draw(&cup), 2);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(contest_count(&cup, i, 1, &m), cup.met[i].b != PAIRING_BYE); /* of a bye nothing is played */
    assert_false(contest_count(&cup, 2, 1, &m));
    assert_false(contest_count(&cup, 0, 0, &m) || contest_count(&cup, 1, 0, &m));
    assert_false(contest_count(&cup, 0, 3, &m) || contest_count(&cup, 1, 3, &m));
    contest_free(&cup);
}
