/* ledger: what a bot must still know of a match after it was killed and started again.
 *
 * One file per match in the state folder, mapped: what is written into the struct outlives the
 * process.  It keeps the arbiter from dealing one hand twice: for each hand the one list of
 * commitments there may ever be, with the signature that proves it, and the one OPEN. */
#ifndef FIEL_LEDGER_H
#define FIEL_LEDGER_H

#include "record/crypto.h"

struct ledger_hand {
    uint8_t list[HASH];
    uint8_t seal[SIGNATURE]; /* over the lists of the hands first .. first + count - 1 */
    uint32_t first, count;   /* count 0: not sealed yet */
};

struct ledger {
    uint8_t match_id[HASH];
    uint8_t open[HASH]; /* H of the OPEN, once opened */
    uint32_t hands;     /* entries after hand[0], which is not used */
    uint8_t opened, finished, pad[2];
    struct ledger_hand hand[];
};

/* Opens the ledger of a match, new or as it was left.  NULL and errno when the folder cannot hold it. */
struct ledger *ledger_open(const char *folder, const uint8_t match_id[HASH], uint32_t hands);
/* Its bytes and the names in the folder are on the disk; -1 and errno. */
int ledger_sync(struct ledger *l, const char *folder);
void ledger_close(struct ledger **l);

/* A secret of 32 bytes that lives in the folder: read (*kept true), or drawn and written (mode 0600) the first
 * time.  -1 and errno when that cannot be; EINVAL for a file of another size. */
int secret_keep(const char *folder, const char *name, uint8_t secret[HASH], bool *kept)
    __attribute__((warn_unused_result));
/* The secret is on the disk, for a bot whose machine may go down before the match is over; -1 and errno. */
int secret_sync(const char *folder, const char *name);

#endif
