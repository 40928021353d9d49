/* Several tables on one connection: played whole, with faults at one of them, with lines, processes and arbiters lost. */
#include "support/test.h"

#include "support/tables_play.h"

enum { GOOD = 0, BAD = 1 };

static void expect_played(struct play *w, uint32_t tables, uint32_t games)
{
    const struct result *r = &w->result.result;
    assert_int_equal(r->outcome, END_PLAYED);
    assert_int_equal(r->games[0] + r->games[1] + r->games[2], games);
    struct audit_report report = play_report(w);
    assert_int_equal(report.counts.games, games);
    assert_int_equal(report.offer.tables, tables);
    assert_int_equal(report.counts.hands, r->hands);
    play_audit(w);
}

TEST(test_three_tables)
{
    static const char *const rules[] = { "argentino,target=15", "argentino-flor,target=15", "uruguayo,target=15",
                                         "venezolano,target=12" };
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct referee_config c = play_config(rules[i], 3, 5); /* two games, two games and one */
        OWNED_PLAY *w = play_start(&c, 10 + i);
        w->unequal = i % 2 == 1;
        play_finish(w);
        expect_played(w, 3, 5);
        assert_true(w->requests_together > 1);
        assert_true(party_over(w->seat[0].party) && party_over(w->seat[1].party));
    }
}

TEST(test_every_decision_signed)
{
    struct referee_config c = play_config("argentino,target=9", 4, 4);
    c.sign = SIGN_DECISION;
    OWNED_PLAY *w = play_start(&c, 5);
    play_finish(w);
    expect_played(w, 4, 4);
}

/* Four seats, partners, and signs: in the round after the deal every seat is asked, also one that is busy elsewhere. */
TEST(test_signs)
{
    struct referee_config c = play_config("venezolano,signs=on,target=12", 5, 10);
    c.seats = 4;
    for (unsigned n = 0; n < 5; n++) {
        OWNED_PLAY *w = play_start(&c, 14 + n);
        w->unequal = n > 0;
        w->chance = (struct random){ n };
        play_finish(w);
        expect_played(w, 5, 10);
        assert_true(play_report(w).counts.signs > 20);
    }
}

/* What does not fit an envelope is split, and nothing in it is lost. */
TEST(test_many_tables)
{
    struct referee_config c = play_config("argentino,target=3", 200, 200);
    c.hands_max = 20;
    OWNED_PLAY *w = play_start(&c, 3);
    play_finish(w);
    expect_played(w, 200, 200);
    assert_true(w->most_bytes > ENVELOPE_MAX / 2);
    assert_true(w->most_messages > 32 && w->most_messages <= MESSAGES_MAX && w->requests_together > 16);
}

/* Tables one after the other: each is opened behind the last HAND_END of the one before, and nowhere else is anything asked. */
TEST(test_by_turns)
{
    for (unsigned i = 0; i < 4; i++) {
        struct referee_config c = play_config(i % 2 ? "argentino-flor,target=12" : "argentino,target=12", 5,
                                              i < 2 ? 5 : 7);
        c.by_turns = 1;
        c.sign_every = i % 2 ? 1 : 16;
        c.sign = i == 3;
        OWNED_PLAY *w = play_start(&c, 70 + i);
        play_finish(w);
        expect_played(w, 5, c.games);
        assert_int_equal(w->requests_together, 1);
        AUTO(replay_unload) struct replay r;
        struct record rec;
        struct msg m;
        uint32_t open = 0, before = 0;
        assert_int_equal(replay_load(&r, w->path), 0);
        for (; replay_next(&r, &rec); before = rec.type != REC_SENT ? rec.type : before) {
            if (rec.type >= MSG_HELLO || msg_read(rec.payload, rec.size, FROM_ARBITER, &m) != WIRE_OK ||
                m.table == open)
                continue;
            bool of_match = m.type == MSG_HANDS_END || m.type == MSG_SIGNED || m.type == MSG_RESULT ||
                            m.type == MSG_REVEAL;
            assert_true(of_match || (m.type == MSG_SEAL && before == MSG_HAND_END && m.table == open + 1));
            open += !of_match;
        }
        assert_int_equal(open, 4);
    }
}

