/* Every form of the site that is refused comes again as it was typed, with what is wrong at its field. */
#include <sodium.h>

#include "ladder_site.h"
#include "support/test.h"

static struct here here;
static struct browser host, author, visitor;

static int start(STATE)
{
    here_start(&here);
    world_make(&here.world, here.site.store);
    browser_come_in(&host, &here, here.world.host);
    browser_come_in(&author, &here, here.world.author);
    return 0;
}

static int stop(STATE)
{
    here_stop(&here);
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
        { &author, "/me/password", "old=x&new=y", "old_proof", "aria-invalid" },
        { &author, "/me/key", "proof=abc&old=x", "old_proof", "\nabc</textarea>" },
        { &author, "/bots/ana/bot0/versions", "label=mine&ladders=none", "ladders", "value=\"mine\"" },
        { &author, "/bots/ana/bot0/versions", "label=mine&binding=xyz", "binding", "\nxyz</textarea>" },
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
        { &host, "/host/words", "about=site&what=keep&title=T&text=%3Cb%3E", "text", "value=\"T\"" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct reply y = browser_post(rows[i].who, &here, rows[i].path, rows[i].typed);
        const char *alert = strstr(y.body, "role=\"alert\""), *kept = strstr(y.body, rows[i].kept);
        const char *field = marked(y.body, rows[i].wrong);
        if (y.status < 400 || y.status >= 500 || !field || !kept)
            fail_msg("%s %s: %d\n%s", rows[i].path, rows[i].typed, y.status, y.body);
        /* one sentence, in the field's own label; one form alone is as it was typed */
        assert_true(alert && !strstr(alert + 1, "role=\"alert\"") && field < alert &&
                    alert < strstr(field, "</label>"));
        assert_true(!strcmp(rows[i].kept, "aria-invalid") || !strstr(kept + 1, rows[i].kept));
        reply_free(&y);
    }
}

/* What is no field's fault stands above, once. */
/* The page of an event and of a dispute have theirs among what else they show. */
TEST(a_form_on_a_page_of_its_own_keeps_what_was_typed)
{
    struct event v = { .ladder = here.world.ladder, .kind = EVENT_KNOCKOUT, .name = "Copa", .cfg = "{\"enter\":1}" };
    struct store_error e;
    char path[64];
    FINE(store_event_add(here.site.store, &v, "hilda", &v.id, &e));
    snprintf(path, sizeof path, "/events/%lld/enter", (long long)v.id);
    STATUS(303, browser_post(&author, &here, path, "who=ana%2Fbot2%231"));
    struct reply y = browser_post(&author, &here, path, "who=ana%2Fbot2%231");
    assert_int_equal(y.status, 409);
    assert_non_null(marked(y.body, "who"));
    assert_non_null(strstr(y.body, "value=\"ana/bot2#1\" selected"));
    assert_non_null(strstr(y.body, "it is entered in that event already"));
    reply_free(&y);
}

TEST(what_is_nobodys_fault_stands_above)
{
    struct reply y = browser_post(&host, &here, "/host/events/999/start", "");
    const char *alert = strstr(y.body, "role=\"alert\"");
    assert_int_equal(y.status, 404);
    assert_true(alert && !strstr(alert + 1, "role=\"alert\"") && alert < strstr(y.body, "<form"));
    assert_null(strstr(y.body, "aria-invalid"));
    reply_free(&y);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    return tests_run(start, stop);
}
