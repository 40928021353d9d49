/* forge: a whole match written straight into a replay, with every key in one hand.
 *
 * An arbiter and two bots in one loop, from the course of a match and DEAL.md alone: what the auditor
 * calls right can so be held against something that is not the referee.  A twist makes something odd
 * happen at one decision; afterwards the tests change records and have them signed again. */
#ifndef FIEL_TESTS_FORGE_H
#define FIEL_TESTS_FORGE_H

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/deal.h"
#include "record/replay.h"
#include "record/transcript.h"
#include "wire/codec.h"

#define FORGE __attribute__((unused)) static

enum { FORGE_SEATS = 2, FORGE_TWISTS = 128, FORGE_CHAIN = 1024 };

enum twist_kind {
    TWIST_NONE,
    TWIST_ILLEGAL,     /* an action that is not legal, then a legal one */
    TWIST_SILENCE,     /* nothing comes */
    TWIST_LATE,        /* the answer comes after the time is over */
    TWIST_UNASKED,     /* an answer to an old request comes first */
    TWIST_TWICE,       /* the answer comes twice in one envelope */
    TWIST_WRONG_SEAT,  /* answers as the other seat */
    TWIST_GARBAGE,     /* bytes that are no envelope */
    TWIST_PROTEST,     /* the bot stops */
    TWIST_COMES_BACK,  /* connects anew with what it has, then answers */
    TWIST_STARTS_ANEW, /* connects anew with nothing, then answers */
    TWIST_BAD_ACTION_SIGNATURE,
    TWIST_OTHER_TALKS, /* the seat that is not asked answers */
    TWIST_VOID,        /* the arbiter gives up */
    /* These happen after a hand instead: decision is the hand. */
    TWIST_BAD_CUT = 64,
    TWIST_BAD_SIGN,
    TWIST_CUT_FIRST,   /* the cut before the signature */
    TWIST_NO_CUT,      /* signs, says no more */
    TWIST_APART,       /* signature and cut in two envelopes */
};

struct twist {
    unsigned at;                 /* decision of the match, from 1; or hand */
    enum twist_kind kind;
};

struct forge_record {
    uint8_t type, visibility;
    uint64_t us;
    uint8_t *bytes;
    size_t size;
};

struct forge_seat {
    uint8_t public_key[32], secret_key[64];
    uint8_t x[FORGE_CHAIN + 1][32], join_signature[64];
    bool said_hello;
    struct chain view;
    uint8_t *heads;              /* view head after n messages, 32 bytes each */
    uint32_t *sizes;
    size_t told, sent;
    uint8_t asked_head[32];      /* of its view after the last REQUEST */
    uint32_t request, illegal, timeouts, unasked;
    uint64_t bank;
    uint8_t hand_signature[64];
    bool has_signed;
    uint8_t opening[3][OPENING];
    card_t card[3];
};

struct forge {
    /* what the match is to be */
    const char *rules;
    char name[FORGE_SEATS][NAME_TEXT];
    uint32_t games, hands_max;
    uint8_t sign, on_timeout, seed_source;
    uint64_t random;             /* decides every decision */
    bool silent_start[FORGE_SEATS]; /* says no HELLO */
    bool no_join[FORGE_SEATS];
    struct twist twists[FORGE_TWISTS];
    unsigned twist_count;

    /* how it goes */
    uint8_t arbiter_public[32], arbiter_secret[64];
    uint8_t seed[32], match_id[32], table_id[32];
    struct offer offer;
    uint8_t offer_bytes[8192];
    size_t offer_size;
    struct forge_seat seat[FORGE_SEATS];
    struct chain pub;
    struct match match;
    struct pack pack[16];
    uint8_t sigma[CARDS];
    uint32_t sealed;
    uint64_t now, left;
    unsigned decisions;
    bool over, game_open;
    bool frozen;                 /* a test signed by itself: not to be made anew */
    struct result result;
    uint8_t end_head[32];
    uint16_t end_score[2];

    struct forge_record *records;
    size_t count, room;
};

/* --- records ---------------------------------------------------------------------------------- */

FORGE struct forge_record *forge_insert(struct forge *f, size_t at, unsigned type, unsigned visibility,
                                        uint64_t us, const void *bytes, size_t size)
{
    if (f->count == f->room) {
        f->room = f->room ? 2 * f->room : 1024;
        f->records = realloc(f->records, f->room * sizeof *f->records);
        assert(f->records);
    }
    memmove(f->records + at + 1, f->records + at, (f->count - at) * sizeof *f->records);
    f->count++;
    struct forge_record *r = &f->records[at];
    *r = (struct forge_record){ (uint8_t)type, (uint8_t)visibility, us, malloc(size ? size : 1), size };
    assert(r->bytes);
    if (size) memcpy(r->bytes, bytes, size);
    return r;
}

FORGE void forge_add(struct forge *f, unsigned type, unsigned visibility, const void *bytes, size_t size)
{
    forge_insert(f, f->count, type, visibility, f->now, bytes, size);
}

FORGE void forge_put(struct forge *f, size_t at, const void *bytes, size_t size)
{
    free(f->records[at].bytes);
    f->records[at].bytes = malloc(size ? size : 1);
    assert(f->records[at].bytes);
    memcpy(f->records[at].bytes, bytes, size);
    f->records[at].size = size;
}

FORGE void forge_drop(struct forge *f, size_t at)
{
    free(f->records[at].bytes);
    memmove(f->records + at, f->records + at + 1, (f->count - at - 1) * sizeof *f->records);
    f->count--;
}

FORGE void forge_swap(struct forge *f, size_t at)
{
    struct forge_record r = f->records[at];
    uint64_t us = f->records[at + 1].us;
    f->records[at] = f->records[at + 1];
    f->records[at + 1] = r;
    f->records[at + 1].us = us; /* the clock does not run backwards */
    f->records[at].us = r.us;
}

