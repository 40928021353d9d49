/* The strict checker: what it refuses, byte by byte, and what it accepts. */

#include "support/test.h"

#include "record/crypto.h"
#include "wire/strict.h"

struct example {
    const char *hex;
    enum wire_error error;
};

/* Checks a copy that ends exactly where a block of memory does, so that a sanitizer sees one byte too far. */
static enum wire_error check_copy(const uint8_t *bytes, size_t size)
{
    OWNED uint8_t *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    enum wire_error e = strict_check(copy, size);
    return e;
}

static void check_examples(const struct example *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[128];
        size_t size = strlen(list[i].hex) / 2;
        assert_true(hex_parse(bytes, size, list[i].hex));
        enum wire_error e = check_copy(bytes, size);
        if (e != list[i].error)
            fail_msg("%s: %s, expected %s", list[i].hex, wire_error_text(e), wire_error_text(list[i].error));
    }
}

#define CHECK(list) check_examples(list, sizeof(list) / sizeof *(list))

TEST(test_forbidden)
{
    static const struct example list[] = { { "c0", WIRE_FORBIDDEN },
                                           { "c1", WIRE_FORBIDDEN },
                                           { "c2", WIRE_FORBIDDEN },
                                           { "c3", WIRE_FORBIDDEN },
                                           { "c70000", WIRE_FORBIDDEN },
                                           { "c8000000", WIRE_FORBIDDEN },
                                           { "c90000000000", WIRE_FORBIDDEN },
                                           { "ca00000000", WIRE_FORBIDDEN },
                                           { "cb0000000000000000", WIRE_FORBIDDEN },
                                           { "d40000", WIRE_FORBIDDEN },
                                           { "d5000000", WIRE_FORBIDDEN },
                                           { "d60000000000", WIRE_FORBIDDEN },
                                           { "d7000000000000000000", WIRE_FORBIDDEN },
                                           { "d80000", WIRE_FORBIDDEN },
                                           { "91c0", WIRE_FORBIDDEN },
                                           { "8100c0", WIRE_FORBIDDEN } };
    CHECK(list);
}

TEST(test_integers)
{
    static const struct example list[] = { { "00", WIRE_OK },
                                           { "7f", WIRE_OK },
                                           { "cc80", WIRE_OK },
                                           { "ccff", WIRE_OK },
                                           { "cd0100", WIRE_OK },
                                           { "cdffff", WIRE_OK },
                                           { "ce00010000", WIRE_OK },
                                           { "ceffffffff", WIRE_OK },
                                           { "cf0000000100000000", WIRE_OK },
                                           { "cfffffffffffffffff", WIRE_OK },
                                           { "cc00", WIRE_NOT_MINIMAL },
                                           { "cc7f", WIRE_NOT_MINIMAL },
                                           { "cd00ff", WIRE_NOT_MINIMAL },
                                           { "ce0000ffff", WIRE_NOT_MINIMAL },
                                           { "cf00000000ffffffff", WIRE_NOT_MINIMAL },
                                           { "ff", WIRE_OK },
                                           { "e0", WIRE_OK },
                                           { "d0df", WIRE_OK },
                                           { "d080", WIRE_OK },
                                           { "d1ff7f", WIRE_OK },
                                           { "d18000", WIRE_OK },
                                           { "d2ffff7fff", WIRE_OK },
                                           { "d280000000", WIRE_OK },
                                           { "d3ffffffff7fffffff", WIRE_OK },
                                           { "d38000000000000000", WIRE_OK },
                                           { "d0e0", WIRE_NOT_MINIMAL },
                                           { "d0ff", WIRE_NOT_MINIMAL },
                                           { "d1ff80", WIRE_NOT_MINIMAL },
                                           { "d2ffff8000", WIRE_NOT_MINIMAL },
                                           { "d3ffffffff80000000", WIRE_NOT_MINIMAL },
                                           /* a number that is not negative in a signed form */
                                           { "d000", WIRE_NOT_MINIMAL },
                                           { "d005", WIRE_NOT_MINIMAL },
                                           { "d10100", WIRE_NOT_MINIMAL },
                                           { "d17fff", WIRE_NOT_MINIMAL },
                                           { "d27fffffff", WIRE_NOT_MINIMAL },
                                           { "d37fffffffffffffff", WIRE_NOT_MINIMAL },
                                           { "cc", WIRE_TRUNCATED },
                                           { "cd01", WIRE_TRUNCATED },
                                           { "ce010203", WIRE_TRUNCATED },
                                           { "cf01020304050607", WIRE_TRUNCATED },
                                           { "d0", WIRE_TRUNCATED },
                                           { "d1ff", WIRE_TRUNCATED },
                                           { "d2ffffff", WIRE_TRUNCATED },
                                           { "d3ffffffffffffff", WIRE_TRUNCATED } };
    CHECK(list);
}

