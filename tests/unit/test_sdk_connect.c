/* The record on fd 3 and the line to the arbiter: what is wrong with them is said, and a new line is noticed. */
#include "support/test.h"

#include <zmq.h>

#include "connect.h"
#include "wire/messages.h"
#include "wire/pack.h"
#include "support/scratch.h"

/* --- the record ----------------------------------------------------------------------------------- */

struct record_bytes {
    uint8_t bytes[1024];
    size_t size;
};

static struct record_bytes record(unsigned version, const char *endpoint, size_t key)
{
    struct record_bytes b;
    struct packer k;
    static const uint8_t zeros[64];
    pack_start(&k, b.bytes, sizeof b.bytes);
    pack_array(&k, 6);
    pack_uint(&k, version);
    pack_str(&k, endpoint);
    pack_bin(&k, zeros, 32);
    pack_bin(&k, zeros, key);
    pack_bin(&k, zeros, 32);
    pack_str(&k, "/state");
    assert_false(k.bad);
    b.size = k.size;
    return b;
}

static int read_bytes(const void *bytes, size_t size, struct seat_record *s, char why[160])
{
    int fd[2];
    assert_int_equal(pipe(fd), 0);
    assert_int_equal(write(fd[1], bytes, size), size);
    close(fd[1]);
    why[0] = '\0';
    return seat_record_read(fd[0], s, why);
}

TEST(test_record)
{
    struct seat_record s;
    char why[160];
    struct record_bytes b = record(PROTOCOL_VERSION, "ipc:///tmp/x", 32);
    assert_int_equal(read_bytes(b.bytes, b.size, &s, why), 0);
    assert_string_equal(s.endpoint, "ipc:///tmp/x");
    assert_string_equal(s.folder, "/state");
}

TEST(test_bad_records)
{
    static char much[ENDPOINT_MAX + 1];
    struct seat_record s;
    char why[160];
    memset(much, 'x', ENDPOINT_MAX);
    struct record_bytes good = record(PROTOCOL_VERSION, "ipc:///tmp/x", 32),
                        bad[] = { record(PROTOCOL_VERSION + 1, "ipc:///tmp/x", 32), record(PROTOCOL_VERSION, much, 32),
                                  record(PROTOCOL_VERSION, "ipc:///tmp/x", 31) };
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(read_bytes(bad[i].bytes, bad[i].size, &s, why), -1);
    for (size_t size = 0; size < good.size; size++) {
        assert_int_equal(read_bytes(good.bytes, size, &s, why), -1);
        assert_non_null(strstr(why, "fiel match"));
    }
    good.bytes[good.size] = 0;
    assert_int_equal(read_bytes(good.bytes, good.size + 1, &s, why), -1);
}

/* A host of version 1 starts it: that is said, and what to do. */
TEST(test_other_version)
{
    struct seat_record s;
    struct record_bytes old = record(1, "ipc:///tmp/x", 32);
    char why[160];
    assert_int_equal(read_bytes(old.bytes, old.size, &s, why), -1);
    assert_non_null(strstr(why, "another version of the protocol, this program speaks version 3"));
}

TEST(test_no_record)
{
    struct seat_record s;
    char why[160];
    int fd = dup(0);
    close(fd);
    assert_int_equal(seat_record_read(fd, &s, why), -1);
    assert_non_null(strstr(why, "no arbiter"));
}

/* --- the line ------------------------------------------------------------------------------------- */

struct arbiter {
    void *context, *router;
    uint8_t public_key[32], secret[32];
    char endpoint[SCRATCH_ROOM + 16], folder[SCRATCH_ROOM];
};

static void key_pair(uint8_t public_key[32], uint8_t secret[32])
{
    char p[41], s[41];
    assert_int_equal(zmq_curve_keypair(p, s), 0);
    assert_non_null(zmq_z85_decode(public_key, p));
    assert_non_null(zmq_z85_decode(secret, s));
}

static void arbiter_bind(struct arbiter *a)
{
    int yes = 1, linger = 0, patience = 60000;
    a->router = zmq_socket(a->context, ZMQ_ROUTER);
    assert_non_null(a->router);
    zmq_setsockopt(a->router, ZMQ_CURVE_SERVER, &yes, sizeof yes);
    zmq_setsockopt(a->router, ZMQ_CURVE_SECRETKEY, a->secret, 32);
    zmq_setsockopt(a->router, ZMQ_LINGER, &linger, sizeof linger);
    zmq_setsockopt(a->router, ZMQ_RCVTIMEO, &patience, sizeof patience);
    assert_int_equal(zmq_bind(a->router, a->endpoint), 0);
}

static void arbiter_open(struct arbiter *a)
{
    scratch_make(a->folder);
    snprintf(a->endpoint, sizeof a->endpoint, "ipc://%s/bot", a->folder);
    a->context = zmq_ctx_new();
    key_pair(a->public_key, a->secret);
    arbiter_bind(a);
}

