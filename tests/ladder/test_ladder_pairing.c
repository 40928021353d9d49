/* Who meets whom: the circle, the pairs of the continuous ladder, and events played to their end. */
#include <math.h>

#include "support/test.h"
#include "league/tournament.h"
#include "support/near.h"
#include "support/random.h"

enum { MOST = 64 };

/* --- the circle ----------------------------------------------------------------------------------- */

static void one_round(uint32_t n, uint32_t round, unsigned met[MOST][MOST], int side[MOST])
{
    struct pairing p[MOST];
    bool seen[MOST] = { false };
    size_t k = circle_round(n, round, p);
    assert_int_equal(k, n / 2);
    for (size_t i = 0; i < k; i++) {
        assert_true(p[i].a < n && p[i].b < n && p[i].a != p[i].b);
        assert_false(seen[p[i].a] || seen[p[i].b]);
        seen[p[i].a] = seen[p[i].b] = true;
        met[p[i].a][p[i].b]++;
        met[p[i].b][p[i].a]++;
        side[p[i].a]++;
        side[p[i].b]--;
    }
}

TEST(everybody_meets_everybody_once)
{
    assert_int_equal(circle_rounds(0), 0);
    assert_int_equal(circle_rounds(1), 0);
    for (uint32_t n = 2; n <= 51; n++) {
        unsigned met[MOST][MOST] = { { 0 } };
        int side[MOST] = { 0 };
        for (uint32_t r = 0; r < circle_rounds(n); r++)
            one_round(n, r, met, side);
        for (uint32_t a = 0; a < n; a++) {
            assert_in_range(abs(side[a]), 0, n % 2 ? 2 : 1);
            for (uint32_t b = 0; b < n; b++)
                assert_int_equal(met[a][b], a != b);
        }
    }
}

/* --- the continuous ladder ------------------------------------------------------------------------ */

static struct strengths a_table(uint32_t n, uint32_t results)
{
    struct strengths r;
    struct random rng = { 3 };
    OWNED struct rating_unit *u = calloc(results, sizeof *u);
    assert_non_null(u);
    for (uint32_t i = 0; i < results; i++) {
        uint32_t a = random_below(&rng, n), b = (a + 1 + random_below(&rng, n - 1)) % n;
        u[i] = (struct rating_unit){ .cluster = i, .members = 1, .side = { { a }, { b } }, .score = a < b };
    }
    assert_int_equal(rating_fit(&r, n, u, results, RATING_FITTED), RATING_FINE);
    return r;
}

TEST(nobody_is_in_two_pairs)
{
    AUTO(rating_free) struct strengths r = a_table(21, 60);
    struct chance c = { 1 };
    for (unsigned free_ones = 0; free_ones <= 21; free_ones++) {
        bool free_to[21] = { false }, seen[21] = { false };
        struct pairing p[11];
        for (unsigned i = 0; i < free_ones; i++)
            free_to[i] = true;
        size_t k = pairing_ladder(&r, free_to, NULL, 0.25, NULL, 0, &c, p);
        assert_int_equal(k, free_ones / 2);
        for (size_t i = 0; i < k; i++) {
            assert_true(free_to[p[i].a] && free_to[p[i].b] && p[i].a != p[i].b);
            assert_false(seen[p[i].a] || seen[p[i].b]);
            seen[p[i].a] = seen[p[i].b] = true;
        }
    }
}

TEST(the_unknown_tells_more_than_the_known)
{
    struct rating_unit u[400];
    AUTO(rating_free) struct strengths r;
    for (unsigned i = 0; i < 400; i++) /* 0 and 1 are level and well known, 2 is far stronger, 3 is new */
        u[i] = (struct rating_unit){
            .cluster = i, .members = 1, .side = { { i < 200 ? 0 : 2 }, { 1 } }, .score = i < 200 ? i % 2 : 1
        };
    assert_int_equal(rating_fit(&r, 4, u, 400, RATING_FITTED), RATING_FINE);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(pairing_gain(&r, 0, 3) > pairing_gain(&r, 0, 1));
        assert_near(pairing_gain(&r, 0, 3), pairing_gain(&r, 3, 0), 1e-12);
        free(r.v);
        r.v = NULL; /* from the errors alone it is the same */
    }
}

/* --- who meets whom, and what that costs --------------------------------------------------------------------- */

enum { TWINS = 16, PAIRS_EACH = 46, TWIN_PAIRS = TWINS / 2 * PAIRS_EACH, SEEDS = 8 };

static struct pairing met[TWIN_PAIRS];
static bool seen[TWINS][TWINS];

/* A ladder of bots two of which each are equal, 100 Elo between neighbours, with a new table for every fourth round.  Out: how often twins
 * met; returned: the mean error of the table in the end, in Elo. */
