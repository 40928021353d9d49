/* audit_deal: the verifiable shuffle, DEAL.md section 1. */
#include "state.h"

#include <string.h>

static struct sealed *sealed_hand(struct audit *a, uint32_t hand)
{
    struct sealed *s = &a->at->sealed[hand % SEAL_AHEAD];
    return s->hand == hand ? s : NULL;
}

/* Seals go out for the next 16 hands whenever the coming one has none, never beyond the chains of cuts. */
bool line_push_seal(struct audit *a)
{
    uint32_t next = a->at->match.open.hand + 1u;
    if (a->at->sealed_last >= next)
        return true;
    return line_push(a, (struct step){ .type = MSG_SEAL });
}

/* The commitments of one hand, from the seed where it is known. */
static bool seal_hand(struct audit *a, const struct seal *seal, uint8_t list[HASH])
{
    struct sealed *s = &a->at->sealed[seal->hand % SEAL_AHEAD];
    if (seal->size != (size_t)a->cards * HASH)
        return ARBITER_LIES(a, "the seal of hand %u holds %zu bytes, not %u commitments", seal->hand, seal->size,
                            a->cards);
    s->hand = seal->hand;
    s->commits = seal->commits;
    deal_list(list, a->at->deal_id, seal->hand, a->cards, seal->commits);
    if (!a->has_seed)
        return true;

    uint8_t key[HASH];
    deal_hand_key(key, a->seed, a->at->deal_id, seal->hand);
    deal_pack(&s->pack, key, a->at->deal_id, seal->hand, a->deck, a->cards);
    for (unsigned slot = 0; slot < a->cards; slot++)
        if (memcmp(s->pack.commit[slot], seal->commits + slot * HASH, HASH))
            return ARBITER_LIES(a, "the commitment of hand %u, slot %u is not the one the seed gives", seal->hand,
                                slot);
    return true;
}

bool audit_check_seal(struct audit *a, const struct step *s, const struct msg *m)
{
    (void)s;
    uint32_t first = a->at->match.open.hand + 1u, hands[SEAL_AHEAD], tables[SEAL_AHEAD];
    uint8_t lists[SEAL_AHEAD][HASH];
    uint64_t last = (uint64_t)a->at->match.open.hand + SEAL_AHEAD;
    unsigned due = (unsigned)((last < a->offer.hands_max ? last : a->offer.hands_max) - first + 1);
    if (seals_count(m) != due)
        return ARBITER_LIES(a, "SEAL holds %u hands, %u are due", seals_count(m), due);
    struct seal seals[SEAL_AHEAD];
    for (unsigned i = 0; i < due; i++) {
        if (!seals_get(m, i, &seals[i]))
            return ARBITER_LIES(a, "SEAL cannot be read");
        if (seals[i].hand != first + i)
            return ARBITER_LIES(a, "SEAL holds hand %u where hand %u is due", seals[i].hand, first + i);
        if (!seal_hand(a, &seals[i], lists[i]))
            return false;
        hands[i] = seals[i].hand;
        tables[i] = a->at->number;
    }
    struct message signed_bytes;
    sealed_message(&signed_bytes, a->match_id, due, tables, hands, (const uint8_t(*)[HASH])lists);
    if (!audit_signature(a, m->signature, a->offer.arbiter, &signed_bytes))
        return ARBITER_LIES(a, "the arbiter's signature of SEAL does not hold");
    a->at->sealed_last = first + due - 1;
    pack_msg_seal(&a->expect, a->at->number, seals, due, m->signature);
    return audit_same_bytes(a, "other bytes than its fields make");
}

bool audit_cut(const struct audit *a, unsigned seat, uint32_t hand, const uint8_t *x)
{
    uint8_t y[HASH];
    memcpy(y, x, HASH);
    for (uint32_t j = hand; j > a->at->place[seat].x_hand; j--)
        cut_previous(y, y, a->at->deal_id, seat, j);
    return !memcmp(y, a->at->place[seat].x, HASH);
}

