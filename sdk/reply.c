/* reply: what a bot has to say.  What is due follows from what was taken and what was sent, so that
 * nothing is said twice, and everything again after a lost connection. */
#include "party.h"

#include <assert.h>
#include <string.h>

#include "wire/seat_message.h"
#include "wire/strict.h"

/* The head of a party that has `have` messages: zeros before the first. */
static void head_now(const struct party *p, uint8_t head[HASH])
{
    memset(head, 0, HASH);
    if (p->have)
        chain_have(head, &p->view, &p->pub);
}

/* Before the first message nobody knows the match: the seat's own key stands for it. */
static void hello_pack(struct packer *k, struct party *p)
{
    uint8_t signature[SIGNATURE], head[HASH];
    struct message m;
    head_now(p, head);
    hello_message(&m, p->have ? p->match_id : p->server, p->have, head);
    sign_message(signature, p->secret, &m);
    pack_msg_hello(k, p->key, p->name, p->have, head, signature);
    p->hello_due = false;
}

static bool join_due(const struct party *p)
{
    return p->stage == STAGE_OFFERED && !p->join_sent && !p->cut_short && !p->stopped;
}

static void join_pack(struct packer *k, struct party *p)
{
    uint8_t signature[SIGNATURE], anchors[TABLES_MAX][HASH];
    struct message m;
    for (unsigned t = 0; t < p->tables; t++)
        memcpy(anchors[t], p->table[t].cuts[0], HASH);
    join_message(&m, p->match_id, p->seat, p->tables, anchors[0], p->joined);
    sign_message(signature, p->secret, &m);
    pack_msg_join(k, anchors, p->tables * HASH, p->joined, signature);
    p->join_sent = true;
}

static bool between_hands(const struct party *p, const struct party_table *t)
{
    return p->stage == STAGE_OPENED && !t->hand.open && !p->cut_short;
}

static bool sign_due(const struct party *p)
{
    return p->stage == STAGE_OPENED && !p->cut_short && p->sign_sent < p->ends.number &&
           p->ends.passed < p->ends.number;
}

static void sign_pack(struct packer *k, struct party *p)
{
    struct message m;
    p->sign_sent = p->ends.number;
    hands_signed_message(&m, p->match_id, p->seat, p->ends.number, &p->ends.p, p->ends.views, p->checkpoint);
    sign_message(p->signature, p->secret, &m);
    pack_msg_hand_sign(k, 0, p->sign_sent, p->signature);
}

static bool cut_due(const struct party *p, const struct party_table *t)
{
    return between_hands(p, t) && t->cut_sent < party_cut_due(p, t);
}

static void cut_pack(struct packer *k, struct party *p, struct party_table *t)
{
    t->cut_sent = party_cut_due(p, t);
    t->cut_in = p->said;
    pack_msg_cut(k, t->number, t->cut_sent, t->cuts[t->cut_sent]);
}

static bool answer_due(const struct party *p, const struct party_table *t)
{
    const struct party_request *q = &t->request;
    return t->hand.open && q->open && !q->answered && !p->cut_short && p->calls->decide && (!p->own_loop || q->decided);
}

/* Its signs; nothing above `room` counts. */
static void signs_decide(struct party *p, struct party_table *t)
{
    struct party_request *q = &t->request;
    unsigned room = signs_room(&q->view.open, t->hand.signs[p->seat]);
    struct sign made[SIGNS_MOST];
    q->signs = q->signs_told = 0;
    if (room == 0 || !p->calls->signs)
        return;
    int n = p->calls->signs(&q->view, (int)room, made, p->calls->user);
    for (; q->signs < room && (int)q->signs < n; q->signs++)
        q->sign[q->signs] = sign_code(made[q->signs]);
}

void request_note(const struct party *p, struct party_request *q, const char *note)
{
    q->note_size = note && p->offer.note_bytes > 0 ? (unsigned)strnlen(note, NOTE_MOST) : 0;
    if (q->note_size > 0)
        memcpy(q->note, note, q->note_size);
    while (!utf8_valid(q->note, q->note_size))
        q->note_size--;
    q->note[q->note_size] = '\0';
}

