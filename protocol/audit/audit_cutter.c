/* audit_cutter: the fault of a party that plays nothing and only cuts (DEAL.md section 12). */
#include "state.h"

bool audit_cutter_lost(const struct audit *a, unsigned party)
{
    return party >= a->seats && a->stage != STAGE_HELLO && a->seat[party].early.fault;
}

/* A cut of every cutter is needed after the hand that is open or over. */
static bool cuts_needed(const struct audit *a)
{
    if (a->stopped)
        return false;
    if (a->stage == STAGE_JOIN)
        return true;
    if (a->second_leg)
        return false;
    return audit_hand_follows(a) || (a->offer.reveal == REVEAL_PAIR && a->at->match.open.hand < a->offer.hands_max);
}

static void settle(struct audit *a, unsigned party, bool over)
{
    const struct early_fault *e = &a->seat[party].early;
    struct judgement j = { VERDICT_FAULT, e->fault, e->a, e->b };
    bool stops = !over && cuts_needed(a);
    a->seat[party].early_told = true;
    audit_push_fault(a, party, stops ? EFFECT_STOPPED : EFFECT_NOTED, &j, e->b);
    if (stops)
        audit_play_match_stopped(a, party);
}

void audit_cutters_settle(struct audit *a, bool over)
{
    for (unsigned i = a->seats; i < a->parties; i++)
        if (audit_cutter_lost(a, i) && !a->seat[i].early_told)
            settle(a, i, over);
}

void audit_cutter_fault(struct audit *a, unsigned party, const struct judgement *j)
{
    struct seat_state *s = &a->seat[party];
    if (s->early.fault)
        return;
    s->early = (struct early_fault){ j->fault, j->a, j->b };
    s->owes = s->signs.what = OWES_NOTHING;
    for (unsigned t = 0; t < a->tables; t++)
        s->due[t].what = OWES_NOTHING;
    if (a->at->hand_open)
        return;
    settle(a, party, false);
    if (a->stopped && a->result.fault_seat == party)
        audit_play_end(a);
}