/* A bot that is shown the next table while the one before is played leaves. */
TEST(test_opened_early)
{
    static const uint8_t commits[40 * HASH], signature[SIGNATURE];
    uint8_t bytes[sizeof commits + 256];
    struct packer p;
    struct referee_config c = play_config("argentino,target=12", 2, 2);
    c.by_turns = 1;
    OWNED_PLAY *w = play_start(&c, 70);
    struct party *party = w->seat[0].party;
    while (!party->table[0].hand.open)
        assert_true(play_turn(w));
    pack_start(&p, bytes, sizeof bytes);
    pack_array(&p, 2);
    pack_uint(&p, party->have);
    pack_msg_seal(&p, 1, &(struct seal){ 1, commits, sizeof commits }, 1, signature);
    assert_int_equal(party_take(party, p.bytes, p.size), CHECK_ORDER);
    assert_string_equal(party->why, "table 1 is opened before the one before it is over");
}

/* A table's chain of cuts can be used up while the others play on. */
TEST(test_last_hand)
{
    struct referee_config c = play_config("argentino", 3, 9);
    c.hands_max = 4;
    OWNED_PLAY *w = play_start(&c, 3);
    play_finish(w);
    assert_int_equal(w->result.result.outcome, END_LAST_HAND);
    assert_int_equal(w->result.result.hands, 12);
    play_audit(w);
}

/* --- faults at one table ----------------------------------------------------------------------------- */

/* The first message of this type at this table in an envelope; what is to stand in its place has `room`. */
static bool find(const uint8_t *bytes, size_t size, unsigned type, uint32_t table, struct msg *m)
{
    struct envelope e;
    if (envelope_open(&e, bytes, size) != WIRE_OK)
        return false;
    while (e.left > 0)
        if (envelope_next(&e, FROM_BOT, m) == WIRE_OK && m->type == type && m->table == table)
            return true;
    return false;
}

static size_t replace(uint8_t *bytes, size_t size, const struct msg *m, const struct packer *by)
{
    size_t at = (size_t)(m->bytes - bytes), rest = size - at - m->size;
    memmove(bytes + at + by->size, bytes + at + m->size, rest);
    memcpy(bytes + at, by->bytes, by->size);
    return at + by->size + rest;
}

/* What the bad seat says at table 2 instead of its answer, from its third on. */
static size_t answer_instead(struct play *w, unsigned seat, uint8_t *bytes, size_t size, uint32_t table,
                             unsigned action, int number)
{
    uint8_t room[256];
    struct packer p;
    struct msg m;
    if (seat != BAD || !find(bytes, size, MSG_ANSWER, 2, &m) || w->step++ < 2)
        return size;
    pack_start(&p, room, sizeof room);
    pack_msg_answer(&p, table, seat, (uint32_t)((int)m.request + number), action == 0 ? m.action : action, NULL, 0, "",
                    NULL);
    return replace(bytes, size, &m, &p);
}

static size_t illegal_at_two(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    return w->faults >= 3 ? size : answer_instead(w, seat, bytes, size, 2, ACT_PIDO_FLOR * 256, 0);
}
static size_t answer_of_the_next_request(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    return w->step > 3 ? size : answer_instead(w, seat, bytes, size, 2, 0, 1);
}
static size_t answer_at_no_table(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    return answer_instead(w, seat, bytes, size, 3, 0, 0);
}

