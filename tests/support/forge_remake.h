/* forge_remake: after records were changed, every hash anew, and the signatures of those whose keys are at hand. */
#ifndef TESTS_FORGE_REMAKE_H
#define TESTS_FORGE_REMAKE_H

#include "forge_file.h"

enum { REMAKE_TABLES = 8 };

/* The keys that a forger has. */
struct forge_keys {
    uint8_t match_id[HASH], checkpoint[HASH];
    unsigned parties;
    const uint8_t *arbiter;            /* NULL: not at hand */
    const uint8_t *party[PARTIES_MAX]; /* likewise */
};

/* What a remake knows of one party. */
struct remade {
    struct chain view;
    uint8_t first_view[HASH];           /* V_0 */
    uint8_t asked[REMAKE_TABLES][HASH]; /* its V after the last REQUEST or REFUSED of each table */
    uint8_t signature[SIGNATURE];       /* of the newest HANDS_END */
    uint8_t *heads;                     /* after each message that it was told */
    size_t told;
};

struct remake {
    struct forge *f;
    const struct forge_keys *keys;
    struct chain pub, end;
    uint8_t digest[HASH]; /* of the views in the newest HANDS_END */
    uint32_t hands;       /* of it */
    struct remade of[PARTIES_MAX];
};

static void remake_told(struct remade *of, const struct chain *pub)
{
    of->heads = realloc(of->heads, (of->told + 1) * HASH);
    assert(of->heads);
    chain_have(of->heads + HASH * of->told++, &of->view, pub);
}

static bool remake_head(const struct remade *of, uint64_t have, uint8_t head[HASH])
{
    if (have == 0 || have > of->told)
        return false;
    memcpy(head, of->heads + HASH * (have - 1), HASH);
    return true;
}

/* A message of a party whose key is at hand, as it would have to be behind what was changed. */
static void remake_said(struct remake *r, unsigned party, const struct msg *m, struct packer *p)
{
    const uint8_t *key = r->keys->party[party], *id = r->keys->match_id;
    struct remade *of = &r->of[party];
    uint8_t signature[SIGNATURE], head[HASH];
    char note[NOTE_MOST + 1];
    struct message text;
    if (m->type == MSG_HAND_SIGN && m->hand == r->hands) {
        hands_signed_message(&text, id, party, m->hand, &r->end, r->digest, r->keys->checkpoint);
        sign_message(of->signature, key, &text);
        pack_msg_hand_sign(p, 0, m->hand, of->signature);
    } else if (m->type == MSG_ANSWER && m->signature_size == SIGNATURE && m->table < REMAKE_TABLES) {
        action_message(&text, id, m->seat, m->table, m->request, m->action, m->sign, m->signs, m->blob, m->blob_size,
                       of->asked[m->table]);
        sign_message(signature, key, &text);
        memcpy(note, m->blob, m->blob_size);
        note[m->blob_size] = '\0';
        pack_msg_answer(p, m->table, m->seat, m->request, m->action, m->sign, m->signs, note, signature);
    } else if (m->type == MSG_HELLO && remake_head(of, m->have, head)) {
        hello_message(&text, id, m->have, head);
        sign_message(signature, key, &text);
        pack_msg_hello(p, m->key, m->text, m->have, head, signature);
    } else {
        pack_raw(p, m->bytes, m->size);
    }
}

static void remake_received(struct remake *r, struct forge_record *rec)
{
    static uint8_t bytes[2 * ENVELOPE_MAX];
    struct packer p;
    struct envelope e;
    struct msg m;
    unsigned party = rec->bytes[0];
    if (party >= r->keys->parties || !r->keys->party[party] ||
        envelope_open(&e, rec->bytes + RECEIVED_HEAD, rec->size - RECEIVED_HEAD) != WIRE_OK)
        return;
    pack_start(&p, bytes, sizeof bytes);
    pack_raw(&p, rec->bytes, RECEIVED_HEAD);
    pack_array(&p, e.left + 1u);
    pack_uint(&p, e.number);
    while (e.left) {
        if (envelope_next(&e, FROM_BOT, &m) != WIRE_OK)
            return;
        remake_said(r, party, &m, &p);
    }
    forge_put(r->f, (size_t)(rec - r->f->records), p.bytes, p.size);
}

