/* referee_cutter: the fault of a party that plays nothing and only cuts (DEAL.md section 12).
 *
 * It plays for nobody, so nobody wins or loses by it: what was decided stands, and no hand is dealt without it.
 * While a hand is played its cut is in, and its fault waits for the hand's end; once no cut of it is needed any
 * more it changes nothing at all. */
#include "referee_state.h"

/* A cut of every cutter is needed after the hand that is in play or over. */
static bool cuts_needed(const struct referee *r, const struct table *t)
{
    if (r->stopped)
        return false;
    if (r->stage == STAGE_JOIN)
        return true; /* OPEN holds every joining */
    if (r->twin_cuts != NULL)
        return false;
    return ending_hand_follows(r, t) || (r->config.reveal == REVEAL_PAIR && t->hand < r->config.hands_max);
}

/* The scorer whom nobody can reach any more in the games that are left; nobody: the number after the last. */
static unsigned decided_for(const struct referee *r)
{
    const uint32_t *won = r->result.games;
    uint32_t left = r->config.games - ending_games_done(r);
    for (unsigned s = 0; s < r->result.scorers; s++) {
        bool ahead = true;
        for (unsigned other = 0; other < r->result.scorers; other++)
            ahead = ahead && (other == s || won[s] > won[other] + left);
        if (ahead)
            return s;
    }
    return r->result.scorers;
}

/* FAULT, with all that it does at this moment. */
static void settle(struct referee *r, struct table *t, unsigned party, bool over)
{
    struct early_fault e = r->chair[party].early;
    bool stops = !over && cuts_needed(r, t);
    enum fault_effect effect = stops ? EFFECT_STOPPED : EFFECT_NOTED;
    r->chair[party].early_told = true;
    fault_notify(r, t, party, e.fault, effect, e.a, e.b);
    fault_tell(r, t, party, e.fault, effect, e.a, e.b);
    if (!stops)
        return;
    fault_result(r, END_STOPPED, decided_for(r), party, e.fault, e.a, e.b);
    r->stopped = true;
    if (t->game_open)
        ending_game(r, t, END_STOPPED, party);
}

void cutters_settle(struct referee *r, struct table *t, bool over)
{
    for (unsigned i = r->config.seats; i < r->parties; i++)
        if (cutter_lost(r, i) && !r->chair[i].early_told)
            settle(r, t, i, over);
}

void cutter_fault(struct referee *r, struct table *t, unsigned party, enum fault f, uint64_t a, uint64_t b)
{
    struct chair *c = &r->chair[party];
    c->early = (struct early_fault){ f, a, b };
    c->wait.what = c->signs.what = OWES_NOTHING;
    for (unsigned i = 0; i < r->tables; i++)
        c->due[i].what = OWES_NOTHING;
    if (t->hand_open)
        return;
    settle(r, t, party, false);
    if (r->stopped && r->result.fault_seat == party)
        ending_finish(r);
}