TEST(test_headers)
{
    static const struct example list[] = { { "", WIRE_EMPTY },
                                           { "0000", WIRE_TRAILING },
                                           { "9000", WIRE_TRAILING },
                                           { "c40000", WIRE_TRAILING },
                                           { "90", WIRE_OK },
                                           { "80", WIRE_OK },
                                           { "a0", WIRE_OK },
                                           { "c400", WIRE_OK },
                                           { "c40100", WIRE_OK },
                                           { "d900", WIRE_NOT_MINIMAL },
                                           { "d90161", WIRE_NOT_MINIMAL },
                                           { "da000161", WIRE_NOT_MINIMAL },
                                           { "db0000000161", WIRE_NOT_MINIMAL },
                                           { "c5000100", WIRE_NOT_MINIMAL },
                                           { "c60000000100", WIRE_NOT_MINIMAL },
                                           { "dc000100", WIRE_NOT_MINIMAL },
                                           { "dd0000000100", WIRE_NOT_MINIMAL },
                                           { "de00010000", WIRE_NOT_MINIMAL },
                                           { "df000000010000", WIRE_NOT_MINIMAL },
                                           { "91", WIRE_TRUNCATED },
                                           { "9200", WIRE_TRUNCATED },
                                           { "81", WIRE_TRUNCATED },
                                           { "8100", WIRE_TRUNCATED },
                                           { "a161", WIRE_OK },
                                           { "a1", WIRE_TRUNCATED },
                                           { "bf61", WIRE_TRUNCATED },
                                           { "c4", WIRE_TRUNCATED },
                                           { "c40200", WIRE_TRUNCATED },
                                           { "c501", WIRE_TRUNCATED },
                                           { "c50100", WIRE_TRUNCATED },
                                           { "d920", WIRE_TRUNCATED },
                                           { "d9", WIRE_TRUNCATED },
                                           { "da01", WIRE_TRUNCATED },
                                           { "db000100", WIRE_TRUNCATED },
                                           /* headers that promise more than there can be */
                                           { "dd08000000", WIRE_TRUNCATED },
                                           { "ddffffffff", WIRE_TRUNCATED },
                                           { "dfffffffff", WIRE_TRUNCATED },
                                           { "dcffff", WIRE_TRUNCATED },
                                           { "deffff", WIRE_TRUNCATED },
                                           { "c6ffffffff", WIRE_TRUNCATED },
                                           { "dbffffffff", WIRE_TRUNCATED },
                                           { "9f00", WIRE_TRUNCATED },
                                           { "8f0000", WIRE_TRUNCATED } };
    CHECK(list);
}

TEST(test_keys)
{
    static const struct example list[] = { { "810000", WIRE_OK },
                                           { "8200000100", WIRE_OK },
                                           { "82ff000000", WIRE_OK },
                                           { "82fe00ff00", WIRE_OK },
                                           { "82d08000ff00", WIRE_OK },
                                           { "827f00cc8000", WIRE_OK },
                                           { "82cf7fffffffffffffff00cf800000000000000000", WIRE_OK },
                                           { "82ff00cfffffffffffffffff00", WIRE_OK },
                                           { "8200000000", WIRE_KEY_ORDER },
                                           { "8201000000", WIRE_KEY_ORDER },
                                           { "820000ff00", WIRE_KEY_ORDER },
                                           { "82ff00fe00", WIRE_KEY_ORDER },
                                           { "82ff00ff00", WIRE_KEY_ORDER },
                                           { "82cfffffffffffffffff00ff00", WIRE_KEY_ORDER },
                                           { "81a16100", WIRE_KEY_ORDER },
                                           { "81c4016100", WIRE_KEY_ORDER },
                                           { "819000", WIRE_KEY_ORDER },
                                           { "818000", WIRE_KEY_ORDER },
                                           /* maps side by side and inside each other each have an order of their own */
                                           { "82008101000100", WIRE_OK },
                                           { "82018100000200", WIRE_OK },
                                           { "9281010081"
                                             "0100",
                                             WIRE_OK },
                                           { "82018100000000", WIRE_KEY_ORDER } };
    CHECK(list);
}

