/* The API: the page that describes it names every address that there is and no other, and what a page can do, a program can. */

#include <ctype.h>
#include <jansson.h>

#include "support/test.h"
#include "ladder_site.h"
#include "child/json_text.h"

enum { CALLS = 128, CALL = 128 };

/* "GET /api/bots/AUTHOR/BOT" to "GET /api/bots/{}/{}". */
static void as_route(const char *from, size_t size, char out[CALL])
{
    size_t n = 0;
    for (size_t i = 0; i < size && n < CALL - 3; i++)
        if (i && from[i - 1] == '/' && isupper((unsigned char)from[i])) {
            while (i < size && isupper((unsigned char)from[i]))
                i++;
            i--;
            memcpy(out + n, "{}", 2);
            n += 2;
        } else {
            out[n++] = from[i];
        }
    out[n] = '\0';
}

static size_t of_the_page(char call[CALLS][CALL])
{
    char line[2048];
    size_t n = 0;
    FILE *f = fopen("ladder/API.md", "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f))
        if (!strncmp(line, "| `", 3) && n < CALLS)
            as_route(line + 3, strcspn(line + 3, "`"), call[n++]);
    fclose(f);
    return n;
}

static size_t of_the_program(char call[CALLS][CALL])
{
    size_t n = 0;
    for (const struct http_route *r = site_all_routes(); r->method && n < CALLS; r++)
        if (!strncmp(r->path, "/api/", 5))
            snprintf(call[n++], CALL, "%s %s", r->method, r->path);
    return n;
}

static bool has(char call[CALLS][CALL], size_t n, const char *what)
{
    while (n--)
        if (!strcmp(call[n], what))
            return true;
    return false;
}

TEST(the_page_names_every_address)
{
    static char page[CALLS][CALL], program[CALLS][CALL];
    size_t told = of_the_page(page), there = of_the_program(program);
    for (size_t i = 0; i < there; i++)
        if (!has(page, told, program[i]))
            fail_msg("ladder/API.md does not name %s", program[i]);
    for (size_t i = 0; i < told; i++)
        if (!has(program, there, page[i]))
            fail_msg("ladder/API.md names %s, which is not there", page[i]);
    assert_int_equal(told, there);
    for (size_t i = 0; i < told; i++)
        assert_false(has(page, i, page[i])); /* once */
}

/* A person's table is for people: a program that plays is a bot. */
static bool is_for_people(const char *path) { return !strncmp(path, "/play/", 6) || !strncmp(path, "/tables/", 8); }

/* Every form's address has a twin for programs, under another name where the page's says whose dashboard it is. */
TEST(what_a_form_does_a_program_can)
{
    static char program[CALLS][CALL];
    static const char *const twins[][2] = { { "POST /enter", "POST /api/accounts" },
                                            { "POST /leave", "POST /api/me/tokens/end" },
                                            { "POST /me/bots", "POST /api/bots" },
                                            { "POST /start", "POST /api/bots/{}/{}/versions" },
                                            { "POST /me/tokens", "POST /api/tokens" } };
    size_t there = of_the_program(program);
    for (const struct http_route *r = site_all_routes(); r->method; r++) {
        char own[CALL], twin[CALL];
        const char *path = !strncmp(r->path, "/host/", 6) ? r->path + 5 : r->path;
        if (strcmp(r->method, "POST") != 0 || !strncmp(r->path, "/api/", 5) || is_for_people(r->path))
            continue;
        snprintf(own, sizeof own, "%s %s", r->method, r->path);
        snprintf(twin, sizeof twin, "%s /api%s", r->method, path);
        for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
            if (!strcmp(twins[i][0], own))
                strcpy(twin, twins[i][1]);
        if (!has(program, there, twin))
            fail_msg("%s has no twin %s", own, twin);
    }
}

/* --- asked ------------------------------------------------------------------------------------------------------------- */

HERE_FOR_EACH
static char host[160], author[160];

static int start(STATE)
{
    char token[TOKEN_TEXT];
    struct store_error e;
    here_start(&here);
    world_make(&here.world, here.site.store);
    FINE(session_open(&here.site, here.world.host, "token", "", 1000000, token, &e));
    snprintf(host, sizeof host, "Authorization: Bearer %s\r\n", token);
    FINE(session_open(&here.site, here.world.author, "token", "", 1000000, token, &e));
    snprintf(author, sizeof author, "Authorization: Bearer %s\r\n", token);
    return 0;
}

/* The answer as JSON; its status must be this. */
static json_t *asked(struct reply y, const char *what, int status)
{
    json_error_t wrong;
    json_t *j = json_loads(y.body, 0, &wrong);
    if (y.status != status || !j || !strstr(y.all, "Content-Type: application/json"))
        fail_msg("%s: %d, expected %d:\n%s", what, y.status, status, y.all);
    if (status >= 400)
        assert_true(strlen(json_string_value(json_object_get(j, "error"))) > 10);
    reply_free(&y);
    return j;
}

static void get(const char *who, const char *path, int status)
{
    json_decref(asked(here_get(&here, path, who), path, status));
}

static int64_t post(const char *who, const char *path, const char *fields, int status)
{
    json_auto_t *j = asked(here_post(&here, path, who, fields), path, status);
    int64_t id = json_integer_value(json_object_get(j, "id"));
    return id;
}

TEST_WITH(nobody_does_what_is_not_his, start, stop)
{
    static const char *const of_hosts[] = { "/api/people", "/api/jobs", "/api/workers", "/api/rechecks" },
                             *const of_the_known[] = { "/api/me", "/api/me/notices", "/api/me/tokens", "/api/disputes",
                                                       "/api/disputes/1" },
                             *const done_by_hosts[] = { "/api/ladders",           "/api/events",
                                                        "/api/events/1/start",    "/api/events/1/pause",
                                                        "/api/events/1/cancel",   "/api/entries",
                                                        "/api/versions",          "/api/people",
                                                        "/api/jobs/1/again",      "/api/jobs/1/cancel",
                                                        "/api/rechecks/1/stands", "/api/rechecks/1/void" };
    for (size_t i = 0; i < sizeof of_hosts / sizeof *of_hosts; i++) {
        get(NULL, of_hosts[i], 401);
        get(author, of_hosts[i], 403);
        get(host, of_hosts[i], 200);
    }
    for (size_t i = 0; i < sizeof of_the_known / sizeof *of_the_known; i++)
        get(NULL, of_the_known[i], 401);
    for (size_t i = 0; i < sizeof done_by_hosts / sizeof *done_by_hosts; i++) {
        post(NULL, done_by_hosts[i], "", 401);
        post(author, done_by_hosts[i], "", 403);
    }
    get("Authorization: Bearer 00\r\n", "/api/me", 401);
    get("Authorization: Basic YWRtaW46\r\n", "/api/me", 401);
}

TEST_WITH(a_host_runs_an_event, start, stop)
{
    char path[64], fields[128];
    post(host, "/api/ladders", "code=two&name=Two&rules=nothing", 400);
    post(host, "/api/ladders", "code=two&name=&rules=argentino", 400);
    assert_true(post(host, "/api/ladders", "code=two&name=Two&rules=argentino", 201) > 0);
    post(host, "/api/ladders", "code=two&name=Two&rules=argentino", 409);
    assert_true(post(host, "/api/ladders", "code=plain&name=Plain&rules=argentino&plain=1", 201) > 0);
    json_auto_t *all = asked(here_get(&here, "/api/ladders", NULL), "ladders", 200);
    for (size_t i = 0; i < json_array_size(all); i++) {
        json_t *l = json_array_get(all, i);
        assert_int_equal(json_integer_value(json_object_get(l, "legs")), strcmp(json_text(l, "code"), "plain") ? 2 : 1);
        assert_int_equal(json_integer_value(json_object_get(l, "games")), strcmp(json_text(l, "code"), "two") ? 1 : 5);
    }
    post(host, "/api/events", "ladder=two&kind=race&name=Cup", 400);
    post(host, "/api/events", "ladder=none&kind=swiss&name=Cup", 404);
    int64_t id = post(host, "/api/events", "ladder=two&kind=roundrobin&name=Cup&rated=1", 201);
    snprintf(fields, sizeof fields, "event=%lld&who=ana/bot0%%231&seed=2", (long long)id);
    post(host, "/api/entries", fields, 201);
    post(host, "/api/entries", "event=x&who=ana/bot0%231", 400);
    snprintf(path, sizeof path, "/api/events/%lld/pause", (long long)id);
    post(host, path, "", 409);
    snprintf(path, sizeof path, "/api/events/%lld/start", (long long)id);
    post(host, path, "", 200);
    post(host, path, "", 409);
    snprintf(path, sizeof path, "/api/events/%lld", (long long)id);
    json_t *j = asked(here_get(&here, path, NULL), path, 200);
    json_t *entry = json_array_get(json_object_get(j, "entries"), 0);
    assert_string_equal(json_text(j, "state"), "running");
    assert_string_equal(json_text(j, "ladder"), "two");
    assert_int_equal(json_integer_value(json_object_get(entry, "seed")), 2);
    assert_string_equal(json_text(json_array_get(json_object_get(entry, "bots"), 0), "bot"), "bot0");
    json_decref(j);
    j = asked(here_get(&here, "/api/events?ladder=two", NULL), "events", 200);
    assert_int_equal(json_array_size(j), 2); /* and the one that never ends */
    json_decref(j);
    get(NULL, "/api/events?before=x", 400);
    get(NULL, "/api/events/99999", 404);
}

/* Partners that stay together: a team of several versions is one entry. */
TEST_WITH(teams_are_entered, start, stop)
{
    char path[64], fields[160];
    assert_true(post(host, "/api/ladders", "code=four&name=Four&rules=argentino&seats=4", 201) > 0);
    int64_t cup = post(host, "/api/events", "ladder=four&kind=swiss&name=Teams", 201);
    int64_t test = post(host, "/api/events", "ladder=four&kind=sprt&name=Test", 201);
    static const struct {
        const char *who;
        unsigned expected;
    } tries[] = {
        { "ana/bot0%231%2Bana/bot1%231", 201 },                /* two for the two seats of a side */
        { "ana/bot2%231", 201 },                               /* one sits in both */
        { "ana/bot0%231%2Bana/bot1%231%2Bana/bot2%231", 400 }, /* one too many */
        { "ana/bot0%231%2B", 400 },
        { "ana/bot0%231%2Bana/nobody", 404 },
        { "ana/bot0%2Bana/bot0%2Bana/bot0%2Bana/bot0%2Bana/bot0", 400 },
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        snprintf(fields, sizeof fields, "event=%lld&who=%s", (long long)cup, tries[i].who);
        post(host, "/api/entries", fields, (int)tries[i].expected);
    }
    snprintf(fields, sizeof fields, "event=%lld&who=%s", (long long)test, tries[0].who);
    post(host, "/api/entries", fields, 400);
    snprintf(path, sizeof path, "/api/events/%lld", (long long)cup);
    json_t *j = asked(here_get(&here, path, NULL), path, 200), *entries = json_object_get(j, "entries");
    assert_int_equal(json_array_size(entries), 2);
    assert_int_equal(json_array_size(json_object_get(json_array_get(entries, 0), "bots")), 2);
    json_decref(j);
}

TEST_WITH(people_and_their_bots, start, stop)
{
    char line[200];
    post(NULL, "/api/accounts", "name=rosa&password=short", 400);
    assert_true(post(NULL, "/api/accounts", "name=rosa&password=long+enough+1", 201) > 0);
    post(NULL, "/api/accounts", "name=rosa&password=long+enough+1", 409);
    json_t *j = asked(here_post(&here, "/api/tokens", NULL, "name=rosa&password=long+enough+1&label=laptop"), "token",
                      200);
    snprintf(line, sizeof line, "Authorization: Bearer %s\r\n", json_text(j, "token"));
    json_decref(j);
    j = asked(here_get(&here, "/api/me", line), "me", 200);
    assert_string_equal(json_text(j, "name"), "rosa");
    assert_string_equal(json_text(j, "role"), "author");
    json_decref(j);
    j = asked(here_get(&here, "/api/me/tokens", line), "tokens", 200);
    assert_string_equal(json_text(json_array_get(j, 0), "label"), "laptop");
    json_decref(j);
    post(line, "/api/bots", "name=one&about=mine", 201);
    j = asked(here_get(&here, "/api/bots?author=rosa", NULL), "bots", 200);
    assert_int_equal(json_array_size(j), 1);
    assert_string_equal(json_text(json_array_get(j, 0), "about"), "mine");
    json_decref(j);
    get(NULL, "/api/bots?author=nobody", 404);
    get(NULL, "/api/bots?after=x", 400);
    post(host, "/api/people", "name=rosa&role=king", 400);
    post(host, "/api/people", "name=rosa&role=visitor", 200);
    post(line, "/api/bots", "name=two", 403);
    post(line, "/api/me/password", "old=wrong+wrong+1&new=long+enough+2", 404);
    post(line, "/api/me/password", "old=long+enough+1&new=long+enough+2", 200);
    get(line, "/api/me", 401);
    post(host, "/api/people", "name=rosa&role=visitor&closed=1", 200);
    post(NULL, "/api/tokens", "name=rosa&password=long+enough+2", 401);
}
