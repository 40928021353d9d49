/* serve_room: how many matches this machine has room for, and whether it has for one more. */
#include "base/cli.h"
#include "cli/command.h"
#include "jail/inherited.h"
#include "jail/runtime.h"
#include "match/match_capacity.h"
#include "serve.h"

enum {
    MATCH_DESCRIPTORS = 5, /* its process, events, what is kept of them; and two while it starts */
    OWN_DESCRIPTORS =
        64 /* sockets, the door, and files that are open for a moment; an operator that waits has one, too */
};

/* What the configuration says of a match. */
static void house(const struct serve *s, struct match_options *o)
{
    char why[WHY];
    (void)size_read(s->config.bot_memory, &o->bot_memory, why); /* they were good when they were read */
    (void)jail_uids_read(s->config.uids, &o->uid[0], &o->uid[1]);
    o->jail = (uint8_t)s->config.jail;
}

/* Of a match of so many parties; its own processes count their descriptors. */
static struct capacity room_of(const struct serve *s, unsigned parties, unsigned hosted, uint64_t copies)
{
    static struct match_options o; /* for its size */
    house(s, &o);
    struct capacity room = capacity_of_match(&(struct capacity_wish){ .parties = parties,
                                                                      .hosted = hosted,
                                                                      .jailed = o.jail != JAIL_NONE,
                                                                      .bot_memory = o.bot_memory,
                                                                      .copies = copies });
    room.descriptors = MATCH_DESCRIPTORS;
    return room;
}

/* Of one of two bots, whose files nobody knows yet. */
static struct capacity room_of_two(const struct serve *s)
{
    return room_of(s, 2, 2, s->config.jail == JAIL_NONE ? 0 : 2 * s->runtime);
}

/* What the copies of its hosted bots' files take. */
static uint64_t copies_of(const struct serve *s, const struct order *o)
{
    static struct match_options options;
    char command[ORDER_COMMAND], why[ORDER_WHY];
    uint64_t bytes = 0;
    house(s, &options);
    for (unsigned i = 0; i < o->seats; i++) {
        struct bot_command *c = &options.bot[i];
        if (order_remote(o->bot[i]) || order_program(&s->config, o->bot[i], command, why))
            continue; /* gone since: its match says so */
        if (!command_split(command, c, why) && !command_find(c, why))
            bytes += bot_copied(&options, c);
    }
    return bytes;
}

unsigned serve_at_once(const struct serve *s)
{
    struct capacity each = room_of_two(s);
    uint64_t cores = (uint64_t)CPU_COUNT(&s->cores), room = capacity_times(&s->room, &each);
    if (s->config.at_once)
        return (unsigned)s->config.at_once;
    return room < 1 ? 1 : (unsigned)(room < cores ? room : cores);
}

int serve_count_room(struct serve *s)
{
    char why[CAPACITY_WHY];
    static struct match_options o;
    house(s, &o);
    s->runtime = runtime_most();
    const struct capacity each = room_of_two(s);
    capacity_look(&s->room, o.uid[1] - o.uid[0] + UINT64_C(1));
    s->room.descriptors -= s->room.descriptors > OWN_DESCRIPTORS ? OWN_DESCRIPTORS : s->room.descriptors;
    if (inherited_short(&each, 2, o.bot_memory, why))
        return cli_fail(EXIT_ENVIRONMENT, "serve: %s", why);
    if (!capacity_short(&s->room, &each, serve_at_once(s), why))
        return EXIT_FINE;
    return cli_fail(EXIT_ENVIRONMENT,
                    "serve: %u matches of two bots at once %s: fewer with [matches] at_once, or less with [matches] "
                    "bot_memory, or more for this machine or its cgroup",
                    serve_at_once(s), why);
}

static void add_room(const struct serve *s, struct order *o, struct capacity *sum)
{
    unsigned hosted = 0;
    for (unsigned i = 0; i < o->seats; i++)
        hosted += !order_remote(o->bot[i]);
    if (!o->copies)
        o->copies = copies_of(s, o);
    struct capacity each = room_of(s, o->seats + o->cutters, hosted, o->copies);
    sum->memory += each.memory;
    sum->tasks += each.tasks;
    sum->files += each.files;
    sum->descriptors += each.descriptors;
    sum->users += each.users;
}

bool serve_roomy(const struct serve *s, struct order *o)
{
    struct capacity sum = { 0 };
    char why[CAPACITY_WHY];
    for (unsigned i = 0; i < s->places; i++)
        if (s->playing[i].order)
            add_room(s, s->playing[i].order, &sum);
    add_room(s, o, &sum);
    return s->running == 0 || !capacity_short(&s->room, &sum, 1, why);
}
