/* bot_command: what starts a bot. */
#ifndef FIEL_BOT_COMMAND_H
#define FIEL_BOT_COMMAND_H

#include "cli/command.h"
#include "control.h"

enum { BOT_ARGS = COMMAND_WORDS, BOT_TEXT = COMMAND_TEXT };

/* A bot's program and its arguments; or a bot that runs elsewhere: then one word, its name, and no path. */
struct bot_command {
    char path[CONTROL_PATH]; /* absolute, of an executable file */
    char words[BOT_TEXT];    /* argc words one after the other, each with its NUL; the first as the user wrote it */
    unsigned argc;
    bool remote;
    bool lines;                 /* it plays by lines (spec/LINES.md): a bridge stands between it and its seat */
    uint8_t key[32], curve[32]; /* of its binding: Ed25519 and transport */
    uint8_t artifact[32];       /* H of the program as it was when the match was ordered; zeros: not known */
};

/* The words as an argv that points into the command. */
void command_argv(const struct bot_command *c, char *argv[BOT_ARGS + 1]);

#endif
