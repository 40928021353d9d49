/* host: what a host sees and does: workers, parked jobs, people, versions, ladders, events. */
#ifndef FIEL_LADDER_HOST_H
#define FIEL_LADDER_HOST_H

#include "site.h"

extern const struct http_route host_routes[];

#endif
