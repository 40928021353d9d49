/* read: every entry of a log. */
#include "log/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fail(char why[LOG_READ_WHY], const char *what, const char *text)
{
    snprintf(why, LOG_READ_WHY, "%.100s: %.140s", what, text);
    return -1;
}

int log_read_entries(int folder, uint64_t from, uint64_t size, log_take *take, void *arg, char why[LOG_READ_WHY])
{
    struct tiles t;
    struct entry e;
    tiles_start(&t, folder, size);
    for (uint64_t index = from - from % TILE_WIDTH; index < size;) {
        size_t whole, length;
        uint8_t *bundle = tiles_bundle(&t, index / TILE_WIDTH, &whole);
        if (!bundle)
            return fail(why, "a bundle of entries", strerror(errno));
        const uint8_t *at = bundle, *bytes;
        for (; (bytes = bundle_next(&at, bundle + whole, &length)); index++)
            if (index >= from && entry_read(bytes, length, &e))
                take(arg, index, &e);
        free(bundle);
    }
    return 0;
}

/* The first line of the file `key` in the log's folder. */
static const char *read_key(int folder, struct note_key *key)
{
    char text[NOTE_KEY_TEXT + 2] = "";
    int fd = openat(folder, "key", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? strcspn(text, "\r\n") : 0] = '\0';
    return note_key_parse(text, key);
}

int log_read(const char *folder, log_take *take, void *arg, char why[LOG_READ_WHY])
{
    char note[NOTE_MAX + 1];
    struct checkpoint at = { .size = 0 };
    struct note_key key;
    int dir = open(folder, O_DIRECTORY | O_CLOEXEC);
    long n = dir < 0 ? -1 : tiles_checkpoint(dir, note);
    const char *wrong = n < 0 ? strerror(errno) : n > NOTE_MAX ? "its checkpoint is too long" : read_key(dir, &key);
    if (!wrong)
        wrong = checkpoint_open(note, (size_t)n, &key, &at);
    int bad = wrong ? fail(why, folder, wrong) : log_read_entries(dir, 0, at.size, take, arg, why);
    if (dir >= 0)
        close(dir);
    return bad;
}
