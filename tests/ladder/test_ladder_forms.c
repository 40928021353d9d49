/* Every form of the site that is refused comes again as it was typed, with what is wrong at its field; and what an event's form asks for. */
#include <sodium.h>

#include "ladder_site.h"
#include "store/store_disputes.h"
#include "store/store_live.h"
#include "support/test.h"

HERE_FOR_ALL
static struct browser host, author, visitor;

BEFORE_ALL(start)
{
    browser_come_in(&host, &here, here.world.host);
    browser_come_in(&author, &here, here.world.author);
    return 0;
}

/* The tag that has this name and is marked, or NULL. */
static const char *marked(const char *page, const char *field)
{
    char name[64];
    snprintf(name, sizeof name, " name=\"%s\"", field);
    for (const char *at = page; (at = strstr(at, name)); at++) {
        const char *mark = strstr(at, "aria-invalid=\"true\"");
        if (mark && mark < strchr(at, '>'))
            return at;
    }
    return NULL;
}

TEST(every_form_keeps_what_was_typed_and_says_where_it_is_wrong)
{
    static const struct {
        const struct browser *who;
        const char *path, *typed, *wrong, *kept; /* kept: a piece of the page, in the form that was sent alone */
    } rows[] = {
        { &visitor, "/enter", "what=in&name=%3Ci%3E&password=x", "password", "value=\"&lt;i&gt;\"" },
        { &visitor, "/enter", "what=up&name=%3Ci%3E&password=long+enough", "name", "value=\"&lt;i&gt;\"" },
        { &visitor, "/enter", "what=up&name=nina&password=short", "password", "value=\"nina\"" },
        { &visitor, "/enter", "what=in&name=%3Ci%3E&proof=x", "proof", "\nx</textarea>" },
        { &author, "/start", "name=mi-bot&run=.%2Fx", "artifact", "value=\"./x\"" },
        { &author, "/start", "name=%C3%B1and%C3%BA", "name", "value=\"ñandú\"" },
        { &author, "/me/bots", "name=a%2Fb&about=mine", "name", "value=\"mine\"" },
        { &author, "/me/bots", "name=fine&about=a%1B%5B31m", "about", "value=\"a\x1b[31m\"" },
        { &author, "/me/bots", "name=fine&about=a%C2%9B", "about", "one line of text" },
        { &author, "/me/password", "old=x&new=y", "old_proof", "aria-invalid" },
        { &author, "/me/key", "proof=abc&old=x", "old_proof", "\nabc</textarea>" },
        { &author, "/tries", "own=ana%2Fbot1%231&rival=ana%2Fbot2&pairs=21&ladder=argentino-1v1", "pairs",
          "value=\"ana/bot2\"" },
        { &author, "/tries", "own=ana%2Fbot1%231&rival=none&pairs=2", "rival", "value=\"ana/bot1#1\" selected" },
        { &host, "/host/people", "name=none&role=author", "name", "value=\"author\" selected" },
        { &host, "/host/people", "name=ana", "role", "value=\"ana\"" },
        { &host, "/host/people/password", "name=none", "name", "value=\"none\"" },
        { &host, "/host/versions", "who=none&reason=why", "who", "value=\"why\"" },
        { &host, "/host/ladders", "code=p&name=x&rules=argentino&clock=bananas", "clock", "value=\"p\"" },
        { &host, "/host/ladders", "code=p&name=x&rules=argentnio&plain=1", "rules", " checked" },
        { &host, "/host/ladders", "code=argentino-1v1&name=x&rules=argentino", "code", "value=\"x\"" },
        { &host, "/host/ladders/argentino-1v1", "name=Uno&clock=bananas", "clock", "value=\"Uno\"" },
        { &host, "/host/events", "ladder=argentino-1v1&kind=knockout&name=Copa&opens=soon", "opens", "value=\"Copa\"" },
        { &host, "/host/events", "ladder=argentino-1v1&kind=knockout&name=Copa&heads=2", "heads",
          "value=\"knockout\" selected" },
        { &host, "/host/events", "ladder=argentino-1v1&kind=swiss&name=C&rounds=999", "rounds", "value=\"999\"" },
        { &host, "/host/events", "ladder=argentino-1v1&kind=swiss&name=C&rounds=x&plain=1", "rounds", " checked" },
        { &host, "/host/words", "about=site&what=keep&title=T&text=%3Cb%3E", "text", "value=\"T\"" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWNED_REPLY y = browser_post(rows[i].who, &here, rows[i].path, rows[i].typed);
        const char *alert = strstr(y.body, "role=\"alert\""), *kept = strstr(y.body, rows[i].kept);
        const char *field = marked(y.body, rows[i].wrong);
        if (y.status < 400 || y.status >= 500 || !field || !kept)
            fail_msg("%s %s: %d\n%s", rows[i].path, rows[i].typed, y.status, y.body);
        /* one sentence, in the field's own label; one form alone is as it was typed */
        assert_true(alert && !strstr(alert + 1, "role=\"alert\"") && field < alert &&
                    alert < strstr(field, "</label>"));
        assert_true(!strcmp(rows[i].kept, "aria-invalid") || !strstr(kept + 1, rows[i].kept));
    }
}

/* What is no field's fault stands above, once. */
/* The page of an event and of a dispute have theirs among what else they show. */
TEST(a_form_on_a_page_of_its_own_keeps_what_was_typed)
{
    struct event v = {
        .ladder = here.world.ladder, .kind = EVENT_KNOCKOUT, .name = "Copa", .cfg = "{\"enter\":1,\"each\":2}"
    };
    struct store_error e;
    char path[64];
    FINE(store_event_add(here.site.store, &v, "hilda", &v.id, &e));
    snprintf(path, sizeof path, "/events/%lld/enter", (long long)v.id);
    STATUS(303, browser_post(&author, &here, path, "who=ana%2Fbot2%231"));
    OWNED_REPLY y = browser_post(&author, &here, path, "who=ana%2Fbot2%231");
    assert_int_equal(y.status, 409);
    assert_non_null(marked(y.body, "who"));
    assert_non_null(strstr(y.body, "value=\"ana/bot2#1\" selected"));
    assert_non_null(strstr(y.body, "it is entered in that event already"));
    reply_free(&y);
    STATUS(303, browser_post(&author, &here, path, "who=ana%2Fbot3"));
    y = browser_post(&author, &here, path, "who=ana%2Fbot4");
    assert_true(y.status == 409 && marked(y.body, "who") && strstr(y.body, "takes 2 bots of one author"));
}

TEST(what_is_nobodys_fault_stands_above)
{
    OWNED_REPLY y = browser_post(&host, &here, "/host/events/999/start", "");
    const char *alert = strstr(y.body, "role=\"alert\"");
    assert_int_equal(y.status, 404);
    assert_true(alert && !strstr(alert + 1, "role=\"alert\"") && alert < strstr(y.body, "<form"));
    assert_null(strstr(y.body, "aria-invalid"));
}

/* --- what a form asks for is kept ---------------------------------------------------------------------------------- */

static bool says(const struct browser *who, const char *path, const char *text)
{
    OWNED_REPLY y = here_get(&here, path, who->cookie);
    return y.status == 200 && strstr(y.body, text);
}

/* For remote bots, until it begins. */
TEST(an_event_of_plain_matches)
{
    struct event_filter f = { .kind = EVENT_KNOCKOUT, .state = -1 };
    struct event v;
    struct store_error e;
    size_t n;
    char edit[64];
    STATUS(303, browser_post(&host, &here, "/host/events", "ladder=argentino-1v1&kind=knockout&name=Lejos&plain=1"));
    FINE(store_events(here.site.store, &f, &v, 1, &n, &e));
    assert_holds(v.cfg, "\"plain\":1");
    FINE(store_event_move(here.site.store, v.id, EVENT_DRAFT, EVENT_RUNNING, "hilda", &e));
    snprintf(edit, sizeof edit, "/host/events/%lld/edit", (long long)v.id);
    STATUS(303, browser_post(&host, &here, edit, "name=Cerca"));
    FINE(store_event(here.site.store, v.id, &v, &e));
    assert_holds(v.cfg, "\"plain\":1");
}

/* Of a hidden event nobody but the host sees a match, by whatever way, until it is over; then everybody does. */
TEST(what_is_hidden_is_hidden_wherever_it_leads)
{
    static struct order o;
    static struct world_legs l;
    struct event_filter f = { .kind = EVENT_ROUND_ROBIN, .state = -1 };
    struct world hidden = here.world;
    struct leg leg;
    struct event v;
    struct store_error e;
    struct dispute d = { .person = here.world.author, .text = "late" };
    char match[32], link[48], event[32], pair[40], log[48], file[48], dispute[40], record[80], hex[65];
    int64_t id;
    size_t n;
    struct reply y = browser_post(&host, &here, "/host/events",
                                  "ladder=argentino-1v1&kind=roundrobin&name=Oculta&hidden=1&rated=1");
    assert_int_equal(y.status, 400); /* the table would tell */
    if (!marked(y.body, "hidden"))
        fail_msg("%s", strstr(y.body, "<main"));
    reply_free(&y);
    STATUS(303,
           browser_post(&host, &here, "/host/events", "ladder=argentino-1v1&kind=roundrobin&name=Oculta&hidden=1"));
    FINE(store_events(here.site.store, &f, &v, 1, &n, &e));
    FINE(store_event_move(here.site.store, v.id, EVENT_DRAFT, EVENT_RUNNING, "hilda", &e));
    hidden.event = v.id;
    hidden.round = 0;
    world_plan(&hidden, 1);
    FINE(world_lease(&hidden, "w", &o, &e));
    FINE(store_live_add(here.site.store, &o, 1, (const char *const[]){ "{\"event\":\"hand\"}" }, 1, &e));
    snprintf(event, sizeof event, "/live/%lld", (long long)o.pair.id);
    assert_false(says(&visitor, "/live", event));
    assert_false(says(&visitor, event, "bot0")); /* who meets whom says who has won */
    assert_false(says(&author, "/queue", "bot0"));
    assert_true(says(&host, "/queue", "bot0"));
    world_legs(&l, 321);
    l.leg[0].seat[0].log = l.leg[1].seat[0].log = "I hold two\n";
    l.leg[0].seat[0].log_size = l.leg[1].seat[0].log_size = 11;
    FINE(store_finish(here.site.store, &o, l.leg, 2, &e));
    FINE(store_legs(here.site.store, &(struct leg_filter){ .pair = o.pair.id }, &leg, 1, &n, &e));
    snprintf(match, sizeof match, "/matches/%lld", (long long)leg.id);
    snprintf(link, sizeof link, "\"%s\"", match);
    snprintf(event, sizeof event, "/events/%lld", (long long)v.id);
    snprintf(pair, sizeof pair, "\"id\":%lld,", (long long)leg.id);
    snprintf(log, sizeof log, "%s/logs/0", match);
    snprintf(file, sizeof file, "%s/dispute", match);
    d.leg = leg.id;
    FINE(store_dispute_add(here.site.store, &d, "ana", &id, &e));
    snprintf(dispute, sizeof dispute, "/disputes/%lld", (long long)id);
    snprintf(record, sizeof record, "/replays/%s", sodium_bin2hex(hex, sizeof hex, leg.replay, sizeof leg.replay));
    const struct {
        const char *path, *text;
    } own[] = { { log, "" }, { file, "name=\"transcript\"" }, { dispute, "late" } };
    const struct {
        const char *path, *text;
    } ways[] = {
        { match, "<h1" },
        { "/", link },
        { "/matches", link },
        { "/ladders/argentino-1v1", link },
        { event, "2.0–0.0" },
        { "/bots/ana/bot0", link },
        { "/api/matches", pair },
        { "/versus/ana/bot0/ana/bot1", "matches?pair" },
        { "/bots/ana/bot0", "bot1</a>" },
    };
    for (int over = 0; over < 2; over++) {
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
            if (says(&visitor, ways[i].path, ways[i].text) != over || says(&author, ways[i].path, ways[i].text) != over)
                fail_msg("%s %s: %s is%s there", over ? "over" : "runs", ways[i].path, ways[i].text,
                         over ? " not" : "");
            if (i < 7 && !says(&host, ways[i].path, ways[i].text))
                fail_msg("the host does not see %s at %s", ways[i].text, ways[i].path);
        }
        y = here_get(&here, record, author.cookie); /* this one's bytes are no record: told only that it is not there */
        assert_int_equal(strstr(y.body, "shown when it is over") == NULL, over);
        reply_free(&y);
        for (size_t i = 0; i < sizeof own / sizeof *own; i++)
            if (says(&author, own[i].path, own[i].text) != over)
                fail_msg("%s: its author's %s is%s there", over ? "over" : "runs", own[i].path, over ? " not" : "");
        FINE(over ? STORE_OK : store_event_move(here.site.store, v.id, EVENT_RUNNING, EVENT_DONE, "hilda", &e));
    }
}

