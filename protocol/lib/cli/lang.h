/* lang: the option --lang of every command that tells somebody something, read in one place. */
#ifndef FIEL_CLI_LANG_H
#define FIEL_CLI_LANG_H

#include <stdbool.h>

#include "cli/language.h"

/* Takes --lang LANG out of the words of a command, or of a program that has none (`command` NULL), as far as a "--", and has this
 * process speak it; without one the language of the user's locale, or English where the words have --json or --events, which programs
 * read.  EXIT_FINE; EXIT_USAGE, said, and the words are then of no use. */
int lang_take(const char *command, int *argc, char **argv);
/* Is --help among the words of a command, before a "--"? */
bool lang_wants_help(int argc, char *const *argv);
/* The help of a command with a row for --lang behind the last of its options, in their column; its own memory, NULL without any. */
char *lang_help(const char *help);

#endif
