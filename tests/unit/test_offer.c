/* The arrays that are signed whole: the OFFER and the RESULT. */

#include "support/test.h"

#include "support/samples.h"
#include "wire/strict.h"

enum { ROOM = OFFER_MAX + TWIN_MAX, ITEMS_ROOM = 32 };

static uint8_t packed[ROOM];

static size_t offer_bytes(const struct offer *o)
{
    struct packer p;
    pack_start(&p, packed, sizeof packed);
    pack_offer(&p, o);
    assert_false(p.bad);
    assert_int_equal(strict_check(packed, p.size), WIRE_OK);
    return p.size;
}

static size_t result_bytes(const struct result *r)
{
    struct packer p;
    pack_start(&p, packed, sizeof packed);
    pack_result(&p, r);
    assert_false(p.bad);
    assert_int_equal(strict_check(packed, p.size), WIRE_OK);
    return p.size;
}

static bool offer_reads(const void *bytes, size_t size)
{
    struct offer o;
    return read_offer(bytes, size, &o);
}

static bool result_reads(const void *bytes, size_t size)
{
    struct result r;
    return read_result(bytes, size, &r);
}

/* Every prefix, one byte more, and every item as something else. */
static void check_refusals(size_t size, bool (*reads)(const void *, size_t))
{
    static const struct {
        const char *bytes;
        size_t size;
    } others[] = {
        { "\xa0", 1 }, { "\xc4\x00", 2 }, { "\x80", 1 },
        { "\x90", 1 }, { "\x91\x90", 2 }, { "\xd3\x80\x00\x00\x00\x00\x00\x00\x00", 9 },
    };
    uint8_t whole[ROOM], changed[ROOM + 16];
    struct reader r;
    memcpy(whole, packed, size);
    assert_true(reads(whole, size));
    for (size_t n = 0; n < size; n++)
        assert_false(reads(whole, n));
    whole[size] = 0;
    assert_false(reads(whole, size + 1));
    read_start(&r, whole, size);
    size_t items = read_array(&r, ITEMS_ROOM);
    for (size_t i = 0; i < items; i++) {
        size_t at = (size_t)(r.at - whole), length;
        assert_non_null(read_value(&r, &length));
        for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
            /* text may be empty, and so may twin */
            if ((others[k].bytes[0] == '\xa0' && (whole[at] & 0xe0) == 0xa0) ||
                (others[k].bytes[0] == '\xc4' && whole[at] == 0xc4 && whole[at + 1] == 0))
                continue;
            memcpy(changed, whole, at);
            memcpy(changed + at, others[k].bytes, others[k].size);
            memcpy(changed + at + others[k].size, whole + at + length, size - at - length);
            if (reads(changed, size - length + others[k].size))
                fail_msg("item %zu as %02x is still read", i, (uint8_t)others[k].bytes[0]);
        }
    }
}

TEST(test_offer_refused)
{
    struct offer o;
    sample_offer(&o);
    check_refusals(offer_bytes(&o), offer_reads);
}

TEST(test_result_refused)
{
    struct result r;
    sample_result(&r);
    check_refusals(result_bytes(&r), result_reads);
}

