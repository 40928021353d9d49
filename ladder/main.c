/* fiel-ladder: the ladder and its tools, one command each. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/help.h"
#include "commands/commands.h"

static const struct command {
    const char *name;
    cli_command *run;
    const char *what;
} commands[] = {
    { "init", ladder_init, "make a store, or bring an older one up to date" },
    { "serve", ladder_serve, "show the ladder, plan matches, rate them" },
    { "worker", ladder_worker, "play for a ladder elsewhere" },
    { "worker-key", ladder_worker_key, "keys for workers: make, list, revoke" },
    { "recheck", ladder_recheck, "pairs that another host looked at again" },
    { "enter", ladder_enter, "enter a program as a bot of the host's" },
    { "person", ladder_person, "make an account, or change one: role, password, closed" },
    { "login", ladder_login, "a token for this machine, to be known at a ladder" },
    { "logout", ladder_logout, "end it" },
    { "bot", ladder_bot, "submit bots to a ladder, see what became of them" },
    { "event", ladder_event, "events of a ladder" },
    { "dispute", ladder_dispute, "dispute a match, decide disputes" },
    { "standings", ladder_standings, "the table, and with --verify its proof from the replays" },
    { "sprt", ladder_sprt, "is one bot better than another" },
    { "export", ladder_export, "write what anybody may see as files for a web server" },
    { "check", ladder_check, "go through a store: hashes, references, sums, the trail" },
    { "backup", ladder_backup, "copy a store while it is in use" },
    { "move", ladder_move, "copy a store into one of another kind" },
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void help(void)
{
    puts("usage: fiel-ladder COMMAND [OPTION...]\n\n"
         "  fiel-ladder init --store sqlite:ladder.db\n\n"
         "The ladder: who plays whom, what came of it, and how sure that is.\n");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-10s %s\n", commands[i].name, commands[i].what);
    puts("\nfiel-ladder help COMMAND tells more.");
}

static int unknown(const char *word)
{
    const char *known[COMMANDS + 1] = { NULL }, *near;
    for (int i = 0; i < COMMANDS; i++)
        known[i] = commands[i].name;
    near = cli_nearest(word, known);
    if (near)
        return cli_fail(EXIT_USAGE, "there is no command '%s': did you mean `fiel-ladder %s`?", word, near);
    return cli_fail(EXIT_USAGE, "there is no command '%s': `fiel-ladder --help` lists them", word);
}

static const struct command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(name, commands[i].name))
            return &commands[i];
    return NULL;
}

/* `fiel-ladder help match` is `fiel-ladder match --help`. */
static int help_about(const char *name)
{
    const struct command *c = find(name);
    if (!c)
        return unknown(name);
    return help_of(c->run, c->name);
}

static int act(int argc, char **argv)
{
    if (argc < 2)
        return cli_fail(EXIT_USAGE, "a command is missing: `fiel-ladder --help` lists them");
    bool wants_help = !strcmp(argv[1], "--help") || !strcmp(argv[1], "help") || !strcmp(argv[1], "-h");
    if (wants_help && argc > 3)
        return cli_fail(EXIT_USAGE, "help: '%s' is one word too many: fiel-ladder help COMMAND", argv[3]);
    if (wants_help && argc == 3)
        return help_about(argv[2]);
    if (wants_help)
        return help(), EXIT_FINE;
    if (!strcmp(argv[1], "--version"))
        return puts("fiel-ladder " FIEL_VERSION), EXIT_FINE;
    if (argc == 3 && !strcmp(argv[2], "--help"))
        return help_about(argv[1]);
    const struct command *c = find(argv[1]);
    return c ? c->run(argc - 1, argv + 1) : unknown(argv[1]);
}

int main(int argc, char **argv)
{
    cli_program = "fiel-ladder";
    return cli_finish(act(argc, argv));
}
