/* course_pen: the only place that makes a message.  It is given out first, so that it is recorded before anything speaks of it, and
 * then kept for its receivers, and linked. */
#include <assert.h>

#include "course_state.h"

struct packer *pen_pack(struct course *co)
{
    pack_start(&co->packer, co->scratch, sizeof co->scratch - ENVELOPE_HEAD);
    return &co->packer;
}

const struct course_kept *course_kept(const struct course *co, unsigned party) { return &co->party[party].kept; }

void pen_left(struct course *co, unsigned party)
{
    struct course_kept *k = &co->party[party].kept;
    k->first += k->count;
    k->count = k->items = 0;
    k->size = 0;
    if (course_hears(co, party))
        k->sent = k->first;
}

/* The message goes into one envelope with what is kept (ARBITER.md section 4). */
static bool has_room(const struct course *co, const struct course_kept *k, const struct packer *p)
{
    unsigned most = ENVELOPE_MESSAGES * co->tables;
    return k->count < (most < MESSAGES_MAX ? most : MESSAGES_MAX) &&
           ENVELOPE_HEAD + k->size + p->size <= ENVELOPE_MAX && k->items + p->items <= ITEMS_MAX - 2;
}

/* Behind what had no room the party's process waits for nothing: the rest leaves when the input is through. */
static void keep(struct course *co, unsigned party, bool full)
{
    struct course_kept *k = &co->party[party].kept;
    if (full)
        pen_left(co, party);
    co->party[party].urgent |= full;
    k->count++;
    k->items += co->packer.items;
    k->size += co->packer.size;
}

static void give_out(struct course *co, unsigned type, unsigned visibility)
{
    const struct packer *p = &co->packer;
    unsigned full = 0;
    if (co->ports.bend != NULL)
        co->ports.bend(co->ports.ctx, type, visibility, &co->packer);
    assert(!p->bad);
    for (unsigned i = 0; i < co->parties; i++)
        full |= (unsigned)(visible_for(visibility, i) && !has_room(co, &co->party[i].kept, p)) << i;
    co->ports.message(co->ports.ctx, type, visibility, p->bytes, p->size, full);
    for (unsigned i = 0; i < co->parties; i++)
        if (visible_for(visibility, i))
            keep(co, i, full >> i & 1u);
}

void pen_public(struct course *co, enum message_type type)
{
    give_out(co, type, VISIBLE_ALL);
    chain_link_public(&co->open_chain, co->packer.bytes, co->packer.size);
}

void pen_private(struct course *co, unsigned seat, enum message_type type)
{
    give_out(co, type, visible_to(seat));
    chain_link_private(&co->party[seat].view, &co->open_chain, co->packer.bytes, co->packer.size);
}

void pen_offer(struct course *co, unsigned seat) { give_out(co, MSG_OFFER, visible_to(seat)); }

void pen_reveal(struct course *co, unsigned visibility)
{
    uint8_t seed[HASH];
    co->ports.seed(co->ports.ctx, seed);
    pack_msg_reveal(pen_pack(co), seed);
    if (visibility == VISIBLE_ALL)
        pen_public(co, MSG_REVEAL);
    else
        give_out(co, MSG_REVEAL, visibility);
}

void pen_sign(struct course *co, uint8_t signature[SIGNATURE], const struct message *text)
{
    co->ports.sign(co->ports.ctx, signature, text);
}

struct course_event pen_event(const struct course *co, const struct table *t, enum course_happens what)
{
    return (struct course_event){ .what = what,
                                  .party = FIEL_NOBODY,
                                  .at = hand_of(t, t->hand),
                                  .position = &t->position,
                                  .open = t->game_open,
                                  .hands = co->hands,
                                  .hands_over = co->ends.over,
                                  .games_done = games_done(co),
                                  .result = &co->result };
}

void pen_happens(struct course *co, const struct course_event *e) { co->ports.happens(co->ports.ctx, e); }
