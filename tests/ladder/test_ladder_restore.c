/* A store that is lost and comes back from its backup: one suite, run on SQLite (fiel-ladder backup) and on PostgreSQL (pg_dump). */

#include "support/test.h"
#include "ladder_stores.h"
#include "schedule/schedule.h"
#include "store/store_live.h"
#include "store/store_ratings.h"
#include "store/store_trail.h"
#include "support/shell.h"

static uint64_t salt;

static void play(void) { world_play(&w, "w1", ++salt, &order); }

/* What is compared: all that people and raters read of a store. */
struct seen {
    struct store_counts counts;
    struct trail_line trail;
    struct rating_run run;
    struct standing first;
    struct leg leg[16];
    size_t legs;
    uint8_t replay[16][64];
};

static void look(struct seen *s)
{
    struct leg_filter f = { 0 };
    size_t n;
    memset(s, 0, sizeof *s);
    FINE(store_counts(w.store, &s->counts, &e));
    FINE(store_trail(w.store, 0, &s->trail, 1, &n, &e));
    FINE(store_rating_newest(w.store, w.ladder, &s->run, &e));
    FINE(store_standings(w.store, s->run.id, 0, &s->first, 1, &n, &e));
    FINE(store_legs(w.store, &f, s->leg, 16, &s->legs, &e));
    for (size_t i = 0; i < s->legs; i++) {
        AUTO(store_free) struct store_bytes bytes;
        FINE(store_get(w.store, s->leg[i].replay, &bytes, &e));
        assert_true(bytes.size <= sizeof s->replay[i]);
        memcpy(s->replay[i], bytes.data, bytes.size);
    }
}

static void the_same(const struct seen *a, const struct seen *b)
{
    assert_int_equal(a->counts.legs, b->counts.legs);
    assert_int_equal(a->counts.blobs, b->counts.blobs);
    assert_int_equal(a->counts.blob_bytes, b->counts.blob_bytes);
    assert_memory_equal(a->counts.pairs, b->counts.pairs, sizeof a->counts.pairs);
    assert_memory_equal(a->counts.jobs, b->counts.jobs, sizeof a->counts.jobs);
    assert_memory_equal(a->counts.versions, b->counts.versions, sizeof a->counts.versions);
    assert_memory_equal(a->trail.hash, b->trail.hash, STORE_HASH);
    assert_memory_equal(a->run.results, b->run.results, STORE_HASH);
    assert_true(a->first.rating.elo == b->first.rating.elo && a->first.rating.low == b->first.rating.low);
    assert_int_equal(a->legs, b->legs);
    for (size_t i = 0; i < a->legs; i++)
        assert_memory_equal(a->leg[i].match_id, b->leg[i].match_id, STORE_HASH);
    assert_memory_equal(a->replay, b->replay, sizeof a->replay);
}

/* What the test before has put back, and what it kept. */
static void forget(void)
{
    shell("rm -rf '%s/back' '%s/kept'", folder, folder);
    if (on_pg)
        shell("rm -f '%s/kept'", server.folder);
}

static void keep(void)
{
    char to[256];
    forget();
    snprintf(to, sizeof to, "%s/kept", on_pg ? server.folder : folder);
    if (on_pg)
        assert_int_equal(shell("'%s/pg_dump' -Fc -f '%s' -d '%s'", server.programs, to, where), 0);
    else
        FINE(store_backup(w.store, to, &e));
}

/* The store is gone, and what was kept takes its place; the exit code of who puts it there. */
static int restore(void)
{
    char from[256];
    int code;
    store_close(&w.store);
    snprintf(from, sizeof from, "%s/kept", on_pg ? server.folder : folder);
    if (on_pg) {
        pg_database(&server, where);
        code = shell("'%s/pg_restore' --exit-on-error -d '%s' '%s' 2>>'%s.err'", server.programs, where, from, from);
    } else {
        assert_int_equal(shell("rm -r '%s'*", strchr(where, '/')), 0);
        code = shell("mv '%s' '%s/back'", from, folder);
        snprintf(where, sizeof where, "sqlite:%s/back/ladder.db", folder);
    }
    return code;
}

/* An empty store, for what looks behind each test whether all is whole. */
static void anew(void)
{
    forget();
    if (on_pg)
        pg_database(&server, where);
    else
        snprintf(where, sizeof where, "sqlite:%s/%u.db", folder, stores++);
    FINE(store_open(&w.store, where, STORE_CREATE, &e));
}

/* Played until then, rated, one pair leased: all of that is back, what came after it is not; and the ladder goes on, with the pair that
 * somebody had, and with rows whose numbers nobody has. */
TEST_WITH(a_lost_store_comes_back_and_goes_on, set_up, tear_down)
{
    static struct seen before, after;
    struct order held;
    world_plan(&w, 6);
    for (int i = 0; i < 3; i++)
        play();
    FINE(rate_step(w.store, &e));
    FINE(world_lease(&w, "w2", &held, &e));
    look(&before);
    keep();
    play();
    FINE(rate_step(w.store, &e));
    look(&after);
    assert_int_not_equal(before.counts.legs, after.counts.legs);
    assert_int_equal(restore(), 0);
    FINE(store_open(&w.store, where, STORE_SERVE, &e));
    look(&after);
    the_same(&before, &after);
    world_whole(w.store);
    store_shift(w.store, 3600 * 1000); /* anyone who held a pair is not heard of again */
    for (int i = 0; i < 3; i++)
        play();
    assert_int_equal(world_lease(&w, "w1", &order, &e), STORE_NOT_FOUND);
    world_plan(&w, 1);
    play();
    FINE(rate_step(w.store, &e));
    look(&after);
    assert_int_equal(after.counts.legs, before.counts.legs + 8);
}

static void ignore(void *arg, const char *sentence) { (void)arg, (void)sentence; }

/* A copy that lost something on its way says so: when it is put back, or when it is looked at. */
TEST_WITH(a_damaged_copy_is_found, set_up, tear_down)
{
    uint64_t wrong;
    world_plan(&w, 2);
    play();
    FINE(rate_step(w.store, &e));
    keep();
    if (on_pg) {
        assert_int_equal(shell("truncate -s -200 '%s/kept'", server.folder), 0);
        assert_int_not_equal(restore(), 0);
        anew();
        return;
    }
    assert_int_equal(
        shell("f=$(find '%s/kept/ladder.db.blobs' -type f | sort | head -n 1) && printf x >>\"$f\"", folder), 0);
    assert_int_equal(restore(), 0);
    FINE(store_open(&w.store, where, STORE_SERVE, &e));
    FINE(store_check(w.store, ignore, NULL, &wrong, &e));
    assert_int_equal(wrong, 1);
    store_close(&w.store);
    anew();
}

int main(void) { return on_both_databases(); }
