/* A worker that orders from a `fiel serve`: hosted bots and remote ones, an arbiter that is killed, refuses, is cancelled, is not
 * there; a remote bot that is not at the door. */
#include "cli/said.h"
#include "e2e/served.h"

#include <pthread.h>

#include "ladder_pack.h"
#include "ladder_verified.h"
#include "record/binding.h"
#include "record/header.h"
#include "store/store_live.h"
#include "store/store_workers.h"
#include "worker/worker.h"

#define DOOR "[door]\naddress = tcp://127.0.0.1:*\n"

/* --- the house: a daemon, a store, a worker between them --------------------------------------------------------- */

static struct served s;
static struct store *store;
static struct store_error e;
static struct world w;
static atomic_bool over;
static char address[128], server[80], bots[128], door[128], door_key[80];
static struct worker_arbiter arbiter;
static struct worker_plan plan;
static pid_t guest;

static void write_house(const char *more)
{
    char text[512];
    int n = snprintf(text, sizeof text,
                     "[folders]\nstate = state\n[control]\naddress = ipc://%s/control\nbindings = yes\n%s" DOOR, s.dir,
                     more);
    spill(s.config, text, (size_t)n);
}

static int set_up(STATE)
{
    char where[128], path[128];
    const struct ladder l = {
        .code = "argentino", .name = "Argentino", .rules = "argentino,target=3", .seats = 2, .games = 3, .legs = 2
    };
    served_make(&s, "");
    write_house(PLAIN);
    daemon_start(&s);
    snprintf(path, sizeof path, "%s/server.pub", s.state);
    OWNED char *hex = slurp(path, NULL);
    snprintf(server, sizeof server, "%.64s", hex);
    snprintf(address, sizeof address, "ipc://%s/control", s.dir);
    snprintf(bots, sizeof bots, "%s/bots", s.state);
    snprintf(where, sizeof where, "sqlite:%s/ladder.db", s.dir);
    FINE(store_open(&store, where, STORE_CREATE, &e));
    world_found(&w, store, &l, "{\"open\":1,\"plain\":1,\"note_bytes\":99}");
    arbiter = (struct worker_arbiter){
        .address = address, .server = server, .key = s.key, .bots = bots, .partner = "cauto"
    };
    plan = (struct worker_plan){
        .queue = queue_local(store), .name = "w1", .arbiter = &arbiter, .jail = "none", .folder = s.dir, .over = &over
    };
    atomic_store(&over, false);
    return 0;
}

static int tear_down(STATE)
{
    if (guest > 0) {
        kill(guest, SIGKILL);
        waitpid(guest, NULL, 0);
    }
    guest = 0;
    queue_close(plan.queue);
    store_close(&store);
    served_end(&s);
    return 0;
}

static void work(enum worked want)
{
    enum worked done = worker_once(&plan, &e);
    if (done != want)
        fail_msg("worked %d, not %d: %s", done, want, e.text);
}

/* The same beside the test. */
static void *work_beside(void *arg)
{
    (void)arg;
    work(WORK_DONE);
    return NULL;
}

static int64_t add(const char *name, struct version *v)
{
    struct bot b = { .person = w.author };
    int64_t id;
    snprintf(b.name, sizeof b.name, "%s", name);
    FINE(store_bot_add(store, &b, &v->bot, &e));
    FINE(store_version_add(store, v, &w.ladder, 1, &id, &e));
    return id;
}

/* A script that says something and then plays: what it prints is its author's, what it is given has to arrive whole. */
static int64_t submit(const char *name, const char *program, const char *run)
{
    static struct packed p;
    static const char script[] = "#!/bin/sh\necho \"$1 and $2\" >&2\nshift 2\nexec \"${0%/*}/program\" \"$@\"\n";
    struct version v = { .has_artifact = true };
    char path[512];
    struct archive *a = pack_begin(&p);
    snprintf(path, sizeof path, "%s/%s/%s", build_dir(), bot_room(program), program);
    pack_one(a, "inside/bot", AE_IFREG, NULL, script, sizeof script - 1);
    pack_file(a, "inside/program", path);
    pack_end(a);
    FINE(store_put(store, p.bytes, p.size, v.artifact, &e));
    snprintf(v.run, sizeof v.run, "%s", run);
    return add(name, &v);
}

static int64_t enter_remote(const char *name)
{
    struct version v = { .remote = true };
    struct binding b;
    char path[128], why[BINDING_WHY];
    new_key(&s, name);
    snprintf(path, sizeof path, "%s/%s.pub", s.dir, name);
    assert_int_equal(binding_read(path, &b, why), 0);
    memcpy(v.key, b.key, STORE_KEY);
    binding_text(&b, v.binding);
    return add(name, &v);
}

