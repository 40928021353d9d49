/* say: how every program speaks to who runs it. */
#include "cli/say.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cells.h"
#include "cli/number.h"
#include "cli/screen.h"
#include "rules/text.h"

const char *cli_program = "fiel";
static _Thread_local char said[1024];

/* Names of files, bots and hosts are in it, and some are strangers': none is a command to a terminal. */
static void plain(char *text)
{
    for (; *text; text++)
        if (((unsigned char)*text < 0x20 && *text != '\n' && *text != '\t') || *text == 0x7f)
            *text = '?';
}

/* One line for a program that reads it; a person's terminal would part its words anywhere. */
static void tell(const char *text)
{
    struct cell_page page;
    if (!isatty(STDERR_FILENO)) {
        fprintf(stderr, "%s: %s\n", cli_program, text);
        return;
    }
    fprintf(cell_page_open(&page, stderr, 0, 4), "%s: %s\n", cli_program, text);
    cell_page_close(&page);
}

int cli_fail(int code, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int size = vasprintf(&text, format, args);
    va_end(args);
    if (size >= 0)
        plain(text);
    snprintf(said, sizeof said, "%s", size >= 0 ? text : "no memory for what went wrong: free some");
    tell(size >= 0 ? text : said);
    if (size >= 0)
        free(text);
    return code;
}

const char *cli_said(void) { return said; }

const char *cli_nearest(const char *word, const char *const *known)
{
    size_t count = 0;
    while (known[count])
        count++;
    return text_nearest(word, known, count);
}

static int descriptor(const char *text)
{
    uint64_t fd;
    return whole_number(text, 0, INT_MAX, &fd) ? (int)fd : -1;
}

int cli_descriptor(int argc, char **argv, const char *name)
{
    for (int i = 1; i + 1 < argc; i += 2)
        if (!strcmp(argv[i], name))
            return descriptor(argv[i + 1]);
    return -1;
}

bool cli_colour(int fd) { return isatty(fd) && screen_colour(); }
