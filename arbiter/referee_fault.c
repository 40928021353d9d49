/* referee_fault: faults and what they bring about; the arbiter's own, which makes a match void. */
#include <assert.h>

#include "referee_state.h"

static enum fault_effect note_fault(struct referee *r, unsigned seat, enum fault f, uint64_t a, uint64_t *b)
{
    struct chair *c = &r->chair[seat];
    struct control_frame frame = control_of(CONTROL_FAULT, seat);
    uint32_t number;
    enum fault_effect effect = fault_count(&c->faults, f, r->config.on_timeout, &number);
    if (f == FAULT_ILLEGAL || f == FAULT_UNASKED)
        *b = number;
    c->stats.faults = c->faults.all;
    c->stats.timeouts = c->faults.timeouts;
    r->result.faults[seat] = c->faults.all;
    frame.fault = (struct control_fault){ .seat = (uint8_t)seat, .fault = (uint8_t)f,
                                          .effect = (uint8_t)effect, .a = a, .b = *b };
    tell_supervisor(r, &frame);
    return effect;
}

static void tell_fault(struct referee *r, unsigned seat, enum fault f, enum fault_effect effect, uint64_t a,
                       uint64_t b)
{
    pack_msg_fault(outbox_pack(r), TABLE, seat, f, effect, a, b);
    outbox_public(r, MSG_FAULT);
}

static void lose_game(struct referee *r, unsigned seat)
{
    r->chair[seat].wait.what = OWES_NOTHING;
    match_forfeit_game(&r->match, (int)seat);
    ending_hand(r, END_FAULT, seat);
}

static void set_fault_result(struct referee *r, unsigned seat, enum fault f, uint64_t a, uint64_t b)
{
    r->result.outcome = END_FAULT;
    r->result.winner = (uint8_t)forfeit_winner(&r->match.open, seat, r->result.games);
    r->result.fault = (uint8_t)f;
    r->result.fault_seat = (uint8_t)seat;
    r->result.fault_a = a;
    r->result.fault_b = b;
}

static void lose_match(struct referee *r, unsigned seat, enum fault f, uint64_t a, uint64_t b)
{
    set_fault_result(r, seat, f, a, b);
    if (r->game_open)
        match_forfeit_game(&r->match, (int)seat);
    ending_cut_short(r, END_FAULT, seat);
    ending_finish(r);
}

static void default_action(struct referee *r, unsigned seat, uint64_t used)
{
    struct chair *c = &r->chair[seat];
    /* The bank pays all that was allowed; used is above it, or it would have been no timeout. */
    bool in_time = clock_charge(&r->clock, &c->bank_us, (int64_t)used);
    (void)in_time;
    c->wait.what = OWES_NOTHING;
    turn_default_action(r, seat);
}

void ending_fault(struct referee *r, unsigned seat, enum fault f, uint64_t a, uint64_t b)
{
    enum fault_effect effect = note_fault(r, seat, f, a, &b);
    switch (effect) {
    case EFFECT_NOTED:
        return;
    case EFFECT_REFUSED:
        turn_refuse(r, seat, (enum rule_error)a);
        return;
    case EFFECT_DEFAULT_ACTION:
        tell_fault(r, seat, f, effect, a, b);
        default_action(r, seat, b);
        return;
    case EFFECT_GAME:
        tell_fault(r, seat, f, effect, a, b);
        lose_game(r, seat);
        return;
    case EFFECT_MATCH:
        tell_fault(r, seat, f, effect, a, b);
        lose_match(r, seat, f, a, b);
        return;
    case EFFECT_VOID:
        break;
    }
    assert(0 && "no fault of a bot makes a match void");
}

void ending_unstarted(struct referee *r)
{
    unsigned out = 0, left = 0;
    for (unsigned i = r->config.seats; i-- > 0;) {
        struct early_fault e = r->chair[i].early;
        if (e.fault == FAULT_NONE)
            continue;
        out |= 1u << rules_scorer(&r->rules, r->config.seats, i);
        set_fault_result(r, i, e.fault, e.a, e.b); /* the first seat's stays */
    }
    for (unsigned i = 0; i < r->config.seats; i++) {
        struct early_fault e = r->chair[i].early;
        if (e.fault != FAULT_NONE)
            tell_fault(r, i, e.fault, note_fault(r, i, e.fault, e.a, &e.b), e.a, e.b);
    }
    for (unsigned s = 0; s < r->result.scorers; s++)
        if (!(out >> s & 1u)) {
            r->result.winner = (uint8_t)s;
            left++;
        }
    if (left != 1)
        r->result.winner = r->result.scorers;
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
    tell_fault(r, NOBODY, FAULT_ARBITER, EFFECT_VOID, (uint64_t)error, 0);
    ending_cut_short(r, END_VOID, NOBODY);
    r->result.outcome = END_VOID;
    r->result.winner = r->result.scorers;
    r->result.fault = FAULT_ARBITER;
    r->result.fault_seat = NOBODY;
    r->result.fault_a = (uint64_t)error;
    r->result.fault_b = 0;
    ending_finish(r);
    if (r->stage < STAGE_TOLD) /* the record failed only now: it is said again without it */
        ending_void(r, r->journal_error);
}
