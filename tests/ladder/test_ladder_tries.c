/* Matches that authors order themselves, unrated: a match now, and what bounds a flood of them. */

#include "support/test.h"
#include "ladder_site.h"

HERE_FOR_ALL
static struct browser author, stranger;
static int64_t zoe;

BEFORE_ALL(start)
{
    browser_come_in(&author, &here, here.world.author);
    browser_come_in(&stranger, &here, zoe = world_person(here.site.store, "zoe", ROLE_AUTHOR));
    return 0;
}

/* A match now: of one's own bot, within a quota, against who lets it, unrated; cancelled by who ordered it. */
TEST(a_match_now)
{
    static struct order o;
    static struct world_legs l;
    static const char *const wrong[] = { "own=ana/bot1&rival=ana/bot0&pairs=2&ladder=none",
                                         "own=ana/bot1&rival=ana/bot1&pairs=2&ladder=argentino-1v1",
                                         "own=ana/bot1&rival=ana/bot2&pairs=21&ladder=argentino-1v1",
                                         "own=ana/bot1&rival=ana/bot2&pairs=&ladder=argentino-1v1",
                                         "own=ana/none&rival=ana/bot2&pairs=1&ladder=argentino-1v1" };
    struct store_error e;
    struct event_filter f = { .kind = EVENT_LADDER, .state = -1 };
    struct event v, faster;
    struct pair p[4];
    char path[64], cancel[80];
    int64_t bot, own = here.world.author;
    size_t n;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        OWNED_REPLY y = browser_post(&author, &here, "/tries", wrong[i]);
        assert_true(y.status >= 400 && y.status < 500 && strstr(y.body, "role=\"alert\""));
    }
    STATUS(303, browser_post(&author, &here, "/tries", "own=ana/bot1&rival=ana/bot2&pairs=2&ladder=argentino-1v1"));
    STATUS(429, browser_post(&author, &here, "/tries", "own=ana/bot1&rival=ana/bot2&pairs=2&ladder=argentino-1v1"));
    FINE(store_events(here.site.store, &f, &v, 1, &n, &e));
    FINE(store_pairs(here.site.store, &(struct pair_filter){ .event = v.id, .round = -1, .state = -1 }, p, 4, &n, &e));
    assert_true(n == 2 && !p[0].rated && !p[1].rated);
    faster = v; /* of another order at the same time */
    FINE(store_event_add(here.site.store, &faster, "zoe", &faster.id, &e));
    OWNED_REPLY listed = here_get(&here, "/events", "Accept-Language: es\r\n");
    assert_true(strstr(listed.body, ">Partidas ahora</a>") && !strstr(listed.body, "Matches now"));
    snprintf(path, sizeof path, "/tries/%lld/%lld", (long long)v.id, (long long)v.round);
    snprintf(cancel, sizeof cancel, "%s/cancel", path);
    FINE(world_lease(&here.world, "w1", &o, &e));
    assert_int_equal(o.pair.event, v.id);
    world_legs(&l, 4711);
    l.leg[0].from[0] = 3;
    FINE(store_finish(here.site.store, &o, l.leg, 2, &e));
    STATUS(409, browser_post(&stranger, &here, cancel, ""));
    OWNED_REPLY y = here_get(&here, path, author.cookie);
    assert_non_null(strstr(y.body, "Cancel what waits"));
    assert_non_null(strstr(y.body, ">envido</th>"));
    STATUS(303, browser_post(&author, &here, cancel, ""));
    FINE(store_pairs(here.site.store, &(struct pair_filter){ .event = v.id, .round = -1, .state = PAIR_VOID }, p, 4, &n,
                     &e));
    assert_int_equal(n, 1);
    here.world.author = zoe;
    world_version(&here.world, "zbot", &bot);
    here.world.author = own;
    world_admit(&here.world);
    STATUS(400, browser_post(&stranger, &here, "/tries", "own=ana/bot1&rival=zoe/zbot&pairs=1&ladder=argentino-1v1"));
    STATUS(404, browser_post(&stranger, &here, "/bots/ana/bot1/tries", "open=0"));
    STATUS(303, browser_post(&author, &here, "/bots/ana/bot1/tries", "open=0"));
    STATUS(429, browser_post(&stranger, &here, "/tries", "own=zoe/zbot&rival=ana/bot1&pairs=1&ladder=argentino-1v1"));
    STATUS(303, browser_post(&author, &here, "/bots/ana/bot1/tries", "open=1"));
    STATUS(303, browser_post(&stranger, &here, "/tries", "own=zoe/zbot&rival=ana/bot1&pairs=1&ladder=argentino-1v1"));
    FINE(store_pairs(here.site.store, &(struct pair_filter){ .event = faster.id, .round = -1, .state = -1 }, p, 4, &n,
                     &e));
    assert_int_equal(n, 0);
    STATUS(200, here_get(&here, "/tries?rival=ana%2Fbot1", stranger.cookie));
    STATUS(404, here_get(&here, "/tries/1/1", ""));
}

enum { CROWD = 6 };
static struct browser crowd[CROWD];

/* Of one of them who orders so many pairs against ana's; what the refusal has to say, NULL: it is taken. */
static void orders(unsigned who, unsigned pairs, const char *refused)
{
    char fields[120];
    snprintf(fields, sizeof fields, "own=p%u/b%u&rival=ana/bot1&pairs=%u&ladder=argentino-1v1", who, who, pairs);
    OWNED_REPLY y = browser_post(&crowd[who], &here, "/tries", fields);
    if (y.status != (refused ? 429 : 303) || (refused && !strstr(y.body, refused)))
        fail_msg("%u, %s: %d %.2000s", who, refused ? refused : "taken", y.status, y.body);
}

/* Matches that authors order themselves: one order of a person, a hundred pairs of a ladder, 20 orders of a person a day, 60 an hour from one
 * address. */
TEST(a_flood_of_matches_now_is_bounded)
{
    char name[8];
    struct store_error e;
    struct version version;
    int64_t bot, ana = here.world.author;
    store_shift(here.site.store, 60 * 60 * 1000); /* those of tests before */
    for (unsigned i = 0; i < CROWD; i++) {
        snprintf(name, sizeof name, "p%u", i);
        here.world.author = world_person(here.site.store, name, ROLE_AUTHOR);
        browser_come_in(&crowd[i], &here, here.world.author);
        snprintf(name, sizeof name, "b%u", i);
        version.id = world_version(&here.world, name, &bot);
        do { /* others may wait before it */
            world_admit(&here.world);
            FINE(store_version(here.site.store, version.id, &version, &e));
        } while (version.state != VERSION_ACTIVE);
    }
    here.world.author = ana;
    unsigned sent = 0;
    for (unsigned i = 0; i < CROWD - 1; i++, sent++)
        orders(i, i < 4 ? 20 : 19, NULL); /* zoe's waits, too */
    orders(CROWD - 1, 1, "a hundred pairs of such matches");
    orders(0, 1, "you have a match that waits already"); /* also when all that is looked at is full */
    for (sent += 2; sent < 7 + 18; sent++)
        orders(0, 1, "waits already");
    orders(0, 1, "too often");
    for (sent++; sent < 60; sent++)
        orders(1 + sent % 2, 1, "waits already");
    orders(3, 1, "too often");
}
