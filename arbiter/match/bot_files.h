/* bot_files: what a bot is: the files that it is started with, and H of each.
 *
 * They are its program, the files that its command names, and what its jail shows it of its own folder, which is that of its program, or of the
 * script that the system's interpreter is given: all that lies there when it is started.  Four kinds say nothing of who it is and are left
 * out: empty files, what begins with a dot, a folder that has a program `bot`, and beside a compiled program the other programs.  With --jail=none a bot may write to its folder
 * itself: then the program and the files of its command are all. */
#ifndef FIEL_BOT_FILES_H
#define FIEL_BOT_FILES_H

#include "jail/jail.h"
#include "match_options.h"
#include "record/crypto.h"

/* The file whose folder is the bot's. */
const char *bot_own(const struct bot_command *c);
/* The lines "HEX  PATH", sorted by their paths, as `b2sum -l 256` prints them; of a link it is H of where it leads.  NULL: no memory; else the
 * caller's to free.  What has a line in `known` is not read again.  What lies there is then in `seen` (jail.h). */
char *bot_files(const struct match_options *o, const struct bot_command *c, const char *known, struct jail_plan *seen);
/* False, and in `why` the first of them that is not what it was, with both hashes; of a bot, only its program and the files that its command
 * names (NULL: all of all). */
bool bot_files_same(const char *files, const struct bot_command *of, char why[WHY]);

/* Of all bots of a match that run here, one after the other; and o->bot[].artifact of those for which nobody has named one.  As bot_files; a
 * seen[] that is not NULL is the caller's to free, however it ends. */
char *bots_files(struct match_options *o, struct jail_plan *seen[PARTIES_MAX]);

#endif
