/* cli: the commands of `fiel`. */
#ifndef FIEL_CLI_H
#define FIEL_CLI_H

#include "cli/say.h"

cli_command cli_match, cli_referee, cli_seat, cli_keeper, cli_pen, cli_jail_test, cli_rules, cli_table, cli_replay,
    cli_log, cli_keys, cli_door, cli_serve, cli_order, cli_status, cli_cancel, cli_fetch, cli_reload, cli_stop, cli_cut,
    cli_bridge, cli_build, cli_new_bot, cli_runtime;
cli_command cli_play, cli_measure, cli_exploit, cli_tournament, cli_check;

#endif
