/* `fiel referee` as a process: its descriptors, its files, and how it ends.  The test is its supervisor and both
 * of its seat processes; the bots are those of the simulations. */
#include "support/test.h"

#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

#include "audit/audit.h"
#include "base/cli.h"
#include "base/control.h"
#include "base/link.h"
#include "seat/seat.h"
#include "support/sim_bot.h"
#include "support/scratch.h"
#include "cli/now.h"

enum { SEATS = 2, PATIENCE_MS = 60000 };

static struct process {
    pid_t pid;
    int control, seat[SEATS];
    struct sim_bot bot[SEATS];
    bool gone[SEATS]; /* the bot is: it says nothing more */
    uint32_t ticket[SEATS];
    int64_t left[SEATS];
    unsigned closed;
    struct control_frame last;
    struct control_fault fault; /* the last */
    unsigned ready, games;
    int64_t since; /* when it was started */
} p;

static char folder[SCRATCH_ROOM];
static char replay[CONTROL_PATH], secret[CONTROL_PATH];

static struct referee_config config(unsigned games)
{
    struct referee_config c;
    uint8_t seed[32] = { 9 }, public_key[32];
    memset(&c, 0, sizeof c);
    c.kind = CONTROL_CONFIG;
    strcpy(c.rules, "argentino,target=15");
    c.games = games;
    c.hands_max = SIM_HANDS;
    c.seats = SEATS;
    c.bank_us = c.cap_us = c.start_us = c.duty_us = 20000000;
    c.sign_every = 16;
    crypto_sign_seed_keypair(public_key, c.key, seed);
    strcpy(c.replay, replay);
    strcpy(c.secret, secret);
    return c;
}

/* What a seat process says first. */
static void say_ready(unsigned seat)
{
    struct from_seat f;
    memset(&f, 0, sizeof f);
    f.kind = SEAT_READY;
    f.came_us = now_us();
    (void)!send(p.seat[seat], &f, from_seat_size(&f), MSG_NOSIGNAL); /* where there is no match, nobody listens */
}

/* The referee in a child of its own, with one end of each pair. */
static void start(const struct referee_config *c, size_t size)
{
    int pair[SEATS + 1][2];
    char number[SEATS + 1][16];
    memset(&p, 0, sizeof p);
    p.since = now_us();
    for (unsigned i = 0; i <= SEATS; i++) {
        assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair[i]), 0);
        snprintf(number[i], sizeof number[i], "%d", pair[i][1]);
    }
    p.pid = fork();
    if (p.pid == 0) {
        char name[] = "referee";
        char *argv[] = { name,     "--reads", "1",      "--control", number[SEATS],
                         "--seat", number[0], "--seat", number[1],   NULL };
        for (unsigned i = 0; i <= SEATS; i++)
            close(pair[i][0]);
        _exit(cli_referee(9, argv));
    }
    for (unsigned i = 0; i <= SEATS; i++)
        close(pair[i][1]);
    p.control = pair[SEATS][0];
    for (unsigned i = 0; i < SEATS; i++) {
        p.seat[i] = pair[i][0];
        bot_start(&p.bot[i], i);
    }
    assert_int_equal(send(p.control, c, size, 0), size);
    for (unsigned i = 0; i < SEATS; i++)
        say_ready(i);
}

/* The exit code; everything of the process is gone afterwards. */
static int end(void)
{
    struct stat st;
    int status;
    assert_int_equal(waitpid(p.pid, &status, 0), p.pid);
    if (p.control >= 0)
        close(p.control);
    for (unsigned i = 0; i < SEATS; i++) {
        close(p.seat[i]);
        bot_end(&p.bot[i]);
    }
    assert_true(WIFEXITED(status));
    if (stat(secret, &st) == 0 && st.st_size == 0) /* which it cannot remove */
        unlink(secret);
    return WEXITSTATUS(status);
}

static bool exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

/* --- the seats' and the supervisor's part --------------------------------------------------------- */

/* A referee that has told the result may have ended. */
static void was_sent(ssize_t n) { assert_true(n > 0 || errno == EPIPE || errno == ECONNRESET); }

