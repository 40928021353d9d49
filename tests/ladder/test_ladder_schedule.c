/* The schedule over a real store: events of every kind played to their end by bots whose strength is known. */

#include <math.h>

#include <pthread.h>
#include <sodium.h>

#include "support/test.h"
#include "site/timers.h"
#include "child/reader.h"
#include "ladder_world.h"
#include "support/random.h"
#include "schedule/due.h"
#include "schedule/schedule.h"
#include "store/store_workers.h"
#include "support/scratch.h"
#include "rating/table.h"

static char folder[SCRATCH_ROOM];
static unsigned stores;
static struct world w;
static struct store_error e;
static struct random rng, lots;
static uint64_t salt;

/* What the schedule draws by lot comes from a seed here, so that a failure can be had again. */
static uint32_t lots_number(void) { return (uint32_t)random_next(&lots); }
static void lots_bytes(void *out, size_t size) { random_fill(&lots, out, size); }
static randombytes_implementation from_a_seed = { .random = lots_number, .buf = lots_bytes };

static int set_up(STATE)
{
    char where[256];
    rng.state = lots.state = 11;
    snprintf(where, sizeof where, "sqlite:%s/%u.db", folder, stores++);
    world_new(&w, where);
    return 0;
}

static int tear_down(STATE)
{
    store_close(&w.store);
    return 0;
}

/* The world's own event stands still, so that others are alone. */
static void pause_ladder(void) { FINE(store_event_move(w.store, w.event, EVENT_RUNNING, EVENT_PAUSED, "hilda", &e)); }

static int64_t open_event(enum event_kind kind, const char *cfg, unsigned entrants)
{
    struct event v = { .ladder = w.ladder, .kind = kind, .name = "cup", .state = EVENT_DRAFT };
    int64_t id, entry;
    v.rated = !strstr(cfg, "games");
    strcpy(v.cfg, cfg);
    FINE(store_event_add(w.store, &v, "hilda", &id, &e));
    for (unsigned i = 0; i < entrants; i++) {
        struct entry n = { .event = id, .version = { w.version[i] }, .seed = i + 1 };
        FINE(store_entry_add(w.store, &n, &entry, &e));
    }
    FINE(store_event_move(w.store, id, EVENT_DRAFT, EVENT_RUNNING, "hilda", &e));
    return id;
}

static struct event event_now(int64_t id)
{
    struct event v;
    FINE(store_event(w.store, id, &v, &e));
    return v;
}

static unsigned number_of(int64_t version)
{
    for (unsigned i = 0; i < WORLD_BOTS; i++)
        if (w.version[i] == version)
            return i;
    fail_msg("a version that nobody made");
    return 0;
}

static unsigned met[WORLD_BOTS][WORLD_BOTS];

/* Plays one job: in each leg the lower number wins except for `upset` of a hundred.  False: none is due. */
static bool play_one(unsigned upset)
{
    static struct order o;
    static struct world_legs l;
    int bad = world_lease(&w, "w1", &o, &e);
    if (bad == STORE_NOT_FOUND)
        return false;
    FINE(bad);
    world_legs(&l, ++salt);
    for (unsigned i = 0; i < 2; i++) {
        unsigned a = number_of(pair_version(&o.pair, i, 0)), b = number_of(pair_version(&o.pair, i, 1));
        assert_int_not_equal(a, b);
        met[a][b] += i == 0, met[b][a] += i == 0;
        bool first = (a < b) != (random_below(&rng, 100) < upset);
        l.leg[i].winner = first ? 0 : 1;
        l.leg[i].games[l.leg[i].winner] = o.ladder.games;
        l.leg[i].points[0] = first ? 30 : 20;
        l.leg[i].points[1] = first ? 20 : 30;
    }
    FINE(store_finish(w.store, &o, l.leg, 2, &e));
    return true;
}

/* Plans and plays until the event is done; how many pairs that took. */
static unsigned play_out(int64_t id, unsigned upset)
{
    unsigned pairs = 0;
    for (unsigned round = 0; event_now(id).state == EVENT_RUNNING; round++) {
        assert_in_range(round, 0, 5000);
        FINE(schedule_step(w.store, &e));
        while (play_one(upset))
            pairs++;
    }
    assert_int_equal(event_now(id).state, EVENT_DONE);
    return pairs;
}

