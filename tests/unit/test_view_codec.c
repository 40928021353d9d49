/* A view on the wire: exact for every state that play can reach, and the same whatever others hold. */

#include "support/test.h"

#include "support/random.h"
#include "support/samples.h"
#include "wire/strict.h"

enum { HANDS = 400, VIEW_ROOM = 2048 };

/* --- views that are refused ------------------------------------------------------------------- */

static bool readable(const void *bytes, size_t size)
{
    struct reader r;
    struct view v;
    if (strict_check(bytes, size) != WIRE_OK)
        return false;
    read_start(&r, bytes, size);
    read_view(&r, &v, NULL);
    return read_done(&r);
}

/* Replaces each item of the view, and each item of its arrays, by something of another type. */
TEST(test_wrong_types)
{
    static const struct {
        const char *bytes;
        size_t size;
    } others[] = {
        { "\xff", 1 },
        { "\xa1x", 2 },
        { "\xc4\x00", 2 },
        { "\x80", 1 },
        { "\x90", 1 },
        { "\x91\x90", 2 },
        { "\xcf\xff\xff\xff\xff\xff\xff\xff\xff", 9 },
    };
    uint8_t bytes[VIEW_ROOM], changed[VIEW_ROOM + 16];
    struct packer p;
    struct view v;
    sample_view(&v);
    pack_start(&p, bytes, sizeof bytes);
    pack_view(&p, &v);
    assert_true(readable(bytes, p.size));
    /* A value starts at every byte that read_value can step from, counted from the front. */
    for (size_t at = 0; at < p.size;) {
        struct reader r;
        size_t size, head = 1;
        read_start(&r, bytes + at, p.size - at);
        assert_non_null(read_value(&r, &size));
        for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
            memcpy(changed, bytes, at);
            memcpy(changed + at, others[k].bytes, others[k].size);
            memcpy(changed + at + others[k].size, bytes + at + size, p.size - at - size);
            if (readable(changed, p.size - size + others[k].size))
                fail_msg("item at byte %zu replaced by %02x is still read", at, (uint8_t)others[k].bytes[0]);
        }
        /* into an array, over anything else */
        bool array = (bytes[at] >= 0x90 && bytes[at] <= 0x9f) || bytes[at] == 0xdc;
        if (array)
            head = bytes[at] == 0xdc ? 3 : 1;
        at += array ? head : size;
    }
}

TEST(test_wrong_values)
{
    uint8_t bytes[VIEW_ROOM];
    struct packer p;
    struct view good, v;
    sample_view(&good);
#define EXPECT_BAD(change) \
    do { \
        v = good; \
        change; \
        pack_start(&p, bytes, sizeof bytes); \
        pack_view(&p, &v); \
        assert_false(readable(bytes, p.size)); \
    } while (0)
    EXPECT_BAD(v.open.seats = 0);
    EXPECT_BAD(v.seat = 2);
    EXPECT_BAD(v.open.table[1] = 40);
    EXPECT_BAD(v.open.table[9] = 253);
    EXPECT_BAD(v.known[1][0] = 40);
    EXPECT_BAD(v.known[0][3] = 200);
#undef EXPECT_BAD
}

TEST(test_every_truncation)
{
    uint8_t bytes[VIEW_ROOM];
    struct packer p;
    struct view v;
    sample_view(&v);
    pack_start(&p, bytes, sizeof bytes);
    pack_view(&p, &v);
    /* Not through the strict checker: the reader on its own must not run over the end. */
    for (size_t n = 0; n < p.size; n++) {
        struct reader r;
        OWNED uint8_t *copy = malloc(n ? n : 1);
        memcpy(copy, bytes, n);
        read_start(&r, copy, n);
        read_view(&r, &v, NULL);
        assert_false(read_done(&r));
    }
}

/* Its bytes can be read, and it is no view of any table: a bot that asked the rules about it would read beyond their tables. */
TEST(test_facts_that_no_table_has)
{
    struct position pos;
    struct rules rules;
    struct open o;
    char why[RULES_ERROR_TEXT];
    rules_preset(&rules, PRESET_ARGENTINO);
    assert_int_equal(position_new(&pos, &rules, 4, why), 0);
    assert_null(open_facts_check(&pos.open));
#define WRONG(field, value) \
    do { \
        o = pos.open; \
        o.field = (value); \
        assert_non_null(open_facts_check(&o)); \
    } while (0)
    WRONG(seats, 1);
    WRONG(scorers, 4);
    WRONG(turn, 4);
    WRONG(mano, 4);
    WRONG(leader, 4);
    WRONG(gallo, 4);
    WRONG(stake_seat, 166); /* the fuzzer's own: sides[1] >> 166 */
    WRONG(envido_seat, 4);
    WRONG(envido_winner, 254);
    WRONG(flor_seat, 4);
    WRONG(sides[1], 16);
    WRONG(duel, 255);
    WRONG(dueled, 16);
    WRONG(duel_envido, 16);
    WRONG(duel_flor, 16);
    WRONG(said_truco, 16);
    WRONG(waived, 16);
    WRONG(sang, 16);
    WRONG(asked, 16);
    WRONG(passed, 16);
    WRONG(out, 16);
    WRONG(accused, 16);
    WRONG(flor_contra, 4);
    WRONG(trick_winner[2], 3);
    WRONG(hand_winner, 3);
    WRONG(flor_winner, 3);
    WRONG(eleven_side, 3);
    WRONG(game_winner, 2);
    WRONG(partida_winner, 2);
    WRONG(trick, SHAPE_TRICK + 1);
    WRONG(gone[3], 1 << FIEL_HELD_MAX);
    WRONG(discard, FIEL_HELD_MAX);
    WRONG(phase, 9);
    WRONG(pico, 4);
    WRONG(eleven, ELEVEN_IRON + 1);
    WRONG(envido_state, WAGER_SETTLED + 1);
    WRONG(flor_state, WAGER_SETTLED + 1);
    WRONG(hand_over, 2);
    WRONG(game_over, 2);
    WRONG(envido_last, ACTION_LAST + 1);
    WRONG(flor_last, ACTION_LAST + 1);
    WRONG(stake, 4);
    WRONG(stake_called, 4);
#undef WRONG
}

