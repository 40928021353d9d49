/* farewell: see farewell.h. */
#include "farewell.h"

#include <limits.h>
#include <poll.h>
#include <string.h>

#include "base/now.h"

enum { KEPT = sizeof((struct farewell *)0)->envelope / sizeof((struct farewell *)0)->envelope[0] };

void farewell_keep(struct farewell *f, const void *envelope, size_t size)
{
    unsigned at = (unsigned)(f->count++ % KEPT);
    memcpy(f->envelope[at].bytes, envelope, size);
    f->envelope[at].size = size;
}

void farewell_hear(struct farewell *f, const struct from_seat *said)
{
    if (said->kind == SEAT_ENVELOPE && said->ack > f->held)
        f->held = said->ack;
    if (said->kind == SEAT_ENVELOPE && seat_hello(said)) {
        f->asked = said->ack;
        f->since = f->count;
    }
}

/* Of a kept envelope, the oldest being 0: the number of its first message, and the one behind its last.  False: there is none. */
static bool numbers(const struct farewell *f, unsigned i, unsigned *at, uint64_t *first, uint64_t *behind)
{
    struct envelope e;
    uint64_t oldest = f->count > KEPT ? f->count - KEPT : 0;
    *at = (unsigned)((oldest + i) % KEPT);
    if (oldest + i >= f->count || envelope_hear(&e, f->envelope[*at].bytes, f->envelope[*at].size) != WIRE_OK)
        return false;
    *first = e.number;
    *behind = e.number + e.left;
    return true;
}

/* How many messages the bot was told in all. */
static uint64_t told(const struct farewell *f)
{
    uint64_t all = 0, first, behind;
    unsigned at;
    for (unsigned i = 0; i < KEPT; i++)
        if (numbers(f, i, &at, &first, &behind) && behind > all)
            all = behind;
    return all;
}

/* How many messages the line of the last HELLO has been handed: those that the bot held, and what was sent since. */
static uint64_t handed(const struct farewell *f)
{
    uint64_t have = f->asked, first, behind;
    uint64_t oldest = f->count > KEPT ? f->count - KEPT : 0;
    unsigned at;
    for (unsigned i = 0; i < KEPT; i++)
        if (oldest + i >= f->since && numbers(f, i, &at, &first, &behind) && first <= have && behind > have)
            have = behind;
    return have;
}

/* From its message number `have` on, as far as that is kept. */
static void tell_again(const struct farewell *f, struct seat_socket *socket, uint64_t have)
{
    uint64_t first, behind;
    unsigned at;
    for (unsigned i = 0; i < KEPT; i++)
        if (numbers(f, i, &at, &first, &behind) && first <= have && behind > have) {
            seat_socket_send(socket, f->envelope[at].bytes, f->envelope[at].size);
            have = behind;
        }
}

/* Takes one message, and answers a HELLO that lacks some of all.  False: there is none. */
static bool take(struct farewell *f, struct seat_socket *socket, uint64_t all, uint32_t tables, struct from_seat *room)
{
    enum wire_error wrong;
    zmq_msg_t part, id;
    zmq_msg_init(&part);
    zmq_msg_init(&id);
    bool came = seat_socket_take(socket, &part, &id, &wrong);
    if (came && !wrong) {
        seat_read(room, zmq_msg_data(&part), zmq_msg_size(&part), tables);
        farewell_hear(f, room);
        if (room->ack < all && seat_hello(room)) {
            seat_socket_hear(socket, &id);
            tell_again(f, socket, room->ack);
        }
    }
    zmq_msg_close(&part);
    zmq_msg_close(&id);
    return came;
}

/* Sleeps only behind a look that found nothing: seat_loop.c says why. */
void farewell_say(struct farewell *f, struct seat_socket *socket, const struct seat_config *config,
                  struct from_seat *room)
{
    struct pollfd p = { .fd = socket->router_fd, .events = POLLIN };
    const uint64_t all = told(f);
    int64_t left, until = now_ms() + config->farewell_ms;
    if (socket->id_size > 0 && f->held < all)
        tell_again(f, socket, handed(f)); /* the referee may have ended before it saw the last HELLO */
    while (socket->id_size > 0 && f->held < all && (left = until - now_ms()) > 0)
        if (!take(f, socket, all, config->tables, room))
            (void)poll(&p, 1, left < INT_MAX ? (int)left : INT_MAX);
}
