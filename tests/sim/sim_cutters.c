/* sim_cutters: matches with parties that play nothing and only cut: what they are told, and what it does when one of
 * them withholds, lies or dies. */
#include "support/test.h"

#include "sim_cutters.h"

/* Stopped by the cutter, whose fault was told to all with its effect; nobody wins. */
static void check_stopped(const struct sim *s, enum fault f)
{
    check_outcome(s, END_STOPPED, FIEL_TIE, f);
    assert_int_equal(s->party[0].bot.fault.seat, CUTTER);
    assert_int_equal(s->party[0].bot.fault.effect, EFFECT_STOPPED);
    assert_int_equal(s->fault[0].effect, EFFECT_STOPPED);
    assert_int_equal(s->faults, 1);
}

/* --- what a cutter is told ------------------------------------------------------------------------ */

/* Every DEAL holds the cut of every party. */
static void check_cuts(const struct sim *s)
{
    const struct sim_bot *b = &s->party[0].bot;
    unsigned deals = 0;
    for (size_t i = 0; i < b->told_count; i++) {
        struct msg m;
        assert_int_equal(msg_read(b->told[i].bytes, b->told[i].size, FROM_ARBITER, &m), WIRE_OK);
        if (m.type != MSG_DEAL)
            continue;
        assert_int_equal(m.blob_size, sim_parties(s) * HASH);
        for (unsigned p = 0; p < sim_parties(s); p++)
            assert_memory_equal(m.blob + p * HASH, s->party[p].bot.x[m.hand], HASH);
        deals++;
    }
    assert_int_equal(deals, s->result.result.hands);
}

TEST(test_cutters_hear_what_is_public)
{
    static const struct {
        const char *rules;
        uint8_t seats, cutters, sign;
    } table[] = {
        { "argentino,target=15", 2, 1, SIGN_HAND }, { "argentino-flor,target=15", 2, 3, SIGN_DECISION },
        { "paulista", 2, 14, SIGN_HAND },           { "argentino,target=15,signs=on", 4, 2, SIGN_DECISION },
        { "argentino,target=15", 8, 8, SIGN_HAND },
    };
    for (unsigned k = 0; k < sizeof table / sizeof *table; k++) {
        struct referee_config c = sim_config(table[k].rules, 1);
        c.seats = table[k].seats;
        c.cutters = table[k].cutters;
        c.sign = table[k].sign;
        OWNED_SIM *s = sim_new(&c, SEED);
        sim_play(s);
        check_outcome(s, END_PLAYED, s->result.result.winner, FAULT_NONE);
        for (unsigned p = c.seats; p < sim_parties(s); p++)
            check_heard(s, p);
        check_cuts(s);
    }
}

/* Another chain of a cutter alone gives other cards. */
TEST(test_a_cutter_cuts)
{
    uint8_t sigma[2][FIEL_CARDS];
    for (unsigned k = 0; k < 2; k++) {
        OWNED_SIM *s = match_of(1, NULL);
        s->party[CUTTER].bot.chain_secret[0] = (uint8_t)k;
        sim_start(s);
        while (s->referee->course->table->hand == 0)
            assert_true(sim_turn(s));
        memcpy(sigma[k], s->referee->course->table->sigma, FIEL_CARDS);
    }
    assert_memory_not_equal(sigma[0], sigma[1], FIEL_CARDS);
}

TEST(test_too_many_parties)
{
    char why[CONTROL_TEXT];
    struct referee_config c = config_of(1, 15);
    struct referee_ports ports = { 0 };
    assert_null(referee_new(&c, zeros, zeros, &ports, why));
    assert_non_null(strstr(why, "at most 16"));
}

/* --- before the first card ------------------------------------------------------------------------ */

TEST(test_a_cutter_that_never_comes)
{
    OWNED_SIM *s = match_of(3, NULL);
    s->party[CUTTER].dead = true;
    sim_play(s);
    check_stopped(s, FAULT_NO_START);
    assert_int_equal(s->result.result.hands, 0);
}

/* What a bot lost it has lost, also when a cutter is missing too. */
TEST(test_nobody_hides_behind_a_cutter)
{
    AUDITED_SIM *s = match_of(3, NULL);
    s->party[CUTTER].dead = s->party[0].dead = true;
    sim_play(s);
    assert_int_equal(s->result.result.outcome, END_FAULT);
    assert_int_equal(s->result.result.winner, 1);
    assert_int_equal(s->result.result.fault_seat, 0);
    assert_int_equal(s->fault[1].seat, CUTTER);
    assert_int_equal(s->fault[1].effect, EFFECT_NOTED);
}

static unsigned no_join(struct sim *s, unsigned seat)
{
    (void)s;
    return seat == CUTTER ? (unsigned)~DUE_JOIN : ~0u;
}

TEST(test_no_join)
{
    OWNED_SIM *s = match_of(3, no_join);
    sim_play(s);
    check_stopped(s, FAULT_NO_START);
}

static unsigned no_first_cut(struct sim *s, unsigned seat)
{
    (void)s;
    return seat == CUTTER ? (unsigned)~DUE_CUT : ~0u;
}

