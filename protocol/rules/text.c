/* text: building short strings without stdio. */
#include "text.h"

#include <string.h>

void text_add_part(char *out, size_t size, const char *text, size_t length)
{
    size_t used = strlen(out);
    for (size_t i = 0; i < length && used + 1 < size; i++)
        out[used++] = text[i];
    out[used] = '\0';
}

void text_add(char *out, size_t size, const char *text) { text_add_part(out, size, text, strlen(text)); }

void text_set(char *out, size_t size, const char *text)
{
    out[0] = '\0';
    text_add(out, size, text);
}

void text_add_number(char *out, size_t size, unsigned n)
{
    char digits[12];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + n % 10);
    while ((n /= 10) != 0);
    text_add_part(out, size, digits + at, sizeof digits - at);
}

/* --- the nearest word --- */

enum { WORD_MAX = 63 };

static unsigned least(unsigned a, unsigned b, unsigned c)
{
    unsigned m = a < b ? a : b;
    return m < c ? m : c;
}

/* Levenshtein's distance, one row at a time; longer words than WORD_MAX are far from everything. */
static unsigned distance(const char *a, const char *b)
{
    unsigned row[WORD_MAX + 1];
    size_t na = strlen(a), nb = strlen(b);
    if (na > WORD_MAX || nb > WORD_MAX)
        return WORD_MAX;
    for (unsigned j = 0; j <= nb; j++)
        row[j] = j;
    for (unsigned i = 1; i <= na; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= nb; j++) {
            unsigned above = row[j];
            row[j] = least(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[nb];
}

const char *text_nearest(const char *word, const char *const *known, size_t count)
{
    const char *best = NULL;
    unsigned nearest = (unsigned)strlen(word) / 3 + 1; /* further off is no help */
    for (size_t i = 0; i < count; i++) {
        unsigned d = distance(word, known[i]);
        if (d <= nearest && (best == NULL || d < nearest)) {
            nearest = d;
            best = known[i];
        }
    }
    return best;
}
