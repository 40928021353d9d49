/* ladder_stores: a new store for every test, and each suite run on SQLite and on PostgreSQL. */
#ifndef FIEL_TESTS_LADDER_STORES_H
#define FIEL_TESTS_LADDER_STORES_H

#include "ladder_pg.h"
#include "ladder_world.h"

static struct pg_server server;
static bool on_pg;
static char folder[SCRATCH_ROOM], where[256];
static unsigned stores;
static struct world w;
static struct store_error e;
static struct order order;

/* A new store for every test. */
static inline int set_up(STATE)
{
    if (on_pg)
        pg_database(&server, where);
    else
        snprintf(where, sizeof where, "sqlite:%s/%u.db", folder, stores++);
    world_new(&w, where);
    return 0;
}

static inline int tear_down(STATE)
{
    world_whole(w.store);
    store_close(&w.store);
    return 0;
}

#define REFUSED(code, call) \
    assert_int_equal(call, code); \
    assert_true(strlen(e.text) > 10)

static inline void read_pair(int64_t id, struct pair *p) { FINE(store_pair(w.store, id, p, &e)); }

/* Runs the tests on both databases; how many failed. */
static inline int on_both_databases(void)
{
    scratch_quick(folder);
    int failed = tests_run_as("sqlite");
    scratch_remove(folder);
    on_pg = pg_open(&server);
    if (on_pg) {
        failed += tests_run_as("postgresql");
        pg_close(&server);
    }
    return failed;
}

#endif
