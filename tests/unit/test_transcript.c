/* The chains and what is signed: each formula once more from raw bytes, and what must change a head. */

#include "support/test.h"
#include <sodium.h>

#include "record/transcript.h"
#include "vectors.h"

static uint8_t id[HASH], other[HASH], key[HASH], digest[HASH];

static int setup(STATE)
{
    memset(id, 0x11, HASH);
    memset(other, 0x22, HASH);
    memset(key, 0x33, HASH);
    memset(digest, 0x44, HASH);
    return 0;
}

/* H over raw bytes, straight from libsodium. */
static void raw_hash(uint8_t out[HASH], const uint8_t *bytes, size_t size)
{
    crypto_generichash(out, HASH, bytes, size, NULL, 0);
}

/* --- chains ----------------------------------------------------------------------------------- */

TEST_WITH(test_starts, setup, NULL)
{
    struct chain c;
    uint8_t pub[16 + 32] = "fiel/pub0", view[16 + 32 + 32 + 1] = "fiel/view0", want[HASH];
    memcpy(pub + 16, id, HASH);
    raw_hash(want, pub, sizeof pub);
    chain_public(&c, id);
    assert_memory_equal(c.head, want, HASH);
    assert_int_equal(c.seq, 0);
    memcpy(view + 16, key, HASH);
    memcpy(view + 48, id, HASH);
    view[80] = 5;
    raw_hash(want, view, sizeof view);
    chain_view(&c, key, id, 5);
    assert_memory_equal(c.head, want, HASH);
    assert_int_equal(c.seq, 0);
}

static void counting_up(uint8_t seq[8])
{
    for (unsigned i = 0; i < 8; i++)
        seq[i] = (uint8_t)(i + 1);
}

TEST_WITH(test_links, setup, NULL)
{
    enum { LONG = 5000 };
    static uint8_t pub[16 + 32 + 8 + LONG] = "fiel/pub", view[16 + 64 + 8 + LONG] = "fiel/view", told[LONG];
    struct chain p, v;
    uint8_t want[HASH], before[HASH];
    chain_public(&p, id);
    chain_view(&v, key, id, 1);
    p.seq = v.seq = 0x0102030405060708;
    memset(told, 7, sizeof told);
    memcpy(pub + 16, p.head, HASH);
    counting_up(pub + 48);
    memcpy(pub + 56, told, LONG);
    memcpy(view + 16, v.head, HASH);
    memcpy(view + 48, p.head, HASH);
    counting_up(view + 80);
    memcpy(view + 88, told, LONG);
    memcpy(before, p.head, HASH);
    chain_link_private(&v, &p, told, LONG);
    raw_hash(want, view, sizeof view);
    assert_memory_equal(v.head, want, HASH);
    assert_true(v.seq == 0x0102030405060709 && p.seq == 0x0102030405060708);
    assert_memory_equal(p.head, before, HASH);
    chain_link_public(&p, told, LONG);
    raw_hash(want, pub, sizeof pub);
    assert_memory_equal(p.head, want, HASH);
    assert_true(p.seq == 0x0102030405060709);
}

/* Another message, order, place or whom it was told gives another head of the party. */
TEST_WITH(test_heads_differ, setup, NULL)
{
    enum { WAYS = 8 };
    struct chain p[WAYS], v[WAYS];
    uint8_t head[WAYS][HASH];
    for (unsigned i = 0; i < WAYS; i++) {
        chain_public(&p[i], id);
        chain_view(&v[i], key, id, 0);
    }
    chain_link_public(&p[0], digest, 2);
    chain_link_public(&p[0], other, 2);
    chain_link_public(&p[1], other, 2);
    chain_link_public(&p[1], digest, 2);
    chain_link_public(&p[2], digest, 2);
    chain_link_private(&v[2], &p[2], other, 2);
    chain_link_private(&v[3], &p[3], other, 2); /* told before what is public, not behind it */
    chain_link_public(&p[3], digest, 2);
    chain_link_public(&p[4], digest, 2);
    p[5].seq = 1;
    chain_link_public(&p[5], digest, 2);
    chain_view(&v[6], key, id, 1);
    chain_view(&v[7], other, id, 0);
    for (unsigned i = 0; i < WAYS; i++)
        chain_have(head[i], &v[i], &p[i]);
    for (unsigned i = 0; i < WAYS; i++)
        for (unsigned k = 0; k < i; k++)
            assert_memory_not_equal(head[i], head[k], HASH);
}

/* --- signed messages -------------------------------------------------------------------------- */

