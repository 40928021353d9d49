/* archive: a record that zstd packed, or that is compact without what follows from its seed, is the same record, and what is no whole one
 * is named. */
#include "support/test.h"

#include <sys/resource.h>
#include <zstd.h>

#include "archive/compact.h"
#include "archive/archive.h"
#include "child/reader.h"

enum { ROOM = 1 << 16, MOST = 1 << 20 };

static struct replay plain;
static uint8_t packed[ROOM];
static size_t packed_size;

BEFORE_ALL(pack_example)
{
    assert_int_equal(replay_load(&plain, "tests/vectors/example.replay"), 0);
    packed_size = ZSTD_compress(packed, ROOM, plain.bytes, plain.size, 3);
    return ZSTD_isError(packed_size) ? -1 : 0;
}

AFTER_ALL(let_go)
{
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
    assert_int_equal(archived_unpack_here(&r, bytes, size, most, &why), -1);
    assert_non_null(strstr(why, sentence));
    assert_null(r.bytes);
    assert_null(r.heap);
}

/* By what it is, whatever its name says. */
TEST(from_a_file)
{
    char path[] = "/tmp/fiel-t-archive-XXXXXX";
    struct replay r;
    const char *why = NULL;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, packed, packed_size), packed_size);
    assert_int_equal(close(fd), 0);
    assert_int_equal(archived_load(&r, path, &why), 0);
    assert_example(&r);
    assert_int_equal(archived_load(&r, "tests/vectors/example.replay", &why), 0);
    assert_example(&r);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(archived_load(&r, path, &why), -1);
    assert_string_equal(why, "No such file or directory");
}

/* zstd packs a long file, or several, into frames one behind the other. */
TEST(in_two_frames)
{
    static uint8_t both[ROOM];
    struct replay r;
    const char *why = NULL;
    size_t half = plain.size / 2, first = ZSTD_compress(both, ROOM, plain.bytes, half, 1);
    size_t second = ZSTD_compress(both + first, ROOM - first, plain.bytes + half, plain.size - half, 1);
    assert_int_equal(archived_unpack(&r, both, first + second, MOST, &why), 0);
    assert_example(&r);
}

TEST(cut_short)
{
    for (size_t size = 4; size < packed_size; size++)
        assert_refused(packed, size, MOST, "it is cut short");
}

TEST(damaged)
{
    static uint8_t other[ROOM];
    memcpy(other, packed, packed_size);
    memcpy(other + packed_size, "behind", 6);
    assert_refused(other, packed_size + 6, MOST, "it is damaged");
    for (size_t i = 4; i < packed_size; i++) { /* whatever that makes of it, it ends */
        struct replay r;
        const char *why;
        other[i] ^= 0x55;
        if (archived_unpack_here(&r, other, packed_size, MOST, &why) == 0)
            replay_unload(&r);
        other[i] ^= 0x55;
    }
}

/* A few hundred bytes that would be megabytes, with and without their size in front. */
TEST(too_long)
{
    static uint8_t bomb[ROOM], zeros[1 << 16];
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
        AUTO(replay_unload) struct replay r;
        const char *why;
        assert_int_equal(archived_unpack(&r, bomb, out.pos, MOST + sizeof zeros, &why), 0);
        assert_int_equal(r.size, MOST + sizeof zeros);
    }
}

/* --- what is compact --------------------------------------------------------------------------------------- */

static uint8_t *compact_example(size_t *size)
{
    uint8_t *compact;
    assert_int_equal(archived_pack(plain.bytes, plain.size, &compact, size), 0);
    return compact;
}

struct bytes {
    uint8_t at[ROOM];
    size_t size, read;
};

static bool put_bytes(void *to, const void *bytes, size_t size)
{
    struct bytes *b = to;
    bool fits = size <= ROOM - b->size;
    if (fits)
        memcpy(b->at + b->size, bytes, size), b->size += size;
    return fits;
}

static bool take_bytes(void *from, void *bytes, size_t size)
{
    struct bytes *b = from;
    bool there = size <= b->size - b->read;
    if (there)
        memcpy(bytes, b->at + b->read, size), b->read += size;
    return there;
}

static void body_of_example(struct bytes *body)
{
    *body = (struct bytes){ .size = 0 };
    assert_true(compact_body(plain.bytes, plain.size, &(struct compact_put){ put_bytes, body }));
}

/* Of the hand that is sealed in REPLAY.md's example 40 commitments of 32 bytes. */
TEST(what_follows_from_the_seed_is_left_out)
{
    struct replay r;
    const char *why = NULL;
    static struct bytes body;
    size_t size;
    OWNED uint8_t *compact = compact_example(&size);
    body_of_example(&body);
    assert_true(body.size < plain.size - 40 * HASH + 200);
    assert_true(size + 40 * HASH < packed_size + 200);
    replay_over(&r, compact, size);
    assert_true(archived_packed(&r));
    assert_int_equal(archived_unpack(&r, compact, size, MOST, &why), 0);
    assert_example(&r);
}

