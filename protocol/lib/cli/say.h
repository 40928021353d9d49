/* say: how every program speaks to who runs it: `fiel` and `fiel-ladder` share it. */
#ifndef FIEL_CLI_SAY_H
#define FIEL_CLI_SAY_H

#include <stdbool.h>
#include <stddef.h>

enum { EXIT_FINE = 0, EXIT_NEGATIVE = 1, EXIT_USAGE = 2, EXIT_ENVIRONMENT = 3 };

/* A command gets its own arguments: argv[0] is its name. Each prints its --help on stdout. */
typedef int cli_command(int argc, char **argv);

/* Whose name stands before what went wrong; "fiel" unless a program says another. */
extern const char *cli_program;

/* Prints "<cli_program>: <formatted text>\n" on stderr, on a terminal on lines of eighty columns, and returns `code`.  The text says
 * what went wrong and what to do about it; control characters in it are printed as '?'. */
int cli_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a sentence into `why` and returns -1, for who is to say it. */
int why_not(char *why, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The text of this thread's latest cli_fail, cut to fit; "" before the first. */
const char *cli_said(void);

/* text_nearest (rules/text.h) in a list that ends with NULL. */
const char *cli_nearest(const char *word, const char *const *known);

/* The value of `--name VALUE` among pairs of words, -1 when it is not given or not a descriptor. */
int cli_descriptor(int argc, char **argv, const char *name);

/* Colour on this file descriptor: a terminal, and NO_COLOR is not set. */
bool cli_colour(int fd);

#endif
