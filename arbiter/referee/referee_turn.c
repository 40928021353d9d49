/* referee_turn: REQUEST, ANSWER, ACT, REFUSED. */
#include <assert.h>
#include <string.h>

#include "referee_state.h"

void turn_ask(struct referee *r, unsigned seat, const struct view *view)
{
    if (several(r)) {
        round_ask(r, seat);
        return;
    }
    int64_t budget = clock_budget(&r->clock, seat_place(r, seat)->bank_us);
    turn_request(r, seat, view, budget);
    outbox_flush(r, seat, OWES_ANSWER, budget);
}

void turn_request(struct referee *r, unsigned seat, const struct view *view, int64_t budget)
{
    struct place *p = seat_place(r, seat);
    p->request++;
    pack_msg_request(outbox_pack(r), r->at->number, p->request, (uint64_t)p->bank_us, (uint64_t)budget, view);
    outbox_private(r, seat, MSG_REQUEST);
    memcpy(p->request_head, r->chair[seat].view.head, HASH);
}

void turn_go_on(struct referee *r)
{
    struct view view;
    if (r->at->match.open.hand_over) {
        ending_hand(r, END_PLAYED, NOBODY);
        return;
    }
    match_view(&r->at->match, match_turn(&r->at->match), &view);
    turn_ask(r, view.seat, &view);
}

static void tell_act(struct referee *r, unsigned seat, unsigned code, unsigned value, const void *opening,
                     size_t size)
{
    pack_msg_act(outbox_pack(r), r->at->number, seat, code, value, opening, size);
    outbox_public(r, MSG_ACT);
}

/* What all may know of an action: a card played face up is opened, one played unseen is named too, one face down
 * or laid away is its slot alone. */
static void tell_action(struct referee *r, unsigned seat, struct action a)
{
    uint8_t opening[OPENING];
    if (a.kind == ACT_PLAY || a.kind == ACT_PLAY_BLIND) {
        card_t card = a.kind == ACT_PLAY ? a.arg : r->at->match.dealt[seat][a.arg];
        opening_write(opening, hand_pack(r, r->at->hand), dealing_slot(r, seat, card));
        tell_act(r, seat, action_code(a), a.kind == ACT_PLAY ? 0 : card, opening, sizeof opening);
    } else if (a.kind == ACT_PLAY_DOWN || a.kind == ACT_DISCARD) {
        unsigned slot = dealing_slot(r, seat, a.arg);
        tell_act(r, seat, action_code((struct action){ a.kind, CARD_HIDDEN }), slot, "", 0);
    } else if (a.kind == ACT_DECLARE) {
        tell_act(r, seat, action_code(a), r->at->match.open.declared[seat], "", 0);
    } else {
        tell_act(r, seat, action_code(a), 0, "", 0);
    }
}

void turn_news(struct referee *r)
{
    const struct open *o = &r->at->match.open;
    for (unsigned i = 0; i < o->news_count; i++) {
        const struct news *n = &o->news[i];
        unsigned value = n->kind == ACT_FLOR ? 1 : n->kind == ACT_DECLARE ? n->value : 0;
        tell_act(r, n->seat, action_code((struct action){ n->kind, 0 }), value, "", 0);
    }
}

void turn_act(struct referee *r, unsigned seat, struct action a)
{
    signs_tell(r, seat);
    r->at->match = r->at->next;
    tell_action(r, seat, a);
    turn_news(r);
    turn_go_on(r);
}

void turn_refuse(struct referee *r, unsigned seat, enum rule_error e)
{
    pack_msg_refused(outbox_pack(r), r->at->number, seat_place(r, seat)->request, e, rule_error_text(e));
    outbox_private(r, seat, MSG_REFUSED);
    if (several(r))
        r->chair[seat].urgent = true;
    else
        outbox_flush_within(r, seat);
}

void turn_default_action(struct referee *r, unsigned seat)
{
    struct action legal[LEGAL_MAX];
    if (r->at->signing) {
        signs_when_all_came(r);
        return;
    }
    int n = match_legal(&r->at->match, (int)seat, legal);
    struct action a = fault_default_action(legal, n);
    enum rule_error e = match_apply(&r->at->match, (int)seat, a, &r->at->next);
    assert(e == RULE_OK);
    turn_act(r, seat, a);
}