uint32_t audit_cut_due(const struct audit *a)
{
    uint32_t hand = a->at->match.open.hand;
    if (a->at->more_hands)
        return a->second_leg ? 0 : hand + 1u;
    bool top = a->offer.reveal == REVEAL_PAIR && !a->stopped;
    return top && hand < a->offer.hands_max ? a->offer.hands_max : 0;
}

/* In a twin nobody cuts: DEAL brings every party's x, which hashes to the one before, at first to the anchor. */
static bool twin_cuts(struct audit *a, uint32_t hand, const struct msg *m)
{
    if (m->blob_size != (size_t)a->parties * HASH)
        return ARBITER_LIES(a, "DEAL of hand %u holds %zu bytes of cuts for %u parties", hand, m->blob_size,
                            a->parties);
    for (unsigned i = 0; i < a->parties; i++) {
        const uint8_t *x = m->blob + i * HASH;
        if (!audit_cut(a, i, hand, x))
            return ARBITER_LIES(a, "DEAL of hand %u holds another cut than party %u of the primary chose", hand, i);
        memcpy(a->at->place[i].x, x, HASH);
        a->at->place[i].x_hand = hand;
        a->report->counts.cuts++;
    }
    return true;
}

/* Compares an opening with the seed's, or with the commitment alone where there is no seed. */
static bool opening_right(struct audit *a, const uint8_t *bytes, unsigned slot, struct opening *o)
{
    struct sealed *sealed = sealed_hand(a, a->at->match.open.hand + 1u);
    opening_read(o, bytes);
    if (o->slot != slot)
        return ARBITER_LIES(a, "slot %u is opened, the cut gives slot %u", o->slot, slot);
    a->report->counts.openings++;
    if (a->has_seed) {
        uint8_t right[OPENING];
        opening_write(right, &sealed->pack, slot);
        if (!memcmp(right, bytes, OPENING))
            return true;
    } else if (opening_holds(o, sealed->commits, a->cards, a->at->deal_id, sealed->hand)) {
        return true;
    }
    return ARBITER_LIES(a, "the card opened in slot %u is not the one that was sealed", slot);
}

/* The turned card, where the variant has one. */
static bool vira_right(struct audit *a, const struct msg *m)
{
    struct opening o;
    a->at->vira = CARD_NONE;
    if (!rules_turn_card(&a->rules))
        return true;
    if (m->blob2_size != OPENING)
        return ARBITER_LIES(a, "DEAL opens %zu bytes, not the turned card", m->blob2_size);
    if (!opening_right(a, m->blob2, deal_vira_slot(a->at->sigma, a->seats), &o))
        return false;
    a->at->vira = o.card;
    return true;
}

bool audit_check_deal(struct audit *a, const struct step *s, const struct msg *m)
{
    (void)s;
    uint32_t hand = a->at->match.open.hand + 1u;
    uint8_t cuts[PARTIES_MAX * HASH], list[HASH];
    if (a->second_leg && !twin_cuts(a, hand, m))
        return false;
    for (unsigned i = 0; i < a->parties; i++)
        memcpy(cuts + i * HASH, a->at->place[i].x, HASH);
    size_t size = (size_t)a->parties * HASH;
    if (m->blob_size == size && memcmp(m->blob, cuts, size))
        for (unsigned i = 0; i < a->parties; i++)
            if (memcmp(m->blob + i * HASH, cuts + i * HASH, HASH))
                return ARBITER_LIES(a, "DEAL of hand %u holds another cut than party %u sent", hand, i);

    struct sealed *sealed = sealed_hand(a, hand);
    if (!sealed)
        return ARBITER_LIES(a, "hand %u is dealt without a seal", hand);
    deal_list(list, a->at->deal_id, hand, a->cards, sealed->commits);
    deal_cut(a->at->cut, a->at->deal_id, hand, list, a->parties, cuts);
    deal_sigma(a->at->sigma, a->cards, a->at->cut);
    unsigned mano = hand == 1 ? deal_first_mano(a->seats, a->at->cut) : (a->at->match.open.mano + 1u) % a->seats;
    if (m->hand == hand && m->mano != mano)
        return ARBITER_LIES(a, "DEAL of hand %u makes seat %u mano, it is seat %u", hand, m->mano, mano);
    a->at->mano = mano;
    a->at->cards_told = 0;
    if (!vira_right(a, m))
        return false;
    if (a->has_seed)
        a->report->counts.deals++;
    pack_msg_deal(&a->expect, a->at->number, hand, mano, cuts, size, m->blob2, a->at->vira == CARD_NONE ? 0 : OPENING);
    return audit_same_bytes(a, "hand, cuts or openings are not those of this deal");
}

