/* match_argv: see match_argv.h. */
#include "match_argv.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/codec.h"

_Static_assert((int)MATCH_PARTIES == (int)PARTIES_MAX, "every party of a match finds room");

static unsigned add_value(struct match_argv *a, unsigned n, const char *option, const char *value)
{
    if (!value)
        return n;
    a->word[n] = option;
    a->word[n + 1] = value;
    return n + 2;
}

char *const *match_argv(const struct match_wish *w, struct match_argv *a)
{
    unsigned n = 0;
    a->word[n++] = "fiel";
    a->word[n++] = "match";
#define X(field, option) n = add_value(a, n, option, w->field);
    MATCH_VALUES(X)
#undef X
#define X(field, option) \
    if (w->field) \
        a->word[n++] = option;
    MATCH_FLAGS(X)
#undef X
    for (unsigned i = 0; i < MATCH_PARTIES && w->bot[i]; i++)
        n = add_value(a, n, "--bot", w->bot[i]);
    for (unsigned i = 0; i < MATCH_PARTIES && w->cutter[i]; i++)
        n = add_value(a, n, "--cutter", w->cutter[i]);
    a->word[n] = NULL;
    return (char *const *)(uintptr_t)a->word;
}

const char *match_number(uint64_t n, char text[MATCH_NUMBER])
{
    snprintf(text, MATCH_NUMBER, "%" PRIu64, n);
    return text;
}

void match_list_add(char *list, size_t room, const char *one)
{
    size_t used = strlen(list);
    snprintf(list + used, room - used, "%s%s", used ? "," : "", one);
}

unsigned match_at_once(unsigned matches)
{
    enum { MOST = 1 << 16 };
    static const char name[] = "FIEL_AT_ONCE";
    const char *given = getenv(name);
    unsigned long before = given ? strtoul(given, NULL, 10) : 1;
    char text[MATCH_NUMBER];
    before = before < 1 ? 1 : before > MOST ? MOST : before;
    matches = matches < 1 ? 1 : matches > MOST ? MOST : matches;
    if (matches > 1)
        setenv(name, match_number(before * matches, text), 1);
    return (unsigned)before * matches;
}
