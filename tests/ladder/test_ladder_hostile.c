/* Hostile visitors: archives that grow, text that wants to be markup or SQL, sessions that are another's, requests that are none. */

#include <sqlite3.h>
#include <sys/resource.h>

#include "support/test.h"
#include "cli/said.h"
#include "filing/artifact.h"
#include "ladder_bombs.h"
#include "ladder_site.h"
#include "site/session/account.h"
#include "store/db.h"
#include "support/skipped.h"

HERE_FOR_ALL
static struct store_error e;
static struct browser host, ana, zoe;
static int64_t match_id;

BEFORE_ALL(start)
{
    static struct order o;
    struct leg leg[2];
    world_plan(&here.world, 1);
    world_play(&here.world, "w", 7, &o);
    assert_true(world_all_legs(here.site.store, leg, 2) > 0);
    match_id = leg[0].id;
    browser_come_in(&host, &here, here.world.host);
    browser_come_in(&ana, &here, here.world.author);
    browser_come_in(&zoe, &here, world_person(here.site.store, "zoe", ROLE_AUTHOR));
    return 0;
}

/* --- archives --------------------------------------------------------------------------------------------------------------- */

/* Refused with these words, and with no more memory than a check needs. */
static void refused(const struct growing *g, const char *says)
{
    char why[256] = "";
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    if (artifact_check(g->bytes, g->size, "./bot", true, why) ||
        !strstr(said_text(why, sizeof why, ENGLISH, why), says))
        fail_msg("'%s', not '%s'", why, says);
    getrusage(RUSAGE_SELF, &after);
#if !defined(__SANITIZE_ADDRESS__)
    assert_true(after.ru_maxrss - before.ru_maxrss < 64 << 10); /* KiB */
#endif
}

TEST(every_bomb_is_refused)
{
    for (size_t i = 0; i < BOMBS; i++) {
        struct growing all = { 0 };
#if defined(__SANITIZE_ADDRESS__)
        if (bombs[i].address) {
            skipped("the window of a packer", "a sanitizer's address space has no limit");
            continue;
        }
#endif
        bombs[i].make(&all);
        assert_true(all.size < 64 << 20); /* it would be taken */
        print_message("%s: %zu bytes\n", bombs[i].name, all.size);
        refused(&all, bombs[i].says);
        free(all.bytes);
    }
}

/* Names of a megabyte, devices, links, in the formats that can say so. */
TEST(what_formats_can_say)
{
    enum { HUGE = 1 << 20 };
    static const struct {
        mode_t type;
        const char *name, *link;
        bool huge;
        const char *says;
    } bad[] = { { AE_IFREG, NULL, NULL, true, "tar archive" },
                { AE_IFCHR, "null", NULL, false, "neither a file nor a folder" },
                { AE_IFBLK, "disk", NULL, false, "neither a file nor a folder" },
                { AE_IFIFO, "pipe", NULL, false, "neither a file nor a folder" },
                { AE_IFLNK, "bot", "../../../../etc/shadow", false, "is a link" },
                { AE_IFREG, "bot\n\x1b[2J/../x", NULL, false,
                  "entry 'bot??[2J/../x' would lie outside of its folder" } };
    OWNED char *huge = malloc(HUGE + 1);
    memset(huge, 'n', HUGE);
    huge[HUGE] = '\0';
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct growing g = { 0 };
        struct archive *a = archive_write_new();
        struct archive_entry *x = archive_entry_new();
        archive_write_set_format_pax(a);
        assert_int_equal(archive_write_open(a, &g, NULL, take, NULL), ARCHIVE_OK);
        archive_entry_set_pathname(x, bad[i].huge ? huge : bad[i].name);
        archive_entry_set_filetype(x, bad[i].type);
        archive_entry_set_perm(x, 0755);
        archive_entry_set_size(x, 0);
        if (bad[i].link)
            archive_entry_set_symlink(x, bad[i].link);
        archive_write_header(a, x);
        archive_entry_free(x);
        archive_write_close(a);
        archive_write_free(a);
        refused(&g, bad[i].says);
        free(g.bytes);
    }
}

/* --- text -------------------------------------------------------------------------------------------------------------------- */

