/* stored: a record as it is kept: the file itself, or that file packed by zstd (RFC 8878), by custom `m.replay.zst`.
 *
 * It is found out by the first bytes, not by the name.  Every hash and every signature is of the unpacked file, so whoever reads one
 * gets the same bytes either way.  A record that is being played is never packed, and neither is what a bot reads. */
#ifndef FIEL_STORED_H
#define FIEL_STORED_H

#include "record/replay.h"

enum { STORED_MOST = 1 << 30 }; /* bytes of an unpacked record: as many as replay_load takes */

/* Loads the file, unpacked; replay_unload gives it back.  -1, nothing loaded, and *why is the middle of a sentence that begins
 * with the file's name: it cannot be read, is cut short or damaged, or would be more than STORED_MOST bytes. */
int stored_load(struct replay *r, const char *path, const char **why);

/* The same of bytes that zstd packed; of at most `most` bytes, unpacked: no more memory than that, what zstd itself takes aside. */
int stored_unpack(struct replay *r, const void *packed, size_t size, size_t most, const char **why);

/* Did zstd pack these bytes?  No record begins as it does. */
bool stored_packed(const struct replay *r);

#endif
