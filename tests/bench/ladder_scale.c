/* A large ladder: how long its table takes, how large its store is, and what its pages cost.
 *
 *   ladder_scale WHERE [BOTS] [PAIRS] [SECONDS]     WHERE: sqlite:PATH, empty or filled by this before; or pg for a server of its
 * own
 *
 * Pages are asked for over sockets, of a process that serves them as fiel-ladder serve does. */
#include <pthread.h>
#include <sys/wait.h>

#include "ladder/ladder_plan.h"
#include "ladder/ladder_pg.h"
#include "ladder_fill.h"
#include "site/http/cache.h"
#include "ladder_load.h"
#include "schedule/schedule.h"
#include "rating/table.h"

enum { BROWSERS = 50 };

static struct filling filling = { .bots = 1000, .pairs = 200000 };

static void *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    void *bytes = malloc(1 << 20);
    if (!f || !bytes || !(*size = fread(bytes, 1, 1 << 20, f)))
        load_fail(path, "cannot be read: run from the sources' folder");
    fclose(f);
    return bytes;
}

static double size_of(struct store *s)
{
    struct store_error e;
    struct db *db = pool_take(s, &e);
    int64_t bytes = db_number(db, 0,
                              s->dialect == DB_PG
                                  ? "select pg_database_size(current_database())"
                                  : "select page_count * page_size from pragma_page_count(), pragma_page_size()",
                              NONE);
    pool_give(s, db);
    return (double)bytes;
}

static void fill(struct store *s)
{
    size_t size;
    OWNED void *replay = read_file("tests/vectors/example.replay", &size);
    double begin = seconds_now();
    fill_store(s, &filling, replay, size);
    row("the store filled by statements of this bench", seconds_now() - begin, "s");
    row("its size without replays", size_of(s) / (double)filling.pairs, "bytes a pair");
}

static void rate(struct store *s)
{
    struct store_error e;
    struct ladder l;
    AUTO(table_free) struct table t;
    double begin = seconds_now(), cpu = own_seconds();
    FINE(store_ladder(s, filling.ladder, &l, &e));
    FINE(table_read(&t, s, l.id, NULL, 0, &e));
    row("read and rated: Bradley-Terry, errors by pair", seconds_now() - begin, "s");
    row("  of that a processor's time, however busy the machine is", own_seconds() - cpu, "s");
    begin = seconds_now();
    FINE(table_keep(&t, s, l.id, l.serial, &e));
    row("the table kept", seconds_now() - begin, "s");
    if (t.versions != (size_t)filling.bots || t.results != (size_t)filling.pairs)
        load_fail("table", "it is not made of all results");
}

static void plan(struct store *s)
{
    struct store_error e;
    FINE(store_event_move(s, filling.event, EVENT_PAUSED, EVENT_RUNNING, "bench", &e));
    double begin = seconds_now();
    FINE(schedule_step(s, &e));
    row("eight pairs among all of them chosen and planned", seconds_now() - begin, "s");
    FINE(store_event_move(s, filling.event, EVENT_RUNNING, EVENT_PAUSED, "bench", &e));
}

/* --- pages -------------------------------------------------------------------------------------------- */

static void serve(const char *where, int ready, int stop)
{
    struct site site = { .title = "Scale" };
    struct store_error e;
    char why[256], byte;
    FINE(store_open(&site.store, where, STORE_READ, &e));
    struct http_plan plan = site_plan(&site, 4);
    site.cache = cache_make();
    site.assets = assets_load("ladder/web", "ladder/web/site.css", why);
    site.http = site.assets ? http_start(&plan, why) : NULL;
    if (!site.http)
        load_fail("serve", why);
    int port = atoi(strrchr(http_bound(site.http), ':') + 1);
    if (write(ready, &port, sizeof port) != sizeof port || read(stop, &byte, 1) != 0)
        exit(3);
    http_stop(site.http);
    assets_free(site.assets);
    cache_free(site.cache);
    store_close(&site.store);
    exit(0);
}

