/* jail_test: `fiel jail-test`, the table of what holds on this machine. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/json_line.h"
#include "cli/cells.h"
#include "cli/language.h"
#include "cli/words.h"
#include "jail.h"
#include "jail_cost.h"
#include "capacity.h"
#include "runtime.h"

enum { NAME_WIDE = 20, HELD_WIDE = 10 };

static const char
    help[] = "usage: fiel jail-test [--uids FIRST-LAST] [--quick] [--json]\n\n"
             "  fiel jail-test\n\n"
             "Tries every layer of the jail for hosted bots and tells which hold on this machine, as this user.\n"
             "What strict demands is all but the cgroup.  Where it can be held, what pages of its own cost a bot is\n"
             "measured: its start, with the runtimes of `fiel runtime`, beside one with the machine's files, and the\n"
             "memory of 100 matches.\n\n";

static const char after
    [] = "\nExit: 0 `fiel match --jail=strict` can be held, 1 it cannot, 2 wrong usage, 3 nothing could be tried.\n";

static void print_layer(const char *name, const char *held, const char *says)
{
    cell_left(stdout, NAME_WIDE, name);
    cell_left(stdout, HELD_WIDE, held);
    cell_flow(stdout, NAME_WIDE + HELD_WIDE, NAME_WIDE + HELD_WIDE, says);
    putchar('\n');
}

static void print_flow(const char *sentence)
{
    cell_flow(stdout, 0, 2, sentence);
    putchar('\n');
}

static void print_table(const struct jail_probe *p)
{
    char why[320];
    print_layer("layer", "", "what it means for a bot");
    for (int i = 0; i < JAIL_LAYERS; i++) {
        enum jail_layer l = (enum jail_layer)i;
        bool held = p->held & JAIL_BIT(i);
        print_layer(jail_layer_name(l), held ? "held" : "NOT held", jail_layer_promise(l));
        if (!held)
            print_layer("", "", jail_lack_text(p, l, why));
    }
    if (p->held & JAIL_BIT(JAIL_LANDLOCK))
        printf("\nLandlock's ABI is %d; 4 covers TCP, 6 abstract sockets and signals\n", jail_landlock_abi());
    if (!(p->held & JAIL_BIT(JAIL_CGROUP)))
        print_flow("the cgroup is not demanded: a bot is one process, whose address space is limited without it");
}

static const char *milliseconds(int64_t us, char text[32])
{
    snprintf(text, 32, us < 0 ? "-" : "%.1f ms", (double)us / 1000);
    return language_decimals(text);
}

static void print_cost(const struct jail_cost *c)
{
    char text[32];
    cell_left(stdout, NAME_WIDE, c->runtime);
    cell_right(stdout, 12, milliseconds(c->own_us, text));
    cell_right(stdout, 15, milliseconds(c->shared_us, text));
    snprintf(text, sizeof text, "%.1f MB", (double)c->bytes / 1e6);
    cell_right(stdout, 11, language_decimals(text));
    snprintf(text, sizeof text, "%.1f GB", 200.0 * (double)c->bytes / 1e9);
    cell_right(stdout, 22, language_decimals(text));
    putchar('\n');
}

static void print_costs(const struct jail_cost *cost, unsigned count)
{
    if (!count)
        return;
    putchar('\n');
    cell_left(stdout, NAME_WIDE, "own pages cost");
    cell_right(stdout, 12, "a start");
    cell_right(stdout, 15, "without them");
    cell_right(stdout, 11, "a bot");
    cell_right(stdout, 22, "100 matches of two");
    putchar('\n');
    for (unsigned i = 0; i < count; i++)
        print_cost(&cost[i]);
    cell_flow(stdout, 0, 2,
              "a start: the fastest of some of a program that does nothing, from nothing to its end; a bot's own "
              "folder comes to it");
}

static json_t *cost_json(const struct jail_cost *c)
{
    json_t *o = json_object();
    json_object_set_new(o, "runtime", json_string(c->runtime));
    json_object_set_new(o, "bytes", json_integer((json_int_t)c->bytes));
    json_object_set_new(o, "start_us", json_integer(c->own_us));
    json_object_set_new(o, "shared_start_us", json_integer(c->shared_us));
    return o;
}

static json_t *layer_json(const struct jail_probe *p, enum jail_layer l)
{
    char why[320];
    bool held = p->held & JAIL_BIT(l);
    json_t *o = json_object();
    json_object_set_new(o, "layer", json_string(jail_layer_name(l)));
    json_object_set_new(o, "held", json_boolean(held));
    json_object_set_new(o, "demanded", json_boolean((JAIL_DEMANDED & JAIL_BIT(l)) != 0));
    if (!held)
        json_object_set_new(o, "remedy", json_string(jail_lack_text(p, l, why)));
    return o;
}

/* Matches of two bots with the least memory that `fiel match` gives by itself and the largest runtime: how many at once, and megabytes. */
static json_t *room_json(void)
{
    struct capacity have;
    const struct capacity_wish two = {
        .parties = 2, .hosted = 2, .jailed = true, .bot_memory = CAPACITY_BOT_LEAST, .copies = 2 * runtime_most()
    };
    const struct capacity each = capacity_of_match(&two);
    capacity_look(&have, JAIL_UID_LAST - JAIL_UID_FIRST + 1);
    have.descriptors = UINT64_MAX;
    json_t *o = json_object();
    json_object_set_new(o, "matches", json_integer((json_int_t)capacity_times(&have, &each)));
    json_object_set_new(o, "each_mib", json_integer((json_int_t)(each.memory >> 20)));
    json_object_set_new(o, "mib", json_integer((json_int_t)(have.memory >> 20)));
    return o;
}

