/* sim_resume: the arbiter is killed at every moment of a match, inside a write too, and goes on from its record. */
#include "support/test.h"

#include "support/sample.h"
#include "record/inputs.h"
#include "support/cheap_signatures.h"
#include "support/sim_resume.h"

enum { SEED = 3 };

static struct sim *whole_match(const struct referee_config *c)
{
    struct sim *s = sim_new(c, SEED);
    sim_play(s);
    sim_audit(s);
    return s;
}

/* The bots come back and the match is played to its end. */
static void go_on(struct sim *s)
{
    for (unsigned i = 0; i < SIM_SEATS; i++)
        sim_let_speak(s, i);
    sim_finish(s);
}

/* Every message of the old record stands in the new one as it was: nothing lost, nothing twice, no hand dealt
 * again. */
static void check_new_record(const struct sim *old, const struct sim *s, size_t cut)
{
    struct replay a, b;
    struct record of_a, of_b;
    bool begun[SIM_HANDS + 1] = { false };
    resume_whole(&a, old->record.bytes, cut);
    replay_over(&b, s->record.bytes, s->record.size);
    while (replay_next(&a, &of_a)) {
        assert_true(replay_next(&b, &of_b));
        assert_int_equal(of_a.size, of_b.size);
        assert_memory_equal(of_a.payload, of_b.payload, of_a.size);
    }
    replay_over(&b, s->record.bytes, s->record.size);
    while (replay_next(&b, &of_b)) {
        struct msg m;
        if (of_b.type != MSG_DEAL)
            continue;
        assert_int_equal(msg_read(of_b.payload, of_b.size, FROM_ARBITER, &m), WIRE_OK);
        assert_false(begun[m.hand]);
        begun[m.hand] = true;
    }
}

static void kill_everywhere(struct referee_config c, size_t step)
{
    OWNED_SIM *old = whole_match(&c);
    unsigned resumed = 0;
    for (size_t cut = 9; cut < old->record.size; cut += step * SAMPLE) {
        OWNED_SIM *s = sim_resumed(&c, SEED, old->record.bytes, cut);
        if (s == NULL)
            continue;
        s->hasty = resumed % 2;
        if (!referee_over(s->referee))
            go_on(s);
        assert_int_equal(s->result.result.outcome, END_PLAYED);
        assert_int_equal(s->result.result.fault, FAULT_NONE);
        for (unsigned i = 0; i < c.seats; i++)
            assert_int_equal(s->result.result.faults[i], 0); /* nobody is led to answer what was answered */
        sim_audit(s);
        check_new_record(old, s, cut);
        resumed++;
    }
    assert_true(resumed > 50 / SAMPLE);
}

TEST(test_killed_anywhere)
{
    kill_everywhere(sim_config("argentino,target=15", 1), 149);
    kill_everywhere(sim_config("argentino-flor,declare=auto,target=18", 1), 509);
}

TEST(test_killed_with_every_decision_signed)
{
    struct referee_config c = sim_config("argentino,target=15", 1);
    c.sign = SIGN_DECISION;
    kill_everywhere(c, 599);
}

/* What a record holds beyond another one that it begins with, and whether that one has an OFFER, and a RESULT. */
struct beyond {
    bool offered, told;
    unsigned types[256];
    struct result result;
};

static void look_beyond(const struct sim *s, size_t cut, struct beyond *b)
{
    struct replay file;
    struct record rec;
    struct msg m;
    memset(b, 0, sizeof *b);
    replay_over(&file, s->record.bytes, s->record.size);
    while (replay_next(&file, &rec)) {
        if (rec.offset + RECORD_HEADER + rec.size <= cut) {
            b->offered |= rec.type == MSG_OFFER;
            b->told |= rec.type == MSG_RESULT;
        } else {
            b->types[rec.type]++;
        }
        if (rec.type == MSG_RESULT)
            assert_true(msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK &&
                        read_result(m.blob, m.blob_size, &b->result));
    }
}

