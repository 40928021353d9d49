/* strangers: hostile programs at a seat that anybody may call.
 *
 * The vices of tests/bad as remote bots, with the fault that each of them has over tcp; and those who only find the
 * port: connections that never finish their handshake, that say nonsense, or a byte now and then.  The honest bot
 * wins, or does not even notice. */
#include "remote.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "seat/seat.h"
#include "support/skipped.h"
#include "support/status.h"

static const char QUICK[] = "bank=2s,inc=0ms,cap=2s,grace=0ms,start=6s";
static const char CALM[] = "bank=60s,inc=100ms,cap=20s,grace=50ms,start=20s";

/* Games of a match that is lost by the hundredth answer to nothing: a game of hands that are given up has thirty of them. */
static const char MANY[] = "40";

static const struct vice {
    const char *bot, *fault, *clock;
} vices[] = {
    { "exits_at_once", "no-start", QUICK }, { "silent", "no-start", QUICK },
    { "trickle", "no-start", QUICK },       { "other_endpoint", "no-start", QUICK },
    { "mute", "no-start", QUICK },          { "bad_hello", "bad-signature", CALM },
    { "late", "timeout", QUICK },           { "crash", "timeout", QUICK },
    { "endless", "timeout", QUICK },        { "twice", "unasked", CALM },
    { "old_request", "unasked", CALM },     { "out_of_turn", "unasked", CALM },
    { "flood", "unasked", CALM },           { "replayer", "out-of-order", CALM },
    { "reorders", "out-of-order", CALM },   { "hello_again", "out-of-order", CALM },
    { "other_seat", "wrong-seat", CALM },   { "garbage", "malformed", CALM },
    { "oversize", "malformed", CALM },      { "multipart", "malformed", CALM },
    { "bad_cut", "bad-cut", CALM },         { "bad_signature", "bad-signature", CALM },
    { "protest_liar", "protested", CALM },
};
enum { VICES = sizeof vices / sizeof *vices, AT_ONCE = 6, SEATS = 2 };

static struct remote_match *start(const struct vice *v, unsigned seat)
{
    char program[64];
    struct remote_match *m = calloc(1, sizeof *m);
    assert_non_null(m);
    remote_new(m);
    match_start(m, strcmp(v->fault, "unasked") ? "3" : MANY, v->clock, NULL);
    seats_open(m, SEATS);
    snprintf(program, sizeof program, "bad/%s", v->bot);
    bot_start(&m->bot[seat], program);
    bot_start(&m->bot[!seat], "random");
    return m;
}

/* The fault is in the result with its seat, nobody else has one, and the honest bot has won and knows it. */
static void finish(struct remote_match *m, const struct vice *v, unsigned seat)
{
    json_t *j = match_result(m), *fault;
    bool found = false;
    size_t i;
    json_array_foreach(json_object_get(j, "faults"), i, fault)
    {
        if (json_integer_value(json_object_get(fault, "seat")) != seat)
            fail_msg("%s: %s", v->bot, json_dumps(j, 0));
        found = found || !strcmp(json_text(fault, "fault"), v->fault);
    }
    if (!found || json_integer_value(json_object_get(j, "winner")) != !seat)
        fail_msg("%s should be %s: %s", v->bot, v->fault, json_dumps(j, 0));
    json_decref(j);
    assert_int_equal(bot_end(&m->bot[!seat]), 0);
    match_drop(m);
    free(m);
}

TEST(every_vice)
{
    for (unsigned at = 0; at < VICES; at += AT_ONCE) {
        struct remote_match *runs[AT_ONCE];
        unsigned now = VICES - at < AT_ONCE ? VICES - at : AT_ONCE;
        for (unsigned i = 0; i < now; i++)
            runs[i] = start(&vices[at + i], (at + i) % 2);
        for (unsigned i = 0; i < now; i++)
            finish(runs[i], &vices[at + i], (at + i) % 2);
    }
}

/* --- at the port ---------------------------------------------------------------------------------- */

static int call(unsigned port)
{
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)port),
                              .sin_addr = { htonl(INADDR_LOOPBACK) } };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    assert_true(fd >= 0);
    (void)connect(fd, (const struct sockaddr *)&to, sizeof to);
    return fd;
}

