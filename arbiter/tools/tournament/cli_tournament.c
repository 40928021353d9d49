/* cli_tournament: `fiel tournament`, what it is asked. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cli.h"
#include "cli/lang.h"
#include "contest.h"
#include "match/match_options.h"
#include "match/pairs.h"
#include "tools/cli_words.h"

enum { ROUNDS_MOST = 1000 };

static int set_bot(void *wish, const char *text) { return contest_bot_add(wish, text); }
static int set_bots(void *wish, const char *text) { return contest_bots_read(wish, text); }
static int set_word(const char *const *words, const char *option, const char *text, const char **out)
{
    uint8_t at;
    char why[WHY];
    if (word_read(text, words, &at, why))
        return cli_fail(EXIT_USAGE, "tournament: %s: %s", option, why);
    *out = words[at];
    return EXIT_FINE;
}
static int set_kind(void *wish, const char *text)
{
    static const char *const words[] = { "round-robin", "gauntlet", "swiss", NULL };
    return set_word(words, "--kind", text, &((struct contest_wish *)wish)->kind);
}
static int set_jail(void *wish, const char *text)
{
    static const char *const words[] = { "strict", "basic", "none", NULL };
    return set_word(words, "--jail", text, &((struct contest_wish *)wish)->jail);
}
static int set_seats(void *wish, const char *text)
{
    ((struct contest_wish *)wish)->seats = text;
    if (strlen(text) == 1 && strchr("2468", *text))
        return EXIT_FINE;
    return cli_fail(EXIT_USAGE,
                    "tournament: --seats: '%.20s' seats have no two sides that could be exchanged: 2, 4, 6 or 8", text);
}
static int set_number(const char *option, const char *text, uint32_t most, uint32_t *out)
{
    if (cli_whole(text, most, out))
        return EXIT_FINE;
    return cli_fail(EXIT_USAGE, "tournament: %s: '%.40s' is no whole number from 1 to %u", option, text, most);
}
#define NUMBER(field, most) \
    static int set_##field(void *wish, const char *text) \
    { \
        return set_number("--" #field, text, most, &((struct contest_wish *)wish)->field); \
    }
NUMBER(rounds, ROUNDS_MOST)
NUMBER(heads, CONTEST_BOTS)
NUMBER(pairs, CONTEST_PAIRS)
NUMBER(tables, PAIR_TABLES_MAX)
NUMBER(seed, 1000000000)
NUMBER(jobs, PAIR_JOBS)

static const struct cli_option options[] = {
    { "--bot", "[NAME=]COMMAND", CLI_BY(set_bot),
      "who plays: a bundled bot, or a program with its arguments; once for each" },
    { "--bots", "FILE", CLI_BY(set_bots), "the same from a file, one on each line; lines that begin with # are none" },
    { "--kind", "KIND", CLI_BY(set_kind),
      "round-robin: everybody meets everybody; gauntlet: the first bot meets all the others; swiss: in each\n"
      "round those meet who have about the same points   (round-robin)" },
    { "--rounds", "N", CLI_BY(set_rounds),
      "of a round robin: how often everybody meets everybody   (1); of a Swiss: its rounds   (as many as\n"
      "a knockout would have)" },
    { "--heads", "N", CLI_BY(set_heads), "of a gauntlet: the first so many bots meet all behind them   (1)" },
    { "--pairs", "N", CLI_BY(set_pairs),
      "duplicate pairs of a meeting: every deal is played twice, sides exchanged   (10)" },
    { "--seed", "N", CLI_BY(set_seed),
      "draws the order in which the bots stand; cards have no seed, because nobody may choose them\n"
      "(they stand as they are named)" },
    { "--rules", "RULES", CLI_INTO(struct contest_wish, rules),
      "preset,option=value,...   (argentino; see fiel rules)" },
    { "--seats", "N", CLI_BY(set_seats), "seats at the table, each bot on one side   (2)" },
    { "--clock", "CLOCK", CLI_INTO(struct contest_wish, clock), "as of fiel match" },
    { "--jail", "HOW", CLI_BY(set_jail), "as of fiel match   (basic)" },
    { "--jobs", "N", CLI_BY(set_jobs), "matches at once, a CPU for each   (as many as there are CPUs)" },
    { "--tables", "N", CLI_BY(set_tables),
      "so many pairs of a meeting at once on one connection: many times as fast for quick bots; but a fault\n"
      "that ends a match loses all its pairs   (1)" },
    { "--to", "DIR", CLI_INTO(struct contest_wish, to),
      "the folder that is made for notes and records   (tournament)" },
    { "--no-replays", NULL, CLI_INTO(struct contest_wish, no_replays), "keeps no records, the notes alone" },
    { "--resume", "DIR", CLI_INTO(struct contest_wish, resume),
      "goes on with the tournament of that folder; beside it --jobs, --csv, --json and --lang" },
    { "--csv", "FILE", CLI_INTO(struct contest_wish, csv), "a row for each pair, in the end" },
    { "--json", NULL, CLI_INTO(struct contest_wish, json), "the table and all meetings as one JSON object" },
    { 0 },
};

static int plain(void *wish, const char *word)
{
    (void)wish;
    return cli_fail(EXIT_USAGE, "tournament: '%.80s' belongs to no option: a bot is given as --bot %.80s", word, word);
}
static const struct cli_words words = { "tournament", options, plain };

static void help(void)
{
    puts("usage: fiel tournament --bot [NAME=]COMMAND --bot [NAME=]COMMAND ... [OPTION...]\n\n"
         "  fiel tournament --bot ./mine --bot cauto --bot embustero --bot maestro\n"
         "  fiel tournament --kind gauntlet --bot new=./mine --bots rivals --pairs 50 --tables 16\n"
         "  fiel tournament --kind swiss --bots class --rounds 5 --to cup --csv cup.csv\n"
         "  fiel tournament --resume cup\n\n"
         "Plays many bots against each other on this machine, in duplicate pairs, and tells how strong each of them "
         "is,\n"
         "how sure that is, and who is not yet to be told from whom. Whether one bot is better than one other is what\n"
         "fiel measure tells, with a sequential test.\n");
    cli_words_help(&words);
    puts("\nctrl-C ends it and tells what is known; whatever ends it, --resume goes on: what was counted stays, and a\n"
         "pair that was being played goes on from its record.\n"
         "Exit: 0 all is played; 1 it was interrupted; 2 wrong usage; 3 something is missing on this machine.");
}

static const char *beside_resume(const struct contest_wish *w)
{
    return w->bots         ? "--bot"
           : w->kind       ? "--kind"
           : w->rules      ? "--rules"
           : w->seats      ? "--seats"
           : w->clock      ? "--clock"
           : w->jail       ? "--jail"
           : w->rounds     ? "--rounds"
           : w->heads      ? "--heads"
           : w->pairs      ? "--pairs"
           : w->tables     ? "--tables"
           : w->seed       ? "--seed"
           : w->to         ? "--to"
           : w->no_replays ? "--no-replays"
                           : NULL;
}

static int settle(struct contest_wish *w)
{
    const char *other = w->resume ? beside_resume(w) : NULL;
    if (other)
        return cli_fail(EXIT_USAGE, "tournament: %s: what is resumed keeps what it began with: leave it out", other);
    if (w->csv && cli_output_try(w->csv))
        return cli_fail(EXIT_USAGE, "tournament: --csv: %s: %s: name a file where you may write", w->csv,
                        strerror(errno));
    w->to = w->to ? w->to : "tournament";
    w->jobs = w->jobs ? w->jobs : pair_jobs_cpus();
    int code = w->resume ? contest_head(w) : EXIT_FINE;
    return code ? code : contest_settle(w);
}

int cli_tournament(int argc, char **argv)
{
    static struct contest_wish w; /* it has room for all bots in it */
    if (lang_wants_help(argc, argv))
        return help(), EXIT_FINE;
    int code = cli_words_read(&words, &w, argc, argv);
    if (!code)
        code = settle(&w);
    if (!code)
        code = contest_run(&w);
    json_decref(w.head);
    return code;
}
