/* sim_bot: a legal bot in memory, from CLIENT.md and DEAL.md alone: envelopes in, envelopes out.
 *
 * It follows its chains, signs, cuts and answers with a random legal action.  Every message that it is told
 * is kept, so that what is sent twice can be compared. */
#ifndef FIEL_TESTS_SIM_BOT_H
#define FIEL_TESTS_SIM_BOT_H

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "record/deal.h"
#include "record/transcript.h"
#include "wire/codec.h"

#define SIM __attribute__((unused)) static

#ifndef SIM_PARTIES
#define SIM_PARTIES 2 /* a test of a larger table says so before it includes this */
#endif
#ifndef SIM_TOLD
#define SIM_TOLD (1 << 17) /* messages that a bot can be told */
#endif
enum {
    SIM_SEATS = SIM_PARTIES,
    SIM_HANDS = 512,
    DUE_HELLO = 1,
    DUE_JOIN = 2,
    DUE_SIGN = 4,
    DUE_CUT = 8,
    DUE_ANSWER = 16
};

struct sim_told {
    uint8_t *bytes;
    size_t size;
};

struct sim_bot {
    unsigned seat; /* where it sits; the OFFER must say the same */
    uint8_t public_key[KEY_PUBLIC], secret_key[KEY_SECRET], chain_secret[HASH];
    uint8_t server[HASH]; /* the seat's CURVE key */
    struct random random;
    const char *note; /* goes with every answer; NULL: none */
    unsigned notes;   /* of its own that it was told */

    uint64_t have;         /* messages taken in this life */
    struct sim_told *told; /* in all lives */
    size_t told_count;
    uint8_t (*heads)[HASH]; /* its head after so many messages */

    uint8_t offer_bytes[OFFER_MAX + TWIN_MAX];
    size_t offer_size;
    struct offer offer;
    struct rules rules;
    uint8_t match_id[HASH], table_id[HASH], view_key[HASH];
    uint8_t (*x)[HASH];
    struct chain open_chain, view;
    unsigned due;
    bool second_leg; /* nobody cuts */
    bool top_due;    /* the cut that is due is that of hand T */
    uint32_t hand, games;
    bool cut_short, over;
    bool waits;    /* until all is there that its HELLO brings */
    bool stopped;  /* by a cutter: no hand follows, the last one is signed */
    uint32_t ends; /* `hands` of the last HANDS_END, and what it signs */
    struct chain ends_p;
    uint8_t ends_views[HASH], checkpoint[HASH];
    uint32_t request;
    uint8_t request_head[HASH];
    struct view asked;
    uint16_t legal[FIEL_LEGAL_MAX + LEGAL_PLAIN];
    unsigned legal_count;
    uint64_t bank_us, budget_us, used_us;
    unsigned requests, refused;
    uint16_t refused_error;
    struct msg fault; /* the last FAULT */
    unsigned faults;
    struct result result;
    unsigned results;
    uint8_t seed[HASH];
    struct random signing; /* for its signs, so that they do not change what it does */
    unsigned given, seen;  /* signs in this hand; signs told to it in all */
    struct msg sign;       /* the last of them */
};

SIM void bot_key(struct sim_bot *b, unsigned number, bool second_leg)
{
    uint8_t seed[32] = { (uint8_t)(number + 1), second_leg };
    crypto_sign_seed_keypair(b->public_key, b->secret_key, seed);
}

/* A cutter is one too: it is never asked. */
SIM void bot_start(struct sim_bot *b, unsigned seat)
{
    memset(b, 0, sizeof *b);
    b->seat = seat;
    bot_key(b, seat, false);
    memset(b->chain_secret, (int)(0x40 + seat), HASH);
    b->random.state = 77 + seat;
    b->signing.state = 770 + seat;
    b->told = calloc(SIM_TOLD, sizeof *b->told);
    b->heads = calloc(SIM_TOLD, HASH);
    b->x = calloc(SIM_HANDS + 1, HASH);
    b->due = DUE_HELLO;
}

SIM void bot_end(struct sim_bot *b)
{
    for (size_t i = 0; i < b->told_count; i++)
        free(b->told[i].bytes);
    free(b->told);
    free(b->heads);
    free(b->x);
    memset(b, 0, sizeof *b);
}

/* A new process with the old keys: it knows nothing of the match. */
SIM void bot_again(struct sim_bot *b)
{
    struct sim_bot old = *b;
    memset(b, 0, sizeof *b);
    b->seat = old.seat;
    memcpy(b->public_key, old.public_key, sizeof b->public_key);
    memcpy(b->secret_key, old.secret_key, sizeof b->secret_key);
    memcpy(b->chain_secret, old.chain_secret, sizeof b->chain_secret);
    memcpy(b->server, old.server, sizeof b->server);
    b->random = old.random;
    b->signing = old.signing;
    b->told = old.told;
    b->told_count = old.told_count;
    b->heads = old.heads;
    b->x = old.x;
    b->due = DUE_HELLO;
}

