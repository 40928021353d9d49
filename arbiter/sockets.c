/* fiel-sockets: the commands of fiel that have a socket (base/halves.h). */
#include <signal.h>
#include <stddef.h>

#include "base/cli.h"
#include "base/halves.h"
#include "cli/program.h"

static const struct program_command commands[] = {
    { "serve", cli_serve, "" },   { "order", cli_order, "" },
    { "status", cli_status, "" }, { "cancel", cli_cancel, "" },
    { "fetch", cli_fetch, "" },   { "reload", cli_reload, "" },
    { "stop", cli_stop, "" },     { "seat", cli_seat, NULL },
    { "door", cli_door, NULL },   { 0 },
};

static const struct program sockets = {
    .name = "fiel",
    .version = FIEL_VERSION,
    .command = commands,
    .speaking = " order status ",
};

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN);
    half_own = HALF_SOCKETS;
    return program_run(&sockets, argc, argv);
}
