/* outbox: messages on their way to the seats.
 *
 * A message is packed once.  The same bytes are in the record and in the outbox of every seat that is told.  Order: everything is
 * recorded and with the kernel before an envelope is handed to a seat process. */
#include <assert.h>
#include <string.h>

#include "outbox.h"

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
                            .sent_us = course_now(r->course),
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

/* Sends the outbox as one envelope; budget_us < 0: the seat process waits for nothing afterwards.  Where nobody is there to be
 * told the messages wait for a HELLO: they leave after it, or never. */
void outbox_leave(struct referee *r, unsigned party, int64_t budget_us)
{
    struct outbox *o = &r->line[party].out;
    bool told = o->count > 0 && course_hears(r->course, party);
    if (!told && budget_us >= 0)
        outbox_hand_over(r, party, NULL, 0, budget_us, AT_ONCE);
    if (told) {
        const uint8_t *at = outbox_envelope_head(o->bytes + ENVELOPE_HEAD, o->first, o->count);
        outbox_hand_over(r, party, at, (size_t)(o->bytes + ENVELOPE_HEAD + o->size - at), budget_us, AT_TICK);
        drop_outbox(o);
    }
}

void outbox_record(struct referee *r, unsigned party)
{
    const struct outbox *o = &r->line[party].out;
    if (o->count > 0 && course_hears(r->course, party))
        record_sent(r, party, o->first, o->count);
}

/* --- messages ------------------------------------------------------------------------------------- */

/* Makes room for a message that does not fit any more: what is there leaves by itself.  What cannot leave is
 * dropped: the bot will see the gap and ask again with HELLO. */
static void make_room(struct referee *r, unsigned party)
{
    outbox_record(r, party);
    if (record_holds(r))
        outbox_leave(r, party, -1);
    drop_outbox(&r->line[party].out);
    r->line[party].urgent = true;
}

static void add(struct referee *r, unsigned party, const void *bytes, size_t size, unsigned items)
{
    struct outbox *o = &r->line[party].out;
    unsigned most = r->tables < MESSAGES_MAX / ENVELOPE_MESSAGES ? ENVELOPE_MESSAGES * r->tables : MESSAGES_MAX;
    if (o->count == most || ENVELOPE_HEAD + o->size + size > sizeof o->bytes || o->items + items > ITEMS_MAX - 2)
        make_room(r, party);
    memcpy(o->bytes + ENVELOPE_HEAD + o->size, bytes, size);
    o->size += size;
    o->items += items;
    o->count++;
}

void outbox_add(struct referee *r, unsigned visibility, const void *bytes, size_t size, unsigned items)
{
    for (unsigned i = 0; i < r->parties; i++)
        if (visible_for((uint8_t)visibility, i))
            add(r, i, bytes, size, items);
}

/* --- back, and the end ---------------------------------------------------------------------------- */

void outbox_mark(struct referee *r)
{
    for (unsigned i = 0; i < r->parties; i++) {
        struct line *l = &r->line[i];
        l->count_mark = l->out.count;
        l->items_mark = l->out.items;
        l->size_mark = l->out.size;
    }
}

void outbox_back_to_mark(struct referee *r)
{
    for (unsigned i = 0; i < r->parties; i++) {
        struct line *l = &r->line[i];
        l->out.count = l->count_mark;
        l->out.items = l->items_mark;
        l->out.size = l->size_mark;
    }
}

/* Nobody is kept waiting by the one whose fault has ended the match: the others are to hear that for certain. */
void outbox_close(struct referee *r)
{
    struct to_seat head = { .kind = TO_CLOSE };
    struct control_frame closing = control_of(CONTROL_CLOSING, NOBODY);
    tell_supervisor(r, &closing); /* first, so that it knows when they end */
    for (unsigned i = 0; i < r->parties; i++) {
        head.waits = course_result(r->course)->fault_seat != i;
        r->ports.send(r->ports.ctx, i, &head, NULL);
    }
}
