/* sim_pair: the two legs of a duplicate pair under a fake clock, and everything that keeps a twin from being
 * dealt. */
#include "support/test.h"

#include "base/primary.h"
#include "support/sim.h"

enum { HANDS = 64, SEED = 5 };

static struct sim *primary_new(const char *rules, uint8_t seed)
{
    struct referee_config c = sim_config(rules, 1);
    strcpy(c.name[1], "south");
    c.hands_max = HANDS;
    c.reveal = REVEAL_PAIR;
    return sim_new(&c, seed);
}

/* A primary whose result is told and whose record waits. */
static struct sim *primary_told(const char *rules, uint8_t seed)
{
    struct sim *a = primary_new(rules, seed);
    sim_play(a);
    assert_int_equal(a->referee->course->stage, COURSE_TOLD);
    assert_true(a->result.waits && !a->result.complete && !a->record.finished);
    return a;
}

static bool read_primary(const struct sim *a, struct primary *p)
{
    struct replay r;
    memset(p, 0, sizeof *p);
    replay_over(&r, a->record.bytes, a->record.size);
    return primary_read(p, &r, NULL);
}

/* The twin of a primary, its sides exchanged. */
static struct sim *twin_new(const struct sim *a, const struct primary *p, uint8_t seed, char why[CONTROL_TEXT])
{
    struct referee_config c = a->config;
    strcpy(c.name[0], a->config.name[1]);
    strcpy(c.name[1], a->config.name[0]);
    c.reveal = REVEAL_MATCH;
    struct sim *b = sim_new(&c, seed);
    if (sim_second_leg(b, p, why) == 0)
        return b;
    sim_free(b);
    return NULL;
}

/* Every DEAL of a record, by hand: the bytes of its cuts, and the commitments of its seals. */
static size_t dealt(const struct sim *s, unsigned type, uint8_t out[HANDS + 1][FIEL_CARDS * HASH])
{
    struct replay r;
    struct record rec;
    struct msg m;
    size_t last = 0;
    replay_over(&r, s->record.bytes, s->record.size);
    while (replay_next(&r, &rec)) {
        if (rec.type != type || msg_read(rec.payload, rec.size, FROM_ARBITER, &m) != WIRE_OK)
            continue;
        if (type == MSG_DEAL)
            memcpy(out[last = m.hand], m.blob, m.blob_size);
        for (unsigned i = 0; type == MSG_SEAL && i < seals_count(&m); i++) {
            struct seal seal;
            assert_true(seals_get(&m, i, &seal));
            memcpy(out[last = seal.hand], seal.commits, seal.size);
        }
    }
    return last;
}

/* Both legs were dealt the same packs with the same cuts, as far as both got. */
static void check_same_deal(const struct sim *a, const struct sim *b, unsigned type)
{
    static uint8_t first[HANDS + 1][FIEL_CARDS * HASH], second[HANDS + 1][FIEL_CARDS * HASH];
    size_t n = dealt(a, type, first), m = dealt(b, type, second);
    assert_true(n > 0 && m > 0);
    for (size_t h = 1; h <= n && h <= m; h++)
        assert_memory_equal(first[h], second[h], FIEL_CARDS * HASH);
}

static void check_told_no_seed(const struct sim *a)
{
    static const uint8_t none[HASH];
    for (unsigned i = 0; i < SIM_SEATS; i++) {
        const struct sim_bot *b = &a->party[i].bot;
        assert_memory_equal(b->seed, none, HASH);
        assert_int_equal(b->results, 1);
        assert_int_equal(a->party[i].closed, 1);
    }
}

static void close_primary(struct sim *a)
{
    a->now += 1000;
    referee_reveal(a->referee, a->now);
    assert_true(referee_over(a->referee) && a->result.complete && !a->result.waits);
    check_told_no_seed(a);
    sim_audit(a);
}

TEST(test_a_pair)
{
    static const char *const rules[] = { "argentino", "argentino-flor,target=15", "paulista",
                                         "paulista,ferro_blind=yes,target=2", "mineiro" };
    enum { COUNT = sizeof rules / sizeof *rules };
    for (unsigned i = 0; i < 4 * COUNT; i++) {
        char why[CONTROL_TEXT];
        struct primary p;
        uint8_t seed = (uint8_t)(i + 1);
        OWNED_SIM *a = primary_told(rules[i % COUNT], seed);
        assert_true(read_primary(a, &p));
        OWNED_SIM *b = twin_new(a, &p, seed, why);
        assert_non_null(b);
        sim_play(b);
        assert_true(b->result.complete && b->faults == 0);
        sim_audit(b);
        close_primary(a);
        check_same_deal(a, b, MSG_SEAL);
        check_same_deal(a, b, MSG_DEAL);
    }
}

static bool played_unseen(const struct sim *s)
{
    struct replay r;
    struct record rec;
    struct msg m;
    replay_over(&r, s->record.bytes, s->record.size);
    while (replay_next(&r, &rec))
        if (rec.type == MSG_ACT && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK &&
            action_of_code((uint16_t)m.action).kind == ACT_PLAY_BLIND)
            return true;
    return false;
}

