/* stored: a record that zstd packed, or that is kept without what follows from its seed, is the same record, and what is no whole one
 * is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "stored/kept.h"
#include "stored/stored.h"

enum { ROOM = 1 << 16, MOST = 1 << 20 };

static struct replay plain;
static uint8_t packed[ROOM];
static size_t packed_size;

static int pack_example(void **state)
{
    (void)state;
    assert_int_equal(replay_load(&plain, "tests/vectors/example.replay"), 0);
    packed_size = ZSTD_compress(packed, ROOM, plain.bytes, plain.size, 3);
    return ZSTD_isError(packed_size) ? -1 : 0;
}

static int let_go(void **state)
{
    (void)state;
    replay_unload(&plain);
    return 0;
}

static void assert_example(struct replay *r)
{
    assert_int_equal(r->size, plain.size);
    assert_memory_equal(r->bytes, plain.bytes, plain.size);
    replay_unload(r);
}

static void assert_refused(const void *bytes, size_t size, size_t most, const char *sentence)
{
    struct replay r;
    const char *why = NULL;
    assert_int_equal(stored_unpack(&r, bytes, size, most, &why), -1);
    assert_non_null(strstr(why, sentence));
    assert_null(r.bytes);
    assert_null(r.heap);
}

/* By what it is, whatever its name says. */
static void from_a_file(void **state)
{
    char path[] = "/tmp/fiel-t-stored-XXXXXX";
    struct replay r;
    const char *why = NULL;
    (void)state;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, packed, packed_size), packed_size);
    assert_int_equal(close(fd), 0);
    assert_int_equal(stored_load(&r, path, &why), 0);
    assert_example(&r);
    assert_int_equal(stored_load(&r, "tests/vectors/example.replay", &why), 0);
    assert_example(&r);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(stored_load(&r, path, &why), -1);
    assert_string_equal(why, "No such file or directory");
}

/* zstd packs a long file, or several, into frames one behind the other. */
static void in_two_frames(void **state)
{
    static uint8_t both[ROOM];
    struct replay r;
    const char *why = NULL;
    (void)state;
    size_t half = plain.size / 2, first = ZSTD_compress(both, ROOM, plain.bytes, half, 1);
    size_t second = ZSTD_compress(both + first, ROOM - first, plain.bytes + half, plain.size - half, 1);
    assert_int_equal(stored_unpack(&r, both, first + second, MOST, &why), 0);
    assert_example(&r);
}

static void cut_short(void **state)
{
    (void)state;
    for (size_t size = 4; size < packed_size; size++)
        assert_refused(packed, size, MOST, "it is cut short");
}

static void damaged(void **state)
{
    (void)state;
    static uint8_t other[ROOM];
    memcpy(other, packed, packed_size);
    memcpy(other + packed_size, "behind", 6);
    assert_refused(other, packed_size + 6, MOST, "it is damaged");
    for (size_t i = 4; i < packed_size; i++) { /* whatever that makes of it, it ends */
        struct replay r;
        const char *why;
        other[i] ^= 0x55;
        if (stored_unpack(&r, other, packed_size, MOST, &why) == 0)
            replay_unload(&r);
        other[i] ^= 0x55;
    }
}

/* A few hundred bytes that would be megabytes, with and without their size in front. */
static void too_long(void **state)
{
    static uint8_t bomb[ROOM], zeros[1 << 16];
    (void)state;
    for (unsigned told = 0; told < 2; told++) {
        ZSTD_CCtx *c = ZSTD_createCCtx();
        ZSTD_outBuffer out = { bomb, ROOM, 0 };
        if (told)
            assert_false(ZSTD_isError(ZSTD_CCtx_setPledgedSrcSize(c, MOST + sizeof zeros)));
        for (size_t i = 0; i <= MOST / sizeof zeros; i++) {
            ZSTD_inBuffer in = { zeros, sizeof zeros, 0 };
            bool last = i == MOST / sizeof zeros;
            assert_false(ZSTD_isError(ZSTD_compressStream2(c, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue)));
            assert_int_equal(in.pos, in.size);
        }
        ZSTD_freeCCtx(c);
        assert_true(out.pos < 1000);
        assert_refused(bomb, out.pos, MOST, "more bytes than a record may have");
        assert_refused(bomb, 20, MOST, told ? "more bytes" : "cut short"); /* where it says so, nothing is unpacked */
        struct replay r;
        const char *why;
        assert_int_equal(stored_unpack(&r, bomb, out.pos, MOST + sizeof zeros, &why), 0);
        assert_int_equal(r.size, MOST + sizeof zeros);
        replay_unload(&r);
    }
}

/* --- what is kept --------------------------------------------------------------------------------------- */

static uint8_t *keep_example(size_t *size)
{
    uint8_t *kept;
    assert_int_equal(stored_keep(plain.bytes, plain.size, &kept, size), 0);
    return kept;
}

/* Of the hand that is sealed in REPLAY.md's example 40 commitments of 32 bytes. */
static void what_follows_from_the_seed_is_left_out(void **state)
{
    struct replay r;
    const char *why = NULL;
    size_t size, body_size;
    uint8_t *kept = keep_example(&size), *body = kept_body(plain.bytes, plain.size, &body_size);
    (void)state;
    assert_non_null(body);
    assert_true(body_size < plain.size - 40 * HASH + 200);
    assert_true(size + 40 * HASH < packed_size + 200);
    replay_over(&r, kept, size);
    assert_true(stored_packed(&r));
    assert_int_equal(stored_unpack(&r, kept, size, MOST, &why), 0);
    assert_example(&r);
    free(body);
    free(kept);
}

