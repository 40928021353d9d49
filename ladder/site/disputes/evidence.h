/* evidence: what the audit says of a record that somebody disputes. */
#ifndef FIEL_LADDER_EVIDENCE_H
#define FIEL_LADDER_EVIDENCE_H

#include "site/session/site.h"
#include "store/store_legs.h"

enum { EVIDENCE_TEXT = 512 };

/* For a program, in English: "valid", "unfinished", "cannot be read", or "not valid: " and the auditor's sentence. */
void evidence_text(struct http_request *r, const uint8_t hash[STORE_HASH], char text[EVIDENCE_TEXT]);
/* For a person, a row of a table: in the guest's language what holds, where it ceases to and who is to blame; then the
 * auditor's own sentence, which is English. */
void put_evidence(struct http_request *r, struct page *p, const struct leg *l, const char *what,
                  const uint8_t hash[STORE_HASH]);

/* The two records against each other, as another row: the same, or where they part and what each says there. */
void put_compared(struct http_request *r, struct page *p, const uint8_t here[STORE_HASH],
                  const uint8_t theirs[STORE_HASH]);

#endif