/* --- taking --------------------------------------------------------------------------------------- */

SIM void bot_take_offer(struct sim_bot *b, const struct msg *m)
{
    char why[RULES_ERROR_TEXT];
    assert(m->seat == b->seat && m->blob_size <= sizeof b->offer_bytes);
    memcpy(b->offer_bytes, m->blob, m->blob_size);
    b->offer_size = m->blob_size;
    bool read = read_offer(m->blob, m->blob_size, &b->offer);
    assert(read && rules_parse(b->offer.rules, &b->rules, why) == 0 && b->offer.hands_max <= SIM_HANDS);
    deal_match_id(b->match_id, m->blob, m->blob_size);
    deal_table_id(b->table_id, b->match_id, 0);
    memcpy(b->view_key, m->view_key, HASH);
    chain_public(&b->open_chain, b->match_id);
    chain_view(&b->view, b->view_key, b->match_id, b->seat);
    cut_top(b->x[b->offer.hands_max], b->chain_secret, b->match_id, b->seat, 0);
    for (uint32_t j = b->offer.hands_max; j > 0; j--)
        cut_previous(b->x[j - 1], b->x[j], b->table_id, b->seat, j);
    b->second_leg = b->offer.twin_size > 0;
    b->due = DUE_JOIN;
}

SIM void bot_take_hand_end(struct sim_bot *b, const struct msg *m)
{
    assert(m->hand == b->hand);
    b->due &= DUE_SIGN;
    if (b->cut_short)
        return;
    bool more = !b->stopped && b->games < b->offer.games && b->hand < b->offer.hands_max;
    b->top_due = !more && !b->stopped && b->offer.reveal == REVEAL_PAIR && b->hand < b->offer.hands_max;
    if (b->top_due || (more && !b->second_leg))
        b->due |= DUE_CUT;
}

/* P and V are those that it has; it signs the same. */
SIM void bot_take_hands_end(struct sim_bot *b, const struct msg *m)
{
    struct message text;
    assert(m->hand > b->ends && m->seq == b->open_chain.seq && memcmp(m->head, b->open_chain.head, HASH) == 0);
    assert(m->blob_size == ((size_t)b->offer.seats + b->offer.cutters) * HASH);
    assert(memcmp(m->blob + b->seat * HASH, b->view.head, HASH) == 0);
    b->ends = m->hand;
    b->ends_p = b->open_chain;
    hash_bytes(b->ends_views, m->blob, m->blob_size);
    memcpy(b->checkpoint, m->checkpoint, HASH);
    hands_signed_message(&text, b->match_id, SIGNER_ARBITER, m->hand, &b->ends_p, b->ends_views, b->checkpoint);
    bool holds = verify_message(m->signature, b->offer.arbiter, &text);
    assert(holds);
    if (!b->cut_short)
        b->due |= DUE_SIGN;
}

SIM void bot_take_request(struct sim_bot *b, const struct msg *m)
{
    struct reader r;
    read_start(&r, m->view, m->view_size);
    read_view(&r, &b->asked, &b->rules);
    assert(read_done(&r) && b->asked.seat == b->seat && b->asked.open.turn == b->seat);
    for (unsigned i = 0; i < b->offer.seats; i++)
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
            assert(i == b->seat || (b->offer.seats != 3 && i % 2 == b->seat % 2) || b->asked.known[i][k] == CARD_NONE);
    read_start(&r, m->legal, m->legal_size);
    b->legal_count = (unsigned)read_array(&r, FIEL_LEGAL_MAX + LEGAL_PLAIN);
    for (unsigned i = 0; i < b->legal_count; i++)
        b->legal[i] = (uint16_t)read_uint(&r, UINT16_MAX);
    while (b->legal_count > 0 && b->legal[b->legal_count - 1] == NO_ACTION)
        b->legal_count--;
    assert(read_done(&r) && b->legal_count > 0);
    b->request = m->request;
    b->bank_us = m->bank_us;
    b->budget_us = m->budget_us;
    b->used_us = m->used_us;
    memcpy(b->request_head, b->view.head, HASH);
    b->requests++;
    b->due = DUE_ANSWER | (b->due & DUE_SIGN);
}

