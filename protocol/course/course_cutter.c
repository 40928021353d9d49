/* course_cutter: the fault of a party that plays nothing and only cuts (DEAL.md section 12).
 *
 * It plays for nobody, so nobody wins or loses by it: what was decided stands, and no hand is dealt without it.
 * While a hand is played its cut is in, and its fault waits for the hand's end; once no cut of it is needed any
 * more it changes nothing at all. */
#include "course_state.h"

/* A cut of every cutter is needed after the hand that is in play or over. */
static bool cut_needed(const struct course *co, const struct table *t)
{
    if (co->stopped)
        return false;
    if (co->stage == COURSE_JOIN)
        return true; /* OPEN holds every joining */
    return ending_hand_follows(co, t);
}

/* The scorer whom nobody can reach any more in the games that are left; nobody: the number after the last. */
static unsigned decided_for(const struct course *co)
{
    const uint32_t *won = co->result.games;
    uint32_t left = co->header.offer.games - games_done(co);
    for (unsigned s = 0; s < co->result.scorers; s++) {
        bool ahead = true;
        for (unsigned other = 0; other < co->result.scorers; other++)
            ahead = ahead && (other == s || won[s] > won[other] + left);
        if (ahead)
            return s;
    }
    return co->result.scorers;
}

/* FAULT, with all that it does at this moment. */
static void settle(struct course *co, struct table *t, unsigned party, bool over)
{
    struct early_fault e = co->party[party].early;
    bool stops = !over && cut_needed(co, t);
    enum fault_effect effect = stops ? EFFECT_STOPPED : EFFECT_NOTED;
    co->party[party].early_told = true;
    fault_notify(co, t, party, e.fault, effect, e.a, e.b);
    fault_tell(co, t, party, e.fault, effect, e.a, e.b);
    if (!stops)
        return;
    fault_result(co, END_STOPPED, decided_for(co), party, e.fault, e.a, e.b);
    co->stopped = true;
    if (t->game_open)
        ending_game(co, t, END_STOPPED, party);
}

void cutters_settle(struct course *co, struct table *t, bool over)
{
    for (unsigned i = co->seats; i < co->parties; i++)
        if (party_out(co, i) && !co->party[i].early_told)
            settle(co, t, i, over);
}

void cutter_fault(struct course *co, struct table *t, unsigned party, enum fault f, uint64_t a, uint64_t b)
{
    ending_out(co, party, f, a, b);
    if (t->hand_open)
        return;
    settle(co, t, party, false);
    if (co->stopped && co->result.fault_seat == party)
        ending_finish(co);
}
