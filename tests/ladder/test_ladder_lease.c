/* Who may lease what, and whose result counts: one suite, run on SQLite and on PostgreSQL. */

#include <pthread.h>

#include "support/test.h"
#include "cli/said.h"
#include "filing/hand_in.h"
#include "store/store_live.h"
#include "store/store_trail.h"
#include "store/db_sqlite.h"
#include "store/store_lines.h"
#include "store/store_workers.h"
#include "ladder_stores.h"

static struct order other;

TEST_WITH(test_lost_lease_files_nothing, set_up, tear_down)
{
    static struct world_legs l;
    struct leg leg;
    world_plan(&w, 1);
    FINE(world_lease(&w, "slow", &order, &e));
    FINE(store_beat(w.store, &order, 30000, &e));
    store_shift(w.store, 30001);
    world_legs(&l, 5);
    REFUSED(STORE_STALE, store_finish(w.store, &order, l.leg, 2, &e)); /* ran out, nobody took it */
    REFUSED(STORE_STALE, store_beat(w.store, &order, 30000, &e));
    FINE(world_lease(&w, "quick", &other, &e));
    assert_int_equal(other.job, order.job);
    assert_int_equal(other.attempt, 2);
    REFUSED(STORE_STALE, store_beat(w.store, &order, 30000, &e));
    REFUSED(STORE_STALE, store_finish(w.store, &order, l.leg, 2, &e));
    REFUSED(STORE_STALE, store_give_back(w.store, &order, "late", 0, GIVEN_FAILED, &e));
    REFUSED(STORE_STALE, store_live_add(w.store, &order, 1, (const char *const[]){ "{}" }, 1, &e));
    assert_int_equal(world_filed(w.store, l.leg[0].match_id, &leg), STORE_NOT_FOUND);
    FINE(store_finish(w.store, &other, l.leg, 2, &e));
}

/* So many leases run out, of whom they were. */
static void lose(unsigned leases, const char *worker)
{
    for (unsigned i = 0; i < leases; i++) {
        FINE(world_lease(&w, worker, &order, &e));
        store_shift(w.store, 60001);
    }
}

/* What a worker lost is not what the job did; what ends every worker is parked all the same. */
TEST_WITH(test_poison_is_parked, set_up, tear_down)
{
    struct job_filter f = { .state = JOB_PARKED, .kind = -1 };
    struct job job;
    size_t n;
    world_plan(&w, 1);
    FINE(world_lease(&w, "a", &order, &e));
    FINE(store_give_back(w.store, &order, "worker ends", 0, GIVEN_UNTRIED, &e)); /* does not count */
    FINE(world_lease(&w, "a", &order, &e));
    FINE(store_give_back(w.store, &order, "the arbiter failed", 5000, GIVEN_FAILED, &e));
    REFUSED(STORE_NOT_FOUND, world_lease(&w, "a", &order, &e)); /* not before the delay is over */
    store_shift(w.store, 5001);
    lose(JOB_LOST * JOB_ATTEMPTS - 1, "b");
    FINE(world_lease(&w, "a", &order, &e));
    FINE(store_give_back(w.store, &order, "the arbiter failed", 0, GIVEN_FAILED, &e));
    lose(1, "c");
    REFUSED(STORE_NOT_FOUND, world_lease(&w, "d", &order, &e));
    FINE(store_jobs(w.store, &f, &job, 1, &n, &e));
    assert_int_equal(n, 1);
    assert_string_equal(said_text(job.reason, sizeof job.reason, SPANISH, job.reason),
                        "vencieron 12 turnos suyos, el último de c: ¿hará caer a quien lo toma?");
    FINE(store_job_again(w.store, job.id, false, "hilda", &e));
    FINE(world_lease(&w, "d", &order, &e));
    FINE(store_job_cancel(w.store, job.id, "hilda", &e));
    REFUSED(STORE_STALE, store_beat(w.store, &order, 1000, &e));
    REFUSED(STORE_STALE, store_job_cancel(w.store, job.id, "hilda", &e));
    REFUSED(STORE_STALE, store_job_again(w.store, job.id, false, "hilda", &e));
}

