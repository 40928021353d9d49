/* cli_measure: `fiel measure`, what it is asked. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cli.h"
#include "cli/name.h"
#include "cli/words.h"
#include "tools/pairs/pair_check.h"
#include "match/pairs.h"
#include "measure.h"

/* A number within these bounds; false for any other text, and *out is then of no use. */
static bool number(const char *text, double low, double high, double *out)
{
    char *end;
    errno = 0;
    *out = strtod(text, &end);
    return end != text && !*end && !errno && isfinite(*out) && *out >= low && *out <= high;
}

static int set_within(struct cli_given *g)
{
    struct measure_wish *w = g->wish;
    return number(g->value, 1e-4, 100, &w->within)
               ? 0
               : cli_refuse(g, "'%.40s' is no number of points per hand from 0.0001 to 100, as 0.1", g->value);
}
static int set_sprt(struct cli_given *g)
{
    struct measure_wish *w = g->wish;
    char first[32];
    const char *comma = strchr(g->value, ',');
    size_t n = comma ? (size_t)(comma - g->value) : sizeof first;
    if (n < sizeof first) {
        memcpy(first, g->value, n);
        first[n] = '\0';
        w->by_sprt = true;
        if (number(first, -1000, 1000, &w->sprt.elo0) && number(comma + 1, -1000, 1000, &w->sprt.elo1) &&
            w->sprt.elo0 < w->sprt.elo1)
            return 0;
    }
    return cli_refuse(g, "'%.60s' is not ELO0,ELO1: two numbers from -1000 to 1000, the first the smaller, as 0,20",
                      g->value);
}

#define INTO(field) CLI_INTO(struct measure_wish, field)
#define NUMBER(field, most) CLI_NUMBER(struct measure_wish, field, 1, most)
static const struct cli_option options[] = {
    { "sprt", "ELO0,ELO1", CLI_BY(set_sprt),
      "stop when the sequential test says which: a difference of at most ELO0, or of at\n"
      "least ELO1, in normalized Elo, each wrong in 5 of 100   (0,20, unless --within is given)" },
    { "within", "POINTS", CLI_BY(set_within),
      "stop when the points per hand are known so closely: half the 95% interval" },
    { "pairs", "N", NUMBER(play.pairs, 1000000), "at most so many pairs   (1000)" },
    CONTEST_TABLE(struct measure_wish, play.),
    { "names", "A,B", INTO(names), "what the two are called   (as fiel match calls them)" },
    { "jobs", "N", NUMBER(play.jobs, PAIR_JOBS),
      "pairs at once, a CPU for each   (as many as there are CPUs, and room)" },
    { "tables", "N", NUMBER(play.tables, PAIR_TABLES_MAX),
      "so many pairs at once on one connection, a pair at each table: many times as fast for quick bots.\n"
      "It measures the same; but a fault that ends a match loses all its pairs   (1)" },
    { "games-a-leg", "N", NUMBER(play.words.games_a_leg, PAIR_GAMES_MOST),
      "so many games in each leg, one after the other, for one start of the bots: a fault loses all of its leg   (1)" },
    { "replays", "DIR", INTO(play.to),
      "keeps every record there, a folder for each pair, or for those of one connection; the same\n"
      "words again go on" },
    { "json", NULL, INTO(play.json), "what is known as one JSON object" },
    { 0 },
};
static const char help
    [] = "usage: fiel measure [OPTION...] BOT BOT\n\n"
         "  fiel measure ./new ./old && echo better\n"
         "  fiel measure --sprt 0,30 --jobs 2 --replays pairs \"./mine --depth 3\" maestro\n"
         "  fiel measure --within 0.05 --pairs 5000 maestro cauto\n"
         "  fiel measure --tables 64 --within 0.02 --pairs 20000 cauto embustero\n\n"
         "Plays duplicate pairs between two bots, every deal twice with the sides exchanged, until enough is known, "
         "and\n"
         "tells how much stronger the first one is, how sure that is, and where the points are won and lost.\n\n";

static const char after[] = "\nctrl-C ends it and tells what is known so far.\n"
                            "Exit: 0 measured, and with a test the first bot is better; 1 the test says that it is "
                            "not, or not yet, or it was broken off; 2 "
                            "wrong\n"
                            "usage; 3 a bot does not play, or no match could be held.\n";

static const struct cli_words takes = {
    "measure", options, help, .after = after, .most = MEASURE_BOTS, .remedy = "two are measured against each other"
};

static int take_names(struct measure_wish *w)
{
    char copy[256], *rest = copy, why[NAME_WRONG];
    snprintf(copy, sizeof copy, "%s", w->names);
    for (unsigned b = 0; b < MEASURE_BOTS; b++) {
        const char *name = strsep(&rest, ",");
        if (!name_good(name ? name : "", CONTEST_NAME - 1, "._+-", why))
            return cli_fail(EXIT_USAGE, "measure: --names: '%.80s': %s: two names are needed: new,old",
                            name ? name : "", why);
        strcpy(w->play.bot[b].name, name);
    }
    if (rest || !strcmp(w->play.bot[0].name, w->play.bot[1].name))
        return cli_fail(EXIT_USAGE, "measure: --names: %.80s: two different names are needed: new,old", w->names);
    return EXIT_FINE;
}

int cli_measure(int argc, char **argv)
{
    static struct measure_wish w = {
        /* a tournament's room is in it */
        .play = { .by = &contest_measure, .pairs = 1000 },
        .sprt = { .model = SPRT_NORMALIZED, .elo0 = 0, .elo1 = 20, .alpha = .05, .beta = .05 }
    };
    int code;
    if (!cli_words_read(&takes, &w, &argc, argv, &code))
        return code;
    for (int i = 1; i < argc && !code; i++)
        code = contest_bot_take(&w.play, argv[i]);
    if (!code && w.play.bots < MEASURE_BOTS)
        code = cli_fail(EXIT_USAGE, "measure: two bots are needed: fiel measure ./mine maestro");
    if (!code && w.names)
        code = take_names(&w);
    if (!code)
        code = contest_settle(&w.play);
    w.by_sprt |= w.within <= 0;
    if (!code)
        code = measure_run(&w);
    json_decref(w.play.head);
    return code;
}
