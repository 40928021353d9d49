/* The store: one suite, run on SQLite and on PostgreSQL. */

#include <pthread.h>

#include "support/test.h"
#include "cli/said.h"
#include "store/store_live.h"
#include "store/store_ratings.h"
#include "ladder_stores.h"
#include "store/store_spool.h"
#include "store/store_trail.h"
#include "store/store_workers.h"

static struct order other;

/* --- people --------------------------------------------------------------------------------------- */

TEST_WITH(test_people, set_up, tear_down)
{
    struct person p, list[4];
    int64_t id;
    size_t n;
    REFUSED(STORE_NOT_FOUND, store_person_named(w.store, "nobody", &p, &e));
    FINE(store_person_named(w.store, "ana", &p, &e));
    assert_int_equal(p.role, ROLE_AUTHOR);
    REFUSED(STORE_EXISTS, store_person_add(w.store, &p, &id, &e));
    memset(p.key, 7, sizeof p.key);
    struct person_change c = {
        .sets_role = true, .role = ROLE_HOST, .password = "$argon2id$x", .sets_key = true, .key = p.key
    };
    FINE(store_person_change(w.store, p.id, &c, "hilda", &e));
    FINE(store_person_keyed(w.store, p.key, &p, &e));
    assert_string_equal(p.password, "$argon2id$x");
    assert_int_equal(p.role, ROLE_HOST);
    FINE(store_people(w.store, 0, list, 4, &n, &e));
    assert_int_equal(n, 2);
    FINE(store_people(w.store, list[0].id, list, 4, &n, &e));
    assert_int_equal(n, 1);
}

TEST_WITH(test_text_that_is_refused, set_up, tear_down)
{
    struct person p = { .role = ROLE_AUTHOR };
    int64_t id;
    char longer[STORE_LONG + 8];
    strcpy(p.name, "\xc3(");
    REFUSED(STORE_INVALID, store_person_add(w.store, &p, &id, &e));
    strcpy(p.name, "\xed\xa0\x80");
    REFUSED(STORE_INVALID, store_person_add(w.store, &p, &id, &e));
    memset(longer, 'x', sizeof longer);
    longer[STORE_LONG] = '\0';
    REFUSED(STORE_INVALID, store_set(w.store, "motto", longer, &e));
    strcpy(p.name, "Robert'); drop table person;--");
    FINE(store_person_add(w.store, &p, &id, &e));
    FINE(store_person(w.store, id, &p, &e));
    assert_string_equal(p.name, "Robert'); drop table person;--");
}

TEST_WITH(test_sessions, set_up, tear_down)
{
    struct session c = { .person = w.author, .kind = "browser" }, list[4];
    struct person p;
    size_t n;
    c.expires_ms = store_now(w.store) + 100000;
    memset(c.hash, 1, sizeof c.hash);
    FINE(store_session_add(w.store, &c, &e));
    c.hash[0] = 2;
    FINE(store_session_add(w.store, &c, &e));
    FINE(store_session(w.store, c.hash, &list[0], &p, &e));
    assert_string_equal(p.name, "ana");
    FINE(store_sessions(w.store, w.author, list, 4, &n, &e));
    assert_int_equal(n, 2);
    store_shift(w.store, 70000);
    FINE(store_session(w.store, c.hash, &list[0], &p, &e));
    FINE(store_session(w.store, c.hash, &list[1], &p, &e));
    assert_true(list[1].used_ms > list[0].used_ms);
    store_shift(w.store, 100000);
    REFUSED(STORE_NOT_FOUND, store_session(w.store, c.hash, &list[0], &p, &e));
    store_shift(w.store, -170000);
    struct person_change closes = { .sets_closed = true, .closed = true };
    FINE(store_person_change(w.store, p.id, &closes, "hilda", &e));
    REFUSED(STORE_NOT_FOUND, store_session(w.store, c.hash, &list[0], &p, &e));
}

