/* season_command: the command line of `fiel-audit season`. */

#include "audit/command.h"
#include "audit/season.h"
#include "cli/words.h"

static const char
    help[] = "usage: fiel-audit season [OPTION]... DIR\n"
             "\n"
             "  fiel-audit season --key site.pub.hex spring\n"
             "\n"
             "Audits a season that a ladder closed (fiel-ladder season close): who signed its index, that each pair's\n"
             "records are there, valid, of that ladder and of those bots, that the two legs are twins, that no match\n"
             "counts twice and none lies there without a row; then it makes the table again from the records alone.\n"
             "One pair is in memory at a time.\n"
             "\n";

static const char after[] = "  --help                 this text\n"
                            "\n"
                            "Exit: 0 the season is valid, 1 it is not, 2 wrong options, 3 it cannot be read.\n";

struct season_words {
    struct season_telling telling;
    uint8_t key[KEY_PUBLIC];
    bool pin;
};
static int set_key(struct cli_given *g)
{
    struct season_words *w = g->wish;
    return audit_command_key(g, w->key, &w->pin);
}
static const struct cli_option options[] = {
    { "key", "HEX|FILE", CLI_BY(set_key),
      "the site's public key that you trust, as 64 hex digits or in a file; without it the\nreport says which key "
      "signed, and whose that is you must know" },
    { "json", NULL, CLI_INTO(struct season_words, telling.json),
      "one JSON object a line: each thing that is wrong, and the verdict" },
    { "quiet", NULL, CLI_INTO(struct season_words, telling.quiet), "the verdict alone" },
    { 0 },
};
static const struct cli_words takes = { "season",       options,   .help = help,
                                        .after = after, .most = 1, .remedy = "one season at a time" };

int season_command(int argc, char **argv)
{
    struct season_audit s;
    struct season_words w = { .pin = false };
    char why[SEASON_AUDIT_WHY];
    int code;
    if (!cli_words_read(&takes, &w, &argc, argv, &code))
        return code;
    if (argc == 1)
        return cli_fail(EXIT_USAGE,
                        "no season to audit: name the folder of one closed season, or see fiel-audit season --help");
    if (season_audit(argv[1], w.pin ? w.key : NULL, season_tell_wrong, &w.telling, &s, why))
        return cli_fail(EXIT_UNREADABLE, "%s: name the folder that `fiel-ladder season close` wrote", why);
    season_tell_verdict(&w.telling, &s);
    return s.wrong ? EXIT_NOT_VALID : EXIT_VALID;
}
