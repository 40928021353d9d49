/* referee_main: `fiel referee`, the process around the referee.  It reads frames, asks the clock, and hands
 * both over; what the referee wants sent is sent at once. */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "referee.h"
#include "record_begun.h"
#include "referee_log.h"

enum {
    SEND_PATIENCE_MS = 2000, /* a seat process that takes nothing for so long hangs */
    WORK_BUCKETS = 4096,     /* one per microsecond; the last one holds the rest */
};

struct seat_packet {
    struct from_seat head;
    uint8_t raw[ENVELOPE_MAX];
};

struct shell {
    int control;             /* -1 once the supervisor is gone */
    int seat[SEATS_MAX];     /* -1 while there is no process */
    unsigned seats;
    char secret[CONTROL_PATH];
    struct referee *referee;
    struct primary primary;  /* of the second leg of a pair */
    struct referee_logging log;
    struct record_begun begun; /* of a match that is resumed */
    int64_t clock_offset;      /* so that its time goes on where the record ends */
    bool parked;               /* the supervisor is gone: the record stays as it is */
    int64_t work_us;
    uint64_t work[WORK_BUCKETS], decisions;
    struct seat_packet in;
};

static int64_t now_us(const struct shell *s)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000 + s->clock_offset;
}

/* --- the ports ------------------------------------------------------------------------------------ */

static void tell_control(struct shell *s, const struct control_frame *f)
{
    int flags = MSG_NOSIGNAL | (f->kind == CONTROL_PROGRESS ? MSG_DONTWAIT : 0);
    if (s->control >= 0)
        (void)!send(s->control, f, sizeof *f, flags); /* a supervisor that is gone shows when it is read */
}

static void seat_hangs(struct shell *s, unsigned seat)
{
    struct control_frame f;
    memset(&f, 0, sizeof f);
    f.kind = CONTROL_SEAT_HANGS;
    f.seat = (uint8_t)seat;
    tell_control(s, &f);
}

/* A seat process drains its link all the time, so waiting here is for one that does not run. */
static void port_send(void *ctx, unsigned seat, const struct to_seat *head, const void *envelope)
{
    struct shell *s = ctx;
    struct iovec part[2] = { { (void *)(uintptr_t)head, sizeof *head },
                             { (void *)(uintptr_t)envelope, head->size } };
    struct msghdr packet = { .msg_iov = part, .msg_iovlen = head->size > 0 ? 2 : 1 };
    struct pollfd room = { .fd = s->seat[seat], .events = POLLOUT };
    if (s->seat[seat] < 0)
        return;
    while (sendmsg(s->seat[seat], &packet, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN && errno != ENOBUFS)
            return; /* its end is on the way: the supervisor will say so */
        if (poll(&room, 1, SEND_PATIENCE_MS) == 0) {
            seat_hangs(s, seat);
            return;
        }
    }
}

/* The bucket below which `share` percent of the decisions lie. */
static int64_t work_percentile(const struct shell *s, unsigned share)
{
    uint64_t below = 0, wanted = (s->decisions * share + 99) / 100;
    for (unsigned i = 0; i < WORK_BUCKETS; i++) {
        below += s->work[i];
        if (below >= wanted)
            return i;
    }
    return WORK_BUCKETS;
}

static void port_notify(void *ctx, const struct control_frame *f)
{
    struct shell *s = ctx;
    struct control_frame out = *f;
    if (f->kind == CONTROL_RESULT) {
        out.result.work_us = s->work_us;
        out.result.work_p50_us = work_percentile(s, 50);
        out.result.work_p99_us = work_percentile(s, 99);
        /* REVEAL is on the disk.  Without it the file keeps the only S that there is. */
        if (f->result.complete && s->secret[0] != '\0')
            (void)journal_drop_seed(s->secret);
        if (!f->result.waits) /* a result is logged with the replay's hash, when there is one */
            referee_log_finish(&s->log, f->result.complete, out.result.log_error);
    }
    tell_control(s, &out);
}

/* --- what comes in -------------------------------------------------------------------------------- */

static void seat_lost(struct shell *s, unsigned seat)
{
    close(s->seat[seat]);
    s->seat[seat] = -1;
}

static bool packet_holds(const struct seat_packet *p, ssize_t n)
{
    return n >= (ssize_t)sizeof p->head && (size_t)n == sizeof p->head + p->head.size &&
           p->head.count <= SEAT_MESSAGES;
}

