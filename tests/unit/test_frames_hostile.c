/* test_frames_hostile: a seat process, a referee, a keeper and a door whose other end is hostile.
 *
 * The processes that start them are ours, but a frame is looked at by who receives it, no matter who sent it.  Here the test has the other end
 * of the line: what it sends is no frame of this line, and the receiver has to end with a sentence and with nothing of it done.  Each
 * receiver has a control case as well: an honest frame ends none of them. */
#include "support/test.h"

#include <poll.h>
#include <sodium.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "base/cli.h"
#include "base/control.h"
#include "base/now.h"
#include "door/door.h"
#include "jail/keeper.h"
#include "seat/seat.h"
#include "support/folder.h"

enum {
    PATIENCE_MS = 20000 /* nothing here takes as long: a receiver that hangs fails the test */,
    PACKET_MOST = 1 << 20
};

FOLDER_FOR_ALL
static unsigned sockets; /* each seat binds another one */
static uint8_t packet[PACKET_MOST];

/* --- a receiver, and the test at the other end of its line ---------------------------------------------- */

struct receiver {
    pid_t pid;
    int link, words; /* the other end; what it says on stderr */
    char said[2048];
    int status; /* as waitpid has it */
};

/* Runs `body` in a child of its own, which has `end` of the line. */
static void start(struct receiver *r, int (*body)(int end))
{
    int pair[2], pipes[2];
    memset(r, 0, sizeof *r);
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
    assert_int_equal(pipe2(pipes, O_CLOEXEC), 0);
    r->pid = fork();
    assert_true(r->pid >= 0);
    if (r->pid == 0) {
        close(pair[0]);
        close(pipes[0]);
        dup2(pipes[1], STDERR_FILENO);
        _exit(body(pair[1]));
    }
    close(pair[1]);
    close(pipes[1]);
    r->link = pair[0];
    r->words = pipes[0];
}

static void say(const struct receiver *r, const void *bytes, size_t size)
{
    assert_int_equal(send(r->link, bytes, size, MSG_NOSIGNAL), size);
}

/* Its next packet, of at most PACKET_MOST bytes; the test fails where none comes. */
static size_t hear(const struct receiver *r)
{
    struct pollfd p = { .fd = r->link, .events = POLLIN };
    assert_int_equal(poll(&p, 1, PATIENCE_MS), 1);
    ssize_t n = recv(r->link, packet, sizeof packet, 0);
    assert_true(n > 0);
    return (size_t)n;
}

/* Waits until it has ended: what it said is in r->said, how it ended in r->status.  False: it runs on, and is killed. */
static bool ended(struct receiver *r)
{
    struct pollfd p = { .fd = r->words, .events = POLLIN };
    size_t have = 0;
    ssize_t n = 1;
    bool in_time = true;
    while (n > 0 && have < sizeof r->said - 1 && (in_time = poll(&p, 1, PATIENCE_MS) == 1))
        if ((n = read(r->words, r->said + have, sizeof r->said - 1 - have)) > 0)
            have += (size_t)n;
    if (!in_time)
        kill(r->pid, SIGKILL);
    waitpid(r->pid, &r->status, 0);
    close(r->link);
    close(r->words);
    return in_time;
}

/* It has ended with a sentence that names the frame.  Else what it did instead is printed, and counted. */
static unsigned refused(struct receiver *r, const char *who, const char *what)
{
    bool came = ended(r);
    bool named = strstr(r->said, "fiel: ") && strstr(r->said, "a frame of the ") && strstr(r->said, who);
    if (came && WIFEXITED(r->status) && WEXITSTATUS(r->status) == EXIT_ENVIRONMENT && named)
        return 0;
    fprintf(stderr, "%s, %s: ", who, what);
    if (!came)
        fputs("runs on", stderr);
    else if (WIFSIGNALED(r->status))
        fprintf(stderr, "ended by signal %d", WTERMSIG(r->status));
    else
        fprintf(stderr, "ended with %d", WEXITSTATUS(r->status));
    fprintf(stderr, ", and said: %s\n", *r->said ? r->said : "nothing");
    return 1;
}

