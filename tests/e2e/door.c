/* door: the real `fiel door`, driven over its link as serve would, with bots of every kind in front of it. */
#include "process.h"
#include "rights.h"

#include "support/dial.h"
#include "support/door_play.h"
#include "socket/socket.h"

#include <grp.h>

enum { NOBODY_ID = 65534 };

static struct door_play door;
static void *context;
static struct identity ana, bea;

/* Never ended: it would wait for the sockets of a test that failed. */
BEFORE_ALL(open_context)
{
    context = zmq_ctx_new();
    return context ? 0 : -1;
}

static int setup(STATE)
{
    identity_make(&ana, "ana");
    identity_make(&bea, "bea");
    return door_start_local(&door, fiel()) ? 0 : -1;
}

static int teardown(STATE) { return door_stop(&door); }

static void told(enum from_door_kind kind, const struct identity *who, struct from_door *f)
{
    if (!door_told(&door, kind, f))
        fail_msg("no frame of kind %d", (int)kind);
    if (who)
        assert_memory_equal(f->key, who->key, DOOR_KEY);
}

static void come_in(void *socket, const struct identity *who)
{
    struct from_door f;
    assert_true(guest_comes_in(socket, &door, who));
    told(DOOR_WAITING, who, &f);
    assert_string_equal(f.name, who->name);
}

/* The door's word on what came before: whatever it was, ana comes in as ever and is called. */
static void door_is_well(void)
{
    static const uint8_t server[32] = { 7 };
    struct from_door f;
    struct lobby_msg m;
    void *s = guest_connect(context, &door, &ana, NULL);
    come_in(s, &ana);
    door_call(&door, &ana, "match-1", "tcp://127.0.0.1:7", server);
    assert_true(guest_hears(s, &m));
    assert_int_equal(m.type, LOBBY_CALL);
    assert_string_equal(m.label, "match-1");
    assert_string_equal(m.endpoint, "tcp://127.0.0.1:7");
    assert_memory_equal(m.server, server, 32);
    told(DOOR_CALLED, &ana, &f);
    assert_int_equal(f.reason, CALLED_SENT);
    zmq_close(s);
    told(DOOR_GONE, &ana, &f);
    assert_int_equal(f.reason, GONE_LINE);
}

static void turned_away(const struct identity *who)
{
    struct socket_event e;
    void *s = guest_socket(context, &door, who, NULL);
    void *monitor = socket_watch(context, s,
                                 ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH |
                                     ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL |
                                     ZMQ_EVENT_DISCONNECTED);
    socket_option(monitor, ZMQ_RCVTIMEO, DOOR_GUARD_MS);
    zmq_connect(s, door.endpoint);
    assert_true(socket_event(monitor, 0, &e));
    assert_int_not_equal(e.kind, ZMQ_EVENT_HANDSHAKE_SUCCEEDED);
    socket_unwatch(s, &monitor);
    zmq_close(s);
}

TEST(test_wrong_starts)
{
    ends(2, "fiel: door: --fd and --config are needed", "fiel", "door", NULL);
    ends(3, "no configuration on descriptor 0", "fiel", "door", "--fd", "0", "--config", "0", NULL);
    struct door_play d;
    struct door_config config = { .endpoint = "tcp://192.0.2.1:*", .secret = { 1 } }; /* no name to look up */
    assert_false(door_start(&d, fiel(), &config));                                    /* says why on standard error */
    assert_int_equal(WEXITSTATUS(door_stop(&d)), 3);
}

TEST_WITH(test_nobody_before_a_list, setup, teardown)
{
    turned_away(&ana);
    turned_away(NULL);
    door_list(&door, &ana, 1);
    door_is_well();
}

TEST_WITH(test_strangers, setup, teardown)
{
    struct identity thief = ana;
    memcpy(thief.curve_secret, bea.curve_secret, 32);
    door_list(&door, &ana, 1);
    turned_away(&bea);
    turned_away(NULL);
    turned_away(&thief); /* ana's public key without its secret */
    door_is_well();
}

