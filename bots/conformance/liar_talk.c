/* liar_talk: what the seats of liar.h are told, the talk with them: telling, hearing, delivering. */
#include "liar.h"

#include "outside.h"

/* True once: now is the moment of this lie. */
bool lying(struct liar *l, enum lie lie)
{
    if (l->lie != lie || l->told_it)
        return false;
    return l->told_it = true;
}

bool lying_slowly(struct liar *l, enum lie lie)
{
    bool now = lying(l, lie);
    l->slow = l->slow || now;
    return now;
}

/* From the first time on, every time: signatures are verified some hands later, the newest of each signer. */
bool lying_on(struct liar *l, enum lie lie) { return lying_slowly(l, lie) || (l->lie == lie && l->told_it); }

/* --- telling ------------------------------------------------------------------------------------- */

struct packer *make(struct liar *l)
{
    pack_start(&l->k, l->scratch, sizeof l->scratch);
    return &l->k;
}

/* The packed message is the newest that this party was told; the chains have it already. */
static void remember(struct liar *l, unsigned seat)
{
    struct told *t = l->told[seat];
    assert(!l->k.bad && t->count < LIAR_MESSAGES && t->size + l->k.size <= LIAR_BYTES);
    memcpy(t->bytes + t->size, l->scratch, l->k.size);
    t->size += l->k.size;
    t->at[++t->count] = t->size;
    chain_have(t->head[t->count], &t->view, &l->pub);
}

void tell_one(struct liar *l, unsigned seat, unsigned type)
{
    if (type != MSG_OFFER)
        chain_link_private(&l->told[seat]->view, &l->pub, l->scratch, l->k.size);
    remember(l, seat);
}

void tell_all(struct liar *l)
{
    chain_link_public(&l->pub, l->scratch, l->k.size);
    for (unsigned i = 0; i < l->parties; i++)
        remember(l, i);
}

/* --- hearing ------------------------------------------------------------------------------------- */

const uint8_t *party_key(const struct liar *l, unsigned seat)
{
    return is_outside(l, seat) ? l->outside_key : l->bot[seat]->key;
}

bool party_stopped(const struct liar *l, unsigned seat)
{
    return is_outside(l, seat) ? l->wrong[0] != '\0' || outside_gone(l->outside) : l->bot[seat]->failed != CHECK_FINE;
}

bool party_must(struct liar *l, unsigned seat, bool fine, const char *what)
{
    assert(fine || is_outside(l, seat));
    if (!fine && !l->wrong[0])
        snprintf(l->wrong, sizeof l->wrong, "%s", what);
    return fine;
}

static void hear_hello(struct liar *l, unsigned seat, const struct msg *m)
{
    struct told *t = l->told[seat];
    struct message text;
    l->hellos++;
    if (is_outside(l, seat) && sodium_is_zero(l->outside_key, KEY_PUBLIC))
        memcpy(l->outside_key, m->key, KEY_PUBLIC);
    l->said_hello[seat] = true;
    if (!party_must(l, seat, m->have <= t->count, "HELLO claims more messages than were sent") ||
        !party_must(l, seat, memcmp(m->key, party_key(l, seat), KEY_PUBLIC) == 0,
                    "HELLO comes with another key than before"))
        return;
    party_must(l, seat, memcmp(m->head, m->have ? t->head[m->have] : l->zeros, HASH) == 0,
               "HELLO names another head than the messages it has give");
    hello_message(&text, m->have ? l->match_id : is_outside(l, seat) ? l->outside->server : l->zeros, m->have, m->head);
    party_must(l, seat, verify_message(m->signature, m->key, &text), "HELLO is not signed by its key");
    t->sent = m->have;
    t->again = t->count > 0;
}

static void hear_join(struct liar *l, unsigned seat, const struct msg *m)
{
    uint8_t join[LIAR_JOIN];
    struct message text;
    join_write(join, 1, m->blob, m->head, m->signature);
    if (l->joined[seat]) {
        l->repeated++;
        party_must(l, seat, memcmp(join, l->join[seat], sizeof join) == 0, "a second JOIN is another one");
        return;
    }
    join_message(&text, l->match_id, seat, 1, m->blob, m->head);
    party_must(l, seat, verify_message(m->signature, party_key(l, seat), &text),
               "JOIN is not signed by the key of HELLO");
    party_must(l, seat, memcmp(m->head, l->told[seat]->view.head, HASH) == 0,
               "JOIN names another start of its view than its view key gives");
    l->joined[seat] = true;
    memcpy(l->join[seat], join, sizeof join);
    if (l->hand == 0)
        memcpy(l->x[seat], m->blob, HASH);
}

