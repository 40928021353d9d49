/* connect: see connect.h. */
#include "connect.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

#include "socket/socket.h"
#include "wire/messages.h"
#include "wire/pack.h"
#include "wire/strict.h"

enum { LINGER_MS = 1000 };

/* -1: it is none; 1: it is one of another version. */
static int record_parse(const uint8_t *bytes, size_t size, struct seat_record *s)
{
    if (strict_check(bytes, size) != WIRE_OK)
        return -1;
    struct reader r;
    read_start(&r, bytes, size);
    size_t items = read_array(&r, 6);
    uint64_t version = read_uint(&r, 255);
    if (!r.bad && items == 6 && version != PROTOCOL_VERSION)
        return 1;
    read_text(&r, s->endpoint, sizeof s->endpoint);
    read_fixed(&r, s->server, sizeof s->server);
    read_fixed(&r, s->public_key, sizeof s->public_key);
    read_fixed(&r, s->secret, sizeof s->secret);
    read_text(&r, s->folder, sizeof s->folder);
    return items == 6 && read_done(&r) ? 0 : -1;
}

int seat_record_read(int fd, struct seat_record *s, char why[160])
{
    uint8_t bytes[2048];
    size_t size = 0;
    ssize_t n;
    while ((n = read(fd, bytes + size, sizeof bytes - size)) > 0)
        size += (size_t)n;
    int error = n < 0 ? errno : 0;
    int parsed = error ? -1 : record_parse(bytes, size, s);
    sodium_memzero(bytes, sizeof bytes);
    if (error == EBADF)
        snprintf(why, 160,
                 "no arbiter started this program: run it by `fiel match --bot PROGRAM ...`, or by hand with "
                 "--connect, --seat or --again (docs/debug.md)");
    else if (error)
        snprintf(why, 160, "descriptor %d: %s: start this program with `fiel match`", fd, strerror(error));
    else if (parsed > 0)
        snprintf(why, 160,
                 "descriptor %d is for another version of the protocol, this program speaks version %d: build it "
                 "with this arbiter's SDK",
                 fd, PROTOCOL_VERSION);
    else if (parsed != 0)
        snprintf(why, 160, "descriptor %d holds no seat record: start this program with `fiel match`", fd);
    if (!error)
        close(fd);
    return parsed == 0 ? 0 : -1;
}

static int socket_set(void *socket, const struct seat_record *s)
{
    int64_t longest = ENVELOPE_MAX + CURVE_ADDS;
    return socket_option(socket, ZMQ_LINGER, LINGER_MS) == 0 &&
                   socket_option(socket, ZMQ_RCVTIMEO, CONNECTION_TICK_MS) == 0 &&
                   zmq_setsockopt(socket, ZMQ_MAXMSGSIZE, &longest, sizeof longest) == 0 &&
                   zmq_setsockopt(socket, ZMQ_CURVE_SERVERKEY, s->server, 32) == 0 &&
                   zmq_setsockopt(socket, ZMQ_CURVE_PUBLICKEY, s->public_key, 32) == 0 &&
                   zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, s->secret, 32) == 0
               ? 0
               : -1;
}

/* Over the network: a line that died without a word is noticed and made again. */
static int keep_alive(void *socket)
{
    enum { HEARTBEAT_MS = 500, DEAD_MS = 2000, RETRY_MOST_MS = 1000, KEEPALIVE_S = 10 };
    return socket_option(socket, ZMQ_HEARTBEAT_IVL, HEARTBEAT_MS) == 0 &&
                   socket_option(socket, ZMQ_HEARTBEAT_TIMEOUT, DEAD_MS) == 0 &&
                   socket_option(socket, ZMQ_CONNECT_TIMEOUT, DEAD_MS) == 0 &&
                   socket_option(socket, ZMQ_HANDSHAKE_IVL, 2 * DEAD_MS) == 0 &&
                   socket_option(socket, ZMQ_RECONNECT_IVL_MAX, RETRY_MOST_MS) == 0 &&
                   socket_option(socket, ZMQ_TCP_KEEPALIVE, 1) == 0 &&
                   socket_option(socket, ZMQ_TCP_KEEPALIVE_IDLE, KEEPALIVE_S) == 0 &&
                   socket_option(socket, ZMQ_IPV6, 1) == 0
               ? 0
               : -1;
}

int connection_open(struct connection *c, const struct seat_record *s)
{
    *c = (struct connection){ .context = zmq_ctx_new() };
    if (!c->context)
        return -1;
    c->socket = zmq_socket(c->context, ZMQ_DEALER);
    c->far = strncmp(s->endpoint, "tcp://", 6) == 0;
    if (c->socket && socket_set(c->socket, s) == 0 && (!c->far || keep_alive(c->socket) == 0) &&
        (c->monitor = socket_watch(c->context, c->socket, ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED)) &&
        zmq_connect(c->socket, s->endpoint) == 0)
        return 0;
    int saved = errno;
    connection_close(c);
    errno = saved;
    return -1;
}

void connection_close(struct connection *c)
{
    socket_unwatch(c->socket, &c->monitor);
    if (c->socket)
        zmq_close(c->socket);
    if (c->context)
        zmq_ctx_term(c->context);
    *c = (struct connection){ 0 };
}

int connection_send(struct connection *c, const void *bytes, size_t size)
{
    return zmq_send(c->socket, bytes, size, 0) < 0 ? -1 : 0;
}

/* Takes the parts that are left of a message nobody wants. */
static void parts_drop(void *socket)
{
    int more = 1;
    size_t size = sizeof more;
    while (more && zmq_recv(socket, NULL, 0, ZMQ_DONTWAIT) >= 0)
        zmq_getsockopt(socket, ZMQ_RCVMORE, &more, &size);
}

long connection_receive(struct connection *c, void *bytes, size_t cap, bool wait)
{
    int n = zmq_recv(c->socket, bytes, cap, wait ? 0 : ZMQ_DONTWAIT);
    if (n < 0)
        return -1;
    int more = 0;
    size_t size = sizeof more;
    zmq_getsockopt(c->socket, ZMQ_RCVMORE, &more, &size);
    if (more)
        parts_drop(c->socket);
    if (!more && (size_t)n <= cap)
        return n;
    errno = EMSGSIZE;
    return -1;
}

bool connection_waits(struct connection *c, int ms)
{
    zmq_pollitem_t item = { .socket = c->socket, .events = ZMQ_POLLIN };
    return zmq_poll(&item, 1, ms) > 0;
}

void connection_look(struct connection *c)
{
    struct socket_event e;
    while (socket_event(c->monitor, ZMQ_DONTWAIT, &e)) {
        c->up = e.kind == ZMQ_EVENT_HANDSHAKE_SUCCEEDED;
        c->made += c->up;
    }
}
