/* bots: whose a bot is, and how much of it one person may do. */
#ifndef FIEL_LADDER_BOTS_H
#define FIEL_LADDER_BOTS_H

#include "site/session/site.h"

enum { VERSIONS_AN_HOUR = 20 };

/* A new bot of the guest's; a store_code, STALE when there were too many lately. */
int bot_make(struct http_request *r, const char *name, const char *about, struct store_error *e);

/* The guest's bot of that name, a new one where there is none. */
int bot_for(struct http_request *r, const char *name, struct bot *b, struct store_error *e);

/* The bot at the first two parts of the path.  Only its author may do anything to it, a host may look (`host`); it is public that
 * a bot is there, so nothing is hidden by what is said. */
int own_bot(struct http_request *r, bool host, struct bot *b, struct store_error *e);
/* Says that of the guest's own bot at the path, instead of what was said before; "" says nothing. */
int bot_about(struct http_request *r, const char *about, struct store_error *e);
/* The version of it whose number is the third part. */
int own_version(struct http_request *r, bool host, struct bot *b, struct version *out, struct store_error *e);

/* Versions that are sent in or validated again: STALE when there were VERSIONS_AN_HOUR of this person. */
int limit_versions(struct http_request *r, struct store_error *e);

extern const struct http_route bot_routes[];

#endif
