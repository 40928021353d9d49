/* sim_back: bots that crash and come back, seat processes that are lost, and an arbiter that cannot go on. */
#include "support/test.h"

#include "support/cheap_signatures.h"
#include "support/sim.h"

enum { BAD = 0, GOOD = 1 };

static struct sim *match_of(unsigned games, uint8_t seed)
{
    struct referee_config c = sim_config("argentino,target=15", games);
    return sim_new(&c, seed);
}

/* Until the bot owes an answer that it has not said yet; the script keeps it from saying it. */
static unsigned keep_the_answer(struct sim *s, unsigned seat)
{
    return seat == BAD && s->party[BAD].bot.requests >= s->step ? (unsigned)~DUE_ANSWER : ~0u;
}

static void play_until_request(struct sim *s, unsigned request)
{
    s->step = request;
    s->script = keep_the_answer;
    while (s->party[BAD].bot.requests < request && !referee_over(s->referee)) {
        bool moved = sim_turn(s);
        assert_true(moved);
    }
    s->script = NULL;
}

/* A match that stands at this request. */
static struct sim *match_at(unsigned games, uint8_t seed, unsigned request)
{
    struct sim *s = match_of(games, seed);
    sim_start(s);
    play_until_request(s, request);
    return s;
}

/* Everything on its way arrives. */
static void settle(struct sim *s)
{
    for (int i; (i = sim_next_event(s)) >= 0;) {
        s->now = at_least(s->now, s->event[i].at);
        sim_do_event(s, i);
    }
}

static unsigned no_answer(struct sim *s, unsigned seat)
{
    (void)s;
    return seat == BAD ? ~(unsigned)DUE_ANSWER : ~0u;
}

/* The bad one hears that nothing more comes, and still thinks. */
static void settle_unanswered(struct sim *s)
{
    s->script = no_answer;
    settle(s);
    s->script = NULL;
}

static unsigned silent(struct sim *s, unsigned seat)
{
    (void)s;
    return seat == BAD ? 0 : ~0u;
}

static void say_now(struct sim *s, unsigned seat)
{
    uint8_t out[ENVELOPE_MAX];
    size_t size = bot_say(&s->party[seat].bot, ~0u, out);
    if (size > 0)
        sim_say(s, seat, out, size);
}

static void restart_bot(struct sim *s, unsigned seat)
{
    struct control_ended e = { .signal = 11, .restarted = 1 };
    sim_lose_mail(s, seat);
    referee_bot_ended(s->referee, seat, &e, s->now);
    bot_again(&s->party[seat].bot);
    say_now(s, seat);
}

/* Played to the end; an answer that was said twice is no more than that. */
static void check_played(struct sim *s)
{
    sim_finish(s);
    for (unsigned i = 0; i < s->faults; i++)
        assert_int_equal(s->fault[i].fault, FAULT_UNASKED);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_true(s->party[BAD].bot.over && s->party[GOOD].bot.over);
    sim_end(s);
}

/* --- bots ----------------------------------------------------------------------------------------- */

/* What another match's seat was told first: it names that seat's key, and so nothing here. */
TEST(test_hello_of_another_match)
{
    AUDITED_SIM *s = match_of(1, 5);
    s->party[BAD].bot.server[0] ^= 1;
    sim_play(s);
    assert_int_equal(s->result.result.outcome, END_FAULT);
    assert_int_equal(s->result.result.fault, FAULT_BAD_SIGNATURE);
    assert_int_equal(s->result.result.fault_seat, BAD);
    assert_int_equal(s->result.result.fault_a, MSG_HELLO);
}

TEST(test_crash_for_good_loses_the_match)
{
    for (unsigned on_turn = 0; on_turn < 2; on_turn++) {
        AUDITED_SIM *s = match_of(3, 1);
        struct control_ended e = { .signal = 11 };
        sim_start(s);
        play_until_request(s, 4);
        referee_bot_ended(s->referee, on_turn ? BAD : GOOD, &e, s->now);
        sim_finish(s);
        const struct result *r = &s->result.result;
        assert_int_equal(r->fault, FAULT_CRASHED);
        assert_int_equal(r->fault_seat, on_turn ? BAD : GOOD);
        assert_int_equal(r->fault_a, 0);
        assert_int_equal(r->fault_b, 11);
        assert_int_equal(r->winner, on_turn ? GOOD : BAD);
        assert_int_equal(r->games[r->winner], 1); /* the game in play went with the match */
    }
}

