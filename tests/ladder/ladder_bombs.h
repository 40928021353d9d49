/* ladder_bombs: archives that are small on their way and large when they are read, one of each kind. */
#ifndef FIEL_TESTS_LADDER_BOMBS_H
#define FIEL_TESTS_LADDER_BOMBS_H

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>

#include "ladder_site.h"

struct growing {
    uint8_t *bytes;
    size_t size, room;
};

static inline void grow(struct growing *g, const void *bytes, size_t size)
{
    if (g->size + size > g->room) {
        g->room = 2 * (g->size + size);
        g->bytes = realloc(g->bytes, g->room);
        assert_non_null(g->bytes);
    }
    memcpy(g->bytes + g->size, bytes, size);
    g->size += size;
}

static inline la_ssize_t take(struct archive *a, void *arg, const void *bytes, size_t size)
{
    (void)a;
    grow(arg, bytes, size);
    return (la_ssize_t)size;
}

/* These bytes as one member of a gzip file; members behind one another are one file. */
static inline void gzip(struct growing *out, const void *bytes, size_t size)
{
    struct archive *a = archive_write_new();
    struct archive_entry *x = archive_entry_new();
    archive_write_set_format_raw(a);
    archive_write_add_filter_gzip(a);
    archive_write_set_bytes_in_last_block(a, 1);
    assert_int_equal(archive_write_open(a, out, NULL, take, NULL), ARCHIVE_OK);
    archive_entry_set_filetype(x, AE_IFREG);
    archive_entry_set_pathname(x, "x");
    assert_int_equal(archive_write_header(a, x), ARCHIVE_OK);
    assert_int_equal(archive_write_data(a, bytes, size), size);
    archive_entry_free(x);
    assert_int_equal(archive_write_close(a), ARCHIVE_OK);
    archive_write_free(a);
}

/* The first member's header was changed. */
static inline void tar_sum(struct tar *t)
{
    unsigned sum = 0;
    memcpy(t->bytes + 148, "        ", 8);
    for (int i = 0; i < 512; i++)
        sum += t->bytes[i];
    snprintf((char *)t->bytes + 148, 8, "%06o", sum);
}

static inline void tar_sparse(struct tar *t, const char *last, size_t size)
{
    tar_add(t, "bot", 'S', "", last, size);
    memcpy(t->bytes + 257, "ustar  ", 8);
    memset(t->bytes + 345, 0, 167);
    snprintf((char *)t->bytes + 483, 12, "%011llo", 8589934591ull);
}

/* A file of GNU tar that is all hole except for its last byte. */
static inline void bomb_hole(struct growing *all)
{
    struct tar t = { 0 };
    tar_sparse(&t, "x", 1);
    snprintf((char *)t.bytes + 386, 12, "%011llo", 8589934590ull);
    snprintf((char *)t.bytes + 398, 12, "%011o", 1);
    tar_sum(&t);
    tar_end(&t);
    grow(all, t.bytes, t.size);
    free(t.bytes);
}

/* The same by the map of its holes, which a reader keeps whole before it tells of the file: 130 MiB of map in some kilobytes. */
static inline void bomb_map(struct growing *all)
{
    enum { HOLES = 386, GOES_ON = 482, EXTENSIONS = 260000, EACH = 21, IN_BLOCK = 504 };
    struct tar t = { 0 };
    char hole[25];
    tar_sparse(&t, NULL, 0);
    snprintf((char *)t.bytes + HOLES, 12, "%011o", 0);
    snprintf((char *)t.bytes + HOLES + 12, 12, "%011o", 0);
    t.bytes[GOES_ON] = 1;
    tar_sum(&t);
    uint8_t *map = calloc(EXTENSIONS, 512);
    assert_non_null(map);
    for (int i = 0; i < EXTENSIONS; i++) {
        for (int j = 0; j < EACH; j++) {
            snprintf(hole, sizeof hole, "%011o %011o", 2 * j, 0);
            memcpy(map + 512 * (size_t)i + 24 * j, hole, 24);
        }
        map[512 * (size_t)i + IN_BLOCK] = 1;
    }
    gzip(all, t.bytes, 512);
    gzip(all, map, (size_t)EXTENSIONS * 512);
    free(map), free(t.bytes);
}

/* Two kilobytes that a reader has to lay out in a window of 128 MiB (RFC 8878 section 3.1.1.1.2). */
static inline void bomb_window(struct growing *all)
{
    struct tar t = { 0 };
    tar_add(&t, "bot", '0', "", "x", 1);
    tar_end(&t);
    const uint32_t block = (uint32_t)t.size << 3 | 1;
    grow(all, (const uint8_t[]){ 0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3 }, 6);
    grow(all, (const uint8_t[]){ (uint8_t)block, (uint8_t)(block >> 8), (uint8_t)(block >> 16) }, 3);
    grow(all, t.bytes, t.size);
    free(t.bytes);
}

