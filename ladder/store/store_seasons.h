/* store_seasons: seasons whose records are kept in an archive, and here no more. */
#ifndef FIEL_LADDER_STORE_SEASONS_H
#define FIEL_LADDER_STORE_SEASONS_H

#include "store.h"

struct season {
    int64_t id, ladder;
    char name[STORE_NAME];
    uint8_t key[STORE_KEY];      /* who signed its index */
    uint8_t summary[STORE_HASH]; /* H of what was signed: which archive it is */
    int64_t pairs;               /* in the archive */
    int64_t records;             /* that were let go with it; filled on reading */
    int64_t created_ms;
};
/* A record of a pair of the season's ladder. */
struct season_record {
    int64_t pair;
    uint8_t hash[STORE_HASH];
};
/* These records are here no more: a request for one is told of the season (store_get); rows, results and hashes stay.  The caller has
 * seen that the archive holds them.  One stays that is not of that pair, or whose pair does not count, has an open dispute or waits to be
 * rechecked; *gone is how many went.  The season's row is made with the first call, which is told in the trail, and its id is set.
 * The bytes are removed by the next sweep. */
int store_let_go(struct store *s, struct season *season, const struct season_record *record, size_t count,
                 const char *actor, uint64_t *gone, struct store_error *e);
/* Newest first. */
int store_seasons(struct store *s, int64_t ladder, int64_t before, struct season *out, size_t max, size_t *n,
                  struct store_error *e);

#endif
