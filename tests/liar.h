/* liar: a whole arbiter in memory for the tests of the SDK, honest but for one lie.
 *
 * Two bots (struct party) sit at it without sockets.  It plays a match to its end, or until it has told the lie
 * it was given; seat 0 is the one that has to notice.  Each lie is told once, where its message is made. */
#ifndef TESTS_LIAR_H
#define TESTS_LIAR_H

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "party.h"

/* X(LIE, the check that has to catch it) */
#define LIES(X)                                                                                                \
    X(GARBAGE, ENVELOPE) X(NOT_MINIMAL, ENVELOPE) X(TABLE_ONE, ORDER) X(EARLY_DEAL, ORDER)                     \
    X(OFFER_BYTES, OFFER) X(OFFER_RULES, OFFER) X(OFFER_TABLES, OFFER) X(OFFER_LOGGED, LOG)                    \
    X(OFFER_KEY, MY_KEY) X(OFFER_TWIN, OFFER)                                                                  \
    X(OPEN_OTHER_OFFER, OPEN_OFFER) X(OPEN_ONE_PARTY, OPEN_OFFER) X(OPEN_MY_ANCHOR, MY_JOIN)                   \
    X(OPEN_MY_SIGNATURE, MY_JOIN) X(OPEN_OTHER_JOIN, JOIN_SIGNATURE) X(OPEN_SIGNATURE, OPEN_SIGNATURE)         \
    X(OPEN_PROOF, LOG)                                                                                         \
    X(SEAL_SIGNATURE, SEAL_SIGNATURE) X(SEAL_SAME, SEAL_LIST) X(SEAL_SHORT, SEAL_LIST) X(SEAL_GAP, ORDER)      \
    X(SEAL_AGAIN, ORDER) X(SEAL_OTHER, SEAL_TWICE)                                                             \
    X(DEAL_MY_CUT, MY_CUT) X(DEAL_OTHER_CUT, CUT_CHAIN) X(DEAL_ONE_CUT, CUT_CHAIN) X(DEAL_MANO, MANO)          \
    X(DEAL_MANO_AGAIN, MANO) X(DEAL_SKIPS, ORDER) X(DEAL_TURNED, SLOT_OWNER)                                   \
    X(CARDS_RIVALS, SLOT_OWNER) X(CARDS_UNDEALT, SLOT_OWNER) X(CARDS_TWICE, SLOT_TWICE) X(CARDS_CARD, OPENING) \
    X(CARDS_SALT, OPENING) X(CARDS_TWO, ORDER) X(PACK_DOUBLE, CARD) X(PACK_STRANGE, CARD)                      \
    X(ACT_SLOT, SLOT_OWNER) X(ACT_CARD, OPENING) X(ACT_TOLD, OPENING) X(ACT_CLOSED, OPENING)                   \
    X(ACT_AGAIN, SLOT_TWICE) X(ACT_MINE, NOT_MY_ACTION) X(ACT_UNASKED, NOT_MY_ACTION)                          \
    X(DOWN_SLOT, SLOT_OWNER) X(DOWN_AGAIN, SLOT_TWICE) X(DOWN_OPENED, OPENING) X(DOWN_MINE, NOT_MY_ACTION)     \
    X(SHOW_SLOT, SLOT_OWNER) X(SHOW_AGAIN, SLOT_TWICE) X(SHOW_CARD, OPENING)                                   \
    X(VIEW_CARDS, VIEW_CARDS) X(VIEW_FEWER, VIEW_CARDS) X(VIEW_RIVAL, VIEW_CARDS) X(VIEW_TABLE, VIEW_FACTS)    \
    X(VIEW_MANO, VIEW_FACTS) X(VIEW_HAND, VIEW_FACTS) X(VIEW_GAME, VIEW_FACTS) X(VIEW_TURN, VIEW_FACTS)        \
    X(VIEW_GONE, VIEW_FACTS) X(VIEW_SEAT, VIEW_FACTS) X(VIEW_BYTES, VIEW_FACTS) X(VIEW_SCORE, SCORE)           \
    X(LEGAL_FEWER, LEGAL) X(LEGAL_OTHER, LEGAL) X(BUDGET, CLOCK) X(REQUEST_OLD, ORDER)                         \
    X(HEAD, HEAD) X(HAND_END_SIGNATURE, HAND_END_SIGNATURE) X(HAND_END_SCORE, SCORE) X(GAME_SCORE, SCORE)      \
    X(GAME_NUMBER, SCORE) X(SIGNED, SIGNED_SIGNATURE) X(SIGNED_MINE, SIGNED_SIGNATURE) X(SIGNED_HAND, ORDER)   \
    X(RESULT_MATCH, RESULT) X(RESULT_GAMES, RESULT) X(RESULT_HANDS, RESULT) X(RESULT_BYTES, RESULT)            \
    X(RESULT_SIGNATURE, RESULT_SIGNATURE) X(RESULT_EARLY, ORDER)                                               \
    X(SEED, SEED) X(VIEW_KEY, SEED) X(PACK_OTHER, PACK)

