/* A store of the first schema becomes one of today: what it holds stays, its records are said to be of version 1 of the protocol, and the ladder
 * goes on.  On SQLite and on PostgreSQL, from the tables as that release made them (store_1.*.sql). */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <sqlite3.h>
#include <sys/stat.h>

#include "ladder_pg.h"
#include "ladder_site.h"
#include "rating/season_close.h"
#include "rating/verify.h"
#include "record/crypto.h"
#include "record/replay.h"
#include "schedule/schedule.h"

enum { LEGS = 2, TEXT = 4 << 20 };
static struct pg_server server;
static bool on_pg;
static char folder[SCRATCH_ROOM], where[300], said[4096];
static unsigned stores;
static struct world w;
static struct store_error e;
static struct replay example;
static uint8_t *record[LEGS], record_hash[LEGS][STORE_HASH], archive[STORE_HASH];
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
    hash_bytes(archive, "a", 1);
    replay_unload(&example);
}

static void put_bytes(FILE *to, const uint8_t *bytes, size_t size)
{
    fputs(on_pg ? "'\\x" : "x'", to);
    for (size_t i = 0; i < size; i++)
        fprintf(to, "%02x", bytes[i]);
    fputs("'", to);
}

/* The statements, with what stands between @ and @ filled in; the caller's to free(). */
static char *old_tables(void)
{
    char path[64], *text = NULL, *at, *end;
    size_t size = 0;
    static char sql[TEXT];
    snprintf(path, sizeof path, "tests/ladder/store_1.%s.sql", on_pg ? "postgresql" : "sqlite");
    FILE *from = fopen(path, "r"), *to = open_memstream(&text, &size);
    assert_non_null(from);
    assert_non_null(to);
    sql[fread(sql, 1, sizeof sql - 1, from)] = '\0';
    fclose(from);
    at = strstr(sql, "create table"); /* behind what the file says of itself */
    while ((end = strchr(at, '@')) != NULL) {
        fprintf(to, "%.*s", (int)(end - at), at);
        unsigned leg = end[2] == '1';
        switch (end[1]) {
        case 'A': put_bytes(to, archive, STORE_HASH); break;
        case 'R': put_bytes(to, record_hash[leg], STORE_HASH); break;
        case 'B': put_bytes(to, record[leg], record_size); break;
        default: fprintf(to, "%zu", record_size); break;
        }
        at = strchr(end + 1, '@') + 1;
    }
    fputs(at, to);
    fclose(to);
    return text;
}

static void put_file(const uint8_t of[STORE_HASH], const void *bytes, size_t size)
{
    char path[512], hex[2 * STORE_HASH + 1];
    hex_text(hex, of, STORE_HASH);
    snprintf(path, sizeof path, "%s.blobs", where + strlen("sqlite:"));
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s.blobs/%.2s", where + strlen("sqlite:"), hex);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s.blobs/%.2s/%s", where + strlen("sqlite:"), hex, hex);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

