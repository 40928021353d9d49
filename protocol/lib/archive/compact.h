/* compact: the form of a record in which what follows from its seed is left out (REPLAY.md section 8). */
#ifndef FIEL_COMPACT_H
#define FIEL_COMPACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/crypto.h"

#define COMPACT_NAME "FIELKEP"
#define COMPACT_MAGIC COMPACT_NAME "\x01"
enum {
    COMPACT_MAGIC_SIZE = 8,
    COMPACT_HEAD = COMPACT_MAGIC_SIZE + 8 + HASH
}; /* the magic, the size and the hash of the record */

/* Where bytes go, and where they come from: all of them, or false. */
struct compact_put {
    bool (*put)(void *to, const void *bytes, size_t size);
    void *to;
};
struct compact_take {
    bool (*take)(void *from, void *bytes, size_t size);
    void *from;
};

/* What is packed: the gaps and the bytes between them.  Where the bytes reveal no seed, or their commitments do not follow from it,
 * there are no gaps.  False: there is no memory, or it does not go there. */
bool compact_body(const uint8_t *bytes, size_t size, const struct compact_put *put);
/* The most that the body of a record of so many bytes has. */
size_t compact_body_most(size_t size);

/* How a body is put back. */
enum compact_end {
    COMPACT_RESTORED,
    COMPACT_NOT_TAKEN,
    COMPACT_NOT_PUT,
    COMPACT_NO_MEMORY,
    COMPACT_DAMAGED /* of no record of this size */
};
/* The record of a body, `size` bytes of it.  Of the body it takes what belongs to that, and no more. */
enum compact_end compact_restore(const struct compact_take *take, size_t size, const struct compact_put *put);

#endif
