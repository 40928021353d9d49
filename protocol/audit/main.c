/* fiel-audit: the command line of the auditor. */
#include "audit/command.h"

#include <getopt.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "audit/monitor.h"
#include "audit/season.h"
#include "audit/second.h"
#include "cli/help.h"
#include "cli/lang.h"
#include "log/policy.h"
#include "record/crypto.h"

static int print_help(void)
{
    return help_speaking(
        "usage: fiel-audit [OPTION]... FILE...\n"
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
        "A file may be packed by zstd (match.replay.zst), or kept in less as a ladder keeps it: what is\n"
        "checked is the file inside, though not by --second, which reads the plain file alone.\n"
        "\n"
        "  --key HEX|FILE  the arbiter's public key that you trust, as 64 hex digits or in a file;\n"
        "                  without it the report says which key signed, and whose that is you must know\n"
        "  --policy FILE   whose witnesses must have seen the log that the match is in: a file of C2SP's\n"
        "                  tlog-policy.  A record whose proof lacks the quorum is valid and not witnessed\n"
        "  --pair          the files are pairs, two by two: the second is the duplicate of the first, which\n"
        "                  is checked, too; a first leg that has none because of a fault stands alone\n"
        "  --plain         do not audit: write the record that is packed or kept in FILE to standard output\n"
        "  --json          one JSON object per file (or pair) and line\n"
        "  --quiet         one line per file (or pair)\n"
        "  --second        as the first word: the second opinion instead, an auditor in Python that shares no code\n"
        "                  with this one; it takes --key HEX, --pair and --json, and speaks English\n"
        "  --help          this text\n"
        "  --version       the version\n"
        "\n"
        "Exit: 0 every file is valid, 1 one is not, 2 wrong options, 3 a file cannot be read.\n");
}

static int fail(int code, const char *what, const char *advice) { return cli_fail(code, "%s: %s", what, advice); }

/* -1: go on; else the exit code. */
static int read_options(int argc, char **argv, struct audit_command *o, struct policy *policy)
{
    char why[POLICY_WHY];
    static const struct option known[] = {
        { "key", required_argument, NULL, 'k' },
        { "policy", required_argument, NULL, 'w' },
        { "pair", no_argument, NULL, 'p' },
        { "json", no_argument, NULL, 'j' },
        { "quiet", no_argument, NULL, 'q' },
        { "help", no_argument, NULL, 'h' },
        { "version", no_argument, NULL, 'v' },
        { "plain", no_argument, NULL, 'r' },
        { NULL, 0, NULL, 0 },
    };
    int c;
    opterr = 0; /* what is wrong is said below, in the form of every error */
    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1) {
        switch (c) {
        case 'k':
            if (!audit_command_key(optarg, o->key))
                return fail(EXIT_USAGE, optarg, "not a key: give 64 hex digits, or a file that holds them");
            o->pin = true;
            break;
        case 'w':
            if (policy_load(policy, optarg, why))
                return fail(EXIT_USAGE, "--policy", why);
            o->policy = policy;
            break;
        case 'p': o->pair = true; break;
        case 'r': o->plain = true; break;
        case 'j': o->json = true; break;
        case 'q': o->quiet = true; break;
        case 'h': return print_help();
        case 'v': puts("fiel-audit " FIEL_VERSION); return EXIT_VALID;
        default:
            return fail(EXIT_USAGE, argv[optind - 1], "no such option, or no value with it: see fiel-audit --help");
        }
    }
    if (optind == argc)
        return fail(EXIT_USAGE, "no file to audit", "name a replay, or see fiel-audit --help");
    if (o->plain && argc - optind > 1)
        return fail(EXIT_USAGE, argv[optind + 1], "--plain writes one record: name one file");
    return -1;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--second"))
        return second_opinion(argv + 1);
    struct audit_command o = { 0 };
    static struct policy policy;
    cli_program = "fiel-audit";
    if (lang_take(NULL, &argc, argv))
        return EXIT_USAGE;
    if (sodium_init() < 0)
        return fail(EXIT_UNREADABLE, "libsodium", "it cannot start on this machine");
    if (argc > 1 && strcmp(argv[1], "log") == 0)
        return cli_finish(monitor_command(argc - 1, argv + 1));
    if (argc > 1 && strcmp(argv[1], "season") == 0)
        return cli_finish(season_command(argc - 1, argv + 1));
    int worst = read_options(argc, argv, &o, &policy);
    if (worst >= 0)
        return cli_finish(worst);
    if (o.plain)
        return cli_finish(audit_command_plain(argv[optind]));
    worst = EXIT_VALID;
    for (int i = optind, taken = 1; i < argc; i += taken) {
        int rc = o.pair ? audit_command_pair(argv + i, argc - i, &o, &taken) : audit_command_file(argv[i], &o);
        if (rc > worst)
            worst = rc;
    }
    if (argc - optind > 1) {
        int rc = audit_command_together(argv + optind, argc - optind, &o);
        worst = rc > worst ? rc : worst;
    }
    return cli_finish(worst);
}