/* On both databases: the last host stays, a closed author's pairs end, its validations wait. */
TEST_WITH(test_closing, set_up, tear_down)
{
    struct person_change close = { .sets_closed = true, .closed = true }, open = { .sets_closed = true };
    struct session c = { .person = w.author, .kind = "token" };
    struct event cup = {
        .ladder = w.ladder, .kind = EVENT_ROUND_ROBIN, .name = "cup", .cfg = "{}", .state = EVENT_RUNNING, .rated = true
    };
    struct entry n = { .version = { w.version[0] } }, list[2];
    struct pair p = { .version = { w.version[0], w.version[1] } };
    struct plan plan = { .next_round = 1, .progress = "{}", .pair = &p, .pairs = 1 };
    struct version v = { .bot = w.bot[0], .has_artifact = true, .run = "./bot" };
    static struct order o;
    int64_t id, waits;
    size_t got;
    REFUSED(STORE_INVALID, store_person_change(w.store, w.host, &close, "host", &e));
    world_plan(&w, 1);
    FINE(store_event_add(w.store, &cup, "hilda", &plan.event, &e));
    n.event = plan.event;
    FINE(store_entry_add(w.store, &n, &id, &e));
    FINE(store_plan(w.store, &plan, &e));
    FINE(store_put(w.store, "new", 3, v.artifact, &e));
    FINE(store_version_add(w.store, &v, NULL, 0, &waits, &e));
    FINE(world_lease(&w, "w", &o, &e));
    FINE(store_person_change(w.store, w.author, &close, "hilda", &e));
    REFUSED(STORE_NOT_FOUND, store_session_add(w.store, &c, &e));
    REFUSED(STORE_STALE, store_beat(w.store, &o, 1000, &e));
    REFUSED(STORE_NOT_FOUND, world_lease(&w, "w", &o, &e));
    FINE(store_pair(w.store, p.id, &p, &e));
    assert_int_equal(p.state, PAIR_DONE);
    assert_false(p.rated);
    assert_int_equal(p.score, 2 * p.legs); /* both sides are hers: the first goes on */
    FINE(store_entries(w.store, plan.event, 0, list, 2, &got, &e));
    assert_true(got == 1 && list[0].out);
    plan.round = 1;
    FINE(store_plan(w.store, &plan, &e)); /* nor is another one played */
    REFUSED(STORE_NOT_FOUND, world_lease(&w, "w", &o, &e));
    world_whole(w.store);
    FINE(store_person_change(w.store, w.author, &open, "hilda", &e));
    FINE(store_entries(w.store, plan.event, 0, list, 2, &got, &e));
    assert_true(got == 1 && !list[0].out);
    FINE(world_lease(&w, "w", &o, &e)); /* the validation */
    assert_int_equal(o.seat[0].version, waits);
}

/* Bytes that came as a file are a blob like any, and somebody's. */
TEST_WITH(test_files_become_blobs, set_up, tear_down)
{
    struct version v = { .bot = w.bot[0], .has_artifact = true, .run = "./bot" };
    struct store_bytes back;
    static uint8_t bytes[200000];
    uint8_t hash[STORE_HASH];
    uint64_t before, after;
    int64_t id;
    int fd = store_spool(w.store);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * i >> 7);
    assert_true(fd >= 0 && write(fd, bytes, sizeof bytes) == sizeof bytes && store_spool_room(w.store) > 0);
    FINE(store_person_bytes(w.store, w.author, &before, &e));
    FINE(store_put_file(w.store, fd, v.artifact, &e));
    close(fd);
    FINE(store_put(w.store, bytes, sizeof bytes, hash, &e));
    assert_memory_equal(hash, v.artifact, STORE_HASH);
    FINE(store_get(w.store, hash, &back, &e));
    assert_true(back.size == sizeof bytes && !memcmp(back.data, bytes, sizeof bytes));
    store_free(&back);
    FINE(store_person_bytes(w.store, w.author, &after, &e));
    assert_int_equal(after, before); /* nobody's yet */
    for (int i = 0; i < 2; i++)
        FINE(store_version_add(w.store, &v, NULL, 0, &id, &e));
    FINE(store_person_bytes(w.store, w.author, &after, &e));
    assert_int_equal(after, before + sizeof bytes); /* once */
}

TEST_WITH(test_limits_on_rate, set_up, tear_down)
{
    int64_t again;
    for (int i = 0; i < 3; i++)
        FINE(store_take(w.store, "login:ana", 3, 60000, &again, &e));
    REFUSED(STORE_STALE, store_take(w.store, "login:ana", 3, 60000, &again, &e));
    assert_in_range(again - store_now(w.store), 1, 60000);
    FINE(store_take(w.store, "login:eva", 3, 60000, &again, &e));
    store_shift(w.store, 60001);
    FINE(store_take(w.store, "login:ana", 3, 60000, &again, &e));
}

/* --- bots ----------------------------------------------------------------------------------------- */

