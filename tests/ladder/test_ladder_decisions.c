/* Decisions of disputes in a match log: each once and in order, whatever is killed; and a host who changes them afterwards is found
 * out. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <sodium.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "site/disputes/decisions.h"
#include "ladder_site.h"

static struct here here;
static char folder[100], key[128];
static struct store_error e;
static struct decisions log_;

static int start(void **state)
{
    struct note_signer signer;
    uint8_t seed[32] = { 7 };
    char why[256], text[NOTE_KEY_TEXT];
    (void)state;
    here_start(&here);
    world_make(&here.world, here.site.store);
    snprintf(folder, sizeof folder, "%s/log", here.folder);
    snprintf(key, sizeof key, "%s/secret", here.folder);
    assert_true(note_signer_make(&signer, "ladder.example/log", seed));
    assert_int_equal(log_create(folder, &signer, why), 0);
    FILE *f = fopen(key, "w");
    assert_true(f && fprintf(f, "%s\n", note_signer_text(&signer, text)) > 0 && !fclose(f));
    assert_true(decisions_open(&log_, folder, key, why));
    return 0;
}

static int stop(void **state)
{
    (void)state;
    here_stop(&here);
    return 0;
}

/* A dispute of a match that was played, decided so. */
static int64_t decide(enum dispute_state to)
{
    static struct order o;
    static struct world_legs l;
    static uint64_t salt;
    struct leg leg[2];
    struct leg_filter f = { 0 };
    size_t n;
    int64_t id;
    world_plan(&here.world, 1);
    FINE(world_lease(&here.world, "w", &o, &e));
    world_legs(&l, ++salt);
    FINE(store_finish(here.site.store, &o, l.leg, 2, &e));
    f.pair = o.pair.id;
    FINE(store_legs(here.site.store, &f, leg, 2, &n, &e));
    struct dispute d = { .leg = leg[0].id, .person = here.world.author, .text = "no" };
    FINE(store_dispute_add(here.site.store, &d, "ana", &id, &e));
    if (to != DISPUTE_OPEN)
        FINE(store_dispute_decide(here.site.store, id, to, "because", "hilda", &e));
    return id;
}

static void count_one(void *arg, const struct logged_decision *d)
{
    char *words = arg;
    strcat(strcat(words, d->word), " ");
}

/* The words of the log's decisions. */
static const char *logged(void)
{
    static char words[1024];
    char why[LOG_ERROR];
    *words = '\0';
    if (decision_log_read(folder, count_one, words, why))
        fail_msg("%s", why);
    return words;
}

static void note(void *arg, const char *sentence) { snprintf(arg, 256, "%s", sentence); }

static uint64_t wrong_now(char said[256])
{
    uint64_t wrong = 0;
    *said = '\0';
    FINE(decisions_check(folder, here.site.store, note, said, &wrong, &e));
    return wrong;
}

static void a_log_that_is_none(void **state)
{
    struct decisions d;
    char why[256];
    uint64_t wrong = 0;
    (void)state;
    assert_false(decisions_open(&d, folder, "/no/such/key", why));
    assert_non_null(strstr(why, "fiel log create"));
    assert_false(decisions_open(&d, folder, "ladder/README.md", why));
    assert_true(decisions_open(&d, "/no/such/log", key, why));
    decide(DISPUTE_VOID);
    assert_int_equal(decisions_step(&d, here.site.store, &e), STORE_ENVIRONMENT);
    assert_int_equal(d.seen, 0); /* it is tried again */
    assert_int_equal(decisions_check("/no/such/log", here.site.store, note, why, &wrong, &e), STORE_ENVIRONMENT);
}

static void each_once_and_in_order(void **state)
{
    char why[256], said[256];
    (void)state;
    FINE(decisions_step(&log_, here.site.store, &e));
    assert_string_equal(logged(), "");
    decide(DISPUTE_UPHELD);
    decide(DISPUTE_WITHDRAWN); /* nobody decided anything */
    decide(DISPUTE_VOID);
    decide(DISPUTE_OPEN);
    assert_int_equal(wrong_now(said), 2); /* not logged yet */
    assert_non_null(strstr(said, "is not in the log"));
    FINE(decisions_step(&log_, here.site.store, &e));
    assert_string_equal(logged(), "upheld void ");
    FINE(decisions_step(&log_, here.site.store, &e));
    assert_true(decisions_open(&log_, folder, key, why)); /* killed and started again: it knows nothing of before */
    FINE(decisions_step(&log_, here.site.store, &e));
    assert_string_equal(logged(), "upheld void ");
    for (int i = 0; i < 70; i++) /* more than one batch */
        decide(i % 2 ? DISPUTE_VOID : DISPUTE_UPHELD);
    assert_true(decisions_open(&log_, folder, key, why));
    FINE(decisions_step(&log_, here.site.store, &e));
    assert_int_equal(strncmp(logged(), "upheld void upheld void ", 24), 0);
    assert_int_equal(wrong_now(said), 0);
}

/* The planted lie: a host who makes a void result stand after all, trail and all its hashes with it. */
static void what_is_changed_afterwards_is_found(void **state)
{
    char path[160], said[256];
    sqlite3 *db;
    (void)state;
    int64_t id = decide(DISPUTE_VOID);
    FINE(decisions_step(&log_, here.site.store, &e));
    assert_int_equal(wrong_now(said), 0);
    store_close(&here.site.store);
    snprintf(path, sizeof path, "%s/ladder.db", here.folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    char sql[128];
    snprintf(sql, sizeof sql, "update dispute set state = 'upheld' where id = %lld", (long long)id);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_stmt *s;
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "select name from sqlite_master where type = 'trigger' and tbl_name = 'trail'",
                                        -1, &s, NULL),
                     SQLITE_OK);
    char drops[512] = "";
    while (sqlite3_step(s) == SQLITE_ROW)
        snprintf(drops + strlen(drops), sizeof drops - strlen(drops), "drop trigger %s;",
                 (const char *)sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
    assert_true(*drops); /* the database itself refuses as long as they are there */
    assert_int_equal(sqlite3_exec(db, drops, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "update trail set detail = 'upheld' where action = 'dispute-decided'", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
    char where[192];
    snprintf(where, sizeof where, "sqlite:%s", path);
    FINE(store_open(&here.site.store, where, STORE_SERVE, &e));
    assert_int_equal(wrong_now(said), 1);
    assert_non_null(strstr(said, "is another one in the log"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_log_that_is_none, start, stop),
        cmocka_unit_test_setup_teardown(each_once_and_in_order, start, stop),
        cmocka_unit_test_setup_teardown(what_is_changed_afterwards_is_found, start, stop),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
