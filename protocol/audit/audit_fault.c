/* audit_fault: what each fault does to a game and a match. */
#include "state.h"

#include <assert.h>

static void fault_noted(struct audit *a, unsigned seat) { a->result.faults[seat]++; }

void audit_push_fault(struct audit *a, unsigned party, unsigned effect, const struct judgement *j, uint64_t b)
{
    line_push(a, (struct step){ .type = MSG_FAULT,
                                .seat = (uint8_t)party,
                                .fault = j->fault,
                                .effect = (uint8_t)effect,
                                .a = j->a,
                                .b = b });
}

static void match_fault(struct audit *a, unsigned seat, const struct judgement *j, uint64_t b)
{
    audit_push_fault(a, seat, EFFECT_MATCH, j, b);
    audit_play_match_lost(a, seat, j->fault, j->a, b);
}

/* The action played for a silent seat: the refusal, the modest answer, the hand of eleven not played or the pass, else the
 * lowest code. */
static struct action default_action(const struct audit *a, unsigned seat)
{
    static const uint8_t refusing[] = { ACT_NO_QUIERO, ACT_CON_FLOR_ACHICO, ACT_ELEVEN_RUN, ACT_PASS };
    struct action list[LEGAL_MAX], lowest;
    int n = match_legal(&a->at->match, (int)seat, list);
    assert(n > 0);
    lowest = list[0];
    for (size_t k = 0; k < sizeof refusing; k++)
        for (int i = 0; i < n; i++)
            if (list[i].kind == refusing[k])
                return list[i];
    for (int i = 1; i < n; i++)
        if (action_code(list[i]) < action_code(lowest))
            lowest = list[i];
    return lowest;
}

static void timeout(struct audit *a, unsigned seat, const struct judgement *j)
{
    a->at->place[seat].used_us = 0;
    if (++a->seat[seat].timeouts >= TIMEOUT_LIMIT) {
        match_fault(a, seat, j, j->b);
        return;
    }
    audit_push_fault(a, seat, a->offer.on_timeout ? EFFECT_DEFAULT_ACTION : EFFECT_GAME, j, j->b);
    if (!a->offer.on_timeout) {
        audit_play_game_lost(a, seat);
        return;
    }
    audit_charge(a, seat, j->b);
    if (a->at->signing) {
        audit_signs_came(a, seat);
        return;
    }
    struct action act = default_action(a, seat);
    struct match after;
    if (act.kind == ACT_PLAY_BLIND)
        audit_unseen(a, seat, act.arg);
    enum rule_error e = match_apply(&a->at->match, (int)seat, act, &after);
    assert(!e); /* it stood in the list of what is legal */
    audit_play_answer(a, seat, act, &after);
}

static void illegal(struct audit *a, unsigned seat, const struct judgement *j)
{
    uint32_t number = ++a->at->place[seat].illegal;
    a->report->counts.refused++;
    if (number < ILLEGAL_LIMIT) {
        a->report->counts.faults++;
        line_push(a, (struct step){ .type = MSG_REFUSED, .seat = (uint8_t)seat, .action = (uint16_t)j->a });
        return;
    }
    audit_push_fault(a, seat, EFFECT_GAME, j, number);
    audit_play_game_lost(a, seat);
}

static void unasked(struct audit *a, unsigned seat, const struct judgement *j)
{
    uint32_t number = ++a->seat[seat].unasked;
    a->report->counts.ignored++;
    if (number >= UNASKED_LIMIT)
        match_fault(a, seat, j, number);
    else
        a->report->counts.faults++;
}

static void early(struct audit *a, unsigned seat, const struct judgement *j)
{
    struct early_fault *e = &a->seat[seat].early;
    if (e->fault)
        return;
    *e = (struct early_fault){ j->fault, j->a, j->b };
    audit_check_hellos(a);
}

void audit_fault(struct audit *a, unsigned seat, const struct judgement *j)
{
    if (a->stage == STAGE_HELLO) {
        early(a, seat, j); /* it is counted when it is told */
        return;
    }
    if (seat >= a->seats) {
        audit_cutter_fault(a, seat, j);
        return;
    }
    fault_noted(a, seat);
    switch (j->fault) {
    case FAULT_TIMEOUT: timeout(a, seat, j); break;
    case FAULT_ILLEGAL: illegal(a, seat, j); break;
    case FAULT_UNASKED: unasked(a, seat, j); break;
    default: match_fault(a, seat, j, j->b); break;
    }
}

static void push_offers(struct audit *a)
{
    for (unsigned i = 0; i < a->parties; i++)
        line_push(a, (struct step){ .type = MSG_OFFER, .seat = (uint8_t)i });
}