TEST(test_a_resource_limit_loses_the_match)
{
    AUDITED_SIM *s = match_of(1, 1);
    struct control_ended e = { .signal = 24, .limit = 1, .used = 70000, .restarted = 1 };
    sim_start(s);
    play_until_request(s, 2);
    referee_bot_ended(s->referee, BAD, &e, s->now);
    sim_finish(s);
    assert_int_equal(s->result.result.fault, FAULT_RESOURCES);
    assert_int_equal(s->result.result.fault_a, 1);
    assert_int_equal(s->result.result.fault_b, 70000);
}

/* It crashes at its n-th request and knows nothing any more: all messages are sent again, byte for byte
 * (the bot compares), and it goes on in mid-hand. */
TEST(test_restarted_bot_plays_on)
{
    for (unsigned request = 1; request < 40; request += 6) {
        struct sim *s = match_at(6, (uint8_t)request, request);
        restart_bot(s, BAD);
        check_played(s);
    }
}

/* The other one crashes while this one thinks: nothing is open for it, what it has to hear comes later. */
TEST(test_restart_out_of_turn)
{
    struct sim *s = match_at(2, 9, 7);
    restart_bot(s, GOOD);
    say_now(s, BAD);
    check_played(s);
}

/* By then it was told more than one envelope holds. */
TEST(test_resend_of_many_envelopes)
{
    struct sim *s = match_at(20, 10, 250);
    size_t told = 0;
    for (size_t i = 0; i < s->party[BAD].bot.told_count; i++)
        told += s->party[BAD].bot.told[i].size;
    assert_true(told > 2 * ENVELOPE_MAX);
    restart_bot(s, BAD);
    check_played(s);
}

/* --- a long match --------------------------------------------------------------------------------- */

/* It stands where the bot was told more than is told again behind two HELLOs. */
static struct sim *long_match(void)
{
    struct sim *s = match_at(70, 22, 900);
    assert_false(referee_over(s->referee));
    assert_in_range(s->party[BAD].bot.told_count, 2 * AGAIN_MOST + 1, 3 * AGAIN_MOST);
    return s;
}

/* Each brings it at most so many messages, and the end of each says that there are more. */
static unsigned hellos_until_it_has_all(struct sim *s, int64_t each_us)
{
    struct sim_bot *b = &s->party[BAD].bot;
    unsigned hellos = 0;
    s->script = silent;
    do {
        uint64_t had = b->have;
        s->now += each_us;
        sim_hello(s, BAD);
        settle(s);
        assert_true(b->have > had && b->have - had <= AGAIN_MOST + ENVELOPE_MESSAGES);
        hellos++;
    } while (b->due & DUE_HELLO);
    s->script = NULL;
    assert_int_equal(b->have, b->told_count);
    return hellos;
}

TEST(test_a_long_match_is_told_again_in_parts)
{
    struct sim *s = long_match();
    s->script = silent;
    restart_bot(s, BAD);
    settle(s);
    assert_int_equal(hellos_until_it_has_all(s, 0), 2);
    say_now(s, BAD);
    check_played(s);
}

/* 400 of 501 ms are used when the seat process is lost.  Between two parts the clock stands still, and behind the last it runs. */
TEST(test_the_clock_waits_for_all_parts)
{
    for (int64_t rest = 90000; rest <= 110000; rest += 20000) {
        AUDITED_SIM *s = long_match();
        s->now += 400000;
        sim_seat_dies(s, BAD, true);
        bot_again(&s->party[BAD].bot);
        assert_int_equal(hellos_until_it_has_all(s, 1000000), 3);
        s->now += rest;
        say_now(s, BAD);
        sim_finish(s);
        assert_int_equal(s->faults > 0, rest > 101000);
    }
}

/* Envelopes are lost; the bot says what it has and gets the rest. */
TEST(test_lost_connection)
{
    for (unsigned turns = 2; turns < 60; turns++) {
        struct sim *s = match_of(1, 11);
        sim_start(s);
        for (unsigned i = 0; i < turns; i++)
            sim_turn(s);
        s->party[BAD].deaf = true;
        for (unsigned i = 0; i < 2 && s->events > 0; i++)
            sim_turn(s);
        s->party[BAD].deaf = false;
        sim_hello(s, BAD);
        say_now(s, BAD);
        check_played(s);
    }
}

/* What a bot repeats because it cannot know whether it arrived: ignored between hands, unasked in a hand. */
TEST(test_repeats_are_ignored)
{
    struct sim *s = match_of(1, 12);
    struct packer p;
    sim_start(s);
    while (s->party[GOOD].bot.hand < 3)
        sim_turn(s);
    sim_open(s, &p, GOOD, 3);
    struct sim_bot *b = &s->party[GOOD].bot;
    b->hand = 2;
    say_join(&p, b);
    say_cut(&p, b);
    say_sign(&p, b);
    b->hand = 3;
    sim_close(s, &p, GOOD);
    check_played(s);
}

