/* A person at a table against a hosted bot: a whole game by the forms of the page, and everything that a visitor, a bot or a killed
 * site may do to it. */

#include <pthread.h>
#include <dirent.h>
#include <sodium.h>
#include <time.h>

#include "support/test.h"
#include "audit/audit.h"
#include "ladder_site.h"
#include "rules/position.h"
#include "site/timers.h"
#include "site/play/playroom.h"
#include "support/built.h"

enum { TABLES = 2, PATIENCE_S = 120, ANSWERS = 4000 };

static struct here here;
static struct store_error e;
static char work[SCRATCH_ROOM], fiel[512];
static struct browser eva, eva_elsewhere, zoe;
static int64_t eva_person;

/* --- a ladder with bots ------------------------------------------------------------------------------------------------ */

/* A bot of ana's whose only version is active; `text`: the program itself, NULL: that of the build. */
static int64_t host_bot(const char *name, const char *program, const char *text)
{
    static char bytes[16 << 20];
    struct tar tar = { 0 };
    char path[512];
    size_t size = 0;
    struct bot b = { .person = here.world.author };
    struct version v = { .has_artifact = true };
    int64_t id;
    snprintf(path, sizeof path, "%s/%s/%s", build_dir(), bot_room(program), program);
    FILE *f = text ? NULL : fopen(path, "rb");
    if (f)
        size = fread(bytes, 1, sizeof bytes, f);
    tar_add(&tar, "bot", '0', "", text ? text : bytes, text ? strlen(text) : size);
    tar_end(&tar);
    if (f)
        fclose(f);
    snprintf(b.name, sizeof b.name, "%s", name);
    FINE(store_bot_add(here.site.store, &b, &v.bot, &e));
    FINE(store_put(here.site.store, tar.bytes, tar.size, v.artifact, &e));
    free(tar.bytes);
    snprintf(v.run, sizeof v.run, "./bot");
    FINE(store_version_add(here.site.store, &v, NULL, 0, &id, &e));
    FINE(store_version_move(here.site.store, id, VERSION_PENDING, VERSION_ACTIVE, "", "test", &e));
    return id;
}

static void open_tables(unsigned idle_s)
{
    struct playroom_plan plan = { .store = here.site.store,
                                  .http = &here.site.http,
                                  .fiel = fiel,
                                  .jail = "none",
                                  .folder = work,
                                  .tables = TABLES,
                                  .idle_s = idle_s };
    playroom_close(here.site.playroom);
    here.site.playroom = playroom_open(&plan);
    assert_non_null(here.site.playroom);
}

BEFORE_ALL(start)
{
    scratch_make(work);
    snprintf(fiel, sizeof fiel, "%s/bin/fiel", build_dir());
    here_start(&here);
    here.world.store = here.site.store;
    here.world.author = world_person(here.site.store, "ana", ROLE_AUTHOR);
    eva_person = world_person(here.site.store, "eva", ROLE_VISITOR);
    host_bot("cauto", "cauto", NULL);
    host_bot("random", "random", NULL);
    host_bot("broken", NULL, "#!/bin/sh\nexit 3\n");
    browser_come_in(&eva, &here, eva_person);
    browser_come_in(&eva_elsewhere, &here, eva_person);
    browser_come_in(&zoe, &here, world_person(here.site.store, "zoe", ROLE_VISITOR));
    open_tables(600);
    return 0;
}

AFTER_ALL(stop)
{
    playroom_stop(here.site.playroom);
    struct playroom *p = here.site.playroom;
    http_stop(here.site.http);
    here.site.http = NULL;
    playroom_close(p);
    here.site.playroom = NULL;
    here_stop(&here);
    scratch_remove(work);
    return 0;
}

/* --- at a table ---------------------------------------------------------------------------------------------------------- */

struct at_table {
    const struct browser *who;
    char path[64];
    struct reply page; /* as it was shown last */
};

/* The address that an answer sends to, without what is asked behind it. */
static void kept_path(const struct reply *y, char path[64])
{
    const char *to = strstr(y->all, "Location: ");
    assert_non_null(to);
    snprintf(path, 64, "%.*s", (int)strcspn(to + 10, "?\r"), to + 10);
}

