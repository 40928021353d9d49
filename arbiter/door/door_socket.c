#include "door_socket.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static int set_int(void *socket, int option, int value)
{
    return zmq_setsockopt(socket, option, &value, sizeof value);
}

/* Everything that libzmq leaves unlimited by itself, and a line that says nothing is looked after. */
static int limit_socket(void *router, uint32_t heartbeat_ms)
{
    int beat = heartbeat_ms ? (int)heartbeat_ms : DOOR_HEARTBEAT_MS;
    int64_t part = LOBBY_BYTES + CURVE_ADDS;
    if (zmq_setsockopt(router, ZMQ_MAXMSGSIZE, &part, sizeof part))
        return -1;
    if (set_int(router, ZMQ_HANDSHAKE_IVL, DOOR_HANDSHAKE_MS) || set_int(router, ZMQ_BACKLOG, DOOR_BACKLOG))
        return -1;
    if (set_int(router, ZMQ_RCVHWM, DOOR_QUEUE) || set_int(router, ZMQ_SNDHWM, DOOR_QUEUE))
        return -1;
    if (set_int(router, ZMQ_HEARTBEAT_IVL, beat) || set_int(router, ZMQ_HEARTBEAT_TIMEOUT, 2 * beat) ||
        set_int(router, ZMQ_HEARTBEAT_TTL, 3 * beat))
        return -1;
    if (set_int(router, ZMQ_TCP_MAXRT, DOOR_PATIENCE_MS) || set_int(router, ZMQ_LINGER, 0))
        return -1;
    return set_int(router, ZMQ_ROUTER_MANDATORY, 1) || set_int(router, ZMQ_ROUTER_HANDOVER, 0) ? -1 : 0;
}

/* The monitor has no high-water mark: an end that is not told would leave a bot in the lobby that is not there. */
static int watch_socket(struct door_socket *s)
{
    static const char *const watch = "inproc://fiel.door.monitor";
    if (zmq_socket_monitor(s->router, watch, ZMQ_EVENT_DISCONNECTED))
        return -1;
    s->monitor = zmq_socket(s->context, ZMQ_PAIR);
    if (!s->monitor || set_int(s->monitor, ZMQ_LINGER, 0) || set_int(s->monitor, ZMQ_RCVHWM, 0))
        return -1;
    return zmq_connect(s->monitor, watch);
}

static int socket_fd(void *socket)
{
    int fd = -1;
    size_t size = sizeof fd;
    return zmq_getsockopt(socket, ZMQ_FD, &fd, &size) ? -1 : fd;
}

static const char *bind_router(struct door_socket *s, const struct door_config *config)
{
    size_t room = sizeof s->endpoint;
    s->router = zmq_socket(s->context, ZMQ_ROUTER);
    if (!s->router || limit_socket(s->router, config->heartbeat_ms) || auth_serve(s->router, config->secret) ||
        set_int(s->router, ZMQ_IPV6, strchr(config->endpoint, '[') != NULL) || watch_socket(s))
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
    if (s->monitor) {
        zmq_socket_monitor(s->router, NULL, 0);
        zmq_close(s->monitor);
    }
    if (s->router) {
        set_int(s->router, ZMQ_LINGER, 500);
        zmq_close(s->router);
    }
    auth_stop(&s->auth);
    if (s->context)
        zmq_ctx_term(s->context);
    *s = (struct door_socket){ 0 };
}

/* Drops what is left of a message of several parts.  All of them are in memory already. */
static void drop_rest(struct door_socket *s, zmq_msg_t *first)
{
    zmq_msg_t rest;
    bool more = zmq_msg_more(first);
    while (more) {
        zmq_msg_init(&rest);
        more = zmq_msg_recv(&rest, s->router, ZMQ_DONTWAIT) >= 0 && zmq_msg_more(&rest);
        zmq_msg_close(&rest);
    }
}

bool door_socket_take(struct door_socket *s, struct door_parts *p, struct hall_came *came)
{
    do {
        if (zmq_msg_recv(&p->id, s->router, ZMQ_DONTWAIT) < 0)
            return false;
        if (!zmq_msg_more(&p->id) || zmq_msg_recv(&p->part, s->router, ZMQ_DONTWAIT) < 0)
            return false;
        came->whole = !zmq_msg_more(&p->part);
        drop_rest(s, &p->part);
    } while (!auth_who(s->auth, &p->part, p->key));
    came->key = p->key;
    came->id = zmq_msg_data(&p->id);
    came->id_size = zmq_msg_size(&p->id);
    came->line = zmq_msg_get(&p->part, ZMQ_SRCFD);
    came->bytes = zmq_msg_data(&p->part);
    came->size = zmq_msg_size(&p->part);
    return true;
}

bool door_socket_send(struct door_socket *s, const struct hall_route *to, const void *bytes, size_t size)
{
    if (zmq_send(s->router, to->id, HALL_ROUTE, ZMQ_SNDMORE | ZMQ_DONTWAIT) < 0)
        return false;
    return zmq_send(s->router, bytes, size, ZMQ_DONTWAIT) >= 0;
}

int door_socket_ended(struct door_socket *s)
{
    uint8_t bytes[6], address[1]; /* u16 event | u32 value: the descriptor, then the address */
    int32_t line;
    if (zmq_recv(s->monitor, bytes, sizeof bytes, ZMQ_DONTWAIT) != sizeof bytes)
        return -1;
    if (zmq_recv(s->monitor, address, sizeof address, ZMQ_DONTWAIT) < 0)
        return -1;
    memcpy(&line, bytes + 2, sizeof line);
    return line;
}
