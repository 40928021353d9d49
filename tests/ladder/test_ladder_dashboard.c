/* The host's dashboard, disputes, and what anybody may read as JSON. */

#include <inttypes.h>
#include <jansson.h>

#include "support/test.h"
#include "cli/said.h"
#include "ladder_site.h"
#include "schedule/schedule.h"
#include "store/store_state.h"
#include "record/replay.h"
#include "store/store_ratings.h"
#include "store/store_rechecks.h"
#include "support/forge.h"
#include "support/random.h"

HERE_FOR_ALL
static struct browser host, author, stranger;
static int64_t leg, zoe;

/* One pair was played; its first leg, whose record is `record`, or made up. */
static int64_t play(const struct replay *record)
{
    static struct order o;
    static struct world_legs l;
    static struct leg legs[2];
    static unsigned made = 7;
    struct store_error e;
    struct leg_filter f = { 0 };
    size_t n;
    world_plan(&here.world, 1);
    FINE(world_lease(&here.world, "w", &o, &e));
    world_legs(&l, made++);
    if (record) {
        l.leg[0].record = record->bytes;
        l.leg[0].record_size = record->size;
    }
    FINE(store_finish(here.site.store, &o, l.leg, 2, &e));
    f.pair = o.pair.id;
    FINE(store_legs(here.site.store, &f, legs, 2, &n, &e));
    return legs[legs[0].leg ? 1 : 0].id;
}

BEFORE_ALL(start)
{
    browser_come_in(&host, &here, here.world.host);
    browser_come_in(&author, &here, here.world.author);
    browser_come_in(&stranger, &here, zoe = world_person(here.site.store, "zoe", ROLE_AUTHOR));
    leg = play(NULL);
    return 0;
}

/* --- parked -------------------------------------------------------------------------------------------------------- */

TEST(what_is_parked_for_one_cause_goes_on_at_once)
{
    struct store_error e;
    struct order o;
    world_plan(&here.world, 2);
    for (int i = 0; i < 2 * JOB_ATTEMPTS; i++) {
        FINE(world_lease(&here.world, "w", &o, &e));
        FINE(store_give_back(here.site.store, &o, "no arbiter", 0, GIVEN_FAILED, &e));
    }
    OWNED_REPLY y = here_get(&here, "/host", host.cookie);
    const char *form = strstr(y.body, "again: all 2"), *action = strstr(y.body, "/host/jobs/");
    assert_non_null(form);
    assert_non_null(action);
    char path[64];
    snprintf(path, sizeof path, "%.*s", (int)strcspn(action, "\""), action);
    STATUS(303, browser_post(&host, &here, path, "alike=1"));
    assert_int_equal(world_counts(here.site.store).jobs[JOB_PARKED], 0);
    for (; !world_lease(&here.world, "w", &o, &e);)
        FINE(store_job_cancel(here.site.store, o.job, "hilda", &e));
}

/* --- JSON -------------------------------------------------------------------------------------------------------- */

static json_t *get_json(const char *path, int status)
{
    OWNED_REPLY y = here_get(&here, path, NULL);
    json_error_t wrong;
    if (y.status != status)
        fail_msg("%s: %d, expected %d:\n%s", path, y.status, status, y.all);
    assert_non_null(strstr(y.all, "Content-Type: application/json"));
    json_t *all = json_loads(y.body, 0, &wrong);
    if (!all)
        fail_msg("%s: %s:\n%s", path, wrong.text, y.body);
    return all;
}

TEST(what_anybody_may_read)
{
    json_t *j = get_json("/api/ladders", 200);
    assert_string_equal(json_string_value(json_object_get(json_array_get(j, 0), "code")), "argentino-1v1");
    json_decref(j);
    j = get_json("/api/ladders/argentino-1v1/standings", 200);
    assert_int_equal(json_array_size(json_object_get(j, "rows")), 0);
    json_decref(j);
    j = get_json("/api/matches?ladder=argentino-1v1", 200);
    assert_int_equal(json_array_size(j), 2);
    assert_string_equal(
        json_string_value(json_object_get(json_array_get(json_object_get(json_array_get(j, 0), "seats"), 0), "author")),
        "ana");
    json_decref(j);
    j = get_json("/api/bots/ana/bot0", 200);
    assert_string_equal(json_string_value(json_object_get(json_array_get(json_object_get(j, "versions"), 0), "state")),
                        "active");
    assert_null(strstr(json_string_value(json_object_get(j, "bot")), "artifact"));
    json_decref(j);
    static const char *const missing[] = { "/api/ladders/none/standings", "/api/matches?ladder=none",
                                           "/api/bots/ana/none", "/api/none" };
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        json_decref(get_json(missing[i], 404));
    json_decref(get_json("/api/matches?before=1%27+or+1%3D1", 400));
}