static void look(struct at_table *t, const char *query)
{
    char path[160];
    snprintf(path, sizeof path, "%s%s", t->path, query);
    reply_free(&t->page);
    t->page = here_get(&here, path, t->who->cookie);
    if (t->page.status != 200)
        fail_msg("%s: %.300s", path, t->page.all);
}

static bool shows(const struct at_table *t, const char *words) { return strstr(t->page.body, words) != NULL; }

/* Until the page shows this; every look waits for the others by itself. */
static void wait_for(struct at_table *t, const char *words)
{
    for (time_t until = time(NULL) + PATIENCE_S; !shows(t, words) && time(NULL) < until;)
        look(t, "");
    if (!shows(t, words))
        fail_msg("no '%s': %.3000s", words, t->page.body);
}

static struct at_table sit(const struct browser *who, const char *bot, const char *preset)
{
    struct at_table t = { .who = who };
    char path[64], fields[128];
    snprintf(path, sizeof path, "/play/ana/%s", bot);
    snprintf(fields, sizeof fields, "preset=%s", preset);
    OWNED_REPLY y = browser_post(who, &here, path, fields);
    if (y.status != 303)
        fail_msg("%.2000s", y.all);
    kept_path(&y, t.path);
    look(&t, "");
    return t;
}

/* What stands behind these words in the page, up to its quote. */
static bool value_after(const char *from, const char *words, char out[16])
{
    const char *at = strstr(from, words);
    if (!at)
        return false;
    snprintf(out, 16, "%.*s", (int)strcspn(at + strlen(words), "\""), at + strlen(words));
    return true;
}

/* Sends one answer and shows the page that it leads to. */
static void answer(struct at_table *t, const char *fields)
{
    OWNED_REPLY y = browser_post(t->who, &here, t->path, fields);
    const char *to = strstr(y.all, "Location: ");
    char path[160];
    if (y.status != 303 || !to)
        fail_msg("%s: %.2000s", fields, y.all);
    snprintf(path, sizeof path, "%.*s", (int)strcspn(to + 10, "\r"), to + 10);
    reply_free(&t->page);
    t->page = here_get(&here, path, t->who->cookie);
}

/* The answer to what is asked now: the `n`-th button that may be pressed, cards first. */
static bool press(struct at_table *t, unsigned n, char fields[64])
{
    char request[16], word[32] = "";
    const char *form = strstr(t->page.body, "<form"), *at = form;
    if (!form || !value_after(form, "name=\"request\" value=\"", request))
        return false;
    if (shows(t, "value=\"go\"")) {
        snprintf(fields, 64, "request=%s&say=go", request);
        return true;
    }
    const char *end = strstr(form, "</form>");
    for (unsigned i = 0; (at = strstr(at, "name=\"do\" value=\"")) && at < end; at += 10) {
        const char *close = strchr(at, '>');
        if (close - at < 60 && memmem(at, (size_t)(close - at), "not-now", 7))
            continue;
        value_after(at, "value=\"", word);
        if (i++ == n)
            break;
    }
    for (char *blank = word; (blank = strchr(blank, ' ')) != NULL;)
        *blank = '+';
    snprintf(fields, 64, "request=%s&do=%s", request, word);
    return *word;
}

static bool is_over(const struct at_table *t) { return shows(t, "/replays/"); }

/* Who is asked what a call pays is told whose call it is. */
static void play_on(struct at_table *t)
{
    char fields[64];
    time_t until = time(NULL) + PATIENCE_S;
    for (unsigned i = 0; i < ANSWERS && !is_over(t) && time(NULL) < until; i++) {
        if (shows(t, "points if accepted") && !shows(t, " called <strong>"))
            fail_msg("which call? %.3000s", t->page.body);
        if (press(t, i % 3 ? 0 : i % 5, fields))
            answer(t, fields);
        else
            look(t, "");
    }
    assert_true(is_over(t));
}

