/* samples: one message of every type with known contents, for tests of the codec and of the documents. */
#ifndef TESTS_SAMPLES_H
#define TESTS_SAMPLES_H

#include <string.h>

#include "record/deal.h"
#include "wire/codec.h"

enum { SAMPLE_ROOM = 32768 };

/* `size` bytes that count up from `first`. */
static inline const uint8_t *counting(unsigned first, size_t size)
{
    static uint8_t ring[16][1024];
    static unsigned next;
    uint8_t *b = ring[next++ % 16];
    for (size_t i = 0; i < size && i < sizeof ring[0]; i++)
        b[i] = (uint8_t)(first + i);
    return b;
}

/* A view of the first decision of a hand of two: seat 0 holds 7e 1b 4c, seat 1 is mano and has played 3o. */
static inline void sample_view(struct view *v)
{
    static const card_t own[FIEL_HELD_MAX] = { 6, 10, 33, CARD_NONE };
    memset(v, 0, sizeof *v);
    memset(v->known, CARD_NONE, sizeof v->known);
    memset(v->open.table, CARD_NONE, sizeof v->open.table);
    memset(v->open.trick_winner, FIEL_NOBODY, sizeof v->open.trick_winner);
    memset(v->open.declared, DECLARED_NONE, sizeof v->open.declared);
    memcpy(v->known[0], own, sizeof own);
    v->open.seats = v->open.scorers = 2;
    v->open.sides[0] = 1;
    v->open.sides[1] = 2;
    v->open.hand = 3;
    v->open.game = 1;
    v->open.score[0] = 2;
    v->open.score[1] = 300;
    v->open.mano = 1;
    v->open.leader = 1;
    v->open.turn = 0;
    v->open.phase = PHASE_PLAY;
    v->open.vira = CARD_NONE;
    v->open.table[1] = 22;
    v->open.gone[1] = 2;
    v->open.stake_seat = v->open.envido_seat = v->open.flor_seat = FIEL_NOBODY;
    v->open.envido_winner = v->open.flor_winner = v->open.accused = FIEL_NOBODY;
    v->open.envido_state = WAGER_POSSIBLE;
    v->open.hand_winner = v->open.game_winner = v->open.partida_winner = FIEL_NOBODY;
    v->seat = 0;
}

/* Field by field, for a struct has padding.  News is not part of a view on the wire. */
static inline bool same_view(const struct view *a, const struct view *b)
{
#define X(name, bits, shape, meaning) \
    if (memcmp(&a->open.name, &b->open.name, sizeof a->open.name) != 0) \
        return false;
    FIEL_OPEN_FIELDS(X)
#undef X
    return a->open.rules.preset == b->open.rules.preset &&
           memcmp(a->open.rules.opt, b->open.rules.opt, sizeof a->open.rules.opt) == 0 && a->seat == b->seat &&
           memcmp(a->known, b->known, sizeof a->known) == 0;
}

static inline void sample_offer(struct offer *o)
{
    memset(o, 0, sizeof *o);
    strcpy(o->tournament, "tarde");
    o->number = 7;
    strcpy(o->rules, "argentino");
    o->games = 20;
    o->seats = 2;
    strcpy(o->name[0], "primero");
    strcpy(o->name[1], "segundo");
    for (unsigned i = 0; i < 2; i++)
        memcpy(o->key[i], counting(0x10 * i, ID), ID);
    memcpy(o->arbiter, counting(0x40, ID), ID);
    memcpy(o->seed_commit, counting(0x60, ID), ID);
    memcpy(o->nonce, counting(0x80, ID), ID);
    o->hands_max = 4096;
    o->tables = 1;
    o->bank_us = 30000000;
    o->inc_us = 100000;
    o->cap_us = 5000000;
    o->grace_us = 20000;
    o->start_us = 10000000;
    o->tick_us = 10000;
    o->sign_every = 16;
    o->at_once = 1;
    o->note_bytes = 100;
    o->duty_us = 60000000;
    strcpy(o->engine, "fiel 0.1.0");
}

