/* socket: what every ZeroMQ socket of ours needs beside libzmq's own names: options, its descriptor, its monitor. */
#ifndef FIEL_SOCKET_H
#define FIEL_SOCKET_H

#include <stdbool.h>
#include <stdint.h>
#include <zmq.h>

/* Sets an option whose value is an int: 0, or -1 and errno. */
int socket_option(void *socket, int option, int value);

/* ZMQ_FD, or -1 and errno.  It is edge-triggered: readable once for what came, and any call on the socket may
 * swallow that. */
int socket_fd(void *socket);

/* Drops the parts of a message after `part`, which was received without waiting: all of them are in memory already. */
void socket_drop_rest(void *socket, const zmq_msg_t *part);

/* --- the monitor: what becomes of a socket's connections ---------------------------------------------- */

/* Watches `socket` for ZMQ_EVENT_... `events`: the end where they are read, or NULL and errno.  Call before the socket
 * connects or binds, or the first events go by unheard.  One monitor a socket. */
void *socket_watch(void *context, void *socket, int events);

/* Ends the watch, and *monitor is NULL; also when it was NULL.  Call before `socket` closes. */
void socket_unwatch(void *socket, void **monitor);

struct socket_event {
    uint16_t kind; /* ZMQ_EVENT_... */
    int32_t value; /* as libzmq documents it for the kind: a descriptor, an errno, a status */
};

/* The next event; false when none comes: with ZMQ_DONTWAIT at once, with 0 within the monitor's ZMQ_RCVTIMEO. */
bool socket_event(void *monitor, int flags, struct socket_event *e);

#endif