/* Three hundred at once: some say nothing, some half a greeting, some a whole one and then nothing, some nonsense. */
TEST(half_open_handshakes)
{
    enum { CALLERS = 300 };
    static const uint8_t greeting[64] = { 0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 0, 'C', 'U', 'R', 'V', 'E' };
    static int caller[CALLERS];
    AUTO(match_drop) struct remote_match m;
    remote_new(&m);
    match_start(&m, "4", CALM, NULL);
    seats_open(&m, SEATS);
    for (unsigned i = 0; i < CALLERS; i++)
        caller[i] = call(port_of(m.bot[0].endpoint));
    bot_start(&m.bot[0], "random");
    bot_start(&m.bot[1], "cauto");
    pass_until(&m, "game");
    for (unsigned i = 0; i < CALLERS; i++) {
        static const size_t sizes[] = { 0, 10, sizeof greeting, 12 };
        (void)!send(caller[i], i % 4 == 3 ? "GET / HTTP/1" : (const char *)greeting, sizes[i % 4], MSG_NOSIGNAL);
    }
    match_ends_well(&m);
    for (unsigned i = 0; i < CALLERS; i++)
        close(caller[i]);
    assert_int_equal(bot_end(&m.bot[0]), 0);
}

#if !defined(__SANITIZE_ADDRESS__)
/* The address space of a seat process was never nearly full. */
static void assert_room_left(pid_t pid)
{
    long peak_kib = (long)status_of(pid, "VmPeak:", 10);
    print_message("a seat process with a message announced on every line has %ld KiB of address space\n", peak_kib);
    assert_in_range(peak_kib, 1, SEAT_MEMORY / 1024 / 100 * 95);
}
#endif

enum { ANNOUNCERS = 1900, FILES_BESIDE = 64 };

/* A container may be given fewer descriptors at most than these callers need. */
static bool may_have_files(void)
{
    struct rlimit files;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
    return files.rlim_max >= ANNOUNCERS + FILES_BESIDE;
}

/* As many descriptors as this user may have: an ordinary one begins with 1,024.  The match is begun before, with what its user has. */
static void raise_files(void)
{
    struct rlimit files;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
    files.rlim_cur = files.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
}

/* Each announces a message as long as may be and never sends it, which costs a seat process address space and no memory: it has
 * room for all of them, or a stranger could end it, and its bot would answer for that. */
TEST(announced_messages)
{
    static const uint8_t greeting[64] = { 0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 1, 'C', 'U', 'R', 'V', 'E' };
    static uint8_t words[64 + 9];
    static int caller[ANNOUNCERS];
    AUTO(match_drop) struct remote_match m;
    if (!may_have_files()) {
        skipped("announced messages", "this place lets a process open fewer than %d files", ANNOUNCERS + FILES_BESIDE);
        skip();
    }
    memcpy(words, greeting, sizeof greeting);
    words[64] = 2; /* the head of a long frame, then its length */
    for (unsigned i = 0; i < 4; i++)
        words[64 + 5 + i] = (uint8_t)(SEAT_PART_MAX >> 8 * (3 - i));
    remote_new(&m);
    match_start(&m, GAMES_ENOUGH, CALM, NULL); /* so that it is played when its seat is looked at */
    seats_open(&m, SEATS);
    raise_files();
    for (unsigned i = 0; i < ANNOUNCERS; i++) {
        struct pollfd through = { .fd = caller[i] = call(port_of(m.bot[0].endpoint)), .events = POLLOUT };
        assert_int_equal(poll(&through, 1, 60000), 1);
        (void)!send(caller[i], words, sizeof words, MSG_NOSIGNAL);
    }
    bot_start(&m.bot[0], "random");
    bot_start(&m.bot[1], "cauto");
    pass_until(&m, "game");
#if !defined(__SANITIZE_ADDRESS__) /* whose shadow is most of a process's address space */
    assert_room_left(process_below(m.pid, "fiel seat --seat 0"));
#endif
    json_auto_t *j = match_result(&m);
    no_faults(j);
    const json_t *seat = json_array_get(json_object_get(j, "seats"), 0);
    assert_int_equal(json_integer_value(json_object_get(seat, "lines")), 1); /* the seat process was never lost */
    for (unsigned i = 0; i < ANNOUNCERS; i++)
        close(caller[i]);
    assert_int_equal(bot_end(&m.bot[0]), 0);
}

HANGS_AFTER(600)
