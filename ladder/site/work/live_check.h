/* live_check: what a worker tells of a running match is a stranger's: looked at before it is kept, and shown to those who watch. */
#ifndef FIEL_LADDER_LIVE_CHECK_H
#define FIEL_LADDER_LIVE_CHECK_H

#include "store/store_jobs.h"

/* One of the lines that worker/live_tell.h makes of a match of these seats and legs, with the same keys and values of their size; nothing else
 * is kept of it, so it begins with its event.  False: it is none. */
bool live_line_fits(const struct order *o, const char *line);
/* So many numbers from `first` on are of this attempt at the job. */
bool live_numbers_fit(const struct order *o, int64_t first, size_t lines);

#endif