static inline void sample_result(struct result *r)
{
    memset(r, 0, sizeof *r);
    memcpy(r->match_id, counting(0x20, ID), ID);
    r->outcome = END_FAULT;
    r->winner = 1;
    r->scorers = 2;
    r->games[0] = 3;
    r->games[1] = 4;
    r->hands = 99;
    r->points[0] = 101;
    r->points[1] = -5;
    r->partidas[0] = 1;
    r->partidas[1] = 2;
    r->fault = FAULT_TIMEOUT;
    r->fault_seat = 0;
    r->fault_a = 5000000;
    r->fault_b = 5000213;
    r->faults[0] = 3;
}

/* The message of this type; its numbers are small and all different, so that a swapped field shows. */
static inline void sample_message(struct packer *p, enum message_type type)
{
    static const uint16_t score[2] = { 12, 300 };
    struct seal seals[2] = { { 17, counting(1, 24 * 32), 24 * 32 }, { 18, counting(2, 24 * 32), 24 * 32 } };
    struct view v;
    switch (type) {
    case MSG_OFFER: pack_msg_offer(p, counting(1, 40), 40, 1, counting(2, ID)); break;
    case MSG_OPEN: pack_msg_open(p, counting(1, 50), 50, counting(2, SIG), counting(3, 10), 10); break;
    case MSG_SEAL: pack_msg_seal(p, 3, seals, 2, counting(3, SIG)); break;
    case MSG_DEAL: pack_msg_deal(p, 3, 17, 1, counting(1, 64), 64, counting(2, OPENING), OPENING); break;
    case MSG_CARDS: pack_msg_cards(p, 3, 17, counting(1, 3 * OPENING), 3 * OPENING); break;
    case MSG_ACT: pack_msg_act(p, 3, 1, ACT_PLAY * 256 + 22, 5, counting(1, OPENING), OPENING); break;
    case MSG_REQUEST:
        sample_view(&v);
        pack_msg_request(p, 3, 70000, 29000000, 5020000, 81000, &v);
        break;
    case MSG_REFUSED: pack_msg_refused(p, 3, 70000, RULE_NOT_OPEN, "that cannot be said now"); break;
    case MSG_SHOW: pack_msg_show(p, 3, 1, counting(1, 2 * OPENING), 2 * OPENING); break;
    case MSG_HAND_END: pack_msg_hand_end(p, 3, 17, score, 2); break;
    case MSG_SIGNED: pack_msg_signed(p, 3, 17, 1, counting(1, SIG)); break;
    case MSG_FAULT: pack_msg_fault(p, 3, 1, FAULT_TIMEOUT, EFFECT_GAME, 5000000, 5000213); break;
    case MSG_GAME_END: pack_msg_game_end(p, 3, 2, 1, END_PLAYED, FIEL_NOBODY, score, 2); break;
    case MSG_RESULT: pack_msg_result(p, counting(1, 60), 60, counting(2, SIG)); break;
    case MSG_REVEAL: pack_msg_reveal(p, counting(1, ID)); break;
    case MSG_HELLO: pack_msg_hello(p, counting(1, ID), "primero", 9, counting(2, ID), counting(3, SIG)); break;
    case MSG_JOIN: pack_msg_join(p, counting(1, ID), ID, counting(3, ID), counting(2, SIG)); break;
    case MSG_CUT: pack_msg_cut(p, 3, 17, counting(1, ID)); break;
    case MSG_ANSWER: {
        static const uint16_t signs[] = { 0x0102, 0x0902 };
        pack_msg_answer(p, 3, 1, 70000, ACT_MAZO * 256, signs, 2, "espero", counting(1, SIG));
        break;
    }
    case MSG_NOTE: pack_msg_note(p, 3, 70000, counting(2, ID)); break;
    case MSG_SIGN: pack_msg_sign(p, 3, 1, 0x0803); break;
    case MSG_HANDS_END:
        pack_msg_hands_end(p, 70000, 90001, counting(1, ID), counting(4, 2 * ID), 2, counting(2, ID), counting(3, SIG));
        break;
    case MSG_HAND_SIGN: pack_msg_hand_sign(p, 3, 17, counting(1, SIG)); break;
    case MSG_PROTEST:
        pack_msg_protest(p, 5, "the cut of hand 17 is not mine", 40, counting(1, ID), counting(2, SIG));
        break;
    }
}

#endif