/* Two whose lease ran out, of two workers, are of one cause; what the arbiter could not do is another. */
TEST_WITH(test_parked_jobs_of_one_cause_go_on_together, set_up, tear_down)
{
    struct job_filter f = { .state = JOB_PARKED, .kind = -1 };
    static const char *const worker[] = { "a", "b" };
    struct job job[4];
    size_t n;
    world_plan(&w, 3);
    for (int i = 0; i < 2; i++) {
        lose(JOB_LOST * JOB_ATTEMPTS, worker[i]);
        FINE(world_lease(&w, worker[i], &order, &e)); /* what ran out is seen now */
        FINE(store_give_back(w.store, &order, "worker ends", 0, GIVEN_UNTRIED, &e));
    }
    for (int i = 0; i < JOB_ATTEMPTS; i++) {
        FINE(world_lease(&w, "c", &order, &e));
        FINE(store_give_back(w.store, &order, "no arbiter", 0, GIVEN_FAILED, &e));
    }
    FINE(store_jobs(w.store, &f, job, 4, &n, &e));
    assert_int_equal(n, 3);
    assert_string_equal(job[0].reason, "no arbiter");
    FINE(store_job_again(w.store, job[1].id, true, "hilda", &e));
    FINE(store_jobs(w.store, &f, job, 4, &n, &e));
    assert_int_equal(n, 1);
    assert_string_equal(job[0].reason, "no arbiter");
}

static uint64_t voids_of(unsigned bot)
{
    struct version_lately lately;
    FINE(store_version_lately(w.store, w.version[bot], 1, &lately, &e));
    return lately.voids;
}

/* A void is a loser's prize: an attempt that failed, or whose worker was never heard of again, counts for both who sat there, whatever
 * comes of the pair in the end; one that was not begun counts for nobody. */
