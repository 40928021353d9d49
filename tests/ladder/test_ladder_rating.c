/* Ratings against published fits and closed forms: where each comes from stands above it. */
#include <math.h>

#include "support/test.h"
#include "league/matrix.h"
#include "league/rating.h"
#include "support/near.h"
#include "support/random.h"

enum { MOST = 40000 };
static struct rating_unit unit[MOST];
static size_t units;

static void duel(uint32_t a, uint32_t b, double score, unsigned times)
{
    for (unsigned i = 0; i < times; i++) {
        unit[units] = (struct rating_unit){ .cluster = units, .members = 1, .side = { { a }, { b } }, .score = score };
        units++;
    }
}

static struct strengths fit(size_t n, double lambda)
{
    struct strengths r;
    assert_int_equal(rating_fit(&r, n, unit, units, lambda), RATING_FINE);
    return r;
}

static int start(STATE)
{
    units = 0;
    return 0;
}

TEST_WITH(without_a_prior_a_perfect_bot_has_no_rating, start, NULL)
{
    AUTO(rating_free) struct strengths r;
    duel(0, 1, 1, 3);
    assert_int_equal(rating_fit(&r, 2, unit, units, 0), RATING_UNBOUND);
    assert_null(r.row);
    r = fit(2, RATING_FITTED);
    assert_true(r.row[0].elo > 1500 && r.row[1].elo < 1500);
}

TEST_WITH(bots_that_never_met_have_no_rating_without_a_prior, start, NULL)
{
    AUTO(rating_free) struct strengths r;
    duel(0, 1, 1, 1), duel(1, 0, 1, 1), duel(2, 3, 1, 1), duel(3, 2, 1, 1);
    assert_int_equal(rating_fit(&r, 4, unit, units, 0), RATING_UNBOUND);
    r = fit(4, RATING_FITTED);
    assert_near(r.row[3].elo, 1500, 1e-9);
}

TEST_WITH(nobody_and_nothing, start, NULL)
{
    AUTO(rating_free) struct strengths r = fit(0, RATING_FITTED);
    rating_free(&r);
    r = fit(1, RATING_FITTED);
    assert_near(r.row[0].elo, 1500, 1e-9);
    assert_near(r.row[0].score, 0.5, 0);
    assert_true(isinf(r.row[0].per_hand_error));
}

/* Sizes that are and are not a whole number of rows at once: A = L L', A A^-1 = 1. */
TEST_WITH(matrices_of_any_size, start, NULL)
{
    enum { BIG = 71 };
    static double a[BIG * BIG], l[BIG * BIG], inverse[BIG * BIG];
    struct random r = { 5 };
    for (size_t n = 1; n <= BIG; n += n < 12 ? 1 : 23) {
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j <= i; j++)
                a[i * n + j] = a[j * n + i] = i == j ? (double)n : (double)random_below(&r, 1000) / 1000;
        memcpy(l, a, n * n * sizeof *a);
        assert_true(matrix_cholesky(l, n));
        matrix_inverse(l, n, inverse);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                double sum = 0;
                for (size_t k = 0; k < n; k++)
                    sum += a[i * n + k] * inverse[j * n + k];
                assert_near(sum, i == j, 1e-12);
            }
        a[n * n - 1] = -1;
        assert_false(matrix_cholesky(a, n));
    }
}

/* A. Agresti, Categorical Data Analysis: the American League of 1987; theta and its standard error as R's package
 * BradleyTerry2 gives them, Baltimore at 0. */
TEST_WITH(baseball, start, NULL)
{
    static const unsigned won[7][7] = { { 0, 7, 9, 7, 7, 9, 11 }, { 6, 0, 7, 5, 11, 9, 9 }, { 4, 6, 0, 7, 7, 8, 12 },
                                        { 6, 8, 6, 0, 6, 7, 10 }, { 6, 2, 6, 7, 0, 7, 12 }, { 4, 4, 5, 6, 6, 0, 6 },
                                        { 2, 4, 1, 3, 1, 7, 0 } };
    static const double theta[] = { 1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839 };
    static const double error[] = { .3433, .3396, .3367, .3359, .3339, .3319 };
    for (uint32_t i = 0; i < 7; i++)
        for (uint32_t j = 0; j < 7; j++)
            duel(i, j, 1, won[i][j]);
    AUTO(rating_free) struct strengths r = fit(7, 0);
    for (size_t i = 0; i < 6; i++) {
        assert_near(r.row[i].theta - r.row[6].theta, theta[i], 6e-5);
        assert_near(sqrt(r.v[i * 7 + i] / r.dispersion), error[i], 6e-5);
    }
}

/* R. Laskos (talkchess, topic 44180): scores of 22.5, 22.5 and 27 out of 30 give exactly +190.849, 0, -190.849. */
TEST_WITH(three_engines, start, NULL)
{
    duel(0, 1, 1, 22), duel(0, 1, .5, 1), duel(0, 1, 0, 7);
    duel(1, 2, 1, 22), duel(1, 2, .5, 1), duel(1, 2, 0, 7);
    duel(0, 2, 1, 27), duel(0, 2, 0, 3);
    AUTO(rating_free) struct strengths r = fit(3, 0);
    assert_near(r.row[0].elo, 1690.849, 5e-4);
    assert_near(r.row[1].elo, 1500, 5e-4);
    assert_near(r.row[2].elo, 1309.151, 5e-4);
}

