/* stored: a record as it is stored: the file itself, that file packed by zstd (RFC 8878), by custom `m.replay.zst`, or *kept*
 * (REPLAY.md section 8): packed, without the commitments that follow from the seed which the record itself reveals.
 *
 * It is found out by the first bytes, not by the name.  Every hash and every signature is of the plain file, so whoever reads one
 * gets the same bytes either way.  A record that is being played is never packed, and neither is what a bot reads. */
#ifndef FIEL_STORED_H
#define FIEL_STORED_H

#include "record/replay.h"

enum { STORED_MOST = 1 << 30 }; /* bytes of an unpacked record: as many as replay_load takes */

/* Loads the file, unpacked; replay_unload gives it back.  -1, nothing loaded, and *why is the middle of a sentence that begins
 * with the file's name: it cannot be read, is cut short or damaged, or would be more than STORED_MOST bytes. */
int stored_load(struct replay *r, const char *path, const char **why);

/* The same of bytes that stored_packed() knows; of at most `most` bytes, unpacked: no more than twice that memory, what zstd itself
 * takes aside.  What was kept is the bytes of its hash, or it is refused. */
int stored_unpack(struct replay *r, const void *packed, size_t size, size_t most, const char **why);

/* Are these bytes packed or kept?  No record begins as those do. */
bool stored_packed(const struct replay *r);
bool stored_kept(const struct replay *r); /* the second alone */

/* Keeps these bytes; any will do, and what is no record that reveals its seed is packed alone.  *kept is the caller's to free().
 * -1: there is no memory, and *kept is NULL. */
int stored_keep(const void *bytes, size_t size, uint8_t **kept, size_t *kept_size);

#endif