/* One frame of a seat process; its own time goes into the books when it was a decision. */
static void read_seat(struct shell *s, unsigned seat)
{
    ssize_t n = recv(s->seat[seat], &s->in, sizeof s->in, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (!packet_holds(&s->in, n)) {
        seat_lost(s, seat); /* ended, or no seat process of ours: the supervisor ends it then */
        if (n > 0)
            seat_hangs(s, seat);
        return;
    }
    int64_t began = now_us(s);
    s->in.head.left_us += s->clock_offset;
    s->in.head.came_us += s->clock_offset;
    referee_from_seat(s->referee, seat, &s->in.head, s->in.raw, began);
    uint64_t decisions = referee_decisions(s->referee);
    if (decisions == s->decisions)
        return;
    int64_t took = now_us(s) - began;
    s->decisions = decisions;
    s->work_us += took;
    s->work[took < WORK_BUCKETS ? took : WORK_BUCKETS - 1]++;
}

/* One packet of the supervisor and the descriptor it may carry, else -1. */
static ssize_t receive_control(int fd, struct control_frame *f, int *carried)
{
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(int))];
    } extra;
    struct iovec part = { f, sizeof *f };
    struct msghdr packet = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = extra.bytes,
                             .msg_controllen = sizeof extra.bytes };
    ssize_t n = recvmsg(fd, &packet, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    *carried = -1;
    struct cmsghdr *c = n >= 0 ? CMSG_FIRSTHDR(&packet) : NULL;
    if (c != NULL && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
        memcpy(carried, CMSG_DATA(c), sizeof *carried);
    return n;
}

static void seat_ended(struct shell *s, const struct control_frame *f, int carried)
{
    struct control_ended ended = f->ended;
    if (s->seat[f->seat] >= 0)
        seat_lost(s, f->seat);
    s->seat[f->seat] = carried;
    if (carried < 0)
        ended.restarted = 0;
    referee_seat_ended(s->referee, f->seat, &ended, now_us(s));
}

static void read_control(struct shell *s)
{
    struct control_frame f;
    int carried;
    ssize_t n = receive_control(s->control, &f, &carried);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n != sizeof f) { /* without its supervisor nobody starts what ends: the match waits to be resumed */
        close(s->control);
        s->control = -1;
        s->parked = true;
    } else if (f.kind == CONTROL_CANCEL) {
        referee_cancel(s->referee, now_us(s));
    } else if (f.kind == CONTROL_REVEAL) {
        referee_reveal(s->referee, now_us(s));
    } else if (f.kind == CONTROL_BOT_ENDED && f.seat < s->seats) {
        referee_bot_ended(s->referee, f.seat, &f.ended, now_us(s));
    } else if (f.kind == CONTROL_SEAT_ENDED && f.seat < s->seats) {
        seat_ended(s, &f, carried);
        return;
    }
    if (carried >= 0)
        close(carried);
}

/* --- the loop ------------------------------------------------------------------------------------- */

/* Sleeps until a frame or the referee's deadline.  Frames of seats are read before the supervisor's: what a
 * bot said before it ended counts. */
static void turn(struct shell *s)
{
    struct pollfd fds[SEATS_MAX + 1];
    struct timespec left = { 0 }, *limit = NULL;
    int64_t deadline = referee_deadline(s->referee);
    for (unsigned i = 0; i < s->seats; i++)
        fds[i] = (struct pollfd){ .fd = s->seat[i], .events = POLLIN };
    fds[s->seats] = (struct pollfd){ .fd = s->control, .events = POLLIN };
    if (deadline != INT64_MAX) {
        int64_t us = deadline - now_us(s);
        if (us > 0)
            left = (struct timespec){ .tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000 };
        limit = &left;
    }
    int n = ppoll(fds, s->seats + 1, limit, NULL);
    for (unsigned i = 0; i < s->seats && n > 0; i++)
        if (fds[i].revents != 0 && !referee_over(s->referee))
            read_seat(s, i);
    if (n > 0 && fds[s->seats].revents != 0 && !referee_over(s->referee))
        read_control(s);
    if (now_us(s) >= deadline)
        referee_tick(s->referee, now_us(s));
}