/* --- configurations ----------------------------------------------------------------------------------- */

TEST_WITH(wrong_configurations_are_told, set_up, tear_down)
{
    static const struct {
        enum event_kind kind;
        const char *json, *names;
    } wrong[] = {
        { EVENT_LADDER, "{\"open\":0}", "open" },
        { EVENT_LADDER, "{\"heads\":1}", "heads" },
        { EVENT_LADDER, "{\"apart\":0}", "apart" },
        { EVENT_LADDER, "{\"note_bytes\":1048577}", "from 0 to 1048576" },
        { EVENT_LADDER, "{\"partners\":\"any\"}", "same" },
        { EVENT_SWISS, "{\"rounds\":1.5}", "whole" },
        { EVENT_KNOCKOUT, "[]", "object" },
        { EVENT_SPRT, "{\"elo0\":20,\"elo1\":0}", "elo1" },
        { EVENT_GAUNTLET, "{\"heads\":\"one\"}", "heads" },
        { EVENT_LADDER, "{", "object" },
        { EVENT_SPRT, "{\"alpha\":1,\"alpha\":0.1}", "object" },
        { EVENT_SWISS, "{\"opens\":20,\"ends\":20}", "ends after" },
        { EVENT_SWISS, "{\"authors\":[1]}", "authors" },
        { EVENT_SWISS, "{\"enter\":3}", "enter" },
    };
    struct event_config c = { .open = 77 };
    char why[256];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(event_config_read(wrong[i].kind, wrong[i].json, &c, why));
        if (!strstr(why, wrong[i].names))
            fail_msg("%s: %s", wrong[i].json, why);
        assert_int_equal(c.open, 77);
    }
    assert_true(event_config_read(EVENT_LADDER, "", &c, why));
    assert_int_equal(c.open, 8);
}

/* --- events ------------------------------------------------------------------------------------------- */

TEST_WITH(a_ladder_stays_busy_and_learns, set_up, tear_down)
{
    AUTO(table_free) struct table t;
    for (unsigned i = 0; i < 300; i++) {
        FINE(schedule_step(w.store, &e));
        assert_in_range(world_counts(w.store).pairs[PAIR_OPEN], 6, 8);
        for (unsigned k = 0; k < 2; k++)
            assert_true(play_one(20));
        if (i % 10 == 0)
            FINE(rate_step(w.store, &e)); /* what the next pairs are chosen by */
    }
    for (unsigned a = 0; a < WORLD_BOTS; a++) /* rivals are spread: 21 is the mean */
        for (unsigned b = 0; b < a; b++)
            assert_in_range(met[a][b], 10, 36);
    FINE(table_read(&t, w.store, w.ladder, NULL, 0, &e));
    assert_int_equal(t.results, 600);
    for (unsigned i = 0; i + 1 < WORLD_BOTS; i += 2) { /* 0 is the strongest; neighbours may change places */
        size_t a = table_number(&t, w.version[i]), b = table_number(&t, w.version[i + 1]);
        assert_in_range(t.fit.row[a].units, 60, 300);
        if (i + 3 < WORLD_BOTS)
            assert_true(t.fit.row[b].elo > t.fit.row[table_number(&t, w.version[i + 3])].elo);
    }
}

/* Older pairs wait; the first one of a bot without a place in the table is played before them. */
TEST_WITH(a_newcomer_goes_first, set_up, tear_down)
{
    static struct order o;
    int64_t bot;
    for (unsigned i = 0; i < 40; i++) {
        FINE(schedule_step(w.store, &e));
        assert_true(play_one(10));
    }
    FINE(rate_step(w.store, &e));
    int64_t newcomer = world_version(&w, "tero", &bot);
    world_admit(&w);
    assert_true(play_one(10) && play_one(10));
    assert_in_range(world_counts(w.store).pairs[PAIR_OPEN], 1, 8);
    FINE(schedule_step(w.store, &e));
    FINE(world_lease(&w, "w1", &o, &e));
    assert_true(o.pair.version[0] == newcomer || o.pair.version[1] == newcomer);
}

