/* liar: the course of a match; see liar.h. */
#include "liar.h"

#include "outside.h"

/* All hear what waits for them.  False when one of them stops. */
static bool deliver_all(struct liar *l)
{
    bool fine = true;
    for (unsigned i = 0; i < l->parties; i++)
        fine = deliver(l, i) && fine;
    return fine;
}

/* After the lie its victim hears everything at once.  True while the match can go on. */
bool goes_on(struct liar *l)
{
    bool told = l->told_it && !l->slow;
    if (told) {
        deliver(l, l->victim);
        last_word(l);
    }
    for (unsigned i = 0; i < l->parties; i++)
        told = told || party_stopped(l, i);
    return !told;
}

/* x of this hand, from the ends of the chains that the primary's bots sent. */
static void twin_cuts(struct liar *l)
{
    const struct liar *a = l->primary;
    memcpy(l->x, a->x, sizeof l->x);
    for (unsigned i = 0; i < 2; i++)
        for (uint32_t j = a->offer.hands_max; j > l->hand; j--)
            cut_previous(l->x[i], l->x[i], a->table_id, i, j);
}

/* Without the cutter's cut, in hand 1 where that gives another mano. */
static bool cutter_ignored(struct liar *l, const struct pack *p)
{
    uint8_t with[HASH], without[HASH];
    if (l->hand != 1)
        return l->hand == 2 && l->lie == LIE_CUTTER_IGNORED_LATER;
    deal_cut(with, l->deal_id, 1, p->list, 3, l->x[0]);
    deal_cut(without, l->deal_id, 1, p->list, 2, l->x[0]);
    return deal_first_mano(2, with) != deal_first_mano(2, without) && lying(l, LIE_CUTTER_IGNORED);
}

void deal_hand(struct liar *l)
{
    uint8_t z[HASH];
    card_t cards[SEATS_MAX][HELD_MAX];
    char why[RULES_ERROR_TEXT];
    l->hand++;
    if (l->primary)
        twin_cuts(l);
    const struct pack *p = pack_of(l, l->hand);
    deal_cut(z, l->deal_id, l->hand, p->list, l->parties - cutter_ignored(l, p), l->x[0]);
    deal_sigma(l->sigma, l->cards, z);
    memset(cards, CARD_NONE, sizeof cards);
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned k = 0; k < 3; k++)
            cards[seat][k] = p->card[deal_slot(l->sigma, seat, k)];
    l->mano = l->hand == 1 ? deal_first_mano(2, z) : l->mano ^ 1u;
    l->between = false;
    int error = match_deal(&l->match, cards, CARD_NONE, l->hand == 1 ? (int)l->mano : NOBODY, why);
    assert(error == 0 || l->spoiled);
    l->before = l->match.open.score[0];
}

/* One decision.  False when it is over for one of the bots. */
bool decision(struct liar *l)
{
    unsigned seat = (unsigned)match_turn(&l->match);
    struct match next;
    tell_request(l, seat);
    l->asked++;
    if (l->strike)
        l->strike(l, seat);
    if (!goes_on(l) || !deliver(l, seat))
        return false;
    assert(l->answered);
    enum rule_error e = match_apply(&l->match, (int)seat, l->answer, &next);
    assert(e == RULE_OK || l->outside);
    if (e != RULE_OK) {
        snprintf(l->wrong, sizeof l->wrong, "ANSWER is not legal: %s", rule_error_text(e));
        return false;
    }
    /* The slots are told from the state before the card is gone. */
    l->match = next;
    tell_action(l, seat, l->answer);
    return goes_on(l);
}

bool liar_more(const struct liar *l) { return l->games < l->offer.games; }

