/* seat_socket: one ZeroMQ context, one ROUTER behind CURVE and ZAP, one monitor. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "seat.h"
#include "socket/socket.h"

enum {
    HANDSHAKE_MS = 2000,
    /* over the network */
    REMOTE_HANDSHAKE_MS = 4000, /* four messages, over a slow line */
    HEARTBEAT_MS = 1000,
    HEARTBEAT_MOST_MS = 4000, /* nothing came for so long: the line is dead */
    KEEPALIVE_S = 10,
};
static const int watched = ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH |
                           ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL |
                           ZMQ_EVENT_DISCONNECTED;

/* Everything that libzmq leaves unlimited by itself. */
static int limit_socket(void *router)
{
    int64_t part = SEAT_PART_MAX;
    if (zmq_setsockopt(router, ZMQ_MAXMSGSIZE, &part, sizeof part))
        return -1;
    if (socket_option(router, ZMQ_HANDSHAKE_IVL, HANDSHAKE_MS))
        return -1;
    if (socket_option(router, ZMQ_RCVHWM, SEAT_QUEUE) || socket_option(router, ZMQ_SNDHWM, SEAT_QUEUE_OUT))
        return -1;
    return socket_option(router, ZMQ_ROUTER_MANDATORY, 1) || socket_option(router, ZMQ_LINGER, 0) ? -1 : 0;
}

/* A line that died without a word is noticed, and the router forgets it.  Its bot notices by the same means. */
static int keep_alive(void *router)
{
    if (socket_option(router, ZMQ_HEARTBEAT_IVL, HEARTBEAT_MS) ||
        socket_option(router, ZMQ_HEARTBEAT_TIMEOUT, HEARTBEAT_MOST_MS))
        return -1;
    if (socket_option(router, ZMQ_TCP_KEEPALIVE, 1) || socket_option(router, ZMQ_TCP_KEEPALIVE_IDLE, KEEPALIVE_S) ||
        socket_option(router, ZMQ_TCP_KEEPALIVE_INTVL, KEEPALIVE_S) || socket_option(router, ZMQ_TCP_KEEPALIVE_CNT, 3))
        return -1;
    return socket_option(router, ZMQ_HANDSHAKE_IVL, REMOTE_HANDSHAKE_MS);
}

const char *seat_socket_open(struct seat_socket *s, const struct seat_config *config)
{
    static char why[SEAT_ENDPOINT + 160];
    const char *step = "no ZeroMQ context";
    memset(s, 0, sizeof *s);
    s->router_fd = s->monitor_fd = -1;
    s->context = zmq_ctx_new();
    if (!s->context)
        goto fail;
    zmq_ctx_set(s->context, ZMQ_IO_THREADS, 1);
    step = "the ZAP handler cannot start";
    s->auth = auth_start(s->context, config->bot_key);
    if (!s->auth)
        goto fail;
    step = "the socket cannot be made";
    s->router = zmq_socket(s->context, ZMQ_ROUTER);
    if (!s->router || limit_socket(s->router) || auth_serve(s->router, config->secret))
        goto fail;
    if (seat_is_remote(config) && keep_alive(s->router))
        goto fail;
    if (!(s->monitor = socket_watch(s->context, s->router, watched)))
        goto fail;
    step = "the socket cannot be heard";
    if (socket_option(s->router, ZMQ_USE_FD, config->listener) || zmq_bind(s->router, config->endpoint))
        goto fail;
    s->router_fd = socket_fd(s->router);
    s->monitor_fd = socket_fd(s->monitor);
    if (s->router_fd >= 0 && s->monitor_fd >= 0)
        return NULL;
fail:
    snprintf(why, sizeof why, "%s (%s): is there memory, and are there descriptors?", step, zmq_strerror(errno));
    seat_socket_close(s, 0);
    return why;
}

void seat_socket_close(struct seat_socket *s, int linger_ms)
{
    socket_unwatch(s->router, &s->monitor);
    if (s->router) {
        socket_option(s->router, ZMQ_LINGER, linger_ms);
        zmq_close(s->router);
    }
    auth_stop(&s->auth);
    if (s->context)
        zmq_ctx_term(s->context); /* waits for what still lingers */
    memset(s, 0, sizeof *s);
}

bool seat_socket_take(struct seat_socket *s, zmq_msg_t *part, zmq_msg_t *id, enum wire_error *wrong)
{
    do {
        if (zmq_msg_recv(id, s->router, ZMQ_DONTWAIT) < 0)
            return false;
        if (!zmq_msg_more(id) || zmq_msg_recv(part, s->router, ZMQ_DONTWAIT) < 0)
            return false;
        *wrong = zmq_msg_more(part) ? WIRE_MULTIPART : WIRE_OK;
        socket_drop_rest(s->router, part);
    } while (!auth_holds(s->auth, part)); /* ZAP lets nobody else in: this is the second lock */
    return true;
}

void seat_socket_hear(struct seat_socket *s, zmq_msg_t *id)
{
    s->id_size = zmq_msg_size(id);
    memcpy(s->id, zmq_msg_data(id), s->id_size);
}

bool seat_socket_send(struct seat_socket *s, const void *bytes, size_t size)
{
    if (!s->id_size)
        return false;
    if (zmq_send(s->router, s->id, s->id_size, ZMQ_SNDMORE | ZMQ_DONTWAIT) < 0)
        return false;
    return zmq_send(s->router, bytes, size, ZMQ_DONTWAIT) >= 0;
}

/* A failed handshake is followed by its own DISCONNECTED, which is not the bot's. */
int seat_socket_change(struct seat_socket *s)
{
    struct socket_event e;
    while (socket_event(s->monitor, ZMQ_DONTWAIT, &e)) {
        if (e.kind == ZMQ_EVENT_HANDSHAKE_SUCCEEDED) {
            s->connected++;
            return SEAT_CONNECTED;
        }
        if (e.kind != ZMQ_EVENT_DISCONNECTED) {
            s->refused++;
        } else if (s->refused) {
            s->refused--;
        } else if (s->connected) {
            s->connected--;
            return SEAT_GONE;
        }
    }
    return 0;
}
