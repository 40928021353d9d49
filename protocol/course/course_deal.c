/* course_deal: SEAL, CUT, DEAL (DEAL.md section 1).
 *
 * The commitments of a hand depend on S alone, so sixteen hands are sealed with one signature; nobody sees a
 * card of them before every party has cut. */
#include <assert.h>
#include <string.h>

#include "course_state.h"

uint32_t dealing_cut_due(const struct course *co, const struct table *t)
{
    if (t->stage == TABLE_CUT && !co->second_leg)
        return t->hand + 1;
    bool top = t->stage == TABLE_LAST && co->header.offer.reveal == REVEAL_PAIR && !co->stopped;
    return top && t->hand < co->header.offer.hands_max ? co->header.offer.hands_max : 0;
}

bool dealing_top_missing(const struct course *co, const struct table *t, unsigned party)
{
    const struct offer *o = &co->header.offer;
    return o->reveal == REVEAL_PAIR && !co->stopped && t->place[party].x_hand < o->hands_max;
}

static struct course_pack pack_of(struct course *co, const struct table *t, uint32_t hand)
{
    const struct course_hand h = hand_of(t, hand);
    struct course_pack pack;
    co->ports.commits(co->ports.ctx, &h, &pack);
    return pack;
}

void dealing_open(struct course *co, const struct table *t, unsigned slot, uint8_t opening[OPENING])
{
    const struct course_hand h = hand_of(t, t->hand);
    co->ports.card(co->ports.ctx, &h, slot, opening);
}

static card_t card_in(struct course *co, const struct table *t, unsigned slot)
{
    uint8_t opening[OPENING];
    dealing_open(co, t, slot, opening);
    return opening[1];
}

