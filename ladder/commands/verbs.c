/* verbs: which of them, and their list. */
#include "verbs.h"

#include <stdio.h>
#include <string.h>

#include "cli/help.h"
#include "cli/lang.h"

enum { VERBS = 16 };

static void help(const char *command, const char *example, const char *how, const struct verb *list)
{
    printf("usage: fiel-ladder %s VERB [OPTION...]\n\n  %s\n\n%s\n\n", command, example, how);
    for (; list->name; list++)
        printf("  %-9s %s\n", list->name, list->what);
    printf("\nfiel-ladder %s VERB --help tells more.\n", command);
}

int verbs_run(const char *command, const char *example, const char *how, const struct verb *list, int argc, char **argv)
{
    const char *names[VERBS + 1] = { NULL }, *near;
    if (argc < 2)
        return cli_fail(EXIT_USAGE, "%s: say what: `fiel-ladder %s --help` lists it", command, command);
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return help(command, example, how, list), EXIT_FINE;
    for (int i = 0; list[i].name && i < VERBS; i++) {
        names[i] = list[i].name;
        if (!strcmp(argv[1], list[i].name))
            return lang_wants_help(argc - 1, argv + 1) ? help_of(list[i].run, list[i].name, true)
                                                       : list[i].run(argc - 1, argv + 1);
    }
    near = cli_nearest(argv[1], names);
    return near ? cli_fail(EXIT_USAGE, "%s: there is no '%s': did you mean `fiel-ladder %s %s`?", command, argv[1],
                           command, near)
                : cli_fail(EXIT_USAGE, "%s: there is no '%s': `fiel-ladder %s --help` lists what there is", command,
                           argv[1], command);
}
