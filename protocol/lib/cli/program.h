/* program: a program of several commands, `fiel match`: which of them is meant, and what there is. */
#ifndef FIEL_CLI_PROGRAM_H
#define FIEL_CLI_PROGRAM_H

#include "cli/say.h"

struct program_command {
    const char *name; /* NULL ends the list */
    cli_command *run;
    const char *what; /* NULL: started by the program itself, and not shown */
};

struct program {
    const char *name, *version;
    const char *before, *after; /* of the list in its --help: an example and what the program is; what to read next */
    const struct program_command *command;
    int first; /* so many of them a newcomer is shown by --help, `help all` has the others; 0: all */
    /* Commands that tell people something in their language, each between blanks: " match rules ".  They have the option --lang, and
     * never see it (cli/lang.h). */
    const char *speaking;
    const char *verbs; /* of those, the ones with verbs, each of which has a help of its own; NULL: none */
};

/* Runs the command that argv[1] names, or tells what there is; what it told has left when this returns.  The exit code; of a command
 * where /proc is not mounted EXIT_ENVIRONMENT, because there a program finds neither itself nor what lies beside it. */
int program_run(const struct program *p, int argc, char **argv);

#endif
