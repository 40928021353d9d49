/* The static site: every link leads to a file of it, nothing is in it that a visitor is not shown, and what is there already is not
 * written again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sodium.h>
#include <sys/stat.h>

#include "site/export.h"
#include "ladder_site.h"
#include "site/session/account.h"
#include "record/replay.h"
#include "support/built.h"

/* --- addresses -------------------------------------------------------------------------------------------------------------- */

static void addresses_and_files(void **state)
{
    (void)state;
    static const char *const good[][2] = {
        { "/", "index.html" },
        { "/matches", "matches.html" },
        { "/matches?before=12", "matches,before-12.html" },
        { "/matches?ladder=a.b&before=2", "matches,ladder-a.b,before-2.html" },
        { "/bots/ana/x", "bots/ana/x.html" },
        { "/replays/00ff", "replays/00ff.replay" },
        { "/static/vendor/a.mjs", "static/vendor/a.mjs" },
        { "/api/ladders", "api/ladders.json" },
        { "/api/ladders/x/standings", "api/ladders/x/standings.json" },
        { "/events/7", "events/7.html" },
    };
    static const char *const none[] = { "",
                                        "matches",
                                        "/enter",
                                        "/me",
                                        "/host",
                                        "/live",
                                        "/live/7",
                                        "/api/bots",
                                        "/api/me",
                                        "/bots/../../etc/passwd",
                                        "/matches/3/logs/0",
                                        "/matches/3/dispute",
                                        "/bots/ana/x/versions",
                                        "//evil.example/x",
                                        "/bots//x",
                                        "/matchesx",
                                        "/disputes/1",
                                        "/bots/ana/\n",
                                        "/bots/ana/x y",
                                        "/matches?before=<b>" };
    char file[EXPORT_URL], large[2 * EXPORT_URL];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!export_file(good[i][0], file) || strcmp(file, good[i][1]) != 0)
            fail_msg("%s: %s", good[i][0], file);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (export_file(none[i], file))
            fail_msg("%s is exported as %s", none[i], file);
    memset(large, 'a', sizeof large);
    memcpy(large, "/bots/", 6);
    large[sizeof large - 1] = '\0';
    assert_false(export_file(large, file));
}

static void note(void *arg, const char *url) { strcat(strcat(arg, url), " "); }

static void links_become_relative(void **state)
{
    (void)state;
    struct page out = { 0 };
    char met[1024] = "";
    export_links("/bots/ana/x?after=3",
                 "<a href=\"/\">a</a> <a href=\"?after=6\">b</a> <a href=\"/matches?ladder=l&amp;before=2#top\">c</a> "
                 "<a href=\"#content\">d</a>"
                 " <a href=\"/enter\">e</a> <a href=\"https://example.org/\">f</a> <img src=\"/static/i.svg\"> "
                 "text=\"/matches\" <div data-src=\"/replays/ab\">"
                 " <section data-twin=\"/replays/cd\" data-twin-replay=\"cd\">",
                 &out, note, met);
    assert_string_equal(out.data,
                        "<a href=\"../../index.html\">a</a> <a href=\"../../bots/ana/x,after-6.html\">b</a> <a "
                        "href=\"../../matches,ladder-l,before-2.html#top\">"
                        "c</a> <a href=\"#content\">d</a> <a href=\"../../index.html\">e</a> <a "
                        "href=\"https://example.org/\">f</a> <img "
                        "src=\"../../static/i.svg\"> text=\"/matches\" <div data-src=\"../../replays/ab.replay\">"
                        " <section data-twin=\"../../replays/cd.replay\" data-twin-replay=\"cd\">");
    assert_string_equal(met, "/ /bots/ana/x?after=6 /matches?ladder=l&before=2 /static/i.svg /replays/ab /replays/cd ");
    page_free(&out);
    export_links("/", "<a href=\"", &out, note, met); /* cut short */
    page_free(&out);
}

/* --- a whole site ------------------------------------------------------------------------------------------------------------ */

static struct here here;
static char server[64], folder[128];
static struct store_error e;

static int start(void **state)
{
    static struct order o;
    static struct world_legs l;
    static char record[2][64];
    char why[256], wasm[512], token[TOKEN_TEXT];
    struct leg leg[2];
    struct leg_filter f = { 0 };
    size_t n;
    int64_t id;
    (void)state;
    here_start(&here);
    world_make(&here.world, here.site.store);
    world_plan(&here.world, 1);
    FINE(world_lease(&here.world, "worker-name-9", &o, &e));
    world_legs(&l, 7);
    for (int i = 0; i < 2; i++) { /* only records are given out */
        l.leg[i].replay_size = (size_t)snprintf(record[i], sizeof record[i], "%s record of leg %d", REPLAY_MAGIC, i);
        l.leg[i].replay = record[i];
    }
    l.leg[0].seat[0].log = "secret thoughts";
    l.leg[0].seat[0].log_size = 15;
    FINE(store_finish(here.site.store, &o, l.leg, 2, &e));
    FINE(store_legs(here.site.store, &f, leg, 2, &n, &e));
    struct dispute d = { .leg = leg[0].id, .person = here.world.author, .text = "secret complaint" };
    FINE(store_dispute_add(here.site.store, &d, "ana", &id, &e));
    FINE(account_make(here.site.store, "secretary", "long enough 1", ROLE_VISITOR, &id, &e));
    FINE(session_open(&here.site, id, "token", "secret label", 100000, token, &e));
    snprintf(wasm, sizeof wasm, "%s/web/fiel.wasm", build_dir());
    here.site.assets = assets_load("ladder/web", wasm, why);
    here.site.exported = "es";
    snprintf(server, sizeof server, "http://127.0.0.1:%d", here.port);
    snprintf(folder, sizeof folder, "%s/out", here.folder);
    return here.site.assets ? 0 : -1;
}