static void answer_again(struct sim *s, uint32_t request)
{
    struct packer p;
    sim_open(s, &p, BAD, 1);
    say_answer(&p, &s->party[BAD].bot, BAD, request, 0);
    sim_close(s, &p, BAD);
}

/* A bot that came back cannot know whether its answer had arrived: again does no harm, but one to come does. */
TEST(test_an_answer_again_after_hello)
{
    for (unsigned again = 0; again <= 2; again++) {
        AUDITED_SIM *s = match_at(2, 21, 2);
        sim_hello(s, BAD);
        settle_unanswered(s);
        say_now(s, BAD);
        for (unsigned i = 0; i < again; i++)
            answer_again(s, 2);
        answer_again(s, 1);
        answer_again(s, 1000000);
        answer_again(s, 0);
        sim_finish(s);
        assert_int_equal(s->result.result.outcome, END_PLAYED);
        assert_int_equal(s->faults, 2);
        assert_int_equal(s->fault[0].fault, FAULT_UNASKED);
    }
}

/* The same words over and over would fill the record and make the match void in the end. */
TEST(test_too_many_repeats)
{
    AUDITED_SIM *s = match_of(50, 12);
    struct packer p;
    sim_start(s);
    play_until_request(s, 2);
    unsigned said = 0, most = repeats_most(s->referee->course);
    for (; !referee_over(s->referee); said += 8) {
        assert_true(said <= most);
        sim_open(s, &p, BAD, 8);
        for (unsigned k = 0; k < 8; k++)
            say_join(&p, &s->party[BAD].bot);
        sim_close(s, &p, BAD);
        settle(s);
    }
    assert_int_equal(said, most + 8);
    sim_finish(s);
    assert_int_equal(s->result.result.fault, FAULT_OUT_OF_ORDER);
    assert_int_equal(s->result.result.fault_a, MSG_JOIN);
}

TEST(test_coming_back_does_not_stop_the_clock)
{
    for (int64_t rest = 100000; rest <= 300000; rest += 200000) {
        AUDITED_SIM *s = match_at(3, 13, 3);
        s->now += 300000;
        sim_hello(s, BAD);
        settle_unanswered(s);
        s->now += rest;
        say_now(s, BAD);
        sim_finish(s);
        assert_int_equal(s->faults > 0, rest > 200000);
        if (s->faults > 0)
            assert_int_equal(s->fault[0].fault, FAULT_TIMEOUT);
    }
}

TEST(test_who_never_comes_back_times_out)
{
    AUDITED_SIM *s = match_at(5, 14, 3);
    struct control_ended e = { .exit_code = 1, .restarted = 1 };
    sim_lose_mail(s, BAD);
    referee_bot_ended(s->referee, BAD, &e, s->now);
    s->party[BAD].dead = true;
    sim_finish(s);
    assert_int_equal(s->fault[0].fault, FAULT_TIMEOUT);
    assert_int_equal(s->result.result.fault, FAULT_WITHHELD);
    assert_int_equal(s->result.result.winner, GOOD);
}

TEST(test_too_many_hellos)
{
    AUDITED_SIM *s = match_at(50, 15, 2);
    unsigned said = 1, most = HELLOS_MOST + HELLOS_PER_HAND * s->referee->course->table->hand;
    for (; !referee_over(s->referee); said++) {
        assert_true(said <= most);
        sim_hello(s, BAD);
        settle_unanswered(s);
    }
    assert_int_equal(said, most + 1);
    sim_finish(s);
    assert_int_equal(s->result.result.fault, FAULT_OUT_OF_ORDER);
    assert_int_equal(s->result.result.fault_a, MSG_HELLO);
}

/* --- seat processes ------------------------------------------------------------------------------- */

/* 400 of 501 ms are used when the seat process is lost; the hello comes two seconds later: the rest is
 * left. */
TEST(test_clock_stands_still_without_a_seat)
{
    for (int64_t rest = 90000; rest <= 110000; rest += 20000) {
        AUDITED_SIM *s = match_at(2, 16, 3);
        s->now += 400000;
        sim_seat_dies(s, BAD, true);
        s->now += 2000000;
        sim_hello(s, BAD);
        settle_unanswered(s);
        s->now += rest;
        say_now(s, BAD);
        sim_finish(s);
        assert_int_equal(s->result.result.outcome, END_PLAYED);
        assert_int_equal(s->faults, rest > 101000); /* and the answer after it does no harm */
        if (rest > 101000)
            assert_int_equal(s->fault[0].fault, FAULT_TIMEOUT);
        else
            assert_true(s->result.seat[BAD].max_us >= 400000 + rest && s->result.seat[BAD].max_us < 501000);
    }
}

