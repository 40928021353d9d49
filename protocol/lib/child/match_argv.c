/* match_argv: see match_argv.h. */
#include "match_argv.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/words.h"
#include "wire/codec.h"

_Static_assert((int)MATCH_PARTIES == (int)PARTIES_MAX, "every party of a match finds room");

const char *const match_values[] = { "--bot",        "--cutter", "--events",     "--resume",        "--rules",
                                     "--seats",      "--games",  "--tables",     "--games-a-leg",   "--hands-max",
                                     "--clock",      "--tick",   "--on-timeout", "--sign",          "--sign-every",
                                     "--note-bytes", "--names",  "--artifacts",  "--replay",        "--logs",
                                     "--key",        "--host",   "--match-log",  "--match-log-key", "--log-policy",
                                     "--jail",       "--uids",   "--bot-memory", "--cpu",           "--seat-address",
                                     "--disturb",    NULL };
const char *const match_flags[] = { "--json", "--blind", "--duplicate", "--give-up", NULL };

static void add(struct match_argv *a, const char *word)
{
    assert(a->count + 1 < MATCH_WORDS);
    a->word[a->count++] = word;
    a->word[a->count] = NULL;
}

void match_begin(struct match_argv *a)
{
    a->count = a->used = 0;
    add(a, "fiel");
    add(a, "match");
}

void match_say(struct match_argv *a, const char *option, const char *text)
{
    assert(word_among(option, match_values));
    if (text) {
        add(a, option);
        add(a, text);
    }
}

void match_flag(struct match_argv *a, const char *option, bool given)
{
    assert(word_among(option, match_flags));
    if (given)
        add(a, option);
}

void match_print(struct match_argv *a, const char *option, const char *format, ...)
{
    char *text = a->text + a->used;
    va_list args;
    va_start(args, format);
    a->used += (size_t)vsnprintf(text, MATCH_TEXT - a->used, format, args) + 1;
    va_end(args);
    assert(a->used <= MATCH_TEXT);
    match_say(a, option, text);
}

void match_count(struct match_argv *a, const char *option, uint64_t n)
{
    if (n)
        match_print(a, option, "%" PRIu64, n);
}

void match_list(struct match_argv *a, const char *option, const char *one)
{
    const char *before = "";
    if (!strcmp(a->word[a->count - 2], option)) {
        before = a->word[a->count - 1];
        a->count -= 2;
    }
    match_print(a, option, "%s%s%s", before, *before ? "," : "", one);
}

unsigned match_at_once(unsigned matches)
{
    enum { MOST = 1 << 16 };
    static const char name[] = "FIEL_AT_ONCE";
    const char *given = getenv(name);
    unsigned long before = given ? strtoul(given, NULL, 10) : 1;
    char text[24];
    before = before < 1 ? 1 : before > MOST ? MOST : before;
    matches = matches < 1 ? 1 : matches > MOST ? MOST : matches;
    if (matches > 1) {
        snprintf(text, sizeof text, "%lu", before * matches);
        setenv(name, text, 1);
    }
    return (unsigned)before * matches;
}
