/* auth: a stranger never gets in, in any way libzmq leaves open; who is on a list is known by name. */

#include <dlfcn.h>

#include "support/test.h"

#include "base/auth.h"
#include "socket/socket.h"
#include "support/folder.h"

FOLDER_FOR_ALL
static unsigned endpoints;

/* A server on an endpoint of its own, whose handler lets in `allowed`. */
struct server {
    void *context, *router;
    struct auth *auth;
    uint8_t public_key[CURVE_KEY], secret[CURVE_KEY];
    char endpoint[96];
};

static void server_start(struct server *s, const uint8_t *allowed)
{
    int limit = 60000, zero = 0;
    memset(s, 0, sizeof *s);
    s->context = zmq_ctx_new();
    s->auth = auth_start(s->context, allowed);
    assert_non_null(s->auth);
    auth_keypair(s->public_key, s->secret);
    s->router = zmq_socket(s->context, ZMQ_ROUTER);
    zmq_setsockopt(s->router, ZMQ_LINGER, &zero, sizeof zero);
    zmq_setsockopt(s->router, ZMQ_RCVTIMEO, &limit, sizeof limit);
    assert_int_equal(auth_serve(s->router, s->secret), 0);
    snprintf(s->endpoint, sizeof s->endpoint, "ipc://%s/%u", folder, endpoints++);
    assert_int_equal(zmq_bind(s->router, s->endpoint), 0);
}

static void server_stop(struct server *s)
{
    zmq_close(s->router);
    auth_stop(&s->auth);
    assert_null(s->auth);
    zmq_ctx_term(s->context);
}

struct client {
    void *context, *dealer, *monitor;
};

/* A client that says "hi"; without keys it speaks the NULL mechanism. */
static void client_start(struct client *c, const struct server *s, const uint8_t *public_key, const uint8_t *secret)
{
    int limit = 60000, zero = 0;
    c->context = zmq_ctx_new();
    c->dealer = zmq_socket(c->context, ZMQ_DEALER);
    zmq_setsockopt(c->dealer, ZMQ_LINGER, &zero, sizeof zero);
    if (public_key) {
        zmq_setsockopt(c->dealer, ZMQ_CURVE_SERVERKEY, s->public_key, CURVE_KEY);
        zmq_setsockopt(c->dealer, ZMQ_CURVE_PUBLICKEY, public_key, CURVE_KEY);
        zmq_setsockopt(c->dealer, ZMQ_CURVE_SECRETKEY, secret, CURVE_KEY);
    }
    c->monitor = socket_watch(c->context, c->dealer,
                              ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH |
                                  ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL |
                                  ZMQ_EVENT_DISCONNECTED);
    zmq_setsockopt(c->monitor, ZMQ_RCVTIMEO, &limit, sizeof limit);
    assert_int_equal(zmq_connect(c->dealer, s->endpoint), 0);
    zmq_send(c->dealer, "hi", 2, ZMQ_DONTWAIT);
}

static unsigned client_event(struct client *c)
{
    struct socket_event e;
    assert_true(socket_event(c->monitor, 0, &e));
    return e.kind;
}

static void client_stop(struct client *c)
{
    socket_unwatch(c->dealer, &c->monitor);
    zmq_close(c->dealer);
    zmq_ctx_term(c->context);
}

/* Nothing but the holder's word arrives, no matter who spoke before it. */
static void only_holder_is_heard(struct server *s, const uint8_t *public_key, const uint8_t *secret)
{
    AUTO(client_stop) struct client holder;
    zmq_msg_t part;
    client_start(&holder, s, public_key, secret);
    zmq_msg_init(&part);
    assert_true(zmq_msg_recv(&part, s->router, 0) > 0);
    assert_int_equal(zmq_msg_recv(&part, s->router, 0), 2);
    assert_true(auth_holds(s->auth, &part));
    assert_int_equal(zmq_msg_recv(&part, s->router, ZMQ_DONTWAIT), -1);
    zmq_msg_close(&part);
}

