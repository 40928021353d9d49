/* live: the feed from which running matches are watched.
 *
 * What workers tell lies in the store; it is read once for all who watch a match, and each of them is given what is new to him.
 * A watcher that falls behind what is kept goes on with the newest hand. */
#ifndef FIEL_LADDER_LIVE_H
#define FIEL_LADDER_LIVE_H

#include "http.h"
#include "store/store_live.h"

struct live_feed;
struct live_feed *live_open(void);    /* NULL: no memory */
void live_close(struct live_feed *h); /* when nobody watches any more; NULL is fine */

/* The lines of a match as Server-Sent Events, each with its number as the id: those behind number `after`, from the newest hand
 * on when that is 0 or too old.  Ends with the event `over` when the pair is over.  NULL and why. */
struct http_stream *live_stream(struct live_feed *h, struct store *s, const struct live_match *m, int64_t after,
                                struct store_error *e);
/* Reads what is new of everything that is watched; wake the streams then. */
int live_look(struct live_feed *h, struct store *s, struct store_error *e);

#endif
