/* champion: campeon's trainer, by the path of `make champion`: the same table however many threads share the work, and the one that lies
 * in the tree. */
#include "process.h"

#include "support/sample.h"

static void works(const char *script, const char *dir, const char *preset)
{
    const char *const words[] = { "/bin/sh", "-c", script, build_dir(), dir, preset, NULL };
    OWNED_RUN r = run_words(words, NULL);
    if (r.code != 0)
        fail_msg("%s: exit %d\n%s%s", preset, r.code, r.out, r.err);
}

TEST(threads_change_no_byte)
{
    static const char script[] = "set -e; for t in 1 3; do \"$0\"/champion \"$2\" $t 3 > \"$1\"/$t; done; "
                                 "test -s \"$1\"/1; cmp \"$1\"/1 \"$1\"/3";
    static const char *const presets[] = { "argentino-flor", "paulista" };
    OWNED_SCRATCH dir = scratch_new();
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
        works(script, dir, presets[i]);
}

/* All batches: fifteen seconds of a processor, and minutes under the sanitizers. */
TEST(a_table_of_the_tree_is_made_again)
{
    static const char script[] = "\"$0\"/champion \"$2\" 2 > \"$1\"/again; cmp \"$1\"/again bots/campeon/\"$2\".tab";
    OWNED_SCRATCH dir = scratch_new();
    if (SAMPLE == 1)
        works(script, dir, "paulista");
}