TEST(test_offer_values)
{
    struct offer good, o;
    sample_offer(&good);
#define EXPECT(want, change) \
    do { \
        o = good; \
        change; \
        size_t size = offer_bytes(&o); \
        assert_int_equal(offer_reads(packed, size), want); \
    } while (0)
    EXPECT(false, o.games = 0);
    EXPECT(false, o.seats = 1);
    EXPECT(false, o.hands_max = 0);
    EXPECT(false, o.tables = 0);
    EXPECT(false, o.tables = TABLES_MAX + 1);
    EXPECT(false, o.seed_source = 2);
    EXPECT(false, o.on_timeout = 2);
    EXPECT(false, o.sign = 2);
    EXPECT(false, o.reveal = REVEAL_PAIR + 1);
    EXPECT(false, o.reveal = 1);
    EXPECT(true, o.reveal = REVEAL_PAIR);
    EXPECT(false, o.sign_every = 0);
    EXPECT(true, o.sign_every = SIGN_EVERY_MOST);
    EXPECT(false, o.sign_every = SIGN_EVERY_MOST + 1);
    EXPECT(true, o.duty_us = UINT64_MAX);
    EXPECT(true, memset(o.host, 'h', HOST_TEXT - 1));
    EXPECT(true, o.blind = 1);
    EXPECT(false, o.blind = 2);
    EXPECT(false, o.at_once = 0);
    EXPECT(false, o.at_once = 2);
    EXPECT(true, (o.tables = 5, o.at_once = 1));
    EXPECT(true, o.tables = o.at_once = 5);
    EXPECT(false, (o.tables = 5, o.at_once = 4));
    EXPECT(true, o.note_bytes = UINT32_MAX);
    EXPECT(false, o.twin_size = SIG);
    EXPECT(true, o.twin_size = SIG + 1);
    EXPECT(true, o.twin_size = TWIN_MAX);
    EXPECT(true, o.tables = TABLES_MAX);
    EXPECT(true, o.held[1] = HELD_REMOTE);
    EXPECT(false, o.held[1] = HELD_REMOTE + 1);
    EXPECT(false, o.held[0] = UINT8_MAX);
    EXPECT(true, (o.cutters = 1, o.held[2] = HELD_REMOTE));
    EXPECT(false, (o.cutters = 1, o.held[2] = HELD_REMOTE + 1));
    EXPECT(true, o.seats = 8);
    EXPECT(true, (o.seats = 8, o.cutters = 8));
    EXPECT(false, (o.cutters = 1, o.reveal = REVEAL_PAIR));
    EXPECT(false, (o.cutters = 1, o.twin_size = SIG + 100));
    EXPECT(true, o.bank_us = UINT64_MAX);
    EXPECT(true, memset(o.rules, 'r', RULES_TEXT - 1));
#undef EXPECT
}

/* One value for each party: not one fewer, not one more. */
TEST(test_offer_held)
{
    struct offer o;
    sample_offer(&o);
    size_t size = offer_bytes(&o);
    enum { BEHIND = 34 + 1 + 2 * 34 + 1 + 1 + 1 + 1 }; /* log_policy, bots, host, blind, at_once, note_bytes */
    uint8_t *held = packed + size - BEHIND - 3;
    assert_memory_equal(held, "\x92\x00\x00", 3);
    assert_true(offer_reads(packed, size));
    held[0] = 0x91;
    memmove(held + 2, held + 3, BEHIND);
    assert_false(offer_reads(packed, size - 1));
    size = offer_bytes(&o);
    held[0] = 0x93;
    memmove(held + 4, held + 3, BEHIND);
    held[3] = 0;
    assert_false(offer_reads(packed, size + 1));
}

/* Neither a name nor a program says who plays a blind match. */
TEST(test_offer_blind)
{
    struct offer o;
    sample_offer(&o);
    assert_false(offer_hides_players(&o));
    offer_hide_players(&o);
    assert_true(offer_hides_players(&o));
    assert_string_equal(o.name[1], "seat 1");
    strcpy(o.name[1], "seat 01");
    assert_false(offer_hides_players(&o));
    offer_hide_players(&o);
    o.bots[1][ID - 1] = 1;
    assert_false(offer_hides_players(&o));
}

TEST(test_offer_unheld)
{
    struct offer o;
    sample_offer(&o);
    assert_false(offer_unheld(&o));
    for (unsigned held = HELD_JAILED; held <= HELD_REMOTE; held++) {
        o.held[1] = (uint8_t)held;
        assert_true(offer_unheld(&o));
    }
    assert_string_equal(held_word(HELD_STRICT), "strict");
    assert_string_equal(held_word(HELD_REMOTE), "remote");
    assert_string_equal(held_word(HELD_REMOTE + 1), "unknown");
}

/* The offer of another version of the protocol is not read at all. */
TEST(test_offer_version)
{
    struct offer o;
    sample_offer(&o);
    size_t size = offer_bytes(&o);
    assert_int_equal(packed[0], 0xdc);
    assert_int_equal(packed[3], PROTOCOL_VERSION);
    packed[3] = PROTOCOL_VERSION + 1;
    assert_false(offer_reads(packed, size));
    packed[3] = 0;
    assert_false(offer_reads(packed, size));
}