TEST_WITH(test_voids_are_counted, set_up, tear_down)
{
    static struct world_legs l;
    struct bot_voids list[WORLD_BOTS];
    size_t n;
    world_plan(&w, 2);
    FINE(store_voids(w.store, list, WORLD_BOTS, &n, &e));
    assert_int_equal(n, 0);
    FINE(world_lease(&w, "a", &order, &e));
    FINE(store_give_back(w.store, &order, "worker ends", 0, GIVEN_UNTRIED, &e));
    FINE(world_lease(&w, "a", &order, &e));
    FINE(store_absent(w.store, &order, w.version[0], "it is not at the arbiter's door", &e));
    assert_int_equal(voids_of(0), 0);
    store_shift(w.store, 60000);
    FINE(world_lease(&w, "a", &order, &e));
    FINE(store_give_back(w.store, &order, "its match was void", 0, GIVEN_FAILED, &e));
    assert_int_equal(voids_of(0), 1);
    REFUSED(STORE_STALE, store_give_back(w.store, &order, "its match was void", 0, GIVEN_FAILED, &e));
    lose(1, "a");
    FINE(world_lease(&w, "a", &order, &e)); /* its lease ran out */
    world_legs(&l, 1);
    FINE(store_finish(w.store, &order, l.leg, 2, &e));
    FINE(world_lease(&w, "a", &order, &e)); /* the other pair */
    FINE(store_give_back(w.store, &order, "its match was void", 0, GIVEN_FAILED, &e));
    assert_int_equal(voids_of(0), 2);
    assert_int_equal(voids_of(1), 3);
    assert_int_equal(voids_of(2), 1);
    FINE(store_voids(w.store, list, WORLD_BOTS, &n, &e));
    assert_int_equal(n, 3);
    assert_string_equal(list[0].name, "bot1");
    assert_string_equal(list[0].author, "ana");
    assert_int_equal(list[0].voids, 3);
    assert_string_equal(list[2].name, "bot2");
    assert_int_equal(list[2].voids, 1);
    FINE(store_voids(w.store, list, 1, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(list[0].voids, 3);
}

static enum version_state state_of(int64_t version)
{
    struct version v;
    FINE(store_version(w.store, version, &v, &e));
    return v.state;
}

/* All but the last time of those after which it is gone. */
static void miss_for_a_day(const struct hand_back *absent)
{
    for (int i = 1; i < ABSENCES; i++) {
        FINE(world_lease(&w, "a", &order, &e));
        FINE(hand_back(w.store, &order, absent, &e));
        assert_int_equal(state_of(w.version[0]), VERSION_ACTIVE);
        REFUSED(STORE_NOT_FOUND, world_lease(&w, "a", &order, &e));
        store_shift(w.store, (i < 30 ? i : 30) * 60000);
    }
}

/* Nor is it believed where somebody else has played with that bot meanwhile. */
TEST_WITH(test_who_is_played_with_is_not_absent, set_up, tear_down)
{
    const struct hand_back absent = { .why = "", .nobodys = true, .at_once = true, .absent = w.version[0] };
    world_plan(&w, 1);
    miss_for_a_day(&absent);
    FINE(world_lease(&w, "a", &order, &e));
    world_plan(&w, 1);
    world_play(&w, "b", 1, &other);
    FINE(hand_back(w.store, &order, &absent, &e));
    assert_int_equal(state_of(w.version[0]), VERSION_ACTIVE);
}

/* A host that says that another's remote bot does not come has to say so for a day: neither what was given back for other reasons counts, nor saying it
 * at once again. */
TEST_WITH(test_absent_for_a_day, set_up, tear_down)
{
    const char *why = "it is not at the arbiter's door";
    struct hand_back untried = { .why = "", .nobodys = true, .at_once = true },
                     absent = { .why = why, .nobodys = true, .at_once = true, .absent = w.version[0] };
    int64_t began = store_now(w.store);
    struct pair p;
    world_plan(&w, 1);
    for (int i = 0; i < ABSENCES; i++) {
        FINE(world_lease(&w, "a", &order, &e));
        FINE(hand_back(w.store, &order, &untried, &e));
    }
    miss_for_a_day(&absent);
    FINE(world_lease(&w, "a", &order, &e));
    FINE(hand_back(w.store, &order, &absent, &e));
    assert_int_equal(state_of(w.version[0]), VERSION_DISABLED);
    read_pair(1, &p);
    assert_int_equal(p.state, PAIR_VOID); /* the ladder goes on without it */
    assert_true(store_now(w.store) - began > 22 * 3600000);
    REFUSED(STORE_STALE, hand_back(w.store, &order, &absent, &e)); /* once for each lease */
}

static size_t count_workers(void)
{
    struct worker list[99];
    size_t n;
    FINE(store_workers(w.store, 0, list, 99, &n, &e));
    return n;
}

/* A worker's key makes nothing grow by what it says again: the trail, which nobody takes anything out of, and the workers, by which pairs are
 * planned. */
TEST_WITH(test_what_a_key_says_again, set_up, tear_down)
{
    char name[STORE_NAME];
    struct trail_line line[64];
    size_t before, after;
    world_plan(&w, 1);
    FINE(world_lease(&w, "key/a", &order, &e));
    FINE(store_trail(w.store, 0, line, 64, &before, &e));
    for (int i = 0; i < 10; i++)
        FINE(store_give_back(w.store, &order, i ? "again" : "its worker was killed", 0, GIVEN_LEFT, &e));
    FINE(store_trail(w.store, 0, line, 64, &after, &e));
    assert_int_equal(after, before + 1);
    for (int i = 0; i < 200; i++) {
        snprintf(name, sizeof name, "key/h%d", i);
        int code = store_worker_seen(w.store, name, "", &e);
        assert_int_equal(code, i < 64 ? STORE_OK : STORE_STALE);
    }
    FINE(store_worker_seen(w.store, "key/h3", "", &e)); /* who is known stays so */
    FINE(store_worker_seen(w.store, "ke/h", "", &e));
    FINE(store_worker_seen(w.store, "of the site", "", &e));
    assert_int_equal(count_workers(), 66);
    store_shift(w.store, 121000);
    FINE(store_worker_seen(w.store, "key/h100", "", &e)); /* the others are not heard of */
    assert_int_equal(count_workers(), 3);
}

/* What is only looked at again, or for the first time, is no pair that somebody could have lost. */
TEST_WITH(test_an_admission_is_no_void, set_up, tear_down)
{
    int64_t bot, version = world_version(&w, "other", &bot);
    struct version_lately lately;
    FINE(world_lease(&w, "a", &order, &e));
    assert_int_equal(order.kind, JOB_VALIDATE);
    FINE(store_give_back(w.store, &order, "the arbiter failed", 0, GIVEN_FAILED, &e));
    FINE(store_version_lately(w.store, version, 1, &lately, &e));
    assert_int_equal(lately.voids, 0);
}

/* An admission that is parked waits for the host: the version says why, and its author is told. */
TEST_WITH(test_a_parked_admission_tells_its_author, set_up, tear_down)
{
    int64_t bot, version = world_version(&w, "other", &bot);
    struct job_filter f = { .state = JOB_PARKED, .kind = JOB_VALIDATE };
    struct version v;
    struct notice note;
    struct job job;
    size_t n;
    for (int i = 0; i < 3; i++) {
        FINE(store_version(w.store, version, &v, &e));
        assert_string_equal(v.reason, "");
        FINE(world_lease(&w, "a", &order, &e));
        FINE(store_give_back(w.store, &order, "the arbiter: no runtime", 0, GIVEN_FAILED, &e));
    }
    FINE(store_version(w.store, version, &v, &e));
    assert_int_equal(v.state, VERSION_PENDING);
    assert_string_equal(v.reason, "the arbiter: no runtime");
    FINE(store_notices(w.store, w.author, 0, &note, 1, &n, &e));
    assert_string_equal(said_text(note.text, sizeof note.text, SPANISH, note.text),
                        "su admisión espera a la organización: the arbiter: no runtime");
    assert_int_equal(note.version, version);
    FINE(store_jobs(w.store, &f, &job, 1, &n, &e));
    assert_int_equal(n, 1);
    FINE(store_job_again(w.store, job.id, false, "hilda", &e));
    FINE(store_version(w.store, version, &v, &e));
    assert_string_equal(v.reason, "");
    lose(JOB_LOST * JOB_ATTEMPTS, "b");
    REFUSED(STORE_NOT_FOUND, world_lease(&w, "c", &order, &e));
    FINE(store_version(w.store, version, &v, &e));
    assert_string_equal(said_text(v.reason, sizeof v.reason, ENGLISH, v.reason),
                        "12 leases of it ran out, the last of b: does it end its workers?");
}

TEST_WITH(test_paused_and_cancelled_events, set_up, tear_down)
{
    struct pair_filter f = { .round = -1, .state = PAIR_VOID };
    struct pair list[4];
    size_t n;
    world_plan(&w, 3);
    FINE(store_event_move(w.store, w.event, EVENT_RUNNING, EVENT_PAUSED, "hilda", &e));
    REFUSED(STORE_NOT_FOUND, world_lease(&w, "a", &order, &e));
    REFUSED(STORE_STALE, store_event_move(w.store, w.event, EVENT_RUNNING, EVENT_PAUSED, "hilda", &e));
    FINE(store_event_move(w.store, w.event, EVENT_PAUSED, EVENT_RUNNING, "hilda", &e));
    FINE(world_lease(&w, "a", &order, &e));
    FINE(store_event_move(w.store, w.event, EVENT_RUNNING, EVENT_CANCELLED, "hilda", &e));
    REFUSED(STORE_STALE, store_beat(w.store, &order, 1000, &e));
    FINE(store_pairs(w.store, &f, list, 4, &n, &e));
    assert_int_equal(n, 3);
}

enum { TAKERS = 8, EACH = 6 };
static int64_t taken[TAKERS][EACH];

static void *take_jobs(void *arg)
{
    struct store_error mine;
    OWNED struct order *o = calloc(1, sizeof *o);
    char name[40];
    int64_t *job = arg;
    snprintf(name, sizeof name, "taker%td", (int64_t(*)[EACH])arg - taken);
    for (int i = 0; i < EACH; i++) {
        struct wish wish = { .worker = name, .lease_ms = 60000 };
        if (store_lease(w.store, &wish, o, &mine))
            abort();
        job[i] = o->job;
    }
    return NULL;
}

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

TEST_WITH(test_takers_get_distinct_jobs, set_up, tear_down)
{
    pthread_t thread[TAKERS];
    int64_t *all = &taken[0][0];
    world_plan(&w, TAKERS * EACH);
    for (int i = 0; i < TAKERS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, take_jobs, taken[i]), 0);
    for (int i = 0; i < TAKERS; i++)
        pthread_join(thread[i], NULL);
    qsort(all, TAKERS * EACH, sizeof *all, by_number);
    for (int i = 1; i < TAKERS * EACH; i++)
        assert_true(all[i - 1] < all[i]);
    REFUSED(STORE_NOT_FOUND, world_lease(&w, "late", &order, &e));
}

/* --- bots of one author ------------------------------------------------------------------------------ */

static void make_a_stranger(int64_t person)
{
    struct person_change c = { .password = "$argon2id$x" };
    FINE(store_person_change(w.store, person, &c, "hilda", &e));
}

static int lease_at(const char *machine, const char *worker, struct order *o)
{
    struct wish wish = { .worker = worker, .machine = machine, .lease_ms = 60000 };
    return store_lease(w.store, &wish, o, &e);
}

static void file(const struct order *o, uint64_t salt, size_t legs)
{
    static struct world_legs l;
    world_legs(&l, salt);
    FINE(store_finish(w.store, o, l.leg, legs, &e));
}

/* While a pair of hers is played on a machine nothing else of hers is, an admission neither; elsewhere it is. */
TEST_WITH(test_bots_of_one_author_do_not_meet, set_up, tear_down)
{
    static struct order here, there;
    int64_t bot;
    make_a_stranger(w.author);
    world_plan(&w, 3);
    FINE(lease_at("one", "one-1", &here));
    REFUSED(STORE_NOT_FOUND, lease_at("one", "one-2", &other));
    FINE(lease_at("two", "two-1", &there));
    assert_int_not_equal(here.job, there.job);
    world_version(&w, "late", &bot); /* to be admitted */
    REFUSED(STORE_NOT_FOUND, lease_at("one", "one-2", &other));
    REFUSED(STORE_NOT_FOUND, lease_at("two", "two-2", &other));
    file(&here, 1, 2);
    FINE(lease_at("one", "one-2", &here));
    REFUSED(STORE_NOT_FOUND, lease_at("one", "one-1", &other));
    FINE(lease_at(NULL, "alone", &other)); /* a machine for itself alone */
}

static char many[STORE_TEXT]; /* their line */

/* As many admissions of ana's as may be, in a thousandth of the time, each in a line of its own. */
static void queue_many(struct db *db, void *arg)
{
    db_do(db,
          "with recursive n(i) as (select 1 union all select i + 1 from n where i < $2) insert into job(kind, version,"
          " remote, held, state, priority, ready_ms, worker, until_ms, attempt, failures, reason, created_ms, done_ms,"
          " line) select 'validate', 1, 0, 0, 'queued', 0, 0, '', 0, 0, 0, '', 0, 0, $1 || ' ' || i from n",
          ARGS(TEXT(many), INT(*(int64_t *)arg)));
    if (on_pg)
        db_script(db, "analyze job");
}

/* How the database finds it, and on SQLite in how many steps of its machine since it was asked before. */
static void ask_plan(struct db *db, void *arg)
{
    const char *const *query = arg;
    bool next = query == &lease_queries[db->dialect][LEASE_NEXT_LINE];
    const struct db_value value[] = { next ? TEXT(many) : INT(1), TEXT(many), NAME("") };
    char text[1 << 14], *at = text, step[400];
    struct db_rows rows;
    snprintf(text, sizeof text, on_pg ? "explain %s" : "explain query plan %s", *query);
    db_query(db, &rows, text, value, strstr(text, "$3") ? 3 : 1);
    for (*at = '\0'; db_next(&rows);) {
        for (unsigned i = 1; i < db_columns(&rows); i++)
            db_int(&rows);
        db_array(&rows, step);
        at += snprintf(at, sizeof text - (size_t)(at - text), "%s\n", step);
    }
    print_message("%s", text);
    assert_null(strstr(text, on_pg ? "Seq Scan on job" : "SCAN job\n"));
    bool due = strstr(text, "job_due"), line = strstr(text, "job_line");
    assert_true(query == lease_queries[db->dialect] ? due && !line : line && !due);
}

static void count_steps(struct db *db, void *arg)
{
    sqlite3_stmt *s = NULL;
    for (*(int *)arg = 0; (s = sqlite3_next_stmt(db_sqlite_handle(db), s));)
        *(int *)arg += sqlite3_stmt_status(s, SQLITE_STMTSTATUS_VM_STEP, 1);
}

/* Neither for one that has her pair on its machine, nor for a jail that may not have it. */
static void find_none(int *steps)
{
    struct wish unheld = { .worker = "two", .machine = "two", .lease_ms = 60000, .no_strangers = true };
    REFUSED(STORE_NOT_FOUND, lease_at("one", "one-2", &other));
    int code = store_lease(w.store, &unheld, &other, &e);
    assert_int_equal(code, STORE_NOT_FOUND);
    if (!on_pg)
        FINE(store_write(w.store, count_steps, steps, &e));
}

/* Where none of many is for who asks, it costs what it costs where there are few. */
TEST_WITH(test_a_lease_does_not_grow, set_up, tear_down)
{
    int steps[2] = { 0 };
    make_a_stranger(w.author);
    world_plan(&w, 1);
    FINE(lease_at("one", "one-1", &order));
    snprintf(many, sizeof many, "1 0 1 0 %lld", (long long)w.author);
    for (int i = 0; i < 2; i++) {
        FINE(store_write(w.store, queue_many, (int64_t[]){ i ? 5000 : 100 }, &e));
        find_none(&steps[i]); /* and each is told why it waits */
        find_none(&steps[i]);
    }
    print_message("%d steps among 100 jobs, %d among 5,100\n", steps[0], steps[1]);
    assert_true(steps[1] <= steps[0] + steps[0] / 8);
    for (int i = 0; i < LEASE_QUERIES; i++)
        FINE(store_write(w.store, ask_plan, (void *)(uintptr_t)&lease_queries[on_pg][i], &e));
}

/* Strangers on both sides of the world's author, in the order of lines, each with a pair that is due first; and an event whose id is far from the others'. */
static void queue_around(struct db *db, void *arg)
{
    const int64_t *event = arg;
    db_do(db,
          "insert into event(id, ladder, kind, name, cfg, state, rated, round, progress, created_ms, started_ms, "
          "ended_ms)"
          " select 1000, ladder, kind, 'late', cfg, 'draft', 0, 0, '', 0, 0, 0 from event where id = $1",
          ARGS(INT(*event)));
    db_do(
        db,
        "with recursive n(i) as (select 10000 union all select case i when 11499 then 30000 else i + 1 end from n where"
        " i < 31499) insert into person(id, name, role, closed, password, created_ms) select i, 'p' || i, 'author', 0,"
        " '$', 0 from n",
        NONE);
    db_do(db,
          "insert into job(kind, version, remote, held, state, priority, ready_ms, worker, until_ms, attempt, failures,"
          " reason, created_ms, done_ms, line) select 'validate', 1, 0, 0, 'queued', 9000, 0, '', 0, 0, 0, '', 0, 0,"
          " '0 0 1 ' || $1 || ' ' || id || ' /' from person where id >= 10000",
          ARGS(INT(*event)));
    if (on_pg)
        db_script(db, "analyze job");
}

/* One that a worker may take among thousands that it may not is found, wherever it stands. */
TEST_WITH(test_none_waits_behind_others_for_ever, set_up, tear_down)
{
    struct wish wish = { .worker = "one", .machine = "one", .lease_ms = 60000, .no_strangers = true };
    int code = STORE_NOT_FOUND, leases = 0;
    world_plan(&w, 1);
    FINE(store_write(w.store, queue_around, &w.event, &e));
    for (; code == STORE_NOT_FOUND && leases < 150; leases++)
        code = store_lease(w.store, &wish, &order, &e);
    print_message("found by lease %d\n", leases);
    assert_int_equal(code, STORE_OK);
    assert_int_equal(order.pair.event, w.event);
}

/* In a strict jail they do, in pairs of an event that does not ask otherwise: 16 hands of a machine have 16 pairs of one author. */
TEST_WITH(test_strict_holds_them_apart, set_up, tear_down)
{
    struct wish wish = { .machine = "one", .lease_ms = 60000, .strict = true };
    struct event v = { .ladder = w.ladder, .kind = EVENT_LADDER, .name = "apart", .state = EVENT_RUNNING };
    struct world apart = w;
    char name[16];
    make_a_stranger(w.author);
    strcpy(v.cfg, "{ \"apart\": 1 }");
    FINE(store_event_add(w.store, &v, "hilda", &apart.event, &e));
    world_plan(&w, 16);
    wish.worker = name;
    for (int i = 0; i < 16; i++) {
        snprintf(name, sizeof name, "one-%d", i);
        FINE(store_lease(w.store, &wish, &other, &e));
    }
    world_plan(&apart, 1);
    world_plan(&w, 1);
    FINE(store_lease(w.store, &wish, &other, &e));
    assert_int_equal(other.pair.event, w.event); /* that of the event waits for the others */
    wish.machine = "two";
    FINE(store_lease(w.store, &wish, &other, &e));
    assert_int_equal(other.pair.event, apart.event);
    world_plan(&w, 1);
    REFUSED(STORE_NOT_FOUND, store_lease(w.store, &wish, &other, &e)); /* and they for it */
    wish.machine = "one";
    wish.strict = false;
    REFUSED(STORE_NOT_FOUND, store_lease(w.store, &wish, &other, &e));
}

/* A pair waits for whatever its authors play there, and plain matches of theirs wait for nothing but pairs. */
TEST_WITH(test_a_pair_waits_for_plain_matches, set_up, tear_down)
{
    static struct ladder plain = {
        .code = "plain", .name = "Plain", .rules = "argentino", .seats = 2, .games = 1, .legs = 1
    };
    struct event v = { .kind = EVENT_LADDER, .name = "plain", .state = EVENT_RUNNING, .rated = true };
    struct world sole = w;
    static struct order first, second;
    make_a_stranger(w.author);
    FINE(store_ladder_add(w.store, &plain, &sole.ladder, &e));
    v.ladder = sole.ladder;
    strcpy(v.cfg, "{}");
    FINE(store_event_add(w.store, &v, "hilda", &sole.event, &e));
    world_plan(&sole, 2);
    world_plan(&w, 1);
    FINE(lease_at("one", "one-1", &first));
    FINE(lease_at("one", "one-2", &second));
    assert_int_equal(first.pair.legs + second.pair.legs, 2);
    REFUSED(STORE_NOT_FOUND, lease_at("one", "one-3", &other));
    file(&first, 1, 1);
    REFUSED(STORE_NOT_FOUND, lease_at("one", "one-3", &other));
    file(&second, 2, 1);
    FINE(lease_at("one", "one-3", &other));
    assert_int_equal(other.pair.legs, 2);
}

/* Another author's are not held up, neither are the host's own nor a remote version, which runs elsewhere. */
TEST_WITH(test_others_play_meanwhile, set_up, tear_down)
{
    struct world rosa = w;
    static struct order hers, mine;
    make_a_stranger(w.author);
    rosa.author = world_person(w.store, "rosa", ROLE_AUTHOR);
    for (int i = 0; i < 2; i++) {
        char name[16];
        snprintf(name, sizeof name, "rosa%d", i);
        rosa.version[i] = world_version(&rosa, name, &rosa.bot[i]);
        world_admit(&rosa);
    }
    for (int i = 2; i < WORLD_BOTS; i++)
        rosa.version[i] = rosa.version[i % 2];
    world_plan(&w, 2);
    rosa.round = w.round;
    world_plan(&rosa, 2);
    FINE(lease_at("one", "one-1", &hers));
    FINE(lease_at("one", "one-2", &mine)); /* rosa's are the host's own: two at once */
    assert_string_equal(mine.seat[0].author, "rosa");
    FINE(lease_at("one", "one-3", &other));
    assert_string_equal(other.seat[0].author, "rosa");
    REFUSED(STORE_NOT_FOUND, lease_at("one", "one-4", &other));
    file(&mine, 1, 2);
    make_a_stranger(rosa.author);
    world_plan(&rosa, 1);
    REFUSED(STORE_NOT_FOUND, lease_at("one", "one-4", &other)); /* one of hers is played, now that she is a stranger */
}

/* Who asks at the same moment: of all workers of a machine one gets one. */
static _Atomic unsigned got;
static void *take_one(void *arg)
{
    struct store_error mine;
    struct wish wish = { .worker = arg, .machine = "one", .lease_ms = 60000 };
    OWNED struct order *o = calloc(1, sizeof *o);
    int code = store_lease(w.store, &wish, o, &mine);
    if (code != STORE_OK && code != STORE_NOT_FOUND)
        abort();
    got += code == STORE_OK;
    return NULL;
}

TEST_WITH(test_at_the_same_moment, set_up, tear_down)
{
    static char name[TAKERS][16];
    pthread_t thread[TAKERS];
    make_a_stranger(w.author);
    world_plan(&w, TAKERS);
    for (int round = 0; round < 4; round++) {
        got = 0;
        for (int i = 0; i < TAKERS; i++) {
            snprintf(name[i], sizeof name[i], "one-%d", i);
            assert_int_equal(pthread_create(&thread[i], NULL, take_one, name[i]), 0);
        }
        for (int i = 0; i < TAKERS; i++)
            pthread_join(thread[i], NULL);
        assert_int_equal(got, 1);
        store_shift(w.store, 61000); /* its lease is over */
    }
}

static int lease_by(const char *host, int64_t key, struct order *o)
{
    struct wish wish = { .worker = host, .host = host, .keyed = key, .lease_ms = 60000 };
    return store_lease(w.store, &wish, o, &e);
}

static unsigned leased_by(const char *host, int64_t key)
{
    unsigned n = 0;
    while (lease_by(host, key, &order) == STORE_OK)
        n++;
    return n;
}

/* One key that leases all it can and plays nothing parks no pair, and holds less and less; who files
 * something holds as much as before.  Where nobody else works what fails is parked as ever. */
TEST_WITH(test_a_key_that_only_loses, set_up, tear_down)
{
    static struct world_legs l;
    struct worker_key k = { .name = "attic", .host = "attic" };
    FINE(store_worker_key_add(w.store, &k, (const uint8_t[STORE_HASH]){ 1 }, "hilda", &e));
    strcpy(k.name, "barn"), strcpy(k.host, "barn");
    FINE(store_worker_key_add(w.store, &k, (const uint8_t[STORE_HASH]){ 2 }, "hilda", &e));
    world_plan(&w, 80);
    assert_int_equal(leased_by("attic", 1), 64);
    store_shift(w.store, 60001);
    assert_int_equal(leased_by("attic", 1), 4);
    for (unsigned i = 0; i < 8; i++) {
        store_shift(w.store, 60001);
        assert_int_equal(leased_by("attic", 1), i ? 1 : 2);
    }
    for (unsigned i = 0; i < 120 && lease_by("attic", 1, &order) == STORE_OK; i++)
        FINE(store_give_back(w.store, &order, "no", 0, i % 2 ? GIVEN_FAILED : GIVEN_UNTRIED, &e));
    assert_int_equal(world_counts(w.store).jobs[JOB_PARKED], 0);
    assert_int_equal(lease_by("attic", 1, &order), STORE_NOT_FOUND);
    FINE(lease_by("barn", 2, &order));
    world_legs(&l, 5);
    FINE(store_finish(w.store, &order, l.leg, 2, &e));
    store_shift(w.store, 3600001);
    FINE(lease_by("attic", 1, &order));
    FINE(store_worker_key_revoke(w.store, "barn", "hilda", &e));
    store_shift(w.store, 60001);
    for (unsigned i = 0; i < 3; i++) {
        FINE(lease_by("attic", 1, &order));
        FINE(store_give_back(w.store, &order, "no", 0, GIVEN_FAILED, &e));
    }
    assert_true(world_counts(w.store).jobs[JOB_PARKED] > 0);
}

/* A session of this user in the test's own database, in which these statements were run. */
static PGconn *session_of(const char *user, const char *sql)
{
    char address[300];
    snprintf(address, sizeof address, "postgresql://%s@%s", user, strchr(where, '@') + 1);
    PGconn *c = PQconnectdb(address);
    PGresult *r = PQexec(c, sql);
    ExecStatusType status = PQresultStatus(r);
    PQclear(r);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(c));
    return c;
}