/* The n-th record of this type, from 0; the count when there is none. */
FORGE size_t forge_find(const struct forge *f, unsigned type, unsigned nth)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->records[i].type == type && !nth--) return i;
    return f->count;
}

FORGE void forge_be(uint8_t *at, uint64_t v, unsigned bytes)
{
    while (bytes--) at[bytes] = (uint8_t)v, v >>= 8;
}

/* The file: magic, records, and a trailer signed with `secret`, unless that is NULL. */
FORGE uint8_t *forge_file(const struct forge *f, const uint8_t *secret, size_t *size)
{
    size_t room = REPLAY_MAGIC_SIZE + RECORD_HEADER + SIGNATURE, at = REPLAY_MAGIC_SIZE;
    for (size_t i = 0; i < f->count; i++) room += RECORD_HEADER + f->records[i].size;
    uint8_t *file = malloc(room);
    assert(file);
    memcpy(file, REPLAY_MAGIC, REPLAY_MAGIC_SIZE);
    for (size_t i = 0; i <= f->count; i++) {
        bool trailer = i == f->count;
        if (trailer && !secret) break;
        const struct forge_record *r = trailer ? NULL : &f->records[i];
        forge_be(file + at, trailer ? SIGNATURE : r->size, 4);
        file[at + 4] = trailer ? REC_TRAILER : r->type;
        file[at + 5] = trailer ? VISIBLE_ARBITER : r->visibility;
        forge_be(file + at + 6, trailer ? f->now : r->us, 8);
        at += RECORD_HEADER;
        if (trailer) {
            uint8_t digest[HASH];
            struct message m;
            hash_bytes(digest, file, at);
            replay_message(&m, f->match_id, digest);
            sign_message(file + at, secret, &m);
            at += SIGNATURE;
        } else {
            memcpy(file + at, r->bytes, r->size);
            at += r->size;
        }
    }
    *size = at;
    return file;
}

FORGE void forge_free(struct forge *f)
{
    for (size_t i = 0; i < f->count; i++) free(f->records[i].bytes);
    free(f->records);
    for (unsigned i = 0; i < FORGE_SEATS; i++) free(f->seat[i].heads), free(f->seat[i].sizes);
    free(f);
}

/* --- the arbiter's mouth ---------------------------------------------------------------------- */

static uint8_t forge_room[ENVELOPE_MAX];

FORGE struct packer forge_pack(void)
{
    struct packer p;
    pack_start(&p, forge_room, sizeof forge_room);
    return p;
}

FORGE void forge_told(struct forge_seat *s, size_t size)
{
    if ((s->told & (s->told + 1)) == 0) {
        s->heads = realloc(s->heads, (2 * s->told + 2) * HASH);
        s->sizes = realloc(s->sizes, (2 * s->told + 2) * sizeof *s->sizes);
        assert(s->heads && s->sizes);
    }
    memcpy(s->heads + s->told * HASH, s->view.head, HASH);
    s->sizes[s->told++] = (uint32_t)size;
}

/* A message of the arbiter, to one seat or to all (255). */
FORGE void forge_say(struct forge *f, unsigned type, unsigned seat, const struct packer *p)
{
    uint8_t digest[HASH];
    assert(!p->bad);
    forge_add(f, type, seat == VISIBLE_ALL ? VISIBLE_ALL : 1u << seat, p->bytes, p->size);
    hash_bytes(digest, p->bytes, p->size);
    if (seat == VISIBLE_ALL) chain_link(&f->pub, type, digest);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        if (seat != VISIBLE_ALL && seat != i) continue;
        if (type != MSG_OFFER) chain_link(&f->seat[i].view, type, digest);
        forge_told(&f->seat[i], p->size);
    }
}

/* Everything a seat was not sent yet leaves, in envelopes of at most 64 KiB. */
FORGE void forge_send(struct forge *f, unsigned seat)
{
    struct forge_seat *s = &f->seat[seat];
    while (s->said_hello && s->sent < s->told) {
        uint8_t record[13];
        size_t first = s->sent, size = 16;
        while (s->sent < s->told && size + s->sizes[s->sent] <= ENVELOPE_MAX) size += s->sizes[s->sent++];
        record[0] = (uint8_t)seat;
        forge_be(record + 1, first, 8);
        forge_be(record + 9, s->sent - first, 4);
        forge_add(f, REC_SENT, VISIBLE_ARBITER, record, sizeof record);
    }
}

FORGE void forge_send_all(struct forge *f)
{
    for (unsigned i = 0; i < FORGE_SEATS; i++) forge_send(f, i);
}

/* An envelope from a bot: `count` packed messages. */
FORGE void forge_came(struct forge *f, unsigned seat, unsigned verdict, unsigned fault,
                      const struct packer *messages, unsigned count)
{
    static uint8_t record[ENVELOPE_MAX];
    struct packer e;
    record[0] = (uint8_t)seat;
    record[1] = (uint8_t)verdict;
    record[2] = (uint8_t)fault;
    forge_be(record + 3, f->left, 8);
    forge_be(record + 11, f->now, 8);
    pack_start(&e, record + 19, sizeof record - 19);
    if (count) {
        pack_array(&e, count + 1u);
        pack_uint(&e, f->seat[seat].sent);
    }
    pack_raw(&e, messages->bytes, messages->size);
    assert(!e.bad);
    forge_add(f, REC_RECEIVED, VISIBLE_ARBITER, record, 19 + e.size);
    f->now += 3;
}

