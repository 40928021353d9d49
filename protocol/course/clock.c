/* clock: the arithmetic of thinking time. */
#include "clock.h"

#include <assert.h>

static bool span_holds(int64_t us) { return us >= 0 && us <= CLOCK_LONGEST; }

bool clock_rule_holds(const struct clock_rule *r)
{
    return span_holds(r->bank_us) && span_holds(r->inc_us) && span_holds(r->cap_us) && span_holds(r->grace_us);
}

int64_t clock_add(int64_t a, int64_t b)
{
    int64_t sum;
    if (!__builtin_add_overflow(a, b, &sum))
        return sum;
    return b > 0 ? INT64_MAX : INT64_MIN;
}

static int64_t allowed_of(const struct clock_rule *r, int64_t bank_us)
{
    return bank_us < r->cap_us ? bank_us : r->cap_us;
}

int64_t clock_budget(const struct clock_rule *r, int64_t bank_us)
{
    return clock_add(allowed_of(r, bank_us), r->grace_us);
}

static int64_t between(int64_t low, int64_t v, int64_t high)
{
    if (v < low)
        return low;
    return v > high ? high : v;
}

void clock_clamp(int64_t sent, int64_t received, int64_t *left, int64_t *came)
{
    assert(sent <= received);
    *left = between(sent, *left, received);
    *came = between(*left, *came, received);
}

bool clock_charge(const struct clock_rule *r, int64_t *bank_us, int64_t used_us)
{
    assert(used_us >= 0 && *bank_us >= 0);
    int64_t allowed = allowed_of(r, *bank_us);
    int64_t charge = used_us > r->grace_us ? used_us - r->grace_us : 0;
    bool in_time = charge <= allowed;
    *bank_us = clock_add(*bank_us - (in_time ? charge : allowed), r->inc_us);
    return in_time;
}

int64_t clock_tick(int64_t us, int64_t tick_us)
{
    assert(us >= 0 && tick_us >= 0);
    int64_t past = tick_us > 0 ? us % tick_us : 0;
    return past > 0 ? clock_add(us, tick_us - past) : us;
}
