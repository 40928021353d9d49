#include "command.h"

#include "language.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Copies one word from *text to `to` without its quotes; NULL when a quote stays open. */
static char *take_word(const char **text, char *to)
{
    char quote = '\0';
    for (; **text && (quote || !isspace((unsigned char)**text)); (*text)++) {
        char c = **text;
        if (quote && c == quote) {
            quote = '\0';
        } else if (!quote && (c == '\'' || c == '"')) {
            quote = c;
        } else if (c == '\\' && quote != '\'' && (*text)[1]) {
            *to++ = *++*text;
        } else {
            *to++ = c;
        }
    }
    *to++ = '\0';
    return quote ? NULL : to;
}

int command_words(const char *text, char words[COMMAND_TEXT], unsigned *count, char why[COMMAND_WHY])
{
    char found[COMMAND_TEXT] = "", *to = found;
    unsigned n = 0;
    if (strlen(text) >= COMMAND_TEXT) {
        _Static_assert(COMMAND_TEXT == 1024 && COMMAND_WORDS == 32, "which the sentences say");
        snprintf(why, COMMAND_WHY, N_("a bot's command is at most 1023 characters long"));
        return -1;
    }
    for (;;) {
        while (isspace((unsigned char)*text))
            text++;
        if (!*text)
            break;
        if (n++ == COMMAND_WORDS) {
            snprintf(why, COMMAND_WHY, N_("a bot's command has at most 32 words"));
            return -1;
        }
        to = take_word(&text, to);
        if (!to) {
            snprintf(why, COMMAND_WHY, N_("a quote is not closed in the bot's command"));
            return -1;
        }
    }
    if (!*found) {
        snprintf(why, COMMAND_WHY, N_("a bot's command is empty"));
        return -1;
    }
    memcpy(words, found, sizeof found);
    *count = n;
    return 0;
}

const char *command_lines(const char *text)
{
    return strncmp(text, COMMAND_LINES, sizeof COMMAND_LINES - 1) ? NULL : text + sizeof COMMAND_LINES - 1;
}

bool command_add(char *command, size_t room, const char *word)
{
    size_t before = strlen(command), n = before;
    if (n + 4 > room) /* a blank, the two quotes of an empty word, and the NUL */
        return false;
    if (n)
        command[n++] = ' ';
    if (!*word)
        n += (size_t)sprintf(command + n, "''");
    for (; *word && n + 3 <= room; word++) {
        if (isspace((unsigned char)*word) || strchr("'\"\\", *word))
            command[n++] = '\\';
        command[n++] = *word;
    }
    command[*word ? before : n] = '\0';
    return !*word;
}

const char *command_shell(const char *word, char text[COMMAND_SHELL])
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,=+@%";
    const char *quote = *word && !word[strspn(word, plain)] ? "" : "'";
    size_t n = (size_t)sprintf(text, "%s", quote);
    for (; *word && n + 6 < COMMAND_SHELL; word++)
        n += (size_t)sprintf(text + n, *word == '\'' ? "'\\''" : "%c", *word);
    strcpy(text + n, quote);
    return text;
}
