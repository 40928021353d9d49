/* The chains and what is signed: each formula once more from raw bytes, and what must change a head. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "record/transcript.h"
#include "wire/codec.h"

static uint8_t id[HASH], other[HASH], key[HASH], digest[HASH];

static int setup(void **state)
{
    (void)state;
    memset(id, 0x11, HASH);
    memset(other, 0x22, HASH);
    memset(key, 0x33, HASH);
    memset(digest, 0x44, HASH);
    return 0;
}

/* H or Hk over raw bytes, straight from libsodium. */
static void raw_hash(uint8_t out[HASH], const uint8_t *k, const uint8_t *bytes, size_t size)
{
    crypto_generichash(out, HASH, bytes, size, k, k ? HASH : 0);
}

/* --- chains ----------------------------------------------------------------------------------- */

static void test_starts(void **state)
{
    (void)state;
    struct chain c;
    uint8_t bytes[16 + 32 + 1] = "fiel/pub0", want[HASH];
    memcpy(bytes + 16, id, HASH);
    raw_hash(want, NULL, bytes, 48);
    chain_public(&c, id);
    assert_memory_equal(c.head, want, HASH);
    assert_int_equal(c.seq, 0);
    memcpy(bytes, "fiel/view0", 11);
    bytes[48] = 5;
    raw_hash(want, key, bytes, 49);
    chain_view(&c, key, id, 5);
    assert_memory_equal(c.head, want, HASH);
    assert_int_equal(c.seq, 0);
}

static void test_link(void **state)
{
    (void)state;
    struct chain c;
    uint8_t bytes[16 + 32 + 8 + 1 + 32] = "fiel/link", want[HASH];
    chain_public(&c, id);
    c.seq = 0x0102030405060708;
    memcpy(bytes + 16, c.head, HASH);
    for (unsigned i = 0; i < 8; i++)
        bytes[48 + i] = (uint8_t)(i + 1);
    bytes[56] = MSG_ACT;
    memcpy(bytes + 57, digest, HASH);
    raw_hash(want, NULL, bytes, sizeof bytes);
    chain_link(&c, MSG_ACT, digest);
    assert_memory_equal(c.head, want, HASH);
    assert_true(c.seq == 0x0102030405060709);
}

/* Another message, type, order or place gives another head. */
static void test_heads_differ(void **state)
{
    (void)state;
    struct chain c[5];
    for (unsigned i = 0; i < 5; i++)
        chain_public(&c[i], id);
    chain_link(&c[0], 1, digest);
    chain_link(&c[0], 2, other);
    chain_link(&c[1], 2, other);
    chain_link(&c[1], 1, digest);
    chain_link(&c[2], 1, digest);
    chain_link(&c[2], 1, other);
    chain_link(&c[3], 1, digest);
    c[4].seq = 1;
    chain_link(&c[4], 1, digest);
    for (unsigned i = 0; i < 5; i++)
        for (unsigned k = 0; k < i; k++)
            assert_memory_not_equal(c[i].head, c[k].head, HASH);
    struct chain a, b;
    chain_view(&a, key, id, 0);
    chain_view(&b, key, id, 1);
    assert_memory_not_equal(a.head, b.head, HASH);
    chain_view(&b, other, id, 0);
    assert_memory_not_equal(a.head, b.head, HASH);
}

/* --- signed messages -------------------------------------------------------------------------- */

/* Bytes as DEAL.md lists them: hex of small fields, 'M' for the match id, 'O', 'D' for other hashes. */
static void expect_bytes(const struct message *m, const char *tag, const char *rest)
{
    uint8_t want[DIGEST_MAX] = { 0 };
    size_t at = TAG;
    memcpy(want, tag, strlen(tag));
    for (const char *s = rest; *s; s++) {
        if (*s == ' ')
            continue;
        if (*s == 'M' || *s == 'O' || *s == 'D') {
            memcpy(want + at, *s == 'M' ? id : *s == 'O' ? other : digest, HASH);
            at += HASH;
        } else {
            char two[3] = { s[0], s[1], 0 };
            assert_true(hex_parse(want + at++, 1, two));
            s++;
        }
    }
    assert_int_equal(m->size, at);
    assert_memory_equal(m->bytes, want, at);
}

