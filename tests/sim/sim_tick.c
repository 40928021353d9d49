/* sim_tick: what one seat does reaches the others at ticks alone, and nobody's clock pays for the wait. */
#include "support/test.h"

#include "support/sim.h"

enum { TICK = 10000 };

static struct sim *match_of(unsigned games, uint8_t seed)
{
    struct referee_config c = sim_config("argentino-flor,target=15", games);
    c.tick_us = TICK;
    return sim_new(&c, seed);
}

/* One more thing happens; what is on its way to a bot by then arrives at a tick. */
static bool turn_at_ticks(struct sim *s)
{
    bool moved = sim_turn(s);
    for (unsigned i = 0; i < s->events; i++)
        if (s->event[i].kind == EVENT_TO_BOT)
            assert_int_equal(s->event[i].at % TICK, 0);
    return moved;
}

TEST(test_a_tick_that_is_none)
{
    struct referee_config c = sim_config("argentino", 1);
    struct referee_ports ports = { 0 };
    uint8_t zeros[HASH] = { 0 };
    char why[CONTROL_TEXT];
    c.tick_us = TICK_LONGEST + 1;
    assert_null(referee_new(&c, zeros, zeros, &ports, why));
    assert_non_null(strstr(why, "a second"));
}

TEST(test_everything_leaves_at_ticks)
{
    AUDITED_SIM *s = match_of(3, 31);
    sim_start(s);
    s->party[0].think_us = 3333;
    while (!referee_over(s->referee))
        assert_true(turn_at_ticks(s));
    sim_finish(s);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_int_equal(s->faults, 0);
    assert_true(s->result.seat[0].decisions > 20);
    /* From when the request left in fact: 10 us of way, the thinking, 5 us of the seat's. */
    assert_in_range(s->result.seat[0].max_us, 3333, 3400);
    assert_in_range(s->result.seat[1].max_us, 20, 100);
}

/* The offers of both say it, and the bank of a bot that answers within the grace is never touched. */
TEST(test_no_clock_pays)
{
    AUDITED_SIM *s = match_of(1, 32);
    sim_start(s);
    while (!referee_over(s->referee)) {
        assert_true(sim_turn(s));
        for (unsigned i = 0; i < SIM_SEATS; i++)
            assert_true(s->party[i].bot.request == 0 || s->party[i].bot.bank_us >= 1000000);
    }
    assert_int_equal(s->party[0].bot.offer.tick_us, TICK);
    sim_finish(s);
}

/* Whether the two see the same ticks, whatever the rival thinks within one. */
static void ticks_heard(int64_t think_us, int64_t at[64], unsigned *count)
{
    OWNED_SIM *s = match_of(1, 33);
    sim_start(s);
    s->party[1].think_us = think_us;
    *count = 0;
    while (!referee_over(s->referee) && *count < 64) {
        int e = sim_next_event(s);
        if (e >= 0 && s->event[e].kind == EVENT_TO_BOT && s->event[e].seat == 0)
            at[(*count)++] = s->event[e].at;
        assert_true(sim_turn(s));
    }
}

TEST(test_thinking_is_seen_in_ticks)
{
    int64_t quick[64], slow[64], slower[64];
    unsigned n, m;
    ticks_heard(20, quick, &n);
    ticks_heard(9000, slow, &m);
    assert_int_equal(n, m);
    assert_true(n > 10);
    assert_memory_equal(quick, slow, n * sizeof *quick);
    ticks_heard(11000, slower, &m);
    assert_memory_not_equal(quick, slower, n * sizeof *quick);
}

/* A bot that is not on turn and says HELLO hears nothing of what the other did meanwhile. */
TEST(test_a_hello_looks_at_nothing)
{
    AUDITED_SIM *s = match_of(1, 34);
    unsigned hellos = 0;
    sim_start(s);
    while (!referee_over(s->referee)) {
        for (unsigned i = 0; i < SIM_SEATS && hellos < 30; i++) {
            const struct course_party *c = &s->referee->course->party[i];
            const struct course_kept *out = course_kept(s->referee->course, i);
            bool waits = s->referee->course->table->hand_open && c->due->what == OWES_NOTHING &&
                         c->signs.what == OWES_NOTHING && out->count > 0;
            if (!waits || sim_more_to_hear(s, i))
                continue;
            unsigned waiting = out->count;
            uint64_t first = out->first;
            sim_hello(s, i);
            sim_do_event(s, (int)s->events - 1);
            assert_true(out->count == waiting && out->first == first);
            hellos++;
        }
        assert_true(turn_at_ticks(s));
    }
    assert_true(hellos > 10);
    sim_finish(s);
}

static bool offered(const struct sim *s) { return s->referee->course->stage > COURSE_HELLO; }

/* The auditor sees a request that left before its tick: of an arbiter that offers ticks and keeps none.  (A seat process
 * alone that hands on earlier is ended, sim_frames.) */
TEST(test_a_seat_that_does_not_wait)
{
    OWNED_SIM *s = match_of(1, 35);
    struct audit_report report;
    sim_start(s);
    while (!offered(s))
        assert_true(sim_turn(s));
    s->referee->config.tick_us = 0;
    sim_finish(s);
    assert_int_equal(audit_bytes(s->record.bytes, s->record.size, NULL, &report), 0);
    assert_int_equal(report.outcome, AUDIT_WRONG);
    assert_int_equal(report.blame, BLAME_ARBITER);
    assert_non_null(strstr(report.wrong, "before the next tick"));
}
