/* champion: campeon's trainer, by the path of `make champion` with a smaller budget: the same table however many threads share the work. */
#include "process.h"

TEST(threads_change_no_byte)
{
    static const char script[] = "set -e; for t in 1 3; do \"$0\"/champion \"$2\" 3 $t > \"$1\"/$t; done; "
                                 "test -s \"$1\"/1; cmp \"$1\"/1 \"$1\"/3";
    static const char *const presets[] = { "argentino-flor", "paulista" };
    char dir[64];
    scratch(dir);
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
        const char *const words[] = { "/bin/sh", "-c", script, build_dir(), dir, presets[i], NULL };
        OWNED_RUN r = run_words(words, NULL);
        if (r.code != 0)
            fail_msg("%s: exit %d\n%s%s", presets[i], r.code, r.out, r.err);
    }
    scratch_remove(dir);
}
