/* sim_faults: every row of the fault table, each told to both sides, recorded, and valid to the auditor. */
#include "support/test.h"

#include "support/sim.h"

enum { BAD = 0, GOOD = 1 };
static const uint8_t zeros[SIGNATURE];

static struct sim *match_of(unsigned games, sim_script *script)
{
    struct referee_config c = sim_config("argentino", games);
    struct sim *s = sim_new(&c, 21);
    s->script = script;
    return s;
}

/* The match was lost by seat BAD: the result says so, the other bot was told, the record is valid. */
static void check_lost(struct sim *s, enum fault f, uint64_t a, uint64_t b)
{
    const struct result *r = &s->result.result;
    assert_int_equal(r->outcome, END_FAULT);
    assert_int_equal(r->winner, GOOD);
    assert_int_equal(r->fault, f);
    assert_int_equal(r->fault_seat, BAD);
    assert_int_equal(r->fault_a, a);
    assert_int_equal(r->fault_b, b);
    assert_int_equal(r->faults[GOOD], 0);
    assert_true(s->party[GOOD].bot.over);
    assert_memory_equal(&s->party[GOOD].bot.result, r, sizeof *r);
    assert_int_equal(s->party[GOOD].bot.fault.fault, f);
    assert_int_equal(s->party[GOOD].bot.fault.effect, EFFECT_MATCH);
    assert_int_equal(s->fault[s->faults - 1].fault, f);
    sim_audit(s);
}

static void play_lost(sim_script *script, enum fault f, uint64_t a, uint64_t b)
{
    OWNED_SIM *s = match_of(3, script);
    sim_play(s);
    check_lost(s, f, a, b);
}

/* --- before the first card ------------------------------------------------------------------------ */

static unsigned silent_from_the_start(struct sim *s, unsigned seat)
{
    (void)s;
    return seat == BAD ? 0 : ~0u;
}

TEST(test_says_nothing_at_all) { play_lost(silent_from_the_start, FAULT_NO_START, 3000000, 0); }

TEST(test_nobody_says_anything)
{
    AUDITED_SIM *s = match_of(1, NULL);
    s->party[0].dead = s->party[1].dead = true;
    sim_play(s);
    assert_int_equal(s->result.result.winner, FIEL_TIE);
    assert_int_equal(s->result.result.outcome, END_FAULT);
    assert_int_equal(s->result.result.fault, FAULT_NO_START);
    assert_int_equal(s->result.result.faults[0], 1);
    assert_int_equal(s->result.result.faults[1], 1);
    assert_int_equal(s->now, 1000000000 + 3000000);
}

static unsigned no_join(struct sim *s, unsigned seat)
{
    (void)s;
    return seat == BAD ? (unsigned)~DUE_JOIN : ~0u;
}

TEST(test_no_join) { play_lost(no_join, FAULT_NO_START, 3000000, 0); }

static unsigned no_first_cut(struct sim *s, unsigned seat)
{
    (void)s;
    return seat == BAD ? (unsigned)~DUE_CUT : ~0u;
}

TEST(test_no_first_cut) { play_lost(no_first_cut, FAULT_WITHHELD, 1, 501000); }

/* A process that ends at once, before or after the other one has said hello. */
TEST(test_exits_at_once)
{
    for (int late = 0; late < 2; late++) {
        OWNED_SIM *s = match_of(1, NULL);
        struct control_ended e = { .exit_code = 127 };
        s->party[BAD].dead = true;
        assert_int_equal(referee_start(s->referee, s->now), 0);
        if (!late)
            referee_bot_ended(s->referee, BAD, &e, s->now);
        sim_let_speak(s, GOOD);
        sim_turn(s);
        if (late) {
            s->now += 100;
            referee_bot_ended(s->referee, BAD, &e, s->now);
        }
        sim_finish(s);
        check_lost(s, FAULT_CRASHED, 127, 0);
    }
}

static unsigned garbage_first(struct sim *s, unsigned seat)
{
    if (seat != BAD)
        return ~0u;
    sim_say(s, seat, "\xc0", 1);
    s->party[BAD].bot.due = 0;
    return 0;
}

