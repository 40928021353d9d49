/* replay_read: the valid prefix of a file that may be anything, and why it ends. */
#include "record/replay.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/transcript.h"
#include "wire/messages.h"

enum {
    FILE_MAX = 1 << 30 /* a gigabyte is some hundred thousand hands */,
    FIRST_READ = 1 << 16,
    NAME = sizeof REPLAY_NAME - 1
};

/* Reads until the end into a block that grows; -1 and errno. */
static int read_all(int fd, uint8_t **bytes, size_t *size)
{
    size_t room = 0;
    for (;;) {
        if (*size == room) {
            room = room ? room * 2 : FIRST_READ;
            uint8_t *more = room > FILE_MAX ? NULL : realloc(*bytes, room);
            if (!more) {
                errno = room > FILE_MAX ? EFBIG : ENOMEM;
                return -1;
            }
            *bytes = more;
        }
        ssize_t n = read(fd, *bytes + *size, room - *size);
        if (n == 0)
            return 0;
        if (n < 0 && errno != EINTR)
            return -1;
        if (n > 0)
            *size += (size_t)n;
    }
}

int replay_load_from(struct replay *r, int fd)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    *r = (struct replay){ 0 };
    if (read_all(fd, &bytes, &size) < 0) {
        int error = errno;
        free(bytes);
        errno = error;
        return -1;
    }
    replay_over(r, bytes, size);
    r->heap = bytes;
    return 0;
}

int replay_load(struct replay *r, const char *path)
{
    *r = (struct replay){ 0 };
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int rc = replay_load_from(r, fd), error = errno;
    close(fd);
    errno = error;
    return rc;
}

void replay_unload(struct replay *r)
{
    free(r->heap);
    *r = (struct replay){ 0 };
}

void replay_over(struct replay *r, const void *bytes, size_t size)
{
    *r = (struct replay){ .bytes = bytes, .size = size };
}

static uint64_t number(const uint8_t *b, unsigned width)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < width; i++)
        v = v << 8 | b[i];
    return v;
}

static bool known_type(unsigned type)
{
    switch (type) {
#define X(name, number_, who, fields) \
    case number_: return (who) != 'B'; /* what a bot says is inside REC_RECEIVED */
        MESSAGES(X)
#undef X
    case REC_HEADER:
    case REC_PAUSE:
    case REC_RECEIVED:
    case REC_SENT:
    case REC_SILENCE:
    case REC_SEAT:
    case REC_LOGGED:
    case REC_VOID:
    case REC_REVEAL_NOW:
    case REC_TRAILER: return true;
    default: return false;
    }
}

static bool stop(struct replay *r, enum replay_end why)
{
    r->end = why;
    return false;
}

static bool magic(struct replay *r)
{
    size_t n = r->size < REPLAY_MAGIC_SIZE ? r->size : REPLAY_MAGIC_SIZE;
    bool named = n > 0 && memcmp(r->bytes, REPLAY_NAME, n < NAME ? n : NAME) == 0;
    if (!named)
        return stop(r, REPLAY_NOT_A_REPLAY);
    if (memcmp(r->bytes, REPLAY_MAGIC, n) != 0)
        return stop(r, REPLAY_OTHER_VERSION);
    if (n < REPLAY_MAGIC_SIZE)
        return stop(r, REPLAY_TRUNCATED);
    r->at = REPLAY_MAGIC_SIZE;
    return true;
}

bool replay_next(struct replay *r, struct record *out)
{
    if (r->end != REPLAY_MORE || (r->at == 0 && !magic(r)))
        return false;
    const uint8_t *b = r->bytes + r->at;
    size_t left = r->size - r->at;
    if (left == 0)
        return stop(r, REPLAY_NO_TRAILER);
    if (left < RECORD_HEADER)
        return stop(r, REPLAY_TRUNCATED);
    size_t size = (size_t)number(b, 4);
    bool first = r->at == REPLAY_MAGIC_SIZE, trailer = b[4] == REC_TRAILER;
    if (size > RECORD_MAX || !known_type(b[4]) || first != (b[4] == REC_HEADER) || (trailer && size != SIGNATURE))
        return stop(r, REPLAY_BAD_RECORD);
    if (size > left - RECORD_HEADER)
        return stop(r, REPLAY_TRUNCATED);
    *out = (struct record){ .type = b[4],
                            .visibility = b[5],
                            .us = number(b + 6, 8),
                            .payload = b + RECORD_HEADER,
                            .size = size,
                            .offset = r->at };
    r->at += RECORD_HEADER + size;
    if (trailer) /* the last record: the next call says so */
        r->end = r->at == r->size ? REPLAY_COMPLETE : REPLAY_AFTER_TRAILER;
    return true;
}

const char *replay_end_text(enum replay_end e)
{
#define X(name, number, text) text,
    static const char *const texts[] = { REPLAY_ENDS(X) };
#undef X
    return (size_t)e < sizeof texts / sizeof *texts ? texts[e] : "unknown reason";
}

bool replay_signed(const struct replay *r, const uint8_t match_id[HASH], const uint8_t public_key[KEY_PUBLIC])
{
    struct replay whole;
    struct record last = { 0 };
    struct message m;
    uint8_t digest[HASH];
    replay_over(&whole, r->bytes, r->size);
    while (replay_next(&whole, &last))
        ;
    if (whole.end != REPLAY_COMPLETE)
        return false;
    hash_bytes(digest, r->bytes, last.offset + RECORD_HEADER);
    replay_message(&m, match_id, digest);
    return verify_message(last.payload, public_key, &m);
}