FORGE uint64_t forge_draw(struct forge *f)
{
    uint64_t z = f->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* --- the course of a match -------------------------------------------------------------------- */

FORGE void forge_offer(struct forge *f)
{
    struct packer p;
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        if (f->seat[i].said_hello) memcpy(f->offer.key[i], f->seat[i].public_key, 32);
    pack_start(&p, f->offer_bytes, sizeof f->offer_bytes);
    pack_offer(&p, &f->offer);
    assert(!p.bad);
    f->offer_size = p.size;
    deal_match_id(f->match_id, f->offer_bytes, f->offer_size);
    deal_table_id(f->table_id, f->match_id, 0);
    memcpy(f->result.match_id, f->match_id, 32);
    chain_public(&f->pub, f->table_id);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        uint8_t view_key[32];
        deal_view_key(view_key, f->seed, f->match_id, i);
        chain_view(&f->seat[i].view, view_key, f->table_id, i);
        p = forge_pack();
        pack_msg_offer(&p, f->offer_bytes, f->offer_size, i, view_key);
        forge_say(f, MSG_OFFER, i, &p);
    }
    forge_send_all(f);
}

FORGE void forge_seal(struct forge *f)
{
    static uint8_t commits[16][CARDS * HASH];
    struct seal seals[16];
    uint32_t hands[16], tables[16] = { 0 };
    uint8_t lists[16][HASH], sig[64];
    card_t deck[CARDS];
    unsigned n = deal_deck(&f->match.open.rules, deck), count = 0;
    if (f->sealed > f->match.open.hand) return;
    for (uint32_t h = f->sealed + 1; count < 16 && h <= f->hands_max; h++, count++) {
        uint8_t key[HASH];
        struct pack *pack = &f->pack[h % 16];
        deal_hand_key(key, f->seed, f->table_id, h);
        deal_pack(pack, key, f->table_id, h, deck, n);
        memcpy(commits[count], pack->commit, n * HASH);
        memcpy(lists[count], pack->list, HASH);
        seals[count] = (struct seal){ h, commits[count], n * HASH };
        hands[count] = h;
    }
    f->sealed += count;
    struct message m;
    sealed_message(&m, f->match_id, count, tables, hands, (const uint8_t(*)[HASH])lists);
    sign_message(sig, f->arbiter_secret, &m);
    struct packer p = forge_pack();
    pack_msg_seal(&p, 0, seals, count, sig);
    forge_say(f, MSG_SEAL, VISIBLE_ALL, &p);
}

FORGE void forge_fault(struct forge *f, unsigned seat, unsigned fault, unsigned effect, uint64_t a,
                       uint64_t b)
{
    struct packer p = forge_pack();
    pack_msg_fault(&p, 0, seat, fault, effect, a, b);
    forge_say(f, MSG_FAULT, VISIBLE_ALL, &p);
    if (seat < FORGE_SEATS) f->result.faults[seat]++;
}

FORGE void forge_game_end(struct forge *f, unsigned winner, unsigned reason, unsigned seat)
{
    struct packer p = forge_pack();
    const struct open *o = &f->match.open;
    pack_msg_game_end(&p, 0, o->game, winner, reason, seat, o->score);
    forge_say(f, MSG_GAME_END, VISIBLE_ALL, &p);
    f->game_open = false;
    f->result.games[winner]++;
    f->result.points[0] += o->score[0];
    f->result.points[1] += o->score[1];
    if (o->game_over && o->partida_winner < 2) f->result.partidas[o->partida_winner]++;
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        f->seat[i].illegal = 0;
        f->seat[i].bank = f->offer.bank_us;
    }
}

FORGE uint32_t forge_games(const struct forge *f)
{
    return f->result.games[0] + f->result.games[1] + f->result.games[2];
}

FORGE bool forge_more(const struct forge *f)
{
    return !f->over && forge_games(f) < f->games && f->match.open.hand < f->hands_max;
}

FORGE void forge_hand_end(struct forge *f)
{
    static const uint8_t none[32];
    struct message m;
    uint8_t sig[64];
    memcpy(f->end_head, f->pub.head, 32);
    memcpy(f->end_score, f->match.open.score, sizeof f->end_score);
    hand_end_message(&m, f->match_id, 255, 0, f->match.open.hand, f->end_head, f->end_score, none);
    sign_message(sig, f->arbiter_secret, &m);
    struct packer p = forge_pack();
    pack_msg_hand_end(&p, 0, f->match.open.hand, f->end_head, f->end_score, none, sig);
    forge_say(f, MSG_HAND_END, VISIBLE_ALL, &p);
}

FORGE void forge_signed(struct forge *f)
{
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        if (!f->seat[i].has_signed) continue;
        struct packer p = forge_pack();
        pack_msg_signed(&p, 0, f->match.open.hand, i, f->seat[i].hand_signature);
        forge_say(f, MSG_SIGNED, VISIBLE_ALL, &p);
        f->seat[i].has_signed = false;
    }
}

FORGE void forge_end(struct forge *f)
{
    uint8_t room[512], sig[64];
    struct packer p, r;
    struct message m;
    forge_signed(f);
    f->result.hands = f->match.open.hand;
    pack_start(&r, room, sizeof room);
    pack_result(&r, &f->result);
    result_message(&m, f->match_id, r.bytes, r.size);
    sign_message(sig, f->arbiter_secret, &m);
    p = forge_pack();
    pack_msg_result(&p, r.bytes, r.size, sig);
    forge_say(f, MSG_RESULT, VISIBLE_ALL, &p);
    p = forge_pack();
    pack_msg_reveal(&p, f->seed);
    forge_say(f, MSG_REVEAL, VISIBLE_ALL, &p);
    forge_send_all(f);
    f->over = true;
}

/* The match is lost by `seat` (or void: 255) after its FAULT was said. */
FORGE void forge_lose(struct forge *f, unsigned seat, unsigned fault, uint64_t a, uint64_t b)
{
    bool nobody = seat >= FORGE_SEATS, hand = f->game_open && !f->match.open.hand_over;
    if (f->game_open) {
        if (!nobody) match_forfeit_game(&f->match, (int)(seat % 2));
        forge_game_end(f, nobody ? TIE : 1 - seat % 2, nobody ? END_VOID : END_FAULT, seat);
    }
    if (hand) forge_hand_end(f);
    f->result.outcome = nobody ? END_VOID : END_FAULT;
    f->result.winner = nobody ? TIE : (uint8_t)(1 - seat % 2);
    f->result.fault = (uint8_t)fault;
    f->result.fault_seat = (uint8_t)seat;
    f->result.fault_a = a;
    f->result.fault_b = b;
    forge_end(f);
}