/* In the round of signs there is nothing else to say. */
static struct action decide(struct party *p, struct party_table *t)
{
    struct party_request *q = &t->request;
    struct fiel_clock clock = { .bank_us = q->bank_us, .budget_us = q->budget_us, .used_us = q->used_us };
    if (p->calls->asked)
        p->calls->asked(&clock, p->calls->user);
    signs_decide(p, t);
    if (q->view.open.phase == PHASE_SIGNS)
        return (struct action){ ACT_PASS, 0 };
    return p->calls->decide(&q->view, q->legal, q->legal_count, p->calls->user);
}

/* The bot is asked once for a request; when the answer may have been lost the same one goes again. */
static void answer_pack(struct packer *k, struct party *p, struct party_table *t)
{
    struct party_request *q = &t->request;
    if (!q->decided) {
        q->action = decide(p, t);
        request_note(p, q, p->calls->note ? p->calls->note(p->calls->user) : NULL);
        q->decided = true;
    }
    unsigned code = action_code(q->action);
    uint8_t signature[SIGNATURE];
    if (p->offer.sign == SIGN_DECISION) {
        struct message m;
        action_message(&m, p->match_id, p->seat, t->number, q->number, code, q->sign, q->signs, q->note, q->note_size,
                       q->head);
        sign_message(signature, p->secret, &m);
    }
    pack_msg_answer(k, t->number, p->seat, q->number, code, q->sign, q->signs, q->note,
                    p->offer.sign == SIGN_DECISION ? signature : NULL);
    q->answered = true;
    q->said_in = p->said;
}

static size_t envelope_size(const struct packer *k)
{
    assert(!k->bad);
    return k->size;
}

/* How many messages go into the next envelope. */
static unsigned messages_due(struct party *p)
{
    enum { NOTED_MOST = 48 }; /* with a note each they fit into an envelope */
    const unsigned most = p->offer.note_bytes > 0 ? NOTED_MOST : SEAT_MESSAGES;
    unsigned due = 0u + join_due(p) + sign_due(p);
    for (struct party_table *t = p->table; t < p->table + p->tables && due < most; t++)
        due += 0u + cut_due(p, t) + answer_due(p, t);
    return due < most ? due : most;
}

size_t party_reply(struct party *p, uint8_t *out)
{
    struct packer k;
    pack_start(&k, out, ENVELOPE_MAX);
    if (p->hello_due) {
        pack_array(&k, 2);
        pack_uint(&k, p->have);
        hello_pack(&k, p);
        return envelope_size(&k);
    }
    unsigned due = p->catching_up ? 0 : messages_due(p);
    if (due == 0)
        return 0;
    p->said++;
    pack_array(&k, 1u + due);
    pack_uint(&k, p->have);
    if (join_due(p))
        due--, join_pack(&k, p);
    if (sign_due(p))
        due--, sign_pack(&k, p);
    for (struct party_table *t = p->table; t < p->table + p->tables && due > 0; t++) {
        if (cut_due(p, t))
            due--, cut_pack(&k, p, t);
        if (due > 0 && answer_due(p, t)) {
            party_look_at(p, t);
            due--, answer_pack(&k, p, t);
        }
    }
    return envelope_size(&k);
}

/* A bot that is told otherwise than before it was started again signs a head of both tellings: over one of them its own signature would say that it
 * protested against nothing (spec/deal.pml). */
static void head_objected(const struct party *p, uint8_t head[HASH])
{
    struct chain first, now;
    head_now(p, head);
    if (p->failed != CHECK_MATCH_AGAIN || !p->ledger || !p->ledger->again)
        return;
    memcpy(first.head, p->ledger->kept.head, HASH);
    memcpy(now.head, head, HASH);
    chain_have(head, &first, &now);
}

size_t party_protest(const struct party *p, uint8_t *out)
{
    uint8_t signature[SIGNATURE], head[HASH];
    struct packer k;
    struct message m;
    head_objected(p, head);
    protest_message(&m, p->match_id, p->seat, p->have, head, p->failed, p->why, strlen(p->why));
    sign_message(signature, p->secret, &m);
    pack_start(&k, out, ENVELOPE_MAX);
    pack_array(&k, 2);
    pack_uint(&k, p->have);
    pack_msg_protest(&k, p->failed, p->why, p->have, head, signature);
    return envelope_size(&k);
}
