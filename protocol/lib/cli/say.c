/* say: how every program speaks to who runs it. */
#include "cli/say.h"

#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasi__
#include <sys/resource.h>
#include <sys/stat.h>
#endif
#include <unistd.h>

#include "cli/cells.h"
#include "cli/name.h"
#include "cli/number.h"
#include "cli/screen.h"
#include "rules/text.h"

const char *cli_program = "fiel";
static _Thread_local char said[1024];

#ifndef __wasi__ /* in a page there are no descriptors */
/* A standard descriptor that who started us had closed would be the next file or socket that is opened, and what is printed would go there. */
__attribute__((constructor)) static void open_standard(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", O_RDWR); /* the lowest that is free is this one */
}

/* What we make we can use, whatever the umask keeps from others. */
__attribute__((constructor)) static void keep_own(void) { umask(umask(0) & 077); }

/* The stack grows to what programs are built for, as far as its hard limit may; with less than the smallest nothing of ours runs. */
__attribute__((constructor)) static void raise_stack(void)
{
    enum { USUAL = 8 << 20, LEAST = 256 << 10 };
    struct rlimit r;
    if (getrlimit(RLIMIT_STACK, &r) || r.rlim_cur >= USUAL)
        return;
    rlim_t hard = r.rlim_max;
    r.rlim_cur = USUAL;
    r.rlim_max = hard < USUAL ? USUAL : hard; /* who may, does */
    if (setrlimit(RLIMIT_STACK, &r)) {
        r.rlim_cur = r.rlim_max = hard;
        (void)setrlimit(RLIMIT_STACK, &r);
    }
    if (r.rlim_cur < LEAST)
        exit(cli_fail(EXIT_ENVIRONMENT,
                      "ulimit -s (stack, in KiB) is %ju here, and must be %d or more: raise it (`ulimit -s %d`, or "
                      "LimitSTACK= of the unit)",
                      (uintmax_t)hard / 1024, USUAL / 1024, USUAL / 1024));
}
#endif

/* Names of files, bots and hosts are in it, and some are strangers': none is a command to a terminal. */
static void plain(char *text)
{
    uint32_t code;
    for (size_t n; *text; text += n) {
        n = name_decode(text, &code);
        if ((code < 0x20 && *text != '\n' && *text != '\t') || code == 0x7f || (n && name_hidden(code)))
            memset(text, '?', n);
        n = n ? n : 1;
    }
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

int why_not(char *why, size_t room, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why, room, format, args);
    va_end(args);
    return -1;
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
