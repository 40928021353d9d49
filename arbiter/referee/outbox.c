/* outbox: messages on their way to the seats.
 *
 * A message is packed once.  The same bytes go into the record, through the chains and into the outbox of
 * every seat that is told.  Order: everything is recorded and with the kernel before an envelope is handed
 * to a seat process, and on the disk before RESULT leaves: nothing of a match outlives a power cut but its result. */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "outbox.h"
#include "record/inputs.h"

/* --- the record ----------------------------------------------------------------------------------- */

/* The first failure ends the record; the match ends as void as soon as this call is through. */
void outbox_note_journal(struct referee *r, int bad)
{
    if (bad != 0 && r->journal_error == 0)
        r->journal_error = errno != 0 ? errno : EIO;
}

void outbox_record(struct referee *r, unsigned type, unsigned visibility, const void *payload, size_t size)
{
    if (r->journal_error != 0)
        return;
    const struct journal *j = &r->ports.journal;
    outbox_note_journal(r, j->append(j->ctx, type, visibility, (uint64_t)r->now, payload, size));
}

void outbox_record_event(struct referee *r, unsigned seat, enum seat_event event, uint32_t detail)
{
    uint8_t payload[SEAT_SIZE];
    rec_seat_write(payload, &(struct rec_seat){ (uint8_t)seat, (uint8_t)event, detail });
    outbox_record(r, REC_SEAT, VISIBLE_ARBITER, payload, sizeof payload);
}

void outbox_record_silence(struct referee *r, unsigned seat, enum fault f, int64_t left, int64_t came)
{
    uint8_t payload[SILENCE_SIZE];
    rec_silence_write(payload, &(struct rec_silence){ (uint8_t)seat, (uint8_t)f, (uint64_t)left, (uint64_t)came });
    outbox_record(r, REC_SILENCE, VISIBLE_ARBITER, payload, sizeof payload);
}

void outbox_record_sent(struct referee *r, unsigned seat, uint64_t first, unsigned count)
{
    uint8_t payload[SENT_SIZE];
    rec_sent_write(payload, &(struct rec_sent){ (uint8_t)seat, first, count });
    if (first + count > r->chair[seat].sent)
        r->chair[seat].sent = first + count;
    outbox_record(r, REC_SENT, VISIBLE_ARBITER, payload, sizeof payload);
}

/* What was appended is safe enough for what is about to leave.  False: it is not, and nothing may. */
bool outbox_record_holds(struct referee *r)
{
    if (r->journal_error != 0)
        return r->unrecorded;
    const struct journal *j = &r->ports.journal;
    outbox_note_journal(r, r->sync_due ? j->sync(j->ctx) : j->flush(j->ctx));
    r->sync_due = false;
    return r->journal_error == 0;
}

/* --- envelopes ------------------------------------------------------------------------------------ */

/* Writes [number, ...count messages] so that it ends at `end`; returns where it begins. */
uint8_t *outbox_envelope_head(uint8_t *end, uint64_t number, unsigned count)
{
    uint8_t head[ENVELOPE_HEAD];
    struct packer p;
    pack_start(&p, head, sizeof head);
    pack_array(&p, (size_t)count + 1);
    pack_uint(&p, number);
    assert(!p.bad);
    memcpy(end - p.size, head, p.size);
    return end - p.size;
}

/* A new ticket for the seat; the wait's own books are kept by the caller. */
void outbox_hand_over(struct referee *r, unsigned seat, const uint8_t *envelope, size_t size, int64_t budget_us,
                      enum leaves when)
{
    struct to_seat head = { .kind = TO_SEND,
                            .waits = budget_us >= 0,
                            .ticket = ++r->ticket,
                            .budget_us = budget_us >= 0 ? budget_us : 0,
                            .sent_us = r->now,
                            .size = (uint32_t)size,
                            .tick_us = when == AT_TICK ? r->config.tick_us : 0 };
    r->ports.send(r->ports.ctx, seat, &head, envelope);
}

static void drop_outbox(struct outbox *o)
{
    o->first += o->count;
    o->count = o->items = 0;
    o->size = 0;
}

/* Nobody is there to be told: the messages wait for a HELLO.  They leave after it, or never. */
static bool nobody_there(const struct referee *r, unsigned seat)
{
    const struct chair *c = &r->chair[seat];
    return !c->said_hello || c->absent;
}

