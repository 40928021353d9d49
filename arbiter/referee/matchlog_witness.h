/* matchlog_witness: what a match log asks of its witnesses. */
#ifndef FIEL_MATCHLOG_WITNESS_H
#define FIEL_MATCHLOG_WITNESS_H

#include "matchlog.h"

/* Reads that policy, for who will not be able to later. */
void matchlog_witness_policy(const struct matchlog *m);
/* Where the log has a policy: has its witnesses cosign the present checkpoint (the program fiel-witness asks them, for neither
 * HTTP nor a name server is a referee's), puts what holds under it, and sets m->lacks. */
void matchlog_witness(struct matchlog *m, struct log_writer *w);

#endif