FORGE void forge_match_fault(struct forge *f, unsigned seat, unsigned fault, uint64_t a, uint64_t b)
{
    forge_fault(f, seat, fault, EFFECT_MATCH, a, b);
    forge_lose(f, seat, fault, a, b);
}

FORGE void forge_hello(struct forge *f, unsigned i, uint64_t have, uint8_t bytes[512], struct packer *p)
{
    static const uint8_t zeros[32];
    struct forge_seat *s = &f->seat[i];
    struct message m;
    uint8_t sig[64], head[32];
    memcpy(head, have ? s->heads + (have - 1) * HASH : zeros, 32);
    hello_message(&m, have ? f->match_id : zeros, have, head);
    sign_message(sig, s->secret_key, &m);
    pack_start(p, bytes, 512);
    pack_msg_hello(p, s->public_key, f->offer.name[i], have, head, sig);
}

FORGE void forge_silence(struct forge *f, unsigned seat, unsigned fault, uint64_t left, uint64_t limit)
{
    uint8_t record[18] = { (uint8_t)seat, (uint8_t)fault };
    if (f->now < left + limit) f->now = left + limit;
    forge_be(record + 2, left, 8);
    forge_be(record + 10, left + limit, 8);
    forge_add(f, REC_SILENCE, VISIBLE_ARBITER, record, sizeof record);
}

/* Silence instead of HELLO: whoever was silent is at fault, and the offer is made all the same. */
FORGE void forge_no_start(struct forge *f)
{
    const bool *absent = f->silent_start;
    uint64_t began = f->now;
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        if (absent[i]) forge_silence(f, i, FAULT_NO_START, began, f->offer.start_us);
    forge_offer(f);
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        if (absent[i]) forge_fault(f, i, FAULT_NO_START, EFFECT_MATCH, f->offer.start_us, 0);
    f->result.winner = absent[0] && absent[1] ? TIE : absent[0];
    f->result.outcome = END_FAULT;
    f->result.fault = FAULT_NO_START;
    f->result.fault_seat = !absent[0];
    f->result.fault_a = f->offer.start_us;
    forge_end(f);
}

FORGE void forge_open(struct forge *f)
{
    uint8_t room[ENVELOPE_MAX / 2], sig[64];
    struct packer open, p;
    struct message m;
    pack_start(&open, room, sizeof room);
    pack_array(&open, 2);
    pack_bin(&open, f->offer_bytes, f->offer_size);
    pack_array(&open, FORGE_SEATS);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        uint8_t join[96];
        memcpy(join, f->seat[i].x[0], 32);
        memcpy(join + 32, f->seat[i].join_signature, 64);
        pack_bin(&open, join, sizeof join);
    }
    open_message(&m, open.bytes, open.size);
    sign_message(sig, f->arbiter_secret, &m);
    p = forge_pack();
    pack_msg_open(&p, open.bytes, open.size, sig, NULL, 0);
    forge_say(f, MSG_OPEN, VISIBLE_ALL, &p);
}

FORGE void forge_join(struct forge *f, unsigned i)
{
    struct forge_seat *s = &f->seat[i];
    struct message m;
    struct packer p;
    uint8_t secret[32] = { (uint8_t)(77 + i) }, bytes[512];
    cut_top(s->x[f->hands_max], secret, f->match_id, i, 0);
    for (uint32_t j = f->hands_max; j > 0; j--) cut_previous(s->x[j - 1], s->x[j], f->table_id, i, j);
    join_message(&m, f->match_id, i, 1, s->x[0]);
    sign_message(s->join_signature, s->secret_key, &m);
    pack_start(&p, bytes, sizeof bytes);
    pack_msg_join(&p, s->x[0], 32, s->join_signature);
    forge_came(f, i, VERDICT_ACCEPTED, 0, &p, 1);
}

/* HELLO to SEAL and the cuts of the first hand; false when the match did not start. */
FORGE bool forge_start(struct forge *f)
{
    struct packer p;
    uint8_t bytes[512];
    p = forge_pack();
    pack_array(&p, 3);
    pack_str(&p, f->offer.engine);
    pack_str(&p, f->offer.rules);
    pack_bin(&p, f->arbiter_public, 32);
    forge_add(f, REC_HEADER, VISIBLE_ARBITER, p.bytes, p.size);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        if (f->silent_start[i]) continue;
        forge_hello(f, i, 0, bytes, &p);
        forge_came(f, i, VERDICT_ACCEPTED, 0, &p, 1);
        f->seat[i].said_hello = true;
    }
    if (f->silent_start[0] || f->silent_start[1]) {
        forge_no_start(f);
        return false;
    }
    forge_offer(f);
    f->left = f->now;
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        if (!f->no_join[i]) forge_join(f, i);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        if (!f->no_join[i]) continue;
        forge_silence(f, i, FAULT_NO_START, f->now, f->offer.start_us);
        forge_match_fault(f, i, FAULT_NO_START, f->offer.start_us, 0);
        return false;
    }
    forge_open(f);
    forge_seal(f);
    forge_send_all(f);
    return true;
}

/* Takes the twist meant for this decision or hand. */
FORGE enum twist_kind forge_twist(const struct forge *f, unsigned at, bool hand)
{
    for (unsigned i = 0; i < f->twist_count; i++)
        if (f->twists[i].at == at && (f->twists[i].kind >= 64) == hand) return f->twists[i].kind;
    return TWIST_NONE;
}