TEST_WITH(ratings_are_kept_once, set_up, tear_down)
{
    struct rating_run run, again;
    struct standing row[WORLD_BOTS + 1];
    size_t n;
    for (unsigned i = 0; i < 20; i++) {
        FINE(schedule_step(w.store, &e));
        assert_true(play_one(10));
    }
    FINE(rate_step(w.store, &e));
    FINE(store_rating_newest(w.store, w.ladder, &run, &e));
    FINE(rate_step(w.store, &e));
    FINE(store_rating_newest(w.store, w.ladder, &again, &e));
    assert_int_equal(run.id, again.id);
    assert_int_equal(run.pairs, 20);
    FINE(store_standings(w.store, run.id, 0, row, WORLD_BOTS + 1, &n, &e));
    assert_in_range(n, 2, WORLD_BOTS);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(row[i].rating.place, i + 1);
        assert_true(row[i].rating.low < row[i].rating.elo && row[i].rating.elo < row[i].rating.high);
        assert_true(!i || row[i].rating.elo <= row[i - 1].rating.elo);
    }
}

/* The version from which Elo counts keeps its own through every run, and a run says which one that is. */
TEST_WITH(the_anchor_keeps_its_elo, set_up, tear_down)
{
    struct rating_run run;
    struct rating_point point;
    int64_t anchor = 0;
    size_t n;
    for (unsigned i = 0; i < 40; i++) {
        FINE(schedule_step(w.store, &e));
        assert_true(play_one(10));
        FINE(rate_step(w.store, &e));
        FINE(store_rating_newest(w.store, w.ladder, &run, &e));
        struct table_made made = table_made_by(&run);
        anchor = anchor ? anchor : made.anchor;
        assert_true(anchor && made.anchor == anchor);
        assert_true(made.spread > 0 && made.dispersion > 0);
        FINE(store_rating_history(w.store, w.ladder, anchor, 0, &point, 1, &n, &e));
        assert_int_equal(point.run, run.id);
        assert_true(fabs(point.rating.elo - 1500) < 1e-9);
    }
}

/* What takes long gets a tenth of a processor at most. */
TEST_WITH(a_long_step_rests, set_up, tear_down)
{
    assert_int_equal(timer_rest_ms(0), 0);
    assert_int_equal(timer_rest_ms(199), 0);
    assert_int_equal(timer_rest_ms(3000), 27000);
}

/* A run every minute of an hour, an hour ago: one in five minutes is left, and the newest in any case. */
TEST_WITH(old_runs_are_thinned, set_up, tear_down)
{
    enum { RUNS = 60, MINUTE = 60000 };
    static struct rating_point point[RUNS + 1];
    size_t n;
    store_shift(w.store, 5 * MINUTE - store_now(w.store) % (5 * MINUTE));
    for (unsigned i = 0; i < RUNS; i++) {
        FINE(schedule_step(w.store, &e));
        assert_true(play_one(10));
        FINE(rate_step(w.store, &e));
        store_shift(w.store, MINUTE);
    }
    FINE(rate_thin(w.store, &e));
    FINE(store_rating_history(w.store, w.ladder, w.version[0], 0, point, RUNS + 1, &n, &e));
    assert_in_range(n, RUNS / 2, RUNS);
    store_shift(w.store, 60 * MINUTE);
    FINE(rate_thin(w.store, &e));
    FINE(rate_thin(w.store, &e));
    FINE(store_rating_history(w.store, w.ladder, w.version[0], 0, point, RUNS + 1, &n, &e));
    assert_in_range(n, RUNS / 5 - 1, RUNS / 5 + 1);
    store_shift(w.store, INT64_C(100) * 24 * 60 * MINUTE);
    FINE(rate_thin(w.store, &e));
    FINE(store_rating_history(w.store, w.ladder, w.version[0], 0, point, RUNS + 1, &n, &e));
    assert_in_range(n, 1, 2);
}

