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

/* Its length, or 0 when it does not fit `room`; NUL-terminated. */
size_t proof_write(char *text, size_t room, uint64_t index, const struct tree_proof *p, const char *checkpoint);

/* Checks that `entry` is in the log of this key by this proof.  NULL, or what is wrong; *out is the checkpoint
 * and *index the place, on success. */
const char *proof_check(const char *text, size_t size, const struct note_key *k, const void *entry, size_t entry_size,
                        struct checkpoint *out, uint64_t *index);

#endif