/* A list is refused by its line, and then nobody of it is made; else all are, and come in with what the page shows once. */
TEST(people_are_made_from_a_list)
{
    static const struct {
        const char *list, *says;
    } rows[] = {
        { "", "there is nobody in that list" },
        { "name%0A", "there is nobody in that list" },
        { "lia%0A%3Dcmd()%0Amia", "line 2: a name has up to 39 letters" },
        { "lia%0D%0A%3Cscript%3E,x@y", "line 2: a name has up to 39 letters" },
        { "lia,%3DHYPERLINK(%22x@y%22)", "line 1: behind the name comes a key" },
        { "lia,%2Bx@y.z", "line 1: behind the name comes a key" },
        { "lia,abcd", "line 1: behind the name comes a key" },
        { "name,mail%0Alia,l@x%0Amia,m@x,z", "line 3: a line has a name and" },
        { "lia%0A%0Alia", "line 3: the name lia is taken" },
        { "lia%0Aana", "line 2: the name ana is taken" },
    };
    struct person p;
    struct store_error e;
    char fields[256];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(fields, sizeof fields, "list=%s", rows[i].list);
        OWNED_REPLY y = browser_post(&host, &here, "/host/people/list", fields);
        if (y.status / 100 != 4 || !strstr(y.body, rows[i].says) || !marked(y.body, "list"))
            fail_msg("%s: %d %s", rows[i].list, y.status, y.body);
        assert_int_equal(store_person_named(here.site.store, "lia", &p, &e), STORE_NOT_FOUND);
    }
    STATUS(403, browser_post(&author, &here, "/host/people/list", "list=lia"));
    OWNED_REPLY y = browser_post(&host, &here, "/host/people/list",
                                 "list=name;mail%0Alia;l@x.org%0A%22mia%22,"
                                 "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff%0Anoe");
    assert_int_equal(y.status, 200);
    const char *line = strstr(y.body, "\nlia,");
    assert_non_null(line);
    assert_non_null(strstr(line, ",l@x.org\nmia,,\nnoe,"));
    snprintf(fields, sizeof fields, "what=in&name=lia&password=%.26s", line + 5);
    STATUS(303, browser_post(&visitor, &here, "/enter", fields));
    FINE(store_person_named(here.site.store, "lia", &p, &e));
    assert_non_null(strstr(p.password, "$m=8,t=1,")); /* of 130 bits: a list of a hundred takes no time */
    STATUS(404, browser_post(&visitor, &here, "/enter", "what=in&name=lia&password=long+enough+1"));
    FINE(store_person_named(here.site.store, "mia", &p, &e));
    assert_true(p.has_key && !*p.password && p.role == ROLE_AUTHOR);
}