TEST(standings_as_they_were_rated)
{
    struct rating_run run = { .ladder = here.world.ladder, .algorithm = "test", .params = "{}", .pairs = 1 };
    struct rating row[2] = {
        { .version = here.world.version[0], .place = 1, .band = 1, .elo = 1510, .low = 1400, .high = 1620 },
        { .version = here.world.version[1], .place = 2, .band = 1, .elo = 1490, .low = 1380, .high = 1600 }
    };
    struct store_error e;
    int64_t id;
    FINE(store_rating_add(here.site.store, &run, row, 2, &id, &e));
    json_t *j = get_json("/api/ladders/argentino-1v1/standings", 200), *rows = json_object_get(j, "rows");
    assert_int_equal(json_array_size(rows), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(rows, 0), "bot")), "bot0");
    assert_true(json_number_value(json_object_get(json_array_get(rows, 1), "elo")) == 1490);
    json_decref(j);
}

/* --- records ---------------------------------------------------------------------------------------------------------- */

static void evidence_is(int64_t match, const void *bytes, size_t size, const char *language, const char *expected)
{
    struct dispute d = {
        .leg = match, .person = here.world.author, .text = "mine says otherwise", .has_transcript = true
    };
    struct store_error e;
    char path[64];
    int64_t id;
    FINE(store_put(here.site.store, bytes, size, d.transcript, &e));
    FINE(store_dispute_add(here.site.store, &d, "ana", &id, &e));
    snprintf(path, sizeof path, "/disputes/%lld?language=%s", (long long)id, language);
    OWNED_REPLY y = here_get(&here, path, host.cookie);
    assert_int_equal(y.status, 200);
    assert_holds(y.body, expected);
    FINE(store_dispute_decide(here.site.store, id, DISPUTE_UPHELD, "", "hilda", &e));
}

/* The last byte of what the record in the middle of the file says. */
static size_t byte_of_the_middle(struct replay *r)
{
    struct record at = { 0 };
    while (at.offset < r->size / 2)
        assert_true(replay_next(r, &at));
    assert_true(at.size > 0);
    return (size_t)(at.payload - r->bytes) + at.size - 1;
}

/* A match of which a bot did this was played; its page in each of the languages says that in its own words. */
static void stands_on(enum twist_kind twist, const char *const says[3])
{
    static const char *const accepts[] = { "Accept-Language: en\r\n", "Accept-Language: es\r\n",
                                           "Accept-Language: pt\r\n" };
    OWNED_FORGE *f = forge_new("argentino,target=12", 1, 7);
    struct replay record = { 0 };
    char path[64];
    f->twists[f->twist_count++] = (struct twist){ 4, twist };
    forge_run(f);
    OWNED uint8_t *bytes = forge_file(f, f->arbiter_secret, &record.size);
    record.bytes = bytes;
    snprintf(path, sizeof path, "/matches/%" PRId64, play(&record));
    for (size_t i = 0; i < sizeof accepts / sizeof *accepts; i++) {
        OWNED_REPLY y = here_get(&here, path, accepts[i]);
        assert_int_equal(y.status, 200);
        assert_holds(y.body, says[i]);
    }
}

/* The page of a match says on whose word its result stands, in the language of who reads: one bot was silent, and only the arbiter heard
 * that; another contradicts the record, and is named. */
TEST(a_match_says_on_whose_word_it_stands)
{
    stands_on(
        TWIST_SILENCE,
        (const char *const[]){ "<li class=\"rests\">decided by a fault that rests on the arbiter&#39;s word</li>",
                               "<li class=\"rests\">decidida por una falta que descansa en la palabra del árbitro</li>",
                               "<li class=\"rests\">decidida por uma falta que se apoia na palavra do árbitro</li>" });
    stands_on(TWIST_PROTEST_OTHER,
              (const char *const[]){ "<li class=\"rests\"><a href=\"/bots/ana/bot0\">ana/bot0</a>&nbsp;<span "
                                     "class=\"number\">#1</span> and the record contradict",
                                     "#1</span> y el registro se contradicen",
                                     "#1</span> e o registro se contradizem" });
}

/* What an author kept at home, against the ladder's record: where the two part. */
TEST(two_records_are_compared)
{
    AUTO(replay_unload) struct replay record;
    OWNED uint8_t *other;
    assert_int_equal(replay_load(&record, "tests/vectors/example.replay"), 0);
    int64_t match = play(&record);
    other = malloc(record.size);
    assert_non_null(other);
    memcpy(other, record.bytes, record.size);
    evidence_is(match, other, record.size, "en", "valid: every record is right");
    evidence_is(match, other, record.size, "es", "iguales, registro por registro");
    other[byte_of_the_middle(&record)] ^= 1;
    evidence_is(match, other, record.size, "en", "records are the same; then here");
    evidence_is(match, other, record.size, "pt", "não é válido");
    evidence_is(match, other, record.size / 2, "es", "en el del autor: su final");
    evidence_is(match, "no record", 9, "en", "0 records are the same; then here: REC_HEADER, 0.000 s; in the author");
}