/* What reveals no seed, or is no record at all, is packed alone. */
static void any_bytes_can_be_kept(void **state)
{
    static const char text[] = "no record";
    (void)state;
    for (size_t cut = 0; cut <= plain.size; cut += 97) { /* a match that was killed there */
        struct replay r;
        const char *why = NULL;
        size_t size, of = cut ? plain.size - cut : 0;
        uint8_t *kept;
        assert_int_equal(stored_keep(cut ? plain.bytes : (const uint8_t *)text, of, &kept, &size), 0);
        assert_int_equal(stored_unpack(&r, kept, size, MOST, &why), 0);
        assert_int_equal(r.size, of);
        assert_memory_equal(r.bytes, plain.bytes, of);
        replay_unload(&r);
        free(kept);
    }
}

/* A commitment that the seed does not give stays where it is: a record that is wrong is kept as it is. */
static void a_wrong_record_stays_as_wrong(void **state)
{
    uint8_t *wrong = malloc(plain.size), *kept;
    size_t size, right;
    (void)state;
    assert_non_null(wrong);
    free(keep_example(&right));
    memcpy(wrong, plain.bytes, plain.size);
    wrong[2800] ^= 1; /* in SEAL, as REPLAY.md section 7 lists it */
    assert_int_equal(stored_keep(wrong, plain.size, &kept, &size), 0);
    assert_true(size > right + 30 * HASH);
    struct replay r;
    const char *why = NULL;
    assert_int_equal(stored_unpack(&r, kept, size, MOST, &why), 0);
    assert_memory_equal(r.bytes, wrong, plain.size);
    replay_unload(&r);
    free(kept);
    free(wrong);
}

static void kept_and_cut_short(void **state)
{
    size_t size;
    uint8_t *kept = keep_example(&size);
    (void)state;
    for (size_t cut = KEPT_MAGIC_SIZE; cut < size; cut++)
        assert_refused(kept, cut, MOST, "it is cut short");
    free(kept);
}

/* Whatever byte is another one: never a record that is not this one. */
static void kept_and_damaged(void **state)
{
    size_t size;
    uint8_t *kept = keep_example(&size);
    (void)state;
    for (size_t i = KEPT_MAGIC_SIZE - 1; i < size; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            struct replay r;
            const char *why = NULL;
            kept[i] ^= (uint8_t)(1u << bit);
            if (stored_unpack(&r, kept, size, MOST, &why) == 0)
                assert_example(&r);
            kept[i] ^= (uint8_t)(1u << bit);
        }
    kept[KEPT_MAGIC_SIZE - 1]++;
    assert_refused(kept, size, MOST, "another version than 1");
    kept[KEPT_MAGIC_SIZE - 1]--;
    kept[KEPT_HEAD - 1] ^= 1;
    assert_refused(kept, size, MOST, "does not have the hash");
    kept[KEPT_HEAD - 1] ^= 1;
    assert_refused(kept, size, plain.size - 1, "more bytes than a record may have");
    kept[KEPT_MAGIC_SIZE + 7]++;
    assert_refused(kept, size, MOST, "it is damaged");
    free(kept);
}

/* A body says where its gaps are: each number of its head that does not fit is refused before anything is written. */
static void a_body_that_does_not_fit(void **state)
{
    size_t size;
    uint8_t *body = kept_body(plain.bytes, plain.size, &size), *room = malloc(plain.size);
    enum { CARD = 1, COUNT = 1 + 40 + 2 * HASH, GAP_SKIP = COUNT + 4 };
    static const struct {
        size_t at;
        uint8_t value;
    } wrong[] = { { 0, 41 },    { 0, 42 },        { 0, 0 },         { CARD, 1 },    { CARD + 39, 40 },
                  { COUNT, 1 }, { COUNT + 3, 0 }, { COUNT + 3, 2 }, { GAP_SKIP, 1 } };
    (void)state;
    assert_non_null(body);
    assert_non_null(room);
    assert_true(kept_restore(body, size, room, plain.size));
    assert_memory_equal(room, plain.bytes, plain.size);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint8_t right = body[wrong[i].at];
        body[wrong[i].at] = wrong[i].value;
        if (kept_restore(body, size, room, plain.size))
            fail_msg("byte %zu may be %u", wrong[i].at, wrong[i].value);
        body[wrong[i].at] = right;
    }
    for (size_t cut = 0; cut < size; cut++)
        assert_false(kept_restore(body, cut, room, plain.size));
    free(room);
    free(body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_a_file),
        cmocka_unit_test(in_two_frames),
        cmocka_unit_test(cut_short),
        cmocka_unit_test(damaged),
        cmocka_unit_test(too_long),
        cmocka_unit_test(what_follows_from_the_seed_is_left_out),
        cmocka_unit_test(any_bytes_can_be_kept),
        cmocka_unit_test(a_wrong_record_stays_as_wrong),
        cmocka_unit_test(kept_and_cut_short),
        cmocka_unit_test(kept_and_damaged),
        cmocka_unit_test(a_body_that_does_not_fit),
    };
    return cmocka_run_group_tests(tests, pack_example, let_go);
}