static double play_twins(bool spread, uint64_t seed, unsigned *together)
{
    static struct rating_unit unit[TWIN_PAIRS];
    struct random rng = { seed };
    struct chance c = { seed };
    struct strengths r = { 0 };
    bool free_to[TWINS];
    double error = 0;
    memset(free_to, true, sizeof free_to);
    for (size_t n = 0, round = 0; n < TWIN_PAIRS; round++) {
        struct pairing p[TWINS / 2];
        if (round % 4 == 0) {
            rating_free(&r);
            assert_int_equal(rating_fit(&r, TWINS, unit, n, RATING_FITTED), RATING_FINE);
            free(r.v);
            r.v = NULL; /* the schedule knows the errors alone */
        }
        size_t k = pairing_ladder(&r, free_to, NULL, 0.25, met, spread ? n : 0, &c, p);
        for (size_t i = 0; i < k && n < TWIN_PAIRS; i++, n++) {
            double theta = 100 / RATING_ELO * ((double)(p[i].b / 2) - (double)(p[i].a / 2));
            met[n] = p[i];
            seen[p[i].a][p[i].b] = seen[p[i].b][p[i].a] = true;
            *together += p[i].a / 2 == p[i].b / 2;
            unit[n] = (struct rating_unit){ .cluster = (uint32_t)n,
                                            .members = 1,
                                            .side = { { p[i].a }, { p[i].b } },
                                            .score = random_below(&rng, 1000000) < 1e6 / (1 + exp(-theta)) };
        }
    }
    for (size_t i = 0; i < TWINS; i++)
        error += r.row[i].elo_error / TWINS;
    rating_free(&r);
    return error;
}

/* A bot meets others that tell half as much as its twin, and the table is no less sure. */
TEST(rivals_are_spread)
{
    unsigned together[2] = { 0 };
    double error[2] = { 0 }, each = TWINS / 2 * SEEDS;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        for (int spread = 0; spread < 2; spread++)
            error[spread] += play_twins(spread, seed, &together[spread]) / SEEDS;
    print_message("pairs of %d with a bot's twin: %.1f, spread %.1f; error of the table: %.1f, spread %.1f Elo\n",
                  PAIRS_EACH, together[0] / each, together[1] / each, error[0], error[1]);
    assert_true(together[1] / each < 6 && 3 * together[1] < 2 * together[0]);
    assert_true(error[1] < error[0]);
    for (unsigned a = 0; a < TWINS; a++)
        for (unsigned b = 0; b < a; b++)
            assert_true(seen[a][b]); /* by lot, however far apart */
}

/* --- events --------------------------------------------------------------------------------------- */

struct event {
    struct tournament t;
    struct meeting m[4096];
    size_t n;
    unsigned played;
};

static void keep(struct event *e, const struct meeting *m)
{
    for (size_t i = 0; i < e->n; i++)
        if (e->m[i].round == m->round && e->m[i].a == m->a && e->m[i].b == m->b) {
            e->m[i] = *m;
            return;
        }
    assert_in_range(e->n, 0, 4095);
    e->m[e->n++] = *m;
}

/* One unit of every meeting that is due; the lower number wins except for `upset` of a hundred.  False at the end. */
static bool one_go(struct event *e, struct random *rng, unsigned upset)
{
    struct meeting due[1024];
    size_t k = tournament_due(&e->t, e->m, e->n, due, 1024);
    assert_in_range(k, 0, 1024);
    for (size_t i = 0; i < k; i++) /* the round as a whole first: it is drawn once */
        keep(e, &due[i]);
    for (size_t i = 0; i < k; i++)
        if (meeting_left(&e->t, &due[i])) {
            bool a = (due[i].a < due[i].b) != (random_below(rng, 100) < upset);
            due[i].played++;
            due[i].score += a;
            e->played++;
            keep(e, &due[i]);
        }
    return k;
}

static struct event *play(struct tournament t, unsigned upset)
{
    struct event *e = calloc(1, sizeof *e);
    struct random rng = { t.entrants + 1 };
    assert_non_null(e);
    e->t = t;
    for (unsigned go = 0; one_go(e, &rng, upset); go++)
        assert_in_range(go, 0, 10000);
    return e;
}

TEST(a_round_robin_ends_with_everybody_met)
{
    for (uint32_t n = 0; n <= 9; n++) {
        OWNED struct event *e = play((struct tournament){ TOURNAMENT_ROUND_ROBIN, n, 2, 0, 3 }, 30);
        assert_int_equal(e->played, n ? n * (n - 1) * 3 : 0);
    }
}

TEST(a_gauntlet_is_heads_against_the_field)
{
    OWNED struct event *e = play((struct tournament){ TOURNAMENT_GAUNTLET, 7, 0, 2, 2 }, 30);
    assert_int_equal(e->n, 10);
    assert_int_equal(e->played, 20);
    for (size_t i = 0; i < e->n; i++)
        assert_true(e->m[i].a < 2 && e->m[i].b >= 2);
}

