/* verbs: a command of several: `fiel-ladder bot submit`. */
#ifndef FIEL_LADDER_VERBS_H
#define FIEL_LADDER_VERBS_H

#include "cli/say.h"

struct verb {
    const char *name; /* NULL ends the list */
    cli_command *run; /* argv[0] is its name */
    const char *what;
};
#define VERBS_BY_HTTP "Asks a ladder over HTTP, as its pages do: --server says which, a token who you are."

/* Runs the verb that argv[1] names, or prints its help, or what verbs there are; `how` is a sentence of that.  All verbs speak, because
 * their command does (cli/program.h).  An exit code. */
int verbs_run(const char *command, const char *example, const char *how, const struct verb *list, int argc,
              char **argv);

#endif
