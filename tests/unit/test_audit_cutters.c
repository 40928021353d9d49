/* test_audit_cutters: what an arbiter does to a cutter, in a record that it signs, and what the auditor says of it. */
#include "support/test.h"

#include "support/sim.h"

enum { CUTTER = 2 };

static struct sim *match_with(sim_script *script)
{
    struct referee_config c = sim_config("argentino,target=15", 2);
    c.cutters = 1;
    struct sim *s = sim_new(&c, 23);
    s->script = script;
    sim_play(s);
    return s;
}

/* --- the record, changed and signed again --------------------------------------------------------- */

/* The n-th record (from 1) of a type, and so many bytes behind its head. */
static uint8_t *payload_of(struct sim *s, unsigned type, unsigned n, struct record *rec)
{
    struct replay r;
    replay_over(&r, s->record.bytes, s->record.size);
    while (replay_next(&r, rec))
        if (rec->type == type && --n == 0)
            return s->record.bytes + rec->offset + RECORD_HEADER;
    fail_msg("no record of type %u", type);
    return NULL;
}

static void sign_again(struct sim *s)
{
    uint8_t digest[HASH];
    struct message m;
    hash_bytes(digest, s->record.bytes, s->record.size - SIGNATURE);
    replay_message(&m, s->referee->course->match_id, digest);
    sign_message(s->record.bytes + s->record.size - SIGNATURE, s->config.key, &m);
}

/* The auditor blames the arbiter with these words; the match is at its end. */
static void blamed(struct sim *s, const char *words)
{
    struct audit_report report;
    sign_again(s);
    assert_int_equal(audit_bytes(s->record.bytes, s->record.size, NULL, &report), 0);
    if (report.outcome != AUDIT_WRONG || report.blame != BLAME_ARBITER || !strstr(report.wrong, words))
        fail_msg("\"%s\" instead of \"%s\"", report.wrong, words);
    sim_free(s);
}

/* --- lies of the arbiter ---------------------------------------------------------------------------- */

/* Seat 1 is the last to cut hand 3: before it does the arbiter puts another cut in the place of the cutter's. */
TEST(test_another_cut_than_was_sent)
{
    struct referee_config c = sim_config("argentino,target=15", 1);
    c.cutters = 1;
    struct sim *s = sim_new(&c, 23);
    s->party[1].think_us = 500;
    sim_start(s);
    while (s->referee->course->table->hand < 3) {
        assert_true(sim_turn(s));
        if (s->referee->course->table->hand == 2 && s->referee->course->table->place[CUTTER].x_hand == 3)
            memcpy(s->referee->course->table->place[CUTTER].x, s->party[CUTTER].bot.x[7], HASH);
    }
    referee_cancel(s->referee, s->now);
    sim_finish(s);
    blamed(s, "DEAL of hand 3: cuts of party 2 is not");
}

static unsigned no_cut(struct sim *s, unsigned seat)
{
    const struct sim_bot *b = &s->party[seat].bot;
    return seat == CUTTER && b->hand == s->step ? (unsigned)~DUE_CUT : ~0u;
}

static struct sim *stopped(void)
{
    struct referee_config c = sim_config("argentino,target=15", 2);
    c.cutters = 1;
    struct sim *s = sim_new(&c, 23);
    s->script = no_cut;
    s->step = 3;
    sim_play(s);
    assert_int_equal(s->result.result.outcome, END_STOPPED);
    sim_audit(s);
    return s;
}

/* FAULT is [12, 0, seat, fault, effect, ...]: small numbers, a byte each. */
enum { FAULT_SEAT = 3, FAULT_EFFECT = 5 };

TEST(test_another_effect)
{
    struct record rec;
    struct sim *s = stopped();
    uint8_t *fault = payload_of(s, MSG_FAULT, 1, &rec);
    assert_int_equal(fault[FAULT_EFFECT], EFFECT_STOPPED);
    fault[FAULT_EFFECT] = EFFECT_VOID;
    blamed(s, "FAULT: effect is 5, and 6 is due");
}

TEST(test_laid_on_a_seat)
{
    struct record rec;
    struct sim *s = stopped();
    uint8_t *fault = payload_of(s, MSG_FAULT, 1, &rec);
    assert_int_equal(fault[FAULT_SEAT], CUTTER);
    fault[FAULT_SEAT] = 1;
    blamed(s, "FAULT: seat is 1, and 2 is due");
}

