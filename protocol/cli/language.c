/* language: see language.h. */
#include "language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[LANGUAGES] = { "en", "es", "pt" };
static enum language spoken = ENGLISH;

bool language_read(const char *name, enum language *out)
{
    for (unsigned l = 0; l < LANGUAGES; l++)
        if (strncmp(name, names[l], 2) == 0 && strchr("_.-@", name[2])) {
            *out = (enum language)l;
            return true;
        }
    return false;
}

enum language language_of_environment(void)
{
    static const char *const variables[] = { "LC_ALL", "LC_MESSAGES", "LANG" };
    enum language l = ENGLISH;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) {
            (void)language_read(value, &l);
            break;
        }
    }
    return l;
}

const char *language_name(enum language l) { return names[l]; }

void language_speak(enum language l) { spoken = l; }
enum language language_spoken(void) { return spoken; }

const char *tongue(const char *english, const char *spanish, const char *portuguese)
{
    return spoken == SPANISH ? spanish : spoken == PORTUGUESE ? portuguese : english;
}

/* Spanish says "e" before the sound i, which a name that begins so has. */
static const char *last_comma(const char *name)
{
    size_t h = *name == 'h' || *name == 'H';
    bool i = name[h] == 'i' || name[h] == 'I';
    return tongue(" and ", i ? " e " : " y ", " e ");
}

char *language_list(char *out, size_t cap, const char *const list[], size_t count)
{
    size_t n = 0;
    if (cap)
        *out = '\0';
    for (size_t i = 0; i < count && n < cap; i++) {
        const char *before = i == 0 ? "" : i + 1 < count ? ", " : last_comma(list[i]);
        int more = snprintf(out + n, cap - n, "%s%s", before, list[i]);
        n += more > 0 ? (size_t)more : 0;
    }
    return out;
}