/* --- the dashboard ------------------------------------------------------------------------------------------------------ */

/* A pair of two bots of the world, filed; which of them won each leg. */
static void file_pair(unsigned number, int64_t seated[2], const int64_t won[2])
{
    static struct order o;
    static struct world_legs l;
    struct store_error e;
    struct world two = here.world;
    for (int i = 0; i < WORLD_BOTS; i++)
        two.version[i] = seated[i % 2];
    world_plan(&two, 1);
    here.world.round = two.round;
    FINE(world_lease(&here.world, "w", &o, &e));
    world_legs(&l, 1000 + number);
    for (unsigned k = 0; k < 2; k++)
        l.leg[k].winner = (won[k] == o.pair.version[0] ? 0 : 1) ^ k;
    FINE(store_finish(here.site.store, &o, l.leg, 2, &e));
}

/* Of 60 pairs the second bot wins every other first leg and every second one, on either side; the third and the fourth win as a coin falls. */
TEST(who_does_better_in_second_legs_is_marked)
{
    const int64_t *v = here.world.version;
    struct random dice = { 15 };
    struct store_error e;
    OWNED_REPLY y;
    for (unsigned i = 0; i < 60; i++) {
        int64_t seated[2] = { v[1 + i % 2], v[2 - i % 2] }, won[2] = { v[1 + i / 2 % 2], v[1] };
        file_pair(2 * i, seated, won);
        int64_t others[2] = { v[3 + i % 2], v[4 - i % 2] };
        file_pair(2 * i + 1, others, (int64_t[]){ v[3 + random_below(&dice, 2)], v[3 + random_below(&dice, 2)] });
    }
    FINE(rate_step(here.site.store, &e));
    y = here_get(&here, "/host", host.cookie);
    const char *list = strstr(y.body, "<ul class=\"marked\">"), *end = list ? strstr(list, "</ul>") : NULL;
    assert_non_null(end);
    assert_non_null(strstr(list, "bot1"));
    assert_true(strstr(list, "bot1") < end && strstr(list, " 30 : 0</li>") < end);
    assert_true(!strstr(list, "bot2") || strstr(list, "bot2") > end);
    assert_true(!strstr(list, "bot3") || strstr(list, "bot3") > end);
    assert_true(!strstr(list, "bot4") || strstr(list, "bot4") > end);
    reply_free(&y);
    y = here_get(&here, "/bots/ana/bot1", "");
    assert_non_null(strstr(y.body, "second match of a pair better or worse than the first: 30 : 0</p>"));
    reply_free(&y);
    y = here_get(&here, "/bots/ana/bot2", "");
    assert_non_null(strstr(y.body, "second match of a pair better or worse than the first: 0 : 30</p>"));
    reply_free(&y);
    y = here_get(&here, "/api/ladders/argentino-1v1/standings", "");
    assert_non_null(strstr(y.body, "\"second_better\":30,\"second_worse\":0"));
}

/* Bot3 and bot0 have each won half of what they played against bot4; of twenty pairs between them bot3 loses all.  The dashboard names the two;
 * in so small a field what they did to the table is seen at others, too. */
TEST(who_loses_to_a_friend_is_shown)
{
    const int64_t *v = here.world.version;
    struct store_error e;
    OWNED_REPLY y;
    for (unsigned i = 0; i < 40; i++) {
        int64_t honest[2] = { v[0], v[4] }, thrown[2] = { v[3], v[0] };
        file_pair(1000 + i, honest, (int64_t[]){ v[i % 2 ? 0 : 4], v[i % 2 ? 0 : 4] });
        if (i % 2)
            file_pair(2000 + i, thrown, (int64_t[]){ v[0], v[0] });
    }
    FINE(rate_step(here.site.store, &e));
    y = here_get(&here, "/host", host.cookie);
    const char *list = strstr(y.body, "<ul class=\"against\">"), *end = list ? strstr(list, "</ul>") : NULL;
    bool named = false;
    assert_non_null(end);
    for (const char *item = list; (item = strstr(item, "<li>")) && item < end; item++) {
        const char *loser = strstr(item, "bot3"), *arrow = strstr(item, " ← "), *winner = strstr(item, "bot0");
        named |= loser && arrow && winner && loser < arrow && arrow < winner && winner < strstr(item, "</li>");
    }
    assert_true(named);
    reply_free(&y);
    y = here_get(&here, "/host", author.cookie); /* an author reads nothing of it */
    assert_int_equal(y.status, 403);
}

