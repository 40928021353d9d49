/* The journal over a file, and the file in which the seed waits. */
#include "support/test.h"

#include "referee/journal.h"
#include "support/scratch.h"

static char folder[SCRATCH_ROOM];

static char *in_folder(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

BEFORE_ALL(set_up)
{
    scratch_make(folder);
    return 0;
}

AFTER_ALL(tear_down) { return rmdir(folder); }

TEST(test_no_such_folder)
{
    struct journal j;
    uint8_t seed[HASH] = { 1 };
    assert_null(journal_open("/nowhere/at/all.fiel", &j));
    assert_int_equal(errno, ENOENT);
    assert_int_equal(journal_keep_seed("/nowhere/seed", seed, true), -1);
    assert_int_equal(errno, ENOENT);
    struct journal_file *none = NULL;
    journal_close(&none);
}

TEST(test_never_over_a_file)
{
    struct journal j;
    uint8_t seed[HASH] = { 1 };
    struct journal_file *f = journal_open(in_folder("a.fiel"), &j);
    assert_non_null(f);
    assert_null(journal_open(in_folder("a.fiel"), &j));
    assert_int_equal(errno, EEXIST);
    journal_close(&f);
    assert_null(f);
    assert_int_equal(journal_keep_seed(in_folder("a.fiel"), seed, true), -1);
    assert_int_equal(errno, EEXIST);
    assert_int_equal(unlink(in_folder("a.fiel")), 0);
}

TEST(test_seed_is_kept_for_its_owner)
{
    uint8_t seed[HASH], read_back[HASH + 1];
    struct stat st;
    memset(seed, 0x5a, sizeof seed);
    int kept = journal_keep_seed(in_folder("seed"), seed, true);
    assert_true(kept >= 0);
    assert_int_equal(stat(in_folder("seed"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    FILE *f = fopen(in_folder("seed"), "rb");
    assert_int_equal(fread(read_back, 1, sizeof read_back, f), HASH);
    fclose(f);
    assert_memory_equal(read_back, seed, HASH);
    int again = journal_load_seed(in_folder("seed"), read_back);
    assert_true(again >= 0);
    assert_memory_equal(read_back, seed, HASH);
    assert_int_equal(journal_drop_seed(kept), 0);
    assert_int_equal(stat(in_folder("seed"), &st), 0);
    assert_int_equal(st.st_size, 0);
    assert_int_equal(journal_load_seed(in_folder("seed"), read_back), -1);
    assert_int_equal(errno, ENOENT);
    close(kept);
    close(again);
    assert_int_equal(unlink(in_folder("seed")), 0);
}

/* What was flushed is read again through the journal while it is still being written. */
TEST(test_written_is_read)
{
    struct journal j;
    struct replay r;
    struct record rec;
    struct journal_file *f = journal_open(in_folder("b.fiel"), &j);
    assert_int_equal(j.append(j.ctx, REC_HEADER, VISIBLE_ARBITER, 7, "abcdef", 6), 0);
    assert_int_equal(j.flush(j.ctx), 0);
    assert_int_equal(j.append(j.ctx, REC_SEAT, VISIBLE_ARBITER, 8, "ghijkl", 6), 0);
    assert_int_equal(j.sync(j.ctx), 0);
    assert_int_equal(j.load(j.ctx, &r), 0);
    assert_true(replay_next(&r, &rec));
    assert_int_equal(rec.us, 7);
    assert_true(replay_next(&r, &rec));
    assert_memory_equal(rec.payload, "ghijkl", 6);
    assert_false(replay_next(&r, &rec));
    assert_int_equal(r.end, REPLAY_NO_TRAILER);
    j.unload(j.ctx, &r);
    journal_close(&f);
    assert_int_equal(unlink(in_folder("b.fiel")), 0);
}
