/* new_bot: what `fiel new-bot` makes plays in its own folder, as its author does it, wherever that folder lies.
 *
 * The match writes its record, note, seed and logs into the very folder of the bot, which lists that folder to find its own
 * package.  So it plays twice: the second time beside what the first match left. */
#include "guise.h"
#include "process.h"
#include "support/skipped.h"

enum { FOLDER = 128 };

/* A folder of the player's own in `place`; false when nobody may make one there, which is said. */
static bool make_folder(const struct guise *g, const char *place, char folder[FOLDER])
{
    snprintf(folder, FOLDER, "%.90s/fiel-e2e-XXXXXX", place);
    if (!mkdtemp(folder)) {
        skipped(place, "this user may make no folder there");
        return false;
    }
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(g->uid ? chown(folder, g->uid, g->uid) : 0, 0);
    return true;
}

/* A script as somebody, with `fiel` in PATH; it must end well. */
static char *typed(const struct guise *g, const char *folder, const char *script)
{
    char whole[3 * PATH_MAX], bin[PATH_MAX];
    const char *words[WORDS_MAX], *const shell[] = { "/bin/sh", "-c", whole, NULL };
    snprintf(bin, sizeof bin, "%s", fiel());
    *strrchr(bin, '/') = '\0';
    snprintf(whole, sizeof whole,
             "set -e; umask 022; cd '%s'; PATH='%s':/usr/bin:/bin; HOME='%s'; export PATH HOME; %s", folder, bin,
             folder, script);
    in_guise(g, shell, words);
    struct run r = run_words(words, NULL);
    if (r.code)
        fail_msg("in %s, as %s: %s\nexit %d\n%s\n%s", folder, g->uid ? "an ordinary user" : "ourselves", script, r.code,
                 r.out, r.err);
    char *out = r.out;
    free(r.err);
    return out;
}

static void play_twice(const struct guise *g, const char *folder, const char *bot, const char *jail)
{
    char script[256];
    snprintf(script, sizeof script,
             "cd mine; fiel match --games 1 --rules argentino,target=9 --json --jail %s --bot %s --bot random "
             "2>/dev/null || "
             "{ cat *.logs/*; exit 1; }",
             jail, bot);
    for (int i = 0; i < 2; i++) {
        OWNED char *out = typed(g, folder, script);
        if (!strstr(out, "\"faults\":[],"))
            fail_msg("%s, --jail=%s, match %d in %s/mine:\n%s", bot, jail, i + 1, folder,
                     typed(g, folder, "cat mine/*.logs/*"));
    }
}

static void plays_there(const struct guise *g, const char *place, const char *const *jails, const char *language,
                        const char *bot)
{
    char folder[FOLDER], script[256], remove[FOLDER + 16];
    if (!make_folder(g, place, folder))
        return;
    snprintf(script, sizeof script,
             "fiel new-bot mine --lang %s; make -s -C mine > making 2>&1 || { cat making >&2; exit 1; }", language);
    free(typed(g, folder, script));
    for (int i = 0; jails[i]; i++)
        play_twice(g, folder, bot, jails[i]);
    snprintf(remove, sizeof remove, "rm -rf '%s'", folder);
    assert_int_equal(system(remove), 0);
}

static void everywhere(const struct guise *g, const char *home, const char *const *jails, const char *language,
                       const char *bot)
{
    const char *const places[] = { home, "/opt", "/srv", "/var/tmp", "/tmp" };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        plays_there(g, places[i], jails, language, bot);
}

/* Every jail that this user's machine holds, in each of the places. */
static void as_everybody(const char *language, const char *bot)
{
    const char *jails[] = { "none", "basic", NULL, NULL };
    OWNED_RUN r = run("fiel", "jail-test", "--quick", NULL);
    if (r.code)
        skipped("strict", "it cannot be held here: see `fiel jail-test`");
    else
        jails[2] = "strict";
    everywhere(&ourselves, getenv("HOME") ? getenv("HOME") : "/home", jails, language, bot);
    jails[2] = NULL; /* an ordinary user can give nobody a user id */
    if (can_be_nobody())
        everywhere(&nobody, "/home", jails, language, bot);
}

TEST(python_plays_in_its_own_folder) { as_everybody("python", "lines:./bot.py"); }

TEST(javascript_plays_in_its_own_folder) { as_everybody("js", "lines:./bot.js"); }