/* The answer that was on its way to the lost process reaches the new one before the hello: it counts. */
TEST(test_answer_before_the_hello)
{
    struct sim *s = match_at(2, 17, 3);
    sim_seat_dies(s, BAD, true);
    s->now += 2000000;
    say_now(s, BAD);
    settle(s);
    s->now += 1000;
    sim_hello(s, BAD);
    check_played(s);
}

/* It dies while the other one thinks: when the bot's turn comes there is nobody to ask yet. */
TEST(test_seat_lost_out_of_turn)
{
    struct sim *s = match_at(2, 18, 5);
    sim_seat_dies(s, GOOD, true);
    s->party[GOOD].deaf = true;
    say_now(s, BAD);
    for (unsigned i = 0; i < 3 && s->events > 0; i++)
        sim_turn(s);
    s->party[GOOD].deaf = false;
    s->now += 1000000;
    sim_hello(s, GOOD);
    check_played(s);
}

/* It owed nothing when it was lost, and is not there when its turn comes: its clock runs after the start limit all the same, which is
 * longer where there is more to tell again. */
static void lost_for_good(struct sim *s, int64_t longer_us)
{
    int64_t lost = s->now;
    sim_seat_dies(s, GOOD, true);
    s->party[GOOD].dead = true;
    say_now(s, BAD);
    while (s->faults == 0)
        assert_true(sim_turn(s));
    assert_int_equal(s->fault[0].seat, GOOD);
    assert_int_equal(s->fault[0].fault, FAULT_TIMEOUT);
    assert_in_range(s->now - lost - longer_us, 3000000 + 500000, 3000000 + 502000);
    sim_finish(s);
    assert_int_equal(s->result.result.winner, BAD);
    sim_end(s);
}

TEST(test_seat_lost_out_of_turn_for_good)
{
    lost_for_good(match_at(5, 18, 5), 0);
    lost_for_good(long_match(), 2 * AGAIN_US);
}

TEST(test_second_loss_is_the_bots)
{
    AUDITED_SIM *s = match_at(2, 19, 3);
    sim_seat_dies(s, BAD, true);
    sim_hello(s, BAD);
    sim_turn(s);
    sim_seat_dies(s, BAD, true);
    sim_finish(s);
    assert_int_equal(s->result.result.fault, FAULT_CRASHED);
    assert_int_equal(s->result.result.fault_b, 9);
    assert_int_equal(s->result.result.winner, GOOD);
}

TEST(test_seat_that_cannot_be_started_again)
{
    AUDITED_SIM *s = match_at(2, 20, 3);
    sim_seat_dies(s, BAD, false);
    sim_finish(s);
    assert_int_equal(s->result.result.outcome, END_VOID);
    assert_int_equal(s->result.result.winner, FIEL_TIE);
    assert_true(s->party[GOOD].bot.over);
}

/* After the start limit its clock runs again without it. */
TEST(test_no_hello_to_the_new_seat)
{
    AUDITED_SIM *s = match_at(5, 21, 3);
    int64_t lost = s->now;
    sim_seat_dies(s, BAD, true);
    s->party[BAD].dead = true;
    while (s->faults == 0)
        sim_turn(s);
    assert_int_equal(s->fault[0].fault, FAULT_TIMEOUT);
    assert_in_range(s->now - lost, 3000000 + 500000, 3000000 + 502000);
    sim_finish(s);
    assert_int_equal(s->result.result.winner, GOOD);
}

TEST(test_seat_lost_before_the_offer)
{
    struct sim *s = match_of(1, 22);
    s->party[GOOD].think_us = 100000;
    sim_start(s);
    sim_turn(s);
    sim_seat_dies(s, BAD, true);
    s->now += 1000;
    s->party[GOOD].think_us = 20;
    sim_hello(s, BAD);
    check_played(s);
}

/* No frame two seconds after the deadline: the supervisor is told, and a new process takes over. */
TEST(test_seat_that_hangs)
{
    AUDITED_SIM *s = match_at(1, 23, 3);
    int64_t asked = s->now;
    s->party[BAD].hung = true;
    while (s->hangs == 0)
        sim_turn(s);
    assert_in_range(s->now - asked, 2000000 + 500900, 2000000 + 501100);
    s->now += 100000;
    sim_seat_dies(s, BAD, true);
    sim_hello(s, BAD);
    sim_turn(s);
    say_now(s, BAD);
    sim_finish(s);
    assert_int_equal(s->hangs, 1);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_in_range(s->result.seat[BAD].paused_us, 2500900,
                    2601100); /* nothing of what its process sat on is its own */
}

