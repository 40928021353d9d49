/* audit_judge: what came from the bots, judged as the arbiter must have judged it.
 *
 * Every message of an envelope is judged by the state before the envelope, up to the first fault or refusal;
 * then those that were judged take effect in order.  The verdict of the envelope is its worst message's. */
#include "state.h"

#include <assert.h>
#include <string.h>

/* What messages before this one in the same envelope have already settled. */
struct before {
    bool hand_signed; /* the last hand's signature is there: a cut may follow */
    unsigned judged;  /* how many they are: a HELLO stands first */
};

static const struct judgement accepted = { .verdict = VERDICT_ACCEPTED };
static const struct judgement repeated = { .verdict = VERDICT_IGNORED };

static struct judgement at_fault(unsigned fault, uint64_t x, uint64_t y)
{
    return (struct judgement){ VERDICT_FAULT, (uint8_t)fault, x, y };
}

static uint32_t hellos_most(const struct audit *a)
{
    uint32_t hands = 0;
    for (unsigned t = 0; t < a->tables; t++)
        hands += a->table[t].match.open.hand;
    return HELLO_LIMIT + HELLO_PER_HAND * hands;
}

/* What was taken comes again: a bot that came back cannot know.  Who does nothing else is out of order. */
static struct judgement again(const struct audit *a, const struct seat_state *s, unsigned type)
{
    return s->repeats < REPEAT_PER_HELLO * hellos_most(a) * a->tables ? repeated
                                                                      : at_fault(FAULT_OUT_OF_ORDER, type, 0);
}

/* --- one message ------------------------------------------------------------------------------ */

/* The head of a bot that has this many messages. */
static bool head_holds(const struct seat_state *s, const struct msg *m)
{
    uint8_t head[HASH] = { 0 };
    if (m->have > s->sent_most)
        return false;
    if (m->have > 0)
        chain_have(head, &s->told[m->have - 1].view, &s->told[m->have - 1].pub);
    return !memcmp(m->head, head, HASH);
}

/* A first HELLO whose key is not the one of the binding, which the header names. */
static bool refused_for_its_key(const struct audit *a, unsigned seat, const struct msg *m)
{
    static const uint8_t anybody[HASH];
    const uint8_t *due = a->header.offer.key[seat];
    return memcmp(due, anybody, HASH) && memcmp(due, m->key, HASH);
}

static struct judgement judge_hello(struct audit *a, unsigned seat, const struct msg *m, const struct before *b)
{
    const struct seat_state *s = &a->seat[seat];
    if (m->version != PROTOCOL_VERSION)
        return at_fault(FAULT_MALFORMED, WIRE_OTHER_VERSION, 0);
    if (s->hellos >= hellos_most(a) || b->judged)
        return at_fault(FAULT_OUT_OF_ORDER, MSG_HELLO, 0);
    struct message signed_bytes;
    hello_message(&signed_bytes, m->have ? a->match_id : a->header.server[seat], m->have, m->head);
    bool same_key = s->hellos ? !memcmp(m->key, s->key, HASH) : !refused_for_its_key(a, seat, m);
    if (same_key && head_holds(s, m) && audit_signature(a, m->signature, m->key, &signed_bytes))
        return accepted;
    return at_fault(FAULT_BAD_SIGNATURE, MSG_HELLO, 0);
}

/* What is owed came after its time. */
static bool late(struct audit *a, unsigned seat, struct judgement *j)
{
    uint64_t used;
    if (a->stage == STAGE_OPEN) {
        if (!audit_round_late(a, seat, &a->seat[seat].due[a->at->number], a->came, &used))
            return false;
        *j = audit_overdue(a, seat, used);
        return true;
    }
    if (!audit_stamps(a, seat, a->left, a->came, &used) || used <= audit_budget(a, seat))
        return false;
    *j = audit_overdue(a, seat, used);
    return true;
}