TEST(test_garbage_instead_of_hello) { play_lost(garbage_first, FAULT_MALFORMED, WIRE_FORBIDDEN, 0); }

static unsigned join_first(struct sim *s, unsigned seat)
{
    struct packer p;
    if (seat != BAD)
        return ~0u;
    sim_open(s, &p, seat, 1);
    pack_msg_join(&p, zeros, HASH, zeros, zeros);
    sim_close(s, &p, seat);
    s->party[BAD].bot.due = 0;
    return 0;
}

TEST(test_join_before_hello) { play_lost(join_first, FAULT_OUT_OF_ORDER, MSG_JOIN, 0); }

/* Before the OFFER there is nothing to object to. */
static unsigned protest_first(struct sim *s, unsigned seat)
{
    struct packer p;
    struct sim_bot *b = &s->party[seat].bot;
    if (seat != BAD)
        return ~0u;
    sim_open(s, &p, seat, 2);
    say_hello(&p, b);
    say_protest(&p, b, 12, "no");
    sim_close(s, &p, seat);
    b->due = 0;
    return 0;
}

TEST(test_protest_before_the_offer) { play_lost(protest_first, FAULT_OUT_OF_ORDER, MSG_PROTEST, 0); }

/* Anyone who lost before the OFFER is not heard any more, but the other one may still come. */
TEST(test_slow_hello_is_waited_for)
{
    OWNED_SIM *s = match_of(1, garbage_first);
    s->party[GOOD].think_us = 2000000;
    sim_play(s);
    check_lost(s, FAULT_MALFORMED, WIRE_FORBIDDEN, 0);
}

TEST(test_both_at_fault_before_the_offer)
{
    AUDITED_SIM *s = match_of(1, garbage_first);
    s->party[GOOD].dead = true;
    sim_play(s);
    assert_int_equal(s->result.result.winner, FIEL_TIE);
    assert_int_equal(s->result.result.fault, FAULT_MALFORMED);
    assert_int_equal(s->result.result.faults[GOOD], 1);
}

/* --- one message that is wrong -------------------------------------------------------------------- */

/* When a bot says its one wrong message: instead of what is due then, in hand 3 where there are hands. */
enum moment { AT_HELLO = DUE_HELLO, AT_JOIN = DUE_JOIN, AT_END = DUE_SIGN, WHEN_ASKED = DUE_ANSWER };
typedef void vice_words(struct sim *s, struct packer *p, struct sim_bot *b); /* *b is a copy */

static struct vice {
    enum moment moment;
    unsigned messages; /* 0: the vice says nothing, or all by itself */
    vice_words *words;
} vice;

static unsigned with_vice(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot, copy = *b;
    struct packer p;
    bool hand_fits = vice.moment == AT_HELLO || vice.moment == AT_JOIN || b->hand == 3;
    if (seat != BAD || s->step > 0 || !(b->due & (unsigned)vice.moment) || !hand_fits)
        return ~0u;
    s->step++;
    b->due = 0;
    sim_open(s, &p, seat, vice.messages);
    if (vice.words != NULL)
        vice.words(s, &p, &copy);
    if (vice.messages > 0)
        sim_close(s, &p, seat);
    return 0;
}

static void answer_as_the_other(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    say_answer(p, b, GOOD, b->request, b->legal[0]);
}

static void wrong_cut(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    say_sign(p, b);
    pack_msg_cut(p, 0, 4, zeros);
}

static void other_hands_cut(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    say_sign(p, b);
    pack_msg_cut(p, 0, 5, b->x[5]);
}

static void cut_when_asked(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    say_cut(p, b);
}

static void sign_other_score(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    b->ends_p.head[0]++;
    say_sign(p, b);
}

static void sign_old_hand(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    b->ends = 2;
    say_sign(p, b);
}

static void sign_alone(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    say_sign(p, b);
}

static void protest(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    say_protest(p, b, 12, "no");
}

/* Of a protest the signature is judged, not what it says. */
static void protest_unsigned(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    pack_msg_protest(p, 12, "no", b->have, b->heads[b->have], zeros);
}

