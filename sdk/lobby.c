/* lobby: see lobby.h.  EXTENSIONS.md section 6. */
#include "lobby.h"

#include <errno.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <zmq.h>

#include "now.h"
#include "record/transcript.h"
#include "socket/socket.h"

enum {
    TICK_MS = 250,
    ARRIVE_MS = 15000, /* from connecting to WAITING */
    ASK_MS = 60000,    /* a PING after so long without a word; twice that without an answer is a lost door */
    PAUSE_MS = 500,
    PAUSE_MOST_MS = 60000,
    HEARTBEAT_MS = 5000,
    NEVER_MS = 24 * 3600 * 1000, /* a line that has ended is closed long before */
};

/* How a visit to the door ended. */
enum visit { VISIT_CALLED, VISIT_LOST, VISIT_STOPPED, VISIT_OUT_OF_TIME, VISIT_TAKEN };

/* A complaint, once: what is still the same a minute later is no news. */
static void complain(struct lobby *l, const char *what)
{
    if (strcmp(l->said, what) == 0)
        return;
    snprintf(l->said, sizeof l->said, "%s", what);
    fprintf(stderr, "fiel: %s: %s\n", l->words.connect, what);
    l->told_waiting = false;
}

int lobby_open(struct lobby *l, const struct lobby_words *w, enum lobby_role role, const volatile sig_atomic_t *stop,
               char why[LOBBY_WHY])
{
    char wrong[BINDING_WHY];
    *l = (struct lobby){ .words = *w, .role = role, .stop = stop, .pause_ms = PAUSE_MS };
    if (sodium_init() < 0 || identity_read(w->key, &l->self, wrong) != 0) {
        snprintf(why, LOBBY_WHY, "--key: %s", wrong);
        return -1;
    }
    l->context = zmq_ctx_new();
    if (l->context)
        return 0;
    snprintf(why, LOBBY_WHY, "no ZeroMQ context: %s", zmq_strerror(errno));
    return -1;
}

/* --- one connection ----------------------------------------------------------------------------------- */

static void line_close(struct lobby *l)
{
    socket_unwatch(l->socket, &l->monitor);
    if (l->socket)
        zmq_close(l->socket);
    l->socket = NULL;
}

void lobby_close(struct lobby *l)
{
    line_close(l);
    if (l->context)
        zmq_ctx_term(l->context);
    identity_wipe(&l->self);
    l->context = NULL;
}

/* libzmq would try again by itself, five times a second also where the key is not wanted: here one try is one
 * connection, and the pauses are ours.  Told not to try at all it throws away what came last and was not read yet. */
static int socket_set(const struct lobby *l)
{
    int64_t longest = LOBBY_BYTES + CURVE_ADDS;
    void *s = l->socket;
    return socket_option(s, ZMQ_LINGER, 500) || socket_option(s, ZMQ_RECONNECT_IVL, NEVER_MS) ||
                   socket_option(s, ZMQ_RCVTIMEO, 0) || socket_option(s, ZMQ_HEARTBEAT_IVL, HEARTBEAT_MS) ||
                   socket_option(s, ZMQ_HEARTBEAT_TIMEOUT, 2 * HEARTBEAT_MS) ||
                   socket_option(s, ZMQ_HANDSHAKE_IVL, ARRIVE_MS) || socket_option(s, ZMQ_CONNECT_TIMEOUT, ARRIVE_MS) ||
                   socket_option(s, ZMQ_IPV6, 1) || zmq_setsockopt(s, ZMQ_MAXMSGSIZE, &longest, sizeof longest) ||
                   zmq_setsockopt(s, ZMQ_CURVE_SERVERKEY, l->words.server, 32) ||
                   zmq_setsockopt(s, ZMQ_CURVE_PUBLICKEY, l->self.curve, 32) ||
                   zmq_setsockopt(s, ZMQ_CURVE_SECRETKEY, l->self.curve_secret, 32)
               ? -1
               : 0;
}

static int line_open(struct lobby *l)
{
    l->socket = zmq_socket(l->context, ZMQ_DEALER);
    if (!l->socket || socket_set(l) != 0)
        return -1;
    l->monitor = socket_watch(l->context, l->socket, ZMQ_EVENT_ALL);
    return l->monitor ? zmq_connect(l->socket, l->words.connect) : -1;
}