/* --- views of play ---------------------------------------------------------------------------- */

static void there_and_back(const struct view *v)
{
    uint8_t bytes[VIEW_ROOM];
    struct packer p;
    struct reader r;
    struct view got;
    pack_start(&p, bytes, sizeof bytes);
    pack_view(&p, v);
    assert_false(p.bad);
    assert_int_equal(strict_check(bytes, p.size), WIRE_OK);
    read_start(&r, bytes, p.size);
    read_view(&r, &got, &v->open.rules);
    assert_true(read_done(&r));
    assert_true(same_view(v, &got));
}

static size_t request_bytes(const struct position *pos, int seat, uint8_t bytes[VIEW_ROOM])
{
    struct packer p;
    struct view v;
    position_view(pos, seat, &v);
    pack_start(&p, bytes, VIEW_ROOM);
    pack_msg_request(&p, 0, 1, 2, 3, 4, &v);
    assert_false(p.bad);
    return p.size;
}

/* Whatever cards the others hold, the seat is sent the same bytes. */
static void check_blind(const struct position *pos, int seat, struct random *rnd)
{
    uint8_t bytes[VIEW_ROOM], other[VIEW_ROOM];
    struct position changed = *pos;
    for (int s = 0; s < pos->open.seats; s++)
        for (unsigned k = 0; k < FIEL_HELD_MAX && s != seat; k++)
            changed.dealt[s][k] = (card_t)random_below(rnd, FIEL_CARDS);
    size_t size = request_bytes(pos, seat, bytes);
    assert_int_equal(request_bytes(&changed, seat, other), size);
    assert_memory_equal(bytes, other, size);
}

static void check_state(const struct position *pos, struct random *rnd)
{
    for (int s = 0; s < pos->open.seats; s++) {
        struct view v;
        position_view(pos, s, &v);
        assert_null(open_facts_check(&v.open));
        there_and_back(&v);
        check_blind(pos, s, rnd);
    }
}

static void deal_random(struct position *pos, struct random *rnd, int mano)
{
    card_t deck[FIEL_CARDS], cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    char why[RULES_ERROR_TEXT];
    memset(cards, CARD_NONE, sizeof cards);
    for (unsigned i = 0; i < FIEL_CARDS; i++) {
        unsigned j = random_below(rnd, i + 1);
        deck[i] = deck[j];
        deck[j] = (card_t)i;
    }
    for (unsigned s = 0; s < pos->open.seats; s++)
        memcpy(cards[s], deck + 3 * s, 3);
    if (position_deal(pos, cards, CARD_NONE, mano, why) != 0)
        fail_msg("%s", why);
}

static void play_hands(const char *rules, int seats, uint64_t seed)
{
    struct random rnd = { seed };
    struct rules r;
    struct position pos;
    char why[RULES_ERROR_TEXT];
    if (rules_parse(rules, &r, why) != 0 || position_new(&pos, &r, seats, why) != 0)
        fail_msg("%s", why);
    check_state(&pos, &rnd);
    for (unsigned h = 0; h < HANDS; h++) {
        deal_random(&pos, &rnd, h == 0 ? 0 : FIEL_NOBODY);
        check_state(&pos, &rnd);
        while (position_turn(&pos) != FIEL_NOBODY) {
            struct action legal[FIEL_LEGAL_MAX];
            int n = position_legal(&pos, position_turn(&pos), legal);
            assert_int_equal(position_apply(&pos, position_turn(&pos), legal[random_below(&rnd, (unsigned)n)], &pos),
                             RULE_OK);
            check_state(&pos, &rnd);
        }
    }
}

TEST(test_play)
{
    play_hands("argentino", 2, 1);
    play_hands("argentino-flor", 2, 2);
    play_hands("argentino-flor,flor_policy=manual_seed003", 2, 3);
}