static void hear_cut(struct liar *l, unsigned seat, const struct msg *m)
{
    uint8_t before[HASH];
    if (m->hand == l->cut[seat] && memcmp(m->x, l->x[seat], HASH) == 0) {
        l->repeated++;
        return;
    }
    if (!party_must(l, seat, !l->primary, "CUT in the second leg of a pair, where nobody cuts") ||
        !party_must(l, seat, m->hand == l->hand + 1 || m->hand == l->offer.hands_max, "CUT of a hand that is not due"))
        return;
    memcpy(before, m->x, HASH);
    for (uint32_t j = m->hand; j > l->hand; j--)
        cut_previous(before, before, l->table_id, seat, j);
    party_must(l, seat, memcmp(before, l->x[seat], HASH) == 0, "CUT does not hash to the one before");
    memcpy(l->x[seat], m->x, HASH);
    l->cut[seat] = m->hand;
}

static void hear_hand_sign(struct liar *l, unsigned seat, const struct msg *m)
{
    struct message text;
    if (m->hand && m->hand == l->signs[seat]) {
        l->repeated++;
        party_must(l, seat, memcmp(m->signature, l->sign[seat], SIGNATURE) == 0, "a second HAND_SIGN is another one");
        return;
    }
    hands_signed_message(&text, l->match_id, seat, l->hand, &l->ends, l->views, l->zeros);
    party_must(l, seat, m->hand == l->hand, "HAND_SIGN of a hand that did not end now");
    party_must(l, seat, verify_message(m->signature, party_key(l, seat), &text), "HAND_SIGN signs something else");
    memcpy(l->sign[seat], m->signature, SIGNATURE);
    l->signs[seat] = m->hand;
}

static void hear_answer(struct liar *l, unsigned seat, const struct msg *m)
{
    struct message text;
    uint16_t code = (uint16_t)m->action;
    if (match_turn(&l->match) != (int)seat || m->request != l->request[seat] || l->answered) {
        l->unasked++;
        party_must(l, seat, !is_outside(l, seat) || (m->request <= l->request[seat] && l->hellos > l->parties),
                   "ANSWER to a request that is not open");
        return;
    }
    if (l->offer.sign && is_outside(l, seat)) {
        action_message(&text, l->match_id, seat, 0, m->request, code, NULL, 0, l->told[seat]->view.head);
        party_must(l, seat, m->signature_size == SIGNATURE && verify_message(m->signature, party_key(l, seat), &text),
                   "ANSWER is not signed, and every action is to be");
    }
    party_must(l, seat, m->seat == seat, "ANSWER names another seat");
    l->answered = true;
    l->asking = -1;
    l->answer = action_of_code(code);
}

void hear_one(struct liar *l, unsigned seat, const struct msg *m)
{
    switch (m->type) {
    case MSG_HELLO: hear_hello(l, seat, m); break;
    case MSG_JOIN: hear_join(l, seat, m); break;
    case MSG_CUT: hear_cut(l, seat, m); break;
    case MSG_HAND_SIGN: hear_hand_sign(l, seat, m); break;
    case MSG_ANSWER: hear_answer(l, seat, m); break;
    default: party_must(l, seat, false, "a message that is not due");
    }
}

/* Takes everything the bot has to say.  True when that was a hello: something has to be sent again. */
bool hear(struct liar *l, unsigned seat)
{
    static uint8_t out[ENVELOPE_MAX];
    bool hello = false;
    if (is_outside(l, seat)) {
        deliver_outside(l);
        return false;
    }
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

/* Packs what ends a resend, and notes that it was told; returns its size. */
size_t end_of_again(struct told *t, uint8_t *out)
{
    struct packer k;
    pack_start(&k, out, ENVELOPE_MAX);
    pack_array(&k, 1);
    pack_uint(&k, t->sent);
    t->again = false;
    return k.size;
}

/* Packs the messages from..  into one envelope of at most `room` bytes; returns its size and moves *from. */
size_t envelope_of(const struct told *t, uint64_t *from, uint8_t *out, size_t room)
{
    struct packer k;
    uint64_t to = *from;
    while (to < t->count && t->at[to + 1] - t->at[*from] + 16 <= room && to - *from < 30) /* within ITEMS_MAX */
        to++;
    to += to == *from; /* one at least */
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
bool deliver(struct liar *l, unsigned seat)
{
    static uint8_t out[ENVELOPE_MAX];
    if (is_outside(l, seat))
        return deliver_outside(l);
    struct told *t = l->told[seat];
    struct party *p = l->bot[seat];
    bool more = true;
    while (more) {
        while (t->sent < t->count && p->failed == CHECK_FINE) {
            size_t size = envelope_of(t, &t->sent, out, ENVELOPE_MAX);
            party_take(p, out, size);
        }
        if (t->again && p->failed == CHECK_FINE)
            party_take(p, out, end_of_again(t, out));
        if (p->failed != CHECK_FINE)
            return false;
        more = hear(l, seat);
    }
    return party_settle(p) == CHECK_FINE;
}
