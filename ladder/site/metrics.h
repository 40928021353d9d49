/* metrics: numbers of a serving ladder for Prometheus, on an address of their own: the pages' is the world's. */
#ifndef FIEL_LADDER_METRICS_H
#define FIEL_LADDER_METRICS_H

#include "site/session/site.h"

/* GET /metrics at this address, "127.0.0.1:9180"; ended with http_stop.  NULL and a sentence. */
struct http_server *metrics_start(struct site *s, const char *bind, char why[256]);

#endif
