/* kept: pieces of pages that were made a moment ago, for whoever asks next.
 *
 * A table stays what it is until the next run; its key says which run.  A piece is used for a few seconds at most, so that what
 * else is in it (is a version retired by now?) is never older than that.  Any number of threads. */
#ifndef FIEL_LADDER_KEPT_H
#define FIEL_LADDER_KEPT_H

#include "page.h"

enum { KEPT_KEY = 96, KEPT_PIECES = 64, KEPT_MOST = 512 << 10, KEPT_MS = 10000 };

struct kept;
struct kept *kept_make(void);   /* NULL without memory; then nothing is kept */
void kept_free(struct kept *k); /* NULL is fine, here and below */

/* Puts the piece behind what `out` has; false when there is none. */
bool kept_take(struct kept *k, const char *key, struct page *out);
/* Keeps a copy in the place of the oldest; what is longer than KEPT_MOST is not kept. */
void kept_put(struct kept *k, const char *key, const char *text, size_t size);
/* For tests: as if so many milliseconds had passed. */
void kept_age(struct kept *k, int64_t ms);

#endif
