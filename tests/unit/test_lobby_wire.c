/* lobby messages: there and back, and every message that is none. */
#include "support/test.h"

#include "wire/lobby.h"

static const enum lobby_type types[] = {
#define X(name, number, who, fields) LOBBY_##name,
    LOBBY_MESSAGES(X)
#undef X
};
static const char senders[] = {
#define X(name, number, who, fields) who,
    LOBBY_MESSAGES(X)
#undef X
};
enum { TYPES = sizeof types / sizeof *types };

static enum direction way_of(size_t i) { return senders[i] == 'D' ? FROM_ARBITER : FROM_BOT; }

/* As long as it may be. */
static struct lobby_msg longest(enum lobby_type type)
{
    struct lobby_msg m = { .type = type, .version = 255, .role = ROLE_CUTS, .reason = 255, .waiting = 1 };
    memset(m.name, 'n', sizeof m.name - 1);
    memset(m.label, 'l', sizeof m.label - 1);
    memset(m.endpoint, 'e', sizeof m.endpoint - 1);
    memset(m.text, 't', sizeof m.text - 1);
    memset(m.challenge, 1, ID);
    memset(m.key, 2, ID);
    memset(m.server, 3, ID);
    memset(m.signature, 4, SIG);
    return m;
}

TEST(test_there_and_back)
{
    uint8_t bytes[LOBBY_BYTES], again[LOBBY_BYTES];
    for (size_t i = 0; i < TYPES; i++) {
        struct lobby_msg m = longest(types[i]), read;
        size_t size = lobby_pack(&m, bytes);
        assert_int_equal(lobby_read(bytes, size, way_of(i), &read), WIRE_OK);
        assert_int_equal(read.type, types[i]);
        assert_int_equal(lobby_pack(&read, again), size);
        assert_memory_equal(bytes, again, size);
        assert_int_equal(lobby_read(bytes, size, way_of(i) == FROM_BOT ? FROM_ARBITER : FROM_BOT, &read),
                         WIRE_UNKNOWN_TYPE);
    }
}

/* Shorter is none, longer is none, and a byte changed is one only if it packs to the same bytes. */
TEST(test_other_bytes)
{
    uint8_t bytes[LOBBY_BYTES + 1], again[LOBBY_BYTES];
    struct lobby_msg read;
    for (size_t i = 0; i < TYPES; i++) {
        struct lobby_msg m = longest(types[i]);
        size_t size = lobby_pack(&m, bytes);
        for (size_t n = 0; n < size; n++)
            assert_int_not_equal(lobby_read(bytes, n, way_of(i), &read), WIRE_OK);
        bytes[size] = 0;
        assert_int_equal(lobby_read(bytes, size + 1, way_of(i), &read), WIRE_TRAILING);
        for (size_t at = 0; at < size; at++)
            for (unsigned v = 0; v < 256; v++) {
                uint8_t was = bytes[at];
                bytes[at] = (uint8_t)v;
                if (lobby_read(bytes, size, way_of(i), &read) == WIRE_OK) {
                    assert_int_equal(lobby_pack(&read, again), size);
                    assert_memory_equal(bytes, again, size);
                }
                bytes[at] = was;
            }
    }
    memset(bytes, 0, sizeof bytes);
    assert_int_equal(lobby_read(bytes, sizeof bytes, FROM_BOT, &read), WIRE_TOO_LONG);
}

TEST(test_wrong_fields)
{
    static const struct {
        uint8_t bytes[8];
        size_t size;
        enum wire_error wrong;
    } bad[] = {
        { { 0 }, 0, WIRE_EMPTY },
        { { 0x40 }, 1, WIRE_NOT_ENVELOPE }, /* no array */
        { { 0x90 }, 1, WIRE_NOT_ENVELOPE },
        { { 0x95, 0x40, 1, 1, 1, 1 }, 6, WIRE_NOT_ENVELOPE },    /* longer than any */
        { { 0x92, 0xcd, 0x01, 0x00, 1 }, 5, WIRE_NOT_ENVELOPE }, /* type 256 */
        { { 0x92, 0x4a, 1 }, 3, WIRE_UNKNOWN_TYPE },
        { { 0x91, 0x40 }, 2, WIRE_BAD_FIELDS }, /* KNOCK without a version */
        { { 0x93, 0x40, 1, 1 }, 4, WIRE_BAD_FIELDS },
        { { 0x92, 0x40, 0xa1, '1' }, 4, WIRE_BAD_FIELDS },
        { { 0x92, 0x40, 0xcd, 0x01, 0x00 }, 5, WIRE_OUT_OF_RANGE },
        { { 0x92, 0x40, 0xcc, 0x01 }, 4, WIRE_NOT_MINIMAL },
        { { 0x92, 0x47, 1 }, 3, WIRE_BAD_FIELDS }, /* PING with something in it */
    };
    struct lobby_msg m;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (lobby_read(bad[i].bytes, bad[i].size, FROM_BOT, &m) != bad[i].wrong)
            fail_msg("case %zu: %d", i, (int)lobby_read(bad[i].bytes, bad[i].size, FROM_BOT, &m));
}
