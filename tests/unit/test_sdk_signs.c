/* libfiel and signs: what it tells a bot, what it says for it, and an arbiter that lies to it about them.
 *
 * A simulated match gives the messages; libfiel takes them in the place of one seat's bot, with its keys. */
#include "support/sim_signs.h"

#include "party.h"
#include "support/folder.h"

enum { ME = 2 };

static struct sim *match;
FOLDER_FOR_ALL

/* What the bot heard. */
static unsigned seen, asked, room_told;
static struct sign last_seen;
static int last_giver;

static int make_signs(const struct view *v, int room, struct sign *made, void *user)
{
    (void)user;
    asked += v->open.phase == PHASE_SIGNS;
    room_told = (unsigned)room;
    for (int i = 0; i < room; i++)
        made[i] = (struct sign){ (uint8_t)(SIGN_BAD - i), (uint8_t)hint_partner(v) };
    return 99; /* it claims more than there is room for */
}

static void sign_seen(int seat, struct sign s, void *user)
{
    (void)user;
    seen++;
    last_seen = s;
    last_giver = seat;
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    (void)v, (void)n, (void)user;
    return legal[0];
}

static const struct fiel_callbacks calls = { .decide = decide, .signs = make_signs, .sign_seen = sign_seen };

static void keep(const char *name, const uint8_t bytes[32])
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, 32, f), 32);
    fclose(f);
}

/* libfiel with the keys of the simulated bot, before any message.  Its ledger is a new one. */
static struct party *party_new(void)
{
    struct party *p = malloc(sizeof *p);
    char ledger[160];
    uint8_t signing[32] = { ME + 1 }, chain[32];
    memset(chain, 0x40 + ME, sizeof chain);
    keep("signing-key", signing);
    keep("chain-secret", chain);
    char hex[2 * HASH + 1];
    snprintf(ledger, sizeof ledger, "%s/told-%s", folder, hex_text(hex, match->referee->course->match_id, 8));
    remove(ledger); /* of the test before */
    assert_non_null(p);
    assert_int_equal(party_start(p, "me", folder, &calls), 0);
    p->reborn = false; /* as if it were the first to use them */
    seen = asked = 0;
    return p;
}

#define OWNED_PARTY AUTO(party_drop) struct party
static void party_drop(struct party **p)
{
    party_end(*p);
    free(*p);
}

static enum check take(struct party *p, const void *message, size_t size)
{
    static uint8_t envelope[ENVELOPE_MAX];
    struct packer k;
    pack_start(&k, envelope, sizeof envelope);
    pack_array(&k, 2);
    pack_uint(&k, p->have);
    pack_raw(&k, message, size);
    assert_false(k.bad);
    return party_take(p, envelope, k.size);
}

static struct msg told(const struct sim_bot *b, size_t i)
{
    struct msg m;
    assert_int_equal(msg_read(b->told[i].bytes, b->told[i].size, FROM_ARBITER, &m), WIRE_OK);
    return m;
}

static enum check take_sign(struct party *p, unsigned giver, unsigned code)
{
    uint8_t bytes[64];
    struct packer k;
    pack_start(&k, bytes, sizeof bytes);
    pack_msg_sign(&k, 0, giver, code);
    return take(p, bytes, k.size);
}

/* Takes messages up to the first for which `here` is true; it is not taken. */
static size_t take_until(struct party *p, bool here(const struct msg *m))
{
    const struct sim_bot *b = &match->party[ME].bot;
    for (size_t i = p->have; i < b->told_count; i++) {
        struct msg m = told(b, i);
        if (here(&m))
            return i;
        if (take(p, m.bytes, m.size) != CHECK_FINE)
            fail_msg("message %zu of type %u: %s", i, m.type, p->why);
    }
    return b->told_count;
}

static bool never(const struct msg *m) { return m->type == 0; }
static bool partners(const struct msg *m) { return m->type == MSG_SIGN && m->seat != ME && m->seat % 2 == ME % 2; }
static bool request(const struct msg *m) { return m->type == MSG_REQUEST; }
static bool an_act(const struct msg *m) { return m->type == MSG_ACT; }
static bool hand_end(const struct msg *m) { return m->type == MSG_HAND_END; }

/* --- what a bot hears and says ------------------------------------------------------------------- */