/* The last hand's signature, or one over another head. */
FORGE void forge_hand_sign(struct forge *f, unsigned i, bool wrong, struct packer *p)
{
    static const uint8_t none[32];
    struct message m;
    hand_end_message(&m, f->match_id, i, 0, f->match.open.hand, wrong ? none : f->end_head, f->end_score,
                     none);
    sign_message(f->seat[i].hand_signature, f->seat[i].secret_key, &m);
    pack_msg_hand_sign(p, 0, f->match.open.hand, f->seat[i].hand_signature);
    f->seat[i].has_signed = !wrong;
}

/* One seat's signature of the last hand and cut of the next. */
FORGE void forge_hand_part(struct forge *f, unsigned i, enum twist_kind twist)
{
    uint32_t hand = f->match.open.hand;
    uint8_t bytes[512], x[32];
    struct packer p;
    bool more = forge_more(f);
    unsigned count = hand > 0;
    pack_start(&p, bytes, sizeof bytes);
    memcpy(x, f->seat[i].x[hand + 1], 32);
    if (twist == TWIST_BAD_CUT) x[5] ^= 1;
    if (twist == TWIST_CUT_FIRST) {
        pack_msg_cut(&p, 0, hand + 1, x);
        forge_came(f, i, VERDICT_FAULT, FAULT_OUT_OF_ORDER, &p, 1);
        forge_match_fault(f, i, FAULT_OUT_OF_ORDER, MSG_CUT, 0);
        return;
    }
    if (hand) forge_hand_sign(f, i, twist == TWIST_BAD_SIGN, &p);
    if (twist == TWIST_APART || twist == TWIST_NO_CUT) {
        forge_came(f, i, VERDICT_ACCEPTED, 0, &p, count);
        if (twist == TWIST_APART) forge_came(f, i, VERDICT_IGNORED, 0, &p, count); /* once more */
        pack_start(&p, bytes, sizeof bytes);
        count = 0;
    }
    if (twist == TWIST_NO_CUT) {
        uint64_t limit = f->offer.cap_us + f->offer.grace_us;
        forge_silence(f, i, FAULT_WITHHELD, f->left, limit);
        forge_match_fault(f, i, FAULT_WITHHELD, hand + 1, limit);
        return;
    }
    if (more) {
        pack_msg_cut(&p, 0, hand + 1, x);
        count++;
    }
    unsigned fault = twist == TWIST_BAD_CUT    ? FAULT_BAD_CUT
                     : twist == TWIST_BAD_SIGN ? FAULT_BAD_SIGNATURE
                                               : 0;
    forge_came(f, i, fault ? VERDICT_FAULT : VERDICT_ACCEPTED, fault, &p, count);
    if (fault) forge_match_fault(f, i, fault, fault == FAULT_BAD_CUT ? hand + 1 : MSG_HAND_SIGN, 0);
}

/* What both seats owe between two hands. Seat 1 is the one that errs. */
FORGE void forge_between(struct forge *f)
{
    for (unsigned i = 0; i < FORGE_SEATS && !f->over; i++) {
        f->left = f->now;
        f->now += 50 + forge_draw(f) % 100;
        forge_hand_part(f, i, i == 1 ? forge_twist(f, f->match.open.hand, true) : TWIST_NONE);
    }
}

FORGE void forge_act(struct forge *f, unsigned seat, struct action act, unsigned value,
                     const uint8_t *opening)
{
    struct packer p = forge_pack();
    pack_msg_act(&p, 0, seat, action_code(act), value, opening, opening ? OPENING : 0);
    forge_say(f, MSG_ACT, VISIBLE_ALL, &p);
}

FORGE void forge_news(struct forge *f)
{
    for (unsigned i = 0; i < f->match.open.news_count; i++) {
        struct news n = f->match.open.news[i];
        forge_act(f, n.seat, (struct action){ n.kind, 0 },
                  n.kind == ACT_FLOR      ? 1
                  : n.kind == ACT_DECLARE ? n.value
                                          : 0,
                  NULL);
    }
}

FORGE void forge_deal(struct forge *f)
{
    uint32_t hand = f->match.open.hand + 1u;
    uint8_t cuts[64], z[32];
    card_t cards[SEATS_MAX][HELD_MAX];
    char why[RULES_ERROR_TEXT];
    struct pack *pack = &f->pack[hand % 16];
    struct packer p;
    memset(cards, CARD_NONE, sizeof cards);
    forge_signed(f);
    memcpy(cuts, f->seat[0].x[hand], 32);
    memcpy(cuts + 32, f->seat[1].x[hand], 32);
    deal_cut(z, f->table_id, hand, pack->list, FORGE_SEATS, cuts);
    deal_sigma(f->sigma, pack->n, z);
    unsigned mano = hand == 1 ? deal_first_mano(FORGE_SEATS, z) : (f->match.open.mano + 1u) % FORGE_SEATS;
    card_t vira = CARD_NONE;
    uint8_t turned[OPENING];
    if (rules_turn_card(&f->match.open.rules)) {
        opening_write(turned, pack, deal_vira_slot(f->sigma, FORGE_SEATS));
        vira = turned[1];
    }
    p = forge_pack();
    pack_msg_deal(&p, 0, hand, mano, cuts, sizeof cuts, turned, vira == CARD_NONE ? 0 : OPENING);
    forge_say(f, MSG_DEAL, VISIBLE_ALL, &p);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        for (unsigned k = 0; k < 3; k++) {
            unsigned slot = deal_slot(f->sigma, i, k);
            opening_write(f->seat[i].opening[k], pack, slot);
            cards[i][k] = f->seat[i].card[k] = pack->card[slot];
        }
        p = forge_pack();
        pack_msg_cards(&p, 0, hand, f->seat[i].opening, 3 * OPENING);
        forge_say(f, MSG_CARDS, i, &p);
    }
    assert(!match_deal(&f->match, cards, vira, hand == 1 ? (int)mano : NOBODY, why));
    f->game_open = true;
    forge_news(f);
}