static void leave(struct at_table *t)
{
    if (!is_over(t) && t->page.status == 200)
        answer(t, "request=0&say=leave");
    reply_free(&t->page);
}

/* Leaves, and waits until nobody plays. */
static void get_up(struct at_table *t)
{
    answer(t, "request=0&say=leave");
    wait_for(t, "/replays/");
    reply_free(&t->page);
}

/* --- who may ------------------------------------------------------------------------------------------------------------- */

TEST(strangers_are_turned_away)
{
    char fields[256];
    struct reply y = here_get(&here, "/play/ana/cauto", NULL);
    assert_int_equal(y.status, 303);
    assert_non_null(strstr(y.all, "Location: /enter"));
    reply_free(&y);
    STATUS(403, here_post(&here, "/play/ana/cauto", NULL, "preset=argentino"));
    STATUS(403, here_post(&here, "/play/ana/cauto", eva.cookie, "preset=argentino")); /* no token */
    snprintf(fields, sizeof fields, "form=%s&preset=argentino", zoe.form);
    STATUS(403, here_post(&here, "/play/ana/cauto", eva.cookie, fields)); /* another's */
    snprintf(fields, sizeof fields, "%sOrigin: https://evil.example\r\n", eva.cookie);
    STATUS(403, here_post(&here, "/play/ana/cauto", fields, "preset=argentino"));
    STATUS(404, browser_post(&eva, &here, "/play/ana/nobody", "preset=argentino"));
    STATUS(400, browser_post(&eva, &here, "/play/ana/cauto", "preset=%3Cscript%3E"));
    STATUS(400, browser_post(&eva, &here, "/play/ana/cauto", "x=y"));
    STATUS(400, browser_post(&eva, &here, "/play/ana/cauto", "preset=argentino&seats=5"));
    STATUS(400, browser_post(&eva, &here, "/play/ana/cauto", "preset=argentino/5"));
    OWNED_REPLY games = here_get(&here, "/play/ana/cauto", eva.cookie); /* what a game has not is not offered */
    assert_non_null(strstr(games.body, "value=\"argentino/6\">argentino · 6<"));
    assert_null(strstr(games.body, "value=\"argentino/5\""));
    assert_non_null(strstr(games.body, "formaction=\"/play/ana/cauto/rules\""));
    OWNED_REPLY rules = here_get(&here, "/play/ana/cauto/rules?preset=paulista/4", eva.cookie);
    assert_non_null(strstr(rules.body, "<strong>paulista</strong>: "));
    assert_non_null(strstr(rules.body, "<code>signs="));
    assert_non_null(strstr(rules.body, "href=\"/play/ana/cauto?preset=paulista/4\""));
    assert_null(strstr(rules.body, "count 20"));
    STATUS(400, here_get(&here, "/play/ana/cauto/rules?preset=none", eva.cookie));
    STATUS(400, browser_post(&eva, &here, "/play/ana/cauto", "preset=argentino&seats=-1"));
    STATUS(400, browser_post(&eva, &here, "/play/ana/cauto", "preset=argentino&seats=4000000000"));
    STATUS(404, here_get(&here, "/tables/00000000000000000000000000000000", eva.cookie));
    STATUS(404, here_get(&here, "/tables/%2e%2e%2f", eva.cookie));
    STATUS(404, browser_post(&eva, &here, "/tables/0", "request=1&do=mazo"));
    STATUS(204, here_get(&here, "/tables/0/turns", eva.cookie));
    assert_int_equal(playroom_busy(here.site.playroom), 0);
}

TEST(a_host_may_switch_it_off)
{
    struct playroom *p = here.site.playroom;
    struct reply y = here_get(&here, "/bots/ana/cauto", NULL);
    assert_non_null(strstr(y.body, "href=\"/play/ana/cauto\""));
    reply_free(&y);
    here.site.playroom = NULL;
    y = here_get(&here, "/bots/ana/cauto", NULL);
    assert_null(strstr(y.body, "/play/"));
    reply_free(&y);
    STATUS(404, here_get(&here, "/play/ana/cauto", eva.cookie));
    STATUS(404, browser_post(&eva, &here, "/play/ana/cauto", "preset=argentino"));
    STATUS(404, here_get(&here, "/tables/0", eva.cookie));
    STATUS(404, browser_post(&eva, &here, "/tables/0", "say=leave"));
    STATUS(204, here_get(&here, "/tables/0/turns", eva.cookie));
    here.site.playroom = p;
}

