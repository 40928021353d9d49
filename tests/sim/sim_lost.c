/* sim_lost: a seat process that is lost at a large table, where the others say more than can wait for it. */
#include "support/test.h"

#define SIM_PARTIES 6
#include "support/sim.h"

/* Its partner and their rivals say more than waits for it, and what had no room is told when it comes back. */
TEST(test_seat_lost_while_others_play)
{
    enum { LOST = 3 };
    bool dropped = false;
    for (uint8_t seed = 1; !dropped; seed++) {
        struct referee_config c = sim_config("uruguayo,target=12", 1);
        AUDITED_SIM *s = sim_new(&c, seed);
        struct sim_bot *bot = &s->party[LOST].bot;
        const struct course_kept *kept = course_kept(s->referee->course, LOST);
        assert_true(seed < 200);
        sim_start(s);
        while (bot->requests < 1u + seed % 8 && !referee_over(s->referee))
            sim_turn(s);
        sim_seat_dies(s, LOST, true);
        s->party[LOST].deaf = true;
        while (sim_next_event(s) >= 0) /* until all wait for it */
            sim_turn(s);
        s->party[LOST].deaf = false;
        dropped = kept->first > kept->sent;
        s->now += 1000;
        sim_hello(s, LOST);
        sim_finish(s);
        assert_int_equal(s->result.result.outcome, END_PLAYED);
    }
}
