/* order_text: an order as it is told to a worker elsewhere: JSON; `order_parse` reads what `order_text` tells. */
#ifndef FIEL_LADDER_ORDER_TEXT_H
#define FIEL_LADDER_ORDER_TEXT_H

#include "store/store_jobs.h"

/* NUL-terminated, the caller frees it; NULL without memory. */
char *order_text(const struct order *o);
/* False: it is none.  The worker's name is left as it is. */
bool order_parse(const char *text, struct order *out);

#endif
