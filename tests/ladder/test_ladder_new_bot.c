/* `fiel new-bot`: what it refuses; and for every language that there is, a folder that passes its own test and packs an
 * archive that the ladder takes. */

#include <dirent.h>

#include "support/test.h"
#include "filing/artifact.h"
#include "support/built.h"
#include "support/scratch.h"
#include "support/shell.h"

/* Authors keep their bots where they like: `folder`, in which everything is made, has blanks and accents in its name. */
static char scratch[SCRATCH_ROOM], folder[SCRATCH_ROOM + 16], build[4096];

BEFORE_ALL(begin)
{
    if (!realpath(build_dir(), build))
        return -1;
    scratch_make(scratch);
    snprintf(folder, sizeof folder, "%s/mis bots ñ", scratch);
    if (mkdir(folder, 0755) || chmod(scratch, 0755)) /* bots have users of their own */
        return -1;
    setenv("LC_ALL", "C", 1);
    if (strstr(build, "address")) /* what is linked with this build's library needs them too, linked so */
        setenv("CFLAGS", "-g -fsanitize=address,undefined -static-libubsan", 1);
    char path[8192];
    snprintf(path, sizeof path, "%s/bin:%s", build, getenv("PATH"));
    setenv("PATH", path, 1);
    return 0;
}

AFTER_ALL(end)
{
    scratch_remove(scratch);
    return 0;
}

/* Exit 2, these words on stderr, and nothing made. */
static void refused(const char *words, const char *says)
{
    assert_int_equal(shell("cd '%s' && mkdir -p bad && cd bad && fiel new-bot %s 2> ../err", folder, words), 2);
    if (shell("grep -qF -- '%s' '%s/err'", says, folder)) {
        shell("cat '%s/err'", folder);
        fail_msg("fiel new-bot %s should say: %s", words, says);
    }
    assert_int_equal(shell("[ -z \"$(ls -A '%s/bad')\" ]", folder), 0);
}

TEST(test_refused)
{
    refused("", "needs a name");
    refused("mine", "--lang takes one of: c");
    refused("mine --lang", "--lang needs a value: --lang LANGUAGE");
    refused("mine --lang cobol", "no template in");
    refused("mine --lang .", "no template in");
    refused("../mine --lang c", "no name for a bot");
    refused("mi/ne --lang c", "no name for a bot");
    refused(".mine --lang c", "no name for a bot");
    refused("'a b' --lang c", "no name for a bot");
    refused("a234567890123456789012345678901234567890 --lang c", "no name for a bot");
    refused("mine yours --lang c", "one bot at a time");
    refused("mine --long c", "unknown option");
    assert_int_equal(shell("mkdir '%s/taken' && cd '%s' && fiel new-bot taken --lang c 2> err", folder, folder), 2);
    assert_int_equal(
        shell("grep -q 'taken is there already' '%s/err' && [ -z \"$(ls -A '%s/taken')\" ]", folder, folder), 0);
    assert_int_equal(shell("fiel new-bot --help | grep -q 'one of: c'"), 0);
}

/* Installed without one executable template, as a package may be: what is to be run can be run. */
TEST(test_installed)
{
    assert_int_equal(shell("cd '%s' && mkdir -p tree/bin tree/share/fiel && cp '%s/bin/fiel' tree/bin", folder, build),
                     0);
    assert_int_equal(
        shell("cp -R sdk/templates '%s/tree/share/fiel' && chmod -R a-x,a+X '%s/tree/share'", folder, folder), 0);
    assert_int_equal(
        shell("cd '%s' && for l in python js; do tree/bin/fiel new-bot in-$l --lang $l; done > out", folder), 0);
    assert_int_equal(shell("cd '%s' && [ -x in-python/bot.py ] && [ -x in-js/bot.js ] && [ ! -x in-js/Makefile ] && [ "
                           "-f in-js/AGENTS.md ]",
                           folder),
                     0);
    /* As `make fiel` leaves it, without libfiel: what is missing is said, and what makes it. */
    int bad = shell(
        "cd '%s' && export PATH=\"$PWD/tree/bin:$PATH\" PKG_CONFIG_LIBDIR=/none && fiel new-bot bare --lang c && "
        "! make -C bare test > err 2>&1 && grep -q \"^libfiel is not found: type 'make sdk'\" err",
        folder);
    assert_int_equal(bad, 0);
}

/* What is run of the archive: `run` beside its language. */
static const struct {
    const char *language, *run;
} programs[] = {
    { "c", "./bot" }, { "python", "lines:./bot.py" }, { "js", "lines:./bot.js" }, { "lines", "lines:./bot" }
};

static const char *program_of(const char *language)
{
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (!strcmp(programs[i].language, language))
            return programs[i].run;
    fail_msg("which file of the template %s is run?", language);
    return "";
}

/* The whole of ./NAME.tar, and what the ladder says to it. */
static void check_archive(const char *language)
{
    static char bytes[64 << 20];
    char path[128], why[256] = "";
    snprintf(path, sizeof path, "%s/my-%s/my-%s.tar", folder, language, language);
    FILE *f = fopen(path, "rb");
    if (!f)
        fail_msg("%s: make dist made no %s", language, path);
    size_t size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    if (!artifact_check(bytes, size, program_of(language), true, why))
        fail_msg("%s: the ladder says: %s", language, why);
}

/* What is in ./NAME.tar, and nothing else, plays a game. */
static void play_archive(const char *language)
{
    const char *run = program_of(language), *program = strchr(run, '.');
    if (shell("cd '%s' && mkdir %s && tar -xf my-%s/my-%s.tar -C %s", folder, language, language, language, language) ||
        shell("cd '%s' && fiel match --clock start=60s --games 1 --bot %.*s%s/%s --bot random --replay %s.replay "
              "--json > "
              "played",
              folder, (int)(program - run), run, language, program, language) ||
        shell("grep -q '\"faults\":\\[\\]' '%s/played' || { cat '%s/played' '%s/%s.logs'/*; exit 1; }", folder, folder,
              folder, language))
        fail_msg("%s: what is in the archive does not play", language);
}

static void test_language(const char *language)
{
    if (shell("cd '%s' && fiel new-bot my-%s --lang %s > out", folder, language, language))
        fail_msg("%s: it is not made", language);
    assert_int_equal(shell("grep -q 'cd my-%s' '%s/out'", language, folder), 0);
    if (shell("! grep -rnE '@(NAME|RUN)@' '%s/my-%s' '%s/out'", folder, language, folder))
        fail_msg("%s: a place for name or run is left", language);
    if (shell("cd '%s/my-%s' && { make -s test && make -s dist; } > ../log 2>&1 || { cat ../log; exit 1; }", folder,
              language))
        fail_msg("%s: its own test fails", language);
    check_archive(language);
    play_archive(language);
}

TEST(test_every_language)
{
    DIR *d = opendir("sdk/templates");
    unsigned n = 0;
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        if (e->d_name[0] != '.') {
            test_language(e->d_name);
            n++;
        }
    closedir(d);
    assert_true(n >= 1);
}
