/* audit_judge: what came from the bots, judged as the arbiter must have judged it. */
#include "state.h"

#include <string.h>

/* Sets the verdict to a fault and puts what it causes in line; false, so that judging stops there. */
static bool faulty(struct audit *a, unsigned seat, unsigned fault, uint64_t x, uint64_t y)
{
    a->verdict = VERDICT_FAULT;
    a->fault = (uint8_t)fault;
    audit_fault_match(a, seat, fault, x, y);
    return false;
}

static bool all_seats(const struct audit *a, size_t flag)
{
    for (unsigned i = 0; i < a->seats; i++)
        if (!*(const bool *)((const char *)&a->seat[i] + flag)) return false;
    return true;
}

/* A bot that comes back proves its key and its place; the arbiter tells it the rest again. */
static bool judge_hello_again(struct audit *a, unsigned seat, const struct msg *m, const struct message *signed_bytes)
{
    struct seat_state *s = &a->seat[seat];
    static const uint8_t zeros[HASH];
    bool place = m->have == 0 ? !memcmp(m->head, zeros, HASH)
                              : m->have <= s->told_count && !memcmp(m->head, s->told[m->have - 1].head, HASH);
    if (!place || memcmp(m->key, s->key, HASH) || !audit_signature(a, m->signature, s->key, signed_bytes))
        return faulty(a, seat, FAULT_BAD_SIGNATURE, MSG_HELLO, 0);
    s->sent = (size_t)m->have;
    return true;
}

static bool judge_hello(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    static const uint8_t zeros[HASH];
    struct message signed_bytes;
    hello_message(&signed_bytes, m->have ? a->match_id : zeros, m->have, m->head);
    if (s->hello) return judge_hello_again(a, seat, m, &signed_bytes);
    if (m->have || memcmp(m->head, zeros, HASH) || !audit_signature(a, m->signature, m->key, &signed_bytes))
        return faulty(a, seat, FAULT_BAD_SIGNATURE, MSG_HELLO, 0);
    s->hello = true;
    memcpy(s->key, m->key, HASH);
    if (a->stage == STAGE_HELLO && all_seats(a, offsetof(struct seat_state, hello))) {
        for (unsigned i = 0; i < a->seats; i++) line_push(a, (struct step){ .type = MSG_OFFER, .seat = (uint8_t)i });
        a->stage = STAGE_JOIN;
    }
    return true;
}

static bool judge_join(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    if (a->stage != STAGE_JOIN || s->joined || !a->has_offer)
        return faulty(a, seat, FAULT_OUT_OF_ORDER, MSG_JOIN, 0);
    struct message signed_bytes;
    join_message(&signed_bytes, a->match_id, seat, a->offer.tables, m->blob);
    if (!audit_signature(a, m->signature, s->key, &signed_bytes))
        return faulty(a, seat, FAULT_BAD_SIGNATURE, MSG_JOIN, 0);
    s->joined = true;
    s->anchors = m->blob;
    s->join_signature = m->signature;
    memcpy(s->x, m->blob, HASH);
    if (all_seats(a, offsetof(struct seat_state, joined))) {
        line_push(a, (struct step){ .type = MSG_OPEN });
        line_push_seal(a);
        a->more_hands = true;
        a->stage = STAGE_BETWEEN;
    }
    return true;
}

/* When nothing is owed any more the next hand is dealt, or the match ends. */
static bool between_done(struct audit *a)
{
    if (a->signed_hand && !all_seats(a, offsetof(struct seat_state, has_signed))) return true;
    if (!a->more_hands) return audit_play_match_over(a);
    if (!all_seats(a, offsetof(struct seat_state, cut))) return true;
    for (unsigned i = 0; i < a->seats && a->signed_hand; i++)
        line_push(a, (struct step){ .type = MSG_SIGNED, .seat = (uint8_t)i });
    line_push(a, (struct step){ .type = MSG_DEAL });
    for (unsigned i = 0; i < a->seats; i++) line_push(a, (struct step){ .type = MSG_CARDS, .seat = (uint8_t)i });
    return true;
}

static bool judge_hand_sign(struct audit *a, unsigned seat, const struct msg *m)
{
    static const uint8_t no_log[HASH];
    struct seat_state *s = &a->seat[seat];
    if (a->stage != STAGE_BETWEEN || !a->signed_hand || s->has_signed || m->hand != a->signed_hand)
        return faulty(a, seat, FAULT_OUT_OF_ORDER, MSG_HAND_SIGN, 0);
    struct message signed_bytes;
    hand_end_message(&signed_bytes, a->match_id, seat, 0, m->hand, a->signed_head, a->signed_score, no_log);
    if (!audit_signature(a, m->signature, s->key, &signed_bytes))
        return faulty(a, seat, FAULT_BAD_SIGNATURE, MSG_HAND_SIGN, 0);
    s->has_signed = true;
    memcpy(s->hand_signature, m->signature, SIGNATURE);
    return between_done(a);
}

static bool judge_cut(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    bool sign_first = a->signed_hand && !s->has_signed;
    if (a->stage != STAGE_BETWEEN || !a->more_hands || s->cut || sign_first || m->hand != a->match.open.hand + 1u)
        return faulty(a, seat, FAULT_OUT_OF_ORDER, MSG_CUT, 0);
    if (!audit_cut(a, seat, m->hand, m->x)) return faulty(a, seat, FAULT_BAD_CUT, m->hand, 0);
    s->cut = true;
    return between_done(a);
}

/* An answer that nobody asked for. */
static bool judge_unasked(struct audit *a, unsigned seat, uint32_t request)
{
    bool lost = audit_fault_unasked(a, seat, request);
    a->verdict = lost ? VERDICT_FAULT : VERDICT_IGNORED;
    a->fault = FAULT_UNASKED;
    a->report->counts.ignored++;
    return !lost;
}

