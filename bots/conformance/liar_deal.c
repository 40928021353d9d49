/* liar_deal: from the offer to the cards of a hand: OFFER, OPEN, SEAL, DEAL, CARDS. */
#include "liar.h"

/* --- the course of a match ----------------------------------------------------------------------- */

/* Lies of the second leg are not told in the first. */
static bool twin_lie(struct liar *l, enum lie lie) { return l->primary && lying_slowly(l, lie); }

/* The offer of a twin: the primary's but for the names, with the primary's OPEN. */
static void liar_twin_offer(struct liar *l)
{
    const struct liar *a = l->primary;
    struct offer *o = &l->offer;
    memcpy(o->twin, a->twin, a->twin_size);
    o->twin_size = (uint32_t)a->twin_size;
    o->reveal = REVEAL_MATCH;
    if (!lying(l, LIE_TWIN_NAMES)) {
        memcpy(o->name[0], a->offer.name[1], NAME_TEXT);
        memcpy(o->name[1], a->offer.name[0], NAME_TEXT);
    }
    o->twin[5] ^= lying(l, LIE_TWIN_SIGNATURE);
    if (lying(l, LIE_TWIN_JOIN)) { /* and the arbiter signs it so */
        struct message m;
        o->twin[o->twin_size - 3] ^= 1;
        open_message(&m, o->twin + SIGNATURE, o->twin_size - SIGNATURE);
        sign_message(o->twin, l->key, &m);
    }
    o->nonce[0] ^= lying(l, LIE_TWIN_NONCE);
    o->inc_us += lying(l, LIE_TWIN_CLOCK);
    o->hands_max += lying(l, LIE_TWIN_HANDS);
    o->reveal = lying(l, LIE_TWIN_REVEAL) ? REVEAL_PAIR : o->reveal;
}

static void liar_pack_offer(struct liar *l)
{
    struct packer k;
    struct offer *o = &l->offer;
    memcpy(o->key[0], party_key(l, lying(l, LIE_OFFER_KEY)), KEY_PUBLIC);
    memcpy(o->key[1], party_key(l, 1), KEY_PUBLIC);
    if (l->parties > 2)
        memcpy(o->key[2], party_key(l, lying(l, LIE_CUTTER_KEY) ? 1 : 2), KEY_PUBLIC);
    if (lying(l, LIE_OFFER_RULES))
        strcpy(o->rules, "argentino,flor=perhaps");
    if (lying(l, LIE_OFFER_TABLES))
        o->tables = o->games + 1;
    if (l->lie == LIE_OFFER_LOGGED) /* told when OPEN comes without a proof */
        strcpy(o->log_key, "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW");
    if (lying(l, LIE_OFFER_TWIN))
        o->twin_size = SIG + 200;
    if (lying(l, LIE_OFFER_HELD))
        o->held[1] = HELD_REMOTE + 1;
    if (lying(l, LIE_OFFER_SIGN_EVERY))
        o->sign_every = 0;
    if (lying(l, LIE_OFFER_BLIND)) /* and the names are those of the players */
        o->blind = 1;
    if (l->primary)
        liar_twin_offer(l);
    pack_start(&k, l->offer_bytes, sizeof l->offer_bytes);
    pack_offer(&k, o);
    if (lying(l, LIE_OFFER_BYTES))
        pack_uint(&k, 1);
    assert(!k.bad);
    l->offer_size = k.size;
}

void tell_offer(struct liar *l)
{
    liar_pack_offer(l);
    deal_match_id(l->match_id, l->offer_bytes, l->offer_size);
    deal_table_id(l->table_id, l->match_id, 0);
    bool own = !l->primary || (l->lie == LIE_TWIN_TABLE && lying_slowly(l, LIE_TWIN_TABLE));
    memcpy(l->deal_id, own ? l->table_id : l->primary->table_id, HASH);
    chain_public(&l->pub, l->match_id);
    for (unsigned i = 0; i < l->parties; i++) {
        deal_view_key(l->view_key[i], l->seed, l->match_id, i);
        if (i == 0 && lying_slowly(l, LIE_VIEW_KEY))
            l->view_key[i][0] ^= 1;
        chain_view(&l->told[i]->view, l->view_key[i], l->match_id, i);
        unsigned place = i == 2 && lying(l, LIE_CUTTER_SEAT) ? 1 : i;
        pack_msg_offer(make(l), l->offer_bytes, l->offer_size, place, l->view_key[i]);
        tell_one(l, i, MSG_OFFER);
    }
}

