/* referee_deal: SEAL, CUT, DEAL (DEAL.md section 1).
 *
 * The commitments of a hand depend on S alone, so sixteen hands are sealed with one signature; nobody sees a
 * card of them before every party has cut. */
#include <assert.h>
#include <string.h>

#include "referee_state.h"

/* Makes packs up to this hand. */
static void pack_up_to(struct referee *r, uint32_t hand)
{
    uint8_t key[HASH];
    card_t deck[CARDS];
    unsigned n = deal_deck(&r->rules, deck);
    while (r->packed_to < hand) {
        uint32_t h = ++r->packed_to;
        deal_hand_key(key, r->seed, r->deal_id, h);
        deal_pack(&r->packs[h % (2 * SEALED_AT_ONCE)], key, r->deal_id, h, deck, n);
    }
}

/* Hand h is in play: the pack of hand h + 16 takes the room of hand h - 16. */
void dealing_prepare(struct referee *r)
{
    uint32_t last = r->hand + SEALED_AT_ONCE;
    pack_up_to(r, last < r->config.hands_max ? last : r->config.hands_max);
}

uint32_t dealing_cut_due(const struct referee *r)
{
    if (r->stage == STAGE_CUT && r->twin_cuts == NULL)
        return r->hand + 1;
    bool top = r->stage == STAGE_LAST_SIGN && r->config.reveal == REVEAL_PAIR && !r->stopped;
    return top && r->hand < r->config.hands_max ? r->config.hands_max : 0;
}

void dealing_seal(struct referee *r)
{
    uint32_t first = r->hand + 1, tables[SEALED_AT_ONCE] = { 0 }, hands[SEALED_AT_ONCE];
    uint8_t lists[SEALED_AT_ONCE][HASH], signature[SIGNATURE];
    struct seal seals[SEALED_AT_ONCE];
    struct message text;
    unsigned count = 0;
    if (r->sealed_to >= first)
        return;
    dealing_prepare(r);
    for (; count < SEALED_AT_ONCE && first + count <= r->config.hands_max; count++) {
        const struct pack *pack = hand_pack(r, first + count);
        hands[count] = first + count;
        memcpy(lists[count], pack->list, HASH);
        seals[count] = (struct seal){ first + count, pack->commit[0], (size_t)pack->n * HASH };
    }
    r->sealed_to = first + count - 1;
    sealed_message(&text, r->match_id, count, tables, hands, (const uint8_t (*)[HASH])lists);
    sign_message(signature, r->config.key, &text);
    pack_msg_seal(outbox_pack(r), TABLE, seals, count, signature);
    outbox_public(r, MSG_SEAL);
}

/* Z and sigma; also the mano of the first hand. */
static unsigned cut_pack(struct referee *r, const uint8_t *cuts)
{
    const struct pack *pack = hand_pack(r, r->hand);
    deal_cut(r->cut, r->deal_id, r->hand, pack->list, r->parties, cuts);
    deal_sigma(r->sigma, pack->n, r->cut);
    return deal_first_mano(r->config.seats, r->cut);
}

/* Cards that a seat is dealt in a hand with this mano: the gallo has four. */
static unsigned hand_cards(const struct referee *r, unsigned mano, unsigned seat)
{
    return rules_gallo(&r->rules, r->config.seats, mano) == seat ? 4 : 3;
}

static void deal_to_match(struct referee *r, int first)
{
    const struct pack *pack = hand_pack(r, r->hand);
    card_t cards[SEATS_MAX][HELD_MAX];
    char why[RULES_ERROR_TEXT];
    unsigned mano = first != NOBODY ? (unsigned)first : (r->match.open.mano + 1u) % r->config.seats;
    memset(cards, CARD_NONE, sizeof cards);
    for (unsigned i = 0; i < r->config.seats; i++)
        for (unsigned k = 0; k < hand_cards(r, mano, i); k++)
            cards[i][k] = pack->card[deal_slot(r->sigma, i, k)];
    card_t vira = CARD_NONE;
    if (rules_turn_card(&r->rules))
        vira = pack->card[deal_vira_slot(r->sigma, r->config.seats)];
    int bad = match_deal(&r->match, cards, vira, first, why);
    assert(bad == 0);
}