static void protest_with_other_head(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    b->heads[b->have][0] ^= 1;
    say_protest(p, b, 12, "no");
    b->heads[b->have][0] ^= 1;
}

/* The start of its view is not the one that its view key gives. */
static void join_with_other_view(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    b->view_key[0] ^= 1;
    say_join(p, b);
    b->view_key[0] ^= 1;
}

static void number_for_a_message(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    (void)b;
    pack_uint(p, 7);
}

static void too_long(struct sim *s, struct packer *p, struct sim_bot *b)
{
    static const uint8_t huge[ENVELOPE_MAX + 1];
    (void)p;
    (void)b;
    sim_say(s, BAD, huge, sizeof huge);
}

static void another_join(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    (void)b;
    pack_msg_join(p, zeros, HASH, zeros, zeros);
}

static void join_with_bad_signature(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    pack_msg_join(p, b->x[0], HASH, b->view.head, zeros);
}

static void hello_with_other_head(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    b->have--;
    b->heads[b->have][0] ^= 1;
    say_hello(p, b);
    b->heads[b->have][0] ^= 1;
}

static void hello_with_other_key(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    b->public_key[0] ^= 1;
    say_hello(p, b);
}

static void hello_with_too_much(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    b->have++;
    say_hello(p, b);
}

static void hello_of_version(struct packer *p, const struct sim_bot *b, unsigned version)
{
    pack_array(p, 8);
    pack_uint(p, MSG_HELLO);
    pack_uint(p, 0);
    pack_uint(p, version);
    pack_bin(p, b->public_key, sizeof b->public_key);
    pack_str(p, "another day");
    pack_uint(p, 0);
    pack_bin(p, zeros, HASH);
    pack_bin(p, zeros, SIGNATURE);
}

static void hello_of_tomorrow(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    hello_of_version(p, b, PROTOCOL_VERSION + 1);
}

static void hello_of_version_1(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    hello_of_version(p, b, 1);
}

static void other_table(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    pack_msg_answer(p, 1, BAD, b->request, b->legal[0], NULL, 0, "", NULL);
}

static void nine_answers(struct sim *s, struct packer *p, struct sim_bot *b)
{
    (void)s;
    for (unsigned i = 0; i < 9; i++)
        say_answer(p, b, BAD, b->request, b->legal[0]);
}

/* A cut waits for no signature: the two answer different questions. */
static unsigned cut_before_sign(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    struct packer p;
    if (!(b->due & DUE_CUT) || !(b->due & DUE_SIGN))
        return ~0u;
    b->due = 0;
    sim_open(s, &p, seat, 2);
    say_cut(&p, b);
    say_sign(&p, b);
    sim_close(s, &p, seat);
    return 0;
}

TEST(test_a_cut_before_the_signature)
{
    AUDITED_SIM *s = match_of(2, cut_before_sign);
    sim_play(s);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_int_equal(s->faults, 0);
}

