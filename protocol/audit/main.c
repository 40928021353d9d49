/* fiel-audit: the command line of the auditor. */
#include "audit/command.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "audit/monitor.h"
#include "audit/season.h"
#include "audit/second.h"
#include "cli/help.h"
#include "cli/lang.h"
#include "cli/words.h"
#include "log/policy.h"
#include "record/crypto.h"

static const char
    help[] = "usage: fiel-audit [OPTION]... FILE...\n"
             "       fiel-audit log [OPTION]... DIR   a match log: see fiel-audit log --help\n"
             "       fiel-audit season [OPTION]... DIR   a closed season: see fiel-audit season --help\n"
             "\n"
             "  fiel-audit match.replay\n"
             "\n"
             "Plays every match in FILE... again from its record alone and checks each byte that the arbiter\n"
             "sent: signatures, the deal, the rules, the clocks, the result.  Says \"valid\" with what was\n"
             "checked, or the first wrong record, what is wrong with it and who is to blame; and behind\n"
             "\"valid\" what rests on nothing but the arbiter's word.  Files of one match are held against\n"
             "each other as well: two things signed by its arbiter that exclude each other convict it.\n"
             "\n"
             "A file may be packed by zstd (match.replay.zst), or compact, as a ladder keeps it: what is\n"
             "checked is the file inside, though not by --second, which reads the plain file alone.\n"
             "\n";

static const char after
    [] = "  --second               as the first word: the second opinion instead, an auditor in Python that shares\n"
         "                         no code with this one; it takes --key, --pair and --json, and speaks English\n"
         "  --help                 this text\n"
         "\n"
         "Exit: 0 every file is valid, 1 one is not, 2 wrong options, 3 a file cannot be read.\n";

static int set_key(struct cli_given *g)
{
    struct audit_command *o = g->wish;
    return audit_command_key(g, o->key, &o->pin);
}
static int set_policy(struct cli_given *g)
{
    static struct policy policy;
    ((struct audit_command *)g->wish)->policy = &policy;
    return policy_load(&policy, g->value, g->why);
}
static const struct cli_option options[] = {
    { "key", "HEX|FILE", CLI_BY(set_key),
      "the arbiter's public key that you trust, as 64 hex digits or in a file (fiel\nmatch --key FILE writes it into "
      "FILE.pub); without it the report says which key\nsigned, and whose that is you must know" },
    { "policy", "FILE", CLI_BY(set_policy),
      "whose witnesses must have seen the log that the match is in: a file of C2SP's\ntlog-policy.  A record whose "
      "proof lacks the quorum is valid and not witnessed" },
    { "pair", NULL, CLI_INTO(struct audit_command, pair),
      "the files are pairs, two by two: the second is the duplicate of the first, which\nis checked, too; a first leg "
      "that has none because of a fault stands alone" },
    { "plain", NULL, CLI_INTO(struct audit_command, plain),
      "do not audit: write the record that is packed or compact in FILE to standard output;\n"
      "a file that does not begin as a record does is not valid, and nothing is written" },
    { "json", NULL, CLI_INTO(struct audit_command, json), "one JSON object per file (or pair) and line" },
    { "quiet", NULL, CLI_INTO(struct audit_command, quiet), "one line per file (or pair)" },
    { "version", NULL, CLI_INTO(struct audit_command, version), "the version" },
    { 0 },
};
static const struct cli_words takes = { "", options, .help = help, .after = after, .most = INT_MAX };

static int audit(int argc, char **argv)
{
    struct audit_command o = { 0 };
    int worst;
    if (!cli_words_read(&takes, &o, &argc, argv, &worst))
        return worst;
    if (o.version)
        return puts("fiel-audit " FIEL_VERSION), EXIT_VALID;
    if (argc == 1)
        return cli_fail(EXIT_USAGE, "no file to audit: name a replay, or see fiel-audit --help");
    if (o.plain && argc > 2)
        return cli_fail(EXIT_USAGE, "%s: --plain writes one record: name one file", argv[2]);
    if (o.plain)
        return audit_command_plain(argv[1]);
    for (int i = 1, taken = 1; i < argc; i += taken) {
        int rc = o.pair ? audit_command_pair(argv + i, argc - i, &o, &taken) : audit_command_file(argv[i], &o);
        worst = rc > worst ? rc : worst;
    }
    if (argc > 2) {
        int rc = audit_command_together(argv + 1, argc - 1, &o);
        worst = rc > worst ? rc : worst;
    }
    return worst;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--second"))
        return second_opinion(argv + 1);
    cli_program = "fiel-audit";
    if (lang_take(NULL, &argc, argv))
        return EXIT_USAGE;
    if (sodium_init() < 0)
        return cli_fail(EXIT_UNREADABLE, "libsodium: it cannot start on this machine");
    const char *word = argc > 1 ? argv[1] : "";
    cli_command *run = !strcmp(word, "log") ? monitor_command : !strcmp(word, "season") ? season_command : audit;
    if (run != audit)
        argc--, argv++;
    return cli_finish(lang_wants_help(argc, argv) ? help_of(run, *argv, true) : run(argc, argv));
}
