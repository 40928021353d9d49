/* match_resume: the note beside a replay by which a match that was broken off goes on.
 *
 * Who plays, by which rules and clocks, where the bots keep their state, the seats' CURVE secrets, the arbiter's key: everything
 * but S, which has a file of its own; where --seed gave one, that too.  It is written before the match begins, with
 * mode 0600, is shown to no bot (base/secrets.h), and goes when there is a result. */
#ifndef FIEL_MATCH_RESUME_H
#define FIEL_MATCH_RESUME_H

#include <limits.h>

#include "match.h"

/* What a note begins with, of a match or of a series: written and read by the same program, it is plain memory, and refused when it is
 * another's.  Behind it stand the files of the bots (bot_files.h). */
struct note_head {
    char engine[32];
    uint32_t size;
    char cwd[PATH_MAX]; /* to which the paths in the options are relative */
};

/* The head of a note of so many bytes that is written here.  -1 and errno: there is no current folder. */
int note_begin(struct note_head *head, const char *engine, uint32_t size);

/* Reads the note at `path` into *head, which has room for `size`, and *files, which is the caller's to free, and goes to the folder that it
 * names; `what` was broken off and `where` it leaves its note, for who is told that there is none.  An exit code. */
int note_read(const char *path, const char *what, const char *where, struct note_head *head, const char *engine,
              uint32_t size, const char **files);
/* Puts all of it in place of `path`: who is killed meanwhile leaves what was there, or nothing.  `durable`: on the disk.  -1 and errno: there is
 * no note of this name. */
int note_write(const char *path, const struct note_head *head, const char *files, bool durable);

/* Writes the note; an exit code, with what went wrong printed. */
int resume_keep(struct match_run *m);
enum { RESUME_DONE = -3 };
/* Takes the record (match_lock.h) and fills in *m from the note of this replay, as files_prepare would.  EXIT_FINE, the exit code of what
 * was said, or RESUME_DONE: the replay is complete, and what was left to do about it is done and said. */
int resume_load(struct match_run *m, const char *replay);
/* The absolute path of the note that resume_keep writes; -1: it is too long. */
int resume_note_path(const struct match_run *m, char path[PATH_MAX]);
/* The note's names, for who hides them: its own, the one it is written under, and that of a twin's first leg; "" for none. */
void resume_note_names(const struct match_run *m, char note[CONTROL_PATH], char fresh[CONTROL_PATH],
                       char first[CONTROL_PATH]);
/* There is a note beside this replay. */
bool resume_noted(const char *replay);
/* The record has its trailer. */
bool resume_is_complete(const char *replay);
/* The OFFER of this record; false: it has none that can be read. */
bool resume_offer(const char *replay, struct offer *out);
/* A number was given out, and the referee did not live to say that nothing came of it. */
void resume_give_number_back(struct match_run *m);
/* There is a result, or nothing to resume.  What is not this match's own stays. */
void resume_drop(struct match_run *m);

#endif