TEST_WITH(test_version_is_refused_and_tried_again, set_up, tear_down)
{
    struct version v = { .has_artifact = true, .supersedes = true };
    struct verdict_filed bad = {
        .reason = "it crashed", .log = "segfault", .log_size = 8, .replay = "rep", .replay_size = 3
    };
    struct verdict_filed good = { .passed = true, .built = NULL };
    struct wish wish = { .worker = "judge", .lease_ms = 60000, .no_play = true };
    struct validation list[4];
    struct notice note[2];
    struct store_bytes log;
    int64_t id;
    size_t n;
    v.bot = w.bot[0];
    memset(v.artifact, 9, sizeof v.artifact);
    REFUSED(STORE_INVALID, store_version_add(w.store, &v, &w.ladder, 1, &id, &e)); /* no such blob */
    FINE(store_put(w.store, "tar", 3, v.artifact, &e));
    REFUSED(STORE_INVALID, store_version_add(w.store, &v, &(int64_t){ 77 }, 1, &id, &e));
    FINE(store_version_add(w.store, &v, &w.ladder, 1, &id, &e));
    FINE(store_lease(w.store, &wish, &order, &e));
    assert_int_equal(order.kind, JOB_VALIDATE);
    assert_int_equal(order.seat[0].version, id);
    assert_int_equal(order.seat[0].number, 2);
    assert_int_equal(order.ladder.id, w.ladder);
    FINE(store_validated(w.store, &order, &bad, &e));
    FINE(store_version(w.store, id, &v, &e));
    assert_int_equal(v.state, VERSION_DISABLED);
    assert_string_equal(v.reason, "it crashed");
    assert_int_equal(v.artifact_size, 3);
    FINE(store_notices(w.store, w.author, 0, note, 1, &n, &e));
    assert_string_equal(note[0].kind, "refused");
    FINE(store_validations(w.store, id, list, 4, &n, &e));
    assert_int_equal(n, 1);
    FINE(store_validation_log(w.store, list[0].id, &log, &e));
    assert_memory_equal(log.data, "segfault", 8);
    store_free(&log);
    REFUSED(STORE_STALE, store_version_move(w.store, id, VERSION_ACTIVE, VERSION_PENDING, "", "ana", &e));
    FINE(store_version_move(w.store, id, VERSION_DISABLED, VERSION_PENDING, "try again", "ana", &e));
    FINE(store_lease(w.store, &wish, &order, &e));
    world_plan(&w, 3); /* 0-1, 1-2, 2-3 */
    FINE(store_validated(w.store, &order, &good, &e));
    FINE(store_version(w.store, w.version[0], &v, &e));
    assert_int_equal(v.state, VERSION_RETIRED); /* superseded */
    FINE(world_lease(&w, "w1", &order, &e));
    assert_int_equal(order.pair.version[0], w.version[1]); /* what waited for the old one is void */
    FINE(store_version_move(w.store, w.version[2], VERSION_ACTIVE, VERSION_DISABLED, "it crashes", "hilda", &e));
    REFUSED(STORE_NOT_FOUND, world_lease(&w, "w1", &other, &e));
    FINE(store_beat(w.store, &order, 1000, &e)); /* what is being played goes on */
}

static void named(const char *name, struct bot *b) { FINE(store_bot_named(w.store, "ana", name, b, &e)); }

TEST_WITH(test_a_bot_that_never_played_goes, set_up, tear_down)
{
    static const char *const line = "{}";
    struct verdict_filed no = { .reason = "it crashed", .log = "x", .log_size = 1, .replay = "rep", .replay_size = 3 };
    struct wish wish = { .worker = "judge", .lease_ms = 60000, .no_play = true };
    struct store_counts before = world_counts(w.store);
    struct version_label l;
    struct bot b;
    char name[32], value[STORE_LONG];
    int64_t bot, id = world_version(&w, "fresh", &bot);
    uint64_t swept;
    FINE(store_label(w.store, id, &l, &e));
    snprintf(name, sizeof name, "untried.%lld", (long long)bot);
    FINE(store_set(w.store, name, "1", &e));
    named("fresh", &b);
    FINE(store_lease(w.store, &wish, &order, &e));
    FINE(store_live_add(w.store, &order, 1, &line, 1, &e));
    REFUSED(STORE_STALE, store_bot_remove(w.store, &b, "ana", &e)); /* it is being tried */
    FINE(store_validated(w.store, &order, &no, &e));
    FINE(store_version_move(w.store, id, VERSION_DISABLED, VERSION_PENDING, "again", "ana", &e));
    FINE(store_bot_remove(w.store, &b, "ana", &e));
    REFUSED(STORE_NOT_FOUND, store_bot_remove(w.store, &b, "ana", &e));
    REFUSED(STORE_NOT_FOUND, store_bot_named(w.store, "ana", "fresh", &b, &e));
    FINE(store_setting(w.store, name, value, &e));
    assert_string_equal(value, "");
    struct store_counts after = world_counts(w.store);
    assert_memory_equal(before.versions, after.versions, sizeof before.versions);
    assert_int_equal(before.jobs[JOB_QUEUED], after.jobs[JOB_QUEUED]);
    store_shift(w.store, 90000000);
    FINE(store_sweep(w.store, &swept, &e));
    assert_int_equal(swept, 2); /* what was sent, and the record of its trial */
    id = world_version(&w, "newer", &bot);
    FINE(store_label(w.store, id, &l, &e));
    assert_string_equal(l.bot_name, "newer");
}