/* Bytes as DEAL.md lists them: hex of small fields, 'M' for the match id, 'O', 'D' for other hashes, 'E' for that of nothing. */
static void expect_bytes(const struct message *m, const char *tag, const char *rest)
{
    uint8_t want[DIGEST_MAX] = { 0 }, empty[HASH];
    size_t at = TAG;
    memcpy(want, tag, strlen(tag));
    hash_bytes(empty, "", 0);
    for (const char *s = rest; *s; s++) {
        if (*s == ' ')
            continue;
        if (*s == 'M' || *s == 'O' || *s == 'D' || *s == 'E') {
            memcpy(want + at, *s == 'M' ? id : *s == 'O' ? other : *s == 'E' ? empty : digest, HASH);
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

TEST_WITH(test_signed_bytes, setup, NULL)
{
    static const uint32_t tables[2] = { 1, 2 }, hands[2] = { 3, 0x01020304 };
    uint8_t lists[2][HASH], anchors[2 * HASH];
    struct message m;
    memcpy(lists[0], other, HASH);
    memcpy(lists[1], digest, HASH);
    memcpy(anchors, lists, sizeof anchors);
    sealed_message(&m, id, 2, tables, hands, (const uint8_t(*)[HASH])lists);
    expect_bytes(&m, "fiel/seal", "M 00000002 00000001 00000003 O 00000002 01020304 D");
    for (uint32_t n = 1; n <= 2; n++) {
        uint8_t all[HASH];
        hash_bytes(all, anchors, n * HASH);
        join_message(&m, id, 1, n, anchors, digest);
        assert_memory_equal(m.bytes + m.size - 2 * HASH, all, HASH);
        memmove(m.bytes + m.size - 2 * HASH, digest, HASH);
        m.size -= HASH;
        expect_bytes(&m, "fiel/join", n == 1 ? "M 01 00000001 D" : "M 01 00000002 D");
    }
    struct chain p = { .seq = 0x0102030405060708 };
    memcpy(p.head, other, HASH);
    hands_signed_message(&m, id, 1, 70000, &p, id, digest);
    expect_bytes(&m, "fiel/hands-end", "M 01 00011170 0102030405060708 O M D");
    hello_message(&m, id, 258, digest);
    expect_bytes(&m, "fiel/hello", "M 0000000000000102 D");
    action_message(&m, id, 1, 2, 3, 0x0116, (const uint16_t[]){ 0x0402 }, 1, "", 0, digest);
    expect_bytes(&m, "fiel/action", "M 01 00000002 00000003 0116 01 0402 E D");
    replay_message(&m, id, digest);
    expect_bytes(&m, "fiel/replay", "M D");
}

/* --- the vectors ------------------------------------------------------------------------------ */

static size_t bytes_of(uint8_t *out, size_t room, const json_t *j)
{
    size_t size = strlen(json_string_value(j)) / 2;
    assert_true(size <= room);
    hex_of(out, size, j);
    return size;
}

/* Everything of one line that a chain or a signature needs, as it stands after the last message. */
struct told {
    struct chain pub, view[PARTIES_MAX];
    uint8_t first_view[PARTIES_MAX][HASH], have[PARTIES_MAX][HASH], views[HASH];
};

static void follow(const struct vector *v, struct told *t)
{
    uint8_t want[HASH], bytes[512], all[PARTIES_MAX * HASH];
    json_t *step;
    size_t at;
    chain_public(&t->pub, v->match_id);
    for (unsigned p = 0; p < v->parties; p++) {
        hex_item(v, "view_key", p, want);
        chain_view(&t->view[p], want, v->match_id, p);
        memcpy(t->first_view[p], t->view[p].head, HASH);
    }
    assert_true(json_array_size(field(v, "transcript")) > 0);
    json_array_foreach(field(v, "transcript"), at, step)
    {
        const json_t *to = json_object_get(step, "to");
        size_t size = bytes_of(bytes, sizeof bytes, json_object_get(step, "bytes"));
        if (json_is_integer(to))
            chain_link_private(&t->view[json_integer_value(to)], &t->pub, bytes, size);
        else
            chain_link_public(&t->pub, bytes, size);
        hex_of(want, HASH, json_object_get(step, "P"));
        assert_hash(t->pub.head, want);
        for (unsigned p = 0; p < v->parties; p++) {
            hex_of(want, HASH, json_array_get(json_object_get(step, "V"), p));
            assert_hash(t->view[p].head, want);
            chain_have(t->have[p], &t->view[p], &t->pub);
            hex_of(want, HASH, json_array_get(json_object_get(step, "have"), p));
            assert_hash(t->have[p], want);
        }
    }
    for (unsigned p = 0; p < v->parties; p++)
        memcpy(all + p * HASH, t->view[p].head, HASH);
    hash_bytes(t->views, all, v->parties * (size_t)HASH);
}

static void check_transcript(const struct vector *v)
{
    struct told t;
    follow(v, &t);
    expect(v, "views", t.views);
}

TEST(test_transcripts) { each_vector(check_transcript); }

/* The bytes that are signed under this name, by whom. */
static void signed_bytes(const struct vector *v, const struct told *t, const char *what, unsigned by,
                         const uint8_t *told, struct message *m)
{
    static const uint8_t nothing[HASH];
    static const char text[] = "the head is another";
    uint8_t one[HASH], long_one[512], lists[1][HASH];
    uint16_t signs[8];
    if (!strcmp(what, "HELLO first")) {
        hex_field(v, "curve_server", one);
        hello_message(m, one, 0, nothing);
    } else if (!strcmp(what, "HELLO again")) {
        hello_message(m, v->match_id, 5, t->have[by]);
    } else if (!strcmp(what, "JOIN")) {
        hex_item(v, "anchor", by, one);
        join_message(m, v->match_id, by, 1, one, t->first_view[by]);
    } else if (!strcmp(what, "OPEN")) {
        open_message(m, long_one, bytes_of(long_one, sizeof long_one, field(v, "open")));
    } else if (!strcmp(what, "SEAL")) {
        hex_field(v, "L", lists[0]);
        sealed_message(m, v->match_id, 1, &v->table, &v->hand, (const uint8_t(*)[HASH])lists);
    } else if (!strcmp(what, "HANDS_END") || !strcmp(what, "HAND_SIGN")) {
        hex_field(v, "checkpoint", one);
        hands_signed_message(m, v->match_id, by, v->hand, &t->pub, t->views, one);
    } else if (!strcmp(what, "ANSWER")) {
        for (unsigned i = 0; i < told[59]; i++) /* how many signs there are, and which, stands in the vector alone */
            signs[i] = (uint16_t)(told[60 + 2 * i] << 8 | told[61 + 2 * i]);
        action_message(m, v->match_id, by, v->table, 7, 258, signs, told[59], "paciencia", 9, t->view[by].head);
    } else if (!strcmp(what, "PROTEST")) {
        uint64_t have = 0;
        for (unsigned i = 0; i < 8; i++) /* likewise */
            have = have << 8 | told[49 + i];
        protest_message(m, v->match_id, by, have, t->have[by], 4, text, sizeof text - 1);
    } else if (!strcmp(what, "RESULT")) {
        result_message(m, v->match_id, long_one, bytes_of(long_one, sizeof long_one, field(v, "result")));
    } else {
        fail_msg("nobody signs a %s", what);
    }
}

static void check_signed(const struct vector *v)
{
    struct told t;
    json_t *item;
    size_t at;
    follow(v, &t);
    assert_int_equal(json_array_size(field(v, "signed")), 10);
    json_array_foreach(field(v, "signed"), at, item)
    {
        const char *what = json_string_value(json_object_get(item, "what"));
        unsigned by = number_of(item, "by");
        uint8_t told[512], seed[32], public_key[KEY_PUBLIC], secret[KEY_SECRET], made[SIGNATURE], want[SIGNATURE];
        struct message m;
        size_t size = bytes_of(told, sizeof told, json_object_get(item, "bytes"));
        signed_bytes(v, &t, what, by, told, &m);
        if (m.size != size || memcmp(m.bytes, told, size))
            fail_msg("other bytes are signed as %s", what);
        hex_of(seed, sizeof seed,
               by == SIGNER_ARBITER ? field(v, "arbiter_seed") : json_array_get(field(v, "party_seeds"), by));
        crypto_sign_seed_keypair(public_key, secret, seed);
        sign_message(made, secret, &m);
        hex_of(want, SIGNATURE, json_object_get(item, "signature"));
        assert_memory_equal(made, want, SIGNATURE);
        assert_true(verify_message(want, public_key, &m));
    }
}

TEST(test_signed_vectors) { each_vector(check_signed); }

/* --- what is long and what does not hold ------------------------------------------------------- */

/* What is long is signed as its hash. */
TEST_WITH(test_signed_hashes, setup, NULL)
{
    uint8_t long_bytes[5000];
    struct message m;
    memset(long_bytes, 7, sizeof long_bytes);
    raw_hash(digest, long_bytes, sizeof long_bytes);
    open_message(&m, long_bytes, sizeof long_bytes);
    expect_bytes(&m, "fiel/open", "D");
    result_message(&m, id, long_bytes, sizeof long_bytes);
    expect_bytes(&m, "fiel/result", "M D");
}

TEST_WITH(test_signatures, setup, NULL)
{
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
TEST_WITH(test_longest, setup, NULL)
{
    enum { SEALS = ENVELOPE_MAX / (24 * HASH) }; /* packs of 24 cards in one envelope */
    static uint8_t anchors[TABLES_MAX * HASH], lists[SEALS][HASH];
    static uint32_t numbers[SEALS];
    struct message m;
    join_message(&m, id, 0, TABLES_MAX, anchors, digest);
    assert_int_equal(m.size, 16 + 32 + 1 + 4 + 2 * HASH);
    sealed_message(&m, id, SEALS, numbers, numbers, (const uint8_t(*)[HASH])lists);
    assert_int_equal(m.size, 16 + 32 + 4 + SEALS * 40);
}
