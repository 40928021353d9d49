/* submit: a version of one's own bot is sent in, by form or by program. */
#ifndef FIEL_LADDER_SUBMIT_H
#define FIEL_LADDER_SUBMIT_H

#include "site/session/site.h"

/* Reads what was sent and puts it into the store; *id is the new version.  A store_code: STALE when there were too many lately. */
int submit(struct http_request *r, const struct bot *b, int64_t *id, struct store_error *e);

extern const struct http_route submit_routes[];

#endif
