/* legs: whether a bot does better in second legs, and how often an honest one is said to. */
#include <math.h>

#include "support/test.h"

#include "stats/legs.h"
#include "support/random.h"

static void near(double got, double want)
{
    if (fabs(got - want) > 1e-9 * fmax(fabs(want), 1))
        fail_msg("%.12g is not %.12g", got, want);
}

/* By hand: 2 * the integral of (2p)^k (2 - 2p)^(n - k) from 1/2 to 1. */
TEST(the_evidence_is_the_integral)
{
    near(legs_evidence(&(struct leg_sums){ 0, 0, 5 }), 1);
    near(legs_evidence(&(struct leg_sums){ 1, 0, 0 }), 1.5);
    near(legs_evidence(&(struct leg_sums){ 0, 1, 0 }), .5);
    near(legs_evidence(&(struct leg_sums){ 1, 1, 0 }), 2. / 3);
    near(legs_evidence(&(struct leg_sums){ 2, 0, 9 }), 7. / 3);
}

/* What a pair more may bring is worth on average what there was: no look at it makes it grow. */
TEST(it_is_a_martingale)
{
    for (uint64_t k = 0; k < 400; k += 7)
        for (uint64_t m = 0; m < 400; m += 11) {
            struct leg_sums now = { k, m, 0 }, up = { k + 1, m, 0 }, down = { k, m + 1, 0 };
            double here = legs_evidence(&now);
            assert_true(fabs((legs_evidence(&up) + legs_evidence(&down)) / 2 - here) < 1e-6 * here);
        }
    assert_true(isfinite(legs_evidence(&(struct leg_sums){ 5000000, 5000000, 0 })));
    assert_true(isfinite(legs_evidence(&(struct leg_sums){ 5000000, 0, 0 })));
    assert_true(legs_evidence(&(struct leg_sums){ 0, 5000000, 0 }) >= 0);
}

/* A bot that wins each leg with its own chance, looked at after every pair: the pair at which it is marked, 0: never. */
static unsigned marked_at(struct random *dice, unsigned pairs, double first, double second, struct leg_sums *l)
{
    *l = (struct leg_sums){ 0 };
    for (unsigned i = 1; i <= pairs; i++) {
        double a = (double)(random_next(dice) >> 11) * 0x1p-53, b = (double)(random_next(dice) >> 11) * 0x1p-53;
        legs_add(l, a < first ? 2 : 0, b < second ? 2 : 0);
        if (legs_marked(l))
            return i;
    }
    return 0;
}

/* 8,000 honest bots of every strength, 300 pairs each, looked at after every pair: less than one is to be expected, and more than 6 come
 * once in 40,000 times; the dice are fixed. */
TEST(the_honest_are_not_marked)
{
    enum { BOTS = 8000, PAIRS = 300 };
    struct random dice = { 15 };
    struct leg_sums l;
    unsigned marked = 0;
    for (unsigned i = 0; i < BOTS; i++) {
        double chance = .1 + .8 * i / BOTS;
        marked += marked_at(&dice, PAIRS, chance, chance, &l) > 0;
    }
    print_message("%u of %d honest bots marked\n", marked, BOTS);
    assert_true(marked <= 6);
}

/* As the bot of e2e/recall without a wall, 18 of 30 first legs and 29 of 30 second ones; and one that gains a tenth. */
TEST(who_remembers_is_marked)
{
    struct random dice = { 15 };
    struct leg_sums l, rival;
    unsigned whole = 0, tenth = 0;
    for (unsigned i = 0; i < 200; i++) {
        whole += marked_at(&dice, 200, .6, .97, &l) > 0;
        rival = legs_of_rival(&l);
        assert_false(legs_marked(&rival));
        tenth += marked_at(&dice, 2000, .5, .6, &l) > 0;
    }
    print_message("of 200 each: %u marked within 200 pairs, %u within 2,000\n", whole, tenth);
    assert_int_equal(whole, 200);
    assert_true(tenth >= 180);
}
