/* replay_more: the parts of `fiel replay`: decisions as rows, those that are meant, what a bot would decide now, what an auditor adds. */
#ifndef FIEL_REPLAY_MORE_H
#define FIEL_REPLAY_MORE_H

#include "tell/decision.h"

struct replay_files {
    char **path;
    unsigned count;
};
enum replay_form { FORM_TEXT, FORM_CSV, FORM_JSON };

/* The decisions that `where` means (NULL: all): as rows, or as text the hands in which they were made.  An exit code. */
int replay_rows(const struct replay_files *files, const char *where, enum replay_form form,
                const struct tell_style *style);

/* Asks a bot (a command line) once more what this seat was asked, and tells where it decides otherwise.  An exit code: 0 also
 * when it does. */
int replay_again(const char *path, const char *command, unsigned seat, const char *where, bool json);

/* What the auditor says that the outcome rests on, below the story: a line for each clause, or one JSON object.  Nothing where it cannot
 * be asked, which it says on stderr.  Whether the record is wrong. */
bool replay_added(const char *path, const struct tell_style *style, bool json);

/* Opens a record and a teller over one of its tables that listens to decisions; an exit code of what was printed. */
int replay_listen(const char *path, uint32_t table, struct replay *file, struct teller *t, struct decisions *d);

#endif
