/* masked: what everybody is told of chains that others keep to themselves.  HANDS_END holds V of every party: hashes behind a
 * key that only its party and the arbiter know, so they tell nothing, and differ with everything that the party was told.
 * P runs through them, signatures through both, and RESULT ends with P. */
#ifndef FIEL_TESTS_MASKED_H
#define FIEL_TESTS_MASKED_H

#include "wire/codec.h"

#include <string.h>

/* Zeros in the place of those in `bytes`, a message that was read as `m` from the same place. */
static inline void mask_heads(uint8_t *bytes, const uint8_t *from, const struct msg *m)
{
    if (m->type == MSG_HANDS_END) {
        memset(bytes + (m->head - from), 0, ID);
        memset(bytes + (m->blob - from), 0, m->blob_size);
    }
    if (m->type == MSG_RESULT)
        memset(bytes + (m->blob - from) + m->blob_size - ID, 0, ID);
    if (m->type == MSG_HANDS_END || m->type == MSG_SIGNED || m->type == MSG_RESULT)
        memset(bytes + (m->signature - from), 0, SIG);
}

#endif