/* Sends the outbox as one envelope; budget_us < 0: the seat process waits for nothing afterwards. */
static void send_outbox(struct referee *r, unsigned seat, int64_t budget_us, enum leaves when)
{
    struct outbox *o = &r->chair[seat].out;
    bool told = o->count > 0 && !nobody_there(r, seat);
    if (!told && budget_us >= 0)
        outbox_hand_over(r, seat, NULL, 0, budget_us, AT_ONCE);
    if (told) {
        const uint8_t *at = outbox_envelope_head(o->bytes + ENVELOPE_HEAD, o->first, o->count);
        outbox_hand_over(r, seat, at, (size_t)(o->bytes + ENVELOPE_HEAD + o->size - at), budget_us, when);
        drop_outbox(o);
    }
}

static void record_outbox(struct referee *r, unsigned seat)
{
    const struct outbox *o = &r->chair[seat].out;
    if (o->count > 0 && !nobody_there(r, seat))
        outbox_record_sent(r, seat, o->first, o->count);
}

void outbox_record_leaves(struct referee *r, unsigned party) { record_outbox(r, party); }
void outbox_leave(struct referee *r, unsigned party, int64_t budget_us) { send_outbox(r, party, budget_us, AT_TICK); }

/* --- messages ------------------------------------------------------------------------------------- */

struct packer *outbox_pack(struct referee *r)
{
    pack_start(&r->packer, r->scratch, sizeof r->scratch - ENVELOPE_HEAD);
    return &r->packer;
}

/* Makes room for a message that does not fit any more: what is there leaves by itself.  What cannot leave is
 * dropped: the bot will see the gap and ask again with HELLO. */
static void make_room(struct referee *r, unsigned seat)
{
    struct outbox *o = &r->chair[seat].out;
    record_outbox(r, seat);
    if (outbox_record_holds(r))
        send_outbox(r, seat, -1, AT_TICK);
    drop_outbox(o);
    r->chair[seat].urgent = true; /* its seat process waits for nothing now */
}

/* Puts the packed message into one seat's outbox. */
static void outbox_add(struct referee *r, unsigned seat)
{
    struct outbox *o = &r->chair[seat].out;
    size_t size = r->packer.size;
    unsigned most = r->tables < MESSAGES_MAX / ENVELOPE_MESSAGES ? ENVELOPE_MESSAGES * r->tables : MESSAGES_MAX;
    if (o->count == most || ENVELOPE_HEAD + o->size + size > sizeof o->bytes ||
        o->items + r->packer.items > ITEMS_MAX - 2)
        make_room(r, seat);
    memcpy(o->bytes + ENVELOPE_HEAD + o->size, r->packer.bytes, size);
    o->size += size;
    o->items += r->packer.items;
    o->count++;
}

void outbox_public(struct referee *r, enum message_type type)
{
    assert(!r->packer.bad);
    outbox_record(r, type, VISIBLE_ALL, r->packer.bytes, r->packer.size);
    chain_link_public(&r->open_chain, r->packer.bytes, r->packer.size);
    for (unsigned i = 0; i < r->parties; i++)
        outbox_add(r, i);
    if (type == MSG_RESULT)
        r->sync_due = true;
}

void outbox_private(struct referee *r, unsigned seat, enum message_type type)
{
    assert(!r->packer.bad);
    outbox_record(r, type, visible_to(seat), r->packer.bytes, r->packer.size);
    chain_link_private(&r->chair[seat].view, &r->open_chain, r->packer.bytes, r->packer.size);
    outbox_add(r, seat);
}

void outbox_offer(struct referee *r, unsigned seat)
{
    assert(!r->packer.bad);
    outbox_record(r, MSG_OFFER, visible_to(seat), r->packer.bytes, r->packer.size);
    outbox_add(r, seat);
}

/* --- sending -------------------------------------------------------------------------------------- */

/* The seat owes something from now on.  For a bot whose seat process was lost the clock stands still until
 * its next HELLO, or until it has had the start limit's time for that. */
