/* referee_in: what came from a seat process: looked at, given its stamps, and handed to the course. */
#include <string.h>

#include "referee_state.h"

/* --- time ----------------------------------------------------------------------------------------- */

/* It is the first word on when the newest request left. */
static bool tells_left(const struct referee *r, unsigned seat, const struct from_seat *f)
{
    const struct wait *w = &r->line[seat].wait;
    int64_t thaws;
    bool tells = f->kind == SEAT_ENVELOPE || f->kind == SEAT_MALFORMED || f->kind == SEAT_SILENCE;
    return tells && course_owes(r->course, seat) && w->asks == course_asks(r->course, seat) && !w->left_told &&
           !course_frozen(r->course, seat, &thaws) && f->ticket == w->first_ticket;
}

/* The stamps of a frame inside the referee's own interval.  *left is when the request that is open left; 0
 * when nothing is owed. The first frame of the request's own ticket tells it; without one it left when it
 * was sent. */
static void take_stamps(struct referee *r, unsigned seat, const struct from_seat *f, int64_t *left, int64_t *came)
{
    int64_t now = course_now(r->course), stamp = f->left_us;
    *came = f->came_us;
    if (tells_left(r, seat, f)) {
        clock_clamp(course_asked(r->course, seat), now, &stamp, came);
        course_left(r->course, seat, stamp);
        r->line[seat].wait.left_told = true;
    }
    *left = course_asked(r->course, seat);
    *came = f->came_us;
    stamp = *left;
    clock_clamp(*left < now ? *left : now, now, &stamp, came);
}

/* Of the time since the request left some was nobody's: the seat's process tells how much, in a word that tells when that was, too. */
static void take_lost(struct referee *r, unsigned seat, const struct from_seat *f)
{
    int64_t stood = f->came_us - f->stood_us, starved = stood - f->starved_us, left, came;
    if (f->stood_us + f->starved_us == 0)
        return;
    take_stamps(r, seat, f, &left, &came);
    referee_pause(r, seat, PAUSE_BOT, starved, stood, course_now(r->course));
    referee_pause(r, seat, PAUSE_SEAT, stood, f->came_us, course_now(r->course));
}

/* --- what comes ----------------------------------------------------------------------------------- */

static void envelope_came(struct referee *r, unsigned seat, const struct from_seat *f, const void *raw)
{
    int64_t left, came;
    take_stamps(r, seat, f, &left, &came);
    (void)referee_take(r, &(struct input){ .type = REC_RECEIVED,
                                           .now = course_now(r->course),
                                           .received = { .party = (uint8_t)seat,
                                                         .error = f->error,
                                                         .left_us = (uint64_t)left,
                                                         .came_us = (uint64_t)came,
                                                         .bytes = raw,
                                                         .size = f->size },
                                           .msg = f->msg,
                                           .count = f->count });
}

/* False: it was of a wait that is over, or other things were due then. */
static bool silence_came(struct referee *r, unsigned seat, const struct from_seat *f)
{
    int64_t left, came, at;
    take_stamps(r, seat, f, &left, &came);
    if (!course_due(r->course, seat, &at) || course_frozen(r->course, seat, &at) ||
        f->ticket != r->line[seat].wait.ticket) {
        referee_through(r);
        return false;
    }
    struct rec_silence silence = { .party = (uint8_t)seat, .left_us = (uint64_t)left, .now_us = (uint64_t)came };
    if (referee_take(r, &(struct input){ .type = REC_SILENCE, .now = course_now(r->course), .silence = silence }))
        return true;
    outbox_wait(r, seat);
    return false;
}

static void seat_ready(struct referee *r, unsigned seat)
{
    struct control_frame c = control_of(CONTROL_SEAT_READY, seat);
    tell_supervisor(r, &c);
    referee_through(r);
}

/* Only for a reader of the record; a bot that connects all the time does not fill it. */
static void connection_changed(struct referee *r, unsigned seat, enum seat_event event)
{
    if (r->line[seat].events++ < EVENTS_MOST)
        (void)referee_take(r, &(struct input){ .type = REC_SEAT,
                                               .now = course_now(r->course),
                                               .seat = { (uint8_t)seat, (uint8_t)event, 0 } });
    else
        referee_through(r);
}

/* An envelope that is called malformed ends the match, and a reader of the record sees whether it is.  Several parts,
 * and what was cut off, the bytes do not show. */
static const char *word_wrong(const struct referee *r, const struct from_seat *f, const void *raw)
{
    if (f->kind != SEAT_MALFORMED || f->error == WIRE_MULTIPART || f->error == WIRE_TOO_LONG ||
        r->ports.bytes_show == NULL)
        return NULL;
    int shown = r->ports.bytes_show(r->ports.ctx, raw, f->size, r->tables);
    return shown < 0 || shown == f->error ? NULL : "calls bytes malformed in a way that they are not";
}

/* The first word on when the request left decides its clock.  It did not leave before its tick; and what a seat process that
 * hands it on earlier says would convict the arbiter. */
static const char *stamp_wrong(const struct referee *r, unsigned seat, const struct from_seat *f)
{
    bool early = r->config.tick_us > 0 && f->left_us < r->line[seat].wait.not_before_us;
    return early && tells_left(r, seat, f) ? "says that a request left before its tick" : NULL;
}

/* A frame that is fine and has no effect takes time all the same: an endless stream of them is no seat process's of ours.  The time is
 * that at which it came: such a frame does not move the referee's own. */
static const char *idle_wrong(struct line *l, int64_t now)
{
    l->idle_us = (l->idle_us > now ? l->idle_us : now) + IDLE_EVERY_US;
    return l->idle_us - now > IDLE_MOST * (int64_t)IDLE_EVERY_US ? "sends frames without end that say nothing" : NULL;
}

/* NULL, or what is wrong with the frame. */
static const char *frame_refused(struct referee *r, unsigned seat, const struct from_seat *f, const void *raw)
{
    const char *wrong = stamp_wrong(r, seat, f);
    return wrong != NULL ? wrong : word_wrong(r, f, raw);
}

const char *referee_from_seat(struct referee *r, unsigned seat, const struct from_seat *f, const void *raw, int64_t now)
{
    bool idle = f->kind == SEAT_CONNECTED || f->kind == SEAT_GONE;
    referee_check(r, seat);
    const char *wrong = from_seat_wrong(f, raw, &(struct link_check){ r->tables, r->ticket, r->scratch });
    if (wrong == NULL && (course_stage(r->course) >= COURSE_TOLD || course_out(r->course, seat)))
        return idle || f->kind == SEAT_SILENCE ? idle_wrong(&r->line[seat], now)
                                               : NULL; /* it has lost; at most the others are still being waited for */
    if (wrong == NULL)
        wrong = frame_refused(r, seat, f, raw);
    if (wrong != NULL)
        return wrong;
    course_at(r->course, now);
    r->line[seat].hangs = false;
    take_lost(r, seat, f);
    switch ((enum from_seat_kind)f->kind) {
    case SEAT_READY: seat_ready(r, seat); break;
    case SEAT_ENVELOPE:
    case SEAT_MALFORMED: envelope_came(r, seat, f, raw); break;
    case SEAT_SILENCE: idle = !silence_came(r, seat, f); break;
    case SEAT_CONNECTED: connection_changed(r, seat, SEAT_EVENT_CONNECTED); break;
    case SEAT_GONE: connection_changed(r, seat, SEAT_EVENT_LEFT); break;
    }
    return idle ? idle_wrong(&r->line[seat], now) : NULL;
}