/* --- the arbiter ---------------------------------------------------------------------------------- */

TEST(test_cancelled_at_any_time)
{
    for (unsigned turns = 0; turns < 60; turns += 3) {
        AUDITED_SIM *s = match_of(3, 24);
        sim_start(s);
        for (unsigned i = 0; i < turns; i++)
            sim_turn(s);
        referee_cancel(s->referee, s->now);
        sim_finish(s);
        assert_int_equal(s->result.result.outcome, END_VOID);
        assert_int_equal(s->result.result.fault, FAULT_ARBITER);
        assert_int_equal(s->result.result.fault_a, ARBITER_CANCELLED);
    }
}

/* The record takes nothing more from its n-th write on. */
static bool play_with_full_disk(int64_t write)
{
    struct sim *s = match_of(1, 25);
    struct audit_report report;
    s->record.fail_at = write;
    if (referee_start(s->referee, s->now) != 0) {
        assert_true(write < 2);
        sim_free(s);
        return true;
    }
    for (unsigned i = 0; i < SIM_SEATS; i++)
        sim_let_speak(s, i);
    sim_finish(s);
    bool broke = s->record.broken;
    const struct result *r = &s->result.result;
    if (broke) {
        assert_int_equal(s->error.number, ENOSPC);
        assert_false(s->result.complete);
        assert_false(s->record.finished);
        int bad = audit_bytes(s->record.bytes, s->record.size, NULL, &report);
        assert_int_equal(bad, 0);
        assert_int_equal(report.outcome, AUDIT_UNFINISHED); /* what is there is right, and not all is there */
    }
    for (unsigned i = 0; i < SIM_SEATS; i++) {
        const struct sim_bot *b = &s->party[i].bot;
        assert_int_equal(s->party[i].closed, 1);
        if (b->have == 0)
            continue;
        assert_true(b->over);
        assert_memory_equal(&b->result, r, sizeof *r);
    }
    if (r->outcome == END_VOID) {
        assert_int_equal(r->winner, FIEL_TIE);
        assert_int_equal(r->fault_a, ARBITER_DISK);
    } else { /* all was told and on the disk when the trailer did not fit */
        assert_int_equal(r->outcome, END_PLAYED);
    }
    sim_free(s);
    return broke;
}

TEST(test_disk_full_at_every_write)
{
    int64_t writes = 0;
    while (play_with_full_disk(writes))
        writes++;
    assert_true(writes > 200);
}

/* It is while the supervisor speaks, or at a deadline, that the record takes no more. */
TEST(test_disk_full_without_a_frame)
{
    struct control_ended e = { .exit_code = 1, .restarted = 1 };
    for (unsigned i = 0; i < 3; i++) {
        OWNED_SIM *s = match_of(1, 25);
        sim_start(s);
        if (i < 2)
            play_until_request(s, 3);
        s->record.broken = true;
        if (i == 0)
            referee_bot_ended(s->referee, BAD, &e, s->now);
        else if (i == 1)
            referee_seat_ended(s->referee, BAD, &e, s->now);
        else
            referee_tick(s->referee, s->now + 3000000);
        assert_true(referee_over(s->referee));
        sim_finish(s);
        assert_int_equal(s->result.result.outcome, END_VOID);
        assert_int_equal(s->error.number, ENOSPC);
    }
}

/* A seat process whose clock runs ahead declares silence before its time: it is told to wait for the rest. */
TEST(test_silence_before_its_time)
{
    struct sim *s = match_at(1, 27, 3);
    s->now += 300000;
    uint32_t ticket = s->party[BAD].ticket;
    sim_frame(s, BAD, SEAT_SILENCE);
    assert_true(s->party[BAD].ticket != ticket);
    assert_in_range(s->party[BAD].deadline_us - s->now, 200000, 201100);
    say_now(s, BAD);
    check_played(s);
}

/* The record cannot be read when a bot asks for what it missed: nobody's fault but the arbiter's. */
TEST(test_record_unreadable)
{
    OWNED_SIM *s = match_at(1, 26, 3);
    sim_lose_mail(s, BAD);
    bot_again(&s->party[BAD].bot);
    s->record.broken = true;
    say_now(s, BAD);
    s->party[BAD].dead = true;
    sim_finish(s);
    assert_int_equal(s->result.result.outcome, END_VOID);
    assert_true(s->party[GOOD].bot.over);
}
