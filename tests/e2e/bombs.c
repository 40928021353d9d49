/* bombs: archives and packed records that grow when they are read, through the doors of the programs.  Each is refused with a sentence that
 * names it and the limit, and no process of it takes more memory than a reader may; the same library in a process of its own, without the
 * limits, takes all of it. */
#include <archive.h>
#include <archive_entry.h>
#include <sys/resource.h>
#include <zstd.h>

#include "folder.h"

FOLDER_FOR_ALL

enum { MIB = 1 << 20, MOST = 192 /* MiB: a reader's 128 and what a program has besides */, TAR_BLOCK = 512 };

/* --- making them ------------------------------------------------------------------------------------------------ */

struct bomb {
    FILE *f;
    ZSTD_CCtx *c;
    struct archive *xz; /* instead of zstd */
};

static void put(struct bomb *b, const void *bytes, size_t size)
{
    static char out[1 << 17];
    if (b->xz) {
        assert_int_equal(archive_write_data(b->xz, bytes, size), size);
        return;
    }
    ZSTD_inBuffer in = { bytes, size, 0 };
    for (size_t left = 1; left > 0 && (bytes || left);) {
        ZSTD_outBuffer o = { out, sizeof out, 0 };
        left = ZSTD_compressStream2(b->c, &o, &in, bytes ? ZSTD_e_continue : ZSTD_e_end);
        assert_false(ZSTD_isError(left));
        assert_int_equal(fwrite(out, 1, o.pos, b->f), o.pos);
        if (bytes && in.pos == in.size)
            break;
    }
}

static void put_many(struct bomb *b, int byte, size_t size)
{
    static char piece[MIB];
    memset(piece, byte, sizeof piece);
    for (size_t n; size > 0; size -= n)
        put(b, piece, n = size < sizeof piece ? size : sizeof piece);
}

static void put_header(struct bomb *b, const char *name, char type, unsigned long long size)
{
    unsigned char h[TAR_BLOCK] = { 0 };
    unsigned sum = 0;
    snprintf((char *)h, 100, "%s", name);
    memcpy(h + 100, "0000755", 8);
    snprintf((char *)h + 124, 12, "%011llo", size);
    memcpy(h + 136, "00000000000", 12);
    memset(h + 148, ' ', 8);
    h[156] = (unsigned char)type;
    memcpy(h + 257, "ustar  ", 8);
    if (type == 'S') { /* a map of holes that goes on in the next block */
        snprintf((char *)h + 386, 12, "%011o", 0);
        snprintf((char *)h + 398, 12, "%011o", 0);
        h[482] = 1;
        snprintf((char *)h + 483, 12, "%011llo", 8589934591ull);
    }
    for (int i = 0; i < TAR_BLOCK; i++)
        sum += h[i];
    snprintf((char *)h + 148, 8, "%06o", sum);
    put(b, h, sizeof h);
}

static void a_map_of_holes(struct bomb *b)
{
    put_header(b, "bot", 'S', 0);
    for (int i = 0; i < 400000; i++) {
        char block[TAR_BLOCK] = { 0 }, hole[25];
        for (int j = 0; j < 21; j++) {
            snprintf(hole, sizeof hole, "%011o %011o", 2 * (i * 21 + j), 0);
            memcpy(block + 24 * j, hole, 24);
        }
        block[504] = 1;
        put(b, block, sizeof block);
    }
}

static void zeros(struct bomb *b, size_t size)
{
    put_header(b, "bot", '0', size);
    put_many(b, 0, size);
    put_many(b, 0, 2 * TAR_BLOCK);
}
static void a_window(struct bomb *b) { zeros(b, 200 * MIB); }
static void zeros_without_end(struct bomb *b) { zeros(b, 1024ul * MIB); }

/* One attribute of 300 MiB. */
static void an_attribute(struct bomb *b)
{
    enum { SIZE = 300 * MIB };
    char begin[32];
    int n = snprintf(begin, sizeof begin, "%d comment=", SIZE);
    put_header(b, "pax", 'x', SIZE);
    put(b, begin, (size_t)n);
    put_many(b, 'a', SIZE - (size_t)n - 1);
    put(b, "\n", 1);
    zeros(b, TAR_BLOCK);
}

static void a_name(struct bomb *b)
{
    put_header(b, "././@LongLink", 'L', 300 * MIB);
    put_many(b, 'n', 300 * MIB);
    zeros(b, TAR_BLOCK);
}

