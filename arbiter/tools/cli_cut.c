/* cli_cut: `fiel cut` and `fiel bridge`, for an outsider: this process becomes the bundled program corte, or the bridge, which are made with
 * libfiel, as every party is that an arbiter must not share code with. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/bundled.h"
#include "cli/language.h"
#include "cli/path.h"
#include "cli/words.h"

/* What is asked of the program, which reads the same words again: here they are only seen to be there. */
struct outside_words {
    const char *connect, *seat, *server, *key, *state, *record, *again, *log;
    uint8_t after, legal;
    bool once;
};

#define INTO(field) CLI_INTO(struct outside_words, field)
#define AT_A_DOOR \
    { "connect", "ADDRESS", INTO(connect), "the door, as the host gave it" }, \
        { "server", "HEX", INTO(server), "the door's public key, 64 hex digits" }, \
        { "key", "FILE", INTO(key), "your .key file; the host has its .pub" }, \
        { "state", "DIR", INTO(state), "where a match's secrets lie until it is over   (NAME.state beside the key)" }, \
    { \
        "once", NULL, INTO(once), "one match, then it ends" \
    }
static const struct cli_option cut_options[] = {
    AT_A_DOOR,
    { "record", "FILE", INTO(record), "what you signed, a line each, is added there" },
    { 0 },
};
static const char cut_help
    [] = "usage: fiel cut --connect tcp://HOST:PORT --server HEX --key FILE [OPTION...]\n\n"
         "  fiel keys new notary\n"
         "  fiel cut --connect tcp://192.0.2.7:7300 --server 1f..c0 --key notary.key --record notary.txt\n\n"
         "Waits at a host's door for matches to cut. It plays nothing: it cuts every hand, checks what all are told\n"
         "and signs it, so that a host that runs all the bots cannot choose a card (DEAL.md section 12).\n\n";

static const char *const afters[] = { "default", "forfeit", NULL };
static const char *const legals[] = { "listed", "hidden", "mistake", NULL };
static const struct cli_option bridge_options[] = {
    AT_A_DOOR,
    { "seat", "ADDRESS", INTO(seat), "instead of a door: the seat of one match, whose key is then --server" },
    { "again", "REPLAY", INTO(again), "no match: ask it once more what this record asked the seat --seat N" },
    { "legal", "HOW", CLI_WORD(struct outside_words, legal, legals),
      "mcp: what is legal is listed, hidden, or told after a mistake   (listed)" },
    { "after", "WHAT", CLI_WORD(struct outside_words, after, afters),
      "mcp: after three mistakes default does a modest action, as where the time is\n"
      "nearly out; forfeit gives up what is left of the match   (default)" },
    { "log", "FILE", INTO(log), "mcp: a JSON line for each decision is added there" },
    { 0 },
};
static const char bridge_help
    [] = "usage: fiel bridge lines PROGRAM --connect tcp://HOST:PORT --server HEX --key FILE [OPTION...]\n"
         "       fiel bridge mcp \"FIEL MATCH'S WORDS\" | --connect ...\n\n"
         "  fiel keys new ana\n"
         "  fiel bridge lines ./bot --connect tcp://192.0.2.7:7300 --server 1f..c0 --key ana.key\n\n"
         "Waits at a host's door with a bot by lines (LINES.md) that runs here. The bridge starts it, cuts for it,\n"
         "and checks and signs what it is told. PROGRAM is a path with arguments, as --bot lines: has them: "
         "\"./bot --deep\".\n\n";

static const char after
    [] = "\nExit: 0 all was right, 1 a check failed: the evidence is in the state folder, 2 wrong usage, 3 no door.\n";
static const char bridge_after[] = "\nExit: 0 all was right, 1 a check failed, or the program wrote what is no answer: "
                                   "the evidence is in the state folder,\n"
                                   "2 wrong usage, 3 no door, or the program has ended: start it again with the same "
                                   "words, and it is back in its match.\n";

static const struct cli_words cut_words = { "cut", cut_options, cut_help, .after = after };
static const struct cli_words bridge_words = { "bridge",    bridge_options,
                                               bridge_help, .after = bridge_after,
                                               .most = 2,   .remedy = "put quotes around PROGRAM and its words" };

/* Becomes this program: it gets the words that are no options, so many with the language as the last, and then all as they were given. */
static int become(const char *program, const struct cli_words *takes, int words, int argc, char **argv)
{
    char path[PATH_MAX + 8], none[] = "", spoken[4];
    struct outside_words w = { 0 };
    int code;
    snprintf(spoken, sizeof spoken, "%s", language_name(language_spoken()));
    char **word = calloc((size_t)(argc + words) + 1, sizeof *word);
    if (!word) /* the words are read in their place, and the program wants them all */
        return cli_fail(EXIT_ENVIRONMENT, "%s: no memory: close something and try again", takes->command);
    word[0] = argv[0];
    memcpy(word + words + 1, argv + 1, (size_t)(argc - 1) * sizeof *word);
    bool read = cli_words_read(takes, &w, &argc, argv, &code);
    for (int i = 1; i <= words; i++)
        word[i] = read && i < argc ? argv[i] : i == words ? spoken : none;
    if (read && !words && !w.connect)
        code = cli_fail(EXIT_USAGE,
                        "%s: where are matches to play? --connect tcp://HOST:PORT --server HEX --key FILE, as the "
                        "host gave them to you",
                        takes->command);
    if (!read || code)
        return free(word), code;
    path_of(path, sizeof path, "%s/%s", bundled_folder(), program);
    execv(path, word);
    free(word);
    return cli_fail(EXIT_ENVIRONMENT, "%s: %s cannot be started: %s: install fiel whole", takes->command, path,
                    strerror(errno));
}

int cli_cut(int argc, char **argv) { return become("corte", &cut_words, 0, argc, argv); }

int cli_bridge(int argc, char **argv) { return become("bridge", &bridge_words, 3, argc, argv); }
