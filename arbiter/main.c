/* fiel: the arbiter and its tools, one command each. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/cli.h"
#include "cli/help.h"

static const struct command {
    const char *name;
    cli_command *run;
    const char *what; /* NULL: started by the program itself, not shown */
} commands[] = {
    { "match", cli_match, "play a match between bots and keep its replay" },
    { "new-bot", cli_new_bot, "make a folder with a bot of your own in it" },
    { "check", cli_check, "the verdict that a ladder would give on a bot" },
    { "play", cli_play, "sit down at the table yourself" },
    { "measure", cli_measure, "tell by how much one bot is stronger than another" },
    { "tournament", cli_tournament, "many bots against each other, in a table with intervals" },
    { "serve", cli_serve, "play what operators order: the daemon" },
    { "order", cli_order, "order a match from a daemon and follow it" },
    { "status", cli_status, "how a daemon is, or a match it has" },
    { "cancel", cli_cancel, "end a match, or take an order back" },
    { "fetch", cli_fetch, "get the record of a match" },
    { "reload", cli_reload, "a daemon reads its configuration and lists again" },
    { "stop", cli_stop, "end a daemon" },
    { "replay", cli_replay, "tell a match from its replay" },
    { "cut", cli_cut, "cut the matches of a host, so that it chooses no card" },
    { "conformance", cli_conformance, "does a bot keep the protocol? past an arbiter that lies" },
    { "keys", cli_keys, "make, show and renew the keys by which a remote bot is known" },
    { "log", cli_log, "make and mend a match log" },
    { "witness", cli_witness, "cosign the logs of others, so that they show one history to all" },
    { "rules", cli_rules, "list the presets and options of the rules" },
    { "table", cli_table, "the rules on stdin and stdout, as JSON lines" },
    { "build", cli_build, "run a stranger's build command in a jail" },
    { "jail-test", cli_jail_test, "tell what holds a bot on this machine" },
    { "runtime", cli_runtime, "make what hosted bots are given of the system" },
    { "referee", cli_referee, NULL },
    { "seat", cli_seat, NULL },
    { "keeper", cli_keeper, NULL },
    { "door", cli_door, NULL },
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void help(void)
{
    puts("usage: fiel COMMAND [OPTION...]\n\n"
         "  fiel match --bot cauto --bot embustero --games 20\n\n"
         "Fiel arbitrates Truco between bots: nobody chooses the deal, and anybody can\n"
         "audit the replay.\n");
    for (int i = 0; i < COMMANDS; i++)
        if (commands[i].what)
            printf("  %-12s %s\n", commands[i].name, commands[i].what);
    puts("\nfiel help COMMAND tells more.  fiel-audit FILE proves a replay.");
}

static int unknown(const char *word)
{
    const char *known[COMMANDS + 1] = { NULL }, *near;
    for (int i = 0, n = 0; i < COMMANDS; i++)
        if (commands[i].what)
            known[n++] = commands[i].name;
    near = cli_nearest(word, known);
    if (near)
        return cli_fail(EXIT_USAGE, "there is no command '%s': did you mean `fiel %s`?", word, near);
    return cli_fail(EXIT_USAGE, "there is no command '%s': `fiel --help` lists them", word);
}

static const struct command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(name, commands[i].name))
            return &commands[i];
    return NULL;
}

/* `fiel help match` is `fiel match --help`. */
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
        return cli_fail(EXIT_USAGE, "a command is missing: `fiel --help` lists them");
    bool wants_help = !strcmp(argv[1], "--help") || !strcmp(argv[1], "help") || !strcmp(argv[1], "-h");
    if (wants_help && argc > 3)
        return cli_fail(EXIT_USAGE, "help: '%s' is one word too many: fiel help COMMAND", argv[3]);
    if (wants_help && argc == 3)
        return help_about(argv[2]);
    if (wants_help)
        return help(), EXIT_FINE;
    if (!strcmp(argv[1], "--version"))
        return puts("fiel " FIEL_VERSION), EXIT_FINE;
    if (argc == 3 && !strcmp(argv[2], "--help"))
        return help_about(argv[1]);
    const struct command *c = find(argv[1]);
    return c ? c->run(argc - 1, argv + 1) : unknown(argv[1]);
}

int main(int argc, char **argv) { return cli_finish(act(argc, argv)); }
