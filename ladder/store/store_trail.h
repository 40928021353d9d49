/* store_trail: what the check of the trail needs. */
#ifndef FIEL_LADDER_STORE_TRAIL_H
#define FIEL_LADDER_STORE_TRAIL_H

#include "db.h"

/* The line's hash, over the one before and all that it says (LOG.md, entry 7). */
void trail_hash(uint8_t out[STORE_HASH], const uint8_t before[STORE_HASH], const struct trail_line *t);
/* Columns id, at_ms, actor, action, subject, detail, hash into a struct trail_line. */
void trail_read(struct db_rows *rows, void *row);

#endif
