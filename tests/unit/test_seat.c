/* seat: a bot of this test's own speaks to a seat process' loop (run in a thread); the test is its referee. */
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "support/test.h"

#include "base/cli.h"
#include "base/now.h"
#include "course/clock.h"
#include "seat/seat.h"
#include "socket/socket.h"
#include "support/envelope.h"
#include "support/folder.h"
#include "support/skipped.h"

FOLDER_FOR_ALL
static unsigned seats;
static uint8_t zeros[64];

/* --- the table: a seat in its thread, a bot's socket, and the referee's end of the link -------- */

struct seat_process {
    struct seat_config config;
    uint8_t server[CURVE_KEY], bot_secret[CURVE_KEY];
    int link, other;
    pthread_t thread;
    int status;
    union {
        struct from_seat f;
        uint8_t bytes[sizeof(struct from_seat) + ENVELOPE_MAX];
    } in;
};

static void *party_run(void *argument)
{
    struct seat_process *c = argument;
    c->status = seat_run(&c->config, c->other);
    return NULL;
}

/* The next frame from the seat; a seat that says nothing fails the test instead of hanging it. */
static struct from_seat *process_next(struct seat_process *c)
{
    ssize_t n = recv(c->link, &c->in, sizeof c->in, 0);
    assert_true(n >= (ssize_t)offsetof(struct from_seat, msg));
    assert_int_equal((size_t)n, from_seat_size(&c->in.f) + c->in.f.size);
    return &c->in.f;
}

/* The bytes that came with it. */
static const uint8_t *process_raw(const struct seat_process *c) { return c->in.bytes + from_seat_size(&c->in.f); }

static struct from_seat *process_expect(struct seat_process *c, enum from_seat_kind kind)
{
    struct from_seat *f = process_next(c);
    assert_int_equal(f->kind, kind);
    return f;
}

/* The next frame that is not about the connection: when that comes is libzmq's affair. */
static struct from_seat *process_word(struct seat_process *c)
{
    struct from_seat *f;
    do
        f = process_next(c);
    while (f->kind == SEAT_CONNECTED || f->kind == SEAT_GONE);
    return f;
}

