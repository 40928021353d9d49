/* The test for "is it better": published ratios, and the error rates that it promises. */
#include "support/test.h"
#include <math.h>

#include "stats/sprt.h"
#include "support/near.h"
#include "support/random.h"

/* fastchess, app/tests/sprt_test.cpp; the last three: OpenBench and fishtest's own examples, and pairs that are
 * never half won, as in Truco, by the same formula.  Counts from the worst result to the best. */
static const struct {
    uint32_t count[5];
    unsigned kinds;
    enum sprt_model model;
    double elo0, elo1, llr, within;
} published[] = {
    { { 36027, 68692, 36433 }, 3, SPRT_NORMALIZED, 0, 2, 0.9233, 1e-4 },
    { { 10650, 20431, 10871 }, 3, SPRT_NORMALIZED, -1.75, 0.25, 2.30, 0.005 },
    { { 0, 0, 4250 }, 3, SPRT_NORMALIZED, 0, 10, 120.56, 1.2 },
    { { 21184, 40708, 21404 }, 3, SPRT_LOGISTIC, 0.5, 2.5, -1.57, 0.005 },
    { { 57030, 106593, 57433 }, 3, SPRT_LOGISTIC, 0, 2, -2.59, 0.005 },
    { { 365, 16618, 36229, 16974, 390 }, 5, SPRT_NORMALIZED, 0, 2, 2.25, 0.005 },
    { { 127, 4883, 10712, 5150, 104 }, 5, SPRT_NORMALIZED, -1.75, 0.25, 3.01, 0.005 },
    { { 0, 0, 0, 0, 5550 }, 5, SPRT_NORMALIZED, 0, 5, 111.82, 1.2 },
    { { 223, 9863, 21279, 10037, 246 }, 5, SPRT_LOGISTIC, 0.5, 2.5, -3.07, 0.005 },
    { { 871, 26175, 55983, 26678, 821 }, 5, SPRT_LOGISTIC, 0, 2, -4.98, 0.005 },
    { { 39, 8843, 26675, 9240, 44 }, 5, SPRT_NORMALIZED, 0.5, 2.5, 2.9417, 1e-4 },
    { { 10789, 19328, 33806, 19402, 10543 }, 5, SPRT_LOGISTIC, -3, 1, 2.1311, 1e-4 },
    { { 5, 0, 80, 0, 15 }, 5, SPRT_NORMALIZED, 0, 10, 0.8317, 1e-4 },
    { { 50, 0, 800, 0, 150 }, 5, SPRT_NORMALIZED, 0, 10, 8.3175, 1e-4 },
};

TEST(nothing_played_says_nothing)
{
    struct sprt t = { SPRT_NORMALIZED, 5, 0, 20, .05, .05 };
    uint32_t none[5] = { 0 };
    assert_near(sprt_llr(&t, none), 0, 0);
    assert_int_equal(sprt_decide(&t, none), SPRT_GOES_ON);
    assert_near(sprt_estimate(none, 5).score, 0.5, 0);
}

TEST(published_ratios)
{
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        struct sprt t = { published[i].model, published[i].kinds, published[i].elo0, published[i].elo1, .05, .05 };
        assert_near(sprt_llr(&t, published[i].count), published[i].llr, published[i].within);
    }
}

/* Wald's bounds, as fishtest prints them. */
TEST(bounds)
{
    double low, high;
    sprt_bounds(&(struct sprt){ .kinds = 5, .alpha = .05, .beta = .05 }, &low, &high);
    assert_near(low, -2.9444, 5e-5);
    assert_near(high, 2.9444, 5e-5);
    sprt_bounds(&(struct sprt){ .kinds = 5, .alpha = .1, .beta = .05 }, &low, &high);
    assert_near(low, -2.8904, 5e-5);
    assert_near(high, 2.2513, 5e-5);
}

/* fastchess, app/tests/elo_test.cpp */
TEST(published_estimates)
{
    static const uint32_t better[] = { 34, 54, 63, 64, 75 }, worse[] = { 332, 433, 498, 333, 334 };
    struct sprt_estimate e = sprt_estimate(better, 5);
    assert_near(e.elo, 55.58, 0.005);
    assert_near(e.elo_margin, 27.65, 0.005);
    assert_near(e.normalized, 57.94, 0.005);
    assert_near(e.normalized_margin, 28.28, 0.005);
    e = sprt_estimate(worse, 5);
    assert_near(e.elo, -8.64, 0.005);
    assert_near(e.elo_margin, 10.33, 0.005);
    assert_near(e.normalized, -9.17, 0.005);
    assert_near(e.superior, 0.0505, 5e-5);
}

