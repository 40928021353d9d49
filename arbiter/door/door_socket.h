/* door_socket: the public ROUTER behind CURVE and ZAP, and the monitor that tells which lines ended. */
#ifndef FIEL_DOOR_SOCKET_H
#define FIEL_DOOR_SOCKET_H

#include <zmq.h>

#include "base/auth.h"
#include "door.h"
#include "waiting.h"

struct door_socket {
    void *context, *router, *monitor;
    int router_fd, monitor_fd;
    struct auth *auth;
    uint8_t public_key[CURVE_KEY];
    char endpoint[DOOR_ENDPOINT]; /* as it was bound */
};

enum {
    DOOR_QUEUE = 16, /* ZMQ_RCVHWM and ZMQ_SNDHWM, messages per connection */
    DOOR_BACKLOG = 512,
    DOOR_HANDSHAKE_MS = 2000,
    DOOR_HEARTBEAT_MS = 5000,
    DOOR_PATIENCE_MS = 60000, /* bytes that nobody acknowledges end the line */
};

/* NULL, or a sentence.  Runs the self-test first; nobody is admitted until auth_replace(). */
const char *door_socket_open(struct door_socket *s, const struct door_config *config);
void door_socket_close(struct door_socket *s);

/* What a message's pointers point to, until the next one. */
struct door_parts {
    zmq_msg_t id, part;
    uint8_t key[CURVE_KEY];
};
/* The next message of anybody who is admitted now; false when there is none.  What it points to lives in *parts until the next call.
 * `came->now` and `came->date` are left alone. */
bool door_socket_take(struct door_socket *s, struct door_parts *parts, struct waiting_came *came);

/* False when the connection is gone or does not read. */
bool door_socket_send(struct door_socket *s, const struct waiting_route *to, const void *bytes, size_t size);

/* The descriptor of the next line that ended, -1 when no other has. */
int door_socket_ended(struct door_socket *s);

#endif