static void assert_version(int64_t id, enum version_state state, const char *reason)
{
    struct version v;
    FINE(store_version(store, id, &v, &e));
    if (v.state != state || !strstr(said_text(v.reason, sizeof v.reason, ENGLISH, v.reason), reason))
        fail_msg("version is %s: %s", version_state_names[v.state], v.reason);
}

static struct store_counts counts(void)
{
    struct store_counts n;
    FINE(store_counts(store, &n, &e));
    return n;
}

/* What that hides, `e2e/blind` hears. */
static void assert_blind(const uint8_t hash[STORE_HASH])
{
    AUTO(store_free) struct store_bytes bytes;
    static struct header h;
    struct replay file;
    struct record rec;
    FINE(store_get(store, hash, &bytes, &e));
    replay_over(&file, bytes.data, bytes.size);
    assert_true(replay_next(&file, &rec) && header_read(&rec, &h));
    assert_true(h.offer.blind);
}

static void *work_on_and_on(void *arg)
{
    (void)arg;
    worker_run(&plan);
    return NULL;
}

/* Of this worker, on the dashboard. */
static void host_reads(const char *says)
{
    struct worker list[4];
    struct store_error ours;
    pthread_t thread;
    bool told = false;
    size_t n;
    assert_int_equal(pthread_create(&thread, NULL, work_on_and_on, NULL), 0);
    while (!told) {
        assert_int_equal(store_workers(store, 0, list, 4, &n, &ours), STORE_OK);
        for (size_t i = 0; i < n; i++)
            told |= strstr(list[i].about, says) != NULL;
    }
    atomic_store(&over, true);
    pthread_join(thread, NULL);
    atomic_store(&over, false);
}

/* --- hosted bots --------------------------------------------------------------------------------------------------- */

TEST_WITH(a_pair_is_ordered_followed_and_filed, set_up, tear_down)
{
    struct leg leg[4];
    struct store_bytes log = { 0 };
    int64_t a = submit("honest", "cauto", "./inside/bot 'it''s $HOME' \"a `b`\""),
            b = submit("wild", "random", "./inside/bot x y");
    work(WORK_DONE);
    work(WORK_DONE);
    work(WORK_NONE);
    assert_version(a, VERSION_ACTIVE, "");
    assert_version(b, VERSION_ACTIVE, "");
    FINE(schedule_step(store, &e));
    work(WORK_DONE);
    assert_int_equal(world_all_legs(store, leg, 4), 2);
    for (unsigned i = 0; i < 2; i++)
        for (unsigned seat = 0; seat < 2; seat++) {
            FINE(store_leg_log(store, leg[i].id, seat, &log, &e));
            assert_int_equal(
                strncmp((char *)log.data, leg[i].seat[seat].version == a ? "its $HOME and a `b`\n" : "x and y\n", 8),
                0);
            store_free(&log);
        }
    for (unsigned i = 0; i < 2; i++)
        assert_blind(leg[i].replay);
    world_verifies(&w, 1, 2);
}

/* It was killed in the middle and comes back: the same match goes on, and is filed once. */
TEST_WITH(a_killed_arbiter_loses_and_doubles_nothing, set_up, tear_down)
{
    pthread_t thread;
    int64_t a = submit("honest", "cauto", "./inside/bot x y");
    assert_int_equal(pthread_create(&thread, NULL, work_beside, NULL), 0);
    file_is_there(&s, "00000001.pairs/0001b.replay");
    assert_int_equal(daemon_end(&s, SIGKILL), 128 + SIGKILL);
    daemon_start(&s);
    pthread_join(thread, NULL);
    assert_version(a, VERSION_ACTIVE, "");
    assert_state(&s, 1, "finished");
    run_complains(ask(&s, "status", "2", NULL), ANY_CODE, "there is no match 2", NULL);
}

/* An arbiter that does not speak with us is nobody's fault: nothing is leased. */
TEST_WITH(an_arbiter_that_knows_us_not_is_nobodys_fault, set_up, tear_down)
{
    char key[128];
    int64_t a = submit("patient", "cauto", "./inside/bot x y");
    new_key(&s, "stranger");
    snprintf(key, sizeof key, "%s/stranger.key", s.dir);
    arbiter.key = key;
    work(WORK_FAILED);
    assert_non_null(strstr(e.text, "does not know your key"));
    host_reads(": the arbiter: ");
    assert_int_equal(counts().jobs[JOB_QUEUED], 1);
    assert_version(a, VERSION_PENDING, "");
}

