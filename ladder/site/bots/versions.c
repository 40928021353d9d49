/* versions: a bot's versions as their author sees them: sent in, disabled, retired, validated once more. */
#include "versions.h"
#include "cli/language.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bots.h"
#include "site/session/forms.h"
#include "remote.h"
#include "submit.h"

enum { LISTED = 50 };

/* --- states --------------------------------------------------------------------------------------------------- */

/* What an author may do: disable what is active, retire whatever is not retired, have what is disabled looked at again. */
static int move(struct http_request *r, const char *what, struct store_error *e)
{
    struct bot b;
    struct version v;
    int bad = own_version(r, false, &b, &v, e);
    const char *actor = guest_of(r)->person.name;
    if (bad)
        return bad;
    if (!strcmp(what, "retire") && v.state != VERSION_RETIRED)
        return store_version_move(site_of(r)->store, v.id, v.state, VERSION_RETIRED, N_("by its author"), actor, e);
    if (!strcmp(what, "disable") && v.state == VERSION_ACTIVE)
        return store_version_move(site_of(r)->store, v.id, v.state, VERSION_DISABLED, N_("by its author"), actor, e);
    if (!strcmp(what, "again") && v.state == VERSION_DISABLED) {
        bad = limit_versions(r, e);
        return bad ? bad
                   : store_version_move(site_of(r)->store, v.id, v.state, VERSION_PENDING, N_("validated once more"),
                                        actor, e);
    }
    return store_say(e, STORE_STALE, N_("this version is not in a state for that: load the page again"));
}

/* --- the page -------------------------------------------------------------------------------------------------- */

/* The buttons of one version: forms with the version's own address. */
static void put_moves(struct http_request *r, struct page *p, const struct bot *b, const struct version *v)
{
    static const char *const words[] = { "disable", "retire", "again" };
    const bool may[] = { v->state == VERSION_ACTIVE, v->state != VERSION_RETIRED, v->state == VERSION_DISABLED };
    AUTO(page_free) struct page to = { 0 };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (may[i] && b->person == guest_of(r)->person.id) {
            to.size = 0;
            page_fill(&to, "/bots/{a}/{a}/versions/{d}/{h}", b->author, b->name, v->number, words[i]);
            form_open(r, p, to.data ? to.data : "", "class=\"inline\"");
            page_fill(p, "<button>{}</button></form> ",
                      i == 0   ? TR(r, "disable")
                      : i == 1 ? TR(r, "retire")
                               : TR(r, "validate again"));
        }
}

static int put_versions(struct http_request *r, struct page *p, const struct bot *b, struct store_error *e)
{
    struct version v[LISTED];
    struct version_filter f = { .bot = b->id, .state = -1 };
    size_t n = 0;
    page_put(p, "<div class=\"scroll\"><table><tbody>");
    do {
        int bad = store_versions(site_of(r)->store, &f, v, LISTED, &n, e);
        if (bad)
            return bad;
        for (size_t i = 0; i < n; i++) {
            page_fill(p, "<tr><th scope=\"row\"><a href=\"/bots/{a}/{a}/versions/", b->author, b->name);
            page_format(p, "%" PRId64 "\">#%" PRId64 "</a>", v[i].number, v[i].number);
            page_fill(p, " {}</th><td>{}</td><td>", v[i].label, say_name(r, version_state_names[v[i].state]));
            show_reason(r, p, v[i].id, v[i].reason);
            page_fill(p, "</td><td><a href=\"/bots/{a}/{a}/versions/{d}/log\">{}</a></td><td>", b->author, b->name,
                      v[i].number, TR(r, "log"));
            put_moves(r, p, b, &v[i]);
            page_put(p, "</td></tr>");
        }
        f.after = n ? v[n - 1].id : 0;
    } while (n == LISTED);
    page_fill(p, "</tbody></table></div><p class=\"explain\">{}</p>",
              TR(r, "A disabled version plays no more until it is validated again; a retired one never plays again."));
    return STORE_OK;
}

/* What its author may do with all of it. */
static void put_own(struct http_request *r, struct page *p, const struct bot *b)
{
    static const struct form_field about = { "about", N_("about"), FIELD_LINE, "maxlength=\"200\"", NULL };
    char to[2 * STORE_NAME + 16];
    snprintf(to, sizeof to, "/bots/%s/%s/about", b->author, b->name);
    form_open(r, p, to, "class=\"about\"");
    form_field(r, p, &about, b->about);
    form_close(p, NULL, TR(r, "Change"));
    page_fill(p, "<p><a class=\"btn main\" href=\"/start?name={a}\">{}</a></p>", b->name, TR(r, "submit a version"));
    remote_way(r, p, b->author, b->name);
    if (b->played)
        return;
    snprintf(to, sizeof to, "/bots/%s/%s/remove", b->author, b->name);
    form_open(r, p, to, "");
    form_close(p, NULL, TR(r, "Remove this bot, which has never played"));
}

static unsigned page_versions(struct http_request *r, struct http_answer *a)
{
    struct bot b;
    struct store_error e;
    int bad = own_bot(r, true, &b, &e);
    if (bad)
        return show_store_error(r, a, &e);
    show_head(r, &a->page, b.name, NULL);
    show_refused(r, &a->page);
    bad = put_versions(r, &a->page, &b, &e);
    if (!bad && b.person == guest_of(r)->person.id)
        put_own(r, &a->page, &b);
    return show_end(r, a, bad, &e);
}

/* What came of a form, and back to the page of versions. */
static unsigned back(struct http_request *r, struct http_answer *a, unsigned refused, const struct store_error *e)
{
    AUTO(page_free) struct page to = { 0 };
    page_fill(&to, "/bots/{a}/{a}/versions", r->part[0], r->part[1]);
    return form_done(r, a, refused, e, 0, page_versions, to.data ? to.data : "/me");
}

static unsigned do_about(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    int bad = wrong_at(r, "about", bot_about(r, given(r, "about"), &e));
    return back(r, a, bad ? limit_status(bad, &e) : 0, &e);
}

static unsigned do_move(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    int bad = move(r, strrchr(r->path, '/') + 1, &e);
    return back(r, a, bad ? store_status(&e) : 0, &e);
}

static unsigned do_remove(struct http_request *r, struct http_answer *a)
{
    struct bot b;
    struct store_error e;
    int bad = own_bot(r, false, &b, &e);
    if (!bad)
        bad = store_bot_remove(store_of(r), &b, guest_of(r)->person.name, &e);
    return form_done(r, a, bad ? store_status(&e) : 0, &e, 0, page_versions, "/me");
}

const struct http_route version_routes[] = {
    { "GET", "/bots/{}/{}/versions", page_versions, AUTH_KNOWN, 0 },
    { "GET", "/bots/{}/{}/versions/{}", page_status, AUTH_KNOWN, 0 },
    { "POST", "/bots/{}/{}/about", do_about, AUTH_AUTHOR | AUTH_TWIN, 0 },
    { "POST", "/bots/{}/{}/remove", do_remove, AUTH_AUTHOR | AUTH_TWIN, 0 },
    { "POST", "/bots/{}/{}/versions/{}/disable", do_move, AUTH_AUTHOR | AUTH_TWIN, 0 },
    { "POST", "/bots/{}/{}/versions/{}/retire", do_move, AUTH_AUTHOR | AUTH_TWIN, 0 },
    { "POST", "/bots/{}/{}/versions/{}/again", do_move, AUTH_AUTHOR | AUTH_TWIN, 0 },
    { 0 },
};