static int fail(struct shell *s, int error, const char *text)
{
    struct control_frame f;
    memset(&f, 0, sizeof f);
    f.kind = CONTROL_ERROR;
    f.error.number = error;
    snprintf(f.error.text, sizeof f.error.text, "%s", text);
    tell_control(s, &f);
    return EXIT_ENVIRONMENT;
}

static int fail_path(struct shell *s, const char *what, const char *path, const char *todo)
{
    char text[CONTROL_TEXT];
    int error = errno;
    snprintf(text, sizeof text, "%s %.120s: %s: %s", what, path, strerror(error), todo);
    return fail(s, error, text);
}

/* With a fixed S the nonce is fixed too, so that the whole match can be had again. */
static void draw(struct referee_config *c, uint8_t nonce[HASH])
{
    struct message m;
    if (!c->seed_fixed) {
        randombytes_buf(c->seed, sizeof c->seed);
        randombytes_buf(nonce, HASH);
        return;
    }
    message_start(&m, "fiel/fixed-nonce");
    hash_keyed(nonce, c->seed, &m);
}

/* The twin has the primary's S and nonce, and deals what its parties have cut. */
static int take_primary(struct shell *s, struct referee_config *c, uint8_t nonce[HASH])
{
    struct replay r;
    c->primary[sizeof c->primary - 1] = c->primary_secret[sizeof c->primary_secret - 1] = '\0';
    if (journal_load_seed(c->primary_secret, c->seed) != 0)
        return fail_path(s, "the seed of the first leg cannot be read from", c->primary_secret,
                         "leave the files of a match alone while it runs");
    if (replay_load(&r, c->primary) != 0)
        return fail_path(s, "the first leg cannot be read:", c->primary,
                         "leave the files of a match alone while it runs");
    bool whole = primary_read(&s->primary, &r);
    replay_unload(&r);
    memcpy(nonce, s->primary.nonce, HASH);
    return whole ? EXIT_FINE : fail(s, 0, "the record of the first leg does not hold what its twin is dealt from");
}

/* Plays the match again up to where its record ends; from there its time goes on. */
static int go_on(struct shell *s, char why[CONTROL_TEXT])
{
    int64_t last;
    if (referee_resume(s->referee, &s->begun.file, &last, why) != 0)
        return -1;
    s->clock_offset = last - now_us(s);
    return 0;
}

/* Plays the match whose files are there. */
static int run(struct shell *s, struct referee_config *c, const struct journal *journal,
               const uint8_t nonce[HASH])
{
    struct referee_ports ports = { s, port_send, port_notify, *journal, referee_log_port(&s->log) };
    char why[CONTROL_TEXT];
    s->referee = referee_new(c, c->seed, nonce, &ports, why);
    bool twin = c->primary[0] != '\0';
    sodium_memzero(c, sizeof *c);
    if (s->referee == NULL || (twin && referee_twin(s->referee, &s->primary, why) != 0))
        return fail(s, 0, why);
    if (s->begun.bytes != NULL && go_on(s, why) != 0)
        return fail(s, 0, why);
    if (s->begun.bytes == NULL && referee_start(s->referee, now_us(s)) != 0)
        return -1;
    while (!referee_over(s->referee) && !s->parked)
        turn(s);
    return EXIT_FINE;
}

/* What a match that is resumed was dealt from. */
static int take_begun(struct shell *s, struct referee_config *c, uint8_t nonce[HASH])
{
    char why[CONTROL_TEXT];
    if (record_begun_load(&s->begun, c->replay, why) != 0)
        return fail(s, 0, why);
    if (journal_load_seed(c->secret, c->seed) != 0)
        return fail_path(s, "the seed of the match cannot be read from", c->secret,
                         "without it the match cannot be resumed");
    randombytes_buf(nonce, HASH);
    if (s->begun.offered)
        memcpy(nonce, s->begun.nonce, HASH);
    return EXIT_FINE;
}

/* S and the nonce: drawn, those of the first leg, or those that the match began with. */
static int take_seed(struct shell *s, struct referee_config *c, uint8_t nonce[HASH])
{
    if (c->resume)
        return take_begun(s, c, nonce);
    if (c->primary[0] != '\0')
        return take_primary(s, c, nonce);
    draw(c, nonce);
    return EXIT_FINE;
}