/* The rules take the action, everybody hears it. */
FORGE void forge_apply(struct forge *f, unsigned seat, struct action act)
{
    struct forge_seat *s = &f->seat[seat];
    assert(!match_apply(&f->match, (int)seat, act, &f->match));
    unsigned k = 0;
    while (k < 2 && s->card[k] != act.arg) k++;
    if (act.kind == ACT_PLAY) forge_act(f, seat, act, 0, s->opening[k]);
    else if (act.kind == ACT_PLAY_DOWN)
        forge_act(f, seat, (struct action){ ACT_PLAY_DOWN, CARD_HIDDEN }, s->opening[k][0], NULL);
    else forge_act(f, seat, act, act.kind == ACT_DECLARE ? f->match.open.declared[seat] : 0, NULL);
    forge_news(f);
}

FORGE void forge_game_lost(struct forge *f, unsigned seat)
{
    match_forfeit_game(&f->match, (int)(seat % 2));
    forge_game_end(f, 1 - seat % 2, END_FAULT, seat);
}

FORGE uint64_t forge_allowed(const struct forge *f, unsigned seat)
{
    return f->seat[seat].bank < f->offer.cap_us ? f->seat[seat].bank : f->offer.cap_us;
}

FORGE void forge_timeout(struct forge *f, unsigned seat, uint64_t used)
{
    struct forge_seat *s = &f->seat[seat];
    uint64_t allowed = forge_allowed(f, seat), budget = allowed + f->offer.grace_us;
    if (++s->timeouts == 3) {
        forge_match_fault(f, seat, FAULT_TIMEOUT, budget, used);
        return;
    }
    forge_fault(f, seat, FAULT_TIMEOUT, f->on_timeout ? EFFECT_DEFAULT_ACTION : EFFECT_GAME, budget, used);
    if (!f->on_timeout) {
        forge_game_lost(f, seat);
        return;
    }
    struct action legal[LEGAL_MAX];
    int n = match_legal(&f->match, (int)seat, legal), best = 0;
    for (int i = 1; i < n; i++)
        if (action_code(legal[i]) < action_code(legal[best])) best = i;
    for (int i = 0; i < n; i++)
        if (legal[i].kind == ACT_NO_QUIERO) best = i;
    s->bank += f->offer.inc_us - allowed;
    forge_apply(f, seat, legal[best]);
}

FORGE void forge_answer(struct forge *f, unsigned seat, unsigned as, uint32_t request, unsigned action,
                        bool good, struct packer *p)
{
    uint8_t sig[64];
    struct message m;
    struct forge_seat *s = &f->seat[seat];
    action_message(&m, f->match_id, as, 0, request, action, s->asked_head);
    sign_message(sig, s->secret_key, &m);
    if (!good) sig[3] ^= 1;
    pack_msg_answer(p, 0, as, request, action, f->sign == SIGN_DECISION ? sig : NULL);
}

/* Something odd happens before the answer; false when there will be none. */
FORGE bool forge_odd(struct forge *f, unsigned seat, enum twist_kind twist, uint64_t asked)
{
    struct forge_seat *s = &f->seat[seat];
    uint8_t bytes[512];
    struct packer p;
    uint64_t budget = forge_allowed(f, seat) + f->offer.grace_us;
    pack_start(&p, bytes, sizeof bytes);
    switch (twist) {
    case TWIST_ILLEGAL: {
        struct action raise = { ACT_RAISE, 9 };
        struct match after;
        enum rule_error e = match_apply(&f->match, (int)seat, raise, &after);
        forge_answer(f, seat, seat, s->request, action_code(raise), true, &p);
        forge_came(f, seat, VERDICT_REFUSED, FAULT_ILLEGAL, &p, 1);
        if (++s->illegal == 3) {
            forge_fault(f, seat, FAULT_ILLEGAL, EFFECT_GAME, e, 3);
            forge_game_lost(f, seat);
            return false;
        }
        f->result.faults[seat]++;
        p = forge_pack();
        pack_msg_refused(&p, 0, s->request, e, rule_error_text(e));
        forge_say(f, MSG_REFUSED, seat, &p);
        forge_send(f, seat);
        return true;
    }
    case TWIST_SILENCE:
        forge_silence(f, seat, FAULT_TIMEOUT, asked, budget);
        forge_timeout(f, seat, budget);
        return false;
    case TWIST_LATE:
        f->now = asked + budget + 1;
        forge_answer(f, seat, seat, s->request, ACT_MAZO << 8, true, &p);
        forge_came(f, seat, VERDICT_FAULT, FAULT_TIMEOUT, &p, 1);
        forge_timeout(f, seat, budget + 1);
        return false;
    case TWIST_UNASKED:
        forge_answer(f, seat, seat, s->request - 1, ACT_MAZO << 8, true, &p);
        forge_came(f, seat, VERDICT_IGNORED, FAULT_UNASKED, &p, 1);
        if (++s->unasked == 100) {
            forge_match_fault(f, seat, FAULT_UNASKED, s->request - 1, 100);
            return false;
        }
        f->result.faults[seat]++;
        return true;
    case TWIST_OTHER_TALKS:
        forge_answer(f, 1 - seat, 1 - seat, f->seat[1 - seat].request, ACT_MAZO << 8, true, &p);
        forge_came(f, 1 - seat, VERDICT_IGNORED, FAULT_UNASKED, &p, 1);
        f->result.faults[1 - seat]++;
        f->seat[1 - seat].unasked++;
        return true;
    case TWIST_WRONG_SEAT:
        forge_answer(f, seat, 1 - seat, s->request, ACT_MAZO << 8, true, &p);
        forge_came(f, seat, VERDICT_FAULT, FAULT_WRONG_SEAT, &p, 1);
        forge_match_fault(f, seat, FAULT_WRONG_SEAT, 1 - seat, seat);
        return false;
    case TWIST_BAD_ACTION_SIGNATURE:
        forge_answer(f, seat, seat, s->request, ACT_MAZO << 8, false, &p);
        forge_came(f, seat, VERDICT_FAULT, FAULT_BAD_SIGNATURE, &p, 1);
        forge_match_fault(f, seat, FAULT_BAD_SIGNATURE, MSG_ANSWER, 0);
        return false;
    case TWIST_GARBAGE:
        pack_raw(&p, "\xc0", 1);
        forge_came(f, seat, VERDICT_FAULT, FAULT_MALFORMED, &p, 0);
        forge_match_fault(f, seat, FAULT_MALFORMED, WIRE_FORBIDDEN, 0);
        return false;
    case TWIST_PROTEST:
        pack_msg_protest(&p, 7, "the cut is not mine");
        forge_came(f, seat, VERDICT_FAULT, FAULT_PROTESTED, &p, 1);
        forge_match_fault(f, seat, FAULT_PROTESTED, 7, 0);
        return false;
    case TWIST_COMES_BACK:
    case TWIST_STARTS_ANEW: {
        uint64_t have = twist == TWIST_COMES_BACK ? s->told - 2 : 0;
        uint8_t gone[6] = { (uint8_t)seat, SEAT_EVENT_LEFT };
        forge_add(f, REC_SEAT, VISIBLE_ARBITER, gone, sizeof gone);
        forge_hello(f, seat, have, bytes, &p);
        forge_came(f, seat, VERDICT_ACCEPTED, 0, &p, 1);
        s->sent = (size_t)have;
        forge_send(f, seat);
        return true;
    }
    case TWIST_VOID:
        forge_fault(f, NOBODY, FAULT_ARBITER, EFFECT_VOID, 28, 0);
        forge_lose(f, NOBODY, FAULT_ARBITER, 28, 0);
        return false;
    case TWIST_NONE:
    case TWIST_TWICE:
    case TWIST_BAD_CUT:
    case TWIST_BAD_SIGN:
    case TWIST_CUT_FIRST:
    case TWIST_NO_CUT:
    case TWIST_APART: break;
    }
    return true;
}