TEST_WITH(tournaments_come_to_their_end, set_up, tear_down)
{
    pause_ladder();
    assert_int_equal(play_out(open_event(EVENT_ROUND_ROBIN, "{\"units\":2}", 7), 20), 42);
    assert_int_equal(play_out(open_event(EVENT_GAUNTLET, "{\"heads\":2}", 8), 20), 12);
    assert_int_equal(play_out(open_event(EVENT_SWISS, "{\"rounds\":3}", 7), 20), 9);
    assert_in_range(play_out(open_event(EVENT_KNOCKOUT, "{\"units\":3}", 8), 10), 21, 60);
    assert_int_equal(play_out(open_event(EVENT_KNOCKOUT, "{}", 1), 0), 0);
    assert_int_equal(play_out(open_event(EVENT_ROUND_ROBIN, "{}", 0), 0), 0);
}

/* More meetings than are planned at once, or into any text. */
TEST_WITH(a_long_round_robin_is_planned, set_up, tear_down)
{
    pause_ladder();
    open_event(EVENT_ROUND_ROBIN, "{\"rounds\":100,\"units\":2}", 8);
    for (unsigned i = 0; i < 3; i++)
        FINE(schedule_step(w.store, &e));
    assert_int_equal(world_counts(w.store).pairs[PAIR_OPEN], 28 * 100 * 2);
}

/* --- partners ----------------------------------------------------------------------------------------- */

static int64_t four_seats(enum event_kind kind, const char *cfg, const struct entry *entry, unsigned entries)
{
    struct ladder l = {
        .code = "argentino-2v2", .name = "2v2", .rules = "argentino", .seats = 4, .games = 1, .legs = 2
    };
    struct event v = { .kind = kind, .name = "partners", .state = EVENT_RUNNING, .rated = true };
    int64_t id, one;
    pause_ladder();
    FINE(store_ladder_add(w.store, &l, &v.ladder, &e));
    strcpy(v.cfg, cfg);
    FINE(store_event_add(w.store, &v, "hilda", &id, &e));
    for (unsigned i = 0; i < entries; i++) {
        struct entry n = entry[i];
        n.event = id;
        FINE(store_entry_add(w.store, &n, &one, &e));
    }
    FINE(schedule_step(w.store, &e));
    return id;
}

/* One bot in every seat, everybody beside everybody in the end. */
TEST_WITH(partners_are_drawn, set_up, tear_down)
{
    struct entry entry[6] = { { 0 } };
    bool beside[6][6] = { { false } };
    struct pair_filter f = { .round = -1, .state = -1 };
    static struct pair p[200];
    unsigned together = 0;
    size_t n;
    for (unsigned i = 0; i < 6; i++)
        entry[i].version[0] = w.version[i];
    f.event = four_seats(EVENT_LADDER, "{\"partners\":\"random\",\"open\":200}", entry, 6);
    FINE(store_pairs(w.store, &f, p, 200, &n, &e));
    assert_int_equal(n, 200);
    for (size_t i = 0; i < n; i++) {
        unsigned who[4];
        for (unsigned s = 0; s < 4; s++)
            who[s] = number_of(p[i].version[s]);
        for (unsigned s = 0; s < 6; s++)
            assert_int_not_equal(who[s % 4], who[s < 4 ? (s + 1) % 4 : s - 2]);
        beside[who[0]][who[2]] = beside[who[1]][who[3]] = true;
    }
    for (unsigned a = 0; a < 6; a++)
        for (unsigned b = 0; b < a; b++)
            together += beside[a][b] || beside[b][a];
    assert_int_equal(together, 15);
}

/* Fixed pairs of partners stay together; a single version fills both seats. */
TEST_WITH(partners_are_fixed, set_up, tear_down)
{
    struct entry entry[3] = { { .version = { w.version[0], w.version[1] } },
                              { .version = { w.version[2], w.version[3] } },
                              { .version = { w.version[4] } } };
    struct pair_filter f = { .round = -1, .state = -1 };
    struct pair p[8];
    size_t n;
    f.event = four_seats(EVENT_ROUND_ROBIN, "{}", entry, 3);
    FINE(store_pairs(w.store, &f, p, 8, &n, &e));
    assert_int_equal(n, 3);
    for (size_t i = 0; i < n; i++)
        for (unsigned side = 0; side < 2; side++) {
            int64_t first = p[i].version[side], second = p[i].version[side + 2];
            assert_int_equal(number_of(second), number_of(first) == 4 ? 4 : number_of(first) + 1);
            assert_int_equal(number_of(first) % 2, 0);
        }
}

