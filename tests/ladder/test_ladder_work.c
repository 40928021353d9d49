/* Workers elsewhere: a key of their own, jobs and results over HTTP, and what another host finds out about what they filed. */

#include "support/test.h"
#include "filing/artifact.h"
#include "ladder_hosted.h"
#include "ladder_verified.h"
#include "ladder_site.h"
#include "site/work/work.h"
#include "store/store_rechecks.h"
#include "store/store_state.h"
#include "support/skipped.h"
#include "tell/decision.h"
#include "worker/kept.h"
#include "worker/worker.h"

static struct here h;
static struct store *store;
static struct store_error e;
static struct world w;
static char fiel[512], swaps[SCRATCH_ROOM + 32], server[64];
static atomic_bool over;

/* --- the house ------------------------------------------------------------------------------------------------- */

static void key_make(const char *name, bool admits, char token[TOKEN_TEXT], char line[128])
{
    struct worker_key k = { .admits = admits, .unheld = true };
    uint8_t hash[STORE_HASH];
    snprintf(k.name, sizeof k.name, "%s", name);
    snprintf(k.host, sizeof k.host, "%s", name);
    worker_key_token(token, hash);
    FINE(store_worker_key_add(store, &k, hash, "hilda", &e));
    snprintf(line, 128, "Authorization: Bearer %s\r\n", token);
}

/* A worker elsewhere, which knows an address and its key. */
struct elsewhere {
    char token[TOKEN_TEXT], line[128];
    struct queue_site site;
    struct worker_plan plan;
};

static void worker_make(struct elsewhere *x, const char *name, bool admits)
{
    key_make(name, admits, x->token, x->line);
    x->site = (struct queue_site){ .server = server, .token = x->token, .hand = "one" };
    x->plan = (struct worker_plan){
        .queue = queue_remote(&x->site), .name = "one", .fiel = fiel, .jail = "basic", .folder = h.folder, .over = &over
    };
    assert_non_null(x->plan.queue);
}

static void worker_end(struct elsewhere *x) { queue_close(x->plan.queue); }

static void work(struct elsewhere *x, enum worked want)
{
    enum worked done = worker_once(&x->plan, &e);
    if (done != want)
        fail_msg("worked %d, not %d: %s", done, want, e.text);
}

static int64_t submit(const char *name, const char *program, const char *run)
{
    return hosted_version(&w, 0, name, program, run);
}

static struct pair newest_pair(void)
{
    struct pair p[1];
    struct pair_filter f = { .round = -1, .state = -1 };
    size_t n;
    FINE(store_pairs(store, &f, p, 1, &n, &e));
    assert_int_equal(n, 1);
    return p[0];
}

static uint64_t jobs(enum job_state state) { return world_counts(store).jobs[state]; }

static int ask(const char *method, const char *path, const char *line, const char *body, size_t size, char *text)
{
    OWNED_REPLY y = here_ask(&h, method, path, line, body, size);
    int status = y.status;
    if (text)
        snprintf(text, 400, "%.399s", y.body);
    return status;
}

static int post(const char *path, const char *line, const char *fields, char *text)
{
    OWNED_REPLY y = here_post(&h, path, line, fields);
    int status = y.status;
    if (text)
        snprintf(text, 400, "%.399s", y.body);
    return status;
}

/* --- the key ------------------------------------------------------------------------------------------------------ */

static int set_up(STATE)
{
    here_start(&h);
    store = h.site.store;
    assert_int_equal(chmod(h.folder, 0755), 0);
    h.site.unheld = true;
    snprintf(server, sizeof server, "http://127.0.0.1:%d", h.port);
    world_found(&w, store, &world_short, "{\"open\":1,\"note_bytes\":99}");
    return 0;
}

static int tear_down(STATE)
{
    here_stop(&h);
    return 0;
}

