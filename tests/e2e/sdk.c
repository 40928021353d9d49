/* sdk: what an author gets: `make install` in a folder of its own, programs built against it as a stranger builds them,
 * a manual that names everything the library gives away. */
#include "process.h"

#include <jansson.h>

static char dir[64], prefix[96]; /* who installs it says where: in a folder whose name has blanks and accents */

/* The sanitizers of this build, for what is linked with its library. */
static const char *sanitizers(void) { return strstr(build_dir(), "address") ? "-fsanitize=address,undefined" : ""; }

/* Everything is built: the install alone is left, whatever the flags of this build were. */
static int install(void **state)
{
    (void)state;
    scratch(dir);
    assert_int_equal(chmod(dir, 0755), 0); /* bots have users of their own */
    snprintf(prefix, sizeof prefix, "%s/mi fiel ñ", dir);
    return shell("make -s -o all install B='%s' PREFIX='%s' > '%s/log' 2>&1 || { cat '%s/log'; exit 1; }", build_dir(),
                 prefix, dir, dir);
}

static int uninstall(void **state)
{
    (void)state;
    scratch_remove(dir);
    return 0;
}

static void play(const char *bot)
{
    char fiel[128], replay[128], path[160];
    snprintf(fiel, sizeof fiel, "%s/bin/fiel", prefix);
    snprintf(path, sizeof path, "'%s/bots/%s'", dir, bot);
    snprintf(replay, sizeof replay, "%s/%s.replay", dir, bot);
    const char *const words[] = { fiel,       "match", "--games", "1",  "--show", dir,      "--json",
                                  "--replay", replay,  "--bot",   path, "--bot",  "random", NULL };
    struct run r = run_words(words, NULL);
    json_t *result = json_loads(r.out, 0, NULL);
    if (r.code || !result || json_array_size(json_object_get(result, "faults")))
        fail_msg("%s: exit %d\n%s\n%s", bot, r.code, r.out, r.err);
    json_decref(result);
    run_free(&r);
}

static void test_a_strangers_programs(void **state)
{
    static const char *const bots[] = { "first", "loop", "montecarlo", "thinker", "first-static" };
    (void)state;
    assert_int_equal(shell("sh tests/stranger.sh '%s' '%s/bots' '%s'", prefix, dir, sanitizers()), 0);
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++)
        play(bots[i]);
}

/* A bot that looks in every millisecond, and tries what it must not do. */
static const char impatient[] =
    "#include <fiel.h>\n"
    "#include <stdlib.h>\n"
    "int main(void)\n"
    "{\n"
    "    char why[FIEL_WHY];\n"
    "    struct fiel_request r, same;\n"
    "    struct fiel_bot *b = fiel_open(\"impatient\", NULL, why);\n"
    "    struct sign s = { 1, 1 };\n"
    "    enum fiel_next n;\n"
    "    unsigned quiet = 0;\n"
    "    if (!b || fiel_answer(b, (struct action){ ACT_PASS, 0 }) != -1) abort();\n" /* nothing is asked */
    "    while ((n = fiel_next(b, &r, 1)) != FIEL_OVER) {\n"
    "        quiet += n == FIEL_QUIET;\n"
    "        if (n == FIEL_QUIET) continue;\n"
    "        if (fiel_next(b, &same, 0) != FIEL_ASKED || same.clock.bank_us != r.clock.bank_us) abort();\n"
    "        if (r.n < 1 || r.signs_room != 0 || fiel_answer_with(b, r.legal[0], &s, 1) != -1) abort();\n" /* signs=off */
    "        if (fiel_answer(b, r.legal[0]) != 0 || fiel_answer(b, r.legal[0]) != -1) abort();\n"
    "    }\n"
    "    if (!quiet || fiel_next(b, &r, 0) != FIEL_OVER || fiel_answer(b, r.legal[0]) != -1) abort();\n"
    "    int code = fiel_close(&b);\n"
    "    return b || fiel_close(&b) ? 9 : code;\n"
    "}\n";

