/* A store of an earlier release becomes one of the next, which has a change of its own here: what the store holds stays, its records are said to
 * be of version 1 of the protocol, and the ladder goes on.  On SQLite and on PostgreSQL. */

#include "support/test.h"
#include "ladder_heard.h"
#include "ladder_pg.h"
#include "ladder_site.h"
#include "rating/season_close.h"
#include "rating/verify.h"
#include "record/crypto.h"
#include "record/replay.h"
#include "schedule/schedule.h"
#include "store/store_ratings.h"
#include "store/store_schema.h"

enum { LEGS = 2 };
static struct pg_server server;
static bool on_pg;
static char folder[SCRATCH_ROOM], where[300];
static unsigned stores;
static struct world w;
static struct store_error e;
static struct replay example;
static uint8_t *record[LEGS], record_hash[LEGS][STORE_HASH];
static size_t record_size;

/* --- the store that was ------------------------------------------------------------------------------------------- */

/* Two records of version 1: an example's bytes with that number, and the same with another byte. */
static void make_records(void)
{
    assert_int_equal(replay_load(&example, "tests/vectors/example.replay"), 0);
    record_size = example.size;
    for (unsigned i = 0; i < LEGS; i++) {
        record[i] = malloc(record_size);
        memcpy(record[i], example.bytes, record_size);
        record[i][REPLAY_MAGIC_SIZE - 1] = 1;
        record[i][record_size - 1] ^= (uint8_t)i;
        hash_bytes(record_hash[i], record[i], record_size);
    }
    replay_unload(&example);
}

/* What the next release changes; another one goes wrong halfway. */
static const char *const good[] = { "alter table pair add column tried {int} not null default 7;",
                                    "create table tried(id {id}, pair {int} not null references pair){strict};", NULL };
static const char *const bad[] = { "alter table pair add column tried {int} not null default 7;", "create tried;",
                                   NULL };
static const struct schema_change next_release = { good, "insert into tried select id, id from pair where tried = 7;",
                                                   "insert into tried(pair) select id from pair where tried = 7;" },
                                  bad_release = { bad, NULL, NULL }, *installed;

const struct schema_change *__real_schema_change_of(unsigned number);
const struct schema_change *__wrap_schema_change_of(unsigned number);
const struct schema_change *__wrap_schema_change_of(unsigned number)
{
    unsigned newest = SCHEMA_FIRST;
    while (__real_schema_change_of(newest))
        newest++;
    return number < newest ? __real_schema_change_of(number) : number == newest ? installed : NULL;
}

static int set_up(STATE)
{
    static struct world_legs legs;
    static struct order order;
    installed = NULL;
    if (on_pg)
        pg_database(&server, where);
    else
        snprintf(where, sizeof where, "sqlite:%s/%u.db", folder, stores++);
    world_new(&w, where);
    world_plan(&w, 1);
    FINE(world_lease(&w, "w1", &order, &e));
    world_legs(&legs, 1);
    for (unsigned i = 0; i < LEGS; i++) {
        legs.leg[i].record = record[i];
        legs.leg[i].record_size = record_size;
    }
    FINE(store_finish(w.store, &order, legs.leg, LEGS, &e));
    store_close(&w.store);
    installed = &next_release;
    return 0;
}

static void bring_up_to_date(void)
{
    FINE(store_open(&w.store, where, STORE_SERVE, &e));
    world_whole(w.store);
}

static int tear_down(STATE)
{
    store_close(&w.store);
    return 0;
}

/* --- tests --------------------------------------------------------------------------------------------------------- */

/* Anyone who only reads it changes nothing, and says what is to be done. */
TEST_WITH(an_older_store_is_told_of, set_up, tear_down)
{
    assert_int_equal(store_open(&w.store, where, STORE_READ, &e), STORE_ENVIRONMENT);
    char words[96];
    snprintf(words, sizeof words, "it has an older schema (%d): run `fiel-ladder init` once", SCHEMA_FIRST);
    assert_non_null(strstr(e.text, words));
    assert_int_equal(store_open(&w.store, where, STORE_BESIDE, &e), STORE_ENVIRONMENT);
    bring_up_to_date();
    store_close(&w.store);
    FINE(store_open(&w.store, where, STORE_READ, &e));
}