/* Of another release nobody knows what it makes of an order. */
static void as_another_release(void)
{
    char from[512], path[160];
    size_t size, n = strlen(FIEL_VERSION);
    snprintf(from, sizeof from, "%s/libexec/fiel-sockets", build_dir());
    snprintf(path, sizeof path, "%s/fiel-sockets", s.dir);
    char *program = slurp(from, &size);
    for (char *at = program; (at = memmem(at, (size_t)(program + size - at), FIEL_VERSION, n)); at += n)
        *at = '9'; /* its end may be the end of another text, too */
    spill(path, program, size);
    if (!chmod(path, 0755))
        execl(path, "fiel", "serve", "--config", s.config, (char *)NULL);
    _exit(127);
}

TEST_WITH(an_arbiter_of_another_version_gets_nothing, set_up, tear_down)
{
    int64_t a = submit("patient", "cauto", "./inside/bot x y");
    assert_int_equal(daemon_end(&s, SIGTERM), 0);
    s.inside = as_another_release;
    daemon_start(&s);
    work(WORK_FAILED);
    assert_non_null(strstr(e.text, "install one version on both"));
    host_reads("install one version on both");
    assert_int_equal(counts().jobs[JOB_QUEUED], 1);
    assert_version(a, VERSION_PENDING, "");
}

/* Its jail is the worker's: what it does not hold enough for stays where it is, and costs no attempt. */
TEST_WITH(an_arbiter_that_holds_less_is_said_to, set_up, tear_down)
{
    const struct person_change signs_in = { .password = "$argon2id$x" };
    submit("patient", "cauto", "./inside/bot x y");
    FINE(store_person_change(store, w.author, &signs_in, "ana", &e));
    plan.jail = "strict";
    work(WORK_NONE);
    assert_string_equal(plan.jail, "none");
    host_reads("no pairs of authors' bots");
    assert_int_equal(counts().jobs[JOB_QUEUED], 1);
}

TEST_WITH(what_an_operator_cancels_is_played_again, set_up, tear_down)
{
    pthread_t thread;
    int64_t a = submit("honest", "cauto", "./inside/bot x y");
    atomic_store(&over, true); /* the worker ends amid its work */
    work(WORK_FAILED);
    atomic_store(&over, false);
    assert_end(&s, 1, "cancelled"); /* it ends when it is told to */
    store_shift(store, 60000);
    assert_int_equal(pthread_create(&thread, NULL, work_beside, NULL), 0);
    pthread_join(thread, NULL);
    assert_version(a, VERSION_ACTIVE, "");
}

/* A partner that is not there is the arbiter's fault: the job counts it, and is parked in the end. */
TEST_WITH(an_arbiter_that_refuses_is_told_to_the_host, set_up, tear_down)
{
    struct job job;
    struct job_filter f = { .state = JOB_PARKED, .kind = -1 };
    size_t n;
    arbiter.partner = "nobody";
    enter_remote("eva");
    for (int i = 0; i < JOB_ATTEMPTS; i++) {
        work(WORK_FAILED);
        store_shift(store, 60000);
    }
    FINE(store_jobs(store, &f, &job, 1, &n, &e));
    assert_int_equal(n, 1);
    assert_non_null(strstr(job.reason, "there is no hosted bot 'nobody'"));
}

/* --- remote bots ----------------------------------------------------------------------------------------------------- */

/* Until the door is open; and until somebody waits there. */
static void look_at_door(bool waits)
{
    for (bool seen = false; !seen;) {
        struct run r = ask(&s, "status", "--lobby", "--json", NULL);
        json_auto_t *j = json_of(&r);
        snprintf(door, sizeof door, "%s", json_string_value(json_object_get(j, "address")));
        snprintf(door_key, sizeof door_key, "%s", json_string_value(json_object_get(j, "server")));
        seen = *door && (!waits || json_array_size(json_object_get(j, "lobby")) > 0);
    }
}

static void guest_starts(const char *program, const char *name)
{
    char path[512], key[128], log[128];
    look_at_door(false);
    snprintf(path, sizeof path, "%s/%s/%s", build_dir(), bot_room(program), program);
    snprintf(key, sizeof key, "%s/%s.key", s.dir, name);
    snprintf(log, sizeof log, "%s/%s.log", s.dir, name);
    guest = fork();
    assert_true(guest >= 0);
    if (guest) {
        look_at_door(true);
        return;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!freopen("/dev/null", "r", stdin) || !freopen(log, "a", stdout) || !freopen(log, "a", stderr))
        _exit(126);
    execl(path, program, "--connect", door, "--server", door_key, "--key", key, (char *)NULL);
    _exit(127);
}

/* Waits for what does not come, with the store's clock put forward. */
static void *absent_beside(void *arg)
{
    (void)arg;
    work(WORK_FAILED);
    return NULL;
}

