/* forge: a whole match written straight into a replay, with every key in one hand.
 *
 * An arbiter and two bots in one loop, on the course of a match (course/course.h) and without a referee: the tests' bots say what
 * comes in, and the course what follows from it.  A twist makes something odd happen at one decision; afterwards the tests
 * change records and have them signed again.  What the course itself has wrong the second opinion finds (protocol/second). */
#ifndef FIEL_TESTS_FORGE_H
#define FIEL_TESTS_FORGE_H

#include "forge_play.h"

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

/* The second leg of a pair after a first one that was run; its bots have other keys. */
FORGE struct forge *forge_twin(const struct forge *primary, uint64_t random)
{
    struct forge *f = forge_new(primary->rules, primary->games, random);
    f->primary = primary;
    f->hands_max = primary->hands_max;
    f->sign = primary->sign;
    f->on_timeout = primary->on_timeout;
    f->now = primary->now - 50000000;
    memcpy(f->name[0], primary->name[1], NAME_TEXT);
    memcpy(f->name[1], primary->name[0], NAME_TEXT);
    return f;
}

FORGE void forge_key(uint8_t public_key[32], uint8_t secret_key[64], unsigned n)
{
    uint8_t seed[32] = { (uint8_t)n, 0x5e };
    crypto_sign_seed_keypair(public_key, secret_key, seed);
}

/* Who plays and what, as the host is to know it. */
FORGE void forge_prepare(struct forge *f)
{
    struct rules rules;
    char why[RULES_ERROR_TEXT];
    struct offer *o = &f->offer;
    assert(!rules_parse(f->rules, &rules, why) && !match_new(&f->match, &rules, FORGE_SEATS, why));
    forge_key(f->arbiter_public, f->arbiter_secret, 200);
    memset(f->seed, 0x42, 32);
    f->seed[0] = (uint8_t)(f->primary ? f->primary->seed[0] : f->random);
    f->random += f->play_random;
    snprintf(o->tournament, sizeof o->tournament, "forge");
    snprintf(o->rules, sizeof o->rules, "%s", f->rules);
    snprintf(o->engine, sizeof o->engine, "forge 1");
    o->games = f->games, o->seats = FORGE_SEATS, o->hands_max = f->hands_max, o->tables = 1;
    o->seed_source = f->seed_source, o->sign = f->sign, o->on_timeout = f->on_timeout;
    o->bank_us = 30000, o->inc_us = 400, o->cap_us = 9000, o->grace_us = 1000, o->start_us = 500000;
    o->reveal = f->reveal;
    o->sign_every = f->sign_every ? f->sign_every : 1, o->duty_us = 60000;
    if (f->log) {
        note_key_text(&f->log->key, o->log_key);
        o->number = 1;
    }
    if (f->primary)
        memcpy(o->twin, f->primary->twin, o->twin_size = (uint32_t)f->primary->twin_size);
    memcpy(o->arbiter, f->arbiter_public, 32);
    memset(o->nonce, 9, 32);
    deal_seed_commit(o->seed_commit, f->seed, o->nonce);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        forge_key(f->seat[i].public_key, f->seat[i].secret_key, f->primary && !f->same_keys ? 10 + i : i);
        memcpy(o->name[i], f->name[i], NAME_TEXT);
    }
}

/* Plays the whole match. */
FORGE void forge_run(struct forge *f)
{
    forge_prepare(f);
    forge_start(f);
    while (!f->over) {
        if (!f->table || f->match.open.hand_over || match_turn(&f->match) == NOBODY)
            forge_between(f);
        else
            forge_decide(f);
    }
    course_free(&f->course);
}

/* --- forgeries -------------------------------------------------------------------------------- */

/* Makes every hash anew after records were changed, and the signatures of those whose keys are at hand:
 * heads in HANDS_END follow the changed chains, SIGNED the changed signatures. */