static void speak(unsigned seat)
{
    uint8_t out[ENVELOPE_MAX];
    struct from_seat f;
    size_t size = p.gone[seat] ? 0 : bot_say(&p.bot[seat], ~0u, out);
    if (size == 0)
        return;
    memset(&f, 0, sizeof f);
    seat_read(&f, out, size, 1);
    f.ticket = p.ticket[seat];
    f.left_us = p.left[seat];
    f.came_us = now_us();
    f.size = (uint32_t)size;
    struct iovec part[2] = { { &f, from_seat_size(&f) }, { out, size } };
    struct msghdr packet = { .msg_iov = part, .msg_iovlen = 2 };
    was_sent(sendmsg(p.seat[seat], &packet, MSG_NOSIGNAL));
}

static void hear_seat(unsigned seat)
{
    static struct {
        struct to_seat head;
        uint8_t envelope[ENVELOPE_MAX];
    } in;
    ssize_t n = recv(p.seat[seat], &in, sizeof in, 0);
    if (n <= 0)
        return;
    if (in.head.kind == TO_CLOSE) {
        p.closed++;
        return;
    }
    assert_true(in.head.sent_us >= p.since &&
                in.head.sent_us <= now_us()); /* by this machine's clock, whatever the record's is */
    if (in.head.waits) {
        p.ticket[seat] = in.head.ticket;
        p.left[seat] = now_us();
    }
    if (in.head.size > 0)
        bot_take(&p.bot[seat], in.envelope, in.head.size);
    speak(seat);
}

static void hear_control(void)
{
    struct control_frame f;
    if (recv(p.control, &f, sizeof f, 0) != sizeof f)
        return;
    if (f.kind == CONTROL_READY)
        p.ready++;
    if (f.kind == CONTROL_GAME)
        p.games++;
    if (f.kind == CONTROL_FAULT)
        p.fault = f.fault;
    if (f.kind == CONTROL_RESULT || f.kind == CONTROL_ERROR)
        p.last = f;
}

/* Takes part until there is a last frame, or the bots have heard so many requests. */
static void take_part(unsigned requests)
{
    while (p.last.kind == 0 && p.bot[0].requests + p.bot[1].requests < requests) {
        struct pollfd fds[3] = { { p.seat[0], POLLIN, 0 }, { p.seat[1], POLLIN, 0 }, { p.control, POLLIN, 0 } };
        assert_true(poll(fds, 3, PATIENCE_MS) > 0);
        for (unsigned i = 0; i < SEATS; i++)
            if (fds[i].revents)
                hear_seat(i);
        if (fds[2].revents)
            hear_control();
    }
}

static void tell(const struct control_frame *f, int carried)
{
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(int))];
    } extra;
    struct iovec part = { (void *)(uintptr_t)f, sizeof *f };
    struct msghdr packet = { .msg_iov = &part, .msg_iovlen = 1 };
    memset(&extra, 0, sizeof extra);
    if (carried >= 0) {
        packet.msg_control = extra.bytes;
        packet.msg_controllen = sizeof extra.bytes;
        struct cmsghdr *c = CMSG_FIRSTHDR(&packet);
        c->cmsg_level = SOL_SOCKET;
        c->cmsg_type = SCM_RIGHTS;
        c->cmsg_len = CMSG_LEN(sizeof carried);
        memcpy(CMSG_DATA(c), &carried, sizeof carried);
    }
    assert_int_equal(sendmsg(p.control, &packet, 0), sizeof *f);
}

/* The replay is complete and valid; it is removed. */
static void check_replay(void)
{
    AUTO(replay_unload) struct replay r;
    struct audit_report report;
    assert_int_equal(replay_load(&r, replay), 0);
    assert_int_equal(audit_bytes(r.bytes, r.size, NULL, &report), 0);
    assert_int_equal(report.outcome, AUDIT_VALID);
    assert_int_equal(unlink(replay), 0);
}

/* --- no match ------------------------------------------------------------------------------------- */

TEST(test_options)
{
    char name[] = "referee";
    char *wrong[] = { name, "--control", "x", "--seat", "4", NULL };
    char *none[] = { name, NULL };
    assert_int_equal(cli_referee(5, wrong), EXIT_USAGE);
    assert_int_equal(cli_referee(1, none), EXIT_USAGE);
}

TEST(test_no_configuration)
{
    struct referee_config c = config(1);
    start(&c, sizeof c - 1);
    assert_int_equal(end(), EXIT_ENVIRONMENT);
    assert_false(exists(replay) || exists(secret));
}