static void arbiter_close(struct arbiter *a)
{
    char path[SCRATCH_ROOM + 16];
    zmq_close(a->router);
    zmq_ctx_term(a->context);
    snprintf(path, sizeof path, "%s/bot", a->folder);
    unlink(path);
    rmdir(a->folder);
}

static void line_open(struct connection *c, const struct arbiter *a)
{
    struct seat_record s = { .folder = "/" };
    strcpy(s.endpoint, a->endpoint);
    memcpy(s.server, a->public_key, 32);
    key_pair(s.public_key, s.secret);
    assert_int_equal(connection_open(c, &s), 0);
}

/* Hears one message at the arbiter; `id` is who sent it. */
static int arbiter_hear(struct arbiter *a, uint8_t id[16], void *bytes, size_t cap)
{
    int n = zmq_recv(a->router, id, 16, 0);
    assert_true(n > 0 && n <= 16);
    int size = zmq_recv(a->router, bytes, cap, 0);
    assert_true(size >= 0);
    id[15] = (uint8_t)n;
    return size;
}

static void arbiter_say(struct arbiter *a, const uint8_t id[16], const void *bytes, size_t size, int more)
{
    assert_int_equal(zmq_send(a->router, id, id[15], ZMQ_SNDMORE), id[15]);
    assert_int_equal(zmq_send(a->router, bytes, size, more ? ZMQ_SNDMORE : 0), size);
    if (more)
        assert_int_equal(zmq_send(a->router, "more", 4, 0), 4);
}

static struct arbiter a;
static struct connection c;
static uint8_t id[16], bytes[64];

static int join(STATE)
{
    arbiter_open(&a);
    line_open(&c, &a);
    return 0;
}

static int part(STATE)
{
    connection_close(&c);
    arbiter_close(&a);
    return 0;
}

TEST_WITH(test_there_and_back, join, part)
{
    assert_int_equal(connection_receive(&c, bytes, sizeof bytes, false), -1);
    assert_int_equal(errno, EAGAIN);
    assert_int_equal(connection_send(&c, "hello", 5), 0);
    assert_int_equal(arbiter_hear(&a, id, bytes, sizeof bytes), 5);
    arbiter_say(&a, id, "offer", 5, 0);
    assert_true(connection_waits(&c, 5000));
    assert_int_equal(connection_receive(&c, bytes, sizeof bytes, true), 5);
    assert_memory_equal(bytes, "offer", 5);
    connection_look(&c);
    assert_true(c.up);
    assert_int_equal(c.made, 1);
}

TEST_WITH(test_several_parts, join, part)
{
    connection_send(&c, "hello", 5);
    arbiter_hear(&a, id, bytes, sizeof bytes);
    arbiter_say(&a, id, "part", 4, 1);
    arbiter_say(&a, id, "whole", 5, 0);
    assert_true(connection_waits(&c, 5000));
    assert_int_equal(connection_receive(&c, bytes, sizeof bytes, false), -1);
    assert_int_equal(errno, EMSGSIZE);
    assert_true(connection_waits(&c, 5000));
    assert_int_equal(connection_receive(&c, bytes, sizeof bytes, false), 5);
}

TEST_WITH(test_longer_than_the_buffer, join, part)
{
    static uint8_t much[1000];
    connection_send(&c, "hello", 5);
    arbiter_hear(&a, id, bytes, sizeof bytes);
    arbiter_say(&a, id, much, sizeof much, 0);
    assert_true(connection_waits(&c, 5000));
    assert_int_equal(connection_receive(&c, bytes, sizeof bytes, false), -1);
    assert_int_equal(errno, EMSGSIZE);
}

/* The longest envelope there may be arrives: libzmq's limit counts what CURVE adds. */
TEST_WITH(test_longest, join, part)
{
    static uint8_t much[ENVELOPE_MAX], got[ENVELOPE_MAX];
    memset(much, 7, sizeof much);
    connection_send(&c, "hello", 5);
    arbiter_hear(&a, id, bytes, sizeof bytes);
    arbiter_say(&a, id, much, sizeof much, 0);
    assert_true(connection_waits(&c, 5000));
    assert_int_equal(connection_receive(&c, got, sizeof got, false), ENVELOPE_MAX);
    assert_memory_equal(got, much, sizeof much);
}

/* The process at the other end is replaced: that is a second handshake. */
TEST_WITH(test_line_made_anew, join, part)
{
    connection_send(&c, "one", 3);
    arbiter_hear(&a, id, bytes, sizeof bytes);
    zmq_close(a.router);
    while (c.made < 1 || c.up) {
        connection_look(&c);
        connection_waits(&c, 10);
    }
    arbiter_bind(&a);
    while (c.made < 2) {
        connection_look(&c);
        connection_waits(&c, 10);
    }
    assert_true(c.up);
    connection_send(&c, "two", 3);
    assert_int_equal(arbiter_hear(&a, id, bytes, sizeof bytes), 3);
    assert_memory_equal(bytes, "two", 3);
}

TEST(test_no_such_endpoint)
{
    struct seat_record s = { .endpoint = "nowhere" };
    assert_int_equal(connection_open(&c, &s), -1);
    assert_null(c.context);
}