TEST_WITH(test_a_bot_that_is_wanted_stays, set_up, tear_down)
{
    struct event v = { .ladder = w.ladder, .kind = EVENT_KNOCKOUT, .name = "Copa", .cfg = "{}" };
    struct entry n = { .version = { w.version[7] } };
    struct bot b;
    int64_t id;
    FINE(store_event_add(w.store, &v, "hilda", &n.event, &e));
    FINE(store_entry_add(w.store, &n, &id, &e));
    world_plan(&w, 1);
    named("bot7", &b);
    assert_false(b.played);
    REFUSED(STORE_STALE, store_bot_remove(w.store, &b, "ana", &e)); /* the cup has it */
    named("bot0", &b);
    assert_true(b.played);
    REFUSED(STORE_STALE, store_bot_remove(w.store, &b, "ana", &e));
    named("bot6", &b);
    FINE(store_bot_remove(w.store, &b, "ana", &e)); /* active, and without a pair yet */
}

TEST_WITH(test_remote_version, set_up, tear_down)
{
    struct version v = { .remote = true }, list[3];
    struct version_filter f = { .state = -1 };
    struct version_label label;
    struct wish wish = { .worker = "w", .lease_ms = 1000, .no_remote = true };
    int64_t id;
    size_t n;
    v.bot = w.bot[1];
    memset(v.key, 5, sizeof v.key);
    strcpy(v.binding, "fiel-bind 1\n");
    FINE(store_version_add(w.store, &v, NULL, 0, &id, &e));
    f.after = id - 1;
    FINE(store_versions(w.store, &f, list, 3, &n, &e));
    assert_int_equal(n, 1);
    assert_string_equal(list[0].binding, "fiel-bind 1\n");
    REFUSED(STORE_NOT_FOUND, store_lease(w.store, &wish, &order, &e));
    for (int i = 0; i < 2; i++) { /* the second time from memory */
        FINE(store_label(w.store, id, &label, &e));
        assert_string_equal(label.bot_name, "bot1");
        assert_string_equal(label.author, "ana");
        assert_int_equal(label.number, 2);
    }
    REFUSED(STORE_NOT_FOUND, store_label(w.store, 4711, &label, &e));
}

/* --- blobs ---------------------------------------------------------------------------------------- */

static void *register_one(void *arg)
{
    struct store_error mine;
    struct version v = { .remote = true, .bot = *(int64_t *)arg, .key = { 7 } };
    int64_t id;
    int code = store_version_add(w.store, &v, NULL, 0, &id, &mine);
    *(int64_t *)arg = code == STORE_OK;
    return code == STORE_OK || code == STORE_INVALID ? arg : NULL;
}

TEST_WITH(test_a_key_is_one_bots, set_up, tear_down)
{
    pthread_t thread[WORLD_BOTS];
    int64_t got = 0;
    void *fine;
    for (unsigned i = 0; i < WORLD_BOTS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, register_one, &w.bot[i]), 0);
    for (unsigned i = 0; i < WORLD_BOTS; i++) {
        assert_true(!pthread_join(thread[i], &fine) && fine);
        got += w.bot[i];
    }
    assert_int_equal(got, 1);
}

TEST_WITH(test_blobs, set_up, tear_down)
{
    uint8_t hash[STORE_HASH], zero[STORE_HASH] = { 0 };
    struct store_bytes b;
    uint64_t swept;
    size_t size = 3u << 20;
    OWNED char *big = calloc(1, size);
    REFUSED(STORE_NOT_FOUND, store_get(w.store, zero, &b, &e));
    FINE(store_put(w.store, "", 0, hash, &e));
    FINE(store_get(w.store, hash, &b, &e));
    assert_int_equal(b.size, 0);
    store_free(&b);
    big[5] = 1;
    FINE(store_put(w.store, big, size, hash, &e));
    FINE(store_put(w.store, big, size, hash, &e));
    FINE(store_get(w.store, hash, &b, &e));
    assert_int_equal(b.size, size);
    assert_memory_equal(b.data, big, size);
    store_free(&b);
    FINE(store_sweep(w.store, &swept, &e));
    assert_int_equal(swept, 0);
    store_shift(w.store, 90000000);
    FINE(store_sweep(w.store, &swept, &e));
    assert_int_equal(swept, 2); /* the artifacts stay: versions refer to them */
    REFUSED(STORE_NOT_FOUND, store_get(w.store, hash, &b, &e));
}

/* --- jobs ----------------------------------------------------------------------------------------- */

