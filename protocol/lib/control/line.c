/* line: see line.h. */
#include "line.h"

#include <errno.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

#include "record/identity.h"
#include "socket/socket.h"

enum { ANSWER_MS = 20000, MESSAGE_MOST = 1 << 25, ADDRESS = 256 };

struct line {
    void *context, *socket, *monitor;
    char address[ADDRESS];
    json_int_t tag;
};

static enum line_code wrong(struct line_error *e, enum line_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static enum line_code wrong(struct line_error *e, enum line_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    return e->code = code;
}

char *harmless(const char *text, char *out, size_t cap)
{
    size_t n = 0;
    for (; text[n] && n + 1 < cap; n++)
        out[n] = text[n] >= ' ' && text[n] < 0x7f ? text[n] : '?';
    out[n] = '\0';
    return out;
}

/* --- opening ------------------------------------------------------------------------------------------ */

static enum line_code guard(struct line *l, const char *server_hex, const struct identity *me, struct line_error *e)
{
    uint8_t server[32];
    int64_t most = MESSAGE_MOST;
    if (!hex_parse(server, sizeof server, server_hex))
        return wrong(e, LINE_WRONG, "the daemon's public key is not the 64 hex digits of its server.pub");
    if (zmq_setsockopt(l->socket, ZMQ_CURVE_SERVERKEY, server, sizeof server) ||
        zmq_setsockopt(l->socket, ZMQ_CURVE_PUBLICKEY, me->curve, sizeof me->curve) ||
        zmq_setsockopt(l->socket, ZMQ_CURVE_SECRETKEY, me->curve_secret, sizeof me->curve_secret) ||
        zmq_setsockopt(l->socket, ZMQ_MAXMSGSIZE, &most, sizeof most) || socket_option(l->socket, ZMQ_LINGER, 0) ||
        socket_option(l->socket, ZMQ_IPV6, 1))
        return wrong(e, LINE_LOST, "no line can be made: %s: libzmq needs CURVE", zmq_strerror(errno));
    return LINE_FINE;
}

static enum line_code open_sockets(struct line *l, const char *server, const char *key, struct line_error *e)
{
    struct identity me;
    char why[BINDING_WHY];
    if (identity_read(key, &me, why))
        return wrong(e, LINE_WRONG, "%s", why);
    l->context = zmq_ctx_new();
    l->socket = l->context ? zmq_socket(l->context, ZMQ_DEALER) : NULL;
    l->monitor = l->socket ? socket_watch(l->context, l->socket, ZMQ_EVENT_HANDSHAKE_FAILED_AUTH) : NULL;
    enum line_code code = l->monitor ? guard(l, server, &me, e) : wrong(e, LINE_LOST, "no socket: close some files");
    identity_wipe(&me);
    if (!code && zmq_connect(l->socket, l->address))
        code = wrong(e, LINE_WRONG, "'%.200s' is no address: %s: as tcp://127.0.0.1:7441", l->address,
                     zmq_strerror(errno));
    return code;
}

struct line *line_open(const char *address, const char *server, const char *key, struct line_error *e)
{
    struct line *l = sodium_init() < 0 ? NULL : calloc(1, sizeof *l);
    *e = (struct line_error){ 0 };
    if (!l) {
        wrong(e, LINE_LOST, "no memory, or no randomness: free some and ask again");
        return NULL;
    }
    snprintf(l->address, sizeof l->address, "%s", address);
    if (open_sockets(l, server, key, e))
        line_close(&l);
    return l;
}

void line_close(struct line **l)
{
    if (!*l)
        return;
    socket_unwatch((*l)->socket, &(*l)->monitor);
    if ((*l)->socket)
        zmq_close((*l)->socket);
    if ((*l)->context)
        zmq_ctx_term((*l)->context);
    free(*l);
    *l = NULL;
}

/* --- asking ------------------------------------------------------------------------------------------- */

/* One message: a JSON object and perhaps bytes; NULL: it is none. */
static json_t *receive(struct line *l, void **bytes, size_t *size)
{
    json_t *j = NULL;
    bool more = true;
    for (unsigned i = 0; more; i++) {
        zmq_msg_t part;
        zmq_msg_init(&part);
        if (zmq_msg_recv(&part, l->socket, 0) < 0)
            return j;
        if (i == 0)
            j = json_loadb(zmq_msg_data(&part), zmq_msg_size(&part), 0, NULL);
        else if (i == 1 && bytes && !*bytes && (*bytes = malloc(zmq_msg_size(&part) + 1)))
            memcpy(*bytes, zmq_msg_data(&part), *size = zmq_msg_size(&part));
        more = zmq_msg_more(&part);
        zmq_msg_close(&part);
    }
    return j;
}

/* 1: a message is there; 0: time is up; -1: the daemon has turned us away. */
static int wait_for(struct line *l, int ms)
{
    zmq_pollitem_t items[] = { { .socket = l->socket, .events = ZMQ_POLLIN },
                               { .socket = l->monitor, .events = ZMQ_POLLIN } };
    int n;
    do
        n = zmq_poll(items, 2, ms);
    while (n < 0 && errno == EINTR);
    return n <= 0 ? 0 : items[0].revents ? 1 : -1;
}

static json_t *no_answer(const struct line *l, int found, struct line_error *e)
{
    if (found < 0)
        wrong(e, LINE_LOST,
              "%s does not know your key: the host puts your NAME.pub into its operators folder and reloads",
              l->address);
    else
        wrong(e, LINE_LOST, "%s does not answer: is the daemon running there, and is that its public key?", l->address);
    return NULL;
}

/* The answer to the latest tag; what others, or followers, are told in between is dropped. */
static json_t *await(struct line *l, void **bytes, size_t *size, struct line_error *e)
{
    for (;;) {
        int found = wait_for(l, ANSWER_MS);
        if (found <= 0)
            return no_answer(l, found, e);
        json_t *j = receive(l, bytes, size);
        if (json_integer_value(json_object_get(j, "tag")) == l->tag && json_object_get(j, "ok"))
            return j;
        json_decref(j);
    }
}

json_t *line_ask(struct line *l, json_t *request, void **bytes, size_t *size, struct line_error *e)
{
    char said[1024];
    *e = (struct line_error){ 0 };
    json_object_set_new(request, "tag", json_integer(++l->tag));
    char *text = json_dumps(request, JSON_COMPACT);
    json_decref(request);
    bool sent = text && zmq_send(l->socket, text, strlen(text), ZMQ_DONTWAIT) >= 0;
    free(text);
    json_t *j = sent ? await(l, bytes, size, e) : no_answer(l, 0, e);
    if (!j || json_is_true(json_object_get(j, "ok")))
        return j;
    const char *why = json_string_value(json_object_get(j, "error"));
    wrong(e, LINE_REFUSED, "%s", harmless(why ? why : "refused without a word", said, sizeof said));
    json_decref(j);
    return NULL;
}

json_t *line_hear(struct line *l, int ms) { return wait_for(l, ms) == 1 ? receive(l, NULL, NULL) : NULL; }

enum line_code line_fetch(struct line *l, json_int_t id, const json_t *which, int fd, struct line_error *e)
{
    json_int_t at = 0, whole = -1;
    enum line_code code = LINE_FINE;
    while (!code && at != whole) {
        void *bytes = NULL;
        size_t size = 0;
        json_t *request = which ? json_copy((json_t *)(uintptr_t)which) : json_object();
        json_object_update_new(request, json_pack("{s:s,s:I,s:I}", "do", "record", "id", id, "offset", at));
        json_auto_t *said = line_ask(l, request, &bytes, &size, e);
        whole = json_integer_value(json_object_get(said, "size"));
        if (!said)
            code = e->code;
        else if (size ? write(fd, bytes, size) != (ssize_t)size : at != whole)
            code = wrong(e, LINE_WRONG, "the record did not come whole: %s: fetch it again",
                         size ? strerror(errno) : "a part is missing");
        at += (json_int_t)size;
        free(bytes);
    }
    return code;
}
