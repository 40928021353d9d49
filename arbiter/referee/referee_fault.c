/* referee_fault: faults and what they bring about; the arbiter's own, which makes a match void. */
#include <assert.h>

#include "referee_state.h"

void fault_notify(struct referee *r, unsigned party, enum fault f, enum fault_effect effect, uint64_t a, uint64_t b)
{
    struct chair *c = &r->chair[party];
    struct control_frame frame = control_of(CONTROL_FAULT, party);
    c->stats.faults = c->faults.all;
    c->stats.timeouts = c->faults.timeouts;
    if (party < r->config.seats)
        r->result.faults[party] = c->faults.all;
    frame.fault = (struct control_fault){ .seat = (uint8_t)party, .fault = (uint8_t)f,
                                          .effect = (uint8_t)effect, .table = r->at->number, .a = a, .b = b };
    tell_supervisor(r, &frame);
}

void fault_tell(struct referee *r, unsigned party, enum fault f, enum fault_effect effect, uint64_t a, uint64_t b)
{
    pack_msg_fault(outbox_pack(r), r->at->number, party, f, effect, a, b);
    outbox_public(r, MSG_FAULT);
}

void fault_result(struct referee *r, enum end_reason outcome, unsigned winner, unsigned party, enum fault f, uint64_t a,
                  uint64_t b)
{
    r->result.outcome = (uint8_t)outcome;
    r->result.winner = (uint8_t)winner;
    r->result.fault = (uint8_t)f;
    r->result.fault_seat = (uint8_t)party;
    r->result.fault_a = a;
    r->result.fault_b = b;
}

/* Counts it; b of ILLEGAL and UNASKED becomes the count. */
static enum fault_effect note_fault(struct referee *r, unsigned seat, enum fault f, uint64_t a, uint64_t *b)
{
    uint32_t number;
    enum fault_effect effect = fault_count(&r->chair[seat].faults, &seat_place(r, seat)->illegal, f, r->config.on_timeout,
                                           &number);
    if (f == FAULT_ILLEGAL || f == FAULT_UNASKED)
        *b = number;
    fault_notify(r, seat, f, effect, a, *b);
    return effect;
}

static void lose_game(struct referee *r, unsigned seat)
{
    paid(r, seat);
    match_forfeit_game(&r->at->match, (int)seat);
    ending_hand(r, END_FAULT, seat);
}

static void lose_match(struct referee *r, unsigned seat, enum fault f, uint64_t a, uint64_t b)
{
    fault_result(r, END_FAULT, forfeit_winner(&r->at->match.open, seat, r->result.games), seat, f, a, b);
    for (unsigned t = 0; t < r->tables; t++)
        if (r->table[t].game_open)
            match_forfeit_game(&r->table[t].match, (int)seat);
    ending_cut_short(r, END_FAULT, seat);
    ending_finish(r);
}

static void default_action(struct referee *r, unsigned seat, uint64_t used)
{
    /* The bank pays all that was allowed; used is above it, or it would have been no timeout. */
    bool in_time = clock_charge(&r->clock, &seat_place(r, seat)->bank_us, (int64_t)used);
    (void)in_time;
    paid(r, seat);
    turn_default_action(r, seat);
}

void ending_fault(struct referee *r, unsigned seat, enum fault f, uint64_t a, uint64_t b)
{
    if (seat >= r->config.seats) {
        cutter_fault(r, seat, f, a, b);
        return;
    }
    enum fault_effect effect = note_fault(r, seat, f, a, &b);
    switch (effect) {
    case EFFECT_NOTED:
        return;
    case EFFECT_REFUSED:
        turn_refuse(r, seat, (enum rule_error)a);
        return;
    case EFFECT_DEFAULT_ACTION:
        fault_tell(r, seat, f, effect, a, b);
        default_action(r, seat, b);
        return;
    case EFFECT_GAME:
        fault_tell(r, seat, f, effect, a, b);
        lose_game(r, seat);
        return;
    case EFFECT_MATCH:
        fault_tell(r, seat, f, effect, a, b);
        lose_match(r, seat, f, a, b);
        return;
    case EFFECT_VOID:
    case EFFECT_STOPPED:
        break;
    }
    assert(0 && "no fault of a bot makes a match void");
}

/* What the faults of the seats that waited bring about; false when there is none. */
static bool seats_unstarted(struct referee *r)
{
    unsigned out = 0, left = 0, winner = r->result.scorers, first = NOBODY;
    for (unsigned i = 0; i < r->config.seats; i++) {
        struct early_fault e = r->chair[i].early;
        if (e.fault == FAULT_NONE)
            continue;
        first = first == NOBODY ? i : first;
        out |= 1u << rules_scorer(&r->rules, r->config.seats, i);
        fault_tell(r, i, e.fault, note_fault(r, i, e.fault, e.a, &e.b), e.a, e.b);
    }
    if (first == NOBODY)
        return false;
    for (unsigned s = 0; s < r->result.scorers; s++)
        if (!(out >> s & 1u)) {
            winner = s;
            left++;
        }
    const struct early_fault *e = &r->chair[first].early;
    fault_result(r, END_FAULT, left == 1 ? winner : r->result.scorers, first, e->fault, e->a, e->b);
    return true;
}

void ending_unstarted(struct referee *r)
{
    bool lost = seats_unstarted(r);
    r->stage = STAGE_JOIN;
    cutters_settle(r, lost);
    ending_finish(r);
}

/* --- no fault of a bot ---------------------------------------------------------------------------- */

void ending_void(struct referee *r, int error)
{
    if (r->stage >= STAGE_TOLD)
        return;
    r->unrecorded = r->journal_error != 0;
    if (r->unrecorded && r->ports.unrecorded != NULL)
        r->ports.unrecorded(r->ports.ctx);
    if (r->stage == STAGE_HELLO)
        open_make_offer(r);
    r->at = r->table;
    fault_tell(r, NOBODY, FAULT_ARBITER, EFFECT_VOID, (uint64_t)error, 0);
    ending_cut_short(r, END_VOID, NOBODY);
    fault_result(r, END_VOID, r->result.scorers, NOBODY, FAULT_ARBITER, (uint64_t)error, 0);
    ending_finish(r);
    if (r->stage < STAGE_TOLD) /* the record failed only now: it is said again without it */
        ending_void(r, r->journal_error);
}
