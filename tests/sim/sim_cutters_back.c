/* sim_cutters_back: cutters that come back, and an arbiter that does. */
#include "support/test.h"

#include "sim_cutters.h"

/* --- coming back ----------------------------------------------------------------------------------- */

/* Every third hand its process is lost; a new one says hello with nothing and hears all of it again. */
static unsigned comes_back(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    if (seat != CUTTER || !(b->due & DUE_SIGN) || b->hand % 3 != 0 || s->step == b->hand)
        return ~0u;
    s->step = b->hand;
    bot_again(b);
    return DUE_HELLO;
}

TEST(test_dies_and_comes_back)
{
    OWNED_SIM *s = match_of(2, comes_back);
    sim_play(s);
    check_outcome(s, END_PLAYED, s->result.result.winner, FAULT_NONE);
    assert_true(s->step >= 3 && s->referee->course->party[CUTTER].hellos > 2);
    check_heard(s, CUTTER);
}

/* The arbiter is killed at any byte, also while a fault waits, and goes on to the same record. */
static void resumed_everywhere(struct referee_config c, sim_script *script, unsigned step, size_t stride)
{
    OWNED_SIM *old = sim_new(&c, SEED);
    unsigned resumed = 0;
    old->script = script;
    old->step = step;
    sim_play(old);
    sim_audit(old);
    for (size_t cut = 9; cut < old->record.size; cut += stride) {
        struct sim *s = sim_resumed(&c, SEED, old->record.bytes, cut);
        if (s == NULL)
            continue;
        s->script = script;
        s->step = step;
        for (unsigned i = 0; i < sim_parties(s) && !referee_over(s->referee); i++)
            sim_let_speak(s, i);
        if (!referee_over(s->referee))
            sim_finish(s);
        assert_int_equal(s->result.result.outcome, old->result.result.outcome);
        sim_end(s);
        resumed++;
    }
    assert_true(resumed > 8);
}

TEST(test_resumed)
{
    resumed_everywhere(config_of(1, 2), NULL, 0, 1999);
    vice = wrong_cut;
    resumed_everywhere(config_of(2, 1), with_vice, 3, 1499);
    resumed_everywhere(config_of(2, 1), dies_in_the_hand, 3, 1499);
}
