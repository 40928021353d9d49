/* seat_read: the bytes of a bot's envelope become fields, or are refused whole. */

#include "support/test.h"

#include "seat/seat.h"
#include "support/envelope.h"

static uint8_t zeros[64];

static void refused(const struct packer *p, enum wire_error wrong)
{
    struct from_seat f;
    memset(&f, 0xff, sizeof f);
    seat_read(&f, p->bytes, p->size, 1);
    assert_int_equal(f.kind, SEAT_MALFORMED);
    assert_int_equal(f.error, wrong);
    assert_int_equal(f.count, 0);
}

TEST(test_what_is_malformed)
{
    struct packer *p;
    struct from_seat f;
    static uint8_t long_one[ENVELOPE_MAX + 1];
    seat_read(&f, "", 0, 1);
    assert_int_equal(f.error, WIRE_EMPTY);
    seat_read(&f, long_one, sizeof long_one, 1);
    assert_int_equal(f.error, WIRE_TOO_LONG);
    p = envelope(0, SEAT_MESSAGES + 1);
    for (unsigned i = 0; i <= SEAT_MESSAGES; i++)
        pack_msg_cut(p, 0, 1, zeros);
    refused(p, WIRE_TOO_MANY);
    p = envelope(0, 1);
    pack_msg_join(p, zeros, 64, zeros, zeros); /* two anchors, one table */
    refused(p, WIRE_BAD_FIELDS);
    p = envelope(0, 1);
    pack_msg_reveal(p, zeros); /* the arbiter's to say */
    refused(p, WIRE_UNKNOWN_TYPE);
    p = envelope(0, 2);
    pack_msg_cut(p, 0, 1, zeros); /* one message short */
    refused(p, WIRE_TRUNCATED);
}

TEST(test_fields_come_through)
{
    uint8_t x[32], signature[64];
    struct from_seat f;
    struct packer *p = envelope(300, 5);
    memset(x, 7, sizeof x);
    memset(signature, 9, sizeof signature);
    pack_msg_hello(p, x, "a\nb\xc3\xb1", 12, zeros, signature);
    pack_msg_answer(p, 0, 1, 44, 55, NULL, 0, "", NULL);
    pack_msg_answer(p, 0, 1, 45, 56, (const uint16_t[]){ 0x0102, 0x0300 }, 2, "pienso", signature);
    pack_msg_cut(p, 0, 77, x);
    pack_msg_protest(p, 6, "wrong head", 13, x, signature);
    seat_read(&f, p->bytes, p->size, 1);
    assert_int_equal(f.kind, SEAT_ENVELOPE);
    assert_int_equal(f.ack, 300);
    assert_int_equal(f.count, 5);
    assert_int_equal(f.msg[0].type, MSG_HELLO);
    assert_int_equal(f.msg[0].version, PROTOCOL_VERSION);
    assert_int_equal(f.msg[0].have, 12);
    assert_memory_equal(f.msg[0].a, x, 32);
    assert_memory_equal(f.msg[0].b, zeros, 32);
    assert_memory_equal(f.msg[0].signature, signature, 64);
    assert_string_equal(f.msg[0].text, "a?b??");
    assert_int_equal(f.msg[1].seat, 1);
    assert_int_equal(f.msg[1].request, 44);
    assert_int_equal(f.msg[1].action, 55);
    assert_int_equal(f.msg[1].has_signature, 0);
    assert_int_equal(f.msg[1].signs, 0);
    assert_int_equal(f.msg[2].signs, 2);
    assert_int_equal(f.msg[2].sign[0], 0x0102);
    assert_int_equal(f.msg[2].sign[1], 0x0300);
    assert_int_equal(f.msg[2].has_signature, 1);
    assert_memory_equal(f.msg[2].signature, signature, 64);
    assert_int_equal(f.msg[3].hand, 77);
    assert_memory_equal(f.msg[3].a, x, 32);
    assert_int_equal(f.msg[4].code, 6);
    assert_string_equal(f.msg[4].text, "wrong head");
}
