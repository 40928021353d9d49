/* A bot's page and those of its versions: what plays is shown, and what was refused says why and what to do. */

#include "support/test.h"
#include "ladder_site.h"
#include "schedule/schedule.h"

HERE_FOR_ALL
static struct store_error e;
static struct browser ana;

/* Some pairs of neighbours, and a table twice. */
BEFORE_ALL(play)
{
    static struct order o;
    static struct world_legs legs;
    browser_come_in(&ana, &here, here.world.author);
    world_plan(&here.world, 16);
    for (unsigned i = 0; i < 16; i++) {
        FINE(world_lease(&here.world, "w1", &o, &e));
        world_legs(&legs, 100 + i);
        FINE(store_finish(here.site.store, &o, legs.leg, 2, &e));
        if (i % 8 == 7)
            FINE(rate_step(here.site.store, &e));
    }
    return 0;
}

static void holds(const struct reply *y, const char *part)
{
    if (!strstr(y->body, part))
        fail_msg("'%s' is not in: %.6000s", part, y->body);
}

/* The next version of a bot, which is refused with this reason and log. */
static void refuse(int64_t bot, const char *run, const char *build, const char *reason, const char *log)
{
    static struct order o;
    struct version v = { .bot = bot, .supersedes = true };
    struct wish wish = { .worker = "judge", .lease_ms = 60000, .no_play = true };
    struct verdict_filed no = { .reason = reason, .log = log, .log_size = strlen(log) };
    snprintf(v.run, sizeof v.run, "%s", run);
    snprintf(v.build, sizeof v.build, "%s", build);
    world_send(&here.world, "", v, run, strlen(run));
    FINE(store_lease(here.site.store, &wish, &o, &e));
    FINE(store_validated(here.site.store, &o, &no, &e));
}

TEST(a_refused_version_hides_nothing_of_the_one_that_plays)
{
    refuse(here.world.bot[0], "./bot", "", "no <luck>", "");
    OWNED_REPLY y = here_get(&here, "/bots/ana/bot0", ana.cookie);
    holds(&y, "does not play: <a href=\"/bots/ana/bot0/versions/2\">#2</a> no &lt;luck&gt;</p>");
    holds(&y, "class=\"history\"");
    holds(&y, "/versus/ana/bot0/ana/bot1");
    holds(&y, "30-20");
    OWNED_REPLY other = here_get(&here, "/bots/ana/bot0", NULL);
    holds(&other, "does not play: #2 no &lt;luck&gt;</p>");
    OWNED_REPLY first = here_get(&here, "/bots/ana/bot1", NULL);
    assert_null(strstr(first.body, "does not play"));
}