static void remake_hands_end(struct remake *r, const struct msg *m, struct packer *p)
{
    uint8_t views[PARTIES_MAX * HASH], signature[SIGNATURE];
    struct message text;
    r->end = r->pub;
    r->hands = m->hand;
    for (unsigned i = 0; i < r->keys->parties; i++)
        memcpy(views + HASH * i, r->of[i].view.head, HASH);
    hash_bytes(r->digest, views, HASH * r->keys->parties);
    memcpy(signature, m->signature, SIGNATURE);
    hands_signed_message(&text, r->keys->match_id, SIGNER_ARBITER, m->hand, &r->end, r->digest, r->keys->checkpoint);
    if (r->keys->arbiter)
        sign_message(signature, r->keys->arbiter, &text);
    pack_msg_hands_end(p, m->hand, r->end.seq, r->end.head, views, r->keys->parties, r->keys->checkpoint, signature);
}

static void remake_result(const struct remake *r, const struct msg *m, struct packer *p)
{
    uint8_t room[1024], signature[SIGNATURE];
    struct result result;
    struct packer blob;
    struct message text;
    pack_start(&blob, room, sizeof room);
    if (read_result(m->blob, m->blob_size, &result)) {
        memcpy(result.head, r->pub.head, HASH);
        pack_result(&blob, &result);
    } else {
        pack_raw(&blob, m->blob, m->blob_size);
    }
    result_message(&text, r->keys->match_id, blob.bytes, blob.size);
    sign_message(signature, r->keys->arbiter, &text);
    pack_msg_result(p, blob.bytes, blob.size, signature);
}

/* A public message, as it has to be behind what was changed. */
static void remake_public(struct remake *r, size_t at, const struct msg *m)
{
    static uint8_t bytes[ENVELOPE_MAX];
    struct packer p;
    pack_start(&p, bytes, sizeof bytes);
    if (m->type == MSG_HANDS_END)
        remake_hands_end(r, m, &p);
    else if (m->type == MSG_SIGNED && m->hand == r->hands && m->seat < r->keys->parties && r->keys->party[m->seat])
        pack_msg_signed(&p, 0, m->hand, m->seat, r->of[m->seat].signature);
    else if (m->type == MSG_RESULT && r->keys->arbiter)
        remake_result(r, m, &p);
    if (p.size > 0)
        forge_put(r->f, at, p.bytes, p.size);
    chain_link_public(&r->pub, r->f->records[at].bytes, r->f->records[at].size);
}

static void remake_told_one(struct remake *r, const struct forge_record *rec, const struct msg *m)
{
    for (unsigned i = 0; i < r->keys->parties; i++) {
        struct remade *of = &r->of[i];
        if (!visible_for(rec->visibility, i))
            continue;
        if (m->type == MSG_OFFER) {
            chain_public(&r->pub, r->keys->match_id);
            chain_view(&of->view, m->view_key, r->keys->match_id, i);
        } else if (rec->visibility != VISIBLE_ALL) {
            chain_link_private(&of->view, &r->pub, rec->bytes, rec->size);
        }
        if ((m->type == MSG_REQUEST || m->type == MSG_REFUSED) && m->table < REMAKE_TABLES)
            memcpy(of->asked[m->table], of->view.head, HASH);
    }
}

/* Makes every hash of the records anew, and each signature whose key is at hand: heads in HANDS_END and RESULT follow the
 * chains, what a party signed follows what it was told, SIGNED what it signed. */
FORGE void forge_remake_with(struct forge *f, const struct forge_keys *keys)
{
    struct remake r = { .f = f, .keys = keys };
    for (size_t i = 0; i < f->count; i++) {
        struct forge_record *rec = &f->records[i];
        struct msg m;
        if (rec->type == REC_RECEIVED && rec->size > RECEIVED_HEAD)
            remake_received(&r, rec);
        if (rec->type >= REC_HEADER || rec->visibility == VISIBLE_ARBITER ||
            msg_read(rec->bytes, rec->size, FROM_ARBITER, &m) != WIRE_OK)
            continue;
        remake_told_one(&r, rec, &m);
        if (rec->visibility == VISIBLE_ALL)
            remake_public(&r, i, &m);
        for (unsigned k = 0; k < keys->parties; k++)
            if (visible_for(f->records[i].visibility, k))
                remake_told(&r.of[k], &r.pub);
    }
    for (unsigned k = 0; k < keys->parties; k++)
        free(r.of[k].heads);
}

#endif