TEST_WITH(a_key_opens_these_calls_and_nothing_else, set_up, tear_down)
{
    static const char *const others[] = { "/api/me", "/api/people", "/api/jobs", "/api/workers", "/api/disputes" };
    char token[TOKEN_TEXT], line[128], session[TOKEN_TEXT], person[128], text[400];
    struct worker_key k[4];
    size_t n;
    key_make("attic", false, token, line);
    assert_int_equal(post("/api/work/lease", line, "hand=one", NULL), 204);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(ask("GET", others[i], line, NULL, 0, NULL), 401);
    FINE(session_open(&h.site, w.host, "token", "mine", 60000, session, &e));
    snprintf(person, sizeof person, "Authorization: Bearer %s\r\n", session);
    assert_int_equal(ask("GET", "/api/jobs", person, NULL, 0, NULL), 200);
    assert_int_equal(post("/api/work/lease", person, "hand=one", text), 401); /* a host is no worker */
    assert_non_null(strstr(text, "fiel-ladder worker-key new"));
    assert_int_equal(post("/api/work/lease", NULL, "hand=one", NULL), 401);
    assert_int_equal(post("/api/work/lease", line, "hand=../one", NULL), 400);
    FINE(store_worker_keys(store, 0, k, 4, &n, &e));
    assert_int_equal(n, 1);
    assert_true(k[0].used_ms > 0 && !k[0].revoked);
    FINE(store_worker_key_revoke(store, "attic", "hilda", &e));
    assert_int_equal(post("/api/work/lease", line, "hand=one", NULL), 401);
    assert_int_equal(store_worker_key_revoke(store, "attic", "hilda", &e), STORE_NOT_FOUND);
}

static void lose_keys(struct db *db, void *arg)
{
    (void)arg;
    db_script(db, "alter table worker_key rename to lost");
}

/* A store that fails is no revoked key: its worker is told to come again. */
TEST_WITH(a_store_that_fails_refuses_no_key, set_up, tear_down)
{
    char token[TOKEN_TEXT], line[128], text[400];
    key_make("attic", false, token, line);
    FINE(store_write(store, lose_keys, NULL, &e));
    assert_int_equal(post("/api/work/lease", line, "hand=one", text), 500);
    assert_null(strstr(text, "revoked"));
}

/* What a revoked key held is somebody else's at once. */
TEST_WITH(what_a_revoked_key_held_goes_on, set_up, tear_down)
{
    AUTO(worker_end) struct elsewhere a, b;
    worker_make(&a, "attic", true);
    worker_make(&b, "barn", true);
    submit("honest", "cauto", "./inside/bot");
    assert_int_equal(post("/api/work/lease", a.line, "hand=one", NULL), 200);
    work(&b, WORK_NONE);
    FINE(store_worker_key_revoke(store, "attic", "hilda", &e));
    work(&b, WORK_DONE);
}

/* Building and validating decides what plays: that is for keys that may. */
TEST_WITH(who_does_not_admit_gets_no_admissions, set_up, tear_down)
{
    AUTO(worker_end) struct elsewhere a;
    worker_make(&a, "attic", false);
    submit("honest", "cauto", "./inside/bot");
    work(&a, WORK_NONE);
    assert_int_equal(jobs(JOB_QUEUED), 1);
}

/* --- from a submission to the table, without the store ----------------------------------------------------------------- */

static void played_by(struct elsewhere *x)
{
    submit("honest", "cauto", "./inside/bot");
    submit("wild", "random", "./inside/bot --seed 7");
    work(x, WORK_DONE);
    work(x, WORK_DONE);
    FINE(schedule_step(store, &e));
    work(x, WORK_DONE);
}

TEST_WITH(from_submission_to_the_table, set_up, tear_down)
{
    AUTO(worker_end) struct elsewhere a;
    struct leg leg[4];
    worker_make(&a, "attic", true);
    played_by(&a);
    assert_int_equal(world_all_legs(store, leg, 4), 2);
    assert_string_equal(leg[0].worker, "attic/one");
    assert_true(leg[0].seat[0].decisions > 0 && leg[0].ended_ms >= leg[0].started_ms);
    world_verifies(&w, 1, 2);
}

static int (*brings)(struct queue *q, struct order *o, const struct hand_in *in, const struct wish *next,
                     struct store_error *error);
