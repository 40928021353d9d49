/* disputes: an author doubts a match that one of their bots played; a host decides. */
#ifndef FIEL_LADDER_DISPUTES_H
#define FIEL_LADDER_DISPUTES_H

#include "site/session/site.h"

extern const struct http_route dispute_routes[];

#endif
