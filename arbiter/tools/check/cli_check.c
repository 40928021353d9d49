/* cli_check: `fiel check`, what a ladder would say to a bot. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jail/build_tree.h"
#include "check.h"
#include "base/cli.h"
#include "cli/lang.h"
#include "cli/number.h"
#include "cli/temporary.h"
#include "tools/cli_words.h"

/* --- what is asked --------------------------------------------------------------------------------------- */

static int read_number(const char *name, const char *text, unsigned low, unsigned high, unsigned *out)
{
    uint64_t n;
    if (!whole_number(text, low, high, &n))
        return cli_fail(EXIT_USAGE, "check: %s: '%s' is not a whole number from %u to %u", name, text, low, high);
    *out = (unsigned)n;
    return EXIT_FINE;
}

static int set_seats(void *wish, const char *text)
{
    return read_number("--seats", text, 2, SEATS_MAX, &((struct check *)wish)->seats);
}
static int set_games(void *wish, const char *text)
{
    return read_number("--games", text, 1, 1000, &((struct check *)wish)->games);
}
static int set_jail(void *wish, const char *text)
{
    if (strcmp(text, "strict") && strcmp(text, "basic") && strcmp(text, "none"))
        return cli_fail(EXIT_USAGE, "check: --jail takes strict, basic or none, not '%s'", text);
    strcpy(((struct check *)wish)->jail, text);
    return EXIT_FINE;
}
static int set_bot(void *wish, const char *word)
{
    struct check *c = wish;
    if (c->bot)
        return cli_fail(EXIT_USAGE,
                        "check: '%s' is a second bot: a command with blanks is one word, as \"./bot --level 3\"", word);
    c->bot = word;
    return EXIT_FINE;
}

#define INTO(field) CLI_INTO(struct check, field)
static const struct cli_option options[] = {
    { "--rules", "RULES", INTO(rules_text), "preset,option=value,...   (argentino; see fiel rules)" },
    { "--seats", "N", CLI_BY(set_seats), "seats at the table; the bot has those of one side   (2)" },
    { "--clock", "CLOCK", INTO(clock), "as of fiel match" },
    { "--games", "N", CLI_BY(set_games), "games against each bundled bot   (3)" },
    { "--bot-memory", "SIZE", INTO(memory), "as of fiel match" },
    { "--jail", "HOW", CLI_BY(set_jail), "strict, basic or none   (strict where it can be held, else basic)" },
    { "--protocol", NULL, INTO(protocol), "also what fiel conformance says, which takes half a minute" },
    { "--json", NULL, INTO(json), "one JSON object" },
    { NULL, NULL, NULL, 0, NULL },
};
static const struct cli_words words = { "check", options, set_bot };

static int print_help(void)
{
    fputs("usage: fiel check BOT [OPTION...]\n"
          "\n"
          "  $ fiel check ./bot\n"
          "  $ fiel check \"./bot --level 3\" --rules paulista --seats 4 --json\n"
          "\n"
          "Plays a bot as a ladder would, in the strictest jail that holds here, and says what came of it and what to "
          "do:\n"
          "a pair against itself without a fault (which admits it), matches against the bundled bots, every kind of "
          "decision,\n"
          "its time and memory, whether it plays the same again, and whether it comes back when it is killed or cut "
          "off.\n"
          "\n",
          stdout);
    cli_words_help(&words);
    fputs("\nExit: 0 a ladder would admit it, 1 it would not, 2 wrong usage, 3 nothing could be played here.\n",
          stdout);
    return EXIT_FINE;
}

static int settle(struct check *c)
{
    char why[RULES_ERROR_TEXT];
    struct position pos;
    if (!c->bot)
        return cli_fail(EXIT_USAGE, "check: which bot? fiel check ./bot");
    if (rules_parse(c->rules_text, &c->rules, why))
        return cli_fail(EXIT_USAGE, "check: --rules: %s", why);
    if (position_new(&pos, &c->rules, (int)c->seats, why))
        return cli_fail(EXIT_USAGE, "check: --seats: %s", why);
    return EXIT_FINE;
}

/* --- what is done ------------------------------------------------------------------------------------------ */

static int folder_make(struct check *c)
{
    return temporary_folder(c->folder, sizeof c->folder, "fiel-check")
               ? EXIT_FINE
               : cli_fail(EXIT_ENVIRONMENT, "check: no temporary folder: %s: set TMPDIR to one you may write",
                          strerror(errno));
}

/* A match that is interrupted ends itself, which ends the check; what it left is cleared away. */
static void on_signal(int signal) { (void)signal; }

static int judge(struct check *c)
{
    if (check_admission(c)) {
        check_matches(c);
        if (!c->status)
            check_return(c);
        check_protocol(c);
        check_sum_up(c);
    }
    if (c->status) { /* the arbiter could not play: that is no verdict */
        for (unsigned i = 0; i < LINES; i++)
            if (c->line[i].mark == MARK_FAIL)
                return cli_fail(c->status, "check: %s", c->line[i].says);
        return c->status;
    }
    if (c->json)
        check_json(c);
    else
        check_text(c, cli_colour(STDOUT_FILENO));
    return check_passed(c) ? EXIT_FINE : EXIT_NEGATIVE;
}

int cli_check(int argc, char **argv)
{
    static struct check c;
    c = (struct check){ .rules_text = "argentino", .jail = "strict", .seats = 2, .games = 3 };
    if (lang_wants_help(argc, argv))
        return print_help();
    int code = cli_words_read(&words, &c, argc, argv);
    if (!code)
        code = settle(&c);
    if (!code)
        code = folder_make(&c);
    if (code)
        return code;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    code = judge(&c);
    tree_remove(c.folder);
    return code;
}
