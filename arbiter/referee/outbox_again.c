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
    uint64_t first;          /* number of the first message in it */
    unsigned count, prompts; /* messages; at its end, from the first that a bot answers */
    size_t size, asked;      /* the bytes of both */
};

/* A bot that heard nothing after this one would have something to say; what others signed leaves that as it is. */
static bool is_prompt(const struct again *e, unsigned type)
{
    return type == MSG_OFFER || type == MSG_SEAL || type == MSG_HAND_END || type == MSG_HANDS_END ||
           type == MSG_REQUEST || type == MSG_REFUSED || (e->prompts > 0 && (type == MSG_SIGNED || type == MSG_SIGN));
}

static bool fits_again(const struct again *e, const struct record *rec)
{
    return e->count < ENVELOPE_MESSAGES && ENVELOPE_HEAD + e->size + rec->size <= ENVELOPE_MAX;
}

static void add_again(struct referee *r, struct again *e, const struct record *rec)
{
    bool prompt = is_prompt(e, rec->type);
    memcpy(r->resend + ENVELOPE_HEAD + e->size, rec->payload, rec->size);
    e->size += rec->size;
    e->count++;
    e->prompts = prompt ? e->prompts + 1 : 0;
    e->asked = prompt ? e->asked + rec->size : 0;
}

static void send_again(struct referee *r, unsigned seat, struct again *e)
{
    const uint8_t *at = outbox_envelope_head(r->resend + ENVELOPE_HEAD, e->first, e->count);
    outbox_record_sent(r, seat, e->first, e->count);
    if (outbox_record_holds(r))
        outbox_hand_over(r, seat, at, (size_t)(r->resend + ENVELOPE_HEAD + e->size - at), -1, AT_ONCE);
    *e = (struct again){ .first = e->first + e->count };
}

/* A bot answers what it has heard last, and one that was started anew cannot know that it did so before.  So an old
 * REQUEST, HAND_END, HANDS_END, SEAL or OFFER never ends an envelope: it opens the next. */
static void send_again_and_go_on(struct referee *r, unsigned seat, struct again *e)
{
    struct again rest = { .count = e->prompts, .prompts = e->prompts, .size = e->asked, .asked = e->asked };
    if (e->prompts == e->count)
        rest = (struct again){ 0 };
    e->count -= rest.count;
    e->size -= rest.size;
    size_t at = e->size;
    send_again(r, seat, e);
    memmove(r->resend + ENVELOPE_HEAD, r->resend + ENVELOPE_HEAD + at, rest.size);
    rest.first = e->first;
    *e = rest;
}

/* For the same reason the last of them wait for what follows, when this seat owes nothing any more. */
static void hold_answered(struct referee *r, unsigned seat, struct again *e)
{
    struct outbox *o = &r->chair[seat].out;
    bool room = o->count + e->prompts <= ENVELOPE_MESSAGES && ENVELOPE_HEAD + o->size + e->asked <= sizeof o->bytes;
    bool owes = r->stage == STAGE_OPEN ? round_owes(r, seat) : r->chair[seat].wait.what != OWES_NOTHING;
    if (!room || owes)
        return;
    memmove(o->bytes + ENVELOPE_HEAD + e->asked, o->bytes + ENVELOPE_HEAD, o->size);
    memcpy(o->bytes + ENVELOPE_HEAD, r->resend + ENVELOPE_HEAD + e->size - e->asked, e->asked);
    o->first -= e->prompts;
    o->count += e->prompts;
    o->items += e->prompts * MESSAGE_ITEMS;
    o->size += e->asked;
    e->count -= e->prompts;
    e->size -= e->asked;
}

void outbox_again(struct referee *r, unsigned seat, uint64_t from)
{
    struct chair *c = &r->chair[seat];
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
        if (!fits_again(&e, &rec))
            send_again_and_go_on(r, seat, &e);
        if (!fits_again(&e, &rec))
            send_again(r, seat, &e);
        add_again(r, &e, &rec);
    }
    j->unload(j->ctx, &replay);
    hold_answered(r, seat, &e);
    if (e.count > 0)
        send_again(r, seat, &e);
    send_again(r, seat, &e); /* its end: the first number that was not sent yet, and no message */
    if (r->stage == STAGE_OPEN)
        c->urgent = round_owes(r, seat);
    else if (c->wait.what != OWES_NOTHING)
        outbox_flush_within(r, seat);
}