/* One decision of the seat on turn. */
FORGE void forge_decide(struct forge *f)
{
    unsigned seat = (unsigned)match_turn(&f->match);
    struct forge_seat *s = &f->seat[seat];
    struct view v;
    struct packer p = forge_pack();
    uint8_t bytes[512];
    struct action legal[LEGAL_MAX];
    match_view(&f->match, (int)seat, &v);
    pack_msg_request(&p, 0, ++s->request, s->bank, forge_allowed(f, seat) + f->offer.grace_us, &v);
    forge_say(f, MSG_REQUEST, seat, &p);
    memcpy(s->asked_head, s->view.head, 32);
    forge_send(f, seat);
    f->now += 2;
    uint64_t asked = f->left = f->now;
    f->now += 20 + forge_draw(f) % 200;
    f->decisions++;

    enum twist_kind twist = TWIST_NONE;
    for (unsigned i = 0; i < f->twist_count; i++) {
        if (f->twists[i].at != f->decisions || f->twists[i].kind >= 64) continue;
        twist = f->twists[i].kind;
        if (!forge_odd(f, seat, twist, asked)) return;
    }
    f->left = asked;
    f->now += forge_draw(f) % 5 == 0 ? 1500 : 5;
    int n = match_legal(&f->match, (int)seat, legal);
    struct action act = legal[forge_draw(f) % (unsigned)n];
    if (act.kind == ACT_MAZO) act = legal[forge_draw(f) % (unsigned)n]; /* twice drawn: half as often */
    pack_start(&p, bytes, sizeof bytes);
    forge_answer(f, seat, seat, s->request, action_code(act), true, &p);
    if (twist == TWIST_TWICE) forge_answer(f, seat, seat, s->request, action_code(act), true, &p);
    uint64_t used = f->now - asked, charge = used > f->offer.grace_us ? used - f->offer.grace_us : 0;
    forge_came(f, seat, twist == TWIST_TWICE ? VERDICT_IGNORED : VERDICT_ACCEPTED,
               twist == TWIST_TWICE ? FAULT_UNASKED : 0, &p, twist == TWIST_TWICE ? 2 : 1);
    if (twist == TWIST_TWICE) s->unasked++, f->result.faults[seat]++;
    s->bank += f->offer.inc_us - charge;
    forge_apply(f, seat, act);
}

FORGE void forge_hand_over(struct forge *f)
{
    const struct open *o = &f->match.open;
    if (f->game_open) {
        for (unsigned i = 0; i < FORGE_SEATS; i++) {
            unsigned mask = match_shown(&f->match, (int)i);
            uint8_t openings[3 * OPENING];
            size_t size = 0;
            for (unsigned k = 0; k < 3; k++)
                if (mask >> k & 1) memcpy(openings + size, f->seat[i].opening[k], OPENING), size += OPENING;
            if (!mask) continue;
            struct packer p = forge_pack();
            pack_msg_show(&p, 0, i, openings, size);
            forge_say(f, MSG_SHOW, VISIBLE_ALL, &p);
        }
        if (o->game_over) forge_game_end(f, o->game_winner, END_PLAYED, NOBODY);
        else if (o->hand == f->hands_max)
            forge_game_end(f, o->score[0] == o->score[1] ? TIE : o->score[1] > o->score[0], END_LAST_HAND,
                           NOBODY);
    }
    forge_hand_end(f);
    if (forge_more(f)) forge_seal(f);
    forge_send_all(f);
}

FORGE void forge_play(struct forge *f)
{
    while (!f->over && match_turn(&f->match) != NOBODY && !f->match.open.hand_over) forge_decide(f);
    if (!f->over) forge_hand_over(f);
}