/* The honest frame before this was taken: it ends as it ends at the end of its line. */
static void fine(struct receiver *r)
{
    shutdown(r->link, SHUT_WR);
    assert_true(ended(r));
    assert_true(WIFEXITED(r->status));
    assert_int_equal(WEXITSTATUS(r->status), EXIT_FINE);
    assert_string_equal(r->said, "");
}

/* The name of a descriptor as an argument. */
static char *number(int fd, char text[12])
{
    snprintf(text, 12, "%d", fd);
    return text;
}

/* --- a seat process, and its referee --------------------------------------------------------------------- */

static int seat_body(int end)
{
    struct seat_config c = { .linger_ms = 0 };
    uint8_t unused[CURVE_KEY];
    char a[12], b[12];
    int fd = memfd_create("seat", 0);
    auth_keypair(c.bot_key, unused);
    auth_keypair(unused, c.secret);
    snprintf(c.endpoint, sizeof c.endpoint, "ipc://%s/%u", folder, sockets);
    c.listener = seat_listen(&c);
    if (write(fd, &c, sizeof c) != sizeof c)
        return 99;
    char *argv[] = { "seat", "--seat", "0", "--fd", number(end, a), "--config", number(fd, b), NULL };
    return cli_seat(7, argv);
}

static void seat_start(struct receiver *r)
{
    sockets++;
    start(r, seat_body);
    hear(r); /* SEAT_READY */
}

/* What a referee sends: an envelope of three bytes, for which an answer is awaited. */
struct to_seat_packet {
    struct to_seat head;
    uint8_t bytes[ENVELOPE_MAX + 64];
};

static void envelope(struct to_seat_packet *p)
{
    memset(p, 0, sizeof *p);
    p->head.kind = TO_SEND;
    p->head.waits = 1;
    p->head.ticket = 1;
    p->head.budget_us = INT64_C(60000000);
    p->head.sent_us = now_us();
    p->head.size = 3;
}

static size_t seat_case(struct to_seat_packet *p, unsigned n, const char **what)
{
    size_t size = sizeof p->head + 3;
    envelope(p);
    switch (n) {
#define CASE(number, text, change) \
    case number: \
        *what = text; \
        change; \
        return size;
        CASE(0, "a byte alone", size = 1)
        CASE(1, "a head that is not whole", size = sizeof p->head - 1)
        CASE(2, "shorter than it says", size -= 1)
        CASE(3, "longer than it says", size += 1)
        CASE(4, "longer than any envelope", (p->head.size = ENVELOPE_MAX + 1, size = sizeof p->head + p->head.size))
        CASE(5, "of no kind", p->head.kind = 99)
        CASE(6, "of a kind that a seat process sends", p->head.kind = SEAT_GONE)
        CASE(7, "a tick of an hour", p->head.tick_us = UINT32_C(3600000000))
        CASE(8, "less than no time to answer", p->head.budget_us = -1)
        CASE(9, "handed over tomorrow", p->head.sent_us += INT64_C(86400000000))
        CASE(10, "handed over before there was time", p->head.sent_us = -5)
        CASE(11, "an envelope that waits twice", p->head.waits = 2)
        CASE(12, "something in its padding", p->head.pad = 1)
        CASE(13, "a wait that has no name", p->head.ticket = 0)
        CASE(14, "the end, with an envelope", p->head.kind = TO_CLOSE)
        CASE(15, "the end, with a ticket",
             (memset(&p->head, 0, sizeof p->head), p->head.kind = TO_CLOSE, p->head.ticket = 4, size = sizeof p->head))
        CASE(16, "the end, twice",
             (memset(&p->head, 0, sizeof p->head), p->head.kind = TO_CLOSE, p->head.waits = 2, size = sizeof p->head))
        CASE(17, "nothing to send and nothing to wait for",
             (p->head.size = 0, p->head.waits = 0, p->head.budget_us = 0, size = sizeof p->head))
        CASE(18, "time to answer where nothing waits", p->head.waits = 0)
    default: return 0;
    }
}

