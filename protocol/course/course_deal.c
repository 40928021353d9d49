/* course_deal: DEAL and CARDS, when all have cut (DEAL.md section 5). */
#include <assert.h>
#include <string.h>

#include "course_state.h"

/* Z and sigma; also the mano of the first hand. */
static unsigned cut_pack(struct course *co, struct table *t, const uint8_t *cuts)
{
    const struct course_pack pack = cards_pack(co, t, t->hand);
    deal_cut(t->cut, t->deal_id, t->hand, pack.list, co->parties, cuts);
    deal_sigma(t->sigma, pack.n, t->cut);
    return deal_first_mano(co->seats, t->cut);
}

static void deal_to_match(struct course *co, struct table *t, int first)
{
    card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    char why[RULES_ERROR_TEXT];
    unsigned mano = first != FIEL_NOBODY ? (unsigned)first : (t->position.open.mano + 1u) % co->seats;
    memset(cards, CARD_NONE, sizeof cards);
    for (unsigned i = 0; i < co->seats; i++)
        for (unsigned k = 0; k < cards_of(co, mano, i); k++)
            cards[i][k] = cards_in(co, t, deal_slot(t->sigma, i, k));
    card_t vira = CARD_NONE;
    if (rules_turn_card(&co->rules))
        vira = cards_in(co, t, deal_vira_slot(t->sigma, co->seats));
    int bad = position_deal(&t->position, cards, vira, first, why);
    assert(bad == 0 && position_check(&t->position) == NULL);
}

/* DEAL to all with every cut and the turned card, CARDS to each seat with the openings of its own slots; without
 * any where the hand is played unseen. */
static void tell_deal(struct course *co, struct table *t, const uint8_t *cuts)
{
    uint8_t vira[OPENING];
    size_t turned = rules_turn_card(&co->rules) ? sizeof vira : 0;
    if (turned > 0)
        cards_open(co, t, deal_vira_slot(t->sigma, co->seats), vira);
    pack_msg_deal(pen_pack(co), t->number, t->hand, t->position.open.mano, cuts, (size_t)co->parties * HASH, vira,
                  turned);
    pen_public(co, MSG_DEAL);
    bool unseen = rules_unseen(&co->rules, t->position.open.score);
    for (unsigned i = 0; i < co->seats; i++) {
        uint8_t openings[FIEL_HELD_MAX * OPENING];
        unsigned dealt = cards_of(co, t->position.open.mano, i);
        for (unsigned k = 0; k < dealt; k++)
            cards_open(co, t, deal_slot(t->sigma, i, k), openings + k * OPENING);
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
    deal_to_match(co, t, t->hand == 1 ? (int)first_mano : FIEL_NOBODY);
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

bool dealing_due(const struct course *co, const struct table *t)
{
    bool due = t->stage == TABLE_CUT;
    for (unsigned i = 0; i < co->parties && due; i++)
        due = owed(co, t, i) == OWES_NOTHING;
    return due;
}
