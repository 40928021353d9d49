/* logged: is every match of the ladder in its match log, and every match of the log in the ladder? */
#ifndef FIEL_LADDER_LOGGED_H
#define FIEL_LADDER_LOGGED_H

#include "store/store.h"

/* Holds all legs against the log in this folder, which takes no secret: its opening stands at the entry that is filed, and its result
 * names its record; and no result of the log is missing here, as one would be whose match was played and not filed because of how
 * it ended.  One of an attempt that was given back, which the trail has as such, is told and not counted.  Each thing that is wrong is told and
 * counted in *wrong.  A store_code. */
int logged_check(const char *folder, struct store *s, store_tell *tell, void *arg, uint64_t *wrong,
                 struct store_error *e);

#endif
