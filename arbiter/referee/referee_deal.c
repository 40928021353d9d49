/* referee_deal: SEAL, CUT, DEAL (DEAL.md section 1).
 *
 * The commitments of a hand depend on S alone, so sixteen hands are sealed with one signature; nobody sees a
 * card of them before every party has cut. */
#include <assert.h>
#include <string.h>

#include "referee_state.h"

/* Makes packs up to this hand. */
static void pack_up_to(struct referee *r, struct table *t, uint32_t hand)
{
    uint8_t key[HASH];
    card_t deck[CARDS];
    unsigned n = deal_deck(&r->rules, deck);
    while (t->packed_to < hand) {
        uint32_t h = ++t->packed_to;
        deal_hand_key(key, r->seed, t->deal_id, h);
        deal_pack(&t->packs[h % (2 * SEALED_AT_ONCE)], key, t->deal_id, h, deck, n);
    }
}

/* Hand h is in play: the pack of hand h + 16 takes the room of hand h - 16. */
static void prepare(struct referee *r, struct table *t)
{
    uint32_t last = t->hand + SEALED_AT_ONCE;
    pack_up_to(r, t, last < r->config.hands_max ? last : r->config.hands_max);
}

uint32_t dealing_cut_due(const struct referee *r, const struct table *t)
{
    if (t->stage == TABLE_CUT && r->twin_cuts == NULL)
        return t->hand + 1;
    bool top = t->stage == TABLE_LAST && r->config.reveal == REVEAL_PAIR && !r->stopped;
    return top && t->hand < r->config.hands_max ? r->config.hands_max : 0;
}

void dealing_seal(struct referee *r, struct table *t)
{
    uint32_t first = t->hand + 1, tables[SEALED_AT_ONCE], hands[SEALED_AT_ONCE];
    uint8_t lists[SEALED_AT_ONCE][HASH], signature[SIGNATURE];
    struct seal seals[SEALED_AT_ONCE];
    struct message text;
    unsigned count = 0;
    if (t->sealed_to >= first)
        return;
    prepare(r, t);
    for (; count < SEALED_AT_ONCE && first + count <= r->config.hands_max; count++) {
        const struct pack *pack = hand_pack(t, first + count);
        tables[count] = t->number;
        hands[count] = first + count;
        memcpy(lists[count], pack->list, HASH);
        seals[count] = (struct seal){ first + count, pack->commit[0], (size_t)pack->n * HASH };
    }
    t->sealed_to = first + count - 1;
    sealed_message(&text, r->match_id, count, tables, hands, (const uint8_t(*)[HASH])lists);
    sign_message(signature, r->config.key, &text);
    pack_msg_seal(outbox_pack(r), t->number, seals, count, signature);
    outbox_public(r, MSG_SEAL);
}

/* Z and sigma; also the mano of the first hand. */
static unsigned cut_pack(struct referee *r, struct table *t, const uint8_t *cuts)
{
    const struct pack *pack = hand_pack(t, t->hand);
    deal_cut(t->cut, t->deal_id, t->hand, pack->list, r->parties, cuts);
    deal_sigma(t->sigma, pack->n, t->cut);
    return deal_first_mano(r->config.seats, t->cut);
}

/* Cards that a seat is dealt in a hand with this mano: the gallo has four. */
static unsigned hand_cards(const struct referee *r, unsigned mano, unsigned seat)
{
    return rules_gallo(&r->rules, r->config.seats, mano) == seat ? 4 : 3;
}

static void deal_to_match(struct referee *r, struct table *t, int first)
{
    const struct pack *pack = hand_pack(t, t->hand);
    card_t cards[SEATS_MAX][HELD_MAX];
    char why[RULES_ERROR_TEXT];
    unsigned mano = first != NOBODY ? (unsigned)first : (t->match.open.mano + 1u) % r->config.seats;
    memset(cards, CARD_NONE, sizeof cards);
    for (unsigned i = 0; i < r->config.seats; i++)
        for (unsigned k = 0; k < hand_cards(r, mano, i); k++)
            cards[i][k] = pack->card[deal_slot(t->sigma, i, k)];
    card_t vira = CARD_NONE;
    if (rules_turn_card(&r->rules))
        vira = pack->card[deal_vira_slot(t->sigma, r->config.seats)];
    int bad = match_deal(&t->match, cards, vira, first, why);
    assert(bad == 0);
}