enum lie {
    LIE_NONE,
#define X(lie, check) LIE_##lie,
    LIES(X)
#undef X
    LIE_COUNT
};

enum { LIAR_MESSAGES = 4000, LIAR_BYTES = 2 << 20, LIAR_SEALED = 4, LIAR_HANDS = 150 };

/* Everything one seat was ever told. */
struct told {
    uint8_t *bytes;
    size_t size, at[LIAR_MESSAGES + 1];
    uint64_t count, sent;
    struct chain view;
    uint8_t head[LIAR_MESSAGES + 1][HASH]; /* of the view chain after so many messages */
};

struct liar {
    enum lie lie;
    bool told_it, slow; /* slow: it can only be noticed later, so the match goes on */
    bool spoiled;       /* the packs that are sealed cannot be played */
    struct party *bot[2];
    struct fiel_callbacks calls[2];
    char folder[2][64];
    struct told *told[2];
    struct offer offer;
    uint8_t offer_bytes[4096];
    size_t offer_size;
    uint8_t key[KEY_SECRET], seed[HASH], match_id[HASH], table_id[HASH], view_key[2][HASH];
    struct chain pub;
    struct rules rules;
    struct match match;
    card_t deck[CARDS];
    unsigned cards;
    struct pack pack[LIAR_SEALED];
    unsigned mano, before; /* before: what side 0 had when the hand was dealt */
    uint32_t sealed, hand, games, won[3], request[2];
    uint8_t sigma[CARDS], head[HASH], zeros[HASH];
    struct packer k;
    uint8_t scratch[ENVELOPE_MAX];
    /* what the bots said */
    bool said_hello[2], joined[2];
    uint8_t join[2][HASH + SIGNATURE], x[2][HASH], sign[2][SIGNATURE];
    uint32_t cut[2], signs[2];
    bool answered;
    struct action answer;
    unsigned asked, unasked, repeated, hellos;
    struct fiel_random dice;
};

/* True once: now is the moment of this lie. */
static inline bool lying(struct liar *l, enum lie lie)
{
    if (l->lie != lie || l->told_it)
        return false;
    return l->told_it = true;
}

static inline bool lying_slowly(struct liar *l, enum lie lie)
{
    bool now = lying(l, lie);
    l->slow = l->slow || now;
    return now;
}

/* From the first time on, every time: signatures are verified some hands later, the newest of each signer. */
static inline bool lying_on(struct liar *l, enum lie lie)
{
    return lying_slowly(l, lie) || (l->lie == lie && l->told_it);
}

/* --- telling ------------------------------------------------------------------------------------- */

static inline struct packer *make(struct liar *l)
{
    pack_start(&l->k, l->scratch, sizeof l->scratch);
    return &l->k;
}

static inline void remember(struct liar *l, unsigned seat, unsigned type)
{
    struct told *t = l->told[seat];
    uint8_t digest[HASH];
    assert(!l->k.bad && t->count < LIAR_MESSAGES && t->size + l->k.size <= LIAR_BYTES);
    memcpy(t->bytes + t->size, l->scratch, l->k.size);
    t->size += l->k.size;
    t->at[++t->count] = t->size;
    hash_bytes(digest, l->scratch, l->k.size);
    if (type != MSG_OFFER)
        chain_link(&t->view, type, digest);
    memcpy(t->head[t->count], t->view.head, HASH);
}

static inline void tell_one(struct liar *l, unsigned seat, unsigned type)
{
    remember(l, seat, type);
}

static inline void tell_all(struct liar *l, unsigned type)
{
    uint8_t digest[HASH];
    remember(l, 0, type);
    remember(l, 1, type);
    hash_bytes(digest, l->scratch, l->k.size);
    chain_link(&l->pub, type, digest);
}

/* --- hearing ------------------------------------------------------------------------------------- */

static inline void hear_hello(struct liar *l, unsigned seat, const struct msg *m)
{
    struct told *t = l->told[seat];
    struct message text;
    l->hellos++;
    l->said_hello[seat] = true;
    assert(m->have <= t->count && memcmp(m->key, l->bot[seat]->key, KEY_PUBLIC) == 0);
    assert(memcmp(m->head, m->have ? t->head[m->have] : l->zeros, HASH) == 0);
    hello_message(&text, m->have ? l->match_id : l->zeros, m->have, m->head);
    assert(verify_message(m->signature, m->key, &text));
    t->sent = m->have;
}