/* An admitted bot with another's signing key, and the other way round. */
TEST_WITH(test_keys_of_another, setup, teardown)
{
    struct identity mixed = bea;
    struct lobby_msg m;
    struct from_door f;
    memcpy(mixed.key, ana.key, sizeof mixed.key);
    memcpy(mixed.secret, ana.secret, sizeof mixed.secret);
    door_list(&door, (const struct identity[]){ ana, bea }, 2);
    void *s = guest_connect(context, &door, &mixed, NULL);
    assert_false(guest_comes_in(s, &door, &mixed));
    told(DOOR_REFUSED, &bea, &f);
    assert_string_equal(f.text, lobby_reason_text(NO_KEY));
    guest_knocks(s);
    assert_true(guest_hears(s, &m));
    memcpy(mixed.key, bea.key, sizeof mixed.key);
    guest_waits(s, &door, &mixed, m.challenge);
    assert_true(guest_hears(s, &m));
    assert_int_equal(m.reason, NO_SIGNATURE);
    zmq_close(s);
    door_is_well();
}

TEST_WITH(test_same_key_twice, setup, teardown)
{
    struct lobby_msg m;
    struct from_door f;
    door_list(&door, &ana, 1);
    void *first = guest_connect(context, &door, &ana, NULL), *second = guest_connect(context, &door, &ana, NULL);
    come_in(first, &ana);
    guest_knocks(second);
    assert_true(guest_hears(second, &m));
    guest_says(second, &(struct lobby_msg){ .type = LOBBY_LEAVE });
    guest_says(first, &(struct lobby_msg){ .type = LOBBY_PING });
    assert_true(guest_hears(first, &m));
    assert_int_equal(m.waiting, 1);
    come_in(second, &ana);
    assert_true(guest_hears(first, &m));
    assert_int_equal(m.reason, NO_REPLACED);
    zmq_close(first); /* the old line's end is not the new one's */
    guest_says(second, &(struct lobby_msg){ .type = LOBBY_PING });
    assert_true(guest_hears(second, &m));
    assert_int_equal(m.waiting, 1);
    zmq_close(second);
    told(DOOR_GONE, &ana, &f);
    door_is_well();
}

/* Whatever id a bot chooses, a squatter's too: what it says is not read, and others are not hurt. */
TEST_WITH(test_routing_id_of_ones_own, setup, teardown)
{
    struct from_door f;
    door_list(&door, (const struct identity[]){ ana, bea }, 2);
    void *squatter = guest_connect(context, &door, &bea, "bot-1");
    guest_knocks(squatter);
    told(DOOR_REFUSED, &bea, &f);
    assert_string_equal(f.text, lobby_reason_text(NO_ROUTING_ID));
    void *again = guest_connect(context, &door, &bea, "bot-1");
    guest_knocks(again); /* which libzmq drops: the id is taken */
    door_is_well();
    zmq_close(squatter);
    zmq_close(again);
}

TEST_WITH(test_too_much, setup, teardown)
{
    static uint8_t much[1 << 20];
    struct lobby_msg m;
    struct from_door f;
    door_list(&door, (const struct identity[]){ ana, bea }, 2);
    void *s = guest_connect(context, &door, &bea, NULL);
    come_in(s, &bea);
    zmq_send(s, much, sizeof much, 0); /* ends its line */
    told(DOOR_GONE, &bea, &f);
    zmq_close(s);
    s = guest_connect(context, &door, &bea, NULL);
    come_in(s, &bea);
    for (unsigned i = 0; i < 40; i++)
        zmq_send(s, "part", 4, ZMQ_SNDMORE);
    zmq_send(s, "last", 4, 0);
    assert_true(guest_hears(s, &m));
    assert_int_equal(m.reason, NO_MALFORMED);
    told(DOOR_REFUSED, &bea, &f);
    for (unsigned i = 0; i < 2000; i++)
        guest_says(s, &(struct lobby_msg){ .type = LOBBY_PING });
    told(DOOR_FLOOD, &bea, &f);
    door_is_well();
    zmq_close(s);
}

