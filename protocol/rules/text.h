/* text: building short strings without stdio, in buffers that may not overflow. */
#ifndef FIEL_RULES_TEXT_H
#define FIEL_RULES_TEXT_H

#include <stddef.h>

/* Each cuts off at `size` and always ends with NUL. */
void text_set(char *out, size_t size, const char *text);
void text_add(char *out, size_t size, const char *text);
void text_add_part(char *out, size_t size, const char *text, size_t length);
void text_add_number(char *out, size_t size, unsigned n);

/* The first of the known words nearest to `word` by edit distance, NULL when none is near enough to be meant. */
const char *text_nearest(const char *word, const char *const *known, size_t count);

#endif