TEST(test_offer_there_and_back)
{
    struct offer o, got;
    sample_offer(&o);
    o.seats = 4;
    memset(o.key[3], 9, ID);
    o.seed_source = SEED_FIXED;
    o.on_timeout = 1;
    o.reveal = REVEAL_PAIR;
    o.sign = SIGN_DECISION;
    strcpy(o.log_key, "example.org/fiel");
    memset(o.twin, 8, o.twin_size = SIG + 100);
    memcpy(o.held, (const uint8_t[]){ HELD_STRICT, HELD_JAILED, HELD_NOT, HELD_REMOTE }, 4);
    o.sign_every = 1000;
    memset(o.log_policy, 7, ID);
    for (unsigned i = 0; i < 4; i++)
        memset(o.bots[i], 20 + (int)i, ID);
    strcpy(o.host, "una casa");
    o.blind = 1;
    size_t size = offer_bytes(&o);
    assert_true(read_offer(packed, size, &got));
    uint8_t first[ROOM];
    memcpy(first, packed, size);
    assert_int_equal(offer_bytes(&got), size);
    assert_memory_equal(packed, first, size);
    assert_string_equal(got.tournament, "tarde");
    assert_string_equal(got.rules, "argentino");
    assert_string_equal(got.name[1], "segundo");
    assert_string_equal(got.log_key, "example.org/fiel");
    assert_string_equal(got.engine, "fiel 0.1.0");
    assert_memory_equal(got.key, o.key, sizeof o.key);
    assert_memory_equal(got.arbiter, o.arbiter, ID);
    assert_memory_equal(got.seed_commit, o.seed_commit, ID);
    assert_memory_equal(got.nonce, o.nonce, ID);
    assert_int_equal(got.twin_size, SIG + 100);
    assert_memory_equal(got.twin, o.twin, SIG + 100);
    assert_memory_equal(got.held, o.held, sizeof o.held);
    assert_int_equal(got.number, 7);
    assert_int_equal(got.games, 20);
    assert_int_equal(got.seats + 10 * got.cutters, 4);
    assert_int_equal(got.hands_max, 4096);
    assert_int_equal(got.tables, 1);
    assert_int_equal(got.bank_us, 30000000);
    assert_int_equal(got.inc_us, 100000);
    assert_int_equal(got.cap_us, 5000000);
    assert_int_equal(got.grace_us, 20000);
    assert_int_equal(got.start_us, 10000000);
    assert_int_equal(got.tick_us, 10000);
    assert_int_equal(got.sign_every, 1000);
    assert_int_equal(got.duty_us, 60000000);
    assert_memory_equal(got.log_policy, o.log_policy, ID);
    assert_memory_equal(got.bots, o.bots, sizeof o.bots);
    assert_string_equal(got.host, "una casa");
    assert_int_equal(got.blind, 1);
    assert_true(got.seed_source == SEED_FIXED && got.on_timeout == 1);
    assert_true(got.sign == SIGN_DECISION && got.reveal == REVEAL_PAIR);
}

TEST(test_result_there_and_back)
{
    struct result r, got;
    sample_result(&r);
    r.games[2] = 6;
    r.points[0] = INT64_MIN;
    r.points[1] = INT64_MAX;
    r.faults[7] = UINT32_MAX;
    size_t size = result_bytes(&r);
    assert_true(read_result(packed, size, &got));
    assert_memory_equal(got.match_id, r.match_id, ID);
    assert_memory_equal(got.games, r.games, sizeof r.games);
    assert_memory_equal(got.points, r.points, sizeof r.points);
    assert_memory_equal(got.partidas, r.partidas, sizeof r.partidas);
    assert_memory_equal(got.faults, r.faults, sizeof r.faults);
    assert_int_equal(got.outcome, END_FAULT);
    assert_int_equal(got.winner, 1);
    assert_int_equal(got.hands, 99);
    assert_int_equal(got.fault, FAULT_TIMEOUT);
    assert_int_equal(got.fault_seat, 0);
    assert_int_equal(got.fault_a, 5000000);
    assert_int_equal(got.fault_b, 5000213);
}

/* Text that is not UTF-8 makes the packer bad instead of an offer that nobody accepts. */
TEST(test_offer_text)
{
    struct offer o;
    struct packer p;
    sample_offer(&o);
    strcpy(o.name[0], "\xff");
    pack_start(&p, packed, sizeof packed);
    pack_offer(&p, &o);
    assert_true(p.bad);
}
