/* sim_signs: the round of signs and signs with answers, through the whole arbiter under a fake clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define SIM_CHAIRS 4
#include "sim.h"

static void play(const char *rules, unsigned games, enum sign_policy sign, uint8_t seed)
{
    struct referee_config c = sim_config(rules, games);
    c.sign = (uint8_t)sign;
    struct sim *s = sim_new(&c, seed);
    sim_play(s);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_int_equal(s->faults, 0);
    for (unsigned i = 0; i < SIM_SEATS; i++)
        assert_true(s->chair[i].bot.seen > 0);
    sim_audit(s);
    sim_free(s);
}

static void test_matches_with_signs(void **state)
{
    (void)state;
    play("argentino,signs=on", 2, SIGN_HAND, 1);
    play("argentino-flor,signs=on,signs_per_decision=3,signs_per_hand=9,target=15", 2, SIGN_HAND, 2);
    play("paulista,signs=on,sign_seen=256", 3, SIGN_DECISION, 3);
    play("gauderio,signs=on,sign_seen=0", 2, SIGN_HAND, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matches_with_signs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