static int brings_late(struct queue *q, struct order *o, const struct hand_in *in, const struct wish *next,
                       struct store_error *error)
{
    struct hand_in lie = *in;
    lie.played_ms = INT64_MAX;
    return brings(q, o, &lie, next, error);
}

/* Whatever a worker says of how long it took, no match began before its pair was made. */
TEST_WITH(no_match_is_older_than_its_pair, set_up, tear_down)
{
    AUTO(worker_end) struct elsewhere a;
    struct leg leg;
    worker_make(&a, "attic", true);
    brings = a.plan.queue->hand_in;
    a.plan.queue->hand_in = brings_late;
    played_by(&a);
    assert_true(world_all_legs(store, &leg, 1) > 0);
    assert_int_equal(leg.started_ms, newest_pair().created_ms);
}

/* --- who waits ------------------------------------------------------------------------------------------------------ */

static void until_waiting(unsigned hands)
{
    while (http_streams_open(h.site.http) != hands) {
        http_wake(h.site.http);
        sched_yield();
    }
}

static int waited;
static void *wait_for_a_job(void *queue)
{
    static struct order o;
    struct store_error mine;
    struct queue *q = queue;
    waited = q->lease(q, &(struct wish){ .worker = "one" }, 25, &over, &o, &mine);
    return NULL;
}

/* The job comes to who asked before it was there; who was told to end waits no more, and who has hung up is given nothing. */
TEST_WITH(who_waits_is_given_what_comes, set_up, tear_down)
{
    AUTO(worker_end) struct elsewhere a;
    char text[400];
    pthread_t thread;
    worker_make(&a, "attic", true);
    assert_int_equal(pthread_create(&thread, NULL, wait_for_a_job, a.plan.queue), 0);
    until_waiting(1);
    submit("honest", "cauto", "./inside/bot");
    until_waiting(0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(waited, STORE_OK);
    atomic_store(&over, true);
    wait_for_a_job(a.plan.queue);
    assert_int_equal(waited, STORE_NOT_FOUND);
    atomic_store(&over, false);
    until_waiting(0);
    int fd = dial_port(h.port);
    int size = snprintf(
        text, sizeof text,
        "POST /api/work/lease HTTP/1.1\r\nHost: here\r\n%sContent-Type: application/x-www-form-urlencoded"
        "\r\nContent-Length: 16\r\n\r\nhand=two&wait=25",
        a.line);
    assert_int_equal(send(fd, text, (size_t)size, MSG_NOSIGNAL), size);
    until_waiting(1);
    close(fd);
    submit("wild", "random", "./inside/bot");
    until_waiting(0);
    assert_int_equal(jobs(JOB_QUEUED), 1);
}

static int (*leases)(struct queue *q, const struct wish *wish, unsigned wait_s, const atomic_bool *until,
                     struct order *out, struct store_error *error);
static unsigned leases_asked, brought;
static int64_t first_job;
static int asks(struct queue *q, const struct wish *wish, unsigned wait_s, const atomic_bool *until, struct order *out,
                struct store_error *error)
{
    leases_asked++;
    return leases(q, wish, wait_s, until, out, error);
}

/* It is told to end when it has two jobs behind it and holds the third. */
static int brings_two(struct queue *q, struct order *o, const struct hand_in *in, const struct wish *next,
                      struct store_error *error)
{
    first_job = first_job ? first_job : o->job;
    int bad = brings(q, o, in, next, error);
    atomic_store(&over, ++brought == 2);
    return bad;
}

/* Who is busy asks once; what came along with the answer to a worker that ends is given back, and no answer that is asked for again
 * brings another. */
TEST_WITH(the_next_job_comes_with_the_answer, set_up, tear_down)
{
    AUTO(worker_end) struct elsewhere a;
    char path[64], text[400];
    struct order o;
    worker_make(&a, "attic", true);
    leases = a.plan.queue->lease;
    brings = a.plan.queue->hand_in;
    a.plan.queue->lease = asks;
    a.plan.queue->hand_in = brings_two;
    submit("one", "cauto", "./inside/bot");
    submit("two", "random", "./inside/bot");
    submit("three", "embustero", "./inside/bot");
    worker_run(&a.plan);
    atomic_store(&over, false);
    assert_int_equal(leases_asked, 1);
    assert_int_equal(jobs(JOB_DONE), 2);
    assert_int_equal(jobs(JOB_QUEUED), 1);
    snprintf(path, sizeof path, "/api/work/%" PRId64 "/done", first_job);
    assert_int_equal(post(path, a.line, "hand=one&attempt=1&next=1", text), 200);
    assert_string_equal(text, "{}\n");
    assert_int_equal(jobs(JOB_QUEUED), 1);
    FINE(leases(a.plan.queue, &(struct wish){ .worker = "one" }, 0, NULL, &o, &e));
    assert_int_equal(o.attempt, 2);
}

/* --- what is kept ---------------------------------------------------------------------------------------------------- */

static size_t fetched;
static int from_afar(struct queue *q, const struct order *o, const uint8_t hash[STORE_HASH], struct store_bytes *out,
                     struct store_error *error)
{
    (void)q, (void)o, (void)error, (void)hash;
    *out = (struct store_bytes){ (uint8_t *)strdup("an archive"), 10 };
    fetched++;
    return STORE_OK;
}

static void takes(const char *kept, size_t want)
{
    struct store_bytes b;
    uint8_t hash[STORE_HASH];
    hash_bytes(hash, "an archive", 10);
    FINE(kept_fetch(kept, NULL, NULL, hash, from_afar, &b, &e));
    assert_int_equal(b.size, 10);
    assert_memory_equal(b.data, "an archive", 10);
    store_free(&b);
    assert_int_equal(fetched, want);
}

static void file_of(const char *path, off_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0 && !ftruncate(fd, size) && !close(fd));
}