TEST_WITH(test_schedule_goes_on_once, set_up, tear_down)
{
    struct pair pair[1] = { { .version = { w.version[0], w.version[1] }, .note_bytes = 700 } }, again;
    struct plan p = { .event = w.event, .round = 3, .next_round = 4, .progress = "{}", .pair = pair, .pairs = 1 };
    struct event v;
    REFUSED(STORE_STALE, store_plan(w.store, &p, &e));
    p.round = 0;
    FINE(store_plan(w.store, &p, &e));
    FINE(world_lease(&w, "w", &order, &e));
    read_pair(pair->id, &again);
    assert_true(again.note_bytes == 700 && order.pair.note_bytes == 700);
    REFUSED(STORE_STALE, store_plan(w.store, &p, &e));
    p.round = 4;
    pair[0].version[1] = 0;
    REFUSED(STORE_INVALID, store_plan(w.store, &p, &e));
    pair[0].version[1] = 999;
    REFUSED(STORE_INVALID, store_plan(w.store, &p, &e));
    FINE(store_event(w.store, w.event, &v, &e));
    assert_int_equal(v.round, 4);
}

/* An event that is not rated plays as many games as it says; what is rated, as many as its ladder. */
TEST_WITH(test_games_of_an_event, set_up, tear_down)
{
    struct pair pair[1] = { { .version = { w.version[0], w.version[1] }, .games = 3 } }, again;
    struct event v = { .ladder = w.ladder, .kind = EVENT_LADDER, .name = "Cup", .cfg = "{}", .state = EVENT_RUNNING };
    struct plan p = { .event = w.event, .next_round = 1, .progress = "{}", .pair = pair, .pairs = 1 };
    assert_true(store_plan(w.store, &p, &e) != STORE_OK);
    FINE(store_event_add(w.store, &v, "hilda", &p.event, &e));
    FINE(store_plan(w.store, &p, &e));
    FINE(world_lease(&w, "w", &order, &e));
    read_pair(pair->id, &again);
    assert_true(again.games == 3 && order.ladder.games == 3 && again.of == 2 * 2 * 3);
}

