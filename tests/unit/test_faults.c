/* The fault table, row by row. */
#include "support/test.h"

#include "course/faults.h"

TEST(test_most_faults_lose_the_match)
{
    static const enum fault row[] = {
        FAULT_MALFORMED, FAULT_BAD_SIGNATURE, FAULT_BAD_CUT,   FAULT_WRONG_SEAT,   FAULT_NO_START,  FAULT_WITHHELD,
        FAULT_CRASHED,   FAULT_RESOURCES,     FAULT_PROTESTED, FAULT_OUT_OF_ORDER, FAULT_KEY_AGAIN,
    };
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        struct fault_counts c = { 0 };
        uint32_t number, illegal = 0;
        assert_int_equal(fault_count(&c, &illegal, row[i], TIMEOUT_DEFAULT_ACTION, &number), EFFECT_MATCH);
        assert_int_equal(number, 1);
        assert_int_equal(c.all, 1);
    }
}

/* None of the table's faults of a bot is void: losing by a fault never pays. */
TEST(test_no_fault_of_a_bot_is_void)
{
    static const struct {
        enum fault fault;
        char owner;
    } row[] = {
#define X(name, number, owner, text) { FAULT_##name, owner },
        FAULTS(X)
#undef X
    };
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        struct fault_counts c = { 0 };
        uint32_t number, illegal = 0;
        for (unsigned n = 0; n < 200 && row[i].owner == 'B'; n++)
            assert_int_not_equal(fault_count(&c, &illegal, row[i].fault, TIMEOUT_LOSES_GAME, &number), EFFECT_VOID);
    }
}

TEST(test_third_illegal_loses_the_game)
{
    struct fault_counts c = { 0 };
    uint32_t number, illegal = 0;
    for (unsigned game = 0; game < 2; game++) {
        for (uint32_t n = 1; n <= 3; n++) {
            enum fault_effect due = n < 3 ? EFFECT_REFUSED : EFFECT_GAME;
            assert_int_equal(fault_count(&c, &illegal, FAULT_ILLEGAL, 0, &number), due);
            assert_int_equal(number, n);
        }
        illegal = 0;
    }
    assert_int_equal(c.all, 6);
}

TEST(test_hundredth_unasked_loses_the_match)
{
    struct fault_counts c = { 0 };
    uint32_t number, illegal = 0;
    for (uint32_t n = 1; n <= 100; n++) {
        assert_int_equal(fault_count(&c, &illegal, FAULT_UNASKED, 0, &number), n < 100 ? EFFECT_NOTED : EFFECT_MATCH);
        assert_int_equal(number, n);
        illegal = 0; /* counted through the match */
    }
}

TEST(test_third_timeout_loses_the_match)
{
    static const enum fault_effect early[] = {
        [TIMEOUT_LOSES_GAME] = EFFECT_GAME, [TIMEOUT_DEFAULT_ACTION] = EFFECT_DEFAULT_ACTION
    };
    for (unsigned policy = 0; policy < 2; policy++) {
        struct fault_counts c = { 0 };
        uint32_t number, illegal = 0;
        for (uint32_t n = 1; n <= 3; n++) {
            enum fault_effect due = n < 3 ? early[policy] : EFFECT_MATCH;
            assert_int_equal(fault_count(&c, &illegal, FAULT_TIMEOUT, (enum on_timeout)policy, &number), due);
            illegal = 0;
        }
    }
}

TEST(test_default_action)
{
    const struct action play = { ACT_PLAY, 7 }, low = { ACT_PLAY, 3 }, raise = { ACT_RAISE, 1 },
                        no = { ACT_NO_QUIERO, 0 }, pass = { ACT_PASS, 0 }, modest = { ACT_CON_FLOR_ACHICO, 0 },
                        flor = { ACT_FLOR, 0 };
    struct action a[4] = { play, raise, low, flor };
    assert_int_equal(action_code(fault_default_action(a, 4)), action_code(low));
    assert_int_equal(action_code(fault_default_action(a, 1)), action_code(play));
    a[1] = pass;
    assert_int_equal(fault_default_action(a, 4).kind, ACT_PASS);
    a[3] = modest;
    assert_int_equal(fault_default_action(a, 4).kind, ACT_CON_FLOR_ACHICO);
    a[0] = no;
    assert_int_equal(fault_default_action(a, 4).kind, ACT_NO_QUIERO);
}