/* A match that is void after another boot has VOID, RESULT, REVEAL and TRAILER behind what was there, and no more. */
static void nothing_but_void(const struct beyond *b, unsigned seats, enum arbiter_code code)
{
    for (unsigned type = 0; type < 256; type++) {
        bool due = type == REC_VOID || type == MSG_RESULT || type == MSG_REVEAL || type == REC_TRAILER;
        unsigned offers = type == MSG_OFFER && !b->offered ? seats : 0;
        assert_int_equal(b->types[type], due ? 1 : offers);
    }
    assert_int_equal(b->result.outcome, END_VOID);
    assert_int_equal(b->result.fault_a, code);
    assert_int_equal(b->result.hands, 0);
    for (unsigned i = 0; i <= b->result.scorers; i++)
        assert_int_equal(b->result.games[i], 0);
}

/* The whole records before `cut`; where there is no OFFER, the header alone (referee/record_begun.h). */
static size_t begun(const struct sim *s, size_t cut)
{
    struct replay file;
    struct record rec;
    bool offered = false;
    size_t header = 0, whole = 0;
    replay_over(&file, s->record.bytes, cut);
    while (replay_next(&file, &rec)) {
        whole = (size_t)rec.offset + RECORD_HEADER + rec.size;
        header = header > 0 ? header : whole;
        offered |= rec.type == MSG_OFFER;
    }
    return offered ? whole : header;
}

/* Nobody can say what the bots have heard, so the match is void, whatever stands at the end of the record; unless its result is there,
 * which is on the disk before it is told. */
static void closes_as_void(resume_function *resume, enum arbiter_code code)
{
    struct referee_config c = sim_config("argentino,target=15", 1);
    OWNED_SIM *old = whole_match(&c);
    unsigned played = 0, is_void = 0;
    for (size_t at = 100; at < old->record.size;
         at += at + 600 < old->record.size ? 331 : 41) { /* around RESULT closely */
        struct beyond b;
        size_t cut = begun(old, at);
        OWNED_SIM *s = sim_resumed_by(resume, &c, SEED, old->record.bytes, cut, SIM_NEVER);
        if (s == NULL)
            continue;
        assert_true(referee_over(s->referee));
        sim_audit(s);
        look_beyond(s, cut, &b);
        if (!b.told)
            nothing_but_void(&b, c.seats, code);
        else
            assert_int_equal(s->result.result.outcome, END_PLAYED);
        played += b.told;
        is_void += !b.told;
    }
    assert_true(played > 0 && is_void > 20);
}

TEST(test_the_power_went) { closes_as_void(referee_resume_lost, ARBITER_ANOTHER_BOOT); }

TEST(test_nobody_goes_on_with_it) { closes_as_void(referee_give_up, ARBITER_GIVEN_UP); }

/* What the kernel could not bring to the disk it may have dropped: who resumes and cannot sync what was read goes on with
 * nothing.  A result that stands there waits for a better disk. */
TEST(test_what_was_read_cannot_be_synced)
{
    struct referee_config c = sim_config("argentino,target=15", 1);
    OWNED_SIM *old = whole_match(&c);
    OWNED_SIM *s = sim_resumed_by(referee_resume, &c, SEED, old->record.bytes, old->record.size / 2, 0);
    assert_true(referee_over(s->referee));
    assert_int_equal(s->result.result.outcome, END_VOID);
    assert_int_equal(s->result.result.fault_a, ARBITER_DISK);
    assert_false(s->result.complete);
}

/* It goes on again and again; a bot that comes back hears everything once more, so each life is longer. */
TEST(test_killed_many_times)
{
    struct referee_config c = sim_config("argentino,target=15", 5);
    AUDITED_SIM *s = sim_new(&c, SEED);
    unsigned deaths = 0;
    sim_start(s);
    while (!referee_over(s->referee)) {
        for (unsigned turns = 0; turns < 40 + 30 * deaths && !referee_over(s->referee); turns++)
            assert_true(sim_turn(s));
        if (referee_over(s->referee))
            break;
        struct sim *next = sim_resumed(&c, SEED, s->record.bytes, s->record.size);
        assert_non_null(next);
        sim_free(s);
        s = next;
        for (unsigned i = 0; i < SIM_SEATS; i++)
            sim_let_speak(s, i);
        deaths++;
    }
    sim_finish(s);
    assert_int_equal(s->result.result.outcome, END_PLAYED);
    assert_true(deaths > 2);
}