/* What reveals no seed, or is no record at all, is packed alone. */
TEST(any_bytes_can_be_kept)
{
    static const char text[] = "no record";
    for (size_t cut = 0; cut <= plain.size; cut += 97) { /* a match that was killed there */
        AUTO(replay_unload) struct replay r;
        const char *why = NULL;
        size_t size, of = cut ? plain.size - cut : 0;
        OWNED uint8_t *compact;
        assert_int_equal(archived_pack(cut ? plain.bytes : (const uint8_t *)text, of, &compact, &size), 0);
        assert_int_equal(archived_unpack(&r, compact, size, MOST, &why), 0);
        assert_int_equal(r.size, of);
        assert_memory_equal(r.bytes, plain.bytes, of);
    }
}

/* A commitment that the seed does not give stays where it is: a record that is wrong is compact as it is. */
TEST(a_wrong_record_stays_as_wrong)
{
    OWNED uint8_t *wrong = malloc(plain.size), *compact;
    size_t size, right;
    assert_non_null(wrong);
    free(compact_example(&right));
    memcpy(wrong, plain.bytes, plain.size);
    wrong[2800] ^= 1; /* in SEAL, as spec/examples.jsonl lists it */
    assert_int_equal(archived_pack(wrong, plain.size, &compact, &size), 0);
    assert_true(size > right + 30 * HASH);
    AUTO(replay_unload) struct replay r;
    const char *why = NULL;
    assert_int_equal(archived_unpack(&r, compact, size, MOST, &why), 0);
    assert_memory_equal(r.bytes, wrong, plain.size);
}

TEST(kept_and_cut_short)
{
    size_t size;
    OWNED uint8_t *compact = compact_example(&size);
    for (size_t cut = COMPACT_MAGIC_SIZE; cut < size; cut++)
        assert_refused(compact, cut, MOST, "it is cut short");
}

/* Whatever byte is another one: never a record that is not this one. */
TEST(kept_and_damaged)
{
    size_t size;
    OWNED uint8_t *compact = compact_example(&size);
    for (size_t i = COMPACT_MAGIC_SIZE - 1; i < size; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            struct replay r;
            const char *why = NULL;
            compact[i] ^= (uint8_t)(1u << bit);
            if (archived_unpack_here(&r, compact, size, MOST, &why) == 0)
                assert_example(&r);
            compact[i] ^= (uint8_t)(1u << bit);
        }
    compact[COMPACT_MAGIC_SIZE - 1]++;
    assert_refused(compact, size, MOST, "another version than 1");
    compact[COMPACT_MAGIC_SIZE - 1]--;
    compact[COMPACT_HEAD - 1] ^= 1;
    assert_refused(compact, size, MOST, "does not have the hash");
    compact[COMPACT_HEAD - 1] ^= 1;
    assert_refused(compact, size, plain.size - 1, "more bytes than a record may have");
    compact[COMPACT_MAGIC_SIZE + 7]++;
    assert_refused(compact, size, MOST, "it is damaged");
}

static enum compact_end restore(struct bytes *body, size_t size, struct bytes *restored)
{
    size_t whole = body->size;
    body->read = restored->size = 0;
    body->size = size;
    enum compact_end end = compact_restore(&(struct compact_take){ take_bytes, body }, plain.size,
                                           &(struct compact_put){ put_bytes, restored });
    body->size = whole;
    return end;
}

/* A body says where its gaps are: each number of its head that does not fit is refused before anything is written. */
TEST(a_body_that_does_not_fit)
{
    static struct bytes body, restored;
    enum { CARD = 1, COUNT = 1 + 40 + 2 * HASH, GAP_SKIP = COUNT + 4 };
    static const struct {
        size_t at;
        uint8_t value;
    } wrong[] = { { 0, 41 },    { 0, 42 },        { 0, 0 },         { CARD, 1 },    { CARD + 39, 40 },
                  { COUNT, 1 }, { COUNT + 3, 0 }, { COUNT + 3, 2 }, { GAP_SKIP, 1 } };
    body_of_example(&body);
    assert_int_equal(restore(&body, body.size, &restored), COMPACT_RESTORED);
    assert_int_equal(restored.size, plain.size);
    assert_memory_equal(restored.at, plain.bytes, plain.size);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint8_t right = body.at[wrong[i].at];
        body.at[wrong[i].at] = wrong[i].value;
        if (restore(&body, body.size, &restored) == COMPACT_RESTORED && body.read == body.size)
            fail_msg("byte %zu may be %u", wrong[i].at, wrong[i].value);
        body.at[wrong[i].at] = right;
    }
    for (size_t cut = 0; cut < body.size; cut++)
        assert_int_equal(restore(&body, cut, &restored), COMPACT_NOT_TAKEN);
}

/* The last test: from here on readers are a room's, to which bytes go by a file alone. */
TEST(a_limit_on_files_is_named)
{
    struct rlimit small;
    struct replay r;
    const char *why;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &small), 0);
    small.rlim_cur = packed_size - 1;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_int_equal(archived_unpack(&r, packed, packed_size, MOST, &why), 0);
    assert_example(&r);
    assert_true(reader_room());
    assert_int_equal(archived_unpack(&r, packed, packed_size, MOST, &why), ARCHIVED_NOT_HERE);
    assert_non_null(strstr(why, "ulimit -f"));
}
