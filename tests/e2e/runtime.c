/* runtime: `fiel runtime` as a host meets it, and bots that play out of what it made. */
#include "folder.h"
#include "support/skipped.h"

FOLDER_FOR_ALL

static struct run make_runtime(const char *name, const char *add)
{
    return run("fiel", "runtime", name, "--to", in_dir("runtime"), add ? "--add" : NULL, add, NULL);
}

static bool strict_holds(void)
{
    OWNED_RUN r = run("fiel", "jail-test", "--quick", NULL);
    bool holds = r.code == 0;
    if (!holds)
        skipped("runtimes of strict", "it cannot be held here: see `fiel jail-test`");
    return holds;
}

TEST(bad_words)
{
    static const char *const bad[][2] = {
        { "--add", "relative" }, { "--add", "/not/there" }, { "../up", NULL }, { "-x", NULL }
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ends(2, "fiel: runtime: ", "fiel", "runtime", bad[i][0], bad[i][1], NULL);
    }
    ends(3, "name a folder with --to", "fiel", "runtime", "c", "--to", "/proc/nowhere", NULL);
}

/* Where runtimes lie when nobody says where, in /var/lib/fiel, there is no folder on a machine that is new: `fiel runtime` makes it.
 * Of a folder that somebody named nothing is made but the last part. */
TEST(folders_that_are_not_there_are_made)
{
    char before[512];
    snprintf(before, sizeof before, "%s", getenv("FIEL_RUNTIME"));
    setenv("FIEL_RUNTIME", in_dir("lib/fiel/runtime"), 1);
    OWNED_RUN r = run("fiel", "runtime", "c", NULL);
    setenv("FIEL_RUNTIME", before, 1);
    if (r.code)
        fail_msg("exit %d\n%s", r.code, r.err);
    assert_int_equal(access(in_dir("lib/fiel/runtime/c"), F_OK), 0);
    run_free(&r);
    r = run("fiel", "runtime", "c", "--to", in_dir("mistyped/runtime"), NULL);
    assert_int_equal(r.code, 3);
    assert_says(r.err, "name a folder with --to");
    assert_int_not_equal(access(in_dir("mistyped"), F_OK), 0);
}

/* Debian's node reads some of its own modules from /usr/share/nodejs before it runs anything, and aborts where they are not. */
TEST(node_has_its_own_modules)
{
    static const char look[] = "for (const d of process.config.target_defaults?.defines ?? []) {\n"
                               "    const path = /^NODE_SHARED_BUILTIN_\\w+_PATH=(.*)$/.exec(d);\n"
                               "    if (path) require('fs').accessSync(process.argv[1] + path[1]);\n"
                               "}\n";
    const char *const words[] = { "/usr/bin/node", "-e", look, in_dir("made/node"), NULL };
    assert_int_equal(mkdir(in_dir("made"), 0755), 0);
    ends(0, "", "fiel", "runtime", "node", "--to", in_dir("made"), NULL);
    run_says(run_words(words, NULL), 0, NULL);
}

/* A bot whose interpreter no runtime has: the command that makes it, by the name that `fiel runtime` knows. */
static void the_one_that_lacks_is_named(void)
{
    static const char *const of[][2] = { { "#!/usr/bin/env python3\n", "`fiel runtime python`, as root," },
                                         { "#!/usr/bin/perl\n", "`fiel runtime perl --add /usr/bin/perl`, as root," } };
    char script[BOT_WORDS];
    snprintf(script, sizeof script, "'%s'", in_dir("script"));
    assert_int_equal(chmod(folder, 0755), 0);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        spill(in_dir("script"), of[i][0], strlen(of[i][0]));
        assert_int_equal(chmod(in_dir("script"), 0755), 0);
        ends(3, of[i][1], "fiel", "match", "--jail", "strict", "--games", "1", "--bot", script, "--bot", "random",
             "--replay", in_dir("script.replay"), NULL);
    }
}

/* Without one strict says so, and what to do; with it, it plays. */
TEST(strict_needs_one)
{
    char before[512];
    if (!strict_holds())
        return;
    snprintf(before, sizeof before, "%s", getenv("FIEL_RUNTIME"));
    setenv("FIEL_RUNTIME", in_dir("runtime"), 1);
    run_complains(run("fiel", "match", "--jail", "strict", "--games", "1", "--bot", "random", "--bot", "random",
                      "--replay", in_dir("none.replay"), NULL),
                  3, "own pages: no runtime", "fiel runtime", NULL);
    run_says(make_runtime("c", NULL), 0, "MB", NULL);
    ends(0, "", "fiel", "match", "--jail", "strict", "--games", "1", "--bot", "random", "--bot", "cauto", "--replay",
         in_dir("c.replay"), NULL);
    the_one_that_lacks_is_named();
    setenv("FIEL_RUNTIME", before, 1);
}

/* A bot in Python with a package from a venv that takes numpy from the system, which the host added. */
TEST(a_venv_with_numpy)
{
    static const char numpy[] = "/usr/lib/python3/dist-packages/numpy";
    char before[512], script[BOT_WORDS];
    if (!strict_holds())
        return;
    if (access(numpy, F_OK)) {
        skipped("a runtime with numpy", "this machine has none of Debian's");
        return;
    }
    snprintf(before, sizeof before, "%s", getenv("FIEL_RUNTIME"));
    setenv("FIEL_RUNTIME", in_dir("runtime"), 1);
    run_says(make_runtime("python", numpy), 0, NULL);
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(
        shell("/usr/bin/python3 -m venv --without-pip --system-site-packages '%s' && cp -R sdk/python '%s'",
              in_dir("venv"), in_dir("venv/bot")),
        0);
    /* The interpreter is named, because a script's first line takes no path with blanks. */
    assert_int_equal(shell("{ echo 'import sys, numpy; assert sys.prefix != sys.base_prefix'; tail -n +2 "
                           "sdk/python/player.py; } > '%s'",
                           in_dir("venv/bot/player.py")),
                     0);
    snprintf(script, sizeof script, "lines:'%s' '%s'", in_dir("venv/bin/python"), in_dir("venv/bot/player.py"));
    ends(0, "\"faults\":[]", "fiel", "match", "--jail", "strict", "--games", "1", "--rules", "argentino,target=6",
         "--show", in_dir("venv"), "--bot", script, "--bot", "random", "--replay", in_dir("venv.replay"), "--json",
         NULL);
    setenv("FIEL_RUNTIME", before, 1);
}

/* What it costs is told, in figures that another program reads. */
TEST(costs_are_told)
{
    if (!strict_holds())
        return;
    run_says(run("fiel", "jail-test", NULL), ANY_CODE, "own pages cost", "100 matches of two", NULL);
    run_says(run("fiel", "jail-test", "--json", NULL), ANY_CODE, "\"costs\"", "\"shared_start_us\"", NULL);
}