TEST(the_dashboard_is_the_hosts)
{
    static const char *const posts[] = { "/host/people",        "/host/versions",      "/host/ladders",
                                         "/host/events",        "/host/entries",       "/host/jobs/1/again",
                                         "/host/jobs/1/cancel", "/host/events/1/pause" };
    STATUS(303, here_get(&here, "/host", NULL)); /* to /enter */
    STATUS(403, here_get(&here, "/host", author.cookie));
    STATUS(200, here_get(&here, "/host", host.cookie));
    for (size_t i = 0; i < sizeof posts / sizeof *posts; i++) {
        STATUS(403, here_post(&here, posts[i], NULL, ""));
        STATUS(403, browser_post(&author, &here, posts[i], "name=ana&role=host"));
        STATUS(403, here_post(&here, posts[i], host.cookie, "name=ana&role=host")); /* no form's token */
    }
    struct person p;
    struct store_error e;
    FINE(store_person(here.site.store, here.world.author, &p, &e));
    assert_int_equal(p.role, ROLE_AUTHOR);
}

/* What no match could be played with, or would not heed, is refused at once, on the page and at the API alike. */
TEST(what_cannot_be_played_is_no_ladder)
{
    static const struct {
        const char *field, *says;
    } rows[] = {
        { "clock=bananas", "is not key=duration, as bank=30s" },
        { "clock=bank%3D30", "is not a duration" },
        { "clock=blank%3D30s", "did you mean" },
        { "clock=bank%3D0s", "must be longer than nothing" },
        { "clock=bank%3D30s,,", "is not key=duration" },
        { "rules=argentnio", "argentnio" },
        { "rules=argentino,target%3Dx", "target" },
        { "seats=7", "seats" },
        { "seats=x", "seats go from 2 to 8" },
        { "seats=3", "a table without two sides" },
        { "games=129", "seats times games of a leg are at most 256" },
        { "games=0&plain=1", "games from 1 to 1000" },
        { "code=a%2Fb", "it stands in an address" },
        { "code=-a", "it stands in an address" },
        { "name=", "a name of 1 to 63 bytes" },
    };
    static const char *const paths[] = { "/host/ladders", "/api/ladders" };
    static const char *const others[] = { "code=q1", "name=x", "rules=argentino" };
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        char fields[256];
        size_t used = (size_t)snprintf(fields, sizeof fields, "%s", rows[i / 2].field);
        for (size_t k = 0; k < 3; k++)
            if (strncmp(others[k], rows[i / 2].field, 4) != 0)
                used += (size_t)snprintf(fields + used, sizeof fields - used, "&%s", others[k]);
        OWNED_REPLY y = browser_post(&host, &here, paths[i % 2], fields);
        if (y.status != 400 || !strstr(y.body, rows[i / 2].says))
            fail_msg("%s %s: %d, want '%s'\n%s", paths[i % 2], fields, y.status, rows[i / 2].says, y.body);
    }
    STATUS(303, browser_post(&host, &here, "/host/ladders",
                             "code=q1&name=x&rules=argentino&seats=3&plain=1&games=3&clock=bank%3D30s,inc%3D0s"));
}

