/* referee_fault: faults and what they bring about; the arbiter's own, which makes a match void. */
#include <assert.h>

#include "record/inputs.h"
#include "referee_state.h"

void fault_notify(struct referee *r, struct table *t, unsigned party, enum fault f, enum fault_effect effect,
                  uint64_t a, uint64_t b)
{
    struct chair *c = &r->chair[party];
    struct control_frame frame = control_of(CONTROL_FAULT, party);
    c->stats.faults = c->faults.all;
    c->stats.timeouts = c->faults.timeouts;
    if (party < r->config.seats)
        r->result.faults[party] = c->faults.all;
    frame.fault = (struct control_fault){
        .seat = (uint8_t)party, .fault = (uint8_t)f, .effect = (uint8_t)effect, .table = t->number, .a = a, .b = b
    };
    tell_supervisor(r, &frame);
}

void fault_tell(struct referee *r, struct table *t, unsigned party, enum fault f, enum fault_effect effect, uint64_t a,
                uint64_t b)
{
    pack_msg_fault(outbox_pack(r), t->number, party, f, effect, a, b);
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
static enum fault_effect note_fault(struct referee *r, struct table *t, unsigned seat, enum fault f, uint64_t a,
                                    uint64_t *b)
{
    uint32_t number;
    enum fault_effect effect = fault_count(&r->chair[seat].faults, &t->place[seat].illegal, f, r->config.on_timeout,
                                           &number);
    if (f == FAULT_ILLEGAL || f == FAULT_UNASKED)
        *b = number;
    fault_notify(r, t, seat, f, effect, a, *b);
    return effect;
}

static void lose_game(struct referee *r, struct table *t, unsigned seat)
{
    paid(r, t, seat);
    match_forfeit_game(&t->match, (int)seat);
    ending_hand(r, t, END_FAULT, seat);
}

static void lose_match(struct referee *r, struct table *t, unsigned seat, enum fault f, uint64_t a, uint64_t b)
{
    fault_result(r, END_FAULT, forfeit_winner(&t->match.open, seat, r->result.games), seat, f, a, b);
    for (struct table *each = r->table; each < r->table + r->tables; each++)
        if (each->game_open)
            match_forfeit_game(&each->match, (int)seat);
    ending_cut_short(r, END_FAULT, seat);
    ending_finish(r);
}

static void default_action(struct referee *r, struct table *t, unsigned seat, uint64_t used)
{
    /* The bank pays all that was allowed; used is above it, or it would have been no timeout. */
    bool in_time = clock_charge(&r->clock, &t->place[seat].bank_us, (int64_t)used);
    (void)in_time;
    paid(r, t, seat);
    turn_default_action(r, t, seat);
}

void ending_fault(struct referee *r, struct table *t, unsigned seat, enum fault f, uint64_t a, uint64_t b)
{
    if (seat >= r->config.seats) {
        cutter_fault(r, t, seat, f, a, b);
        return;
    }
    enum fault_effect effect = note_fault(r, t, seat, f, a, &b);
    if (f == FAULT_TIMEOUT)
        t->place[seat].used_us = 0;
    switch (effect) {
    case EFFECT_NOTED: return;
    case EFFECT_REFUSED: turn_refuse(r, t, seat, (enum rule_error)a); return;
    case EFFECT_DEFAULT_ACTION:
        fault_tell(r, t, seat, f, effect, a, b);
        default_action(r, t, seat, b);
        return;
    case EFFECT_GAME:
        fault_tell(r, t, seat, f, effect, a, b);
        lose_game(r, t, seat);
        r->chair[seat].urgent |= f ==
                                 FAULT_ILLEGAL; /* what stood behind that answer was not looked at: it has to know */
        return;
    case EFFECT_MATCH:
        fault_tell(r, t, seat, f, effect, a, b);
        lose_match(r, t, seat, f, a, b);
        return;
    case EFFECT_VOID:
    case EFFECT_STOPPED: break;
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
        fault_tell(r, r->table, i, e.fault, note_fault(r, r->table, i, e.fault, e.a, &e.b), e.a, e.b);
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
    cutters_settle(r, r->table, lost);
    ending_finish(r);
}

/* --- no fault of a bot ---------------------------------------------------------------------------- */

void ending_called_off(struct referee *r, enum arbiter_code code)
{
    uint8_t payload[VOID_SIZE];
    if (r->stage >= STAGE_TOLD)
        return;
    rec_void_write(payload, &(struct rec_void){ code });
    outbox_record(r, REC_VOID, VISIBLE_ARBITER, payload, sizeof payload);
    ending_void(r, r->journal_error != 0 ? ARBITER_DISK : code);
}

/* Nothing of the match is told or counted any more: what the bots heard of it may be more than this record holds. */
void ending_lost(struct referee *r)
{
    uint8_t payload[VOID_SIZE];
    rec_void_write(payload, &(struct rec_void){ ARBITER_ANOTHER_BOOT });
    outbox_record(r, REC_VOID, VISIBLE_ARBITER, payload, sizeof payload);
    if (r->stage == STAGE_HELLO)
        open_make_offer(r);
    r->stage = STAGE_JOIN;
    fault_result(r, END_VOID, r->result.scorers, NOBODY, FAULT_ARBITER, ARBITER_ANOTHER_BOOT, 0);
    ending_finish(r);
    if (r->stage < STAGE_TOLD)
        ending_void(r, ARBITER_DISK);
}

void ending_void(struct referee *r, enum arbiter_code code)
{
    if (r->stage >= STAGE_TOLD)
        return;
    r->unrecorded = r->journal_error != 0;
    if (r->unrecorded && r->ports.unrecorded != NULL)
        r->ports.unrecorded(r->ports.ctx);
    if (r->stage == STAGE_HELLO)
        open_make_offer(r);
    fault_tell(r, r->table, NOBODY, FAULT_ARBITER, EFFECT_VOID, code, 0);
    ending_cut_short(r, END_VOID, NOBODY);
    fault_result(r, END_VOID, r->result.scorers, NOBODY, FAULT_ARBITER, code, 0);
    ending_finish(r);
    if (r->stage < STAGE_TOLD) /* the record failed only now: it is said again without it */
        ending_void(r, ARBITER_DISK);
}
