/* decisions: what hosts decided of disputes, and what workers and hosts did with pairs, out of the trail into a match log, where
 * nobody changes it any more.
 *
 * The store and the log are two things: a line is in the store first, and a step writes into the log what it does not have yet.
 * What that is the log itself says, so a ladder may be killed at any moment. */
#ifndef FIEL_LADDER_DECISIONS_H
#define FIEL_LADDER_DECISIONS_H

#include "decision_log.h"
#include "store/store.h"

struct decisions {
    char folder[512];
    struct note_signer signer;
    int64_t seen; /* lines of the trail up to here are in the log, or are not for it */
    struct decision_log_place place;
};
/* The log at `folder` with the key in the file `key` (`fiel log create` made both); false and a sentence. */
bool decisions_open(struct decisions *d, const char *folder, const char *key, char why[256]);
/* Writes what is new.  A store_code: ENVIRONMENT with what the log said. */
int decisions_step(struct decisions *d, struct store *s, struct store_error *e);
/* Holds the trail against the log, which takes no secret: every decision of one is in the other, and so is every line about a pair
 * from the first on that the log has; an older ladder logged none.  Each that is not is told, and counted in *wrong. */
int decisions_check(const char *folder, struct store *s, store_tell *tell, void *arg, uint64_t *wrong,
                    struct store_error *e);

#endif
