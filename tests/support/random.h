/* random: a seeded generator for tests, so that a failure can be had again (splitmix64). */
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct random {
    uint64_t state;
};

static inline uint64_t random_next(struct random *r)
{
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* 0 .. n - 1; near enough to uniform for a test. */
static inline unsigned random_below(struct random *r, unsigned n) { return (unsigned)(random_next(r) % n); }

/* A number whose width is random too, so that every length of an integer comes up. */
static inline uint64_t random_wide(struct random *r) { return random_next(r) >> random_below(r, 64); }

static inline void random_fill(struct random *r, void *out, size_t size)
{
    uint8_t *b = out;
    for (size_t i = 0; i < size; i++)
        b[i] = (uint8_t)random_next(r);
}

#endif
