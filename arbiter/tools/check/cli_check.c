/* cli_check: `fiel check`, what a ladder would say to a bot. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "jail/build_tree.h"
#include "check.h"
#include "base/cli.h"
#include "cli/temporary.h"
#include "cli/words.h"
#include "jail/jail.h"

/* --- what is asked --------------------------------------------------------------------------------------- */

#define INTO(field) CLI_INTO(struct trial, field)
#define NUMBER(field, low, high) CLI_NUMBER(struct trial, field, low, high)
static const struct cli_option options[] = {
    { "rules", "RULES", INTO(rules_text), "preset,option=value,...   (argentino; see fiel rules)" },
    { "seats", "N", NUMBER(seats, 2, FIEL_SEATS_MAX), "seats at the table; the bot has those of one side   (2)" },
    { "clock", "CLOCK", INTO(clock), "as of fiel match" },
    { "games", "N", NUMBER(games, 1, 1000), "games against each bundled bot   (3)" },
    { "bot-memory", "SIZE", INTO(memory), "as of fiel match" },
    { "jail", "HOW", CLI_WORD(struct trial, level, jail_words),
      "strict, basic or none   (strict where it can be held, else basic)" },
    { "json", NULL, INTO(json), "one JSON object" },
    { 0 },
};
static const char help
    [] = "usage: fiel check BOT [OPTION...]\n"
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
         "\n";

static const char
    after[] = "\nExit: 0 a ladder would admit it, 1 it would not, 2 wrong usage, 3 nothing could be played here.\n";

static const struct cli_words takes = {
    "check",        options,   help,
    .after = after, .most = 1, .remedy = "a command with blanks is one word, as \"./bot --level 3\""
};

static int settle(struct trial *c)
{
    char why[RULES_ERROR_TEXT];
    const char *which;
    struct position pos;
    if (!c->bot)
        return cli_fail(EXIT_USAGE, "check: which bot? fiel check ./bot");
    if (position_named(&pos, c->rules_text, (int)c->seats, &which, why))
        return cli_fail(EXIT_USAGE, "check: --%s: %s", which, why);
    c->rules = pos.open.rules;
    return EXIT_FINE;
}

/* --- what is done ------------------------------------------------------------------------------------------ */

static int folder_make(struct trial *c)
{
    return temporary_folder(c->folder, sizeof c->folder, "fiel-check")
               ? EXIT_FINE
               : cli_fail(EXIT_ENVIRONMENT, "check: no temporary folder: %s: set TMPDIR to one you may write",
                          strerror(errno));
}

/* A match that is interrupted ends itself, which ends the check; what it left is cleared away. */
static void on_signal(int signal) { (void)signal; }

static int judge(struct trial *c)
{
    if (check_admission(c)) {
        check_matches(c);
        if (!c->status)
            check_return(c);
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
    static struct trial c;
    c = (struct trial){ .rules_text = "argentino", .jail = "strict", .seats = 2, .games = 3 };
    int code;
    if (!cli_words_read(&takes, &c, &argc, argv, &code))
        return code;
    c.bot = argv[1];
    strcpy(c.jail, jail_words[c.level]);
    code = settle(&c);
    if (!code)
        code = folder_make(&c);
    if (code)
        return code;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    code = judge(&c);
    if (!c.keep)
        tree_remove(c.folder);
    return code;
}