/* Wikipedia, "Bradley-Terry model": strengths that add up to 1. */
TEST_WITH(four_players, start, NULL)
{
    static const double want[] = { 0.1387, 0.2262, 0.1430, 0.4921 };
    double sum = 0;
    duel(0, 1, 1, 2), duel(0, 3, 1, 1), duel(1, 0, 1, 3), duel(1, 2, 1, 5);
    duel(2, 1, 1, 3), duel(2, 3, 1, 1), duel(3, 0, 1, 4), duel(3, 2, 1, 3);
    AUTO(rating_free) struct strengths r = fit(4, 0);
    for (size_t i = 0; i < 4; i++)
        sum += exp(r.row[i].theta);
    for (size_t i = 0; i < 4; i++)
        assert_near(exp(r.row[i].theta) / sum, want[i], 6e-5);
}

static void teams(const uint32_t side[2][2], unsigned won, unsigned of)
{
    for (unsigned i = 0; i < of; i++) {
        struct rating_unit u = { .cluster = units, .members = 2, .score = i < won };
        memcpy(u.side[0], side[0], sizeof side[0]);
        memcpy(u.side[1], side[1], sizeof side[1]);
        unit[units++] = u;
    }
}

/* Closed form: AB-CD 7:3, AC-BD 6:4, AD-BC 5:5 give theta = +-(ln(7/3) +- ln(3/2)) / 4. */
TEST_WITH(partners_add_up, start, NULL)
{
    teams((const uint32_t[2][2]){ { 0, 1 }, { 2, 3 } }, 7, 10);
    teams((const uint32_t[2][2]){ { 0, 2 }, { 1, 3 } }, 6, 10);
    teams((const uint32_t[2][2]){ { 0, 3 }, { 1, 2 } }, 5, 10);
    AUTO(rating_free) struct strengths r = fit(4, 0);
    static const double elo[] = { 54.407, 19.189, -19.189, -54.407 };
    for (size_t i = 0; i < 4; i++)
        assert_near(r.row[i].elo - 1500, elo[i], 6e-4);
}

static double margin_of(const struct strengths *r)
{
    return 1.959963985 * RATING_ELO * sqrt(r->v[0] + r->v[3] - 2 * r->v[1]);
}

/* What pairs are for: the same score, with most pairs split, is known twice as well (fastchess's pentanomial
 * counts give 48.47 and 30.06 by another formula, which agrees within a hundredth). */
TEST_WITH(split_pairs_tell_more, start, NULL)
{
    duel(0, 1, 0, 20), duel(0, 1, .5, 50), duel(0, 1, 1, 30);
    AUTO(rating_free) struct strengths wide = fit(2, 0);
    start(NULL);
    duel(0, 1, 0, 5), duel(0, 1, .5, 80), duel(0, 1, 1, 15);
    AUTO(rating_free) struct strengths narrow = fit(2, 0);
    assert_near(wide.row[0].elo - wide.row[1].elo, 34.86, 5e-3);
    assert_near(narrow.row[0].elo - narrow.row[1].elo, 34.86, 5e-3);
    assert_near(margin_of(&wide), 48.47, 0.5);
    assert_near(margin_of(&narrow), 30.06, 0.3);
    assert_near(rating_superior(&narrow, 0, 1) + rating_superior(&narrow, 1, 0), 1, 1e-12);
}

/* Two legs that always agree are one observation: as if each were half of a cluster. */
TEST_WITH(legs_of_a_pair_are_not_two_results, start, NULL)
{
    for (unsigned i = 0; i < 100; i++)
        duel(0, 1, i < 60, 1);
    AUTO(rating_free) struct strengths once = fit(2, 0);
    start(NULL);
    for (unsigned i = 0; i < 100; i++) {
        duel(0, 1, i < 60, 2);
        unit[units - 1].cluster = unit[units - 2].cluster = i;
    }
    AUTO(rating_free) struct strengths twice = fit(2, 0);
    assert_near(margin_of(&once), margin_of(&twice), 1e-9);
}

TEST_WITH(points_per_hand, start, NULL)
{
    duel(0, 1, 1, 3);
    for (size_t i = 0; i < units; i++) {
        unit[i].hands = 10;
        unit[i].net = (double[]){ 4, 1, 1 }[i];
    }
    AUTO(rating_free) struct strengths r = fit(2, RATING_FITTED);
    assert_near(r.row[0].per_hand, 0.2, 1e-12);
    assert_near(r.row[1].per_hand, -0.2, 1e-12);
    assert_near(r.row[0].per_hand_error, 0.1, 1e-12); /* deviations 2, -1, -1: sqrt(6 * 3/2) / 30 */
    assert_near(r.row[0].per_hand_error, r.row[1].per_hand_error, 1e-12);
}

