/* now: the machine's monotonic clock. */
#ifndef FIEL_SDK_NOW_H
#define FIEL_SDK_NOW_H

#include <stdint.h>
#include <time.h>

/* Milliseconds since some moment. */
static inline int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

#endif
