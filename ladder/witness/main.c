/* fiel-witness: what the writer of a log starts, who has its lock, to have its witnesses asked. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ask.h"
#include "cli/help.h"
#include "cli/lang.h"
#include "cli/words.h"

static const char help[] = "usage: fiel-witness ask DIR --policy FILE\n"
                           "\n"
                           "  $ fiel-witness ask log --policy policy\n"
                           "\n"
                           "Asks each witness with an address in the policy about the newest checkpoint of the log in "
                           "DIR and prints the lines of those that sign it (C2SP's tlog-witness).  Nothing is written "
                           "into the log's checkpoint: `fiel log witness` has this done and keeps the lines.\n"
                           "\n";

static const char after[] = "\n"
                            "Exit: 0 all have signed, 1 one has not, 2 wrong usage, 3 it could not be done.\n";

struct words {
    const char *policy, *at;
    bool rest;
    char **word; /* the command and what it is about */
    int count;
};

static const struct cli_option options[] = {
    { "policy", "FILE", CLI_INTO(struct words, policy), "whose witnesses: C2SP's tlog-policy, with addresses" },
    { "rest", NULL, CLI_INTO(struct words, rest), "leave alone for a minute who gave no answer" },
    { "at", "FD", CLI_INTO(struct words, at),
      "ask each time that a line comes there, and say it again behind what the witnesses have said" },
    { 0 },
};
static const struct cli_words takes = { "witness", options, .help = help, .after = after, .most = 2 };

static int ask_often(const struct words *w, const struct policy *policy)
{
    FILE *told = fdopen(atoi(w->at), "r");
    char line[64];
    while (told && fgets(line, sizeof line, told)) {
        (void)ask_witnesses(w->word[1], policy, (uint64_t)time(NULL), !w->rest);
        printf("asked %s", line);
        fflush(stdout);
    }
    return EXIT_FINE;
}

static int ask(const struct words *w)
{
    static struct policy policy;
    char why[POLICY_WHY];
    if (w->count != 2 || strcmp(w->word[0], "ask") != 0 || !w->policy)
        return cli_fail(EXIT_USAGE, "witness: say fiel-witness ask DIR --policy FILE");
    if (policy_load(&policy, w->policy, why))
        return cli_fail(EXIT_USAGE, "witness: --policy: %s", why);
    return w->at ? ask_often(w, &policy) : ask_witnesses(w->word[1], &policy, (uint64_t)time(NULL), !w->rest);
}

static int act(int argc, char **argv)
{
    struct words w = { 0 };
    int code;
    if (!cli_words_read(&takes, &w, &argc, argv, &code))
        return code;
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "witness: no randomness on this machine: mend it first");
    w.word = argv + 1;
    w.count = argc - 1;
    return ask(&w);
}

int main(int argc, char **argv)
{
    return cli_finish(lang_wants_help(argc, argv) ? help_of(act, "witness", false) : act(argc, argv));
}
