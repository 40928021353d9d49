/* fiel-ladder: the ladder and its tools, one command each. */
#include <signal.h>

#include "child/reader.h"
#include "cli/program.h"
#include "commands/commands.h"

static const struct program_command commands[] = {
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
    { "season", ladder_season, "close a season: an archive that proves its table" },
    { "check", ladder_check, "go through a store: hashes, references, sums, the trail" },
    { "backup", ladder_backup, "copy a store while it is in use" },
    { "move", ladder_move, "copy a store into one of another kind" },
    { 0 },
};

static const struct program fiel_ladder = {
    .name = "fiel-ladder",
    .version = FIEL_VERSION,
    .before = "  fiel-ladder init --store sqlite:ladder.db\n\n"
              "The ladder: who plays whom, what came of it, and how sure that is.\n",
    .after = "fiel-ladder help COMMAND tells more.",
    .command = commands,
    .speaking = " init worker-key recheck enter person login logout bot event dispute standings sprt season check "
                "backup move ",
    .verbs = " worker-key recheck bot event dispute season ",
};

/* The process that reads for this program is forked before there is anything that a reader must not have, keys or a store (child/reader.h; `serve` refuses
 * to run without).  A file that outgrows its limit is a write that fails. */
int main(int argc, char **argv)
{
    (void)reader_room();
    signal(SIGXFSZ, SIG_IGN);
    return program_run(&fiel_ladder, argc, argv);
}
