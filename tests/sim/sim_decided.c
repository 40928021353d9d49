/* sim_decided: where every table has told its last GAME_END the match is decided: a fault is told and counted from there on, and takes
 * nothing.  The end of a chain of cuts that a twin needs is the only thing that can still be lost by. */
#include "support/test.h"

#include "base/primary.h"
#include "support/sim_resume.h"

enum { TOP = 64 };
static const uint8_t zeros[SIGNATURE];

/* What the bad bot does instead of what is due behind the last GAME_END. */
enum vice {
    SAYS_NOTHING,
    SIGNS_WRONG,
    SIGNS_AN_OLD_HAND,
    PROTESTS,
    PROTESTS_OTHERWISE,
    TALKS_NONSENSE,
    JOINS_AGAIN,
    GREETS_WRONG,
    CUTS,
    CRASHES,
    LEAVES,
    USES_TOO_MUCH,
    ASKS_UNASKED,
    VICES
};
static const struct {
    enum fault fault;
    uint64_t a;
} told[VICES] = {
    [SAYS_NOTHING] = { FAULT_WITHHELD, 0 },
    [SIGNS_WRONG] = { FAULT_BAD_SIGNATURE, MSG_HAND_SIGN },
    [SIGNS_AN_OLD_HAND] = { FAULT_OUT_OF_ORDER, MSG_HAND_SIGN },
    [PROTESTS] = { FAULT_PROTESTED, 27 },
    [PROTESTS_OTHERWISE] = { FAULT_PROTESTED, 27 },
    [TALKS_NONSENSE] = { FAULT_MALFORMED, WIRE_BAD_FIELDS },
    [JOINS_AGAIN] = { FAULT_OUT_OF_ORDER, MSG_JOIN },
    [GREETS_WRONG] = { FAULT_BAD_SIGNATURE, MSG_HELLO },
    [CUTS] = { FAULT_OUT_OF_ORDER, MSG_CUT },
    [CRASHES] = { FAULT_CRASHED, 0 },
    [LEAVES] = { FAULT_CRASHED, 0 },
    [USES_TOO_MUCH] = { FAULT_RESOURCES, 10 },
    [ASKS_UNASKED] = { FAULT_UNASKED, 7 },
};
static enum vice vice;
static unsigned bad;

static bool all_played(const struct sim_bot *b) { return b->games > 0 && b->games == b->offer.games; }

static void process_ends(struct sim *s, unsigned seat)
{
    struct control_ended e = { 0 };
    e.signal = vice == CRASHES ? 11 : 0;
    e.limit = vice == USES_TOO_MUCH ? 10 : 0;
    e.used = vice == USES_TOO_MUCH ? 300 : 0;
    s->party[seat].dead = true;
    referee_bot_ended(s->referee, seat, &e, s->now);
}

static void say_vice(struct sim *s, unsigned seat)
{
    struct sim_bot copy = s->party[seat].bot;
    struct packer p;
    sim_open(s, &p, seat, 1);
    switch (vice) {
    case SIGNS_WRONG:
        copy.ends_p.head[0]++;
        say_sign(&p, &copy);
        break;
    case SIGNS_AN_OLD_HAND:
        copy.ends--;
        say_sign(&p, &copy);
        break;
    case PROTESTS_OTHERWISE: copy.heads[copy.have][0] ^= 1; /* fall through */
    case PROTESTS: say_protest(&p, &copy, 27, "another head"); break;
    case TALKS_NONSENSE: pack_uint(&p, 7); break;
    case JOINS_AGAIN: pack_msg_join(&p, zeros, HASH, zeros, zeros); break;
    case GREETS_WRONG:
        copy.public_key[0] ^= 1;
        say_hello(&p, &copy);
        break;
    case CUTS: pack_msg_cut(&p, 0, copy.hand + 1, copy.x[copy.hand + 1]); break;
    case ASKS_UNASKED: say_answer(&p, &copy, seat, 7, ACT_MAZO << 8); break;
    case SAYS_NOTHING:
    case CRASHES:
    case LEAVES:
    case USES_TOO_MUCH:
    case VICES: return;
    }
    for (unsigned k = 0; k < (vice == ASKS_UNASKED ? UNASKED_MOST : 1u); k++)
        sim_close(s, &p, seat);
}

static unsigned with_vice(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    if (seat != bad || !(b->due & DUE_SIGN) || !all_played(b))
        return ~0u;
    if (s->step++ > 0)
        return 0;
    if (vice == CRASHES || vice == LEAVES || vice == USES_TOO_MUCH)
        process_ends(s, seat);
    else
        say_vice(s, seat);
    return 0;
}

static struct sim *match_of(unsigned games, sim_script *script)
{
    struct referee_config c = sim_config("argentino,target=15", games);
    struct sim *s = sim_new(&c, 21);
    s->script = script;
    return s;
}