TEST_WITH(a_comparison_stops_when_it_is_decided, set_up, tear_down)
{
    pause_ladder();
    int64_t id = open_event(EVENT_SPRT, "{\"elo1\":40}", 2);
    assert_in_range(play_out(id, 35), 20, 2000);
    assert_non_null(strstr(event_now(id).progress, "\"verdict\":\"not better\""));
    id = open_event(EVENT_SPRT, "{\"most\":10,\"elo0\":-1,\"elo1\":0}", 2);
    assert_in_range(play_out(id, 50), 0, 14);
}

/* Its pairs are those with as many games: the ladder's own, which the other bot won, are not among them. */
TEST_WITH(a_comparison_has_games_of_its_own, set_up, tear_down)
{
    for (unsigned i = 0; i < 30; i++) {
        world_plan(&w, 1);
        assert_true(play_one(0));
    }
    pause_ladder();
    int64_t id = open_event(EVENT_SPRT, "{\"games\":3,\"elo1\":40}", 2);
    assert_in_range(play_out(id, 70), 5, 2000);
    assert_non_null(strstr(event_now(id).progress, "\"verdict\":\"better\""));
}

TEST_WITH(a_paused_event_is_left_alone, set_up, tear_down)
{
    pause_ladder();
    FINE(schedule_step(w.store, &e));
    assert_int_equal(world_counts(w.store).pairs[PAIR_OPEN], 0);
}

TEST_WITH(who_is_disabled_is_not_drawn, set_up, tear_down)
{
    for (unsigned i = 0; i < WORLD_BOTS - 2; i++)
        FINE(store_version_move(w.store, w.version[i], VERSION_ACTIVE, VERSION_DISABLED, "rests", "hilda", &e));
    for (unsigned i = 0; i < 10; i++) {
        FINE(schedule_step(w.store, &e));
        assert_true(play_one(10));
    }
    AUTO(table_free) struct table t;
    FINE(table_read(&t, w.store, w.ladder, NULL, 0, &e));
    assert_int_equal(t.versions, 2);
}

static void *plan_often(void *arg)
{
    struct store_error mine;
    for (int i = 0; i < 20; i++)
        if (schedule_step(arg, &mine))
            return arg;
    return NULL;
}

/* Four schedulers at once plan no meeting twice. */
TEST_WITH(of_several_schedulers_one_plans, set_up, tear_down)
{
    pthread_t thread[4];
    pause_ladder();
    int64_t id = open_event(EVENT_ROUND_ROBIN, "{}", 8);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, plan_often, w.store), 0);
    for (int i = 0; i < 4; i++) {
        void *failed;
        assert_int_equal(pthread_join(thread[i], &failed), 0);
        assert_null(failed);
    }
    assert_int_equal(play_out(id, 20), 28);
}

/* The queue follows the workers: two pairs for each that was heard of, whatever the event was made with.  50 machines of 16 all play. */
TEST_WITH(there_is_work_for_every_worker, set_up, tear_down)
{
    static struct order o;
    char name[32];
    pause_ladder();
    open_event(EVENT_LADDER, "{\"open\":2}", 8);
    FINE(schedule_step(w.store, &e));
    assert_int_equal(world_counts(w.store).pairs[PAIR_OPEN], 2);
    for (int i = 0; i < 800; i++) {
        snprintf(name, sizeof name, "m%d/%d", i / 16, i % 16);
        FINE(store_worker_seen(w.store, name, "", &e));
    }
    FINE(schedule_step(w.store, &e));
    int playing = 0;
    for (int i = 0; i < 800; i++) {
        snprintf(name, sizeof name, "m%d/%d", i / 16, i % 16);
        playing += world_lease(&w, name, &o, &e) == STORE_OK;
    }
    struct store_counts c = world_counts(w.store);
    print_message("%d of 800 hands have a pair, of %d open\n", playing, (int)c.pairs[PAIR_OPEN]);
    assert_int_equal(playing, 800);
    assert_int_equal(c.pairs[PAIR_OPEN], 1600);
}

