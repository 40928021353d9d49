/* kill -9 of anyone who files, at any moment: what was told to be filed is there, whole, and nothing is half
 * there. */

#include <pthread.h>

#include "store/store_live.h"
#include "support/test.h"
#include "ladder_pg.h"
#include "ladder_world.h"
#include "support/random.h"
#include "support/sample.h"

enum { THREADS = 3, PAIRS = 900 };
static struct pg_server server;
static char folder[SCRATCH_ROOM], where[300];
static struct store_error e;
static struct random chance = { 20261121 };

/* --- the one that is killed --------------------------------------------------------------------------- */

struct filer {
    struct store *store;
    int told;
    unsigned number;
};

/* Leases and files until it is killed, and says each match's salt when it was told that it is filed. */
static void *file_on(void *arg)
{
    const struct filer *f = arg;
    OWNED struct order *o = calloc(1, sizeof *o);
    OWNED struct world_legs *l = calloc(1, sizeof *l);
    struct store_error mine;
    char name[16];
    snprintf(name, sizeof name, "w%u", f->number);
    struct wish wish = { .worker = name, .lease_ms = 60000 };
    while (store_lease(f->store, &wish, o, &mine) == STORE_OK) {
        uint64_t salt = (uint64_t)o->job;
        world_legs(l, salt);
        l->leg[0].seat[1].faults = 1;
        if (store_finish(f->store, o, l->leg, 2, &mine) != STORE_OK)
            break;
        if (write(f->told, &salt, sizeof salt) != sizeof salt)
            break;
    }
    return NULL;
}

static pid_t start_filer(int told[2])
{
    struct filer f[THREADS];
    pthread_t thread[THREADS];
    struct store *s;
    pid_t pid;
    if (pipe(told))
        abort();
    pid = fork();
    if (pid)
        return close(told[1]), pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    if (store_open(&s, where, STORE_SERVE, &e))
        _exit(1);
    for (unsigned i = 0; i < THREADS; i++) {
        f[i] = (struct filer){ s, told[1], i };
        if (pthread_create(&thread[i], NULL, file_on, &f[i]))
            _exit(2);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    _exit(3);
}

/* --- the one that looks -----------------------------------------------------------------------------------
 */

static void is_filed(struct store *s, uint64_t salt)
{
    static struct world_legs l;
    struct leg leg;
    struct store_bytes b;
    world_legs(&l, salt);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(world_filed(s, l.leg[i].match_id, &leg), STORE_OK);
        FINE(store_get(s, leg.replay, &b, &e));
        assert_int_equal(b.size, l.leg[i].record_size);
        store_free(&b);
    }
}

/* One life: after so many filings and a moment more it is killed.  How many it told. */
static size_t live_and_die(void)
{
    uint64_t salt[64];
    size_t most = random_below(&chance, 24), n = 0;
    int told[2], status;
    struct timespec more = { .tv_nsec = (long)random_below(&chance, 4000000) };
    struct store *s;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t pid = start_filer(told);
    while (n < most && read(told[0], &salt[n], sizeof *salt) == sizeof *salt)
        n++;
    nanosleep(&more, NULL); /* not to wait for anything: to be killed anywhere */
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    assert_true(WIFSIGNALED(status));
    while (waitpid(-pid, &status, 0) > 0) /* its readers end with it; one that goes on would hold this test for ever */
        ;
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    while (n < 64 && read(told[0], &salt[n], sizeof *salt) == sizeof *salt)
        n++;
    close(told[0]);
    FINE(store_open(&s, where, STORE_SERVE, &e));
    world_whole(s);
    for (size_t i = 0; i < n; i++)
        is_filed(s, salt[i]);
    store_close(&s);
    return n;
}

/* What the killed ones held is leased again when the time is over, and every pair is filed once in the end.
 */
static void finish_the_rest(struct world *w)
{
    static struct order o;
    static struct world_legs l;
    struct store_counts c;
    struct wish wish = { .worker = "heir", .lease_ms = 600000 };
    unsigned inherited = 0;
    FINE(store_set(w->store, "job.attempts", "1000000", &e));
    store_shift(w->store, 60001);
    while (store_lease(w->store, &wish, &o, &e) == STORE_OK && o.attempt > 0) {
        inherited += o.attempt > 1;
        if (o.attempt == 1)
            break; /* those that nobody had yet */
        world_legs(&l, (uint64_t)o.job);
        FINE(store_finish(w->store, &o, l.leg, 2, &e));
    }
    assert_true(inherited > 0);
    world_whole(w->store);
    FINE(store_counts(w->store, &c, &e));
    assert_int_equal(c.legs, 2 * c.pairs[PAIR_DONE]);
    assert_int_equal(c.jobs[JOB_PARKED], 0);
}

static void kill_often(unsigned lives)
{
    struct world w;
    size_t told = 0;
    world_new(&w, where);
    world_plan(&w, PAIRS);
    store_close(&w.store);
    for (unsigned i = 0; i < lives; i++)
        told += live_and_die();
    printf("%u kills, %zu pairs told to be filed, all there\n", lives, told);
    FINE(store_open(&w.store, where, STORE_SERVE, &e));
    finish_the_rest(&w);
    store_close(&w.store);
}

static unsigned lives = SAMPLE == 1 ? 12 : 3;

TEST(test_sqlite)
{
    snprintf(where, sizeof where, "sqlite:%s/l.db", folder);
    kill_often(lives);
}

TEST(test_postgresql)
{
    char address[256];
    if (!pg_open(&server))
        skip();
    pg_database(&server, address);
    snprintf(where, sizeof where, "%s", address);
    kill_often(lives);
    pg_close(&server);
}

/* More kills than the test's: test_ladder_crash KILLS [SEED]. */
int main(int argc, char **argv)
{
    int failed;
    if (argc > 1)
        lives = (unsigned)atoi(argv[1]);
    if (argc > 2)
        chance.state = strtoull(argv[2], NULL, 10);
    scratch_quick(folder);
    failed = tests_run();
    scratch_remove(folder);
    return failed;
}
