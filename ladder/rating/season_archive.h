/* season_archive: the folder of a closed season (SEASON.md), and how a store lets go of the records that it holds. */
#ifndef FIEL_LADDER_SEASON_ARCHIVE_H
#define FIEL_LADDER_SEASON_ARCHIVE_H

#include "store/store_events.h"

/* A record of the archive, as it stands there, once its bytes were seen to have that hash; `plain` is the record itself, and may be NULL.
 * The caller frees both with store_free().  STORE_INVALID when the archive does not have it, or what it has is not it; nothing is to be freed then. */
int season_archive_get(const char *folder, const uint8_t hash[STORE_HASH], struct store_bytes *as_stored,
                       struct store_bytes *plain, struct store_error *e);

/* Whose season it is, and how far it goes: of two archives of a ladder the one with the greater `last` is the later one. */
struct season_about {
    char name[STORE_NAME], ladder[STORE_NAME];
    uint64_t pairs, last; /* how many, and the number of the last */
};
/* Reads the index alone.  STORE_INVALID where there is none that holds. */
int season_archive_about(const char *folder, struct season_about *out, struct store_error *e);

struct season_gone {
    char name[STORE_NAME];
    uint64_t records, gone, before; /* in the archive; that went now; that had gone before */
};
/* Audits the archive, record by record, brings it to the disk, and only then has the store let go of the records that it holds
 * (store_let_go), some hundred at once.  STORE_INVALID when the archive is not valid, which `tell` is told sentence by sentence, or is of
 * another ladder: nothing is let go then.  Killed on the way it has let go of some of them, and goes on when it is called again. */
int season_let_go(struct store *s, const struct ladder *l, const char *folder, store_tell *tell, void *arg,
                  struct season_gone *out, struct store_error *e);

#endif
