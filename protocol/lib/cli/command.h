/* command: a command line as words: how `fiel match --bot`, and a bot's version on the ladder, name a program. */
#ifndef FIEL_CLI_COMMAND_H
#define FIEL_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

enum { COMMAND_WORDS = 32, COMMAND_TEXT = 1024, COMMAND_WHY = 128 };

/* Blanks part words; '...', "..." and \x hold them together.  *count words one after the other, each with its NUL.
 * -1 and a sentence: it is empty, too long, has too many words or an open quote; nothing is set then. */
int command_words(const char *text, char words[COMMAND_TEXT], unsigned *count, char why[COMMAND_WHY]);
/* "lines:./bot": the program plays by lines (spec/LINES.md), and its command stands behind that; NULL: it does not. */
#define COMMAND_LINES "lines:"
const char *command_lines(const char *text);
/* The same of any command: what stands behind that, or all of it. */
static inline const char *command_bare(const char *text) { return command_lines(text) ? command_lines(text) : text; }
/* Adds a word to the end of a command, with a blank before it unless the command is empty, so that command_words finds that word.
 * False: it does not fit into `room` bytes, and the command is as it was. */
bool command_add(char *command, size_t room, const char *word);
/* A word as it is printed for somebody to paste into a shell: as it is, or in single quotes where the shell would part or change
 * it.  Longer than COMMAND_SHELL / 4: cut off. */
enum { COMMAND_SHELL = 4 * 4096 + 4 };
const char *command_shell(const char *word, char text[COMMAND_SHELL]);

#endif
