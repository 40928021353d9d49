/* cli_cut: `fiel cut`, for an outsider: this process becomes the bundled program corte, which is made with libfiel, as
 * every party is that an arbiter must not share code with. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/bundled.h"
#include "cli/lang.h"
#include "cli_words.h"

/* What is asked of corte, which reads the same words again: here they are only seen to be there. */
struct wish {
    const char *connect, *server, *key, *state, *record;
    bool once;
};

/* What corte would pass over is refused here. */
static int refuse_word(void *wish, const char *word)
{
    (void)wish;
    return cli_fail(EXIT_USAGE, "cut: unknown option %s: fiel cut --help lists them", word);
}

#define INTO(field) CLI_INTO(struct wish, field)
static const struct cli_option options[] = {
    { "--connect", "ADDRESS", INTO(connect), "the door, as the host gave it" },
    { "--server", "HEX", INTO(server), "the door's public key, 64 hex digits" },
    { "--key", "FILE", INTO(key), "your .key file; the host has its .pub" },
    { "--state", "DIR", INTO(state), "where a match's secrets lie until it is over   (NAME.state beside the key)" },
    { "--record", "FILE", INTO(record), "what you signed, a line each, is added there" },
    { "--once", NULL, INTO(once), "one match, then it ends" },
    { NULL, NULL, NULL, 0, NULL },
};
static const struct cli_words words = { "cut", options, refuse_word };

static int print_help(void)
{
    puts("usage: fiel cut --connect tcp://HOST:PORT --server HEX --key FILE [OPTION...]\n\n"
         "  fiel keys new notary\n"
         "  fiel cut --connect tcp://192.0.2.7:7300 --server 1f..c0 --key notary.key --record notary.txt\n\n"
         "Waits at a host's door for matches to cut. It plays nothing: it cuts every hand, checks what all are told\n"
         "and signs it, so that a host that runs all the bots cannot choose a card (DEAL.md section 12).\n");
    cli_words_help(&words);
    puts("\nExit: 0 all was right, 1 a check failed: the evidence is in the state folder, 2 wrong usage, 3 no door.");
    return EXIT_FINE;
}

int cli_cut(int argc, char **argv)
{
    char path[PATH_MAX + 8];
    struct wish w = { 0 };
    if (lang_wants_help(argc, argv))
        return print_help();
    int code = cli_words_read(&words, &w, argc, argv);
    if (!code && !w.connect)
        code = cli_fail(EXIT_USAGE, "cut: where are matches to cut? --connect tcp://HOST:PORT --server HEX --key FILE, "
                                    "as the host gave them to you");
    if (code)
        return code;
    snprintf(path, sizeof path, "%s/corte", bundled_folder());
    execv(path, argv);
    return cli_fail(EXIT_ENVIRONMENT, "cut: %s cannot be started: %s: install fiel whole", path, strerror(errno));
}