/* False when the line is no more, and why. */
static bool line_stands(struct lobby *l, char why[LOBBY_WHY])
{
    struct socket_event e;
    while (socket_event(l->monitor, ZMQ_DONTWAIT, &e)) {
        switch (e.kind) {
        case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH:
            snprintf(why, LOBBY_WHY, "the host does not let this key in: give it the .pub file that belongs to %.200s",
                     l->words.key);
            return false;
        case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL:
        case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL:
            snprintf(why, LOBBY_WHY, "no handshake: is --server the key of that door, and is this a door?");
            return false;
        case ZMQ_EVENT_CLOSED:
        case ZMQ_EVENT_DISCONNECTED: snprintf(why, LOBBY_WHY, "no connection: trying again"); return false;
        default: break;
        }
    }
    return true;
}

static void say(struct lobby *l, const struct lobby_msg *m)
{
    uint8_t bytes[LOBBY_BYTES];
    zmq_send(l->socket, bytes, lobby_pack(m, bytes), ZMQ_DONTWAIT);
}

/* The next message of the door; false when there is none.  What is no message of a door is dropped. */
static bool hear(struct lobby *l, struct lobby_msg *m)
{
    uint8_t bytes[LOBBY_BYTES];
    for (;;) {
        int n = zmq_recv(l->socket, bytes, sizeof bytes, ZMQ_DONTWAIT);
        if (n < 0)
            return false;
        if ((size_t)n <= sizeof bytes && lobby_read(bytes, (size_t)n, FROM_ARBITER, m) == WIRE_OK)
            return true;
    }
}

/* Until there is something to hear or to look at. */
static void doze(struct lobby *l)
{
    zmq_pollitem_t items[2] = { { .socket = l->socket, .events = ZMQ_POLLIN },
                                { .socket = l->monitor, .events = ZMQ_POLLIN } };
    zmq_poll(items, 2, TICK_MS);
}

/* --- one visit ---------------------------------------------------------------------------------------- */

struct visiting {
    bool waiting;        /* the door said so */
    int64_t came, heard; /* ms; the last word of the door */
    int64_t arrived;     /* when the door said that it waits */
    bool asked;          /* and since then it was pinged */
};

static void answer_challenge(struct lobby *l, const struct lobby_msg *c)
{
    struct lobby_msg m = { .type = LOBBY_WAIT, .role = (uint8_t)l->role };
    struct message signed_bytes;
    memcpy(m.key, l->self.key, ID);
    wait_message(&signed_bytes, l->words.server, c->challenge, l->role);
    sign_message(m.signature, l->self.secret, &signed_bytes);
    say(l, &m);
}

static void arrived(struct lobby *l, struct visiting *v, const struct lobby_msg *m)
{
    if (!v->waiting)
        v->arrived = now_ms();
    v->waiting = true;
    l->pause_ms = PAUSE_MS;
    l->said[0] = '\0';
    if (!l->told_waiting)
        fprintf(stderr, "fiel: %s: %s waits to be called\n", l->words.connect,
                binding_name_fits(m->name) ? m->name : l->self.name);
    l->told_waiting = true;
    if (!*l->decline_label)
        return;
    struct lobby_msg d = { .type = LOBBY_DECLINE };
    memcpy(d.label, l->decline_label, sizeof d.label);
    memcpy(d.text, l->decline_text, sizeof d.text);
    l->decline_label[0] = '\0';
    say(l, &d);
}

static bool is_finished(const struct lobby *l, const char *label)
{
    for (unsigned i = 0; i < LOBBY_FINISHED; i++)
        if (strcmp(l->finished[i], label) == 0)
            return true;
    return false;
}

/* What a host writes is printed where the bot runs, and connected to from there: a seat is on the network, never a
 * socket of that machine. */
static bool is_seat(const char *endpoint)
{
    for (const char *c = endpoint; *c; c++)
        if (*c <= ' ' || *c > '~')
            return false;
    return strncmp(endpoint, "tcp://", 6) == 0;
}

/* Can this call be followed?  If not the door is told. */
static bool call_taken(struct lobby *l, const struct lobby_msg *call)
{
    struct lobby_msg d = { .type = LOBBY_DECLINE };
    const char *wrong = !binding_name_fits(call->label) ? "a call without a label, or with one that is no name"
                        : !is_seat(call->endpoint)      ? "a seat is at tcp://HOST:PORT"
                        : is_finished(l, call->label)   ? "this match is over for me"
                                                        : NULL;
    if (!wrong)
        return true;
    memcpy(d.label, call->label, sizeof d.label);
    snprintf(d.text, sizeof d.text, "%s", wrong);
    say(l, &d);
    return false;
}

