/* start: from a stranger to a bot that plays: a kit to begin with, one form, and one status that lives. */
#ifndef FIEL_LADDER_START_H
#define FIEL_LADDER_START_H

#include "site/session/site.h"

extern const struct http_route start_routes[];

#endif