TEST(swiss_pairs_nobody_twice)
{
    for (uint32_t n = 2; n <= 33; n++) {
        uint32_t rounds = n < 6 ? n / 2 : 5;
        OWNED struct event *e = play((struct tournament){ TOURNAMENT_SWISS, n, rounds, 0, 1 }, 20);
        unsigned byes[MOST] = { 0 };
        assert_int_equal(e->n, rounds * ((n + 1) / 2));
        for (size_t i = 0; i < e->n; i++) {
            if (e->m[i].b == PAIRING_BYE)
                assert_int_equal(byes[e->m[i].a]++, 0);
            for (size_t j = 0; j < i; j++)
                assert_false((e->m[i].a == e->m[j].a && e->m[i].b == e->m[j].b) ||
                             (e->m[i].a == e->m[j].b && e->m[i].b == e->m[j].a));
        }
    }
}

/* First round of eight: the upper half against the lower. */
TEST(swiss_begins_with_the_halves)
{
    struct tournament t = { TOURNAMENT_SWISS, 8, 3, 0, 1 };
    struct meeting due[4];
    assert_int_equal(tournament_due(&t, NULL, 0, due, 4), 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(due[i].a, i);
        assert_int_equal(due[i].b, i + 4);
    }
}

TEST(swiss_goes_on_when_all_have_met)
{
    OWNED struct event *e = play((struct tournament){ TOURNAMENT_SWISS, 4, 6, 0, 1 }, 0);
    assert_int_equal(e->n, 12);
}

TEST(the_best_wins_a_knockout)
{
    for (uint32_t n = 2; n <= 40; n++) {
        struct placing rows[MOST];
        OWNED struct event *e = play((struct tournament){ TOURNAMENT_KNOCKOUT, n, 0, 0, 3 }, 0);
        assert_int_equal(e->n, n - 1); /* everybody but one loses once */
        tournament_table(&e->t, e->m, e->n, rows);
        assert_int_equal(rows[0].entrant, 0);
        assert_int_equal(rows[1].entrant, 1); /* seeded apart: they meet in the last round */
        if (n >= 4)
            assert_in_range(rows[2].entrant, 2, 3);
    }
}

/* Five entrants: the first three have nobody in the first round; what is not played yet names nobody. */
TEST(a_bracket_shows_what_is_known)
{
    struct tournament t = { TOURNAMENT_KNOCKOUT, 5, 0, 0, 1 };
    struct meeting m[2] = { { .round = 1, .a = 2, .b = 1, .played = 1, .score = 1 } }, tie[10];
    assert_int_equal(tournament_bracket(&t, m, 0, tie), 7);
    assert_int_equal(tie[0].a, 0);
    assert_int_equal(tie[0].b, PAIRING_BYE);
    assert_int_equal(tie[1].a + tie[1].b, 3 + 4);
    assert_int_equal(tie[4].round, 1);
    assert_int_equal(tie[4].a, 0);
    assert_int_equal(tie[4].b, PAIRING_BYE);
    assert_int_equal(tie[6].a, PAIRING_BYE); /* 0 waits for its rival and is not in the last round yet */
    assert_int_equal(tournament_bracket(&t, m, 1, tie), 7);
    assert_int_equal(tie[5].played, 1);
    assert_near(tie[5].score, tie[5].a == 2 ? 1 : 0, 0);
    assert_int_equal(tie[6].b, 2);
    assert_int_equal(tournament_bracket(&(struct tournament){ TOURNAMENT_KNOCKOUT, 1, 0, 0, 1 }, m, 0, tie), 0);
}

TEST(a_level_knockout_goes_on)
{
    struct tournament t = { TOURNAMENT_KNOCKOUT, 2, 0, 0, 2 };
    struct meeting m = { .a = 0, .b = 1, .played = 2, .score = 1 }, due;
    assert_int_equal(tournament_due(&t, &m, 1, &due, 1), 1);
    assert_int_equal(meeting_left(&t, &due), 1);
    m.played = 3;
    m.score = 1.5;
    assert_int_equal(tournament_due(&t, &m, 1, &due, 1), 1);
    m.score = 2;
    assert_int_equal(tournament_due(&t, &m, 1, &due, 1), 0);
}

TEST(the_table_knows_fine_marks)
{
    struct tournament t = { TOURNAMENT_ROUND_ROBIN, 4, 1, 0, 1 };
    static const struct meeting m[] = {
        { 0, 0, 1, 1, 1 }, { 0, 2, 3, 1, 1 }, { 1, 0, 2, 1, 0.5 }, { 1, 1, 3, 1, 0 }, { 2, 0, 3, 1, 0 }
    }; /* 2 against 1 is still to come */
    struct placing rows[4];
    struct meeting due[8];
    assert_int_equal(tournament_due(&t, m, 0, due, 8), 6);
    tournament_table(&t, m, 5, rows);
    assert_int_equal(rows[0].entrant, 3); /* 2 points; then 2 and 0 with 1.5, and 2 has beaten the first */
    assert_int_equal(rows[1].entrant, 2);
    assert_int_equal(rows[2].entrant, 0);
    assert_near(rows[1].buchholz, 3.5, 0);
    assert_near(rows[2].buchholz, 3.5, 0);
    assert_near(rows[1].sonneborn, 2.75, 0);
    assert_near(rows[2].sonneborn, 0.75, 0);
    assert_near(rows[3].points, 0, 0);
}
