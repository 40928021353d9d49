/* Records as the store keeps them (REPLAY.md section 8): smaller, and the same bytes; one suite, run on SQLite and on PostgreSQL. */

#include "support/test.h"
#include "ladder_stores.h"
#include "archive/archive.h"
#include "store/store_live.h"

static struct replay example;
static struct world_legs filed;

/* A pair whose first leg has the example for its record, and whose second one that without its end. */
static void file_pair(void)
{
    static uint64_t salt;
    world_plan(&w, 1);
    FINE(world_lease(&w, "w1", &order, &e));
    world_legs(&filed, ++salt);
    for (unsigned i = 0; i < 2; i++) {
        filed.leg[i].record = example.bytes;
        filed.leg[i].record_size = example.size - i;
    }
    FINE(store_finish(w.store, &order, filed.leg, 2, &e));
}

/* Both legs' records, to the byte. */
static void both_are_there(struct store *s)
{
    struct leg leg[2];
    assert_int_equal(world_legs_of(s, (struct leg_filter){ .pair = order.pair.id }, leg, 2), 2);
    for (size_t i = 0; i < 2; i++) {
        AUTO(store_free) struct store_bytes bytes;
        FINE(store_get(s, leg[i].replay, &bytes, &e));
        assert_int_equal(bytes.size, example.size - (size_t)leg[i].leg);
        assert_memory_equal(bytes.data, example.bytes, bytes.size);
    }
}

static int64_t taken(struct store *s)
{
    struct store_counts c;
    FINE(store_counts(s, &c, &e));
    return (int64_t)c.blob_bytes;
}

/* The example reveals its seed at its end, and so does the one that lacks its last byte alone: both are less than half. */
TEST_WITH(a_record_is_kept_in_less, set_up, tear_down)
{
    int64_t before = taken(w.store);
    file_pair();
    both_are_there(w.store);
    int64_t grown = taken(w.store) - before;
    if (grown * 2 >= 2 * (int64_t)example.size)
        fail_msg("two records of %zu bytes take %lld", example.size, (long long)grown);
}

static void tell_nobody(void *arg, const char *sentence) { (void)arg, (void)sentence; }

/* A backup and a store of the other kind take what is kept as it is. */
TEST_WITH(a_copy_is_as_small, set_up, tear_down)
{
    char to[512], where_to[600];
    AUTO(store_close) struct store *copy;
    file_pair();
    snprintf(to, sizeof to, "%s/copy%u%d", on_pg ? server.folder : folder, stores, on_pg);
    if (!on_pg) {
        FINE(store_backup(w.store, to, &e));
        snprintf(where_to, sizeof where_to, "sqlite:%s/ladder.db", to);
        FINE(store_open(&copy, where_to, STORE_SERVE, &e));
        both_are_there(copy);
        assert_int_equal(taken(copy), taken(w.store));
        store_close(&copy);
    }
    snprintf(where_to, sizeof where_to, "sqlite:%s.moved.db", to);
    FINE(store_open(&copy, where_to, STORE_CREATE, &e));
    FINE(store_move(w.store, copy, tell_nobody, NULL, &e));
    both_are_there(copy);
    assert_int_equal(taken(copy), taken(w.store));
}

/* A record of a store from before lies there as it is; it is read, and it may be filed again. */
TEST_WITH(a_record_from_before_is_read, set_up, tear_down)
{
    uint8_t hash[STORE_HASH];
    struct store_bytes bytes;
    FINE(store_put(w.store, example.bytes, example.size, hash, &e));
    FINE(store_get(w.store, hash, &bytes, &e));
    assert_int_equal(bytes.size, example.size);
    store_free(&bytes);
    file_pair();
    both_are_there(w.store);
}

/* Bytes that look as what is kept are bytes like any others. */
TEST_WITH(what_looks_kept_is_what_was_put, set_up, tear_down)
{
    uint8_t hash[STORE_HASH], *kept;
    size_t size;
    AUTO(store_free) struct store_bytes bytes;
    assert_int_equal(archived_pack(example.bytes, example.size, &kept, &size), 0);
    FINE(store_put(w.store, kept, size, hash, &e));
    FINE(store_get(w.store, hash, &bytes, &e));
    assert_int_equal(bytes.size, size);
    assert_memory_equal(bytes.data, kept, size);
    free(kept);
}

int main(void)
{
    if (replay_load(&example, "tests/vectors/example.replay"))
        return 1;
    int failed = on_both_databases();
    replay_unload(&example);
    return failed;
}