/* A draft begins by itself when its time has come, and what waits or is played at its end is void. */
TEST_WITH(dates_are_kept, set_up, tear_down)
{
    static struct order o;
    struct event v = { .ladder = w.ladder, .kind = EVENT_ROUND_ROBIN, .name = "cup", .rated = true };
    struct pair p[3];
    int64_t now = store_now(w.store) / 1000, entry;
    size_t n;
    pause_ladder();
    snprintf(v.cfg, sizeof v.cfg, "{\"opens\":%lld,\"ends\":%lld}", (long long)now + 60, (long long)now + 120);
    FINE(store_event_add(w.store, &v, "hilda", &v.id, &e));
    for (unsigned i = 0; i < 3; i++)
        FINE(store_entry_add(w.store, &(struct entry){ .event = v.id, .version = { w.version[i] } }, &entry, &e));
    FINE(schedule_step(w.store, &e));
    assert_int_equal(event_now(v.id).state, EVENT_DRAFT);
    store_shift(w.store, 61000);
    FINE(schedule_step(w.store, &e));
    assert_int_equal(event_now(v.id).state, EVENT_RUNNING);
    FINE(world_lease(&w, "w1", &o, &e));
    store_shift(w.store, 60000);
    FINE(schedule_step(w.store, &e));
    assert_int_equal(event_now(v.id).state, EVENT_DONE);
    assert_int_equal(store_beat(w.store, &o, 60000, &e), STORE_STALE);
    FINE(store_pairs(w.store, &(struct pair_filter){ .event = v.id, .round = -1, .state = PAIR_VOID }, p, 3, &n, &e));
    assert_int_equal(n, 3);
    assert_int_equal(store_event_edit(w.store, &v, "hilda", &e), STORE_STALE);
}

/* Of a closed ladder nothing is drawn; rules and clock are those of the first pair for good. */
TEST_WITH(a_ladder_is_edited_closed_and_opened, set_up, tear_down)
{
    struct ladder l;
    struct pair p[1];
    size_t n;
    FINE(store_ladder(w.store, w.ladder, &l, &e));
    strcpy(l.name, "Other");
    strcpy(l.clock, "cap=9s");
    l.closed = true;
    FINE(store_ladder_edit(w.store, &l, "hilda", &e));
    FINE(schedule_step(w.store, &e));
    FINE(store_pairs(w.store, &(struct pair_filter){ .round = -1, .state = -1 }, p, 1, &n, &e));
    assert_int_equal(n, 0);
    l.closed = false;
    FINE(store_ladder_edit(w.store, &l, "hilda", &e));
    FINE(schedule_step(w.store, &e));
    FINE(store_pairs(w.store, &(struct pair_filter){ .round = -1, .state = -1 }, p, 1, &n, &e));
    assert_int_equal(n, 1);
    strcpy(l.clock, "cap=8s");
    assert_int_equal(store_ladder_edit(w.store, &l, "hilda", &e), STORE_STALE);
}

/* --- a day ---------------------------------------------------------------------------------------------------- */

enum { WORKERS = 4, GUESSES = 20000 };
struct day {
    int64_t now_s, quick, slow; /* events */
    struct {
        struct order order;
        int64_t ends_s;
        bool busy;
    } hand[WORKERS];
    struct {
        int64_t job, at_s, due_s;
    } guess[GUESSES];
    size_t guesses, good, counted;
};

static int64_t day_lasts(const struct day *d, const struct order *o)
{
    return o->pair.event == d->slow ? 120 + random_below(&rng, 480) : 20 + random_below(&rng, 80);
}

/* So many pairs at once, as when a round is drawn. */
static void day_plan(int64_t event, unsigned pairs)
{
    struct pair list[32] = { { 0 } };
    struct event v;
    FINE(store_event(w.store, event, &v, &e));
    struct plan p = {
        .event = event, .round = v.round, .next_round = v.round + 1, .progress = "{}", .pair = list, .pairs = pairs
    };
    for (unsigned i = 0; i < pairs; i++) {
        list[i].version[0] = w.version[i % WORLD_BOTS];
        list[i].version[1] = w.version[(i + 1 + i / WORLD_BOTS) % WORLD_BOTS];
    }
    FINE(store_plan(w.store, &p, &e));
}

