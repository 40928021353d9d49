/* sim_frames: a seat process that was taken over sends what none of ours sends.  The referee goes on, the process counts
 * as one that crashed, and the other side does not lose by it. */
#include "support/test.h"

#include "support/sim_frames.h"

enum { BAD = 0, GOOD = 1 };

static struct sim_frame frame;

/* The next envelope of BAD with a message of this type, as the frame that would be made of it; it is said no more. */
static bool next_frame(struct sim *s, enum message_type type)
{
    while (s->referee->course->stage < COURSE_TOLD) {
        int i = sim_next_event(s);
        if (i >= 0 && s->event[i].kind == EVENT_FROM_BOT && s->event[i].seat == BAD) {
            s->now = at_least(s->now, s->event[i].at);
            frame_of(s, BAD, &frame, s->event[i].bytes, s->event[i].size);
            if (frame.f.count > 0 && frame.f.msg[0].type == type) {
                free(s->event[i].bytes);
                s->event[i] = s->event[--s->events];
                return true;
            }
        }
        bool moved = sim_turn(s);
        assert_true(moved);
    }
    return false;
}

static struct sim *match_of(uint8_t seed)
{
    struct referee_config c = sim_config("argentino,target=15", 2);
    struct sim *s = sim_new(&c, seed);
    sim_start(s);
    return s;
}

/* It was nobody's fault: one death of a seat process is none. */
static void expect_played(struct sim *s)
{
    sim_finish(s);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_int_equal(s->faults, 0);
    sim_end(s);
}

/* The anchors of a JOIN far outside of its bytes, or a little beside them. */
TEST(bad_place_of_anchors)
{
    static const uint32_t places[] = { 0xfffffff0u, 0x7fffffffu, 65536, 200, 100, 0 };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct sim *s = match_of((uint8_t)(3 + i));
        assert_true(next_frame(s, MSG_JOIN));
        assert_int_not_equal(frame.f.msg[0].bin_at, places[i]);
        frame.f.msg[0].bin_at = places[i];
        assert_true(frame_comes(s, BAD, &frame, frame_length(&frame)));
        expect_played(s);
    }
}

/* Another card than the bytes say: a reader of the record would find that the arbiter lied. */
TEST(another_action_than_its_bytes)
{
    struct sim *s = match_of(5);
    assert_true(next_frame(s, MSG_ANSWER));
    frame.f.msg[0].action ^= 1;
    assert_true(frame_comes(s, BAD, &frame, frame_length(&frame)));
    expect_played(s);
}

/* A bot that loses has its seat process call an envelope malformed that is not. */
TEST(malformed_that_is_not)
{
    for (unsigned error = WIRE_EMPTY; error <= WIRE_OUT_OF_RANGE; error++) {
        struct sim *s = match_of((uint8_t)(6 + error));
        assert_true(next_frame(s, MSG_ANSWER));
        seat_refuse(&frame.f, (enum wire_error)error);
        bool refused = frame_comes(s, BAD, &frame, frame_length(&frame));
        assert_int_equal(refused, error != WIRE_MULTIPART); /* that there were several parts no bytes show */
        if (refused) {
            expect_played(s);
            continue;
        }
        sim_finish(s);
        assert_int_equal(s->result.result.fault, FAULT_MALFORMED);
        assert_int_equal(s->result.result.fault_seat, BAD);
        sim_end(s);
    }
}

/* A seat process that waits for no tick: its bot would see how long the others think. */
TEST(no_tick_is_kept)
{
    struct referee_config c = sim_config("argentino,target=15", 2);
    c.tick_us = 10000;
    struct sim *s = sim_new(&c, 30);
    sim_start(s);
    assert_true(next_frame(s, MSG_ANSWER));
    const struct wait *w = &s->referee->line[BAD].wait;
    assert_true(s->referee->course->party[BAD].sent_us < w->not_before_us && frame.f.left_us >= w->not_before_us);
    frame.f.left_us = w->not_before_us - 1;
    assert_true(frame_comes(s, BAD, &frame, frame_length(&frame)));
    expect_played(s);
}

/* A second one is its bot's crash. */
TEST(again_and_again)
{
    AUDITED_SIM *s = match_of(20);
    for (unsigned times = 0; times < 2; times++) {
        assert_true(next_frame(s, MSG_ANSWER));
        frame.f.msg[0].table = 400;
        assert_true(frame_comes(s, BAD, &frame, frame_length(&frame)));
    }
    sim_finish(s);
    assert_int_equal(s->result.result.outcome, END_FAULT);
    assert_int_equal(s->result.result.fault, FAULT_CRASHED);
    assert_int_equal(s->result.result.fault_seat, BAD);
    assert_int_equal(s->result.result.winner, GOOD);
}

/* A frame of BAD about nothing, by hand. */
static void lay_frame(struct sim *s, enum from_seat_kind kind)
{
    memset(&frame.f, 0, sizeof frame.f);
    frame.f.kind = (uint8_t)kind;
    frame.f.ticket = s->party[BAD].ticket;
    frame.f.left_us = frame.f.came_us = s->now;
}

/* Until the process is ended for it, and at most this often. */
static bool floods(struct sim *s, enum from_seat_kind kind, unsigned most, int64_t apart_us)
{
    for (unsigned i = 0; i < most; i++) {
        s->now += apart_us;
        lay_frame(s, kind);
        if (frame_comes(s, BAD, &frame, frame_length(&frame)))
            return true;
    }
    return false;
}

/* Each of these frames is fine, and has no effect: a stream of them takes the referee's time, which is the rival's. */
TEST(frames_without_end)
{
    static const enum from_seat_kind kinds[] = { SEAT_GONE, SEAT_CONNECTED, SEAT_SILENCE };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct sim *s = match_of((uint8_t)(40 + i));
        assert_true(next_frame(s, MSG_ANSWER)); /* BAD owes an answer, so that SILENCE comes too early */
        if (!floods(s, kinds[i], 5000, 0))
            fail_msg("5000 frames of kind %d are taken", kinds[i]);
        expect_played(s);
    }
    /* As often as a line that breaks all the time may have them. */
    OWNED_SIM *s = match_of(44);
    assert_true(next_frame(s, MSG_ANSWER));
    assert_false(floods(s, SEAT_GONE, 200, 10000));
}
