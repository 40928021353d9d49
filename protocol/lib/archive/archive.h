/* archive: a record as it is stored: the file itself, that file packed by zstd (RFC 8878), by custom `m.replay.zst`, or *compact*
 * (REPLAY.md section 8): packed, without the commitments that follow from the seed which the record itself reveals.
 *
 * It is found out by the first bytes, not by the name.  Every hash and every signature is of the plain file, so a reader of one
 * gets the same bytes either way.  A record that is being played is never packed, and neither is what a bot reads. */
#ifndef FIEL_ARCHIVE_H
#define FIEL_ARCHIVE_H

#include "record/replay.h"

enum { ARCHIVED_MOST = 1 << 30 }; /* bytes of an unpacked record: as many as replay_load takes */
enum { ARCHIVED_NOT_HERE = -2 };

/* What packed bytes, so many, may unpack to: compact records of whole matches pack to a sixth, short ones of which the commitments are most to a
 * tenth, and nothing that is a record to a hundredth. */
size_t archived_most(size_t packed);

/* Loads the file, unpacked; replay_unload gives it back.  -1, nothing loaded, and *why is the middle of a sentence that begins
 * with the file's name: it cannot be read, is cut short or damaged, or would be more than archived_most or ARCHIVED_MOST bytes. */
int archived_load(struct replay *r, const char *path, const char **why);

/* The same of bytes that archived_packed() knows; of at most `most` bytes, unpacked.  A child unpacks them (child/reader.h).  What was made compact is the
 * bytes of its hash, or it is refused.  ARCHIVED_NOT_HERE: this place lacks what that takes, and *why tells it of no bytes. */
int archived_unpack(struct replay *r, const void *packed, size_t size, size_t most, const char **why);
/* In this process: for one that is such a child, and for a fuzzer. */
int archived_unpack_here(struct replay *r, const void *packed, size_t size, size_t most, const char **why);

/* Are these bytes packed or compact?  No record begins as those do. */
bool archived_packed(const struct replay *r);
bool archived_compact(const struct replay *r); /* the second alone */

/* Keeps these bytes, by a child as well; any will do, and what is no record that reveals its seed is packed alone.  *compact is the caller's to
 * free().  -1: there is no memory, or it takes more than a child may take, and *compact is NULL. */
int archived_pack(const void *bytes, size_t size, uint8_t **compact, size_t *compact_size);

#endif