TEST(a_seat_process_and_its_referee)
{
    static struct to_seat_packet p;
    struct receiver r;
    const char *what;
    unsigned bad = 0;
    for (unsigned n = 0; seat_case(&p, n, &what); n++) {
        seat_start(&r);
        size_t size = seat_case(&p, n, &what);
        say(&r, &p, size);
        bad += refused(&r, "seat", what);
    }
    seat_start(&r);
    envelope(&p);
    say(&r, &p, sizeof p.head + 3);
    memset(&p.head, 0, sizeof p.head);
    p.head.kind = TO_CLOSE;
    say(&r, &p, sizeof p.head);
    fine(&r);
    assert_int_equal(bad, 0);
}

/* --- a referee, and its supervisor ------------------------------------------------------------------------ */

static int seats_of_referee[2]; /* nobody speaks there */

static int referee_body(int end)
{
    char a[12], b[12], c[12];
    char name[] = "referee";
    char *argv[] = { name,
                     "--control",
                     number(end, a),
                     "--seat",
                     number(seats_of_referee[0], b),
                     "--seat",
                     number(seats_of_referee[1], c),
                     NULL };
    return cli_referee(7, argv);
}

static struct referee_config *config_of_referee(void)
{
    static struct referee_config c;
    uint8_t seed[32] = { 9 }, public_key[32];
    memset(&c, 0, sizeof c);
    c.kind = CONTROL_CONFIG;
    strcpy(c.rules, "argentino,target=15");
    c.games = 1;
    c.hands_max = 60;
    c.seats = 2;
    c.bank_us = c.cap_us = c.start_us = c.duty_us = INT64_C(60000000);
    c.sign_every = 16;
    crypto_sign_seed_keypair(public_key, c.key, seed);
    snprintf(c.replay, sizeof c.replay, "%s/hostile.replay", folder);
    snprintf(c.secret, sizeof c.secret, "%s/hostile.seed", folder);
    return &c;
}

static void control_of(struct control_frame *f, enum control_kind kind)
{
    memset(f, 0, sizeof *f);
    f->kind = (uint8_t)kind;
}

static size_t control_case(uint8_t bytes[], unsigned n, const char **what)
{
    struct control_frame *f = (struct control_frame *)(void *)bytes;
    size_t size = sizeof *f;
    memset(bytes, 0, sizeof *f + 64);
    control_of(f, CONTROL_BOT_ENDED);
    f->ended.exit_code = 1;
    switch (n) {
        CASE(0, "a byte alone", size = 1)
        CASE(1, "not whole", size -= 1)
        CASE(2, "longer than any", size += 8)
        CASE(3, "of no kind", control_of(f, (enum control_kind)99))
        CASE(4, "of a kind that a referee sends", control_of(f, CONTROL_CLOSING))
        CASE(5, "the bot of a party that there is not", f->seat = 2)
        CASE(6, "an end by code and by signal", f->ended.signal = 9)
        CASE(7, "an exit code that no process has", f->ended.exit_code = 256)
        CASE(8, "a signal that there is not", (f->ended.exit_code = 0, f->ended.signal = 200))
        CASE(9, "a code that voids nothing", f->ended.arbiter = 200)
        CASE(10, "a limit that there is not", f->ended.limit = 77)
        CASE(11, "started again, and yet not", (f->ended.restarted = 1, f->ended.arbiter = ARBITER_NO_PROCESS))
        CASE(12, "started twice", f->ended.restarted = 2)
        CASE(13, "something behind its fields", bytes[size - 1] = 1)
        CASE(14, "a seat process of no party", (f->kind = CONTROL_SEAT_ENDED, f->seat = 255))
        CASE(15, "an end before there was time", (control_of(f, CONTROL_REVEAL), f->reveal.not_before_us = -1))
        CASE(16, "an end in a million years", (control_of(f, CONTROL_REVEAL), f->reveal.not_before_us = INT64_MAX))
        CASE(17, "cancels, with a party", (control_of(f, CONTROL_CANCEL), f->seat = 1))
        CASE(18, "lives, with a number", (control_of(f, CONTROL_ALIVE), f->process = 1))
    default: return 0;
    }
}