TEST(test_one_wrong_message_loses_the_match)
{
    static const struct {
        struct vice vice;
        enum fault fault;
        uint64_t a, b;
    } row[] = {
        { { WHEN_ASKED, 1, answer_as_the_other }, FAULT_WRONG_SEAT, GOOD, BAD },
        { { AT_END, 2, wrong_cut }, FAULT_BAD_CUT, 4, 0 },
        { { AT_END, 2, other_hands_cut }, FAULT_OUT_OF_ORDER, MSG_CUT, 0 },
        { { WHEN_ASKED, 1, cut_when_asked }, FAULT_OUT_OF_ORDER, MSG_CUT, 0 },
        { { AT_END, 1, sign_other_score }, FAULT_BAD_SIGNATURE, MSG_HAND_SIGN, 0 },
        { { AT_END, 1, sign_old_hand }, FAULT_OUT_OF_ORDER, MSG_HAND_SIGN, 0 },
        { { AT_END, 0, NULL }, FAULT_WITHHELD, 3, 501000 },
        { { AT_END, 1, sign_alone }, FAULT_WITHHELD, 4, 501000 },
        { { WHEN_ASKED, 1, protest }, FAULT_PROTESTED, 12, 0 },
        { { WHEN_ASKED, 1, protest_with_other_head }, FAULT_PROTESTED, 12, 0 },
        { { WHEN_ASKED, 1, protest_unsigned }, FAULT_BAD_SIGNATURE, MSG_PROTEST, 0 },
        { { AT_JOIN, 1, join_with_other_view }, FAULT_BAD_SIGNATURE, MSG_JOIN, 0 },
        { { WHEN_ASKED, 1, number_for_a_message }, FAULT_MALFORMED, WIRE_BAD_FIELDS, 0 },
        { { WHEN_ASKED, 0, too_long }, FAULT_MALFORMED, WIRE_TOO_LONG, 0 },
        { { WHEN_ASKED, 1, another_join }, FAULT_OUT_OF_ORDER, MSG_JOIN, 0 },
        { { AT_JOIN, 1, join_with_bad_signature }, FAULT_BAD_SIGNATURE, MSG_JOIN, 0 },
        { { WHEN_ASKED, 1, hello_with_other_head }, FAULT_BAD_SIGNATURE, MSG_HELLO, 0 },
        { { WHEN_ASKED, 1, hello_with_other_key }, FAULT_BAD_SIGNATURE, MSG_HELLO, 0 },
        { { WHEN_ASKED, 1, hello_with_too_much }, FAULT_BAD_SIGNATURE, MSG_HELLO, 0 },
        { { AT_HELLO, 1, hello_of_tomorrow }, FAULT_MALFORMED, WIRE_OTHER_VERSION, 0 },
        { { AT_HELLO, 1, hello_of_version_1 }, FAULT_MALFORMED, WIRE_OTHER_VERSION, 0 },
        { { WHEN_ASKED, 1, other_table }, FAULT_MALFORMED, WIRE_OUT_OF_RANGE, 0 },
        { { WHEN_ASKED, 9, nine_answers }, FAULT_MALFORMED, WIRE_TOO_MANY, 0 },
    };
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        vice = row[i].vice;
        play_lost(with_vice, row[i].fault, row[i].a, row[i].b);
    }
}

/* --- answers -------------------------------------------------------------------------------------- */

static unsigned illegal_until_refused_thrice(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    struct packer p;
    if (seat != BAD || !(b->due & DUE_ANSWER) || b->games > 0 || s->step >= 3)
        return ~0u;
    s->step++;
    b->due = 0;
    sim_open(s, &p, seat, 1);
    say_answer(&p, b, seat, b->request, action_code((struct action){ ACT_PIDO_FLOR, 0 }));
    sim_close(s, &p, seat);
    return 0;
}

TEST(test_third_illegal_action_loses_the_game)
{
    AUDITED_SIM *s = match_of(2, illegal_until_refused_thrice);
    sim_play(s);
    const struct result *r = &s->result.result;
    assert_int_equal(r->outcome, END_PLAYED);
    assert_int_equal(r->faults[BAD], 3);
    assert_int_equal(s->party[BAD].bot.refused, 2);
    assert_true(s->party[BAD].bot.refused_error > 0);
    assert_int_equal(s->party[GOOD].bot.faults, 1); /* the first two are the offender's affair */
    assert_int_equal(s->party[GOOD].bot.fault.effect, EFFECT_GAME);
    assert_int_equal(s->party[GOOD].bot.fault.b, 3);
    assert_true(r->games[GOOD] >= 1);
}

/* An illegal action and more behind it in one envelope: what stands behind a refusal is not looked at. */
static unsigned four_in_one(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    struct packer p;
    if (seat != BAD || !(b->due & DUE_ANSWER) || s->step++ > 0)
        return ~0u;
    b->due = 0;
    sim_open(s, &p, seat, 4);
    for (unsigned i = 0; i < 3; i++)
        say_answer(&p, b, seat, b->request, action_code((struct action){ ACT_PIDO_FLOR, 0 }));
    say_answer(&p, b, seat, b->request, b->legal[0]);
    sim_close(s, &p, seat);
    return 0;
}

TEST(test_four_answers_in_one_envelope)
{
    AUDITED_SIM *s = match_of(2, four_in_one);
    sim_play(s);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_int_equal(s->result.result.faults[BAD], 1);
    assert_int_equal(s->party[BAD].bot.refused, 1);
}