static struct judgement judge_join(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    struct judgement j;
    if (s->joined && !memcmp(s->join_signature, m->signature, SIGNATURE) && !memcmp(s->join_view, m->head, HASH) &&
        !memcmp(s->anchors, m->blob, a->tables * HASH))
        return again(a, s, MSG_JOIN);
    if (s->owes != OWES_JOIN)
        return at_fault(FAULT_OUT_OF_ORDER, MSG_JOIN, 0);
    if (late(a, seat, &j))
        return j;
    struct message signed_bytes;
    join_message(&signed_bytes, a->match_id, seat, a->offer.tables, m->blob, m->head);
    if (!memcmp(m->head, s->view.head, HASH) && audit_signature(a, m->signature, s->key, &signed_bytes))
        return accepted;
    return at_fault(FAULT_BAD_SIGNATURE, MSG_JOIN, 0);
}

/* The signature of the newest HANDS_END. */
static struct judgement judge_hand_sign(struct audit *a, unsigned seat, const struct msg *m, const struct before *b)
{
    struct seat_state *s = &a->seat[seat];
    uint64_t used;
    if (m->hand && m->hand == s->signed_hand && !memcmp(m->signature, s->hand_signature, SIGNATURE))
        return again(a, s, MSG_HAND_SIGN);
    if (s->signs.what != OWES_HAND || m->hand != a->hands_told || b->hand_signed)
        return at_fault(FAULT_OUT_OF_ORDER, MSG_HAND_SIGN, 0);
    if (audit_round_late(a, seat, &s->signs, a->came, &used))
        return at_fault(FAULT_WITHHELD, a->hands_told, s->signs.budget_us);
    struct message signed_bytes;
    hands_signed_message(&signed_bytes, a->match_id, seat, a->hands_told, &a->signed_p, a->signed_views, a->checkpoint);
    if (audit_signature(a, m->signature, s->key, &signed_bytes))
        return accepted;
    return at_fault(FAULT_BAD_SIGNATURE, MSG_HAND_SIGN, 0);
}

static struct judgement judge_cut(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    const struct place *p = &a->at->place[seat];
    struct judgement j;
    if (m->hand && m->hand == p->x_hand && !memcmp(m->x, p->x, HASH))
        return again(a, s, MSG_CUT);
    if (owed(a, seat) != OWES_HAND || !m->hand || m->hand != audit_cut_due(a) || m->hand == p->x_hand)
        return at_fault(FAULT_OUT_OF_ORDER, MSG_CUT, 0);
    if (late(a, seat, &j))
        return j;
    if (audit_cut(a, seat, m->hand, m->x))
        return accepted;
    return at_fault(FAULT_BAD_CUT, m->hand, 0);
}

/* Why an answer is not legal: its action, then its signs. */
static enum rule_error answer_refused(const struct audit *a, unsigned seat, const struct msg *m)
{
    const struct action pass = { ACT_PASS, 0 };
    struct match after;
    enum rule_error e;
    if (a->at->signing)
        e = m->action == action_code(pass) ? RULE_OK : RULE_SIGNS_FIRST;
    else
        e = match_apply(&a->at->match, (int)seat, action_of_code(m->action), &after);
    return e ? e : signs_refused(&a->at->match.open, seat, a->at->place[seat].signs_given, m->sign, m->signs);
}

/* An answer as another seat proves itself where it is signed, over that other number. */
static enum audit_ground other_seat_signed(struct audit *a, unsigned seat, const struct msg *m)
{
    const struct place *p = &a->at->place[seat];
    struct message signed_bytes;
    if (a->offer.sign != SIGN_DECISION || m->signature_size != SIGNATURE || p->request == 0)
        return GROUND_WORD;
    action_message(&signed_bytes, a->match_id, m->seat, a->at->number, m->request, m->action, m->sign, m->signs,
                   a->seat[seat].told[p->head_index].view.head);
    return audit_signature(a, m->signature, a->seat[seat].key, &signed_bytes) ? audit_key_ground(a, seat) : GROUND_WORD;
}