TEST_WITH(test_list_replaced, setup, teardown)
{
    struct lobby_msg m;
    struct from_door f;
    door_list(&door, (const struct identity[]){ ana, bea }, 2);
    void *a = guest_connect(context, &door, &ana, NULL), *b = guest_connect(context, &door, &bea, NULL);
    come_in(a, &ana);
    come_in(b, &bea);
    door_say(&door, &(struct to_door){ .kind = DOOR_LIST });
    struct to_door entry = { .kind = DOOR_ALLOW, .name = "ana" };
    memcpy(entry.key, ana.key, DOOR_KEY);
    memcpy(entry.curve, ana.curve, DOOR_KEY);
    door_say(&door, &entry);
    door_say(&door, &(struct to_door){ .kind = DOOR_ADOPT });
    told(DOOR_GONE, &bea, &f);
    assert_int_equal(f.reason, GONE_REMOVED);
    told(DOOR_ADOPTED, NULL, &f);
    assert_int_equal(f.count, 1);
    assert_true(guest_hears(b, &m));
    assert_int_equal(m.reason, NO_OFF_LIST);
    guest_knocks(b); /* its line still stands and is not heard */
    guest_says(a, &(struct lobby_msg){ .type = LOBBY_PING });
    assert_true(guest_hears(a, &m));
    assert_int_equal(m.waiting, 1);
    assert_int_equal(zmq_recv(b, &m, sizeof m, ZMQ_DONTWAIT), -1);
    zmq_close(a);
    zmq_close(b);
    turned_away(&bea);
    told(DOOR_GONE, &ana, &f);
    door_is_well();
}

/* Connections that never say a word are many: anyone who has a key comes in all the same. */
TEST_WITH(test_half_open, setup, teardown)
{
    enum { HALF_OPEN = 300 };
    static int half[HALF_OPEN];
    door_list(&door, &ana, 1);
    for (unsigned i = 0; i < HALF_OPEN; i++) {
        half[i] = dial_port(atoi(strrchr(door.endpoint, ':') + 1));
        if (i % 3 == 0) /* some begin: the signature of ZMTP, then silence */
            assert_int_equal(write(half[i], "\xff\0\0\0\0\0\0\0\1\x7f", 10), 10);
        if (i % 3 == 1)
            assert_int_equal(write(half[i], "GET / HTTP/1.0\r\n\r\n", 18), 18);
    }
    door_is_well();
    for (unsigned i = 0; i < HALF_OPEN; i++) /* HANDSHAKE_IVL: the door ends every one of them */
        while (read(half[i], (char[256]){ 0 }, 256) > 0)
            continue;
    for (unsigned i = 0; i < HALF_OPEN; i++)
        close(half[i]);
    door_is_well();
}

/* The longest message that there may be is read, and one byte more ends the line. */
TEST_WITH(test_longest, setup, teardown)
{
    static uint8_t bytes[LOBBY_BYTES + 1];
    struct lobby_msg m;
    struct from_door f;
    door_list(&door, (const struct identity[]){ ana, bea }, 2);
    void *s = guest_connect(context, &door, &bea, NULL);
    come_in(s, &bea);
    zmq_send(s, bytes, LOBBY_BYTES, 0);
    assert_true(guest_hears(s, &m));
    assert_int_equal(m.reason, NO_MALFORMED);
    zmq_send(s, bytes, LOBBY_BYTES + 1, 0);
    told(DOOR_GONE, &bea, &f);
    zmq_close(s);
    door_is_well();
}

