/* auth: CURVE options, the ZAP handler (RFC 27) and its self-test. */
#include "auth.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef ZMQ_ZAP_ENFORCE_DOMAIN
#define ZMQ_ZAP_ENFORCE_DOMAIN 93 /* a draft name in zmq.h, honoured by the library (libzmq 4.3.4) */
#endif

#define DOMAIN "fiel"
enum { ZAP_FRAMES = 7, ZAP_FRAME = 256, SELF_TEST_MS = 5000 };

struct auth {
    void *context, *handler;
    pthread_t thread;
    pthread_mutex_t lock; /* over probe: the self-test's key comes and goes */
    uint8_t allowed[CURVE_KEY], probe[CURVE_KEY];
    bool probing;
    char user[USER_ID];
};

struct zap_request {
    unsigned count; /* frames received, which may be more than were kept */
    bool bad;       /* a frame was too long to keep */
    uint8_t bytes[ZAP_FRAMES][ZAP_FRAME];
    size_t size[ZAP_FRAMES];
};

static void user_id(char out[USER_ID], const uint8_t key[CURVE_KEY])
{
    sodium_bin2hex(out, USER_ID, key, CURVE_KEY);
}

/* One whole request, however many frames it has; -1 when the context ends. */
static int zap_receive(void *handler, struct zap_request *r)
{
    int more = 1;
    memset(r, 0, sizeof *r);
    for (; more; r->count++) {
        uint8_t spare[1];
        bool keep = r->count < ZAP_FRAMES;
        uint8_t *into = keep ? r->bytes[r->count] : spare;
        int size = zmq_recv(handler, into, keep ? ZAP_FRAME : sizeof spare, 0);
        size_t more_size = sizeof more;
        if (size < 0)
            return -1;
        if (size > ZAP_FRAME)
            r->bad = true;
        if (keep)
            r->size[r->count] = size > ZAP_FRAME ? ZAP_FRAME : (size_t)size;
        if (zmq_getsockopt(handler, ZMQ_RCVMORE, &more, &more_size))
            return -1;
    }
    return 0;
}

static bool frame_is(const struct zap_request *r, unsigned i, const char *text)
{
    return r->size[i] == strlen(text) && !memcmp(r->bytes[i], text, r->size[i]);
}

/* Version, request id, domain, address, routing id, mechanism, key: every frame as RFC 27 has it, and the
 * key one of ours; then `user` is its User-Id. */
static bool zap_admits(struct auth *auth, const struct zap_request *r, char user[USER_ID])
{
    bool known;
    if (r->bad || r->count != ZAP_FRAMES)
        return false;
    if (!frame_is(r, 0, "1.0") || !frame_is(r, 2, DOMAIN) || !frame_is(r, 5, "CURVE"))
        return false;
    if (r->size[6] != CURVE_KEY)
        return false;
    pthread_mutex_lock(&auth->lock);
    known = !sodium_memcmp(r->bytes[6], auth->allowed, CURVE_KEY) ||
            (auth->probing && !sodium_memcmp(r->bytes[6], auth->probe, CURVE_KEY));
    pthread_mutex_unlock(&auth->lock);
    if (known)
        user_id(user, r->bytes[6]);
    return known;
}

static int zap_reply(void *handler, const struct zap_request *r, const char *user)
{
    const char *status = *user ? "200" : "400", *text = *user ? "OK" : "not this seat's key";
    if (zmq_send(handler, "1.0", 3, ZMQ_SNDMORE) < 0)
        return -1;
    if (zmq_send(handler, r->bytes[1], r->size[1], ZMQ_SNDMORE) < 0)
        return -1;
    if (zmq_send(handler, status, 3, ZMQ_SNDMORE) < 0)
        return -1;
    if (zmq_send(handler, text, strlen(text), ZMQ_SNDMORE) < 0)
        return -1;
    if (zmq_send(handler, user, strlen(user), ZMQ_SNDMORE) < 0)
        return -1;
    return zmq_send(handler, "", 0, 0) < 0 ? -1 : 0;
}

/* The thread: answers until the context is shut down. */
static void *zap_run(void *argument)
{
    struct auth *auth = argument;
    struct zap_request request;
    while (!zap_receive(auth->handler, &request)) {
        char user[USER_ID] = "";
        if (!zap_admits(auth, &request, user))
            *user = '\0';
        if (zap_reply(auth->handler, &request, user))
            break;
    }
    zmq_close(auth->handler);
    return NULL;
}

struct auth *auth_start(void *context, const uint8_t allowed[CURVE_KEY])
{
    int error, zero = 0;
    struct auth *auth = calloc(1, sizeof *auth);
    if (!auth)
        return NULL;
    auth->context = context;
    memcpy(auth->allowed, allowed, CURVE_KEY);
    user_id(auth->user, allowed);
    pthread_mutex_init(&auth->lock, NULL);
    auth->handler = zmq_socket(context, ZMQ_REP);
    if (!auth->handler)
        goto fail;
    zmq_setsockopt(auth->handler, ZMQ_LINGER, &zero, sizeof zero);
    if (zmq_bind(auth->handler, "inproc://zeromq.zap.01"))
        goto fail;
    /* Bound here, so that it stands when we return; the thread alone uses the socket from now on. */
    error = pthread_create(&auth->thread, NULL, zap_run, auth);
    if (!error)
        return auth;
    errno = error;
fail:
    error = errno;
    if (auth->handler)
        zmq_close(auth->handler);
    pthread_mutex_destroy(&auth->lock);
    free(auth);
    errno = error;
    return NULL;
}

