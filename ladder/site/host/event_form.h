/* event_form: events made and changed by form and by program. */
#ifndef FIEL_LADDER_EVENT_FORM_H
#define FIEL_LADDER_EVENT_FORM_H

#include "site/session/site.h"

extern const struct http_route event_form_routes[];

#endif