/* A match that did not start: every seat that is at fault is told, the first one's fault is the result's, and
 * the scorer that is left without a fault wins: none, or more than one, nobody does.  False: no seat is. */
static bool push_unstarted(struct audit *a)
{
    unsigned first = NOBODY;
    bool out[SCORERS_MAX] = { false };
    for (unsigned i = 0; i < a->seats; i++) {
        const struct early_fault *e = &a->seat[i].early;
        if (!e->fault)
            continue;
        if (first == NOBODY)
            first = i;
        out[rules_scorer(&a->rules, (int)a->seats, i)] = true;
        fault_noted(a, i);
        audit_push_fault(a, i, EFFECT_MATCH, &(struct judgement){ VERDICT_FAULT, e->fault, e->a, e->b }, e->b);
    }
    if (first == NOBODY)
        return false;
    const struct early_fault *e = &a->seat[first].early;
    unsigned left = 0;
    unsigned winner = a->result.scorers;
    for (unsigned s = 0; s < a->result.scorers; s++)
        if (!out[s]) {
            winner = s;
            left++;
        }
    audit_result(a, END_FAULT, left == 1 ? winner : a->result.scorers, first, e->fault, e->a, e->b);
    return true;
}

/* What was at fault before the offer is told behind it, and the match is over. */
static void unstarted(struct audit *a)
{
    bool lost = push_unstarted(a);
    a->stage = STAGE_JOIN;
    audit_cutters_settle(a, lost);
    audit_play_end(a);
}

void audit_check_hellos(struct audit *a)
{
    bool at_fault = false;
    for (unsigned i = 0; i < a->parties; i++) {
        if (!a->seat[i].hello && !a->seat[i].early.fault)
            return;
        if (a->seat[i].early.fault)
            at_fault = true;
    }
    push_offers(a);
    if (at_fault) {
        unstarted(a);
        return;
    }
    a->stage = STAGE_JOIN;
    for (unsigned i = 0; i < a->parties; i++)
        audit_owes(a, i, OWES_JOIN);
}

/* The HELLO that follows is the arbiter's doing.  Before the offer nothing is built on the bot's key yet: it may
 * come with another. */
static void forgive_hello(const struct audit *a, struct seat_state *s)
{
    if (a->stage == STAGE_HELLO)
        s->hellos = 0;
    else if (s->hellos > 1)
        s->hellos--;
}

/* REC_SEAT: a process ended or was started again, a connection came or went. */
bool audit_judge_seat(struct audit *a)
{
    struct rec_seat in;
    if (!rec_seat_read(&a->rec, &in) || in.party >= a->parties)
        return ARBITER_LIES(a, "not a record of what happened to a seat");
    struct seat_state *s = &a->seat[in.party];
    uint32_t detail = in.detail;
    struct judgement j = { .verdict = VERDICT_FAULT };
    if (a->stage == STAGE_OVER || audit_cutter_lost(a, in.party))
        return true;
    switch (in.event) {
    case SEAT_EVENT_CONNECTED:
    case SEAT_EVENT_LEFT: return true;
    case SEAT_EVENT_BOT_RESTARTED: s->troubled = true; return true;
    case SEAT_EVENT_RESTARTED:
    case SEAT_EVENT_RESUMED:
        s->troubled = true;
        if (in.event == SEAT_EVENT_RESUMED)
            forgive_hello(a, s);
        if (a->stage != STAGE_HELLO)
            audit_freeze(a, in.party);
        else if (!s->away)
            s->frozen_us = a->rec.us;
        if (a->stage == STAGE_HELLO)
            s->hello = false; /* the start limit goes on */
        else
            s->away = true;
        return true;
    case SEAT_EVENT_EXITED:
        j.fault = FAULT_CRASHED;
        j.a = detail < 256 ? detail : 0;
        j.b = detail < 256 ? 0 : detail - 256;
        break;
    case SEAT_EVENT_LIMIT:
        j.fault = FAULT_RESOURCES;
        j.a = detail & 255;
        j.b = detail >> 8;
        break;
    default: return ARBITER_LIES(a, "not a record of what happened to a seat");
    }
    s->troubled = true;
    audit_fault(a, in.party, &j);
    return true;
}

/* The match is void from here on: the arbiter could not go on, or was told not to. */
static void call_off(struct audit *a)
{
    a->void_due = false;
    a->at = a->table;
    audit_push_fault(a, NOBODY, EFFECT_VOID, &(struct judgement){ VERDICT_FAULT, FAULT_ARBITER, a->void_error, 0 }, 0);
    audit_play_match_void(a, a->void_error, 0);
}