TEST(test_every_sign_is_heard)
{
    OWNED_PARTY *p = party_new();
    take_until(p, never);
    assert_true(party_over(p));
    assert_int_equal(party_settle(p), CHECK_FINE);
    assert_int_equal(seen, match->party[ME].bot.seen);
    assert_int_equal(last_giver, match->party[ME].bot.sign.seat);
    assert_int_equal(sign_code(last_seen), match->party[ME].bot.sign.sign[0]);
}

/* Its answer to the round: pass, with as many signs as there is room for, whatever it claims. */
TEST(test_the_round_is_answered)
{
    static uint8_t out[ENVELOPE_MAX];
    OWNED_PARTY *p = party_new();
    struct envelope e;
    struct msg m, asking;
    p->catching_up = p->hello_due = false;
    size_t at = take_until(p, request);
    asking = told(&match->party[ME].bot, at);
    assert_int_equal(take(p, asking.bytes, asking.size), CHECK_FINE);
    p->join_sent = true;
    size_t size = party_reply(p, out);
    assert_int_equal(envelope_open(&e, out, size), WIRE_OK);
    assert_int_equal(envelope_next(&e, FROM_BOT, &m), WIRE_OK);
    assert_int_equal(m.type, MSG_ANSWER);
    assert_int_equal(m.action, ACT_PASS << 8);
    assert_int_equal(asked, 1);
    assert_int_equal(room_told, 2);
    assert_int_equal(m.signs, 2);
    assert_int_equal(m.sign[0], SIGN_BAD << 8 | 4);
    assert_int_equal(m.sign[1], (SIGN_BAD - 1) << 8 | 4);
}

/* --- lies ----------------------------------------------------------------------------------------- */

static void expect(enum check due, unsigned giver, unsigned code, unsigned times)
{
    OWNED_PARTY *p = party_new();
    take_until(p, partners);
    enum check c = CHECK_FINE;
    for (unsigned i = 0; i < times && c == CHECK_FINE; i++)
        c = take_sign(p, giver, code);
    if (c != due)
        fail_msg("seat %u, sign %x: check %d, %s", giver, code, (int)c, p->why);
}

TEST(test_signs_that_cannot_be)
{
    expect(CHECK_FINE, 0, SIGN_THREE << 8 | ME, 1);
    expect(CHECK_FINE, 1, SIGN_THREE << 8 | 3, 1); /* a rival's, caught */
    expect(CHECK_SIGN, 0, SIGN_ZAP << 8 | ME, 1);  /* of another game */
    expect(CHECK_SIGN, 0, 0 << 8 | ME, 1);
    expect(CHECK_SIGN, 0, SIGN_THREE << 8 | 4, 1);   /* a partner's to another partner */
    expect(CHECK_SIGN, 0, SIGN_THREE << 8 | 1, 1);   /* to a rival */
    expect(CHECK_SIGN, 0, SIGN_THREE << 8 | 0, 1);   /* to itself */
    expect(CHECK_SIGN, 1, SIGN_THREE << 8 | ME, 1);  /* a rival's to me */
    expect(CHECK_SIGN, 0, SIGN_THREE << 8 | ME, 10); /* more than a hand has */
    expect(CHECK_ORDER, 7, SIGN_THREE << 8 | ME, 1); /* nobody sits there */
}

TEST(test_a_sign_in_no_hand)
{
    OWNED_PARTY *p = party_new();
    take_until(p, request); /* in the hand, but nobody was asked yet */
    assert_int_equal(take_sign(p, 0, SIGN_THREE << 8 | ME), CHECK_ORDER);
    party_drop(&p);
    p = party_new();
    size_t end = take_until(p, hand_end);
    struct msg m = told(&match->party[ME].bot, end);
    assert_int_equal(take(p, m.bytes, m.size), CHECK_FINE);
    assert_int_equal(take_sign(p, 0, SIGN_THREE << 8 | ME), CHECK_ORDER);
}

