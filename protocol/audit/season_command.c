/* season_command: the command line of `fiel-audit season`. */
#include <getopt.h>
#include <stdio.h>

#include "audit/command.h"
#include "audit/season.h"
#include "cli/help.h"

static int print_help(void)
{
    return help_speaking(
        "usage: fiel-audit season [OPTION]... DIR\n"
        "\n"
        "  fiel-audit season --key site.pub.hex spring\n"
        "\n"
        "Audits a season that a ladder closed (fiel-ladder season close): who signed its index, that each pair's\n"
        "records are there, valid, of that ladder and of those bots, that the two legs are twins, that no match\n"
        "counts twice and none lies there without a row; then it makes the table again from the records alone.\n"
        "One pair is in memory at a time.\n"
        "\n"
        "  --key HEX|FILE  the site's public key that you trust, as 64 hex digits or in a file; without it the\n"
        "                  report says which key signed, and whose that is you must know\n"
        "  --json          one JSON object a line: each thing that is wrong, and the verdict\n"
        "  --quiet         the verdict alone\n"
        "  --help          this text\n"
        "\n"
        "Exit: 0 the season is valid, 1 it is not, 2 wrong options, 3 it cannot be read.\n");
}

static int fail(int code, const char *what, const char *advice) { return cli_fail(code, "%s: %s", what, advice); }

/* -1: go on; else the exit code. */
static int read_options(int argc, char **argv, struct season_telling *t, uint8_t key[KEY_PUBLIC], bool *pin)
{
    static const struct option known[] = { { "key", required_argument, NULL, 'k' },
                                           { "json", no_argument, NULL, 'j' },
                                           { "quiet", no_argument, NULL, 'q' },
                                           { "help", no_argument, NULL, 'h' },
                                           { NULL, 0, NULL, 0 } };
    int c;
    opterr = optind = 0;
    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1)
        switch (c) {
        case 'k':
            *pin = audit_command_key(optarg, key);
            if (!*pin)
                return fail(EXIT_USAGE, optarg, "not a key: give 64 hex digits, or a file that holds them");
            break;
        case 'j': t->json = true; break;
        case 'q': t->quiet = true; break;
        case 'h': return print_help();
        default:
            return fail(EXIT_USAGE, argv[optind - 1],
                        "no such option, or no value with it: see fiel-audit season --help");
        }
    if (optind + 1 != argc)
        return fail(EXIT_USAGE, optind == argc ? "no season to audit" : argv[optind + 1],
                    "name the folder of one closed season, or see fiel-audit season --help");
    return -1;
}

int season_command(int argc, char **argv)
{
    struct season_audit s;
    struct season_telling t = { .json = false };
    uint8_t key[KEY_PUBLIC];
    char why[SEASON_AUDIT_WHY];
    bool pin = false;
    int code = read_options(argc, argv, &t, key, &pin);
    if (code >= 0)
        return code;
    if (season_audit(argv[optind], pin ? key : NULL, season_tell_wrong, &t, &s, why))
        return fail(EXIT_UNREADABLE, why, "name the folder that `fiel-ladder season close` wrote");
    season_tell_verdict(&t, &s);
    return s.wrong ? EXIT_NOT_VALID : EXIT_VALID;
}
