/* audit_rests: what of an outcome rests on the arbiter's word (REPLAY.md section 6).
 *
 * With its own key alone an arbiter can write down a silence, a crash or bytes that never came.  What shows that a seat did
 * something is its own signature, and that shows it as far as the host could not have made it. */
#include "state.h"

enum audit_ground audit_key_ground(const struct audit *a, unsigned party)
{
    return a->offer.held[party] == HELD_REMOTE ? GROUND_PROVED : GROUND_HOST_KEY;
}

/* Every refused answer signs another V, for REFUSED is linked to it: none is counted twice. */
static enum audit_ground ground_of(const struct audit *a, unsigned party, unsigned fault)
{
    if (party == NOBODY)
        return GROUND_WORD;
    if (fault == FAULT_ILLEGAL)
        return a->offer.sign == SIGN_DECISION ? audit_key_ground(a, party) : GROUND_WORD;
    if (fault == FAULT_WRONG_SEAT || fault == FAULT_PROTESTED)
        return a->seat[party].signed_it;
    return GROUND_WORD;
}

void audit_rests_fault(struct audit *a, const struct step *s)
{
    enum audit_ground on = ground_of(a, s->seat, s->fault);
    if ((s->effect != EFFECT_GAME && s->effect != EFFECT_DEFAULT_ACTION) || on < a->at->touched)
        return;
    a->at->touched = on;
    a->at->touched_by = s->seat;
}

void audit_rests_game(struct audit *a, unsigned winner)
{
    struct table *t = a->at;
    enum audit_ground on = t->touched;
    t->touched = GROUND_NONE;
    if (on == GROUND_NONE || winner >= a->result.scorers ||
        winner == rules_scorer(&a->rules, (int)a->seats, t->touched_by))
        return;
    a->given[winner]++;
    a->given_on = on > a->given_on ? on : a->given_on;
}

/* Another scorer could have won, or it could have been no draw, if those games had gone to whoever was at fault in them. */
static bool given_decide(const struct audit *a)
{
    const struct result *r = &a->result;
    uint32_t given = 0;
    for (unsigned s = 0; s < r->scorers; s++)
        given += a->given[s];
    if (r->winner >= r->scorers)
        return given > 0;
    for (unsigned s = 0; s < r->scorers; s++)
        if (s != r->winner && r->games[s] + a->given[r->winner] >= r->games[r->winner] - a->given[r->winner])
            return a->given[r->winner] > 0;
    return false;
}

void audit_rests(struct audit *a)
{
    struct audit_report *r = a->report;
    r->hands = (uint32_t)r->counts.hands;
    for (unsigned i = 0; i < a->parties; i++)
        r->signed_to[i] = a->seat[i].signed_hand;
    if (!r->has_result)
        return;
    if (a->result.fault != FAULT_NONE)
        r->ground = ground_of(a, a->result.fault_seat, a->result.fault);
    if (a->result.outcome != END_FAULT && a->result.outcome != END_VOID && a->given_on > r->ground && given_decide(a))
        r->ground = a->given_on;
}