static void process_open_at(struct seat_process *c, const char *endpoint)
{
    struct timeval limit = { .tv_sec = 60 };
    int pair[2];
    memset(c, 0, sizeof *c);
    auth_keypair(c->config.bot_key, c->bot_secret);
    auth_keypair(c->server, c->config.secret);
    snprintf(c->config.endpoint, SEAT_ENDPOINT, "%s", endpoint);
    c->config.linger_ms = 5000;
    c->config.farewell_ms = 60000;
    c->config.listener = seat_listen(&c->config);
    assert_true(c->config.listener >= 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
    c->link = pair[0];
    c->other = pair[1];
    setsockopt(c->link, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    assert_int_equal(pthread_create(&c->thread, NULL, party_run, c), 0);
    process_expect(c, SEAT_READY);
}

static void process_open(struct seat_process *c)
{
    char endpoint[SEAT_ENDPOINT];
    snprintf(endpoint, sizeof endpoint, "ipc://%s/%u", folder, seats++);
    process_open_at(c, endpoint);
    assert_string_equal(c->config.endpoint, endpoint);
}

/* What is sent was handed over so much earlier. */
static int64_t earlier_us;

static void process_send_at(struct seat_process *c, uint32_t ticket, int64_t budget_us, uint32_t tick_us,
                            const void *bytes, size_t size)
{
    static struct {
        struct to_seat head;
        uint8_t envelope[ENVELOPE_MAX];
    } out;
    out.head = (struct to_seat){ .kind = TO_SEND,
                                 .waits = budget_us != 0,
                                 .ticket = ticket,
                                 .budget_us = budget_us,
                                 .sent_us = now_us() - earlier_us,
                                 .size = (uint32_t)size,
                                 .tick_us = tick_us };
    memcpy(out.envelope, bytes, size);
    assert_true(send(c->link, &out, sizeof out.head + size, MSG_NOSIGNAL) > 0);
}

static void process_send(struct seat_process *c, uint32_t ticket, int64_t budget_us, const void *bytes, size_t size)
{
    process_send_at(c, ticket, budget_us, 0, bytes, size);
}

static void process_tell_end(struct seat_process *c)
{
    struct to_seat bye = { .kind = TO_CLOSE, .waits = 1 };
    send(c->link, &bye, sizeof bye, MSG_NOSIGNAL);
}

static void process_close(struct seat_process *c)
{
    process_tell_end(c);
    pthread_join(c->thread, NULL);
    assert_int_equal(c->status, EXIT_FINE);
    close(c->link);
    close(c->other);
}

/* Declared in this order: the seat ends before its bot. */
#define OWNED_BOT AUTO(bot_close) struct bot
#define OWNED_SEAT AUTO(process_close) struct seat_process

struct bot {
    void *context, *dealer;
};

static void bot_open(struct bot *b, const struct seat_process *c)
{
    int limit = 60000, zero = 0;
    b->context = zmq_ctx_new();
    b->dealer = zmq_socket(b->context, ZMQ_DEALER);
    zmq_setsockopt(b->dealer, ZMQ_LINGER, &limit, sizeof limit);
    zmq_setsockopt(b->dealer, ZMQ_RCVTIMEO, &limit, sizeof limit);
    zmq_setsockopt(b->dealer, ZMQ_SNDHWM, &zero, sizeof zero);
    zmq_setsockopt(b->dealer, ZMQ_CURVE_SERVERKEY, c->server, CURVE_KEY);
    zmq_setsockopt(b->dealer, ZMQ_CURVE_PUBLICKEY, c->config.bot_key, CURVE_KEY);
    zmq_setsockopt(b->dealer, ZMQ_CURVE_SECRETKEY, c->bot_secret, CURVE_KEY);
    assert_int_equal(zmq_connect(b->dealer, c->config.endpoint), 0);
}

static void bot_close(struct bot *b)
{
    int zero = 0;
    zmq_setsockopt(b->dealer, ZMQ_LINGER, &zero, sizeof zero);
    zmq_close(b->dealer);
    zmq_ctx_term(b->context);
}

static void bot_say(struct bot *b, const struct packer *p)
{
    assert_false(p->bad);
    assert_int_equal(zmq_send(b->dealer, p->bytes, p->size, 0), p->size);
}

static uint8_t filler[60000];
static void keep(void *bytes, void *hint)
{
    (void)bytes;
    (void)hint;
}

/* One message of many parts, which costs the bot nothing: every part is the same bytes. */
static void bot_say_parts(struct bot *b, unsigned parts)
{
    for (unsigned i = 0; i < parts; i++) {
        zmq_msg_t part;
        zmq_msg_init_data(&part, filler, sizeof filler, keep, NULL);
        assert_true(zmq_msg_send(&part, b->dealer, i + 1 < parts ? ZMQ_SNDMORE : 0) >= 0);
    }
}

static struct packer *hello(uint64_t have)
{
    struct packer *p = envelope(have, 1);
    pack_msg_hello(p, zeros, "bot", have, zeros, zeros);
    return p;
}

/* A seat whose bot has said hello and been heard. */
static void table_open(struct seat_process *c, struct bot *b)
{
    process_open(c);
    bot_open(b, c);
    bot_say(b, hello(0));
    assert_int_equal(process_word(c)->kind, SEAT_ENVELOPE);
}

/* --- time that was nobody's -------------------------------------------------------------------- */

/* Two requests lay at the link while the process stood still.  Of the first nothing is heard but this: it could have left when it was
 * handed over, and stood still since.  That was half as long ago as the machine is up, because no clock tells of a time before that, and an
 * hour ago at most, because the word of it has 32 bits for the microseconds. */
TEST(test_a_wait_that_is_overtaken)
{
    const int64_t hour_us = 3600 * INT64_C(1000000), half_us = now_us() / 2;
    const int64_t ago_us = half_us < hour_us ? half_us : hour_us;
    OWNED_BOT b;
    OWNED_SEAT c;
    table_open(&c, &b);
    earlier_us = ago_us;
    process_send(&c, 5, ago_us, "a", 1);
    earlier_us = 0;
    process_send(&c, 6, ago_us, "b", 1);
    struct from_seat *f = process_word(&c);
    assert_int_equal(f->kind, SEAT_SILENCE);
    assert_int_equal(f->ticket, 5);
    assert_true(f->came_us - f->left_us >= ago_us);
    assert_in_range(f->stood_us, ago_us / 2, f->came_us - f->left_us);
    bot_say(&b, hello(1));
    f = process_word(&c);
    assert_int_equal(f->kind, SEAT_ENVELOPE);
    assert_int_equal(f->ticket, 6);
    assert_true(f->came_us - f->left_us < ago_us / 2); /* it left when it left */
    assert_in_range(f->stood_us, 0, f->came_us - f->left_us);
}

/* --- the loop ---------------------------------------------------------------------------------- */

TEST(test_endpoint_that_cannot_be_bound)
{
    struct seat_config config = { .endpoint = "ipc:///nowhere/at/all" };
    assert_int_equal(seat_listen(&config), -1);
    assert_int_equal(errno, ENOENT);
}

TEST(test_referee_gone)
{
    struct seat_process c;
    process_open(&c);
    shutdown(c.link, SHUT_RDWR);
    pthread_join(c.thread, NULL);
    assert_int_equal(c.status, EXIT_FINE);
    close(c.link);
    close(c.other);
}

/* A referee ends when it has said its last, and may leave unread what the bot said before, or says now, while its seat sleeps to the tick. */
TEST(test_last_words_of_a_referee)
{
    enum { TICK = 300000 };
    char heard[8];
    for (int speaks = 0; speaks < 2; speaks++) {
        OWNED_BOT b;
        OWNED_SEAT c;
        table_open(&c, &b);
        bot_say(&b, hello(0));
        assert_true(recv(c.link, &c.in, sizeof c.in, MSG_PEEK) > 0);
        process_send_at(&c, 1, 0, TICK, "tick", 4);
        process_send(&c, 2, 0, "result", 6);
        process_tell_end(&c);
        if (speaks)
            bot_say(&b, hello(0));
        close(c.link);
        c.link = -1;
        assert_int_equal(zmq_recv(b.dealer, heard, sizeof heard, 0), 4);
        assert_int_equal(zmq_recv(b.dealer, heard, sizeof heard, 0), 6);
    }
}

TEST(test_multipart_is_malformed)
{
    OWNED_BOT b;
    OWNED_SEAT c;
    table_open(&c, &b);
    bot_say_parts(&b, 100);
    bot_say(&b, hello(3));
    struct from_seat *f = process_word(&c);
    assert_int_equal(f->kind, SEAT_MALFORMED);
    assert_int_equal(f->error, WIRE_MULTIPART);
    assert_int_equal(f->size, sizeof filler);
    f = process_word(&c); /* and what follows is read as itself */
    assert_int_equal(f->kind, SEAT_ENVELOPE);
    assert_int_equal(f->msg[0].have, 3);
}

TEST(test_oversize_is_malformed)
{
    static uint8_t big[ENVELOPE_MAX + 4096];
    OWNED_BOT b;
    OWNED_SEAT c;
    table_open(&c, &b);
    memset(big, 0x90, sizeof big);
    zmq_send(b.dealer, big, sizeof big, 0);
    struct from_seat *f = process_word(&c);
    assert_int_equal(f->kind, SEAT_MALFORMED);
    assert_int_equal(f->error, WIRE_TOO_LONG);
    assert_int_equal(f->size, ENVELOPE_MAX);
    assert_memory_equal(process_raw(&c), big, ENVELOPE_MAX);
}

TEST(test_garbage_is_malformed)
{
    OWNED_BOT b;
    OWNED_SEAT c;
    process_open(&c);
    bot_open(&b, &c);
    zmq_send(b.dealer, "\xc1garbage", 8, 0); /* its very first word */
    struct from_seat *f = process_word(&c);
    assert_int_equal(f->kind, SEAT_MALFORMED);
    assert_int_equal(f->size, 8);
    process_send(&c, 0, 0, "told", 4); /* it can be told the result all the same */
    char heard[8];
    assert_int_equal(zmq_recv(b.dealer, heard, sizeof heard, 0), 4);
}

TEST(test_silence)
{
    OWNED_BOT b;
    OWNED_SEAT c;
    table_open(&c, &b);
    process_send(&c, 41, 2000, "request", 7);
    process_send(&c, 99, 0, "refused", 7); /* without a wait: the running one stays */
    struct from_seat *f = process_word(&c);
    assert_int_equal(f->kind, SEAT_SILENCE);
    assert_int_equal(f->ticket, 41);
    assert_true(f->came_us - f->left_us >= 2000);
    bot_say(&b, hello(1)); /* late: the seat passes it on, the referee judges */
    f = process_word(&c);
    assert_int_equal(f->kind, SEAT_ENVELOPE);
    assert_int_equal(f->ticket, 41);
    assert_true(f->came_us - f->left_us >= 2000);
}

/* By the stamp: in or behind the tick that follows the frame.  The bot's time begins there. */
TEST(test_a_tick_is_waited_for)
{
    enum { TICK = 20000 };
    OWNED_BOT b;
    OWNED_SEAT c;
    struct from_seat *f;
    table_open(&c, &b);
    for (uint32_t i = 1; i <= 5; i++) {
        int64_t now = now_us();
        process_send_at(&c, i, 1000, TICK, "request", 7);
        f = process_word(&c);
        assert_int_equal(f->kind, SEAT_SILENCE);
        assert_int_equal(f->ticket, i);
        assert_true(f->left_us >= clock_tick(now, TICK));
        assert_true(f->came_us - f->left_us >= 1000);
    }
}

TEST(test_later_wait_replaces_the_earlier)
{
    OWNED_BOT b;
    OWNED_SEAT c;
    char heard[16];
    table_open(&c, &b);
    process_send(&c, 1, INT64_C(3600000000), "first", 5);
    assert_int_equal(zmq_recv(b.dealer, heard, sizeof heard, 0), 5);
    bot_say(&b, hello(1));
    struct from_seat *f = process_word(&c);
    assert_int_equal(f->ticket, 1);
    assert_true(f->left_us > 0 && f->came_us >= f->left_us);
    process_send(&c, 2, 1000, "second", 6);
    f = process_word(&c);
    assert_int_equal(f->kind, SEAT_SILENCE);
    assert_int_equal(f->ticket, 2);
}

TEST(test_before_hello_nothing_can_be_sent)
{
    OWNED_BOT b;
    OWNED_SEAT c;
    process_open(&c);
    process_send(&c, 0, 0, "lost", 4);
    bot_open(&b, &c);
    bot_say(&b, hello(0));
    assert_int_equal(process_word(&c)->kind, SEAT_ENVELOPE);
    process_send(&c, 0, 0, "found", 5);
    char heard[8];
    assert_int_equal(zmq_recv(b.dealer, heard, sizeof heard, 0), 5);
}

/* A bot that comes back on a new connection is heard and answered there. */
TEST(test_latest_hello_is_answered)
{
    struct bot first;
    OWNED_BOT second;
    OWNED_SEAT c;
    char heard[16];
    table_open(&c, &first);
    bot_open(&second, &c);
    bot_say(&second, hello(5));
    assert_int_equal(process_word(&c)->msg[0].have, 5);
    pack_msg_cut(envelope(9, 1), 0, 1, zeros);
    bot_say(&first, &words); /* a word without hello moves nothing */
    process_word(&c);
    process_send(&c, 0, 0, "to the second", 13);
    assert_int_equal(zmq_recv(second.dealer, heard, sizeof heard, 0), 13);
    assert_int_equal(zmq_recv(first.dealer, heard, sizeof heard, ZMQ_DONTWAIT), -1);
    bot_close(&first);
}

/* Its end behind all that came by it, here while the seat slept to the tick. */
TEST(test_connection_is_told)
{
    enum { TICK = 300000, WORDS = 3 };
    struct seat_process c;
    struct bot b;
    int connected = 0, envelopes = 0;
    process_open(&c);
    bot_open(&b, &c);
    bot_say(&b, hello(0));
    while (!connected || !envelopes) {
        struct from_seat *f = process_next(&c);
        connected += f->kind == SEAT_CONNECTED;
        envelopes += f->kind == SEAT_ENVELOPE;
    }
    process_send_at(&c, 1, 0, TICK, "tick", 4);
    for (int i = 0; i < WORDS; i++)
        bot_say(&b, hello(0));
    zmq_close(b.dealer);
    zmq_ctx_term(b.context);
    for (int i = 0; i < WORDS; i++)
        process_expect(&c, SEAT_ENVELOPE);
    process_expect(&c, SEAT_GONE);
    process_send(&c, 3, 1000, "to nobody", 9); /* its clock runs on */
    assert_int_equal(process_expect(&c, SEAT_SILENCE)->ticket, 3);
    process_close(&c);
}

/* More than every buffer between the two holds: nothing is lost, nothing stands on its head, and the
 * referee's own frames go through in the middle of it. */
TEST(test_flood_arrives_in_order)
{
    enum { FLOOD = 5000 };
    OWNED_BOT b;
    OWNED_SEAT c;
    char heard[8];
    table_open(&c, &b);
    for (unsigned i = 0; i < FLOOD; i++)
        bot_say(&b, hello(i));
    process_send(&c, 0, 0, "through", 7);
    assert_int_equal(zmq_recv(b.dealer, heard, sizeof heard, 0), 7);
    for (unsigned i = 0; i < FLOOD; i++) {
        struct from_seat *f = process_word(&c);
        assert_int_equal(f->kind, SEAT_ENVELOPE);
        assert_int_equal(f->msg[0].have, i);
    }
}

TEST(test_what_was_sent_before_close_arrives)
{
    struct seat_process c;
    OWNED_BOT b;
    static uint8_t heard[ENVELOPE_MAX], big[ENVELOPE_MAX];
    table_open(&c, &b);
    for (int i = 0; i < 10; i++)
        process_send(&c, 0, 0, big, sizeof big);
    process_send(&c, 0, 0, "bye", 3);
    process_close(&c);
    for (int i = 0; i < 10; i++)
        assert_int_equal(zmq_recv(b.dealer, heard, sizeof heard, 0), sizeof big);
    assert_int_equal(zmq_recv(b.dealer, heard, sizeof heard, 0), 3);
}

/* --- the process ------------------------------------------------------------------------------- */

static int seat_command(char *fd, char *config)
{
    char name[] = "seat", whose[] = "--seat", number[] = "0", a[] = "--fd", b[] = "--config";
    char *argv[] = { name, whose, number, a, fd, b, config, NULL };
    return cli_seat(7, argv);
}

TEST(test_command_without_its_descriptors)
{
    char name[] = "seat", bad[] = "x", three[] = "3", none[] = "999";
    char *argv[] = { name, NULL };
    assert_int_equal(cli_seat(1, argv), EXIT_USAGE);
    assert_int_equal(seat_command(bad, three), EXIT_USAGE);
    pid_t child = fork(); /* it limits itself before it reads */
    if (!child)
        _exit(seat_command(none, none));
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EXIT_ENVIRONMENT);
}

/* Run by a child process: a seat as `fiel match` starts it. */
static int seat_process(const struct seat_config *config, int link)
{
    char fd[16], config_fd[16];
    FILE *file = tmpfile();
    if (!file || fwrite(config, sizeof *config, 1, file) != 1 || fflush(file))
        return 9;
    if (!freopen("/dev/null", "w", stderr))
        return 9;
    snprintf(fd, sizeof fd, "%d", link);
    snprintf(config_fd, sizeof config_fd, "%d", fileno(file));
    return seat_command(fd, config_fd);
}

/* The parts of an unfinished message are counted by no limit of libzmq's and fill the seat's memory, which
 * is limited: libzmq then drops the connection, or the seat dies.  Either way the bot alone is hurt. */
TEST(test_endless_multipart_hurts_the_bot)
{
    const char *preload = getenv("LD_PRELOAD");
    struct seat_process c = { 0 };
    struct bot b;
    int pair[2], status;
#if defined(__SANITIZE_ADDRESS__)
    preload = "vgpreload";
#endif
    if (preload && strstr(preload, "vgpreload")) {
        skipped("a seat's limit of memory", "no RLIMIT_AS under valgrind and the address sanitizer");
        skip();
    }
    auth_keypair(c.config.bot_key, c.bot_secret);
    auth_keypair(c.server, c.config.secret);
    snprintf(c.config.endpoint, SEAT_ENDPOINT, "ipc://%s/endless", folder);
    c.config.listener = seat_listen(&c.config);
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
    pid_t child = fork();
    if (!child) {
        close(pair[0]);
        _exit(seat_process(&c.config, pair[1]));
    }
    close(pair[1]);
    c.link = pair[0];
    process_expect(&c, SEAT_READY);
    bot_open(&b, &c);
    void *line = socket_watch(b.context, b.dealer, ZMQ_EVENT_DISCONNECTED);
    bot_say_parts(&b, SEAT_MEMORY / sizeof filler + 1);
    while (recv(c.link, &c.in, sizeof c.in, 0) > 0 && c.in.f.kind != SEAT_GONE) {
        assert_int_equal(c.in.f.kind, SEAT_CONNECTED);
    }
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    /* libzmq 4.3.4 aborts where a socket that does not linger is closed while its line breaks within a message. */
    assert_true(socket_event(line, 0, &(struct socket_event){ 0 }));
    socket_unwatch(b.dealer, &line);
    bot_close(&b);
    close(pair[0]);
}

/* Callers that hang up at once leave two events each, which nobody reads here: neither they nor the end of the seat
 * wait for that. */
TEST(test_callers_that_hang_up)
{
    enum { CALLERS = 1500 };
    struct seat_config config = { 0 };
    struct seat_socket s;
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    struct timeval limit = { .tv_sec = 60 };
    auth_keypair(config.bot_key, config.secret);
    snprintf(to.sun_path, sizeof to.sun_path, "%s/callers", folder);
    snprintf(config.endpoint, SEAT_ENDPOINT, "ipc://%s", to.sun_path);
    config.listener = seat_listen(&config);
    assert_null(seat_socket_open(&s, &config));
    for (unsigned i = 0; i < CALLERS; i++) {
        int caller = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        setsockopt(caller, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
        assert_int_equal(connect(caller, (struct sockaddr *)&to, sizeof to), 0);
        close(caller);
    }
    seat_socket_close(&s, 0);
}

/* --- a bot that comes over a network ------------------------------------------------------------ */

/* An envelope with one message, of this number. */
static void process_tell(struct seat_process *c, uint64_t number)
{
    struct packer *p = envelope(number, 1);
    pack_msg_reveal(p, zeros);
    assert_false(p->bad);
    process_send(c, 0, 0, p->bytes, p->size);
}

static void bot_hears(struct bot *b, uint64_t number)
{
    uint8_t bytes[256];
    struct envelope e;
    int n = zmq_recv(b->dealer, bytes, sizeof bytes, 0);
    assert_true(n > 0);
    assert_int_equal(envelope_hear(&e, bytes, (size_t)n), WIRE_OK);
    assert_int_equal(e.number, number);
}

/* A seat whose bot comes over a network, and has heard message 0. */
static void far_open(struct seat_process *c, struct bot *b)
{
    process_open_at(c, "tcp://127.0.0.1:*");
    bot_open(b, c);
    bot_say(b, hello(0));
    assert_int_equal(process_word(c)->kind, SEAT_ENVELOPE);
    process_tell(c, 0);
    bot_hears(b, 0);
}

TEST(test_who_was_away_at_the_end_is_told)
{
    OWNED_BOT b;
    OWNED_SEAT c;
    far_open(&c, &b);
    bot_close(&b);
    while (process_next(&c)->kind != SEAT_GONE)
        continue;
    process_tell(&c, 1);
    process_tell(&c, 2);
    process_tell_end(&c);
    bot_open(&b, &c);
    bot_say(&b, hello(1));
    bot_hears(&b, 1);
    bot_hears(&b, 2);
    bot_say(&b, hello(3));
}

/* The seat heard of the new line alone: the old one is dead, and nobody says so. */
TEST(test_who_comes_by_another_line_is_told)
{
    struct bot b;
    OWNED_BOT again;
    OWNED_SEAT c;
    far_open(&c, &b);
    process_tell(&c, 1);
    bot_hears(&b, 1); /* as far as the seat is concerned; this bot forgets it */
    process_tell_end(&c);
    bot_open(&again, &c);
    bot_say(&again, hello(1));
    bot_hears(&again, 1);
    bot_say(&again, hello(2));
    bot_close(&b);
}

/* Its HELLO had been handed to the referee, who had said the last already. */
TEST(test_who_asks_too_late_is_told)
{
    struct bot b;
    OWNED_BOT again;
    OWNED_SEAT c;
    far_open(&c, &b);
    process_tell(&c, 1);
    bot_hears(&b, 1); /* this bot forgets it */
    bot_open(&again, &c);
    bot_say(&again, hello(1));
    assert_int_equal(process_word(&c)->msg[0].have, 1);
    process_tell_end(&c);
    bot_hears(&again, 1);
    bot_say(&again, hello(2));
    bot_close(&b);
}

/* It waits for ever for a bot that does not say that it holds message 1. */
static void far_tell_the_last(struct seat_process *c, struct bot *b)
{
    far_open(c, b);
    c->config.farewell_ms = UINT32_MAX;
    process_tell(c, 1);
    bot_hears(b, 1);
}

/* A bot that has lost by a fault that ended the match is not waited for. */
TEST(test_who_is_at_fault_is_not_waited_for)
{
    OWNED_BOT b;
    OWNED_SEAT c;
    struct to_seat bye = { .kind = TO_CLOSE };
    far_tell_the_last(&c, &b);
    assert_true(send(c.link, &bye, sizeof bye, MSG_NOSIGNAL) > 0);
}

/* A quick bot has said that it holds all before the seat knows that it was all. */
TEST(test_who_holds_all_is_not_waited_for)
{
    OWNED_BOT b;
    OWNED_SEAT c;
    far_tell_the_last(&c, &b);
    bot_say(&b, hello(2));
    assert_int_equal(process_word(&c)->msg[0].have, 2);
}

/* Of many envelopes the newest are kept; who misses more is told nothing that has a gap before it. */
TEST(test_who_misses_more_than_is_kept)
{
    enum { ALL = 9, KEPT_FROM = ALL - 4 };
    OWNED_BOT b;
    OWNED_SEAT c;
    far_open(&c, &b);
    for (uint64_t i = 1; i < ALL; i++) {
        process_tell(&c, i);
        bot_hears(&b, i);
    }
    process_tell_end(&c);
    bot_say(&b, hello(1));
    bot_say(&b, hello(KEPT_FROM));
    for (uint64_t i = KEPT_FROM; i < ALL; i++)
        bot_hears(&b, i);
    pack_msg_cut(envelope(ALL, 1), 0, 1, zeros); /* whatever it says, it says what it holds */
    bot_say(&b, &words);
}

HANGS_AFTER(600)
