/* The replay file: what a disk that fails leaves behind, and what a reader makes of any file. */
#include <sys/resource.h>

#include "support/test.h"
#include <sodium.h>

#include "record/replay.h"
#include "record/transcript.h"
#include "wire/messages.h"
#include "support/scratch.h"

static char folder[SCRATCH_ROOM], path[SCRATCH_ROOM + 16];
static uint8_t match_id[HASH], arbiter[KEY_PUBLIC], secret[KEY_SECRET];

BEFORE_ALL(setup_folder)
{
    static const uint8_t seed[HASH] = { 1 };
    crypto_sign_seed_keypair(arbiter, secret, seed);
    memset(match_id, 0x55, HASH);
    scratch_make(folder);
    return 0;
}

AFTER_ALL(remove_folder) { return rmdir(folder); }

static int setup(STATE)
{
    snprintf(path, sizeof path, "%s/a.replay", folder);
    return 0;
}

static int teardown(STATE)
{
    unlink(path);
    return 0;
}

/* --- a small file of known records ------------------------------------------------------------ */

enum { SMALL_RECORDS = 6 };
static const struct {
    uint8_t type, visibility;
    uint64_t us;
    size_t size;
} small[SMALL_RECORDS] = {
    { REC_HEADER, VISIBLE_ARBITER, 1, 40 },
    { MSG_OPEN, VISIBLE_ALL, 2, 0 },
    { MSG_CARDS, 1, 3, 100 },
    { REC_SENT, VISIBLE_ARBITER, UINT64_MAX, 13 },
    { REC_RECEIVED, VISIBLE_ARBITER, 5, 300 },
    { MSG_REVEAL, VISIBLE_ALL, 6, 35 },
};

static const uint8_t *payload(unsigned i)
{
    static uint8_t bytes[512];
    memset(bytes, (int)(i + 1), sizeof bytes);
    return bytes;
}

static void append_small(struct replay_writer *w)
{
    for (unsigned i = 0; i < SMALL_RECORDS; i++)
        assert_int_equal(0,
                         replay_append(w, small[i].type, small[i].visibility, small[i].us, payload(i), small[i].size));
}

static void write_small(void)
{
    struct replay_writer *w = replay_create(path);
    assert_non_null(w);
    append_small(w);
    assert_int_equal(replay_finish(&w, match_id, secret, 7), 0);
    assert_null(w);
}

static void expect_record(unsigned i, const struct record *r)
{
    assert_int_equal(r->type, small[i].type);
    assert_int_equal(r->visibility, small[i].visibility);
    assert_true(r->us == small[i].us);
    assert_int_equal(r->size, small[i].size);
    if (r->size > 0)
        assert_memory_equal(r->payload, payload(i), r->size);
}

static size_t whole_size(void)
{
    size_t size = REPLAY_MAGIC_SIZE + RECORD_HEADER + SIGNATURE;
    for (unsigned i = 0; i < SMALL_RECORDS; i++)
        size += RECORD_HEADER + small[i].size;
    return size;
}

/* --- reading ---------------------------------------------------------------------------------- */

TEST_WITH(test_there_and_back, setup, teardown)
{
    AUTO(replay_unload) struct replay r;
    struct record rec;
    write_small();
    assert_int_equal(replay_load(&r, path), 0);
    assert_int_equal(r.size, whole_size());
    uint64_t offset = REPLAY_MAGIC_SIZE;
    for (unsigned i = 0; i < SMALL_RECORDS; i++) {
        assert_true(replay_next(&r, &rec));
        expect_record(i, &rec);
        assert_int_equal(rec.offset, offset);
        offset += RECORD_HEADER + rec.size;
    }
    assert_true(replay_next(&r, &rec));
    assert_int_equal(rec.type, REC_TRAILER);
    assert_int_equal(rec.us, 7);
    assert_false(replay_next(&r, &rec));
    assert_false(replay_next(&r, &rec));
    assert_int_equal(r.end, REPLAY_COMPLETE);
    assert_true(replay_signed(&r, match_id, arbiter));
    uint8_t another[HASH] = { 0 };
    assert_false(replay_signed(&r, another, arbiter));
}

