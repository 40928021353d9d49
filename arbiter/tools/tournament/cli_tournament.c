/* cli_tournament: `fiel tournament`, what it is asked. */
#include <string.h>

#include "base/cli.h"
#include "cli/words.h"
#include "contest.h"
#include "match/match_options.h"
#include "match/pairs.h"
#include "jail/jail.h"
#include "tools/pairs/pair_check.h"

enum { ROUNDS_MOST = 1000 };

static int set_bot(struct cli_given *g) { return contest_bot_add(g->wish, g->value); }
static int set_bots(struct cli_given *g) { return contest_bots_read(g->wish, g->value); }
static int set_kind(struct cli_given *g)
{
    static const char *const words[] = { "round-robin", "gauntlet", "swiss", NULL };
    uint8_t at;
    ((struct contest_wish *)g->wish)->kind = g->value;
    return word_read(g->value, words, &at, g->why);
}

#define INTO(field) CLI_INTO(struct contest_wish, field)
#define NUMBER(field, most) CLI_NUMBER(struct contest_wish, field, 1, most)
static const struct cli_option options[] = {
    { "bot", "[NAME=]COMMAND", CLI_EACH(set_bot),
      "who plays: a bundled bot, or a program with its arguments; once for each" },
    { "bots", "FILE", CLI_EACH(set_bots), "the same from a file, one on each line; lines that begin with # are none" },
    { "kind", "KIND", CLI_BY(set_kind),
      "round-robin: everybody meets everybody; gauntlet: the first bot meets all the others; swiss: in each\n"
      "round those meet who have about the same points   (round-robin)" },
    { "rounds", "N", NUMBER(rounds, ROUNDS_MOST),
      "of a round robin: how often everybody meets everybody   (1); of a Swiss: its rounds   (as many as\n"
      "a knockout would have)" },
    { "heads", "N", NUMBER(heads, CONTEST_BOTS), "of a gauntlet: the first so many bots meet all behind them   (1)" },
    { "pairs", "N", NUMBER(pairs, CONTEST_PAIRS),
      "duplicate pairs of a meeting: every deal is played twice, sides exchanged   (10)" },
    { "seed", "N", NUMBER(seed, 1000000000),
      "draws the order in which the bots stand; cards have no seed, because nobody may choose them\n"
      "(they stand as they are named)" },
    CONTEST_TABLE(struct contest_wish, ),
    { "jobs", "N", NUMBER(jobs, PAIR_JOBS), "matches at once, a CPU for each   (as many as there are CPUs, and room)" },
    { "tables", "N", NUMBER(tables, PAIR_TABLES_MAX),
      "so many pairs of a meeting at once on one connection: many times as fast for quick bots; but a fault\n"
      "that ends a match loses all its pairs   (1)" },
    { "games-a-leg", "N", NUMBER(words.games_a_leg, PAIR_GAMES_MOST),
      "so many games in each leg, one after the other, for one start of the bots: a fault loses all of its leg   (1)" },
    { "to", "DIR", INTO(to), "the folder that is made for notes and records   (tournament)" },
    { "no-replays", NULL, INTO(no_replays), "keeps no records, the notes alone" },
    { "resume", "DIR", INTO(resume), "goes on with the tournament of that folder, which keeps what it began with" },
    { "accept-new", NULL, INTO(accept_new),
      "with --resume: a bot that is another program than it was meets everybody anew under a new name, and what was\n"
      "played before stays in the table under its old one" },
    { "csv", "FILE", INTO(csv), "a row for each pair, in the end" },
    { "json", NULL, INTO(json), "the table and all meetings as one JSON object" },
    { 0 },
};

static const char help
    [] = "usage: fiel tournament --bot [NAME=]COMMAND --bot [NAME=]COMMAND ... [OPTION...]\n\n"
         "  fiel tournament --bot ./mine --bot cauto --bot embustero --bot maestro\n"
         "  fiel tournament --kind gauntlet --bot new=./mine --bots rivals --pairs 50 --tables 16\n"
         "  fiel tournament --kind swiss --bots class --rounds 5 --to cup --csv cup.csv\n"
         "  fiel tournament --resume cup\n\n"
         "Plays many bots against each other on this machine, in duplicate pairs, and tells how strong each of them "
         "is,\n"
         "how sure that is, and who is not yet to be told from whom. Whether one bot is better than one other is what\n"
         "fiel measure tells, with a sequential test.\n\n";

static const char after
    [] = "\nctrl-C ends it and tells what is known; whatever ends it, --resume goes on: what was counted stays, and a\n"
         "pair that was being played goes on from its record.\n"
         "Exit: 0 all is played; 1 it was interrupted; 2 wrong usage; 3 something is missing on this machine.\n";

static int settle(struct contest_wish *w, uint64_t given)
{
    static const char *const beside[] = { "resume", "accept-new", "jobs", "csv", "json", NULL };
    const char *other = w->resume ? cli_words_other(options, given, beside) : NULL;
    if (other)
        return cli_fail(EXIT_USAGE, "tournament: --%s: what is resumed keeps what it began with: leave it out", other);
    if (w->accept_new && !w->resume)
        return cli_fail(EXIT_USAGE, "tournament: --accept-new goes with --resume alone: leave it out");
    if (w->csv && pair_output_check("tournament: --csv", w->csv))
        return EXIT_USAGE;
    w->to = w->to ? w->to : "tournament";
    int code = w->resume ? contest_head(w) : EXIT_FINE;
    return code ? code : contest_settle(w);
}

int cli_tournament(int argc, char **argv)
{
    static struct contest_wish w = { .by = &contest_tournament }; /* it has room for all bots in it */
    uint64_t given;
    const struct cli_words takes = {
        "tournament", options, help, .after = after, .remedy = "a bot is given as --bot COMMAND", .given = &given
    };
    int code;
    if (!cli_words_read(&takes, &w, &argc, argv, &code))
        return code;
    code = settle(&w, given);
    if (!code)
        code = contest_run(&w);
    json_decref(w.head);
    return code;
}