#define NASTY \
    "%27%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E%3Cimg+src%3Dx+onerror%3Dy%3E%26amp%3B%27%3B+drop+table+person%3B--%" \
    "00%0d%0aX-Evil:+1"
#define NASTY_NO_ZERO \
    "%27%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E%3Cimg+src%3Dx+onerror%3Dy%3E%26amp%3B%27%3B+drop+table+person%3B--%" \
    "0d%0aX-Evil:+1"

static bool in_head(const struct reply *y, const char *text)
{
    return memmem(y->all, (size_t)(y->body - y->all), text, strlen(text));
}

/* Every page that somebody sees. */
static void look_everywhere(void)
{
    static const char *const pages[] = { "/",
                                         "/matches",
                                         "/matches?faulty=1",
                                         "/events",
                                         "/events/1",
                                         "/bots",
                                         "/bots/ana/bot0",
                                         "/ladders/argentino-1v1",
                                         "/me",
                                         "/disputes",
                                         "/disputes/1",
                                         "/host",
                                         "/bots/ana/bot0/versions",
                                         "/enter",
                                         "/live",
                                         "/api/ladders",
                                         "/api/events",
                                         "/api/bots",
                                         "/api/disputes",
                                         "/api/me/notices",
                                         "/api/me/tokens",
                                         "/api/people",
                                         "/api/matches" };
    const struct browser *who[] = { &host, &ana, &zoe, NULL };
    for (size_t w = 0; w < sizeof who / sizeof *who; w++)
        for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
            OWNED_REPLY y = here_get(&here, pages[i], who[w] ? who[w]->cookie : NULL);
            if (y.status >= 500 || strstr(y.body, "<script>alert") || strstr(y.body, "<img src=x") ||
                in_head(&y, "\nX-Evil"))
                fail_msg("%s: %d\n%.3000s", pages[i], y.status, y.all);
        }
}