void auth_stop(struct auth **auth)
{
    if (!*auth)
        return;
    zmq_ctx_shutdown((*auth)->context);
    pthread_join((*auth)->thread, NULL);
    pthread_mutex_destroy(&(*auth)->lock);
    free(*auth);
    *auth = NULL;
}

int auth_serve(void *socket, const uint8_t secret[CURVE_KEY])
{
    int one = 1;
    if (zmq_setsockopt(socket, ZMQ_CURVE_SERVER, &one, sizeof one))
        return -1;
    if (zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, secret, CURVE_KEY))
        return -1;
    if (zmq_setsockopt(socket, ZMQ_ZAP_DOMAIN, DOMAIN, strlen(DOMAIN)))
        return -1;
    return zmq_setsockopt(socket, ZMQ_ZAP_ENFORCE_DOMAIN, &one, sizeof one);
}

bool auth_holds(const struct auth *auth, zmq_msg_t *part)
{
    const char *user = zmq_msg_gets(part, "User-Id");
    return user && !strcmp(user, auth->user);
}

void auth_keypair(uint8_t public_key[CURVE_KEY], uint8_t secret[CURVE_KEY])
{
    randombytes_buf(secret, CURVE_KEY);
    int rc = crypto_scalarmult_base(public_key, secret);
    assert(rc == 0);
}

/* --- self-test -------------------------------------------------------------------------------- */

/* A client of `server` with the given pair, connected; NULL on failure. */
static void *probe_client(struct auth *auth, const char *endpoint, const uint8_t server[CURVE_KEY],
                          const uint8_t public_key[CURVE_KEY], const uint8_t secret[CURVE_KEY])
{
    int zero = 0;
    void *client = zmq_socket(auth->context, ZMQ_DEALER);
    if (!client)
        return NULL;
    zmq_setsockopt(client, ZMQ_LINGER, &zero, sizeof zero);
    if (zmq_setsockopt(client, ZMQ_CURVE_SERVERKEY, server, CURVE_KEY) ||
        zmq_setsockopt(client, ZMQ_CURVE_PUBLICKEY, public_key, CURVE_KEY) ||
        zmq_setsockopt(client, ZMQ_CURVE_SECRETKEY, secret, CURVE_KEY) || zmq_connect(client, endpoint) ||
        zmq_send(client, "probe", 5, ZMQ_DONTWAIT) != 5) {
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
    void *stranger = probe_client(auth, endpoint, server, public_key, secret);
    if (!stranger)
        return "a client cannot be made";
    event = handshake_event(monitor);
    zmq_close(stranger);
    if (event == ZMQ_EVENT_HANDSHAKE_FAILED_AUTH)
        return NULL;
    return event ? "an unknown key was let in" : "an unknown key got no verdict";
}

static const char *holder_let_in(struct auth *auth, const char *endpoint, const uint8_t server[CURVE_KEY],
                                 void *router)
{
    uint8_t public_key[CURVE_KEY], secret[CURVE_KEY];
    char user[USER_ID];
    const char *wrong = "a known key was not let in", *seen;
    zmq_msg_t part;
    auth_keypair(public_key, secret);
    user_id(user, public_key);
    pthread_mutex_lock(&auth->lock);
    memcpy(auth->probe, public_key, CURVE_KEY);
    auth->probing = true;
    pthread_mutex_unlock(&auth->lock);
    void *client = probe_client(auth, endpoint, server, public_key, secret);
    zmq_msg_init(&part);
    if (client && zmq_msg_recv(&part, router, 0) >= 0 && zmq_msg_recv(&part, router, 0) == 5) {
        seen = zmq_msg_gets(&part, "User-Id");
        wrong = seen && !strcmp(seen, user) ? NULL : "a known key came in under another User-Id";
        if (!wrong && auth_holds(auth, &part))
            wrong = "the probe was taken for the bot";
    }
    zmq_msg_close(&part);
    if (client)
        zmq_close(client);
    pthread_mutex_lock(&auth->lock);
    auth->probing = false;
    pthread_mutex_unlock(&auth->lock);
    return wrong;
}

const char *auth_self_test(struct auth *auth, const char *endpoint)
{
    uint8_t public_key[CURVE_KEY], secret[CURVE_KEY];
    char watch[256]; /* a name of its own: libzmq gives one free some time after its socket is closed */
    const char *wrong = "the test socket cannot be made";
    int limit = SELF_TEST_MS, zero = 0;
    void *router = zmq_socket(auth->context, ZMQ_ROUTER), *monitor = zmq_socket(auth->context, ZMQ_PAIR);
    if (!router || !monitor)
        goto out;
    snprintf(watch, sizeof watch, "inproc://watch-%s", endpoint);
    auth_keypair(public_key, secret);
    zmq_setsockopt(router, ZMQ_LINGER, &zero, sizeof zero);
    zmq_setsockopt(router, ZMQ_RCVTIMEO, &limit, sizeof limit);
    zmq_setsockopt(monitor, ZMQ_LINGER, &zero, sizeof zero);
    zmq_setsockopt(monitor, ZMQ_RCVTIMEO, &limit, sizeof limit);
    if (auth_serve(router, secret))
        goto out;
    if (zmq_socket_monitor(router, watch,
                           ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH |
                               ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL))
        goto out;
    if (zmq_connect(monitor, watch) || zmq_bind(router, endpoint))
        goto out;
    wrong = stranger_turned_away(auth, endpoint, public_key, monitor);
    if (!wrong)
        wrong = holder_let_in(auth, endpoint, public_key, router);
out:
    if (router)
        zmq_socket_monitor(router, NULL, 0);
    if (monitor)
        zmq_close(monitor);
    if (router)
        zmq_close(router);
    return wrong;
}