/* A damaged one, one that had to go and one that is not kept travel again. */
TEST_WITH(an_archive_travels_once, set_up, tear_down)
{
    AUTO(worker_end) struct elsewhere a;
    char kept[SCRATCH_ROOM + 32], path[SCRATCH_ROOM + 160], old[SCRATCH_ROOM + 160], hex[2 * STORE_HASH + 1];
    uint8_t hash[STORE_HASH];
    hash_bytes(hash, "an archive", 10);
    snprintf(kept, sizeof kept, "%s/kept", h.folder);
    snprintf(path, sizeof path, "%s/%s", kept, hex_text(hex, hash, STORE_HASH));
    snprintf(old, sizeof old, "%s/old", kept);
    for (int lease = 0; lease < 100; lease++)
        takes(kept, 1);
    file_of(path, 9);
    takes(kept, 2);
    file_of(path, KEPT_MOST);
    takes(kept, 3);
    assert_int_equal(unlink(path), 0);
    file_of(old, KEPT_MOST);
    takes(kept, 4);
    takes(kept, 4);
    assert_int_equal(unlink(old), -1);
    assert_int_equal(unlink(path) | rmdir(kept), 0);
    file_of(kept, 0);
    takes(kept, 5);
    takes(kept, 6);
    assert_int_equal(unlink(kept), 0);
    worker_make(&a, "attic", true);
    worker_end(&a);
    a.site.kept = kept;
    a.plan.queue = queue_remote(&a.site);
    played_by(&a);
    assert_int_equal(rmdir(kept), -1);
    assert_int_equal(errno, ENOTEMPTY);
}

/* --- pieces --------------------------------------------------------------------------------------------------------- */

static int64_t field(const char *text, const char *name)
{
    char key[40];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(text, key);
    return at ? atoll(at + strlen(key)) : -1;
}

static void leased(const struct elsewhere *x, int64_t *job, int64_t *attempt)
{
    char text[400];
    assert_int_equal(post("/api/work/lease", x->line, "hand=one", text), 200);
    *job = field(text, "job");
    *attempt = field(text, "attempt");
    assert_true(*job > 0 && *attempt > 0);
}

static int send_piece(const struct elsewhere *x, int64_t job, int64_t attempt, const char *name, uint64_t at,
                      const void *bytes, size_t size, char *text)
{
    char path[256], lines[256];
    snprintf(path, sizeof path, "/api/work/%lld/files/%s?hand=one&attempt=%lld&at=%llu", (long long)job, name,
             (long long)attempt, (unsigned long long)at);
    snprintf(lines, sizeof lines, "%sContent-Type: application/octet-stream\r\n", x->line);
    return ask("POST", path, lines, bytes, size, text);
}