static inline void hear_one(struct liar *l, unsigned seat, const struct msg *m)
{
    switch (m->type) {
    case MSG_HELLO: hear_hello(l, seat, m); break;
    case MSG_JOIN:
        l->repeated += l->joined[seat];
        l->joined[seat] = true;
        memcpy(l->join[seat], m->blob, HASH);
        memcpy(l->join[seat] + HASH, m->signature, SIGNATURE);
        if (l->hand == 0)
            memcpy(l->x[seat], m->blob, HASH);
        break;
    case MSG_CUT: {
        uint8_t before[HASH];
        if (m->hand == l->cut[seat] && memcmp(m->x, l->x[seat], HASH) == 0) {
            l->repeated++;
            break;
        }
        cut_previous(before, m->x, l->table_id, seat, m->hand);
        assert(m->hand == l->hand + 1 && memcmp(before, l->x[seat], HASH) == 0);
        memcpy(l->x[seat], m->x, HASH);
        l->cut[seat] = m->hand;
        break;
    }
    case MSG_HAND_SIGN: {
        struct message text;
        hand_end_message(&text, l->match_id, seat, 0, l->hand, l->head, l->match.open.score, l->zeros);
        assert(m->hand == l->hand && verify_message(m->signature, l->bot[seat]->key, &text));
        l->repeated += l->signs[seat] == m->hand;
        memcpy(l->sign[seat], m->signature, SIGNATURE);
        l->signs[seat] = m->hand;
        break;
    }
    case MSG_ANSWER:
        if (match_turn(&l->match) != (int)seat || m->request != l->request[seat] || l->answered) {
            l->unasked++;
            break;
        }
        l->answered = true;
        l->answer = action_of_code(m->action);
        break;
    default: assert(false && "a message that no bot sends");
    }
}

/* Takes everything the bot has to say.  True when that was a hello: something has to be sent again. */
static inline bool hear(struct liar *l, unsigned seat)
{
    static uint8_t out[ENVELOPE_MAX];
    bool hello = false;
    size_t size;
    while ((size = party_reply(l->bot[seat], out)) > 0) {
        struct envelope e;
        struct msg m;
        enum wire_error w = envelope_open(&e, out, size);
        assert(w == WIRE_OK);
        while (e.left > 0) {
            w = envelope_next(&e, FROM_BOT, &m);
            assert(w == WIRE_OK);
            hear_one(l, seat, &m);
            hello = hello || m.type == MSG_HELLO;
        }
    }
    return hello;
}

/* --- delivering ---------------------------------------------------------------------------------- */

/* Packs the messages from..  into one envelope of at most `room` bytes; returns its size and moves *from. */
static inline size_t envelope_of(const struct told *t, uint64_t *from, uint8_t *out, size_t room)
{
    struct packer k;
    uint64_t to = *from;
    while (to < t->count && t->at[to + 1] - t->at[*from] + 16 <= room && to - *from < 30) /* within ITEMS_MAX */
        to++;
    assert(to > *from);
    pack_start(&k, out, ENVELOPE_MAX);
    pack_array(&k, 1 + (size_t)(to - *from));
    pack_uint(&k, *from);
    pack_raw(&k, t->bytes + t->at[*from], t->at[to] - t->at[*from]);
    assert(!k.bad);
    *from = to;
    return k.size;
}

/* Sends what waits for a seat, and hears its answer.  False when the bot stops. */
static inline bool deliver(struct liar *l, unsigned seat)
{
    static uint8_t out[ENVELOPE_MAX];
    struct told *t = l->told[seat];
    struct party *p = l->bot[seat];
    bool more = true;
    while (more) {
        while (t->sent < t->count && p->failed == CHECK_FINE) {
            size_t size = envelope_of(t, &t->sent, out, ENVELOPE_MAX);
            party_take(p, out, size);
        }
        if (p->failed != CHECK_FINE)
            return false;
        more = hear(l, seat);
        if (!more) {
            party_quiet(p);
            more = hear(l, seat);
        }
    }
    return party_settle(p) == CHECK_FINE;
}

/* --- the course of a match ----------------------------------------------------------------------- */

static inline void liar_pack_offer(struct liar *l)
{
    struct packer k;
    struct offer *o = &l->offer;
    memcpy(o->key[0], l->bot[lying(l, LIE_OFFER_KEY)]->key, KEY_PUBLIC);
    memcpy(o->key[1], l->bot[1]->key, KEY_PUBLIC);
    if (lying(l, LIE_OFFER_RULES))
        strcpy(o->rules, "argentino,flor=perhaps");
    if (lying(l, LIE_OFFER_TABLES))
        o->tables = 2;
    if (lying(l, LIE_OFFER_LOGGED))
        strcpy(o->log_origin, "log.example");
    if (lying(l, LIE_OFFER_TWIN))
        o->twin[7] = 1;
    pack_start(&k, l->offer_bytes, sizeof l->offer_bytes);
    pack_offer(&k, o);
    if (lying(l, LIE_OFFER_BYTES))
        pack_uint(&k, 1);
    assert(!k.bad);
    l->offer_size = k.size;
}

