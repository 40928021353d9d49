/* door: `fiel door`, the process at whose public socket remote bots wait. */
#include "door.h"

#include <errno.h>
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/role.h"
#include "base/now.h"
#include "child/stall.h"
#include "cli/owned.h"
#include "door_socket.h"
#include "jail/confine.h"

enum {
    NOBODY_ID = 65534,
    DESCRIPTORS_MOST = 65536,
    TURN = 64,        /* messages of bots before the link is looked at */
    HELD_MOST = 4096, /* frames that serve has not taken: above it bots wait */
    TICK_MS = 1000,
};

struct door {
    struct door_socket socket;
    struct door_parts parts;
    struct waiting waiting;
    int link;
    bool ended;
    const char *wrong; /* what is wrong with a frame of serve; NULL: nothing */
    int64_t ticked;    /* when bindings were last looked at, microseconds */
    /* Frames that the link had no room for. */
    struct from_door *held;
    size_t held_first, held_count, held_room;
};

static bool link_full(int error)
{
    return error == EAGAIN || error == EWOULDBLOCK || error == ENOBUFS || error == EINTR;
}

/* --- to serve ---------------------------------------------------------------------------------------- */

static bool hold(struct door *d, const struct from_door *f)
{
    if (d->held_first + d->held_count == d->held_room && d->held_first > 0) {
        memmove(d->held, d->held + d->held_first, d->held_count * sizeof *d->held);
        d->held_first = 0;
    }
    if (d->held_count == d->held_room) {
        size_t room = d->held_room ? 2 * d->held_room : 64;
        struct from_door *bigger = realloc(d->held, room * sizeof *bigger);
        if (!bigger)
            return false;
        d->held = bigger;
        d->held_room = room;
    }
    d->held[d->held_first + d->held_count++] = *f;
    return true;
}