/* The machine went down: nothing that the last input caused has to follow, and nothing of the match counts. */
static void lost(struct audit *a)
{
    a->void_due = false;
    a->at = a->table;
    for (unsigned i = 0; i < a->parties; i++)
        a->seat[i].signed_hand = a->seat[i].passed_hand = 0;
    a->result = (struct result){ .scorers = a->result.scorers };
    audit_result(a, END_VOID, a->result.scorers, NOBODY, FAULT_ARBITER, ARBITER_ANOTHER_BOOT, 0);
    line_push(a, (struct step){ .type = MSG_RESULT });
    line_push(a, (struct step){ .type = MSG_REVEAL });
    a->stage = STAGE_OVER;
}

void audit_forget_due(struct audit *a)
{
    while (line_next(a))
        line_pop(a);
    a->taken = a->words;
    a->round_open = false;
}

bool audit_says_lost(const struct record *rec)
{
    struct rec_void in;
    return rec->type == REC_VOID && rec_void_read(rec, &in) && in.code == ARBITER_ANOTHER_BOOT;
}

/* REC_VOID.  Where there is no offer yet it is made first. */
bool audit_judge_void(struct audit *a)
{
    struct rec_void in;
    if (!rec_void_read(&a->rec, &in))
        return ARBITER_LIES(a, "not a record of a match that was called off");
    if (in.code < ARBITER_DISK || in.code > ARBITER_MEMORY)
        return ARBITER_LIES(a, "a match is called off for reason %u, which there is not", in.code);
    a->lost = in.code == ARBITER_ANOTHER_BOOT;
    /* The last input ended it, and the machine went down before RESULT was made: then it is void all the same. */
    if (a->stage == STAGE_OVER && (!a->lost || a->report->has_result))
        return ARBITER_LIES(a, "a match that was over is called off");
    a->void_error = in.code;
    a->void_due = !a->has_offer;
    if (!a->has_offer)
        push_offers(a);
    else if (a->lost)
        lost(a);
    else
        call_off(a);
    return true;
}

/* The offers of a match that was called off are made. */
void audit_go_on_void(struct audit *a)
{
    if (!a->void_due || !a->has_offer || line_next(a))
        return;
    if (a->lost)
        lost(a);
    else
        call_off(a);
}

/* REC_LOGGED stands before OPEN; where the log did not take it, in OPEN's place. */
bool audit_judge_logged(struct audit *a)
{
    const struct step *due = line_next(a);
    if (!rec_logged_read(&a->rec, &a->logged))
        return ARBITER_LIES(a, "not a record of what the match log said");
    if (!due || due->type != MSG_OPEN || !a->offer.log_key[0] || a->asked_log)
        return ARBITER_LIES(a, "the match log is asked where no OPEN waits for it");
    a->asked_log = true;
    if (!a->logged.error)
        return true;
    while (line_next(a))
        line_pop(a);
    a->void_error = ARBITER_DISK;
    call_off(a);
    return true;
}

/* REC_REVEAL_NOW: the twin is over, and S can be told. */
bool audit_judge_reveal_now(struct audit *a)
{
    const struct step *due = line_next(a);
    if (a->rec.size || !due || due->type != MSG_REVEAL || !audit_twin_follows(a) || a->reveal_now)
        return ARBITER_LIES(a, "no twin is waited for here");
    a->reveal_now = true;
    return true;
}

bool audit_check_fault(struct audit *a, const struct step *s, const struct msg *m)
{
    uint64_t x = s->a;
    if (m->seat != s->seat)
        return ARBITER_LIES(a, "the fault of seat %u is laid on seat %u", s->seat, m->seat);
    if (m->fault != s->fault) {
        char is[64], due[64];
        return ARBITER_LIES(a, "FAULT says %s, it is %s", fault_label(m->fault, is), fault_label(s->fault, due));
    }
    if (m->a != x || m->b != s->b)
        return ARBITER_LIES(a, "the fault's numbers are %llu and %llu, they should be %llu and %llu",
                            (unsigned long long)m->a, (unsigned long long)m->b, (unsigned long long)x,
                            (unsigned long long)s->b);
    if (m->effect != s->effect)
        return ARBITER_LIES(a, "the fault's effect is %u, it should be %u", m->effect, s->effect);
    audit_rests_fault(a, s);
    a->report->counts.faults += s->seat != NOBODY;
    pack_msg_fault(&a->expect, a->at->number, s->seat, s->fault, s->effect, x, s->b);
    return audit_same_bytes(a, "other bytes than its fields make");
}