SIM void bot_take_message(struct sim_bot *b, const struct msg *m)
{
    switch ((enum message_type)m->type) {
    case MSG_OFFER: bot_take_offer(b, m); break;
    case MSG_SEAL:
        if (b->hand == 0 && !b->second_leg)
            b->due = DUE_CUT;
        break;
    case MSG_DEAL:
        assert(m->hand == b->hand + 1);
        b->hand = m->hand;
        b->given = 0;
        b->due &= DUE_SIGN;
        break;
    case MSG_SIGN:
        b->given += m->seat == b->seat;
        b->seen++;
        b->sign = *m;
        break;
    case MSG_NOTE: {
        uint8_t note[HASH];
        hash_bytes(note, b->note, strlen(b->note));
        assert(m->request == b->request && memcmp(m->head, note, HASH) == 0);
        b->notes++;
        break;
    }
    case MSG_REQUEST: bot_take_request(b, m); break;
    case MSG_ACT:
        if (m->seat == b->seat)
            b->due &= ~(unsigned)DUE_ANSWER; /* what it was asked has had its answer */
        break;
    case MSG_REFUSED:
        assert(m->request == b->request);
        memcpy(b->request_head, b->view.head, HASH);
        b->refused++;
        b->refused_error = m->error;
        b->due = DUE_ANSWER | (b->due & DUE_SIGN);
        break;
    case MSG_HAND_END: bot_take_hand_end(b, m); break;
    case MSG_HANDS_END: bot_take_hands_end(b, m); break;
    case MSG_GAME_END: b->games++; break;
    case MSG_FAULT:
        b->fault = *m;
        b->faults++;
        if (m->effect == EFFECT_MATCH || m->effect == EFFECT_VOID)
            b->cut_short = true;
        if (m->effect == EFFECT_STOPPED)
            b->stopped = true;
        if (m->effect != EFFECT_NOTED)
            b->due = 0;
        break;
    case MSG_RESULT: {
        struct message text;
        bool read = read_result(m->blob, m->blob_size, &b->result);
        result_message(&text, b->match_id, m->blob, m->blob_size);
        bool holds = verify_message(m->signature, b->offer.arbiter, &text);
        assert(read && holds && b->results++ == 0);
        b->over = b->offer.reveal == REVEAL_PAIR;
        b->due = 0;
        break;
    }
    case MSG_REVEAL:
        memcpy(b->seed, m->seed, HASH);
        b->over = true;
        b->due = 0;
        break;
    case MSG_OPEN:
    case MSG_CARDS:
    case MSG_SHOW: break;
    case MSG_SIGNED:
        if (m->seat == b->seat && m->hand == b->ends)
            b->due &= ~(unsigned)DUE_SIGN; /* it came */
        break;
    case MSG_HELLO:
    case MSG_JOIN:
    case MSG_CUT:
    case MSG_ANSWER:
    case MSG_HAND_SIGN:
    case MSG_PROTEST: assert(0 && "a bot's message");
    }
}

SIM bool bot_public(unsigned type)
{
    static const char who[] = {
#define X(name, number, kind, fields) [number] = kind,
        MESSAGES(X)
#undef X
    };
    return who[type] == 'P';
}

/* Keeps a message under its index; one that was told before must have the same bytes. */
SIM void bot_keep(struct sim_bot *b, uint64_t index, const struct msg *m)
{
    if (index < b->told_count) {
        assert(b->told[index].size == m->size && memcmp(b->told[index].bytes, m->bytes, m->size) == 0);
        return;
    }
    assert(index == b->told_count && index + 1 < SIM_TOLD);
    b->told[index] = (struct sim_told){ malloc(m->size), m->size };
    memcpy(b->told[index].bytes, m->bytes, m->size);
    b->told_count++;
}

SIM void bot_take(struct sim_bot *b, const void *bytes, size_t size)
{
    struct envelope e;
    struct msg m;
    enum wire_error error = envelope_hear(&e, bytes, size);
    assert(error == WIRE_OK);
    if (e.number > b->have) {
        b->due = DUE_HELLO; /* something was lost */
        return;
    }
    b->waits = b->waits && e.left > 0;
    for (uint64_t index = e.number; e.left > 0; index++) {
        error = envelope_next(&e, FROM_ARBITER, &m);
        assert(error == WIRE_OK);
        bot_keep(b, index, &m);
        if (index < b->have)
            continue;
        b->have++;
        if (m.type == MSG_HANDS_END) /* its head is the one before it */
            bot_take_message(b, &m);
        if (bot_public(m.type))
            chain_link_public(&b->open_chain, m.bytes, m.size);
        else if (m.type != MSG_OFFER)
            chain_link_private(&b->view, &b->open_chain, m.bytes, m.size);
        if (m.type != MSG_HANDS_END)
            bot_take_message(b, &m);
        chain_have(b->heads[b->have], &b->view, &b->open_chain);
    }
}

/* --- saying --------------------------------------------------------------------------------------- */

SIM void say_hello(struct packer *p, const struct sim_bot *b)
{
    static const uint8_t zeros[HASH];
    uint8_t signature[SIGNATURE];
    struct message m;
    const uint8_t *head = b->have > 0 ? b->heads[b->have] : zeros;
    hello_message(&m, b->have > 0 ? b->match_id : b->server, b->have, head);
    sign_message(signature, b->secret_key, &m);
    pack_msg_hello(p, b->public_key, "sim", b->have, head, signature);
}