/* A connection for every descriptor it has, and more: it goes on with those it has, and lets in again when they end. */
TEST_WITH(test_no_more_descriptors, setup, teardown)
{
    enum { DESCRIPTORS = 64, LINES = 100 };
    struct door_config config = { .endpoint = "tcp://127.0.0.1:*", .descriptors = DESCRIPTORS };
    struct lobby_msg m;
    int line[LINES];
    randombytes_buf(config.secret, sizeof config.secret);
    assert_int_equal(door_stop(&door), 0);
    assert_true(door_start(&door, fiel(), &config));
    assert_int_equal(door.descriptors, DESCRIPTORS);
    door_list(&door, &ana, 1);
    void *s = guest_connect(context, &door, &ana, NULL);
    come_in(s, &ana);
    for (unsigned i = 0; i < LINES; i++)
        line[i] = dial_port(atoi(strrchr(door.endpoint, ':') + 1)); /* the kernel takes them */
    guest_says(s, &(struct lobby_msg){ .type = LOBBY_PING });
    assert_true(guest_hears(s, &m));
    assert_int_equal(m.waiting, 1);
    for (unsigned i = 0; i < LINES; i++)
        close(line[i]);
    zmq_close(s);
    door_is_well();
}

#if !defined(__SANITIZE_ADDRESS__) /* under which the door's memory is not limited */
/* A message of more parts than the door has memory for: libzmq keeps them all.  Where the memory ends it ends the line,
 * or the door; then serve starts another. */
TEST_WITH(test_endless_message, setup, teardown)
{
    static const uint8_t part[900];
    struct door_config config = { .endpoint = "tcp://127.0.0.1:*", .memory = 64 << 20 };
    struct from_door f;
    randombytes_buf(config.secret, sizeof config.secret);
    assert_int_equal(door_stop(&door), 0);
    assert_true(door_start(&door, fiel(), &config));
    door_list(&door, (const struct identity[]){ ana, bea }, 2);
    void *s = guest_connect(context, &door, &bea, NULL);
    come_in(s, &bea);
    for (unsigned i = 0; i < 60000; i++)
        zmq_send(s, part, sizeof part, ZMQ_SNDMORE);
    zmq_send(s, part, sizeof part, 0);
    bool told_so = door_told(&door, DOOR_GONE, &f); /* the line ended; the door may end in the same moment */
    /* libzmq 4.3.4 aborts where a socket that does not linger is closed while its line breaks within a message of
     * several parts (session_base.cpp, clean_pipes): here it is our own process that would end. */
    socket_option(s, ZMQ_LINGER, -1);
    zmq_close(s);
    int status = door_stop(&door);
    assert_true(status == 0 ? told_so : WIFSIGNALED(status));
    assert_true(door_start_local(&door, fiel()));
    door_list(&door, &ana, 1);
    door_is_well();
}

/* Root may become nobody here: where no such user is mapped it may not. */
static bool nobody_is_there(void)
{
    int status;
    pid_t pid = fork();
    if (pid == 0)
        _exit(geteuid() != 0 || setgroups(0, NULL) || setresuid(NOBODY_ID, NOBODY_ID, NOBODY_ID));
    return waitpid(pid, &status, 0) == pid && status == 0;
}

/* What the kernel says of the process: no capability, none to be had by exec, and nobody where root started it. */
TEST_WITH(test_it_has_no_rights, setup, teardown)
{
    door_list(&door, &ana, 1); /* it has answered, so it is past its sandbox */
    assert_int_equal(status_of(door.pid, "CapPrm:", 16), 0);
    assert_int_equal(status_of(door.pid, "NoNewPrivs:", 10), 1);
    if (nobody_is_there())
        rights_are_told(door.pid, "`fiel door`");
}
#endif

TEST_WITH(test_closing, setup, teardown)
{
    struct lobby_msg m;
    door_list(&door, &ana, 1);
    void *s = guest_connect(context, &door, &ana, NULL);
    come_in(s, &ana);
    door_say(&door, &(struct to_door){ .kind = DOOR_CLOSE });
    assert_true(guest_hears(s, &m));
    assert_int_equal(m.reason, NO_CLOSING);
    zmq_close(s);
}
