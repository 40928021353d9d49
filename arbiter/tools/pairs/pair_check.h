/* pair_check: what no pair can be played with is refused before anything is begun, made or told. */
#ifndef FIEL_PAIR_CHECK_H
#define FIEL_PAIR_CHECK_H

#include "pair_job.h"

/* An exit code; where it is not 0 a sentence was told in the command's name.  Bots are looked at where they are named. */
int pair_words_check(const char *command, const struct pair_words *w, unsigned tables);
/* The same of a bot, which is called `name`. */
int pair_bot_check(const char *command, const char *name, const char *bot);
/* Can a file be written there?  An exit code; if not, a sentence was told that begins with `what`.  Nothing is changed. */
int pair_output_check(const char *what, const char *path);

#endif