/* One that aborts would be at fault. */
static void test_a_loop_of_ones_own(void **state)
{
    char source[96], conformance[128], loop[160];
    (void)state;
    snprintf(source, sizeof source, "%s/impatient.c", dir);
    spill(source, impatient, sizeof impatient - 1);
    assert_int_equal(
        shell("PKG_CONFIG_PATH='%s/lib/pkgconfig'; export PKG_CONFIG_PATH; eval \"cc %s -o '%s/bots/impatient' '%s' "
              "$(pkg-config --cflags --libs fiel) -Wl,-rpath,'%s/lib'\"",
              prefix, sanitizers(), dir, source, prefix),
        0);
    play("impatient");
    snprintf(conformance, sizeof conformance, "%s/tests/conformance/conformance", build_dir());
    snprintf(loop, sizeof loop, "%s/bots/loop", dir);
    const char *const words[] = { conformance, "--only", "lie/signed,course/gap", "--", loop, NULL };
    struct run r = run_words(words, NULL);
    if (r.code)
        fail_msg("loop: exit %d\n%s\n%s", r.code, r.out, r.err);
    run_free(&r);
}

/* The templates are found where they were installed; what comes of them is test_ladder_new_bot's. */
static void test_a_new_bot_of_the_installed_tree(void **state)
{
    (void)state;
    static const char *const languages[] = { "c", "python" };
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        assert_int_equal(
            shell("mkdir '%s/mis bots' && cd '%s/mis bots' && PATH='%s/bin':\"$PATH\" && export PATH && "
                  "fiel new-bot mine --lang %s > ../out && cd mine && CFLAGS='-g %s' make -s test > ../../out 2>&1 || "
                  "{ cat '%s/out'; exit 1; }; rm -r '%s/mis bots'",
                  dir, dir, prefix, languages[i], sanitizers(), dir, dir),
            0);
}

/* No name that the library shows is without its line in the manual, and none is shown that fiel.symbols does not list. */
static void test_everything_is_in_the_manual(void **state)
{
    (void)state;
    assert_int_equal(
        shell("nm -g '%s/lib/libfiel.a' | awk '$2 ~ /[TDRB]/ { print $3 }' | grep -vE '^(_|asan|ubsan)' > '%s/shown'; "
              "for s in $(cat '%s/shown'); do grep -qE \"(^|[^a-z_])$s([^a-z_]|$)\" '%s'/share/man/man3/*.3 || "
              "{ echo \"$s is in no page of sdk/man\"; bad=1; }; done; exit ${bad:-0}",
              prefix, dir, dir, prefix),
        0);
    assert_int_equal(shell("[ $(wc -l < '%s/shown') -gt 80 ]", dir), 0);
    assert_int_equal(shell("nm -D '%s/lib/libfiel.so.0' | grep -q ' T fiel_run@@FIEL_0$'", prefix), 0);
}

static void test_no_stranger_is_needed(void **state)
{
    (void)state;
    assert_int_equal(shell("PKG_CONFIG_PATH='%s/lib/pkgconfig' pkg-config --validate fiel", build_dir()), 0);
    assert_int_equal(shell("cd '%s' && %s/first 2> '%s/err'", dir, "bots", dir), 3);
    char path[128];
    snprintf(path, sizeof path, "%s/err", dir);
    char *said = slurp(path, NULL);
    assert_says(said, "fiel match");
    free(said);
    assert_int_equal(shell("cd '%s' && bots/loop 2> '%s/err'", dir, dir), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_strangers_programs),
        cmocka_unit_test(test_a_loop_of_ones_own),
        cmocka_unit_test(test_a_new_bot_of_the_installed_tree),
        cmocka_unit_test(test_everything_is_in_the_manual),
        cmocka_unit_test(test_no_stranger_is_needed),
    };
    return cmocka_run_group_tests(tests, install, uninstall);
}