TEST(ladders_and_events_are_made)
{
    struct ladder l;
    struct event v[8];
    struct event_filter f = { .kind = -1, .state = -1 };
    struct store_error e;
    char path[64];
    size_t n;
    STATUS(400, browser_post(&host, &here, "/host/ladders", "code=a%2Fb&name=x&rules=argentino"));
    STATUS(400, browser_post(&host, &here, "/host/ladders", "code=p&name=x&rules=argentnio"));
    STATUS(400, browser_post(&host, &here, "/host/ladders", "code=p&name=x&rules=argentino&seats=77"));
    STATUS(400, browser_post(&host, &here, "/host/ladders", "code=p&name=x&rules=argentino&seats=3&games=x"));
    STATUS(400,
           browser_post(&host, &here, "/host/ladders", "code=p&name=x&rules=argentino&seats=7")); /* nobody plays so */
    STATUS(303, browser_post(&host, &here, "/host/ladders", "code=p&name=%3Cb%3Epair&rules=argentino&seats=4"));
    STATUS(409, browser_post(&host, &here, "/host/ladders", "code=p&name=x&rules=argentino"));
    FINE(store_ladder_coded(here.site.store, "p", &l, &e));
    assert_int_equal(l.seats, 4);
    f.ladder = l.id;
    FINE(store_events(here.site.store, &f, v, 8, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(v[0].state, EVENT_RUNNING);
    OWNED_REPLY y = browser_post(&host, &here, "/host/events",
                                 "ladder=p&kind=swiss&name=cup&cfg=%7B%22heads%22%3A2%7D");
    assert_int_equal(y.status, 400);
    assert_non_null(strstr(y.body, "has no &#39;heads&#39;")); /* the sentence of the configuration's reader */
    assert_null(strstr(y.body, "<b>pair"));
    STATUS(303, browser_post(&host, &here, "/host/events",
                             "ladder=argentino-1v1&kind=swiss&name=cup&cfg=%7B%22rounds%22%3A2%7D"));
    f.ladder = here.world.ladder;
    f.kind = EVENT_SWISS;
    FINE(store_events(here.site.store, &f, v, 8, &n, &e));
    assert_int_equal(n, 1);
    snprintf(path, sizeof path, "event=%lld&who=ana%%2Fbot0&seed=1", (long long)v[0].id);
    STATUS(303, browser_post(&host, &here, "/host/entries", path));
    STATUS(404, browser_post(&host, &here, "/host/entries", "event=1&who=ana%2Fnone"));
    snprintf(path, sizeof path, "/host/events/%lld/pause", (long long)v[0].id);
    STATUS(409, browser_post(&host, &here, path, "")); /* not started */
    snprintf(path, sizeof path, "/host/events/%lld/start", (long long)v[0].id);
    STATUS(303, browser_post(&host, &here, path, ""));
    snprintf(path, sizeof path, "/host/events/%lld/cancel", (long long)v[0].id);
    STATUS(303, browser_post(&host, &here, path, ""));
    STATUS(409, browser_post(&host, &here, path, ""));
}

/* An event in words; authors enter themselves until they may no more. */
TEST(an_event_is_made_in_words)
{
    struct store_error e;
    struct event_filter f = { .kind = EVENT_KNOCKOUT, .state = -1 };
    struct event v;
    struct entry n[4];
    struct rating_point place;
    char path[64], edit[64], fields[160];
    size_t got, seeded = 0;
    STATUS(400, browser_post(&host, &here, "/host/events",
                             "ladder=argentino-1v1&kind=knockout&name=C&enter=2&authors=%3Dcmd()"));
    STATUS(400, browser_post(&host, &here, "/host/events",
                             "ladder=argentino-1v1&kind=knockout&name=C&opens=2027-03-21T18:30&ends=2027-03-21T18:30"));
    STATUS(303, browser_post(&host, &here, "/host/events",
                             "ladder=argentino-1v1&kind=knockout&name=Copa&enter=2&seeds=1&hidden=1&authors=name%"
                             "0Aberta,b%40x%0A%22zoe%22;1"));
    FINE(store_events(here.site.store, &f, &v, 1, &got, &e));
    assert_string_equal(v.cfg, "{\"authors\":[\"berta\",\"zoe\"],\"enter\":2,\"seeds\":1,\"hidden\":1}");
    snprintf(path, sizeof path, "/events/%lld/enter", (long long)v.id);
    snprintf(edit, sizeof edit, "/host/events/%lld/edit", (long long)v.id);
    STATUS(409, browser_post(&author, &here, path, "who=ana/bot0"));
    STATUS(303, browser_post(&host, &here, edit, "name=Copa+Oto%C3%B1o&enter=1&hidden=1&units=2"));
    STATUS(400, browser_post(&stranger, &here, path, "who=ana/bot0"));
    STATUS(303, browser_post(&author, &here, path, "who=ana/bot0"));
    STATUS(303, browser_post(&author, &here, path, "who=ana/bot1"));
    STATUS(409, browser_post(&author, &here, path, "who=ana/bot1"));
    FINE(store_entries(here.site.store, v.id, 0, n, 4, &got, &e));
    assert_int_equal(got, 2);
    for (size_t i = 0; i < 2; i++) { /* drawn apart by the table as it stood */
        FINE(store_rating_history(here.site.store, v.ladder, n[i].version[0], 0, &place, 1, &got, &e));
        assert_int_equal(n[i].seed, got ? place.rating.place : 0);
        seeded += got;
    }
    assert_true(seeded > 0);
    *strrchr(path, '/') = '\0';
    OWNED_REPLY y = here_get(&here, path, author.cookie);
    assert_non_null(strstr(y.body, "Who stands where is shown when it is over"));
    assert_non_null(strstr(y.body, "<dd>2 pairs"));
    assert_non_null(strstr(y.body, "<button >Enter this event")); /* not the main one: a bot of theirs is in */
    OWNED_REPLY out = here_get(&here, path, "");
    assert_non_null(strstr(out.body, "<a class=\"btn main\" href=\"/enter\">"));
    snprintf(fields, sizeof fields, "freeze=2001-01-01T00:00&name=Copa");
    STATUS(303, browser_post(&host, &here, edit, fields));
    strcat(path, "/enter");
    STATUS(409, browser_post(&author, &here, path, "who=ana/bot2"));
    FINE(store_event_move(here.site.store, v.id, EVENT_DRAFT, EVENT_RUNNING, "hilda", &e));
    STATUS(409, browser_post(&host, &here, edit, "units=3&name=Copa"));
    STATUS(200, here_get(&here, edit, host.cookie));
    STATUS(200, here_get(&here, "/host/events/new", host.cookie));
    STATUS(403, here_get(&here, "/host/events/new", author.cookie));
}

/* An event may play more or fewer games a match than its ladder, unless it counts there. */
TEST(an_event_says_how_many_games)
{
    static struct order o;
    struct store_error e;
    struct event_filter f = { .kind = EVENT_ROUND_ROBIN, .state = -1 };
    struct event v;
    size_t got;
    char path[64], fields[80];
    static const char *const wrong[] = { "games=3&rated=1", "games=129", "games=x", "games=-1" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(fields, sizeof fields, "ladder=argentino-1v1&kind=roundrobin&name=C&%s", wrong[i]);
        OWNED_REPLY y = browser_post(&host, &here, "/host/events", fields);
        if (y.status != 400 || !strstr(y.body, "name=\"games\"") || !strstr(y.body, "aria-invalid"))
            fail_msg("%s: %d %s", wrong[i], y.status, y.body);
    }
    STATUS(303, browser_post(&host, &here, "/host/events",
                             "ladder=argentino-1v1&kind=roundrobin&name=Same&games=1&rated=1"));
    FINE(store_events(here.site.store, &f, &v, 1, &got, &e));
    assert_string_equal(v.cfg, "{}");
    STATUS(303, browser_post(&host, &here, "/host/events", "ladder=argentino-1v1&kind=roundrobin&name=Long&games=3"));
    FINE(store_events(here.site.store, &f, &v, 1, &got, &e));
    assert_string_equal(v.cfg, "{\"games\":3}");
    for (int i = 0; i < 2; i++) {
        snprintf(fields, sizeof fields, "event=%lld&who=ana/bot%d", (long long)v.id, i);
        STATUS(303, browser_post(&host, &here, "/host/entries", fields));
    }
    FINE(store_event_move(here.site.store, v.id, EVENT_DRAFT, EVENT_RUNNING, "hilda", &e));
    FINE(store_event_move(here.site.store, here.world.event, EVENT_RUNNING, EVENT_PAUSED, "hilda", &e));
    FINE(schedule_step(here.site.store, &e));
    snprintf(path, sizeof path, "/host/events/%lld/edit", (long long)v.id);
    STATUS(409, browser_post(&host, &here, path, "games=5&name=Long"));
    snprintf(path, sizeof path, "/events/%lld", (long long)v.id);
    OWNED_REPLY y = here_get(&here, path, "");
    assert_non_null(strstr(y.body, "games a match: 3"));
    FINE(world_lease(&here.world, "w1", &o, &e));
    assert_true(o.pair.event == v.id && o.ladder.games == 3 && o.pair.of == 2 * 2 * 3);
    FINE(store_event_move(here.site.store, here.world.event, EVENT_PAUSED, EVENT_RUNNING, "hilda", &e));
    FINE(store_event_move(here.site.store, v.id, EVENT_RUNNING, EVENT_CANCELLED, "hilda", &e));
}

TEST(a_ladder_is_closed)
{
    struct store_error e;
    struct ladder l;
    STATUS(400, browser_post(&host, &here, "/host/ladders/argentino-1v1", "name=&clock=bananas"));
    STATUS(303, browser_post(&host, &here, "/host/ladders/argentino-1v1", "name=Otro&closed=1"));
    FINE(store_ladder(here.site.store, here.world.ladder, &l, &e));
    assert_true(l.closed && !strcmp(l.name, "Otro"));
    STATUS(400, browser_post(&host, &here, "/host/events", "ladder=argentino-1v1&kind=knockout&name=C"));
    STATUS(404, browser_post(&host, &here, "/host/ladders/none", "closed=0"));
    STATUS(303, browser_post(&host, &here, "/host/ladders/argentino-1v1", "closed=0"));
}

/* Another host asked the first bot of the newest pair again. */
static void put_in_doubt(struct db *db, void *arg)
{
    const struct leg *of = arg;
    char reason[STORE_TEXT];
    db_do(db,
          "insert into recheck(pair, version, host, worker, by_host, by_worker, asked, differs, chance, state, reason, "
          "decided_by,"
          " created_ms, decided_ms, odds) values($1, $2, 'cellar', 'attic', 'shed', 'barn', 20, 5, 1, 'differs', "
          "$4, '', 1, 0, $3)",
          ARGS(INT(of->pair), INT(of->seat[0].version), REAL(10.5),
               TEXT(said_put(reason, sizeof reason, NULL,
                             N_("%.40s decides otherwise in %lld of %lld decisions (its own chance: %lld)"), "<b>", 5LL,
                             20LL, 1LL))));
    db_do(db, "update pair set doubted = 1 + rated, rated = 0 where id = $1 and doubted = 0", ARGS(INT(of->pair)));
}

static json_t *doubts(const char *query)
{
    char path[64];
    snprintf(path, sizeof path, "/api/rechecks%s", query);
    OWNED_REPLY y = here_get(&here, path, host.cookie);
    assert_int_equal(y.status, 200);
    json_t *j = json_loads(y.body, 0, NULL);
    assert_non_null(j);
    return j;
}

/* The page, to anyone who has this header, has this sentence, or has it not. */
static void page_says(const char *path, const char *header, const char *what, bool there)
{
    OWNED_REPLY y = here_get(&here, path, header);
    if (y.status != 200 || !strstr(y.body, what) == there)
        fail_msg("%s: %d; '%s' is %s:\n%.6000s", path, y.status, what, there ? "not there" : "there", y.body);
}

/* What a recheck says, on the host's page and as JSON, and that it is theirs to decide. */
TEST(a_pair_in_doubt_is_decided)
{
    struct leg of;
    struct store_error e;
    char path[64];
    FINE(store_leg(here.site.store, leg, &of, &e));
    FINE(store_write(here.site.store, put_in_doubt, &of, &e));
    char words[256], text[1024];
    page_says("/host", host.cookie,
              "attic (cellar) / barn: &lt;b&gt; decides otherwise in 5 of 20 decisions (its own chance: 1); at most 1 "
              "honest record in 10 stands out",
              true);
    page_says("/host?language=es", host.cookie,
              "&lt;b&gt; decide otra cosa en 5 de 20 decisiones (por su propio azar: 1); a lo sumo 1 registro honesto "
              "de cada 10",
              true);
    page_says("/host?language=pt", host.cookie, "no máximo 1 registro honesto em cada 10 se afasta tanto", true);
    snprintf(words, sizeof words, "recheck list --json --store 'sqlite:%s/ladder.db'", here.folder);
    assert_int_equal(here_command(words, text, sizeof text), 0);
    assert_non_null(strstr(text, "\"odds\":10.5"));
    json_t *j = doubts(""), *one = json_array_get(j, 0);
    assert_int_equal(json_array_size(j), 1);
    assert_int_equal(json_integer_value(json_object_get(one, "pair")), of.pair);
    assert_int_equal(json_integer_value(json_object_get(one, "asked")), 20);
    assert_int_equal(json_integer_value(json_object_get(one, "differs")), 5);
    assert_int_equal(json_integer_value(json_object_get(one, "chance")), 1);
    assert_true(json_number_value(json_object_get(one, "odds")) == 10.5);
    assert_string_equal(json_string_value(json_object_get(one, "by_host")), "shed");
    snprintf(path, sizeof path, "/host/rechecks/%lld/stands",
             (long long)json_integer_value(json_object_get(one, "id")));
    json_decref(j);
    STATUS(403, browser_post(&author, &here, path, ""));
    STATUS(303, browser_post(&host, &here, path, ""));
    j = doubts("");
    assert_int_equal(json_array_size(j), 0);
    json_decref(j);
    j = doubts("?all=1");
    assert_string_equal(json_string_value(json_object_get(json_array_get(j, 0), "state")), "stands");
    json_decref(j);
}

/* --- what a visitor is told of a pair in doubt ---------------------------------------------------------------------- */

/* In three languages, on both pages of the pair, in the list and to programs. */
static void told_in_doubt(const struct leg legs[2], bool there)
{
    char path[64];
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "/matches/%" PRId64, legs[i].id);
        page_says(path, NULL, "The pair counts for nothing until the host decides.", there);
        page_says(path, "Cookie: language=es\r\n", "El par no cuenta para nada hasta que la organización decida.",
                  there);
        page_says(path, "Cookie: language=pt\r\n", "O par não conta para nada até que a organização decida.", there);
        snprintf(path, sizeof path, "/api/matches/%" PRId64, legs[i].id);
        page_says(path, NULL, there ? "\"in_doubt\":true" : "\"in_doubt\":false", true);
    }
    snprintf(path, sizeof path, "/matches?pair=%" PRId64, legs[0].pair);
    page_says(path, NULL, "<td>in doubt</td>", there);
}