TEST(test_utf8)
{
    static const struct example list[] = { { "a27f00", WIRE_OK },
                                           { "a2c280", WIRE_OK },
                                           { "a2dfbf", WIRE_OK },
                                           { "a3e0a080", WIRE_OK },
                                           { "a3ed9fbf", WIRE_OK },
                                           { "a3ee8080", WIRE_OK },
                                           { "a3efbfbf", WIRE_OK },
                                           { "a4f0908080", WIRE_OK },
                                           { "a4f48fbfbf", WIRE_OK },
                                           { "a180", WIRE_BAD_UTF8 },
                                           { "a1ff", WIRE_BAD_UTF8 },
                                           { "a1c3", WIRE_BAD_UTF8 },
                                           { "a2c328", WIRE_BAD_UTF8 },
                                           { "a2c080", WIRE_BAD_UTF8 },
                                           { "a2c1bf", WIRE_BAD_UTF8 },
                                           { "a3e08080", WIRE_BAD_UTF8 },
                                           { "a3e09fbf", WIRE_BAD_UTF8 },
                                           { "a3eda080", WIRE_BAD_UTF8 },
                                           { "a3edbfbf", WIRE_BAD_UTF8 },
                                           { "a4f08fbfbf", WIRE_BAD_UTF8 },
                                           { "a4f4908080", WIRE_BAD_UTF8 },
                                           { "a4f5808080", WIRE_BAD_UTF8 },
                                           { "a2e2ac", WIRE_BAD_UTF8 },
                                           { "a3e22882", WIRE_BAD_UTF8 },
                                           { "a3e28228", WIRE_BAD_UTF8 },
                                           { "a4f0288cbc", WIRE_BAD_UTF8 },
                                           { "a4f0902880", WIRE_BAD_UTF8 },
                                           { "a4f09080c0", WIRE_BAD_UTF8 },
                                           /* a character that would be whole only with the bytes of the next value */
                                           { "92a1c380", WIRE_BAD_UTF8 },
                                           /* a bin may hold anything */
                                           { "c402c328", WIRE_OK } };
    CHECK(list);
}

TEST(test_depth)
{
    static const struct example list[] = { { "919191919190", WIRE_OK },
                                           { "919191919100", WIRE_OK },
                                           { "91919191919100", WIRE_OK },
                                           { "91919191919190", WIRE_TOO_DEEP },
                                           { "9191919191919100", WIRE_TOO_DEEP },
                                           { "810081008100810081008100"
                                             "00",
                                             WIRE_OK },
                                           { "81008100810081008100810080", WIRE_TOO_DEEP },
                                           { "9291919191909191919190", WIRE_OK } };
    CHECK(list);
    uint8_t deep[ENVELOPE_MAX];
    memset(deep, 0x91, sizeof deep);
    assert_int_equal(strict_check(deep, sizeof deep), WIRE_TOO_DEEP);
}

/* 4096 values with the array itself; an envelope of exactly 64 KiB; one more of either. */
TEST(test_limits)
{
    static uint8_t bytes[ENVELOPE_MAX + 1];
    bytes[0] = 0xdc;
    bytes[1] = 0x0f;
    bytes[2] = 0xff;
    assert_int_equal(strict_check(bytes, 3 + 4095), WIRE_OK);
    bytes[1] = 0x10;
    bytes[2] = 0x00;
    assert_int_equal(strict_check(bytes, 3 + 4096), WIRE_TOO_MANY);
    memset(bytes, 0, sizeof bytes);
    bytes[0] = 0xc5;
    bytes[1] = 0xff;
    bytes[2] = 0xfd;
    assert_int_equal(strict_check(bytes, ENVELOPE_MAX), WIRE_OK);
    assert_int_equal(strict_check(bytes, ENVELOPE_MAX - 1), WIRE_TRUNCATED);
    bytes[2] = 0xfe;
    assert_int_equal(strict_check(bytes, ENVELOPE_MAX + 1), WIRE_TOO_LONG);
}

/* No prefix of a value is a value. */
TEST(test_every_truncation)
{
    static const char hex[] = "98cd0100cefffffff0d3ffffffff7fffffffa3c3b161c403000102"
                              "8205920102cc80"
                              "a0"
                              "9190d920"
                              "6161616161616161616161616161616161616161616161616161616161616161";
    uint8_t bytes[sizeof hex / 2];
    size_t size = sizeof hex / 2;
    assert_true(hex_parse(bytes, size, hex));
    assert_int_equal(check_copy(bytes, size), WIRE_OK);
    for (size_t n = 1; n < size; n++) {
        enum wire_error e = check_copy(bytes, n);
        if (e != WIRE_TRUNCATED)
            fail_msg("%zu bytes: %s", n, wire_error_text(e));
    }
}
