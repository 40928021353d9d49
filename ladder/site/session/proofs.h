/* proofs: whose a key is, is shown by a proof for this ladder and one name (key_proof.h). */
#ifndef FIEL_LADDER_PROOFS_H
#define FIEL_LADDER_PROOFS_H

#include "site.h"

/* Not what the request calls it: a ladder that somebody was lured to could bring their proof here and say its own name. */
const char *own_address(const struct http_request *r);
/* The key of a proof for this name at this ladder, which nobody has seen before; else NOT_FOUND and why. */
int proof_taken(struct http_request *r, const char *name, const char *proof, uint8_t key[STORE_KEY],
                struct store_error *e);
/* How such a proof is made for this name, and the field `proof` for it. */
void proof_field(struct http_request *r, struct page *p, const char *name, const char *label);

#endif
