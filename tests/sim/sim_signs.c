/* sim_signs: the round of signs and signs with answers, through the whole arbiter under a fake clock. */
#include "support/sim_signs.h"
#include "support/sim_resume.h"

enum { BAD = 1 }; /* the seat with a vice */

/* --- whole matches -------------------------------------------------------------------------------- */

static void play(const char *rules, unsigned seats, enum sign_policy sign, uint8_t seed)
{
    struct referee_config c = config(rules, seats, 2);
    c.sign = (uint8_t)sign;
    AUDITED_SIM *s = sim_new(&c, seed);
    sim_play(s);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_int_equal(s->faults, 0);
    for (unsigned i = 0; i < seats; i++)
        assert_true(s->party[i].bot.seen > 0);
}

TEST(test_matches_with_signs)
{
    play("argentino,signs=on", 4, SIGN_HAND, 1);
    play("argentino-flor,signs=on,signs_per_decision=3,signs_per_hand=9,target=15", 4, SIGN_HAND, 2);
    play("paulista,signs=on,sign_seen=256", 4, SIGN_DECISION, 3);
    play("gauderio,signs=on,sign_seen=0", 4, SIGN_HAND, 4);
    play("argentino,signs=on", 6, SIGN_HAND, 5);
    play("mineiro,signs=on,signs_per_decision=2", 8, SIGN_DECISION, 6);
    play("truc-y-flou,signs=on", 6, SIGN_HAND, 7);
    play("truc-y-flou,signs=on,declare=auto,tf_late_raise=yes", 6, SIGN_DECISION, 8);
}

/* Every seat is told the signs that the formula gives it, no other; in a pico there are none. */
TEST(test_who_sees_what)
{
    struct referee_config c = config("argentino,signs=on,signs_per_decision=2,target=60", 6, 1);
    OWNED_SIM *s = sim_new(&c, 9);
    sim_play(s);
    struct replay file;
    struct record rec;
    struct msg m;
    unsigned told[3] = { 0 }, hand = 0, picos = 0, rounds = 0;
    bool pico = false;
    replay_over(&file, s->record.bytes, s->record.size);
    while (replay_next(&file, &rec)) {
        if (rec.type >= MSG_HELLO || msg_read(rec.payload, rec.size, FROM_ARBITER, &m) != WIRE_OK)
            continue;
        if (m.type == MSG_REQUEST && hand != s->party[0].bot.hand) {
            struct view v;
            struct reader r;
            read_start(&r, m.view, m.view_size);
            read_view(&r, &v, &s->party[0].bot.rules);
            pico = v.open.pico != 0;
            picos += pico;
            rounds += v.open.phase == PHASE_SIGNS;
            assert_true(!pico || v.open.phase != PHASE_SIGNS);
        }
        if (m.type != MSG_SIGN)
            continue;
        struct sign sign = sign_of_code(m.sign[0]);
        assert_false(pico);
        unsigned kind = rec.visibility == 1u << m.seat ? 0 : rec.visibility == 1u << sign.to ? 1 : 2;
        assert_true(kind < 2 || (rec.visibility & (m.seat % 2 != 0 ? 0x15 : 0x2a)) != 0);
        told[kind]++;
    }
    assert_true(picos > 0 && rounds > 0);
    assert_true(told[0] > 20 && told[1] == told[0]);
    /* three rivals, one chance in four each */
    assert_true(told[2] > told[0] * 3 / 8 && told[2] < told[0] * 3 / 2);
}

/* --- bad signs ------------------------------------------------------------------------------------ */

