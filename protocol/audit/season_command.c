/* season_command: the command line of `fiel-audit season`. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>

#include "audit/command.h"
#include "audit/season.h"
#include "cli/help.h"

static void print_help(void)
{
    help_fold(
        stdout,
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
        "  --quiet         the verdict alone\n"
        "  --help          this text\n"
        "\n"
        "Exit: 0 the season is valid, 1 it is not, 2 wrong options, 3 it cannot be read.\n",
        HELP_COLUMNS);
}

static int fail(int code, const char *what, const char *advice)
{
    fprintf(stderr, "fiel-audit: %s: %s\n", what, advice);
    return code;
}

static void tell(void *arg, const char *sentence)
{
    if (arg)
        fprintf(arg, "%s\n", sentence);
}

static void print_verdict(const struct season_audit *s)
{
    char hex[2 * KEY_PUBLIC + 1];
    if (s->wrong) {
        printf("NOT valid: %" PRIu64 " thing%s of the season %s wrong\n", s->wrong, s->wrong == 1 ? "" : "s",
               s->wrong == 1 ? "is" : "are");
        return;
    }
    printf("valid: the season '%s' of the ladder '%s'\n", s->head.name, s->head.ladder);
    printf("  %" PRIu64 " pairs of %" PRIu64 " bots, %" PRIu64 " records audited, %" PRIu64 " decisions re-executed\n",
           s->pairs, s->bots, s->records, s->decisions);
    printf("  the table is the one that these records give\n  signed by %s\n", hex_text(hex, s->seal.key, KEY_PUBLIC));
    printf("  the site's word: that no pair was left out%s, who each bot is, and from which Elo the table counts\n",
           s->head.logged ? " (fiel-audit log asks its match log)" : " (it names no match log)");
    if (s->alike)
        printf("  the site's word: which of the %" PRIu64
               " bots that share an archive or a key with another one sat where\n",
               s->alike);
}

int season_command(int argc, char **argv)
{
    static const struct option known[] = { { "key", required_argument, NULL, 'k' },
                                           { "quiet", no_argument, NULL, 'q' },
                                           { "help", no_argument, NULL, 'h' },
                                           { NULL, 0, NULL, 0 } };
    struct season_audit s;
    uint8_t key[KEY_PUBLIC];
    char why[SEASON_AUDIT_WHY];
    bool pin = false, quiet = false;
    int c;
    opterr = optind = 0;
    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1)
        switch (c) {
        case 'k':
            pin = audit_command_key(optarg, key);
            if (!pin)
                return fail(EXIT_USAGE, optarg, "not a key: give 64 hex digits, or a file that holds them");
            break;
        case 'q': quiet = true; break;
        case 'h': print_help(); return EXIT_VALID;
        default:
            return fail(EXIT_USAGE, argv[optind - 1],
                        "no such option, or no value with it: see fiel-audit season --help");
        }
    if (optind + 1 != argc)
        return fail(EXIT_USAGE, optind == argc ? "no season to audit" : argv[optind + 1],
                    "name the folder of one closed season, or see fiel-audit season --help");
    if (season_audit(argv[optind], pin ? key : NULL, tell, quiet ? NULL : stdout, &s, why))
        return fail(EXIT_UNREADABLE, why, "name the folder that `fiel-ladder season close` wrote");
    print_verdict(&s);
    return s.wrong ? EXIT_NOT_VALID : EXIT_VALID;
}
