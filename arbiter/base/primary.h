/* primary: the first leg of a pair, as the second one's referee needs it: read from the first one's record,
 * which has everything but its REVEAL and its trailer by then. */
#ifndef FIEL_PRIMARY_H
#define FIEL_PRIMARY_H

#include "record/replay.h"
#include "wire/codec.h"

struct primary {
    uint8_t open[OPEN_MAX], signature[SIGNATURE]; /* of its OPEN */
    size_t open_size;
    uint8_t nonce[HASH];
    uint8_t top[PARTIES_MAX][HASH]; /* x[T] of its parties, in their order; whether they hold is not checked */
};

/* Reads it from where `r` stands.  False when it has no OPEN, or not every party has sent its x[T]. */
bool primary_read(struct primary *p, struct replay *r) __attribute__((warn_unused_result));

#endif
