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

/* One envelope; budget_us < 0: the seat process waits for nothing afterwards.  Where nobody is there to be told the messages wait for a
 * HELLO: they leave after it, or never. */
void outbox_leave(struct referee *r, unsigned party, const struct course_kept *kept, int64_t budget_us)
{
    uint8_t *bytes = r->line[party].kept + ENVELOPE_HEAD;
    bool told = kept->count > 0 && course_hears(r->course, party);
    if (!told && budget_us >= 0)
        outbox_hand_over(r, party, NULL, 0, budget_us, AT_ONCE);
    if (told) {
        const uint8_t *at = outbox_envelope_head(bytes, kept->first, kept->count);
        outbox_hand_over(r, party, at, (size_t)(bytes + kept->size - at), budget_us, AT_TICK);
    }
}

void outbox_record(struct referee *r, unsigned party)
{
    const struct course_kept *k = course_kept(r->course, party);
    if (k->count > 0 && course_hears(r->course, party))
        record_sent(r, party, k->first, k->count);
}

/* --- messages ------------------------------------------------------------------------------------- */

/* A message that has no room any more: what is there leaves by itself, or is put aside: the bot will see the gap and ask again with
 * HELLO. */
static void make_room(struct referee *r, unsigned party)
{
    outbox_record(r, party);
    if (record_holds(r))
        outbox_leave(r, party, course_kept(r->course, party), -1);
}

void outbox_add(struct referee *r, unsigned visibility, const void *bytes, size_t size, unsigned full)
{
    for (unsigned i = 0; i < r->parties; i++) {
        if (!visible_for(visibility, i))
            continue;
        if (full >> i & 1u)
            make_room(r, i);
        memcpy(r->line[i].kept + ENVELOPE_HEAD + (full >> i & 1u ? 0 : course_kept(r->course, i)->size), bytes, size);
    }
}

/* --- the end -------------------------------------------------------------------------------------- */

/* Nobody is kept waiting by the one whose fault has ended the match: the others are to hear that for certain. */
void outbox_close(struct referee *r)
{
    struct to_seat head = { .kind = TO_CLOSE };
    struct control_frame closing = control_of(CONTROL_CLOSING, FIEL_NOBODY);
    tell_supervisor(r, &closing); /* first, so that it knows when they end */
    for (unsigned i = 0; i < r->parties; i++) {
        head.waits = course_result(r->course)->fault_seat != i;
        r->ports.send(r->ports.ctx, i, &head, NULL);
    }
}
