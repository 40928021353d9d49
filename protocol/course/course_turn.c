/* course_turn: REQUEST, ANSWER, ACT, REFUSED. */
#include <assert.h>
#include <string.h>

#include "course_state.h"

void turn_request(struct course *co, struct table *t, unsigned seat, const struct view *view, int64_t budget)
{
    struct place *p = &t->place[seat];
    p->request++;
    pack_msg_request(pen_pack(co), t->number, p->request, (uint64_t)p->bank_us, (uint64_t)budget, (uint64_t)p->used_us,
                     view);
    pen_private(co, seat, MSG_REQUEST);
    memcpy(p->request_head, co->party[seat].view.head, HASH);
}

void turn_go_on(struct course *co, struct table *t)
{
    if (t->position.open.hand_over)
        ending_hand(co, t, END_PLAYED, FIEL_NOBODY);
    else
        dues_ask(co, t, (unsigned)position_turn(&t->position));
}

static void tell_act(struct course *co, struct table *t, unsigned seat, unsigned code, unsigned value,
                     const void *opening, size_t size)
{
    pack_msg_act(pen_pack(co), t->number, seat, code, value, opening, size);
    pen_public(co, MSG_ACT);
}

/* What all may know of an action: a card played face up is opened, one played unseen is named too, one face down
 * or laid away is its slot alone. */
static void tell_action(struct course *co, struct table *t, unsigned seat, struct action a)
{
    uint8_t opening[OPENING];
    if (a.kind == ACT_PLAY || a.kind == ACT_PLAY_BLIND) {
        card_t card = a.kind == ACT_PLAY ? a.arg : t->position.dealt[seat][a.arg];
        cards_open(co, t, cards_slot(co, t, seat, card), opening);
        tell_act(co, t, seat, action_code(a), a.kind == ACT_PLAY ? 0 : card, opening, sizeof opening);
    } else if (a.kind == ACT_PLAY_DOWN || a.kind == ACT_DISCARD) {
        unsigned slot = cards_slot(co, t, seat, a.arg);
        tell_act(co, t, seat, action_code((struct action){ a.kind, CARD_HIDDEN }), slot, "", 0);
    } else if (a.kind == ACT_DECLARE) {
        tell_act(co, t, seat, action_code(a), t->position.open.declared[seat], "", 0);
    } else {
        tell_act(co, t, seat, action_code(a), 0, "", 0);
    }
}

void turn_news(struct course *co, struct table *t)
{
    const struct open *o = &t->position.open;
    for (unsigned i = 0; i < o->news_count; i++) {
        const struct news *n = &o->news[i];
        unsigned value = n->kind == ACT_FLOR ? 1 : n->kind == ACT_DECLARE ? n->value : 0;
        tell_act(co, t, n->seat, action_code((struct action){ n->kind, 0 }), value, "", 0);
    }
}

void turn_act(struct course *co, struct table *t, unsigned seat, struct action a)
{
    signs_tell(co, t, seat);
    t->position = t->next;
    tell_action(co, t, seat, a);
    turn_news(co, t);
    turn_go_on(co, t);
}

void turn_signs(struct course *co, struct table *t)
{
    for (unsigned i = 0; i < co->seats; i++)
        if (owed(co, t, i) != OWES_NOTHING || t->asks >> i & 1u)
            return;
    t->signing = false;
    for (unsigned i = 0; i < co->seats; i++)
        signs_tell(co, t, i);
    turn_go_on(co, t);
}

void turn_refuse(struct course *co, struct table *t, unsigned seat, enum rule_error e)
{
    struct place *p = &t->place[seat];
    const char *text = co->ports.refusal(co->ports.ctx, e);
    pack_msg_refused(pen_pack(co), t->number, p->request, e, text);
    pen_private(co, seat, MSG_REFUSED);
    memcpy(p->request_head, co->party[seat].view.head, HASH);
    co->party[seat].urgent = true;
}

void turn_default_action(struct course *co, struct table *t, unsigned seat)
{
    struct action legal[FIEL_LEGAL_MAX];
    if (t->signing) {
        turn_signs(co, t);
        return;
    }
    int n = position_legal(&t->position, (int)seat, legal);
    struct action a = fault_default_action(legal, n);
    enum rule_error e = position_apply(&t->position, (int)seat, a, &t->next);
    assert(e == RULE_OK);
    turn_act(co, t, seat, a);
}
