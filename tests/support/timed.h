/* timed: the clocks of a benchmark, what puts its figures in order, and a line that tells one. */
#ifndef FIEL_TESTS_TIMED_H
#define FIEL_TESTS_TIMED_H

#include <stdio.h>
#include <time.h>

static inline double seconds_by(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline double seconds_now(void) { return seconds_by(CLOCK_MONOTONIC); }

/* Of the processor: what others run on it does not count. */
static inline double own_seconds(void) { return seconds_by(CLOCK_PROCESS_CPUTIME_ID); }

static inline int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline void row(const char *what, double value, const char *unit)
{
    printf("  %-72s %9.2f %s\n", what, value, unit);
    fflush(stdout);
}

#endif