static struct judgement judge_answer(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    const struct place *p = &a->at->place[seat];
    struct judgement j;
    if (seat >= a->seats)
        return at_fault(FAULT_OUT_OF_ORDER, MSG_ANSWER, 0);
    if (m->seat != seat) {
        s->signed_it = other_seat_signed(a, seat, m);
        return at_fault(FAULT_WRONG_SEAT, m->seat, seat);
    }
    if (a->stage == STAGE_JOIN || a->stage == STAGE_HELLO)
        return at_fault(FAULT_OUT_OF_ORDER, MSG_ANSWER, 0);
    bool closed = owed(a, seat) != OWES_ANSWER || m->request != p->request || a->at->answered == a->number;
    if (closed && m->request && m->request <= p->crossed)
        return again(a, s, MSG_ANSWER);
    if (closed)
        return (struct judgement){ VERDICT_IGNORED, FAULT_UNASKED, m->request, 0 };
    if (late(a, seat, &j))
        return j;
    if (a->offer.sign == SIGN_DECISION) {
        struct message signed_bytes;
        action_message(&signed_bytes, a->match_id, seat, a->at->number, m->request, m->action, m->sign, m->signs,
                       s->told[p->head_index].view.head);
        if (m->signature_size != SIGNATURE || !audit_signature(a, m->signature, s->key, &signed_bytes))
            return at_fault(FAULT_BAD_SIGNATURE, MSG_ANSWER, 0);
    }
    enum rule_error e = answer_refused(a, seat, m);
    return e ? (struct judgement){ VERDICT_REFUSED, FAULT_ILLEGAL, e, 0 } : accepted;
}

static struct judgement judge_protest(struct audit *a, unsigned seat, const struct msg *m)
{
    struct message signed_bytes;
    if (a->stage == STAGE_HELLO)
        return at_fault(FAULT_OUT_OF_ORDER, MSG_PROTEST, 0);
    protest_message(&signed_bytes, a->match_id, seat, m->have, m->head, m->code, m->blob, m->blob_size);
    if (audit_signature(a, m->signature, a->seat[seat].key, &signed_bytes)) {
        a->seat[seat].signed_it = head_holds(&a->seat[seat], m) ? audit_key_ground(a, seat) : GROUND_CONTRADICTS;
        return at_fault(FAULT_PROTESTED, m->code, 0);
    }
    return at_fault(FAULT_BAD_SIGNATURE, MSG_PROTEST, 0);
}

static struct judgement judge(struct audit *a, unsigned seat, const struct msg *m, const struct before *b)
{
    const struct seat_state *s = &a->seat[seat];
    if (s->early.fault)
        return repeated; /* it has lost already, the others are still waited for */
    if (m->type == MSG_HELLO)
        return judge_hello(a, seat, m, b);
    if (!s->hello)
        return at_fault(FAULT_OUT_OF_ORDER, m->type, 0);
    switch (m->type) {
    case MSG_PROTEST: return judge_protest(a, seat, m);
    case MSG_JOIN: return judge_join(a, seat, m);
    case MSG_CUT: return judge_cut(a, seat, m);
    case MSG_ANSWER: return judge_answer(a, seat, m);
    case MSG_HAND_SIGN: return judge_hand_sign(a, seat, m, b);
    default: return at_fault(FAULT_MALFORMED, WIRE_UNKNOWN_TYPE, 0); /* the codec lets nothing else through */
    }
}

/* --- one envelope ----------------------------------------------------------------------------- */

static unsigned severity(const struct judgement *j)
{
    switch (j->verdict) {
    case VERDICT_ACCEPTED: return 0;
    case VERDICT_IGNORED: return j->fault ? 2 : 1;
    case VERDICT_REFUSED: return 3;
    default: return 4;
    }
}

/* What is not of one table alone is of table 0. */
static bool of_one_table(const struct msg *m) { return m->type == MSG_ANSWER || m->type == MSG_CUT; }

/* The whole envelope is read before anything in it counts. */
static enum wire_error read_messages(const struct audit *a, const uint8_t *bytes, size_t size, struct msg *m,
                                     unsigned *count)
{
    struct envelope e;
    enum wire_error error = envelope_open(&e, bytes, size);
    if (!error && e.left > (a->tables > 1 ? BOT_MESSAGES_MAX : BOT_MESSAGES_ONE))
        error = WIRE_TOO_MANY;
    while (!error && e.left > 0) {
        error = envelope_next(&e, FROM_BOT, &m[*count]);
        if (!error && m[*count].type == MSG_JOIN && m[*count].blob_size != a->tables * HASH)
            error = WIRE_BAD_FIELDS;
        (*count)++;
    }
    for (unsigned i = 0; !error && i < *count; i++)
        if (m[i].table >= (of_one_table(&m[i]) ? a->tables : 1))
            error = WIRE_OUT_OF_RANGE;
    return error;
}

