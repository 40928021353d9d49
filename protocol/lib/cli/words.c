/* words: see words.h. */
#include "cli/words.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/lang.h"
#include "cli/number.h"
#include "cli/say.h"

enum { LEFT = 22 };

/* --- what a word may be -------------------------------------------------------------------------------- */

int number_read(const char *text, uint32_t low, uint32_t high, uint32_t *out, char why[CLI_WHY])
{
    uint64_t n;
    if (whole_number(text, low, high, &n)) {
        *out = (uint32_t)n;
        return 0;
    }
    return why_not(why, CLI_WHY, "'%.40s' is not a whole number from %u to %u", text, low, high);
}

int text_read(const char *text, char *out, size_t cap, char why[CLI_WHY])
{
    size_t n = strlen(text);
    if (n && n < cap) {
        memcpy(out, text, n + 1);
        return 0;
    }
    return why_not(why, CLI_WHY, n ? "that is longer than %zu characters" : "it is empty: leave the option out",
                   cap - 1);
}

int word_read(const char *text, const char *const *words, uint8_t *out, char why[CLI_WHY])
{
    size_t n;
    for (uint8_t i = 0; words[i]; i++)
        if (!strcmp(text, words[i]))
            return *out = i, 0;
    n = (size_t)snprintf(why, CLI_WHY, "'%.40s' is not one of:", text);
    for (; *words && n < CLI_WHY; words++)
        n += (size_t)snprintf(why + n, CLI_WHY - n, " %s", *words);
    return -1;
}

bool word_among(const char *word, const char *const *words)
{
    for (; *words; words++)
        if (!strcmp(word, *words))
            return true;
    return false;
}

int cli_refuse(struct cli_given *g, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(g->why, sizeof g->why, format, args);
    va_end(args);
    return -1;
}

/* --- what is wrong with the words ------------------------------------------------------------------------ */

/* Says it in the name of the command: "fiel: match: what: what to do". */
static __attribute__((format(printf, 2, 3))) int wrong(const struct cli_words *w, const char *format, ...)
{
    char text[2 * CLI_WHY];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return cli_fail(EXIT_USAGE, "%s%s%s", w->command, *w->command ? ": " : "", text);
}

/* "fiel match" */
static const char *called(const struct cli_words *w, char out[64])
{
    snprintf(out, 64, "%s%s%s", cli_program, *w->command ? " " : "", w->command);
    return out;
}

static int unknown(const struct cli_words *w, const char *word)
{
    const char *known[CLI_OPTIONS + 2] = { NULL }, *near;
    char name[64];
    int n = 0;
    for (; w->options[n].name; n++)
        known[n] = w->options[n].name;
    known[n] = "help";
    near = cli_nearest(word + strspn(word, "-"), known);
    return near ? wrong(w, "unknown option %s: did you mean --%s?", word, near)
                : wrong(w, "unknown option %s: %s --help lists them", word, called(w, name));
}

static int one_too_many(const struct cli_words *w, const char *word)
{
    char name[64];
    return w->remedy ? wrong(w, "'%s' is one word too many: %s", word, w->remedy)
                     : wrong(w, "'%s' is one word too many: see %s --help", word, called(w, name));
}

/* --- reading -------------------------------------------------------------------------------------------- */

/* The row of "--name" or "--name=value"; *value is what follows the '='. */
static const struct cli_option *option_of(const struct cli_words *w, const char *word, const char **value)
{
    size_t n = strcspn(word, "=");
    *value = word[n] ? word + n + 1 : NULL;
    for (const struct cli_option *o = w->options; o->name && n > 2 && !strncmp(word, "--", 2); o++)
        if (strlen(o->name) == n - 2 && !strncmp(o->name, word + 2, n - 2))
            return o;
    return NULL;
}

static int give(struct cli_given *g)
{
    const struct cli_option *o = g->option;
    char *to = (char *)g->wish + o->at;
    if (o->set)
        return o->set(g);
    if (!o->value)
        return *(bool *)to = true, 0;
    if (o->words)
        return word_read(g->value, o->words, (uint8_t *)to, g->why);
    if (o->high)
        return number_read(g->value, o->low, o->high, (uint32_t *)(void *)to, g->why);
    if (o->size)
        return text_read(g->value, to, o->size, g->why);
    *(const char **)(void *)to = g->value;
    return 0;
}

/* The option at argv[*i], with its value: an exit code. */
static int read_option(const struct cli_words *w, void *wish, uint64_t *given, char **argv, int *i)
{
    struct cli_given g = { .wish = wish };
    const struct cli_option *o = g.option = option_of(w, argv[*i], &g.value);
    if (!o)
        return unknown(w, argv[*i]);
    uint64_t bit = UINT64_C(1) << (o - w->options);
    if (*given & bit && !o->many)
        return wrong(w, "--%s is given twice: once is enough", o->name);
    *given |= bit;
    if (!o->value && g.value)
        return wrong(w, "--%s stands alone: leave '=%s' out", o->name, g.value);
    if (o->value && !g.value && !(g.value = argv[++*i]))
        return wrong(w, "--%s needs a value: --%s %s", o->name, o->name, o->value);
    int code = give(&g);
    return code < 0 ? wrong(w, "--%s: %s", o->name, g.why) : code;
}

static void help(const struct cli_words *w)
{
    fputs(w->help, stdout);
    for (const struct cli_option *o = w->options; o->name; o++) {
        char left[64];
        if (!o->help)
            continue;
        snprintf(left, sizeof left, "--%s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
        printf("  %-*s ", LEFT, left);
        for (const char *line = o->help; *line;) {
            size_t n = strcspn(line, "\n");
            printf("%*s%.*s\n", line == o->help ? 0 : LEFT + 3, "", (int)n, line);
            line += n + (line[n] != '\0');
        }
    }
    fputs(w->after ? w->after : "", stdout);
    if (w->more)
        w->more();
}

bool cli_words_read(const struct cli_words *w, void *wish, int *argc, char **argv, int *code)
{
    uint64_t given = 0;
    bool options = true;
    int left = 1, rows = 0;
    while (w->options[rows].name)
        rows++;
    assert(rows <= CLI_OPTIONS);
    if (w->help && lang_wants_help(*argc, argv))
        return help(w), *code = EXIT_FINE, false;
    for (int i = 1; i < *argc; i++) {
        bool is_option = options && argv[i][0] == '-' && argv[i][1];
        if (is_option && strcmp(argv[i], "--") != 0) {
            if ((*code = read_option(w, wish, &given, argv, &i)))
                return false;
            continue;
        }
        options = options && !is_option && !w->leading;
        if (!is_option)
            argv[left++] = argv[i];
    }
    argv[left] = NULL;
    *argc = left;
    if (w->given)
        *w->given = given;
    *code = left - 1 > w->most ? one_too_many(w, argv[w->most + 1]) : EXIT_FINE;
    return !*code;
}

const char *cli_words_other(const struct cli_option *options, uint64_t given, const char *const *these)
{
    for (unsigned i = 0; options[i].name; i++)
        if (given >> i & 1u && !word_among(options[i].name, these))
            return options[i].name;
    return NULL;
}