/* A user of the database that may only connect holds nothing that a lease needs; who owns the tables does, and then nobody waits for ever. */
TEST_WITH(test_who_holds_up_leases, set_up, tear_down)
{
    struct store_error mine;
    if (!on_pg)
        return; /* there is no other user of a file */
    setenv("PGOPTIONS", "-c lock_timeout=500", 1);
    store_close(&w.store);
    FINE(store_open(&w.store, where, STORE_SERVE, &e));
    world_plan(&w, 2);
    PQfinish(session_of("fiel", "drop role if exists other; create role other login"));
    PGconn *other_user = session_of("other", "select pg_advisory_lock(7309454, hashtext('attic'))");
    assert_int_equal(lease_at("attic", "one", &order), STORE_OK);
    PQfinish(other_user);
    PGconn *owner = session_of("fiel", "begin; lock table job");
    struct wish wish = { .worker = "two", .lease_ms = 60000 };
    assert_int_equal(store_lease(w.store, &wish, &other, &mine), STORE_BUSY);
    PQfinish(owner);
    unsetenv("PGOPTIONS");
    FINE(store_lease(w.store, &wish, &other, &e));
}

TEST_WITH(test_waiting, set_up, tear_down)
{
    uint64_t ticket = 0;
    assert_true(store_wait(w.store, TOPIC_JOBS, &ticket, 0));
    world_plan(&w, 1);
    while (!store_wait(w.store, TOPIC_JOBS, &ticket, 60000))
        continue;
    if (!on_pg)
        assert_false(store_wait(w.store, TOPIC_JOBS, &ticket, 1)); /* there a wake-up may come twice */
}

int main(void) { return on_both_databases(); }
