/* What `fiel-ladder standings` and `sprt` tell of pairs that were played: in three languages, on eighty columns. */

#include "support/test.h"
#include "cli/cells.h"
#include "ladder_site.h"
#include "schedule/planner.h"

HERE_FOR_ALL
static struct store_error e;
static char text[1 << 14];

/* Pairs of neighbours, of which every fifth is split. */
static void play_pairs(unsigned count)
{
    static struct order order;
    world_plan(&here.world, count);
    for (unsigned i = 0; i < count; i++) {
        struct world_legs legs;
        FINE(world_lease(&here.world, "w1", &order, &e));
        world_legs(&legs, 100 + i);
        if (i % 5 == 0)
            legs.leg[1].winner = 0;
        FINE(store_finish(here.site.store, &order, legs.leg, 2, &e));
    }
}

static void tell(const char *words)
{
    char command[512];
    snprintf(command, sizeof command, "%s --store 'sqlite:%s/ladder.db'", words, here.folder);
    if (here_command(command, text, sizeof text) > 1)
        fail_msg("%s: %s", words, text);
}

static void on_eighty_columns(void)
{
    static char copy[sizeof text];
    char *rest = NULL;
    memcpy(copy, text, sizeof copy);
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (cell_columns(line) > 80)
            fail_msg("%d columns: %s", cell_columns(line), line);
}

static void says(const char *words) { assert_holds(text, words); }

TEST(a_sequential_test)
{
    tell("sprt ana/bot1#1 ana/bot0#1 --lang en");
    on_eighty_columns();
    says("\nverdict    not decided: more pairs are needed\n");
    tell("sprt ana/bot1#1 ana/bot0#1 --lang es");
    on_eighty_columns();
    says(" 1 repartido, ");
    says(" 2 ganados\n");
    says("\nveredicto  sin decidir: hacen falta más pares\nse espera  en total unos ");
    tell("sprt ana/bot1#1 ana/bot0#1 --lang pt");
    on_eighty_columns();
    says(" 1 dividido, ");
    says(" 2 ganhos\n");
}

TEST(a_table)
{
    tell("standings --lang es");
    on_eighty_columns();
    says("puesto grupo  bot ");
    tell("standings --lang pt");
    on_eighty_columns();
    says(" lugar grupo  bot ");
}

BEFORE_ALL(set_up)
{
    play_pairs(24);
    FINE(rate_step(here.site.store, &e));
    return 0;
}
