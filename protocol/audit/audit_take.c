/* audit_take: what a message from a bot does, once it is judged. */
#include "state.h"

#include <assert.h>
#include <string.h>

static void take_hello(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    s->hellos++;
    s->hello = true;
    audit_thaw(a, seat, false); /* it may have run for a while with nobody there */
    s->away = false;
    if (a->stage == STAGE_HELLO) {
        memcpy(s->key, m->key, HASH);
        audit_check_hellos(a);
        return;
    }
    s->sent = (size_t)m->have; /* the rest is sent again */
    s->resent = true;
    for (unsigned t = 0; t < a->tables; t++)
        a->table[t].place[seat].crossed = a->table[t].place[seat].request;
    audit_thaw(a, seat, true);
}

void audit_push_deal(struct audit *a)
{
    line_push(a, (struct step){ .type = MSG_DEAL });
    for (unsigned i = 0; i < a->seats; i++)
        line_push(a, (struct step){ .type = MSG_CARDS, .seat = (uint8_t)i });
}

static void take_join(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    if (s->joined)
        return; /* it stood twice in one envelope */
    s->joined = true;
    s->owes = OWES_NOTHING;
    s->anchors = m->blob;
    s->join_view = m->head;
    s->join_signature = m->signature;
    for (unsigned t = 0; t < a->tables; t++)
        memcpy(a->table[t].place[seat].x, a->second_leg ? twin_anchor(&a->twin, t, seat) : m->blob + t * HASH, HASH);
    for (unsigned i = 0; i < a->parties; i++)
        if (!a->seat[i].joined)
            return;
    line_push(a, (struct step){ .type = MSG_OPEN });
    a->stage = STAGE_OPEN;
    for (unsigned t = 0; t < a->tables; t++) {
        a->at = &a->table[t];
        line_push_seal(a);
        a->at->more_hands = true;
        audit_round_owe_cuts(a);
    }
}

void audit_push_signed(struct audit *a)
{
    uint32_t hand = a->hands_told;
    a->at = a->table;
    for (unsigned i = 0; i < a->parties; i++) {
        struct seat_state *s = &a->seat[i];
        if (s->signed_hand != hand || s->passed_hand == s->signed_hand)
            continue;
        s->passed_hand = s->signed_hand;
        line_push(a, (struct step){ .type = MSG_SIGNED, .seat = (uint8_t)i, .a = hand });
    }
}

static void take_hand_sign(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    if (s->signed_hand == m->hand)
        return;
    s->signed_hand = m->hand;
    memcpy(s->hand_signature, m->signature, SIGNATURE);
    s->signs.what = OWES_NOTHING;
}

static void take_cut(struct audit *a, unsigned seat, const struct msg *m)
{
    struct place *p = &a->at->place[seat];
    if (p->x_hand == m->hand)
        return;
    p->x_hand = m->hand;
    memcpy(p->x, m->x, HASH);
    a->report->counts.cuts++;
    paid(a, seat);
}

static void take_answer(struct audit *a, unsigned seat, const struct msg *m)
{
    const struct place *p = &a->at->place[seat];
    struct match after;
    bool round = a->at->signing;
    if (a->seat[seat].sent_most <= p->request_index) {
        ARBITER_LIES(a, "an answer of seat %u is accepted, but request %u was never sent to it", seat, p->request);
        return;
    }
    struct action act = action_of_code(m->action);
    if (!round && act.kind == ACT_PLAY_BLIND)
        audit_unseen(a, seat, act.arg);
    enum rule_error e = round ? RULE_OK : match_apply(&a->at->match, (int)seat, act, &after);
    assert(!e); /* it was judged by this very state: an answer before it would have closed the request */
    audit_signs_keep(a, seat, m);
    a->at->place[seat].used_us = a->used / a->answers;
    audit_charge(a, seat, a->used / a->answers);
    a->report->counts.decisions++;
    if (round)
        audit_signs_came(a, seat);
    else
        audit_play_answer(a, seat, act, &after);
}

static void take(struct audit *a, unsigned seat, const struct msg *m, const struct judgement *j)
{
    if (j->verdict == VERDICT_IGNORED && !j->fault) {
        a->seat[seat].repeats++;
        return;
    }
    if (j->verdict != VERDICT_ACCEPTED) {
        audit_fault(a, seat, j);
        return;
    }
    switch (m->type) {
    case MSG_HELLO: take_hello(a, seat, m); break;
    case MSG_JOIN: take_join(a, seat, m); break;
    case MSG_CUT: take_cut(a, seat, m); break;
    case MSG_HAND_SIGN: take_hand_sign(a, seat, m); break;
    case MSG_ANSWER: take_answer(a, seat, m); break;
    default: assert(0 && "a message that is accepted");
    }
}

bool audit_take_on(struct audit *a)
{
    while (a->taken < a->words && !line_next(a) && a->stage != STAGE_OVER && !a->failed) {
        unsigned i = a->taken++;
        a->at = &a->table[a->word[i].table];
        take(a, a->word_seat, &a->word[i], &a->word_is[i]);
    }
    if (a->round_open && a->taken == a->words && !line_next(a) && !a->failed)
        audit_round_end(a);
    return !a->failed;
}
