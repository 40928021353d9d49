/* sim_gallo: three seats through the whole arbiter under a fake clock: three scores, and who wins by a fault. */
#include "support/test.h"

#define SIM_PARTIES 3
#include "support/sim.h"

enum { BAD = 1 }; /* the seat with a vice */

static struct sim *three(const char *rules, unsigned games, sim_script *script)
{
    struct referee_config c = sim_config(rules, games);
    struct sim *s = sim_new(&c, 33);
    s->script = script;
    return s;
}

/* --- whole matches -------------------------------------------------------------------------------- */

static void play(const char *rules, unsigned scorers)
{
    AUDITED_SIM *s = three(rules, 4, NULL);
    const struct result *r = &s->result.result;
    uint32_t games = 0;
    sim_play(s);
    assert_int_equal(r->outcome, END_PLAYED);
    assert_int_equal(s->faults, 0);
    assert_int_equal(r->scorers, scorers);
    for (unsigned i = 0; i <= scorers; i++)
        games += r->games[i];
    assert_int_equal(games, 4);
    for (unsigned i = 0; i < SIM_SEATS; i++)
        assert_memory_equal(&s->party[i].bot.result, r, sizeof *r);
}

TEST(test_matches_of_three)
{
    play("argentino", 3);
    play("argentino,gallo_seat=mano,target=15,end_check=end_of_hand", 3);
    play("argentino-flor,flor_policy=manual_seed003", 3);
    play("argentino,gallo=fijo", 2);
    play("argentino-flor,gallo=fijo,declare=auto", 2);
}

/* What was laid away is told as a slot, and no message to anybody else opens that slot. */
TEST(test_the_slot_stays_closed)
{
    OWNED_SIM *s = three("argentino-flor", 8, NULL);
    struct replay file;
    struct record rec;
    struct msg m;
    unsigned laid = 255, hands = 0;
    sim_play(s);
    replay_over(&file, s->record.bytes, s->record.size);
    while (replay_next(&file, &rec)) {
        if (rec.type >= MSG_HELLO || msg_read(rec.payload, rec.size, FROM_ARBITER, &m) != WIRE_OK)
            continue;
        if (m.type == MSG_DEAL)
            laid = 255;
        if (m.type == MSG_ACT && m.action >> 8 == ACT_DISCARD) {
            assert_int_equal(m.action & 255, CARD_HIDDEN);
            assert_int_equal(m.blob_size, 0);
            laid = m.value;
            hands++;
        } else if (m.type == MSG_ACT || m.type == MSG_SHOW) {
            for (size_t at = 0; at < m.blob_size; at += OPENING)
                assert_int_not_equal(m.blob[at], laid);
        }
    }
    assert_true(hands > 10 && hands == s->result.result.hands);
}

/* --- faults --------------------------------------------------------------------------------------- */

static unsigned falls_silent(struct sim *s, unsigned seat)
{
    return seat == BAD && s->party[seat].bot.hand > 4 ? (unsigned)~DUE_ANSWER : ~0u;
}

/* Of the two others the one that is ahead wins each game, and the match. */
static void lost_by_silence(const char *rules, unsigned scorers)
{
    AUDITED_SIM *s = three(rules, 9, falls_silent);
    const struct result *r = &s->result.result;
    sim_play(s);
    assert_int_equal(r->scorers, scorers);
    assert_int_equal(r->outcome, END_FAULT);
    assert_int_equal(r->fault, FAULT_TIMEOUT);
    assert_int_equal(r->fault_seat, BAD);
    assert_true(r->winner < scorers && r->winner != (scorers == 3 ? BAD : 1));
    for (unsigned i = 0; i < SIM_SEATS; i++)
        assert_memory_equal(&s->party[i].bot.result, r, sizeof *r);
}

TEST(test_lost_by_silence)
{
    lost_by_silence("argentino", 3);
    lost_by_silence("argentino-flor,gallo=fijo", 2);
}

static void absent(const char *rules, unsigned dead, unsigned winner)
{
    AUDITED_SIM *s = three(rules, 1, NULL);
    for (unsigned i = 0; i < SIM_SEATS; i++)
        s->party[i].dead = (dead >> i & 1u) != 0;
    sim_play(s);
    assert_int_equal(s->result.result.outcome, END_FAULT);
    assert_int_equal(s->result.result.winner, winner);
}

/* Before the first hand nobody is ahead: one that is left alone wins, two of three do not. */
TEST(test_never_came)
{
    absent("argentino", 1u << 0 | 1u << 1, 2);
    absent("argentino", 1u << 1, 3);
    absent("argentino", 7, 3);
    absent("argentino,gallo=fijo", 1u << 2, 0);
    absent("argentino,gallo=fijo", 1u << 0, 1);
    absent("argentino,gallo=fijo", 1u << 0 | 1u << 1, 2);
}