/* Seconds of processor time that the serving process has used: what a page costs, no matter who else is on this machine. */
static double cpu_of(pid_t pid)
{
    clockid_t clock;
    struct timespec t = { 0 };
    if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &t))
        return 0;
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void pages(pid_t pid, int port, double seconds)
{
    char middle[64], before[96], pair[64];
    snprintf(middle, sizeof middle, "/bots/ana/bot%lld", (long long)filling.bots / 2);
    snprintf(before, sizeof before, "/matches?bot=ana/bot%lld&before=%lld", (long long)filling.bots / 2,
             (long long)filling.pairs);
    snprintf(pair, sizeof pair, "/api/matches?pair=%lld", (long long)filling.pairs / 2);
    const char *const path[] = {
        "/static/site.css",
        "/",
        "/ladders/argentino-1v1",
        "/bots",
        middle,
        "/matches",
        "/matches?ladder=argentino-1v1",
        "/matches?faulty=1",
        "/matches?ladder=argentino-1v1&faulty=1&before=1000",
        before,
        "/matches?bot=ana/bot7&faulty=1",
        "/matches/1",
        "/events",
        "/events/1",
        "/events/1?before=5000",
        "/api/ladders/argentino-1v1/standings",
        "/api/matches",
        pair,
        "/api/matches?version=7&faulty=1",
        "/live",
    };
    double file = 0;
    printf("  %-52s %8s %8s %8s %8s %9s %8s\n", "one browser (processor, median), then fifty", "cpu ms", "ms", "per s",
           "p99 ms", "of a file", "bytes");
    for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
        double before_cpu = cpu_of(pid);
        struct load one = load_run(port, path[i], 1, seconds / 4);
        double cpu = (cpu_of(pid) - before_cpu) / (double)one.answers;
        struct load many = load_run(port, path[i], BROWSERS, seconds);
        file = i ? file : many.per_second;
        printf("  %-52s %8.2f %8.2f %8.0f %8.1f %9.3f %8zu\n", path[i], cpu * 1000, one.median_ms, many.per_second,
               many.p99_ms, many.per_second / file, many.bytes);
        fflush(stdout);
    }
}

static void browse(const char *where, double seconds)
{
    int ready[2], stop[2], port, status;
    if (pipe(ready) || pipe(stop))
        load_fail("pipe", "none left");
    pid_t pid = fork();
    if (!pid) {
        close(stop[1]);
        serve(where, ready[1], stop[0]);
    }
    close(ready[1]);
    close(stop[0]);
    if (read(ready[0], &port, sizeof port) != sizeof port)
        load_fail("serve", "it did not start");
    pages(pid, port, seconds);
    close(stop[1]);
    waitpid(pid, &status, 0);
}

int main(int argc, char **argv)
{
    struct pg_server server;
    struct store_error e;
    struct store *s;
    char own[256];
    if (argc > 2)
        filling.bots = strtoll(argv[2], NULL, 10);
    if (argc > 3)
        filling.pairs = strtoll(argv[3], NULL, 10);
    double seconds = argc > 4 ? strtod(argv[4], NULL) : 1;
    if (argc < 2 || filling.bots < 10 || filling.pairs < 1000)
        return fprintf(stderr, "usage: ladder_scale WHERE [BOTS] [PAIRS] [SECONDS]\n"), 2;
    const char *where = argv[1];
    bool pg = !strcmp(where, "pg");
    if (pg) {
        if (!pg_open(&server))
            return 0;
        pg_database(&server, own);
        where = own;
    }
    FINE(store_open(&s, where, STORE_CREATE, &e));
    struct store_counts counts;
    FINE(store_counts(s, &counts, &e));
    if (!counts.bots) {
        fill(s);
        rate(s);
        plan(s);
    }
    store_close(&s);
    browse(where, seconds);
    if (pg)
        pg_close(&server);
    return 0;
}