static int stop(void **state)
{
    (void)state;
    assets_free(here.site.assets);
    here_stop(&here);
    return 0;
}

static size_t files, pages;

/* The links of a page lead to files; nothing private is in any file. */
static int look_at(const char *path, const struct stat *s, int type, struct FTW *at)
{
    static const char *const private[] = { "secret", "$argon2", "127.0.0.1", "worker-name-9",
                                           "/me\"",  "/enter",  "/host",     "fiel-test" };
    static char text[1 << 20], to[1024];
    (void)at;
    if (type != FTW_F)
        return 0;
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = '\0';
    files++;
    assert_int_equal(s->st_mode & 0777, 0644);
    if (strstr(path, "/static/"))
        return 0;
    for (size_t i = 0; i < sizeof private / sizeof *private; i++)
        if (memmem(text, n, private[i], strlen(private[i])))
            fail_msg("%s holds '%s'", path, private[i]);
    pages += strstr(path, ".html") != NULL;
    for (const char *link = text; strstr(path, ".html") && (link = strstr(link, "href=\"")); link++) {
        size_t size = strcspn(link + 6, "\"#");
        if (!size)
            continue;
        snprintf(to, sizeof to, "%.*s/%.*s", (int)(strrchr(path, '/') - path), path, (int)size, link + 6);
        if (access(to, F_OK))
            fail_msg("%s leads to %s, which is not there", path, to);
    }
    return 0;
}

static void everything_leads_somewhere(void **state)
{
    struct exported x;
    char path[192];
    (void)state;
    assert_int_equal(export_site(server, here.site.assets, folder, &x), 0);
    assert_true(x.written == x.pages && x.pages > 20);
    assert_int_equal(nftw(folder, look_at, 16, FTW_PHYS), 0);
    assert_int_equal(files, x.pages);
    assert_true(pages > 12); /* front, matches and their lists, bots, the event, the ladder */
    static const char *const must[] = { "index.html",         "matches.html",
                                        "bots/ana/bot0.html", "ladders/argentino-1v1.html",
                                        "events/1.html",      "api/ladders/argentino-1v1/standings.json",
                                        "static/fiel.wasm",   "static/worker.mjs" };
    for (size_t i = 0; i < sizeof must / sizeof *must; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, must[i]);
        if (access(path, F_OK))
            fail_msg("there is no %s", path);
    }
    snprintf(path, sizeof path, "%s/index.html", folder);
    FILE *f = fopen(path, "r");
    char text[4096] = "";
    assert_true(f && fread(text, 1, sizeof text - 1, f) > 0);
    fclose(f);
    assert_non_null(strstr(text, "lang=\"es\""));
    assert_non_null(strstr(text, "Content-Security-Policy"));
}

static void only_what_is_new_is_written(void **state)
{
    struct exported x;
    char path[192];
    (void)state;
    assert_int_equal(export_site(server, here.site.assets, folder, &x), 0);
    assert_int_equal(x.written, 0);
    FINE(store_bot_about(here.site.store, here.world.bot[0], "about <b>it</b>", &e));
    assert_int_equal(export_site(server, here.site.assets, folder, &x), 0);
    assert_int_equal(x.written, 2);                      /* the bot's page and the list of bots */
    snprintf(path, sizeof path, "%s/bots.html", folder); /* somebody wrote into it */
    FILE *f = fopen(path, "w");
    assert_true(f && !fclose(f));
    assert_int_equal(export_site(server, here.site.assets, folder, &x), 0);
    assert_int_equal(x.written, 1);
}

static void what_cannot_be_written_is_said(void **state)
{
    struct exported x;
    char path[192];
    (void)state;
    assert_int_equal(export_site(server, here.site.assets, "/no/such/folder/out", &x), 2);
    assert_int_equal(export_site("http://127.0.0.1:1", here.site.assets, folder, &x), 3);
    snprintf(path, sizeof path, "%s/other", here.folder);
    assert_int_equal(mkdir(path, 0755), 0);
    strcat(path, "/static"); /* a file where a folder has to be */
    FILE *f = fopen(path, "w");
    assert_true(f && !fclose(f));
    *strrchr(path, '/') = '\0';
    assert_int_equal(export_site(server, here.site.assets, path, &x), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_and_files),
        cmocka_unit_test(links_become_relative),
        cmocka_unit_test(everything_leads_somewhere),
        cmocka_unit_test(only_what_is_new_is_written),
        cmocka_unit_test(what_cannot_be_written_is_said),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, start, stop);
}
