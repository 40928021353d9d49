/* timers: what a serving ladder does by itself: schedule, rate, sweep, wake who watches.
 *
 * Each is a step that looks, does what is due and returns; steps of several ladders on one PostgreSQL may run at once,
 * because the store lets one of them win.  A step that fails is told and tried again. */
#ifndef FIEL_LADDER_TIMERS_H
#define FIEL_LADDER_TIMERS_H

#include "site/session/site.h"

struct timer {
    const char *name;
    bool woken; /* by the topic; else it comes only every so often */
    enum store_topic topic;
    unsigned every_ms; /* at least so often */
    int (*step)(struct site *s, struct store_error *e);
};
extern const struct timer site_timers[]; /* ends with a NULL name */

/* A step that takes long, as a large table does, is not taken again at once: it gets a tenth of a processor at most.  How
 * long to rest after one that took `ms`. */
static inline uint64_t timer_rest_ms(uint64_t ms) { return ms < 200 ? 0 : 9 * ms; }

struct timers;
/* NULL: no threads. */
struct timers *timers_start(struct site *s);
/* Lets every step come to its end; NULL is fine. */
void timers_stop(struct timers *k);

#endif
