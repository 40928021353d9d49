/* orders: what has been ordered and is not over, on the disk before anybody is told so.
 *
 *   STATE/orders/ID.json   an accepted order; it goes when the order is over
 *   STATE/done/ID.json     ... and this is there, with how it ended
 *   STATE/refs/HASH        the ID of the order that an operator has given this `ref`
 *   STATE/records/ID.*     the replay, its log folder, what `fiel match` said; a folder of replays for pairs
 *
 * Whatever is killed when: an ID is in orders/ or in done/ or in both, which counts as done. */
#ifndef FIEL_ORDERS_H
#define FIEL_ORDERS_H

#include "order.h"

struct orders {
    char state[CONFIG_TEXT]; /* the folder */
    struct order **list;     /* not over, by id */
    unsigned count, room;
    uint64_t next;
};

/* Makes the folders and reads what is there.  -1 and a sentence. */
int orders_open(struct orders *s, const char *state, const struct config *c, char why[ORDER_WHY]);
void orders_close(struct orders *s);

/* Gives the order its id and keeps it; it is durable when this returns.  NULL and a sentence: nothing has changed. */
struct order *orders_accept(struct orders *s, const struct order *o, char why[ORDER_WHY]);
/* The order is over: `how` (state, result, ...; borrowed) is kept with it, durably, and *o is freed.  -1 and errno: it
 * stays what it was. */
int orders_finish(struct orders *s, struct order *o, json_t *how);

/* Its operator has cancelled it: durably so.  -1 and errno. */
int orders_cancel(struct orders *s, struct order *o);

/* The order of that number; NULL: there is none here. */
struct order *orders_find(const struct orders *s, uint64_t id);
/* The order to which this operator has given this ref, over or not; 0: none. */
uint64_t orders_by_ref(const struct orders *s, const char *who, const char *ref);
/* What was kept of an order that is over: {"id","who","accepted","order",...how}; NULL: no such. */
json_t *orders_done(const struct orders *s, uint64_t id);
/* {"id","who","accepted","order"}; a new reference. */
json_t *orders_json(const struct order *o);

/* STATE/records/ID and this end. */
char *orders_record(const struct orders *s, uint64_t id, const char *end, char path[CONTROL_PATH]);
/* Whether there is such a file or folder of this order. */
bool orders_has(const struct orders *s, const struct order *o, const char *end);

#endif
