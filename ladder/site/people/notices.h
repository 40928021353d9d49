/* notices: what an author is told: a first fault, a version admitted or not, a dispute decided. */
#ifndef FIEL_LADDER_NOTICES_H
#define FIEL_LADDER_NOTICES_H

#include "site/session/site.h"

/* The newest, on the guest's own page.  Nothing is marked as read by being shown: a browser may load a page that nobody looks at. */
int put_notices(struct http_request *r, struct page *p, struct store_error *e);

extern const struct http_route notice_routes[];

#endif