static inline void tell_offer(struct liar *l)
{
    liar_pack_offer(l);
    deal_match_id(l->match_id, l->offer_bytes, l->offer_size);
    deal_table_id(l->table_id, l->match_id, 0);
    chain_public(&l->pub, l->table_id);
    for (unsigned i = 0; i < 2; i++) {
        deal_view_key(l->view_key[i], l->seed, l->match_id, i);
        if (i == 0 && lying_slowly(l, LIE_VIEW_KEY))
            l->view_key[i][0] ^= 1;
        chain_view(&l->told[i]->view, l->view_key[i], l->table_id, i);
        pack_msg_offer(make(l), l->offer_bytes, l->offer_size, i, l->view_key[i]);
        tell_one(l, i, MSG_OFFER);
    }
}

static inline void tell_open(struct liar *l)
{
    uint8_t open[8192], signature[SIGNATURE], join[2][HASH + SIGNATURE];
    struct packer k;
    struct message text;
    unsigned parties = lying(l, LIE_OPEN_ONE_PARTY) ? 1 : 2;
    memcpy(join, l->join, sizeof join);
    join[0][3] ^= lying(l, LIE_OPEN_MY_ANCHOR);
    join[0][HASH + 3] ^= lying(l, LIE_OPEN_MY_SIGNATURE);
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
    signature[0] ^= lying(l, LIE_OPEN_SIGNATURE);
    bool proof = lying(l, LIE_OPEN_PROOF);
    pack_msg_open(make(l), open, k.size, signature, "proof", proof ? 5 : 0);
    tell_all(l, MSG_OPEN);
}

static inline struct pack *pack_of(struct liar *l, uint32_t hand)
{
    return &l->pack[hand % LIAR_SEALED];
}

/* Seals a pack that holds a double or a strange card: every opening will hold, but not the cards. */
static inline void spoil_pack(struct liar *l, struct pack *p, uint32_t hand)
{
    bool twice = lying_slowly(l, LIE_PACK_DOUBLE), strange = lying_slowly(l, LIE_PACK_STRANGE);
    if (!twice && !strange)
        return;
    l->spoiled = true;
    for (unsigned s = 0; s < p->n; s++) {
        p->card[s] = twice ? 7 : (card_t)(CARDS + s);
        deal_commit(p->commit[s], p->salt[s], l->table_id, hand, s, p->card[s]);
    }
    deal_list(p->list, l->table_id, hand, p->n, p->commit[0]);
}

static inline void tell_seal(struct liar *l, uint32_t first, unsigned count, const uint8_t seed[HASH])
{
    uint32_t tables[LIAR_SEALED] = { 0 }, hands[LIAR_SEALED];
    uint8_t lists[LIAR_SEALED][HASH], signature[SIGNATURE];
    struct seal seals[LIAR_SEALED];
    struct message text;
    for (unsigned i = 0; i < count; i++) {
        uint8_t key[HASH];
        struct pack *p = pack_of(l, first + i);
        deal_hand_key(key, seed, l->table_id, first + i + (i == 1 && lying_slowly(l, LIE_PACK_OTHER)));
        deal_pack(p, key, l->table_id, first + i, l->deck, l->cards);
        spoil_pack(l, p, first + i);
        if (i == 1 && lying(l, LIE_SEAL_SAME))
            memcpy(p->commit[5], p->commit[17], HASH);
        hands[i] = seals[i].hand = first + i;
        seals[i].commits = p->commit[0];
        seals[i].size = (lying(l, LIE_SEAL_SHORT) ? 24 : p->n) * HASH; /* a pack of another variant */
        deal_list(lists[i], l->table_id, first + i, p->n, p->commit[0]);
    }
    sealed_message(&text, l->match_id, count, tables, hands, (const uint8_t(*)[HASH])lists);
    sign_message(signature, l->key, &text);
    signature[1] ^= lying(l, LIE_SEAL_SIGNATURE);
    pack_msg_seal(make(l), 0, seals, count, signature);
    tell_all(l, MSG_SEAL);
    l->sealed = first + count - 1;
}

static inline void seal_when_due(struct liar *l)
{
    if (l->sealed > l->hand)
        return;
    tell_seal(l, l->hand + 1 + (l->hand && lying(l, LIE_SEAL_GAP)), LIAR_SEALED, l->seed);
    if (lying(l, LIE_SEAL_AGAIN))
        tell_seal(l, l->hand + 1, LIAR_SEALED, l->seed);
    if (lying(l, LIE_SEAL_OTHER))
        tell_seal(l, l->hand + 1, LIAR_SEALED, l->match_id);
}

