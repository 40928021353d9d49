/* proof: that an entry is in a log, as text that can be handed to anybody.  C2SP tlog-proof:
 *
 *   c2sp.org/tlog-proof@v1 \n
 *   index N \n
 *   base64(hash) \n ...             the inclusion path, from the leaf upwards
 *   \n
 *   checkpoint, a whole signed note */
#ifndef FIEL_PROOF_H
#define FIEL_PROOF_H

#include "log/note.h"

/* The hashes of a path as such lines, and back: up to the empty line, behind which *at then is.  The length, which is `room` or more when
 * it does not fit; false: they are none. */
size_t proof_lines(char *text, size_t room, const struct tree_proof *p);
bool proof_lines_read(const char **at, const char *end, struct tree_proof *p);

/* Its length, or 0 when it does not fit `room`; NUL-terminated. */
size_t proof_write(char *text, size_t room, uint64_t index, const struct tree_proof *p, const char *checkpoint);

/* Checks that `entry` is in the log of this key by this proof.  NULL, or what is wrong; *out is the checkpoint
 * and *index the place, on success. */
const char *proof_check(const char *text, size_t size, const struct note_key *k, const void *entry, size_t entry_size,
                        struct checkpoint *out, uint64_t *index);

/* The place that a proof speaks of; UINT64_MAX when it is none. */
uint64_t proof_index(const char *text, size_t size);

/* Where the checkpoint starts in a proof that was checked: it is the rest of it. */
const char *proof_checkpoint(const char *text, size_t size, size_t *rest);

/* What OPEN has to prove (LOG.md section 3): the open entry of match `number` is in the log whose key is
 * `key_text`.  NULL, or what is wrong; `checkpoint` becomes the hash that every HAND_END carries. */
const char *proof_of_open(const char *key_text, uint64_t number, const void *open, size_t open_size,
                          const uint8_t signature[64], const void *proof, size_t proof_size, uint8_t checkpoint[32]);

#endif