static void begin_wait(struct referee *r, unsigned seat, enum owes what, int64_t budget_us)
{
    struct chair *c = &r->chair[seat];
    bool frozen = c->absent && r->now<c->absent_until_us, told = c->out.count> 0 && !nobody_there(r, seat);
    if (cutter_lost(r, seat))
        what = OWES_NOTHING;
    send_outbox(r, seat, what != OWES_NOTHING && !frozen ? budget_us : -1, AT_TICK);
    c->wait = (struct wait){ .what = what,
                             .ticket = r->ticket,
                             .first_ticket = r->ticket,
                             .budget_us = budget_us,
                             .sent_us = r->now,
                             .left_us = -1,
                             .not_before_us = told ? clock_tick(r->now, r->config.tick_us) : r->now,
                             .frozen_us = frozen ? r->now : -1 };
    c->wait.watch_us = clock_add(clock_add(r->now, budget_us), HANG_US + r->config.tick_us);
}

int64_t outbox_duty_budget(const struct referee *r, unsigned party)
{
    int64_t duty = r->chair[party].duty_us;
    return clock_add(duty < r->config.cap_us ? duty : r->config.cap_us, r->config.grace_us);
}

void outbox_flush_all(struct referee *r, enum owes what)
{
    for (unsigned i = 0; i < r->parties; i++)
        record_outbox(r, i);
    if (!outbox_record_holds(r))
        return;
    for (unsigned i = 0; i < r->parties; i++)
        begin_wait(r, i, what, what == OWES_JOIN ? r->config.start_us : outbox_duty_budget(r, i));
}

/* What is left of the open wait: at least one microsecond, so that its end is reported. */
static int64_t wait_rest(const struct referee *r, const struct wait *w)
{
    if (w->what == OWES_NOTHING || w->frozen_us >= 0)
        return -1;
    int64_t began = w->left_us >= 0 ? w->left_us : w->sent_us;
    return at_least(clock_add(began, w->budget_us) - r->now, 1);
}

static void go_on_waiting(struct referee *r, struct wait *w)
{
    w->ticket = r->ticket;
    w->watched = false;
    w->watch_us = clock_add(clock_add(r->now, at_least(wait_rest(r, w), 0)), HANG_US);
}

void outbox_flush_within(struct referee *r, unsigned seat)
{
    struct wait *w = &r->chair[seat].wait;
    if (r->stage == STAGE_OPEN) {
        round_send(r, seat);
        return;
    }
    record_outbox(r, seat);
    if (!outbox_record_holds(r))
        return;
    send_outbox(r, seat, wait_rest(r, w), AT_ONCE);
    go_on_waiting(r, w);
}

void outbox_unfreeze(struct referee *r, unsigned seat)
{
    struct wait *w = &r->chair[seat].wait;
    if (r->stage == STAGE_OPEN) {
        round_unfreeze(r, seat);
        return;
    }
    if (w->frozen_us < 0)
        return;
    if (w->what == OWES_NOTHING) { /* lost between its JOIN and OPEN */
        w->frozen_us = -1;
        return;
    }
    int64_t began = w->left_us >= 0 ? w->left_us : w->sent_us;
    w->left_us = clock_add(began, r->now - w->frozen_us);
    w->frozen_us = -1;
}

void outbox_mark(struct referee *r)
{
    r->open_mark = r->open_chain;
    for (unsigned i = 0; i < r->parties; i++) {
        struct chair *c = &r->chair[i];
        c->view_mark = c->view;
        c->count_mark = c->out.count;
        c->items_mark = c->out.items;
        c->size_mark = c->out.size;
    }
}

void outbox_back_to_mark(struct referee *r)
{
    r->open_chain = r->open_mark;
    for (unsigned i = 0; i < r->parties; i++) {
        struct chair *c = &r->chair[i];
        c->view = c->view_mark;
        c->out.count = c->count_mark;
        c->out.items = c->items_mark;
        c->out.size = c->size_mark;
    }
}

void outbox_close(struct referee *r)
{
    struct to_seat head = { .kind = TO_CLOSE };
    struct control_frame closing = control_of(CONTROL_CLOSING, NOBODY);
    tell_supervisor(r, &closing); /* first, so that it knows when they end */
    for (unsigned i = 0; i < r->parties; i++)
        r->ports.send(r->ports.ctx, i, &head, NULL);
}