/* Sends what is held, in order, as far as the link takes it. */
static void held_send(struct door *d)
{
    while (d->held_count > 0 && !d->ended) {
        if (send(d->link, &d->held[d->held_first], sizeof *d->held, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
            d->ended = !link_full(errno);
            return;
        }
        d->held_first++;
        d->held_count--;
    }
    d->held_first = 0;
}

static void tell(void *user, const struct from_door *f)
{
    struct door *d = user;
    if (!hold(d, f))
        d->ended = true; /* out of memory: serve starts another door */
    held_send(d);
}

static bool say(void *user, const struct waiting_route *to, const void *bytes, size_t size)
{
    return door_socket_send(&((struct door *)user)->socket, to, bytes, size);
}

static void draw(void *user, uint8_t challenge[ID])
{
    (void)user;
    randombytes_buf(challenge, ID);
}

/* --- from serve -------------------------------------------------------------------------------------- */

static void admit(struct door *d)
{
    OWNED struct auth_entry *list = calloc(d->waiting.count + 1, sizeof *list);
    for (size_t i = 0; list && i < d->waiting.count; i++)
        waiting_entry(&d->waiting, i, list[i].user, list[i].curve);
    if (!list || auth_replace(d->socket.auth, list, d->waiting.count))
        d->ended = true; /* rather no door than one with an old list */
    else
        waiting_adopted(&d->waiting);
}

static void command(struct door *d, const struct to_door *f)
{
    switch ((enum to_door_kind)f->kind) {
    case DOOR_LIST: waiting_list(&d->waiting); break;
    case DOOR_ALLOW: waiting_allow(&d->waiting, f); break;
    case DOOR_ADOPT:
        if (waiting_adopt(&d->waiting))
            admit(d);
        break;
    case DOOR_CALL: waiting_call(&d->waiting, f); break;
    case DOOR_CLOSE: waiting_close(&d->waiting); d->ended = true;
    }
}

static bool link_take(struct door *d)
{
    const struct frame_way way = { &frames_serve_to_door, d->link, -1, 0 };
    struct to_door f;
    struct frame_in in;
    enum frame_came came = frame_take(&way, &f, sizeof f, &in);
    if (came == FRAME_NONE)
        return false;
    d->wrong = in.wrong;
    if (came == FRAME_CAME)
        command(d, &f);
    else
        d->ended = true;
    return !d->ended;
}

/* --- from bots --------------------------------------------------------------------------------------- */

static bool lines_ended(struct door *d)
{
    bool any = false;
    for (int line; (line = door_socket_ended(&d->socket)) >= 0; any = true)
        waiting_line_ended(&d->waiting, line);
    return any;
}

/* The ends of lines are taken between a message's arrival and its reading: a descriptor is used again, and what
 * was told of the line before must not be taken for the new one. */
static bool bots_take(struct door *d)
{
    struct waiting_came came;
    unsigned n = 0;
    while (n < TURN && d->held_count < HELD_MOST && !d->ended && door_socket_take(&d->socket, &d->parts, &came)) {
        lines_ended(d);
        came.now = now_us();
        came.date = (uint64_t)time(NULL);
        waiting_take(&d->waiting, &came);
        n++;
    }
    return n > 0;
}

/* Both ZMQ_FDs are edge-triggered, so this comes right after a round that found nothing. */
static void door_wait(struct door *d)
{
    bool full = d->held_count >= HELD_MOST;
    struct pollfd fds[3] = {
        { .fd = d->link, .events = (short)(d->held_count ? POLLIN | POLLOUT : POLLIN) },
        { .fd = d->socket.monitor_fd, .events = POLLIN },
        { .fd = full ? -1 : d->socket.router_fd, .events = POLLIN },
    };
    if (poll(fds, 3, TICK_MS) < 0)
        return;
    if (fds[0].revents & POLLOUT)
        held_send(d);
}

static void door_loop(struct door *d)
{
    while (!d->ended) {
        stall_rest(); /* bots may send without end */
        bool moved = link_take(d);
        moved |= bots_take(d);
        moved |= lines_ended(d);
        if (now_us() - d->ticked >= (int64_t)TICK_MS * 1000) {
            d->ticked = now_us();
            waiting_expire(&d->waiting, (uint64_t)time(NULL));
        }
        if (!moved && !d->ended)
            door_wait(d);
    }
}

static int door_run(void *of, int link)
{
    struct door_config *config = of;
    config->endpoint[DOOR_ENDPOINT - 1] = '\0';
    struct door *d = calloc(1, sizeof *d);
    if (!d)
        return cli_fail(EXIT_ENVIRONMENT, "door: no memory: free some");
    const char *wrong = door_socket_open(&d->socket, config);
    if (wrong) {
        free(d);
        return cli_fail(EXIT_ENVIRONMENT, "door: %s", wrong);
    }
    const struct waiting_ends ends = { .say = say, .tell = tell, .draw = draw, .user = d };
    struct from_door ready = { .kind = DOOR_READY };
    struct rlimit lines;
    d->link = link;
    zmq_msg_init(&d->parts.id);
    zmq_msg_init(&d->parts.part);
    waiting_start(&d->waiting, d->socket.public_key, &ends);
    ready.count = getrlimit(RLIMIT_NOFILE, &lines) ? 0 : lines.rlim_cur;
    memcpy(ready.key, d->socket.public_key, DOOR_KEY);
    memcpy(ready.text, d->socket.endpoint, DOOR_TEXT);
    tell(d, &ready);
    door_loop(d);
    zmq_msg_close(&d->parts.id);
    zmq_msg_close(&d->parts.part);
    waiting_end(&d->waiting);
    door_socket_close(&d->socket);
    int status = d->wrong ? cli_fail(EXIT_ENVIRONMENT,
                                     "door: it ends, because a frame of the daemon %s: `fiel serve` starts another",
                                     d->wrong)
                          : EXIT_FINE;
    free(d->held);
    free(d);
    return status;
}

/* --- the process ------------------------------------------------------------------------------------- */

static const char *sandbox(const void *config)
{
    (void)config;
    return confine(&(struct confine){ .uid = NOBODY_ID, .calls = true });
}

/* As many descriptors as may be had: each line of a bot is one, also one that never finishes its handshake. */
static void limits(const void *of, struct role_limits *l)
{
    const struct door_config *config = of;
    *l = (struct role_limits){ .descriptors = config->descriptors ? config->descriptors : DESCRIPTORS_MOST,
                               .memory = config->memory ? config->memory : DOOR_MEMORY };
}

int cli_door(int argc, char **argv)
{
    static const struct role door = {
        .name = "door",
        .starter = "serve",
        .help = "The public socket at which remote bots wait to be called to matches.",
        .words = 5,
        .size = sizeof(struct door_config),
        .limits = limits,
        .sandbox = sandbox,
        .loop = door_run,
    };
    struct door_config config;
    return role_main(&door, &config, argc, argv);
}
