/* People at a ladder's door: who comes in, who does not, and what nobody may do to another. */

#include <sodium.h>

#include <time.h>

#include "support/test.h"
#include "base/key_proof.h"
#include "ladder_site.h"
#include "site/session/account.h"
#include "record/identity.h"
#include "store/store_trail.h"

HERE_FOR_ALL

BEFORE_ALL(start)
{
    here.site.address = "ladder.example";
    return 0;
}

TEST(names_that_stand_in_an_address)
{
    static const char *const good[] = { "a", "ana", "Ana-2.x_y", "0" }, *const bad[] = {
        "", "-a", "a-", "a b", "a/b", "<b>", "ñ", "..", "1234567890123456789012345678901234567890"
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(name_fits(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(name_fits(bad[i]));
}

TEST(signs_up_in_and_out)
{
    struct browser b = { 0 }, again = { 0 };
    STATUS(303, here_get(&here, "/me", NULL));
    assert_int_equal(browser_enter(&b, &here, "up", "berta", "short"), 400);
    assert_int_equal(browser_enter(&b, &here, "up", "%3Cb%3E", "long enough 1"), 400);
    assert_int_equal(browser_enter(&b, &here, "up", "berta", "long+enough+1"), 303);
    assert_int_equal(strlen(b.form), 64);
    STATUS(200, here_get(&here, "/me", b.cookie));
    assert_int_equal(browser_enter(&again, &here, "up", "berta", "long+enough+2"), 409);
    assert_int_equal(browser_enter(&again, &here, "in", "berta", "long+enough+1"), 303);
    assert_string_not_equal(again.cookie, b.cookie);
    STATUS(303, browser_post(&b, &here, "/leave", ""));
    STATUS(303, here_get(&here, "/me", b.cookie));
    STATUS(200, here_get(&here, "/me", again.cookie));
    STATUS(303, browser_post(&again, &here, "/me/password", "old=long+enough+1&new=long+enough+3"));
    STATUS(303, here_get(&here, "/me", again.cookie)); /* every session ended */
    assert_int_equal(browser_enter(&b, &here, "in", "berta", "long+enough+3"), 303);
    here.site.closed = true; /* and a program is told why */
    struct reply no = here_post(&here, "/api/accounts", NULL, "name=bo&password=long+enough+1");
    here.site.closed = false;
    assert_int_equal(no.status, 400);
    assert_non_null(strstr(no.body, "only the host makes accounts here"));
    reply_free(&no);
}

/* Wrong passwords and unknown names are one answer, and after ten of them there is none. */
TEST(guessing_ends_soon)
{
    struct reply known = here_post(&here, "/enter", NULL, "what=in&name=hilda&password=guess-guess"),
                 unknown = here_post(&here, "/enter", NULL, "what=in&name=jorge&password=guess-guess");
    assert_int_equal(known.status, 404);
    assert_int_equal(unknown.status, 404);
    for (char *at = known.body; (at = strstr(at, "hilda"));) /* what was typed stays, and nothing else differs */
        memcpy(at, "jorge", 5);
    assert_string_equal(known.body, unknown.body);
    reply_free(&known);
    reply_free(&unknown);
    for (int i = 0; i < 9; i++)
        STATUS(404, here_post(&here, "/enter", NULL, "what=in&name=hilda&password=guess-guess"));
    STATUS(429, here_post(&here, "/enter", NULL, "what=in&name=hilda&password=guess-guess"));
    STATUS(429, here_post(&here, "/api/tokens", NULL, "name=hilda&password=guess-guess"));
    /* Somebody else behind the same proxy is not locked out. */
    STATUS(404, here_post(&here, "/enter", "X-Forwarded-For: 10.0.0.1, 192.0.2.7\r\n",
                          "what=in&name=hilda&password=guess-guess"));
    store_shift(here.site.store, 15 * 60 * 1000 + 1);
    STATUS(404, here_post(&here, "/enter", NULL, "what=in&name=hilda&password=guess-guess"));
}

/* A program that signs in for every step of its work is nobody who guesses. */
TEST(who_gets_in_has_used_up_no_try)
{
    store_shift(here.site.store, 15 * 60 * 1000 + 1);
    struct browser b = { 0 };
    assert_int_equal(browser_enter(&b, &here, "up", "olga", "long+enough+1"), 303);
    for (int i = 0; i < 70; i++) /* more than one address may try at all names */
        STATUS(303, here_post(&here, "/enter", NULL, "what=in&name=olga&password=long+enough+1"));
    for (int i = 0; i < 60; i++) { /* so many may miss */
        char fields[64];
        snprintf(fields, sizeof fields, "what=in&name=olga%d&password=guess-guess", i / 10);
        STATUS(404, here_post(&here, "/enter", NULL, fields));
    }
    STATUS(429, here_post(&here, "/enter", NULL, "what=in&name=olga&password=long+enough+1"));
    store_shift(here.site.store, 15 * 60 * 1000 + 1);
}

/* "Olga" could speak as if she were olga. */
TEST(names_that_differ_by_capitals_are_one)
{
    STATUS(409, here_post(&here, "/api/accounts", NULL, "name=Olga&password=long+enough+1"));
    STATUS(409, here_post(&here, "/api/accounts", NULL, "name=HILDA&password=long+enough+1"));
    STATUS(201, here_post(&here, "/api/accounts", NULL, "name=Rosa&password=long+enough+1"));
    STATUS(409, here_post(&here, "/api/accounts", NULL, "name=rosa&password=long+enough+1"));
}

TEST(names_that_look_alike_are_one)
{
    static const char *const taken[] = { "hiIda", "O1ga", "o-lga", "host", "Worker", "site", "ladder" };
    char fields[80];
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        snprintf(fields, sizeof fields, "name=%s&password=long+enough+1", taken[i]);
        STATUS(409, here_post(&here, "/api/accounts", NULL, fields));
    }
    STATUS(201, here_post(&here, "/api/accounts", NULL, "name=amanda&password=long+enough+1"));
    STATUS(409, here_post(&here, "/api/accounts", NULL, "name=arnanda&password=long+enough+1"));
}

static int tries(const char *from, unsigned number, const char *fields)
{
    char with[80], all[500];
    snprintf(with, sizeof with, "X-Forwarded-For: %s%u\r\n", from, number);
    snprintf(all, sizeof all, "name=lola&label=x&%s", fields);
    OWNED_REPLY y = here_post(&here, "/api/tokens", with, all);
    int status = y.status;
    return status;
}

/* Nobody is kept out of their account by others who try: not by proofs, and not where they came in before; and a network is one address. */
TEST(nobody_is_locked_out)
{
    static const char right[] = "password=long+enough+1";
    char too_long[310] = "password=";
    memset(too_long + strlen(too_long), 'x', 300); /* costs no hash */
    STATUS(201, here_post(&here, "/api/accounts", NULL, "name=lola&password=long+enough+1"));
    for (unsigned i = 0; i < 205; i++)
        assert_int_equal(tries("192.0.2.", i, "proof=00"), 401);
    assert_int_equal(tries("198.51.100.", 7, right), 200);
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(tries("2001:db8::", i, too_long), 401);
    assert_int_equal(tries("2001:db8::", 10, too_long), 429);
    assert_int_equal(tries("2001:db8:0:1::", 1, too_long), 401);
    for (unsigned i = 11; i < 200; i++)
        assert_int_equal(tries("192.0.2.", i, too_long), 401);
    assert_int_equal(tries("198.51.100.", 8, right), 429);
    assert_int_equal(tries("198.51.100.", 7, right), 200);
    store_shift(here.site.store, 60 * 60 * 1000);
}

TEST(what_another_site_sends_is_refused)
{
    struct browser b = { 0 };
    char with[512], fields[256];
    assert_int_equal(browser_enter(&b, &here, "up", "carla", "long+enough+1"), 303);
    STATUS(403, here_post(&here, "/me/bots", b.cookie, "name=one")); /* no form's token */
    STATUS(403, here_post(&here, "/me/bots", b.cookie,
                          "name=one&form=0000000000000000000000000000000000000000000000000000000000000000"));
    snprintf(fields, sizeof fields, "name=one&form=%s", b.form);
    snprintf(with, sizeof with, "%sOrigin: https://evil.example\r\n", b.cookie);
    STATUS(403, here_post(&here, "/me/bots", with, fields));
    snprintf(with, sizeof with, "%sSec-Fetch-Site: cross-site\r\n", b.cookie);
    STATUS(403, here_post(&here, "/me/bots", with, fields));
    STATUS(403,
           here_post(&here, "/enter", "Origin: https://evil.example\r\n", "what=in&name=carla&password=long+enough+1"));
    static const char *const schemes[] = { "ftp", "file", "httpsx", "http:/", "x-http" };
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        snprintf(with, sizeof with, "%sOrigin: %s://here\r\n", b.cookie, schemes[i]);
        STATUS(403, here_post(&here, "/me/bots", with, fields));
    }
    snprintf(with, sizeof with, "%sOrigin: http://here\r\nX-Forwarded-Proto: https\r\n",
             b.cookie); /* who came by TLS */
    STATUS(403, here_post(&here, "/me/bots", with, fields));
    snprintf(with, sizeof with, "%sOrigin: http://here\r\nSec-Fetch-Site: same-origin\r\n", b.cookie);
    STATUS(303, here_post(&here, "/me/bots", with, fields));
    STATUS(405, here_get(&here, "/leave", b.cookie));
}

TEST(what_strangers_write_is_shown_as_text)
{
    struct browser b = { 0 };
    assert_int_equal(browser_enter(&b, &here, "up", "dora", "long+enough+1"), 303);
    STATUS(400, browser_post(&b, &here, "/me/bots", "name=%3Cscript%3E"));
    STATUS(400, browser_post(&b, &here, "/me/bots", "name=a'%3B+drop+table+bot"));
    STATUS(303, browser_post(&b, &here, "/me/bots",
                             "name=nice&about=%3Cscript%3Ealert(1)%3C%2Fscript%3E'%3B+drop+table+bot%3B--"));
    STATUS(200, browser_post(&b, &here, "/me/tokens", "label=%22%3E%3Cimg+src%3Dx%3E"));
    STATUS(409, browser_post(&b, &here, "/me/bots", "name=nice"));
    OWNED_REPLY y = here_get(&here, "/me", b.cookie);
    assert_int_equal(y.status, 200);
    assert_null(strstr(y.body, "<script>alert"));
    assert_null(strstr(y.body, "<img"));
    assert_non_null(strstr(y.body, "&lt;script&gt;alert(1)&lt;/script&gt;&#39;; drop table bot;--"));
    assert_non_null(strstr(y.body, "&quot;&gt;&lt;img src=x&gt;"));
    reply_free(&y);
    /* And a name with such in it, in the answer that repeats nothing of it. */
    y = here_post(&here, "/enter", NULL, "what=in&name=%3Cscript%3E&password=x");
    assert_null(strstr(y.body, "<script>"));
}

/* A token of a program: no cookie, no form; it ends when its owner says so. */
static void token_of(const char *name, char line[128])
{
    char fields[128];
    snprintf(fields, sizeof fields, "name=%s&password=long+enough+1", name);
    OWNED_REPLY y = here_post(&here, "/api/tokens", NULL, fields);
    assert_int_equal(y.status, 200);
    snprintf(line, 128, "Authorization: Bearer %.64s\r\n", strstr(y.body, "\":\"") + 3);
}

TEST(tokens_come_and_go)
{
    struct browser b = { 0 };
    char line[128], fields[128];
    struct session s[8];
    struct person p;
    struct store_error e;
    size_t n;
    assert_int_equal(browser_enter(&b, &here, "up", "elsa", "long+enough+1"), 303);
    STATUS(401, here_post(&here, "/api/tokens", NULL, "name=elsa&password=wrong-wrong"));
    STATUS(401, here_post(&here, "/api/bots", NULL, "name=x"));
    STATUS(401, here_post(&here, "/api/bots", "Authorization: Bearer 00\r\n", "name=x"));
    token_of("elsa", line);
    STATUS(201, here_post(&here, "/api/bots", line, "name=by-program&about=x"));
    FINE(store_person_named(here.site.store, "elsa", &p, &e));
    FINE(store_sessions(here.site.store, p.id, s, 8, &n, &e));
    for (size_t i = 0; i < n; i++)
        if (!strcmp(s[i].kind, "token")) {
            char hex[65];
            snprintf(fields, sizeof fields, "session=%s", sodium_bin2hex(hex, sizeof hex, s[i].hash, 32));
            STATUS(303, browser_post(&b, &here, "/me/tokens/end", fields));
        }
    STATUS(401, here_post(&here, "/api/bots", line, "name=y"));
    STATUS(200, here_get(&here, "/me", b.cookie));
}

/* --- submissions ------------------------------------------------------------------------------------------ */

static int send_tar(const char *line, const char *path, struct tar *t)
{
    char more[512];
    tar_end(t);
    snprintf(more, sizeof more, "%sContent-Type: application/x-tar\r\n", line);
    OWNED_REPLY y = here_ask(&here, "POST", path, more, t->bytes, t->size);
    int status = y.status;
    if (status == 201)
        assert_non_null(strstr(y.body, "\"state\":\"pending\""));
    else if (status == 400)
        assert_non_null(strstr(y.body, "\"error\":"));
    free(t->bytes);
    *t = (struct tar){ 0 };
    return status;
}

#define SUBMIT "/api/bots/fina/bot/versions?run=./bot&ladders=argentino-1v1&label=%3Cb%3E"

TEST(archives_that_reach_out_are_refused)
{
    struct browser b = { 0 };
    struct tar t = { 0 };
    char line[128], name[32];
    struct store_counts before, after;
    struct store_error e;
    OWNED uint8_t *zeros = calloc(1, 1 << 20);
    assert_int_equal(browser_enter(&b, &here, "up", "fina", "long+enough+1"), 303);
    token_of("fina", line);
    STATUS(201, here_post(&here, "/api/bots", line, "name=bot&about=x"));
    FINE(store_counts(here.site.store, &before, &e));
    tar_add(&t, "bot", '2', "/bin/sh", NULL, 0);
    assert_int_equal(send_tar(line, SUBMIT, &t), 400);
    tar_add(&t, "bot", '1', "/etc/passwd", NULL, 0);
    assert_int_equal(send_tar(line, SUBMIT, &t), 400);
    tar_add(&t, "/bot", '0', "", "x", 1);
    assert_int_equal(send_tar(line, SUBMIT, &t), 400);
    tar_add(&t, "../bot", '0', "", "x", 1);
    assert_int_equal(send_tar(line, SUBMIT, &t), 400);
    tar_add(&t, "bot", '3', "", NULL, 0);
    assert_int_equal(send_tar(line, SUBMIT, &t), 400);
    for (int i = 0; i < 3000; i++) {
        snprintf(name, sizeof name, "file%d", i);
        tar_add(&t, name, '0', "", NULL, 0);
    }
    tar_add(&t, "bot", '0', "", "x", 1);
    assert_int_equal(send_tar(line, SUBMIT, &t), 400);
    tar_add(&t, "other", '0', "", "x", 1);
    assert_int_equal(send_tar(line, SUBMIT, &t), 400); /* nothing to run */
    tar_add(&t, "bot", '0', "", zeros, 1 << 20);
    assert_int_equal(send_tar(line, "/api/bots/fina/bot/versions?run=../bot", &t), 400);
    FINE(store_counts(here.site.store, &after, &e));
    assert_int_equal(before.blobs, after.blobs); /* nothing of it was kept */
    assert_int_equal(before.versions[VERSION_PENDING], after.versions[VERSION_PENDING]);
}

TEST(a_version_is_sent_seen_and_retired)
{
    struct browser other = { 0 };
    struct tar t = { 0 };
    char line[128], theirs[128];
    token_of("fina", line);
    tar_add(&t, "bot", '0', "", "#!/bin/sh\n", 10);
    assert_int_equal(send_tar("", SUBMIT, &t), 401);
    tar_add(&t, "bot", '0', "", "#!/bin/sh\n", 10);
    assert_int_equal(send_tar(line, "/api/bots/fina/bot/versions?run=./bot&ladders=none", &t), 400);
    tar_add(&t, "bot", '0', "", "#!/bin/sh\n", 10);
    assert_int_equal(send_tar(line, SUBMIT, &t), 201);
    assert_int_equal(browser_enter(&other, &here, "up", "gina", "long+enough+1"), 303);
    token_of("gina", theirs);
    tar_add(&t, "bot", '0', "", "#!/bin/sh\n", 10);
    assert_int_equal(send_tar(theirs, SUBMIT, &t), 404); /* it is another author's bot */
    STATUS(404, here_post(&here, "/api/bots/fina/bot/versions/1/retire", theirs, ""));
    STATUS(404, here_get(&here, "/bots/fina/bot/versions", other.cookie));
    STATUS(404, here_get(&here, "/api/bots/fina/bot/versions/1/log", theirs));
    STATUS(401, here_get(&here, "/api/bots/fina/bot/versions/1/log", NULL));
    STATUS(409, here_post(&here, "/api/bots/fina/bot/versions/1/disable", line, "")); /* not active yet */
    world_admit(&here.world);
    struct reply y = here_get(&here, "/api/bots/fina/bot/versions/1/log", line);
    assert_int_equal(y.status, 200);
    assert_string_equal(y.body, "fine\n");
    assert_non_null(strstr(y.all, "Content-Type: text/plain"));
    reply_free(&y);
    STATUS(404, here_get(&here, "/api/bots/fina/bot/versions/1/log", theirs));
    struct browser b = { 0 };
    assert_int_equal(browser_enter(&b, &here, "in", "fina", "long+enough+1"), 303);
    y = here_get(&here, "/bots/fina/bot/versions", b.cookie);
    assert_int_equal(y.status, 200);
    assert_non_null(strstr(y.body, "&lt;b&gt;"));
    assert_non_null(strstr(y.body, "active"));
    reply_free(&y);
    STATUS(403, here_post(&here, "/bots/fina/bot/about", b.cookie, "about=mine"));
    STATUS(303, browser_post(&b, &here, "/bots/fina/bot/about", "about=%3Ci%3Emine"));
    STATUS(404, here_post(&here, "/api/bots/fina/bot/about", theirs, "about=theirs"));
    y = here_get(&here, "/bots/fina/bot/versions", b.cookie);
    assert_non_null(strstr(y.body, "value=\"&lt;i&gt;mine\""));
    reply_free(&y);
    STATUS(403, here_post(&here, "/bots/fina/bot/versions/1/retire", b.cookie, ""));
    STATUS(303, browser_post(&b, &here, "/bots/fina/bot/versions/1/disable", ""));
    STATUS(200, here_post(&here, "/api/bots/fina/bot/versions/1/retire", line, ""));
    STATUS(409, here_post(&here, "/api/bots/fina/bot/versions/1/again", line, ""));
    STATUS(404, here_post(&here, "/api/bots/fina/bot/remove", theirs, ""));
    STATUS(200, here_post(&here, "/api/bots/fina/bot/remove", line, ""));
    STATUS(404, here_get(&here, "/api/bots/fina/bot", line));
}

TEST(too_much_is_refused_unread)
{
    char line[128], head[512];
    token_of("fina", line);
    snprintf(head, sizeof head,
             "POST %s HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: 10737418240\r\n%s\r\n", SUBMIT,
             line);
    STATUS(413, here_send(&here, head, "zeros", 5));
}

/* --- logs of a match ----------------------------------------------------------------------------------------- */

TEST(a_log_is_its_authors_alone)
{
    static struct order o;
    static struct world_legs l;
    static struct leg leg;
    struct store_error e;
    struct leg_filter f = { 0 };
    struct browser b = { 0 };
    struct person p;
    char path[64], token[TOKEN_TEXT], line[128];
    size_t n;
    world_plan(&here.world, 1);
    FINE(world_lease(&here.world, "w", &o, &e));
    world_legs(&l, 7);
    l.leg[0].seat[0].log = "secret thoughts";
    l.leg[0].seat[0].log_size = 15;
    FINE(store_finish(here.site.store, &o, l.leg, 2, &e));
    f.pair = o.pair.id;
    static struct leg legs[2];
    FINE(store_legs(here.site.store, &f, legs, 2, &n, &e));
    leg = legs[0].leg == 0 ? legs[0] : legs[1];
    snprintf(path, sizeof path, "/matches/%lld/logs/0", (long long)leg.id);
    STATUS(303, here_get(&here, path, NULL));
    assert_int_equal(browser_enter(&b, &here, "in", "gina", "long+enough+1"), 303);
    STATUS(404, here_get(&here, path, b.cookie));
    FINE(store_person_named(here.site.store, "ana", &p, &e));
    FINE(session_open(&here.site, p.id, "token", "", 60000, token, &e));
    snprintf(line, sizeof line, "Authorization: Bearer %s\r\n", token);
    OWNED_REPLY y = here_get(&here, path, line);
    assert_int_equal(y.status, 200);
    assert_string_equal(y.body, "secret thoughts");
    snprintf(path, sizeof path, "/api/matches/%lld/logs/1", (long long)leg.id); /* that bot printed nothing */
    STATUS(404, here_get(&here, path, line));
    OWNED_REPLY none = here_get(&here, path + 4, line);
    assert_int_equal(none.status, 200);
    assert_holds(none.body, "The bot printed nothing here");
    assert_holds(none.body, "href=\"/live\"");
    snprintf(path, sizeof path, "/matches/%lld/logs/0", (long long)leg.id);
    FINE(session_open(&here.site, here.world.host, "token", "", 60000, token, &e));
    snprintf(line, sizeof line, "Authorization: Bearer %s\r\n", token);
    STATUS(200, here_get(&here, path, line));
    snprintf(path, sizeof path, "/matches/%lld/logs/7", (long long)leg.id);
    STATUS(404, here_get(&here, path, line));
}

/* --- remote bots ----------------------------------------------------------------------------------------------------- */

/* As `fiel-ladder login --proof` prints it. */
static const char *proof_of(const struct identity *who, const char *server, const char *name, int64_t when)
{
    static char proof[KEY_PROOF_TEXT];
    key_proof_make(proof, who->key, who->secret, server, name, (int64_t)time(NULL) + when);
    return proof;
}

/* The text of a NAME.pub as a browser sends it, lines with CR LF, everything escaped; with a proof of `by` for this bot. */
static const char *registered(const struct identity *me, uint64_t not_after, const struct identity *by, const char *bot,
                              int64_t when)
{
    static char out[2 * BINDING_TEXT + KEY_PROOF_TEXT];
    struct binding b;
    char text[BINDING_TEXT];
    identity_bind(me, not_after, &b);
    binding_text(&b, text);
    sprintf(out, "proof=%s&binding=", proof_of(by, "ladder.example", bot, when));
    for (const char *c = text; *c; c++)
        sprintf(out + strlen(out), *c == '\n' ? "%%0D%%0A" : *c == ' ' ? "+" : "%c", *c);
    return out;
}

/* With these ladders. */
static const char *to_play(const char *fields, const char *ladders)
{
    static char out[3 * BINDING_TEXT];
    snprintf(out, sizeof out, "%s&ladders=%s", fields, ladders);
    return out;
}

TEST(a_remote_bot_is_registered)
{
    struct ladder l = { .code = "plain", .name = "Plain", .rules = "argentino", .seats = 2, .games = 1, .legs = 1 };
    struct event v = { .kind = EVENT_LADDER, .name = "always", .cfg = "{}", .state = EVENT_RUNNING, .rated = true };
    struct version_filter f = { .state = -1 };
    struct version x;
    struct bot b;
    struct store_error e;
    struct identity mine, other;
    char line[128], theirs[128], seen[3 * BINDING_TEXT];
    size_t n;
    FINE(store_ladder_add(here.site.store, &l, &v.ladder, &e));
    FINE(store_event_add(here.site.store, &v, "hilda", &v.id, &e));
    token_of("fina", line);
    token_of("gina", theirs);
    STATUS(201, here_post(&here, "/api/bots", line, "name=far"));
    STATUS(201, here_post(&here, "/api/bots", theirs, "name=copy"));
#define FAR "/api/bots/fina/far/versions"
#define COPY "/api/bots/gina/copy/versions"
    identity_make(&mine, "far");
    identity_make(&other, "other");
    STATUS(400, here_post(&here, FAR, line, "binding=nonsense&ladders=plain"));
    STATUS(400, here_post(&here, FAR, line, registered(&mine, 1000, &mine, "fina/far", 0)));
    /* duplicate pairs: it could remember */
    STATUS(400, here_post(&here, FAR, line, to_play(registered(&mine, 0, &mine, "fina/far", 0), "argentino-1v1")));
    STATUS(404, here_post(&here, FAR, theirs, to_play(registered(&mine, 0, &mine, "fina/far", 0), "plain")));
    /* Anyone who has the public file alone takes nothing with it, nor with a proof that was seen, of another key or another bot. */
    STATUS(400, here_post(&here, COPY, theirs, strstr(registered(&mine, 0, &mine, "gina/copy", 0), "binding=")));
    STATUS(400, here_post(&here, COPY, theirs, registered(&mine, 0, &other, "gina/copy", 0)));
    STATUS(400, here_post(&here, COPY, theirs, registered(&mine, 0, &mine, "fina/far", 0)));
    strcpy(seen, registered(&mine, 0, &mine, "fina/far", 1)); /* a second later it would be another proof */
    STATUS(201, here_post(&here, FAR, line, to_play(seen, "plain")));
    STATUS(400, here_post(&here, FAR, line, seen));
    STATUS(201, here_post(&here, FAR, line, registered(&mine, 0, &mine, "fina/far", 2)));     /* a new version of it */
    STATUS(400, here_post(&here, COPY, theirs, registered(&mine, 0, &mine, "gina/copy", 3))); /* two bots of one key */
    FINE(store_bot_named(here.site.store, "fina", "far", &b, &e));
    f.bot = b.id;
    FINE(store_versions(here.site.store, &f, &x, 1, &n, &e));
    assert_true(x.remote && !x.has_artifact && x.state == VERSION_PENDING);
    assert_int_equal(strncmp(x.binding, "fiel-bind 1\nname far\n", 21), 0);
}

/* --- by key ------------------------------------------------------------------------------------------------------------ */

static struct reply with_proof(const char *path, const char *more, const char *name, const char *proof)
{
    char fields[600];
    snprintf(fields, sizeof fields, "%sname=%s&proof=%s", more, name, proof);
    return here_post(&here, path, NULL, fields);
}

TEST(an_account_by_key)
{
    struct identity mine, other;
    char cut[KEY_PROOF_TEXT], used[KEY_PROOF_TEXT];
    store_shift(here.site.store, 60 * 60 * 1000); /* tries of tests before */
    identity_make(&mine, "mine");
    identity_make(&other, "other");
    STATUS(404, with_proof("/api/accounts", "", "kira", proof_of(&mine, "elsewhere", "kira", 0)));
    STATUS(404,
           with_proof("/api/accounts", "", "kira", proof_of(&mine, "here", "kira", 0))); /* what the request calls it */
    STATUS(404, with_proof("/api/accounts", "", "kira", proof_of(&mine, "ladder.example", "karl", 0)));
    STATUS(404, with_proof("/api/accounts", "", "kira", proof_of(&mine, "ladder.example", "kira", -KEY_PROOF_S - 5)));
    STATUS(404, with_proof("/api/accounts", "", "kira", proof_of(&mine, "ladder.example", "kira", 2 * KEY_PROOF_S)));
    STATUS(404, with_proof("/api/accounts", "", "kira", "nonsense"));
    snprintf(cut, sizeof cut, "%.150s", proof_of(&mine, "ladder.example", "kira", 1));
    STATUS(404, with_proof("/api/accounts", "", "kira", cut));
    snprintf(used, sizeof used, "%s", proof_of(&mine, "ladder.example", "kira", 1));
    STATUS(201, with_proof("/api/accounts", "", "kira", used));
    STATUS(409, with_proof("/api/accounts", "", "kurt", proof_of(&mine, "ladder.example", "kurt", 0)));
    STATUS(409, with_proof("/api/accounts", "", "kira", proof_of(&other, "ladder.example", "kira", 0)));
    OWNED_REPLY y = with_proof("/api/tokens", "", "kira", used); /* a proof counts once */
    assert_int_equal(y.status, 401);
    assert_non_null(strstr(y.body, "was used already"));
    STATUS(401, with_proof("/api/tokens", "", "kira", proof_of(&other, "ladder.example", "kira", 2)));
    STATUS(200, with_proof("/api/tokens", "", "kira", proof_of(&mine, "ladder.example", "kira", 3)));
    STATUS(404, here_post(&here, "/enter", NULL, "what=in&name=kira&password=")); /* no password is not an empty one */
    STATUS(303, with_proof("/enter", "what=in&", "kira", proof_of(&mine, "ladder.example", "kira", 4)));
}

/* Anyone who has stolen a session changes neither key nor password with it. */
TEST(a_key_is_changed_by_its_owner)
{
    struct browser b = { 0 };
    struct identity mine, other;
    char fields[900], proof[KEY_PROOF_TEXT];
    store_shift(here.site.store, 60 * 60 * 1000);
    identity_make(&mine, "mine");
    identity_make(&other, "other");
    assert_int_equal(browser_enter(&b, &here, "up", "lara", "long+enough+1"), 303);
    snprintf(fields, sizeof fields, "proof=%s&old=not+this+one", proof_of(&mine, "ladder.example", "lara", 0));
    STATUS(404, browser_post(&b, &here, "/me/key", fields));
    snprintf(fields, sizeof fields, "proof=%s&old=long+enough+1", proof_of(&mine, "ladder.example", "lara", 0));
    STATUS(303, browser_post(&b, &here, "/me/key", fields));
    STATUS(303, here_get(&here, "/me", b.cookie)); /* every session ended */
    STATUS(200, with_proof("/api/tokens", "", "lara", proof_of(&mine, "ladder.example", "lara", 1)));
    assert_int_equal(browser_enter(&b, &here, "in", "lara", "long+enough+1"), 303);
    snprintf(fields, sizeof fields, "new=long+enough+2&old_proof=%s", proof_of(&other, "ladder.example", "lara", 2));
    STATUS(404, browser_post(&b, &here, "/me/password", fields));
    snprintf(fields, sizeof fields, "new=long+enough+2&old_proof=%s", proof_of(&mine, "ladder.example", "lara", 3));
    STATUS(303, browser_post(&b, &here, "/me/password", fields));
    assert_int_equal(browser_enter(&b, &here, "in", "lara", "long+enough+2"), 303);
    snprintf(proof, sizeof proof, "%s", proof_of(&mine, "ladder.example", "lara", 4));
    STATUS(303, browser_post(&b, &here, "/me/key", "proof=&old=long+enough+2")); /* without a key again */
    STATUS(401, with_proof("/api/tokens", "", "lara", proof));
}

TEST(an_account_without_a_password_keeps_its_key)
{
    struct identity mine;
    char fields[500];
    struct browser b = { 0 };
    store_shift(here.site.store, 60 * 60 * 1000);
    identity_make(&mine, "mine");
    struct reply y = with_proof("/enter", "what=up&", "mona", proof_of(&mine, "ladder.example", "mona", 0));
    assert_int_equal(y.status, 303);
    assert_true(browser_keep(&b, &y));
    reply_free(&y);
    y = here_get(&here, "/me", b.cookie);
    snprintf(b.form, sizeof b.form, "%.64s",
             strstr(y.body, "name=\"form\" value=\"") + strlen("name=\"form\" value=\""));
    assert_non_null(strstr(y.body, "name=\"old_proof\""));
    reply_free(&y);
    snprintf(fields, sizeof fields, "proof=&old_proof=%s", proof_of(&mine, "ladder.example", "mona", 1));
    STATUS(400, browser_post(&b, &here, "/me/key", fields));
}

/* A version of this person's that the host disables: its author is told. */
static void notice_for(struct here *h, int64_t person)
{
    struct store_error e;
    struct bot b = { .person = person, .name = "told" };
    struct version v = { .has_artifact = true, .run = "./bot" };
    int64_t id;
    FINE(store_bot_add(h->site.store, &b, &v.bot, &e));
    FINE(store_put(h->site.store, "told", 4, v.artifact, &e));
    FINE(store_version_add(h->site.store, &v, &h->world.ladder, 1, &id, &e));
    FINE(store_version_move(h->site.store, id, VERSION_PENDING, VERSION_DISABLED, "for a test", "hilda", &e));
}

/* A page that is fetched before anybody looks at it takes no notice away. */
TEST(notices_are_read_when_their_reader_says_so)
{
    struct browser b = { 0 };
    struct notice note;
    struct person who;
    struct store_error e;
    char upto[32];
    size_t n;
    assert_int_equal(browser_enter(&b, &here, "up", "nora", "long+enough+1"), 303);
    FINE(store_person_named(here.site.store, "nora", &who, &e));
    notice_for(&here, who.id);
    for (int i = 0; i < 2; i++) {
        OWNED_REPLY y = here_get(&here, "/me", b.cookie);
        assert_non_null(strstr(y.body, "class=\"new\""));
        assert_non_null(strstr(y.body, "action=\"/me/notices\""));
    }
    STATUS(400, browser_post(&b, &here, "/me/notices", "upto=all"));
    STATUS(403, here_post(&here, "/me/notices", b.cookie, "upto=1"));
    FINE(store_notices(here.site.store, who.id, 0, &note, 1, &n, &e));
    assert_int_equal(note.read_ms, 0);
    snprintf(upto, sizeof upto, "upto=%lld", (long long)note.id);
    STATUS(303, browser_post(&b, &here, "/me/notices", upto));
    OWNED_REPLY y = here_get(&here, "/me", b.cookie);
    assert_null(strstr(y.body, "class=\"new\""));
    assert_null(strstr(y.body, "action=\"/me/notices\""));
}
