/* cli_words: a command's options as a table: reading them, and the lines of its --help. */
#ifndef FIEL_CLI_WORDS_H
#define FIEL_CLI_WORDS_H

#include <stddef.h>

struct cli_option {
    const char *name, *value; /* "--rules", "RULES"; value NULL: the option stands alone */
    int (*set)(void *wish, const char *value); /* an exit code, with what went wrong printed */
    const char *help;         /* further lines after '\n' */
};

struct cli_words {
    const char *command;
    const struct cli_option *options; /* the last one has no name */
    int (*plain)(void *wish, const char *word); /* a word that is no option */
};

/* Gives every word to whom it belongs; what follows "--" is no option.  EXIT_FINE, or the exit code of what was printed. */
int cli_words_read(const struct cli_words *w, void *wish, int argc, char **argv);
/* "  --rules RULES    preset,..." for each. */
void cli_words_help(const struct cli_words *w);
/* Was --help said? */
int cli_words_wants_help(int argc, char **argv);

#endif
