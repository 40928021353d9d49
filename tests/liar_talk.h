/* liar_talk: the lies of liar.h, what its seats were told, and the talk with them: telling, hearing,
 * delivering. */
#ifndef TESTS_LIAR_TALK_H
#define TESTS_LIAR_TALK_H

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
    X(SEED, SEED) X(VIEW_KEY, SEED) X(PACK_OTHER, PACK)                                                        \
    /* told in the second leg of a pair */                                                                     \
    X(TWIN_SIGNATURE, OFFER) X(TWIN_JOIN, OFFER) X(TWIN_NONCE, OFFER) X(TWIN_NAMES, OFFER) X(TWIN_CLOCK, OFFER) \
    X(TWIN_HANDS, OFFER) X(TWIN_REVEAL, OFFER) X(TWIN_CUT, CUT_CHAIN) X(TWIN_LATE_CUT, CUT_CHAIN)              \
    X(TWIN_TABLE, SEAL_SIGNATURE) X(TWIN_PACK, PACK) X(TWIN_MANO, MANO)                                        \
    /* told in a match with a cutter, who has to notice */                                                     \
    X(CUTTER_SEAT, OFFER) X(CUTTER_KEY, MY_KEY) X(CUTTER_CUT, MY_CUT) X(CUTTER_LEFT_OUT, CUT_CHAIN)            \
    X(CUTTER_IGNORED, MANO) X(CUTTER_IGNORED_LATER, SLOT_OWNER) X(CUTTER_SIGNED, SIGNED_SIGNATURE)

enum lie {
    LIE_NONE,
#define X(lie, check) LIE_##lie,
    LIES(X)
#undef X
    LIE_COUNT
};

enum { LIAR_PARTIES = 3 /* two seats, and perhaps a cutter */, LIAR_MESSAGES = 4000, LIAR_BYTES = 2 << 20, LIAR_SEALED = 4, LIAR_HANDS = 150 };

/* Everything one party was ever told. */
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
    unsigned parties, victim; /* victim: who has to notice */
    struct party *bot[LIAR_PARTIES];
    struct fiel_callbacks calls[LIAR_PARTIES];
    char folder[LIAR_PARTIES][64];
    struct told *told[LIAR_PARTIES];
    struct offer offer;
    uint8_t offer_bytes[OFFER_MAX + TWIN_MAX];
    const struct liar *primary; /* in the second leg of a pair */
    uint8_t deal_id[HASH];      /* M of all that is dealt */
    uint8_t twin[TWIN_MAX];     /* of a first leg: signature and OPEN, for its twin */
    size_t twin_size;
    size_t offer_size;
    uint8_t key[KEY_SECRET], seed[HASH], match_id[HASH], table_id[HASH], view_key[LIAR_PARTIES][HASH];
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
    bool said_hello[LIAR_PARTIES], joined[LIAR_PARTIES];
    uint8_t join[LIAR_PARTIES][HASH + SIGNATURE], x[LIAR_PARTIES][HASH], sign[LIAR_PARTIES][SIGNATURE];
    uint32_t cut[LIAR_PARTIES], signs[LIAR_PARTIES];
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
    for (unsigned i = 0; i < l->parties; i++)
        remember(l, i, type);
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
        assert(!l->primary && (m->hand == l->hand + 1 || m->hand == l->offer.hands_max));
        memcpy(before, m->x, HASH);
        for (uint32_t j = m->hand; j > l->hand; j--)
            cut_previous(before, before, l->table_id, seat, j);
        assert(memcmp(before, l->x[seat], HASH) == 0);
        memcpy(l->x[seat], m->x, HASH);
        l->cut[seat] = m->hand;
        break;
    }
    case MSG_HAND_SIGN: {
        struct message text;
        hand_end_message(&text, l->match_id, seat, 0, l->hand, l->head, l->match.open.score, 2, l->zeros);
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

/* Sends what waits for a party, and hears its answer.  False when the bot stops. */
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

#endif