/* In an iron hand nobody sees their cards: the twin opens them as they are played, and they are the primary's. */
TEST(test_a_pair_played_unseen)
{
    bool unseen = false;
    for (uint8_t seed = 1; !unseen; seed++) {
        char why[CONTROL_TEXT];
        struct primary p;
        assert_true(seed < 200);
        OWNED_SIM *a = primary_told("paulista,ferro_blind=yes,target=2", seed);
        assert_true(read_primary(a, &p));
        OWNED_SIM *b = twin_new(a, &p, seed, why);
        assert_non_null(b);
        b->party[0].bot.random.state += seed;
        sim_play(b);
        sim_audit(b);
        unseen = played_unseen(b);
        close_primary(a);
    }
}

/* A first leg that reached hand T has sent x[T] already. */
TEST(test_a_pair_to_the_last_cut)
{
    for (uint32_t hands = 1; hands < 4; hands++) {
        char why[CONTROL_TEXT];
        struct primary p;
        struct referee_config c = sim_config("argentino", 1);
        strcpy(c.name[1], "south");
        c.reveal = REVEAL_PAIR;
        c.hands_max = hands;
        OWNED_SIM *a = sim_new(&c, SEED);
        sim_play(a);
        assert_true(a->result.waits && read_primary(a, &p));
        OWNED_SIM *b = twin_new(a, &p, SEED, why);
        assert_non_null(b);
        sim_play(b);
        sim_audit(b);
        close_primary(a);
    }
}

/* --- keys that are not fresh ---------------------------------------------------------------------- */

/* The twin of the primary in which the bots of `mask` sign with the key that seat `of` had before. */
static struct sim *twin_with_old_keys(const struct sim *a, const struct primary *p, unsigned mask, unsigned of)
{
    char why[CONTROL_TEXT];
    struct sim *b = twin_new(a, p, SEED, why);
    assert_non_null(b);
    for (unsigned i = 0; i < SIM_SEATS; i++)
        if (mask >> i & 1)
            bot_key(&b->party[i].bot, of, false);
    return b;
}

/* A bot that signs in the second leg with a key of the first, its own or its rival's, loses it, and the pair stands. */
TEST(test_a_key_of_the_first_leg)
{
    struct primary p;
    OWNED_SIM *a = primary_told("argentino", SEED);
    assert_true(read_primary(a, &p));
    for (unsigned mask = 1; mask < 4; mask++)
        for (unsigned of = 0; of < 2; of++) {
            OWNED_SIM *b = twin_with_old_keys(a, &p, mask, of);
            struct audit_report report;
            sim_play(b);
            const struct result *r = &b->result.result;
            assert_true(b->result.complete);
            assert_int_equal(r->outcome, END_FAULT);
            assert_int_equal(r->winner, mask == 3 ? 2 : mask == 1); /* both: nobody */
            assert_int_equal(r->fault, FAULT_KEY_AGAIN);
            assert_int_equal(r->fault_seat, mask == 2);
            assert_int_equal(r->fault_a, of);
            for (unsigned i = 0; i < SIM_SEATS; i++)
                assert_int_equal(r->faults[i], mask >> i & 1);
            sim_audit(b);
            assert_int_equal(audit_bytes(b->record.bytes, b->record.size, NULL, &report), 0);
            assert_int_equal(report.ground, GROUND_HOST_KEY); /* its HELLO is signed */
        }
}

/* --- no twin -------------------------------------------------------------------------------------- */

/* The record is closed at once, with the seed, which nobody at the table is told. */
static void check_closed(const struct sim *a, enum fault fault)
{
    assert_true(referee_over(a->referee) && a->result.complete && !a->result.waits);
    assert_int_equal(a->result.result.fault, fault);
    struct replay r;
    struct record rec;
    unsigned reveals = 0;
    replay_over(&r, a->record.bytes, a->record.size);
    while (replay_next(&r, &rec))
        if (rec.type == MSG_REVEAL && rec.visibility == VISIBLE_ARBITER)
            reveals++;
    assert_int_equal(reveals, 1);
    check_told_no_seed(a);
    sim_audit(a);
}

static bool over(const struct sim *s, unsigned seat)
{
    const struct sim_bot *b = &s->party[seat].bot;
    return b->due & DUE_SIGN && b->games == b->offer.games;
}

/* Signs the last hand and keeps the end of its chain to itself. */
static unsigned withholds(struct sim *s, unsigned seat)
{
    return seat == 1 && over(s, seat) ? DUE_SIGN : seat == 1 && s->party[1].bot.games ? 0 : ~0u;
}

static unsigned sends_another(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    if (seat == 1 && over(s, seat))
        b->x[HANDS][3] ^= 1;
    return ~0u;
}

