/* check_fault: the faults of a bot, and what its author can do about them. */
#include <string.h>

#include "check.h"
#include "child/events.h"
#include "cli/language.h"

static const struct {
    const char *fault, *remedy;
} remedies[] = {
    { "illegal", N_("answer one of the actions that came with the request, and no sign where none is made") },
    { "malformed", N_("send one ZeroMQ part of at most 65536 bytes: a canonical msgpack array, as CLIENT.md has it") },
    { "bad-signature", N_("sign the bytes that DEAL.md gives for this message, with the key that HELLO named") },
    { "bad-cut", N_("reveal the cuts of one hash chain, in order, each once (DEAL.md)") },
    { "wrong-seat", N_("answer as the seat that OFFER gave you") },
    { "unasked", N_("answer each request once, with its number, and nothing else") },
    { "timeout",
      N_("answer within the budget of each request, which the request tells; leave a margin for a busy machine") },
    { "no-start", N_("connect to the endpoint on descriptor 3 and say HELLO at once; load what is large later, or make "
                     "it smaller") },
    { "withheld", N_("answer every HAND_END with HAND_SIGN and the next CUT at once") },
    { "crashed", N_("it ended by itself: what it printed last tells where; build it with -fsanitize=address,undefined "
                    "and play `fiel match --jail none` with it (docs/debug.md)") },
    { "resources", N_("stay below the limits of fiel match --help: memory, files, output") },
    { "protested", N_("it found the arbiter at fault where every other client found nothing: look at its own checks") },
    { "out-of-order", N_("send only what section 5 of CLIENT.md has now, and nothing twice") },
};

const char *check_remedy(const char *fault)
{
    for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++)
        if (fault && !strcmp(fault, remedies[i].fault))
            return T(remedies[i].remedy);
    return "";
}

/* What costs nothing is no reason to turn a bot away. */
static bool costs(const json_t *fault)
{
    return strcmp(json_text(fault, "effect"), "noted") != 0 && strcmp(json_text(fault, "effect"), "refused") != 0;
}

static const json_t *first_of(const struct check *c, const json_t *faults, bool all_mine)
{
    const json_t *fault;
    size_t i;
    json_array_foreach(faults, i, fault)
    {
        const json_t *seat = json_object_get(fault, "seat");
        bool mine = all_mine || (json_is_integer(seat) && check_mine(c, (unsigned)json_integer_value(seat)));
        if (mine && costs(fault))
            return fault;
    }
    return NULL;
}

const json_t *check_fault(const struct check *c, const json_t *result)
{
    const json_t *pair, *leg, *fault;
    size_t i, k;
    json_array_foreach(json_object_get(result, "list"), i, pair)
        json_array_foreach(json_object_get(pair, "legs"), k,
                           leg) if ((fault = first_of(c, json_object_get(leg, "faults"), true))) return fault;
    return first_of(c, json_object_get(result, "faults"), false);
}
