/* program: see program.h. */
#include "cli/program.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/help.h"
#include "cli/lang.h"

enum { COMMANDS = 32 };

/* The first commands, or all of them. */
static int help(const struct program *p, bool all)
{
    int n = 0, wide = 0;
    for (const struct program_command *c = p->command; c->name && (all || !p->first || n < p->first); c++, n++)
        wide = c->what && (int)strlen(c->name) > wide ? (int)strlen(c->name) : wide;
    printf("usage: %s COMMAND [OPTION...]\n\n%s\n", p->name, p->before);
    for (const struct program_command *c = p->command; c < p->command + n; c++)
        if (c->what)
            printf("  %-*s %s\n", wide + 1, c->name, c->what);
    printf("\n%s\n", p->after);
    return EXIT_FINE;
}

static int unknown(const struct program *p, const char *word)
{
    const char *known[COMMANDS + 1] = { NULL };
    int n = 0;
    for (const struct program_command *c = p->command; c->name && n < COMMANDS; c++)
        if (c->what)
            known[n++] = c->name;
    const char *near = cli_nearest(word, known);
    if (near)
        return cli_fail(EXIT_USAGE, "there is no command '%s': did you mean `%s %s`?", word, p->name, near);
    return cli_fail(EXIT_USAGE, "there is no command '%s': `%s help all` lists them", word, p->name);
}

static const struct program_command *find(const struct program *p, const char *name)
{
    for (const struct program_command *c = p->command; c->name; c++)
        if (!strcmp(name, c->name))
            return c;
    return NULL;
}

static bool is_among(const char *names, const char *name)
{
    char word[64];
    snprintf(word, sizeof word, " %s ", name);
    return names && strstr(names, word);
}

static bool speaks(const struct program *p, const struct program_command *c) { return is_among(p->speaking, c->name); }

/* `season close --help` is the verb's affair. */
static bool wants_own_help(const struct program *p, const struct program_command *c, int argc, char **argv)
{
    return argc == 3 ? !strcmp(argv[2], "--help")
                     : c && c->what && !is_among(p->verbs, c->name) && lang_wants_help(argc - 1, argv + 1);
}

/* `fiel help match` is `fiel match --help`. */
static int help_about(const struct program *p, const char *name)
{
    const struct program_command *c = find(p, name);
    return c ? help_of(c->run, c->name, speaks(p, c) && !is_among(p->verbs, c->name)) : unknown(p, name);
}

/* What a command that speaks tells is in the language that it was asked for. */
static int run_command(const struct program *p, const struct program_command *c, int argc, char **argv)
{
    int code = speaks(p, c) ? lang_take(c->name, &argc, argv) : EXIT_FINE;
    return code ? code : c->run(argc, argv);
}

static int act(const struct program *p, int argc, char **argv)
{
    if (argc < 2)
        return cli_fail(EXIT_USAGE, "a command is missing: `%s help all` lists them", p->name);
    bool wants_help = !strcmp(argv[1], "--help") || !strcmp(argv[1], "help") || !strcmp(argv[1], "-h");
    if (wants_help && argc > 3)
        return cli_fail(EXIT_USAGE, "help: '%s' is one word too many: %s help COMMAND", argv[3], p->name);
    if (wants_help && argc == 3 && strcmp(argv[2], "all") != 0)
        return help_about(p, argv[2]);
    if (wants_help)
        return help(p, argc == 3);
    if (!strcmp(argv[1], "--version"))
        return printf("%s %s\n", p->name, p->version), EXIT_FINE;
    const struct program_command *c = find(p, argv[1]);
    if (wants_own_help(p, c, argc, argv))
        return help_about(p, argv[1]);
    if (c && c->what && access("/proc/self/exe", F_OK))
        return cli_fail(EXIT_ENVIRONMENT, "%s: /proc is not mounted here, and nothing is started without it: %s",
                        c->name, "mount -t proc proc /proc");
    return c ? run_command(p, c, argc - 1, argv + 1) : unknown(p, argv[1]);
}

int program_run(const struct program *p, int argc, char **argv)
{
    cli_program = p->name;
    return cli_finish(act(p, argc, argv));
}
