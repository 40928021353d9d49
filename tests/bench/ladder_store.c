/* What the store does a second: jobs leased and filed, and what a page of a large ladder costs.
 *
 *   ladder_store WHERE [PAIRS] [BOTS]      a store that this makes; 2000 pairs of 100 bots when not told
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/store_legs.h"
#include "store/store_live.h"
#include "store/store_people.h"
#include "store/store_ratings.h"
#include "support/timed.h"

#define FINE(call) \
    do { \
        if ((call) != STORE_OK) { \
            fprintf(stderr, "%s: %s\n", #call, e.text); \
            exit(3); \
        } \
    } while (0)

enum { PLAN = 500, PAGE = 50 };
static struct store_error e;
static int64_t ladder, event, *version;
static size_t bots;

/* --- a world ------------------------------------------------------------------------------------------ */

static void admit(struct store *s, struct order *o)
{
    struct wish wish = { .worker = "judge", .lease_ms = 600000 };
    struct verdict_filed v = { .passed = true, .reason = "" };
    FINE(store_lease(s, &wish, o, &e));
    FINE(store_validated(s, o, &v, &e));
}

static void make_world(struct store *s, struct order *o)
{
    struct person p = { .name = "ana", .role = ROLE_AUTHOR };
    struct ladder l = {
        .code = "argentino-1v1", .name = "Argentino", .rules = "argentino", .seats = 2, .games = 1, .legs = 2
    };
    struct event v = { .kind = EVENT_LADDER, .name = "always", .cfg = "{}", .state = EVENT_RUNNING, .rated = true };
    struct version one = { .has_artifact = true, .run = "./bot" };
    struct bot b = { 0 };
    FINE(store_person_add(s, &p, &b.person, &e));
    FINE(store_ladder_add(s, &l, &ladder, &e));
    v.ladder = ladder;
    FINE(store_event_add(s, &v, "ana", &event, &e));
    FINE(store_put(s, "bot", 3, one.artifact, &e));
    version = calloc(bots, sizeof *version);
    for (size_t i = 0; i < bots; i++) {
        snprintf(b.name, sizeof b.name, "bot%zu", i);
        FINE(store_bot_add(s, &b, &one.bot, &e));
        FINE(store_version_add(s, &one, &ladder, 1, &version[i], &e));
        admit(s, o);
    }
}

static void plan(struct store *s, int64_t round, size_t pairs)
{
    struct pair pair[PLAN];
    struct plan p = {
        .event = event, .round = round, .next_round = round + 1, .progress = "{}", .pair = pair, .pairs = pairs
    };
    memset(pair, 0, sizeof pair);
    for (size_t i = 0; i < pairs; i++) {
        size_t n = (size_t)round * PLAN + i;
        pair[i].version[0] = version[n % bots];
        pair[i].version[1] = version[(n + 1 + n / bots % (bots - 1)) % bots];
    }
    FINE(store_plan(s, &p, &e));
}

/* --- workers ---------------------------------------------------------------------------------------------
 */

struct worker_thread {
    struct store *store;
    unsigned number;
    size_t filed;
};

enum { REPLAY = 12000 };
static void make_leg(struct leg *f, unsigned leg, int64_t job, uint8_t *replay)
{
    memset(f, 0, sizeof *f);
    memcpy(f->match_id, &job, sizeof job);
    memcpy(replay, &job, sizeof job);
    f->match_id[31] = replay[8] = (uint8_t)(leg + 1);
    f->winner = job % 3 == 0 ? leg : 1 - leg;
    f->points[0] = 30;
    f->hands = 12;
    f->fault_seat = f->log_index = -1;
    f->record = replay;
    f->record_size = REPLAY;
}

static void *work(void *arg)
{
    struct worker_thread *w = arg;
    struct order *o = calloc(1, sizeof *o);
    struct leg leg[2];
    struct store_error mine;
    uint8_t *replay = calloc(2, REPLAY);
    char name[32];
    snprintf(name, sizeof name, "w%u", w->number);
    struct wish wish = { .worker = name, .lease_ms = 600000 };
    while (store_lease(w->store, &wish, o, &mine) == STORE_OK) {
        for (unsigned i = 0; i < 2; i++)
            make_leg(&leg[i], i, o->job, replay + i * REPLAY);
        if (store_finish(w->store, o, leg, 2, &mine)) {
            fprintf(stderr, "%s\n", mine.text);
            exit(3);
        }
        w->filed++;
    }
    free(replay);
    free(o);
    return NULL;
}

