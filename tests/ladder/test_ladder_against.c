/* Who loses to whom beyond what the table explains: fields are made up in which everybody plays for themselves, and others in which one
 * bot loses all its pairs to a friend.  It is counted how often the friend is found, and how often somebody who did nothing. */
#include <math.h>

#include "support/test.h"
#include "league/against.h"
#include "support/random.h"

enum { BOTS = 20, ROUNDS = 40, THROWN_MOST = 40, FIELDS = 200, TOLD = 16 };

static double uniform(struct random *r) { return ((double)(random_next(r) >> 11) + 0.5) * 0x1p-53; }
static double normal(struct random *r) { return sqrt(-2 * log(uniform(r))) * cos(2 * M_PI * uniform(r)); }

static struct rating_unit a_pair(size_t number, uint32_t a, uint32_t b, double score)
{
    return (
        struct rating_unit){ .cluster = number, .members = 1, .games = 2, .side = { { a }, { b } }, .score = score };
}

/* Everybody meets somebody by lot, ROUNDS times. */
static size_t an_honest_field(struct random *r, double *truth, struct rating_unit *unit)
{
    size_t n = 0;
    for (unsigned i = 0; i < BOTS; i++)
        truth[i] = i == 1 ? truth[0] : normal(r) * 200 / RATING_ELO;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint32_t order[BOTS];
        for (uint32_t i = 0; i < BOTS; i++) {
            uint32_t j = random_below(r, i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        for (unsigned i = 0; i < BOTS; i += 2) {
            double p = 1 / (1 + exp(truth[order[i + 1]] - truth[order[i]]));
            int won = (uniform(r) < p) + (uniform(r) < p);
            unit[n] = a_pair(n, order[i], order[i + 1], won / 2.);
            n++;
        }
    }
    return n;
}

struct counts {
    unsigned found, others; /* fields in which the friend was told, and in which somebody else was */
};

/* In FIELDS fields bot 0 loses `thrown` pairs more to bot 1, whose equal it is, and what they played before is what it was. */
static struct counts count(unsigned thrown)
{
    static struct rating_unit unit[BOTS / 2 * ROUNDS + THROWN_MOST];
    struct random r = { 99991 + thrown };
    struct counts c = { 0 };
    for (unsigned field = 0; field < FIELDS; field++) {
        double truth[BOTS];
        AUTO(rating_free) struct strengths s;
        struct against told[TOLD];
        bool failed, friend = false, other = false;
        size_t n = an_honest_field(&r, truth, unit);
        for (unsigned i = 0; i < thrown; i++, n++)
            unit[n] = a_pair(n, 0, 1, 0);
        assert_int_equal(rating_fit(&s, BOTS, unit, n, RATING_FITTED), RATING_FINE);
        size_t k = against_table(&s, unit, n, told, TOLD, &failed);
        assert_false(failed);
        for (size_t i = 0; i < k; i++) {
            bool is_friend = told[i].winner == 1 && told[i].loser == 0;
            friend |= is_friend;
            other |= !is_friend;
            assert_true(told[i].won > told[i].expected && told[i].deviations > 0);
        }
        c.found += friend;
        c.others += other;
    }
    printf("| %u | %u of %d | %u of %d |\n", thrown, c.found, FIELDS, c.others, FIELDS);
    return c;
}

TEST(chips_that_are_dumped_are_seen)
{
    puts("| pairs thrown | the friend is told | somebody else is |\n|---|---|---|");
    struct counts honest = count(0), seven = count(7), fifteen = count(15), forty = count(40);
    assert_true(honest.found + honest.others <= 6); /* one in a hundred by chance */
    assert_true(seven.found >= 50);
    assert_true(fifteen.found >= 100);
    assert_true(forty.found >= 150);
    assert_true(seven.others <= 10 && fifteen.others <= 8 && forty.others <= 20); /* whom the thrown pairs have moved */
}

/* What was not played by one bot a side is nobody's. */
TEST(teams_are_left_out)
{
    struct rating_unit unit[64];
    AUTO(rating_free) struct strengths s;
    struct against told[TOLD];
    bool failed;
    for (size_t i = 0; i < 64; i++) {
        unit[i] = a_pair(i, 0, 1, (double)(i % 2));
        unit[i].members = 2;
        unit[i].side[0][1] = 2;
        unit[i].side[1][1] = 3;
    }
    assert_int_equal(rating_fit(&s, 4, unit, 64, RATING_FITTED), RATING_FINE);
    assert_int_equal(against_table(&s, unit, 64, told, TOLD, &failed), 0);
    assert_false(failed);
    assert_int_equal(against_table(&s, unit, 0, told, TOLD, &failed), 0);
}
