/* host: what a host sees and does: workers, parked jobs, people, versions, ladders, events. */
#ifndef FIEL_LADDER_HOST_H
#define FIEL_LADDER_HOST_H

#include "site/session/site.h"

/* Shows a password that was made for somebody, once. */
unsigned host_password_page(struct http_request *r, struct http_answer *a, const char *name, const char *password);
http_handler page_host, page_people, do_people; /* the latter: people_list.c */

extern const struct http_route host_routes[]; /* host_do.c */

#endif
