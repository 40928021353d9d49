/* random: splitmix64, a generator for play.  Nothing secret may come from it. */
#include "fiel.h"

#include <assert.h>

uint64_t fiel_random(struct fiel_random *r)
{
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* The place of 32 bits of a draw among 2^32, times n: without a division, which would cost more than the draw.  Draws again where
 * the numbers that lead to one place are one too many, so that every number is equally likely (Lemire, Fast random integer
 * generation in an interval, 2019). */
unsigned fiel_random_below(struct fiel_random *r, unsigned n)
{
    assert(n >= 1);
    uint64_t product = (fiel_random(r) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t too_many = (uint32_t)-n % n;
        while ((uint32_t)product < too_many)
            product = (fiel_random(r) >> 32) * n;
    }
    return (unsigned)(product >> 32);
}