static void print_json(const struct jail_probe *p, bool strict, const struct jail_cost *cost, unsigned count)
{
    json_t *o = json_object(), *layers = json_array(), *costs = json_array();
    for (int i = 0; i < JAIL_LAYERS; i++)
        json_array_append_new(layers, layer_json(p, (enum jail_layer)i));
    json_object_set_new(o, "strict", json_boolean(strict));
    json_object_set_new(o, "uid", json_integer(geteuid()));
    json_object_set_new(o, "landlock_abi", json_integer(jail_landlock_abi()));
    json_object_set_new(o, "layers", layers);
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(costs, cost_json(&cost[i]));
    json_object_set_new(o, "costs", costs);
    json_object_set_new(o, "room", room_json());
    json_line(o, stdout);
}

/* Tries all layers for a bot that is nowhere; `costs` NULL: what they cost is not asked. */
static int probe(uint32_t uid, struct jail_probe *out, struct jail_cost cost[JAIL_COSTS], unsigned *costs)
{
    static struct jail_plan plan;
    char folder[] = "/tmp/fiel-jail-XXXXXX";
    if (!mkdtemp(folder))
        return -1;
    jail_plan_start(&plan, JAIL_ALL);
    runtime_for("/bin/sh", plan.runtime);
    jail_show_trial(&plan);
    plan.uid = uid = jail_uid_here(uid);
    plan.memory = 1 << 30;
    strcpy(plan.root, folder);
    jail_try(&plan, out);
    if (costs && !(JAIL_DEMANDED & ~out->held))
        *costs = jail_costs(cost, out->held, uid, folder);
    return rmdir(folder);
}

struct jail_test_words {
    bool json, quick;
    uint32_t uid[2]; /* the first and the last */
};

static const struct cli_option options[] = {
    { "uids", "FIRST-LAST", CLI_AT(jail_uids_given, struct jail_test_words, uid),
      "the range of user ids bots get   (1510000000-1510000999)" },
    { "quick", NULL, CLI_INTO(struct jail_test_words, quick), "the layers alone: what they cost is not measured" },
    { "json", NULL, CLI_INTO(struct jail_test_words, json), "one JSON object" },
    { 0 },
};
static const struct cli_words takes = { "jail-test", options, help, .after = after };

int cli_jail_test(int argc, char **argv)
{
    struct jail_probe found;
    struct jail_cost cost[JAIL_COSTS];
    unsigned costs = 0;
    struct jail_test_words w = { .uid = { JAIL_UID_FIRST, JAIL_UID_LAST } };
    int code;
    if (!cli_words_read(&takes, &w, &argc, argv, &code))
        return code;
    if (probe(w.uid[0], &found, cost, w.quick ? NULL : &costs))
        return cli_fail(EXIT_ENVIRONMENT, "jail-test: no folder in /tmp to try with: %s: make room there",
                        strerror(errno));
    bool strict = !(JAIL_DEMANDED & ~found.held);
    if (w.json)
        print_json(&found, strict, cost, costs);
    else
        print_table(&found), print_costs(cost, costs);
    if (!w.json)
        puts(strict ? "\n--jail=strict can be held here"
                    : "\n--jail=strict cannot be held here: it would refuse to play");
    return strict ? EXIT_FINE : EXIT_NEGATIVE;
}
