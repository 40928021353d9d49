/* ladder_workers: a hundred workers by the API against one site.
 *
 *   ladder_workers FOLDER [WORKERS] [SECONDS] [pg]     FOLDER: an empty one; FIEL_BUILD says where fiel-ladder is; pg: PostgreSQL
 *
 * The site is `fiel-ladder serve` as anybody starts it, with a store of its own, and the workers ask it with the code of
 * `fiel-ladder worker`.  They do not play: what they hand in was made before, so that both processors are the site's and this
 * load's.  Everything that is handed in is audited and filed. */
#include <pthread.h>
#include <stdatomic.h>

#include "audit/audit.h"
#include "ladder/ladder_pg.h"
#include "ladder/ladder_served.h"
#include "ladder_load.h"
#include "ladder_records.h"
#include "site/session/site.h"
#include "worker/queue.h"

enum {
    BOTS = 4,
    PLACES = BOTS * (BOTS - 1),
    EACH = 60,
    WORKERS_MOST = 400,
    LEASES = 1 << 17,
    CALLS = 1 << 14,
    SPAN = 1 << 20
};
#define RULES "argentino,target=15"

static struct store_error e;
static struct pair_records made[PLACES][EACH];
static atomic_uint taken[PLACES];
static uint8_t artifact[BOTS][STORE_HASH];
static pthread_mutex_t forging = PTHREAD_MUTEX_INITIALIZER;
static const char *folder;
static char server[64], where[400];

/* --- the house --------------------------------------------------------------------------------------------- */

struct hand {
    char token[TOKEN_TEXT], name[16], machine[24], folder[300];
    pthread_t thread;
    atomic_bool *over;
    size_t filed, late;
    double *took;
    size_t calls;
};
static struct hand hand[WORKERS_MOST];

static void make_house(unsigned workers)
{
    static const struct ladder l = {
        .code = "argentino", .name = "Argentino", .rules = RULES, .seats = 2, .games = 1, .legs = 2
    };
    struct world w;
    AUTO(store_close) struct store *s;
    FINE(store_open(&s, where, STORE_CREATE, &e));
    world_found(&w, s, &l, "{}");
    for (int i = 0; i < BOTS; i++) {
        struct version v;
        char name[24];
        snprintf(name, sizeof name, "author%d", i);
        w.author = world_person(s, name, ROLE_AUTHOR);
        snprintf(name, sizeof name, "bot%d", i);
        int64_t id = world_version(&w, name, &w.bot[i]);
        world_admit(&w);
        FINE(store_version(s, id, &v, &e));
        memcpy(artifact[i], v.artifact, STORE_HASH);
    }
    for (unsigned i = 0; i < workers; i++) {
        struct worker_key k = { .unheld = true };
        uint8_t hash[STORE_HASH];
        snprintf(k.name, sizeof k.name, "worker%u", i);
        snprintf(k.host, sizeof k.host, "host%u", i);
        worker_key_token(hand[i].token, hash);
        FINE(store_worker_key_add(s, &k, hash, "hilda", &e));
    }
}

static unsigned place_of(unsigned first, unsigned second) { return first * (BOTS - 1) + second - (second > first); }

static void make_records(void)
{
    double began = seconds_now();
    for (unsigned a = 0; a < BOTS; a++)
        for (unsigned b = 0; b < BOTS; b++)
            for (unsigned n = 0; a != b && n < EACH; n++)
                pair_records_make(&made[place_of(a, b)][n], RULES, artifact[a], artifact[b], place_of(a, b) * SPAN + n,
                                  NULL);
    row("records made beforehand, a pair", 1000 * (seconds_now() - began) / (PLACES * EACH), "ms");
}

/* What an audit of a pair costs, without a site: pairs a second of one processor. */
static double audits(void)
{
    static struct audit_pair pair;
    double began = seconds_now();
    unsigned n = 0;
    for (; n < PLACES * 4; n++) {
        const struct pair_records *p = &made[n % PLACES][n / PLACES];
        for (unsigned leg = 0; leg < 2; leg++)
            if (audit_bytes(p->leg[leg], p->size[leg], NULL, &pair.leg[leg]))
                load_fail("audit", "no memory");
        audit_both(&pair);
        if (!pair.valid)
            load_fail("a record made here", *pair.wrong          ? pair.wrong
                                            : *pair.leg[0].wrong ? pair.leg[0].wrong
                                                                 : pair.leg[1].wrong);
    }
    return n / (seconds_now() - began);
}

/* --- a worker ------------------------------------------------------------------------------------------------- */

static unsigned bot_of(const struct order_seat *s)
{
    for (unsigned i = 0; i < BOTS; i++)
        if (!memcmp(s->artifact, artifact[i], STORE_HASH))
            return i;
    load_fail("an order", "it names a bot that there is not");
}

static void write_leg(const struct hand *h, unsigned leg, const struct pair_records *p)
{
    char path[400];
    snprintf(path, sizeof path, "%s/leg%u.replay", h->folder, leg);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(p->leg[leg], 1, p->size[leg], f) != p->size[leg] || fclose(f))
        load_fail(path, "cannot be written");
}

/* The next of those that were made for such a pair; when they are used up one more is made, which is counted. */
static void bring(struct hand *h, const struct order *o)
{
    unsigned a = bot_of(&o->seat[0]), b = bot_of(&o->seat[1]), place = place_of(a, b);
    unsigned n = atomic_fetch_add(&taken[place], 1);
    struct pair_records one = { 0 };
    if (n >= EACH) {
        pthread_mutex_lock(&forging);
        pair_records_make(&one, RULES, artifact[a], artifact[b], place * SPAN + n, NULL);
        pthread_mutex_unlock(&forging);
        h->late++;
    }
    for (unsigned leg = 0; leg < 2; leg++)
        write_leg(h, leg, n < EACH ? &made[place][n] : &one);
    pair_records_free(&one);
}