TEST_WITH(a_file_goes_on_where_it_stopped, set_up, tear_down)
{
    static char mega[1 << 20];
    AUTO(worker_end) struct elsewhere a, b;
    char text[400], path[256];
    int64_t job, attempt;
    worker_make(&a, "attic", true);
    worker_make(&b, "barn", true);
    submit("honest", "cauto", "./inside/bot");
    leased(&a, &job, &attempt);
    snprintf(path, sizeof path, "/api/work/%lld/files/leg0.replay?hand=one&attempt=%lld", (long long)job,
             (long long)attempt);
    assert_int_equal(send_piece(&a, job, attempt, "leg0.replay", 0, "abc", 3, text), 200);
    assert_int_equal(field(text, "size"), 3);
    assert_int_equal(send_piece(&a, job, attempt, "leg0.replay", 0, "abc", 3, text), 416); /* it is here already */
    assert_int_equal(field(text, "size"), 3);
    assert_int_equal(ask("GET", path, a.line, NULL, 0, text), 200);
    assert_int_equal(field(text, "size"), 3);
    assert_int_equal(send_piece(&a, job, attempt, "leg0.replay", 3, "def", 3, text), 200);
    assert_int_equal(field(text, "size"), 6);
    assert_int_equal(send_piece(&a, job, attempt, "leg7.replay", 0, "x", 1, text), 404);
    assert_int_equal(send_piece(&a, job, attempt, "..%2fladder.db", 0, "x", 1, text), 404);
    assert_int_equal(send_piece(&a, job, attempt, "again0-0.jsonl", 0, "x", 1, text), 404); /* no such job */
    assert_int_equal(send_piece(&a, job, attempt, "leg0-seat0.log", 0, mega, sizeof mega, text), 413);
    assert_int_equal(send_piece(&b, job, attempt, "leg0.replay", 6, "x", 1, text), 409); /* another's lease */
    assert_int_equal(send_piece(&a, job, attempt + 1, "leg0.replay", 6, "x", 1, text), 409);
    h.site.worker_quota = 1 << 20;
    assert_int_equal(send_piece(&a, job, attempt, "leg0.replay", 6, mega, sizeof mega, text), 413);
    assert_non_null(strstr(text, "--worker-quota"));
    h.site.worker_quota = 0;
    store_shift(store, 120000);
    assert_int_equal(send_piece(&a, job, attempt, "leg0.replay", 6, "x", 1, text), 409); /* it ran out */
}

/* A record that is none is not filed, and the attempt has failed. */
TEST_WITH(what_is_handed_in_is_audited, set_up, tear_down)
{
    AUTO(worker_end) struct elsewhere a;
    struct job job_row[2];
    struct job_filter f = { .state = JOB_QUEUED, .kind = -1 };
    char path[128], fields[128], text[400];
    int64_t job, attempt;
    size_t n;
    worker_make(&a, "attic", true);
    submit("honest", "cauto", "./inside/bot");
    leased(&a, &job, &attempt);
    assert_int_equal(send_piece(&a, job, attempt, "leg0.replay", 0, "no record", 9, text), 200);
    snprintf(path, sizeof path, "/api/work/%lld/done", (long long)job);
    snprintf(fields, sizeof fields, "hand=one&attempt=%lld", (long long)attempt);
    assert_int_equal(post(path, a.line, fields, text), 400);
    assert_non_null(strstr(text, "a replay that is not valid"));
    FINE(store_jobs(store, &f, job_row, 2, &n, &e));
    assert_int_equal(n, 1);
    assert_non_null(strstr(job_row[0].reason, "a replay that is not valid"));
    assert_int_equal(post(path, a.line, fields, text), 409);
}

