/* histogram: from a quick page to a long match. */
#include "histogram.h"

const double histogram_limit[HISTOGRAM_LIMITS] = { 0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 300, 1800 };

void histogram_add(struct histogram *h, int64_t us)
{
    unsigned i = 0;
    while (i < HISTOGRAM_LIMITS && (double)us > 1e6 * histogram_limit[i])
        i++;
    atomic_fetch_add(&h->bucket[i], 1);
    atomic_fetch_add(&h->us, us > 0 ? (uint64_t)us : 0);
}
