/* match_capacity: what a match takes of this machine, counted from its options and its bots' files before anything is started. */
#ifndef FIEL_MATCH_CAPACITY_H
#define FIEL_MATCH_CAPACITY_H

#include "jail/capacity.h"
#include "match_options.h"

/* Bytes of memory that the copies of a bot's files, and of what runs it, take in its jail. */
uint64_t bot_copied(const struct match_options *o, const struct bot_command *c);
/* Neither a limit that this process was started under nor want of something may end one of its processes: an exit code, and what is short was
 * said with figures and remedies.  A bot's memory that nobody asked for is lowered to what there is. */
int match_count_room(struct match_options *o, bool resumed);

#endif
