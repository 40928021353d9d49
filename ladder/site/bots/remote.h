/* remote: bots that run at their authors' and wait at an arbiter's door: registered by their bindings. */
#ifndef FIEL_LADDER_REMOTE_H
#define FIEL_LADDER_REMOTE_H

#include "site/session/site.h"

enum { LADDERS_MOST = 16 };

/* Makes *v a remote version of the bot from the `binding` of a request, line ends of any kind, whose `proof` its key has signed for
 * AUTHOR/BOT; each of the ladders has an event that takes remote bots, and where none is named they are all that do.  A store_code. */
int remote_register(struct http_request *r, const struct bot *b, int64_t ladder[LADDERS_MOST], size_t *ladders,
                    struct version *v, struct store_error *e);
/* May this entry play in its event?  A store_code; STORE_INVALID when it has a remote bot and the event takes none.  Gives it the place
 * in the draw that the event has for it, unless it has one. */
int remote_enter(struct store *s, struct entry *n, struct store_error *e);

/* What somebody types who has a bot run at home: it makes the keys, registers the bot and says how it is started. */
void remote_way(struct http_request *r, struct page *p, const char *author, const char *bot);

#endif
