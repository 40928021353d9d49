/* course_fault: faults and what they bring about; the arbiter's own, which makes a match void. */
#include <assert.h>
#include <string.h>

#include "course_state.h"

void fault_notify(struct course *co, struct table *t, unsigned party, enum fault f, enum fault_effect effect,
                  uint64_t a, uint64_t b)
{
    const struct course_party *c = &co->party[party];
    struct course_event e = pen_event(co, t, HAPPENS_FAULT);
    if (party < co->seats)
        co->result.faults[party] = c->faults.all;
    e.party = (uint8_t)party;
    e.fault = (uint8_t)f;
    e.effect = (uint8_t)effect;
    e.a = a;
    e.b = b;
    e.faults = c->faults.all;
    e.timeouts = c->faults.timeouts;
    pen_happens(co, &e);
}

void fault_tell(struct course *co, struct table *t, unsigned party, enum fault f, enum fault_effect effect, uint64_t a,
                uint64_t b)
{
    pack_msg_fault(pen_pack(co), t->number, party, f, effect, a, b);
    pen_public(co, MSG_FAULT);
}

void fault_result(struct course *co, enum end_reason outcome, unsigned winner, unsigned party, enum fault f, uint64_t a,
                  uint64_t b)
{
    co->result.outcome = (uint8_t)outcome;
    co->result.winner = (uint8_t)winner;
    co->result.fault = (uint8_t)f;
    co->result.fault_seat = (uint8_t)party;
    co->result.fault_a = a;
    co->result.fault_b = b;
}

/* All tables have told their last GAME_END, and the twin, where there is to be one, has the end of this seat's chains: whatever it does
 * now changes nothing that was won. */
static bool decided(const struct course *co, unsigned seat)
{
    bool all = co->stage == COURSE_OPEN && co->tables_over == co->tables;
    for (const struct table *t = co->table; all && t < co->table + co->tables; t++)
        all = !cards_top_missing(co, t, seat);
    return all;
}

/* Counts it; b of ILLEGAL and UNASKED becomes the count. */
static enum fault_effect note_fault(struct course *co, struct table *t, unsigned seat, enum fault f, uint64_t a,
                                    uint64_t *b)
{
    uint32_t number;
    enum fault_effect effect = fault_count(&co->party[seat].faults, &t->place[seat].illegal, f,
                                           co->header.offer.on_timeout, &number);
    if (f == FAULT_ILLEGAL || f == FAULT_UNASKED)
        *b = number;
    if (effect == EFFECT_MATCH && decided(co, seat)) {
        effect = EFFECT_NOTED;
        ending_out(co, seat, f, a, *b);
    }
    fault_notify(co, t, seat, f, effect, a, *b);
    return effect;
}

static void lose_game(struct course *co, struct table *t, unsigned seat)
{
    paid(co, t, seat);
    position_forfeit_game(&t->position, (int)seat);
    ending_hand(co, t, END_FAULT, seat);
}

static void lose_match(struct course *co, struct table *t, unsigned seat, enum fault f, uint64_t a, uint64_t b)
{
    fault_result(co, END_FAULT, forfeit_winner(&t->position.open, seat, co->result.games), seat, f, a, b);
    for (struct table *each = co->table; each < co->table + co->tables; each++)
        if (each->game_open)
            position_forfeit_game(&each->position, (int)seat);
    ending_cut_short(co, END_FAULT, seat);
    ending_finish(co);
}

static void default_action(struct course *co, struct table *t, unsigned seat, uint64_t used)
{
    /* The bank pays all that was allowed; used is above it, or it would have been no timeout. */
    bool in_time = clock_charge(&co->clock, &t->place[seat].bank_us, (int64_t)used);
    (void)in_time;
    paid(co, t, seat);
    turn_default_action(co, t, seat);
}

void ending_out(struct course *co, unsigned party, enum fault f, uint64_t a, uint64_t b)
{
    struct course_party *c = &co->party[party];
    c->early = (struct early_fault){ f, a, b };
    c->signs.what = OWES_NOTHING;
    for (struct table *t = co->table; t < co->table + co->tables; t++)
        paid(co, t, party);
}