TEST(test_no_such_rules)
{
    struct referee_config c = config(1);
    strcpy(c.rules, "argentina");
    start(&c, sizeof c);
    take_part(1);
    assert_int_equal(p.last.kind, CONTROL_ERROR);
    assert_true(strlen(p.last.error.text) > 10);
    assert_int_equal(end(), EXIT_ENVIRONMENT);
    assert_false(exists(secret));
    assert_int_equal(unlink(replay), 0);
}

TEST(test_unwritable_files)
{
    for (unsigned i = 0; i < 2; i++) {
        struct referee_config c = config(1);
        strcpy(i == 0 ? c.replay : c.secret, "/nowhere/at/all");
        start(&c, sizeof c);
        take_part(1);
        assert_int_equal(p.last.kind, CONTROL_ERROR);
        assert_int_equal(p.last.error.number, ENOENT);
        assert_non_null(strstr(p.last.error.text, "/nowhere/at/all"));
        assert_int_equal(p.ready, 0);
        assert_int_equal(end(), EXIT_ENVIRONMENT);
        assert_false(exists(secret));
    }
}

/* --- matches -------------------------------------------------------------------------------------- */

static void begin(struct referee_config *c)
{
    start(c, sizeof *c);
    for (unsigned i = 0; i < SEATS; i++)
        speak(i);
}

static void ends_well(void)
{
    assert_int_equal(end(), EXIT_FINE);
    check_replay();
}

TEST(test_a_match)
{
    struct referee_config c = config(3);
    begin(&c);
    take_part(1);
    assert_true(exists(secret));
    take_part(~0u);
    assert_int_equal(p.last.kind, CONTROL_RESULT);
    assert_int_equal(p.last.result.result.outcome, END_PLAYED);
    assert_true(p.last.result.complete && p.last.result.work_us > 0);
    assert_int_equal(p.last.result.work_p50_us <= p.last.result.work_p99_us, 1);
    assert_int_equal(p.games, 3);
    assert_int_equal(p.ready, 1);
    assert_int_equal(end(), EXIT_FINE);
    assert_false(exists(secret));
    check_replay();
}

/* A seat process is lost; the new one's descriptor comes with the supervisor's word. */
TEST(test_seat_started_again)
{
    struct referee_config c = config(2);
    struct control_frame f;
    int pair[2];
    begin(&c);
    take_part(5);
    close(p.seat[0]);
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
    p.seat[0] = pair[0];
    memset(&f, 0, sizeof f);
    f.kind = CONTROL_SEAT_ENDED;
    f.ended = (struct control_ended){ .signal = 9, .restarted = 1 };
    tell(&f, pair[1]);
    close(pair[1]);
    p.bot[0].due = 0;
    bot_again(&p.bot[0]);
    p.ticket[0] = 0;
    p.left[0] = 0;
    say_ready(0);
    speak(0);
    take_part(~0u);
    assert_int_equal(p.last.kind, CONTROL_RESULT);
    assert_int_equal(p.last.result.result.outcome, END_PLAYED);
    ends_well();
}

/* --- the end of a bot ------------------------------------------------------------------------------- */

/* Of a seat process: what is on the bot's line, or that it stands or stands no more. */
static void say_of_bot(unsigned seat, enum from_seat_kind kind)
{
    struct from_seat f;
    memset(&f, 0, sizeof f);
    f.kind = (uint8_t)kind;
    f.error = kind == SEAT_MALFORMED ? WIRE_EMPTY : 0;
    f.came_us = f.left_us = now_us();
    was_sent(send(p.seat[seat], &f, SEAT_HEAD, MSG_NOSIGNAL));
}

/* The referee has taken all that it was told. */
static void await_taken(int fd)
{
    int left = 1;
    while (left > 0)
        assert_int_equal(ioctl(fd, SIOCOUTQ, &left), 0);
}

/* The referee knows it when this returns. */
static void bot_crashes(unsigned seat)
{
    const struct control_frame f = { .kind = CONTROL_BOT_ENDED, .seat = (uint8_t)seat, .ended = { .exit_code = 1 } };
    p.gone[seat] = true;
    tell(&f, -1);
    await_taken(p.control);
}

/* That a bot has ended comes by its keeper and the supervisor, what it said before that by its seat process, which may have stood still:
 * the word counts all the same. */