/* Works on beside us while the store's clock runs ahead, by less than a lease. */
static void work_ahead(void *(*work_on)(void *))
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, work_on, NULL), 0);
    for (int ahead = 0; ahead < 40 && pthread_tryjoin_np(thread, NULL); ahead++) {
        OWNED_RUN r = ask(&s, "status", NULL); /* which takes its time */
        store_shift(store, 1000);
        if (ahead == 39)
            assert_int_equal(pthread_join(thread, NULL), 0);
    }
}

/* As after a day of looking. */
static void look_in_vain(void)
{
    static struct order o;
    struct wish wish = { .worker = "w1", .lease_ms = 60000 };
    for (int i = 1; i < 60; i++) {
        FINE(store_lease(store, &wish, &o, &e));
        FINE(store_absent(store, &o, o.seat[0].remote ? o.seat[0].version : o.seat[1].version, "absent", &e));
        store_shift(store, 1800000);
    }
}

/* Registered, validated against the arbiter's own, on the table by plain matches; its binding went to the door by itself. */
TEST_WITH(a_remote_bot_climbs, set_up, tear_down)
{
    struct leg leg[4];
    int64_t a = enter_remote("eva"), b = submit("wild", "random", "./inside/bot x y");
    work_ahead(absent_beside);
    assert_version(a, VERSION_PENDING, "");
    assert_int_equal(counts().jobs[JOB_QUEUED], 2);
    guest_starts("cauto", "eva");
    work(WORK_DONE); /* the hosted one: eva's is not due again */
    store_shift(store, 120000);
    work(WORK_DONE);
    assert_version(a, VERSION_ACTIVE, "");
    assert_version(b, VERSION_ACTIVE, "");
    for (int i = 0; i < 2; i++) {
        FINE(schedule_step(store, &e));
        work(WORK_DONE);
    }
    assert_int_equal(world_all_legs(store, leg, 4), 2);
    assert_int_not_equal(leg[0].pair, leg[1].pair); /* a leg each: it could remember */
    world_verifies(&w, 2, 2);
}

/* Anyone who sat there had not the key that the author registered: nothing of it is filed. */
TEST_WITH(another_in_its_seat_is_not_filed, set_up, tear_down)
{
    struct version v = { .remote = true };
    struct binding b;
    struct job job;
    struct job_filter f = { .state = JOB_QUEUED, .kind = -1 };
    char path[128], why[BINDING_WHY];
    size_t n;
    new_key(&s, "eva");
    snprintf(path, sizeof path, "%s/eva.pub", s.dir);
    assert_int_equal(binding_read(path, &b, why), 0);
    binding_text(&b, v.binding);
    v.key[0] = 1;
    int64_t a = add("eva", &v);
    put_pub(&s, "eva", "allow"); /* known before it knocks */
    run_says(ask(&s, "reload", NULL), 0, NULL);
    guest_starts("cauto", "eva");
    work(WORK_FAILED);
    assert_version(a, VERSION_PENDING, "");
    FINE(store_jobs(store, &f, &job, 1, &n, &e));
    assert_holds(job.reason, "somebody else sat in its seat");
}

/* Nobody is blamed for a day; then the author is told. */
TEST_WITH(a_bot_that_never_comes_is_not_waited_for_for_ever, set_up, tear_down)
{
    int64_t a = enter_remote("eva");
    look_in_vain();
    work_ahead(absent_beside);
    assert_version(a, VERSION_DISABLED, "eva: it is not at the arbiter's door");
    assert_int_equal(counts().jobs[JOB_DONE], 1);
}

/* Where nothing is plain a remote bot is never paired. */
TEST(an_event_of_duplicates_takes_no_remote_bots)
{
    struct ladder l = { .seats = 2, .legs = 2 };
    struct event v = { .kind = EVENT_LADDER, .cfg = "{}" };
    assert_false(event_takes_remote(&v, &l, 1));
    l.legs = 1;
    assert_true(event_takes_remote(&v, &l, 1));
    l.seats = 4;
    assert_false(event_takes_remote(&v, &l, 1)); /* it would sit twice */
    assert_true(event_takes_remote(&v, &l, 2));
    l.legs = 2;
    assert_false(event_takes_remote(&v, &l, 2));
    strcpy(v.cfg, "{\"plain\":1}");
    assert_true(event_takes_remote(&v, &l, 2));
    strcpy(v.cfg, "{\"plain\":1,\"partners\":\"random\"}");
    assert_true(event_takes_remote(&v, &l, 1));
    v.kind = EVENT_SPRT;
    strcpy(v.cfg, "{}");
    assert_false(event_takes_remote(&v, &l, 2));
}
