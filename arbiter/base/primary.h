/* primary: the first leg of a pair, as the second one's referee needs it: read from the first one's record,
 * which has everything but its REVEAL and its trailer by then. */
#ifndef FIEL_PRIMARY_H
#define FIEL_PRIMARY_H

#include "record/replay.h"
#include "link.h"

struct primary {
    uint8_t open[PRIMARY_MAX], signature[SIGNATURE]; /* of its OPEN */
    size_t open_size;
    uint8_t nonce[HASH];
    /* x[T] of its parties, in their order, table upon table; whether they hold is not checked. */
    uint8_t top[PAIR_PLACES_MAX][HASH];
};

/* Who reads what the bots have said in it: what an envelope says, as a seat process has it; false: nothing.  NULL: it is read here. */
struct primary_reader {
    void *ctx;
    bool (*read)(void *ctx, const void *raw, size_t size, uint32_t tables, struct from_seat *f);
};
/* Reads it from where `r` stands.  False when it has no OPEN, or not every party has sent its x[T] of every table. */
bool primary_read(struct primary *p, struct replay *r, const struct primary_reader *by)
    __attribute__((warn_unused_result));

#endif