static void many_files(struct bomb *b)
{
    char name[32];
    for (int i = 0; i < 100000; i++) {
        snprintf(name, sizeof name, "f%d", i);
        put_header(b, name, '5', 0);
    }
    put_many(b, 0, 2 * TAR_BLOCK);
}

static void a_file_twice(struct bomb *b)
{
    put_header(b, "a/bot", '0', 0);
    put_header(b, "./a//bot", '0', 0);
    zeros(b, TAR_BLOCK);
}

static void below_a_file(struct bomb *b)
{
    put_header(b, "a/bot", '0', 0);
    put_header(b, "a/bot/x", '0', 0);
    zeros(b, TAR_BLOCK);
}

/* A dictionary of 512 MiB, which a header says (the xz format, section 5.3.1); it was packed with less. */
static void wants_a_dictionary(const char *path)
{
    size_t size;
    OWNED unsigned char *bytes = (unsigned char *)slurp(path, &size);
    uint32_t crc = ~0u;
    unsigned head = 4 * (bytes[12] + 1u);
    assert_true(bytes[14] == 0x21 && bytes[15] == 1);
    bytes[16] = 34;
    for (unsigned i = 0; i < head - 4; i++) {
        crc ^= bytes[12 + i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    for (unsigned i = 0; i < 4; i++)
        bytes[12 + head - 4 + i] = (unsigned char)(~crc >> 8 * i);
    spill(path, bytes, size);
}

static const char *make(const char *name, void (*fill)(struct bomb *), bool xz, int window)
{
    const char *path = in_dir(name);
    struct bomb b = { .f = fopen(path, "wb"), .c = ZSTD_createCCtx() };
    assert_true(b.f && b.c);
    ZSTD_CCtx_setParameter(b.c, ZSTD_c_compressionLevel, 1);
    if (window)
        ZSTD_CCtx_setParameter(b.c, ZSTD_c_windowLog, window);
    if (xz) {
        struct archive_entry *e = archive_entry_new();
        b.xz = archive_write_new();
        archive_write_set_format_raw(b.xz);
        archive_write_add_filter_xz(b.xz);
        archive_write_set_filter_option(b.xz, "xz", "compression-level", "0");
        assert_int_equal(archive_write_open_FILE(b.xz, b.f), ARCHIVE_OK);
        archive_entry_set_filetype(e, AE_IFREG);
        archive_entry_set_pathname(e, "x");
        assert_int_equal(archive_write_header(b.xz, e), ARCHIVE_OK);
        archive_entry_free(e);
    }
    fill(&b);
    if (xz)
        archive_write_free(b.xz);
    else
        put(&b, NULL, 0);
    ZSTD_freeCCtx(b.c);
    fclose(b.f);
    if (xz)
        wants_a_dictionary(path);
    return path;
}

/* --- what becomes of them ---------------------------------------------------------------------------------------- */

/* Of all processes that have ended so far the one that had most. */
static void nobody_took_much(const char *what)
{
    struct rusage all;
    getrusage(RUSAGE_CHILDREN, &all);
    if (all.ru_maxrss > MOST * 1024)
        fail_msg("%s: %ld MiB", what, all.ru_maxrss / 1024);
}

/* The library alone reads all of it: MiB that it had, or found. */
static long unlimited(void (*read_it)(const char *, size_t *), const char *path)
{
    struct rusage took;
    size_t found = 0;
    int line[2], status;
    assert_int_equal(pipe(line), 0);
    pid_t child = fork();
    if (child == 0) {
        read_it(path, &found);
        _exit(write(line[1], &found, sizeof found) != sizeof found);
    }
    assert_int_equal(wait4(child, &status, 0, &took), child);
    assert_int_equal(status, 0);
    assert_int_equal(read(line[0], &found, sizeof found), sizeof found);
    close(line[0]);
    close(line[1]);
    return (long)(found / MIB) > took.ru_maxrss / 1024 ? (long)(found / MIB) : took.ru_maxrss / 1024;
}

static void read_archive(const char *path, size_t *found)
{
    static char block[MIB];
    struct archive *a = archive_read_new();
    struct archive_entry *e;
    la_ssize_t n;
    archive_read_support_format_tar(a);
    archive_read_support_filter_all(a);
    if (archive_read_open_filename(a, path, MIB) == ARCHIVE_OK)
        while (archive_read_next_header(a, &e) == ARCHIVE_OK)
            while ((n = archive_read_data(a, block, sizeof block)) > 0)
                *found += (size_t)n;
}

static void read_packed(const char *path, size_t *found)
{
    static char out[MIB];
    size_t size;
    char *bytes = slurp(path, &size);
    ZSTD_DStream *d = ZSTD_createDStream();
    ZSTD_inBuffer in = { bytes, size, 0 };
    for (size_t left = 1; left > 0 && !ZSTD_isError(left) && in.pos < in.size;) {
        ZSTD_outBuffer o = { out, sizeof out, 0 };
        left = ZSTD_decompressStream(d, &o, &in);
        *found += o.pos;
    }
}

static void a_gigabyte(struct bomb *b) { put_many(b, 0, 1024ul * MIB); }
static void what_fits(struct bomb *b) { put_many(b, 0, 200 * MIB); }

TEST(packed_records)
{
    static const struct {
        const char *name, *says;
        void (*fill)(struct bomb *);
        int window;
    } bombs[] = { { "ratio.replay.zst", "it unpacks to more bytes than a record may have", a_gigabyte, 0 },
                  { "window.replay.zst", "it takes more than 128 MiB or 20 seconds to unpack it", what_fits, 27 } };
    for (size_t i = 0; i < sizeof bombs / sizeof *bombs; i++) {
        const char *path = make(bombs[i].name, bombs[i].fill, false, bombs[i].window);
        struct run doors[] = { run("fiel-audit", path, NULL), run("fiel-audit", "--pair", path, path, NULL),
                               run("fiel-audit", "--plain", path, NULL), run("fiel", "replay", path, NULL),
                               run("fiel", "replay", "--csv", path, NULL) };
        for (size_t d = 0; d < sizeof doors / sizeof *doors; d++) {
            assert_int_equal(doors[d].code, 3);
            assert_says(doors[d].err, bombs[i].name);
            assert_says(doors[d].err, bombs[i].says);
            run_free(&doors[d]);
        }
        nobody_took_much(bombs[i].name);
    }
    for (size_t i = 0; i < sizeof bombs / sizeof *bombs; i++)
        assert_true(unlimited(read_packed, in_dir(bombs[i].name)) >= MOST);
}

/* Behind packed_records, which measures the largest of all children. */
TEST(archives_at_the_keyboard)
{
    static const struct {
        const char *name, *says;
        void (*fill)(struct bomb *);
        bool xz;
        int window;
        bool grows; /* without limits */
    } bombs[] = {
        { "map.tar.zst", "takes more than 128 MiB", a_map_of_holes, false, 0, true },
        { "dictionary.tar.xz", "takes more than 128 MiB", a_window, true, 0, true },
        { "window.tar.zst", "takes more than 128 MiB", a_window, false, 27, true },
        { "attribute.tar.zst", "this is no whole zip or tar archive", an_attribute, false, 0, false },
        { "name.tar.zst", "this is no whole zip or tar archive", a_name, false, 0, false },
        { "zeros.tar.zst", "'bot' makes it larger than 256 MiB unpacked", zeros_without_end, false, 0, true },
        { "many.tar.zst", "'f2000' is one too many: 2000 files", many_files, false, 0, false },
        { "twice.tar.zst", "'a/bot' is there twice", a_file_twice, false, 0, false },
        { "below.tar.zst", "'a/bot/x' lies below a file", below_a_file, false, 0, false },
    };
    enum { BOMBS = sizeof bombs / sizeof *bombs };
    char store[256];
    snprintf(store, sizeof store, "sqlite:%s", in_dir("no.db"));
    for (size_t i = 0; i < BOMBS; i++) {
        const char *path = make(bombs[i].name, bombs[i].fill, bombs[i].xz, bombs[i].window);
        ends(2, bombs[i].says, "fiel-ladder", "enter", "--store", store, "ana/bot", path, NULL);
        nobody_took_much(bombs[i].name);
    }
    for (size_t i = 0; i < BOMBS; i++) {
        long most = bombs[i].grows ? unlimited(read_archive, in_dir(bombs[i].name)) : MOST;
        if (most < MOST)
            fail_msg("%s: no bomb, %ld MiB", bombs[i].name, most);
    }
}
