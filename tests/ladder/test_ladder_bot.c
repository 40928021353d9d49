/* A bot's page and those of its versions: what plays is shown, and what was refused says why and what to do. */

#include "support/test.h"
#include "ladder_site.h"
#include "schedule/schedule.h"
#include "tell/fault.h"
#include "wire/messages.h"

HERE_FOR_ALL
static struct store_error e;
static struct browser ana;

/* Some pairs of neighbours, and a table twice. */
BEFORE_ALL(play)
{
    static struct order o;
    browser_come_in(&ana, &here, here.world.author);
    world_plan(&here.world, 16);
    for (unsigned i = 0; i < 16; i++) {
        world_play(&here.world, "w1", 100 + i, &o);
        if (i % 8 == 7)
            FINE(rate_step(here.site.store, &e));
    }
    return 0;
}

static void holds(const struct reply *y, const char *part) { assert_holds(y->body, part); }

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

/* The page of version 2 of this bot, which was refused. */
static struct reply refused(unsigned bot, const char *run, const char *build, const char *reason, const char *log)
{
    char path[64];
    refuse(here.world.bot[bot], run, build, reason, log);
    snprintf(path, sizeof path, "/bots/ana/bot%u/versions/2", bot);
    return here_get(&here, path, ana.cookie);
}

TEST(a_program_that_ends_at_once_is_told_how_it_is_started)
{
    static const char *const remedy = "start it as lines:./bot";
    char reason[FAULT_SAID];
    fault_said(reason, FAULT_CRASHED, 0, 0);
    OWNED_REPLY y = refused(1, "./bot", "", reason, "");
    holds(&y, "<code>./bot</code>");
    holds(&y, remedy);
    OWNED_REPLY lines = refused(2, "lines:./bot", "", reason, "");
    holds(&lines, "<code>lines:./bot</code>");
    assert_null(strstr(lines.body, remedy));
    fault_said(reason, FAULT_NO_START, 10, 0);
    OWNED_REPLY silent = refused(6, "lines:./bot", "", reason, "");
    holds(&silent, "flush standard output");
}

TEST(the_next_version_is_handed_in_as_the_refused_one)
{
    OWNED_REPLY y = refused(3, "lines:./bot -x&y", "make bot", "no", "");
    holds(&y, "href=\"/start?name=bot3&amp;run=lines%3A.%2Fbot%20-x%26y&amp;build=make%20bot\"");
    OWNED_REPLY form = here_get(&here, "/start?name=bot3&run=lines%3A.%2Fbot%20-x%26y&build=make%20bot", ana.cookie);
    holds(&form, "name=\"name\" value=\"bot3\"");
    holds(&form, "<details open>");
    holds(&form, "name=\"run\" value=\"lines:./bot -x&amp;y\"");
    holds(&form, "name=\"build\" value=\"make bot\"");
}

/* A file alone, of a bot whose command is known already. */
TEST(a_file_alone_is_taken_with_its_command)
{
    static const struct {
        const char *run;
        int status;
    } sent[] = { { "./bot", 303 }, { "lines:./bot", 303 }, { "./other", 400 } };
    char body[1024], head[512];
    snprintf(head, sizeof head, "%sContent-Type: multipart/form-data; boundary=bb\r\n", ana.cookie);
    for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) {
        int n = snprintf(body, sizeof body,
                         "--bb\r\nContent-Disposition: form-data; name=\"form\"\r\n\r\n%s\r\n--bb\r\n"
                         "Content-Disposition: form-data; name=\"name\"\r\n\r\nalone\r\n--bb\r\n"
                         "Content-Disposition: form-data; name=\"run\"\r\n\r\n%s\r\n--bb\r\n"
                         "Content-Disposition: form-data; name=\"artifact\"; filename=\"bot\"\r\n\r\n"
                         "#!/bin/sh\ncat\n\r\n--bb--\r\n",
                         ana.form, sent[i].run);
        STATUS(sent[i].status, here_ask(&here, "POST", "/start", head, body, (size_t)n));
    }
    OWNED_REPLY y = here_get(&here, "/bots/ana/alone/versions/2", ana.cookie);
    holds(&y, "<code>lines:./bot</code>");
    world_admit(&here.world);
    world_admit(&here.world);
}

