/* Packing and reading against msgpack-c: the same bytes, and nothing accepted that it reads otherwise. */

#include "support/test.h"
#include <msgpack.h>

#include "support/random.h"
#include "support/pack_map.h"
#include "wire/strict.h"

enum { ROUNDS = 20000, ROOM = 70000 };

/* --- the packer writes what msgpack-c writes -------------------------------------------------- */

static uint8_t ours[ROOM];

static void same_bytes(const struct packer *p, msgpack_sbuffer *theirs)
{
    assert_false(p->bad);
    assert_int_equal(p->size, theirs->size);
    assert_memory_equal(p->bytes, theirs->data, p->size);
    msgpack_sbuffer_clear(theirs);
}

static void check_int(uint64_t v, msgpack_sbuffer *b, msgpack_packer *pk)
{
    struct packer p;
    struct reader r;
    pack_start(&p, ours, ROOM);
    pack_uint(&p, v);
    msgpack_pack_uint64(pk, v);
    same_bytes(&p, b);
    read_start(&r, ours, p.size);
    assert_true(read_uint(&r, UINT64_MAX) == v && read_done(&r));
    pack_start(&p, ours, ROOM);
    pack_int(&p, (int64_t)v);
    msgpack_pack_int64(pk, (int64_t)v);
    same_bytes(&p, b);
    read_start(&r, ours, p.size);
    assert_true(read_int(&r) == (int64_t)v && read_done(&r));
}

TEST(test_integers)
{
    struct random rnd = { 1 };
    msgpack_sbuffer b;
    msgpack_packer pk;
    msgpack_sbuffer_init(&b);
    msgpack_packer_init(&pk, &b, msgpack_sbuffer_write);
    for (unsigned bit = 0; bit < 64; bit++)
        for (uint64_t d = 0; d < 5; d++) {
            check_int((UINT64_C(1) << bit) + d - 2, &b, &pk);
            check_int(0 - (UINT64_C(1) << bit) + d - 2, &b, &pk);
        }
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t v = random_wide(&rnd);
        check_int(v, &b, &pk);
        check_int(0 - v, &b, &pk);
    }
    msgpack_sbuffer_destroy(&b);
}

/* Every length at which a header changes, and its neighbours. */
static const size_t lengths[] = { 0, 1, 15, 16, 17, 31, 32, 33, 255, 256, 257, 4000, 65535, 65536, 65537 };

TEST(test_lengths)
{
    static char text[ROOM];
    msgpack_sbuffer b;
    msgpack_packer pk;
    msgpack_sbuffer_init(&b);
    msgpack_packer_init(&pk, &b, msgpack_sbuffer_write);
    memset(text, 'x', sizeof text);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        size_t n = lengths[i], got;
        struct packer p;
        struct reader r;
        pack_start(&p, ours, ROOM);
        pack_bin(&p, text, n);
        msgpack_pack_bin(&pk, n);
        msgpack_pack_bin_body(&pk, text, n);
        same_bytes(&p, &b);
        read_start(&r, ours, p.size);
        assert_non_null(read_bin(&r, &got));
        assert_true(got == n && read_done(&r));
        text[n] = '\0';
        pack_start(&p, ours, ROOM);
        pack_str(&p, text);
        msgpack_pack_str(&pk, n);
        msgpack_pack_str_body(&pk, text, n);
        same_bytes(&p, &b);
        read_start(&r, ours, p.size);
        assert_non_null(read_str(&r, &got));
        assert_true(got == n && read_done(&r));
        text[n] = 'x';
        pack_start(&p, ours, ROOM);
        pack_array(&p, n);
        pack_map(&p, n);
        msgpack_pack_array(&pk, n);
        msgpack_pack_map(&pk, n);
        same_bytes(&p, &b);
    }
    msgpack_sbuffer_destroy(&b);
}

/* --- both sides are sticky -------------------------------------------------------------------- */

TEST(test_no_room)
{
    struct packer p;
    uint8_t small[8];
    for (size_t cap = 0; cap < 7; cap++) {
        memset(small, 0xee, sizeof small);
        pack_start(&p, small, cap);
        pack_array(&p, 2);
        pack_bin(&p, "abc", 3); /* 1 + 2 + 3, then a number */
        pack_uint(&p, 1);
        assert_true(p.bad);
        assert_true(p.size <= cap);
        for (size_t i = cap; i < sizeof small; i++)
            assert_int_equal(small[i], 0xee);
    }
    pack_start(&p, small, 7);
    pack_array(&p, 2);
    pack_bin(&p, "abc", 3);
    pack_uint(&p, 1);
    assert_false(p.bad);
    pack_start(&p, small, 8);
    pack_str(&p, "\xc3(");
    assert_true(p.bad);
}

TEST(test_reader_sticks)
{
    static const uint8_t bytes[] = { 0x93, 0x05, 0xa1, 'x', 0x07 };
    struct reader r;
    size_t n;
    char text[4];
    read_start(&r, bytes, sizeof bytes);
    assert_int_equal(read_array(&r, 3), 3);
    assert_int_equal(read_uint(&r, 4), 0);
    assert_true(r.bad && r.range);
    assert_null(read_str(&r, &n));
    assert_int_equal(read_uint(&r, 100), 0);
    assert_int_equal(read_int(&r), 0);
    assert_null(read_value(&r, &n));
    read_text(&r, text, sizeof text);
    assert_string_equal(text, "");
    assert_false(read_done(&r));
    read_start(&r, bytes, sizeof bytes);
    assert_int_equal(read_array(&r, 2), 0);
    assert_true(r.bad);
    read_start(&r, bytes, sizeof bytes);
    assert_int_equal(read_uint(&r, 100), 0);
    assert_true(r.bad && !r.range);
}

