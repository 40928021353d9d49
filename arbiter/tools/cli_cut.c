/* cli_cut: `fiel cut`, for an outsider: this process becomes the bundled program corte, which is made with libfiel, as
 * every party is that an arbiter must not share code with. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/bundled.h"
#include "match/match_options.h"

static void help(void)
{
    puts("usage: fiel cut --connect tcp://HOST:PORT --server HEX --key FILE [OPTION...]\n\n"
         "  fiel keys new notary\n"
         "  fiel cut --connect tcp://192.0.2.7:7300 --server 1f..c0 --key notary.key --record notary.txt\n\n"
         "Waits at a host's door for matches to cut. It plays nothing: it cuts every hand, checks what all are told\n"
         "and signs it, so that a host that runs all the bots cannot choose a card (DEAL.md section 12).\n\n"
         "  --connect ADDRESS  the door, as the host gave it\n"
         "  --server HEX       the door's public key, 64 hex digits\n"
         "  --key FILE         your .key file; the host has its .pub\n"
         "  --state DIR        where a match's secrets lie until it is over   (NAME.state beside the key)\n"
         "  --record FILE      what you signed, a line each, is added there\n"
         "  --once             one match, then it ends\n\n"
         "Exit: 0 all was right, 1 a check failed: the evidence is in the state folder, 2 wrong usage, 3 no door.");
}

static const struct word {
    const char *name;
    bool value;
} words[] = { { "--connect", true },
              { "--server", true },
              { "--key", true },
              { "--state", true },
              { "--record", true },
              { "--once", false },
              { 0 } };

static const struct word *word_of(const char *text)
{
    size_t n = strcspn(text, "=");
    for (const struct word *w = words; w->name; w++)
        if (strlen(w->name) == n && !strncmp(w->name, text, n) && (w->value || !text[n]))
            return w;
    return NULL;
}

/* What corte would pass over is refused here. */
static int check_words(int argc, char **argv)
{
    static const char *const known[] = { "--connect", "--server", "--key",  "--state",
                                         "--record",  "--once",   "--help", NULL };
    bool connect = false;
    for (int i = 1; i < argc; i++) {
        const struct word *w = word_of(argv[i]);
        const char *near = w ? NULL : cli_nearest(argv[i], known);
        if (!w)
            return cli_fail(EXIT_USAGE, "cut: unknown option %s: %s%s", argv[i],
                            near ? "did you mean " : "fiel cut --help lists them", near ? near : "");
        connect |= w == &words[0];
        if (w->value && !strchr(argv[i], '=') && ++i == argc)
            return cli_fail(EXIT_USAGE, "cut: %s needs a value: fiel cut --help tells which", argv[i - 1]);
    }
    return connect ? EXIT_FINE
                   : cli_fail(EXIT_USAGE,
                              "cut: where are matches to cut? --connect tcp://HOST:PORT --server HEX --key FILE, "
                              "as the host gave them to you");
}

int cli_cut(int argc, char **argv)
{
    char path[PATH_MAX + 8];
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help"))
            return help(), EXIT_FINE;
    int code = check_words(argc, argv);
    if (code)
        return code;
    snprintf(path, sizeof path, "%s/corte", bundled_folder());
    execv(path, argv);
    return cli_fail(EXIT_ENVIRONMENT, "cut: %s cannot be started: %s: install fiel whole", path, strerror(errno));
}
