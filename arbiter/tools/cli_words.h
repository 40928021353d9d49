/* cli_words: a command's options as a table: reading them, and the lines of its --help. */
#ifndef FIEL_CLI_WORDS_H
#define FIEL_CLI_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cli_option {
    const char *name, *value; /* "--rules", "RULES"; value NULL: the option stands alone */
    int (*set)(void *wish,
               const char *value); /* an exit code, with what went wrong printed; NULL: taken as it stands */
    size_t at;                     /* without `set`: the wish's const char *, or bool where there is no value */
    const char *help;              /* further lines after '\n' */
};

/* The two ways an option may go, between its value and its help. */
#define CLI_BY(setter) setter, 0
#define CLI_INTO(type, field) NULL, offsetof(type, field)

struct cli_words {
    const char *command;
    const struct cli_option *options;           /* the last one has no name */
    int (*plain)(void *wish, const char *word); /* a word that is no option */
};

/* Gives every word to whom it belongs; what follows "--" is no option.  EXIT_FINE, or the exit code of what was printed. */
int cli_words_read(const struct cli_words *w, void *wish, int argc, char **argv);
/* "  --rules RULES    preset,..." for each. */
void cli_words_help(const struct cli_words *w);

/* A number, or a whole one from 1, within these bounds; false for any other text, and *out is then of no use. */
bool cli_number(const char *text, double low, double high, double *out);
bool cli_whole(const char *text, uint32_t high, uint32_t *out);

/* Whether a file can be written there, found out before anything is played: -1 and errno when not.  Nothing is changed. */
int cli_output_try(const char *path);

#endif
