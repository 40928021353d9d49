/* bots: made by their authors, and known by their address. */
#include "bots.h"
#include "cli/language.h"
#include "cli/name.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "site/session/forms.h"
#include "site/session/account.h"

enum { BOTS_A_DAY = 20, LISTED = 50 };
static const int64_t hour = 3600 * 1000, day = INT64_C(86400) * 1000;

int limit_versions(struct http_request *r, struct store_error *e)
{
    return limit_person(r, "submit", VERSIONS_AN_HOUR, hour, e);
}

static int look_at_about(const char *about, struct store_error *e)
{
    if (!name_plain(about))
        return store_say(e, STORE_INVALID, N_("what is said about a bot is one line of text: leave out the rest"));
    return strlen(about) < sizeof((struct bot *)0)->about
               ? STORE_OK
               : store_say(e, STORE_INVALID, N_("that is too much about a bot: say it in 255 bytes"));
}

int bot_make(struct http_request *r, const char *name, const char *about, struct store_error *e)
{
    struct bot b = { .person = guest_of(r)->person.id };
    int64_t id;
    if (!name_fits(name))
        return wrong_say(r, "name", e,
                         N_("a bot's name has up to 39 letters a-z, digits, '-', '_' and '.', and begins and ends "
                            "with a letter or digit: choose another one"));
    if (look_at_about(about, e))
        return wrong_at(r, "about", STORE_INVALID);
    strcpy(b.name, name);
    strcpy(b.about, about);
    int bad = limit_person(r, "bots", BOTS_A_DAY, day, e);
    if (!bad)
        bad = store_bot_add(site_of(r)->store, &b, &id, e);
    return bad == STORE_EXISTS
               ? wrong_at(r, "name",
                          store_say(e, STORE_EXISTS, N_("you have a bot of that name already: choose another one")))
               : bad;
}

int bot_for(struct http_request *r, const char *name, struct bot *b, struct store_error *e)
{
    const char *author = guest_of(r)->person.name;
    int bad = store_bot_named(store_of(r), author, name, b, e);
    if (bad == STORE_NOT_FOUND && !(bad = bot_make(r, name, "", e)))
        bad = store_bot_named(store_of(r), author, name, b, e);
    return bad;
}

int own_bot(struct http_request *r, bool host, struct bot *b, struct store_error *e)
{
    int bad = store_bot_named(site_of(r)->store, r->part[0], r->part[1], b, e);
    const struct guest *g = guest_of(r);
    if (bad)
        return bad;
    return g->known && (b->person == g->person.id || (host && is_host(g)))
               ? STORE_OK
               : store_say(e, STORE_NOT_FOUND, N_("this is its author's alone"));
}

int bot_about(struct http_request *r, const char *about, struct store_error *e)
{
    struct bot b;
    int bad = own_bot(r, false, &b, e);
    if (!bad)
        bad = look_at_about(about, e);
    return bad ? bad : store_bot_about(site_of(r)->store, b.id, about, e);
}

int own_version(struct http_request *r, bool host, struct bot *b, struct version *out, struct store_error *e)
{
    struct version_filter f = { .state = -1 };
    struct version v[LISTED];
    int64_t number = id_at(r, 2);
    int bad = own_bot(r, host, b, e);
    f.bot = bad ? 0 : b->id;
    for (size_t n = LISTED; !bad && n == LISTED; f.after = v[n - 1].id) {
        bad = store_versions(site_of(r)->store, &f, v, LISTED, &n, e);
        for (size_t i = 0; !bad && i < n; i++)
            if (v[i].number == number)
                return *out = v[i], STORE_OK;
        if (bad || !n)
            break;
    }
    return bad ? bad : store_say(e, STORE_NOT_FOUND, N_("the bot has no such version"));
}

static unsigned api_bot_add(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    int bad = bot_make(r, given(r, "name"), given(r, "about"), &e);
    if (bad)
        return answer_error(a, limit_status(bad, &e), store_said(&e));
    page_fill(&a->page, "{\"author\":{j},\"bot\":{j}}\n", guest_of(r)->person.name, given(r, "name"));
    return 201;
}

const struct http_route bot_routes[] = {
    { "POST", "/api/bots", api_bot_add, AUTH_AUTHOR | AUTH_API, 0 },
    { 0 },
};