TEST(test_a_bots_last_word)
{
    for (unsigned process_too = 0; process_too < 2; process_too++) {
        struct referee_config c = config(1);
        start(&c, sizeof c);
        say_of_bot(0, SEAT_CONNECTED);
        for (unsigned i = 0; i < SEATS; i++)
            speak(i);
        take_part(1);
        bot_crashes(0);
        say_of_bot(0, SEAT_MALFORMED);
        if (process_too)
            shutdown(p.seat[0], SHUT_WR);
        else
            say_of_bot(0, SEAT_GONE);
        take_part(~0u);
        assert_int_equal(p.fault.fault, FAULT_MALFORMED);
        assert_int_equal(p.last.result.result.outcome, END_FAULT);
        ends_well();
    }
}

/* Without a word it has just ended, as soon as nothing more can come from it: its line has ended, or its seat process, or it never had one. */
TEST(test_a_bots_end)
{
    for (unsigned how = 0; how < 3; how++) {
        struct referee_config c = config(1);
        start(&c, sizeof c);
        if (how > 0)
            say_of_bot(0, SEAT_CONNECTED);
        for (unsigned i = 0; i < SEATS; i++)
            speak(i);
        take_part(1);
        bot_crashes(0);
        if (how == 1)
            say_of_bot(0, SEAT_GONE);
        if (how == 2)
            shutdown(p.seat[0], SHUT_WR);
        take_part(~0u);
        assert_int_equal(p.fault.fault, FAULT_CRASHED);
        ends_well();
    }
}

/* --- a seat process that was taken over ----------------------------------------------------------- */

struct bad {
    union {
        struct from_seat f;
        uint8_t bytes[sizeof(struct from_seat) + ENVELOPE_MAX + 64];
    };
    uint8_t *raw;
    size_t length;
};

/* The frame that an honest seat process makes of these bytes. */
static void honest(struct bad *b, const uint8_t *bytes, size_t size)
{
    memset(b, 0, sizeof *b);
    seat_read(&b->f, bytes, size, 1);
    b->f.came_us = b->f.left_us = now_us();
    b->f.size = (uint32_t)size;
    b->raw = b->bytes + from_seat_size(&b->f);
    memcpy(b->raw, bytes, size);
    b->length = from_seat_size(&b->f) + size;
}

static size_t word(uint8_t out[256], bool join)
{
    static const uint8_t some[128] = { 7 };
    struct packer k;
    pack_start(&k, out, 256);
    pack_array(&k, 2);
    pack_uint(&k, 0);
    if (join)
        pack_msg_join(&k, some, HASH, some, some);
    else
        pack_msg_hello(&k, some, "ana", 0, some, some);
    assert_false(k.bad);
    return k.size;
}

static void spoil(struct bad *b, unsigned how)
{
    uint8_t out[256];
    bool join = how < 4;
    honest(b, out, word(out, join));
    struct seat_message *m = &b->f.msg[0];
    switch (how) {
    case 0: m->bin_at = 0xfffffff0u; break; /* which ended the referee by SIGSEGV */
    case 1: m->bin_at = b->f.size - 1; break;
    case 2: m->bin_at++; break;
    case 3: m->hand = 1; break;
    case 4: b->f.count = 255; break;
    case 5: b->f.size = UINT32_MAX; break;
    case 6: b->length = 3; break;
    case 7: b->length--; break;
    case 8: b->f.kind = 0; break;
    case 9: b->f.kind = 200; break;
    case 10: b->f.kind = SEAT_READY; break;
    case 11: b->f.left_us = -1; break;
    case 12: b->f.came_us = INT64_MAX; break;
    case 13: b->f.ticket = 77; break;
    case 14: b->f.error = WIRE_TRAILING; break;
    case 15: b->f.ack++; break;
    case 16: m->type = 99; break;
    case 17: m->type = MSG_OFFER; break;
    case 18: m->table = 5; break;
    case 19: m->version = 256; break;
    case 20: m->has_signature = 0; break;
    case 21: m->has_signature = 2; break;
    case 22: m->signs = 255; break;
    case 23: m->text_size = 255; break;
    case 24: memset(m->text, 'x', sizeof m->text); break;
    case 25: m->a[0]++; break;
    case 26: m->pad = 1; break;
    case 27: b->f.pad = 1; break;
    case 28: b->raw[5]++; break;
    case 29: /* of messages that are not there */
        b->f.count = 0;
        memmove(b->f.msg, b->raw, b->f.size);
        b->length = SEAT_HEAD + b->f.size;
        break;
    case 30: /* well-formed, and called malformed */
        seat_refuse(&b->f, WIRE_TRUNCATED);
        memmove(b->f.msg, b->raw, b->f.size);
        b->length = SEAT_HEAD + b->f.size;
        break;
    default: assert(0);
    }
}

