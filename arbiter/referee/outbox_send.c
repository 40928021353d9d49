/* outbox_send: what leaves when, and what the seat processes wait for then. */
#include "outbox.h"

/* Something began to be asked for: the next ticket is that of its envelope, unless nothing leaves to nobody. */
static void note_asked(struct referee *r, unsigned party)
{
    struct wait *w = &r->line[party].wait;
    bool hears = course_hears(r->course, party);
    if (w->asks == course_asks(r->course, party))
        return;
    w->asks = course_asks(r->course, party);
    w->left_told = false;
    w->not_before_us = clock_tick(course_now(r->course), hears ? r->config.tick_us : 0);
    w->first_ticket = hears ? r->ticket + 1 : NO_TICKET;
}

/* The seat process waits for what is due first, and the referee somewhat longer for the seat process. */
static void leave(struct referee *r, unsigned party, const struct course_kept *kept)
{
    struct wait *w = &r->line[party].wait;
    int64_t now = course_now(r->course), until, thaws;
    note_asked(r, party);
    w->waits = course_due(r->course, party, &until);
    if (!w->waits)
        until = now;
    bool runs = w->waits && !course_frozen(r->course, party, &thaws);
    outbox_leave(r, party, kept, !runs ? -1 : until - now > 1 ? until - now : 1);
    w->ticket = r->ticket;
    w->watch_us = clock_add(until > now ? until : now, HANG_US + r->config.tick_us);
    w->watched = false;
}

void outbox_wait(struct referee *r, unsigned party) { leave(r, party, &(struct course_kept){ 0 }); }

bool outbox_watch(struct referee *r, unsigned party)
{
    struct wait *w = &r->line[party].wait;
    int64_t until;
    (void)course_due(r->course, party, &until);
    until = clock_add(until, HANG_US);
    if (until <= course_now(r->course))
        return true;
    w->watch_us = until;
    w->watched = false;
    return false;
}

void outbox_send(struct referee *r, unsigned parties)
{
    for (unsigned i = 0; i < r->parties; i++)
        if (parties >> i & 1u)
            outbox_record(r, i);
    if (parties == 0 || !record_holds(r))
        return;
    for (unsigned i = 0; i < r->parties; i++) {
        const struct course_kept kept = *course_kept(r->course, i);
        if (!(parties >> i & 1u))
            continue;
        course_sent(r->course, i);
        leave(r, i, &kept);
    }
}

void outbox_send_last(struct referee *r)
{
    for (unsigned i = 0; i < r->parties; i++)
        outbox_record(r, i);
    if (!record_holds(r))
        return;
    for (unsigned i = 0; i < r->parties; i++) {
        outbox_leave(r, i, course_kept(r->course, i), -1);
        r->line[i].wait.waits = false;
    }
}
