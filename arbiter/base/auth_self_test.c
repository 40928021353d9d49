/* auth_self_test: does this libzmq do with a stranger, and with somebody known, what we rest on? */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "auth_probe.h"
#include "socket/socket.h"

enum { SELF_TEST_MS = 5000 };

/* A client of `server` with the given pair, connected; NULL on failure.  It says nothing yet: a stranger may have
 * been turned away, and its way out be gone, before its first message. */
static void *probe_client(void *context, const char *endpoint, const uint8_t server[CURVE_KEY],
                          const uint8_t public_key[CURVE_KEY], const uint8_t secret[CURVE_KEY])
{
    void *client = zmq_socket(context, ZMQ_DEALER);
    if (!client)
        return NULL;
    socket_option(client, ZMQ_LINGER, 0);
    if (zmq_setsockopt(client, ZMQ_CURVE_SERVERKEY, server, CURVE_KEY) ||
        zmq_setsockopt(client, ZMQ_CURVE_PUBLICKEY, public_key, CURVE_KEY) ||
        zmq_setsockopt(client, ZMQ_CURVE_SECRETKEY, secret, CURVE_KEY) || zmq_connect(client, endpoint)) {
        zmq_close(client);
        return NULL;
    }
    return client;
}

static const char *stranger_turned_away(struct auth *auth, const char *endpoint, const uint8_t server[CURVE_KEY],
                                        void *monitor)
{
    uint8_t public_key[CURVE_KEY], secret[CURVE_KEY];
    struct socket_event e = { 0 };
    auth_keypair(public_key, secret);
    void *stranger = probe_client(auth_context(auth), endpoint, server, public_key, secret);
    if (!stranger)
        return "a client cannot be made";
    socket_event(monitor, 0, &e);
    zmq_close(stranger);
    if (e.kind == ZMQ_EVENT_HANDSHAKE_FAILED_AUTH)
        return NULL;
    return e.kind ? "an unknown key was let in" : "an unknown key got no verdict";
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

static const char *holder_let_in(struct auth *auth, const char *endpoint, const uint8_t server[CURVE_KEY], void *router)
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
    const char *wrong = "the test socket cannot be made";
    size_t room = sizeof bound;
    void *router = zmq_socket(auth_context(auth), ZMQ_ROUTER), *monitor = NULL;
    if (!router)
        return wrong;
    auth_keypair(public_key, secret);
    socket_option(router, ZMQ_LINGER, 0);
    socket_option(router, ZMQ_RCVTIMEO, SELF_TEST_MS);
    monitor = socket_watch(auth_context(auth), router,
                           ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH |
                               ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL);
    if (!monitor || auth_serve(router, secret) || zmq_bind(router, endpoint))
        goto out;
    socket_option(monitor, ZMQ_RCVTIMEO, SELF_TEST_MS);
    if (zmq_getsockopt(router, ZMQ_LAST_ENDPOINT, bound, &room))
        goto out;
    wrong = stranger_turned_away(auth, bound, public_key, monitor);
    if (!wrong)
        wrong = holder_let_in(auth, bound, public_key, router);
out:
    socket_unwatch(router, &monitor);
    zmq_close(router);
    return wrong;
}

const char *auth_try(const char *endpoint)
{
    static const uint8_t nobody[CURVE_KEY];
    static char why[160];
    void *context = zmq_ctx_new();
    struct auth *auth = context ? auth_start(context, nobody) : NULL;
    const char *wrong = auth ? auth_self_test(auth, endpoint) : "the ZAP handler cannot start";
    auth_stop(&auth);
    if (context)
        zmq_ctx_term(context);
    if (wrong)
        snprintf(why, sizeof why, "CURVE self-test: %s: do not play with this libzmq", wrong);
    return wrong ? why : NULL;
}