/* The fault was told to everybody with its effect, it counts in RESULT, and nothing else is another than without it. */
static void check_noted(const struct sim *s, const struct result *whole)
{
    const struct result *r = &s->result.result;
    const struct sim_bot *good = &s->party[1 - bad].bot;
    assert_int_equal(r->outcome, END_PLAYED);
    assert_int_equal(r->winner, whole->winner);
    assert_memory_equal(r->games, whole->games, sizeof r->games);
    assert_memory_equal(r->points, whole->points, sizeof r->points);
    assert_int_equal(r->fault, FAULT_NONE);
    assert_int_equal(r->fault_seat, FIEL_NOBODY);
    assert_int_equal(r->faults[bad], vice == ASKS_UNASKED ? UNASKED_MOST : 1);
    assert_int_equal(r->faults[1 - bad], 0);
    assert_int_equal(good->faults, 1);
    assert_int_equal(good->fault.fault, told[vice].fault);
    assert_int_equal(good->fault.seat, bad);
    assert_int_equal(good->fault.effect, EFFECT_NOTED);
    if (told[vice].a)
        assert_int_equal(good->fault.a, told[vice].a);
    assert_int_equal(s->fault[s->faults - 1].effect, EFFECT_NOTED);
    assert_true(good->over);
}

/* The auditor says that the outcome rests on hands that the one at fault did not sign. */
static void check_said(const struct sim *s)
{
    struct audit_report report;
    char text[4096] = "", due[128];
    FILE *out = fmemopen(text, sizeof text, "w");
    sim_audit(s);
    assert_int_equal(audit_bytes(s->record.bytes, s->record.size, NULL, &report), 0);
    audit_print_quiet(out, "m", &report);
    fclose(out);
    snprintf(due, sizeof due, "the arbiter's word: seat %u did not sign", bad);
    assert_non_null(strstr(text, due));
    snprintf(due, sizeof due, "; seat %u and the record contradict each other, and neither is blamed;", bad);
    assert_int_equal(strstr(text, due) != NULL, vice == PROTESTS_OTHERWISE);
    assert_int_equal(report.counts.faults, vice == ASKS_UNASKED ? UNASKED_MOST : 1);
    assert_int_equal(report.ground, GROUND_NONE);
}

TEST(test_every_fault_of_a_decided_match_is_noted)
{
    OWNED_SIM *whole = match_of(1, NULL);
    sim_play(whole);
    for (unsigned k = 0; k < 2 * VICES; k++) {
        OWNED_SIM *s = match_of(1, with_vice);
        vice = (enum vice)(k / 2);
        bad = k % 2;
        sim_play(s);
        check_noted(s, &whole->result.result);
        check_said(s);
    }
}

/* While a game is still to be played the same things lose the match. */
static unsigned with_vice_before(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    if (seat != bad || !(b->due & DUE_SIGN) || b->games != 1 || s->step++ > 0)
        return seat == bad && s->step > 0 ? 0 : ~0u;
    if (vice == CRASHES || vice == LEAVES || vice == USES_TOO_MUCH)
        process_ends(s, seat);
    else
        say_vice(s, seat);
    return 0;
}

TEST(test_before_that_it_loses_the_match)
{
    bad = 1;
    for (vice = SAYS_NOTHING; vice < VICES; vice++) {
        if (vice == CUTS)
            continue; /* it is due there */
        AUDITED_SIM *s = match_of(2, with_vice_before);
        sim_play(s);
        assert_int_equal(s->result.result.outcome, END_FAULT);
        assert_int_equal(s->result.result.winner, 0);
        assert_int_equal(s->result.result.fault, told[vice].fault);
        assert_int_equal(s->party[0].bot.fault.effect, EFFECT_MATCH);
    }
}

/* Nothing more of the one at fault counts, and nobody waits for it: what it says afterwards is not even recorded. */
static unsigned noted_and_chatty(struct sim *s, unsigned seat)
{
    if (seat == bad && s->step > 0) {
        static const uint8_t garbage[] = { 0xc1 };
        sim_say(s, seat, garbage, sizeof garbage);
        s->party[seat].bot.due = 0;
        return 0;
    }
    if (seat != bad && all_played(&s->party[seat].bot))
        s->party[seat].think_us = 400000; /* signs long after it */
    return with_vice(s, seat);
}

TEST(test_it_is_not_heard_any_more)
{
    bad = 0;
    vice = SIGNS_WRONG;
    OWNED_SIM *whole = match_of(1, NULL), *s = match_of(1, noted_and_chatty);
    sim_play(whole);
    sim_play(s);
    check_noted(s, &whole->result.result);
    check_said(s);
}

