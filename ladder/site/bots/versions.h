/* versions: a bot's versions, for their author. */
#ifndef FIEL_LADDER_VERSIONS_H
#define FIEL_LADDER_VERSIONS_H

#include "site/session/site.h"

http_handler page_status; /* status.c: where one version stands */
/* A list of the versions that wait to be admitted, each with its place, or why it has none; nothing where none does. */
int status_pending(struct http_request *r, struct page *p, struct store_error *e);

extern const struct http_route version_routes[];

#endif