bool hand_end(struct liar *l)
{
    bool cut_short = l->fault.effect == EFFECT_MATCH || l->fault.effect == EFFECT_VOID;
    if (!l->fault.fault)
        tell_shown(l);
    if (l->match.open.game_over) {
        tell_game_end(l);
        l->bank[0] = l->bank[1] = l->offer.bank_us;
    }
    tell_hand_end(l);
    if (!cut_short && liar_more(l))
        seal_when_due(l);
    tell_hands_end(l);
    if (cut_short)
        return true;
    l->fault = (struct liar_fault){ 0 };
    if (!goes_on(l) || !deliver_all(l))
        return false;
    assert(l->signs[0] == l->hand && l->signs[1] == l->hand);
    assert(!liar_more(l) || l->primary || (l->cut[0] == l->hand + 1 && l->cut[1] == l->hand + 1));
    tell_signatures(l);
    return goes_on(l);
}

/* DEAL to HAND_END, and what the bots answer to that. */
bool hand(struct liar *l)
{
    deal_hand(l);
    tell_deal(l);
    tell_cards(l, 0);
    tell_cards(l, 1);
    if (l->hand == 2 && lying(l, LIE_CUTTER_IGNORED_LATER))
        tell_card(l, l->mano, (struct action){ ACT_PLAY, l->match.dealt[l->mano][0] });
    if (!goes_on(l) || (l->spoiled && !deliver(l, 0)))
        return false;
    if (l->spoiled && l->outside) {
        last_word(l);
        return false;
    }
    while (match_turn(&l->match) != NOBODY)
        if (!decision(l))
            return false;
    if (lying(l, LIE_RESULT_EARLY))
        tell_result(l);
    return hand_end(l);
}

bool opening(struct liar *l)
{
    for (unsigned i = 0; i < l->parties; i++)
        hear(l, i);
    if (!goes_on(l))
        return false;
    assert(l->said_hello[0] && l->said_hello[1]);
    l->between = true;
    tell_offer(l);
    if (!goes_on(l) || !deliver_all(l))
        return false;
    assert(l->joined[0] && l->joined[1]);
    if (lying(l, LIE_EARLY_DEAL))
        tell_deal(l);
    tell_open(l);
    if (!goes_on(l))
        return false;
    seal_when_due(l);
    return goes_on(l) && deliver_all(l);
}

/* Bytes that are no envelope at all, or none that an arbiter may send. */
static void mumble(struct liar *l)
{
    static const struct {
        enum lie lie;
        uint8_t size, bytes[8];
    } noises[] = {
        { LIE_GARBAGE, 4, { 0xc1, 0, 1, 2 } },
        { LIE_NOT_MINIMAL, 5, { 0x92, 0xcc, 0x00, 0x91, 0x01 } },
        { LIE_TRAILING, 5, { 0x92, 0x00, 0x92, 0x01, 0x00 } },
        { LIE_UNKNOWN_TYPE, 5, { 0x92, 0x00, 0x92, 0x63, 0x00 } },
        { LIE_BOTS_MESSAGE, 7, { 0x92, 0x00, 0x94, 0x25, 0x00, 0x01, 0xa0 } },
        { LIE_FIELD_MORE, 7, { 0x92, 0x00, 0x94, 0x0f, 0x00, 0x01, 0x01 } },
        { LIE_FLOAT, 8, { 0x92, 0x00, 0xca, 0, 0, 0, 0, 0 } },
    };
    for (size_t i = 0; i < sizeof noises / sizeof *noises; i++)
        if (lying(l, noises[i].lie)) {
            if (!l->outside)
                party_take(l->bot[0], noises[i].bytes, noises[i].size);
            else if (hear(l, 0), !party_stopped(l, 0))
                outside_send(l->outside, noises[i].bytes, noises[i].size);
        }
}

bool liar_over(struct liar *l)
{
    bool over = true;
    tell_result(l);
    for (unsigned i = 0; i < l->parties; i++)
        over = deliver(l, i) && over && (l->bot[i] ? party_over(l->bot[i]) : outside_ended(l->outside) == 0);
    return over;
}

bool liar_run(struct liar *l)
{
    mumble(l);
    if (!goes_on(l) || !opening(l))
        return false;
    while (liar_more(l))
        if (!hand(l))
            return false;
    return liar_over(l);
}
