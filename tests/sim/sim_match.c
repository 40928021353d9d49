/* sim_match: whole matches of legal bots under a fake clock. */
#include "support/test.h"

#include "record/header.h"
#include "support/sim.h"

static void check_end(const struct sim *s, unsigned games)
{
    const struct result *r = &s->result.result;
    assert_int_equal(r->outcome, END_PLAYED);
    assert_int_equal(r->games[0] + r->games[1] + r->games[2], games);
    assert_int_equal(r->fault, FAULT_NONE);
    assert_int_equal(s->games, games);
    assert_int_equal(s->faults, 0);
    for (unsigned i = 0; i < SIM_SEATS; i++) {
        const struct sim_bot *b = &s->party[i].bot;
        assert_true(b->over);
        assert_memory_equal(&b->result, r, sizeof *r);
        assert_int_equal(b->games, games);
        assert_int_equal(s->result.seat[i].decisions, b->requests);
        assert_int_equal(s->party[i].closed, 1);
    }
    sim_audit(s);
}

static void play(const char *rules, unsigned games, enum sign_policy sign, uint8_t seed)
{
    struct referee_config c = sim_config(rules, games);
    c.sign = (uint8_t)sign;
    OWNED_SIM *s = sim_new(&c, seed);
    sim_play(s);
    check_end(s, games);
}

TEST(test_random_bots_play_to_the_end)
{
    play("argentino", 6, SIGN_HAND, 1);
    play("argentino,target=15", 6, SIGN_HAND, 2);
}

TEST(test_flor_in_every_policy)
{
    play("argentino-flor", 5, SIGN_HAND, 3);
    play("argentino-flor,flor_policy=manual_seed002", 4, SIGN_HAND, 4);
    play("argentino-flor,flor_policy=manual_seed003,target=15", 4, SIGN_HAND, 5);
}

TEST(test_declaring_by_the_arbiter)
{
    play("argentino,declare=auto", 4, SIGN_HAND, 6);
    play("argentino-flor,declare=auto,target=15", 4, SIGN_HAND, 7);
}

TEST(test_every_decision_signed) { play("argentino,target=15", 2, SIGN_DECISION, 8); }

TEST(test_same_inputs_same_bytes)
{
    struct referee_config c = sim_config("argentino-flor", 3);
    OWNED_SIM *a = sim_new(&c, 1), *b = sim_new(&c, 1), *other = sim_new(&c, 2);
    sim_play(a);
    sim_play(b);
    sim_play(other);
    assert_int_equal(a->record.size, b->record.size);
    assert_memory_equal(a->record.bytes, b->record.bytes, a->record.size);
    size_t size = a->record.size < other->record.size ? a->record.size : other->record.size;
    assert_memory_not_equal(other->record.bytes, a->record.bytes, size);
}

/* The chain of cuts is used up: the game in play goes to the higher score. */
TEST(test_last_hand_ends_the_match)
{
    for (uint32_t hands = 1; hands <= 40; hands += 13) {
        struct referee_config c = sim_config("argentino", 50);
        c.hands_max = hands;
        AUDITED_SIM *s = sim_new(&c, (uint8_t)hands);
        sim_play(s);
        assert_int_equal(s->result.result.outcome, END_LAST_HAND);
        assert_int_equal(s->result.result.hands, hands);
        assert_int_equal(s->result.hands, hands);
    }
}

/* Mean and squares of the points per hand against what the games gave. */
TEST(test_points_per_hand_add_up)
{
    struct referee_config c = sim_config("argentino", 4);
    OWNED_SIM *s = sim_new(&c, 12);
    sim_play(s);
    const struct result *r = &s->result.result;
    assert_int_equal(s->result.diff_sum, r->points[0] - r->points[1]);
    assert_int_equal(s->result.hands, r->hands);
    assert_true(s->result.diff_squares >= s->result.diff_sum);
    assert_int_equal(r->partidas[0] + r->partidas[1] <= 2, 1);
}

/* A seat that is not on turn is sent what waits for it when sixteen messages do. */
static unsigned sixteen, asking;
static void count_waiting(struct sim *s, unsigned seat, int64_t leaves, const void *envelope, size_t size)
{
    struct envelope e;
    struct msg m = { 0 };
    (void)s, (void)seat, (void)leaves;
    assert_int_equal(envelope_hear(&e, envelope, size), WIRE_OK);
    unsigned count = e.left;
    while (e.left > 0)
        assert_int_equal(envelope_next(&e, FROM_ARBITER, &m), WIRE_OK);
    assert_true(count <= 16);
    sixteen += count == 16 && m.type == MSG_ACT;
    asking += m.type == MSG_REQUEST;
}