TEST(what_cannot_sit_is_not_offered)
{
    struct bot b = { .person = here.world.author, .name = "far" };
    struct version v = { .remote = true };
    int64_t id;
    FINE(store_bot_add(here.site.store, &b, &v.bot, &e));
    memset(v.key, 7, sizeof v.key);
    FINE(store_version_add(here.site.store, &v, NULL, 0, &id, &e));
    FINE(store_version_move(here.site.store, id, VERSION_PENDING, VERSION_ACTIVE, "", "test", &e));
    OWNED_REPLY y = here_get(&here, "/bots/ana/far", NULL);
    assert_int_equal(y.status, 200);
    assert_null(strstr(y.body, "/play/"));
    STATUS(404, browser_post(&eva, &here, "/play/ana/far", "preset=argentino"));
}

/* --- a game --------------------------------------------------------------------------------------------------------------- */

/* For the browser, which holds the record against it. */
static void names_it(const struct at_table *t, const char *what, const uint8_t bytes[32])
{
    char hex[65], words[128];
    snprintf(words, sizeof words, " data-%s=\"%s\"", what, sodium_bin2hex(hex, sizeof hex, bytes, 32));
    if (!shows(t, words))
        fail_msg("no%s on the page", words);
}

static void the_record_is_valid(const struct at_table *t)
{
    struct audit_report report;
    AUTO(store_free) struct store_bytes bytes = { 0 };
    uint8_t hash[STORE_HASH];
    const char *at = strstr(t->page.body, "data-src=\"/replays/");
    assert_non_null(at);
    assert_int_equal(sodium_hex2bin(hash, sizeof hash, at + strlen("data-src=\"/replays/"), 64, NULL, NULL, NULL), 0);
    FINE(store_get(here.site.store, hash, &bytes, &e));
    assert_int_equal(audit_bytes(bytes.data, bytes.size, NULL, &report), 0);
    assert_int_equal((int)report.outcome, AUDIT_VALID);
    assert_true(report.offer.duty_us >= report.offer.bank_us); /* it pays for each look at a hand that is over */
    names_it(t, "match", report.match_id);
    names_it(t, "replay", hash);
    names_it(t, "arbiter", report.offer.arbiter);
}

/* No pair, no leg: nothing that a rating is made of. */
static void nothing_counts(void)
{
    struct leg leg;
    size_t n = 1;
    n = world_all_legs(here.site.store, &leg, 1);
    assert_int_equal(n, 0);
}

TEST(a_whole_game)
{
    struct at_table t = sit(&eva, "cauto", "paulista");
    wait_for(&t, "name=\"do\"");
    assert_true(shows(&t, "cauto-1") && shows(&t, "cards.svg#card-"));
    play_on(&t);
    assert_true(shows(&t, "You won.") || shows(&t, "You lost."));
    the_record_is_valid(&t);
    nothing_counts();
    reply_free(&t.page);
}

/* --- a table at which nobody has answered yet ------------------------------------------------------------------------------ */

static struct at_table still;

TEST(in_three_languages)
{
    still = sit(&eva, "cauto", "argentino-flor");
    wait_for(&still, "name=\"do\"");
    look(&still, "?language=es");
    assert_true(shows(&still, "Tus cartas") && shows(&still, "al mazo"));
    look(&still, "?language=pt");
    assert_true(shows(&still, "Suas cartas") && shows(&still, "vou ao baralho"));
    look(&still, "?language=en");
}

/* As its owner is told it. */
static char *board(void)
{
    const char *from = strstr(still.page.body, "<div class=\"play\""), *to = strstr(still.page.body, "</main>");
    assert_true(from && to);
    return strndup(from, (size_t)(to - from));
}