enum { SPOILT = 31 };

/* Each of these frames is refused with a reason, and the referee lives. */
TEST(test_bad_frames)
{
    static struct bad b;
    for (unsigned how = 0; how < SPOILT; how++) {
        struct referee_config c = config(1);
        struct control_frame f = { .kind = 0 };
        start(&c, sizeof c);
        spoil(&b, how);
        assert_int_equal(send(p.seat[1], b.bytes, b.length, 0), b.length);
        while (f.kind != CONTROL_SEAT_WRONG)
            if (recv(p.control, &f, sizeof f, 0) != sizeof f)
                fail_msg("frame %u ends the referee", how);
        assert_int_equal(f.seat, 1);
        assert_true(strlen(f.text) > 10);
        close(p.control);
        p.control = -1;
        assert_int_equal(end(), EXIT_FINE);
        unlink(secret);
        unlink(replay);
    }
}

/* The same ones unspoilt are taken, and bytes that are malformed as it says. */
TEST(test_honest_frames)
{
    static struct bad b;
    static const uint8_t truncated[] = { 0x92 };
    struct referee_config c = config(1);
    struct control_frame f = { .kind = 0 };
    uint8_t out[256];
    start(&c, sizeof c);
    honest(&b, out, word(out, false));
    assert_int_equal(send(p.seat[0], b.bytes, b.length, 0), b.length); /* a wrong signature */
    honest(&b, truncated, sizeof truncated);
    assert_int_equal(b.f.error, WIRE_TRUNCATED);
    assert_int_equal(send(p.seat[1], b.bytes, b.length, 0), b.length);
    while (f.kind != CONTROL_RESULT) {
        assert_int_equal(recv(p.control, &f, sizeof f, 0), sizeof f);
        assert_int_not_equal(f.kind, CONTROL_SEAT_WRONG);
    }
    assert_true(f.result.complete);
    ends_well();
}

static void cancelled_ends_void(void)
{
    struct control_frame f = { .kind = CONTROL_CANCEL };
    tell(&f, -1);
    take_part(~0u);
    assert_int_equal(p.last.result.result.outcome, END_VOID);
    ends_well();
}

static void supervisor_ends(void)
{
    close(p.control);
    p.control = -1;
    assert_int_equal(end(), EXIT_FINE);
}

TEST(test_cancelled)
{
    struct referee_config c = config(50);
    begin(&c);
    take_part(5);
    cancelled_ends_void();
}

/* The supervisor is gone: nobody would start what ends.  The record stays as it is, with its seed, so that the match
 * can be resumed. */
TEST(test_supervisor_gone)
{
    struct referee_config c = config(50);
    begin(&c);
    take_part(5);
    supervisor_ends();
    assert_true(exists(secret));
    struct replay r;
    struct record rec;
    assert_int_equal(replay_load(&r, replay), 0);
    while (replay_next(&r, &rec))
        continue;
    assert_int_equal(r.end, REPLAY_NO_TRAILER);
    replay_unload(&r);
    unlink(secret);
    unlink(replay);
}

/* The time of a resumed match goes on where its record ends, which was a whole other match ago.  What a seat process is told is by the
 * machine's clock all the same: else it would say of its bot's time that it had stood still since then. */
TEST(test_the_clock_of_a_resumed_match)
{
    struct referee_config c = config(50), between = config(3);
    begin(&c);
    take_part(5);
    supervisor_ends();
    strcat(between.replay, "2");
    strcat(between.secret, "2");
    begin(&between);
    take_part(~0u);
    assert_int_equal(end(), EXIT_FINE);
    unlink(between.replay);
    unlink(between.secret);
    c.resume = RESUME_GO_ON;
    begin(&c);
    take_part(1);
    cancelled_ends_void();
}

BEFORE_ALL(set_up)
{
    scratch_make(folder);
    snprintf(replay, sizeof replay, "%s/match.fiel", folder);
    snprintf(secret, sizeof secret, "%s/seed", folder);
    return 0;
}

AFTER_ALL(tear_down) { return rmdir(folder); }
