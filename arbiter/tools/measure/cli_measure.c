/* cli_measure: `fiel measure`, what it is asked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cli.h"
#include "cli/lang.h"
#include "tools/cli_words.h"
#include "tools/pairs/pair_check.h"
#include "match/pairs.h"
#include "measure.h"

static int set_bot(void *wish, const char *text)
{
    struct measure_wish *w = wish;
    if (w->bots == MEASURE_BOTS)
        return cli_fail(EXIT_USAGE, "measure: '%.80s' is a third bot: two are measured against each other", text);
    if (!strncmp(text, "remote:", 7))
        return cli_fail(
            EXIT_USAGE,
            "measure: %.200s: a remote bot remembers the first leg of a pair, and the second one has the same "
            "cards: measure a program that runs here, or play it by fiel match without --duplicate",
            text);
    w->bot[w->bots++] = text;
    return EXIT_FINE;
}
static int set_pairs(void *wish, const char *text)
{
    if (cli_whole(text, 1000000, &((struct measure_wish *)wish)->pairs))
        return EXIT_FINE;
    return cli_fail(EXIT_USAGE, "measure: --pairs: '%.40s' is no whole number from 1 to 1000000", text);
}
static int set_within(void *wish, const char *text)
{
    if (cli_number(text, 1e-4, 100, &((struct measure_wish *)wish)->within))
        return EXIT_FINE;
    return cli_fail(EXIT_USAGE, "measure: --within: '%.40s' is no number of points per hand from 0.0001 to 100, as 0.1",
                    text);
}
static int set_sprt(void *wish, const char *text)
{
    struct measure_wish *w = wish;
    char first[32];
    const char *comma = strchr(text, ',');
    size_t n = comma ? (size_t)(comma - text) : sizeof first;
    if (n < sizeof first) {
        memcpy(first, text, n);
        first[n] = '\0';
        w->by_sprt = true;
        if (cli_number(first, -1000, 1000, &w->sprt.elo0) && cli_number(comma + 1, -1000, 1000, &w->sprt.elo1) &&
            w->sprt.elo0 < w->sprt.elo1)
            return EXIT_FINE;
    }
    return cli_fail(EXIT_USAGE, "measure: --sprt: '%.60s' is not ELO0,ELO1 with the first the smaller, as 0,20", text);
}
static int set_jobs(void *wish, const char *text)
{
    if (cli_whole(text, PAIR_JOBS, &((struct measure_wish *)wish)->jobs))
        return EXIT_FINE;
    return cli_fail(EXIT_USAGE, "measure: --jobs: '%.40s' is no whole number from 1 to %d", text, PAIR_JOBS);
}
static int set_tables(void *wish, const char *text)
{
    if (cli_whole(text, PAIR_TABLES_MAX, &((struct measure_wish *)wish)->tables))
        return EXIT_FINE;
    return cli_fail(EXIT_USAGE, "measure: --tables: '%.40s' is no whole number from 1 to %d", text, PAIR_TABLES_MAX);
}
static int set_seats(void *wish, const char *text)
{
    ((struct measure_wish *)wish)->seats = text;
    if (strlen(text) == 1 && strchr("2468", *text))
        return EXIT_FINE;
    return cli_fail(EXIT_USAGE,
                    "measure: --seats: '%.20s' seats have no two sides that could be exchanged: 2, 4, 6 or 8", text);
}

static const struct cli_option options[] = {
    { "--sprt", "ELO0,ELO1", CLI_BY(set_sprt),
      "stop when the sequential test says which: a difference of at most ELO0, or of at\n"
      "least ELO1, in normalized Elo, each wrong in 5 of 100   (0,20, unless --within is given)" },
    { "--within", "POINTS", CLI_BY(set_within),
      "stop when the points per hand are known so closely: half the 95% interval" },
    { "--pairs", "N", CLI_BY(set_pairs), "at most so many pairs   (1000)" },
    { "--rules", "RULES", CLI_INTO(struct measure_wish, rules),
      "preset,option=value,...   (argentino; see fiel rules)" },
    { "--seats", "N", CLI_BY(set_seats), "seats at the table, each bot on one side   (2)" },
    { "--clock", "CLOCK", CLI_INTO(struct measure_wish, clock), "as of fiel match" },
    { "--jail", "HOW", CLI_INTO(struct measure_wish, jail), "as of fiel match   (basic)" },
    { "--jobs", "N", CLI_BY(set_jobs), "pairs at once, a CPU for each   (as many as there are CPUs)" },
    { "--tables", "N", CLI_BY(set_tables),
      "so many pairs at once on one connection, a pair at each table: many times as fast for quick bots.\n"
      "It measures the same; but a fault that ends a match loses all its pairs   (1)" },
    { "--replays", "DIR", CLI_INTO(struct measure_wish, replays),
      "keeps every record there, a folder for each pair, or for those of one connection; the same\n"
      "words again go on" },
    { "--svg", "FILE", CLI_INTO(struct measure_wish, svg),
      "the plot: points per hand with their interval, pair after pair, and their parts" },
    { "--json", NULL, CLI_INTO(struct measure_wish, json), "what is known as one JSON object" },
    { 0 },
};
static const struct cli_words words = { "measure", options, set_bot };

static void help(void)
{
    puts("usage: fiel measure [OPTION...] BOT BOT\n\n"
         "  fiel measure ./new ./old && echo better\n"
         "  fiel measure --sprt 0,30 --jobs 2 --replays pairs \"./mine --depth 3\" maestro\n"
         "  fiel measure --within 0.05 --pairs 5000 --svg plot.svg maestro cauto\n"
         "  fiel measure --tables 64 --within 0.02 --pairs 20000 cauto embustero\n\n"
         "Plays duplicate pairs between two bots, every deal twice with the sides exchanged, until enough is known, "
         "and\n"
         "tells how much stronger the first one is, how sure that is, and where the points are won and lost.\n");
    cli_words_help(&words);
    puts("\nctrl-C ends it and tells what is known so far.\n"
         "Exit: 0 measured, and with a test the first bot is better; 1 the test says that it is not, or not yet; 2 "
         "wrong\n"
         "usage; 3 a bot does not play, or no match could be held.");
}

int cli_measure(int argc, char **argv)
{
    struct measure_wish w = { .rules = "argentino",
                              .seats = "2",
                              .jail = "basic",
                              .pairs = 1000,
                              .jobs = pair_jobs_cpus(),
                              .tables = 1,
                              .clock = "bank=30s,inc=100ms,cap=5s,grace=50ms,start=10s,duty=1m",
                              .sprt = { .model = SPRT_NORMALIZED, .elo0 = 0, .elo1 = 20, .alpha = .05, .beta = .05 } };
    if (lang_wants_help(argc, argv))
        return help(), EXIT_FINE;
    int code = cli_words_read(&words, &w, argc, argv);
    if (!code && w.bots < MEASURE_BOTS)
        code = cli_fail(EXIT_USAGE, "measure: two bots are needed: fiel measure ./mine maestro");
    if (!code)
        code = pair_words_check("measure",
                                &(struct pair_words){ { w.bot[0], w.bot[1] }, w.rules, w.seats, w.clock, w.jail, NULL },
                                w.tables);
    w.by_sprt |= w.within <= 0;
    return code ? code : measure_run(&w);
}