/* Of four rated pairs and a match now. */
TEST(only_rated_pairs_are_counted)
{
    static struct order o;
    static struct world_legs legs;
    STATUS(303, browser_post(&ana, &here, "/tries", "own=ana/bot5&rival=ana/bot6&pairs=1&ladder=argentino-1v1"));
    FINE(world_lease(&here.world, "w1", &o, &e));
    assert_false(o.pair.rated);
    world_legs(&legs, 4711);
    FINE(store_finish(here.site.store, &o, legs.leg, 2, &e));
    OWNED_REPLY y = here_get(&here, "/bots/ana/bot5", NULL);
    holds(&y, "<td class=\"n\">4</td>");
    holds(&y, "<td class=\"n\">2</td>");
    assert_null(strstr(y.body, "<td class=\"n\">5</td>"));
    assert_null(strstr(y.body, "<td class=\"n\">3</td>"));
}

TEST(an_address_without_a_page_knows_who_asks)
{
    OWNED_REPLY y = here_get(&here, "/nothing", ana.cookie);
    assert_int_equal(y.status, 404);
    holds(&y, "<a href=\"/me\">ana</a>");
}

/* Its place changes for as long as it plays. */
TEST(the_way_of_a_placed_version_follows)
{
    OWNED_REPLY y = here_get(&here, "/bots/ana/bot0/versions/1", ana.cookie);
    holds(&y, "id=\"way\" data-lives=\"30\"");
    holds(&y, "Elo");
    OWNED_REPLY api = here_get(&here, "/api/bots/ana/bot0", NULL);
    holds(&api, "\"ladder\":\"argentino-1v1\",\"place\":");
}

TEST(a_retired_version_is_marked_in_the_table)
{
    FINE(store_version_move(here.site.store, here.world.version[7], VERSION_ACTIVE, VERSION_RETIRED, "old", "ana", &e));
    OWNED_REPLY y = here_get(&here, "/ladders/argentino-1v1", NULL);
    const char *row = strstr(y.body, "/bots/ana/bot7\""), *mark = strstr(y.body, ">retired</");
    assert_true(row && mark && row < mark && mark < strstr(row, "</tr>"));
}

TEST(a_refused_bot_is_taken_away_by_its_author)
{
    struct bot b = { .person = here.world.author, .name = "fresh" };
    int64_t id;
    FINE(store_bot_add(here.site.store, &b, &id, &e));
    refuse(id, "./bot", "", "no", "");
    OWNED_REPLY y = here_get(&here, "/bots/ana/fresh/versions", ana.cookie);
    holds(&y, "action=\"/bots/ana/fresh/remove\"");
    OWNED_REPLY played = here_get(&here, "/bots/ana/bot0/versions", ana.cookie);
    assert_null(strstr(played.body, "/remove\""));
    STATUS(409, browser_post(&ana, &here, "/bots/ana/bot0/remove", ""));
    STATUS(303, browser_post(&ana, &here, "/bots/ana/fresh/remove", ""));
    STATUS(404, browser_post(&ana, &here, "/bots/ana/fresh/remove", ""));
    STATUS(404, here_get(&here, "/bots/ana/fresh", NULL));
}

TEST(what_a_build_printed_is_shown_from_its_first_error)
{
    OWNED_REPLY y = refused(4, "./bot", "make", "the build: it failed",
                            "gcc bot.c\nbot.c:7:1: error: boom\n1\n2\n3\n4\nmake: Error 1\nmake: bye\n");
    holds(&y, "<pre>bot.c:7:1: error: boom\n1\n2\n3\n4\nmake: Error 1</pre>");
}