/* Cut at every length: the whole records before the cut, and the reason. */
TEST_WITH(test_every_truncation, setup, teardown)
{
    AUTO(replay_unload) struct replay whole;
    write_small();
    assert_int_equal(replay_load(&whole, path), 0);
    size_t boundary = REPLAY_MAGIC_SIZE;
    unsigned records = 0;
    for (size_t n = 0; n < whole.size; n++) {
        struct replay r;
        struct record rec;
        OWNED uint8_t *copy = malloc(n ? n : 1); /* a sanitizer sees one byte too far */
        memcpy(copy, whole.bytes, n);
        if (records < SMALL_RECORDS && n == boundary + RECORD_HEADER + small[records].size)
            boundary += RECORD_HEADER + small[records++].size;
        replay_over(&r, copy, n);
        for (unsigned i = 0; i < records; i++) {
            assert_true(replay_next(&r, &rec));
            expect_record(i, &rec);
        }
        assert_false(replay_next(&r, &rec));
        assert_int_equal(r.end, n == 0 ? REPLAY_NOT_A_REPLAY : n == boundary ? REPLAY_NO_TRAILER : REPLAY_TRUNCATED);
        assert_false(replay_signed(&r, match_id, arbiter));
    }
    assert_int_equal(records, SMALL_RECORDS);
}

/* No byte of the file is free, the times and the trailer's own header included. */
TEST_WITH(test_every_byte, setup, teardown)
{
    AUTO(replay_unload) struct replay r;
    write_small();
    assert_int_equal(replay_load(&r, path), 0);
    uint8_t *bytes = r.heap;
    for (size_t i = 0; i < r.size; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            bytes[i] ^= (uint8_t)(1u << bit);
            assert_false(replay_signed(&r, match_id, arbiter));
            bytes[i] ^= (uint8_t)(1u << bit);
        }
    assert_true(replay_signed(&r, match_id, arbiter));
}

static enum replay_end end_of(const uint8_t *bytes, size_t size, unsigned *records)
{
    struct replay r;
    struct record rec;
    replay_over(&r, bytes, size);
    for (*records = 0; replay_next(&r, &rec);)
        ++*records;
    return r.end;
}

TEST_WITH(test_bad_records, setup, teardown)
{
    enum { HEADER_AT = REPLAY_MAGIC_SIZE, OPEN_AT = HEADER_AT + RECORD_HEADER + 40 };
    AUTO(replay_unload) struct replay r;
    unsigned records;
    write_small();
    assert_int_equal(replay_load(&r, path), 0);
    uint8_t *b = r.heap;
    b[HEADER_AT + 4] = MSG_OPEN; /* the first record is the header */
    assert_int_equal(end_of(b, r.size, &records), REPLAY_BAD_RECORD);
    assert_int_equal(records, 0);
    b[HEADER_AT + 4] = REC_HEADER;
    static const uint8_t no_types[] = { 0, REC_HEADER, MSG_HELLO, MSG_ANSWER, 63, 73, 126, 128, 255 };
    for (size_t i = 0; i < sizeof no_types; i++) {
        b[OPEN_AT + 4] = no_types[i];
        assert_int_equal(end_of(b, r.size, &records), REPLAY_BAD_RECORD);
        assert_int_equal(records, 1);
    }
    b[OPEN_AT + 4] = REC_TRAILER; /* a trailer is a signature */
    assert_int_equal(end_of(b, r.size, &records), REPLAY_BAD_RECORD);
    b[OPEN_AT + 4] = MSG_OPEN;
    b[OPEN_AT] = 0xff; /* a length beyond every record */
    assert_int_equal(end_of(b, r.size, &records), REPLAY_BAD_RECORD);
    b[OPEN_AT] = 0;
    b[OPEN_AT + 1] = RECORD_MAX >> 16; /* the longest, which is not there */
    assert_int_equal(end_of(b, r.size, &records), REPLAY_TRUNCATED);
    b[OPEN_AT + 3] = 1;
    assert_int_equal(end_of(b, r.size, &records), REPLAY_BAD_RECORD);
}

