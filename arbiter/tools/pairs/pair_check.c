/* pair_check: see pair_check.h. */
#include "pair_check.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/words.h"
#include "jail/jail.h"
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

int pair_output_check(const char *what, const char *path)
{
    bool there = access(path, F_OK) == 0;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd >= 0)
        close(fd);
    if (fd < 0 || (!there && unlink(path)))
        return cli_fail(EXIT_USAGE, "%s: %s: %s: name a file where you may write", what, path, strerror(errno));
    return EXIT_FINE;
}

int pair_words_check(const char *command, const struct pair_words *w, unsigned tables)
{
    struct position table;
    const char *which;
    struct match_options clock = { 0 };
    unsigned seats = (unsigned)(*w->seats - '0');
    char why[WHY], wrong[RULES_ERROR_TEXT];
    uint8_t level;
    int code = EXIT_FINE;
    if (strlen(w->seats) != 1 || !strchr("2468", *w->seats))
        return cli_fail(EXIT_USAGE,
                        "%s: --seats: '%.20s' seats have no two sides that could be exchanged: 2, 4, 6 or 8", command,
                        w->seats);
    if (position_named(&table, w->rules, (int)seats, &which, wrong))
        return cli_fail(EXIT_USAGE, "%s: --%s: %s", command, which, wrong);
    if (clock_read(w->clock, &clock, why))
        return cli_fail(EXIT_USAGE, "%s: --clock: %s", command, why);
    if (word_read(w->jail, jail_words, &level, why))
        return cli_fail(EXIT_USAGE, "%s: --jail: %s", command, why);
    if (tables * seats > PAIR_PLACES_MAX)
        return cli_fail(EXIT_USAGE, "%s: --tables: %u seats at %u tables are more than %d places of a pair: play at %u",
                        command, seats, tables, PAIR_PLACES_MAX, PAIR_PLACES_MAX / seats);
    for (unsigned b = 0; !code && b < MEASURE_BOTS && w->bot[b]; b++)
        code = pair_bot_check(command, w->bot[b], w->bot[b]);
    return code;
}
