/* ledger: what a bot must still know of a match after it was killed and started again.
 *
 * One small file per match in the state folder: how many messages the bot was told, and the head of these (DEAL.md section 7).  A bot that comes
 * back hears the match from its first message, and goes on only when it was told the same again: so no hand is dealt twice, and nothing is
 * taken back.  The file has its full size from the start, so that no match is too long for it. */
#ifndef FIEL_LEDGER_H
#define FIEL_LEDGER_H

#include "record/crypto.h"

struct ledger {
    int fd;
    bool again; /* an earlier process was told messages that this one was not told again */
    struct ledger_kept {
        uint8_t match_id[HASH], head[HASH];
        uint8_t open[HASH], open_signature[SIGNATURE]; /* H of the OPEN, once opened */
        uint64_t have;                                 /* messages */
        uint64_t opened, finished;                     /* 1: it was */
    } kept;
};

/* Opens the ledger of a match, new or as it was left.  NULL and errno when the folder cannot hold it. */
struct ledger *ledger_open(const char *folder, const uint8_t match_id[HASH]);
/* `kept` stands in the file, for a process that is started later; -1 and errno. */
int ledger_keep(const struct ledger *l);
/* The arbiter's signature of a SEAL, and the lists of these hands, are added to seals.txt in the folder: where another SEAL of them is in its record, they
 * convict it (DEAL.md section 6).  Nothing rests on it, so what a full disk does not take is lost. */
void ledger_prove(const char *folder, uint32_t table, uint32_t first, unsigned count, const uint8_t (*lists)[HASH],
                  const uint8_t signature[SIGNATURE]);
/* It and the names in the folder are on the disk; -1 and errno. */
int ledger_sync(const struct ledger *l, const char *folder);
void ledger_close(struct ledger **l);

/* A secret of 32 bytes that lives in the folder: read (*kept true), or drawn and written (mode 0600) the first
 * time.  -1 and errno when that cannot be; EINVAL for a file of another size. */
int secret_keep(const char *folder, const char *name, uint8_t secret[HASH], bool *kept)
    __attribute__((warn_unused_result));
/* Another one in its place; -1 and errno, and then it is the one before. */
int secret_put(const char *folder, const char *name, const uint8_t secret[HASH]);
/* The secret is on the disk, for a bot whose machine may go down before the match is over; -1 and errno. */
int secret_sync(const char *folder, const char *name);

#endif