static void referee_remove_files(void)
{
    const struct referee_config *c = config_of_referee();
    unlink(c->replay);
    unlink(c->secret);
}

/* A referee that has said that it is ready; its record stands. */
static void referee_start(struct receiver *r, int other[2])
{
    int pair[2];
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
        other[i] = pair[0];
        seats_of_referee[i] = pair[1];
    }
    start(r, referee_body);
    say(r, config_of_referee(), sizeof(struct referee_config));
    hear(r);
    assert_int_equal(packet[0], CONTROL_READY);
}

static void referee_end(int other[2])
{
    for (unsigned i = 0; i < 2; i++) {
        close(other[i]);
        close(seats_of_referee[i]);
    }
    referee_remove_files();
}

/* Sends a frame with a descriptor that comes with it. */
static void say_with(const struct receiver *r, const struct control_frame *f, int fd)
{
    union {
        struct cmsghdr head;
        char space[CMSG_SPACE(sizeof(int))];
    } rights;
    struct iovec part = { (void *)(uintptr_t)f, sizeof *f };
    struct msghdr m = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &rights, .msg_controllen = sizeof rights };
    memset(&rights, 0, sizeof rights);
    rights.head.cmsg_level = SOL_SOCKET;
    rights.head.cmsg_type = SCM_RIGHTS;
    rights.head.cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(&rights.head), &fd, sizeof fd);
    assert_int_equal(sendmsg(r->link, &m, MSG_NOSIGNAL), sizeof *f);
}

TEST(a_referee_and_its_supervisor)
{
    static uint8_t bytes[sizeof(struct control_frame) + 64] __attribute__((aligned(16)));
    struct receiver r;
    struct control_frame alive;
    const char *what;
    int other[2];
    unsigned bad = 0;
    for (unsigned n = 0; control_case(bytes, n, &what); n++) {
        referee_start(&r, other);
        size_t size = control_case(bytes, n, &what);
        say(&r, bytes, size);
        bad += refused(&r, "referee", what);
        if (access(config_of_referee()->replay, F_OK)) {
            fprintf(stderr, "referee, %s: its record is gone\n", what);
            bad++;
        }
        referee_end(other);
    }
    control_of(&alive, CONTROL_ALIVE);
    referee_start(&r, other);
    say_with(&r, &alive, STDOUT_FILENO);
    bad += refused(&r, "referee", "lives, and brings a descriptor");
    referee_end(other);
    referee_start(&r, other);
    say(&r, &alive, sizeof alive);
    fine(&r);
    referee_end(other);
    assert_int_equal(bad, 0);
}

/* The first packet of all says what the match is to be. */
TEST(a_referee_and_its_configuration)
{
    static uint8_t bytes[sizeof(struct referee_config) + 64];
    static const struct {
        const char *what;
        size_t size;
        bool another_kind;
    } cases[] = {
        { "a byte alone", 1, false },
        { "not whole", sizeof(struct referee_config) - 1, false },
        { "longer than any", sizeof(struct referee_config) + 1, false },
        { "of another kind", sizeof(struct referee_config), true },
    };
    unsigned bad = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct receiver r;
        int other[2], pair[2];
        for (unsigned k = 0; k < 2; k++) {
            assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
            other[k] = pair[0];
            seats_of_referee[k] = pair[1];
        }
        memcpy(bytes, config_of_referee(), sizeof(struct referee_config));
        if (cases[i].another_kind)
            bytes[0] ^= 1;
        start(&r, referee_body);
        say(&r, bytes, cases[i].size);
        bad += refused(&r, "referee", cases[i].what);
        if (!access(config_of_referee()->replay, F_OK)) {
            fprintf(stderr, "referee, %s: a record was made\n", cases[i].what);
            bad++;
        }
        referee_end(other);
    }
    assert_int_equal(bad, 0);
}