/* Twenty bots of known strength: what is fitted lies where they are, for about as many as the intervals promise. */
TEST_WITH(known_strengths_are_found, start, NULL)
{
    struct random rng = { 20260101 };
    enum { BOTS = 20 };
    double truth[BOTS], mean = 0;
    for (unsigned i = 0; i < BOTS; i++) {
        truth[i] = (i - 9.5) * 0.15;
        mean += truth[i] / BOTS;
    }
    while (units < MOST) {
        uint32_t a = random_below(&rng, BOTS), b = random_below(&rng, BOTS);
        if (a != b)
            duel(a, b, random_below(&rng, 1000000) < 1e6 / (1 + exp(truth[b] - truth[a])), 1);
    }
    AUTO(rating_free) struct strengths r = fit(BOTS, RATING_FITTED);
    unsigned inside = 0;
    for (unsigned i = 0; i < BOTS; i++)
        inside += fabs(r.row[i].elo - 1500 - RATING_ELO * (truth[i] - mean)) < 1.96 * r.row[i].elo_error;
    assert_in_range(inside, 16, 20);
}

static int by_any(const void *a, const void *b)
{
    const struct rating_unit *x = a, *y = b;
    return x->hands < y->hands ? -1 : x->hands > y->hands;
}

TEST_WITH(the_order_of_results_is_nothing, start, NULL)
{
    struct random rng = { 7 };
    for (unsigned i = 0; i < 500; i++) {
        duel(random_below(&rng, 5), 5 + random_below(&rng, 5), random_below(&rng, 3) / 2., 1);
        unit[i].hands = 1 + random_below(&rng, 1000);
    }
    AUTO(rating_free) struct strengths r = fit(10, RATING_FITTED);
    qsort(unit, units, sizeof *unit, by_any);
    AUTO(rating_free) struct strengths again = fit(10, RATING_FITTED);
    for (size_t i = 0; i < 10; i++) {
        assert_near(r.row[i].elo, again.row[i].elo, 1e-8);
        assert_near(r.row[i].elo_error, again.row[i].elo_error, 1e-8);
    }
}

TEST_WITH(bands_hold_who_cannot_be_told_apart, start, NULL)
{
    uint32_t order[4], band[4];
    duel(0, 1, 1, 50), duel(0, 1, 0, 50); /* 0 and 1 are level */
    duel(2, 0, 1, 95), duel(2, 0, 0, 5);  /* 2 is far above */
    duel(1, 3, 1, 90), duel(1, 3, 0, 10); /* 3 is far below */
    AUTO(rating_free) struct strengths r = fit(4, RATING_FITTED);
    rating_order(&r, order, band);
    assert_int_equal(order[0], 2);
    assert_int_equal(order[3], 3);
    assert_int_equal(band[0], 0);
    assert_int_equal(band[1], 1);
    assert_int_equal(band[2], 1);
    assert_int_equal(band[3], 2);
}

static double elo_of_second(size_t bots)
{
    AUTO(rating_free) struct strengths r = fit(bots, RATING_FITTED);
    rating_anchor(&r, 0, 1900);
    assert_near(r.row[0].elo, 1900, 1e-9);
    double elo = r.row[1].elo;
    return elo;
}

/* Twenty weak bots enter: counted from the mean of all, everybody else would rise by hundreds. */
TEST_WITH(who_enters_moves_nobody, start, NULL)
{
    duel(0, 1, 1, 60), duel(0, 1, 0, 40);
    duel(1, 2, 1, 60), duel(1, 2, 0, 40);
    double before = elo_of_second(3);
    for (uint32_t i = 3; i < 23; i++)
        duel(0, i, 1, 19), duel(0, i, 0, 1);
    assert_near(elo_of_second(23), before, 15);
    AUTO(rating_free) struct strengths r = fit(23, RATING_FITTED);
    assert_true(r.row[1].elo > 1700); /* what it would be without an anchor */
}

/* Bots in a ring, each of which beats the next: a table holds them level, and every meeting contradicts it. */
TEST_WITH(what_a_table_cannot_tell, start, NULL)
{
    for (uint32_t i = 0; i < 3; i++)
        duel(i, (i + 1) % 3, 1, 70), duel(i, (i + 1) % 3, 0, 10);
    AUTO(rating_free) struct strengths r = fit(3, RATING_FITTED);
    double expected = rating_expected(r.row[0].elo - r.row[1].elo);
    assert_near(expected, 0.5, 1e-6);
    assert_true(rating_surprise(70 / 80., 80, expected, r.dispersion) > rating_chance_limit(3));
    assert_near(rating_surprise(70 / 80., 80, expected, 1), -rating_surprise(10 / 80., 80, expected, 1), 1e-6);
    assert_true(fabs(rating_surprise(45 / 80., 80, expected, r.dispersion)) < rating_chance_limit(3));
    assert_near(rating_chance_limit(1), 2.5758, 1e-4);
    /* A certain winner who loses one game of twenty is no surprise yet, though a normal distribution says so. */
    assert_true(fabs(rating_surprise(0.95, 20, 0.99, 1)) < 2);
}
