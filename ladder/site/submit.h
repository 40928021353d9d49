/* submit: a bot of one's own and its versions, by form and by program. */
#ifndef FIEL_LADDER_SUBMIT_H
#define FIEL_LADDER_SUBMIT_H

#include "site.h"

/* A new bot of the guest's; a store_code, STALE when there were too many lately. */
int bot_make(struct http_request *r, const char *name, const char *about, struct store_error *e);

extern const struct http_route submit_routes[];

#endif
