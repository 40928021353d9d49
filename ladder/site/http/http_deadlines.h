/* http_deadlines: until when a connection has to have said, or taken, all of what it is about.
 *
 * libmicrohttpd closes a client that says nothing for a minute; one that says one byte a minute it keeps for ever.  So each connection has
 * a deadline for all of its headers, then one for all of its body, then one for all of its answer, by their sizes.
 *
 * When there are as many connections as may be, who comes next takes the place of who has been waited for longest.  So a crowd that
 * holds them all, each within its deadline, does not keep out those who ask and are answered at once. */
#ifndef FIEL_LADDER_HTTP_DEADLINES_H
#define FIEL_LADDER_HTTP_DEADLINES_H

#include <stdbool.h>
#include <stdint.h>

/* Milliseconds for all headers of a request, from the connection's beginning or the answer before; and for a body or an answer,
 * which besides has a second for each so many bytes. */
enum { DEADLINE_HEADERS_MS = 30 * 1000, DEADLINE_BYTES_MS = 30 * 1000, DEADLINE_BYTES_A_SECOND = 32 << 10 };

struct deadlines;
struct deadline;

/* Milliseconds that only grow. */
typedef int64_t deadline_clock(void);

/* A thread that looks once a second; `clock` NULL: the machine's.  `most`: connections that are kept.  NULL without memory or
 * threads. */
struct deadlines *deadlines_open(deadline_clock *clock, unsigned most);
/* After the last connection has ended; NULL is fine. */
void deadlines_close(struct deadlines *d);

/* A connection has come, its headers are waited for; NULL without memory: the caller lets it go.  Where it is one too many another
 * one is shut: the oldest whose headers or stranger's body are waited for, else the oldest whose answer is.  Nobody is where all
 * are admitted or without a deadline. */
struct deadline *deadline_begin(struct deadlines *d, int fd);
/* It is about to be closed: before its descriptor is.  True: it was shut, or is NULL, so that nobody is to be heard there. */
bool deadline_end(struct deadline *c);
/* What is waited for from now on. */
void deadline_headers(struct deadline *c);
void deadline_body(struct deadline *c, uint64_t size, bool admitted /* somebody with an account or a key sends it */);
void deadline_answer(struct deadline *c, uint64_t size);
/* Nothing: this program works, or the answer goes on for ever. */
void deadline_none(struct deadline *c);

/* Shuts the sockets of all that are late; how many there were.  The thread calls it, and so may a test whose clock is its own. */
unsigned deadlines_sweep(struct deadlines *d);
/* How many connections there are. */
unsigned deadlines_count(struct deadlines *d);

#endif
