/* connect: a bot's line to its arbiter: the record on fd 3, and a CURVE DEALER. */
#ifndef FIEL_CONNECT_H
#define FIEL_CONNECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEAT_FD = 3, ENDPOINT_MAX = 256, FOLDER_MAX = 512 };

/* What the host gives a bot: one msgpack array [2, endpoint, server key, public key, secret key, folder]. */
struct seat_record {
    char endpoint[ENDPOINT_MAX];
    uint8_t server[32], public_key[32], secret[32]; /* CURVE */
    char folder[FOLDER_MAX];
};

/* Reads the record from a file descriptor and closes it.  -1 and one sentence in `why`. */
int seat_record_read(int fd, struct seat_record *s, char why[160]);

struct connection {
    void *context, *socket, *monitor;
    bool far;      /* over a network */
    bool up;       /* as of the last connection_look */
    unsigned made; /* handshakes so far: after a second one nobody there knows me */
};

/* NULL is never stored: either all is open (0), or nothing is (-1, errno as ZeroMQ sets it). */
int connection_open(struct connection *c, const struct seat_record *s);
/* Lets what was sent leave for at most a second. */
void connection_close(struct connection *c);

/* One envelope out of one part.  -1 and errno. */
int connection_send(struct connection *c, const void *bytes, size_t size);

enum { CONNECTION_TICK_MS = 250 };
/* One envelope in; with `wait` it waits for one, at most CONNECTION_TICK_MS.  Its size, or -1: errno EAGAIN when nothing came, EMSGSIZE when
 * it was longer than `cap` or in several parts. */
long connection_receive(struct connection *c, void *bytes, size_t cap, bool wait);

/* Is an envelope there, or does one come within so many milliseconds? */
bool connection_waits(struct connection *c, int ms);

/* Brings `up` and `made` up to date. */
void connection_look(struct connection *c);

#endif
