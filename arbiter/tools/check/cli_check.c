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
#include "cli/number.h"
#include "cli/temporary.h"
#include "serve/operator.h"

static const char help[] =
    "usage: fiel check BOT [OPTION...]\n"
    "\n"
    "  $ fiel check ./bot\n"
    "  $ fiel check \"./bot --level 3\" --rules paulista --seats 4 --json\n"
    "\n"
    "Plays a bot as a ladder would, in the strictest jail that holds here, and says what came of it and what to do:\n"
    "a pair against itself without a fault (which admits it), matches against the bundled bots, every kind of "
    "decision,\n"
    "its time and memory, whether it plays the same again, and whether it comes back when it is killed or cut off.\n"
    "\n"
    "  --rules RULES      preset,option=value,...   (argentino; see fiel rules)\n"
    "  --seats N          seats at the table; the bot has those of one side   (2)\n"
    "  --clock CLOCK      as of fiel match\n"
    "  --games N          games against each bundled bot   (3)\n"
    "  --bot-memory SIZE  as of fiel match\n"
    "  --jail HOW         strict, basic or none   (strict where it can be held, else basic)\n"
    "  --protocol         also what fiel conformance says, which takes half a minute\n"
    "  --json             one JSON object\n"
    "\n"
    "Exit: 0 a ladder would admit it, 1 it would not, 2 wrong usage, 3 nothing could be played here.\n";

/* --- what is asked --------------------------------------------------------------------------------------- */

static int read_number(const char *text, unsigned low, unsigned high, unsigned *out)
{
    uint64_t n;
    if (!whole_number(text, low, high, &n))
        return cli_fail(EXIT_USAGE, "check: '%s' is not a whole number from %u to %u", text, low, high);
    *out = (unsigned)n;
    return EXIT_FINE;
}

static int unknown(const char *word)
{
    static const char *const known[] = { "--rules", "--seats",    "--clock", "--games", "--bot-memory",
                                         "--jail",  "--protocol", "--json",  "--help",  NULL };
    const char *near = cli_nearest(word, known);
    return cli_fail(EXIT_USAGE, "check: unknown option %s: %s%s", word,
                    near ? "did you mean " : "fiel check --help lists them", near ? near : "");
}

/* One option with a value at argv[*i]: 1 taken, 0 another, -1 an exit code is in *code. */
static int read_value(struct check *c, int argc, char **argv, int *i, int *code)
{
    const char *seats = NULL, *games = NULL, *jail = NULL, *word = argv[*i];
    const struct {
        const char *name, **value;
    } rows[] = { { "rules", &c->rules_text }, { "clock", &c->clock }, { "bot-memory", &c->memory },
                 { "seats", &seats },         { "games", &games },    { "jail", &jail } };
    int taken = 0;
    for (size_t k = 0; !taken && k < sizeof rows / sizeof *rows; k++)
        taken = option_value(rows[k].name, rows[k].value, argc, argv, i);
    if (taken < 0)
        *code = cli_fail(EXIT_USAGE, "check: %s needs a value: fiel check --help tells which", word);
    else if (seats)
        *code = read_number(seats, 2, SEATS_MAX, &c->seats);
    else if (games)
        *code = read_number(games, 1, 1000, &c->games);
    else if (jail && strcmp(jail, "strict") && strcmp(jail, "basic") && strcmp(jail, "none"))
        *code = cli_fail(EXIT_USAGE, "check: --jail takes strict, basic or none, not '%s'", jail);
    else if (jail)
        strcpy(c->jail, jail);
    return *code ? -1 : taken;
}

static int read_words(struct check *c, int argc, char **argv)
{
    int code = EXIT_FINE;
    for (int i = 1; i < argc && !code; i++) {
        int taken = read_value(c, argc, argv, &i, &code);
        if (taken)
            continue;
        if (!strcmp(argv[i], "--json"))
            c->json = true;
        else if (!strcmp(argv[i], "--protocol"))
            c->protocol = true;
        else if (argv[i][0] == '-')
            code = unknown(argv[i]);
        else if (c->bot)
            code = cli_fail(EXIT_USAGE,
                            "check: '%s' is a second bot: a command with blanks is one word, as \"./bot --level 3\"",
                            argv[i]);
        else
            c->bot = argv[i];
    }
    return code;
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
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help"))
            return fputs(help, stdout), EXIT_FINE;
    int code = read_words(&c, argc, argv);
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
