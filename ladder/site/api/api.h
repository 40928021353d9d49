/* api: what may be read, as JSON; what changes something answers forms and programs alike and lies with its page. */
#ifndef FIEL_LADDER_API_H
#define FIEL_LADDER_API_H

#include "site/session/site.h"

extern const struct http_route api_routes[];     /* api.c: anybody */
extern const struct http_route api_own_routes[]; /* api_own.c: oneself, hosts */

#endif