TEST(test_no_first_cut)
{
    OWNED_SIM *s = match_of(3, no_first_cut);
    sim_play(s);
    check_stopped(s, FAULT_WITHHELD);
    assert_int_equal(s->result.result.hands, 0);
    assert_int_equal(s->result.result.fault_a, 1);
}

/* --- between two hands ---------------------------------------------------------------------------- */

static void wrong_sign(struct packer *p, struct sim_bot *b)
{
    b->ends_p.head[0]++;
    say_sign(p, b);
}
static void answers(struct packer *p, struct sim_bot *b)
{
    pack_msg_answer(p, 0, b->seat, 1, 0x300, NULL, 0, "", NULL);
}
static void protests(struct packer *p, struct sim_bot *b) { say_protest(p, b, 14, "my cut was changed"); }
static void mumbles(struct packer *p, struct sim_bot *b) { (void)b, pack_uint(p, 7); }

TEST(test_a_cutter_at_fault_between_hands)
{
    static const struct {
        void (*vice)(struct packer *, struct sim_bot *);
        enum fault f;
    } table[] = {
        { NULL, FAULT_WITHHELD },        { wrong_cut, FAULT_BAD_CUT },  { wrong_sign, FAULT_BAD_SIGNATURE },
        { answers, FAULT_OUT_OF_ORDER }, { protests, FAULT_PROTESTED }, { mumbles, FAULT_MALFORMED },
    };
    for (unsigned k = 0; k < sizeof table / sizeof *table; k++) {
        OWNED_SIM *s = match_of(3, with_vice);
        vice = table[k].vice;
        s->step = 2;
        sim_play(s);
        check_stopped(s, table[k].f);
        assert_int_equal(s->result.result.hands, 2);
        assert_int_equal(s->result.result.games[FIEL_TIE], 1); /* the one that was open */
    }
}

/* What was won before stands; who cannot be caught any more has won the match. */
TEST(test_what_is_decided_stands)
{
    unsigned decided = 0;
    for (uint8_t seed = 1; seed < 6; seed++) {
        struct referee_config c = config_of(3, 1);
        OWNED_SIM *whole = sim_new(&c, seed);
        sim_play(whole);
        const struct result *r = &whole->result.result;
        for (uint32_t hand = 1; hand < r->hands; hand += 3) {
            OWNED_SIM *s = sim_new(&c, seed);
            vice = NULL;
            s->script = with_vice;
            s->step = hand;
            sim_play(s);
            const struct result *q = &s->result.result;
            bool ahead = q->games[0] > 1 || q->games[1] > 1;
            check_outcome(s, END_STOPPED, !ahead ? FIEL_TIE : q->games[1] > 1, FAULT_WITHHELD);
            assert_true(q->hands == hand && q->games[0] <= r->games[0] && q->games[1] <= r->games[1]);
            decided += ahead;
        }
    }
    assert_true(decided > 0);
}

/* --- while a hand is played ------------------------------------------------------------------------ */

/* The hand is played to its end and signed by both; then no other one follows. */
TEST(test_dies_while_a_hand_is_played)
{
    OWNED_SIM *s = match_of(3, dies_in_the_hand);
    s->step = 3;
    sim_play(s);
    check_stopped(s, FAULT_CRASHED);
    assert_int_equal(s->result.result.hands, 3);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(s->referee->course->party[i].signed_hand, 3);
}

/* In the last hand it makes no difference any more, nor does a last signature that is missing. */
TEST(test_lost_when_it_is_not_needed)
{
    OWNED_SIM *whole = match_of(1, NULL);
    sim_play(whole);
    for (unsigned k = 0; k < 2; k++) {
        OWNED_SIM *s = match_of(1, k == 0 ? dies_in_the_hand : with_vice);
        vice = NULL;
        s->step = whole->result.result.hands;
        sim_play(s);
        check_outcome(s, END_PLAYED, whole->result.result.winner, FAULT_NONE);
        assert_int_equal(s->faults, 1);
        assert_int_equal(s->fault[0].effect, EFFECT_NOTED);
        assert_int_equal(s->party[0].bot.fault.fault, k == 0 ? FAULT_CRASHED : FAULT_WITHHELD);
    }
}

/* A bot that loses the match in the same hand has lost it. */
static unsigned both_in_the_hand(struct sim *s, unsigned seat)
{
    dies_in_the_hand(s, seat);
    if (!s->party[CUTTER].dead || seat != 0)
        return ~0u;
    sim_say(s, 0, "\xc0", 1);
    s->party[0].bot.due = 0;
    return 0;
}

TEST(test_a_seat_loses_all_the_same)
{
    AUDITED_SIM *s = match_of(3, both_in_the_hand);
    s->step = 2;
    sim_play(s);
    assert_int_equal(s->result.result.outcome, END_FAULT);
    assert_int_equal(s->result.result.winner, 1);
    assert_int_equal(s->result.result.fault, FAULT_MALFORMED);
    assert_int_equal(s->faults, 2);
    assert_int_equal(s->fault[1].effect, EFFECT_NOTED);
}