/* Sets the defaults that a test then changes. */
FORGE struct forge *forge_new(const char *rules, uint32_t games, uint64_t random)
{
    struct forge *f = calloc(1, sizeof *f);
    assert(f && sodium_init() >= 0);
    f->rules = rules;
    f->games = games;
    f->hands_max = 500;
    f->random = random;
    f->now = 1000000;
    strcpy(f->name[0], "ana");
    strcpy(f->name[1], "juana");
    return f;
}

FORGE void forge_key(uint8_t public_key[32], uint8_t secret_key[64], unsigned n)
{
    uint8_t seed[32] = { (uint8_t)n, 0x5e };
    crypto_sign_seed_keypair(public_key, secret_key, seed);
}

/* Plays the whole match. */
FORGE void forge_run(struct forge *f)
{
    struct rules rules;
    char why[RULES_ERROR_TEXT];
    struct offer *o = &f->offer;
    assert(!rules_parse(f->rules, &rules, why) && !match_new(&f->match, &rules, FORGE_SEATS, why));
    forge_key(f->arbiter_public, f->arbiter_secret, 200);
    memset(f->seed, 0x42, 32);
    f->seed[0] = (uint8_t)f->random;
    snprintf(o->tournament, sizeof o->tournament, "forge");
    snprintf(o->rules, sizeof o->rules, "%s", f->rules);
    snprintf(o->engine, sizeof o->engine, "forge 1");
    o->games = f->games, o->seats = FORGE_SEATS, o->hands_max = f->hands_max, o->tables = 1;
    o->seed_source = f->seed_source, o->sign = f->sign, o->on_timeout = f->on_timeout;
    o->bank_us = 30000, o->inc_us = 400, o->cap_us = 9000, o->grace_us = 1000, o->start_us = 500000;
    memcpy(o->arbiter, f->arbiter_public, 32);
    memset(o->nonce, 9, 32);
    deal_seed_commit(o->seed_commit, f->seed, o->nonce);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        forge_key(f->seat[i].public_key, f->seat[i].secret_key, i);
        memcpy(o->name[i], f->name[i], NAME_TEXT);
        f->seat[i].bank = o->bank_us;
    }
    f->result.fault_seat = NOBODY;
    if (!forge_start(f)) return;
    while (!f->over) {
        forge_between(f);
        if (f->over) break;
        if (!forge_more(f)) {
            f->result.outcome = forge_games(f) < f->games ? END_LAST_HAND : END_PLAYED;
            f->result.winner =
                f->result.games[0] == f->result.games[1] ? TIE : f->result.games[1] > f->result.games[0];
            forge_end(f);
            break;
        }
        forge_deal(f);
        forge_play(f);
    }
}

/* --- forgeries -------------------------------------------------------------------------------- */

/* Makes every hash anew after records were changed, and the signatures of those whose keys are at hand:
 * heads in HAND_END follow the changed public chain, SIGNED the changed signatures. */
FORGE void forge_remake(struct forge *f, bool arbiter, bool seats)
{
    static const uint8_t none[32];
    struct chain pub = { 0 };
    uint8_t head[32] = { 0 }, seat_sig[FORGE_SEATS][64] = { { 0 } }, digest[32], sig[64], bytes[8192];
    uint16_t score[2] = { 0, 0 };
    uint32_t hand = 0;
    struct msg m;
    struct message signed_bytes;
    struct packer p;
    for (size_t i = 0; i < f->count; i++) {
        struct forge_record *r = &f->records[i];
        pack_start(&p, bytes, sizeof bytes);
        if (r->type == REC_RECEIVED && r->size > 19 && seats) {
            struct envelope e;
            if (envelope_open(&e, r->bytes + 19, r->size - 19)) continue;
            uint64_t ack = e.number;
            unsigned count = e.left, seat = r->bytes[0], found = 0;
            pack_array(&p, count + 1u);
            pack_uint(&p, ack);
            while (e.left && !envelope_next(&e, FROM_BOT, &m)) {
                if (m.type != MSG_HAND_SIGN || m.hand != hand) {
                    pack_raw(&p, m.bytes, m.size);
                    continue;
                }
                hand_end_message(&signed_bytes, f->match_id, seat, 0, hand, head, score, none);
                sign_message(seat_sig[seat], f->seat[seat].secret_key, &signed_bytes);
                pack_msg_hand_sign(&p, 0, hand, seat_sig[seat]);
                found = 1;
            }
            if (found) memcpy(r->bytes + 19, p.bytes, p.size); /* the same size */
            continue;
        }
        if (r->type >= REC_HEADER || msg_read(r->bytes, r->size, FROM_ARBITER, &m)) continue;
        if (r->type == MSG_OFFER) {
            chain_public(&pub, f->table_id);
            continue;
        }
        if (r->visibility != VISIBLE_ALL) continue;
        if (r->type == MSG_HAND_END) {
            memcpy(head, pub.head, 32);
            memcpy(score, m.score, sizeof score);
            hand = m.hand;
            memcpy(sig, m.signature, 64);
            hand_end_message(&signed_bytes, f->match_id, 255, 0, hand, head, score, none);
            if (arbiter) sign_message(sig, f->arbiter_secret, &signed_bytes);
            pack_msg_hand_end(&p, 0, hand, head, score, none, sig);
            forge_put(f, i, p.bytes, p.size);
        } else if (r->type == MSG_SIGNED && seats && m.hand == hand && m.seat < FORGE_SEATS) {
            pack_msg_signed(&p, 0, hand, m.seat, seat_sig[m.seat]);
            forge_put(f, i, p.bytes, p.size);
        } else if (r->type == MSG_RESULT && arbiter) {
            result_message(&signed_bytes, f->match_id, m.blob, m.blob_size);
            sign_message(sig, f->arbiter_secret, &signed_bytes);
            pack_msg_result(&p, m.blob, m.blob_size, sig);
            forge_put(f, i, p.bytes, p.size);
        }
        hash_bytes(digest, f->records[i].bytes, f->records[i].size);
        chain_link(&pub, r->type, digest);
    }
}

#endif
