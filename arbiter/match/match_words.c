/* match_words: numbers, durations, clocks and command lines as text. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/bundled.h"
#include "cli/number.h"
#include "cli/path.h"
#include "match_options.h"
#include "cli/spans.h"

_Static_assert(SPAN_LONGEST == CLOCK_LONGEST, "a span that can be said is one that a clock can hold");

/* --- sizes ------------------------------------------------------------------------------------- */

int size_read(const char *text, uint64_t *out, char why[WHY])
{
    const unsigned long least = 16, most = 1ul << 20; /* MiB */
    char *end;
    unsigned long n = isdigit((unsigned char)*text) ? strtoul(text, &end, 10) : 0;
    unsigned shift = n && !strcmp(end, "G") ? 10 : 0;
    if (n && n <= most >> shift && n << shift >= least && (shift || !strcmp(end, "M"))) {
        *out = (uint64_t)n << shift << 20;
        return 0;
    }
    return why_not(why, WHY, "'%.40s' is not a size from 16M to 1024G: a whole number and M or G, as 512M", text);
}

/* --- the clock --------------------------------------------------------------------------------- */

static struct clock_spans spans_of(const struct match_options *o)
{
    return (struct clock_spans){ .us = { [CLOCK_BANK] = o->clock.bank_us,
                                         [CLOCK_INC] = o->clock.inc_us,
                                         [CLOCK_CAP] = o->clock.cap_us,
                                         [CLOCK_GRACE] = o->clock.grace_us,
                                         [CLOCK_START] = o->start_us,
                                         [CLOCK_DUTY] = o->duty_us } };
}

int clock_read(const char *text, struct match_options *o, char why[WHY])
{
    struct clock_spans c = spans_of(o);
    if (clock_spans_read(text, &c, why))
        return -1;
    if (!c.us[CLOCK_CAP] || !c.us[CLOCK_BANK] || !c.us[CLOCK_START] || !c.us[CLOCK_DUTY])
        return why_not(why, WHY, "bank, cap, start and duty must be longer than nothing");
    o->clock = (struct clock_rule){ c.us[CLOCK_BANK], c.us[CLOCK_INC], c.us[CLOCK_CAP], c.us[CLOCK_GRACE] };
    o->start_us = c.us[CLOCK_START];
    o->duty_us = c.us[CLOCK_DUTY];
    return 0;
}

char *clock_text(const struct match_options *o, char text[CLOCK_TEXT])
{
    struct clock_spans c = spans_of(o);
    return clock_spans_text(&c, (1u << CLOCK_SPANS) - 1, text);
}

/* --- command lines ----------------------------------------------------------------------------- */

int command_split(const char *text, struct bot_command *out, char why[WHY])
{
    struct bot_command c = { .lines = command_lines(text) != NULL };
    if (command_words(command_bare(text), c.words, &c.argc, why))
        return -1;
    *out = c;
    return 0;
}

static const char attach[] = "exec sleep 2147483647";

int command_attach(struct bot_command *c, char why[WHY])
{
    struct bot_command hand = { .path = "/bin/sh", .argc = c->argc + 3 };
    const char *rest = c->words + strlen(c->words) + 1;
    size_t size = sizeof "sh" + sizeof "-c" + sizeof attach + strlen(c->path) + 1, all = 0;
    for (unsigned i = 1; i < c->argc; i++)
        all += strlen(rest + all) + 1;
    if (hand.argc > BOT_ARGS || size + all > BOT_TEXT)
        return why_not(why, WHY, "its command is too long to be started by hand: leave some words out");
    int n = snprintf(hand.words, BOT_TEXT, "sh%c-c%c%s%c%s", 0, 0, attach, 0, c->path);
    memcpy(hand.words + n + 1, rest, all);
    memcpy(hand.artifact, c->artifact, sizeof hand.artifact);
    *c = hand;
    return 0;
}

