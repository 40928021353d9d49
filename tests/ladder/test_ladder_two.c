/* Two hosts, each a network namespace of its own, with a worker each, and one site over PostgreSQL between them: both play, nothing is
 * played twice; and workers are killed at any moment, FIEL_KILLS times, with nothing lost and nothing doubled. */

#include <sched.h>
#include <sys/file.h>

#include "support/test.h"
#include "ladder_hosted.h"
#include "ladder_verified.h"
#include "ladder_plan.h"
#include "ladder_pg.h"
#include "worker/worker_job.h"
#include "support/skipped.h"

enum { HOSTS = 2, PAIRS_MOST = 60, HANG_MS = 120000 };

static struct pg_server pg;
static struct store *store;
static struct store_error e;
static struct world w;
static char folder[SCRATCH_ROOM];
static pid_t host[HOSTS], worker[HOSTS]; /* who holds a namespace; who works there */
static PGconn *sql;
static struct site site;
static int port; /* the site's */

/* --- hosts ----------------------------------------------------------------------------------------------------- */

static void ip(const char *words)
{
    char command[256];
    snprintf(command, sizeof command, "ip %s", words);
    if (system(command)) {
        fprintf(stderr, "%s: failed\n", command);
        abort();
    }
}

/* A namespace that lasts as long as a process which sleeps in it; a wire from it to ours. */
static void host_make(int k)
{
    int ready[2];
    char c, words[160];
    if (pipe(ready))
        abort();
    host[k] = fork();
    if (host[k] == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (unshare(CLONE_NEWNET) || system("ip link set lo up") || write(ready[1], "r", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    close(ready[1]);
    if (read(ready[0], &c, 1) != 1)
        abort();
    close(ready[0]);
    snprintf(words, sizeof words, "link add host%d type veth peer name wire netns %d", k, (int)host[k]);
    ip(words);
    snprintf(words, sizeof words, "addr add 10.77.%d.1/24 dev host%d", k, k);
    ip(words);
    snprintf(words, sizeof words, "link set host%d up", k);
    ip(words);
}

static void host_enter(int k)
{
    char path[64], words[64];
    snprintf(path, sizeof path, "/proc/%d/ns/net", (int)host[k]);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || setns(fd, CLONE_NEWNET))
        _exit(126);
    snprintf(words, sizeof words, "ip addr replace 10.77.%d.2/24 dev wire && ip link set wire up", k);
    if (system(words))
        _exit(126);
}

/* --- workers ---------------------------------------------------------------------------------------------------- */

/* SIGTERM waits from the first moment on: who is ended before it has begun ends like the others. */
static void worker_start(int k)
{
    char path[512], where[128], log[64], key[64];
    sigset_t end, before;
    sigemptyset(&end);
    sigaddset(&end, SIGTERM);
    snprintf(path, sizeof path, "%s/bin/fiel-ladder", build_dir());
    snprintf(where, sizeof where, "http://10.77.%d.1:%d", k, port);
    snprintf(key, sizeof key, "%s/worker%d.key", folder, k);
    snprintf(log, sizeof log, "%s/worker%d.log", folder, k);
    sigprocmask(SIG_BLOCK, &end, &before);
    worker[k] = fork();
    if (worker[k]) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        return;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    host_enter(k);
    if (!freopen(log, "a", stderr))
        _exit(126);
    execl(path, "fiel-ladder", "worker", "--server", where, "--private-net", "--worker-key", key, "--jail", "none",
          "--work", folder, (char *)NULL);
    _exit(127);
}

/* What a killed worker held runs out after a minute; nobody waits for that here. */
static void lease_runs_out(pid_t pid)
{
    char text[160];
    snprintf(text, sizeof text, "update job set until_ms = 1 where state = 'leased' and worker like '%%-%d-1'",
             (int)pid);
    PGresult *r = PQexec(sql, text);
    if (PQresultStatus(r) != PGRES_COMMAND_OK)
        fail_msg("%s", PQerrorMessage(sql));
    PQclear(r);
}

static void worker_kill(int k)
{
    pid_t pid = worker[k];
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    lease_runs_out(pid);
}

/* Its end: what it holds it gives back itself.  It had a room in which readers are forked, who have nothing of its key (child/reader.h). */
static void worker_end(int k)
{
    char words[256];
    int status;
    snprintf(words, sizeof words, /* the kernel's list may lack somebody while another ends */
             "n=0; until xargs -n1 < /proc/%d/task/%d/children | xargs -I_ cat /proc/_/comm | grep -qx fiel-reader; do "
             "n=$((n + 1)); [ $n -lt 50 ] || exit 1; done",
             (int)worker[k], (int)worker[k]);
    assert_int_equal(system(words), 0);
    kill(worker[k], SIGTERM);
    waitpid(worker[k], &status, 0);
    assert_int_equal(status, 0);
}

/* --- what came of it ---------------------------------------------------------------------------------------------- */

/* Until a result came, or for so many milliseconds. */
static void wait_for_result(unsigned ms)
{
    static uint64_t ticket;
    store_wait(store, TOPIC_RESULTS, &ticket, ms);
}

/* Who has filed legs, of two; by the process in the worker's name. */
static int both_filed(const pid_t pid[HOSTS])
{
    struct leg_filter f = { 0 };
    static struct leg leg[2 * PAIRS_MOST];
    size_t n;
    bool seen[HOSTS] = { false };
    char end[32];
    FINE(store_legs(store, &f, leg, 2 * PAIRS_MOST, &n, &e));
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < HOSTS; k++) {
            snprintf(end, sizeof end, "-%d-1", (int)pid[k]);
            seen[k] |= strstr(leg[i].worker, end) != NULL;
        }
    return seen[0] + seen[1];
}

/* Every pair once, by its two legs; nothing waits, nothing is parked; the table follows from the replays. */
static void assert_whole(uint64_t pairs)
{
    struct store_counts n = world_counts(store);
    assert_int_equal(n.pairs[PAIR_DONE], pairs);
    assert_int_equal(n.pairs[PAIR_OPEN] + n.pairs[PAIR_VOID], 0);
    assert_int_equal(n.legs, 2 * pairs);
    assert_int_equal(n.jobs[JOB_QUEUED] + n.jobs[JOB_LEASED] + n.jobs[JOB_PARKED] + n.jobs[JOB_CANCELLED], 0);
    world_whole(store);
    world_verifies(&w, pairs, 2 * pairs);
}

static uint64_t planned;

static void more_pairs(size_t n)
{
    world_plan(&w, n);
    planned += n;
}

static void wait_for_all(void)
{
    for (int ms = 0; world_counts(store).pairs[PAIR_OPEN]; ms += 500) {
        if (ms > HANG_MS)
            fail_msg("%d pairs are open still", (int)world_counts(store).pairs[PAIR_OPEN]);
        wait_for_result(500);
    }
}

TEST(two_hosts_share_the_work)
{
    for (int k = 0; k < HOSTS; k++)
        worker_start(k);
    for (int i = 0; i < PAIRS_MOST / 4 && both_filed(worker) < HOSTS; i++) {
        more_pairs(2);
        wait_for_all();
    }
    assert_int_equal(both_filed(worker), HOSTS);
    assert_whole(planned);
}

/* Jobs' folders: those of killed workers are swept by the next; what a match that outlived its worker still writes, by the
 * one after. */
static unsigned folders_left(void)
{
    glob_t found;
    char jobs[64];
    snprintf(jobs, sizeof jobs, "%s/job-*", folder);
    unsigned n = glob(jobs, 0, NULL, &found) ? 0 : (unsigned)found.gl_pathc;
    if (n)
        globfree(&found);
    return n;
}

/* Waits until no process holds the folder of a job: one that was killed ends when the kernel comes to it. */
static void folders_given_up(void)
{
    glob_t found;
    char jobs[64];
    snprintf(jobs, sizeof jobs, "%s/job-*", folder);
    if (glob(jobs, 0, NULL, &found))
        return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        int fd = open(found.gl_pathv[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fd >= 0) {
            assert_int_equal(flock(fd, LOCK_EX), 0);
            close(fd);
        }
    }
    globfree(&found);
}

/* At a moment by chance, which the seed tells: amid a lease, a match, an audit, a filing. */
TEST(killed_workers_lose_and_double_nothing)
{
    const char *text = getenv("FIEL_KILLS");
    unsigned kills = text ? (unsigned)atoi(text) : 5, seed = 1;
    struct timespec t = { 0 };
    for (unsigned i = 0; i < kills; i++) {
        if (world_counts(store).pairs[PAIR_OPEN] < 2)
            more_pairs(2);
        t.tv_nsec = (long)(rand_r(&seed) % 700) * 1000000L;
        nanosleep(&t, NULL);
        worker_kill((int)(i % HOSTS));
        worker_start((int)(i % HOSTS));
    }
    wait_for_all();
    for (int k = 0; k < HOSTS; k++)
        worker_end(k);
    assert_whole(planned);
    struct worker_plan plan = { .folder = folder };
    folders_given_up();
    worker_sweep(&plan);
    assert_int_equal(folders_left(), 0);
    printf("%u kills, %llu pairs, %llu legs: each once, and the table holds\n", kills, (unsigned long long)planned,
           (unsigned long long)world_counts(store).legs);
}

/* --- the house ---------------------------------------------------------------------------------------------------- */

/* The site's API on every address, and a key for each host's worker. */
static void serve(void)
{
    char why[256], path[64], token[TOKEN_TEXT];
    site = (struct site){ .store = store, .quotas = quota_open(), .unheld = true };
    struct http_plan plan = site_counted(&site, "0.0.0.0:0");
    site.http = http_start(&plan, why);
    if (!site.http)
        fail_msg("%s", why);
    port = atoi(strrchr(http_bound(site.http), ':') + 1);
    for (int k = 0; k < HOSTS; k++) {
        struct worker_key key = { 0 };
        uint8_t hash[STORE_HASH];
        snprintf(key.name, sizeof key.name, "host%d", k);
        snprintf(key.host, sizeof key.host, "host%d", k);
        worker_key_token(token, hash);
        FINE(store_worker_key_add(store, &key, hash, "hilda", &e));
        snprintf(path, sizeof path, "%s/worker%d.key", folder, k);
        unlink(path);
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        assert_int_equal(dprintf(fd, "%s\n", token), TOKEN_TEXT);
        close(fd);
    }
}

BEFORE_ALL(set_up)
{
    char where[256];
    struct ladder l = {
        .code = "argentino", .name = "Argentino", .rules = "argentino,target=3", .seats = 2, .games = 3, .legs = 2
    };
    struct event v = { .kind = EVENT_LADDER, .name = "always", .cfg = "{}", .state = EVENT_RUNNING, .rated = true };
    pg_database(&pg, where);
    FINE(store_open(&store, where, STORE_CREATE, &e));
    serve();
    FINE(store_set(store, "recheck.share", "0", &e));
    FINE(store_set(store, "job.attempts", "1000", &e)); /* a pair that is killed thrice is no poison here */
    sql = PQconnectdb(where);
    w = (struct world){ .store = store };
    w.host = world_person(store, "hilda", ROLE_HOST);
    w.author = world_person(store, "ana", ROLE_AUTHOR);
    FINE(store_ladder_add(store, &l, &w.ladder, &e));
    v.ladder = w.ladder;
    FINE(store_event_add(store, &v, "hilda", &w.event, &e));
    w.event = v.id ? v.id : w.event;
    int64_t a = hosted_version(&w, 0, "honest", "cauto", "./bot"), b = hosted_version(&w, 0, "wild", "random", "./bot");
    world_admit(&w);
    world_admit(&w);
    for (int i = 0; i < WORLD_BOTS; i++)
        w.version[i] = i % 2 ? b : a;
    return 0;
}

AFTER_ALL(tear_down)
{
    PQfinish(sql);
    http_stop(site.http);
    quota_close(site.quotas);
    store_close(&store);
    return 0;
}

/* Namespaces for the hosts and for the server, so that two of these tests do not meet. */
static bool can_run(void)
{
    if (system("ip -V > /dev/null 2>&1")) {
        skipped("two hosts of workers", "there is no ip (iproute2) on this machine");
        return false;
    }
    if (unshare(CLONE_NEWNET)) {
        skipped("two hosts of workers", "no network namespace can be made here: %s", strerror(errno));
        return false;
    }
    if (system("ip link set lo up && ip link add probe type veth peer name eborp 2>/dev/null && ip link del probe")) {
        skipped("two hosts of workers", "this kernel has no veth");
        return false;
    }
    return true;
}

int main(void)
{
    if (!can_run() || !pg_open(&pg))
        return 0;
    scratch_make(folder);
    assert_int_equal(chmod(folder, 0755), 0);
    for (int k = 0; k < HOSTS; k++)
        host_make(k);
    int failed = tests_run();
    for (int k = 0; k < HOSTS; k++)
        kill(host[k], SIGKILL);
    pg_close(&pg);
    scratch_remove(folder);
    return failed;
}
