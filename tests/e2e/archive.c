/* archive: a replay that zstd packed is told and proved as the replay itself, by the programs and by the auditor in Python; what
 * is cut short, or too long, is named. */
#include <limits.h>
#include <zstd.h>

#include "folder.h"
#include "archive/archive.h"

/* Kept: packed without what follows from its seed; the size of that. */
static size_t keep_file(const char *from, const char *to)
{
    size_t size, compact_size;
    OWNED char *bytes = slurp(from, &size);
    uint8_t *compact;
    assert_int_equal(archived_pack(bytes, size, &compact, &compact_size), 0);
    spill(to, compact, compact_size);
    free(compact);
    return compact_size;
}

static void pack_file(const char *from, const char *to)
{
    size_t size;
    OWNED char *bytes = slurp(from, &size);
    size_t room = ZSTD_compressBound(size);
    OWNED char *packed = malloc(room);
    assert_non_null(packed);
    size = ZSTD_compress(packed, room, bytes, size, 3);
    assert_false(ZSTD_isError(size));
    spill(to, packed, size);
}

/* What one program says of both, the names of the files aside: the same words and the same code. */
static void assert_same(struct run plain, struct run packed, const char *name)
{
    assert_int_equal(plain.code, 0);
    if (packed.code != 0)
        fail_msg("%s: exit %d\n%s", name, packed.code, packed.err);
    for (char *at; (at = strstr(packed.out, ".replay.zst")) != NULL;)
        memmove(at + 7, at + 11, strlen(at + 11) + 1);
    assert_string_equal(packed.out, plain.out);
    run_free(&plain);
    run_free(&packed);
}

/* The very bytes that the arbiter signed, on standard output. */
static void assert_made_whole(const char *compact, const char *plain)
{
    size_t size, made_size;
    char program[PATH_MAX];
    snprintf(program, sizeof program, "%s/bin/fiel-audit", build_dir());
    const char *const words[] = { "/bin/sh",       "-c", "\"$0\" --plain \"$1\" > \"$2\"", program, compact,
                                  in_dir("whole"), NULL };
    run_says(run_words(words, NULL), 0, NULL);
    OWNED char *bytes = slurp(plain, &size), *made = slurp(in_dir("whole"), &made_size);
    assert_int_equal(made_size, size);
    assert_memory_equal(made, bytes, size);
}

TEST_WITH(it_is_told_and_proved, folder_make, folder_remove)
{
    ends(0, "", "fiel", "match", "--duplicate", "--games", "1", "--bot", "cauto", "--bot", "random", "--rules",
         "argentino,target=9", "--replay", in_dir("pair"), NULL);
    const char *a = in_dir("pair/0001a.replay"), *b = in_dir("pair/0001b.replay");
    const char *za = in_dir("pair/0001a.replay.zst"), *zb = in_dir("pair/0001b.replay.zst");
    pack_file(a, za);
    pack_file(b, zb);
    assert_same(run("fiel-audit", a, NULL), run("fiel-audit", za, NULL), "fiel-audit");
    assert_same(run("fiel-audit", "--json", b, NULL), run("fiel-audit", "--json", zb, NULL), "fiel-audit --json");
    assert_same(run("fiel-audit", "--pair", a, b, NULL), run("fiel-audit", "--pair", za, b, NULL), "fiel-audit --pair");
    assert_same(run("fiel", "replay", a, NULL), run("fiel", "replay", za, NULL), "fiel replay");
    assert_same(run("fiel", "replay", "--csv", a, b, NULL), run("fiel", "replay", "--csv", za, zb, NULL), "--csv");
    struct run r = run("fiel", "replay", za, "--again", "random", "--seat", "0", NULL);
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "unpack it with zstd -d"));
    run_free(&r);
    ends(1, "unpack it with zstd -d", "fiel-audit", "--second", za, NULL);
    /* The same of what is compact, both legs: of the second the hands are the first one's. */
    size_t plain_size;
    free(slurp(a, &plain_size));
    assert_true(4 * keep_file(a, za) < plain_size);
    free(slurp(b, &plain_size));
    assert_true(4 * keep_file(b, zb) < plain_size);
    assert_same(run("fiel-audit", a, NULL), run("fiel-audit", za, NULL), "fiel-audit of what is compact");
    assert_same(run("fiel-audit", "--pair", a, b, NULL), run("fiel-audit", "--pair", za, zb, NULL), "--pair, compact");
    assert_same(run("fiel", "replay", b, NULL), run("fiel", "replay", zb, NULL), "fiel replay of what is compact");
    r = run("fiel", "replay", za, "--again", "random", "--seat", "0", NULL);
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "make it whole with fiel-audit --plain"));
    run_free(&r);
    ends(1, "fiel-audit --plain", "fiel-audit", "--second", za, NULL);
    assert_made_whole(zb, b);
}