TEST(markup_and_sql_in_every_field)
{
    struct store_counts before, after;
    char path[64], fields[2048];
    snprintf(path, sizeof path, "/matches/%lld/dispute", (long long)match_id);
    const struct {
        const struct browser *who;
        const char *path, *fields;
    } forms[] = { { &ana, "/me/bots", "name=%s" },
                  { &ana, "/me/bots", "name=fine&about=%s" },
                  { &ana, "/me/tokens", "label=%s" },
                  { &ana, "/me/tokens/end", "session=%s" },
                  { &ana, "/me/password", "old=%s&new=%s" },
                  { &ana, path, "text=%s" },
                  { &host, "/disputes/1", "to=%s&decision=x" },
                  { &host, "/disputes/1", "to=upheld&decision=%s" },
                  { &host, "/host/people", "name=%s&role=author" },
                  { &host, "/host/people", "name=zoe&role=%s" },
                  { &host, "/host/versions", "who=%s&to=disable" },
                  { &host, "/host/versions", "who=ana/bot1%%231&to=disable&reason=%s" },
                  { &host, "/host/ladders", "code=%s&name=n&rules=argentino" },
                  { &host, "/host/ladders", "code=nasty&name=%s&rules=argentino" },
                  { &host, "/host/ladders", "code=nasty2&name=n&rules=%s" },
                  { &host, "/host/ladders", "code=nasty3&name=n&rules=argentino&clock=%s" },
                  { &host, "/host/events", "ladder=%s&kind=swiss&name=n" },
                  { &host, "/host/events", "ladder=argentino-1v1&kind=%s&name=n" },
                  { &host, "/host/events", "ladder=argentino-1v1&kind=swiss&name=%s" },
                  { &host, "/host/events", "ladder=argentino-1v1&kind=swiss&name=n&cfg=%s" },
                  { &host, "/host/events", "ladder=argentino-1v1&kind=swiss&name=n&rounds=%s&authors=%s&enter=%s" },
                  { &host, "/host/events/1/edit", "name=%s&opens=%s" },
                  { &host, "/host/ladders/argentino-1v1", "name=%s&clock=%s" },
                  { &ana, "/events/1/enter", "who=%s" },
                  { &ana, "/tries", "own=%s&rival=%s&pairs=%s&ladder=%s" },
                  { &ana, "/tries", "own=ana/bot0&rival=ana/bot1&pairs=1&ladder=%s" },
                  { &ana, "/bots/ana/bot0/tries", "open=%s" },
                  { &host, "/host/entries", "event=%s&who=ana/bot0%%231" },
                  { &host, "/host/entries", "event=1&who=%s" },
                  { &host, "/host/entries", "event=1&who=ana/bot0%%231&seed=%s" },
                  { &ana, "/start", "artifact=%s&run=%s&label=%s&ladders=%s&build=%s" },
                  { &zoe, "/enter", "what=in&name=%s&password=%s" },
                  { &zoe, "/enter", "what=up&name=%s&password=%s%s" } };
    FINE(store_counts(here.site.store, &before, &e));
    for (size_t i = 0; i < 2 * (sizeof forms / sizeof *forms); i++) {
        const char *nasty = i % 2 ? NASTY : NASTY_NO_ZERO;
        size_t n = 0;
        for (const char *at = forms[i / 2].fields; *at; at++)
            if (*at == '%' && at[1] == 's' && at++)
                n += (size_t)snprintf(fields + n, sizeof fields - n, "%s", nasty);
            else if (*at == '%' && at[1] == '%' && at++)
                fields[n++] = '%';
            else
                fields[n++] = *at;
        fields[n] = '\0';
        OWNED_REPLY y = browser_post(forms[i / 2].who, &here, forms[i / 2].path, fields);
        if (!y.status || y.status >= 500 || strstr(y.body, "<script>alert") || in_head(&y, "\nX-Evil"))
            fail_msg("%s %s: %d\n%.3000s", forms[i / 2].path, fields, y.status, y.all);
    }
    look_everywhere();
    static const char *const queries[] = {
        "/matches?before=",    "/matches?ladder=",  "/bots?after=", "/events/1?before=", "/?language=",
        "/api/matches?event=", "/api/bots?author=", "/host?after=", "/ladders/",         "/bots/ana/",
        "/replays/",           "/matches/",         "/disputes/"
    };
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        char at[1024];
        snprintf(at, sizeof at, "%s%s", queries[i], i % 2 ? NASTY : NASTY_NO_ZERO);
        OWNED_REPLY y = here_get(&here, at, host.cookie);
        if (y.status >= 500 || strstr(y.body, "<script>alert") || in_head(&y, "\nX-Evil"))
            fail_msg("%s: %d\n%.3000s", at, y.status, y.all);
    }
    FINE(store_counts(here.site.store, &after, &e));
    assert_int_equal(before.people, after.people); /* nobody was dropped, and none of it is a name */
    struct person p;
    FINE(store_person_named(here.site.store, "ana", &p, &e));
}

/* U+202E and its like: what stands behind it is read backwards; and what is not seen, as U+200B, U+0085 and a mark of bytes' order. */
TEST(no_text_turns_around)
{
    static const char *const turns[] = { "%E2%80%AE", "%E2%81%A7", "%D8%9C", "%E2%80%8B", "%C2%85", "%EF%BB%BF" };
    char dispute[64], fields[256];
    snprintf(dispute, sizeof dispute, "/matches/%lld/dispute", (long long)match_id);
    const struct {
        const struct browser *who;
        const char *path, *fields;
    } forms[] = { { &ana, "/me/bots", "name=turned&about=fine" },
                  { &ana, "/bots/ana/bot0/about", "about=" },
                  { &ana, "/me/tokens", "label=a" },
                  { &ana, dispute, "text=he+played" },
                  { &host, "/host/versions", "who=ana/bot1%231&to=disable&reason=" },
                  { &host, "/host/ladders", "code=turned&rules=argentino&name=n" },
                  { &host, "/host/events", "ladder=argentino-1v1&kind=swiss&name=n" } };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        for (size_t t = 0; t < sizeof turns / sizeof *turns; t++) {
            snprintf(fields, sizeof fields, "%s%sx", forms[i].fields, turns[t]);
            OWNED_REPLY y = browser_post(forms[i].who, &here, forms[i].path, fields);
            if (y.status != 400 || !(strstr(y.body, "turns around") || strstr(y.body, "one line of text")))
                fail_msg("%s %s: %d\n%.2000s", forms[i].path, fields, y.status, y.body);
        }
    char cut[16];
    text_cut(cut, sizeof cut,
             "a\xe2\x80\xae"
             "b\xc3\xb1\xff"
             "c"); /* of what a bot said as much as there is */
    assert_string_equal(cut, "a?b\xc3\xb1");
}