static inline void tell_deal(struct liar *l)
{
    uint8_t cuts[2][HASH], turned[OPENING] = { 0 };
    unsigned mano = l->mano;
    memcpy(cuts, l->x, sizeof cuts);
    cuts[0][0] ^= lying(l, LIE_DEAL_MY_CUT);
    cuts[1][0] ^= lying(l, LIE_DEAL_OTHER_CUT);
    mano ^= l->hand == 1 ? lying(l, LIE_DEAL_MANO) : lying(l, LIE_DEAL_MANO_AGAIN);
    if (l->hand)
        opening_write(turned, pack_of(l, l->hand), l->sigma[0]);
    pack_msg_deal(make(l), 0, l->hand + lying(l, LIE_DEAL_SKIPS), mano, cuts, lying(l, LIE_DEAL_ONE_CUT) ? HASH : 2 * HASH,
                  turned, lying(l, LIE_DEAL_TURNED) ? OPENING : 0);
    tell_all(l, MSG_DEAL);
}

static inline void tell_cards(struct liar *l, unsigned seat)
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

/* The slot of a seat's card in this hand. */
static inline unsigned slot_of(const struct liar *l, unsigned seat, card_t card)
{
    for (unsigned k = 0; k < 3; k++)
        if (l->match.dealt[seat][k] == card)
            return deal_slot(l->sigma, seat, k);
    assert(false && "a card that was dealt");
    return 0;
}

static inline void tell_act(struct liar *l, unsigned seat, struct action a, unsigned value, const uint8_t *opening)
{
    pack_msg_act(make(l), 0, seat, action_code(a), value, opening, opening ? OPENING : 0);
    tell_all(l, MSG_ACT);
}

static inline void tell_card(struct liar *l, unsigned seat, struct action a)
{
    uint8_t opening[OPENING];
    const struct pack *p = pack_of(l, l->hand);
    unsigned slot = slot_of(l, seat, a.arg);
    bool down = a.kind == ACT_PLAY_DOWN;
    if (seat == 1 && lying(l, down ? LIE_DOWN_SLOT : LIE_ACT_SLOT)) {
        slot = l->sigma[30];
        a.arg = p->card[slot];
    }
    opening_write(opening, p, slot);
    if (down) {
        for (unsigned k = 0; seat == 0 && k < 3; k++)
            if (!(l->match.open.gone[0] >> k & 1) && lying(l, LIE_DOWN_MINE))
                slot = deal_slot(l->sigma, 0, k); /* another one that is still in my hand */
        tell_act(l, seat, (struct action){ ACT_PLAY_DOWN, CARD_HIDDEN }, slot, lying(l, LIE_DOWN_OPENED) ? opening : NULL);
        if (lying(l, LIE_DOWN_AGAIN))
            tell_act(l, seat, (struct action){ ACT_PLAY_DOWN, CARD_HIDDEN }, slot, NULL);
        return;
    }
    opening[1] ^= seat == 1 && lying(l, LIE_ACT_CARD);
    a.arg ^= seat == 1 && lying(l, LIE_ACT_TOLD);
    tell_act(l, seat, a, 0, lying(l, LIE_ACT_CLOSED) ? NULL : opening);
    if (lying(l, LIE_ACT_AGAIN))
        tell_act(l, seat, a, 0, opening);
}

static inline void tell_action(struct liar *l, unsigned seat, struct action a)
{
    const struct open *o = &l->match.open;
    bool call = a.kind != ACT_PLAY && a.kind != ACT_PLAY_DOWN;
    if (seat == 0 && call && lying(l, LIE_ACT_MINE))
        a = (struct action){ a.kind == ACT_MAZO ? ACT_QUIERO : ACT_MAZO, 0 };
    if (call)
        tell_act(l, seat, a, a.kind == ACT_DECLARE ? o->declared[seat] : 0, NULL);
    else
        tell_card(l, seat, a);
    for (unsigned i = 0; i < o->news_count; i++)
        tell_act(l, o->news[i].seat, (struct action){ o->news[i].kind, 0 }, o->news[i].value, NULL);
    if (seat == 1 && lying(l, LIE_ACT_UNASKED))
        tell_act(l, 0, (struct action){ ACT_MAZO, 0 }, 0, NULL);
}

/* --- a request ----------------------------------------------------------------------------------- */

static inline void bend_view(struct liar *l, struct view *v)
{
    struct open *o = &v->open;
    if (lying(l, LIE_VIEW_CARDS))
        v->known[0][1] = pack_of(l, l->hand)->card[l->sigma[25]];
    if (lying(l, LIE_VIEW_FEWER))
        v->known[0][1] = CARD_NONE;
    if (lying(l, LIE_VIEW_RIVAL))
        v->known[1][1] = l->match.dealt[1][1];
    if (o->table[0] < CARDS && lying(l, LIE_VIEW_TABLE))
        o->table[0] ^= 1;
    if (lying(l, LIE_VIEW_MANO))
        o->mano ^= 1;
    if (lying(l, LIE_VIEW_HAND))
        o->hand++;
    if (lying(l, LIE_VIEW_GAME))
        o->game++;
    if (lying(l, LIE_VIEW_TURN))
        o->turn ^= 1;
    if (lying(l, LIE_VIEW_GONE))
        o->gone[0] ^= 2;
    if (lying(l, LIE_VIEW_SEAT))
        v->seat ^= 1;
    if (o->score[1] > 4 && o->points_truco[1] + o->points_envido[1] == 0 && lying(l, LIE_VIEW_SCORE))
        o->score[1]--;
}