/* What was foretold of a job that is begun now; to wait ten seconds or five is one to who looks. */
static void day_begun(struct day *d, int64_t job)
{
    for (size_t i = 0; i < d->guesses; i++)
        if (d->guess[i].job == job) {
            double foretold = fmax(10, (double)(d->guess[i].due_s - d->guess[i].at_s));
            double was = fmax(10, (double)(d->now_s - d->guess[i].at_s));
            d->counted++;
            d->good += foretold <= 2 * was && was <= 2 * foretold;
            d->guess[i--] = d->guess[--d->guesses];
        }
}

static void day_lease(struct day *d, unsigned h)
{
    char name[8];
    snprintf(name, sizeof name, "w%u", h);
    if (world_lease(&w, name, &d->hand[h].order, &e) != STORE_OK)
        return;
    d->hand[h].busy = true;
    d->hand[h].ends_s = d->now_s + day_lasts(d, &d->hand[h].order);
    day_begun(d, d->hand[h].order.job);
}

static void day_finish(struct day *d, unsigned h)
{
    static struct world_legs l;
    world_legs(&l, ++salt);
    FINE(store_finish(w.store, &d->hand[h].order, l.leg, 2, &e));
    d->hand[h].busy = false;
}

/* From now on, by the store's clock: the time that the test itself takes is none of the day's. */
static void day_look(struct day *d)
{
    static struct due_job list[DUE_MOST];
    int64_t workers;
    size_t n;
    FINE(due_read(w.store, list, &n, &workers, &e));
    assert_int_equal(workers, WORKERS);
    int64_t now_ms = store_now(w.store);
    for (size_t i = 0; i < n; i++) {
        bool waits = list[i].job.state == JOB_QUEUED;
        assert_true(waits ? list[i].at_ms > 0 : !list[i].at_ms);
        if (waits && d->guesses < GUESSES) {
            d->guess[d->guesses].job = list[i].job.id;
            d->guess[d->guesses].at_s = d->now_s;
            d->guess[d->guesses++].due_s = d->now_s + (list[i].at_ms - now_ms) / 1000;
        }
    }
}

/* A day of four workers, with rounds that come at once: of what the queue foretells every ten minutes, of each pair that waits, eight of ten
 * lie within a factor of two of what then was. */
TEST_WITH(what_is_foretold_comes, set_up, tear_down)
{
    enum { STEP = 5, DAY = 86400 };
    OWNED struct day *d = calloc(1, sizeof *d);
    assert_non_null(d);
    d->quick = w.event;
    d->slow = open_event(EVENT_ROUND_ROBIN, "{}", 4);
    for (; d->now_s < DAY; d->now_s += STEP) {
        if (d->now_s % 60 == 0)
            for (unsigned h = 0; h < WORKERS; h++) {
                char name[8];
                snprintf(name, sizeof name, "w%u", h);
                FINE(store_worker_seen(w.store, name, "", &e));
            }
        if (d->now_s % 1800 == 0)
            day_plan(random_below(&rng, 3) ? d->quick : d->slow, 4 + random_below(&rng, 16));
        for (unsigned h = 0; h < WORKERS; h++) {
            if (d->hand[h].busy && d->hand[h].ends_s <= d->now_s)
                day_finish(d, h);
            else if (d->hand[h].busy && d->now_s % 30 == 0)
                FINE(store_beat(w.store, &d->hand[h].order, 60000, &e));
            if (!d->hand[h].busy)
                day_lease(d, h);
        }
        if (d->now_s % 600 == 60)
            day_look(d);
        store_shift(w.store, STEP * 1000);
    }
    printf("foretold: %zu of %zu within a factor of two\n", d->good, d->counted);
    assert_true(d->counted > 200 && 10 * d->good >= 8 * d->counted);
}

int main(void)
{
    randombytes_set_implementation(&from_a_seed);
    reader_room(); /* as test_ladder_pages */
    scratch_quick(folder);
    int failed = tests_run();
    scratch_remove(folder);
    return failed;
}