/* Seconds until all that is queued is filed. */
static double run_workers(struct store *s, unsigned count)
{
    pthread_t thread[32];
    struct worker_thread w[32];
    double begin = seconds_now();
    for (unsigned i = 0; i < count; i++) {
        w[i] = (struct worker_thread){ s, i, 0 };
        pthread_create(&thread[i], NULL, work, &w[i]);
    }
    for (unsigned i = 0; i < count; i++)
        pthread_join(thread[i], NULL);
    return seconds_now() - begin;
}

static void file_them(struct store *s, size_t pairs)
{
    static const unsigned workers[] = { 1, 2, 4, 8, 16 };
    char text[80];
    int64_t round = 0;
    size_t left = pairs;
    for (unsigned i = 0; left; i = i < 4 ? i + 1 : 4) { /* the last goes on until all are filed */
        size_t now = i < 4 ? pairs / 8 : left, planned = 0;
        for (; planned < now; planned += PLAN < now - planned ? PLAN : now - planned)
            plan(s, round++, PLAN < now - planned ? PLAN : now - planned);
        double took = run_workers(s, workers[i]);
        snprintf(text, sizeof text, "pairs leased and filed with two replays of 12 kB, %u at once", workers[i]);
        row(text, (double)now / took, "/s");
        left -= now;
    }
}

/* --- readers
 * ------------------------------------------------------------------------------------------------ */

static void rate(struct store *s, size_t pairs)
{
    struct rating_run run = { .ladder = ladder, .algorithm = "none", .serial = (int64_t)pairs };
    OWNED struct rating *r = calloc(bots, sizeof *r);
    int64_t id;
    for (size_t i = 0; i < bots; i++)
        r[i] = (struct rating){ .version = version[i], .place = (int64_t)i + 1 };
    FINE(store_rating_add(s, &run, r, bots, &id, &e));
}

static void read_units(struct store *s, size_t pairs)
{
    enum { MANY = 4000 };
    OWNED struct unit *unit = calloc(MANY, sizeof *unit);
    int64_t after = 0;
    size_t n, all = 0;
    double begin = seconds_now();
    do {
        FINE(store_units(s, ladder, after, unit, MANY, &n, &e));
        all += n;
        if (n)
            after = unit[n - 1].pair;
    } while (n);
    row("pairs read for the ratings", (double)all / (seconds_now() - begin), "/s");
    if (all != pairs)
        fprintf(stderr, "read %zu of %zu pairs\n", all, pairs), exit(1);
}

static void pages(struct store *s)
{
    OWNED struct standing *table = calloc(bots, sizeof *table);
    OWNED struct leg *leg = calloc(PAGE, sizeof *leg);
    OWNED struct opponent *who = calloc(bots, sizeof *who);
    struct leg_filter all = { .ladder = ladder }, of_one = { .version = version[0] };
    struct rating_run run;
    struct store_counts c;
    size_t n;
    double begin, took;
#define TIMED(what, call) \
    begin = seconds_now(); \
    for (unsigned i = 0; i < 20; i++) \
        FINE(call); \
    took = (seconds_now() - begin) / 20; \
    row(what, took * 1000, "ms")
    FINE(store_rating_newest(s, ladder, &run, &e));
    TIMED("the whole table", store_standings(s, run.id, 0, table, bots, &n, &e));
    TIMED("the newest 50 legs", store_legs(s, &all, leg, PAGE, &n, &e));
    TIMED("the newest 50 legs of one version", store_legs(s, &of_one, leg, PAGE, &n, &e));
    TIMED("everybody whom one version met", store_opponents(s, version[0], 0, who, bots, &n, &e));
    TIMED("all counts", store_counts(s, &c, &e));
}

int main(int argc, char **argv)
{
    struct order *o = calloc(1, sizeof *o);
    size_t pairs = argc > 2 ? strtoull(argv[2], NULL, 10) : 2000;
    struct store *s;
    bots = argc > 3 ? strtoull(argv[3], NULL, 10) : 100;
    if (argc < 2 || pairs < 8 || bots < 2)
        return fprintf(stderr, "usage: ladder_store WHERE [PAIRS] [BOTS]\n"), 2;
    FINE(store_open(&s, argv[1], STORE_CREATE, &e));
    make_world(s, o);
    file_them(s, pairs);
    rate(s, pairs);
    read_units(s, pairs);
    pages(s);
    store_close(&s);
    free(version);
    free(o);
    return 0;
}