TEST(test_sixteen_messages_wait)
{
    struct referee_config c = sim_config("argentino-flor,target=15", 2);
    c.seats = 8;
    AUDITED_SIM *s = sim_new(&c, 14);
    s->tap = count_waiting;
    sixteen = asking = 0;
    sim_play(s);
    assert_true(sixteen > 0 && asking > sixteen);
}

/* The players are told neither names nor programs. */
TEST(test_blind)
{
    struct referee_config c = sim_config("argentino,target=15", 1);
    c.blind = 1;
    memset(c.bots, 7, sizeof c.bots);
    OWNED_SIM *s = sim_new(&c, 13);
    sim_play(s);
    check_end(s, 1);
    for (unsigned i = 0; i < SIM_SEATS; i++) {
        const struct offer *o = &s->party[i].bot.offer;
        assert_true(o->blind == 1 && offer_hides_players(o));
    }
    static struct header h;
    struct replay all;
    struct record rec;
    replay_over(&all, s->record.bytes, s->record.size);
    assert_true(replay_next(&all, &rec) && header_read(&rec, &h));
    assert_string_equal(h.offer.name[0], "north");
    assert_memory_equal(h.offer.bots[1], c.bots[1], ID);
}

TEST(test_no_such_match)
{
    struct referee_ports ports = { 0 };
    uint8_t seed[HASH] = { 0 };
    char why[CONTROL_TEXT];
    const struct referee_config good = sim_config("argentino", 1);
    struct referee_config c[13];
    for (unsigned i = 0; i < 13; i++)
        c[i] = good;
    c[0].kind--;
    c[1].games = 0;
    c[2].hands_max = 0;
    strcpy(c[3].rules, "argentina");
    c[4].seats = 1;
    c[5].cap_us = -1;
    c[6].start_us = 0;
    strcpy(c[7].name[1], "\xff");
    c[8].sign_every = 0;
    c[9].sign_every = SIGN_EVERY_MOST + 1;
    c[10].duty_us = -1;
    strcpy(c[11].host, "\xff");
    c[12].blind = 2;
    for (unsigned i = 0; i < 13; i++) {
        why[0] = '\0';
        assert_null(referee_new(&c[i], seed, seed, &ports, why));
        assert_true(strlen(why) > 10);
    }
}

/* --- hands that are signed together ----------------------------------------------------------------- */

enum { EVERY = 4 };

/* Each HANDS_END stands where it is due: EVERY hands after the last one, or where the game ended; and where it is not due
 * there is none.  Returns how many there are. */
static unsigned check_hands_ends(const struct sim *s)
{
    struct replay file;
    struct record rec;
    struct msg m;
    unsigned over = 0, told = 0, count = 0;
    bool game_ended = false;
    replay_over(&file, s->record.bytes, s->record.size);
    while (replay_next(&file, &rec)) {
        if (rec.type != MSG_HAND_END && rec.type != MSG_GAME_END && rec.type != MSG_HANDS_END && rec.type != MSG_DEAL)
            continue;
        assert_int_equal(msg_read(rec.payload, rec.size, FROM_ARBITER, &m), WIRE_OK);
        if (rec.type == MSG_DEAL)
            assert_true(over - told < EVERY && !game_ended); /* else HANDS_END came first */
        over += rec.type == MSG_HAND_END;
        game_ended |= rec.type == MSG_GAME_END;
        if (rec.type != MSG_HANDS_END)
            continue;
        assert_int_equal(m.hand, over);
        assert_true(over - told == EVERY || (game_ended && over - told < EVERY));
        told = over;
        game_ended = false;
        count++;
    }
    assert_int_equal(told, over);
    return count;
}

TEST(test_hands_are_signed_together)
{
    struct referee_config c = sim_config("argentino", 3);
    c.sign_every = EVERY;
    AUDITED_SIM *s = sim_new(&c, 7);
    sim_play(s);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_true(check_hands_ends(s) > 3);
}

static unsigned never_signs(struct sim *s, unsigned seat)
{
    (void)s;
    return seat == 1 ? ~(unsigned)DUE_SIGN : ~0u;
}

/* The table plays on while a signature is owed, except for EVERY - 1 hands at most: what nobody signed stays short. */
TEST(test_no_deal_without_signatures)
{
    struct referee_config c = sim_config("argentino", 3);
    c.sign_every = EVERY;
    AUDITED_SIM *s = sim_new(&c, 7);
    s->script = never_signs;
    sim_play(s);
    assert_int_equal(s->result.result.fault, FAULT_WITHHELD);
    assert_int_equal(s->result.result.fault_seat, 1);
    assert_int_equal(s->result.result.fault_a, EVERY);
    assert_int_equal(s->result.result.hands, 2 * EVERY - 1);
}