/* My own: as I made them, all of them, in order. */
TEST(test_my_own_signs)
{
    static const struct {
        uint16_t said[2];
        unsigned signs;
        uint16_t told; /* 0: the next ACT instead */
        enum check due;
    } row[] = {
        { { 0x0304 }, 1, 0x0304, CHECK_FINE }, { { 0x0304 }, 1, 0x0404, CHECK_SIGN },
        { { 0 }, 0, 0x0304, CHECK_SIGN },      { { 0x0304, 0x0404 }, 2, 0x0404, CHECK_SIGN },
        { { 0x0304 }, 1, 0, CHECK_SIGN },      { { 0 }, 0, 0, CHECK_FINE },
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        OWNED_PARTY *p = party_new();
        p->catching_up = false;
        size_t at = take_until(p, request);
        struct msg m = told(&match->party[ME].bot, at);
        assert_int_equal(take(p, m.bytes, m.size), CHECK_FINE);
        p->table->request.decided = p->table->request.answered = true;
        p->table->request.action = (struct action){ ACT_PASS, 0 };
        memcpy(p->table->request.sign, row[i].said, sizeof row[i].said);
        p->table->request.signs = row[i].signs;
        enum check c;
        if (row[i].told != 0) {
            c = take_sign(p, ME, row[i].told);
        } else {
            size_t k = p->have;
            while (m = told(&match->party[ME].bot, k), !an_act(&m))
                k++;
            c = take(p, m.bytes, m.size);
        }
        if (c != row[i].due)
            fail_msg("row %zu: check %d, %s", i, (int)c, p->why);
    }
}

/* A process started again does not know what the one before it said in the round that is still open. */
TEST(test_a_process_before_me)
{
    OWNED_PARTY *p = party_new();
    p->reborn = true;
    size_t at = take_until(p, request);
    struct msg m = told(&match->party[ME].bot, at);
    assert_int_equal(take(p, m.bytes, m.size), CHECK_FINE);
    p->table->request.decided = p->table->request.answered = true;
    p->table->request.sign[0] = 0x0304;
    p->table->request.signs = 1;
    assert_int_equal(take_sign(p, ME, 0x0404), CHECK_FINE);
}

/* --- hints ---------------------------------------------------------------------------------------- */

static bool hinted(const char *rules, card_t vira, const card_t own[3], enum sign_word word)
{
    struct view v;
    uint8_t words[SIGN_ROOM];
    char why[RULES_ERROR_TEXT];
    memset(&v, 0, sizeof v);
    memset(v.known, CARD_NONE, sizeof v.known);
    memset(v.open.table, CARD_NONE, sizeof v.open.table);
    assert_int_equal(rules_parse(rules, &v.open.rules, why), 0);
    v.open.seats = 4;
    v.open.duel = 15;
    v.open.sides[0] = 5;
    v.open.sides[1] = 10;
    v.open.vira = vira;
    v.seat = 1;
    memcpy(v.known[1], own, 3);
    assert_int_equal(hint_partner(&v), 3);
    int n = hint_signs(&v, words);
    for (int i = 0; i < n; i++)
        if (words[i] == word)
            return true;
    return false;
}

