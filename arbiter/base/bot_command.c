/* bot_command: its words as a program gets them. */
#include "bot_command.h"

#include <string.h>

void command_argv(const struct bot_command *c, char *argv[BOT_ARGS + 1])
{
    const char *word = c->words;
    for (unsigned i = 0; i < c->argc; i++, word += strlen(word) + 1)
        argv[i] = (char *)(uintptr_t)word;
    argv[c->argc] = NULL;
}
