/* pair_check: what no pair can be played with is refused before anything is begun, made or told. */
#ifndef FIEL_PAIR_CHECK_H
#define FIEL_PAIR_CHECK_H

#include "pair_job.h"

/* An exit code; where it is not 0 a sentence was told in the command's name.  Bots are looked at where they are named. */
int pair_words_check(const char *command, const struct pair_words *w, unsigned tables);
/* The same of a bot, which is called `name`. */
int pair_bot_check(const char *command, const char *name, const char *bot);
/* Matches at once between any two of these bots, `*jobs` of them (0: as many as there are processors, and room), are counted, and every
 * match that is started from then on has its share.  As pair_words_check. */
int pair_jobs_room(const char *command, const struct pair_words *w, const char *const *bot, unsigned bots,
                   unsigned *jobs);
/* What a bot is that passed (match/bot_files.h); NULL: no memory; else the caller's to free. */
char *pair_bot_files(const char *bot, const char *jail);
/* Can a file be written there?  An exit code; if not, a sentence was told that begins with `what`.  Nothing is changed. */
int pair_output_check(const char *what, const char *path);

#endif
