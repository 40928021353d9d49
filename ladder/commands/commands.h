/* commands: those of `fiel-ladder`, one file each. */
#ifndef FIEL_LADDER_COMMANDS_H
#define FIEL_LADDER_COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/choices.h"
#include "cli/say.h"

cli_command ladder_init, ladder_check, ladder_backup, ladder_move, ladder_serve, ladder_standings, ladder_sprt,
    ladder_worker, ladder_worker_key, ladder_recheck, ladder_enter, ladder_season;
cli_command ladder_person, ladder_login, ladder_logout, ladder_bot, ladder_event, ladder_dispute;

/* Of `serve` and `worker`: what a configuration file has. */
extern const struct choice serve_options[], worker_options[];

struct report_findings;
struct store;
struct store_error;
struct ladder;
/* The ladder of that code; without one the only ladder there is.  An exit code; what is wrong was said. */
int command_ladder(struct store *s, const char *code, struct ladder *out);
/* Whether all of these words, with commas between them, name bundled bots.  An exit code; what is wrong was said by `command`. */
int bundled_known(const char *command, const char *names);
/* Enters each as author/NAME in the ladder argentino, which is made where it is missing, and says so.  An exit code; what is wrong was
 * said, and those before it are entered. */
int bundled_enter(struct store *s, const char *author, const char *names, bool json);
/* Holds all matches of the store, and the trail's decisions, against the log in this folder; NULL: nothing is held.  Each thing that
 * is wrong is told to `found` and added to *wrong.  A store_code. */
int command_match_log(struct store *s, const char *folder, struct report_findings *found, uint64_t *wrong,
                      struct store_error *e);
#define CHOICE_MATCH_LOG(when) \
    { \
        "match-log", "DIR", NULL, \
            when "hold the matches of all ladders, and the trail's decisions, against this log, too" \
    }

#endif
