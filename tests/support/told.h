/* told: texts for people, which are told on lines of eighty columns, held against what they have to say. */
#ifndef TESTS_TOLD_H
#define TESTS_TOLD_H

#include <stdbool.h>
#include <string.h>

/* Whether the text says these words, wherever its lines end: a blank stands for a line's end and the blanks that follow it, too. */
static inline bool told_says(const char *text, const char *words)
{
    for (; *text; text++) {
        const char *at = text, *word = words;
        for (; *word; word++) {
            if (*word == ' ' && *at == '\n')
                at += 1 + strspn(at + 1, " ");
            else if (*word == *at)
                at++;
            else
                break;
        }
        if (!*word)
            return true;
    }
    return false;
}

/* No line is wider than a terminal of eighty columns; a character takes one. */
static inline void assert_narrow(const char *text)
{
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        size_t size = strcspn(text, "\n"), columns = 0;
        for (size_t i = 0; i < size; i++)
            columns += (text[i] & 0xc0) != 0x80;
        if (columns > 80)
            fail_msg("%zu columns: %.*s", columns, (int)size, text);
    }
}

#endif
