/* number: a whole number in a word of a command line, a file or a form. */
#ifndef FIEL_CLI_NUMBER_H
#define FIEL_CLI_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* True, and *out: `text` is decimal digits and nothing else, and what they say lies within low and high.  False leaves *out as it was:
 * a sign, a blank, a fraction and a number that does not fit in 64 bits are none. */
static inline bool whole_number(const char *text, uint64_t low, uint64_t high, uint64_t *out)
{
    uint64_t n = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++)
        if (__builtin_mul_overflow(n, (uint64_t)10, &n) || __builtin_add_overflow(n, (uint64_t)(*at - '0'), &n))
            return false;
    if (at == text || *at || n < low || n > high)
        return false;
    *out = n;
    return true;
}

#endif
