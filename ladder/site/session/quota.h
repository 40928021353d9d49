/* quota: what may come to a ladder before it comes: how much of whom, and where it lies meanwhile.
 *
 * An account has a quota: what it has in the store and what it has on its way, together.  What is on its way is counted in memory,
 * by person, from its announced length until its request is over, filed or not. */
#ifndef FIEL_LADDER_QUOTA_H
#define FIEL_LADDER_QUOTA_H

#include "site.h"

/* NULL without memory. */
struct quotas *quota_open(void);
void quota_close(struct quotas *i); /* NULL is fine */

/* May this body come, of which `most` bytes may?  0, and it is counted until quota_leave; else the status and the answer's text:
 * 413 (too large, or beyond the account's quota), 429 (too many forms at once), 507 (the disk), 500. */
unsigned quota_admit(struct http_request *r, size_t most, struct http_answer *a);
/* The request is over; again is fine. */
void quota_leave(struct http_request *r);
/* A file without a name for what comes; -1 with errno. */
int quota_spool(struct http_request *r);

#endif