/* A request, packed here and not by the codec, which would not pack a lie about what is legal. */
static inline void tell_request(struct liar *l, unsigned seat)
{
    struct view v, honest;
    struct action legal[LEGAL_MAX];
    uint64_t bank = l->offer.bank_us, budget = l->offer.cap_us + l->offer.grace_us;
    match_view(&l->match, (int)seat, &v);
    honest = v;
    if (seat == 0)
        bend_view(l, &v);
    int n = view_legal(&honest, legal);
    if (seat == 0 && n > 1 && lying(l, LIE_LEGAL_FEWER))
        n--;
    if (seat == 0 && lying(l, LIE_LEGAL_OTHER))
        legal[n - 1].kind ^= 1;
    budget -= seat == 0 && lying(l, LIE_BUDGET);
    l->request[seat] += l->request[seat] && seat == 0 && lying(l, LIE_REQUEST_OLD) ? 0 : 1;
    struct packer *k = make(l);
    pack_array(k, 7);
    pack_uint(k, MSG_REQUEST);
    pack_uint(k, seat == 0 && lying(l, LIE_TABLE_ONE));
    pack_uint(k, l->request[seat]);
    pack_uint(k, bank);
    pack_uint(k, budget);
    if (seat == 0 && lying(l, LIE_VIEW_BYTES))
        pack_array(k, 0);
    else
        pack_view(k, &v);
    pack_array(k, (size_t)n);
    for (int i = 0; i < n; i++)
        pack_uint(k, action_code(legal[i]));
    tell_one(l, seat, MSG_REQUEST);
    l->answered = false;
}

/* --- the end of a hand, a game, the match -------------------------------------------------------- */

static inline void tell_shown(struct liar *l)
{
    for (unsigned seat = 0; seat < 2; seat++) {
        uint8_t openings[4][OPENING];
        unsigned n = 0, mask = match_shown(&l->match, (int)seat);
        for (unsigned k = 0; k < 3; k++)
            if (mask >> k & 1)
                opening_write(openings[n++], pack_of(l, l->hand), deal_slot(l->sigma, seat, k));
        if (n && seat == 1 && lying(l, LIE_SHOW_SLOT))
            opening_write(openings[0], pack_of(l, l->hand), l->sigma[9]);
        openings[0][1] ^= n && seat == 1 && lying(l, LIE_SHOW_CARD);
        if (n && lying(l, LIE_SHOW_AGAIN))
            memcpy(openings[n++], openings[0], OPENING);
        if (n) {
            pack_msg_show(make(l), 0, seat, openings, n * OPENING);
            tell_all(l, MSG_SHOW);
        }
    }
}

static inline void tell_game_end(struct liar *l)
{
    const struct open *o = &l->match.open;
    uint16_t score[2] = { o->score[0], o->score[1] };
    score[0] = (uint16_t)(score[0] + lying(l, LIE_GAME_SCORE));
    l->games++;
    l->won[o->game_winner]++;
    pack_msg_game_end(make(l), 0, l->games + lying(l, LIE_GAME_NUMBER), o->game_winner, END_PLAYED, NOBODY, score);
    tell_all(l, MSG_GAME_END);
}

static inline void tell_hand_end(struct liar *l)
{
    uint8_t signature[SIGNATURE];
    struct message text;
    uint16_t score[2] = { l->match.open.score[0], l->match.open.score[1] };
    memcpy(l->head, l->pub.head, HASH);
    l->head[0] ^= lying(l, LIE_HEAD);
    if (!l->match.open.game_over && l->before > 0 && lying(l, LIE_HAND_END_SCORE))
        score[0] = 0;
    hand_end_message(&text, l->match_id, SIGNER_ARBITER, 0, l->hand, l->head, score, l->zeros);
    sign_message(signature, l->key, &text);
    signature[2] ^= lying_on(l, LIE_HAND_END_SIGNATURE);
    pack_msg_hand_end(make(l), 0, l->hand, l->head, score, l->zeros, signature);
    tell_all(l, MSG_HAND_END);
}

static inline void tell_signatures(struct liar *l)
{
    for (unsigned i = 0; i < 2; i++) {
        l->sign[i][2] ^= lying_on(l, i == 0 ? LIE_SIGNED_MINE : LIE_SIGNED);
        pack_msg_signed(make(l), 0, l->hand + lying(l, LIE_SIGNED_HAND), i, l->sign[i]);
        tell_all(l, MSG_SIGNED);
    }
}