TEST_WITH(test_after_trailer, setup, teardown)
{
    AUTO(replay_unload) struct replay r;
    unsigned records;
    write_small();
    FILE *f = fopen(path, "a");
    assert_non_null(f);
    fputc(0, f);
    fclose(f);
    assert_int_equal(replay_load(&r, path), 0);
    assert_int_equal(end_of(r.bytes, r.size, &records), REPLAY_AFTER_TRAILER);
    assert_int_equal(records, SMALL_RECORDS + 1);
    assert_false(replay_signed(&r, match_id, arbiter));
}

TEST_WITH(test_not_a_replay, setup, teardown)
{
    unsigned records;
    AUTO(replay_unload) struct replay r;
    assert_int_equal(end_of((const uint8_t *)"", 0, &records), REPLAY_NOT_A_REPLAY);
    assert_int_equal(end_of((const uint8_t *)"%PDF-1.4 and more", 17, &records), REPLAY_NOT_A_REPLAY);
    assert_int_equal(end_of((const uint8_t *)"FIELREP\x01", 8, &records), REPLAY_OTHER_VERSION);
    assert_int_equal(end_of((const uint8_t *)"FIE", 3, &records), REPLAY_TRUNCATED);
    assert_int_equal(end_of((const uint8_t *)REPLAY_MAGIC, 8, &records), REPLAY_NO_TRAILER);
    assert_int_equal(replay_load(&r, "/tmp/no such file"), -1);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(replay_load(&r, folder), -1);
    assert_int_equal(errno, EISDIR);
    assert_int_equal(replay_load(&r, "/dev/null"), 0);
    assert_int_equal(r.size, 0);
}

/* --- writing ---------------------------------------------------------------------------------- */

TEST_WITH(test_never_overwrites, setup, teardown)
{
    write_small();
    assert_null(replay_create(path));
    assert_int_equal(errno, EEXIST);
    assert_null(replay_create("/tmp/no such folder/a.replay"));
    assert_int_equal(errno, ENOENT);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_size, whole_size());
    assert_int_equal(st.st_mode & 0777 & ~(mode_t)0644, 0);
}

/* Nothing is on its way in a buffer after a flush; abandoning keeps what was appended. */
TEST_WITH(test_flush, setup, teardown)
{
    struct stat st;
    struct replay_writer *w = replay_create(path);
    assert_non_null(w);
    assert_int_equal(replay_append(w, REC_HEADER, 0, 1, payload(0), 10), 0);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_size, REPLAY_MAGIC_SIZE);
    assert_int_equal(replay_flush(w), 0);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_size, REPLAY_MAGIC_SIZE + RECORD_HEADER + 10);
    assert_int_equal(replay_append(w, MSG_REVEAL, 255, 2, payload(1), 20), 0);
    assert_int_equal(replay_sync(w), 0);
    assert_int_equal(replay_append(w, MSG_REVEAL, 255, 3, payload(2), 30), 0);
    replay_abandon(&w);
    assert_null(w);
    replay_abandon(&w);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_size, REPLAY_MAGIC_SIZE + 3 * RECORD_HEADER + 60);
}

/* The disk has room for the end of a match from the start, and gets it back when the match is over. */
TEST_WITH(test_room_for_the_end, setup, teardown)
{
    struct stat st;
    struct replay_writer *w = replay_create(path);
    assert_non_null(w);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_size, REPLAY_MAGIC_SIZE);
    assert_true(st.st_blocks * 512 >= 1 << 16);
    assert_int_equal(replay_append(w, REC_HEADER, 0, 1, payload(0), 10), 0);
    assert_int_equal(replay_finish(&w, match_id, secret, 9), 0);
    assert_int_equal(stat(path, &st), 0);
    assert_true(st.st_blocks * 512 < 1 << 16);
}