TEST(nonsense_changes_nothing)
{
    static const char *const fields[] = { "",
                                          "request=1",
                                          "do=mazo",
                                          "request=999999&do=mazo",
                                          "request=-1&do=mazo",
                                          "request=0&do=mazo",
                                          "request=1&do=0123456789012345678901234567890123456789012345678901234567890",
                                          "request=1x&do=mazo",
                                          "request=%00&do=%0Ado+1+257",
                                          "say=go",
                                          "request=999&say=hint",
                                          "request=1%0Aleave&do=mazo" };
    OWNED char *before = board();
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        answer(&still, fields[i]);
        assert_true(shows(&still, "That was answered already"));
    }
    look(&still, "");
    OWNED char *after = board();
    assert_string_equal(after, before);
}

/* Which one depends on what the bot has said. */
static bool tells_a_rule(void)
{
    static const char *const rules[] = {
#define X(name, number, text) ": no, " text ".",
        FIEL_RULE_ERRORS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (shows(&still, "class=\"refused\"") && shows(&still, rules[i]))
            return true;
    return false;
}

TEST(a_refused_call_is_explained)
{
    char request[16], fields[64];
    assert_true(value_after(still.page.body, "name=\"request\" value=\"", request));
    snprintf(fields, sizeof fields, "request=%s&do=vale-cuatro", request); /* before truco */
    answer(&still, fields);
    assert_true(tells_a_rule());
    look(&still, "?language=es");
    assert_true(shows(&still, "class=\"refused\"") && !tells_a_rule()); /* the rules speak English */
    look(&still, "?language=en");
    assert_true(tells_a_rule());
    snprintf(fields, sizeof fields, "request=%s&say=hint", request);
    answer(&still, fields);
    assert_true(shows(&still, "Your envido: <strong>"));
}

TEST(nobody_elses_table)
{
    char turns[80], fields[64];
    look(&still, "");
    assert_true(press(&still, 0, fields));
    snprintf(turns, sizeof turns, "%s/turns", still.path);
    const struct browser *others[] = { &zoe, &eva_elsewhere };
    for (size_t i = 0; i < 2; i++) {
        int status = i ? 409 : 404; /* its person, in another session, is told where the table is */
        OWNED_REPLY y = here_get(&here, still.path, others[i]->cookie);
        assert_int_equal(y.status, status);
        assert_true(!strstr(y.body, "in another session") == !i);
        STATUS(204, here_get(&here, turns, others[i]->cookie));
        STATUS(status, browser_post(others[i], &here, still.path, fields));
        STATUS(status, browser_post(others[i], &here, still.path, "say=leave"));
    }
    STATUS(303, here_get(&here, still.path, NULL));
    STATUS(403, here_post(&here, still.path, eva.cookie, fields)); /* no token */
    OWNED char *before = board();
    look(&still, "");
    OWNED char *after = board();
    assert_string_equal(after, before);
    get_up(&still);
}

/* --- more of them ------------------------------------------------------------------------------------------------------------ */

/* Until the person is asked something; false when the match is over instead. */
static bool is_asked(struct at_table *t)
{
    for (time_t until = time(NULL) + PATIENCE_S; !is_over(t) && !shows(t, "name=\"request\"") && time(NULL) < until;)
        look(t, "");
    if (!is_over(t) && !shows(t, "name=\"request\""))
        fail_msg("asked nothing, and not over: %.3000s", t->page.body);
    return !is_over(t);
}

/* The same answer twenty times is one; those behind it find nothing to answer, and no fault comes of them. */
TEST(doubled_answers_are_one)
{
    char fields[64];
    still = sit(&eva, "cauto", "paulista");
    for (int turn = 0; turn < 6 && is_asked(&still); turn++) {
        assert_true(press(&still, 0, fields));
        for (int i = 0; i < 20; i++) {
            OWNED_REPLY y = browser_post(&eva, &here, still.path, fields);
            assert_int_equal(y.status, 303);
        }
        look(&still, "");
    }
    if (!is_over(&still))
        answer(&still, "request=0&say=leave");
    wait_for(&still, "/replays/");
    assert_false(shows(&still, "class=\"fault\""));
    the_record_is_valid(&still);
    reply_free(&still.page);
}

TEST(one_table_for_each)
{
    struct at_table first = sit(&eva, "cauto", "argentino"), again = sit(&eva, "cauto", "paulista");
    assert_string_equal(first.path, again.path); /* it was there */
    struct at_table moved = sit(&eva_elsewhere, "cauto", "paulista");
    assert_string_not_equal(first.path, moved.path);
    reply_free(&again.page);
    wait_for(&first, "class=\"fault\""); /* it was ended */
    reply_free(&first.page);
    get_up(&moved);
}

TEST(so_many_and_no_more)
{
    struct browser more[TABLES + 1];
    struct at_table t[TABLES];
    char name[24];
    for (int i = 0; i <= TABLES; i++) {
        snprintf(name, sizeof name, "guest%d", i);
        browser_come_in(&more[i], &here, world_person(here.site.store, name, ROLE_VISITOR));
        if (i < TABLES)
            t[i] = sit(&more[i], "cauto", "argentino");
    }
    assert_int_equal(playroom_busy(here.site.playroom), TABLES);
    OWNED_REPLY y = browser_post(&more[TABLES], &here, "/play/ana/cauto", "preset=argentino");
    assert_int_equal(y.status, 503);
    assert_non_null(strstr(y.body, "All tables are taken"));
    wait_for(&t[0], "name=\"do\"");
    get_up(&t[0]);
    t[0] = sit(&more[TABLES], "cauto", "argentino");
    for (int i = 0; i < TABLES; i++) {
        wait_for(&t[i], "name=\"do\"");
        get_up(&t[i]);
    }
}

/* --- ends ------------------------------------------------------------------------------------------------------------------ */

TEST(a_bot_that_does_not_play)
{
    struct at_table t = sit(&eva, "broken", "argentino");
    wait_for(&t, "/play/ana/broken");
    look(&t, "?language=es");
    assert_true(shows(&t, "class=\"fault\">broken-1: su proceso terminó con el código 3</p>"));
    look(&t, "?language=en");
    leave(&t);
}

/* By these rules, with these bots: and a sign goes with an answer. */
TEST(a_table_is_as_it_was_asked_for)
{
    struct reply y = here_get(&here, "/play/ana/cauto?preset=argentino/4", zoe.cookie);
    assert_non_null(strstr(y.body, "name=\"signs\""));
    assert_non_null(strstr(y.body, "name=\"seat3\""));
    assert_null(strstr(y.body, "name=\"seat4\""));
    assert_null(strstr(y.body, "name=\"uy_flor_duty\"")); /* another game's */
    reply_free(&y);
    y = here_get(&here, "/play/ana/cauto?preset=argentino", zoe.cookie);
    assert_null(strstr(y.body, "name=\"signs\"")); /* nobody has a partner */
    reply_free(&y);
    STATUS(400, browser_post(&zoe, &here, "/play/ana/cauto", "preset=argentino/4&target=0"));
    STATUS(400, browser_post(&zoe, &here, "/play/ana/cauto", "preset=argentino/4&flor=maybe"));
    STATUS(404, browser_post(&zoe, &here, "/play/ana/cauto", "preset=argentino/4&seat2=ana/none"));
    STATUS(404, browser_post(&zoe, &here, "/play/ana/cauto", "preset=argentino/4&seat2=ana/far"));
    struct at_table t = sit(&zoe, "cauto", "argentino/4&target=15&signs=on&seat2=ana/random%231");
    char fields[64], more[96];
    wait_for(&t, "name=\"sign0\"");
    assert_true(shows(&t, "argentino to 15") && shows(&t, "random-1-2 <small class=\"partner\">your partner"));
    assert_true(press(&t, 0, fields));
    while (shows(&t, "A sign for a partner")) {
        char request[16];
        assert_true(value_after(strstr(t.page.body, "<form"), "name=\"request\" value=\"", request));
        snprintf(more, sizeof more, "request=%s&do=pass&sign0=1e+2&sign1=1e+2&sign2=x+9", request); /* one fits */
        answer(&t, more);
    }
    wait_for(&t, "<small class=\"sign\">raises the eyebrows (1e) → random-1-2");
    get_up(&t);
}

TEST(who_leaves_has_lost)
{
    struct at_table t = sit(&eva, "cauto", "argentino");
    wait_for(&t, "name=\"do\"");
    answer(&t, "request=0&say=leave");
    wait_for(&t, "/replays/");
    assert_true(shows(&t, "You gave up and left. You lost."));
    the_record_is_valid(&t);
    reply_free(&t.page);
}

/* A partner plays on and may win: the button says so, and the result says who left. */
TEST(who_leaves_a_partner_is_told_so)
{
    struct at_table t = sit(&eva, "cauto", "argentino&seats=4");
    wait_for(&t, "name=\"do\"");
    assert_true(shows(&t, "and my partner plays on"));
    answer(&t, "request=0&say=leave");
    wait_for(&t, "/replays/");
    assert_true(shows(&t, "You gave up and left. You lost.") || shows(&t, "You gave up and left. Your side won"));
    reply_free(&t.page);
}

/* Nobody comes back to it: the clock ends it. */
TEST(an_abandoned_table_ends)
{
    open_tables(1);
    struct at_table t = sit(&eva, "cauto", "argentino");
    wait_for(&t, "/replays/");
    assert_true(shows(&t, "You lost."));
    assert_true(shows(&t, "eva: "));
    assert_int_equal(playroom_busy(here.site.playroom), 0);
    reply_free(&t.page);
    open_tables(600);
}

/* All that a serving ladder does by itself, once. */
static void serve_on(void)
{
    for (const struct timer *k = site_timers; k->name; k++)
        FINE(k->step(&here.site, &e));
}

static void set_closed(int64_t person, bool closed)
{
    FINE(store_person_change(here.site.store, person, &(struct person_change){ .sets_closed = true, .closed = closed },
                             "host", &e));
}

static void wait_until_busy(unsigned tables)
{
    for (time_t until = time(NULL) + PATIENCE_S; playroom_busy(here.site.playroom) != tables;)
        if (time(NULL) > until)
            fail_msg("%u tables play on", playroom_busy(here.site.playroom));
}

/* Closed elsewhere, at a terminal: the tables of that person end, and those with their bots; others go on. */
TEST(closing_ends_tables)
{
    struct at_table t = sit(&eva, "cauto", "argentino"), other;
    wait_for(&t, "name=\"do\"");
    serve_on();
    assert_int_equal(playroom_busy(here.site.playroom), 1);
    set_closed(here.world.author, true);
    serve_on();
    wait_for(&t, "could not be played");
    assert_true(shows(&t, "account is closed"));
    set_closed(here.world.author, false);
    reply_free(&t.page);
    t = sit(&eva, "cauto", "argentino");
    other = sit(&zoe, "cauto", "argentino");
    wait_for(&t, "name=\"do\"");
    wait_for(&other, "name=\"do\"");
    set_closed(eva_person, true);
    serve_on();
    wait_until_busy(1);
    set_closed(eva_person, false);
    browser_come_in(&eva, &here, eva_person); /* her sessions were ended */
    browser_come_in(&eva_elsewhere, &here, eva_person);
    look(&other, "");
    assert_true(shows(&other, "name=\"do\""));
    get_up(&other);
    reply_free(&t.page);
}

struct watching {
    const struct browser *who;
    char turns[80];
    struct reply told;
};

static void *watch(void *arg)
{
    struct watching *w = arg;
    w->told = here_get(&here, w->turns, w->who->cookie);
    return NULL;
}

/* A session that is over takes its table along: what was open in that browser tells no more of the hand. */
TEST(signing_out_ends_tables)
{
    for (int by_password = 0; by_password < 2; by_password++) {
        struct watching w = { .who = &eva };
        pthread_t beside;
        struct at_table t = sit(&eva, "cauto", "argentino");
        wait_for(&t, "name=\"do\"");
        snprintf(w.turns, sizeof w.turns, "%.60s/turns", t.path);
        assert_int_equal(pthread_create(&beside, NULL, watch, &w), 0);
        for (time_t until = time(NULL) + PATIENCE_S; !http_streams_open(here.site.http) && time(NULL) < until;)
            ;
        if (by_password)
            FINE(account_password(here.site.store, eva_person, "long enough 9", "host", &e));
        else
            STATUS(303, browser_post(&eva, &here, "/leave", ""));
        serve_on();
        wait_until_busy(0);
        pthread_join(beside, NULL);
        assert_non_null(strstr(w.told.body, "event: over"));
        reply_free(&w.told);
        reply_free(&t.page);
        browser_come_in(&eva, &here, eva_person);
    }
    browser_come_in(&eva_elsewhere, &here, eva_person);
}

/* Processes whose command line has this folder. */
static int processes_in(const char *folder)
{
    char path[300], line[8192];
    int n = 0;
    DIR *all = opendir("/proc");
    assert_non_null(all);
    for (struct dirent *d; (d = readdir(all));) {
        snprintf(path, sizeof path, "/proc/%.20s/cmdline", d->d_name);
        int fd = atoi(d->d_name) ? open(path, O_RDONLY) : -1;
        ssize_t size = fd >= 0 ? read(fd, line, sizeof line) : 0;
        if (fd >= 0)
            close(fd);
        n += size > 0 && memmem(line, (size_t)size, folder, strlen(folder)) != NULL;
    }
    closedir(all);
    return n;
}

static void nothing_lies_in(const char *folder)
{
    DIR *left = opendir(folder);
    for (struct dirent *d; (d = readdir(left));)
        if (*d->d_name != '.')
            fail_msg("%s is left", d->d_name);
    closedir(left);
}

static void wait_until_none(const char *folder)
{
    for (time_t until = time(NULL) + PATIENCE_S; processes_in(folder);)
        if (time(NULL) > until)
            fail_msg("%d processes are left", processes_in(folder));
}

TEST(a_site_that_stops_ends_its_tables)
{
    struct at_table t = sit(&eva, "cauto", "argentino");
    wait_for(&t, "name=\"do\"");
    assert_true(processes_in(work) > 0);
    playroom_stop(here.site.playroom);
    assert_int_equal(processes_in(work), 0);
    nothing_lies_in(work);
    STATUS(503, browser_post(&zoe, &here, "/play/ana/cauto", "preset=argentino"));
    look(&t, "");
    assert_true(shows(&t, "could not be played"));
    reply_free(&t.page);
    open_tables(600);
}

/* A site of its own in a child, as far as a table is concerned. */
static void site_in_a_child(int tell)
{
    struct sitter who = { .person = eva_person, .name = "eva", .language = "en" };
    struct playroom_plan plan = { .fiel = fiel, .jail = "none", .folder = work, .tables = 1, .idle_s = 600 };
    char where[128], id[PLAYROOM_ID];
    struct look l;
    snprintf(where, sizeof where, "sqlite:%s/killed.db", here.folder);
    FINE(store_open(&plan.store, where, STORE_CREATE, &e));
    here.site.store = plan.store;
    here.world.author = world_person(plan.store, "ana", ROLE_AUTHOR);
    struct seating at = { .rules = "argentino", .seats = 2, .version = { 0, host_bot("cauto", "cauto", NULL) } };
    struct playroom *p = playroom_open(&plan);
    FINE(playroom_sit(p, &who, &at, id, &e));
    for (bool asked = false; !asked; look_free(&l)) {
        playroom_look(p, id, who.session, &l);
        if (l.state == SITTING_BROKEN)
            _exit(1); /* which is noticed */
        asked = l.request != 0;
    }
    if (write(tell, "x", 1) != 1)
        abort();
    for (;;)
        pause();
}

TEST(a_killed_site_leaves_nobody)
{
    int ends[2];
    char byte;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        site_in_a_child(ends[1]);
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    close(ends[0]);
    assert_true(processes_in(work) > 0);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    wait_until_none(work);
    open_tables(600); /* removes what the killed one left */
    nothing_lies_in(work);
}
