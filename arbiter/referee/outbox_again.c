/* outbox_again: what a bot was told once and is told again, byte for byte from the record. */
#include <string.h>

#include "outbox.h"

/* The next record that was a message to this seat. */
static bool next_told(struct replay *replay, unsigned seat, struct record *rec)
{
    while (replay_next(replay, rec))
        if (rec->type < MSG_HELLO && visible_for(rec->visibility, seat))
            return true;
    return false;
}

bool outbox_head_after(struct referee *r, unsigned seat, uint64_t have, uint8_t head[HASH])
{
    struct replay replay;
    struct record rec;
    struct chain v, p;
    uint64_t n = 0;
    const struct journal *j = &r->ports.journal;
    if (!outbox_record_holds(r))
        return false;
    if (j->load(j->ctx, &replay) != 0) {
        outbox_note_journal(r, -1);
        return false;
    }
    chain_public(&p, r->match_id);
    chain_view(&v, r->chair[seat].view_key, r->match_id, seat);
    for (; n < have && next_told(&replay, seat, &rec); n++) {
        if (n == 0)
            continue; /* OFFER is in no chain */
        if (rec.visibility == VISIBLE_ALL)
            chain_link_public(&p, rec.payload, rec.size);
        else
            chain_link_private(&v, &p, rec.payload, rec.size);
    }
    j->unload(j->ctx, &replay);
    chain_have(head, &v, &p);
    return n == have;
}

struct again {
    uint64_t first; /* number of the first message in it */
    unsigned count;
    size_t size; /* their bytes */
};

static bool fits_again(const struct again *e, const struct record *rec)
{
    return e->count < ENVELOPE_MESSAGES && ENVELOPE_HEAD + e->size + rec->size <= ENVELOPE_MAX;
}

static void add_again(struct referee *r, struct again *e, const struct record *rec)
{
    memcpy(r->resend + ENVELOPE_HEAD + e->size, rec->payload, rec->size);
    e->size += rec->size;
    e->count++;
}

static void send_again(struct referee *r, unsigned seat, struct again *e)
{
    const uint8_t *at = outbox_envelope_head(r->resend + ENVELOPE_HEAD, e->first, e->count);
    outbox_record_sent(r, seat, e->first, e->count);
    if (outbox_record_holds(r))
        outbox_hand_over(r, seat, at, (size_t)(r->resend + ENVELOPE_HEAD + e->size - at), -1, AT_ONCE);
    *e = (struct again){ .first = e->first + e->count };
}

/* What is sent again ends: the first number that was not sent before, and no message. */
static void end_again(struct referee *r, unsigned seat, struct again *e)
{
    if (e->count > 0)
        send_again(r, seat, e);
    send_again(r, seat, e);
}

/* Behind the end stands what was made while nobody was there to be told and had no room to wait. */
void outbox_again(struct referee *r, unsigned seat, uint64_t from)
{
    struct chair *c = &r->chair[seat];
    const uint64_t sent = c->sent;
    const struct journal *j = &r->ports.journal;
    struct again e = { .first = from };
    struct replay replay;
    struct record rec;
    if (!outbox_record_holds(r))
        return;
    if (j->load(j->ctx, &replay) != 0) {
        outbox_note_journal(r, -1);
        return;
    }
    for (uint64_t n = 0; n < c->out.first && next_told(&replay, seat, &rec); n++) {
        if (n < from)
            continue;
        if (n == sent)
            end_again(r, seat, &e);
        else if (!fits_again(&e, &rec))
            send_again(r, seat, &e);
        add_again(r, &e, &rec);
    }
    j->unload(j->ctx, &replay);
    if (sent == c->out.first)
        end_again(r, seat, &e);
    else if (e.count > 0)
        send_again(r, seat, &e);
    if (r->stage == STAGE_OPEN)
        c->urgent = round_owes(r, seat);
    else if (c->wait.what != OWES_NOTHING)
        outbox_flush_within(r, seat);
}
