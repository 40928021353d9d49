/* own_arbiter: a `fiel serve` beneath this process, at whose door remote bots wait. */
#ifndef FIEL_LADDER_OWN_ARBITER_H
#define FIEL_LADDER_OWN_ARBITER_H

#include "crew.h"

/* Started in `state`, a folder of our own that is made when missing and keeps its keys; `door` is HOST:PORT, `*` a free port.  Returns
 * when remote bots may come, or it has ended; what it complains of is passed on, and what has ended is started again.  NULL: said. */
struct own_arbiter *own_arbiter_start(const struct crew_plan *p, const char *state, const char *door);
void own_arbiter_stop(struct own_arbiter *o); /* NULL is fine */
/* For workers; `there` says whether it is. */
const struct worker_arbiter *own_arbiter(const struct own_arbiter *o);
/* Lets the bot of this NAME.pub wait at the door; where it cannot be told now, a worker brings it with the bot's first job. */
void own_arbiter_allow(const struct own_arbiter *o, const char *binding);
/* What authors start their bots with: "--connect tcp://HOST:PORT --server HEX"; NULL: the door did not open. */
const char *own_arbiter_words(const struct own_arbiter *o);

#endif
