#include "log/tiles.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *tile_path(char text[TILE_PATH], int level, uint64_t number, unsigned width)
{
    enum { DIGITS = 21 }; /* a u64 in groups of three */
    char digits[DIGITS + 1];
    int n = level == TILE_ENTRIES ? snprintf(text, TILE_PATH, "tile/entries")
                                  : snprintf(text, TILE_PATH, "tile/%d", level);
    int groups = 1;
    for (uint64_t left = number / 1000; left > 0; left /= 1000)
        groups++;
    snprintf(digits, sizeof digits, "%021" PRIu64, number);
    const char *digit = digits + DIGITS - 3 * groups;
    for (int i = 0; i < groups; i++)
        n += snprintf(text + n, TILE_PATH - (size_t)n, "/%s%.3s", i + 1 < groups ? "x" : "", digit + 3 * i);
    if (width < TILE_WIDTH)
        snprintf(text + n, TILE_PATH - (size_t)n, ".p/%u", width);
    return text;
}

void tiles_start(struct tiles *t, int folder, uint64_t size) { *t = (struct tiles){ .folder = folder, .size = size }; }

/* How many of a tile's 256 places the size fills. */
static unsigned tile_width(const struct tiles *t, int level, uint64_t number)
{
    uint64_t all = t->size >> (TILE_HEIGHT * (level == TILE_ENTRIES ? 0 : level));
    uint64_t before = number * TILE_WIDTH;
    if (all <= before)
        return 0;
    return all - before < TILE_WIDTH ? (unsigned)(all - before) : TILE_WIDTH;
}

/* Opens a tile; a partial one may since have become whole, and then the whole one serves. */
static int tile_open(const struct tiles *t, int level, uint64_t number, unsigned width)
{
    char path[TILE_PATH];
    int fd = openat(t->folder, tile_path(path, level, number, width), O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT && width < TILE_WIDTH)
        fd = openat(t->folder, tile_path(path, level, number, TILE_WIDTH), O_RDONLY | O_CLOEXEC);
    return fd;
}

/* Reads until `size` bytes are there or the file ends; -1 with errno. */
static ssize_t read_all(int fd, void *to, size_t size)
{
    size_t have = 0;
    while (have < size) {
        ssize_t n = read(fd, (uint8_t *)to + have, size - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        if (n == 0)
            break;
        have += (size_t)n;
    }
    return (ssize_t)have;
}

static bool tile_load(struct tiles *t, int level, uint64_t number)
{
    unsigned width = tile_width(t, level, number);
    if (t->width && t->level == level && t->number == number)
        return true;
    t->width = 0;
    int fd = width ? tile_open(t, level, number, width) : -1;
    if (fd < 0)
        return false;
    bool whole = read_all(fd, t->hash, (size_t)width * TREE_HASH) == (ssize_t)width * TREE_HASH;
    close(fd);
    if (!whole)
        return false;
    t->level = level;
    t->number = number;
    t->width = width;
    return true;
}

/* Only every eighth level is stored: those between are hashed from it. */
static bool tiles_subtree(void *from, unsigned level, uint64_t index, uint8_t out[TREE_HASH])
{
    struct tiles *t = from;
    unsigned above = level % TILE_HEIGHT, count = 1u << above;
    uint64_t first = index << above;
    uint8_t row[TILE_WIDTH / 2][TREE_HASH];
    if (!tile_load(t, (int)(level / TILE_HEIGHT), first / TILE_WIDTH))
        return false;
    unsigned place = (unsigned)(first % TILE_WIDTH);
    if (place + count > t->width)
        return false;
    memcpy(row, t->hash[place], (size_t)count * TREE_HASH);
    for (; count > 1; count /= 2)
        for (unsigned i = 0; i < count / 2; i++)
            tree_node(row[i], row[2 * i], row[2 * i + 1]);
    memcpy(out, row[0], TREE_HASH);
    return true;
}

struct tree tiles_tree(struct tiles *t) { return (struct tree){ .subtree = tiles_subtree, .from = t }; }

const uint8_t *bundle_next(const uint8_t **at, const uint8_t *end, size_t *size)
{
    if (end - *at < 2)
        return NULL;
    *size = (size_t)((*at)[0] << 8 | (*at)[1]);
    const uint8_t *entry = *at + 2;
    if ((size_t)(end - entry) < *size)
        return NULL;
    *at = entry + *size;
    return entry;
}

/* The length of the first `count` entries of a bundle, or 0 when there are not so many. */
static size_t bundle_length(const uint8_t *bytes, size_t size, unsigned count)
{
    const uint8_t *at = bytes;
    size_t n;
    while (count > 0 && bundle_next(&at, bytes + size, &n))
        count--;
    return count == 0 ? (size_t)(at - bytes) : 0;
}

uint8_t *tiles_bundle(const struct tiles *t, uint64_t number, size_t *size)
{
    unsigned width = tile_width(t, TILE_ENTRIES, number);
    struct stat s;
    uint8_t *bytes = NULL;
    int error = EBADMSG;
    int fd = width ? tile_open(t, TILE_ENTRIES, number, width) : -1;
    if (fd < 0 || fstat(fd, &s) < 0) {
        error = width ? errno : ERANGE;
        goto done;
    }
    if (s.st_size <= 0 || s.st_size > (off_t)TILE_WIDTH * (2 + ENTRY_MAX))
        goto done;
    bytes = malloc((size_t)s.st_size);
    if (!bytes || read_all(fd, bytes, (size_t)s.st_size) != s.st_size) {
        error = bytes ? EIO : ENOMEM;
        goto done;
    }
    *size = bundle_length(bytes, (size_t)s.st_size, width);
    if (*size)
        error = 0;
done:
    if (fd >= 0)
        close(fd);
    if (error) {
        free(bytes);
        bytes = NULL;
    }
    errno = error;
    return bytes;
}

long tiles_checkpoint(int folder, char note[NOTE_MAX + 1])
{
    int fd = openat(folder, "checkpoint", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t n = read_all(fd, note, NOTE_MAX + 1);
    int error = n < 0 ? errno : EMSGSIZE;
    close(fd);
    if (n < 0 || n > NOTE_MAX) {
        errno = error;
        return -1;
    }
    note[n] = '\0';
    return n;
}