/* The arbiter is ended just behind that FAULT, or anywhere else behind it, and another one goes on: nothing is lost by that either. */
TEST(test_another_arbiter_goes_on)
{
    bad = 1;
    vice = SIGNS_WRONG;
    OWNED_SIM *whole = match_of(1, NULL), *old = match_of(1, noted_and_chatty);
    struct replay r;
    struct record rec;
    bool noted = false;
    sim_play(whole);
    sim_play(old);
    replay_over(&r, old->record.bytes, old->record.size);
    while (replay_next(&r, &rec)) {
        noted |= rec.type == MSG_FAULT;
        if (!noted || rec.type == REC_TRAILER)
            continue;
        AUDITED_SIM *s = sim_resumed(&old->config, 21, old->record.bytes,
                                     (size_t)rec.offset + RECORD_HEADER + rec.size);
        assert_non_null(s);
        sim_let_speak(s, 1 - bad);
        sim_let_speak(s, bad);
        if (!referee_over(s->referee))
            sim_finish(s);
        assert_memory_equal(s->result.result.points, whole->result.result.points, sizeof whole->result.result.points);
        assert_int_equal(s->result.result.outcome, END_PLAYED);
        assert_int_equal(s->result.result.faults[bad], 1);
    }
    assert_true(noted);
}

/* --- the first leg of a pair ---------------------------------------------------------------------- */

static struct sim *primary_of(sim_script *script)
{
    struct referee_config c = sim_config("argentino", 1);
    strcpy(c.name[1], "south");
    c.hands_max = TOP;
    c.reveal = REVEAL_PAIR;
    struct sim *s = sim_new(&c, 5);
    s->script = script;
    return s;
}

/* It was played, and its twin can be dealt. */
static void check_twin_follows(struct sim *s)
{
    struct primary p;
    struct replay r;
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_true(s->result.waits);
    memset(&p, 0, sizeof p);
    s->now += 1000;
    referee_reveal(s->referee, s->now);
    assert_true(s->result.complete);
    replay_over(&r, s->record.bytes, s->record.size);
    assert_true(primary_read(&p, &r, NULL));
    sim_audit(s);
}

/* The end of the chain is there, and the signature is not: the first question is answered. */
static unsigned cuts_and_does_not_sign(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    if (seat != bad || !(b->due & DUE_SIGN) || !all_played(b))
        return ~0u;
    return DUE_CUT;
}

TEST(test_a_missing_signature_is_no_missing_cut)
{
    for (bad = 0; bad < 2; bad++) {
        OWNED_SIM *s = primary_of(cuts_and_does_not_sign);
        sim_play(s);
        assert_int_equal(s->fault[0].fault, FAULT_WITHHELD);
        assert_int_equal(s->fault[0].effect, EFFECT_NOTED);
        check_twin_follows(s);
    }
}

/* It has given everything, and its process ends while the other one is waited for. */
static unsigned dies_when_it_has_given_all(struct sim *s, unsigned seat)
{
    if (seat == 1 - bad && all_played(&s->party[seat].bot))
        s->party[seat].think_us = 300000;
    return ~0u;
}

static void crash_behind_its_words(struct sim *s)
{
    struct control_ended e = { .signal = 9 };
    sim_start(s);
    while (s->referee->course->party[bad].signed_hand < s->referee->course->hands ||
           s->referee->course->table->place[bad].x_hand < TOP)
        assert_true(sim_turn(s));
    assert_true(course_owes(s->referee->course, 1 - bad));
    s->party[bad].dead = true;
    referee_bot_ended(s->referee, bad, &e, s->now);
    sim_finish(s);
    assert_int_equal(s->faults, 1);
    assert_int_equal(s->fault[0].fault, FAULT_CRASHED);
    assert_int_equal(s->fault[0].effect, EFFECT_NOTED);
    check_twin_follows(s);
    sim_free(s);
}

TEST(test_who_has_given_all_loses_nothing)
{
    for (bad = 0; bad < 2; bad++)
        crash_behind_its_words(primary_of(dies_when_it_has_given_all));
}

/* Anyone who has not given the end of its chain loses the first leg by any fault, or the loser of a leg would die and have no second. */
static unsigned ends_before_its_cut(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    if (seat != bad || !(b->due & DUE_CUT) || !all_played(b) || s->step++ > 0)
        return ~0u;
    process_ends(s, seat);
    return 0;
}

TEST(test_the_end_of_the_chain_can_be_lost_by)
{
    vice = CRASHES;
    for (bad = 0; bad < 2; bad++) {
        AUDITED_SIM *s = primary_of(ends_before_its_cut);
        sim_play(s);
        assert_int_equal(s->result.result.outcome, END_FAULT);
        assert_int_equal(s->result.result.winner, 1 - bad);
        assert_int_equal(s->fault[0].effect, EFFECT_MATCH);
        assert_false(s->result.waits);
    }
}
