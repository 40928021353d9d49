/* equivocation: two files of one match in which its arbiter signed what cannot both be true (DEAL.md section 6). */
#ifndef FIEL_AUDIT_EQUIVOCATION_H
#define FIEL_AUDIT_EQUIVOCATION_H

#include <stdbool.h>

#include "record/crypto.h"
#include "record/replay.h"

enum { EQUIVOCATION_TEXT = 160 };

/* The match that a file is of, by its first OFFER; false: it has none. */
bool match_of_file(const struct replay *file, uint8_t match_id[HASH]);

/* `a` and `b` lie in memory and name the same match; their reading places are left alone.  True: the arbiter of both signed
 * two things that exclude each other, and `what` is the end of a sentence: "two RESULTs that differ".  A record that ends
 * earlier than another one, and one that was resumed, exclude nothing.  *no_memory is set where there is too little to
 * look. */
bool equivocation(const struct replay *a, const struct replay *b, char what[EQUIVOCATION_TEXT], bool *no_memory);

/* What the same arbiter signed of a match elsewhere, as a log holds it: H of OPEN's `open` and of RESULT's bytes, with signatures that
 * the caller has looked at. */
struct signed_elsewhere {
    bool open, result, result_void; /* there is one; RESULT says that the match is void */
    uint8_t open_hash[HASH], result_hash[HASH];
};
/* The same of one file and of that. */
bool equivocation_elsewhere(const struct replay *a, const struct signed_elsewhere *b, char what[EQUIVOCATION_TEXT],
                            bool *no_memory);

#endif
