/* jail_test: `fiel jail-test`, the table of what holds on this machine. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/json_line.h"
#include "jail.h"
#include "jail_cost.h"
#include "runtime.h"

static void help(void)
{
    puts("usage: fiel jail-test [--uids FIRST-LAST] [--quick] [--json]\n\n"
         "  fiel jail-test\n\n"
         "Tries every layer of the jail for hosted bots and tells which hold on this machine, as this user.\n"
         "What strict demands is all but the cgroup.  Where it can be held, what pages of its own cost a bot is\n"
         "measured: its start, with the runtimes of `fiel runtime`, beside one with the machine's files, and the\n"
         "memory of 100 matches.\n\n"
         "  --uids FIRST-LAST      the range of user ids bots get   (1510000000-1510000999)\n"
         "  --quick                the layers alone: what they cost is not measured\n"
         "  --json                 one JSON object\n\n"
         "Exit: 0 `fiel match --jail=strict` can be held, 1 it cannot, 2 wrong usage, 3 nothing could be tried.");
}

static void print_table(const struct jail_probe *p)
{
    char why[320];
    printf("%-15s %-9s %s\n", "layer", "", "what it means for a bot");
    for (int i = 0; i < JAIL_LAYERS; i++) {
        enum jail_layer l = (enum jail_layer)i;
        bool held = p->held & JAIL_BIT(i);
        printf("%-15s %-9s %s\n", jail_layer_name(l), held ? "held" : "NOT held", jail_layer_promise(l));
        if (!held)
            printf("%-15s %-9s %s\n", "", "", jail_lack_text(p, l, why));
    }
    if (p->held & JAIL_BIT(JAIL_LANDLOCK))
        printf("\nLandlock's ABI is %d; 4 covers TCP, 6 abstract sockets and signals\n", jail_landlock_abi());
    if (!(p->held & JAIL_BIT(JAIL_CGROUP)))
        puts("the cgroup is not demanded: a bot is one process, whose address space is limited without it");
}

static const char *milliseconds(int64_t us, char text[32])
{
    snprintf(text, 32, us < 0 ? "-" : "%.1f ms", (double)us / 1000);
    return text;
}

static void print_costs(const struct jail_cost *cost, unsigned count)
{
    char own[32], shared[32];
    if (count)
        printf("\n%-15s %12s %14s %10s %18s\n", "own pages cost", "a start", "without them", "a bot",
               "100 matches of two");
    for (unsigned i = 0; i < count; i++)
        printf("%-15s %12s %14s %7.1f MB %15.1f GB\n", cost[i].runtime, milliseconds(cost[i].own_us, own),
               milliseconds(cost[i].shared_us, shared), (double)cost[i].bytes / 1e6,
               200.0 * (double)cost[i].bytes / 1e9);
    if (count)
        puts("a start: the fastest of some of a program that does nothing, from nothing to its end; a bot's own folder "
             "comes to it");
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
    jail_show_system(&plan);
    plan.uid = uid;
    plan.memory = 1 << 30;
    strcpy(plan.root, folder);
    jail_try(&plan, out);
    if (costs && !(JAIL_DEMANDED & ~out->held))
        *costs = jail_costs(cost, out->held, uid, folder);
    return rmdir(folder);
}

int cli_jail_test(int argc, char **argv)
{
    struct jail_probe found;
    struct jail_cost cost[JAIL_COSTS];
    unsigned costs = 0;
    uint32_t first = JAIL_UID_FIRST, last = JAIL_UID_LAST;
    bool json = false, quick = false;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help"))
            return help(), EXIT_FINE;
        if (!strcmp(argv[i], "--json"))
            json = true;
        else if (!strcmp(argv[i], "--quick"))
            quick = true;
        else if (!strncmp(argv[i], "--uids=", 7) && !jail_uids_read(argv[i] + 7, &first, &last))
            continue;
        else if (!strcmp(argv[i], "--uids") && i + 1 < argc && !jail_uids_read(argv[i + 1], &first, &last))
            i++;
        else
            return cli_fail(EXIT_USAGE, "jail-test: '%s' is not right: fiel jail-test --help tells what is", argv[i]);
    }
    if (probe(first, &found, cost, quick ? NULL : &costs))
        return cli_fail(EXIT_ENVIRONMENT, "jail-test: no folder in /tmp to try with: %s: make room there",
                        strerror(errno));
    bool strict = !(JAIL_DEMANDED & ~found.held);
    if (json)
        print_json(&found, strict, cost, costs);
    else
        print_table(&found), print_costs(cost, costs);
    if (!json)
        printf("\n--jail=strict %s\n", strict ? "can be held here" : "cannot be held here: it would refuse to play");
    return strict ? EXIT_FINE : EXIT_NEGATIVE;
}