static unsigned twice_in_one(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    struct packer p;
    if (seat != BAD || !(b->due & DUE_ANSWER))
        return ~0u;
    b->due = 0;
    sim_open(s, &p, seat, 2);
    unsigned code = bot_choose(b);
    say_answer(&p, b, seat, b->request, code);
    say_answer(&p, b, seat, b->request, code);
    sim_close(s, &p, seat);
    return 0;
}

/* Every answer said twice: the second one is unasked, and the hundredth of them loses the match. */
TEST(test_hundredth_unasked_answer_loses_the_match)
{
    OWNED_SIM *s = match_of(30, twice_in_one);
    sim_play(s);
    check_lost(s, FAULT_UNASKED, s->result.result.fault_a, 100);
    assert_int_equal(s->result.result.faults[BAD], 100);
}

/* Answers to the request before and to the one to come are unasked; the open one is not touched by them. */
static unsigned old_and_future(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    struct packer p;
    if (seat != BAD || !(b->due & DUE_ANSWER) || b->request < 2 || s->step >= 10)
        return ~0u;
    s->step++;
    sim_open(s, &p, seat, 2);
    say_answer(&p, b, seat, b->request - 1, b->legal[0]);
    say_answer(&p, b, seat, b->request + 1, b->legal[0]);
    sim_close(s, &p, seat);
    return ~0u;
}

TEST(test_old_requests_are_ignored)
{
    AUDITED_SIM *s = match_of(2, old_and_future);
    sim_play(s);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_int_equal(s->result.result.faults[BAD], 20);
    assert_int_equal(s->party[GOOD].bot.faults, 0);
}

/* The seat that is not asked speaks. */
static unsigned talks_when_silent(struct sim *s, unsigned seat)
{
    struct packer p;
    struct sim_bot *b = &s->party[BAD].bot;
    if (seat == GOOD && (s->party[GOOD].bot.due & DUE_ANSWER) && b->request > 0 && s->step++ < 5) {
        sim_open(s, &p, BAD, 1);
        say_answer(&p, b, BAD, b->request, b->legal[0]);
        sim_close(s, &p, BAD);
    }
    return ~0u;
}

TEST(test_out_of_turn_is_ignored)
{
    AUDITED_SIM *s = match_of(2, talks_when_silent);
    sim_play(s);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_int_equal(s->result.result.faults[BAD], 5);
}

static unsigned unsigned_answer(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    struct packer p;
    if (seat != BAD || !(b->due & DUE_ANSWER) || b->request < 3)
        return ~0u;
    b->due = 0;
    sim_open(s, &p, seat, 1);
    pack_msg_answer(&p, 0, seat, b->request, b->legal[0], NULL, 0, "", s->step == 0 ? NULL : zeros);
    sim_close(s, &p, seat);
    return 0;
}

TEST(test_every_decision_is_signed_or_lost)
{
    for (unsigned step = 0; step < 2; step++) {
        struct referee_config c = sim_config("argentino", 2);
        c.sign = SIGN_DECISION;
        OWNED_SIM *s = sim_new(&c, 3);
        s->step = step;
        s->script = unsigned_answer;
        sim_play(s);
        check_lost(s, FAULT_BAD_SIGNATURE, MSG_ANSWER, 0);
    }
}

/* --- time ----------------------------------------------------------------------------------------- */

static unsigned silent_when_asked(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    return seat == BAD && (b->due & DUE_ANSWER) && s->step++ % 5 == 0 ? (unsigned)~DUE_ANSWER : ~0u;
}

TEST(test_silence_loses_games_then_the_match)
{
    OWNED_SIM *s = match_of(10, silent_when_asked);
    sim_play(s);
    check_lost(s, FAULT_TIMEOUT, 501000, 501000);
    assert_int_equal(s->result.seat[BAD].timeouts, 3);
    assert_true(s->result.result.games[GOOD] >= 3);
    assert_true(s->result.result.partidas[GOOD] >= 1); /* of games that were won so, too */
    assert_int_equal(s->fault[0].effect, EFFECT_GAME);
    assert_int_equal(s->fault[1].effect, EFFECT_GAME);
    assert_int_equal(s->fault[2].effect, EFFECT_MATCH);
}

