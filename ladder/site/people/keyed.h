/* keyed: accounts by key: wherever a password is asked for, a proof of the account's key may come instead (key_proof.h). */
#ifndef FIEL_LADDER_KEYED_H
#define FIEL_LADDER_KEYED_H

#include "site/session/site.h"

/* A new author's account without a password.  A store_code; EXISTS: the name or the key is somebody's. */
int keyed_make(struct http_request *r, const char *name, const char *proof, int64_t *id, struct store_error *e);
/* Who it is; as with a password, everything that a stranger may cause is NOT_FOUND with one sentence.  A proof counts once. */
int keyed_enter(struct http_request *r, const char *name, const char *proof, struct person *out, struct store_error *e);

/* Is it still he who signed in?  The password as `old`, or a proof of the key as `old_proof`, before either of them changes:
 * a thief of a session does not keep the account. */
int confirm_self(struct http_request *r, struct store_error *e);

/* The form for it, behind the one for passwords. */
void put_keyed_enter(struct http_request *r, struct page *p, bool may_sign_up);
/* The field for confirm_self: a password, or of an account without one a proof. */
void put_confirm(struct http_request *r, struct page *p);
/* One's own key, on one's own page. */
void put_key(struct http_request *r, struct page *p);

extern const struct http_route key_routes[];

#endif