void tell_open(struct liar *l)
{
    uint8_t open[OFFER_MAX + 2 * TWIN_MAX], signature[SIGNATURE], join[LIAR_PARTIES][LIAR_JOIN];
    struct packer k;
    struct message text;
    unsigned parties = lying(l, LIE_OPEN_ONE_PARTY) ? 1 : l->parties;
    memcpy(join, l->join, sizeof join);
    join[0][3] ^= lying(l, LIE_OPEN_MY_ANCHOR);
    join[0][HASH + 3] ^= lying(l, LIE_OPEN_MY_VIEW);
    join[0][2 * HASH + 3] ^= lying(l, LIE_OPEN_MY_SIGNATURE);
    join[1][3] ^= lying(l, LIE_OPEN_OTHER_JOIN);
    pack_start(&k, open, sizeof open);
    pack_array(&k, 2);
    l->offer_bytes[9] ^= lying(l, LIE_OPEN_OTHER_OFFER);
    pack_bin(&k, l->offer_bytes, l->offer_size);
    pack_array(&k, parties);
    for (unsigned i = 0; i < parties; i++)
        pack_bin(&k, join[i], sizeof join[i]);
    open_message(&text, open, k.size);
    sign_message(signature, l->key, &text);
    memcpy(l->twin, signature, SIGNATURE);
    memcpy(l->twin + SIGNATURE, open, l->twin_size = k.size);
    l->twin_size += SIGNATURE;
    signature[0] ^= lying(l, LIE_OPEN_SIGNATURE);
    bool proof = lying(l, LIE_OPEN_PROOF);
    (void)lying(l, LIE_OFFER_LOGGED);
    pack_msg_open(make(l), open, k.size, signature, "proof", proof ? 5 : 0);
    tell_all(l);
}

struct pack *pack_of(struct liar *l, uint32_t hand) { return &l->pack[hand % LIAR_SEALED]; }

/* Seals a pack that holds a double or a strange card: every opening will hold, but not the cards. */
static void spoil_pack(struct liar *l, struct pack *p, uint32_t hand)
{
    bool twice = lying_slowly(l, LIE_PACK_DOUBLE), strange = lying_slowly(l, LIE_PACK_STRANGE);
    if (!twice && !strange)
        return;
    l->spoiled = true;
    for (unsigned s = 0; s < p->n; s++) {
        p->card[s] = twice ? 7 : (card_t)(CARDS + s);
        deal_commit(p->commit[s], p->salt[s], l->deal_id, hand, s, p->card[s]);
    }
    deal_list(p->list, l->deal_id, hand, p->n, p->commit[0]);
}