static bool judge_answer(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    uint64_t used = 0;
    bool in_time = false;
    if (m->seat != seat) return faulty(a, seat, FAULT_WRONG_SEAT, m->seat, seat);
    if (a->stage != STAGE_PLAY || (int)seat != match_turn(&a->match) || !a->request_sent || m->request != s->request)
        return judge_unasked(a, seat, m->request);
    if (a->offer.sign == SIGN_DECISION) {
        struct message signed_bytes;
        action_message(&signed_bytes, a->match_id, seat, 0, m->request, m->action, s->told[a->request_index].head);
        if (m->signature_size != SIGNATURE || !audit_signature(a, m->signature, s->key, &signed_bytes))
            return faulty(a, seat, FAULT_BAD_SIGNATURE, MSG_ANSWER, 0);
    }
    if (!audit_in_time(a, seat, a->left, a->came, &in_time, &used)) return false;
    if (!in_time) {
        a->verdict = VERDICT_FAULT;
        a->fault = FAULT_TIMEOUT;
        audit_fault_timeout(a, seat, used);
        return false;
    }
    struct action act = action_of_code(m->action);
    struct match after;
    enum rule_error e = match_apply(&a->match, (int)seat, act, &after);
    if (e) {
        a->verdict = VERDICT_REFUSED;
        a->fault = FAULT_ILLEGAL;
        a->report->counts.refused++;
        audit_fault_illegal(a, seat, e);
        return false;
    }
    audit_charge(a, seat, used);
    return audit_play_answer(a, seat, act, &after);
}

static bool judge_message(struct audit *a, unsigned seat, const struct msg *m)
{
    if (!a->seat[seat].hello && m->type != MSG_HELLO) return faulty(a, seat, FAULT_OUT_OF_ORDER, m->type, 0);
    switch (m->type) {
    case MSG_HELLO: return judge_hello(a, seat, m);
    case MSG_JOIN: return judge_join(a, seat, m);
    case MSG_CUT: return judge_cut(a, seat, m);
    case MSG_ANSWER: return judge_answer(a, seat, m);
    case MSG_HAND_SIGN: return judge_hand_sign(a, seat, m);
    case MSG_PROTEST: return faulty(a, seat, FAULT_PROTESTED, m->code, 0);
    default: return faulty(a, seat, FAULT_OUT_OF_ORDER, m->type, 0);
    }
}

/* The whole envelope is read before anything in it counts. */
static enum wire_error well_formed(const uint8_t *bytes, size_t size)
{
    struct envelope e;
    struct msg m;
    enum wire_error error = envelope_open(&e, bytes, size);
    if (!error && e.left > BOT_MESSAGES_MAX) error = WIRE_TOO_MANY;
    while (!error && e.left > 0) {
        error = envelope_next(&e, FROM_BOT, &m);
        if (!error && m.type == MSG_JOIN && m.blob_size != HASH) error = WIRE_BAD_FIELDS;
        if (!error && m.table != 0) error = WIRE_OUT_OF_RANGE;
    }
    return error;
}

static void judge_envelope(struct audit *a, unsigned seat, const uint8_t *bytes, size_t size)
{
    a->verdict = VERDICT_ACCEPTED;
    a->fault = FAULT_NONE;
    a->word_malformed = size == ENVELOPE_MAX; /* what is cut off cannot be seen here */
    if (a->stage == STAGE_OVER) {
        a->verdict = VERDICT_IGNORED;
        return;
    }
    enum wire_error error = well_formed(bytes, size);
    /* An envelope of several parts is recorded as one; that it was several is the seat process's word. */
    bool word = a->rec.payload[1] == VERDICT_FAULT && a->rec.payload[2] == FAULT_MALFORMED;
    if (error || word) {
        faulty(a, seat, FAULT_MALFORMED, error ? (uint64_t)error : WIRE_MULTIPART, 0);
        return;
    }
    struct envelope e;
    struct msg m;
    if (envelope_open(&e, bytes, size)) return;
    while (e.left > 0 && !a->failed) {
        bool asked_now = a->answered;
        if (envelope_next(&e, FROM_BOT, &m)) return;
        if (m.type == MSG_ANSWER && asked_now) {
            /* It came in the envelope that answered: whatever it names was not asked yet. */
            if (m.seat != seat) faulty(a, seat, FAULT_WRONG_SEAT, m.seat, seat);
            else if (judge_unasked(a, seat, m.request)) continue;
            return;
        }
        if (!judge_message(a, seat, &m)) return;
        if (m.type == MSG_ANSWER && a->verdict == VERDICT_ACCEPTED) a->answered = true;
    }
}

bool audit_judge_received(struct audit *a)
{
    const uint8_t *at = a->rec.payload;
    if (a->rec.size < 19 || at[0] >= a->seats) return ARBITER_LIES(a, "not a record of an envelope that came");
    unsigned seat = at[0];
    a->left = get_be(at + 3, 8);
    a->came = get_be(at + 11, 8);
    a->answered = false;
    judge_envelope(a, seat, at + 19, a->rec.size - 19);
    if (a->failed) return false;
    if (at[1] == a->verdict && at[2] == a->fault) return true;

    char is[96], due[96];
    verdict_label(at[1], at[2], is);
    verdict_label(a->verdict, a->fault, due);
    bool forged = a->verdict == VERDICT_FAULT && (a->fault == FAULT_BAD_SIGNATURE || a->fault == FAULT_BAD_CUT);
    return audit_fail(a, forged ? BLAME_SEAT : BLAME_ARBITER, seat, "what seat %u sent is recorded as %s, it is %s",
                      seat, is, due);
}
