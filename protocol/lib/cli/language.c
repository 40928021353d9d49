/* language: see language.h. */
#include "language.h"

#include "catalogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[LANGUAGES] = { "en", "es", "pt" };
static enum language spoken = ENGLISH;

bool language_read(const char *name, enum language *out)
{
    for (unsigned l = 0; l < LANGUAGES; l++)
        if (strncmp(name, names[l], 2) == 0 && strchr("_.-@:", name[2])) {
            *out = (enum language)l;
            return true;
        }
    return false;
}

/* The first of a list like "ca:es:en" that is spoken here. */
static void first_of(const char *list, enum language *out)
{
    while (*list && !language_read(list, out)) {
        list += strcspn(list, ":");
        list += *list == ':';
    }
}

enum language language_of_environment(void)
{
    static const char *const variables[] = { "LC_ALL", "LC_MESSAGES", "LANG" };
    enum language l = ENGLISH;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) {
            (void)language_read(value, &l);
            if (getenv("LANGUAGE") && strcmp(value, "POSIX") && !(*value == 'C' && strchr(".", value[1])))
                first_of(getenv("LANGUAGE"), &l);
            break;
        }
    }
    return l;
}

const char *language_name(enum language l) { return names[l]; }

enum language language_called(const char *name)
{
    enum language l = ENGLISH;
    (void)language_read(name, &l);
    return l;
}

void language_speak(enum language l) { spoken = l; }
enum language language_spoken(void) { return spoken; }

const char *language_text(enum language l, const char *english)
{
    const char *found = *english ? catalogue_find(catalogue_of(l), english, 0) : NULL; /* "" has the header */
    return found ? found : english;
}

const char *T(const char *english) { return language_text(spoken, english); }

/* All three have one form for 1 and another for the rest, as Plural-Forms of po/ has it. */
const char *language_counted(enum language l, const char *one, const char *many, uint64_t n)
{
    const char *found = catalogue_find(catalogue_of(l), one, n != 1);
    return found ? found : n == 1 ? one : many;
}

const char *TN(const char *one, const char *many, uint64_t n) { return language_counted(spoken, one, many, n); }

char *language_decimals(char *text)
{
    for (char *point = text; (point = strchr(point, '.')); point++)
        *point = spoken == ENGLISH ? '.' : ',';
    return text;
}

/* Spanish says "e" before the sound i, which a name that begins so has. */
const char *language_and(enum language l, const char *last)
{
    size_t h = *last == 'h' || *last == 'H';
    bool i = last[h] == 'i' || last[h] == 'I';
    return l == SPANISH && i ? " e " : language_text(l, N_(" and "));
}

char *language_list(char *out, size_t cap, const char *const list[], size_t count)
{
    size_t n = 0;
    if (cap)
        *out = '\0';
    for (size_t i = 0; i < count && n < cap; i++) {
        const char *before = i == 0 ? "" : i + 1 < count ? ", " : language_and(spoken, list[i]);
        int more = snprintf(out + n, cap - n, "%s%s", before, list[i]);
        n += more > 0 ? (size_t)more : 0;
    }
    return out;
}

char language_bare(const char *text, size_t n)
{
    static const char
        letters[] = "AAAAAAACEEEEIIIIDNOOOOO?OUUUUY??aaaaaaaceeeeiiiidnooooo?ouuuuy?y"; /* U+00C0 and up */
    unsigned char first = (unsigned char)text[0], second = n == 2 ? (unsigned char)text[1] : 0;
    if (first == 0xc2 && (second == 0xa1 || second == 0xbf))
        return '\0';
    return first == 0xc3 ? letters[second & 0x3f] : '?';
}