/* The cut of the hand that would have been next, as if the match went on. */
static unsigned sends_the_next(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    if (seat == 1 && over(s, seat))
        b->top_due = false;
    return ~0u;
}

static unsigned protests(struct sim *s, unsigned seat)
{
    struct packer p;
    if (seat == 0 || s->party[1].bot.hand < 3)
        return ~0u;
    sim_open(s, &p, 1, 1);
    say_protest(&p, &s->party[1].bot, 3, "no");
    sim_close(s, &p, 1);
    return 0;
}

TEST(test_no_end_of_the_chain)
{
    static const struct {
        sim_script *script;
        enum fault fault;
    } cases[] = { { withholds, FAULT_WITHHELD },
                  { sends_another, FAULT_BAD_CUT },
                  { sends_the_next, FAULT_OUT_OF_ORDER },
                  { protests, FAULT_PROTESTED } };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct primary p;
        OWNED_SIM *a = primary_new("argentino", (uint8_t)(i + 1));
        a->script = cases[i].script;
        sim_play(a);
        check_closed(a, cases[i].fault);
        assert_int_equal(a->result.result.winner, 0);
        assert_int_equal(a->result.result.fault_seat, 1);
        if (cases[i].fault == FAULT_WITHHELD || cases[i].fault == FAULT_BAD_CUT)
            assert_int_equal(a->result.result.fault_a, HANDS);
        assert_true(cases[i].fault == FAULT_BAD_CUT || !read_primary(a, &p));
    }
}

TEST(test_void_primary)
{
    OWNED_SIM *a = primary_new("argentino", SEED);
    sim_start(a);
    while (a->referee->course->table->hand < 4)
        assert_true(sim_turn(a));
    referee_cancel(a->referee, a->now);
    sim_finish(a);
    assert_int_equal(a->result.result.outcome, END_VOID);
    check_closed(a, FAULT_ARBITER);
}

/* Cancelled while the twin is played: the first leg was played, and its record is closed. */
TEST(test_cancelled_while_it_waits)
{
    OWNED_SIM *a = primary_told("argentino", SEED);
    referee_cancel(a->referee, a->now);
    assert_int_equal(a->result.result.outcome, END_PLAYED);
    check_closed(a, FAULT_NONE);
    referee_reveal(a->referee, a->now); /* once is enough */
}

/* The disk is full when the seed is to be told. */
TEST(test_no_room_for_the_seed)
{
    for (int64_t write = 0; write < 2; write++) {
        OWNED_SIM *a = primary_told("argentino", SEED);
        a->record.fail_at = a->record.writes = 0;
        a->record.fail_at = write;
        referee_reveal(a->referee, a->now);
        assert_true(referee_over(a->referee));
        assert_false(a->result.complete);
        assert_int_equal(a->error.number, ENOSPC);
    }
}

/* Nothing that a seat says or does counts any more. */
TEST(test_deaf_while_it_waits)
{
    OWNED_SIM *a = primary_told("argentino", SEED);
    size_t size = a->record.size;
    struct control_ended e = { .exit_code = 1 };
    sim_hello(a, 0);
    while (sim_next_event(a) >= 0)
        sim_do_event(a, sim_next_event(a));
    sim_frame(a, 0, SEAT_SILENCE);
    referee_bot_ended(a->referee, 0, &e, a->now);
    referee_seat_ended(a->referee, 1, &e, a->now);
    referee_tick(a->referee, a->now + 1000000000);
    assert_int_equal(a->record.size, size);
    close_primary(a);
}

TEST(test_not_of_this_primary)
{
    char why[CONTROL_TEXT] = "";
    struct primary p, bad;
    OWNED_SIM *a = primary_told("argentino", SEED);
    assert_true(read_primary(a, &p));
    bad = p;
    bad.top[1][31] ^= 1;
    assert_null(twin_new(a, &bad, SEED, why));
    assert_non_null(strstr(why, "anchor"));
    bad = p;
    bad.open[bad.open_size - 10] ^= 1; /* a joining's signature */
    assert_null(twin_new(a, &bad, SEED, why));
    bad = p;
    bad.open_size--;
    assert_null(twin_new(a, &bad, SEED, why));
    a->config.hands_max++;
    assert_null(twin_new(a, &p, SEED, why));
}

/* A twin whose first leg was dealt from another seed than its own is seen through by every auditor. */
TEST(test_twin_from_another_seed)
{
    char why[CONTROL_TEXT];
    struct primary p;
    struct audit_report report;
    OWNED_SIM *a = primary_told("argentino", SEED);
    assert_true(read_primary(a, &p));
    OWNED_SIM *b = twin_new(a, &p, SEED + 1, why);
    assert_non_null(b);
    sim_play(b);
    assert_int_equal(audit_bytes(b->record.bytes, b->record.size, NULL, &report), 0);
    assert_int_equal(report.outcome, AUDIT_WRONG);
    assert_int_equal(report.blame, BLAME_ARBITER);
    assert_non_null(strstr(report.wrong, "another seed"));
}