/* The iron hand that comes is played unseen: CARDS opens nothing. */
static bool unseen_next(const struct audit *a)
{
    static const uint16_t anew[2];
    return rules_unseen(&a->rules, a->at->match.open.game_over ? anew : a->at->match.open.score);
}

bool audit_check_cards(struct audit *a, const struct step *s, const struct msg *m)
{
    uint32_t hand = a->at->match.open.hand + 1u;
    struct place *seat = &a->at->place[s->seat];
    if (m->hand != hand)
        return ARBITER_LIES(a, "CARDS of hand %u in hand %u", m->hand, hand);
    bool unseen = unseen_next(a);
    unsigned dealt = rules_gallo(&a->rules, (int)a->seats, a->at->mano) == s->seat ? 4 : 3;
    if (m->blob_size != (unseen ? 0 : dealt * OPENING))
        return ARBITER_LIES(a, "CARDS opens %zu bytes to seat %u, not %s", m->blob_size, s->seat,
                            unseen       ? "none: the hand is played unseen"
                            : dealt == 3 ? "three cards"
                                         : "four");
    for (unsigned k = 0; k < HELD_MAX; k++) {
        struct opening o;
        seat->held[k] = (struct held){ .card = CARD_NONE };
        if (k >= dealt)
            continue;
        if (unseen) {
            seat->held[k] = (struct held){ .card = CARD_HIDDEN, .slot = (uint8_t)deal_slot(a->at->sigma, s->seat, k) };
            continue;
        }
        const uint8_t *bytes = m->blob + k * OPENING;
        if (!opening_right(a, bytes, deal_slot(a->at->sigma, s->seat, k), &o))
            return false;
        seat->held[k] = (struct held){ .card = o.card, .slot = o.slot, .opening = bytes };
    }
    a->at->cards_told++;
    pack_msg_cards(&a->expect, a->at->number, hand, m->blob, m->blob_size);
    return audit_same_bytes(a, "other bytes than its fields make");
}

const struct held *audit_held(const struct audit *a, unsigned seat, card_t card)
{
    for (unsigned k = 0; k < HELD_MAX; k++)
        if (a->at->place[seat].held[k].card == card)
            return &a->at->place[seat].held[k];
    return NULL;
}

/* Without the seed, a card that nobody saw before it was played is what the ACT that follows opens. */
static const uint8_t *next_opening(const struct audit *a)
{
    struct replay ahead = a->file;
    struct record rec;
    struct msg m;
    while (replay_next(&ahead, &rec))
        if (rec.type == MSG_ACT)
            return !msg_read(rec.payload, rec.size, FROM_ARBITER, &m) && m.blob_size == OPENING ? m.blob : NULL;
    return NULL;
}

void audit_unseen(struct audit *a, unsigned seat, unsigned place)
{
    struct held *h = &a->at->place[seat].held[place];
    const struct sealed *sealed = sealed_hand(a, a->at->match.open.hand);
    const uint8_t *bytes = a->has_seed ? NULL : next_opening(a);
    struct opening o;
    if (!sealed || h->opening || (!a->has_seed && !bytes))
        return;
    if (a->has_seed)
        opening_write(a->at->unseen, &sealed->pack, h->slot);
    else
        memcpy(a->at->unseen, bytes, OPENING);
    opening_read(&o, a->at->unseen);
    if (o.slot != h->slot || !opening_holds(&o, sealed->commits, a->cards, a->at->deal_id, sealed->hand))
        return;
    *h = (struct held){ .card = o.card, .slot = o.slot, .opening = a->at->unseen };
    a->at->match.dealt[seat][place] = o.card;
}