/* DEAL to all with every cut and the turned card, CARDS to each seat with the openings of its own slots; without
 * any where the hand is played unseen. */
static void tell_deal(struct referee *r, struct table *t, const uint8_t *cuts)
{
    const struct pack *pack = hand_pack(t, t->hand);
    uint8_t vira[OPENING];
    size_t turned = rules_turn_card(&r->rules) ? sizeof vira : 0;
    if (turned > 0)
        opening_write(vira, pack, deal_vira_slot(t->sigma, r->config.seats));
    pack_msg_deal(outbox_pack(r), t->number, t->hand, t->match.open.mano, cuts, (size_t)r->parties * HASH, vira,
                  turned);
    outbox_public(r, MSG_DEAL);
    bool unseen = rules_unseen(&r->rules, t->match.open.score);
    for (unsigned i = 0; i < r->config.seats; i++) {
        uint8_t openings[HELD_MAX * OPENING];
        unsigned dealt = hand_cards(r, t->match.open.mano, i);
        for (unsigned k = 0; k < dealt; k++)
            opening_write(openings + k * OPENING, pack, deal_slot(t->sigma, i, k));
        pack_msg_cards(outbox_pack(r), t->number, t->hand, openings, unseen ? 0 : dealt * OPENING);
        outbox_private(r, i, MSG_CARDS);
    }
}

static void begin_game(struct referee *r, struct table *t)
{
    t->game_open = true;
    for (unsigned i = 0; i < r->config.seats; i++) {
        t->place[i].bank_us = r->config.bank_us;
        t->place[i].illegal = 0;
    }
}

void dealing_deal(struct referee *r, struct table *t)
{
    uint8_t cuts[PARTIES_MAX * HASH];
    if (r->twin_cuts != NULL)
        twin_take_cuts(r, t);
    for (unsigned i = 0; i < r->parties; i++)
        memcpy(cuts + i * HASH, t->place[i].x, HASH);
    t->hand++;
    r->hands++;
    if (r->hands == 1)
        r->first_deal_us = r->now;
    if (!t->game_open)
        begin_game(r, t);
    unsigned first_mano = cut_pack(r, t, cuts);
    deal_to_match(r, t, t->hand == 1 ? (int)first_mano : NOBODY);
    t->hand_open = true;
    t->stage = TABLE_PLAY;
    if (r->hands == 1)
        ending_progress(r, t);
    tell_deal(r, t, cuts);
    turn_news(r, t);
    if (signs_on(&t->match.open) && !t->match.open.hand_over)
        signs_ask_all(r, t);
    else
        turn_go_on(r, t);
    prepare(r, t);
}

void dealing_pass_signatures(struct referee *r)
{
    uint32_t hand = r->ends.told;
    for (unsigned i = 0; i < r->parties; i++) {
        struct chair *c = &r->chair[i];
        if (c->signed_hand != hand || c->passed_hand == hand)
            continue;
        c->passed_hand = hand;
        pack_msg_signed(outbox_pack(r), r->table->number, hand, i, c->signature);
        outbox_public(r, MSG_SIGNED);
    }
}

unsigned dealing_slot(const struct referee *r, const struct table *t, unsigned seat, card_t card)
{
    const struct pack *pack = hand_pack(t, t->hand);
    for (unsigned k = 0; k < hand_cards(r, t->match.open.mano, seat); k++)
        if (pack->card[deal_slot(t->sigma, seat, k)] == card)
            return deal_slot(t->sigma, seat, k);
    assert(0 && "a card that the seat was dealt");
    return 0;
}

bool dealing_due(const struct referee *r, const struct table *t)
{
    bool due = t->stage == TABLE_CUT;
    for (unsigned i = 0; i < r->parties && due; i++)
        due = owed(r, t, i) == OWES_NOTHING;
    return due;
}
