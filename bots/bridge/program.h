/* program: a program that plays by lines on its author's own machine: one process, whose standard input and output are one socket. */
#ifndef BOTS_BRIDGE_PROGRAM_H
#define BOTS_BRIDGE_PROGRAM_H

#include <sys/types.h>

#include "cli/command.h"

enum { PROGRAM_HOW = 64 };

struct program {
    char words[COMMAND_TEXT];
    char *argv[COMMAND_WORDS + 1]; /* [0] NULL: there is none, and its lines are on a descriptor */
    pid_t pid;                     /* 0: it does not run */
};

/* Takes its command, as --bot has it.  -1 and a sentence: it is no command, or no program is there. */
int program_read(struct program *p, const char *command, char why[COMMAND_TEXT + 128]);
/* Starts it in a group of its own, where a Ctrl-C that is meant for us does not end it.  Our end of the socket; -1 and errno. */
int program_start(struct program *p);
/* Waits a second for its end, then kills it; `how` it ended: "has ended, exit code 1". */
void program_end(struct program *p, char how[PROGRAM_HOW]);

#endif
