/* Decisions of disputes, and what was done with pairs, in a match log: each once and in order, whatever is killed; and a host who changes them afterwards is found
 * out. */

#include <sqlite3.h>

#include "support/test.h"
#include "site/disputes/decisions.h"
#include "store/store_trail.h"
#include "ladder_site.h"

HERE_FOR_EACH
static char folder[100], key[128];
static struct store_error e;
static struct decisions log_;

static int start(STATE)
{
    struct note_signer signer;
    uint8_t seed[32] = { 7 };
    char why[256], text[NOTE_KEY_TEXT];
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

/* A dispute of a match that was played, decided so. */
static int64_t decide(enum dispute_state to)
{
    static struct order o;
    static uint64_t salt;
    struct leg leg[2];
    struct leg_filter f = { 0 };
    size_t n;
    int64_t id;
    world_plan(&here.world, 1);
    world_play(&here.world, "w", ++salt, &o);
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
    if (!d->pair)
        strcat(strcat(words, d->word), " ");
}

static void count_pair(void *arg, const struct logged_decision *d)
{
    char *words = arg;
    if (d->pair)
        strcat(strcat(words, d->word), " ");
}

/* The words of the log's decisions, or of what it has about pairs. */
static const char *logged_of(decision_take *take)
{
    static char words[4096];
    char why[LOG_WHY];
    *words = '\0';
    if (decision_log_read(folder, take, words, why))
        fail_msg("%s", why);
    return words;
}
static const char *logged(void) { return logged_of(count_one); }

static void note(void *arg, const char *sentence) { snprintf(arg, 256, "%s", sentence); }

static uint64_t wrong_now(char said[256])
{
    uint64_t wrong = 0;
    *said = '\0';
    FINE(decisions_check(folder, here.site.store, note, said, &wrong, &e));
    return wrong;
}

TEST_WITH(a_log_that_is_none, start, stop)
{
    struct decisions d;
    char why[256];
    uint64_t wrong = 0;
    assert_false(decisions_open(&d, folder, "/no/such/key", why));
    assert_non_null(strstr(why, "fiel log create"));
    assert_false(decisions_open(&d, folder, "ladder/README.md", why));
    assert_true(decisions_open(&d, "/no/such/log", key, why));
    decide(DISPUTE_VOID);
    assert_int_equal(decisions_step(&d, here.site.store, &e), STORE_ENVIRONMENT);
    assert_int_equal(d.seen, 0); /* it is tried again */
    assert_int_equal(decisions_check("/no/such/log", here.site.store, note, why, &wrong, &e), STORE_ENVIRONMENT);
}

TEST_WITH(each_once_and_in_order, start, stop)
{
    char why[256], said[256];
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

/* The database's owner, whom no trigger stops; were there any? */
static bool change(const char *sql)
{
    char path[160], where[192], drops[512] = "";
    sqlite3 *db;
    sqlite3_stmt *s;
    store_close(&here.site.store);
    snprintf(path, sizeof path, "%s/ladder.db", here.folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "select name from sqlite_master where type = 'trigger' and tbl_name = 'trail'",
                                        -1, &s, NULL),
                     SQLITE_OK);
    while (sqlite3_step(s) == SQLITE_ROW)
        snprintf(drops + strlen(drops), sizeof drops - strlen(drops), "drop trigger %s;",
                 (const char *)sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
    assert_int_equal(sqlite3_exec(db, drops, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    snprintf(where, sizeof where, "sqlite:%s", path);
    FINE(store_open(&here.site.store, where, STORE_SERVE, &e));
    return *drops;
}

/* A worker that has a pair and lets it be leaves a line, no matter who files it in the end. */
TEST_WITH(what_is_done_with_a_pair_is_logged, start, stop)
{
    static struct order o;
    struct trail_line t[8];
    char said[256];
    size_t n;
    world_plan(&here.world, 1);
    FINE(world_lease(&here.world, "attic/one", &o, &e));
    FINE(store_give_back(here.site.store, &o, "I do not like it", 0, GIVEN_UNTRIED, &e));
    FINE(world_lease(&here.world, "attic/two", &o, &e));
    store_shift(here.site.store, 120000);
    world_play(&here.world, "barn/one", 77, &o);
    FINE(decisions_step(&log_, here.site.store, &e));
    assert_string_equal(logged_of(count_pair), "pair-given-back pair-lease-lost pair-filed ");
    FINE(store_trail_about(here.site.store, "pair", o.pair.id, t, 8, &n, &e));
    assert_int_equal(n, 3);
    assert_string_equal(t[0].actor, "barn/one");
    assert_non_null(strstr(t[0].detail, "attempt 3, rated; record "));
    assert_string_equal(t[1].actor, "attic/two");
    assert_string_equal(t[2].actor, "attic/one");
    assert_int_equal(wrong_now(said), 0);
    FINE(decisions_step(&log_, here.site.store, &e));
    assert_string_equal(logged_of(count_pair), "pair-given-back pair-lease-lost pair-filed ");
    OWNED_REPLY y = here_get(&here, "/matches/1", NULL);
    assert_int_equal(y.status, 200);
    assert_non_null(strstr(y.body, "<td>pair-lease-lost</td>"));
    assert_null(strstr(y.body, "attic")); /* a host's workers are their own affair */
    change("update trail set action = 'pair-found' where action = 'pair-lease-lost'");
    assert_int_equal(wrong_now(said), 1);
    assert_non_null(strstr(said, "is another one in the log"));
    change("delete from trail where action = 'pair-found'");
    assert_int_equal(wrong_now(said), 1);
    assert_non_null(strstr(said, "is in the log and not in the trail"));
}

/* What an older ladder has in its trail is in no log; what comes after the first line that is, has to be. */
TEST_WITH(what_came_before_is_not_missed, start, stop)
{
    char said[256];
    int64_t newest;
    size_t n;
    decide(DISPUTE_OPEN);
    struct trail_line t;
    FINE(store_trail(here.site.store, 0, &t, 1, &n, &e));
    newest = t.id;
    log_.seen = newest;
    decide(DISPUTE_OPEN);
    FINE(decisions_step(&log_, here.site.store, &e));
    assert_string_equal(logged_of(count_pair), "pair-filed ");
    assert_int_equal(wrong_now(said), 0);
    decide(DISPUTE_OPEN);
    assert_int_equal(wrong_now(said), 1);
    assert_non_null(strstr(said, "is not in the log"));
}

/* The planted lie: a host who makes a void result stand after all, trail and all its hashes with it. */
TEST_WITH(what_is_changed_afterwards_is_found, start, stop)
{
    char said[256], sql[256];
    int64_t id = decide(DISPUTE_VOID);
    FINE(decisions_step(&log_, here.site.store, &e));
    assert_int_equal(wrong_now(said), 0);
    snprintf(sql, sizeof sql,
             "update dispute set state = 'upheld' where id = %lld; update trail set detail = 'upheld' where action = "
             "'dispute-decided'",
             (long long)id);
    assert_true(change(sql)); /* the database itself refuses as long as they are there */
    assert_int_equal(wrong_now(said), 1);
    assert_non_null(strstr(said, "is another one in the log"));
}