/* A stranger's key; the right public key without its secret; no CURVE at all. */
TEST(test_who_does_not_hold_the_key_is_turned_away)
{
    uint8_t key[2][CURVE_KEY], secret[2][CURVE_KEY];
    auth_keypair(key[0], secret[0]);
    auth_keypair(key[1], secret[1]);
    const struct {
        const uint8_t *key, *secret;
    } callers[] = { { key[1], secret[1] }, { key[0], secret[1] }, { NULL, NULL } };
    for (size_t i = 0; i < sizeof callers / sizeof *callers; i++) {
        AUTO(server_stop) struct server s;
        AUTO(client_stop) struct client c;
        server_start(&s, key[0]);
        client_start(&c, &s, callers[i].key, callers[i].secret);
        unsigned event = client_event(&c);
        assert_int_not_equal(event, ZMQ_EVENT_HANDSHAKE_SUCCEEDED);
        assert_true(i > 0 || event == ZMQ_EVENT_HANDSHAKE_FAILED_AUTH);
        only_holder_is_heard(&s, key[0], secret[0]);
    }
}

/* --- a list ------------------------------------------------------------------------------------ */

struct holder {
    uint8_t key[CURVE_KEY], secret[CURVE_KEY];
    struct auth_entry entry;
};

static void holder_make(struct holder *h, uint8_t name)
{
    auth_keypair(h->key, h->secret);
    memcpy(h->entry.curve, h->key, CURVE_KEY);
    memset(h->entry.user, name, CURVE_KEY);
}

static void server_start_list(struct server *s, const struct auth_entry *list, size_t count)
{
    server_start(s, (const uint8_t[CURVE_KEY]){ 0 });
    assert_int_equal(auth_replace(s->auth, list, count), 0);
}

/* The next message at the server; is it from somebody on the list, and who? */
static bool server_hears(struct server *s, uint8_t user[CURVE_KEY])
{
    zmq_msg_t part;
    zmq_msg_init(&part);
    assert_true(zmq_msg_recv(&part, s->router, 0) > 0);
    assert_true(zmq_msg_recv(&part, s->router, 0) >= 0);
    bool known = auth_who(s->auth, &part, user);
    zmq_msg_close(&part);
    return known;
}

TEST(test_each_is_known_by_name)
{
    AUTO(server_stop) struct server s;
    struct client c;
    struct holder h[5];
    struct auth_entry list[5];
    uint8_t user[CURVE_KEY];
    for (uint8_t i = 0; i < 5; i++) {
        holder_make(&h[i], i);
        list[i] = h[i].entry;
    }
    server_start_list(&s, list, 4);
    client_start(&c, &s, h[4].key, h[4].secret);
    assert_int_equal(client_event(&c), ZMQ_EVENT_HANDSHAKE_FAILED_AUTH);
    client_stop(&c);
    for (unsigned i = 0; i < 4; i++) {
        client_start(&c, &s, h[i].key, h[i].secret);
        assert_true(server_hears(&s, user));
        assert_memory_equal(user, h[i].entry.user, CURVE_KEY);
        client_stop(&c);
    }
}

/* The list that holds is the newest, for lines that stand as well as for new ones. */
TEST(test_list_is_replaced)
{
    AUTO(server_stop) struct server s;
    struct client old, next;
    struct holder h[2];
    uint8_t user[CURVE_KEY];
    holder_make(&h[0], 1);
    holder_make(&h[1], 2);
    server_start_list(&s, &h[0].entry, 1);
    client_start(&old, &s, h[0].key, h[0].secret);
    assert_true(server_hears(&s, user));
    assert_int_equal(auth_replace(s.auth, &h[1].entry, 1), 0);
    zmq_send(old.dealer, "again", 5, 0);
    assert_false(server_hears(&s, user));
    client_start(&next, &s, h[1].key, h[1].secret);
    assert_true(server_hears(&s, user));
    assert_memory_equal(user, h[1].entry.user, CURVE_KEY);
    client_stop(&next);
    assert_int_equal(auth_replace(s.auth, &h[0].entry, 1), 0);
    zmq_send(old.dealer, "more", 4, 0);
    assert_true(server_hears(&s, user));
    client_stop(&old);
    assert_int_equal(auth_replace(s.auth, NULL, 0), 0);
    client_start(&old, &s, h[0].key, h[0].secret);
    assert_int_equal(client_event(&old), ZMQ_EVENT_HANDSHAKE_FAILED_AUTH);
    client_stop(&old);
}

