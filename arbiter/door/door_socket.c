#include "door_socket.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "socket/socket.h"

/* Everything that libzmq leaves unlimited by itself, and a line that says nothing is looked after. */
static int limit_socket(void *router, uint32_t heartbeat_ms)
{
    int beat = heartbeat_ms ? (int)heartbeat_ms : DOOR_HEARTBEAT_MS;
    int64_t part = LOBBY_BYTES + CURVE_ADDS;
    if (zmq_setsockopt(router, ZMQ_MAXMSGSIZE, &part, sizeof part))
        return -1;
    if (socket_option(router, ZMQ_HANDSHAKE_IVL, DOOR_HANDSHAKE_MS) || socket_option(router, ZMQ_BACKLOG, DOOR_BACKLOG))
        return -1;
    if (socket_option(router, ZMQ_RCVHWM, DOOR_QUEUE) || socket_option(router, ZMQ_SNDHWM, DOOR_QUEUE))
        return -1;
    if (socket_option(router, ZMQ_HEARTBEAT_IVL, beat) || socket_option(router, ZMQ_HEARTBEAT_TIMEOUT, 2 * beat) ||
        socket_option(router, ZMQ_HEARTBEAT_TTL, 3 * beat))
        return -1;
    if (socket_option(router, ZMQ_TCP_MAXRT, DOOR_PATIENCE_MS) || socket_option(router, ZMQ_LINGER, 0))
        return -1;
    return socket_option(router, ZMQ_ROUTER_MANDATORY, 1) || socket_option(router, ZMQ_ROUTER_HANDOVER, 0) ? -1 : 0;
}

static const char *bind_router(struct door_socket *s, const struct door_config *config)
{
    size_t room = sizeof s->endpoint;
    s->router = zmq_socket(s->context, ZMQ_ROUTER);
    if (!s->router || limit_socket(s->router, config->heartbeat_ms) || auth_serve(s->router, config->secret) ||
        socket_option(s->router, ZMQ_IPV6, strchr(config->endpoint, '[') != NULL) ||
        !(s->monitor = socket_watch(s->context, s->router, ZMQ_EVENT_DISCONNECTED)))
        return "the socket cannot be made";
    if (zmq_bind(s->router, config->endpoint))
        return "the address cannot be bound";
    if (zmq_getsockopt(s->router, ZMQ_LAST_ENDPOINT, s->endpoint, &room))
        return "the address that was bound is not told";
    s->router_fd = socket_fd(s->router);
    s->monitor_fd = socket_fd(s->monitor);
    return s->router_fd < 0 || s->monitor_fd < 0 ? "the socket has no descriptor" : NULL;
}

const char *door_socket_open(struct door_socket *s, const struct door_config *config)
{
    static char why[DOOR_ENDPOINT + 160];
    const char *wrong = NULL, *step;
    *s = (struct door_socket){ .router_fd = -1, .monitor_fd = -1, .context = zmq_ctx_new() };
    if (crypto_scalarmult_base(s->public_key, config->secret) != 0)
        step = "the secret is no key";
    else if (!s->context)
        step = "no ZeroMQ context";
    else if (!(s->auth = auth_start_list(s->context, NULL, 0)))
        step = "the ZAP handler cannot start";
    else if ((wrong = auth_self_test(s->auth, "tcp://127.0.0.1:*")))
        step = wrong;
    else
        step = bind_router(s, config);
    if (!step)
        return NULL;
    if (wrong)
        snprintf(why, sizeof why, "CURVE self-test: %s: do not run with this libzmq", wrong);
    else
        snprintf(why, sizeof why, "%s (%s) at %s: is the port free, and above 1023 or yours to take?", step,
                 zmq_strerror(errno), config->endpoint);
    door_socket_close(s);
    return why;
}

void door_socket_close(struct door_socket *s)
{
    socket_unwatch(s->router, &s->monitor);
    if (s->router) {
        socket_option(s->router, ZMQ_LINGER, 500);
        zmq_close(s->router);
    }
    auth_stop(&s->auth);
    if (s->context)
        zmq_ctx_term(s->context);
    *s = (struct door_socket){ 0 };
}

bool door_socket_take(struct door_socket *s, struct door_parts *p, struct waiting_came *came)
{
    do {
        if (zmq_msg_recv(&p->id, s->router, ZMQ_DONTWAIT) < 0)
            return false;
        if (!zmq_msg_more(&p->id) || zmq_msg_recv(&p->part, s->router, ZMQ_DONTWAIT) < 0)
            return false;
        came->whole = !zmq_msg_more(&p->part);
        socket_drop_rest(s->router, &p->part);
    } while (!auth_who(s->auth, &p->part, p->key));
    came->key = p->key;
    came->id = zmq_msg_data(&p->id);
    came->id_size = zmq_msg_size(&p->id);
    came->line = zmq_msg_get(&p->part, ZMQ_SRCFD);
    came->bytes = zmq_msg_data(&p->part);
    came->size = zmq_msg_size(&p->part);
    return true;
}

bool door_socket_send(struct door_socket *s, const struct waiting_route *to, const void *bytes, size_t size)
{
    if (zmq_send(s->router, to->id, WAITING_ROUTE, ZMQ_SNDMORE | ZMQ_DONTWAIT) < 0)
        return false;
    return zmq_send(s->router, bytes, size, ZMQ_DONTWAIT) >= 0;
}

int door_socket_ended(struct door_socket *s)
{
    struct socket_event e;
    return socket_event(s->monitor, ZMQ_DONTWAIT, &e) ? e.value : -1;
}
