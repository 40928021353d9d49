/* pair_check: see pair_check.h. */
#include "pair_check.h"

#include <string.h>

#include "base/cli.h"
#include "match/match_options.h"
#include "match/pairs.h"
#include "rules/position.h"

int pair_bot_check(const char *command, const char *name, const char *bot)
{
    struct bot_command c;
    char why[WHY];
    return command_split(bot, &c, why) || command_find(&c, why)
               ? cli_fail(EXIT_USAGE, "%s: %.150s: %s", command, name, why)
               : EXIT_FINE;
}

static bool jail_known(const char *text)
{
    return !strcmp(text, "strict") || !strcmp(text, "basic") || !strcmp(text, "none");
}

int pair_words_check(const char *command, const struct pair_words *w, unsigned tables)
{
    struct rules rules;
    struct position table;
    struct match_options clock = { 0 };
    unsigned seats = (unsigned)(*w->seats - '0');
    char why[WHY], wrong[RULES_ERROR_TEXT];
    int code = EXIT_FINE;
    if (rules_parse(w->rules, &rules, wrong))
        return cli_fail(EXIT_USAGE, "%s: --rules: %s", command, wrong);
    if (position_new(&table, &rules, (int)seats, wrong))
        return cli_fail(EXIT_USAGE, "%s: --seats: %s", command, wrong);
    if (clock_read(w->clock, &clock, why))
        return cli_fail(EXIT_USAGE, "%s: --clock: %s", command, why);
    if (!jail_known(w->jail))
        return cli_fail(EXIT_USAGE, "%s: --jail is strict, basic or none, not '%.40s'", command, w->jail);
    if (tables * seats > PAIR_PLACES_MAX)
        return cli_fail(EXIT_USAGE, "%s: --tables: %u seats at %u tables are more than %d places of a pair: play at %u",
                        command, seats, tables, PAIR_PLACES_MAX, PAIR_PLACES_MAX / seats);
    for (unsigned b = 0; !code && b < MEASURE_BOTS && w->bot[b]; b++)
        code = pair_bot_check(command, w->bot[b], w->bot[b]);
    return code;
}
