/* audit_clock: thinking time, silence, and what each fault does. */
#include "state.h"

#include <assert.h>
#include <string.h>

/* What one decision may cost the bank. */
static uint64_t allowed_us(const struct audit *a, unsigned seat)
{
    uint64_t bank = a->seat[seat].bank_us, cap = a->offer.cap_us;
    return bank < cap ? bank : cap;
}

uint64_t audit_budget(const struct audit *a, unsigned seat)
{
    return allowed_us(a, seat) + a->offer.grace_us;
}

/* The stamps of the open request: within the arbiter's own interval, and the request left once. */
static bool stamps_fit(struct audit *a, unsigned seat, uint64_t left, uint64_t came)
{
    if (left < a->request_sent_us || came < left || a->rec.us < came)
        return ARBITER_LIES(a, "times out of order: sent %llu, left %llu, came %llu, recorded %llu us",
                            (unsigned long long)a->request_sent_us, (unsigned long long)left,
                            (unsigned long long)came, (unsigned long long)a->rec.us);
    if (a->left_known && left != a->left_us)
        return ARBITER_LIES(a, "request %u of seat %u left at %llu us, before it was said to be %llu us",
                            a->seat[seat].request, seat, (unsigned long long)left, (unsigned long long)a->left_us);
    a->left_known = true;
    a->left_us = left;
    return true;
}

bool audit_in_time(struct audit *a, unsigned seat, uint64_t left, uint64_t came, bool *in_time, uint64_t *used)
{
    if (!stamps_fit(a, seat, left, came)) return false;
    *used = came - left;
    *in_time = *used <= audit_budget(a, seat);
    return true;
}

/* bank - charge + inc, where charge is the time above the grace, and never more than was allowed. */
void audit_charge(struct audit *a, unsigned seat, uint64_t used)
{
    uint64_t charge = used > a->offer.grace_us ? used - a->offer.grace_us : 0, allowed = allowed_us(a, seat);
    if (charge > allowed) charge = allowed;
    a->seat[seat].bank_us += a->offer.inc_us - charge;
}

/* Before the offer nothing can be signed or chained: a match that ends there is offered all the same. */
static void push_late_offer(struct audit *a)
{
    for (unsigned i = 0; i < a->seats && !a->has_offer; i++)
        line_push(a, (struct step){ .type = MSG_OFFER, .seat = (uint8_t)i });
}

static void fault_noted(struct audit *a, unsigned seat)
{
    a->result.faults[seat]++;
    a->report->counts.faults++;
}

/* The action played for a silent seat: the refusal, the modest answer or the pass, else the lowest code. */
static struct action default_action(const struct audit *a, unsigned seat)
{
    static const uint8_t refusing[] = { ACT_NO_QUIERO, ACT_CON_FLOR_ACHICO, ACT_PASS };
    struct action list[LEGAL_MAX], lowest;
    int n = match_legal(&a->match, (int)seat, list);
    lowest = list[0];
    for (size_t k = 0; k < sizeof refusing; k++)
        for (int i = 0; i < n; i++)
            if (list[i].kind == refusing[k]) return list[i];
    for (int i = 1; i < n; i++)
        if (action_code(list[i]) < action_code(lowest)) lowest = list[i];
    return lowest;
}

bool audit_fault_timeout(struct audit *a, unsigned seat, uint64_t used)
{
    uint64_t allowed = audit_budget(a, seat);
    if (++a->seat[seat].timeouts >= TIMEOUT_LIMIT) return audit_fault_match(a, seat, FAULT_TIMEOUT, allowed, used);
    fault_noted(a, seat);
    uint8_t effect = a->offer.on_timeout ? EFFECT_DEFAULT_ACTION : EFFECT_GAME;
    line_push(a, (struct step){ .type = MSG_FAULT, .seat = (uint8_t)seat, .fault = FAULT_TIMEOUT,
                                .effect = effect, .a = allowed, .b = used });
    if (effect == EFFECT_GAME) return audit_play_game_lost(a, seat);
    audit_charge(a, seat, used);
    struct action act = default_action(a, seat);
    struct match after;
    enum rule_error e = match_apply(&a->match, (int)seat, act, &after);
    assert(!e); /* it stood in the list of what is legal */
    return audit_play_answer(a, seat, act, &after);
}