void dealing_seal(struct course *co, struct table *t)
{
    uint32_t first = t->hand + 1, tables[SEALED_AT_ONCE], hands[SEALED_AT_ONCE];
    uint8_t lists[SEALED_AT_ONCE][HASH], signature[SIGNATURE];
    struct seal seals[SEALED_AT_ONCE];
    struct message text;
    unsigned count = 0;
    if (t->sealed_to >= first)
        return;
    for (; count < SEALED_AT_ONCE && first + count <= co->header.offer.hands_max; count++) {
        const struct course_pack pack = pack_of(co, t, first + count);
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

/* Z and sigma; also the mano of the first hand. */
static unsigned cut_pack(struct course *co, struct table *t, const uint8_t *cuts)
{
    const struct course_pack pack = pack_of(co, t, t->hand);
    deal_cut(t->cut, t->deal_id, t->hand, pack.list, co->parties, cuts);
    deal_sigma(t->sigma, pack.n, t->cut);
    return deal_first_mano(co->seats, t->cut);
}

/* Cards that a seat is dealt in a hand with this mano: the gallo has four. */
static unsigned hand_cards(const struct course *co, unsigned mano, unsigned seat)
{
    return rules_gallo(&co->rules, co->seats, mano) == seat ? 4 : 3;
}

static void deal_to_match(struct course *co, struct table *t, int first)
{
    card_t cards[SEATS_MAX][HELD_MAX];
    char why[RULES_ERROR_TEXT];
    unsigned mano = first != NOBODY ? (unsigned)first : (t->position.open.mano + 1u) % co->seats;
    memset(cards, CARD_NONE, sizeof cards);
    for (unsigned i = 0; i < co->seats; i++)
        for (unsigned k = 0; k < hand_cards(co, mano, i); k++)
            cards[i][k] = card_in(co, t, deal_slot(t->sigma, i, k));
    card_t vira = CARD_NONE;
    if (rules_turn_card(&co->rules))
        vira = card_in(co, t, deal_vira_slot(t->sigma, co->seats));
    int bad = position_deal(&t->position, cards, vira, first, why);
    assert(bad == 0);
}

/* DEAL to all with every cut and the turned card, CARDS to each seat with the openings of its own slots; without
 * any where the hand is played unseen. */
static void tell_deal(struct course *co, struct table *t, const uint8_t *cuts)
{
    uint8_t vira[OPENING];
    size_t turned = rules_turn_card(&co->rules) ? sizeof vira : 0;
    if (turned > 0)
        dealing_open(co, t, deal_vira_slot(t->sigma, co->seats), vira);
    pack_msg_deal(pen_pack(co), t->number, t->hand, t->position.open.mano, cuts, (size_t)co->parties * HASH, vira,
                  turned);
    pen_public(co, MSG_DEAL);
    bool unseen = rules_unseen(&co->rules, t->position.open.score);
    for (unsigned i = 0; i < co->seats; i++) {
        uint8_t openings[HELD_MAX * OPENING];
        unsigned dealt = hand_cards(co, t->position.open.mano, i);
        for (unsigned k = 0; k < dealt; k++)
            dealing_open(co, t, deal_slot(t->sigma, i, k), openings + k * OPENING);
        pack_msg_cards(pen_pack(co), t->number, t->hand, openings, unseen ? 0 : dealt * OPENING);
        pen_private(co, i, MSG_CARDS);
    }
}

static void begin_game(struct course *co, struct table *t)
{
    t->game_open = true;
    for (unsigned i = 0; i < co->seats; i++) {
        t->place[i].bank_us = co->clock.bank_us;
        t->place[i].illegal = 0;
    }
}

/* The cuts stand in the primary's order: a party holds its place's, not its own bot's. */
static void take_primary_cuts(struct course *co, struct table *t)
{
    const struct course_hand h = hand_of(t, t->hand + 1);
    for (unsigned i = 0; i < co->parties; i++)
        co->ports.primary_cut(co->ports.ctx, &h, i, t->place[i].x);
}

void dealing_deal(struct course *co, struct table *t)
{
    uint8_t cuts[PARTIES_MAX * HASH];
    if (co->second_leg)
        take_primary_cuts(co, t);
    for (unsigned i = 0; i < co->parties; i++)
        memcpy(cuts + i * HASH, t->place[i].x, HASH);
    t->hand++;
    co->hands++;
    if (!t->game_open)
        begin_game(co, t);
    unsigned first_mano = cut_pack(co, t, cuts);
    deal_to_match(co, t, t->hand == 1 ? (int)first_mano : NOBODY);
    t->hand_open = true;
    t->stage = TABLE_PLAY;
    struct course_event dealt = pen_event(co, t, HAPPENS_DEALT);
    pen_happens(co, &dealt);
    tell_deal(co, t, cuts);
    turn_news(co, t);
    if (signs_on(&t->position.open) && !t->position.open.hand_over)
        signs_ask_all(co, t);
    else
        turn_go_on(co, t);
}

void dealing_pass_signatures(struct course *co)
{
    uint32_t hand = co->ends.told;
    for (unsigned i = 0; i < co->parties; i++) {
        struct course_party *c = &co->party[i];
        if (c->signed_hand != hand || c->passed_hand == hand)
            continue;
        c->passed_hand = hand;
        pack_msg_signed(pen_pack(co), co->table->number, hand, i, c->signature);
        pen_public(co, MSG_SIGNED);
    }
}

unsigned dealing_slot(struct course *co, const struct table *t, unsigned seat, card_t card)
{
    for (unsigned k = 0; k < hand_cards(co, t->position.open.mano, seat); k++)
        if (card_in(co, t, deal_slot(t->sigma, seat, k)) == card)
            return deal_slot(t->sigma, seat, k);
    assert(0 && "a card that the seat was dealt");
    return 0;
}

bool dealing_due(const struct course *co, const struct table *t)
{
    bool due = t->stage == TABLE_CUT;
    for (unsigned i = 0; i < co->parties && due; i++)
        due = owed(co, t, i) == OWES_NOTHING;
    return due;
}
