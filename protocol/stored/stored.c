/* stored: what zstd packed, unpacked into one block that grows, and no further than it may; and what is kept, whose gaps are
 * filled. */
#include "stored/stored.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "stored/kept.h"

static const char CUT_SHORT[] = "it is cut short in what zstd packed", DAMAGED[] = "it is damaged in what zstd packed",
                  NO_MEMORY[] = "there is not enough memory to unpack it",
                  TOO_LONG[] = "it unpacks to more bytes than a record may have",
                  OTHER_FORM[] = "it is kept in a form of another version than 1",
                  ANOTHER[] = "what is kept in it does not have the hash that it names";
enum {
    FIRST_ROOM = 1 << 16,
    KEEP_LEVEL =
        9, /* of zstd: milliseconds for a record of 100 kB; 19 takes more than ten times as long and saves 8 % */
};

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

/* All of it into a block of its own, which the caller frees; NULL, or why not. */
static const char *unpack_all(const void *packed, size_t size, struct block *b)
{
    ZSTD_DStream *d = ZSTD_createDStream();
    const char *why = d ? unpack(d, (ZSTD_inBuffer){ packed, size, 0 }, b) : NO_MEMORY;
    ZSTD_freeDStream(d);
    if (why)
        free(b->bytes);
    return why;
}

static bool begins_kept(const uint8_t *bytes, size_t size)
{
    return size >= KEPT_MAGIC_SIZE && !memcmp(bytes, KEPT_NAME, KEPT_MAGIC_SIZE - 1);
}

/* The record into *bytes, `*size` of them, which the caller frees; NULL, or why not. */
static const char *unkeep(const uint8_t *kept, size_t kept_size, size_t most, uint8_t **bytes, size_t *size)
{
    uint8_t found[HASH];
    if (memcmp(kept, KEPT_MAGIC, KEPT_MAGIC_SIZE) != 0)
        return OTHER_FORM;
    if (kept_size < KEPT_HEAD)
        return CUT_SHORT;
    uint64_t told = 0;
    for (unsigned i = 0; i < 8; i++)
        told = told << 8 | kept[KEPT_MAGIC_SIZE + i];
    if (told > most)
        return TOO_LONG;
    struct block body = { .most = kept_body_most((size_t)told) };
    const char *why = unpack_all(kept + KEPT_HEAD, kept_size - KEPT_HEAD, &body);
    if (why)
        return why;
    *size = (size_t)told;
    *bytes = malloc(*size + 1);
    if (!*bytes)
        why = NO_MEMORY;
    else if (!kept_restore(body.bytes, body.size, *bytes, *size))
        why = DAMAGED;
    if (!why) {
        hash_bytes(found, *bytes, *size);
        why = memcmp(found, kept + KEPT_HEAD - HASH, HASH) ? ANOTHER : NULL;
    }
    free(body.bytes);
    if (why)
        free(*bytes);
    return why;
}

int stored_unpack(struct replay *r, const void *packed, size_t size, size_t most, const char **why)
{
    struct block b = { .most = most };
    *r = (struct replay){ 0 };
    *why = begins_kept(packed, size) ? unkeep(packed, size, most, &b.bytes, &b.size) : unpack_all(packed, size, &b);
    if (*why)
        return -1;
    replay_over(r, b.bytes, b.size);
    r->heap = b.bytes;
    return 0;
}

bool stored_packed(const struct replay *r)
{
    static const uint8_t begins[] = { ZSTD_MAGICNUMBER & 255, ZSTD_MAGICNUMBER >> 8 & 255, ZSTD_MAGICNUMBER >> 16 & 255,
                                      ZSTD_MAGICNUMBER >> 24 & 255 };
    return begins_kept(r->bytes, r->size) || (r->size >= sizeof begins && !memcmp(r->bytes, begins, sizeof begins));
}

bool stored_kept(const struct replay *r) { return begins_kept(r->bytes, r->size); }

int stored_load(struct replay *r, const char *path, const char **why)
{
    if (replay_load(r, path)) {
        *why = strerror(errno);
        return -1;
    }
    if (!stored_packed(r))
        return 0;
    struct replay packed = *r;
    int rc = stored_unpack(r, packed.bytes, packed.size, STORED_MOST, why);
    replay_unload(&packed);
    return rc;
}

static void put_kept_head(uint8_t head[KEPT_HEAD], const void *bytes, size_t size)
{
    memcpy(head, KEPT_MAGIC, KEPT_MAGIC_SIZE);
    for (unsigned i = 0; i < 8; i++)
        head[KEPT_MAGIC_SIZE + i] = (uint8_t)((uint64_t)size >> (56 - 8 * i));
    hash_bytes(head + KEPT_MAGIC_SIZE + 8, bytes, size);
}

int stored_keep(const void *bytes, size_t size, uint8_t **kept, size_t *kept_size)
{
    size_t body_size = 0;
    uint8_t *body = kept_body(bytes, size, &body_size);
    size_t room = ZSTD_compressBound(body_size), packed;
    *kept = body ? malloc(KEPT_HEAD + room) : NULL;
    packed = *kept ? ZSTD_compress(*kept + KEPT_HEAD, room, body, body_size, KEEP_LEVEL) : 0;
    free(body);
    if (!*kept || ZSTD_isError(packed)) {
        free(*kept);
        *kept = NULL;
        return -1;
    }
    put_kept_head(*kept, bytes, size);
    *kept_size = KEPT_HEAD + packed;
    return 0;
}
