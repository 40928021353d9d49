/* Frauds at several tables that were planted by somebody who did not write the auditor. */
#include "support/test.h"

#include "support/tables_play.h"

#include "support/planted.h"

enum { TABLES = 3, SILENT_FROM = 40 };

/* --- the matches -------------------------------------------------------------------------------- */

static struct forge *records_of(const struct play *w)
{
    struct replay file;
    uint8_t public_key[KEY_PUBLIC];
    assert_int_equal(replay_load(&file, w->path), 0);
    struct forge *f = forge_of(&file, w->result.result.match_id);
    replay_unload(&file);
    memcpy(f->arbiter_secret, w->config.key, KEY_SECRET);
    planted_parties = w->config.seats;
    for (unsigned i = 0; i < w->config.seats; i++) {
        const uint8_t seed[HASH] = { (uint8_t)(1 + i) }; /* as play_keys() has it */
        crypto_sign_seed_keypair(public_key, planted_secret[i], seed);
    }
    return f;
}

static struct forge *played(bool silent)
{
    struct referee_config c = play_config("argentino,target=12", TABLES, TABLES);
    c.sign_every = TABLES;
    struct play *w = play_start(&c, 12);
    for (unsigned n = 0; !w->over; n++) {
        w->seat[1].silent = silent && n >= SILENT_FROM;
        assert_true(play_turn(w));
    }
    w->seat[1].silent = false;
    play_drop_queue(w);
    struct forge *f = records_of(w);
    play_end(w);
    return f;
}
static struct forge *at_three_tables(void) { return played(false); }
static struct forge *silent_at_three_tables(void) { return played(true); }

static struct forge *by_turns(void)
{
    struct referee_config c = play_config("argentino,target=6", TABLES, TABLES);
    c.by_turns = 1;
    struct play *w = play_start(&c, 12);
    play_finish(w);
    struct forge *f = records_of(w);
    play_end(w);
    return f;
}

/* --- the frauds --------------------------------------------------------------------------------- */

/* The first envelope with two answers, and both. */
static size_t two_answers(const struct forge *f, struct msg m[2])
{
    for (size_t i = 0; i < f->count; i++) {
        struct envelope e;
        const struct forge_record *r = &f->records[i];
        if (r->type != REC_RECEIVED ||
            envelope_open(&e, r->bytes + RECEIVED_HEAD, r->size - RECEIVED_HEAD) != WIRE_OK || e.left != 2)
            continue;
        bool read = envelope_next(&e, FROM_BOT, &m[0]) == WIRE_OK && envelope_next(&e, FROM_BOT, &m[1]) == WIRE_OK;
        if (read && m[0].type == MSG_ANSWER && m[1].type == MSG_ANSWER && m[0].action != m[1].action)
            return i;
    }
    fail_msg("no envelope has two answers");
    return 0;
}

static void answers_exchanged(struct forge *f)
{
    struct msg m[2];
    size_t at = two_answers(f, m);
    struct packer p = planted_pack();
    for (unsigned i = 0; i < 2; i++)
        pack_msg_answer(&p, m[i].table, m[i].seat, m[i].request, m[1 - i].action, NULL, 0, "", NULL);
    planted_envelope(f, at, at, false, &p, 2);
}

static void one_answer_passed_over(struct forge *f)
{
    struct msg m[2];
    size_t at = two_answers(f, m);
    struct packer p = planted_pack();
    pack_raw(&p, m[0].bytes, m[0].size);
    planted_envelope(f, at, at, false, &p, 1);
}

/* The first two cuts of hand 2 of seat 1, each with the other table's x. */
static void cuts_exchanged(struct forge *f)
{
    struct msg m[2];
    size_t at[2];
    uint8_t x[2][HASH];
    for (unsigned i = 0; i < 2; i++) {
        at[i] = planted_came(f, 1, MSG_CUT, TABLES + i, &m[i]);
        memcpy(x[i], m[i].x, HASH);
    }
    for (unsigned i = 0; i < 2; i++) {
        uint8_t *there = memmem(f->records[at[i]].bytes, f->records[at[i]].size, x[i], HASH);
        assert_non_null(there);
        memcpy(there, x[1 - i], HASH);
    }
}

