/* socket: see socket.h. */
#include "socket.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

int socket_option(void *socket, int option, int value) { return zmq_setsockopt(socket, option, &value, sizeof value); }

int socket_fd(void *socket)
{
    int fd = -1;
    size_t size = sizeof fd;
    return zmq_getsockopt(socket, ZMQ_FD, &fd, &size) ? -1 : fd;
}

void socket_drop_rest(void *socket, const zmq_msg_t *part)
{
    zmq_msg_t rest;
    bool more = zmq_msg_more(part);
    while (more) {
        zmq_msg_init(&rest);
        more = zmq_msg_recv(&rest, socket, ZMQ_DONTWAIT) >= 0 && zmq_msg_more(&rest);
        zmq_msg_close(&rest);
    }
}

/* Without a high-water mark: where it is reached libzmq's own thread waits until somebody reads, and every connection
 * of the context with it; and a socket that is closed then, by the one who should read, waits for that thread. */
void *socket_watch(void *context, void *socket, int events)
{
    static atomic_uint watched; /* libzmq gives a name free some time after its socket is closed */
    char name[32];
    void *monitor = zmq_socket(context, ZMQ_PAIR);
    if (!monitor)
        return NULL;
    snprintf(name, sizeof name, "inproc://watch-%u", atomic_fetch_add(&watched, 1));
    if (!socket_option(monitor, ZMQ_LINGER, 0) && !socket_option(monitor, ZMQ_RCVHWM, 0) &&
        !zmq_socket_monitor(socket, name, events) && !zmq_connect(monitor, name))
        return monitor;
    int error = errno;
    socket_unwatch(socket, &monitor);
    errno = error;
    return NULL;
}

/* The watch is stopped first: an event that finds nobody at the other end makes libzmq's own thread wait for ever. */
void socket_unwatch(void *socket, void **monitor)
{
    if (!*monitor)
        return;
    zmq_socket_monitor(socket, NULL, 0);
    zmq_close(*monitor);
    *monitor = NULL;
}

bool socket_event(void *monitor, int flags, struct socket_event *e)
{
    uint8_t bytes[6], address[1]; /* u16 kind | u32 value, in the host's order; then where it was */
    if (zmq_recv(monitor, bytes, sizeof bytes, flags) != sizeof bytes)
        return false;
    if (zmq_recv(monitor, address, sizeof address, flags) < 0)
        return false;
    memcpy(&e->kind, bytes, sizeof e->kind);
    memcpy(&e->value, bytes + 2, sizeof e->value);
    return true;
}
