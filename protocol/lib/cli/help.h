/* help: what every program does with what its commands say: their --help, and the end of what was told. */
#ifndef FIEL_CLI_HELP_H
#define FIEL_CLI_HELP_H

#include <stdbool.h>

#include "cli/say.h"

/* Runs the command with --help and folds what it says, with --lang where the command `speaks`.  What the command returned;
 * EXIT_ENVIRONMENT, said, without memory. */
int help_of(cli_command *run, const char *name, bool speaks);

/* The end of a program: what was told has left, or it is said that it could not, and EXIT_ENVIRONMENT replaces `code`: a full disk
 * is no success.  A command that ended with EXIT_ENVIRONMENT and a sentence has said enough. */
int cli_finish(int code);

#endif
