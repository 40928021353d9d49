/* cli_play: `fiel play`, what it is asked. */
#include <string.h>

#include "base/cli.h"
#include "cli/words.h"
#include "play.h"
#include "record/binding.h"

static int add_bot(struct cli_given *g, const char **bots, unsigned *count)
{
    if (*count == PLAY_BOTS)
        return cli_refuse(g, "no table has more than %d seats: leave some out", FIEL_SEATS_MAX);
    bots[(*count)++] = g->value;
    return 0;
}
static int set_against(struct cli_given *g)
{
    struct play_wish *w = g->wish;
    return add_bot(g, w->against, &w->againsts);
}
static int set_partner(struct cli_given *g)
{
    struct play_wish *w = g->wish;
    return add_bot(g, w->partner, &w->partners);
}
static int set_name(struct cli_given *g)
{
    struct play_wish *w = g->wish;
    if (!binding_name_fits(g->value))
        return cli_refuse(g, "'%.80s' is no name: letters a-z, digits, '.', '_' and '-', a letter or digit first",
                          g->value);
    w->name = g->value;
    return 0;
}

#define INTO(field) CLI_INTO(struct play_wish, field)
static const struct cli_option options[] = {
    { "against", "BOT", CLI_EACH(set_against),
      "who plays against you: a path or a bundled bot's name; several sit down in\n"
      "playing order, the last one in every seat that is left   (campeon)" },
    { "partner", "BOT", CLI_EACH(set_partner), "who plays with you at a larger table   (campeon)" },
    { "rules", "RULES", INTO(rules), "preset,option=value,...   (argentino; see fiel rules)" },
    { "seats", "N", CLI_NUMBER(struct play_wish, seats, 2, FIEL_SEATS_MAX),
      "players at the table, you included   (as few as the rules allow)" },
    { "games", "N", INTO(games), "games to play, each to the target   (1)" },
    { "clock", "CLOCK", INTO(clock), "as of fiel match, for all   (hours)" },
    { "replay", "FILE", INTO(replay), "where the record goes   (fiel-DATE-ID.replay)" },
    { "jail", "HOW", INTO(jail), "as of fiel match, for the bots   (basic)" },
    { "name", "NAME", CLI_BY(set_name), "what you are called   (your login)" },
    { "names", "A,B", INTO(names), "what all are called, by seat, you first   (the bots' programs)" },
    { "lines", NULL, INTO(lines),
      "no terminal: for a program that shows the table to a person.  JSON lines go to standard output,\n"
      "answers come from standard input (spec/LINES.md)" },
    { "ascii", NULL, INTO(ascii), "no characters beyond ASCII, also where the terminal has them" },
    { 0 },
};
static const char help[] =
    "usage: fiel play [OPTION...] [BOT...]\n\n"
    "  fiel play \"campeon --strength 1\"\n"
    "  fiel play --rules uruguayo embustero\n"
    "  fiel play --rules paulista --seats 4 --partner cauto maestro --lang pt\n\n"
    "You play at this terminal, by the keyboard alone, against bots or with one as your partner.  Nobody knows "
    "your\n"
    "cards but you: bots sit in processes of their own, and the match leaves a replay that audits like any other.\n"
    "A BOT by itself is --against BOT.\n\n";

static const char after
    [] = "\nAt the table: 1 2 3 play a card, letters are in the menu, ? tells what your hand is worth, : takes a word, "
         "and\n"
         "ctrl-C leaves: what is left is given up and the match ends by its rules.  NO_COLOR is heeded.\n"
         "Exit: 0 the match was played, 2 wrong usage, 3 no valid match.\n";

static const struct cli_words takes = { "play",         options,           help,
                                        .after = after, .most = PLAY_BOTS, .remedy = "no table has more seats" };

int cli_play(int argc, char **argv)
{
    struct play_wish w = { .rules = "argentino", .games = "1", .jail = "basic", .clock = "hours" };
    int code;
    if (!cli_words_read(&takes, &w, &argc, argv, &code))
        return code;
    if (w.againsts + (unsigned)argc - 1 > PLAY_BOTS)
        return cli_fail(EXIT_USAGE, "play: no table has more than %d seats: leave some bots out", FIEL_SEATS_MAX);
    for (int i = 1; i < argc; i++)
        w.against[w.againsts++] = argv[i];
    return play_match(&w);
}
