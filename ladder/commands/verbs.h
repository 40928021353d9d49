/* verbs: a command of several: `fiel-ladder bot submit`. */
#ifndef FIEL_LADDER_VERBS_H
#define FIEL_LADDER_VERBS_H

#include "cli/say.h"

struct verb {
    const char *name; /* NULL ends the list */
    cli_command *run; /* argv[0] is its name */
    const char *what;
};
/* Runs the verb that argv[1] names, or prints what there is.  An exit code. */
int verbs_run(const char *command, const char *example, const struct verb *list, int argc, char **argv);

#endif