TEST(test_default_action_instead)
{
    struct referee_config c = sim_config("argentino-flor,flor_policy=manual_seed002", 10);
    c.on_timeout = TIMEOUT_DEFAULT_ACTION;
    OWNED_SIM *s = sim_new(&c, 5);
    s->script = silent_when_asked;
    sim_play(s);
    check_lost(s, FAULT_TIMEOUT, s->result.result.fault_a, s->result.result.fault_b);
    assert_int_equal(s->fault[0].effect, EFFECT_DEFAULT_ACTION);
    assert_int_equal(s->fault[1].effect, EFFECT_DEFAULT_ACTION);
    assert_int_equal(s->fault[2].effect, EFFECT_MATCH);
}

static unsigned late_once(struct sim *s, unsigned seat)
{
    struct sim_party *c = &s->party[seat];
    c->think_us = 20;
    if (seat == BAD && (c->bot.due & DUE_ANSWER) && s->step++ == 4)
        c->think_us = 501001 - 10;
    return ~0u;
}

/* The answer is on its way when the silence is declared: it comes to no open request. */
TEST(test_late_answer_is_kept_and_ignored)
{
    AUDITED_SIM *s = match_of(2, late_once);
    sim_play(s);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_int_equal(s->fault[0].fault, FAULT_TIMEOUT);
    assert_int_equal(s->result.result.faults[BAD], 1); /* and is no second fault */
}

/* A seat process that passes the late answer on before it declares silence: its own stamps judge. */
TEST(test_late_by_the_stamps)
{
    AUDITED_SIM *s = match_of(2, NULL);
    sim_start(s);
    while (!(s->party[BAD].bot.due & DUE_ANSWER) && s->party[BAD].bot.requests < 3)
        sim_turn(s);
    s->script = silent_when_asked;
    while (s->step == 0)
        sim_turn(s);
    s->party[BAD].deadline_us = 0;
    s->now += 600000;
    uint8_t out[ENVELOPE_MAX];
    sim_say(s, BAD, out, bot_say(&s->party[BAD].bot, ~0u, out));
    s->script = NULL;
    sim_finish(s);
    assert_int_equal(s->fault[0].fault, FAULT_TIMEOUT);
    assert_int_equal(s->fault[0].a, 501000);
    assert_true(s->fault[0].b > 600000);
}

/* The very last microsecond is in time. */
TEST(test_the_last_moment_is_in_time)
{
    struct referee_config c = sim_config("argentino,target=15", 1);
    c.cap_us = 5000;
    c.bank_us = 5000;
    c.inc_us = 5000;
    AUDITED_SIM *s = sim_new(&c, 5);
    s->party[BAD].think_us = 6000 - 10;
    sim_play(s);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_int_equal(s->faults, 0);
    assert_int_equal(s->result.seat[BAD].max_us, 6000);
}

/* 5 ms a decision, 0.5 ms of it free and 1 ms back: the bank of 50 ms lasts a while, and the budget falls. */
TEST(test_the_bank_runs_out)
{
    struct referee_config c = sim_config("argentino,target=30", 2);
    c.bank_us = 50000;
    c.inc_us = 1000;
    c.grace_us = 500;
    AUDITED_SIM *s = sim_new(&c, 6);
    struct sim_bot *b = &s->party[BAD].bot;
    s->party[BAD].think_us = 5000;
    sim_start(s);
    unsigned seen = 0;
    int64_t bank = 50000;
    while (!referee_over(s->referee) && s->faults == 0) {
        sim_turn(s);
        if (b->requests > seen && s->faults == 0 && b->games == 0) {
            seen = b->requests;
            assert_int_equal(b->bank_us, bank);
            assert_int_equal(b->budget_us, bank + 500);
            bank += 1000 - (5010 - 500);
        }
    }
    assert_int_equal(s->fault[0].fault, FAULT_TIMEOUT);
    assert_int_equal(s->fault[0].a, (uint64_t)bank + 4510 - 1000 + 500);
    s->party[BAD].think_us = 10;
    sim_finish(s);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
}
