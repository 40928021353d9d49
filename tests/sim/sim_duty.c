/* sim_duty: what an envelope takes is paid once: by the games whose requests it answers, or by the bank for cuts and
 * signatures. */
#include "support/test.h"

#include "support/sim.h"

enum { BAD = 1, SLOW_US = 5000, USUAL_US = 20, GRACE_US = 500, USED_US = SLOW_US + 10, WAIT_US = USED_US - GRACE_US };

/* It takes its time over whatever no game pays for. */
static unsigned slow_between_hands(struct sim *s, unsigned seat)
{
    bool duty = s->party[seat].bot.due & (DUE_CUT | DUE_SIGN);
    s->party[seat].think_us = seat == BAD && duty ? SLOW_US : USUAL_US;
    return ~0u;
}

static struct referee_config slow_config(int64_t duty_us)
{
    struct referee_config c = sim_config("argentino,target=30", 2);
    c.grace_us = GRACE_US;
    c.duty_us = duty_us;
    return c;
}

/* Four times it is paid for, then there is less left than it takes. */
TEST(test_the_duty_bank_runs_out)
{
    const int64_t duty = 4 * WAIT_US + 1000;
    struct referee_config c = slow_config(duty);
    AUDITED_SIM *s = sim_new(&c, 6);
    s->script = slow_between_hands;
    sim_play(s);
    assert_int_equal(s->faults, 1);
    assert_int_equal(s->fault[0].seat, BAD);
    assert_int_equal(s->fault[0].fault, FAULT_WITHHELD);
    assert_int_equal(s->fault[0].b, 1000 + GRACE_US);
    assert_int_equal(s->result.result.fault_seat, BAD);
}

/* Within the grace it costs nothing, however many hands there are. */
TEST(test_within_the_grace)
{
    struct referee_config c = slow_config(1000);
    c.grace_us = 2 * SLOW_US;
    AUDITED_SIM *s = sim_new(&c, 6);
    s->script = slow_between_hands;
    sim_play(s);
    assert_int_equal(s->faults, 0);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
}

/* A bot is told what its last answer took, so that it can work out its bank. */
TEST(test_used_is_told)
{
    struct referee_config c = slow_config(1000000);
    AUDITED_SIM *s = sim_new(&c, 6);
    struct sim_bot *b = &s->party[BAD].bot;
    unsigned seen = 0;
    s->party[BAD].think_us = SLOW_US;
    sim_start(s);
    while (!referee_over(s->referee)) {
        sim_turn(s);
        if (b->requests > seen)
            assert_int_equal(b->used_us, seen++ > 0 ? USED_US : 0);
    }
    assert_true(seen > 10);
    sim_finish(s);
}