/* Three illegal actions at a table lose the game there; the other tables do not notice. */
TEST(test_illegal_at_one_table)
{
    struct referee_config c = play_config("argentino,target=15", 3, 3);
    OWNED_PLAY *w = play_start(&c, 8);
    w->script = illegal_at_two;
    play_finish(w);
    assert_int_equal(w->faults, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_true(w->fault[i].seat == BAD && w->fault[i].fault == FAULT_ILLEGAL && w->fault[i].table == 2);
    assert_int_equal(w->fault[2].effect, EFFECT_GAME);
    expect_played(w, 3, 3);
}

/* An answer to a request that is not open at its table is for nobody, also where the same number is open elsewhere. */
TEST(test_answer_of_another_request)
{
    struct referee_config c = play_config("argentino,target=15", 3, 3);
    c.on_timeout = 1; /* what was not answered is played for it */
    struct play *w = NULL;
    for (uint64_t seed = 8; !w || w->step < 4; seed++) { /* a game that is long enough for the script */
        if (w)
            play_end(w);
        w = play_start(&c, seed);
        w->script = answer_of_the_next_request;
        play_finish(w);
    }
    assert_true(w->faults >= 2 && w->fault[0].fault == FAULT_UNASKED && w->fault[0].table == 2);
    assert_int_equal(w->fault[0].effect, EFFECT_NOTED);
    assert_true(w->fault[1].fault == FAULT_TIMEOUT && w->fault[1].table == 2);
    assert_int_equal(w->result.result.outcome, END_PLAYED);
    play_audit(w);
    play_end(w);
}

/* The bad seat loses the match at this moment by this fault, and the record says so. */
static void expect_lost(struct play *w, enum fault fault, uint32_t table)
{
    play_finish(w);
    const struct result *r = &w->result.result;
    assert_int_equal(r->outcome, END_FAULT);
    assert_int_equal(r->fault, fault);
    assert_int_equal(r->fault_seat, BAD);
    assert_int_equal(r->winner, GOOD);
    assert_int_equal(w->fault[w->faults - 1].table, table);
    assert_true(party_over(w->seat[GOOD].party));
    play_audit(w);
    play_end(w);
}

static struct play *bad_match(size_t (*script)(struct play *, unsigned, uint8_t *, size_t))
{
    struct referee_config c = play_config("argentino,target=15", 3, 3);
    struct play *w = play_start(&c, 8);
    w->script = script;
    return w;
}

TEST(test_no_such_table) { expect_lost(bad_match(answer_at_no_table), FAULT_MALFORMED, 0); }

/* A hundred answers that nobody asked for, over all tables. */
static size_t flood(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    struct packer p;
    if (seat != BAD || w->seat[BAD].decisions < 6)
        return size;
    pack_start(&p, bytes, ENVELOPE_MAX);
    pack_array(&p, 101);
    pack_uint(&p, w->seat[BAD].party->have);
    for (unsigned i = 0; i < 100; i++)
        pack_msg_answer(&p, i % 3, BAD, 4000 + i, ACT_QUIERO * 256, NULL, 0, "", NULL);
    return p.size;
}

TEST(test_flood) { expect_lost(bad_match(flood), FAULT_UNASKED, 0); }

/* Nonsense as soon as so many tables are over. */
static size_t nonsense(struct play *w, unsigned seat, uint8_t *bytes, size_t size, unsigned tables)
{
    const struct party *p = w->seat[BAD].party;
    unsigned over = 0;
    for (unsigned t = 0; t < p->tables; t++)
        over += p->table[t].games > 0 && p->table[t].games == p->table[t].games_due;
    if (seat != BAD || over < tables)
        return size;
    bytes[0] = 0xc1;
    return 1;
}

static size_t nonsense_when_one_is_over(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    return nonsense(w, seat, bytes, size, 1);
}

static size_t nonsense_when_all_are_over(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    return nonsense(w, seat, bytes, size, 3);
}

/* Where one table is over the match is not; where all are, nothing is taken from anybody (ARBITER.md section 5). */
TEST(test_decided_at_all_tables)
{
    struct play *w = bad_match(nonsense_when_all_are_over);
    play_finish(w);
    const struct result *r = &w->result.result;
    assert_int_equal(r->outcome, END_PLAYED);
    assert_int_equal(r->fault, FAULT_NONE);
    assert_int_equal(r->faults[BAD], 1);
    assert_int_equal(w->fault[w->faults - 1].fault, FAULT_MALFORMED);
    assert_int_equal(w->fault[w->faults - 1].effect, EFFECT_NOTED);
    assert_true(party_over(w->seat[GOOD].party));
    play_audit(w);
    play_end(w);
    expect_lost(bad_match(nonsense_when_one_is_over), FAULT_MALFORMED, 0);
}

/* Of one table 8 messages are an envelope's most, of several 128. */
static size_t too_many(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    struct packer p;
    if (seat != BAD || w->seat[BAD].decisions < 6)
        return size;
    pack_start(&p, bytes, ENVELOPE_MAX);
    pack_array(&p, 130);
    pack_uint(&p, 0);
    for (unsigned i = 0; i < 129; i++)
        pack_msg_answer(&p, 0, BAD, 1, ACT_QUIERO * 256, NULL, 0, "", NULL);
    return p.size;
}

TEST(test_too_many_messages) { expect_lost(bad_match(too_many), FAULT_MALFORMED, 0); }

/* A cut of table 2 with what would be right at table 1. */
static size_t cut_of_another_table(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    uint8_t room[256];
    struct packer p;
    struct msg m;
    if (seat != BAD || !find(bytes, size, MSG_CUT, 2, &m) || m.hand < 2)
        return size;
    pack_start(&p, room, sizeof room);
    pack_msg_cut(&p, 2, m.hand, w->seat[BAD].party->table[1].cuts[m.hand]);
    return replace(bytes, size, &m, &p);
}

TEST(test_cut_of_another_table) { expect_lost(bad_match(cut_of_another_table), FAULT_BAD_CUT, 2); }

static size_t no_cut_at_two(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    struct msg m;
    (void)w;
    return seat == BAD && find(bytes, size, MSG_CUT, 2, &m) && m.hand == 2 ? 0 : size;
}

TEST(test_cut_withheld) { expect_lost(bad_match(no_cut_at_two), FAULT_WITHHELD, 2); }

static size_t other_signature(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    struct msg m;
    (void)w;
    if (seat == BAD && find(bytes, size, MSG_HAND_SIGN, 0, &m))
        bytes[m.signature - bytes] ^= 1;
    return size;
}

TEST(test_other_signature) { expect_lost(bad_match(other_signature), FAULT_BAD_SIGNATURE, 0); }

static size_t no_signature(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    uint8_t room[256];
    struct packer p;
    struct msg m;
    if (seat != BAD || !find(bytes, size, MSG_HAND_SIGN, 0, &m))
        return size;
    w->step++;
    pack_start(&p, room, sizeof room); /* a cut that was taken stands in its place */
    pack_msg_cut(&p, 0, w->seat[BAD].party->table[0].cut_sent,
                 w->seat[BAD].party->table[0].cuts[w->seat[BAD].party->table[0].cut_sent]);
    return replace(bytes, size, &m, &p);
}

TEST(test_signature_withheld)
{
    struct referee_config c = play_config("argentino,target=15", 3, 9);
    c.sign_every = 3; /* or all would be played before its time is over */
    struct play *w = play_start(&c, 8);
    w->script = no_signature;
    expect_lost(w, FAULT_WITHHELD, 0);
}

/* A bot that stops answering loses a game at each table that waits for it; the third loses the match.  Where each of those games is its
 * table's last, the match is decided, and what else is missing is noted. */
static size_t falls_silent(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    (void)bytes;
    return seat == BAD && w->seat[BAD].decisions > 20 ? 0 : size;
}

TEST(test_silence)
{
    for (unsigned games = 3; games < 10; games += 6) {
        struct referee_config c = play_config("argentino,target=15", 3, games);
        OWNED_PLAY *w = play_start(&c, 21);
        w->script = falls_silent;
        play_finish(w);
        const struct result *r = &w->result.result;
        assert_int_equal(r->outcome, games > 3 ? END_FAULT : END_PLAYED);
        assert_int_equal(r->winner, GOOD);
        assert_true(games == 3 || r->fault == FAULT_TIMEOUT || r->fault == FAULT_WITHHELD);
        assert_int_equal(w->fault[w->faults - 1].effect, games > 3 ? EFFECT_MATCH : EFFECT_NOTED);
        play_audit(w);
    }
}

/* Time is shared by what is asked together, and a default action is played at the table that was late. */
static size_t slow(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    (void)bytes;
    if (seat == BAD && w->seat[BAD].decisions % 5 == 0 && w->now < 1090000000)
        w->now += 700000; /* more than one decision has */
    return size;
}

TEST(test_shared_time)
{
    struct referee_config c = play_config("argentino,target=15", 6, 6);
    c.on_timeout = 1;
    c.bank_us = 60000000;
    OWNED_PLAY *w = play_start(&c, 4);
    w->script = slow;
    play_finish(w);
    assert_true(w->result.seat[BAD].max_us < 700000);
    play_audit(w);
}

/* --- coming back -------------------------------------------------------------------------------------- */

static void disturb(struct play *w, unsigned what, unsigned seat)
{
    if (what == 0)
        play_line_breaks(w, seat);
    else if (what == 1)
        play_bot_restarts(w, seat);
    else
        play_seat_dies(w, seat, 400000);
}

TEST(test_comes_back)
{
    for (unsigned what = 0; what < 3; what++) {
        struct referee_config c = play_config("argentino,target=15", 5, 7);
        OWNED_PLAY *w = play_start(&c, 20 + what);
        w->unequal = true;
        unsigned turns = 0;
        for (bool died[2] = { false, false }; !w->over; turns++) {
            unsigned seat = turns / 61 % 2;
            bool moved = play_turn(w);
            assert_true(moved);
            if (turns % 61 == 60 && !w->over && !(what == 2 && died[seat])) {
                died[seat] = true;
                disturb(w, what, seat);
            }
        }
        while (w->count > 0)
            play_hear(w);
        assert_int_equal(w->faults, 0);
        expect_played(w, 5, 7);
    }
}

/* A seat is lost when its bot has joined and another has not; or it is away when the last one does. */
TEST(test_lost_before_open)
{
    for (unsigned away = 0; away < 2; away++) {
        struct referee_config c = play_config("argentino,target=6", 3, 3);
        OWNED_PLAY *w = play_start(&c, 33 + away);
        while (!w->seat[0].party->join_sent)
            play_turn(w);
        assert_true(!w->seat[1].party->join_sent);
        if (away) {
            referee_seat_ended(w->referee, 0, &(struct control_ended){ .signal = 9, .restarted = 1 }, w->now);
            play_turn(w);
            w->now += 100000;
            play_line_breaks(w, 0);
        } else {
            play_seat_dies(w, 0, 100000);
        }
        play_finish(w);
        assert_int_equal(w->faults, 0);
        expect_played(w, 3, 3);
    }
}

TEST(test_the_arbiter_is_killed)
{
    struct referee_config c = play_config("argentino,target=9", 4, 6);
    struct play *whole = play_start(&c, 31);
    play_finish(whole);
    struct replay file;
    assert_int_equal(replay_load(&file, whole->path), 0);
    size_t size = file.size;
    replay_unload(&file);
    play_end(whole);
    for (size_t cut = 700; cut < size; cut += size / 23) {
        OWNED_PLAY *w = play_start(&c, 31);
        play_finish(w);
        play_killed_at(w, cut);
        play_finish(w);
        assert_int_equal(w->result.result.outcome, END_PLAYED);
        assert_int_equal(w->faults, 0);
        play_audit(w);
    }
}

/* --- what there cannot be ------------------------------------------------------------------------------ */

static void expect_refused(const struct referee_config *c, const char *says)
{
    uint8_t seed[HASH] = { 1 };
    struct referee_ports ports = { 0 };
    char why[CONTROL_TEXT] = "";
    struct referee *r = referee_new(c, seed, seed, &ports, why);
    assert_null(r);
    assert_non_null(strstr(why, says));
}

TEST(test_refused)
{
    struct referee_config c = play_config("argentino", 600, 600);
    expect_refused(&c, "512 tables");
    c = play_config("argentino", 3, 2);
    expect_refused(&c, "every table");
    c = play_config("argentino", 300, 300);
    c.hands_max = 5000;
    expect_refused(&c, "1048576");
    c = play_config("argentino", 3, 3);
    c.cutters = 1;
    expect_refused(&c, "one table");
    c.cutters = 0;
    c.tick_us = 1000;
    expect_refused(&c, "one table");
}
