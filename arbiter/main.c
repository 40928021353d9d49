/* fiel: the arbiter and its tools, one command each. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/halves.h"
#include "cli/program.h"

static const struct program_command commands[] = {
    { "match", cli_match, "play a match between bots and keep its replay" },
    { "play", cli_play, "sit down at the table yourself" },
    { "new-bot", cli_new_bot, "make a folder with a bot of your own in it" },
    { "check", cli_check, "the verdict that a ladder would give on a bot" },
    { "replay", cli_replay, "tell a match from its replay" },
    { "measure", cli_measure, "tell by how much one bot is stronger than another" },
    { "tournament", cli_tournament, "many bots against each other, in a table with intervals" },
    { "exploit", cli_exploit, "tell at least how much a bot can be made to lose" },
    { "serve", NULL, "play what operators order: the daemon" },
    { "order", NULL, "order a match from a daemon and follow it" },
    { "status", NULL, "how a daemon is, or a match it has" },
    { "cancel", NULL, "end a match, or take an order back" },
    { "fetch", NULL, "get the record of a match" },
    { "reload", NULL, "a daemon reads its configuration and lists again" },
    { "stop", NULL, "end a daemon" },
    { "cut", cli_cut, "cut the matches of a host, so that it chooses no card" },
    { "bridge", cli_bridge, "play from your own machine with a bot that knows lines alone" },
    { "keys", cli_keys, "make, show and renew the keys by which a remote bot is known" },
    { "log", cli_log, "make and mend a match log" },
    { "rules", cli_rules, "list the presets and options of the rules" },
    { "table", cli_table, "the rules on stdin and stdout, as JSON lines" },
    { "build", cli_build, "run a stranger's build command in a jail" },
    { "jail-test", cli_jail_test, "tell what holds a bot on this machine" },
    { "runtime", cli_runtime, "make what hosted bots are given of the system" },
    { "referee", cli_referee, NULL },
    { "seat", NULL, NULL },
    { "keeper", cli_keeper, NULL },
    { "pen", cli_pen, NULL },
    { "door", NULL, NULL },
    { 0 },
};

static const struct program fiel = {
    .name = "fiel",
    .version = FIEL_VERSION,
    .before = "  fiel match --bot cauto --bot embustero --games 20\n\n"
              "Fiel arbitrates Truco between bots: nobody alone picks the deal, all can audit.\n",
    .after = "fiel help COMMAND tells more, fiel help all lists every command.\n"
             "fiel-audit FILE proves a replay.",
    .command = commands,
    .first = 7,
    .speaking = " match check play measure exploit tournament replay rules jail-test "
                " keys log order status bridge ",
};

/* A command of the other half. */
static bool has_sockets(const char *name)
{
    const struct program_command *c = commands;
    while (c->name && strcmp(c->name, name))
        c++;
    return c->name && !c->run;
}

/* A file that may grow no more is a full disk, and no process of ours ends by it. */
int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN);
    if (has_sockets(argc > 1 ? argv[1] : "") || (argc == 3 && !strcmp(argv[1], "help") && has_sockets(argv[2]))) {
        execv(half_path(HALF_SOCKETS), argv);
        return cli_fail(EXIT_ENVIRONMENT, "fiel-sockets cannot be started: %s: install all of Fiel", strerror(errno));
    }
    return program_run(&fiel, argc, argv);
}