/* Leases and hands in: a key that gave back instead would get nothing more. */
static void *work(void *arg)
{
    struct hand *h = arg;
    struct store_error mine;
    struct queue_site at = { .server = server, .token = h->token, .hand = "one" };
    struct queue *q = queue_remote(&at);
    struct order *o = calloc(1, sizeof *o);
    struct wish wish = {
        .worker = h->name, .machine = h->machine, .lease_ms = 60000, .no_validate = true, .no_recheck = true
    };
    struct timespec rest = { .tv_nsec = 20 * 1000000L };
    if (!q || !o)
        load_fail(server, "no memory");
    while (!atomic_load(h->over)) {
        double began = seconds_now();
        int bad = q->lease(q, &wish, 0, NULL, o, &mine);
        if (bad == STORE_NOT_FOUND) {
            nanosleep(&rest, NULL);
            continue;
        }
        if (bad)
            load_fail("lease", mine.text);
        h->took[h->calls++ % CALLS] = seconds_now() - began;
        struct hand_in done = { .folder = h->folder, .why = "", .played_ms = 1000 };
        bring(h, o);
        if (q->hand_in(q, o, &done, NULL, &mine))
            load_fail("hand in", mine.text);
        h->filed++;
    }
    q->close(q);
    free(o);
    return NULL;
}

struct done {
    double per_second, median_ms, p99_ms;
    size_t filed, late;
    struct load page;
};

/* All of them for so many seconds, while one browser reads a page. */
static struct done work_all(unsigned workers, int port, double seconds)
{
    static double took[LEASES];
    struct done d = { 0 };
    size_t calls = 0;
    atomic_bool over = false;
    double began = seconds_now();
    for (unsigned i = 0; i < workers; i++) {
        struct hand *h = &hand[i];
        h->over = &over;
        h->calls = h->filed = h->late = 0;
        if (pthread_create(&h->thread, NULL, work, h))
            load_fail("worker", "no thread");
    }
    d.page = load_run(port, "/", 1, seconds);
    atomic_store(&over, true);
    for (unsigned i = 0; i < workers; i++) {
        pthread_join(hand[i].thread, NULL);
        d.filed += hand[i].filed;
        d.late += hand[i].late;
        for (size_t n = 0; n < hand[i].calls && n < CALLS && calls < LEASES; n++)
            took[calls++] = hand[i].took[n] * 1000;
    }
    d.per_second = (double)calls / (seconds_now() - began);
    qsort(took, calls, sizeof *took, by_value);
    d.median_ms = calls ? took[calls / 2] : 0;
    d.p99_ms = calls ? took[calls * 99 / 100] : 0;
    return d;
}

static void workers_bench(unsigned workers, const struct served *s, double seconds)
{
    double alone = audits();
    struct load idle = load_run(s->port, "/", 1, seconds / 2);
    row("the front page of the idle site, p99", idle.p99_ms, "ms");
    struct done filed = work_all(workers, s->port, seconds);
    row("pairs filed, a second", filed.per_second, "");
    row("  matches an hour, two a pair", filed.per_second * 7200, "");
    row("  of what one processor audits, with nothing else to do", filed.per_second / alone, "");
    row("  a lease, median", filed.median_ms, "ms");
    row("  a lease, p99", filed.p99_ms, "ms");
    row("  the front page meanwhile, p99", filed.page.p99_ms, "ms");
    row("  that page / the idle site's", filed.page.p99_ms / idle.p99_ms, "");
    row("  records that had to be made in between", (double)filed.late, "");
    row("  the site's memory at its highest", (double)status_of(s->pid, "VmHWM:", 10) / 1024, "MiB");
}

int main(int argc, char **argv)
{
    struct served s = { 0 };
    unsigned workers = argc > 2 ? (unsigned)atoi(argv[2]) : 100;
    double seconds = argc > 3 ? strtod(argv[3], NULL) : 10;
    bool pg = argc > 4 && !strcmp(argv[4], "pg");
    struct pg_server pg_server;
    if (argc < 2 || workers < 1 || workers > WORKERS_MOST || seconds <= 0)
        return fprintf(stderr, "usage: ladder_workers FOLDER [WORKERS] [SECONDS] [pg]\n"), 2;
    folder = argv[1];
    for (unsigned i = 0; i < workers; i++) {
        snprintf(hand[i].name, sizeof hand[i].name, "worker%u/one", i % WORKERS_MOST);
        snprintf(hand[i].machine, sizeof hand[i].machine, "machine%u", i);
        snprintf(hand[i].folder, sizeof hand[i].folder, "%.250s/hand%u", folder, i);
        hand[i].took = calloc(CALLS, sizeof *hand[i].took);
        if (!hand[i].took || mkdir(hand[i].folder, 0700))
            load_fail(hand[i].folder, "cannot be made");
    }
    if (!pg)
        snprintf(where, sizeof where, "sqlite:%.300s/ladder.db", folder);
    else if (pg_open(&pg_server))
        pg_database(&pg_server, where);
    else
        return 0;
    make_house(workers);
    make_records();
    served_start(&s, where, (const char *const[]){ "--recheck", "0", NULL });
    snprintf(server, sizeof server, "http://127.0.0.1:%d", s.port);
    workers_bench(workers, &s, seconds);
    served_end(&s, SIGTERM);
    if (pg)
        pg_close(&pg_server);
    return 0;
}