void ending_fault(struct course *co, struct table *t, unsigned seat, enum fault f, uint64_t a, uint64_t b)
{
    if (seat >= co->seats) {
        cutter_fault(co, t, seat, f, a, b);
        return;
    }
    enum fault_effect effect = note_fault(co, t, seat, f, a, &b);
    if (f == FAULT_TIMEOUT) {
        t->place[seat].used_us = 0;
        t->place[seat].crossed = t->place[seat].request; /* an answer that comes later is no second fault */
    }
    switch (effect) {
    case EFFECT_NOTED:
        if (party_out(co, seat))
            fault_tell(co, t, seat, f, effect, a, b);
        return;
    case EFFECT_REFUSED: turn_refuse(co, t, seat, (enum rule_error)a); return;
    case EFFECT_DEFAULT_ACTION:
        fault_tell(co, t, seat, f, effect, a, b);
        default_action(co, t, seat, b);
        return;
    case EFFECT_GAME:
        fault_tell(co, t, seat, f, effect, a, b);
        lose_game(co, t, seat);
        co->party[seat].urgent |= f ==
                                  FAULT_ILLEGAL; /* what stood behind that answer was not looked at: it has to know */
        return;
    case EFFECT_MATCH:
        fault_tell(co, t, seat, f, effect, a, b);
        lose_match(co, t, seat, f, a, b);
        return;
    case EFFECT_VOID:
    case EFFECT_STOPPED: break;
    }
    assert(0 && "no fault of a bot makes a match void");
}

/* What the faults of the seats that waited bring about; false when there is none. */
static bool seats_unstarted(struct course *co)
{
    unsigned out = 0, left = 0, winner = co->result.scorers, first = FIEL_NOBODY;
    for (unsigned i = 0; i < co->seats; i++) {
        struct early_fault e = co->party[i].early;
        if (e.fault == FAULT_NONE)
            continue;
        first = first == FIEL_NOBODY ? i : first;
        out |= 1u << rules_scorer(&co->rules, co->seats, i);
        fault_tell(co, co->table, i, e.fault, note_fault(co, co->table, i, e.fault, e.a, &e.b), e.a, e.b);
    }
    if (first == FIEL_NOBODY)
        return false;
    for (unsigned s = 0; s < co->result.scorers; s++)
        if (!(out >> s & 1u)) {
            winner = s;
            left++;
        }
    const struct early_fault *e = &co->party[first].early;
    fault_result(co, END_FAULT, left == 1 ? winner : co->result.scorers, first, e->fault, e->a, e->b);
    return true;
}

void ending_unstarted(struct course *co)
{
    bool lost = seats_unstarted(co);
    co->stage = COURSE_JOIN;
    cutters_settle(co, co->table, lost);
    ending_finish(co);
}

/* --- no fault of a bot ---------------------------------------------------------------------------- */

void course_void(struct course *co, enum arbiter_code code)
{
    if (co->stage >= COURSE_TOLD)
        return;
    struct course_event e = pen_event(co, co->table, HAPPENS_VOID);
    pen_happens(co, &e);
    if (co->stage == COURSE_HELLO)
        open_make_offer(co);
    fault_tell(co, co->table, FIEL_NOBODY, FAULT_ARBITER, EFFECT_VOID, code, 0);
    ending_cut_short(co, END_VOID, FIEL_NOBODY);
    fault_result(co, END_VOID, co->result.scorers, FIEL_NOBODY, FAULT_ARBITER, code, 0);
    ending_finish(co);
}

void course_offered(struct course *co, const void *offer, size_t size)
{
    assert(size <= sizeof co->offer);
    memcpy(co->offer, offer, size);
    co->offer_size = size;
    deal_match_id(co->match_id, co->offer, co->offer_size);
    memcpy(co->result.match_id, co->match_id, HASH);
    co->stage = COURSE_JOIN;
}

void course_unoffered(struct course *co)
{
    memset(co->result.faults, 0, sizeof co->result.faults);
    for (unsigned i = 0; i < co->parties; i++)
        co->party[i].said_hello = false;
    co->stage = COURSE_HELLO;
}

void course_lost(struct course *co, enum arbiter_code code)
{
    if (co->stage == COURSE_HELLO)
        open_make_offer(co);
    co->stage = COURSE_JOIN;
    fault_result(co, END_VOID, co->result.scorers, FIEL_NOBODY, FAULT_ARBITER, code, 0);
    ending_finish(co);
}