static int keep_seed(struct shell *s, const struct referee_config *c)
{
    if (c->resume || s->secret[0] == '\0' || journal_keep_seed(s->secret, c->seed) == 0)
        return EXIT_FINE;
    return fail_path(s, "the seed cannot be kept in", s->secret, "choose a folder that this program may write");
}

/* There was no match: what was made for it goes again.  What was there before stays. */
static void take_away(struct shell *s, const char *record)
{
    char why[CONTROL_TEXT];
    if (s->begun.bytes != NULL)
        return;
    if (record != NULL)
        unlink(record);
    if (s->secret[0] != '\0')
        (void)journal_drop_seed(s->secret);
    referee_log_finish(&s->log, false, why); /* the number was given out: say that no match came of it */
}

/* The files, the match, and the files away again when there was none. */
static int play(struct shell *s, struct referee_config *c)
{
    struct journal journal;
    struct journal_file *file = NULL;
    char path[CONTROL_PATH], why[CONTROL_TEXT];
    uint8_t nonce[HASH];
    c->replay[sizeof c->replay - 1] = c->secret[sizeof c->secret - 1] = '\0';
    memcpy(path, c->replay, sizeof path);
    memcpy(s->secret, c->secret, sizeof s->secret);
    int status = take_seed(s, c, nonce);
    if (status == EXIT_FINE && referee_log_start(&s->log, c, why) != 0)
        status = fail(s, 0, why);
    if (status == EXIT_FINE)
        status = keep_seed(s, c);
    if (status != EXIT_FINE)
        return status;
    file = s->begun.bytes != NULL ? journal_go_on(path, s->begun.size, &journal) : journal_open(path, &journal);
    status = file != NULL ? run(s, c, &journal, nonce) : -1;
    if (status < 0)
        status = fail_path(s, "the replay cannot be written:", path,
                           "choose a new file name where there is room and this program may write");
    if (status != EXIT_FINE)
        take_away(s, file != NULL ? path : NULL);
    journal_close(&file);
    referee_log_wipe(&s->log);
    record_begun_free(&s->begun);
    referee_free(&s->referee);
    return status;
}

/* --- the command ---------------------------------------------------------------------------------- */

static void help(void)
{
    fputs("usage: fiel referee --control FD --seat FD --seat FD ...\n\n"
          "The referee of one match: rules, deal, clocks and record.\n"
          "`fiel match` starts it with all descriptors open; there is no use for it by hand.\n", stdout);
}

static int descriptor(const char *text)
{
    char *end;
    long fd = strtol(text, &end, 10);
    return *text != '\0' && *end == '\0' && fd >= 0 && fd < 1 << 20 ? (int)fd : -1;
}

static bool options_read(struct shell *s, int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        int fd = descriptor(argv[i + 1]);
        if (fd < 0)
            return false;
        if (strcmp(argv[i], "--control") == 0)
            s->control = fd;
        else if (strcmp(argv[i], "--seat") == 0 && s->seats < SEATS_MAX)
            s->seat[s->seats++] = fd;
        else
            return false;
    }
    return argc % 2 == 1 && s->control >= 0 && s->seats > 0;
}

/* Bots run as the same user may not look into this process; what a terminal sends is the supervisor's
 * affair. */
static void settle_process(void)
{
#if !defined(__SANITIZE_ADDRESS__)
    (void)prctl(PR_SET_DUMPABLE, 0);
#endif
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
}

int cli_referee(int argc, char **argv)
{
    struct referee_config config;
    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return help(), EXIT_FINE;
    struct shell *s = calloc(1, sizeof *s);
    if (s == NULL)
        return cli_fail(EXIT_ENVIRONMENT, "referee: out of memory: free some and play again");
    s->control = -1;
    int status;
    if (!options_read(s, argc, argv)) {
        status = cli_fail(EXIT_USAGE, "referee: --control and --seat are needed: let `fiel match` start it");
    } else if (sodium_init() < 0 || recv(s->control, &config, sizeof config, 0) != sizeof config) {
        status = cli_fail(EXIT_ENVIRONMENT, "referee: no configuration came: let `fiel match` start it");
    } else if (config.seats != s->seats) {
        status = fail(s, 0, "the match has another number of seats than descriptors were given");
    } else {
        settle_process();
        status = play(s, &config);
    }
    free(s);
    return status;
}
