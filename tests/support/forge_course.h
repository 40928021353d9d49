/* forge_course: the course of a match but for its hands: OFFER to the first cuts, and how hands, games and
 * the match end. */
#ifndef TESTS_FORGE_COURSE_H
#define TESTS_FORGE_COURSE_H

#include "forge_file.h"

/* --- the course of a match -------------------------------------------------------------------- */

FORGE void forge_offer(struct forge *f)
{
    struct packer p;
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        if (f->seat[i].said_hello)
            memcpy(f->offer.key[i], f->seat[i].public_key, 32);
    pack_start(&p, f->offer_bytes, sizeof f->offer_bytes);
    pack_offer(&p, &f->offer);
    assert(!p.bad);
    f->offer_size = p.size;
    deal_match_id(f->match_id, f->offer_bytes, f->offer_size);
    deal_table_id(f->table_id, f->match_id, 0);
    memcpy(f->deal_id, f->primary ? f->primary->table_id : f->table_id, 32);
    memcpy(f->result.match_id, f->match_id, 32);
    chain_public(&f->pub, f->match_id);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        uint8_t view_key[32];
        deal_view_key(view_key, f->seed, f->match_id, i);
        chain_view(&f->seat[i].view, view_key, f->match_id, i);
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
    if (f->sealed > f->match.open.hand)
        return;
    for (uint32_t h = f->sealed + 1; count < 16 && h <= f->hands_max; h++, count++) {
        uint8_t key[HASH];
        struct pack *pack = &f->pack[h % 16];
        deal_hand_key(key, f->seed, f->deal_id, h);
        deal_pack(pack, key, f->deal_id, h, deck, n);
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

FORGE void forge_fault(struct forge *f, unsigned seat, unsigned fault, unsigned effect, uint64_t a, uint64_t b)
{
    struct packer p = forge_pack();
    pack_msg_fault(&p, 0, seat, fault, effect, a, b);
    forge_say(f, MSG_FAULT, VISIBLE_ALL, &p);
    if (seat < FORGE_SEATS)
        f->result.faults[seat]++;
}

FORGE void forge_game_end(struct forge *f, unsigned winner, unsigned reason, unsigned seat)
{
    struct packer p = forge_pack();
    const struct open *o = &f->match.open;
    pack_msg_game_end(&p, 0, o->game, winner, reason, seat, o->score, 2);
    forge_say(f, MSG_GAME_END, VISIBLE_ALL, &p);
    f->game_open = false;
    f->game_ended = true;
    f->result.games[winner]++;
    f->result.points[0] += o->score[0];
    f->result.points[1] += o->score[1];
    if (o->game_over && o->partida_winner < 2)
        f->result.partidas[o->partida_winner]++;
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
    struct packer p = forge_pack();
    pack_msg_hand_end(&p, 0, f->match.open.hand, f->match.open.score, 2);
    forge_say(f, MSG_HAND_END, VISIBLE_ALL, &p);
}

/* Signs every hand that ended since the last HANDS_END, if one did. */
FORGE void forge_hands_end(struct forge *f)
{
    struct message m;
    uint8_t sig[64], views[FORGE_SEATS * 32];
    if (f->hands_told == f->match.open.hand)
        return;
    f->hands_told = f->match.open.hand;
    f->game_ended = false;
    f->end_pub = f->pub;
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        memcpy(views + 32 * i, f->seat[i].view.head, 32);
    hash_bytes(f->end_views, views, sizeof views);
    hands_signed_message(&m, f->match_id, SIGNER_ARBITER, f->hands_told, &f->end_pub, f->end_views, f->checkpoint);
    sign_message(sig, f->arbiter_secret, &m);
    struct packer p = forge_pack();
    pack_msg_hands_end(&p, f->hands_told, f->pub.seq, f->pub.head, views, FORGE_SEATS, f->checkpoint, sig);
    forge_say(f, MSG_HANDS_END, VISIBLE_ALL, &p);
}

/* At the end of an input: HANDS_END, where enough hands ended; both seats owe a signature then. */
FORGE void forge_hands_end_due(struct forge *f)
{
    uint32_t waiting = f->match.open.hand - f->hands_told;
    if (waiting == 0 || (waiting < f->offer.sign_every && !f->game_ended && forge_more(f)))
        return;
    forge_hands_end(f);
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        f->seat[i].owes_sign = true;
}

FORGE void forge_signed(struct forge *f)
{
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        if (!f->seat[i].has_signed)
            continue;
        struct packer p = forge_pack();
        pack_msg_signed(&p, 0, f->hands_told, i, f->seat[i].hand_signature);
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
    forge_hands_end(f);
    f->result.hands = f->match.open.hand;
    pack_start(&r, room, sizeof room);
    memcpy(f->result.head, f->pub.head, 32);
    pack_result(&r, &f->result);
    result_message(&m, f->match_id, r.bytes, r.size);
    sign_message(sig, f->arbiter_secret, &m);
    p = forge_pack();
    pack_msg_result(&p, r.bytes, r.size, sig);
    forge_say(f, MSG_RESULT, VISIBLE_ALL, &p);
    f->over = true;
    p = forge_pack();
    pack_msg_reveal(&p, f->seed);
    if (f->reveal == REVEAL_PAIR) { /* when the twin is over */
        forge_send_all(f);
        f->now += 60000000;
        if (f->result.outcome == END_PLAYED || f->result.outcome == END_LAST_HAND)
            forge_add(f, REC_REVEAL_NOW, VISIBLE_ARBITER, "", 0);
        forge_add(f, MSG_REVEAL, VISIBLE_ARBITER, p.bytes, p.size);
        return;
    }
    forge_say(f, MSG_REVEAL, VISIBLE_ALL, &p);
    forge_send_all(f);
}

/* The match is lost by `seat` (or void: 255) after its FAULT was said. */
FORGE void forge_lose(struct forge *f, unsigned seat, unsigned fault, uint64_t a, uint64_t b)
{
    bool nobody = seat >= FORGE_SEATS, hand = f->game_open && !f->match.open.hand_over;
    if (f->game_open) {
        if (!nobody)
            match_forfeit_game(&f->match, (int)(seat % 2));
        forge_game_end(f, nobody ? TIE : 1 - seat % 2, nobody ? END_VOID : END_FAULT, seat);
    }
    if (hand)
        forge_hand_end(f);
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

/* CURVE key of every seat, as the header has it. */
static const uint8_t forge_server[32] = { 0x37, 0x37 };

FORGE void forge_hello(struct forge *f, unsigned i, uint64_t have, uint8_t bytes[512], struct packer *p)
{
    static const uint8_t zeros[32];
    struct forge_seat *s = &f->seat[i];
    struct message m;
    uint8_t sig[64], head[32];
    memcpy(head, have ? s->heads + (have - 1) * HASH : zeros, 32);
    hello_message(&m, have ? f->match_id : forge_server, have, head);
    sign_message(sig, s->secret_key, &m);
    pack_start(p, bytes, 512);
    pack_msg_hello(p, s->public_key, f->offer.name[i], have, head, sig);
}

FORGE void forge_silence(struct forge *f, unsigned seat, unsigned fault, uint64_t left, uint64_t limit)
{
    uint8_t record[SILENCE_SIZE];
    if (f->now < left + limit)
        f->now = left + limit;
    rec_silence_write(record, &(struct rec_silence){ (uint8_t)seat, (uint8_t)fault, left, left + limit });
    forge_add(f, REC_SILENCE, VISIBLE_ARBITER, record, sizeof record);
}

/* Silence instead of HELLO: whoever was silent is at fault, and the offer is made all the same. */
FORGE void forge_no_start(struct forge *f)
{
    const bool *absent = f->silent_start;
    uint64_t began = f->records[0].us;
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        if (absent[i])
            forge_silence(f, i, FAULT_NO_START, began, f->offer.start_us);
    forge_offer(f);
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        if (absent[i])
            forge_fault(f, i, FAULT_NO_START, EFFECT_MATCH, f->offer.start_us, 0);
    f->result.winner = absent[0] && absent[1] ? TIE : absent[0];
    f->result.outcome = END_FAULT;
    f->result.fault = FAULT_NO_START;
    f->result.fault_seat = !absent[0];
    f->result.fault_a = f->offer.start_us;
    forge_end(f);
}

/* OPEN is the only entry of the log: what the log says of it, behind the head of LOGGED.  The size of the proof. */
FORGE size_t forge_log(struct forge *f, const struct packer *open, const uint8_t sig[64], uint8_t logged[])
{
    static uint8_t entry[ENTRY_OPEN_MAX];
    struct packer p;
    char note[CHECKPOINT_TEXT];
    uint8_t root[TREE_HASH];
    struct tree_proof path = { 0 };
    if (!f->log)
        return 0;
    pack_start(&p, entry, sizeof entry);
    entry_pack_open(&p, f->offer.number, open->bytes, open->size, sig);
    tree_leaf(root, p.bytes, p.size);
    size_t length = checkpoint_sign(f->log, 1, root, note);
    size_t size = proof_write((char *)logged + LOGGED_HEAD, LOG_PROOF, 0, &path, note);
    assert(!p.bad && size > 0);
    hash_bytes(f->checkpoint, note, length);
    rec_logged_head(logged, &(struct rec_logged){ 0 });
    forge_add(f, REC_LOGGED, VISIBLE_ARBITER, logged, LOGGED_HEAD + size);
    return size;
}

FORGE void forge_open(struct forge *f)
{
    uint8_t room[ENVELOPE_MAX / 2], sig[64], logged[LOGGED_HEAD + LOG_PROOF];
    struct packer open, p;
    struct message m;
    pack_start(&open, room, sizeof room);
    pack_array(&open, 2);
    pack_bin(&open, f->offer_bytes, f->offer_size);
    pack_array(&open, FORGE_SEATS);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        uint8_t join[128];
        join_write(join, 1, f->seat[i].x[0], f->seat[i].joined, f->seat[i].join_signature);
        pack_bin(&open, join, sizeof join);
    }
    open_message(&m, open.bytes, open.size);
    sign_message(sig, f->arbiter_secret, &m);
    memcpy(f->twin, sig, sizeof sig);
    if (!f->primary)
        memcpy(f->twin + SIG, open.bytes, open.size);
    f->twin_size = SIG + open.size;
    size_t proof = forge_log(f, &open, sig, logged);
    p = forge_pack();
    pack_msg_open(&p, open.bytes, open.size, sig, logged + LOGGED_HEAD, proof);
    forge_say(f, MSG_OPEN, VISIBLE_ALL, &p);
}

FORGE void forge_join(struct forge *f, unsigned i)
{
    struct forge_seat *s = &f->seat[i];
    struct message m;
    struct packer p;
    uint8_t secret[32] = { (uint8_t)(77 + i), f->chain_dice }, bytes[512];
    cut_top(s->x[f->hands_max], secret, f->match_id, i, 0);
    for (uint32_t j = f->hands_max; j > 0; j--)
        cut_previous(s->x[j - 1], s->x[j], f->table_id, i, j);
    if (f->primary)
        memcpy(s->x, f->primary->seat[i].x, sizeof s->x), memset(s->x[0], 0, 32);
    memcpy(s->joined, s->view.head, 32);
    join_message(&m, f->match_id, i, 1, s->x[0], s->joined);
    sign_message(s->join_signature, s->secret_key, &m);
    pack_start(&p, bytes, sizeof bytes);
    pack_msg_join(&p, s->x[0], 32, s->joined, s->join_signature);
    forge_came(f, i, VERDICT_ACCEPTED, 0, &p, 1);
}

/* What the host knows before anybody came. */
FORGE void forge_header(struct forge *f)
{
    static struct header h;
    static uint8_t bytes[HEADER_MAX];
    h.offer = f->offer;
    memset(h.offer.key, 0, sizeof h.offer.key);
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        memcpy(h.server[i], forge_server, sizeof forge_server);
    forge_add(f, REC_HEADER, VISIBLE_ARBITER, bytes, header_pack(&h, bytes));
}

/* HELLO to SEAL and the cuts of the first hand; false when the match did not start. */
FORGE bool forge_start(struct forge *f)
{
    struct packer p;
    uint8_t bytes[512];
    forge_header(f);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        if (f->silent_start[i])
            continue;
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
        if (!f->no_join[i])
            forge_join(f, i);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        if (!f->no_join[i])
            continue;
        forge_silence(f, i, FAULT_NO_START, f->now, f->offer.start_us);
        forge_match_fault(f, i, FAULT_NO_START, f->offer.start_us, 0);
        return false;
    }
    forge_open(f);
    forge_seal(f);
    forge_send_all(f);
    return true;
}

#endif
