/* audit_take: what a message from a bot does, once it is judged. */
#include "state.h"

#include <assert.h>
#include <string.h>

static void take_hello(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    s->hellos++;
    s->hello = true;
    s->away = false;
    if (a->stage == STAGE_HELLO) {
        memcpy(s->key, m->key, HASH);
        audit_check_hellos(a);
        return;
    }
    s->sent = (size_t)m->have; /* the rest is sent again */
    s->crossed = s->request;
}

static bool nobody_owes(const struct audit *a)
{
    for (unsigned i = 0; i < a->parties; i++)
        if (a->seat[i].owes != OWES_NOTHING) return false;
    return true;
}

static void push_deal(struct audit *a)
{
    line_push(a, (struct step){ .type = MSG_DEAL });
    for (unsigned i = 0; i < a->seats; i++)
        line_push(a, (struct step){ .type = MSG_CARDS, .seat = (uint8_t)i });
}

static void take_join(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    if (s->joined) return; /* it stood twice in one envelope */
    s->joined = true;
    s->owes = OWES_NOTHING;
    s->anchors = m->blob;
    s->join_signature = m->signature;
    memcpy(s->x, a->second_leg ? a->twin.anchor[seat] : m->blob, HASH);
    if (!nobody_owes(a)) return;
    line_push(a, (struct step){ .type = MSG_OPEN });
    line_push_seal(a);
    a->more_hands = true;
    a->stage = STAGE_BETWEEN;
    if (a->second_leg) {
        push_deal(a);
        return;
    }
    for (unsigned i = 0; i < a->parties; i++) audit_owes(a, i, OWES_HAND);
}

void audit_push_signed(struct audit *a)
{
    for (unsigned i = 0; i < a->parties; i++) {
        struct seat_state *s = &a->seat[i];
        if (s->signed_hand != a->match.open.hand || s->passed_hand == s->signed_hand) continue;
        s->passed_hand = s->signed_hand;
        line_push(a, (struct step){ .type = MSG_SIGNED, .seat = (uint8_t)i });
    }
}

void audit_go_on(struct audit *a)
{
    if (!nobody_owes(a)) return;
    if (!a->more_hands) {
        audit_play_match_over(a);
        return;
    }
    audit_push_signed(a);
    push_deal(a);
}

/* All that was asked for at the hand's end is there. */
static void hand_part_came(struct audit *a, unsigned seat)
{
    struct seat_state *s = &a->seat[seat];
    uint32_t hand = a->match.open.hand, due = audit_cut_due(a);
    if (s->signed_hand == hand && (!due || s->x_hand == due)) s->owes = OWES_NOTHING;
    audit_go_on(a);
}

static void take_hand_sign(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    if (s->signed_hand == m->hand) return;
    s->signed_hand = m->hand;
    memcpy(s->hand_signature, m->signature, SIGNATURE);
    hand_part_came(a, seat);
}

static void take_cut(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    if (s->x_hand == m->hand) return;
    s->x_hand = m->hand;
    memcpy(s->x, m->x, HASH);
    a->report->counts.cuts++;
    hand_part_came(a, seat);
}

static void take_answer(struct audit *a, unsigned seat, const struct msg *m)
{
    struct seat_state *s = &a->seat[seat];
    struct match after;
    bool round = a->signing;
    if (s->sent_most <= s->request_index) {
        ARBITER_LIES(a, "an answer of seat %u is accepted, but request %u was never sent to it", seat,
                     s->request);
        return;
    }
    struct action act = action_of_code(m->action);
    if (!round && act.kind == ACT_PLAY_BLIND) audit_unseen(a, seat, act.arg);
    enum rule_error e = round ? RULE_OK : match_apply(&a->match, (int)seat, act, &after);
    assert(!e); /* it was judged by this very state: an answer before it would have closed the request */
    audit_signs_keep(a, seat, m);
    audit_charge(a, seat, a->came - a->left);
    a->report->counts.decisions++;
    if (round) audit_signs_came(a, seat);
    else audit_play_answer(a, seat, act, &after);
}

void audit_take(struct audit *a, unsigned seat, const struct msg *m, const struct judgement *j)
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
        audit_take(a, a->word_seat, &a->word[i], &a->word_is[i]);
    }
    return !a->failed;
}
