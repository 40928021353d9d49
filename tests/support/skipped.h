/* skipped: what a place cannot hold is said by name, with the reason.
 *
 * `make check` counts these lines, and fails where the place (tests/skips) may not have one. */
#ifndef FIEL_TESTS_SKIPPED_H
#define FIEL_TESTS_SKIPPED_H

#include <stdarg.h>
#include <stdio.h>

/* "skipped: WHAT: WHY", a line of its own on stdout; `what` is the test or the part of one that does not run. */
__attribute__((format(printf, 2, 3))) static inline void skipped(const char *what, const char *why, ...)
{
    va_list args;
    printf("skipped: %s: ", what);
    va_start(args, why);
    vprintf(why, args);
    va_end(args);
    printf("\n");
    fflush(stdout);
}

#endif
