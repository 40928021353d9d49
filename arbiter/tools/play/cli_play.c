/* cli_play: `fiel play`, what it is asked. */
#include <stdio.h>
#include <string.h>

#include "base/cli.h"
#include "cli/lang.h"
#include "cli/number.h"
#include "tools/cli_words.h"
#include "play.h"
#include "record/binding.h"

static int set_against(void *wish, const char *text)
{
    struct play_wish *w = wish;
    if (w->againsts == PLAY_BOTS)
        return cli_fail(EXIT_USAGE, "play: no table has more than %d seats: leave some bots out", SEATS_MAX);
    w->against[w->againsts++] = text;
    return EXIT_FINE;
}
static int set_partner(void *wish, const char *text)
{
    struct play_wish *w = wish;
    if (w->partners == PLAY_BOTS)
        return cli_fail(EXIT_USAGE, "play: no table has more than %d seats: leave some partners out", SEATS_MAX);
    w->partner[w->partners++] = text;
    return EXIT_FINE;
}
static int set_seats(void *wish, const char *text)
{
    struct play_wish *w = wish;
    uint64_t n;
    if (!whole_number(text, 2, SEATS_MAX, &n))
        return cli_fail(EXIT_USAGE, "play: --seats: '%.20s' is no table: 2 to %d sit at one", text, SEATS_MAX);
    w->seats = (unsigned)n;
    return EXIT_FINE;
}
static int set_name(void *wish, const char *text)
{
    struct play_wish *w = wish;
    if (!binding_name_fits(text))
        return cli_fail(EXIT_USAGE,
                        "play: --name: '%.80s' is no name: letters, digits, '.', '_' and '-', a letter or "
                        "digit first",
                        text);
    w->name = text;
    return EXIT_FINE;
}

static const struct cli_option options[] = {
    { "--against", "BOT", CLI_BY(set_against),
      "who plays against you: a path or a bundled bot's name; several sit down in\n"
      "playing order, the last one in every seat that is left   (maestro)" },
    { "--partner", "BOT", CLI_BY(set_partner), "who plays with you at a larger table   (maestro)" },
    { "--rules", "RULES", CLI_INTO(struct play_wish, rules), "preset,option=value,...   (argentino; see fiel rules)" },
    { "--seats", "N", CLI_BY(set_seats), "players at the table, you included   (as few as the rules allow)" },
    { "--games", "N", CLI_INTO(struct play_wish, games), "games to play, each to the target   (1)" },
    { "--clock", "CLOCK", CLI_INTO(struct play_wish, clock),
      "as of fiel match, for all   (bank=24h,inc=0s,cap=2h,grace=50ms,start=60s)" },
    { "--replay", "FILE", CLI_INTO(struct play_wish, replay), "where the record goes   (fiel-DATE-ID.replay)" },
    { "--jail", "HOW", CLI_INTO(struct play_wish, jail), "as of fiel match, for the bots   (basic)" },
    { "--name", "NAME", CLI_BY(set_name), "what you are called   (your login)" },
    { "--names", "A,B", CLI_INTO(struct play_wish, names),
      "what all are called, by seat, you first   (the bots' programs)" },
    { "--lines", NULL, CLI_INTO(struct play_wish, lines),
      "no terminal: for a program that shows the table to a person.  JSON lines go to standard output,\n"
      "answers come from standard input: do REQUEST CODE, hint REQUEST, go REQUEST, lang LANG, leave" },
    { "--ascii", NULL, CLI_INTO(struct play_wish, ascii),
      "no characters beyond ASCII, also where the terminal has them" },
    { 0 },
};
static const struct cli_words words = { "play", options, set_against };

static void help(void)
{
    puts(
        "usage: fiel play [OPTION...] [BOT...]\n\n"
        "  fiel play\n"
        "  fiel play --rules uruguayo embustero\n"
        "  fiel play --rules paulista --seats 4 --partner cauto maestro --lang pt\n\n"
        "You play at this terminal, by the keyboard alone, against bots or with one as your partner.  Nobody knows "
        "your\n"
        "cards but you: bots sit in processes of their own, and the match leaves a replay that audits like any other.\n"
        "A BOT by itself is --against BOT.\n");
    cli_words_help(&words);
    puts("\nAt the table: 1 2 3 play a card, letters are in the menu, ? tells what your hand is worth, : takes a word, "
         "and\n"
         "ctrl-C leaves: what is left is given up and the match ends by its rules.  NO_COLOR is heeded.\n"
         "Exit: 0 the match was played, 2 wrong usage, 3 no valid match.");
}

int cli_play(int argc, char **argv)
{
    struct play_wish w = {
        .rules = "argentino", .games = "1", .jail = "basic", .clock = "bank=24h,inc=0s,cap=2h,grace=50ms,start=60s"
    };
    if (lang_wants_help(argc, argv))
        return help(), EXIT_FINE;
    int code = cli_words_read(&words, &w, argc, argv);
    return code ? code : play_match(&w);
}
