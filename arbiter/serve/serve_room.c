/* serve_room: how many matches this machine has room for, and whether it has for one more. */
#include "base/cli.h"
#include "match/match_options.h"
#include "serve.h"

enum {
    MATCH_DESCRIPTORS = 5, /* its process, events, what is kept of them; and two while it starts */
    OWN_DESCRIPTORS =
        64 /* sockets, the door, and files that are open for a moment; an operator that waits has one, too */
};

/* What a match with so many bots may take, `hosted` of them here. */
static struct room room_of(const struct serve *s, unsigned parties, unsigned hosted)
{
    uint64_t bot_memory = 0;
    char why[WHY];
    (void)size_read(s->config.bot_memory, &bot_memory, why); /* it was good when it was read */
    struct room room = room_of_match(parties, hosted, bot_memory);
    room.descriptors = MATCH_DESCRIPTORS; /* its own processes count theirs */
    return room;
}

unsigned serve_at_once(const struct serve *s)
{
    struct room each = room_of(s, 2, 2);
    uint64_t cores = (uint64_t)CPU_COUNT(&s->cores), room = room_times(&s->room, &each);
    if (s->config.at_once)
        return (unsigned)s->config.at_once;
    return room < 1 ? 1 : (unsigned)(room < cores ? room : cores);
}

int serve_count_room(struct serve *s)
{
    char why[ROOM_WHY];
    struct room each = room_of(s, 2, 2);
    room_look(&s->room);
    s->room.descriptors -= s->room.descriptors > OWN_DESCRIPTORS ? OWN_DESCRIPTORS : s->room.descriptors;
    if (!room_short(&s->room, &each, serve_at_once(s), why))
        return EXIT_FINE;
    return cli_fail(EXIT_ENVIRONMENT,
                    "serve: %u matches of two bots at once %s: fewer with [matches] at_once, or less with [matches] "
                    "bot_memory, or more for this machine or its cgroup",
                    serve_at_once(s), why);
}

static void add_room(const struct serve *s, const struct order *o, struct room *sum)
{
    unsigned hosted = 0;
    for (unsigned i = 0; i < o->seats; i++)
        hosted += !order_remote(o->bot[i]);
    struct room each = room_of(s, o->seats + o->cutters, hosted);
    sum->memory += each.memory;
    sum->tasks += each.tasks;
    sum->files += each.files;
    sum->descriptors += each.descriptors;
}

bool serve_roomy(const struct serve *s, const struct order *o)
{
    struct room sum = { 0 };
    char why[ROOM_WHY];
    for (unsigned i = 0; i < s->places; i++)
        if (s->playing[i].order)
            add_room(s, s->playing[i].order, &sum);
    add_room(s, o, &sum);
    return s->running == 0 || !room_short(&s->room, &sum, 1, why);
}
