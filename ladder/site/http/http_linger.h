/* http_linger: a connection that is answered while its client still speaks.
 *
 * Closing a socket with something unread makes the kernel answer with RST, and so does what comes after that.  A client that
 * learns of it before it has read its answer never sees that: of an upload that is refused by its first lines most browsers say that
 * the connection was reset.  So who was answered is told by a FIN that nothing follows, and what he still says is read and thrown away
 * until the client has closed, too (RFC 9112, section 9.6). */
#ifndef FIEL_LADDER_HTTP_LINGER_H
#define FIEL_LADDER_HTTP_LINGER_H

#include "http_deadlines.h"

/* Milliseconds for all of it, and for the next bytes; and how many linger at once, above which the oldest is closed. */
enum { LINGER_MS = 30 * 1000, LINGER_QUIET_MS = 5 * 1000, LINGER_MOST = 256 };

struct lingers;

/* A thread of its own; `clock` NULL: the machine's.  NULL without memory, descriptors or threads. */
struct lingers *lingers_open(deadline_clock *clock);
/* Closes those that are left; NULL is fine. */
void lingers_close(struct lingers *l);

/* The caller is about to close this descriptor: where its client still speaks, or may, it lingers under another number. */
void linger(struct lingers *l, int fd);
/* Closes all that are late.  The thread calls it once a second, and so may a test whose clock is its own. */
void lingers_sweep(struct lingers *l);
/* How many there are. */
unsigned lingers_count(struct lingers *l);

#endif
