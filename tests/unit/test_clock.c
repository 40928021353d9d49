/* The clock's arithmetic: boundaries first. */
#include "support/test.h"

#include "course/clock.h"

static const struct clock_rule rule = { .bank_us = 1000, .inc_us = 7, .cap_us = 400, .grace_us = 10 };

TEST(test_rules_out_of_range)
{
    struct clock_rule r[4] = { rule, rule, rule, rule };
    r[0].bank_us = -1;
    r[1].inc_us = CLOCK_LONGEST + 1;
    r[2].cap_us = INT64_MIN;
    r[3].grace_us = INT64_MAX;
    for (unsigned i = 0; i < 4; i++)
        assert_false(clock_rule_holds(&r[i]));
    assert_true(clock_rule_holds(&rule));
    r[0].bank_us = CLOCK_LONGEST;
    assert_true(clock_rule_holds(&r[0]));
}

TEST(test_sums_do_not_overflow)
{
    assert_int_equal(clock_add(INT64_MAX, 1), INT64_MAX);
    assert_int_equal(clock_add(1, INT64_MAX), INT64_MAX);
    assert_int_equal(clock_add(INT64_MIN, -1), INT64_MIN);
    assert_int_equal(clock_add(INT64_MAX, INT64_MIN), -1);
    struct clock_rule r = { INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX };
    int64_t bank = INT64_MAX;
    assert_int_equal(clock_budget(&r, bank), INT64_MAX);
    assert_true(clock_charge(&r, &bank, INT64_MAX));
    assert_int_equal(bank, INT64_MAX);
}

TEST(test_budget_is_the_smaller_and_grace)
{
    assert_int_equal(clock_budget(&rule, 1000), 410);
    assert_int_equal(clock_budget(&rule, 400), 410);
    assert_int_equal(clock_budget(&rule, 399), 409);
    assert_int_equal(clock_budget(&rule, 0), 10);
}

TEST(test_charge_at_every_edge)
{
    static const struct {
        int64_t bank, used, after;
        bool in_time;
    } row[] = {
        { 1000, 0, 1007, true },  { 1000, 10, 1007, true },  { 1000, 11, 1006, true },
        { 1000, 410, 607, true }, { 1000, 411, 607, false }, { 1000, INT64_MAX, 607, false },
        { 50, 60, 7, true },      { 50, 61, 7, false },      { 0, 10, 7, true },
        { 0, 11, 7, false },
    };
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        int64_t bank = row[i].bank;
        assert_int_equal(clock_charge(&rule, &bank, row[i].used), row[i].in_time);
        assert_int_equal(bank, row[i].after);
    }
}

/* In time is exactly: not later than the budget. */
TEST(test_budget_and_charge_agree)
{
    for (int64_t bank = 0; bank <= 500; bank += 3)
        for (int64_t used = 0; used <= 500; used++) {
            int64_t after = bank;
            assert_int_equal(clock_charge(&rule, &after, used), used <= clock_budget(&rule, bank));
            assert_true(after >= 0 && after <= bank + rule.inc_us);
        }
}

TEST(test_stamps_are_held_inside)
{
    static const int64_t stamp[] = { INT64_MIN, -1, 0, 99, 100, 101, 150, 199, 200, 201, INT64_MAX };
    for (unsigned i = 0; i < sizeof stamp / sizeof *stamp; i++)
        for (unsigned k = 0; k < sizeof stamp / sizeof *stamp; k++) {
            int64_t left = stamp[i], came = stamp[k];
            clock_clamp(100, 200, &left, &came);
            assert_true(100 <= left && left <= came && came <= 200);
            if (stamp[i] >= 100 && stamp[i] <= stamp[k] && stamp[k] <= 200) {
                assert_int_equal(left, stamp[i]);
                assert_int_equal(came, stamp[k]);
            }
        }
}

TEST(test_the_next_tick)
{
    assert_int_equal(clock_tick(0, 10), 0);
    assert_int_equal(clock_tick(1, 10), 10);
    assert_int_equal(clock_tick(10, 10), 10);
    assert_int_equal(clock_tick(11, 10), 20);
    assert_int_equal(clock_tick(11, 1), 11);
    assert_int_equal(clock_tick(11, 0), 11); /* there is none */
    assert_int_equal(clock_tick(INT64_MAX, 10), INT64_MAX);
}
