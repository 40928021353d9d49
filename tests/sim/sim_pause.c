/* sim_pause: time that is nobody's is taken from nobody, in the match, in its record and when it is resumed. */
#include "support/test.h"

#include "support/sim_resume.h"

enum { BAD = 1, CAP_US = 20000, GRACE_US = 500, THINKS_US = 30000, SEED = 6 };

static struct referee_config paused_config(void)
{
    struct referee_config c = sim_config("argentino,target=15", 1);
    c.cap_us = CAP_US;
    c.grace_us = GRACE_US;
    return c;
}

/* It thinks for so long over the first thing of this kind that it owes, and over nothing else. */
static unsigned slow_over;
static int64_t slow_us;
static unsigned slow_once(struct sim *s, unsigned seat)
{
    bool slow = seat == BAD && (s->party[seat].bot.due & slow_over);
    s->party[seat].think_us = slow ? slow_us : 20;
    slow_over = slow ? 0 : slow_over;
    return ~0u;
}

static struct sim *slow(const struct referee_config *c, unsigned over, int64_t us)
{
    struct sim *s = sim_new(c, SEED);
    slow_over = over;
    slow_us = us;
    s->script = slow_once;
    sim_start(s);
    return s;
}

/* The bot of one seat was asked for the first time, and thinks longer than it may. */
static struct sim *asked(const struct referee_config *c)
{
    struct sim *s = slow(c, DUE_ANSWER, THINKS_US);
    while (slow_over)
        sim_turn(s);
    return s;
}

static void told_too_late(struct sim *s, unsigned faults)
{
    sim_finish(s);
    assert_int_equal(s->faults, faults);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    sim_audit(s);
}

/* The control: without a pause it is too late. */
TEST(test_without)
{
    struct referee_config c = paused_config();
    OWNED_SIM *s = asked(&c);
    told_too_late(s, 1);
    assert_int_equal(s->fault[0].fault, FAULT_TIMEOUT);
}

/* What of the pause lies before the request was asked does not count; the rest does, for this party alone or for all. */
TEST(test_with)
{
    static const unsigned party[] = { BAD, FIEL_NOBODY };
    struct referee_config c = paused_config();
    for (unsigned i = 0; i < 2; i++) {
        OWNED_SIM *s = asked(&c);
        int64_t from = s->now - 1000;
        s->now += 15000;
        referee_pause(s->referee, party[i], PAUSE_BOT, from, s->now, s->now);
        told_too_late(s, 0);
    }
    OWNED_SIM *s = asked(&c);
    s->now += 15000;
    referee_pause(s->referee, !BAD, PAUSE_BOT, s->now - 15000, s->now, s->now);
    told_too_late(s, 1);
}

/* Two who see the same pause: it is given back once. */
TEST(test_seen_twice)
{
    struct referee_config c = paused_config();
    OWNED_SIM *s = asked(&c);
    s->now += 9000; /* thought */
    int64_t from = s->now;
    s->now += 9000; /* stood still: of the 30 ms that it thinks 21 are its own, and it may think for 20.5 */
    referee_pause(s->referee, BAD, PAUSE_SEAT, from, s->now, s->now);
    referee_pause(s->referee, FIEL_NOBODY, PAUSE_BOT, from, s->now, s->now);
    told_too_late(s, 1);
}

/* A pause that ends after now, before it begins or of nobody is none. */
TEST(test_what_is_no_pause)
{
    struct referee_config c = paused_config();
    OWNED_SIM *s = asked(&c);
    size_t size = s->record.size;
    referee_pause(s->referee, BAD, PAUSE_BOT, s->now, s->now, s->now);
    referee_pause(s->referee, BAD, PAUSE_BOT, s->now + 1, s->now + 9, s->now);
    referee_pause(s->referee, SIM_SEATS, PAUSE_BOT, s->now - 1, s->now, s->now);
    assert_int_equal(s->record.size, size);
    told_too_late(s, 1);
}

/* The start limit is longer by it. */
TEST(test_before_the_offer)
{
    struct referee_config c = paused_config();
    for (unsigned paused = 0; paused < 2; paused++) {
        AUDITED_SIM *s = slow(&c, DUE_HELLO, c.start_us + 5000);
        s->now += 10000;
        if (paused)
            referee_pause(s->referee, FIEL_NOBODY, PAUSE_ARBITER, s->now - 10000, s->now, s->now);
        sim_finish(s);
        assert_int_equal(s->faults, !paused);
        assert_int_equal(s->result.result.outcome, paused ? END_PLAYED : END_FAULT);
    }
}

/* Killed anywhere behind it, the arbiter goes on with the same clocks. */
TEST(test_resumed)
{
    struct referee_config c = paused_config();
    OWNED_SIM *s = asked(&c);
    s->now += 15000;
    referee_pause(s->referee, BAD, PAUSE_SEAT, s->now - 15000, s->now, s->now);
    size_t behind = s->record.size;
    told_too_late(s, 0);
    for (size_t cut = behind; cut < s->record.size - 100; cut += 997) {
        OWNED_SIM *again = sim_resumed(&c, SEED, s->record.bytes, cut);
        assert_non_null(again);
    }
}

/* The bad seat's process says before each word that it stood still for 3 ms, if it waited that long. */
enum { STOOD_US = 3005 };
static void stood(struct sim *s, unsigned seat, struct from_seat *f)
{
    (void)s;
    f->stood_us = seat == BAD && STOOD_US <= f->came_us - f->left_us ? STOOD_US : 0;
}

/* A tick is where it was, not where a pause moves the moment of the question. */
TEST(test_at_ticks)
{
    struct referee_config c = sim_config("argentino,target=15", 1);
    c.tick_us = 5000;
    AUDITED_SIM *s = sim_new(&c, SEED);
    sim_start(s);
    s->party[BAD].think_us = 4000;
    s->lost = stood;
    sim_finish(s);
    assert_true(s->result.seat[BAD].paused_us > 20 * STOOD_US);
}

/* What would have been too late with the time that was nobody's is counted, and nothing else is. */
TEST(test_false_timeouts_are_counted)
{
    for (int64_t cap = 3900; cap <= 4100; cap += 200) {
        struct referee_config c = sim_config("argentino,target=15", 1);
        c.cap_us = cap;
        c.grace_us = 0;
        AUDITED_SIM *s = sim_new(&c, SEED);
        sim_start(s);
        s->party[BAD].think_us = 4000;
        s->lost = stood;
        sim_finish(s);
        const struct control_seat_stats *bad = &s->result.seat[BAD], *good = &s->result.seat[!BAD];
        assert_true(bad->decisions > 10);
        assert_int_equal(bad->timeouts, 0);
        assert_int_equal(bad->spared, cap < 4000 ? bad->decisions : 0);
        assert_int_equal(good->spared, 0);
    }
}
