/* season: is a closed season what its index says?  Every record is audited and the table made again from nothing (SEASON.md). */
#ifndef FIEL_AUDIT_SEASON_H
#define FIEL_AUDIT_SEASON_H

#include "record/replay.h"
#include "season/season.h"

struct season_audit {
    struct season_head head; /* as far as it could be read */
    struct season_seal seal;
    uint64_t bots, pairs, records, decisions, wrong;
    uint64_t alike;  /* bots whose archive or key another bot has, too: which of them sat there is the site's word */
    uint64_t unheld; /* pairs of two legs of which some bot may remember the other leg, as the arbiter says */
    uint64_t
        on_word; /* pairs of which a leg was decided by a fault that only the arbiter saw, or over which two words stand */
    bool rated; /* the table is the one that the records give; false also where something else is wrong */
};
/* Is told each thing that is wrong. */
typedef void season_tell(void *arg, const char *sentence);

enum { SEASON_AUDIT_WHY = 512 };
/* Audits the season in this folder; `pinned` is the site's key that the caller trusts, or NULL.  Each thing that is wrong is told as one
 * sentence and counted.  One pair's records are in memory at a time, and some hundreds of bytes of each pair for the table.  0 and *out,
 * also where things are wrong; -1: it cannot be read, or there is no memory: `why` is a sentence. */
int season_audit(const char *folder, const uint8_t *pinned, season_tell *tell, void *arg, struct season_audit *out,
                 char why[SEASON_AUDIT_WHY]);

/* A record of the folder: the file as it stands, and the record in it once that was seen to have this hash.  Its room follows from the file's
 * size: no record packs to less than a hundredth of itself except for the first MiB, so what would unpack to more is refused, and its bytes are never made.
 * -1, nothing loaded, and *why is the middle of a sentence about the file; else the caller unloads both. */
int season_load(const char *folder, const uint8_t hash[HASH], struct replay *stored, struct replay *record,
                const char **why);

/* How it is told, on standard output: as JSON, one object a line; or the verdict alone. */
struct season_telling {
    bool json, quiet;
};
/* A season_tell; `telling` is a struct season_telling. */
void season_tell_wrong(void *telling, const char *sentence);
void season_tell_verdict(const struct season_telling *t, const struct season_audit *s);

/* `fiel-audit season`; an exit code. */
int season_command(int argc, char **argv);

#endif