static void make_sqlite(const char *sql)
{
    sqlite3 *db = NULL;
    char *why = NULL;
    snprintf(where, sizeof where, "sqlite:%s/%u.db", folder, stores++);
    assert_int_equal(sqlite3_open(where + strlen("sqlite:"), &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s", why);
    sqlite3_close(db);
    put_file(archive, "a", 1);
    for (unsigned i = 0; i < LEGS; i++)
        put_file(record_hash[i], record[i], record_size);
}

static void make_pg(const char *sql)
{
    pg_database(&server, where);
    PGconn *c = PQconnectdb(where);
    PGresult *r = PQexec(c, sql);
    if (PQresultStatus(r) != PGRES_COMMAND_OK && PQresultStatus(r) != PGRES_TUPLES_OK)
        fail_msg("%s", PQerrorMessage(c));
    PQclear(r);
    PQfinish(c);
}

static int set_up(void **state)
{
    char *sql = old_tables();
    (void)state;
    if (on_pg)
        make_pg(sql);
    else
        make_sqlite(sql);
    free(sql);
    w = (struct world){ .host = 1, .author = 2, .ladder = 1, .event = 1, .round = 1 };
    w.version[0] = 1;
    w.version[1] = 2;
    return 0;
}

static void nothing_wrong(void *arg, const char *sentence)
{
    (void)arg;
    fail_msg("check: %s", sentence);
}

static void bring_up_to_date(void)
{
    uint64_t wrong;
    FINE(store_open(&w.store, where, STORE_SERVE, &e));
    FINE(store_check(w.store, nothing_wrong, NULL, &wrong, &e));
    assert_int_equal(wrong, 0);
}

static int tear_down(void **state)
{
    (void)state;
    store_close(&w.store);
    return 0;
}

/* --- tests --------------------------------------------------------------------------------------------------------- */

/* Whoever only reads it changes nothing, and says what is to be done. */
static void an_older_store_is_told_of(void **state)
{
    (void)state;
    assert_int_equal(store_open(&w.store, where, STORE_READ, &e), STORE_ENVIRONMENT);
    assert_non_null(strstr(e.text, "it has an older schema (1): run `fiel-ladder init` once"));
    assert_int_equal(store_open(&w.store, where, STORE_BESIDE, &e), STORE_ENVIRONMENT);
    bring_up_to_date();
    store_close(&w.store);
    FINE(store_open(&w.store, where, STORE_READ, &e));
}

static void what_it_holds_stays(void **state)
{
    struct leg leg[4];
    struct leg_filter f = { 0 };
    struct store_bytes bytes;
    struct pair pair;
    struct person ana;
    size_t n;
    (void)state;
    bring_up_to_date();
    FINE(store_person_named(w.store, "ana", &ana, &e));
    FINE(store_pair(w.store, 1, &pair, &e));
    assert_int_equal(pair.score, 4);
    assert_int_equal(pair.margin, 19);
    FINE(store_legs(w.store, &f, leg, 4, &n, &e));
    assert_int_equal(n, LEGS);
    for (unsigned i = 0; i < LEGS; i++) {
        const struct leg *l = &leg[LEGS - 1 - i];
        assert_false(l->unheld);
        assert_false(l->let_go);
        for (unsigned seat = 0; seat < 2; seat++)
            assert_int_equal(l->seat[seat].timeouts, -1); /* nobody counted them then, which is not none */
        FINE(store_get(w.store, l->replay, &bytes, &e));
        assert_int_equal(bytes.size, record_size);
        assert_memory_equal(bytes.data, record[i], record_size);
        store_free(&bytes);
    }
    struct clock_sums sums;
    FINE(store_clock_sums(w.store, &sums, &e));
    assert_int_equal(sums.decisions + sums.timeouts + sums.spared + sums.nobodys_us, 0);
}

static void it_goes_on(void **state)
{
    static struct world_legs legs;
    static struct order order;
    struct pair pair = { .version = { 2, 1 } };
    struct plan p = { .event = 1, .round = 1, .next_round = 2, .progress = "{}", .pair = &pair, .pairs = 1 };
    struct rating_run run;
    uint64_t wrong;
    (void)state;
    bring_up_to_date();
    FINE(store_plan(w.store, &p, &e));
    FINE(world_lease(&w, "w1", &order, &e));
    assert_int_equal(order.pair.id, pair.id);
    world_legs(&legs, 7);
    FINE(store_finish(w.store, &order, legs.leg, 2, &e));
    FINE(rate_step(w.store, &e));
    FINE(store_rating_newest(w.store, 1, &run, &e));
    assert_int_equal(run.pairs, 2);
    FINE(store_check(w.store, nothing_wrong, NULL, &wrong, &e));
    assert_int_equal(wrong, 0);
}

static void page_holds(const struct here *h, const char *path, const char *more, const char *words, const char *lacks)
{
    struct reply y = here_get(h, path, more);
    if (y.status != 200 || !strstr(y.body, words) || (lacks && strstr(y.body, lacks)))
        fail_msg("%s: %d: %s", path, y.status, y.body);
    reply_free(&y);
}

static void its_pages_say_version_1(void **state)
{
    static struct here h;
    char path[128], hex[2 * STORE_HASH + 1];
    (void)state;
    bring_up_to_date();
    here_start(&h);
    struct store *own = h.site.store;
    h.site.store = w.store;
    page_holds(&h, "/matches/1", NULL, "nothing of today shows or proves it: version 1", "class=\"replay\"");
    page_holds(&h, "/matches/1", "Accept-Language: es\r\n", "ni lo prueba: versión 1", NULL);
    snprintf(path, sizeof path, "/replays/%s", hex_text(hex, record_hash[0], STORE_HASH));
    page_holds(&h, "/matches/2", NULL, "/replays/", NULL);
    struct reply y = here_get(&h, path, NULL);
    assert_int_equal(y.status, 200);
    assert_memory_equal(y.body, record[0], record_size);
    reply_free(&y);
    h.site.store = own;
    here_stop(&h);
}

static void hear(void *arg, const char *sentence)
{
    size_t used = strlen(said);
    (void)arg;
    snprintf(said + used, sizeof said - used, "%s\n", sentence);
}

/* Neither a verification nor a season takes such a record for proved; both say which one it is. */
static void nobody_claims_to_prove_them(void **state)
{
    static struct ladder l;
    struct identity site;
    struct season_closed done;
    struct verified v;
    char to[128];
    (void)state;
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

static const struct CMUnitTest tests[] = {
    TEST(an_older_store_is_told_of), TEST(what_it_holds_stays),         TEST(it_goes_on),
    TEST(its_pages_say_version_1),   TEST(nobody_claims_to_prove_them),
};

int main(void)
{
    scratch_quick(folder);
    make_records();
    int failed = cmocka_run_group_tests_name("sqlite", tests, NULL, NULL);
    on_pg = pg_open(&server);
    if (on_pg) {
        failed += cmocka_run_group_tests_name("postgresql", tests, NULL, NULL);
        pg_close(&server);
    }
    for (unsigned i = 0; i < LEGS; i++)
        free(record[i]);
    scratch_remove(folder);
    return failed;
}
