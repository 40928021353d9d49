/* logs: what bots printed. */
#ifndef FIEL_LADDER_LOGS_H
#define FIEL_LADDER_LOGS_H

#include "site/session/site.h"

extern const struct http_route log_routes[];

#endif