const char *command_attached(const struct bot_command *c, const char *record, char text[2 * BOT_TEXT])
{
    const char *word = c->words + sizeof "sh" + sizeof "-c";
    if (c->argc < 4 || strcmp(c->path, "/bin/sh") || strcmp(word, attach))
        return NULL;
    *text = '\0';
    for (unsigned i = 3; i < c->argc; i++)
        (void)command_add(text, BOT_TEXT, word += strlen(word) + 1);
    size_t used = strlen(text);
    snprintf(text + used, 2 * BOT_TEXT - used, " 3<%s", record);
    return text;
}

/* --- programs ---------------------------------------------------------------------------------- */

/* 1: an executable file; 0: nothing there; -1: something else, said in `why`. */
static int look_at(const char *path, const char *said, char why[WHY])
{
    struct stat s;
    if (stat(path, &s))
        return 0;
    if (S_ISREG(s.st_mode) && !access(path, X_OK))
        return 1;
    if (S_ISDIR(s.st_mode))
        snprintf(why, WHY, "bot '%.200s' is a folder: give the program in it", said);
    else if (!S_ISREG(s.st_mode))
        snprintf(why, WHY, "bot '%.200s' is not a program: give an executable file", said);
    else
        snprintf(why, WHY, "bot '%.200s' is not executable: try chmod +x %.200s", said, said);
    return -1;
}

/* The file that somebody meant whose path has blanks and stands in no quotes: all words with a blank between them. */
static bool meant_whole(const struct bot_command *c, char path[BOT_TEXT])
{
    const char *word = c->words;
    size_t n = 0;
    for (unsigned i = 0; i < c->argc; i++, word += strlen(word) + 1)
        n += (size_t)snprintf(path + n, BOT_TEXT - n, "%s%s", i ? " " : "", word);
    return c->argc > 1 && !access(path, X_OK);
}

static void say_missing(const char *said, const char *bundled, char why[WHY])
{
    if (!strchr(said, '/') && !access(said, X_OK))
        snprintf(why, WHY, "there is no bot '%.200s': did you mean ./%.200s?", said, said);
    else
        snprintf(why, WHY, "there is no bot '%.200s': give a path, as ./mybot, or one of those in %.100s", said,
                 *bundled ? bundled : "the bots folder");
}

int command_find(struct bot_command *c, char why[WHY])
{
    char path[PATH_MAX], whole[PATH_MAX], meant[BOT_TEXT];
    const char *said = c->words, *bundled = bundled_folder();
    int found = 0;
    if (*said != '/' && *said != '.' && *bundled) {
        path_of(path, sizeof path, "%s/%s", bundled, said);
        found = look_at(path, said, why);
        if (found < 0)
            found = 0; /* tests/bad is a folder, and no bot */
    }
    if (!found && strchr(said, '/')) {
        snprintf(path, sizeof path, "%s", said);
        found = look_at(path, said, why);
    }
    if (found <= 0 && meant_whole(c, meant)) /* whatever its first word leads to */
        snprintf(
            why, WHY,
            "there is no bot '%.100s': blanks part words: put quotes around a path that has some: --bot \"'%.200s'\"",
            said, meant);
    else if (!found)
        say_missing(said, bundled, why);
    if (found <= 0)
        return -1;
    if (!realpath(path, whole))
        return why_not(why, WHY, "the way to bot '%.200s' cannot be followed (%s): move it to where this user may go",
                       said, strerror(errno));
    if (strlen(whole) >= sizeof c->path)
        return why_not(why, WHY, "the path of bot '%.200s' is too long: move it", said);
    strcpy(c->path, whole);
    return 0;
}

bool command_garbled(const struct bot_command *c, char why[WHY])
{
    char begin[256] = "";
    OPENED FILE *f = fopen(c->path, "re");
    bool read = f && fgets(begin, sizeof begin, f), mark = !strncmp(begin, "\xef\xbb\xbf", 3);
    if (!read || strncmp(begin + 3 * mark, "#!", 2) || (!mark && !strchr(begin, '\r')))
        return false;
    snprintf(why, WHY, "bot '%.200s' is a script that %s: save it as plain UTF-8 with the line ends of Unix", c->words,
             mark ? "begins with a byte order mark" : "has the line ends of Windows, so that no interpreter is found");
    return true;
}
