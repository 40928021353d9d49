/* work: what workers elsewhere ask of the site, and bring to it (API.md, "Workers"). */
#ifndef FIEL_LADDER_WORK_H
#define FIEL_LADDER_WORK_H

#include "site/session/site.h"

enum { WORK_PIECE_MAX = 8 << 20, WORK_LEASE_MS = 60000, KEY_NAME_MOST = 23 };

extern const struct http_route work_routes[];

#endif