/* --- sessions ------------------------------------------------------------------------------------------------------------------ */

TEST(a_session_is_nobody_elses)
{
    struct browser mixed = { 0 }, signed_in = { 0 };
    char with[512], fields[256];
    snprintf(mixed.cookie, sizeof mixed.cookie, "%s",
             ana.cookie); /* zoe knows her own form's token, and sends ana's browser there */
    snprintf(mixed.form, sizeof mixed.form, "%s", zoe.form);
    STATUS(403, browser_post(&mixed, &here, "/me/bots", "name=stolen"));
    assert_string_not_equal(ana.form, zoe.form);
    int64_t id;
    FINE(account_make(here.site.store, "iris", "long enough 1", ROLE_AUTHOR, &id, &e));
    /* A cookie that a thief put there before is not the session's afterwards. */
    snprintf(with, sizeof with, "Cookie: fiel=%064d\r\n", 7);
    struct reply y = here_post(&here, "/enter", with, "what=in&name=iris&password=long+enough+1");
    assert_int_equal(y.status, 303);
    const char *cookie = strstr(y.all, "Set-Cookie: fiel=");
    assert_non_null(cookie);
    size_t line = strcspn(cookie, "\r");
    assert_true(memmem(cookie, line, "; HttpOnly", 10) && memmem(cookie, line, "; SameSite=Strict", 17) &&
                memmem(cookie, line, "; Path=/", 8));
    assert_null(memmem(cookie, line, "; Secure", 8)); /* plain http, as asked */
    assert_null(memmem(cookie, line, "0000007", 7));
    assert_true(browser_keep(&signed_in, &y));
    reply_free(&y);
    STATUS(303, here_get(&here, "/me", with)); /* to the door */
    y = here_post(&here, "/enter", "X-Forwarded-Proto: https\r\n", "what=in&name=iris&password=long+enough+1");
    assert_true(strstr(y.all, "; Secure") && strstr(y.all, "Set-Cookie: __Host-fiel="));
    reply_free(&y);
    /* Of two cookies one was planted, which browsers send first where its path is longer: neither counts. */
    STATUS(200, here_get(&here, "/me", zoe.cookie));
    snprintf(with, sizeof with, "Cookie: fiel=%.64s; fiel=%.64s\r\n", strchr(zoe.cookie, '=') + 1,
             strchr(ana.cookie, '=') + 1);
    STATUS(303, here_get(&here, "/me", with));
    /* The token in the address, in a form, or beside another's is none. */
    snprintf(with, sizeof with, "/me?fiel=%.64s", strchr(ana.cookie, '=') + 1);
    STATUS(303, here_get(&here, with, NULL));
    snprintf(fields, sizeof fields, "name=x&form=%s", ana.form);
    STATUS(403, here_post(&here, "/me/bots", NULL, fields));
    snprintf(with, sizeof with, "Authorization: Bearer %.63sx\r\n%s",
             "00000000000000000000000000000000000000000000000000000000000000000", ana.cookie);
    STATUS(401, here_post(&here, "/api/bots", with, "name=x")); /* who shows a token is known by it alone */
}