/* A new transport key for the same name: what the old one says is not that bot's any more. */
TEST(test_transport_key_is_changed)
{
    AUTO(server_stop) struct server s;
    AUTO(client_stop) struct client old, fresh;
    struct holder before, after;
    uint8_t user[CURVE_KEY];
    holder_make(&before, 7);
    holder_make(&after, 7);
    server_start_list(&s, &before.entry, 1);
    client_start(&old, &s, before.key, before.secret);
    assert_true(server_hears(&s, user));
    assert_int_equal(auth_replace(s.auth, &after.entry, 1), 0);
    zmq_send(old.dealer, "again", 5, 0);
    assert_false(server_hears(&s, user));
    client_start(&fresh, &s, after.key, after.secret);
    assert_true(server_hears(&s, user));
}

/* A message without the handler's User-Id is nobody's. */
TEST(test_message_of_nobody)
{
    AUTO(server_stop) struct server s;
    uint8_t key[CURVE_KEY], secret[CURVE_KEY];
    zmq_msg_t part;
    auth_keypair(key, secret);
    server_start(&s, key);
    zmq_msg_init_size(&part, 4);
    assert_false(auth_holds(s.auth, &part));
    assert_false(auth_who(s.auth, &part, (uint8_t[CURVE_KEY]){ 0 }));
    zmq_msg_close(&part);
}

TEST(test_second_handler_is_an_error)
{
    AUTO(server_stop) struct server s;
    uint8_t key[CURVE_KEY], secret[CURVE_KEY];
    auth_keypair(key, secret);
    server_start(&s, key);
    assert_null(auth_start(s.context, key));
}

TEST(test_self_test)
{
    AUTO(server_stop) struct server s;
    uint8_t key[CURVE_KEY], secret[CURVE_KEY];
    char endpoint[96];
    auth_keypair(key, secret);
    server_start(&s, key);
    assert_non_null(auth_self_test(s.auth, "ipc:///nowhere/at/all"));
    snprintf(endpoint, sizeof endpoint, "ipc://%s/self", folder);
    const char *wrong = auth_self_test(s.auth, endpoint);
    if (wrong)
        print_error("self-test: %s\n", wrong);
    assert_null(wrong);
    assert_null(auth_self_test(s.auth, "tcp://127.0.0.1:*"));
    only_holder_is_heard(&s, key, secret); /* and the bot's socket is as it was */
}

/* --- a libzmq that does not do what it should -------------------------------------------------------- */

static const char *verdict; /* of every handshake, whatever the handler said */

/* Stands before the library's own, for this program. */
int zmq_send(void *socket, const void *bytes, size_t size, int flags)
{
    static int (*real)(void *, const void *, size_t, int);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "zmq_send");
    bool said = size == 3 && (memcmp(bytes, "200", 3) == 0 || memcmp(bytes, "400", 3) == 0);
    return real(socket, verdict && said ? verdict : bytes, size, flags);
}

/* The self-test is what stands between such a library and a bot's cards. */
TEST(test_self_test_finds_out)
{
    AUTO(server_stop) struct server s;
    uint8_t key[CURVE_KEY], secret[CURVE_KEY];
    auth_keypair(key, secret);
    server_start(&s, key);
    verdict = "200";
    const char *everybody = auth_self_test(s.auth, "tcp://127.0.0.1:*");
    verdict = "400";
    const char *nobody = auth_self_test(s.auth, "tcp://127.0.0.1:*");
    verdict = NULL;
    assert_string_equal(everybody, "an unknown key was let in");
    assert_string_equal(nobody, "a known key was not let in");
    assert_null(auth_self_test(s.auth, "tcp://127.0.0.1:*"));
}

TEST(test_pairs_are_libzmq_pairs)
{
    uint8_t key[CURVE_KEY], secret[CURVE_KEY], derived[CURVE_KEY];
    char text[41], public_text[41];
    auth_keypair(key, secret);
    zmq_z85_encode(text, secret, CURVE_KEY);
    assert_int_equal(zmq_curve_public(public_text, text), 0);
    zmq_z85_decode(derived, public_text);
    assert_memory_equal(derived, key, CURVE_KEY);
}