/* DEAL to all with every cut and the turned card, CARDS to each seat with the openings of its own slots; without
 * any where the hand is played unseen. */
static void tell_deal(struct referee *r, const uint8_t *cuts)
{
    const struct pack *pack = hand_pack(r, r->hand);
    uint8_t vira[OPENING];
    size_t turned = rules_turn_card(&r->rules) ? sizeof vira : 0;
    if (turned > 0)
        opening_write(vira, pack, deal_vira_slot(r->sigma, r->config.seats));
    pack_msg_deal(outbox_pack(r), TABLE, r->hand, r->match.open.mano, cuts, (size_t)r->parties * HASH,
                  vira, turned);
    outbox_public(r, MSG_DEAL);
    bool unseen = rules_unseen(&r->rules, r->match.open.score);
    for (unsigned i = 0; i < r->config.seats; i++) {
        uint8_t openings[HELD_MAX * OPENING];
        unsigned dealt = hand_cards(r, r->match.open.mano, i);
        for (unsigned k = 0; k < dealt; k++)
            opening_write(openings + k * OPENING, pack, deal_slot(r->sigma, i, k));
        pack_msg_cards(outbox_pack(r), TABLE, r->hand, openings, unseen ? 0 : dealt * OPENING);
        outbox_private(r, i, MSG_CARDS);
    }
}

static void begin_game(struct referee *r)
{
    r->game_open = true;
    for (unsigned i = 0; i < r->config.seats; i++) {
        r->chair[i].bank_us = r->config.bank_us;
        fault_new_game(&r->chair[i].faults);
    }
}

static void deal_hand(struct referee *r)
{
    uint8_t cuts[PARTIES_MAX * HASH];
    if (r->twin_cuts != NULL)
        twin_take_cuts(r);
    for (unsigned i = 0; i < r->parties; i++)
        memcpy(cuts + i * HASH, r->chair[i].x, HASH);
    r->hand++;
    if (r->hand == 1)
        r->first_deal_us = r->now;
    if (!r->game_open)
        begin_game(r);
    unsigned first_mano = cut_pack(r, cuts);
    deal_to_match(r, r->hand == 1 ? (int)first_mano : NOBODY);
    r->hand_open = true;
    r->stage = STAGE_PLAY;
    if (r->hand == 1)
        ending_progress(r);
    tell_deal(r, cuts);
    turn_news(r);
    if (signs_on(&r->match.open) && !r->match.open.hand_over)
        signs_ask_all(r);
    else
        turn_go_on(r);
    dealing_prepare(r);
}

void dealing_pass_signatures(struct referee *r)
{
    for (unsigned i = 0; i < r->parties; i++) {
        struct chair *c = &r->chair[i];
        if (c->signed_hand != r->hand || c->passed_hand == r->hand)
            continue;
        c->passed_hand = r->hand;
        pack_msg_signed(outbox_pack(r), TABLE, r->hand, i, c->signature);
        outbox_public(r, MSG_SIGNED);
    }
}

unsigned dealing_slot(const struct referee *r, unsigned seat, card_t card)
{
    const struct pack *pack = hand_pack(r, r->hand);
    for (unsigned k = 0; k < hand_cards(r, r->match.open.mano, seat); k++)
        if (pack->card[deal_slot(r->sigma, seat, k)] == card)
            return deal_slot(r->sigma, seat, k);
    assert(0 && "a card that the seat was dealt");
    return 0;
}

void dealing_when_cut(struct referee *r)
{
    for (unsigned i = 0; i < r->parties; i++)
        if (r->chair[i].wait.what != OWES_NOTHING)
            return;
    if (r->stage == STAGE_LAST_SIGN) {
        ending_match(r);
        return;
    }
    dealing_pass_signatures(r);
    deal_hand(r);
}