SIM void say_join(struct packer *p, const struct sim_bot *b)
{
    uint8_t signature[SIGNATURE];
    struct message m;
    struct chain start;
    chain_view(&start, b->view_key, b->match_id, b->seat);
    join_message(&m, b->match_id, b->seat, 1, b->x[0], start.head);
    sign_message(signature, b->secret_key, &m);
    pack_msg_join(p, b->x[0], HASH, start.head, signature);
}

SIM void say_protest(struct packer *p, const struct sim_bot *b, unsigned code, const char *text)
{
    static const uint8_t zeros[HASH];
    uint8_t signature[SIGNATURE];
    struct message m;
    const uint8_t *head = b->have > 0 ? b->heads[b->have] : zeros;
    protest_message(&m, b->match_id, b->seat, b->have, head, code, text, strlen(text));
    sign_message(signature, b->secret_key, &m);
    pack_msg_protest(p, code, text, b->have, head, signature);
}

SIM void say_sign(struct packer *p, const struct sim_bot *b)
{
    uint8_t signature[SIGNATURE];
    struct message m;
    hands_signed_message(&m, b->match_id, b->seat, b->ends, &b->ends_p, b->ends_views, b->checkpoint);
    sign_message(signature, b->secret_key, &m);
    pack_msg_hand_sign(p, 0, b->ends, signature);
}

SIM void say_cut(struct packer *p, const struct sim_bot *b)
{
    uint32_t hand = b->top_due ? b->offer.hands_max : b->hand + 1;
    pack_msg_cut(p, 0, hand, b->x[hand]);
}

SIM void say_with_signs(struct packer *p, const struct sim_bot *b, unsigned seat, uint32_t request, unsigned action,
                        const uint16_t *signs, unsigned count)
{
    uint8_t signature[SIGNATURE];
    struct message m;
    bool signed_too = b->offer.sign == SIGN_DECISION;
    const char *note = b->note ? b->note : "";
    if (signed_too) {
        action_message(&m, b->match_id, b->seat, 0, request, action, signs, count, note, strlen(note), b->request_head);
        sign_message(signature, b->secret_key, &m);
    }
    pack_msg_answer(p, 0, seat, request, action, signs, count, note, signed_too ? signature : NULL);
}

SIM void say_answer(struct packer *p, const struct sim_bot *b, unsigned seat, uint32_t request, unsigned action)
{
    say_with_signs(p, b, seat, request, action, NULL, 0);
}

/* Any signs that are allowed, from none to as many as may be. */
SIM unsigned bot_signs(struct sim_bot *b, uint16_t signs[SIGNS_MOST])
{
    const struct open *o = &b->asked.open;
    unsigned room = signs_room(o, b->given), count = room == 0 ? 0 : random_below(&b->signing, room + 1);
    for (unsigned i = 0; i < count; i++)
        do
            signs[i] = sign_code((struct sign){ (uint8_t)random_below(&b->signing, SIGN_LAST + 1),
                                                (uint8_t)random_below(&b->signing, o->seats) });
        while (signs_refused(o, b->seat, b->given, &signs[i], 1) != RULE_OK);
    return count;
}

/* A random legal action; giving up is rarer than it would be by chance, so that hands are played out. */
SIM unsigned bot_choose(struct sim_bot *b)
{
    unsigned code = b->legal[random_below(&b->random, b->legal_count)];
    if (action_of_code((uint16_t)code).kind == ACT_MAZO)
        code = b->legal[random_below(&b->random, b->legal_count)];
    return code;
}

/* Says what is due in `mask` as one envelope; 0 when nothing is. */
SIM size_t bot_say(struct sim_bot *b, unsigned mask, uint8_t out[ENVELOPE_MAX])
{
    struct packer p;
    unsigned due = b->due & mask & (b->waits ? DUE_HELLO : ~0u);
    if (due == 0)
        return 0;
    b->due &= ~due;
    pack_start(&p, out, ENVELOPE_MAX);
    pack_array(&p, 1u + (unsigned)__builtin_popcount(due));
    pack_uint(&p, b->have);
    if (due & DUE_HELLO)
        say_hello(&p, b);
    if (due & DUE_JOIN)
        say_join(&p, b);
    if (due & DUE_SIGN)
        say_sign(&p, b);
    if (due & DUE_CUT)
        say_cut(&p, b);
    if (due & DUE_ANSWER) {
        uint16_t signs[SIGNS_MOST];
        unsigned count = bot_signs(b, signs);
        say_with_signs(&p, b, b->seat, b->request, bot_choose(b), signs, count);
    }
    assert(!p.bad);
    return p.size;
}

#endif