static void decide_first(enum recheck_state to)
{
    struct store_error e;
    json_auto_t *j = doubts("");
    assert_true(json_array_size(j) > 0);
    FINE(store_recheck_decide(here.site.store, json_integer_value(json_object_get(json_array_get(j, 0), "id")), to,
                              "hilda", &e));
}

/* What the page says and what the trail below it says are the same, before and after each decision. */
TEST(visitors_are_told_of_a_pair_in_doubt)
{
    struct leg legs[2];
    struct leg_filter f = { 0 };
    struct store_error e;
    char path[64], list[64], newer[64];
    size_t n;
    FINE(store_leg(here.site.store, play(NULL), &legs[0], &e));
    f.pair = legs[0].pair;
    FINE(store_legs(here.site.store, &f, legs, 2, &n, &e));
    snprintf(path, sizeof path, "/matches/%" PRId64, legs[0].id);
    told_in_doubt(legs, false);
    for (int i = 0; i < 2; i++)
        FINE(store_write(here.site.store, put_in_doubt, &legs[i], &e));
    told_in_doubt(legs, true);
    snprintf(newer, sizeof newer, "\"/matches/%" PRId64 "\"", play(NULL));
    snprintf(list, sizeof list, "/matches?pair=%" PRId64, legs[0].pair);
    page_says("/matches", NULL, newer, true);
    page_says(list, NULL, newer, false); /* this pair's matches, and no others */
    decide_first(RECHECK_STANDS);
    told_in_doubt(legs, true);
    page_says(path, NULL, "<td>pair-recheck-stands</td>", true);
    page_says(path, NULL, "<td>pair-stands</td>", false);
    decide_first(RECHECK_STANDS);
    told_in_doubt(legs, false);
    page_says(path, NULL, "<td>pair-stands</td>", true);
    FINE(store_write(here.site.store, put_in_doubt, &legs[0], &e));
    decide_first(RECHECK_VOID);
    told_in_doubt(legs, false);
    page_says(path, NULL, "void: does not count", true);
    page_says(path, NULL, "<td>pair-replayed</td>", true);
}

