/* screen: what the environment says of the terminal on which a program writes. */
#ifndef FIEL_CLI_SCREEN_H
#define FIEL_CLI_SCREEN_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Gives back a screen of one's own, for programs that took one: plain letters, the cursor, what was there before. */
#define SCREEN_LEAVE "\033[0m\033[?25h\033[?1049l"

/* It shows UTF-8: the locale says so, by the first that is set of LC_ALL, LC_CTYPE and LANG. */
static inline bool screen_utf8(void)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
    }
    return false;
}

/* Nobody asked for no colour (NO_COLOR). */
static inline bool screen_colour(void)
{
    const char *no = getenv("NO_COLOR");
    return !(no && *no);
}

/* It only prints on, without a cursor that can be moved: no TERM, or TERM=dumb. */
static inline bool screen_paper(void)
{
    const char *term = getenv("TERM");
    return !term || !*term || strcmp(term, "dumb") == 0;
}

#endif