TEST(nothing_is_changed_by_looking)
{
    const struct http_route *all = site_all_routes();
    for (const struct http_route *r = all; r->method; r++) {
        char path[256] = "";
        bool also = false;
        if (strcmp(r->method, "POST") != 0)
            continue;
        for (const struct http_route *q = all; q->method; q++)
            also |= !strcmp(q->method, "GET") && !strcmp(q->path, r->path);
        size_t n = 0;
        for (const char *at = r->path; *at && n < sizeof path - 1; at++)
            if (*at != '}')
                path[n++] = *at == '{' ? '1' : *at;
        OWNED_REPLY y = here_get(&here, path, host.cookie);
        if (!also && y.status != 405 && y.status != 404)
            fail_msg("GET %s: %d", path, y.status);
        reply_free(&y);
        static const char *const words[] = { "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "XYZZY" };
        const char *word = words[(r - all) % 6];
        y = here_ask(&here, word, path, host.cookie, NULL, 0);
        if (y.status != 405 && y.status != 404 && y.status != 501)
            fail_msg("%s %s: %d", word, path, y.status);
    }
}

TEST(whose_word_counts_behind_a_proxy)
{
    char more[64];
    here.site.proxy = "none";
    for (int i = 0; i < 12; i++) { /* another address every time, which nobody asked for */
        snprintf(more, sizeof more, "X-Forwarded-For: 10.0.0.%d\r\nX-Forwarded-Proto: https\r\n", i);
        STATUS(i < 10 ? 404 : 429, here_post(&here, "/enter", more, "what=in&name=hilda&password=guess-guess"));
    }
    OWNED_REPLY y = here_post(&here, "/enter", "X-Forwarded-Proto: https\r\n",
                              "what=in&name=iris&password=long+enough+1");
    assert_int_equal(y.status, 303);
    assert_null(strstr(y.all, "; Secure"));
    here.site.proxy = "192.0.2.1"; /* we are not that one */
    STATUS(429, here_post(&here, "/enter", "X-Forwarded-For: 10.9.9.9\r\n", "what=in&name=hilda&password=guess-guess"));
    here.site.proxy = "127.0.0.1";
    STATUS(404, here_post(&here, "/enter", "X-Forwarded-For: 10.9.9.9\r\n", "what=in&name=hilda&password=guess-guess"));
    here.site.proxy = NULL;
}

/* A person of this machine is behind no proxy, whatever their program says. */
TEST(no_program_of_a_person_is_a_proxy)
{
    enum { NOBODY_ID = 65534 };
    if (geteuid() != 0) {
        skipped("a person's program beside the proxy", "only root has another user");
        return;
    }
    for (int i = 0; i < 12; i++) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            char more[64];
            snprintf(more, sizeof more, "X-Forwarded-For: 10.1.0.%d\r\n", i);
            if (setresuid(NOBODY_ID, NOBODY_ID, NOBODY_ID))
                _exit(1);
            struct reply y = here_post(&here, "/enter", more, "what=in&name=irma&password=guess-guess");
            _exit(y.status - 400);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(WEXITSTATUS(status), i < 10 ? 4 : 29);
    }
    STATUS(404, here_post(&here, "/enter", "X-Forwarded-For: 10.1.1.1\r\n", "what=in&name=irma&password=guess-guess"));
}

/* --- what is no request ---------------------------------------------------------------------------------------------------------- */

/* Sent as it is, and nothing more will come: an answer of the 400s, or none at all, which the server may take its time with; and
 * the ladder goes on. */
static void sent_raw(const char *request, size_t size)
{
    static char all[1 << 16];
    size_t got = 0;
    int fd = dial_port(here.port);
    for (ssize_t n; size && (n = send(fd, request, size, MSG_NOSIGNAL)) > 0; size -= (size_t)n)
        request += n;
    struct timeval moment = { 0, 200000 };
    shutdown(fd, SHUT_WR);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &moment, sizeof moment);
    for (ssize_t n; got < sizeof all - 1 && (n = recv(fd, all + got, sizeof all - 1 - got, 0)) > 0;)
        got += (size_t)n;
    close(fd);
    all[got] = '\0';
    int status = got > 12 ? atoi(all + 9) : 0;
    if (status && (status < 400 || status >= 600 || status == 500))
        fail_msg("%.200s", all);
    STATUS(200, here_get(&here, "/", NULL));
}

