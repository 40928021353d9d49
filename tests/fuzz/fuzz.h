/* fuzz: what the fuzz targets share: an input that is read byte by byte, what must hold, changes to a sample.
 *
 * A target defines LLVMFuzzerTestOneInput and keeps nothing between two inputs but what it makes once. `make fuzz`
 * links libFuzzer; tests/fuzz/fuzzed.c is a main that plays the kept inputs (tests/corpus/fuzz) in `make check`. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/owned.h"

#define FUZZ __attribute__((unused)) static

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

FUZZ void expect(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

struct bytes {
    const uint8_t *at, *end;
};

/* Zero behind the end. */
FUZZ unsigned take(struct bytes *b) { return b->at < b->end ? *b->at++ : 0; }

FUZZ unsigned take16(struct bytes *b)
{
    unsigned high = take(b);
    return high << 8 | take(b);
}

FUZZ bool more(const struct bytes *b) { return b->at < b->end; }

/* A heap block of exactly this size, so that a byte too far is seen; never NULL. */
FUZZ uint8_t *copy_of(const void *bytes, size_t size)
{
    uint8_t *copy = malloc(size);
    if (copy == NULL)
        abort();
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

/* The same with a NUL behind it. */
FUZZ char *text_of(const void *bytes, size_t size)
{
    char *copy = (char *)malloc(size + 1);
    if (copy == NULL)
        abort();
    if (size > 0)
        memcpy(copy, bytes, size);
    copy[size] = '\0';
    return copy;
}

/* A sample with some of its bytes changed: pairs of a place (two bytes, counted round) and what stands there.  A
 * place beyond 0xff00 cuts the sample off instead.  *size becomes its new size. */
FUZZ uint8_t *changed(struct bytes *b, const void *sample, size_t *size)
{
    uint8_t *copy = copy_of(sample, *size);
    while (more(b) && *size > 0) {
        unsigned place = take16(b), value = take(b);
        if (place < 0xff00)
            copy[place % *size] = (uint8_t)value;
        else
            *size -= *size < value ? *size : value;
    }
    uint8_t *exact = copy_of(copy, *size);
    free(copy);
    return exact;
}

#endif