TEST(test_text)
{
    static const uint8_t with_nul[] = { 0xa3, 'a', 0, 'b' }, four[] = { 0xa4, 'a', 'b', 'c', 'd' };
    struct reader r;
    char text[5];
    read_start(&r, with_nul, sizeof with_nul);
    read_text(&r, text, sizeof text);
    assert_true(r.bad);
    read_start(&r, four, sizeof four);
    read_text(&r, text, 4);
    assert_true(r.bad);
    read_start(&r, four, sizeof four);
    read_text(&r, text, 5);
    assert_true(read_done(&r));
    assert_string_equal(text, "abcd");
}

/* --- the checker against msgpack-c over mutated values ---------------------------------------- */

static void random_text(struct random *rnd, char *text, unsigned max)
{
    static const char *const pieces[] = { "a", "ñ", "€", "\xf0\x9f\x82\xa1", "Z" };
    unsigned n = random_below(rnd, max / 4);
    text[0] = '\0';
    for (unsigned i = 0; i < n; i++)
        strcat(text, pieces[random_below(rnd, 5)]);
}

/* A random canonical value. */
static void random_value(struct random *rnd, struct packer *p, unsigned depth)
{
    uint8_t bytes[300];
    char text[300];
    unsigned n = random_below(rnd, random_below(rnd, 8) == 0 ? 20 : 5);
    uint64_t key = random_wide(rnd) / 2;
    switch (random_below(rnd, depth > 0 ? 6 : 4)) {
    case 0: pack_uint(p, random_wide(rnd)); break;
    case 1: pack_int(p, (int64_t)(0 - random_wide(rnd) / 2)); break;
    case 2:
        n = random_below(rnd, sizeof bytes);
        random_fill(rnd, bytes, n);
        pack_bin(p, bytes, n);
        break;
    case 3:
        random_text(rnd, text, sizeof text);
        pack_str(p, text);
        break;
    case 4:
        pack_array(p, n);
        for (unsigned i = 0; i < n; i++)
            random_value(rnd, p, depth - 1);
        break;
    default:
        pack_map(p, n);
        for (unsigned i = 0; i < n; i++, key += 1 + random_below(rnd, 300)) {
            pack_uint(p, key);
            random_value(rnd, p, depth - 1);
        }
    }
}

static void mutate(struct random *rnd, uint8_t *bytes, size_t *size)
{
    size_t at = random_below(rnd, (unsigned)*size);
    switch (random_below(rnd, 5)) {
    case 0: bytes[at] ^= (uint8_t)(1u << random_below(rnd, 8)); break;
    case 1: bytes[at] = (uint8_t)random_next(rnd); break;
    case 2: bytes[at] = (uint8_t)(0xc0 + random_below(rnd, 32)); break;
    case 3: *size = at + 1; break;
    default: memmove(bytes + at + 1, bytes + at, *size - at); ++*size;
    }
}

/* Accepted means: msgpack-c accepts too, takes every byte, and packs the same bytes again. */
static void check_accepted(const uint8_t *bytes, size_t size)
{
    msgpack_zone zone;
    msgpack_object o;
    msgpack_sbuffer again;
    msgpack_packer pk;
    struct reader r;
    size_t off = 0, skipped;
    msgpack_zone_init(&zone, 2048);
    assert_int_equal(msgpack_unpack((const char *)bytes, size, &off, &zone, &o), MSGPACK_UNPACK_SUCCESS);
    assert_int_equal(off, size);
    msgpack_sbuffer_init(&again);
    msgpack_packer_init(&pk, &again, msgpack_sbuffer_write);
    msgpack_pack_object(&pk, o);
    assert_int_equal(again.size, size);
    assert_memory_equal(again.data, bytes, size);
    msgpack_sbuffer_destroy(&again);
    msgpack_zone_destroy(&zone);
    read_start(&r, bytes, size);
    assert_ptr_equal(read_value(&r, &skipped), bytes);
    assert_int_equal(skipped, size);
}

/* A reader over bytes that were not checked must stay inside them all the same. */
static void read_blindly(const uint8_t *bytes, size_t size)
{
    struct reader r;
    size_t n;
    read_start(&r, bytes, size);
    const uint8_t *v = read_value(&r, &n);
    assert_true(v == NULL ? r.bad : n <= size);
    read_start(&r, bytes, size);
    while (!r.bad && r.at < r.end)
        switch (*r.at >> 4) {
        case 0xa:
        case 0xb: read_str(&r, &n); break;
        case 0xc:
            if (*r.at < 0xcc)
                read_bin(&r, &n);
            else
                read_uint(&r, UINT64_MAX);
            break;
        case 0xd:
            if (*r.at < 0xd4)
                read_int(&r);
            else if (*r.at < 0xdc)
                read_str(&r, &n);
            else
                read_array(&r, 99);
            break;
        case 0x9: read_array(&r, 99); break;
        default: read_int(&r);
        }
}

TEST(test_against_msgpack_c)
{
    static uint8_t bytes[ROOM];
    struct random rnd = { 2 };
    unsigned accepted = 0, refused = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct packer p;
        pack_start(&p, bytes, ENVELOPE_MAX / 2);
        random_value(&rnd, &p, DEPTH_MAX - 1);
        if (p.bad)
            continue;
        assert_int_equal(strict_check(bytes, p.size), WIRE_OK);
        check_accepted(bytes, p.size);
        size_t size = p.size;
        for (unsigned k = random_below(&rnd, 4); k > 0; k--)
            mutate(&rnd, bytes, &size);
        if (strict_check(bytes, size) == WIRE_OK) {
            check_accepted(bytes, size);
            accepted++;
        } else {
            refused++;
        }
        read_blindly(bytes, size);
    }
    assert_true(accepted > ROUNDS / 10 && refused > ROUNDS / 10);
}
