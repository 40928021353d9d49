/* lobby: a bot at the door; the test is the door, in a thread of its own. */
#include "support/test.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sodium.h>
#include <zmq.h>

#include "lobby.h"
#include "socket/socket.h"
#include "support/scratch.h"

enum { PATIENCE_MS = 10000 }; /* for failures alone */

static char folder[SCRATCH_ROOM];

/* --- the door ------------------------------------------------------------------------------------------- */

struct door {
    void *context, *router;
    uint8_t server[32], secret[32];
    char endpoint[ENDPOINT_MAX];
    struct lobby_msg answer;
    pthread_t thread;
};

/* Answers the first word it hears, and is no more. */
static void *door_run(void *arg)
{
    struct door *d = arg;
    uint8_t id[256], bytes[LOBBY_BYTES];
    int n = zmq_recv(d->router, id, sizeof id, 0);
    if (n > 0 && zmq_recv(d->router, bytes, sizeof bytes, 0) > 0) {
        zmq_send(d->router, id, (size_t)n, ZMQ_SNDMORE);
        zmq_send(d->router, bytes, lobby_pack(&d->answer, bytes), 0);
    }
    zmq_close(d->router);
    zmq_ctx_term(d->context);
    return NULL;
}

static void door_open(struct door *d, const struct lobby_msg *answer)
{
    int on = 1;
    size_t size = sizeof d->endpoint;
    *d = (struct door){ .context = zmq_ctx_new(), .answer = *answer };
    randombytes_buf(d->secret, sizeof d->secret);
    crypto_scalarmult_base(d->server, d->secret);
    d->router = zmq_socket(d->context, ZMQ_ROUTER);
    assert_int_equal(zmq_setsockopt(d->router, ZMQ_CURVE_SERVER, &on, sizeof on), 0);
    assert_int_equal(zmq_setsockopt(d->router, ZMQ_CURVE_SECRETKEY, d->secret, sizeof d->secret), 0);
    assert_int_equal(zmq_bind(d->router, "tcp://127.0.0.1:*"), 0);
    assert_int_equal(zmq_getsockopt(d->router, ZMQ_LAST_ENDPOINT, d->endpoint, &size), 0);
    assert_int_equal(pthread_create(&d->thread, NULL, door_run, d), 0);
}

/* --- a bot that does not run for a while -------------------------------------------------------------------- */

static bool told_of_the_end; /* by the monitor */
static unsigned looks;       /* for a word of the door */

/* Stands before the library's own, for this program.  The bot looks once, before the door can have spoken, and comes to hear it when
 * that has spoken and gone: neither is seen without the other. */
int zmq_recv(void *socket, void *bytes, size_t size, int flags)
{
    static int (*real)(void *, void *, size_t, int);
    int type = 0;
    size_t room = sizeof type;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "zmq_recv");
    zmq_getsockopt(socket, ZMQ_TYPE, &type, &room);
    if (type == ZMQ_DEALER && !told_of_the_end && looks++ > 0) {
        errno = EAGAIN;
        return -1;
    }
    int n = real(socket, bytes, size, flags);
    uint16_t kind = 0;
    if (type == ZMQ_PAIR && n == 6 && flags)
        memcpy(&kind, bytes, sizeof kind);
    told_of_the_end = told_of_the_end || kind == ZMQ_EVENT_DISCONNECTED;
    return n;
}

/* --- the tests ------------------------------------------------------------------------------------------------ */

static enum lobby_end visit(const struct lobby_msg *answer, struct lobby_msg *call)
{
    static const volatile sig_atomic_t never;
    struct lobby_words words = { .connect = "" };
    struct identity self;
    struct lobby l;
    struct door d;
    char why[LOBBY_WHY];
    identity_make(&self, "ana");
    snprintf(words.key, sizeof words.key, "%s/ana.key", folder);
    assert_int_equal(identity_write(words.key, &self), 0);
    door_open(&d, answer);
    memcpy(words.server, d.server, sizeof words.server);
    strcpy(words.connect, d.endpoint);
    assert_int_equal(lobby_open(&l, &words, ROLE_PLAYS, &never, why), 0);
    told_of_the_end = false;
    looks = 0;
    enum lobby_end end = lobby_wait(&l, PATIENCE_MS, call);
    lobby_close(&l);
    pthread_join(d.thread, NULL);
    assert_int_equal(unlink(words.key), 0);
    return end;
}

/* What a door says last is heard also where its line has ended by then. */
TEST(the_last_word_of_a_door)
{
    const struct lobby_msg replaced = { .type = LOBBY_NO, .reason = NO_REPLACED };
    struct lobby_msg call = { .type = LOBBY_CALL, .label = "one", .endpoint = "tcp://127.0.0.1:9" }, came;
    assert_int_equal(visit(&replaced, &came), LOBBY_TAKEN);
    assert_int_equal(visit(&call, &came), LOBBY_CALLED);
    assert_string_equal(came.label, "one");
}

BEFORE_ALL(set_up)
{
    scratch_make(folder);
    return 0;
}

AFTER_ALL(tear_down) { return rmdir(folder); }
