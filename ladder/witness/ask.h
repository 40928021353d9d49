/* ask: a log asks its witnesses for their cosignatures: the other side of C2SP tlog-witness. */
#ifndef FIEL_WITNESS_ASK_H
#define FIEL_WITNESS_ASK_H

#include "log/policy.h"

/* What one witness has until it is reached, and for its answer, for which it waits for a disk; seconds for which one that gave none is
 * left alone. */
enum { ASK_REACHED_MS = 3000, ASK_MS = 10000, ASK_AGAIN_S = 60 };

/* Asks each witness with an address in the policy about the checkpoint of the log in `folder`, whose lock the caller has, and
 * prints the lines of those that have signed on stdout, and on stderr a sentence for each that has not.  What each has seen is kept in the
 * log's folder `witnessed`, so that the next proof begins there.  `now`: in seconds since 1970; `all`: those too that gave no answer a
 * moment ago.  An exit code: EXIT_FINE where all signed, EXIT_NEGATIVE where one did not, EXIT_ENVIRONMENT where the log cannot be read. */
int ask_witnesses(const char *folder, const struct policy *p, uint64_t now, bool all);

#endif
