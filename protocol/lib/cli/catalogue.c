/* catalogue: see catalogue.h. */
#include "catalogue.h"

#include <string.h>

/* The browser's copy of the teller and the auditor speaks English alone: the page has words of its own (ladder/web/words.mjs). */
#ifdef __wasm__
struct catalogue catalogue_of(enum language l)
{
    (void)l;
    return (struct catalogue){ NULL, 0 };
}
#else
static const uint8_t spanish[] = {
#include "es.inc"
};
static const uint8_t portuguese[] = {
#include "pt_BR.inc"
};

struct catalogue catalogue_of(enum language l)
{
    switch (l) {
    case SPANISH: return (struct catalogue){ spanish, sizeof spanish };
    case PORTUGUESE: return (struct catalogue){ portuguese, sizeof portuguese };
    case ENGLISH:
    case LANGUAGES: break;
    }
    return (struct catalogue){ NULL, 0 };
}
#endif

/* The words of a .mo file are little-endian; its header says how many messages there are and where their two tables stand. */
enum { MAGIC = 0, COUNT = 8, MESSAGES_AT = 12, TRANSLATIONS_AT = 16, HEADER = 28 };

static uint32_t word_at(struct catalogue c, size_t at)
{
    const uint8_t *b = c.bytes + at;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* The text of row `i` of the table at `table`, with its size; NULL where it is not all inside of the file. */
static const char *text_at(struct catalogue c, uint32_t table, uint32_t i, size_t *size)
{
    uint64_t row = table + UINT64_C(8) * i;
    if (row + 8 > c.size)
        return NULL;
    uint64_t at = word_at(c, (size_t)row + 4);
    *size = word_at(c, (size_t)row);
    return at + *size < c.size && c.bytes[at + *size] == '\0' ? (const char *)c.bytes + at : NULL;
}

const char *catalogue_find(struct catalogue c, const char *message, unsigned form)
{
    if (c.size < HEADER || word_at(c, MAGIC) != 0x950412de)
        return NULL;
    size_t size;
    uint32_t low = 0, high = word_at(c, COUNT);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const char *text = text_at(c, word_at(c, MESSAGES_AT), middle, &size);
        int order = text ? strcmp(message, text) : 0;
        if (order == 0) {
            const char *found = text ? text_at(c, word_at(c, TRANSLATIONS_AT), middle, &size) : NULL;
            for (const char *end = found ? found + size : NULL; form > 0 && found; form--) {
                found += strlen(found) + 1;
                found = found < end ? found : NULL;
            }
            return found;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