TEST(people_and_versions_change)
{
    struct version v;
    struct person p;
    struct store_error e;
    STATUS(400, browser_post(&host, &here, "/host/people", "name=hilda&role=visitor")); /* not themselves */
    STATUS(400, browser_post(&host, &here, "/host/people", "name=zoe&role=king"));
    STATUS(303, browser_post(&host, &here, "/host/versions", "who=ana%2Fbot5&to=disable&reason=%3Cb%3E"));
    FINE(store_version(here.site.store, here.world.version[5], &v, &e));
    assert_int_equal(v.state, VERSION_DISABLED);
    STATUS(303, browser_post(&host, &here, "/host/versions", "who=ana%2Fbot5%231&to=enable&reason=again"));
    FINE(store_version(here.site.store, here.world.version[5], &v, &e));
    assert_int_equal(v.state, VERSION_PENDING);
    FINE(store_person_add(here.site.store, &(struct person){ .name = "yuri", .role = ROLE_AUTHOR }, &p.id, &e));
    STATUS(303, browser_post(&host, &here, "/host/people", "name=yuri&role=visitor&closed=1"));
    FINE(store_person_named(here.site.store, "yuri", &p, &e));
    assert_true(p.closed);
}

/* --- disputes ------------------------------------------------------------------------------------------------------- */