/* The bot that leads is given the match. */
TEST(test_a_winner_of_a_stopped_match)
{
    struct record rec;
    struct msg m;
    struct result r;
    struct packer p;
    struct message text;
    uint8_t bytes[1024], signature[SIGNATURE], again[1024];
    struct sim *s = stopped();
    uint8_t *at = payload_of(s, MSG_RESULT, 1, &rec);
    assert_int_equal(msg_read(at, rec.size, FROM_ARBITER, &m), WIRE_OK);
    assert_true(read_result(m.blob, m.blob_size, &r));
    r.winner = 0;
    pack_start(&p, bytes, sizeof bytes);
    pack_result(&p, &r);
    result_message(&text, s->referee->course->match_id, bytes, p.size);
    sign_message(signature, s->config.key, &text);
    struct packer k;
    pack_start(&k, again, sizeof again);
    pack_msg_result(&k, bytes, p.size, signature);
    assert_int_equal(k.size, rec.size);
    memcpy(at, again, k.size);
    blamed(s, "RESULT: winner is 0, and 2 is due");
}

/* A silence before its time. */
static unsigned hurried(struct sim *s, unsigned seat)
{
    if (seat == CUTTER && s->party[CUTTER].bot.hand == 3)
        s->referee->course->party[CUTTER].due[0].budget_us = 100;
    return no_cut(s, seat);
}

TEST(test_a_silence_before_its_time)
{
    struct referee_config c = sim_config("argentino,target=15", 2);
    c.cutters = 1;
    struct sim *s = sim_new(&c, 23);
    s->script = hurried;
    s->step = 3;
    s->party[CUTTER].think_us = 1000;
    sim_start(s);
    while (!s->has_result) {
        if (s->party[CUTTER].bot.hand == 3 && s->referee->course->party[CUTTER].due[0].budget_us == 100)
            s->party[CUTTER].deadline_us = s->now + 1;
        assert_true(sim_turn(s));
    }
    sim_finish(s);
    blamed(s, "silence of seat 2");
}

/* It died, and the arbiter deals on as if nothing had been. */
static unsigned overlooked(struct sim *s, unsigned seat)
{
    struct control_ended e = { .exit_code = 1 };
    if (s->step == 0 && s->party[seat].bot.hand == 2 && s->party[seat].bot.due & DUE_ANSWER) {
        s->step = 1;
        referee_bot_ended(s->referee, CUTTER, &e, s->now);
        s->referee->course->party[CUTTER].early.fault = FAULT_NONE;
    }
    return ~0u;
}

TEST(test_a_fault_that_is_overlooked) { blamed(match_with(overlooked), "FAULT is due here, but"); }

/* An OFFER that the record says somebody else was told. */
TEST(test_the_cutters_offer)
{
    struct record rec;
    struct sim *s = match_with(NULL);
    uint8_t *at = payload_of(s, MSG_OFFER, 3, &rec);
    assert_int_equal(rec.visibility, visible_to(CUTTER));
    at[5 - RECORD_HEADER] = 1;
    blamed(s, "marked as visible to others");
}

/* --- a cutter's own lies: the arbiter lets them pass ------------------------------------------------ */

/* In its CUT of hand 2 one byte is another: the arbiter should have seen it. */
TEST(test_a_cut_that_is_let_pass)
{
    struct replay r;
    struct record rec;
    OWNED_SIM *s = match_with(NULL);
    uint8_t *x = s->party[CUTTER].bot.x[2];
    struct audit_report report;
    replay_over(&r, s->record.bytes, s->record.size);
    while (replay_next(&r, &rec)) {
        uint8_t *found = rec.type == REC_RECEIVED ? memmem(rec.payload, rec.size, x, HASH) : NULL;
        if (found != NULL)
            found[5] ^= 1;
    }
    sign_again(s);
    assert_int_equal(audit_bytes(s->record.bytes, s->record.size, NULL, &report), 0);
    assert_int_equal(report.outcome, AUDIT_WRONG);
    assert_int_equal(report.blame, BLAME_ARBITER);
    assert_non_null(strstr(report.wrong, "what seat 2 sent is recorded as accepted"));
}