/* CRC-32 of ISO 3309. */
static inline uint32_t crc(const uint8_t *bytes, size_t size)
{
    uint32_t sum = ~0u;
    for (size_t i = 0; i < 8 * size; i++) {
        sum ^= i % 8 ? 0 : bytes[i / 8];
        sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

/* The same as the dictionary of an xz file: its first block's header says 512 MiB (the .xz file format, 3.1 and 5.3.1). */
static inline void bomb_dictionary(struct growing *all)
{
    struct archive *a = archive_write_new();
    struct archive_entry *x = archive_entry_new();
    archive_write_set_format_pax(a);
    archive_write_add_filter_xz(a);
    assert_int_equal(archive_write_open(a, all, NULL, take, NULL), ARCHIVE_OK);
    archive_entry_set_filetype(x, AE_IFREG);
    archive_entry_set_pathname(x, "bot");
    archive_entry_set_perm(x, 0755);
    archive_entry_set_size(x, 1);
    archive_write_header(a, x);
    archive_write_data(a, "x", 1);
    archive_entry_free(x);
    archive_write_close(a);
    archive_write_free(a);
    uint8_t *head = all->bytes + 12;
    size_t size = 4u * head[0];
    head[4] = 34;
    uint32_t sum = crc(head, size);
    for (int i = 0; i < 4; i++)
        head[size + (size_t)i] = (uint8_t)(sum >> 8 * i);
}

/* The same megabytes of zeros again and again behind a file that says that it has 8 GiB of them. */
static inline void bomb_ratio(struct growing *all)
{
    enum { PIECE = 32 << 20, PIECES = 9 };
    struct growing piece = { 0 };
    struct tar t = { 0 };
    uint8_t *zeros = calloc(1, PIECE);
    assert_non_null(zeros);
    tar_add(&t, "bot", '0', "", NULL, 0);
    snprintf((char *)t.bytes + 124, 12, "%011llo", 8589934591ull); /* as large as the field can say */
    tar_sum(&t);
    gzip(all, t.bytes, 512);
    gzip(&piece, zeros, PIECE);
    for (int i = 0; i < PIECES; i++)
        grow(all, piece.bytes, piece.size);
    free(piece.bytes), free(zeros), free(t.bytes);
}

static inline void bomb_files(struct growing *all)
{
    struct growing piece = { 0 };
    struct tar t = { 0 };
    char name[32];
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "f%d", i);
        tar_add(&t, name, '5', "", NULL, 0);
    }
    gzip(&piece, t.bytes, t.size);
    for (int i = 0; i < 1000; i++)
        grow(all, piece.bytes, piece.size);
    free(piece.bytes), free(t.bytes);
}

/* An extended header of 8 MiB: `type` is 'x' of pax, whose words a reader keeps, or 'L' of GNU, a name. */
static inline void bomb_header(struct growing *all, char type)
{
    enum { SIZE = 8 << 20 };
    struct tar t = { 0 };
    char *text = malloc(SIZE);
    assert_non_null(text);
    memset(text, 'n', SIZE);
    text[snprintf(text, 64, "%d comment=", SIZE)] = 'n';
    text[SIZE - 1] = '\n';
    tar_add(&t, "bot", type, "", NULL, 0);
    snprintf((char *)t.bytes + 124, 12, "%011o", SIZE);
    tar_sum(&t);
    gzip(all, t.bytes, 512);
    gzip(all, text, SIZE);
    free(text), free(t.bytes);
}

static inline void bomb_pax(struct growing *all) { bomb_header(all, 'x'); }
static inline void bomb_name(struct growing *all) { bomb_header(all, 'L'); }

static const struct bomb {
    const char *name;
    void (*make)(struct growing *all);
    const char *says; /* the refusal */
    bool address;     /* by a limit that a sanitizer's address space does not have */
} bombs[] = {
    { "a hole", bomb_hole, "larger than 256 MiB", false },
    { "a map of holes", bomb_map, "more than 128 MiB", false },
    { "a window", bomb_window, "more than 128 MiB", true },
    { "a dictionary", bomb_dictionary, "more than 128 MiB", true },
    { "a ratio", bomb_ratio, "larger than 256 MiB", false },
    { "files", bomb_files, "one too many", false },
    { "a pax header", bomb_pax, "tar archive", false },
    { "a name", bomb_name, "tar archive", false },
};
enum { BOMBS = sizeof bombs / sizeof *bombs };

#endif
