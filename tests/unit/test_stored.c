/* stored: a record that zstd packed is the same record, and what is no whole one is named. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_a_file), cmocka_unit_test(in_two_frames), cmocka_unit_test(cut_short),
        cmocka_unit_test(damaged),     cmocka_unit_test(too_long),
    };
    return cmocka_run_group_tests(tests, pack_example, let_go);
}