/* Only what the order names. */
TEST_WITH(no_other_bytes_of_the_store, set_up, tear_down)
{
    AUTO(worker_end) struct elsewhere a;
    char path[256], hex[65];
    uint8_t secret[STORE_HASH];
    int64_t job, attempt;
    worker_make(&a, "attic", true);
    FINE(store_put(store, "secret", 6, secret, &e));
    submit("honest", "cauto", "./inside/bot");
    leased(&a, &job, &attempt);
    for (int i = 0; i < STORE_HASH; i++)
        snprintf(hex + 2 * i, 3, "%02x", secret[i]);
    snprintf(path, sizeof path, "/api/work/%lld/blobs/%s?hand=one&attempt=%lld", (long long)job, hex,
             (long long)attempt);
    assert_int_equal(ask("GET", path, a.line, NULL, 0, NULL), 404);
}

/* --- what another host finds out --------------------------------------------------------------------------------------- */

static void every_pair_is_rechecked(void) { FINE(store_set(store, "recheck.share", "100", &e)); }

static size_t rechecks(enum recheck_state state, struct recheck *out, size_t max)
{
    struct recheck_filter f = { .state = (int)state };
    size_t n;
    FINE(store_rechecks(store, &f, out, max, &n, &e));
    return n;
}

/* A version is asked again inside the walls of a build, whose limit of memory a sanitizer's shadow goes beyond. */
static void versions_can_be_asked(void)
{
#if defined(__SANITIZE_ADDRESS__)
    skipped("versions asked again", "a sanitizer's address space does not fit into the limits of a build");
    skip();
#endif
}

/* An honest pair: both versions answer as they are recorded, the one that draws lots as far as chance goes. */
TEST_WITH(an_honest_pair_agrees, set_up, tear_down)
{
    AUTO(worker_end) struct elsewhere a, b;
    struct recheck r[4];
    int64_t asked[2] = { 0 };
    versions_can_be_asked();
    worker_make(&a, "attic", true);
    worker_make(&b, "barn", false);
    every_pair_is_rechecked();
    played_by(&a);
    assert_int_equal(jobs(JOB_QUEUED), 4); /* each version, about each leg */
    work(&a, WORK_NONE);                   /* not by who filed it */
    for (unsigned i = 0; i < 4; i++)
        work(&b, WORK_DONE);
    work(&b, WORK_NONE);
    if (rechecks(RECHECK_AGREES, r, 4) != 4)
        fail_msg("%s", rechecks(RECHECK_UNASKED, r, 4) ? r[0].reason : "in doubt");
    for (unsigned i = 0; i < 4; i++)
        asked[r[i].version == r[0].version] += r[i].asked;
    assert_true(asked[0] > 5 && asked[1] > 5);
    assert_string_equal(r[0].host, "attic");
    assert_string_equal(r[0].by_worker, "barn/one");
}

enum { FIRST_HANDS = 12 }; /* so many are not over in the first game */

static void three_games_a_leg(struct db *db, void *arg)
{
    (void)arg;
    db_do(db, "update ladder set games = 3", NONE);
}

static void some_hands_alone(struct db *db, void *arg)
{
    (void)arg;
    db_do(db, "update job set again_to = $1 where again is not null and again_leg = 0", ARGS(INT(FIRST_HANDS)));
    db_do(db, "update job set again_after = $1 where again is not null and again_leg = 1", ARGS(INT(FIRST_HANDS)));
}

/* How many decisions both bots made in a leg's first hands, or behind them. */
static int64_t decided_in(const struct leg *leg, bool behind)
{
    static struct teller teller;
    struct store_bytes record;
    struct decisions d;
    int64_t n = 0;
    FINE(store_get(store, leg->replay, &record, &e));
    tell_start(&teller, record.data, record.size);
    decisions_listen(&d, &teller);
    for (int64_t hand = 0; decisions_next(&d, &teller); hand++)
        n += (hand > FIRST_HANDS) == behind ? (int64_t)d.count : 0;
    decisions_end(&d);
    tell_end(&teller);
    store_free(&record);
    return n;
}