bool audit_fault_illegal(struct audit *a, unsigned seat, enum rule_error e)
{
    fault_noted(a, seat);
    if (++a->seat[seat].illegal < ILLEGAL_LIMIT)
        return line_push(a, (struct step){ .type = MSG_REFUSED, .seat = (uint8_t)seat, .action = (uint16_t)e });
    line_push(a, (struct step){ .type = MSG_FAULT, .seat = (uint8_t)seat, .fault = FAULT_ILLEGAL,
                                .effect = EFFECT_GAME, .a = e, .b = ILLEGAL_LIMIT });
    return audit_play_game_lost(a, seat);
}

/* True when it was the one too many, which loses the match. */
bool audit_fault_unasked(struct audit *a, unsigned seat, uint32_t request)
{
    if (++a->seat[seat].unasked >= UNASKED_LIMIT) {
        audit_fault_match(a, seat, FAULT_UNASKED, request, UNASKED_LIMIT);
        return true;
    }
    fault_noted(a, seat);
    return false;
}

bool audit_fault_match(struct audit *a, unsigned seat, unsigned fault, uint64_t x, uint64_t y)
{
    fault_noted(a, seat);
    push_late_offer(a);
    line_push(a, (struct step){ .type = MSG_FAULT, .seat = (uint8_t)seat, .fault = (uint8_t)fault,
                                .effect = EFFECT_MATCH, .a = x, .b = y });
    return audit_play_match_lost(a, seat, fault, x, y);
}

/* Every seat whose absence was recorded is at fault; if that is both sides, nobody wins. */
bool audit_fault_absent(struct audit *a)
{
    bool side_out[2] = { false, false };
    unsigned first = NOBODY;
    push_late_offer(a);
    for (unsigned i = 0; i < a->seats; i++) {
        if (!a->seat[i].absent) continue;
        if (first == NOBODY) first = i;
        side_out[i % 2] = true;
        fault_noted(a, i);
        line_push(a, (struct step){ .type = MSG_FAULT, .seat = (uint8_t)i, .fault = FAULT_NO_START,
                                    .effect = EFFECT_MATCH, .a = a->start_us, .b = 0 });
    }
    a->absent = false;
    audit_play_match_lost(a, first, FAULT_NO_START, a->start_us, 0);
    if (side_out[0] && side_out[1]) a->result.winner = TIE;
    return true;
}

/* Nothing came from a seat that had to speak. */
static bool silence_of_request(struct audit *a, unsigned seat, uint64_t left, uint64_t now)
{
    if ((int)seat != match_turn(&a->match) || !a->request_sent)
        return ARBITER_LIES(a, "silence of seat %u, which was not asked", seat);
    if (!stamps_fit(a, seat, left, now)) return false;
    if (now - left < audit_budget(a, seat))
        return ARBITER_LIES(a, "silence of seat %u after %llu us, it had %llu us", seat,
                            (unsigned long long)(now - left), (unsigned long long)audit_budget(a, seat));
    return audit_fault_timeout(a, seat, now - left);
}

static bool silence_between(struct audit *a, unsigned seat, uint64_t left, uint64_t now)
{
    const struct seat_state *s = &a->seat[seat];
    uint64_t limit = a->offer.cap_us + a->offer.grace_us;
    bool unsigned_hand = a->signed_hand && !s->has_signed;
    if (!unsigned_hand && (s->cut || !a->more_hands))
        return ARBITER_LIES(a, "silence of seat %u, which owed nothing", seat);
    if (left < s->sent_us || now < left || a->rec.us < now)
        return ARBITER_LIES(a, "times of a silence out of order");
    if (now - left < limit)
        return ARBITER_LIES(a, "silence of seat %u after %llu us, it had %llu us", seat,
                            (unsigned long long)(now - left), (unsigned long long)limit);
    return audit_fault_match(a, seat, FAULT_WITHHELD, unsigned_hand ? a->signed_hand : a->match.open.hand + 1u, limit);
}

static bool silence_at_start(struct audit *a, unsigned seat, uint64_t left, uint64_t now)
{
    struct seat_state *s = &a->seat[seat];
    if (a->stage == STAGE_HELLO ? s->hello : s->joined)
        return ARBITER_LIES(a, "silence of seat %u, which had spoken", seat);
    if (now < left || a->rec.us < now || now - left < a->start_us)
        return ARBITER_LIES(a, "the start limit of seat %u was not over", seat);
    s->absent = a->absent = true; /* more seats may follow, before the end is told */
    return true;
}