/* Anyone who asks for a record gets one, or hears that there is none: no bytes of any other file. */
TEST_WITH(what_is_no_record_is_not_written, folder_make, folder_remove)
{
    const struct {
        const char *bytes, *says;
    } files[] = {
        { "", "does not start like a replay" },
        { "hello\n", "does not start like a replay" },
        { "FIELREP\x01"
          "and more of it",
          "is a replay of another version" },
        { "FIELREP\x03", "ends without a trailer" },
        { "FIELREP\x03"
          "and what is no record",
          "a record is of no known type" },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *path = in_dir("no.replay");
        spill(path, files[i].bytes, strlen(files[i].bytes));
        for (int packed = 0; packed < 2; packed++) {
            OWNED_RUN r = run("fiel-audit", "--plain", path, NULL);
            assert_int_equal(r.code, 1);
            assert_string_equal(r.out, "");
            assert_says(r.err, files[i].says);
            pack_file(in_dir("no.replay"), in_dir("no.replay.zst"));
            path = in_dir("no.replay.zst");
        }
    }
}

static struct run monitor(void) { return run("fiel-audit", "log", "--replays", in_dir("."), in_dir("log"), NULL); }

TEST_WITH(a_log_has_the_hash_of_what_is_inside, folder_make, folder_remove)
{
    run_says(run("fiel", "log", "create", in_dir("log"), "--name", "fiel.example/z", "--key", in_dir("key"), NULL), 0,
             NULL);
    ends(0, "", "fiel", "match", "--bot", "cauto", "--bot", "random", "--games", "1", "--match-log", in_dir("log"),
         "--match-log-key", in_dir("key"), "--replay", in_dir("m.replay"), NULL);
    const char *path = in_dir("m.replay.zst");
    pack_file(in_dir("m.replay"), path);
    assert_int_equal(unlink(in_dir("m.replay")), 0);
    run_says(monitor(), 0, "1 of the results has its own", NULL);
    size_t size;
    OWNED char *bytes = slurp(path, &size);
    spill(path, bytes, size / 2);
    OWNED_RUN r = monitor();
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.out, "the replay m.replay.zst: it is cut short"));
}

static void assert_named(const char *path, const char *sentence)
{
    OWNED_RUN audit = run("fiel-audit", path, NULL), story = run("fiel", "replay", path, NULL),
              rows = run("fiel", "replay", "--csv", path, NULL);
    assert_int_equal(audit.code, 3);
    assert_int_equal(story.code, 3);
    assert_int_equal(rows.code, 3);
    assert_non_null(strstr(audit.err, sentence));
    assert_non_null(strstr(story.err, sentence));
    assert_non_null(strstr(rows.err, sentence));
}

TEST_WITH(what_is_cut_short_is_named, folder_make, folder_remove)
{
    const char *path = in_dir("m.replay.zst");
    size_t size;
    pack_file("tests/vectors/example.replay", path);
    OWNED char *bytes = slurp(path, &size);
    spill(path, bytes, size / 2);
    assert_named(path, "it is cut short in what zstd packed");
}

/* A gigabyte and a byte of nothing, in some ten thousand bytes that say so in front. */
TEST_WITH(what_is_too_long_is_named, folder_make, folder_remove)
{
    static char zeros[1 << 20], packed[1 << 18];
    ZSTD_CCtx *c = ZSTD_createCCtx();
    ZSTD_outBuffer out = { packed, sizeof packed, 0 };
    assert_false(ZSTD_isError(ZSTD_CCtx_setPledgedSrcSize(c, (1ull << 30) + 1)));
    for (unsigned i = 0; i <= 1024; i++) {
        ZSTD_inBuffer in = { zeros, i < 1024 ? sizeof zeros : 1, 0 };
        assert_false(ZSTD_isError(ZSTD_compressStream2(c, &out, &in, i < 1024 ? ZSTD_e_continue : ZSTD_e_end)));
        assert_int_equal(in.pos, in.size);
    }
    ZSTD_freeCCtx(c);
    spill(in_dir("m.replay.zst"), packed, out.pos);
    assert_named(in_dir("m.replay.zst"), "it unpacks to more bytes than a record may have");
}

/* Two megabytes of nothing in three hundred bytes, which do not say so: nothing that is a record packs like that. */
TEST_WITH(what_grows_too_much_is_named, folder_make, folder_remove)
{
    static char zeros[2 << 20], packed[1 << 12];
    ZSTD_CCtx *c = ZSTD_createCCtx();
    ZSTD_inBuffer in = { zeros, sizeof zeros, 0 };
    ZSTD_outBuffer out = { packed, sizeof packed, 0 };
    while (in.pos < in.size)
        assert_false(ZSTD_isError(ZSTD_compressStream2(c, &out, &in, ZSTD_e_continue)));
    while (ZSTD_compressStream2(c, &out, &in, ZSTD_e_end) > 0)
        continue;
    ZSTD_freeCCtx(c);
    spill(in_dir("g.replay.zst"), packed, out.pos);
    assert_named(in_dir("g.replay.zst"), "it unpacks to more bytes than a record may have");
}
