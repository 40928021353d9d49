/* faults: which fault has which effect. */
#include "faults.h"

#include <assert.h>

static enum fault_effect timeout_effect(uint32_t number, enum on_timeout policy)
{
    if (number >= TIMEOUT_MOST)
        return EFFECT_MATCH;
    return policy == TIMEOUT_DEFAULT_ACTION ? EFFECT_DEFAULT_ACTION : EFFECT_GAME;
}

enum fault_effect fault_count(struct fault_counts *c, uint32_t *illegal, enum fault f, enum on_timeout policy,
                              uint32_t *number)
{
    c->all++;
    *number = 1;
    switch (f) {
    case FAULT_ILLEGAL: *number = ++*illegal; return *number < ILLEGAL_MOST ? EFFECT_REFUSED : EFFECT_GAME;
    case FAULT_UNASKED: *number = ++c->unasked; return *number < UNASKED_MOST ? EFFECT_NOTED : EFFECT_MATCH;
    case FAULT_TIMEOUT: *number = ++c->timeouts; return timeout_effect(*number, policy);
    case FAULT_MALFORMED:
    case FAULT_BAD_SIGNATURE:
    case FAULT_BAD_CUT:
    case FAULT_WRONG_SEAT:
    case FAULT_NO_START:
    case FAULT_WITHHELD:
    case FAULT_CRASHED:
    case FAULT_RESOURCES:
    case FAULT_PROTESTED:
    case FAULT_OUT_OF_ORDER:
    case FAULT_KEY_AGAIN: return EFFECT_MATCH;
    case FAULT_NONE:
    case FAULT_ARBITER: break;
    }
    assert(0 && "a fault of a bot");
    return EFFECT_VOID;
}

struct action fault_default_action(const struct action *legal, int n)
{
    static const uint8_t refusing[] = { ACT_NO_QUIERO, ACT_CON_FLOR_ACHICO, ACT_ELEVEN_RUN, ACT_PASS };
    assert(n >= 1);
    for (unsigned k = 0; k < sizeof refusing; k++)
        for (int i = 0; i < n; i++)
            if (legal[i].kind == refusing[k])
                return legal[i];
    struct action lowest = legal[0];
    for (int i = 1; i < n; i++)
        if (action_code(legal[i]) < action_code(lowest))
            lowest = legal[i];
    return lowest;
}