/* Of one leg the first hands are asked about, of the other one those behind them, whatever games they are of. */
TEST_WITH(some_hands_of_a_leg_are_asked_about, set_up, tear_down)
{
    AUTO(worker_end) struct elsewhere a, b;
    struct recheck r[4];
    struct leg leg[2];
    int64_t asked = 0;
    FINE(store_write(store, three_games_a_leg, NULL, &e));
    versions_can_be_asked();
    worker_make(&a, "attic", true);
    worker_make(&b, "barn", false);
    every_pair_is_rechecked();
    played_by(&a);
    FINE(store_write(store, some_hands_alone, NULL, &e));
    for (unsigned i = 0; i < 4; i++)
        work(&b, WORK_DONE);
    assert_int_equal(rechecks(RECHECK_AGREES, r, 4), 4);
    assert_true(world_all_legs(store, leg, 2) > 0);
    for (unsigned i = 0; i < 4; i++)
        asked += r[i].asked;
    assert_int_equal(asked, decided_in(&leg[leg[0].leg != 0], false) + decided_in(&leg[leg[0].leg == 0], true));
}

/* `fiel` that plays another program in the first bot's place, and itself signs what came of it. */
static void make_swaps(void)
{
    snprintf(swaps, sizeof swaps, "%s/swaps", h.folder);
    FILE *f = fopen(swaps, "w");
    assert_non_null(f);
    fprintf(f,
            "#!/bin/sh\nfirst=y\nfor a in \"$@\"; do shift; case $first$a in *inside/bot*) [ $first = y ] && "
            "a='%s/bots/random' "
            "first=n;; esac; set -- \"$@\" \"$a\"; done\nexec '%s' \"$@\"\n",
            build_dir(), fiel);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(swaps, 0755), 0);
}

/* Another program in a bot's place: the record is valid, and the other host finds out; the pair counts for nothing until the host
 * decides, and is played again when the host says so. */
TEST_WITH(another_program_in_its_place_is_found, set_up, tear_down)
{
    enum { PAIRS_MOST = 8 }; /* one of few decisions may be no doubt by itself */
    AUTO(worker_end) struct elsewhere a, b;
    struct recheck r[4];
    struct unit unit[PAIRS_MOST];
    struct pair p, again;
    size_t n, pairs;
    versions_can_be_asked();
    worker_make(&a, "attic", true);
    worker_make(&b, "barn", false);
    every_pair_is_rechecked();
    submit("honest", "cauto", "./inside/bot");
    submit("other", "maestro", "./inside/bot");
    work(&a, WORK_DONE);
    work(&a, WORK_DONE);
    make_swaps();
    a.plan.fiel = swaps;
    for (pairs = 1; pairs <= PAIRS_MOST; pairs++) {
        FINE(schedule_step(store, &e));
        work(&a, WORK_DONE);
        p = newest_pair();
        assert_int_equal(p.state, PAIR_DONE);
        FINE(store_units(store, w.ladder, 0, unit, PAIRS_MOST, &n, &e));
        assert_int_equal(n, pairs);      /* without a recheck it counts: the record is valid */
        for (unsigned i = 0; i < 4; i++) /* each version, about each leg */
            work(&b, WORK_DONE);
        if (rechecks(RECHECK_DIFFERS, r, 4) > 0)
            break;
    }
    if (pairs > PAIRS_MOST)
        fail_msg("nothing is in doubt: %s", rechecks(RECHECK_UNASKED, r, 4) ? r[0].reason : "all agree");
    print_message("%s\n", r[0].reason);
    assert_non_null(strstr(r[0].reason, "decides otherwise in"));
    FINE(store_units(store, w.ladder, 0, unit, PAIRS_MOST, &n, &e));
    assert_int_equal(n, pairs - 1);
    FINE(store_recheck_decide(store, r[0].id, RECHECK_VOID, "hilda", &e));
    FINE(store_pair(store, p.id, &p, &e));
    again = newest_pair();
    assert_int_equal(p.state, PAIR_VOID);
    assert_int_equal(again.replaces, p.id);
    assert_true(again.rated && again.state == PAIR_OPEN);
    assert_int_equal(store_recheck_decide(store, r[0].id, RECHECK_STANDS, "hilda", &e), STORE_STALE);
}

int main(void)
{
    snprintf(fiel, sizeof fiel, "%s/bin/fiel", build_dir());
    return tests_run();
}
