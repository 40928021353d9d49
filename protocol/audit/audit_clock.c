/* audit_clock: thinking time and silence. */
#include "state.h"

#include <string.h>

/* What one decision may cost the bank. */
static uint64_t allowed_us(const struct audit *a, unsigned seat)
{
    uint64_t bank = a->at->place[seat].bank_us, cap = a->offer.cap_us;
    return bank < cap ? bank : cap;
}

uint64_t audit_budget(const struct audit *a, unsigned seat)
{
    return a->stage == STAGE_OPEN ? a->seat[seat].due[a->at->number].budget_us : a->offer.start_us;
}

uint64_t audit_duty_budget(const struct audit *a, unsigned seat)
{
    uint64_t duty = a->seat[seat].duty_us;
    return (duty < a->offer.cap_us ? duty : a->offer.cap_us) + a->offer.grace_us;
}

/* When what is owed at this table, or the signature for all, was asked for. */
static uint64_t asked_us(const struct audit *a, const struct seat_state *s, const struct msg *m)
{
    const struct due *d = m->type == MSG_HAND_SIGN ? &s->signs : &s->due[m->table];
    return audit_put_off(a, s, d->asked_us);
}

/* The time of an envelope is paid once: since the earliest of what it does was asked for, or since the last envelope came that
 * was paid for; by its answers, or where there is none by the bank of the duties. */
void audit_pay(struct audit *a, unsigned seat, unsigned judged)
{
    struct seat_state *s = &a->seat[seat];
    uint64_t since = UINT64_MAX, paid = audit_put_off(a, s, s->paid_us);
    bool pays = false;
    for (unsigned i = 0; i < judged; i++) {
        const struct msg *m = &a->word[i];
        bool of_kind = a->answers ? m->type == MSG_ANSWER : m->type == MSG_CUT || m->type == MSG_HAND_SIGN;
        if (a->word_is[i].verdict != VERDICT_ACCEPTED || !of_kind)
            continue;
        uint64_t asked = asked_us(a, s, m);
        since = asked < since ? asked : since;
        pays = true;
    }
    if (!pays)
        return;
    since = paid > since ? paid : since;
    a->used = a->came > since ? a->came - since : 0;
    s->paid_us = a->came;
    if (a->answers)
        return;
    uint64_t charge = a->used > a->offer.grace_us ? a->used - a->offer.grace_us : 0;
    s->duty_us -= charge < s->duty_us ? charge : s->duty_us;
}

void audit_owes(struct audit *a, unsigned seat, enum owes what)
{
    a->seat[seat].owes = what;
    audit_asked(a, &a->seat[seat]);
}

void audit_asked(struct audit *a, struct seat_state *s)
{
    uint64_t tick = a->offer.tick_us, past = tick ? a->rec.us % tick : 0;
    s->since_us = a->rec.us;
    s->tick_us = past ? a->rec.us - past + tick : a->rec.us;
    s->left_us = 0;
}

/* The stamp of a request that was answered before it left, or whose seat process was lost, does not tell. */
bool audit_before_tick(const struct seat_state *s, uint64_t left)
{
    return !s->troubled && left > s->since_us && left < s->tick_us;
}

/* It was asked, it left, it came back, it was recorded.  That it left may be said later in a second record of
 * the same wait (the clock stood still in between), never earlier. */
bool audit_stamps(struct audit *a, unsigned seat, uint64_t left, uint64_t came, uint64_t *used)
{
    struct seat_state *s = &a->seat[seat];
    *used = came - left;
    if (left < s->since_us || came < left || a->rec.us < came)
        return ARBITER_LIES(a, "times out of order: asked %llu, left %llu, came %llu, recorded %llu us",
                            (unsigned long long)s->since_us, (unsigned long long)left, (unsigned long long)came,
                            (unsigned long long)a->rec.us);
    if (audit_before_tick(s, left))
        return ARBITER_LIES(a, "what seat %u was asked at %llu us left at %llu us, before the next tick of %u us", seat,
                            (unsigned long long)s->since_us, (unsigned long long)left, a->offer.tick_us);
    if (left < s->left_us)
        return ARBITER_LIES(a, "what seat %u was asked left at %llu us, before it was said to be %llu us", seat,
                            (unsigned long long)left, (unsigned long long)s->left_us);
    s->left_us = left;
    return true;
}