FORGE void forge_remake(struct forge *f, bool arbiter, bool seats)
{
    struct chain pub = { 0 }, end = { 0 }, view[FORGE_SEATS] = { 0 };
    uint8_t views[FORGE_SEATS * 32], digest[32] = { 0 }, seat_sig[FORGE_SEATS][64] = { { 0 } }, sig[64],
                                     bytes[ENVELOPE_MAX / 2], room[ENVELOPE_MAX / 2];
    uint32_t hand = 0;
    struct msg m;
    struct message signed_bytes;
    struct packer p;
    for (size_t i = 0; i < f->count; i++) {
        struct forge_record *r = &f->records[i];
        pack_start(&p, bytes, sizeof bytes);
        if (r->type == REC_RECEIVED && r->size > RECEIVED_HEAD && r->bytes[0] < FORGE_SEATS && seats) {
            struct envelope e;
            if (envelope_open(&e, r->bytes + RECEIVED_HEAD, r->size - RECEIVED_HEAD))
                continue;
            uint64_t ack = e.number;
            unsigned count = e.left, seat = r->bytes[0], found = 0;
            pack_array(&p, count + 1u);
            pack_uint(&p, ack);
            while (e.left && !envelope_next(&e, FROM_BOT, &m)) {
                if (m.type != MSG_HAND_SIGN || m.hand != hand) {
                    pack_raw(&p, m.bytes, m.size);
                    continue;
                }
                hands_signed_message(&signed_bytes, f->match_id, seat, hand, &end, digest, f->checkpoint);
                sign_message(seat_sig[seat], f->seat[seat].secret_key, &signed_bytes);
                pack_msg_hand_sign(&p, 0, hand, seat_sig[seat]);
                found = 1;
            }
            if (found)
                memcpy(r->bytes + RECEIVED_HEAD, p.bytes, p.size); /* the same size */
            continue;
        }
        if (r->type >= REC_HEADER || msg_read(r->bytes, r->size, FROM_ARBITER, &m))
            continue;
        if (r->type == MSG_OFFER && m.seat < FORGE_SEATS) {
            chain_public(&pub, f->match_id);
            chain_view(&view[m.seat], m.view_key, f->match_id, m.seat);
            continue;
        }
        for (unsigned k = 0; k < FORGE_SEATS && r->visibility != VISIBLE_ALL; k++)
            if (r->visibility >> k & 1)
                chain_link_private(&view[k], &pub, r->bytes, r->size);
        if (r->visibility != VISIBLE_ALL)
            continue;
        if (r->type == MSG_HANDS_END) {
            end = pub;
            for (unsigned k = 0; k < FORGE_SEATS; k++)
                memcpy(views + 32 * k, view[k].head, 32);
            hash_bytes(digest, views, sizeof views);
            hand = m.hand;
            memcpy(sig, m.signature, 64);
            hands_signed_message(&signed_bytes, f->match_id, SIGNER_ARBITER, hand, &end, digest, f->checkpoint);
            if (arbiter)
                sign_message(sig, f->arbiter_secret, &signed_bytes);
            pack_msg_hands_end(&p, hand, end.seq, end.head, views, FORGE_SEATS, f->checkpoint, sig);
            forge_put(f, i, p.bytes, p.size);
        } else if (r->type == MSG_SIGNED && seats && m.hand == hand && m.seat < FORGE_SEATS) {
            pack_msg_signed(&p, 0, hand, m.seat, seat_sig[m.seat]);
            forge_put(f, i, p.bytes, p.size);
        } else if (r->type == MSG_RESULT && arbiter) {
            struct result result;
            struct packer blob;
            pack_start(&blob, room, sizeof room);
            if (read_result(m.blob, m.blob_size, &result)) {
                memcpy(result.head, pub.head, 32);
                pack_result(&blob, &result);
            } else {
                pack_raw(&blob, m.blob, m.blob_size);
            }
            result_message(&signed_bytes, f->match_id, blob.bytes, blob.size);
            sign_message(sig, f->arbiter_secret, &signed_bytes);
            pack_msg_result(&p, blob.bytes, blob.size, sig);
            forge_put(f, i, p.bytes, p.size);
        }
        chain_link_public(&pub, f->records[i].bytes, f->records[i].size);
    }
}

#endif
