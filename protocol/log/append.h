/* append: the one writer of a log.
 *
 * The order in which a batch becomes durable: the bundle of entries, the hash tiles, then the checkpoint, each
 * written beside its name, synced and renamed.  What is not under a checkpoint that was renamed was never
 * in the log: after a crash the next writer goes on from the checkpoint and writes over what lies beyond it.
 * There is never a second root for one size, because a checkpoint leaves only after it is on the disk. */
#ifndef FIEL_APPEND_H
#define FIEL_APPEND_H

#include "log/tiles.h"

struct log_writer;
enum { LOG_WHY = 256 };
#define LOG_WITNESSED "witnessed" /* a folder in the log's: what is kept of its witnesses */
/* "WHAT: REASON", and -1. */
int log_fail(char why[LOG_WHY], const char *what, const char *reason);

/* Makes `folder` (if need be) an empty log, with the public key in the file `key`; -1 and one sentence when it is a log already, or on disk errors. */
int log_create(const char *folder, const struct note_signer *s, char why[LOG_WHY]);

/* Opens a log for writing, alone: waits while another process has it.  NULL and one sentence on failure: no
 * such log, a checkpoint that this key did not sign, tiles that do not give its root. */
struct log_writer *log_open(const char *folder, const struct note_signer *s, char why[LOG_WHY]);
void log_close(struct log_writer *w);

struct log_entry {
    const void *bytes;
    size_t size; /* at most ENTRY_MAX */
};
/* Appends entries as one batch under one new checkpoint; *first is the index of the first.  -1 and one
 * sentence when it could not be made durable: nothing was appended, and the writer is of no more use. */
int log_append(struct log_writer *w, const struct log_entry *entries, unsigned count, uint64_t *first,
               char why[LOG_WHY]);

/* The checkpoint of the present size, with the cosignatures that it has. */
const char *log_checkpoint(const struct log_writer *w);
/* Puts these lines of witnesses, which the caller has checked (log/note.h), under it, durably.  0; -1 and a sentence, and it stands
 * as it stood.  LOG_CHECKPOINT: with all of them, so that a proof has room for it: as many as a policy may name, of the longest
 * names. */
enum { LOG_COSIGNED_MOST = 32, LOG_CHECKPOINT = CHECKPOINT_TEXT + LOG_COSIGNED_MOST * COSIGNATURE_LINE };
int log_cosign(struct log_writer *w, const char *lines, char why[LOG_WHY]);

/* Entries. */
uint64_t log_size(const struct log_writer *w);
int log_folder(const struct log_writer *w); /* its directory, open */
/* Gives out the match numbers 1, 2, 3, ..., each once, whatever becomes of it: the last one given is kept in
 * the file `number`.  Before that `claim`, one line, is in the file given/N: whose it is.  -1 and one sentence. */
int log_next_number(struct log_writer *w, const char *claim, uint64_t *number, char why[LOG_WHY]);
/* The last number that was given; -1 and one sentence. */
int log_last_number(struct log_writer *w, uint64_t *number, char why[LOG_WHY]);
enum { LOG_GIVEN = 32 };
/* Where a proof that was given to a match lies, below the log's folder. */
char *log_given_path(char path[LOG_GIVEN], uint64_t number);
/* What shows that the entry is in the log at its present size: C2SP tlog-proof, with the checkpoint inside.
 * Returns its length, or 0 when a tile cannot be read. */
enum { LOG_PROOF = LOG_CHECKPOINT + PROOF_MAX * 45 /* base64 of a hash, and its newline */ + 64 };
size_t log_proof(struct log_writer *w, uint64_t index, char text[LOG_PROOF]);

#endif