/* Judges up to the first fault or refusal; returns how many were judged and the worst of them. */
static unsigned judge_messages(struct audit *a, unsigned seat, const struct msg *m, unsigned count, struct judgement *j,
                               struct judgement *worst)
{
    unsigned n = 0;
    struct before b = { false, 0 };
    while (n < count && worst->verdict != VERDICT_FAULT && worst->verdict != VERDICT_REFUSED && !a->failed) {
        a->at = &a->table[m[n].table];
        a->of_table = of_one_table(&m[n]);
        j[n] = judge(a, seat, &m[n], &b);
        if (m[n].type == MSG_ANSWER && j[n].verdict == VERDICT_ACCEPTED) {
            a->at->answered = a->number;
            a->answers++;
        }
        if (m[n].type == MSG_HAND_SIGN && j[n].verdict == VERDICT_ACCEPTED)
            b.hand_signed = true;
        if (severity(&j[n]) > severity(worst))
            *worst = j[n];
        b.judged = ++n;
    }
    return n;
}

static bool same_verdict(struct audit *a, unsigned seat, const struct judgement *due)
{
    const struct rec_received *in = &a->in;
    unsigned error = due->fault == FAULT_MALFORMED ? (unsigned)due->a : WIRE_OK;
    if (in->verdict == due->verdict && in->fault == due->fault && in->error == error)
        return true;
    char is[96], should[96];
    if (in->verdict == due->verdict && in->fault == due->fault)
        return ARBITER_LIES(a, "what seat %u sent is recorded with wire error %u, it has %u", seat, in->error, error);
    verdict_label(in->verdict, in->fault, is);
    verdict_label(due->verdict, due->fault, should);
    return ARBITER_LIES(a, "what seat %u sent is recorded as %s, it is %s", seat, is, should);
}

static bool malformed(struct audit *a, unsigned seat, enum wire_error error)
{
    bool lost = a->seat[seat].early.fault != FAULT_NONE;
    struct judgement j = lost ? repeated : at_fault(FAULT_MALFORMED, error, 0);
    if (!same_verdict(a, seat, &j))
        return false;
    if (!lost)
        audit_fault(a, seat, &j);
    return true;
}

/* That an envelope had several parts, or more than 64 KiB, cannot be seen in the record of one part of at most 64 KiB:
 * there the seat process's word stands. */
static bool word_of_seat(const struct rec_received *in)
{
    return in->error == WIRE_MULTIPART || (in->error == WIRE_TOO_LONG && in->size == ENVELOPE_MAX);
}

static bool judge_envelope(struct audit *a, unsigned seat, const uint8_t *bytes, size_t size)
{
    struct msg *m = a->word;
    struct judgement worst = accepted;
    unsigned count = 0;
    a->words = a->taken = a->answers = 0;
    a->word_seat = seat;
    enum wire_error error = read_messages(a, bytes, size, m, &count);
    if (word_of_seat(&a->in))
        error = (enum wire_error)a->in.error;
    if (error)
        return malformed(a, seat, error);
    unsigned n = judge_messages(a, seat, m, count, a->word_is, &worst);
    if (a->failed)
        return false;
    if (!same_verdict(a, seat, &worst))
        return false;
    audit_pay(a, seat, n);
    a->words = n;
    return audit_take_on(a);
}

bool audit_judge_received(struct audit *a)
{
    struct rec_received *in = &a->in;
    if (!rec_received_read(&a->rec, in) || in->party >= a->parties)
        return ARBITER_LIES(a, "not a record of an envelope that came");
    if (a->stage == STAGE_OVER)
        return ARBITER_LIES(a, "an envelope that came after the match was over");
    a->left = in->left_us;
    a->came = in->came_us;
    if (a->stage == STAGE_OPEN && !audit_round_stamps(a, in->party, a->left, a->came))
        return false;
    return judge_envelope(a, in->party, in->bytes, in->size);
}
