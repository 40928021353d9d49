/* auth: CURVE options and the ZAP handler (RFC 27). */
#include "auth_probe.h"

#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/crypto.h"

#ifndef ZMQ_ZAP_ENFORCE_DOMAIN
#define ZMQ_ZAP_ENFORCE_DOMAIN 93 /* a draft name in zmq.h, honoured by the library (libzmq 4.3.4) */
#endif

#define DOMAIN "fiel"
/* A property of our own beside the User-Id: the transport key of the connection.  The handler's properties are put
 * in before the client's, and the first of a name is the one that counts. */
#define TRANSPORT "Fiel-Transport"
enum { ZAP_FRAMES = 7, ZAP_FRAME = 256 };

struct auth {
    void *context, *handler;
    pthread_t thread;
    char only[USER_ID];      /* of auth_start: the one User-Id; "" for a list */
    pthread_mutex_t lock;    /* over all that follows */
    struct auth_entry *list; /* ordered by transport key */
    size_t count;
    struct auth_entry probe; /* the self-test's key comes and goes */
    bool probing;
};

struct zap_request {
    unsigned count; /* frames received, which may be more than were kept */
    bool bad;       /* a frame was too long to keep */
    uint8_t bytes[ZAP_FRAMES][ZAP_FRAME];
    size_t size[ZAP_FRAMES];
};

void auth_user_id(char out[USER_ID], const uint8_t key[CURVE_KEY]) { sodium_bin2hex(out, USER_ID, key, CURVE_KEY); }

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

static int by_transport(const void *a, const void *b)
{
    return memcmp(((const struct auth_entry *)a)->curve, ((const struct auth_entry *)b)->curve, CURVE_KEY);
}

/* The user behind a transport key, as of now. */
static bool user_of(struct auth *auth, const uint8_t curve[CURVE_KEY], uint8_t user[CURVE_KEY])
{
    struct auth_entry wanted;
    const struct auth_entry *found = NULL;
    memcpy(wanted.curve, curve, CURVE_KEY);
    pthread_mutex_lock(&auth->lock);
    if (auth->count > 0)
        found = bsearch(&wanted, auth->list, auth->count, sizeof *auth->list, by_transport);
    if (!found && auth->probing && by_transport(&wanted, &auth->probe) == 0)
        found = &auth->probe;
    if (found)
        memcpy(user, found->user, CURVE_KEY);
    pthread_mutex_unlock(&auth->lock);
    return found != NULL;
}

/* Version, request id, domain, address, routing id, mechanism, key: every frame as RFC 27 has it, and the
 * key a listed one; then `user` is its User-Id. */
static bool zap_admits(struct auth *auth, const struct zap_request *r, char user[USER_ID])
{
    uint8_t name[CURVE_KEY];
    if (r->bad || r->count != ZAP_FRAMES)
        return false;
    if (!frame_is(r, 0, "1.0") || !frame_is(r, 2, DOMAIN) || !frame_is(r, 5, "CURVE"))
        return false;
    if (r->size[6] != CURVE_KEY || !user_of(auth, r->bytes[6], name))
        return false;
    auth_user_id(user, name);
    return true;
}

/* ZMTP's form of a property: u8 length of the name | name | u32 length of the value | value. */
static size_t zap_metadata(uint8_t out[128], const uint8_t key[CURVE_KEY])
{
    const size_t name = sizeof TRANSPORT - 1;
    char value[USER_ID];
    out[0] = (uint8_t)name;
    memcpy(out + 1, TRANSPORT, name);
    memcpy(out + 1 + name, (const uint8_t[4]){ 0, 0, 0, USER_ID - 1 }, 4);
    auth_user_id(value, key);
    memcpy(out + 5 + name, value, USER_ID - 1);
    return 5 + name + USER_ID - 1;
}

static int zap_reply(void *handler, const struct zap_request *r, const char *user)
{
    const char *status = *user ? "200" : "400", *text = *user ? "OK" : "not a key that is let in";
    uint8_t metadata[128];
    size_t size = *user ? zap_metadata(metadata, r->bytes[6]) : 0;
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
    return zmq_send(handler, metadata, size, 0) < 0 ? -1 : 0;
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

int auth_replace(struct auth *auth, const struct auth_entry *list, size_t count)
{
    struct auth_entry *copy = malloc((count + 1) * sizeof *copy), *old;
    if (!copy)
        return -1;
    if (count > 0)
        memcpy(copy, list, count * sizeof *copy);
    qsort(copy, count, sizeof *copy, by_transport);
    pthread_mutex_lock(&auth->lock);
    old = auth->list;
    auth->list = copy;
    auth->count = count;
    pthread_mutex_unlock(&auth->lock);
    free(old);
    return 0;
}

static void auth_free(struct auth *auth)
{
    pthread_mutex_destroy(&auth->lock);
    free(auth->list);
    free(auth);
}

struct auth *auth_start_list(void *context, const struct auth_entry *list, size_t count)
{
    int error, zero = 0;
    struct auth *auth = calloc(1, sizeof *auth);
    if (!auth)
        return NULL;
    auth->context = context;
    pthread_mutex_init(&auth->lock, NULL);
    if (auth_replace(auth, list, count))
        goto fail;
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
    auth_free(auth);
    errno = error;
    return NULL;
}

/* Nobody told the seat of a signing key: the transport key is the bot's name. */
struct auth *auth_start(void *context, const uint8_t allowed[CURVE_KEY])
{
    struct auth_entry only;
    memcpy(only.curve, allowed, CURVE_KEY);
    memcpy(only.user, allowed, CURVE_KEY);
    struct auth *auth = auth_start_list(context, &only, 1);
    if (auth)
        auth_user_id(auth->only, allowed);
    return auth;
}

void auth_stop(struct auth **auth)
{
    if (!*auth)
        return;
    zmq_ctx_shutdown((*auth)->context);
    pthread_join((*auth)->thread, NULL);
    auth_free(*auth);
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
    return user && *auth->only && !strcmp(user, auth->only);
}

bool auth_who(struct auth *auth, zmq_msg_t *part, uint8_t user[CURVE_KEY])
{
    const char *said = zmq_msg_gets(part, "User-Id"), *by = zmq_msg_gets(part, TRANSPORT);
    uint8_t named[CURVE_KEY], curve[CURVE_KEY];
    if (!said || !by || !hex_parse(named, CURVE_KEY, said) || !hex_parse(curve, CURVE_KEY, by))
        return false;
    return user_of(auth, curve, user) && memcmp(user, named, CURVE_KEY) == 0;
}

void *auth_context(const struct auth *auth) { return auth->context; }

void auth_probe_admit(struct auth *auth, const uint8_t curve[CURVE_KEY], const uint8_t user[CURVE_KEY])
{
    pthread_mutex_lock(&auth->lock);
    memcpy(auth->probe.curve, curve, CURVE_KEY);
    memcpy(auth->probe.user, user, CURVE_KEY);
    auth->probing = true;
    pthread_mutex_unlock(&auth->lock);
}

void auth_probe_forget(struct auth *auth)
{
    pthread_mutex_lock(&auth->lock);
    auth->probing = false;
    pthread_mutex_unlock(&auth->lock);
}
