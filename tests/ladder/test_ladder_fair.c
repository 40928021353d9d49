/* Who may go on playing and whose pairs count: one suite, run on SQLite and on PostgreSQL. */

#include "support/test.h"
#include "cli/said.h"
#include "tell/fault.h"
#include "ladder_stores.h"
#include "schedule/schedule.h"
#include "store/store_trail.h"
#include "wire/messages.h"

static uint64_t salt;

/* One pair between the first two bots; `faulty` of its legs are marred by a fault of the first one's. */
static void play(unsigned faulty)
{
    static struct world_legs l;
    world_plan(&w, 1);
    FINE(world_lease(&w, "w1", &order, &e));
    world_legs(&l, ++salt);
    for (unsigned i = 0; i < faulty; i++)
        l.leg[i].seat[i].faults = 1; /* it has seat 1 in the second leg */
    FINE(store_finish(w.store, &order, l.leg, 2, &e));
}

static enum version_state state_of(int64_t id, char reason[STORE_TEXT])
{
    struct version v;
    FINE(store_version(w.store, id, &v, &e));
    said_text(reason, STORE_TEXT, ENGLISH, v.reason);
    return v.state;
}

static unsigned told(const char *text)
{
    struct notice list[16];
    size_t n;
    unsigned count = 0;
    FINE(store_notices(w.store, w.author, 0, list, 16, &n, &e));
    for (size_t i = 0; i < n; i++)
        count += !strcmp(list[i].kind, "state") &&
                 strstr(said_text(list[i].text, STORE_TEXT, SPANISH, list[i].text), text) != NULL;
    return count;
}

/* Eight of its newest twenty matches: who has as many is disabled, told why, and waits in no pair. */
TEST_WITH(who_keeps_failing_plays_no_more, set_up, tear_down)
{
    char reason[STORE_TEXT];
    struct pair waiting[4];
    struct pair_filter f = { .round = -1, .state = PAIR_OPEN };
    size_t n;
    store_shift(w.store, 1000);
    for (int i = 0; i < 6; i++)
        play(0); /* twelve good matches */
    for (int i = 0; i < 7; i++)
        play(1);
    assert_int_equal(state_of(w.version[0], reason), VERSION_ACTIVE);
    world_plan(&w, 1); /* one that waits */
    play(1);
    assert_int_equal(state_of(w.version[0], reason), VERSION_DISABLED);
    assert_string_equal(reason, "at fault in 8 of its newest 20 matches: mend it and submit another version");
    assert_int_equal(told("desactivada: en falta en 8 de sus últimas 20 partidas"), 1);
    assert_int_equal(state_of(w.version[1], reason), VERSION_ACTIVE);
    FINE(store_pairs(w.store, &f, waiting, 4, &n, &e));
    assert_int_equal(n, 0);
}

/* Its author is told by which fault it lost last. */
TEST_WITH(who_is_disabled_is_told_what_it_did, set_up, tear_down)
{
    static struct world_legs l;
    char reason[STORE_TEXT], fault[FAULT_SAID];
    store_shift(w.store, 1000);
    for (unsigned i = 0; i < 8; i++) {
        world_plan(&w, 1);
        FINE(world_lease(&w, "w1", &order, &e));
        world_legs(&l, ++salt);
        l.leg[1].fault = 14;
        l.leg[1].fault_seat = 1; /* where the first one sits then */
        l.leg[1].seat[1].faults = 1;
        fault_said(fault, FAULT_CRASHED, 0, 9);
        said_put(l.leg[1].fault_text, STORE_TEXT, fault, "seat %u: %s", 1u, fault);
        FINE(store_finish(w.store, &order, l.leg, 2, &e));
    }
    assert_int_equal(state_of(w.version[0], reason), VERSION_DISABLED);
    assert_string_equal(reason, "at fault in 8 of its newest 16 matches (seat 1: its process was ended by signal 9): "
                                "mend it and submit another version");
    assert_int_equal(told("desactivada: en falta en 8 de sus últimas 16 partidas (asiento 1: su proceso terminó por la "
                          "señal 9): corregilo"),
                     1);
}

/* What it did before it was looked at anew counts no more. */
TEST_WITH(a_version_that_was_admitted_again_begins_anew, set_up, tear_down)
{
    char reason[STORE_TEXT];
    store_shift(w.store, 1000);
    for (int i = 0; i < 4; i++)
        play(2);
    assert_int_equal(state_of(w.version[0], reason), VERSION_DISABLED);
    assert_string_equal(reason, "at fault in 8 of its newest 8 matches: mend it and submit another version");
    store_shift(w.store, 1000);
    FINE(store_version_move(w.store, w.version[0], VERSION_DISABLED, VERSION_PENDING, "once more", "hilda", &e));
    world_admit(&w);
    store_shift(w.store, 1000);
    for (int i = 0; i < 3; i++)
        play(2);
    assert_int_equal(state_of(w.version[0], reason), VERSION_ACTIVE);
    play(2);
    assert_int_equal(state_of(w.version[0], reason), VERSION_DISABLED);
}

/* A bot that fails now and then plays on: three matches of twenty, for ever. */
TEST_WITH(who_fails_now_and_then_plays_on, set_up, tear_down)
{
    char reason[STORE_TEXT];
    store_shift(w.store, 1000);
    for (int i = 0; i < 40; i++)
        play(i % 10 < 3);
    assert_int_equal(state_of(w.version[0], reason), VERSION_ACTIVE);
    assert_int_equal(told("disabled"), 0);
}

/* --- bots of one author ---------------------------------------------------------------------------------------- */

static void make_a_stranger(int64_t person)
{
    struct person_change c = { .password = "$argon2id$x" };
    FINE(store_person_change(w.store, person, &c, "ana", &e));
}

static size_t rated(void)
{
    struct unit unit[8];
    size_t n;
    FINE(store_units(w.store, w.ladder, 0, unit, 8, &n, &e));
    return n;
}

/* An author could have one of their bots lose to the other.  The host's own may meet: anyone who has the store needs no such trick. */
TEST_WITH(pairs_of_one_author_are_not_rated, set_up, tear_down)
{
    struct pair p;
    play(0);
    assert_int_equal(rated(), 1);
    make_a_stranger(w.author);
    play(0);
    read_pair(order.pair.id, &p);
    assert_false(p.rated);
    assert_int_equal(p.state, PAIR_DONE);
    assert_int_equal(rated(), 1);
    world_replay(&w, p.id); /* nor when it is replayed */
    world_play(&w, "w1", ++salt, &order);
    assert_int_equal(rated(), 1);
}

/* A continuous ladder has them meet others instead: with one author alone it plans nothing. */
TEST_WITH(a_ladder_plans_no_pairs_of_one_author, set_up, tear_down)
{
    struct pair list[64];
    struct pair_filter f = { .round = -1, .state = PAIR_OPEN };
    size_t n;
    int64_t ana = w.author, bot;
    make_a_stranger(ana);
    FINE(schedule_step(w.store, &e));
    FINE(store_pairs(w.store, &f, list, 64, &n, &e));
    assert_int_equal(n, 0);
    w.author = world_person(w.store, "rosa", ROLE_AUTHOR);
    int64_t hers = world_version(&w, "hers", &bot);
    world_admit(&w);
    make_a_stranger(w.author);
    FINE(schedule_step(w.store, &e));
    FINE(store_pairs(w.store, &f, list, 64, &n, &e));
    assert_true(n >= 8);
    for (size_t i = 0; i < n; i++)
        assert_true(list[i].rated && (list[i].version[0] == hers) != (list[i].version[1] == hers));
}

int main(void) { return on_both_databases(); }