static void dealt_in_another_order(struct forge *f)
{
    size_t one = forge_find(f, MSG_DEAL, 0), two = planted_near(f, MSG_DEAL, one, 1);
    size_t length = two - one;
    for (size_t n = 0; n < length; n++) /* what table 1 is dealt goes before table 0's, message by message */
        for (size_t at = two + n; at > one + n; at--)
            forge_swap(f, at - 1);
}

static void fewer_hands(struct result *r) { r->hands--; }
static void points_of_two_tables(struct result *r) { r->points[0]--; }
static void a_hand_fewer(struct forge *f) { planted_result(f, fewer_hands); }
static void a_table_left_out(struct forge *f) { planted_result(f, points_of_two_tables); }

static void fault_at_another_table(struct forge *f)
{
    size_t at = forge_find(f, MSG_FAULT, 0);
    struct msg m = planted_told(f, at);
    struct packer p = planted_pack();
    pack_msg_fault(&p, (m.table + 1) % TABLES, m.seat, m.fault, m.effect, m.a, m.b);
    planted_put(f, at, &p);
}

static void game_of_another_table(struct forge *f)
{
    size_t at = planted_near(f, MSG_GAME_END, forge_find(f, MSG_FAULT, 0), 1);
    struct msg m = planted_told(f, at);
    struct packer p = planted_pack();
    pack_msg_game_end(&p, (m.table + 1) % TABLES, m.game, m.winner, m.reason, m.seat, m.score, 2);
    planted_put(f, at, &p);
}

/* SEAL of a table's first hands, of tables that are played one after the other. */
static size_t opening_of(const struct forge *f, uint32_t table)
{
    size_t at = 0;
    while (f->records[at].type != MSG_SEAL || planted_told(f, at).table != table)
        at++;
    return at;
}
static void opened_early(struct forge *f)
{
    forge_swap(f, opening_of(f, 1) - 1); /* before the last HAND_END of the one before */
}
static void opened_twice(struct forge *f)
{
    size_t at = opening_of(f, 1);
    forge_insert(f, at + 1, MSG_SEAL, VISIBLE_ALL, f->records[at].us, f->records[at].bytes, f->records[at].size);
}
static void game_left_out(struct forge *f)
{
    size_t at = opening_of(f, 1), until = opening_of(f, 2);
    while (until-- > at)
        forge_drop(f, at);
}

static const struct planted frauds[] = {
    REFUSED("what was answered at two tables is exchanged", HANDS_ALL, at_three_tables, answers_exchanged, NULL, ""),
    REFUSED("of two answers in an envelope one is left out", HANDS_ALL, at_three_tables, one_answer_passed_over, NULL,
            ""),
    REFUSED("a table is cut with another's link", HANDS_ALL, at_three_tables, cuts_exchanged, NULL, "\"bad-cut\""),
    REFUSED("a higher table is dealt first", HANDS_ALL, at_three_tables, dealt_in_another_order, NULL, "is due"),
    REFUSED("the result has a hand fewer", HANDS_ALL, at_three_tables, a_hand_fewer, NULL, "RESULT: hands is"),
    REFUSED("the result leaves out points", HANDS_ALL, at_three_tables, a_table_left_out, NULL, "RESULT: points is"),
    REFUSED("a fault is told of another table", HANDS_ALL, silent_at_three_tables, fault_at_another_table, NULL,
            "is due"),
    REFUSED("a fault takes another table's game", HANDS_ALL, silent_at_three_tables, game_of_another_table, NULL,
            "is due"),
    REFUSED("a game is opened before the one before is over", HANDS_ALL, by_turns, opened_early, NULL,
            "is due here, but SEAL follows"),
    REFUSED("a game is opened twice", HANDS_ALL, by_turns, opened_twice, NULL,
            "HANDS_END is due here, but SEAL follows"),
    REFUSED("a game is left out", HANDS_ALL, by_turns, game_left_out, NULL,
            "SEAL is of table 2, that of table 1 is due"),
    MARKED("a seat is said to have been silent at all tables", HANDS_ARBITER, silent_at_three_tables, NULL, GROUND_WORD,
           SAID_BY_THE_ARBITER),
};

TEST(every_fraud_is_refused_or_marked) { PLANTED_CHECK_ALL(frauds); }

TEST(what_is_no_fraud_is_valid)
{
    static const struct planted x = MARKED("as it was", HANDS_ALL, at_three_tables, NULL, GROUND_NONE, ": valid\n");
    planted_check(&x);
    assert_true(planted_remade_is_same(&x));
}