TEST(a_dispute_is_filed_read_and_decided)
{
    char path[64], decide[64], transcript[80];
    struct dispute d;
    struct leg l;
    struct store_error e;
    snprintf(path, sizeof path, "/matches/%lld/dispute", (long long)leg);
    STATUS(404, here_get(&here, path, stranger.cookie)); /* sat at another table */
    STATUS(404, browser_post(&stranger, &here, path, "text=mine"));
    STATUS(403, here_post(&here, path, author.cookie, "text=no+form"));
    STATUS(200, here_get(&here, path, author.cookie));
    STATUS(400, browser_post(&author, &here, path, "text="));
    STATUS(303, browser_post(&author, &here, path, "text=%3Cscript%3Ealert(1)%3C%2Fscript%3E&transcript=abc"));
    STATUS(409, browser_post(&author, &here, path, "text=twice"));
    struct dispute_filter f = { .state = -1 };
    size_t n;
    FINE(store_disputes(here.site.store, &f, &d, 1, &n, &e));
    assert_int_equal(n, 1);
    snprintf(decide, sizeof decide, "/disputes/%lld", (long long)d.id);
    snprintf(transcript, sizeof transcript, "%s/transcript", decide);
    STATUS(404, here_get(&here, decide, stranger.cookie));
    STATUS(404, here_get(&here, transcript, stranger.cookie));
    STATUS(200, here_get(&here, transcript, author.cookie));
    STATUS(200, here_get(&here, "/disputes", host.cookie));
    OWNED_REPLY y = here_get(&here, decide, host.cookie);
    assert_int_equal(y.status, 200);
    assert_null(strstr(y.body, "<script>alert"));
    assert_non_null(strstr(y.body, "&lt;script&gt;alert"));
    assert_non_null(strstr(y.body, "not valid")); /* the made-up record is none */
    STATUS(403, browser_post(&author, &here, decide, "to=void&decision=me"));
    STATUS(404, browser_post(&stranger, &here, decide, "to=void"));
    STATUS(400, browser_post(&host, &here, decide, "to=maybe"));
    STATUS(303, browser_post(&host, &here, decide, "to=void&decision=so+be+it"));
    STATUS(409, browser_post(&host, &here, decide, "to=upheld"));
    FINE(store_dispute(here.site.store, d.id, &d, &e));
    assert_int_equal(d.state, DISPUTE_VOID);
    assert_true(d.again > 0); /* the pair is played once more */
    FINE(store_leg(here.site.store, leg, &l, &e));
    assert_int_equal(l.pair_state, PAIR_VOID);
}