/* Records longer than the buffer, up to the longest there may be. */
TEST_WITH(test_long_records, setup, teardown)
{
    static uint8_t big[RECORD_MAX];
    static const size_t sizes[] = { 65536, 131058, 131059, 200000, RECORD_MAX };
    AUTO(replay_unload) struct replay r;
    struct record rec;
    struct replay_writer *w = replay_create(path);
    memset(big, 9, sizeof big);
    assert_int_equal(replay_append(w, REC_HEADER, 0, 0, NULL, 0), 0);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(replay_append(w, REC_RECEIVED, 0, i, big, sizes[i]), 0);
    assert_int_equal(replay_finish(&w, match_id, secret, 9), 0);
    assert_int_equal(replay_load(&r, path), 0);
    assert_true(replay_signed(&r, match_id, arbiter));
    assert_true(replay_next(&r, &rec));
    for (size_t i = 0; i < 5; i++) {
        assert_true(replay_next(&r, &rec));
        assert_int_equal(rec.size, sizes[i]);
        assert_memory_equal(rec.payload, big, sizes[i]);
    }
}

/* The disk is full after `limit` bytes: RLIMIT_FSIZE stands for it. */
static void limit_size(rlim_t limit)
{
    struct rlimit l;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &l), 0);
    l.rlim_cur = limit;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &l), 0);
}

static void expect_prefix(void)
{
    AUTO(replay_unload) struct replay r;
    struct record rec;
    assert_int_equal(replay_load(&r, path), 0);
    for (unsigned i = 0; replay_next(&r, &rec); i++)
        expect_record(i, &rec);
    assert_int_equal(r.end, REPLAY_NO_TRAILER);
}

/* Full at every byte: an error, whole records only, and the error for ever after. */
TEST_WITH(test_full_at_every_byte, setup, teardown)
{
    for (size_t limit = REPLAY_MAGIC_SIZE; limit < whole_size(); limit++) {
        struct replay_writer *w = replay_create(path);
        assert_non_null(w);
        append_small(w);
        limit_size(limit);
        bool trailer_only = limit >= whole_size() - RECORD_HEADER - SIGNATURE;
        assert_int_equal(replay_flush(w), trailer_only ? 0 : -1);
        limit_size(RLIM_INFINITY);
        if (!trailer_only) {
            assert_int_equal(errno, EFBIG);
            assert_int_equal(replay_append(w, MSG_REVEAL, 255, 9, "x", 1), -1);
            assert_int_equal(errno, EFBIG);
        } else {
            limit_size(limit);
        }
        assert_int_equal(replay_finish(&w, match_id, secret, 9), -1);
        assert_int_equal(errno, EFBIG);
        assert_null(w);
        limit_size(RLIM_INFINITY);
        expect_prefix();
        unlink(path);
    }
}

/* A file that cannot even take its first bytes is not left behind. */
TEST_WITH(test_full_at_once, setup, teardown)
{
    struct stat st;
    limit_size(3);
    assert_null(replay_create(path));
    assert_int_equal(errno, EFBIG);
    limit_size(RLIM_INFINITY);
    assert_int_equal(stat(path, &st), -1);
    assert_int_equal(errno, ENOENT);
}

TEST_WITH(test_full_in_a_long_record, setup, teardown)
{
    static uint8_t big[300000];
    struct stat st;
    struct replay_writer *w = replay_create(path);
    assert_int_equal(replay_append(w, REC_HEADER, 0, 1, payload(0), 40), 0);
    limit_size(100000);
    assert_int_equal(replay_append(w, REC_RECEIVED, 0, 1, big, sizeof big), -1);
    limit_size(RLIM_INFINITY);
    replay_abandon(&w);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_size, REPLAY_MAGIC_SIZE + RECORD_HEADER + 40);
}
