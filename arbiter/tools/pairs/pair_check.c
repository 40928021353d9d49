/* pair_check: see pair_check.h. */
#include "pair_check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "child/match_argv.h"
#include "cli/words.h"
#include "jail/jail.h"
#include "match/bot_files.h"
#include "match/match_capacity.h"
#include "match/pairs.h"
#include "rules/position.h"

int pair_bot_check(const char *command, const char *name, const char *bot)
{
    struct bot_command c;
    char why[WHY];
    return command_split(bot, &c, why) || command_find(&c, why) || command_garbled(&c, why)
               ? cli_fail(EXIT_USAGE, "%s: %.150s: %s", command, name, why)
               : EXIT_FINE;
}

char *pair_bot_files(const char *bot, const char *jail)
{
    static struct match_options o; /* for its size, */
    static struct jail_plan seen;  /* as well */
    struct bot_command c;
    char why[WHY];
    if (word_read(jail, jail_words, &o.jail, why) || command_split(bot, &c, why) || command_find(&c, why))
        return strdup("");
    return bot_files(&o, &c, "", &seen);
}

/* A match of two of them at this table, the largest: each with the least memory that `fiel match` gives by itself. */
static struct capacity largest(const struct pair_words *w, const char *const *bot, unsigned bots)
{
    static struct match_options o; /* for its size */
    unsigned seats = (unsigned)(*w->seats - '0');
    uint64_t most[MEASURE_BOTS] = { 0 };
    char why[WHY];
    (void)word_read(w->jail, jail_words, &o.jail, why);
    for (unsigned i = 0; i < bots; i++) {
        struct bot_command c;
        uint64_t bytes = command_split(bot[i], &c, why) || command_find(&c, why) ? 0 : bot_copied(&o, &c);
        uint64_t *less = &most[most[1] < most[0]];
        *less = bytes > *less ? bytes : *less;
    }
    return capacity_of_match(&(struct capacity_wish){ .parties = seats,
                                                      .hosted = seats,
                                                      .jailed = o.jail != JAIL_NONE,
                                                      .bot_memory = CAPACITY_BOT_LEAST,
                                                      .copies = seats / 2 * (most[0] + most[1]) });
}

int pair_jobs_room(const char *command, const struct pair_words *w, const char *const *bot, unsigned bots,
                   unsigned *jobs)
{
    char why[CAPACITY_WHY];
    struct capacity have, each = largest(w, bot, bots);
    capacity_look(&have, JAIL_UID_LAST - JAIL_UID_FIRST + 1);
    have.descriptors = UINT64_MAX;
    uint64_t times = capacity_times(&have, &each);
    if (!*jobs) {
        unsigned cpus = pair_jobs_cpus();
        *jobs = times >= cpus ? cpus : times ? (unsigned)times : 1;
        if (*jobs < cpus && capacity_short(&have, &each, cpus, why))
            fprintf(stderr, "fiel: %s: %u at once: %u %s\n", command, *jobs, cpus, why);
    }
    if (capacity_short(&have, &each, *jobs, why))
        return cli_fail(EXIT_ENVIRONMENT,
                        "%s: %u at once %s: fewer with --jobs, bots with smaller files, or more for this "
                        "machine or its cgroup",
                        command, *jobs, why);
    match_at_once(*jobs);
    return EXIT_FINE;
}

int pair_output_check(const char *what, const char *path)
{
    bool there = access(path, F_OK) == 0;
    OPENED_FD int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
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
    bool turns = w->games_a_leg > 1;
    tables = turns ? w->games_a_leg : tables;
    if (tables * seats > PAIR_PLACES_MAX)
        return cli_fail(EXIT_USAGE, "%s: --%s: %u seats at %u %s are more than %d places of a pair: play at most %u",
                        command, turns ? "games-a-leg" : "tables", seats, tables, turns ? "games of a leg" : "tables",
                        PAIR_PLACES_MAX, PAIR_PLACES_MAX / seats);
    for (unsigned b = 0; !code && b < MEASURE_BOTS && w->bot[b]; b++)
        code = pair_bot_check(command, w->bot[b], w->bot[b]);
    return code;
}