static void test_signed_bytes(void **state)
{
    (void)state;
    static const uint32_t tables[2] = { 1, 2 }, hands[2] = { 3, 0x01020304 };
    uint8_t lists[2][HASH], anchors[2 * HASH];
    const uint16_t score[2] = { 29, 0x0102 };
    struct message m;
    memcpy(lists[0], other, HASH);
    memcpy(lists[1], digest, HASH);
    memcpy(anchors, lists, sizeof anchors);
    sealed_message(&m, id, 2, tables, hands, (const uint8_t(*)[HASH])lists);
    expect_bytes(&m, "fiel/seal", "M 00000002 00000001 00000003 O 00000002 01020304 D");
    join_message(&m, id, 1, 1, anchors);
    expect_bytes(&m, "fiel/join", "M 01 00000001 O");
    uint8_t all[HASH];
    hash_bytes(all, anchors, sizeof anchors);
    join_message(&m, id, 1, 2, anchors);
    assert_memory_equal(m.bytes + m.size - HASH, all, HASH);
    m.size -= HASH;
    expect_bytes(&m, "fiel/join", "M 01 00000002");
    hands_end_message(&m, id, 1, 70000, other, digest);
    expect_bytes(&m, "fiel/hands-end", "M 01 00011170 O D");
    hand_end_message(&m, id, SIGNER_ARBITER, 1, 300, other, score, 2, digest);
    expect_bytes(&m, "fiel/hand-end", "M ff 00000001 00000001 0000012c O 001d 0102 D");
    hello_message(&m, id, 258, digest);
    expect_bytes(&m, "fiel/hello", "M 0000000000000102 D");
    action_message(&m, id, 1, 2, 3, 0x0116, (const uint16_t[]){ 0x0402 }, 1, digest);
    expect_bytes(&m, "fiel/action", "M 01 00000002 00000003 0116 01 0402 D");
    replay_message(&m, id, digest);
    expect_bytes(&m, "fiel/replay", "M D");
    memset(id, 0, HASH); /* the first HELLO knows no match yet */
    hello_message(&m, NULL, 0, digest);
    expect_bytes(&m, "fiel/hello", "M 0000000000000000 D");
}

/* What is long is signed as its hash. */
static void test_signed_hashes(void **state)
{
    (void)state;
    uint8_t long_bytes[5000];
    struct message m;
    memset(long_bytes, 7, sizeof long_bytes);
    raw_hash(digest, NULL, long_bytes, sizeof long_bytes);
    open_message(&m, long_bytes, sizeof long_bytes);
    expect_bytes(&m, "fiel/open", "D");
    result_message(&m, id, long_bytes, sizeof long_bytes);
    expect_bytes(&m, "fiel/result", "M D");
}

static void test_signatures(void **state)
{
    (void)state;
    uint8_t public_key[KEY_PUBLIC], secret[KEY_SECRET], sig[SIGNATURE];
    struct message m;
    crypto_sign_seed_keypair(public_key, secret, key);
    hello_message(&m, id, 1, digest);
    sign_message(sig, secret, &m);
    assert_true(verify_message(sig, public_key, &m));
    for (size_t i = 0; i < m.size; i++) {
        m.bytes[i] ^= 0x80;
        assert_false(verify_message(sig, public_key, &m));
        m.bytes[i] ^= 0x80;
    }
    for (size_t i = 0; i < SIGNATURE; i++) {
        sig[i] ^= 1;
        assert_false(verify_message(sig, public_key, &m));
        sig[i] ^= 1;
    }
    public_key[0] ^= 1;
    assert_false(verify_message(sig, public_key, &m));
}

/* The longest messages that the protocol allows fit. */
static void test_longest(void **state)
{
    (void)state;
    enum { SEALS = ENVELOPE_MAX / (24 * HASH) }; /* packs of 24 cards in one envelope */
    static uint8_t anchors[TABLES_MAX * HASH], lists[SEALS][HASH];
    static uint32_t numbers[SEALS];
    struct message m;
    join_message(&m, id, 0, TABLES_MAX, anchors);
    assert_int_equal(m.size, 16 + 32 + 1 + 4 + HASH);
    sealed_message(&m, id, SEALS, numbers, numbers, (const uint8_t(*)[HASH])lists);
    assert_int_equal(m.size, 16 + 32 + 4 + SEALS * 40);
}

int main(void)
{
    if (sodium_init() < 0)
        return 3;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_starts, setup),        cmocka_unit_test_setup(test_link, setup),
        cmocka_unit_test_setup(test_heads_differ, setup),  cmocka_unit_test_setup(test_signed_bytes, setup),
        cmocka_unit_test_setup(test_signed_hashes, setup), cmocka_unit_test_setup(test_signatures, setup),
        cmocka_unit_test_setup(test_longest, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