/* bank - charge + inc, where charge is the time above the grace, and never more than was allowed. */
void audit_charge(struct audit *a, unsigned seat, uint64_t used)
{
    uint64_t charge = used > a->offer.grace_us ? used - a->offer.grace_us : 0, allowed = allowed_us(a, seat);
    if (charge > allowed)
        charge = allowed;
    a->at->place[seat].bank_us += a->offer.inc_us - charge;
}

/* The fault of not saying in time what is owed. */
struct judgement audit_overdue(const struct audit *a, unsigned seat, uint64_t used)
{
    const struct seat_state *s = &a->seat[seat];
    struct judgement j = { .verdict = VERDICT_FAULT };
    switch (a->stage == STAGE_OPEN ? owed(a, seat) : s->owes) {
    case OWES_JOIN:
        j.fault = FAULT_NO_START;
        j.a = a->offer.start_us;
        break;
    case OWES_HAND:
        j.fault = FAULT_WITHHELD;
        j.a = audit_cut_due(a);
        j.b = audit_budget(a, seat);
        break;
    case OWES_ANSWER:
        j.fault = FAULT_TIMEOUT;
        j.a = audit_budget(a, seat);
        j.b = used;
        break;
    case OWES_NOTHING: break;
    }
    return j;
}

/* Before the offer: the start limit is over, this seat never said hello. */
static bool silence_at_start(struct audit *a, unsigned seat, uint64_t left, uint64_t now)
{
    struct seat_state *s = &a->seat[seat];
    if (s->hello || s->early.fault)
        return ARBITER_LIES(a, "silence of seat %u, which had spoken", seat);
    if (left != s->start_us)
        return ARBITER_LIES(a, "seat %u is said to be waited for since %llu us, it is since %llu", seat,
                            (unsigned long long)left, (unsigned long long)s->start_us);
    if (now < left || a->rec.us < now || now - left < a->header.offer.start_us)
        return ARBITER_LIES(a, "the start limit of seat %u was not over", seat);
    s->early = (struct early_fault){ FAULT_NO_START, a->header.offer.start_us, 0 };
    audit_check_hellos(a);
    return true;
}

bool audit_silence_is(struct audit *a, unsigned seat, unsigned fault, const struct judgement *due)
{
    char is[64], should[64];
    if (fault != due->fault)
        return ARBITER_LIES(a, "this silence is recorded as %s, it is %s", fault_label(fault, is),
                            fault_label(due->fault, should));
    audit_fault(a, seat, due);
    return true;
}

bool audit_judge_silence(struct audit *a)
{
    struct rec_silence in;
    if (!rec_silence_read(&a->rec, &in) || in.party >= a->parties)
        return ARBITER_LIES(a, "not a record of a silence");
    unsigned seat = in.party;
    uint64_t left = in.left_us, now = in.now_us, used = 0;
    if (a->stage == STAGE_HELLO && in.fault == FAULT_NO_START)
        return silence_at_start(a, seat, left, now);
    if (a->stage == STAGE_OPEN)
        return audit_round_silence(a, &in);
    if (a->stage == STAGE_OVER || a->seat[seat].owes == OWES_NOTHING)
        return ARBITER_LIES(a, "silence of seat %u, which owed nothing", seat);
    if (!audit_stamps(a, seat, left, now, &used))
        return false;
    if (used < audit_budget(a, seat))
        return ARBITER_LIES(a, "silence of seat %u after %llu us, it had %llu us", seat, (unsigned long long)used,
                            (unsigned long long)audit_budget(a, seat));
    struct judgement due = audit_overdue(a, seat, used);
    return audit_silence_is(a, seat, in.fault, &due);
}