TEST(test_true_signs)
{
    static const card_t ace_and_threes[] = { 0, 2, 32 }, sevens[] = { 6, 26, 36 }, low[] = { 3, 14, 25 },
                        clubs[] = { 16, 15, 3 }, brazil[] = { 13, 36, 3 }, court[] = { 8, 7, 25 },
                        piezas[] = { 1, 14, 25 }, king[] = { 9, 14, 25 }, wild[] = { 27, 14, 3 },
                        unseen[] = { CARD_HIDDEN, CARD_HIDDEN, CARD_HIDDEN };
    assert_true(hinted("argentino", CARD_NONE, ace_and_threes, SIGN_ACE_SWORDS));
    assert_true(hinted("argentino", CARD_NONE, ace_and_threes, SIGN_THREE));
    assert_false(hinted("argentino", CARD_NONE, ace_and_threes, SIGN_TWO));
    assert_false(hinted("argentino", CARD_NONE, ace_and_threes, SIGN_BAD));
    assert_true(hinted("argentino", CARD_NONE, sevens, SIGN_SEVEN_COINS));
    assert_true(hinted("argentino", CARD_NONE, sevens, SIGN_SEVEN_SWORDS));
    assert_true(hinted("argentino", CARD_NONE, low, SIGN_BAD));
    assert_false(hinted("argentino", CARD_NONE, low, SIGN_ENVIDO));
    assert_true(hinted("argentino", CARD_NONE, clubs, SIGN_ENVIDO)); /* 33 */
    assert_true(hinted("gauderio", CARD_NONE, clubs, SIGN_ENVIDO_HIGH));
    assert_false(hinted("gauderio", CARD_NONE, clubs, SIGN_ENVIDO_LOW));
    assert_true(hinted("mineiro", CARD_NONE, brazil, SIGN_ZAP));   /* 4C */
    assert_true(hinted("mineiro", CARD_NONE, brazil, SIGN_COPAS)); /* 7H */
    assert_false(hinted("mineiro", CARD_NONE, brazil, SIGN_ESPADILHA));
    assert_true(hinted("paulista", 6, court, SIGN_ESPADILHA)); /* 7S is turned: QS */
    assert_false(hinted("paulista", 6, court, SIGN_ZAP));
    assert_true(hinted("venezolano", 2, court, SIGN_PERICO));
    assert_true(hinted("venezolano", 2, court, SIGN_PERICA));
    assert_false(hinted("venezolano", 12, court, SIGN_PERICO));
    assert_true(hinted("uruguayo", 0, piezas, SIGN_PIEZA)); /* the 2 of the turned suit */
    assert_false(hinted("uruguayo", 30, piezas, SIGN_PIEZA));
    assert_true(hinted("uruguayo", 8, king, SIGN_PERICO)); /* the knight is turned: its king */
    assert_false(hinted("uruguayo", 8, king, SIGN_PERICA));
    assert_true(hinted("truc-y-flou", CARD_NONE, wild, SIGN_PERIQUE));
    assert_true(hinted("truc-y-flou", CARD_NONE, wild, SIGN_EMBIT));
    assert_false(hinted("truc-y-flou", CARD_NONE, low, SIGN_EMBIT));
    assert_false(hinted("paulista,ferro_blind=yes", 6, unseen, SIGN_BAD));
}

/* Who acts first in the match. */
static unsigned first_to_act(void)
{
    const struct sim_bot *b = &match->party[ME].bot;
    for (size_t i = 0; i < b->told_count; i++) {
        struct msg m = told(b, i);
        if (an_act(&m))
            return m.seat;
    }
    return ME;
}

/* A match in which another seat acts first: what I hear behind the round is an ACT that is not mine. */
BEFORE_ALL(play_once)
{
    struct referee_config c = config("argentino,signs=on,signs_per_decision=2", 6, 1);
    for (uint8_t seed = 41; !match || first_to_act() == ME; seed++) {
        if (match)
            sim_free(match);
        match = sim_new(&c, seed);
        sim_play(match);
    }
    return 0;
}

AFTER_ALL(free_once)
{
    sim_free(match);
    return 0;
}

/* My note: as I gave it, where there is room for it, and before what I did. */
TEST(test_my_own_notes)
{
    static const struct {
        const char *said, *told; /* NULL: the next ACT instead */
        enum check due;
    } row[] = {
        { "ay", "ay", CHECK_FINE }, { "ay", "no", CHECK_NOTE },       { "", "ay", CHECK_NOTE },
        { "ay", NULL, CHECK_NOTE }, { "larga", "larga", CHECK_NOTE }, { "larga", NULL, CHECK_FINE },
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        OWNED_PARTY *p = party_new();
        struct party_request *q = &p->table->request;
        p->catching_up = p->reborn = false;
        size_t at = take_until(p, request);
        struct msg m = told(&match->party[ME].bot, at);
        p->offer.note_bytes = 4;
        q = &p->table->request;
        assert_int_equal(take(p, m.bytes, m.size), CHECK_FINE);
        q->decided = q->answered = true;
        q->action = (struct action){ ACT_PASS, 0 };
        q->note_size = (unsigned)strlen(strcpy(q->note, row[i].said));
        uint8_t note[HASH], bytes[64];
        struct packer k;
        pack_start(&k, bytes, sizeof bytes);
        if (row[i].told != NULL) {
            hash_bytes(note, row[i].told, strlen(row[i].told));
            pack_msg_note(&k, 0, q->number, note);
        } else {
            while (m = told(&match->party[ME].bot, at), !an_act(&m))
                at++;
        }
        enum check c = row[i].told ? take(p, k.bytes, k.size) : take(p, m.bytes, m.size);
        if (c != row[i].due)
            fail_msg("row %zu: check %d, %s", i, (int)c, p->why);
    }
}