TEST_WITH(one_that_goes_wrong_changes_nothing, set_up, tear_down)
{
    installed = &bad_release;
    assert_int_equal(store_open(&w.store, where, STORE_SERVE, &e), STORE_ENVIRONMENT);
    installed = NULL;
    FINE(store_open(&w.store, where, STORE_READ, &e));
    store_close(&w.store);
    installed = &next_release;
    bring_up_to_date();
}

TEST_WITH(what_it_holds_stays, set_up, tear_down)
{
    struct leg leg[4];
    struct store_bytes bytes;
    struct pair pair;
    struct person ana;
    bring_up_to_date();
    FINE(store_person_named(w.store, "ana", &ana, &e));
    FINE(store_pair(w.store, 1, &pair, &e));
    assert_int_equal(pair.score, 4);
    assert_int_equal(pair.margin, 19);
    assert_int_equal(world_all_legs(w.store, leg, 4), LEGS);
    for (unsigned i = 0; i < LEGS; i++) {
        const struct leg *l = &leg[LEGS - 1 - i];
        assert_false(l->unheld);
        assert_false(l->let_go);
        FINE(store_get(w.store, l->replay, &bytes, &e));
        assert_int_equal(bytes.size, record_size);
        assert_memory_equal(bytes.data, record[i], record_size);
        store_free(&bytes);
    }
}

TEST_WITH(it_goes_on, set_up, tear_down)
{
    static struct world_legs legs;
    static struct order order;
    struct rating_run run;
    bring_up_to_date();
    world_plan(&w, 1);
    FINE(world_lease(&w, "w1", &order, &e));
    assert_int_equal(order.pair.id, 2);
    world_legs(&legs, 7);
    FINE(store_finish(w.store, &order, legs.leg, 2, &e));
    FINE(rate_step(w.store, &e));
    FINE(store_rating_newest(w.store, 1, &run, &e));
    assert_int_equal(run.pairs, 2);
    world_whole(w.store);
}

static void page_holds(const struct here *h, const char *path, const char *more, const char *words, const char *lacks)
{
    OWNED_REPLY y = here_get(h, path, more);
    if (y.status != 200 || !strstr(y.body, words) || (lacks && strstr(y.body, lacks)))
        fail_msg("%s: %d: %s", path, y.status, y.body);
}

TEST_WITH(its_pages_say_version_1, set_up, tear_down)
{
    static struct here h;
    char path[128], hex[2 * STORE_HASH + 1];
    bring_up_to_date();
    here_start(&h);
    struct store *own = h.site.store;
    h.site.store = w.store;
    page_holds(&h, "/matches/1", NULL, "nothing of today shows or proves it: version 1", "class=\"replay\"");
    page_holds(&h, "/matches/1", "Accept-Language: es\r\n", "ni lo prueba: versión 1", NULL);
    snprintf(path, sizeof path, "/replays/%s", hex_text(hex, record_hash[0], STORE_HASH));
    page_holds(&h, "/matches/2", NULL, "/replays/", NULL);
    OWNED_REPLY y = here_get(&h, path, NULL);
    assert_int_equal(y.status, 200);
    assert_memory_equal(y.body, record[0], record_size);
    h.site.store = own;
    here_stop(&h);
}

/* Neither a verification nor a season takes such a record for proved; both say which one it is. */
TEST_WITH(nobody_claims_to_prove_them, set_up, tear_down)
{
    static struct ladder l;
    struct identity site;
    struct season_closed done;
    struct verified v;
    char to[128];
    bring_up_to_date();
    snprintf(to, sizeof to, "%s/season", folder);
    FINE(store_ladder(w.store, 1, &l, &e));
    *said = '\0';
    FINE(verify_ladder(w.store, &l, NULL, hear, NULL, &v, &e));
    assert_int_equal(v.wrong, LEGS);
    assert_non_null(strstr(said, "leg 2: its record is of version 1 of the protocol"));
    identity_make(&site, "site");
    const struct season_plan plan = { .name = "old", .folder = to, .signer = &site };
    assert_int_equal(season_close(w.store, &l, &plan, &done, &e), STORE_INVALID);
    assert_non_null(strstr(e.text, "its record is of version 1 of the protocol"));
}

int main(void)
{
    scratch_quick(folder);
    make_records();
    int failed = tests_run_as("sqlite");
    on_pg = pg_open(&server);
    if (on_pg) {
        failed += tests_run_as("postgresql");
        pg_close(&server);
    }
    for (unsigned i = 0; i < LEGS; i++)
        free(record[i]);
    scratch_remove(folder);
    return failed;
}