static inline void tell_result(struct liar *l)
{
    uint8_t bytes[1024], signature[SIGNATURE];
    struct packer k;
    struct message text;
    struct result r = { .outcome = END_PLAYED, .fault_seat = NOBODY, .hands = l->hand + lying(l, LIE_RESULT_HANDS) };
    memcpy(r.match_id, l->match_id, HASH);
    memcpy(r.games, l->won, sizeof r.games);
    r.winner = l->won[0] == l->won[1] ? TIE : l->won[0] < l->won[1];
    r.match_id[4] ^= lying(l, LIE_RESULT_MATCH);
    r.games[0] += lying(l, LIE_RESULT_GAMES);
    pack_start(&k, bytes, sizeof bytes);
    pack_result(&k, &r);
    if (lying(l, LIE_RESULT_BYTES))
        pack_uint(&k, 1);
    result_message(&text, l->match_id, bytes, k.size);
    sign_message(signature, l->key, &text);
    signature[0] ^= lying(l, LIE_RESULT_SIGNATURE);
    pack_msg_result(make(l), bytes, k.size, signature);
    tell_all(l, MSG_RESULT);
    l->seed[0] ^= lying(l, LIE_SEED);
    pack_msg_reveal(make(l), l->seed);
    tell_all(l, MSG_REVEAL);
}

/* --- putting it together ------------------------------------------------------------------------- */

/* After the lie seat 0 hears everything at once.  True while the match can go on. */
static inline bool goes_on(struct liar *l)
{
    bool told = l->told_it && !l->slow;
    if (told)
        deliver(l, 0);
    return !told && l->bot[0]->failed == CHECK_FINE && l->bot[1]->failed == CHECK_FINE;
}

static inline void deal_hand(struct liar *l)
{
    uint8_t z[HASH];
    card_t cards[SEATS_MAX][HELD_MAX];
    char why[RULES_ERROR_TEXT];
    l->hand++;
    const struct pack *p = pack_of(l, l->hand);
    deal_cut(z, l->table_id, l->hand, p->list, 2, l->x[0]);
    deal_sigma(l->sigma, l->cards, z);
    memset(cards, CARD_NONE, sizeof cards);
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned k = 0; k < 3; k++)
            cards[seat][k] = p->card[deal_slot(l->sigma, seat, k)];
    l->mano = l->hand == 1 ? deal_first_mano(2, z) : l->mano ^ 1u;
    int error = match_deal(&l->match, cards, CARD_NONE, l->hand == 1 ? (int)l->mano : NOBODY, why);
    assert(error == 0 || l->spoiled);
    l->before = l->match.open.score[0];
}

/* One decision.  False when it is over for one of the bots. */
static inline bool decision(struct liar *l)
{
    unsigned seat = (unsigned)match_turn(&l->match);
    struct match next;
    tell_request(l, seat);
    l->asked++;
    if (!goes_on(l) || !deliver(l, seat))
        return false;
    assert(l->answered);
    enum rule_error e = match_apply(&l->match, (int)seat, l->answer, &next);
    assert(e == RULE_OK);
    /* The slots are told from the state before the card is gone. */
    l->match = next;
    tell_action(l, seat, l->answer);
    return goes_on(l);
}

static inline bool liar_more(const struct liar *l) { return l->games < l->offer.games; }

/* DEAL to HAND_END, and what the bots answer to that. */
static inline bool hand(struct liar *l)
{
    deal_hand(l);
    tell_deal(l);
    tell_cards(l, 0);
    tell_cards(l, 1);
    if (!goes_on(l) || (l->spoiled && !deliver(l, 0)))
        return false;
    while (match_turn(&l->match) != NOBODY)
        if (!decision(l))
            return false;
    if (lying(l, LIE_RESULT_EARLY))
        tell_result(l);
    tell_shown(l);
    if (l->match.open.game_over)
        tell_game_end(l);
    tell_hand_end(l);
    if (liar_more(l))
        seal_when_due(l);
    if (!goes_on(l) || !deliver(l, 0) || !deliver(l, 1))
        return false;
    assert(l->signs[0] == l->hand && l->signs[1] == l->hand);
    assert(!liar_more(l) || (l->cut[0] == l->hand + 1 && l->cut[1] == l->hand + 1));
    tell_signatures(l);
    return goes_on(l);
}

/* HELLO to the first cuts. */
static inline bool opening(struct liar *l)
{
    for (unsigned i = 0; i < 2; i++)
        hear(l, i);
    assert(l->said_hello[0] && l->said_hello[1]);
    tell_offer(l);
    if (!goes_on(l) || !deliver(l, 0) || !deliver(l, 1))
        return false;
    assert(l->joined[0] && l->joined[1]);
    if (lying(l, LIE_EARLY_DEAL))
        tell_deal(l);
    tell_open(l);
    if (!goes_on(l))
        return false;
    seal_when_due(l);
    return goes_on(l) && deliver(l, 0) && deliver(l, 1);
}