bool audit_judge_silence(struct audit *a)
{
    const uint8_t *at = a->rec.payload;
    if (a->rec.size != 18 || at[0] >= a->seats) return ARBITER_LIES(a, "not a record of a silence");
    unsigned seat = at[0], due = FAULT_NONE;
    uint64_t left = get_be(at + 2, 8), now = get_be(at + 10, 8);
    switch (a->stage) {
    case STAGE_HELLO:
    case STAGE_JOIN: due = FAULT_NO_START; break;
    case STAGE_BETWEEN: due = FAULT_WITHHELD; break;
    case STAGE_PLAY: due = FAULT_TIMEOUT; break;
    case STAGE_OVER: return ARBITER_LIES(a, "silence after the match was over");
    }
    if (at[1] != due) {
        char is[64], should[64];
        return ARBITER_LIES(a, "this silence is recorded as %s, it is %s", fault_label(at[1], is),
                            fault_label(due, should));
    }
    if (due == FAULT_NO_START) return silence_at_start(a, seat, left, now);
    if (due == FAULT_WITHHELD) return silence_between(a, seat, left, now);
    return silence_of_request(a, seat, left, now);
}

/* REC_SEAT tells what happened around the wire; only the end of a bot's process can be a fault's reason. */
bool audit_judge_seat(struct audit *a)
{
    const uint8_t *at = a->rec.payload;
    if (a->rec.size != 6 || at[0] >= a->seats || at[1] < SEAT_EVENT_CONNECTED || at[1] > SEAT_EVENT_RESTARTED)
        return ARBITER_LIES(a, "not a record of what happened to a seat");
    if (at[1] == SEAT_EVENT_EXITED) {
        a->seat[at[0]].exits++;
        a->seat[at[0]].exit_detail = (uint32_t)get_be(at + 2, 4);
    }
    return true;
}

/* A FAULT that no message and no silence caused: a process that ended, or the arbiter's own failure. */
bool audit_fault_unprompted(struct audit *a, const struct msg *m)
{
    if (m->fault == FAULT_ARBITER) {
        line_push(a, (struct step){ .type = MSG_FAULT, .seat = NOBODY, .fault = FAULT_ARBITER,
                                    .effect = EFFECT_VOID, .a = m->a, .b = m->b });
        return audit_play_match_void(a, m->a, m->b);
    }
    if (m->seat >= a->seats || !a->seat[m->seat].exits || (m->fault != FAULT_CRASHED && m->fault != FAULT_RESOURCES))
        return ARBITER_LIES(a, "a FAULT that nothing caused");
    uint32_t detail = a->seat[m->seat].exit_detail;
    if (m->fault == FAULT_RESOURCES) return audit_fault_match(a, m->seat, FAULT_RESOURCES, m->a, m->b);
    return audit_fault_match(a, m->seat, FAULT_CRASHED, detail < 256 ? detail : 0, detail < 256 ? 0 : detail - 256);
}

bool audit_check_fault(struct audit *a, const struct step *s, const struct msg *m)
{
    uint64_t x = s->a;
    if (m->seat != s->seat && s->seat < a->seats)
        return ARBITER_LIES(a, "the fault of seat %u is laid on seat %u", s->seat, m->seat);
    if (m->fault != s->fault) {
        char is[64], due[64];
        return ARBITER_LIES(a, "FAULT says %s, it is %s", fault_label(m->fault, is), fault_label(s->fault, due));
    }
    if (s->fault == FAULT_MALFORMED && (m->a == WIRE_MULTIPART || m->a == WIRE_TOO_LONG) && m->a != x) {
        /* The record holds one part of at most 64 KiB: that there was more is the seat process's word. */
        if (m->a == WIRE_TOO_LONG && !a->word_malformed)
            return ARBITER_LIES(a, "the envelope was not too long");
        x = m->a;
        if (a->result.fault == FAULT_MALFORMED) a->result.fault_a = x;
    }
    if (m->a != x || m->b != s->b)
        return ARBITER_LIES(a, "the fault's numbers are %llu and %llu, they should be %llu and %llu",
                            (unsigned long long)m->a, (unsigned long long)m->b, (unsigned long long)x,
                            (unsigned long long)s->b);
    if (m->effect != s->effect)
        return ARBITER_LIES(a, "the fault's effect is %u, it should be %u", m->effect, s->effect);
    pack_msg_fault(&a->expect, 0, s->seat, s->fault, s->effect, x, s->b);
    return audit_same_bytes(a, "other bytes than its fields make");
}
