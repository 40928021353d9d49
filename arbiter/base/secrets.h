/* secrets: the files in which Fiel keeps what no bot may read, and how they are known.
 *
 * A bot's jail shows no file that these functions call a secret.  Code that writes a new kind of secret to the disk names it
 * here, where the names of the files beside a record come from as well.  They are known by what is in them wherever
 * that has a form, so that a copy under another name is no gap; by their name where it has none. */
#ifndef FIEL_SECRETS_H
#define FIEL_SECRETS_H

#include <stdbool.h>
#include <sys/stat.h>

/* Beside a record. */
#define SECRET_RECORD ".replay" /* every card that was dealt, and every word of the bots */
#define SECRET_SEED ".seed"     /* S: every card to come */
#define SECRET_NOTE ".resume"   /* the arbiter's key, the seats' CURVE secrets, S where --seed fixed it */
#define SECRET_LOGS ".logs"     /* a folder: what rivals printed */
#define SECRET_LOCK ".lock"     /* no secret, and of no use to a bot: record_lock.h */
/* In the folder of a measurement or a tournament: how all have played so far.  It grows, and so is of no bot that lies beside it. */
#define SECRET_MEASURE "measure.jsonl"
#define SECRET_TOURNAMENT "tournament.jsonl"
/* In the making. */
#define SECRET_NOTE_NEW SECRET_NOTE ".new"
/* What the note's bytes begin with, before the version of the program. */
#define SECRET_NOTE_BEGINS "fiel "
/* Of a keeper's copy of what a bot keeps. */
#define SECRET_STATE_BEGINS "FIELSTAT"

/* Whether the plain file or folder at this path, which lstat says is `s`, holds a secret as a whole.  One that cannot be
 * looked into does not: nobody else with our rights can, either. */
bool secret_file(const char *path, const struct stat *s);
/* The same of a plain file or a folder of which no more is known than its name. */
bool secret_name(const char *name, bool folder);

#endif
