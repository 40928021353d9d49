/* seat_loop: envelopes from the bot to the referee and back, and the wait of the open request.
 *
 * The ROUTER's ZMQ_FD is edge-triggered: it tells once that the socket's mailbox has something, and any
 * operation on the socket may swallow that.  So the loop sleeps only right after a receive that found
 * nothing, and a send always stands before that receive.  The link is an ordinary descriptor and is read
 * only when poll named it: a decision costs one wake-up for the answer and one for the next request. */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "base/cli.h"
#include "course/clock.h"
#include "base/now.h"
#include "farewell.h"
#include "life.h"
#include "seat.h"

struct seat {
    struct seat_socket socket;
    int link;
    int party;              /* whose it is, for a trace */
    bool remote;            /* the bot comes over a network */
    bool farewell_due;      /* the bot is told the end of the match for certain */
    bool ended;             /* TO_CLOSE came, or the referee is gone */
    const char *wrong;      /* or what is wrong with a frame of it; NULL: nothing */
    bool changes;           /* the monitor may have something to tell */
    bool gone;              /* it has told of a line's end, which is passed on behind what came by it */
    uint32_t ticket;        /* of the last envelope that waits for an answer */
    int64_t due_us;         /* when it could have left */
    int64_t left_us;        /* when it did */
    int64_t deadline_us;    /* when its wait runs out; 0: no wait */
    bool owes;              /* the referee waited for something when it last wrote */
    struct life life;       /* what of that wait was not the bot's time */
    struct from_seat frame; /* the one being filled */
    struct {
        struct to_seat head;
        uint8_t envelope[ENVELOPE_MAX];
    } in;
    /* A frame that the link had no room for.  While it stands nothing is taken from the bot, so a flood
     * fills the bot's own buffers and not ours. */
    uint8_t held[sizeof(struct from_seat) + ENVELOPE_MAX];
    size_t held_size;         /* 0: none */
    uint32_t tables;          /* of the match */
    unsigned told;            /* changes of the connection */
    struct farewell farewell; /* where it is remote */
};

static bool link_full(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == ENOBUFS; }

/* What of the bot's time was nobody's goes with the frame that ends it, or could. */
static void tell_lost(struct seat *s)
{
    bool waited = s->frame.kind == SEAT_ENVELOPE || s->frame.kind == SEAT_MALFORMED || s->frame.kind == SEAT_SILENCE;
    s->frame.stood_us = s->frame.starved_us = 0;
    if (!waited || s->life.since_us == 0)
        return;
    life_awake(&s->life, s->frame.came_us);
    struct life_lost lost = life_tell(&s->life, s->frame.left_us, s->frame.came_us);
    s->frame.stood_us = (uint32_t)lost.stood_us;
    s->frame.starved_us = (uint32_t)lost.starved_us;
}

/* What holds whenever something leaves for the referee; one that does not ends this process, which its bot answers for. */
static void seat_check(const struct seat *s)
{
    assert(s->held_size <= sizeof s->held && s->deadline_us >= 0 && s->link >= 0);
}

