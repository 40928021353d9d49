/* stored: what zstd packed, unpacked into one block that grows, and no further than it may. */
#include "stored/stored.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

static const char CUT_SHORT[] = "it is cut short in what zstd packed", DAMAGED[] = "it is damaged in what zstd packed",
                  NO_MEMORY[] = "there is not enough memory to unpack it",
                  TOO_LONG[] = "it unpacks to more bytes than a record may have";
enum { FIRST_ROOM = 1 << 16 };

struct block {
    uint8_t *bytes;
    size_t size, room, most;
};

/* Room for at least one byte more; NULL, or why there is none. */
static const char *grow(struct block *b)
{
    if (b->size < b->room)
        return NULL;
    if (b->room >= b->most)
        return TOO_LONG;
    size_t room = b->room ? 2 * b->room : FIRST_ROOM;
    room = room < b->most ? room : b->most;
    uint8_t *more = realloc(b->bytes, room);
    if (!more)
        return NO_MEMORY;
    b->bytes = more;
    b->room = room;
    return NULL;
}

/* All frames that the bytes hold; NULL, or why not. */
static const char *unpack(ZSTD_DStream *d, ZSTD_inBuffer in, struct block *b)
{
    unsigned long long told = ZSTD_getFrameContentSize(in.src, in.size);
    if (told != ZSTD_CONTENTSIZE_UNKNOWN && told != ZSTD_CONTENTSIZE_ERROR && told > b->most)
        return TOO_LONG;
    for (;;) {
        const char *why = grow(b);
        if (why)
            return why;
        ZSTD_outBuffer out = { b->bytes, b->room, b->size };
        size_t left = ZSTD_decompressStream(d, &out, &in);
        b->size = out.pos;
        if (ZSTD_isError(left))
            return DAMAGED;
        if (in.pos == in.size && left == 0)
            return NULL;
        if (in.pos == in.size && out.pos < out.size)
            return CUT_SHORT;
    }
}

int stored_unpack(struct replay *r, const void *packed, size_t size, size_t most, const char **why)
{
    struct block b = { .most = most };
    ZSTD_DStream *d = ZSTD_createDStream();
    *r = (struct replay){ 0 };
    *why = d ? unpack(d, (ZSTD_inBuffer){ packed, size, 0 }, &b) : NO_MEMORY;
    ZSTD_freeDStream(d);
    if (*why) {
        free(b.bytes);
        return -1;
    }
    replay_over(r, b.bytes, b.size);
    r->heap = b.bytes;
    return 0;
}

bool stored_packed(const struct replay *r)
{
    static const uint8_t begins[] = { ZSTD_MAGICNUMBER & 255, ZSTD_MAGICNUMBER >> 8 & 255, ZSTD_MAGICNUMBER >> 16 & 255,
                                      ZSTD_MAGICNUMBER >> 24 & 255 };
    return r->size >= sizeof begins && memcmp(r->bytes, begins, sizeof begins) == 0;
}

int stored_load(struct replay *r, const char *path, const char **why)
{
    struct replay packed;
    if (replay_load(r, path)) {
        *why = strerror(errno);
        return -1;
    }
    if (!stored_packed(r))
        return 0;
    packed = *r;
    int rc = stored_unpack(r, packed.bytes, packed.size, STORED_MOST, why);
    replay_unload(&packed);
    return rc;
}
