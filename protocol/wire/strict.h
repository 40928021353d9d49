/* strict: is this exactly one value in the one canonical form?  Allocation-free; runs before any decoder. */
#ifndef FIEL_STRICT_H
#define FIEL_STRICT_H

#include <stdbool.h>
#include <stddef.h>

#include "messages.h"

/* WIRE_OK, or the first thing that is wrong.  Reads at most `size` bytes, does not recurse. */
enum wire_error strict_check(const uint8_t *bytes, size_t size);

/* Is this UTF-8: shortest forms only, no surrogates, nothing above U+10FFFF? */
bool utf8_valid(const void *bytes, size_t size);

#endif
