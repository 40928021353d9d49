/* choices: flags, environment, file, fallback, in this order. */
#include "choices.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/lang.h"
#include "cli/number.h"
#include "cli/say.h"
#include "cli/words.h"

const char TYPED[] = "";

static int find_in(const struct choice *table, const char *name)
{
    for (int i = 0; table[i].name; i++)
        if (!strcmp(table[i].name, name))
            return i;
    return -1;
}

static int find(const struct choices *c, const char *name) { return find_in(c->table, name); }

const char *chosen(const struct choices *c, const char *name)
{
    int i = find(c, name);
    assert(i >= 0);
    return c->value[i];
}

bool chosen_flag(const struct choices *c, const char *name, bool *out, int *code)
{
    const char *word = chosen(c, name);
    *out = word && (!*word || !strcmp(word, "yes"));
    if (!word || *out || !strcmp(word, "no"))
        return true;
    *code = cli_fail(EXIT_USAGE, "%s: %s is yes or no, not '%s'", c->command, name, word);
    return false;
}

bool chosen_number(const struct choices *c, const char *name, long low, long high, long *out, int *code)
{
    const char *text = chosen(c, name);
    uint64_t n;
    if (text && whole_number(text, (uint64_t)low, (uint64_t)high, &n)) {
        *out = (long)n;
        return true;
    }
    *code = cli_fail(EXIT_USAGE, "%s: --%s '%s': give a whole number from %ld to %ld", c->command, name,
                     text ? text : "", low, high);
    return false;
}

static void help(const struct choices *c)
{
    char left[64];
    printf("usage: fiel-ladder %s [OPTION...]%s\n\n  %s\n\n%s\n\n", c->command, c->operands, c->example, c->says);
    for (const struct choice *t = c->table; t->name; t++) {
        snprintf(left, sizeof left, "--%s%s%s", t->name, t->argument ? " " : "", t->argument ? t->argument : "");
        printf("  %-22s %s", left, t->what);
        if (t->fallback && *t->fallback)
            printf(" (%s)", t->fallback);
        putchar('\n');
    }
    puts("  --help                 this");
}

/* --- the file ------------------------------------------------------------------------------------- */

struct reading {
    struct choices *c;
    const char *file;
    bool said;
};

static int take_key(void *arg, const char *section, const char *key, const char *value)
{
    struct reading *r = arg;
    int i = find(r->c, key);
    if (strcmp(section, "ladder") || r->said)
        return 1; /* other programs' sections */
    bool known = i >= 0;
    for (const struct choice *const *other = r->c->others; !known && *other; other++)
        known = find_in(*other, key) >= 0;
    if (!known) {
        cli_fail(EXIT_USAGE, "%s: there is no option '%s': `fiel-ladder COMMAND --help` lists them", r->file, key);
        r->said = true;
    } else if (i >= 0 && r->c->table[i].fallback == TYPED) {
        cli_fail(EXIT_USAGE, "%s: '%s' counts on the command line alone: take it out of the file", r->file, key);
        r->said = true;
    } else if (i >= 0 && !r->c->value[i]) {
        if (snprintf(r->c->kept[i], CHOICE_ROOM, "%s", value) >= CHOICE_ROOM) {
            cli_fail(EXIT_USAGE, "%s: the value of '%s' is too long", r->file, key);
            r->said = true;
        }
        r->c->value[i] = r->c->kept[i];
    }
    return 1;
}

static int read_file(struct choices *c, const char *file)
{
    struct reading r = { c, file, false };
    int line = ini_parse(file, take_key, &r);
    if (line < 0)
        return cli_fail(EXIT_ENVIRONMENT, "%s: %s: name a file that can be read", file, strerror(errno));
    if (line > 0)
        return cli_fail(EXIT_USAGE, "%s: line %d is neither [SECTION] nor KEY = VALUE", file, line);
    return r.said ? EXIT_USAGE : EXIT_FINE;
}

/* --- the flags ------------------------------------------------------------------------------------ */

/* " AUTHOR/BOT PROGRAM": the word of that number. */
static const char *operand_called(const struct choices *c, int number, int *size)
{
    const char *word = c->operands;
    for (;; word += *size) {
        word += strspn(word, " ");
        *size = (int)strcspn(word, " ");
        if (!number--)
            return word;
    }
}

static int wrong_count(const struct choices *c)
{
    int size, wanted = 0;
    for (const char *at = c->operands; (at = strchr(at, ' ')); at++)
        wanted++;
    if (c->operand_count > wanted && !strstr(c->operands, "..."))
        return cli_fail(EXIT_USAGE, "%s: '%s' is one word too many: fiel-ladder %s%s", c->command, c->operand[wanted],
                        c->command, c->operands);
    if (c->operand_count >= wanted)
        return EXIT_FINE;
    const char *missing = operand_called(c, c->operand_count, &size);
    return cli_fail(EXIT_USAGE, "%s: %.*s is missing: fiel-ladder %s%s", c->command, size, missing, c->command,
                    c->operands);
}

static int take(struct cli_given *g)
{
    struct choices *c = g->wish;
    c->value[g->option->at] = g->value ? g->value : "";
    return 0;
}

/* False: *code is what to exit with. */
static bool read_flags(struct choices *c, int argc, char **argv, int *code)
{
    struct cli_option flags[CHOICES_MAX + 1] = { 0 };
    int count = 0;
    for (; c->table[count].name; count++)
        flags[count] = (struct cli_option){
            .name = c->table[count].name, .value = c->table[count].argument, .set = take, .at = (size_t)count
        };
    const struct cli_words takes = { c->command, flags, .most = INT_MAX };
    if (lang_wants_help(argc, argv))
        return help(c), *code = EXIT_FINE, false;
    if (!cli_words_read(&takes, c, &argc, argv, code))
        return false;
    c->operand = argv + 1;
    c->operand_count = argc - 1;
    *code = wrong_count(c);
    return !*code;
}

static void read_environment(struct choices *c)
{
    char name[64];
    for (int i = 0; c->table[i].name; i++) {
        snprintf(name, sizeof name, "FIEL_LADDER_%s", c->table[i].name);
        for (char *p = name; *p; p++)
            *p = *p == '-' ? '_' : (char)toupper((unsigned char)*p);
        if (!c->value[i] && c->table[i].fallback != TYPED)
            c->value[i] = getenv(name);
    }
}

bool choices_read(struct choices *c, int argc, char **argv, int *code)
{
    int config = find(c, "config");
    c->operands = c->operands ? c->operands : "";
    if (!read_flags(c, argc, argv, code))
        return false;
    read_environment(c);
    if (config >= 0 && c->value[config])
        *code = read_file(c, c->value[config]);
    if (*code)
        return false;
    for (int i = 0; c->table[i].name; i++)
        if (!c->value[i] && c->table[i].fallback != TYPED)
            c->value[i] = c->table[i].fallback;
    return true;
}
