/* filing: what a replay says of a leg, for the store.  Nothing is taken from the arbiter but its signed record. */
#ifndef FIEL_LADDER_FILING_H
#define FIEL_LADDER_FILING_H

#include "audit/audit.h"
#include "store/store_jobs.h"

/* Of which version of the protocol these bytes are a record; 0: they are none.  Records of earlier versions are kept as they were, and no
 * auditor of today proves them. */
unsigned filing_version(const void *bytes, size_t size);

/* Reads an audited, valid replay into *f; replay, times and logs are the caller's. */
bool filing_read(const struct audit_report *r, const void *replay, size_t size, struct leg *f);

#endif
