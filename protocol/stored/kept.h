/* kept: the form of a record in which what follows from its seed is left out (REPLAY.md section 8). */
#ifndef FIEL_KEPT_H
#define FIEL_KEPT_H

#include <stddef.h>
#include <stdint.h>

#include "record/crypto.h"

#define KEPT_NAME "FIELKEP"
#define KEPT_MAGIC KEPT_NAME "\x01"
enum {
    KEPT_MAGIC_SIZE = 8,
    KEPT_HEAD = KEPT_MAGIC_SIZE + 8 + HASH
}; /* the magic, the size and the hash of the record */

/* What is packed: the gaps and the bytes between them.  Where the bytes reveal no seed, or their commitments do not follow from it,
 * there are no gaps.  NULL: no memory; else the caller's to free(). */
uint8_t *kept_body(const uint8_t *bytes, size_t size, size_t *body_size);
/* The most that the body of a record of so many bytes has. */
size_t kept_body_most(size_t size);

/* The record of a body, `size` bytes, into `bytes`.  False: that body is none of a record of this size. */
bool kept_restore(const uint8_t *body, size_t body_size, uint8_t *bytes, size_t size);

#endif
