/* cache: pieces of pages that were made a moment ago, for the next request.
 *
 * A table stays what it is until the next run; its key says which run.  A piece is used for a few seconds at most, so that what
 * else is in it (is a version retired by now?) is never older than that.  Any number of threads. */
#ifndef FIEL_LADDER_CACHE_H
#define FIEL_LADDER_CACHE_H

#include "page.h"

enum { CACHE_KEY = 96, CACHE_PIECES = 64, CACHE_MOST = 512 << 10, CACHE_MS = 10000 };

struct cache;
struct cache *cache_make(void);   /* NULL without memory; then nothing is kept */
void cache_free(struct cache *k); /* NULL is fine, here and below */

/* Puts the piece behind what `out` has; false when there is none. */
bool cache_take(struct cache *k, const char *key, struct page *out);
/* Keeps a copy in the place of the oldest; what is longer than CACHE_MOST is not kept. */
void cache_put(struct cache *k, const char *key, const char *text, size_t size);
/* For tests: as if so many milliseconds had passed. */
void cache_age(struct cache *k, int64_t ms);

#endif
