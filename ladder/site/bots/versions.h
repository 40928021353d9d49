/* versions: a bot's versions, for their author. */
#ifndef FIEL_LADDER_VERSIONS_H
#define FIEL_LADDER_VERSIONS_H

#include "site/session/site.h"

http_handler page_status; /* status.c: where one version stands */

extern const struct http_route version_routes[];

#endif