/* --- a keeper, and its supervisor -------------------------------------------------------------------------- */

/* Its descriptors have fixed numbers; its bot is a program that waits for the end of its input, which is there at once, or `cat` of a
 * pipe that is never closed. */
static int keeper_body(int end)
{
    static struct keeper_config c;
    int held[5], pipes[2];
    memset(&c, 0, sizeof c);
    c.size = sizeof c;
    strcpy(c.command.path, "/bin/sleep");
    memcpy(c.command.words,
           "sleep\0"
           "60",
           sizeof "sleep\0"
                  "60");
    c.command.argc = 2;
    snprintf(c.jail.state, sizeof c.jail.state, "%s", folder);
    c.jail.disk = 1 << 20;
    c.jail.used = 64;
    int config = memfd_create("keeper", 0);
    if (write(config, &c, keeper_config_used(&c)) != (ssize_t)keeper_config_used(&c) || pipe(pipes))
        return 99;
    const int fds[5] = { end, config, memfd_create("record", 0), memfd_create("log", 0), memfd_create("state", 0) };
    for (int i = 0; i < 5; i++)
        held[i] = fcntl(fds[i], F_DUPFD, 100);
    for (int i = 0; i < 5; i++) {
        dup2(held[i], KEEPER_CONTROL + i);
        close(held[i]);
    }
    if (end > KEEPER_STATE)
        close(end);
    char *argv[] = { "keeper", "--seat", "0", NULL };
    return cli_keeper(3, argv);
}

static size_t keeper_case(uint8_t bytes[], unsigned n, const char **what)
{
    size_t size = 1;
    bytes[0] = 's';
    switch (n) {
        CASE(0, "of no kind", bytes[0] = 'q')
        CASE(1, "of a kind that a keeper sends", bytes[0] = KEEPER_KEPT)
        CASE(2, "longer than any", (bytes[1] = 's', size = 2))
        CASE(3, "as long as what a keeper sends",
             (memset(bytes, 0, sizeof(struct keeper_frame)), bytes[0] = 's', size = sizeof(struct keeper_frame)))
    default: return 0;
    }
}

TEST(a_keeper_and_its_supervisor)
{
    static uint8_t bytes[sizeof(struct keeper_frame) + 64];
    struct receiver r;
    const char *what;
    unsigned bad = 0;
    for (unsigned n = 0; keeper_case(bytes, n, &what); n++) {
        struct pollfd p;
        start(&r, keeper_body);
        say(&r, bytes, keeper_case(bytes, n, &what));
        p = (struct pollfd){ .fd = r.link, .events = POLLIN };
        if (poll(&p, 1, PATIENCE_MS) == 1 && recv(r.link, packet, sizeof packet, 0) > 0) {
            fprintf(stderr, "keeper, %s: it does something: frame %u\n", what, packet[0]);
            bad++;
        }
        shutdown(r.link, SHUT_WR);
        bad += refused(&r, "keeper", what);
    }
    start(&r, keeper_body);
    say(&r, "s", 1);
    hear(&r);
    assert_int_equal(packet[0], KEEPER_STARTED);
    say(&r, "x", 1);
    hear(&r);
    assert_int_equal(packet[0], KEEPER_ENDED);
    fine(&r);
    assert_int_equal(bad, 0);
}

/* --- a door, and its daemon ----------------------------------------------------------------------------------- */