/* A bot that does not come back: its clock stands still for the start limit, then it is its own. */
TEST(test_a_bot_that_stays_away)
{
    struct referee_config c = sim_config("argentino,target=15", 1);
    struct sim *old = whole_match(&c), *s = sim_resumed(&c, SEED, old->record.bytes, old->record.size / 3);
    s->party[1].dead = true;
    go_on(s);
    assert_int_equal(s->result.result.fault_seat, 1);
    assert_true(s->result.result.fault == FAULT_TIMEOUT || s->result.result.fault == FAULT_WITHHELD);
    assert_int_equal(s->result.result.winner, 0);
    sim_end(s);
    sim_free(old);
}

/* A bot that was at fault before the offer is not there any more when its seat's process is another one, and is told nothing. */
TEST(test_at_fault_before_the_offer)
{
    struct referee_config c = sim_config("argentino,target=15", 1);
    OWNED_SIM *old = sim_new(&c, SEED);
    struct replay file;
    struct record rec;
    struct rec_sent sent;
    old->party[1].dead = true;
    sim_start(old);
    sim_say(old, 0, "no envelope", 11);
    while (sim_next_event(old) >= 0)
        assert_true(sim_turn(old));
    OWNED_SIM *s = sim_resumed(&c, SEED, old->record.bytes, old->record.size);
    s->party[0].dead = true;
    go_on(s);
    assert_int_equal(s->result.result.fault, FAULT_MALFORMED);
    sim_audit(s);
    replay_over(&file, s->record.bytes, s->record.size);
    while (replay_next(&file, &rec))
        assert_true(!rec_sent_read(&rec, &sent) || sent.party != 0);
}

/* Another seed, another key, a changed record: the match is not resumed, and nothing is written. */
static void refuses(const struct referee_config *c, uint8_t seed, const uint8_t *bytes, size_t size)
{
    struct replay file;
    char why[CONTROL_TEXT] = "";
    int64_t now;
    size_t whole = resume_whole(&file, bytes, size);
    OWNED_SIM *s = sim_new(c, seed);
    s->record.size = 0;
    record_put(&s->record, bytes, whole);
    assert_int_equal(referee_resume(s->referee, &file, &now, why), -1);
    assert_non_null(strstr(why, "cannot be resumed"));
    assert_int_equal(s->record.size, whole);
}

TEST(test_what_is_not_its_own)
{
    struct referee_config c = sim_config("argentino,target=15", 1), other = c;
    OWNED_SIM *old = whole_match(&c);
    size_t half = old->record.size / 2;
    refuses(&c, SEED + 1, old->record.bytes, half);
    uint8_t seed[32] = { 99 }, public_key[32];
    crypto_sign_seed_keypair(public_key, other.key, seed);
    refuses(&other, SEED, old->record.bytes, half);
    other = c;
    strcpy(other.rules, "argentino,target=18");
    refuses(&other, SEED, old->record.bytes, half);
    for (size_t at = 2000; at < half; at += 997) { /* one bit of a message, or of what came */
        struct replay file;
        struct record rec;
        old->record.bytes[at] ^= 1;
        size_t whole = resume_whole(&file, old->record.bytes, half);
        bool message = false;
        while (replay_next(&file, &rec))
            message |= rec.type < REC_HEADER && at >= rec.offset + RECORD_HEADER &&
                       at < rec.offset + RECORD_HEADER + rec.size;
        if (message && whole > at)
            refuses(&c, SEED, old->record.bytes, half);
        old->record.bytes[at] ^= 1;
    }
}
