/* cli_cut: `fiel cut`, for an outsider: this process becomes the bundled program corte, which is made with libfiel, as
 * every party is that an arbiter must not share code with. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/bundled.h"
#include "cli/path.h"
#include "cli/words.h"

/* What is asked of corte, which reads the same words again: here they are only seen to be there. */
struct cut_words {
    const char *connect, *server, *key, *state, *record;
    bool once;
};

#define INTO(field) CLI_INTO(struct cut_words, field)
static const struct cli_option options[] = {
    { "connect", "ADDRESS", INTO(connect), "the door, as the host gave it" },
    { "server", "HEX", INTO(server), "the door's public key, 64 hex digits" },
    { "key", "FILE", INTO(key), "your .key file; the host has its .pub" },
    { "state", "DIR", INTO(state), "where a match's secrets lie until it is over   (NAME.state beside the key)" },
    { "record", "FILE", INTO(record), "what you signed, a line each, is added there" },
    { "once", NULL, INTO(once), "one match, then it ends" },
    { 0 },
};
static const char help
    [] = "usage: fiel cut --connect tcp://HOST:PORT --server HEX --key FILE [OPTION...]\n\n"
         "  fiel keys new notary\n"
         "  fiel cut --connect tcp://192.0.2.7:7300 --server 1f..c0 --key notary.key --record notary.txt\n\n"
         "Waits at a host's door for matches to cut. It plays nothing: it cuts every hand, checks what all are told\n"
         "and signs it, so that a host that runs all the bots cannot choose a card (DEAL.md section 12).\n\n";

static const char after
    [] = "\nExit: 0 all was right, 1 a check failed: the evidence is in the state folder, 2 wrong usage, 3 no door.\n";

static const struct cli_words takes = { "cut", options, help, .after = after };

int cli_cut(int argc, char **argv)
{
    char path[PATH_MAX + 8];
    struct cut_words w = { 0 };
    int code;
    char **word = calloc((size_t)argc + 1, sizeof *word);
    if (!word) /* the words are read in their place, and corte wants them all */
        return cli_fail(EXIT_ENVIRONMENT, "cut: no memory: close something and try again");
    memcpy(word, argv, (size_t)argc * sizeof *word);
    bool read = cli_words_read(&takes, &w, &argc, argv, &code);
    if (read && !w.connect)
        code = cli_fail(EXIT_USAGE, "cut: where are matches to cut? --connect tcp://HOST:PORT --server HEX --key FILE, "
                                    "as the host gave them to you");
    if (!read || code)
        return free(word), code;
    path_of(path, sizeof path, "%s/corte", bundled_folder());
    execv(path, word);
    free(word);
    return cli_fail(EXIT_ENVIRONMENT, "cut: %s cannot be started: %s: install fiel whole", path, strerror(errno));
}