/* Sends s->frame with `size` raw bytes; what finds no room is held.  Nothing may be held yet. */
static void link_send(struct seat *s, int64_t came_us, const void *raw, size_t size)
{
    seat_check(s);
    assert(!s->held_size && size <= ENVELOPE_MAX);
    size_t head = from_seat_size(&s->frame);
    struct iovec part[2] = { { &s->frame, head }, { (void *)(uintptr_t)raw, size } };
    struct msghdr packet = { .msg_iov = part, .msg_iovlen = size ? 2 : 1 };
    s->frame.ticket = s->ticket;
    s->frame.left_us = s->left_us;
    s->frame.came_us = came_us;
    s->frame.size = (uint32_t)size;
    tell_lost(s);
    if (sendmsg(s->link, &packet, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0)
        return;
    if (!link_full(errno))
        return; /* the referee is gone: what it said last, and then that it is gone, comes by the link */
    memcpy(s->held, &s->frame, head);
    if (size)
        memcpy(s->held + head, raw, size);
    s->held_size = head + size;
}

static void link_send_held(struct seat *s)
{
    if (send(s->link, s->held, s->held_size, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0 || !link_full(errno))
        s->held_size = 0;
}

/* A frame without messages and raw bytes. */
static void link_tell(struct seat *s, enum from_seat_kind kind, int64_t came_us)
{
    memset(&s->frame, 0, offsetof(struct from_seat, msg));
    s->frame.kind = (uint8_t)kind;
    link_send(s, came_us, NULL, 0);
}

/* One envelope from the bot to the referee; false when there is none. */
static bool bot_take(struct seat *s)
{
    enum wire_error wrong;
    zmq_msg_t part, id;
    zmq_msg_init(&part);
    zmq_msg_init(&id);
    bool took = seat_socket_take(&s->socket, &part, &id, &wrong);
    if (took) {
        int64_t came_us = now_us();
        size_t size = zmq_msg_size(&part);
        memset(&s->frame, 0, offsetof(struct from_seat, msg));
        seat_read(&s->frame, zmq_msg_data(&part), size, s->tables);
        if (wrong)
            seat_refuse(&s->frame, wrong);
        /* The latest hello says where the bot is heard; before the first one, where the last word came from. */
        if (!s->socket.id_size || seat_hello(&s->frame))
            seat_socket_hear(&s->socket, &id);
        farewell_hear(&s->farewell, &s->frame);
        link_send(s, came_us, zmq_msg_data(&part), size > ENVELOPE_MAX ? ENVELOPE_MAX : size);
    }
    zmq_msg_close(&part);
    zmq_msg_close(&id);
    return took;
}

/* Sleeps to the next tick.  What the bot says meanwhile waits in its queue: nothing is owed yet. */
static void await_tick(struct seat *s, uint32_t tick_us)
{
    int64_t now = now_us(), at = clock_tick(now, tick_us);
    struct timespec t = { .tv_sec = at / 1000000, .tv_nsec = at % 1000000 * 1000 };
    if (tick_us == 0)
        return;
    life_sleeps(&s->life, now, at - now);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
        continue;
    life_wakes(&s->life, now_us(), false);
}

/* Another wait begins, and nothing was said of this one: what the referee counts of it since it was handed over it would count on.
 * So it is told what of that was nobody's, as if the envelope had left when it was due. */
static void tell_overtaken(struct seat *s)
{
    int64_t now = now_us();
    life_awake(&s->life, now);
    if (!s->deadline_us || s->held_size || !life_overtaken(&s->life))
        return;
    s->left_us = s->due_us;
    link_tell(s, SEAT_SILENCE, now);
}

/* One frame from the referee; false when there is none. */
static bool link_take(struct seat *s)
{
    const struct frame_way way = { &frames_referee_to_seat, s->link, s->party, 0 };
    struct frame_in in;
    enum frame_came came = frame_take(&way, &s->in, sizeof s->in, &in);
    if (came == FRAME_NONE)
        return false;
    s->wrong = in.wrong;
    s->ended = came != FRAME_CAME || s->in.head.kind == TO_CLOSE;
    s->farewell_due = s->remote && came == FRAME_CAME && s->ended && s->in.head.waits;
    if (s->ended)
        return false;
    if (s->in.head.waits)
        tell_overtaken(s);
    /* A bot that is away or does not read misses it and asks for it again with its next hello. */
    if (s->in.head.size) {
        await_tick(s, s->in.head.tick_us);
        if (s->remote)
            farewell_keep(&s->farewell, s->in.envelope, s->in.head.size);
        seat_socket_send(&s->socket, s->in.envelope, s->in.head.size);
    }
    bool goes_on = s->owes && s->in.head.size == 0;
    s->owes = s->in.head.waits;
    if (s->in.head.waits) {
        s->ticket = s->in.head.ticket;
        s->due_us = clock_tick(s->in.head.sent_us, s->in.head.tick_us);
        s->left_us = now_us();
        s->deadline_us = clock_add(s->left_us, s->in.head.budget_us);
        life_begins(&s->life, s->due_us, s->left_us, goes_on);
    }
    return true;
}

/* Changes of the connection.  True: its end has to wait until what came by it was taken, for which the bot's queue has to be looked at
 * once more: libzmq hands over all that came by a line before it tells that this has ended. */
static bool tell_changes(struct seat *s, bool moved)
{
    while ((s->changes || s->gone) && !s->held_size && !s->ended) {
        int kind = s->gone ? SEAT_GONE : seat_socket_change(&s->socket);
        s->changes = kind != 0;
        bool waits = kind == SEAT_GONE && (moved || !s->gone);
        s->gone = waits;
        if (waits)
            return true;
        if (kind && s->told++ < SEAT_CHANGES)
            link_tell(s, (enum from_seat_kind)kind, now_us());
    }
    return false;
}

static void tell_silence(struct seat *s)
{
    if (!s->deadline_us || s->held_size)
        return;
    int64_t now = now_us();
    if (now < s->deadline_us)
        return;
    s->deadline_us = 0;
    link_tell(s, SEAT_SILENCE, now);
}

/* Sleeps until something can move.  True when the link has a frame. */
static bool seat_wait(struct seat *s)
{
    struct pollfd fds[3] = {
        { .fd = s->link, .events = (short)(s->held_size ? POLLIN | POLLOUT : POLLIN) },
        { .fd = s->socket.monitor_fd, .events = POLLIN },
        { .fd = s->held_size ? -1 : s->socket.router_fd, .events = POLLIN },
    };
    struct timespec left = { 0 }, *limit = NULL;
    int64_t now = now_us(), us = INT64_MAX - now;
    if (s->deadline_us && !s->held_size) {
        us = s->deadline_us - now;
        us = us < 0 ? 0 : us > LIFE_BEAT_US ? LIFE_BEAT_US : us;
        left = (struct timespec){ .tv_nsec = us * 1000 };
        limit = &left;
    }
    life_sleeps(&s->life, now, us);
    int n = ppoll(fds, 3, limit, NULL);
    now = now_us();
    life_wakes(&s->life, now, s->deadline_us && now >= s->deadline_us);
    if (n < 0)
        return false;
    if (fds[0].revents & POLLOUT)
        link_send_held(s);
    if (fds[1].revents)
        s->changes = true;
    return fds[0].revents & (POLLIN | POLLHUP | POLLERR);
}

static void seat_loop(struct seat *s)
{
    bool link_ready = true, streak = false;
    s->changes = true;
    while (!s->ended) {
        if (link_ready)
            link_take(s);
        bool moved = !s->ended && !s->held_size && bot_take(s);
        bool again = tell_changes(s, moved);
        tell_silence(s);
        /* A bot that never pauses does not keep the referee waiting. */
        link_ready = moved && streak;
        streak = moved;
        if (!moved && !again && !s->ended)
            link_ready = seat_wait(s);
    }
}

int seat_run(const struct seat_config *config, int link)
{
    const char *wrong;
    struct seat *s = calloc(1, sizeof *s);
    if (!s)
        return cli_fail(EXIT_ENVIRONMENT, "seat: no memory: free some and play again");
    s->link = link;
    s->party = (int)config->party;
    s->tables = config->tables;
    s->remote = seat_is_remote(config);
    wrong = seat_socket_open(&s->socket, config);
    if (wrong) {
        free(s);
        return cli_fail(EXIT_ENVIRONMENT, "seat: %s", wrong);
    }
    s->frame.kind = SEAT_READY;
    link_send(s, now_us(), NULL, 0);
    life_open(&s->life, config->pressure > 0 ? config->pressure : -1, config->usage > 0 ? config->usage : -1,
              config->process > 0 ? config->process : -1, config->looks > 0 ? config->looks : -1);
    seat_loop(s);
    life_close(&s->life);
    if (s->farewell_due)
        farewell_say(&s->farewell, &s->socket, config, &s->frame);
    seat_socket_close(&s->socket, s->wrong ? 0 : (int)config->linger_ms);
    int status = s->wrong ? cli_fail(EXIT_ENVIRONMENT,
                                     "seat: it ends, because a frame of the referee %s: `fiel match` starts another",
                                     s->wrong)
                          : EXIT_FINE;
    free(s);
    return status;
}
