/* course_pen: the only place that makes a message.  It is given out first, so that it is recorded before anything speaks of it, and
 * then linked. */
#include <assert.h>

#include "course_state.h"

struct packer *pen_pack(struct course *co)
{
    pack_start(&co->packer, co->scratch, sizeof co->scratch - ENVELOPE_HEAD);
    return &co->packer;
}

static void give_out(struct course *co, unsigned type, unsigned visibility)
{
    const struct packer *p = &co->packer;
    if (co->ports.bend != NULL)
        co->ports.bend(co->ports.ctx, type, visibility, &co->packer);
    assert(!p->bad);
    co->ports.message(co->ports.ctx, type, visibility, p->bytes, p->size, p->items);
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
                                  .party = NOBODY,
                                  .at = hand_of(t, t->hand),
                                  .position = &t->position,
                                  .open = t->game_open,
                                  .hands = co->hands,
                                  .hands_over = co->ends.over,
                                  .games_done = games_done(co),
                                  .result = &co->result };
}

void pen_happens(struct course *co, const struct course_event *e) { co->ports.happens(co->ports.ctx, e); }
