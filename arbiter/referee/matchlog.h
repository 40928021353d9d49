/* matchlog: what a match has to do with the match log (LOG.md section 3).
 *
 *   reserve      before the OFFER: the next number, which nobody else gets
 *   open         the OPEN of that number, before any cut is asked for; or
 *   unopened     no OPEN came of it
 *   finish       the result, the replay's hash and the seed, once the replay has its trailer
 *
 * After open, unopened and an ending the witnesses of the log are asked to cosign what it holds now.  None of them can stop a
 * match: who does not answer is missing, and `lacks` says so.
 *
 * Each opens the log, waits for its lock, appends and closes it again: many matches share one log. */
#ifndef FIEL_MATCHLOG_H
#define FIEL_MATCHLOG_H

#include "log/append.h"
#include "log/policy.h"
#include "record/binding.h"
#include "record/crypto.h"
#include "record/replay.h"

enum { MATCHLOG_LACKS = POLICY_LACKS };

struct matchlog {
    const char *folder;
    struct note_signer signer;
    uint64_t number;            /* of this match, once it is reserved */
    bool again;                 /* entries of this match may be there already: it is resumed, or mended */
    const char *policy;         /* the file that names the witnesses of the log, or NULL */
    int asks;                   /* to a fiel-witness that asks them when it is told to; -1: one is started each time */
    bool patient;               /* witnesses that gave no answer a moment ago are asked all the same */
    char lacks[MATCHLOG_LACKS]; /* what the newest checkpoint lacks that the policy asks for: a sentence; "": nothing */
};

/* Reads the secret key; -1 and a sentence.  Nothing is written. */
int matchlog_start(struct matchlog *m, const char *folder, const char *secret_file, char why[LOG_WHY]);
void matchlog_wipe(struct matchlog *m);

/* `note`: the absolute path of what the match can be resumed by.  Numbers that matches were killed with before they
 * had one are said to be unopened on the way.  *held is a descriptor that says, as long as it is open, that the match
 * is about to begin. */
int matchlog_reserve(struct matchlog *m, const char *note, int *held, char why[LOG_WHY]);
/* Appends the entry, unless it is there already (a match that is resumed may not know).  The proof's length, or -1
 * and a sentence: the entry is not in the log. */
long matchlog_open(struct matchlog *m, const void *entry, size_t size, char proof[LOG_PROOF], char why[LOG_WHY]);
int matchlog_unopened(struct matchlog *m, uint64_t number, const char *reason, char why[LOG_WHY]);
/* Appends a bot's key, unless this very binding is in the log. */
int matchlog_key(struct matchlog *m, const struct binding *b, char why[LOG_WHY]);
/* Asks the witnesses about the log as it is.  -1 and a sentence: it cannot be opened. */
int matchlog_witnesses(struct matchlog *m, char why[LOG_WHY]);
/* Whether the log has an OPEN of this match.  -1 and a sentence. */
int matchlog_is_open(struct matchlog *m, bool *open, char why[LOG_WHY]);
/* How a match ended: its signed result, the hash of its replay, and S.  Of a match that is void and has no complete replay the hash is zeros. */
struct matchlog_ending {
    const void *result;
    uint64_t size;
    uint8_t signature[SIGNATURE], replay[HASH], seed[HASH];
    uint8_t reveals, pad[7]; /* 1: S is revealed */
};
/* Appends it, as far as it is not there. */
int matchlog_end(struct matchlog *m, const struct matchlog_ending *e, char why[LOG_WHY]);
/* What a finished replay has for the log, which points into it.  *number 0: becomes that of its OPEN.  NULL, or why it is of no use here. */
const char *matchlog_ending(struct replay *file, uint64_t *number, struct matchlog_ending *e);
/* Appends the result and the reveal that a complete replay holds, once: a replay whose result is in the log
 * already is left alone.  The match is that of m->number, or where that is 0 the one of the replay's OPEN.  -1 and a sentence. */
int matchlog_finish(struct matchlog *m, const char *replay, char why[LOG_WHY]);

#endif
