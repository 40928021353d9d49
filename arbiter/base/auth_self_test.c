/* auth_self_test: does this libzmq do with a stranger, and with somebody known, what we rest on? */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "auth_probe.h"

enum { SELF_TEST_MS = 5000 };

/* A client of `server` with the given pair, connected; NULL on failure.  It says nothing yet: a stranger may have
 * been turned away, and its way out be gone, before its first message. */
static void *probe_client(void *context, const char *endpoint, const uint8_t server[CURVE_KEY],
                          const uint8_t public_key[CURVE_KEY], const uint8_t secret[CURVE_KEY])
{
    int zero = 0;
    void *client = zmq_socket(context, ZMQ_DEALER);
    if (!client)
        return NULL;
    zmq_setsockopt(client, ZMQ_LINGER, &zero, sizeof zero);
    if (zmq_setsockopt(client, ZMQ_CURVE_SERVERKEY, server, CURVE_KEY) ||
        zmq_setsockopt(client, ZMQ_CURVE_PUBLICKEY, public_key, CURVE_KEY) ||
        zmq_setsockopt(client, ZMQ_CURVE_SECRETKEY, secret, CURVE_KEY) || zmq_connect(client, endpoint)) {
        zmq_close(client);
        return NULL;
    }
    return client;
}

/* The next handshake's outcome as the server's monitor reports it, 0 when none comes. */
static uint16_t handshake_event(void *monitor)
{
    uint8_t bytes[6], address[1];
    uint16_t event;
    if (zmq_recv(monitor, bytes, sizeof bytes, 0) != sizeof bytes)
        return 0;
    if (zmq_recv(monitor, address, sizeof address, 0) < 0)
        return 0;
    memcpy(&event, bytes, sizeof event);
    return event;
}

static const char *stranger_turned_away(struct auth *auth, const char *endpoint,
                                        const uint8_t server[CURVE_KEY], void *monitor)
{
    uint8_t public_key[CURVE_KEY], secret[CURVE_KEY];
    uint16_t event;
    auth_keypair(public_key, secret);
    void *stranger = probe_client(auth_context(auth), endpoint, server, public_key, secret);
    if (!stranger)
        return "a client cannot be made";
    event = handshake_event(monitor);
    zmq_close(stranger);
    if (event == ZMQ_EVENT_HANDSHAKE_FAILED_AUTH)
        return NULL;
    return event ? "an unknown key was let in" : "an unknown key got no verdict";
}

/* What is wrong with the probe's first message, as the server gets it. */
static const char *probe_message(struct auth *auth, void *router, const uint8_t name[CURVE_KEY])
{
    const char *wrong = "a known key was not let in", *seen;
    char user[USER_ID];
    uint8_t who[CURVE_KEY];
    zmq_msg_t part;
    auth_user_id(user, name);
    zmq_msg_init(&part);
    if (zmq_msg_recv(&part, router, 0) >= 0 && zmq_msg_recv(&part, router, 0) == 5) {
        seen = zmq_msg_gets(&part, "User-Id");
        wrong = seen && !strcmp(seen, user) ? NULL : "a known key came in under another User-Id";
        if (!wrong && (!auth_who(auth, &part, who) || memcmp(who, name, CURVE_KEY) != 0))
            wrong = "a known key is not told from others";
        if (!wrong && auth_holds(auth, &part))
            wrong = "the probe was taken for the bot";
        auth_probe_forget(auth);
        if (!wrong && auth_who(auth, &part, who))
            wrong = "a key that was taken off the list is still heard";
    }
    zmq_msg_close(&part);
    return wrong;
}

static const char *holder_let_in(struct auth *auth, const char *endpoint, const uint8_t server[CURVE_KEY],
                                 void *router)
{
    uint8_t public_key[CURVE_KEY], secret[CURVE_KEY], name[CURVE_KEY];
    auth_keypair(public_key, secret);
    randombytes_buf(name, sizeof name);
    auth_probe_admit(auth, public_key, name);
    void *client = probe_client(auth_context(auth), endpoint, server, public_key, secret);
    const char *wrong = client && zmq_send(client, "probe", 5, ZMQ_DONTWAIT) == 5 ? probe_message(auth, router, name)
                                                                                  : "a client cannot be made";
    if (client)
        zmq_close(client);
    auth_probe_forget(auth);
    return wrong;
}

const char *auth_self_test(struct auth *auth, const char *endpoint)
{
    uint8_t public_key[CURVE_KEY], secret[CURVE_KEY];
    char bound[224] = "";
    char watch[256]; /* a name of its own: libzmq gives one free some time after its socket is closed */
    const char *wrong = "the test socket cannot be made";
    int limit = SELF_TEST_MS, zero = 0;
    size_t room = sizeof bound;
    void *router = zmq_socket(auth_context(auth), ZMQ_ROUTER), *monitor = zmq_socket(auth_context(auth), ZMQ_PAIR);
    if (!router || !monitor)
        goto out;
    auth_keypair(public_key, secret);
    zmq_setsockopt(router, ZMQ_LINGER, &zero, sizeof zero);
    zmq_setsockopt(router, ZMQ_RCVTIMEO, &limit, sizeof limit);
    zmq_setsockopt(monitor, ZMQ_LINGER, &zero, sizeof zero);
    zmq_setsockopt(monitor, ZMQ_RCVTIMEO, &limit, sizeof limit);
    if (auth_serve(router, secret) || zmq_bind(router, endpoint))
        goto out;
    if (zmq_getsockopt(router, ZMQ_LAST_ENDPOINT, bound, &room))
        goto out;
    snprintf(watch, sizeof watch, "inproc://watch-%s", bound);
    if (zmq_socket_monitor(router, watch,
                           ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH |
                               ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL))
        goto out;
    if (zmq_connect(monitor, watch))
        goto out;
    wrong = stranger_turned_away(auth, bound, public_key, monitor);
    if (!wrong)
        wrong = holder_let_in(auth, bound, public_key, router);
out:
    if (router)
        zmq_socket_monitor(router, NULL, 0);
    if (monitor)
        zmq_close(monitor);
    if (router)
        zmq_close(router);
    return wrong;
}