static const struct bad_sign {
    const char *rules;
    enum rule_error error;
    bool round;      /* in the round of signs, or with a later answer */
    unsigned action; /* 0: a legal one */
    unsigned count;
    uint16_t sign[3];
    unsigned seats; /* 0: four */
} bad_signs[] = {
    { "argentino", RULE_NO_SIGNS, false, 0, 1, { 0x0103 }, 0 },
    { "argentino", RULE_NO_SIGNS, false, 0, 1, { 0x0100 }, 2 },
    { "argentino,signs=on", RULE_SIGN_WORD, true, 0, 1, { 0x0003 }, 0 },
    { "argentino,signs=on", RULE_SIGN_WORD, true, 0, 1, { 0xff03 }, 0 },
    { "argentino,signs=on", RULE_SIGN_WORD, false, 0, 1, { SIGN_ZAP << 8 | 3 }, 0 },
    { "paulista,signs=on", RULE_SIGN_WORD, true, 0, 1, { SIGN_ACE_CLUBS << 8 | 3 }, 0 },
    { "gauderio,signs=on", RULE_SIGN_WORD, true, 0, 1, { SIGN_ENVIDO << 8 | 3 }, 0 },
    { "argentino,signs=on", RULE_SIGN_PARTNER, true, 0, 1, { 0x0101 }, 0 },  /* to itself */
    { "argentino,signs=on", RULE_SIGN_PARTNER, true, 0, 1, { 0x0102 }, 0 },  /* to a rival */
    { "argentino,signs=on", RULE_SIGN_PARTNER, false, 0, 1, { 0x0105 }, 0 }, /* nobody sits there */
    { "argentino,signs=on", RULE_SIGN_PARTNER, true, 0, 1, { 0x01ff }, 0 },
    { "argentino,signs=on", RULE_SIGNS_DECISION, true, 0, 2, { 0x0103, 0x0203 }, 0 },
    { "argentino,signs=on,signs_per_decision=0", RULE_SIGNS_DECISION, true, 0, 1, { 0x0103 }, 0 },
    { "argentino,signs=on,signs_per_hand=0", RULE_SIGNS_HAND, false, 0, 1, { 0x0103 }, 0 },
    { "argentino,signs=on,signs_per_decision=3,signs_per_hand=2",
      RULE_SIGNS_HAND,
      true,
      0,
      3,
      { 0x0103, 0x0203, 0x0303 },
      0 },
    { "argentino,signs=on,signs_per_decision=2", RULE_SIGN_WORD, true, 0, 2, { 0x0103, 0x7f03 }, 0 },
    { "argentino,signs=on", RULE_SIGNS_FIRST, true, ACT_RAISE << 8 | 1, 0, { 0 }, 0 },
    { "argentino,signs=on", RULE_SIGNS_FIRST, true, ACT_QUIERO << 8, 1, { 0x0103 }, 0 },
};
static const struct bad_sign *bad;

static unsigned says_it_badly(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    if (seat != BAD || s->step > 0 || !(b->due & DUE_ANSWER) || in_round(b) != bad->round)
        return ~0u;
    s->step++;
    answer(s, seat, bad->action != 0 ? bad->action : b->legal[0], bad->sign, bad->count);
    return 0;
}

TEST(test_bad_signs_are_refused)
{
    for (size_t i = 0; i < sizeof bad_signs / sizeof *bad_signs; i++) {
        bad = &bad_signs[i];
        struct referee_config c = config(bad->rules, bad->seats > 0 ? bad->seats : 4, 1);
        c.sign = i % 2 == 0 ? SIGN_HAND : SIGN_DECISION;
        AUDITED_SIM *s = sim_new(&c, (uint8_t)i);
        s->script = says_it_badly;
        sim_play(s);
        assert_int_equal(s->step, 1);
        assert_int_equal(s->party[BAD].bot.refused, 1);
        assert_int_equal(s->party[BAD].bot.refused_error, bad->error);
        assert_int_equal(s->faults, 1);
        assert_int_equal(s->fault[0].fault, FAULT_ILLEGAL);
        assert_int_equal(s->result.result.outcome, END_PLAYED);
    }
}

/* Three in the round lose the game.  Seat 2 thinks long: its answer comes when the round is over, twice, and
 * does no harm. */
static unsigned loses_in_the_round(struct sim *s, unsigned seat)
{
    static const uint16_t to_a_rival[] = { 0x0102 };
    struct sim_bot *b = &s->party[seat].bot;
    if (s->step >= 5 || !in_round(b) || b->games > 0)
        return ~0u;
    if (seat == BAD) {
        s->step++;
        answer(s, seat, b->legal[0], to_a_rival, 1);
        return 0;
    }
    if (seat != 2)
        return ~0u;
    for (unsigned i = 0; i < 2; i++) {
        s->party[2].think_us = 800 + i;
        answer(s, seat, b->legal[0], NULL, 0);
        s->step++;
    }
    s->party[2].think_us = 20;
    return 0;
}

