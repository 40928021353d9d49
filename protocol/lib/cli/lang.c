/* lang: see lang.h. */
#include "cli/lang.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"

/* "--lang" and "--lang=es"; *value is what follows the '='. */
static bool is_lang(const char *word, const char **value)
{
    static const char name[] = "--lang";
    size_t n = sizeof name - 1;
    *value = word[0] && !strncmp(word, name, n) && word[n] == '=' ? word + n + 1 : NULL;
    return *value || !strcmp(word, name);
}

static bool programs_read(const char *word) { return !strcmp(word, "--json") || !strncmp(word, "--events", 8); }

int lang_take(const char *command, int *argc, char **argv)
{
    const char *named = NULL, *value, *colon = command ? ": " : "";
    command = command ? command : "";
    enum language l = ENGLISH;
    bool read = false;
    int kept = 1, i = 1;
    for (; i < *argc && strcmp(argv[i], "--") != 0; i++) {
        read |= programs_read(argv[i]);
        if (!is_lang(argv[i], &value)) {
            argv[kept++] = argv[i];
            continue;
        }
        if (!value && i + 1 == *argc)
            return cli_fail(EXIT_USAGE, "%s%s--lang needs a value: --lang en, es or pt", command, colon);
        named = value ? value : argv[++i];
        if (!language_read(named, &l))
            return cli_fail(EXIT_USAGE, "%s%s--lang: '%.20s' is not spoken here: take en, es or pt", command, colon,
                            named);
    }
    while (i < *argc)
        argv[kept++] = argv[i++];
    argv[kept] = NULL;
    *argc = kept;
    language_speak(named || read ? l : language_of_environment());
    return EXIT_FINE;
}

bool lang_wants_help(int argc, char *const *argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (!strcmp(argv[i], "--help"))
            return true;
    return false;
}

/* --- its row of a help ------------------------------------------------------------------------------------------- */

static size_t indent(const char *line) { return strspn(line, " "); }

/* Where the text of an option's row begins, in the row or in the line below it. */
static size_t text_column(const char *row)
{
    size_t end = strcspn(row, "\n"), at = 2;
    while (at + 1 < end && !(row[at] == ' ' && row[at + 1] == ' '))
        at++;
    if (at + 1 >= end)
        return row[end] ? indent(row + end + 1) : 0;
    return at + indent(row + at);
}

/* Behind the last option and what is below it; *column is that of its text. */
static const char *behind_options(const char *help, size_t *column)
{
    const char *end = help + strlen(help);
    bool in = false;
    for (const char *line = help, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        next += *next == '\n';
        if (!strncmp(line, "  --", 4)) {
            *column = text_column(line);
            in = true;
        } else if (in && indent(line) < 4) {
            in = false;
        }
        end = in ? next : end;
    }
    return end;
}

char *lang_help(const char *help)
{
    static const char row[] = "  --lang LANG", what[] = "en, es or pt: what is told   (as LANG and LC_ALL say";
    const char *json = strstr(help, "\n  --json") ? "; of --json English)\n" : ")\n";
    size_t column = sizeof row + 1, room = strlen(help) + 256;
    const char *end = behind_options(help, &column);
    column = column < sizeof row + 1 ? sizeof row + 1 : column < 64 ? column : 64;
    char *text = malloc(room);
    if (text)
        snprintf(text, room, "%.*s%-*s%s%s%s", (int)(end - help), help, (int)column, row, what, json, end);
    return text;
}