void tell_seal(struct liar *l, uint32_t first, unsigned count, const uint8_t seed[HASH])
{
    uint32_t tables[LIAR_SEALED] = { 0 }, hands[LIAR_SEALED];
    uint8_t lists[LIAR_SEALED][HASH], signature[SIGNATURE];
    struct seal seals[LIAR_SEALED];
    struct message text;
    for (unsigned i = 0; i < count; i++) {
        uint8_t key[HASH];
        struct pack *p = pack_of(l, first + i);
        deal_hand_key(key, seed, l->deal_id,
                      first + i + (i == 1 && (lying_slowly(l, LIE_PACK_OTHER) || twin_lie(l, LIE_TWIN_PACK))));
        deal_pack(p, key, l->deal_id, first + i, l->deck, l->cards);
        spoil_pack(l, p, first + i);
        if (i == 1 && lying(l, LIE_SEAL_SAME))
            memcpy(p->commit[5], p->commit[17], HASH);
        hands[i] = seals[i].hand = first + i;
        seals[i].commits = p->commit[0];
        seals[i].size = (lying(l, LIE_SEAL_SHORT) ? 24 : p->n) * HASH; /* a pack of another variant */
        deal_list(lists[i], l->deal_id, first + i, p->n, p->commit[0]);
    }
    sealed_message(&text, l->match_id, count, tables, hands, (const uint8_t(*)[HASH])lists);
    sign_message(signature, l->key, &text);
    signature[1] ^= lying(l, LIE_SEAL_SIGNATURE);
    pack_msg_seal(make(l), 0, seals, count, signature);
    tell_all(l);
    l->sealed = first + count - 1;
}

void seal_when_due(struct liar *l)
{
    if (l->sealed > l->hand)
        return;
    tell_seal(l, l->hand + 1 + (l->hand && lying(l, LIE_SEAL_GAP)), LIAR_SEALED, l->seed);
    if (lying(l, LIE_SEAL_AGAIN))
        tell_seal(l, l->hand + 1, LIAR_SEALED, l->seed);
    if (lying(l, LIE_SEAL_OTHER))
        tell_seal(l, l->hand + 1, LIAR_SEALED, l->match_id);
}

void tell_deal(struct liar *l)
{
    uint8_t cuts[LIAR_PARTIES][HASH], turned[OPENING] = { 0 };
    unsigned mano = l->mano;
    memcpy(cuts, l->x, sizeof cuts);
    cuts[0][0] ^= lying(l, LIE_DEAL_MY_CUT);
    cuts[1][0] ^= lying(l, LIE_DEAL_OTHER_CUT);
    cuts[2][0] ^= l->parties > 2 && lying(l, LIE_CUTTER_CUT);
    cuts[0][7] ^= l->primary && lying(l, LIE_TWIN_CUT);
    cuts[1][7] ^= l->primary && l->hand == 3 && lying(l, LIE_TWIN_LATE_CUT);
    mano ^= l->primary && lying(l, LIE_TWIN_MANO);
    mano ^= l->hand == 1 ? lying(l, LIE_DEAL_MANO) : lying(l, LIE_DEAL_MANO_AGAIN);
    if (l->hand)
        opening_write(turned, pack_of(l, l->hand), l->sigma[0]);
    size_t parties = lying(l, LIE_DEAL_ONE_CUT) ? 1 : l->parties - lying(l, LIE_CUTTER_LEFT_OUT);
    pack_msg_deal(make(l), 0, l->hand + lying(l, LIE_DEAL_SKIPS), mano, cuts, parties * HASH, turned,
                  lying(l, LIE_DEAL_TURNED) ? OPENING : 0);
    tell_all(l);
}

void tell_cards(struct liar *l, unsigned seat)
{
    uint8_t openings[3][OPENING];
    const struct pack *p = pack_of(l, l->hand);
    for (unsigned k = 0; k < 3; k++)
        opening_write(openings[k], p, deal_slot(l->sigma, seat, k));
    if (seat == 0) {
        if (lying(l, LIE_CARDS_RIVALS))
            opening_write(openings[1], p, deal_slot(l->sigma, 1, 1));
        if (lying(l, LIE_CARDS_UNDEALT))
            opening_write(openings[1], p, l->sigma[20]);
        if (lying(l, LIE_CARDS_TWICE))
            memcpy(openings[2], openings[0], OPENING);
        openings[2][1] ^= lying(l, LIE_CARDS_CARD);
        openings[2][OPENING - 1] ^= lying(l, LIE_CARDS_SALT);
    }
    unsigned n = seat == 0 && lying(l, LIE_CARDS_TWO) ? 2 : 3;
    pack_msg_cards(make(l), 0, l->hand, openings, n * OPENING);
    tell_one(l, seat, MSG_CARDS);
}