/* Whatever is asked and however one-sided the pairs are, there is an answer, and it falls as more is asked. */
TEST(every_difference_can_be_asked_for)
{
    static const uint32_t counts[][5] = {
        { 0, 0, 0, 0, 10 }, { 10, 0, 0, 0, 0 }, { 1, 0, 20, 0, 9 }, { 0, 0, 30, 0, 0 }
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int elo0 = -1000; elo0 < 1000; elo0 += 50)
            for (int elo1 = elo0 + 50; elo1 <= 1000; elo1 += 50) {
                struct sprt t = { SPRT_NORMALIZED, 5, elo0, elo1, .05, .05 };
                double llr = sprt_llr(&t, counts[i]);
                assert_true(isfinite(llr));
                if (i == 0)
                    assert_true(llr > 0);
                if (i == 1)
                    assert_true(llr < 0);
            }
}

/* Plays pairs, 88 of 100 split, until the test is decided; true when it said `better`.  Looks every so many pairs. */
static int decided_by(struct random *rng, const struct sprt *test, double normalized, unsigned look, double *played)
{
    struct sprt t = *test;
    uint32_t count[5] = { 0 };
    double shift = normalized * M_LN10 / 800 * M_SQRT2 * sqrt(0.12) / 2; /* mean = 1/2 + t sigma, sigma^2 = 0.12 / 4 */
    for (unsigned pairs = 1; pairs <= 20000; pairs++) {
        double u = random_below(rng, 1u << 30) / (double)(1u << 30);
        count[u < 0.06 - shift ? 0 : u < 0.12 ? 4 : 2]++;
        if (pairs >= 16 && pairs % look == 0) {
            enum sprt_verdict v = sprt_decide(&t, count);
            *played += pairs;
            if (v != SPRT_GOES_ON)
                return v == SPRT_BETTER;
            *played -= pairs;
        }
    }
    fail_msg("20000 pairs and no answer");
    return 0;
}

static int decided(struct random *rng, double normalized)
{
    double played = 0;
    return decided_by(rng, &(struct sprt){ SPRT_NORMALIZED, 5, 0, 20, .05, .05 }, normalized, 4, &played);
}

/* Steps that are large against the bounds: Wald's own would make the test err a third less often than it was asked to, and play the
 * more for it.  1,000 runs of each kind: the bounds are three standard errors about 5 %. */
TEST(overshoot_is_corrected)
{
    enum { RUNS = 1000 };
    const struct sprt t = { SPRT_NORMALIZED, 5, 0, 60, .05, .05 };
    struct random rng = { 77 };
    double pairs_not = 0, pairs_better = 0;
    unsigned wrong_better = 0, wrong_not = 0;
    for (unsigned i = 0; i < RUNS; i++) {
        wrong_better += decided_by(&rng, &t, 0, 1, &pairs_not) == 1;
        wrong_not += decided_by(&rng, &t, 60, 1, &pairs_better) == 0;
    }
    printf("wrong: %u and %u of %u; pairs: %.1f if not better, %.1f if better; expected %.1f, %.1f\n", wrong_better,
           wrong_not, RUNS, pairs_not / RUNS, pairs_better / RUNS, sprt_expects(&t, 0), sprt_expects(&t, 60));
    assert_in_range(wrong_better, 30, 70);
    assert_in_range(wrong_not, 30, 70);
    double low, high, step = 60 * M_LN10 / 800 * M_SQRT2;
    sprt_bounds(&t, &low, &high);
    assert_near(high, log(19) - 0.5826 * step, 1e-9);
    assert_near(low, -high, 1e-9);
    assert_near(pairs_not / RUNS / sprt_expects(&t, 0), 1, 0.15);
    assert_near(pairs_better / RUNS / sprt_expects(&t, 60), 1, 0.15);
}

/* Published: with Wald's bounds, alpha and beta 5 %, the middle takes ln(19)^2 over the square of a step. */
TEST(pairs_are_told_beforehand)
{
    const struct sprt t = { SPRT_NORMALIZED, 5, 0, 2, .05, .05 };
    double step = 2 * M_LN10 / 800 * M_SQRT2;
    assert_near(sprt_expects(&t, 1), 8.6697 / step / step, 1);
    assert_near(sprt_expects(&t, 2), 0.9 * 2.94444 * 2 / step / step, 5);
    assert_near(sprt_expects(&t, 0), sprt_expects(&t, 2), 1e-6);
    assert_true(sprt_expects(&t, 50) < sprt_expects(&t, 2));
}

/* 5% of each kind promised; 200 runs: fewer than 25 wrong answers are all but certain (binomial, below 1e-5). */
TEST(error_rates_are_as_promised)
{
    struct random rng = { 5 };
    unsigned wrong_better = 0, wrong_not = 0;
    for (unsigned i = 0; i < 200; i++) {
        wrong_better += decided(&rng, 0) == 1;
        wrong_not += decided(&rng, 20) == 0;
    }
    assert_in_range(wrong_better, 0, 24);
    assert_in_range(wrong_not, 0, 24);
}