/* One word of the door; true when the visit is over, and how. */
static bool heed(struct lobby *l, struct visiting *v, const struct lobby_msg *m, struct lobby_msg *call,
                 enum visit *end)
{
    switch (m->type) {
    case LOBBY_CHALLENGE: answer_challenge(l, m); return false;
    case LOBBY_WAITING: arrived(l, v, m); return false;
    case LOBBY_PONG:
        if (!m->waiting)
            say(l, &(struct lobby_msg){ .type = LOBBY_KNOCK, .version = PROTOCOL_VERSION });
        return false;
    case LOBBY_CALL:
        if (!call_taken(l, m))
            return false;
        *call = *m;
        *end = VISIT_CALLED;
        return true;
    case LOBBY_NO:
        complain(l, *lobby_reason_text(m->reason) ? lobby_reason_text(m->reason) : "the door says no, and not why");
        *end = m->reason == NO_REPLACED ? VISIT_TAKEN : VISIT_LOST;
        return true;
    case LOBBY_KNOCK:
    case LOBBY_WAIT:
    case LOBBY_DECLINE:
    case LOBBY_PING:
    case LOBBY_LEAVE: return false; /* lobby_read gives none of these */
    }
    return false;
}

/* The door must say WAITING soon, and answer a PING now and then. */
static bool door_is_alive(struct lobby *l, struct visiting *v)
{
    int64_t silent = now_ms() - v->heard;
    if (!v->waiting && now_ms() - v->came > ARRIVE_MS) {
        complain(l, "no door answers there: trying again");
        return false;
    }
    if (silent > ASK_MS && !v->asked)
        say(l, &(struct lobby_msg){ .type = LOBBY_PING });
    v->asked = silent > ASK_MS;
    return silent < 2 * (int64_t)ASK_MS;
}

/* With a patience: no call within it at the door, or no door by `until`. */
static bool out_of_time(const struct visiting *v, int64_t patience_ms, int64_t until)
{
    return patience_ms && now_ms() > (v->waiting ? v->arrived + patience_ms : until);
}

static enum visit visit(struct lobby *l, int64_t patience_ms, int64_t until, struct lobby_msg *call)
{
    struct visiting v = { .came = now_ms(), .heard = now_ms() };
    struct lobby_msg m;
    enum visit end = VISIT_LOST;
    char why[LOBBY_WHY];
    if (line_open(l) != 0) {
        snprintf(why, sizeof why, "%s: is that tcp://HOST:PORT?", zmq_strerror(errno));
        complain(l, why);
        return VISIT_LOST;
    }
    say(l, &(struct lobby_msg){ .type = LOBBY_KNOCK, .version = PROTOCOL_VERSION });
    for (;;) {
        bool stands = line_stands(l,
                                  why); /* looked at first: what the door said last lies before the end of its line */
        while (hear(l, &m)) {
            v.heard = now_ms();
            v.asked = false;
            if (heed(l, &v, &m, call, &end))
                return end;
        }
        if (!stands) {
            complain(l, why);
            return VISIT_LOST;
        }
        if (*l->stop) {
            say(l, &(struct lobby_msg){ .type = LOBBY_LEAVE });
            return VISIT_STOPPED;
        }
        if (out_of_time(&v, patience_ms, until))
            return v.waiting ? VISIT_OUT_OF_TIME : VISIT_LOST;
        if (!door_is_alive(l, &v))
            return VISIT_LOST;
        doze(l);
    }
}

/* Doubles, and a quarter more or less by chance, so that a thousand bots do not come back at once. */
static void pause_now(struct lobby *l, int64_t until)
{
    int64_t end = now_ms() + l->pause_ms * 3 / 4 + randombytes_uniform(l->pause_ms / 2 + 1);
    l->pause_ms = 2 * l->pause_ms < PAUSE_MOST_MS ? 2 * l->pause_ms : PAUSE_MOST_MS;
    if (until && end > until)
        end = until;
    for (int64_t left; (left = end - now_ms()) > 0 && !*l->stop;)
        poll(NULL, 0, left < TICK_MS ? (int)left : TICK_MS);
}

enum lobby_end lobby_wait(struct lobby *l, unsigned patience_ms, struct lobby_msg *call)
{
    int64_t until = patience_ms ? now_ms() + patience_ms : 0;
    for (;;) {
        enum visit end = visit(l, patience_ms, until, call);
        line_close(l);
        switch (end) {
        case VISIT_CALLED: return LOBBY_CALLED;
        case VISIT_STOPPED: return LOBBY_STOPPED;
        case VISIT_TAKEN: return LOBBY_TAKEN;
        case VISIT_OUT_OF_TIME: return LOBBY_NO_CALL;
        case VISIT_LOST: break;
        }
        if (*l->stop)
            return LOBBY_STOPPED;
        if (until && now_ms() >= until)
            return LOBBY_NO_DOOR;
        pause_now(l, until);
    }
}

void lobby_match_finished(struct lobby *l, const char *label)
{
    snprintf(l->finished[l->next_finished++ % LOBBY_FINISHED], LOBBY_LABEL, "%s", label);
}