TEST_WITH(test_filing, set_up, tear_down)
{
    static struct world_legs l;
    struct pair p;
    struct leg leg[4];
    struct leg_filter f = { 0 };
    struct ladder ladder;
    struct store_bytes b;
    size_t n;
    world_plan(&w, 1);
    FINE(world_lease(&w, "w1", &order, &e));
    assert_int_equal(order.seats, 2);
    assert_string_equal(order.seat[1].bot, "bot1");
    assert_string_equal(order.seat[0].run, "./bot");
    assert_string_equal(order.ladder.rules, "argentino");
    world_legs(&l, 1);
    l.leg[0].seat[1].faults = 1;
    strcpy(l.leg[0].fault_text, "too late");
    l.leg[0].seat[0].log = "hello";
    l.leg[0].seat[0].log_size = 5;
    FINE(store_finish(w.store, &order, l.leg, 2, &e));
    FINE(store_finish(w.store, &order, l.leg, 2, &e)); /* the answer was lost */
    read_pair(order.pair.id, &p);
    assert_int_equal(p.state, PAIR_DONE);
    assert_int_equal(p.score, 4);
    assert_int_equal(p.margin, 10 + 9);
    assert_int_equal(p.hands, 23);
    f.version = w.version[1];
    FINE(store_legs(w.store, &f, leg, 4, &n, &e));
    assert_int_equal(n, 2);
    assert_int_equal(leg[0].seat[0].version, w.version[1]); /* the twin, newest first */
    assert_int_equal(leg[1].seat[0].version, w.version[0]);
    f.faulty = true;
    FINE(store_legs(w.store, &f, leg, 4, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(world_filed(w.store, l.leg[1].match_id, &leg[2]), STORE_OK);
    FINE(store_get(w.store, leg[2].replay, &b, &e));
    assert_memory_equal(b.data, l.replay[1], b.size);
    store_free(&b);
    FINE(store_leg_log(w.store, leg[0].id, 0, &b, &e));
    assert_memory_equal(b.data, "hello", 5);
    store_free(&b);
    REFUSED(STORE_NOT_FOUND, store_leg_log(w.store, leg[0].id, 1, &b, &e));
    FINE(store_ladder(w.store, w.ladder, &ladder, &e));
    assert_int_equal(ladder.serial, 1);
}

TEST_WITH(test_first_fault_is_told_once, set_up, tear_down)
{
    static struct world_legs l;
    struct notice note[20];
    unsigned told = 0;
    struct version_lately lately;
    size_t n;
    world_plan(&w, 2);
    for (unsigned i = 0; i < 2; i++) {
        FINE(world_lease(&w, "w1", &order, &e));
        world_legs(&l, i);
        for (unsigned leg = 0; leg < 2; leg++)
            for (unsigned seat = 0; seat < 2; seat++) {
                bool mine = pair_version(&order.pair, leg, seat) == w.version[1];
                l.leg[leg].seat[seat].faults = mine;
                if (!mine) { /* the other one ended it */
                    l.leg[leg].fault = 7;
                    l.leg[leg].fault_seat = seat;
                    snprintf(l.leg[leg].fault_text, STORE_TEXT, "seat %u: had 5 s and took 6 s", seat);
                }
            }
        FINE(store_finish(w.store, &order, l.leg, 2, &e));
    }
    FINE(store_notices(w.store, w.author, 0, note, 20, &n, &e));
    for (size_t i = 0; i < n; i++)
        if (!strcmp(note[i].kind, "first-fault")) {
            assert_string_equal(said_text(note[i].text, sizeof note[i].text, ENGLISH, note[i].text),
                                "its first fault in a match: a fault that did not end the match");
            told++;
        }
    assert_int_equal(told, 1);
    FINE(store_version_lately(w.store, w.version[1], 3, &lately, &e));
    assert_int_equal(lately.played, 3);
    assert_int_equal(lately.faulty, 3);
    FINE(store_notices_read(w.store, w.author, note[0].id, &e));
    FINE(store_notices(w.store, w.author, 0, note, 20, &n, &e));
    assert_true(note[0].read_ms > 0);
}

static bool same_sums(const struct clock_sums *a, const struct clock_sums *b)
{
    return a->decisions == b->decisions && a->timeouts == b->timeouts && a->spared == b->spared &&
           a->nobodys_us == b->nobodys_us;
}

/* The clock of a leg's seats: of a version in as many legs as are asked for, and of all. */
TEST_WITH(test_clocks_are_summed, set_up, tear_down)
{
    static struct world_legs l;
    static const struct clock_sums none, one = { 41, 1, 2, 3000000 }, two = { 81, 11, 22, 33000000 },
                                         all = { 162, 101, 202, 303000000 };
    struct version_lately lately;
    struct clock_sums sums;
    FINE(store_clock_sums(w.store, &sums, &e));
    assert_true(same_sums(&sums, &none));
    world_plan(&w, 1);
    FINE(world_lease(&w, "w1", &order, &e));
    world_legs(&l, 1);
    for (unsigned leg = 0; leg < 2; leg++)
        for (unsigned seat = 0; seat < 2; seat++) {
            int64_t many = pair_version(&order.pair, leg, seat) != w.version[0] ? 45 : leg ? 1 : 10;
            struct leg_seat *s = &l.leg[leg].seat[seat];
            s->timeouts = many;
            s->spared = 2 * many;
            s->nobodys_us = 3000000 * many;
        }
    FINE(store_finish(w.store, &order, l.leg, 2, &e));
    FINE(store_version_lately(w.store, w.version[0], 1, &lately, &e));
    assert_true(same_sums(&lately.clock, &one));
    FINE(store_version_lately(w.store, w.version[0], 100, &lately, &e));
    assert_true(same_sums(&lately.clock, &two));
    assert_int_equal(lately.voids, 0);
    FINE(store_clock_sums(w.store, &sums, &e));
    assert_true(same_sums(&sums, &all));
}

TEST_WITH(test_one_leg_by_a_fault, set_up, tear_down)
{
    static struct world_legs l;
    struct pair p;
    world_plan(&w, 1);
    FINE(world_lease(&w, "w1", &order, &e));
    world_legs(&l, 1);
    l.leg[0].winner = 1;
    FINE(store_finish(w.store, &order, l.leg, 1, &e));
    read_pair(order.pair.id, &p);
    assert_int_equal(p.score, 0);
    REFUSED(STORE_INVALID, store_finish(w.store, &order, l.leg, 0, &e));
    REFUSED(STORE_INVALID, store_finish(w.store, &order, l.leg, 3, &e));
}

/* --- what is made of it --------------------------------------------------------------------------- */

static void play(uint64_t salt) { world_play(&w, "w1", salt, &order); }

TEST_WITH(test_ratings, set_up, tear_down)
{
    struct unit unit[8];
    struct rating_run run = { .ladder = w.ladder, .algorithm = "bt-map", .params = "sd=200", .serial = 0 };
    struct rating row[2] = { { .version = w.version[0], .place = 1, .elo = 1550.25, .pairs = 2, .superior = .9 },
                             { .version = w.version[1], .place = 2, .elo = 1450 } };
    struct standing table[4];
    struct rating_point point[4];
    struct opponent who[4];
    int64_t due[2], id;
    size_t n;
    FINE(store_ratings_due(w.store, due, 2, &n, &e));
    assert_int_equal(n, 0);
    REFUSED(STORE_NOT_FOUND, store_rating_newest(w.store, w.ladder, &run, &e));
    world_plan(&w, 3);
    for (uint64_t i = 0; i < 3; i++)
        play(i);
    FINE(store_ratings_due(w.store, due, 2, &n, &e));
    assert_int_equal(n, 1);
    FINE(store_units(w.store, w.ladder, 0, unit, 2, &n, &e));
    assert_int_equal(n, 2);
    assert_int_equal(unit[0].score, 4);
    assert_int_equal(unit[1].played, 2);
    assert_int_equal(unit[1].came[1].winner, 1);
    assert_int_equal(unit[1].came[0].points[0], 30);
    FINE(store_units(w.store, w.ladder, unit[1].pair, unit, 8, &n, &e));
    assert_int_equal(n, 1);
    run.serial = 3;
    FINE(store_rating_add(w.store, &run, row, 2, &id, &e));
    FINE(store_ratings_due(w.store, due, 2, &n, &e));
    assert_int_equal(n, 0);
    FINE(store_standings(w.store, id, 0, table, 4, &n, &e));
    assert_int_equal(n, 2);
    assert_true(table[0].rating.elo == 1550.25);
    assert_string_equal(table[1].who.bot_name, "bot1");
    FINE(store_rating_history(w.store, w.ladder, w.version[0], 0, point, 4, &n, &e));
    assert_int_equal(n, 1);
    FINE(store_opponents(w.store, w.version[1], 0, who, 4, &n, &e));
    assert_int_equal(n, 2);
    assert_int_equal(who[0].score + who[1].score, 4); /* lost to bot0, won against bot2 */
    assert_int_equal(who[0].margin + who[1].margin, 0);
    for (int i = 0; i < 3; i++)
        FINE(store_rating_add(w.store, &run, row, 2, &id, &e));
    FINE(store_ratings_thin(w.store, w.ladder, store_now(w.store) + 1, INT64_C(1) << 50, &e));
    FINE(store_rating_history(w.store, w.ladder, w.version[0], 0, point, 4, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(point[0].run, id);
}

TEST_WITH(test_disputes, set_up, tear_down)
{
    struct dispute d = { .person = w.author, .text = "the clock was wrong" }, read;
    struct leg_filter lf = { 0 };
    struct leg leg;
    struct pair p;
    struct unit unit[2];
    int64_t id, again;
    size_t n;
    d.leg = 99;
    REFUSED(STORE_NOT_FOUND, store_dispute_add(w.store, &d, "ana", &id, &e));
    world_plan(&w, 1);
    play(1);
    FINE(store_legs(w.store, &lf, &leg, 1, &n, &e));
    d.leg = leg.id;
    FINE(store_dispute_add(w.store, &d, "ana", &id, &e));
    REFUSED(STORE_EXISTS, store_dispute_add(w.store, &d, "ana", &again, &e));
    FINE(store_dispute_decide(w.store, id, DISPUTE_VOID, "the disk stood still", "hilda", &e));
    REFUSED(STORE_STALE, store_dispute_decide(w.store, id, DISPUTE_UPHELD, "", "hilda", &e));
    FINE(store_dispute(w.store, id, &read, &e));
    assert_int_equal(read.state, DISPUTE_VOID);
    read_pair(leg.pair, &p);
    assert_int_equal(p.state, PAIR_VOID);
    read_pair(read.again, &p);
    assert_int_equal(p.replaces, leg.pair);
    FINE(store_units(w.store, w.ladder, 0, unit, 2, &n, &e));
    assert_int_equal(n, 0);
    play(2);
    FINE(store_units(w.store, w.ladder, 0, unit, 2, &n, &e));
    assert_int_equal(unit[0].pair, read.again);
    assert_int_equal(world_replay(&w, leg.pair), 0); /* it is void already */
    assert_int_not_equal(world_replay(&w, read.again), 0);
}

TEST_WITH(test_trail, set_up, tear_down)
{
    struct trail_line line[3];
    size_t n;
    FINE(store_version_move(w.store, w.version[0], VERSION_ACTIVE, VERSION_DISABLED, "ni\xc3\xb1o", "hilda", &e));
    FINE(store_trail(w.store, 0, line, 3, &n, &e));
    assert_int_equal(n, 2); /* the event was made, too */
    assert_string_equal(line[0].detail, "disabled: ni\xc3\xb1o");
}

TEST_WITH(test_live, set_up, tear_down)
{
    struct live_match m[2];
    static char text[STORE_LIVE];
    int64_t last;
    size_t n;
    world_plan(&w, 1);
    FINE(world_lease(&w, "w1", &order, &e));
    FINE(store_live_add(w.store, &order, 1, (const char *const[]){ "{\"a\":1}", "{\"a\":2}" }, 2, &e));
    FINE(store_live_add(w.store, &order, 3, (const char *const[]){ "{\"a\":3}" }, 1, &e));
    FINE(store_live(w.store, m, 2, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(m[0].last, 3);
    assert_int_equal(m[0].lineup.version[1], w.version[1]);
    FINE(store_live_lines(w.store, order.job, 1, text, &last, &e));
    assert_string_equal(text, "{\"a\":2}\n{\"a\":3}");
    assert_int_equal(last, 3);
    FINE(store_live_of(w.store, m[0].pair, m, &e));
    assert_int_equal(m[0].last, 3);
    REFUSED(STORE_NOT_FOUND, store_live_of(w.store, m[0].pair + 1, m, &e));
    FINE(store_live_add(w.store, &order, STORE_LIVE_LINES + 2, (const char *const[]){ "{\"a\":4}" }, 1, &e));
    FINE(store_live_lines(w.store, order.job, 0, text, &last, &e)); /* the first two are too old */
    assert_string_equal(text, "{\"a\":3}\n{\"a\":4}");
    FINE(store_give_back(w.store, &order, "", 0, GIVEN_UNTRIED, &e));
    FINE(store_live(w.store, m, 2, &n, &e));
    assert_int_equal(n, 0);
}

/* Of w1 and w2; so many of them work. */
static void states_are(enum worker_state first, enum worker_state second, int64_t here)
{
    struct worker list[3];
    int64_t working;
    size_t n;
    FINE(store_workers(w.store, 0, list, 3, &n, &e));
    FINE(store_working(w.store, &working, &e));
    assert_int_equal(n, 2);
    assert_int_equal(list[0].state, first);
    assert_int_equal(list[1].state, second);
    assert_int_equal(working, here);
}

TEST_WITH(test_numbers_settings_workers, set_up, tear_down)
{
    struct store_counts c;
    struct worker list[3];
    char value[STORE_LONG];
    size_t n;
    world_plan(&w, 2);
    play(1);
    FINE(store_counts(w.store, &c, &e));
    assert_int_equal(c.jobs[JOB_QUEUED], 1);
    assert_int_equal(c.pairs[PAIR_DONE], 1);
    assert_int_equal(c.legs, 2);
    assert_int_equal(c.versions[VERSION_ACTIVE], WORLD_BOTS);
    FINE(store_setting(w.store, "site.name", value, &e));
    assert_string_equal(value, "");
    FINE(store_set(w.store, "site.name", "La Peña", &e));
    FINE(store_set(w.store, "site.name", "El Club", &e));
    FINE(store_setting(w.store, "site.name", value, &e));
    assert_string_equal(value, "El Club");
    FINE(store_worker_seen(w.store, "w1", "4 cores", &e));
    FINE(store_worker_seen(w.store, "w1", "8 cores", &e));
    FINE(world_lease(&w, "w1", &order, &e));
    FINE(store_workers(w.store, 0, list, 3, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(list[0].leased, 1);
    assert_string_equal(list[0].about, "8 cores");
    FINE(store_worker_seen(w.store, "w2", "", &e));
    states_are(WORKER_PLAYS, WORKER_WAITS, 2);
    store_shift(w.store, 60500);
    states_are(WORKER_WAITS, WORKER_WAITS, 2); /* its lease ran out */
    FINE(world_lease(&w, "w1", &order, &e));
    store_shift(w.store, 59600);
    states_are(WORKER_PLAYS, WORKER_GONE, 1); /* who holds one plays, however long it says nothing */
    store_shift(w.store, 1000);
    states_are(WORKER_GONE, WORKER_GONE, 0);
}

/* Of a leg of five games each counts half games; what a pair comes to is the ladder's to say, in a sum over pairs, too. */
TEST_WITH(test_legs_of_five_games, set_up, tear_down)
{
    struct ladder l = { .code = "five", .name = "Five", .rules = "argentino", .seats = 2, .games = 5, .legs = 2 };
    struct event v = { .kind = EVENT_LADDER, .name = "fives", .state = EVENT_RUNNING, .cfg = "{}", .rated = true };
    static struct world_legs legs;
    struct met met[2];
    struct pair p;
    size_t n;
    FINE(store_ladder_add(w.store, &l, &v.ladder, &e));
    FINE(store_event_add(w.store, &v, "hilda", &w.event, &e));
    w.round = 0;
    world_plan(&w, 1);
    FINE(world_lease(&w, "w", &order, &e));
    world_legs(&legs, 5);
    for (unsigned i = 0; i < 2; i++)
        legs.leg[i].games[i] = 4, legs.leg[i].games[1 - i] = 1;
    FINE(store_finish(w.store, &order, legs.leg, 2, &e));
    read_pair(order.pair.id, &p);
    assert_int_equal(p.of, 20);
    assert_int_equal(p.score, 16);
    FINE(store_met(w.store, w.event, met, 2, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(met[0].of, 20);
    assert_int_equal(met[0].score, 16);
}

int main(void) { return on_both_databases(); }
