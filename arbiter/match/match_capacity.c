/* match_capacity: see match_capacity.h. */
#include "match_capacity.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/cli.h"
#include "jail/inherited.h"
#include "jail/runtime.h"
#include "match.h"

uint64_t bot_copied(const struct match_options *o, const struct bot_command *c)
{
    static struct jail_plan p; /* for its size */
    if (o->jail == JAIL_NONE || c->remote)
        return 0;
    jail_plan_start(&p, JAIL_ALL);
    runtime_for(c->path, p.runtime);
    jail_show_system(&p);
    (void)jail_show_bot(o, c, &p); /* what has no room in the plan is not shown either */
    return jail_copied(&p);
}

static struct capacity_wish wish_of(const struct match_options *o)
{
    struct capacity_wish w = { .parties = options_parties(o),
                               .jailed = o->jail != JAIL_NONE,
                               .bot_memory = o->bot_memory };
    for (unsigned i = 0; i < w.parties; i++) {
        w.hosted += !o->bot[i].remote;
        w.copies += bot_copied(o, &o->bot[i]);
    }
    return w;
}

/* A size that nobody asked for is lowered to what there is. */
static void lower(struct match_options *o, struct capacity_wish *w, const struct capacity *have)
{
    w->bot_memory = 0;
    uint64_t besides = capacity_of_match(w).memory;
    uint64_t most = w->hosted && have->memory > besides ? ((have->memory - besides) / w->hosted >> 20) << 20 : 0;
    if (!o->memory_given && most >= CAPACITY_BOT_LEAST && most < o->bot_memory) {
        fprintf(stderr, "fiel: each bot has %" PRIu64 " MiB of memory: there are %" PRIu64 " here (--bot-memory)\n",
                most >> 20, have->memory >> 20);
        o->bot_memory = most;
    }
    w->bot_memory = o->bot_memory;
}

int match_count_room(struct match_options *o, bool resumed)
{
    char why[CAPACITY_WHY];
    struct capacity have;
    struct capacity_wish w = wish_of(o);
    capacity_look(&have, o->uid[1] - o->uid[0] + UINT64_C(1));
    if (!resumed)
        lower(o, &w, &have);
    const struct capacity each = capacity_of_match(&w);
    if (inherited_short(&each, w.hosted, o->bot_memory, why))
        return cli_fail(EXIT_ENVIRONMENT, "match: %s", why);
    have.descriptors = each.descriptors;
    if (resumed || !capacity_short(&have, &each, 1, why))
        return EXIT_FINE;
    return cli_fail(EXIT_ENVIRONMENT,
                    "match: it %s (of which copies of the bots' files are %" PRIu64
                    " MiB): give each bot less (--bot-memory), or smaller files, or play fewer at once, or where this "
                    "machine or its cgroup has more",
                    why, w.copies >> 20);
}
