/* course_cards: the pack of a hand before and after it is dealt: SEAL, the cuts it waits for, the cards that are opened (DEAL.md
 * section 1).
 *
 * The commitments of a hand depend on S alone, so sixteen hands are sealed with one signature; nobody sees a
 * card of them before every party has cut. */
#include <assert.h>
#include <string.h>

#include "course_state.h"

uint32_t cards_cut_due(const struct course *co, const struct table *t)
{
    if (t->stage == TABLE_CUT && !co->second_leg)
        return t->hand + 1;
    bool top = t->stage == TABLE_LAST && co->header.offer.reveal == REVEAL_PAIR;
    return top && t->hand < co->header.offer.hands_max ? co->header.offer.hands_max : 0;
}

bool cards_top_missing(const struct course *co, const struct table *t, unsigned party)
{
    const struct offer *o = &co->header.offer;
    return o->reveal == REVEAL_PAIR && t->place[party].x_hand < o->hands_max;
}

unsigned cards_of(const struct course *co, unsigned mano, unsigned seat)
{
    return rules_gallo(&co->rules, co->seats, mano) == seat ? 4 : 3;
}

struct course_pack cards_pack(struct course *co, const struct table *t, uint32_t hand)
{
    const struct course_hand h = hand_of(t, hand);
    struct course_pack pack;
    co->ports.commits(co->ports.ctx, &h, &pack);
    return pack;
}

void cards_open(struct course *co, const struct table *t, unsigned slot, uint8_t opening[OPENING])
{
    const struct course_hand h = hand_of(t, t->hand);
    co->ports.card(co->ports.ctx, &h, slot, opening);
}

card_t cards_in(struct course *co, const struct table *t, unsigned slot)
{
    uint8_t opening[OPENING];
    cards_open(co, t, slot, opening);
    return opening[1];
}

void cards_seal(struct course *co, struct table *t)
{
    uint32_t first = t->hand + 1, tables[SEALED_AT_ONCE], hands[SEALED_AT_ONCE];
    uint8_t lists[SEALED_AT_ONCE][HASH], signature[SIGNATURE];
    struct seal seals[SEALED_AT_ONCE];
    struct message text;
    unsigned count = 0;
    if (t->sealed_to >= first)
        return;
    for (; count < SEALED_AT_ONCE && first + count <= co->header.offer.hands_max; count++) {
        const struct course_pack pack = cards_pack(co, t, first + count);
        tables[count] = t->number;
        hands[count] = first + count;
        memcpy(lists[count], pack.list, HASH);
        seals[count] = (struct seal){ first + count, pack.commits, (size_t)pack.n * HASH };
    }
    t->sealed_to = first + count - 1;
    sealed_message(&text, co->match_id, count, tables, hands, (const uint8_t(*)[HASH])lists);
    pen_sign(co, signature, &text);
    pack_msg_seal(pen_pack(co), t->number, seals, count, signature);
    pen_public(co, MSG_SEAL);
}

unsigned cards_slot(struct course *co, const struct table *t, unsigned seat, card_t card)
{
    for (unsigned k = 0; k < cards_of(co, t->position.open.mano, seat); k++)
        if (cards_in(co, t, deal_slot(t->sigma, seat, k)) == card)
            return deal_slot(t->sigma, seat, k);
    assert(0 && "a card that the seat was dealt");
    return 0;
}
