/* What a site tells its host about who came: a line for each request, a sentence for each failed sign-in. */

#include "support/test.h"
#include "ladder_served.h"
#include "site/session/account.h"

static struct here here; /* the port of what is served; no site of its own */
static char folder[SCRATCH_ROOM];

static void read_file(const char *name, char text[8192])
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    text[f ? fread(text, 1, 8191, f) : 0] = '\0';
    if (f)
        fclose(f);
}

/* A store with the account hilda, served with its standard error in the folder's file `said`. */
static void start(struct served *s)
{
    struct store *store;
    struct store_error e;
    char where[128], path[256];
    int64_t id;
    scratch_quick(folder);
    snprintf(where, sizeof where, "sqlite:%s/ladder.db", folder);
    FINE(store_open(&store, where, STORE_CREATE, &e));
    FINE(account_make(store, "hilda", "the right one", ROLE_HOST, &id, &e));
    store_close(&store);
    snprintf(path, sizeof path, "%s/said", folder);
    int before = dup(2), said = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    assert_true(before >= 0 && said >= 0 && dup2(said, 2) == 2);
    snprintf(path, sizeof path, "%s/access.log", folder);
    served_start(s, where, (const char *const[]){ "--access-log", path, NULL });
    dup2(before, 2);
    close(before);
    close(said);
    here.port = s->port;
}

static void asked(const char *method, const char *path, const char *more, const char *fields, int status)
{
    OWNED_REPLY y = strcmp(method, "POST") != 0 ? here_ask(&here, method, path, more, NULL, 0)
                                                : here_post(&here, path, more, fields);
    if (y.status != status)
        fail_msg("%s %s: %d, not %d", method, path, y.status, status);
}

#define SILENT(text, words) \
    if (strstr(text, words)) \
    fail_msg("'%s' is in: %s", words, text)

/* Anyone who forges lines, by a path or by the address that a proxy hands on, gets one line of percent signs. */
TEST(each_request_is_a_line)
{
    struct served s;
    char text[8192];
    start(&s);
    asked("GET", "/bots?token=query-secret", NULL, NULL, 200);
    asked("GET", "/nowhere/x%0a2026-01-01T00:00:00Z%20forged", NULL, NULL, 404);
    asked("GET", "/bots", "X-Forwarded-For: 203.0.113.7\x1b[2J\r\n", NULL, 200);
    asked("PUT", "/bots", NULL, NULL, 405);
    asked("POST", "/enter", "X-Forwarded-For: 203.0.113.9\r\n", "what=in&name=hilda&password=wrong-wrong", 404);
    assert_int_equal(served_end(&s, SIGTERM), 0);
    read_file("access.log", text);
    assert_holds(text, "Z 127.0.0.1 GET /bots 200 ");
    assert_holds(text, "Z 127.0.0.1 GET /nowhere/x%0A2026-01-01T00:00:00Z%20forged 404 ");
    assert_holds(text, "Z 203.0.113.7%1B[2J GET /bots 200 ");
    assert_holds(text, "Z 127.0.0.1 PUT /bots 405 ");
    assert_holds(text, "Z 203.0.113.9 POST /enter 404 ");
    SILENT(text, "secret");
    SILENT(text, "wrong-wrong");
    unsigned lines = 0;
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        lines++;
    assert_int_equal(lines, 5);
    scratch_remove(folder);
}

TEST(who_fails_to_come_in_is_told_with_his_address)
{
    struct served s;
    char text[8192];
    start(&s);
    asked("POST", "/enter", "X-Forwarded-For: 203.0.113.9\r\n", "what=in&name=hilda&password=wrong-wrong", 404);
    asked("POST", "/api/tokens", "X-Forwarded-For: 203.0.113.10\r\n", "name=hilda&password=wrong-wrong", 401);
    asked("POST", "/enter", "X-Forwarded-For: 203.0.113.11\r\n", "what=in&name=typed-in-the-wrong-field&password=hilda",
          404);
    asked("POST", "/enter", "X-Forwarded-For: 203.0.113.12\r\n", "what=in&name=hilda&password=the+right+one", 303);
    assert_int_equal(served_end(&s, SIGTERM), 0);
    read_file("said", text);
    assert_holds(text, "sign-in failed from 203.0.113.9: 'hilda'\n");
    assert_holds(text, "sign-in failed from 203.0.113.10: 'hilda'\n");
    assert_holds(text, "sign-in failed from 203.0.113.11: a name that nobody has\n");
    SILENT(text, "203.0.113.12");
    SILENT(text, "wrong-wrong");
    SILENT(text, "typed-in");
    SILENT(text, "right one");
    scratch_remove(folder);
}

TEST(a_log_that_cannot_be_written_is_said)
{
    char words[512], text[2048];
    scratch_quick(folder);
    snprintf(words, sizeof words, "init --store 'sqlite:%s/ladder.db' --host hilda", folder);
    assert_int_equal(here_command(words, text, sizeof text), 0);
    snprintf(words, sizeof words, "serve --store 'sqlite:%s/ladder.db' --tables 0 --access-log '%s'", folder, folder);
    assert_int_equal(here_command(words, text, sizeof text), 3);
    assert_holds(text, "cannot be written: Is a directory: choose another file");
    scratch_remove(folder);
}