/* Bytes that are no envelope at all. */
static inline void mumble(struct liar *l)
{
    static const uint8_t garbage[] = { 0xc1, 0, 1, 2 }, wide[] = { 0x92, 0xcc, 0x00, 0x91, 0x01 };
    if (lying(l, LIE_GARBAGE))
        party_take(l->bot[0], garbage, sizeof garbage);
    if (lying(l, LIE_NOT_MINIMAL))
        party_take(l->bot[0], wide, sizeof wide);
}

/* Plays the match.  True when it came to its end for both bots. */
static inline bool liar_run(struct liar *l)
{
    mumble(l);
    if (!goes_on(l) || !opening(l))
        return false;
    while (liar_more(l))
        if (!hand(l))
            return false;
    tell_result(l);
    bool fine = deliver(l, 0);
    return deliver(l, 1) && fine && party_over(l->bot[0]) && party_over(l->bot[1]);
}

/* --- setting up ---------------------------------------------------------------------------------- */

static inline struct action decide_any(const struct view *v, const struct action *legal, int n, void *user)
{
    struct liar *l = user;
    (void)v;
    return legal[fiel_random_below(&l->dice, (unsigned)n)];
}

static inline void liar_seat(struct liar *l, unsigned seat)
{
    l->bot[seat] = malloc(sizeof *l->bot[seat]);
    assert(l->bot[seat]);
    int error = party_start(l->bot[seat], seat ? "one" : "zero", l->folder[seat], &l->calls[seat]);
    assert(error == 0);
}

/* A bot's process is killed and another one started in the same folder. */
static inline void liar_restart(struct liar *l, unsigned seat)
{
    party_end(l->bot[seat]);
    free(l->bot[seat]);
    liar_seat(l, seat);
}

/* A secret that follows from the dice, so that a match can be had again. */
static inline void liar_secret(struct liar *l, unsigned seat, const char *name, uint64_t dice)
{
    struct fiel_random r = { dice * 4 + seat + (unsigned char)name[0] * 1000u };
    uint64_t secret[4];
    char path[96];
    for (int i = 0; i < 4; i++)
        secret[i] = fiel_random(&r);
    snprintf(path, sizeof path, "%s/%s", l->folder[seat], name);
    FILE *f = fopen(path, "wb");
    size_t n = f ? fwrite(secret, 1, sizeof secret, f) : 0;
    assert(n == sizeof secret);
    fclose(f);
}

static inline struct liar *liar_new(enum lie lie, const char *rules, uint32_t games, uint64_t dice)
{
    struct liar *l = calloc(1, sizeof *l);
    char why[RULES_ERROR_TEXT];
    uint8_t public_key[KEY_PUBLIC];
    int error = sodium_init();
    assert(l && error >= 0);
    l->lie = lie;
    l->dice.state = dice;
    for (unsigned i = 0; i < 2; i++) {
        strcpy(l->folder[i], "/tmp/fiel-sdk-XXXXXX");
        char *made = mkdtemp(l->folder[i]);
        l->told[i] = calloc(1, sizeof *l->told[i]);
        assert(made && l->told[i]);
        l->told[i]->bytes = malloc(LIAR_BYTES);
        l->calls[i] = (struct fiel_callbacks){ .decide = decide_any, .user = l };
        liar_secret(l, i, "signing-key", dice);
        liar_secret(l, i, "chain-secret", dice);
        liar_seat(l, i);
        l->bot[i]->catching_up = false; /* its keys are not from an earlier life */
    }
    memset(l->seed, (int)(dice & 0x7f), HASH);
    crypto_sign_seed_keypair(public_key, l->key, l->seed);
    struct offer *o = &l->offer;
    *o = (struct offer){ .games = games, .seats = 2, .hands_max = LIAR_HANDS, .tables = 1, .bank_us = 30000000,
                         .inc_us = 1000, .cap_us = 5000000, .grace_us = 50000, .start_us = 1000000, .sign = dice % 2 };
    snprintf(o->rules, sizeof o->rules, "%s", rules);
    strcpy(o->name[0], "zero");
    strcpy(o->name[1], "one");
    memcpy(o->arbiter, public_key, KEY_PUBLIC);
    deal_seed_commit(o->seed_commit, l->seed, o->nonce);
    error = rules_parse(rules, &l->rules, why);
    assert(error == 0);
    error = match_new(&l->match, &l->rules, 2, why);
    assert(error == 0);
    l->cards = deal_deck(&l->rules, l->deck);
    return l;
}

static inline void liar_free(struct liar *l)
{
    for (unsigned i = 0; i < 2; i++) {
        char command[128];
        party_end(l->bot[i]);
        free(l->bot[i]);
        free(l->told[i]->bytes);
        free(l->told[i]);
        snprintf(command, sizeof command, "rm -rf %s", l->folder[i]);
        int error = system(command);
        assert(error == 0);
    }
    free(l);
}

#endif
