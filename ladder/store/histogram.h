/* histogram: how long things took, as Prometheus counts it: since this process began, in buckets. */
#ifndef FIEL_LADDER_HISTOGRAM_H
#define FIEL_LADDER_HISTOGRAM_H

#include <stdatomic.h>
#include <stdint.h>

enum { HISTOGRAM_LIMITS = 10 };
extern const double histogram_limit[HISTOGRAM_LIMITS]; /* seconds, each more than the one before */

/* All zeros: nothing yet.  Any thread may add and read.  A bucket counts what took no longer than its limit and longer than the one
 * before, the last all others; `us` is all of it together. */
struct histogram {
    _Atomic uint64_t bucket[HISTOGRAM_LIMITS + 1], us;
};

void histogram_add(struct histogram *h, int64_t us);

#endif