TEST(test_a_round_cut_short)
{
    struct referee_config c = config("argentino,signs=on", 4, 2);
    AUDITED_SIM *s = sim_new(&c, 3);
    s->script = loses_in_the_round;
    sim_play(s);
    assert_int_equal(s->party[BAD].bot.refused, 2);
    assert_int_equal(s->result.result.games[0], 1 + (s->result.result.winner == 0));
    assert_int_equal(s->result.result.faults[BAD], 3);
    assert_int_equal(s->result.result.faults[2], 0);
    assert_int_equal(s->faults, 3);
}

/* --- time ----------------------------------------------------------------------------------------- */

static unsigned silent_in_the_round(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    if (seat != BAD || !in_round(b) || b->hand != 2 || s->step > 0)
        return ~0u;
    s->step++;
    b->due = 0;
    return 0;
}

static void silence(enum on_timeout policy, unsigned games_lost)
{
    struct referee_config c = config("argentino,signs=on", 4, 3);
    c.on_timeout = (uint8_t)policy;
    AUDITED_SIM *s = sim_new(&c, 5);
    s->script = silent_in_the_round;
    sim_play(s);
    assert_int_equal(s->step, 1);
    assert_int_equal(s->faults, 1);
    assert_int_equal(s->fault[0].fault, FAULT_TIMEOUT);
    assert_int_equal(s->fault[0].a, 501000); /* its own cap and grace */
    assert_int_equal(s->party[0].bot.fault.effect, games_lost ? EFFECT_GAME : EFFECT_DEFAULT_ACTION);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
}

TEST(test_silence_in_the_round)
{
    silence(TIMEOUT_LOSES_GAME, 1);
    silence(TIMEOUT_DEFAULT_ACTION, 0);
}

/* --- coming back ---------------------------------------------------------------------------------- */

/* Seat 2's process and seat die in the round, before or after it has answered. */
static bool answers_first;

static unsigned dies_in_the_round(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    if (seat != 2 || !in_round(b) || b->hand != 2 || s->step > 0)
        return ~0u;
    s->step++;
    if (answers_first) {
        static const uint16_t sign[] = { 0x0100 };
        answer(s, seat, b->legal[0], sign, 1);
        sim_do_event(s, (int)s->events - 1); /* it arrives */
    }
    bot_again(b);
    sim_seat_dies(s, seat, true);
    sim_hello(s, seat);
    return 0;
}

TEST(test_comes_back_in_the_round)
{
    for (unsigned i = 0; i < 2; i++) {
        struct referee_config c = config("argentino,signs=on", 4, 2);
        AUDITED_SIM *s = sim_new(&c, 6);
        answers_first = i == 1;
        s->script = dies_in_the_round;
        s->party[0].think_us = s->party[1].think_us = s->party[3].think_us = 400;
        sim_play(s);
        assert_int_equal(s->step, 1);
        assert_int_equal(s->result.result.outcome, END_PLAYED);
    }
}

/* The arbiter is killed at any moment, in a round too, and goes on from its record. */
TEST(test_killed_anywhere)
{
    struct referee_config c = config("argentino,signs=on,signs_per_decision=2,target=8", 4, 1);
    OWNED_SIM *old = sim_new(&c, 13);
    unsigned resumed = 0;
    sim_play(old);
    for (size_t cut = old->record.size / 4; cut < old->record.size; cut += 383) {
        struct sim *s = sim_resumed(&c, 13, old->record.bytes, cut);
        for (unsigned i = 0; i < 4; i++)
            sim_let_speak(s, i);
        if (!referee_over(s->referee))
            sim_finish(s);
        assert_int_equal(s->result.result.outcome, END_PLAYED);
        assert_int_equal(s->result.result.fault, FAULT_NONE);
        sim_end(s);
        resumed++;
    }
    assert_true(resumed > 20);
}

static unsigned crashes_in_the_round(struct sim *s, unsigned seat)
{
    struct control_ended e = { .exit_code = 1 };
    if (seat != BAD || !in_round(&s->party[seat].bot))
        return ~0u;
    s->party[BAD].dead = true;
    referee_bot_ended(s->referee, BAD, &e, s->now);
    return 0;
}

TEST(test_crash_in_the_round)
{
    struct referee_config c = config("argentino,signs=on", 4, 2);
    AUDITED_SIM *s = sim_new(&c, 7);
    s->script = crashes_in_the_round;
    sim_play(s);
    assert_int_equal(s->result.result.winner, 0);
    assert_int_equal(s->result.result.fault, FAULT_CRASHED);
}
