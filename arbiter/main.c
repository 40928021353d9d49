/* fiel: the arbiter and its tools, one command each. */
#include <signal.h>
#include <stddef.h>

#include "base/cli.h"
#include "cli/program.h"

static const struct program_command commands[] = {
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
    { "bridge", cli_bridge, "play from your own machine with a bot that knows lines alone" },
    { "keys", cli_keys, "make, show and renew the keys by which a remote bot is known" },
    { "log", cli_log, "make and mend a match log" },
    { "rules", cli_rules, "list the presets and options of the rules" },
    { "table", cli_table, "the rules on stdin and stdout, as JSON lines" },
    { "build", cli_build, "run a stranger's build command in a jail" },
    { "jail-test", cli_jail_test, "tell what holds a bot on this machine" },
    { "runtime", cli_runtime, "make what hosted bots are given of the system" },
    { "referee", cli_referee, NULL },
    { "seat", cli_seat, NULL },
    { "keeper", cli_keeper, NULL },
    { "pen", cli_pen, NULL },
    { "door", cli_door, NULL },
    { 0 },
};

static const struct program fiel = {
    .name = "fiel",
    .version = FIEL_VERSION,
    .before = "  fiel match --bot cauto --bot embustero --games 20\n\n"
              "Fiel arbitrates Truco between bots: nobody chooses the deal, and anybody can\n"
              "audit the replay.\n",
    .after = "fiel help COMMAND tells more.  fiel-audit FILE proves a replay.",
    .command = commands,
    .speaking = " match check play measure tournament replay rules jail-test "
                " keys log order status bridge ",
};

/* A file that may grow no more is a full disk, and no process of ours ends by it. */
int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN);
    return program_run(&fiel, argc, argv);
}
