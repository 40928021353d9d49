/* cli_play: `fiel play`, what it is asked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "play.h"
#include "record/binding.h"

static int set_against(struct play_wish *w, const char *text)
{
    if (w->againsts == PLAY_BOTS)
        return cli_fail(EXIT_USAGE, "play: no table has more than %d seats: leave some bots out", SEATS_MAX);
    w->against[w->againsts++] = text;
    return EXIT_FINE;
}
static int set_partner(struct play_wish *w, const char *text)
{
    if (w->partners == PLAY_BOTS)
        return cli_fail(EXIT_USAGE, "play: no table has more than %d seats: leave some partners out", SEATS_MAX);
    w->partner[w->partners++] = text;
    return EXIT_FINE;
}
static int set_seats(struct play_wish *w, const char *text)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    if (*text < '2' || *text > '8' || *end)
        return cli_fail(EXIT_USAGE, "play: --seats: '%.20s' is no table: 2 to %d sit at one", text, SEATS_MAX);
    w->seats = (unsigned)n;
    return EXIT_FINE;
}
static int set_name(struct play_wish *w, const char *text)
{
    if (!binding_name_fits(text))
        return cli_fail(EXIT_USAGE, "play: --name: '%.80s' is no name: letters, digits, '.', '_' and '-', a letter or "
                        "digit first", text);
    w->name = text;
    return EXIT_FINE;
}
static int set_ascii(struct play_wish *w, const char *text)
{
    (void)text;
    w->ascii = true;
    return EXIT_FINE;
}
static int set_rules(struct play_wish *w, const char *text) { return w->rules = text, EXIT_FINE; }
static int set_games(struct play_wish *w, const char *text) { return w->games = text, EXIT_FINE; }
static int set_clock(struct play_wish *w, const char *text) { return w->clock = text, EXIT_FINE; }
static int set_replay(struct play_wish *w, const char *text) { return w->replay = text, EXIT_FINE; }
static int set_jail(struct play_wish *w, const char *text) { return w->jail = text, EXIT_FINE; }

static const struct row {
    const char *name, *value; /* value NULL: the option stands alone */
    int (*set)(struct play_wish *, const char *);
    const char *help;
} rows[] = {
    { "--against", "BOT", set_against, "who plays against you: a path or a bundled bot's name; several sit down in playing\n"
      "                     order, the last one in every seat that is left   (maestro)" },
    { "--partner", "BOT", set_partner, "who plays with you at a larger table   (maestro)" },
    { "--rules", "RULES", set_rules, "preset,option=value,...   (argentino; see fiel rules)" },
    { "--seats", "N", set_seats, "players at the table, you included   (as few as the rules allow)" },
    { "--games", "N", set_games, "games to play, each to the target   (1)" },
    { "--clock", "CLOCK", set_clock, "as of fiel match, for all   (bank=24h,inc=0s,cap=2h,grace=50ms,start=60s)" },
    { "--replay", "FILE", set_replay, "where the record goes   (fiel-DATE-ID.replay)" },
    { "--jail", "HOW", set_jail, "as of fiel match, for the bots   (basic)" },
    { "--name", "NAME", set_name, "what you are called   (your login)" },
    { "--ascii", NULL, set_ascii, "no characters beyond ASCII, also where the terminal has them" },
};
enum { ROWS = sizeof rows / sizeof *rows };

static void help(void)
{
    puts("usage: fiel play [OPTION...] [BOT...]\n\n"
         "  fiel play\n"
         "  fiel play --rules uruguayo embustero\n"
         "  fiel play --rules paulista --seats 4 --partner cauto maestro\n\n"
         "You play at this terminal, by the keyboard alone, against bots or with one as your partner.  Nobody knows your\n"
         "cards but you: bots sit in processes of their own, and the match leaves a replay that audits like any other.\n"
         "A BOT by itself is --against BOT.\n");
    for (int i = 0; i < ROWS; i++) {
        char left[24];
        snprintf(left, sizeof left, "%s %s", rows[i].name, rows[i].value ? rows[i].value : "");
        printf("  %-18s %s\n", left, rows[i].help);
    }
    puts("\nAt the table: 1 2 3 play a card, letters are in the menu, ? tells what your hand is worth, : takes a word, and\n"
         "ctrl-C leaves: what is left is given up and the match ends by its rules.  NO_COLOR is heeded.\n"
         "Exit: 0 the match was played, 2 wrong usage, 3 no valid match.");
}

static const struct row *row_of(const char *word, const char **value)
{
    size_t n = strcspn(word, "=");
    *value = word[n] ? word + n + 1 : NULL;
    for (int i = 0; i < ROWS; i++)
        if (strlen(rows[i].name) == n && !strncmp(rows[i].name, word, n))
            return &rows[i];
    return NULL;
}

static int unknown(const char *word)
{
    const char *known[ROWS + 2], *near;
    for (int i = 0; i < ROWS; i++)
        known[i] = rows[i].name;
    known[ROWS] = "--help";
    known[ROWS + 1] = NULL;
    near = cli_nearest(word, known);
    return cli_fail(EXIT_USAGE, "play: unknown option %s: %s%s%s", word, near ? "did you mean " : "fiel play --help lists them",
                    near ? near : "", near ? "?" : "");
}

/* One word, or an option and its value. */
static int read_one(struct play_wish *w, int argc, char **argv, int *i)
{
    const char *value, *word = argv[(*i)++];
    if (word[0] != '-')
        return set_against(w, word);
    const struct row *row = row_of(word, &value);
    if (!row)
        return unknown(word);
    if (!row->value && value)
        return cli_fail(EXIT_USAGE, "play: %s stands alone: leave '=%s' out", row->name, value);
    if (row->value && !value) {
        if (*i == argc)
            return cli_fail(EXIT_USAGE, "play: %s needs a value: %s %s", row->name, row->name, row->value);
        value = argv[(*i)++];
    }
    return row->set(w, value);
}

int cli_play(int argc, char **argv)
{
    struct play_wish w = { .rules = "argentino", .games = "1", .jail = "basic",
                           .clock = "bank=24h,inc=0s,cap=2h,grace=50ms,start=60s" };
    int code = EXIT_FINE;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help"))
            return help(), EXIT_FINE;
    for (int i = 1; i < argc && !code;)
        code = read_one(&w, argc, argv, &i);
    return code ? code : play_match(&w);
}
