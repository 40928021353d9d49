/* api: what anybody may read, as JSON. */
#ifndef FIEL_LADDER_API_H
#define FIEL_LADDER_API_H

#include "site.h"

extern const struct http_route api_routes[];

#endif
