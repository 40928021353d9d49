/* The ladder as files: the recipe of docs/ladder.md is run as it stands there, with another address, ladder, language and place.  Every
 * link leads to a file, or to the ladder itself where only that can answer; nothing is in it that a visitor is not shown. */

#include "support/test.h"
#include "ladder_site.h"
#include "site/session/account.h"
#include "record/replay.h"
#include "support/built.h"
#include "support/shell.h"

static struct here here;
static char server[64], www[SCRATCH_ROOM + 8];
static struct store_error e;

BEFORE_ALL(start)
{
    static struct order o;
    static struct world_legs l;
    static char record[2][64];
    char why[256], wasm[512], token[TOKEN_TEXT];
    struct leg leg[2];
    int64_t id;
    here_start(&here);
    world_make(&here.world, here.site.store);
    world_plan(&here.world, 1);
    FINE(world_lease(&here.world, "worker-name-9", &o, &e));
    world_legs(&l, 7);
    for (int i = 0; i < 2; i++) { /* only records are given out */
        l.leg[i].record_size = (size_t)snprintf(record[i], sizeof record[i], "%s record of leg %d", REPLAY_MAGIC, i);
        l.leg[i].record = record[i];
    }
    l.leg[0].seat[0].log = "secret thoughts";
    l.leg[0].seat[0].log_size = 15;
    FINE(store_finish(here.site.store, &o, l.leg, 2, &e));
    assert_true(world_all_legs(here.site.store, leg, 2) > 0);
    struct dispute d = { .leg = leg[0].id, .person = here.world.author, .text = "secret complaint" };
    FINE(store_dispute_add(here.site.store, &d, "ana", &id, &e));
    FINE(account_make(here.site.store, "secretary", "long enough 1", ROLE_VISITOR, &id, &e));
    FINE(session_open(&here.site, id, "token", "secret label", 100000, token, &e));
    snprintf(wasm, sizeof wasm, "%s/web/fiel.wasm", build_dir());
    here.site.assets = assets_load("ladder/web", wasm, why);
    snprintf(server, sizeof server, "http://127.0.0.1:%d", here.port);
    snprintf(www, sizeof www, "%s/www", here.folder);
    return here.site.assets ? 0 : -1;
}

AFTER_ALL(stop)
{
    assets_free(here.site.assets);
    here_stop(&here);
    return 0;
}

static size_t files, pages;

/* A link of a page: to a file, or to what only the ladder has: signing in, live matches, other languages. */
static void leads_somewhere(const char *page, const char *link, int size)
{
    char to[1024];
    size_t own = strlen(server);
    if (!strncmp(link, server, own)) {
        const char *asked = memmem(link, (size_t)size, "?language=", 10);
        if (!asked && strncmp(link + own, "/enter", 6) != 0 && strncmp(link + own, "/live", 5) != 0)
            fail_msg("%s leads to %.*s", page, size, link);
        return;
    }
    if (*link == '/') /* the viewer asks for these at the server's root */
        snprintf(to, sizeof to, "%s%.*s", www, size, link);
    else
        snprintf(to, sizeof to, "%.*s/%.*s", (int)(strrchr(page, '/') - page), page, size, link);
    for (char *at; (at = strstr(to, "%3F"));) {
        *at = '?';
        memmove(at + 1, at + 3, strlen(at + 3) + 1);
    }
    for (char *at; (at = strstr(to, "&amp;"));)
        memmove(at + 1, at + 5, strlen(at + 5) + 1);
    if (access(to, F_OK))
        fail_msg("%s leads to %s, which is not there", page, to);
}

static int look_at(const char *path, const struct stat *s, int type, struct FTW *at)
{
    static const char *const private[] = { "secret", "$argon2", "worker-name-9", "/me\"", "/host", "fiel-test" };
    static const char *const names[] = { " href=\"", " src=\"", " data-src=\"", " data-deck=\"", " data-twin=\"" };
    static char text[1 << 20];
    (void)s, (void)at;
    if (type != FTW_F)
        return 0;
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = '\0';
    files++;
    if (strstr(path, "/static/"))
        return 0;
    for (size_t i = 0; i < sizeof private / sizeof *private; i++)
        if (memmem(text, n, private[i], strlen(private[i])))
            fail_msg("%s holds '%s'", path, private[i]);
    if (!strstr(path, ".html"))
        return 0;
    pages++;
    assert_non_null(strstr(text, "Content-Security-Policy"));
    assert_non_null(strstr(text, "<html lang=\"es\""));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (const char *link = text; (link = strstr(link, names[i]));) {
            link += strlen(names[i]);
            if (strcspn(link, "\"#"))
                leads_somewhere(path, link, (int)strcspn(link, "\"#"));
        }
    return 0;
}

TEST(every_link_leads_somewhere)
{
    static const char *const must[] = { "index.html",         "matches.html",
                                        "bots/ana/bot0.html", "ladders/argentino-1v1.html",
                                        "events/1.html",      "api/ladders/argentino-1v1/standings",
                                        "static/fiel.wasm",   "static/worker.mjs" };
    char path[256];
    SHELL_FINE("command -v wget >/dev/null || { echo 'wget is missing: apt-get install wget' >&2; exit 1; }");
    SHELL_FINE("sed -n '/^wget/,/^```/{/^```/!p}' docs/ladder.md | sed -e 's|https://ladder.example|%s|g' -e "
               "'s|/usr/lib/fiel/web/[.]|ladder/web/. %s/web/fiel.wasm|' -e 's|ladders/argentino|&-1v1|' -e "
               "'s|Language: en|Language: es|' -e 's|www|\"%s\"|g' > '%s/recipe' && grep -q wget '%s/recipe' && sh -e "
               "'%s/recipe' > "
               "'%s/told' 2>&1 || { cat '%s/told'; exit 1; }",
               server, build_dir(), www, here.folder, here.folder, here.folder, here.folder, here.folder);
    assert_int_equal(nftw(www, look_at, 16, FTW_PHYS), 0);
    assert_true(files > 20);
    assert_true(pages > 12); /* front, matches and their lists, bots, the event, the ladder */
    for (size_t i = 0; i < sizeof must / sizeof *must; i++) {
        snprintf(path, sizeof path, "%s/%s", www, must[i]);
        if (access(path, F_OK))
            fail_msg("there is no %s", path);
    }
}
