/* language: see language.h. */
#include "language.h"

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
