/* kept: what the workers of a machine have fetched, by its hash, in a folder of theirs: an archive travels to a machine once. */
#ifndef FIEL_LADDER_KEPT_H
#define FIEL_LADDER_KEPT_H

#include "queue.h"

#define KEPT_MOST (1ull << 30) /* bytes of all files together; the ones that were used longest ago go first */

/* The bytes of this hash: from the folder, or by `fetch`, and then they lie in the folder.  Workers that want the same bytes at one
 * time fetch them once.  A file that is damaged is fetched again; a folder that takes nothing keeps nothing; standard error says
 * either.  As fetch: a store_code with a sentence; out is the caller's to free. */
int kept_fetch(const char *folder, struct queue *q, const struct order *o, const uint8_t hash[STORE_HASH],
               int (*fetch)(struct queue *, const struct order *, const uint8_t[STORE_HASH], struct store_bytes *,
                            struct store_error *),
               struct store_bytes *out, struct store_error *e);

#endif