static int door_body(int end)
{
    struct door_config c = { .endpoint = "tcp://127.0.0.1:*" };
    char a[12], b[12];
    int fd = memfd_create("door", 0);
    randombytes_buf(c.secret, sizeof c.secret);
    if (write(fd, &c, sizeof c) != sizeof c)
        return 99;
    char *argv[] = { "door", "--fd", number(end, a), "--config", number(fd, b), NULL };
    return cli_door(5, argv);
}

static void to_door_of(struct to_door *f, enum to_door_kind kind)
{
    memset(f, 0, sizeof *f);
    f->kind = (uint8_t)kind;
    if (kind == DOOR_ALLOW || kind == DOOR_CALL) {
        memset(f->key, 7, sizeof f->key);
        memset(f->curve, 8, sizeof f->curve);
        strcpy(f->name, "ana");
    }
    if (kind == DOOR_CALL)
        strcpy(f->endpoint, "tcp://127.0.0.1:9000");
}

static size_t door_case(uint8_t bytes[], unsigned n, const char **what)
{
    struct to_door *f = (struct to_door *)(void *)bytes;
    size_t size = sizeof *f;
    memset(bytes, 0, sizeof *f + 64);
    to_door_of(f, DOOR_ALLOW);
    switch (n) {
        CASE(0, "a byte alone", size = 1)
        CASE(1, "not whole", size -= 1)
        CASE(2, "longer than any", size += 8)
        CASE(3, "of no kind", to_door_of(f, (enum to_door_kind)99))
        CASE(4, "of a kind that a door sends", to_door_of(f, (enum to_door_kind)DOOR_REFUSED))
        CASE(5, "a bot with the name of a path", strcpy(f->name, "../ana"))
        CASE(6, "a bot without a name", *f->name = '\0')
        CASE(7, "a name without an end", memset(f->name, 'a', sizeof f->name))
        CASE(8, "a binding with an endpoint", strcpy(f->endpoint, "tcp://127.0.0.1:1"))
        CASE(9, "something in its padding", f->pad[3] = 1)
        CASE(10, "a list with a key", (to_door_of(f, DOOR_LIST), f->key[0] = 1))
        CASE(11, "an adoption with a date", (to_door_of(f, DOOR_ADOPT), f->not_after = 5))
        CASE(12, "an end with a name", (to_door_of(f, DOOR_CLOSE), strcpy(f->name, "ana")))
        CASE(13, "a call to nowhere", (to_door_of(f, DOOR_CALL), *f->endpoint = '\0'))
        CASE(14, "a call to a place with a line's end", (to_door_of(f, DOOR_CALL), strcpy(f->endpoint, "tcp://a\n:1")))
        CASE(15, "a call to a place without an end",
             (to_door_of(f, DOOR_CALL), memset(f->endpoint, 'a', sizeof f->endpoint)))
        CASE(16, "a call to a match without a name", (to_door_of(f, DOOR_CALL), *f->name = '\0'))
        CASE(17, "a call with a date", (to_door_of(f, DOOR_CALL), f->not_after = 5))
    default: return 0;
    }
}

TEST(a_door_and_its_daemon)
{
    static uint8_t bytes[sizeof(struct to_door) + 64] __attribute__((aligned(16)));
    struct receiver r;
    const char *what;
    unsigned bad = 0;
    for (unsigned n = 0; door_case(bytes, n, &what); n++) {
        start(&r, door_body);
        hear(&r);
        assert_int_equal(packet[0], DOOR_READY);
        say(&r, bytes, door_case(bytes, n, &what));
        shutdown(r.link, SHUT_WR);
        bad += refused(&r, "door", what);
    }
    start(&r, door_body);
    hear(&r);
    static const enum to_door_kind honest[] = { DOOR_LIST, DOOR_ALLOW, DOOR_ADOPT, DOOR_CALL, DOOR_CLOSE };
    for (size_t i = 0; i < sizeof honest / sizeof *honest; i++) {
        struct to_door f;
        to_door_of(&f, honest[i]);
        say(&r, &f, sizeof f);
    }
    fine(&r);
    assert_int_equal(bad, 0);
}
