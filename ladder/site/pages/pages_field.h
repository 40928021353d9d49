/* pages_field: what an event has come to: places, a bracket, a comparison's verdict. */
#ifndef FIEL_LADDER_PAGES_FIELD_H
#define FIEL_LADDER_PAGES_FIELD_H

#include "site/session/show.h"

/* Between the event's heading and its pairs; nothing for a continuous ladder.  A store_code. */
int put_field(struct http_request *r, struct page *p, const struct event *v, struct store_error *e);

#endif