TEST(requests_that_are_none)
{
    enum { LARGE = 1 << 20 };
#define HEAD "POST /enter HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
    static const char *const bad[] = {
        HEAD "Content-Length: -1\r\n\r\nx",
        HEAD "Content-Length: abc\r\n\r\nx",
        HEAD "Content-Length: 99999999999999999999999\r\n\r\nx",
        HEAD "Content-Length: 3\r\nContent-Length: 30\r\n\r\nabc",
        HEAD "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /host HTTP/1.1\r\n\r\n",
        HEAD "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        HEAD "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nx",
        "GET\r\n\r\n",
        "\r\n\r\n\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET /../../etc/passwd HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n",
        "GET /static/../site.h HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n",
        "GET /static/%2e%2e%2fsite.h HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n",
        "GET /bots/%00/x HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n",
        "GET http://evil.example/nowhere HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        HEAD "Content-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\nabc",
        HEAD "Content-Type: multipart/form-data; boundary=\r\nContent-Length: 3\r\n\r\nabc"
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        sent_raw(bad[i], strlen(bad[i]));
    OWNED char *large = malloc(LARGE);
    static const char *const begins[] = { "GET /",
                                          "GET / HTTP/1.1\r\nHost: here\r\nX: ", "GET / HTTP/1.1\r\nCookie: fiel=" };
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) { /* a line without an end */
        memset(large, 'a', LARGE);
        memcpy(large, begins[i], strlen(begins[i]));
        sent_raw(large, LARGE);
    }
    size_t n = (size_t)sprintf(large, "GET / HTTP/1.1\r\n"); /* headers without an end */
    while (n < LARGE - 32)
        n += (size_t)sprintf(large + n, "X-%zu: y\r\n", n);
    sent_raw(large, n);
    n = (size_t)sprintf(large, HEAD "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                                    "200000\r\n\r\n"); /* fields without an end */
    while (n < 200200)
        n += (size_t)sprintf(large + n, "f%zu=1&", n);
    sent_raw(large, n);
}

/* Half a request each, all held open: others are answered all the same. */
TEST(half_requests_hold_nobody_up)
{
    enum { HELD = 300 };
    static int held[HELD];
    for (int i = 0; i < HELD; i++) {
        static const char *const part[] = { "", "GET / HT",
                                            "POST /enter HTTP/1.1\r\nContent-Length: 1000\r\n\r\nwhat=" };
        held[i] = dial_port(here.port);
        assert_true(send(held[i], part[i % 3], strlen(part[i % 3]), MSG_NOSIGNAL) >= 0);
    }
    for (int i = 0; i < 20; i++)
        STATUS(200, here_get(&here, "/", NULL));
    for (int i = 0; i < HELD; i++)
        close(held[i]);
}

/* --- what a library says is the host's affair ------------------------------------------------------------------------------- */

/* "/bots/{}/{}" with something in each of its places. */
static void fill_in(const char *route, char out[256])
{
    size_t used = 0;
    for (const char *at = route; *at && used < 200; at++)
        if (!strncmp(at, "{}", 2))
            used += (size_t)snprintf(out + used, 256 - used, "1"), at++;
        else
            out[used++] = *at;
    out[used] = '\0';
}

/* Every address, asked by a host while the database has lost its tables, and by all three kinds of who may come: none of them tells what
 * SQLite says.  (What libpq says of its socket goes the same way: STORE_ENVIRONMENT.) */
TEST(no_page_tells_what_a_library_says)
{
    static const char *const words[] = { "no such", "SQL", "database says", "database refuses", "look at the disk" };
    static const char lost[] = "alter table %s rename to lost_%s";
    static const char *const tables[] = {
        "ladder", "event", "pair", "leg", "job", "version", "bot", "notice", "trail"
    };
    char path[256], sql[128], fields[256];
    sqlite3 *db;
    unsigned seen = 0;
    snprintf(path, sizeof path, "%s/ladder.db", here.folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "pragma legacy_alter_table = 1", NULL, NULL, NULL), SQLITE_OK);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        snprintf(sql, sizeof sql, lost, tables[i], tables[i]);
        assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    }
    sqlite3_close(db);
    snprintf(fields, sizeof fields,
             "form=%s&name=x1&password=long+enough+1&id=1&text=x&code=x1&kind=ladder&ladder=x&what=up", host.form);
    for (const struct http_route *r = site_all_routes(); r->method; r++) {
        if (!strncmp(r->path, "/static/", 8) ||
            !strcmp(r->path, "/leave")) /* no store is asked; who leaves is nobody */
            continue;
        fill_in(r->path, path);
        OWNED_REPLY y = strcmp(r->method, "POST") ? here_get(&here, path, host.cookie)
                                                  : here_post(&here, path, host.cookie, fields);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strstr(y.body, words[i]))
                fail_msg("%s %s: %s", r->method, path, y.body);
        seen += strstr(y.body, "cannot use its store at this moment") != NULL;
    }
    assert_true(seen > 15);
    STATUS(500, here_get(&here, "/api/ladders", NULL));
}
