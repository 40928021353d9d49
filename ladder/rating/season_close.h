/* season_close: a ladder's season as a folder that stands for itself (SEASON.md): records, a signed index, the table. */
#ifndef FIEL_LADDER_SEASON_CLOSE_H
#define FIEL_LADDER_SEASON_CLOSE_H

#include "record/identity.h"
#include "store/store_events.h"

struct season_plan {
    const char *name;   /* letters, digits, '-', '_' and '.' */
    const char *folder; /* to be made: nothing is there yet */
    const struct identity *signer;
    const char *match_log; /* whose checkpoint goes with it; NULL: none */
    const char *earlier;   /* the archive of an earlier season, for records that the store has let go of; NULL: none */
};
struct season_closed {
    uint64_t bots, pairs, records, bytes; /* bytes of records and index */
    uint64_t open;                        /* pairs of the ladder that were not over: they are not in it */
};

/* All pairs of the ladder that count now, and the table that they give.  The folder is written as FOLDER.closing beside its place, brought to the
 * disk and renamed: it is there whole or not at all, and what was begun is removed on failure.  A FOLDER.closing that a killed close left is taken
 * away first, if nothing but what a close writes is in it.  The store is read alone.  A store_code: STORE_EXISTS when the folder is there,
 * STORE_INVALID for a ladder without pairs that count, a record of an earlier protocol, a record that neither the store nor `earlier` has, or
 * a name that does not fit. */
int season_close(struct store *s, const struct ladder *l, const struct season_plan *plan, struct season_closed *out,
                 struct store_error *e);

#endif
