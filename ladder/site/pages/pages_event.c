/* pages_event: events, and one event's pairs. */
#include "pages.h"
#include "pages_field.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "schedule/due.h"
#include "schedule/field.h"
#include "site/bots/named.h"
#include "site/bots/remote.h"
#include "site/session/host_words.h"

enum { LISTED = 100 };

unsigned page_events(struct http_request *r, struct http_answer *a)
{
    struct event_filter f = { .kind = -1, .state = -1 };
    OWNED struct event *list = calloc(LISTED, sizeof *list);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    size_t n = 0;
    int bad = list ? store_events(site_of(r)->store, &f, list, LISTED, &n, &e) : STORE_ENVIRONMENT;
    if (!bad) {
        show_head(r, &a->page, TR(r, "Events"), NULL);
        page_put(&a->page, "<ul class=\"events\">");
        for (size_t i = 0; i < n; i++)
            page_fill(&a->page, "<li><a href=\"/events/{d}\">{}</a> {} · {}</li>", list[i].id,
                      event_called(r, &list[i]), say_name(r, event_kind_names[list[i].kind]),
                      say_name(r, event_state_names[list[i].state]));
        page_put(&a->page, "</ul>");
        if (!n)
            page_fill(&a->page, "<p>{}</p>", TR(r, "Nothing here yet."));
    }
    return show_end(r, a, bad, &e);
}

/* A tournament counts its rounds from 0, which is nobody's way to say it. */
static void put_pair(struct http_request *r, struct page *p, const struct pair *x, bool tournament)
{
    page_format(p, "<tr><td class=\"n\">%" PRId64 "</td><td>", x->round + tournament);
    for (int64_t seat = 0; seat < x->seats && seat < 2; seat++) {
        page_put(p, seat ? " – " : "");
        show_version(r, p, x->version[seat]);
    }
    if (x->state == PAIR_DONE)
        page_format(p,
                    "</td><td class=\"n\"><a href=\"/matches?pair=%" PRId64
                    "\">%.1f–%.1f</a></td><td class=\"n\">%+" PRId64 "</td></tr>",
                    x->id, (double)x->score / 2, (double)(x->of - x->score) / 2, x->margin);
    else
        page_fill(p, "</td><td>{}</td><td></td></tr>", x->state == PAIR_VOID ? TR(r, "void: does not count") : "…");
}

static void put_pairs(struct http_request *r, struct page *p, enum event_kind kind, const struct pair *list, size_t n)
{
    static const struct column columns[] = {
        { N_("round"), true }, { N_("Bots"), false }, { N_("score"), true }, { N_("points"), true }
    };
    if (!n)
        return;
    page_fill(p, "<h2>{}</h2>", TR(r, "Pairs"));
    show_columns(r, p, "pairs", columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < n; i++)
        put_pair(r, p, &list[i], event_is_tournament(kind));
    page_put(p, "</tbody></table></div>");
    if (n == LISTED)
        page_fill(p, "<p><a rel=\"next\" href=\"?before={d}\">{}</a></p>", list[n - 1].id, TR(r, "older"));
}

/* --- what it comes to, and who may enter ---------------------------------------------------------------------------- */

static void put_date(struct http_request *r, struct page *p, const char *what, uint32_t at)
{
    if (!at)
        return;
    page_fill(p, "<dt>{}</dt><dd>{t} UTC</dd>", TR(r, what), (int64_t)at * 1000);
}

/* How many pairs, and how long today's workers play them. */
static int put_outlook(struct http_request *r, struct page *p, const struct event *v, const struct event_config *c,
                       size_t entries, struct store_error *e)
{
    uint64_t pairs = event_pairs(v->kind, c, entries);
    int64_t ms, workers;
    int bad = due_lasts(site_of(r)->store, v->id, &ms, &workers, e);
    page_fill(p, "<dt>{}</dt><dd>{d}</dd>", TR(r, "entries"), entries);
    if (bad || !pairs)
        return bad;
    page_fill(p, "<dt>{}</dt><dd>{d} {h}", TR(r, "comes to"), pairs, TR(r, "pairs"));
    if (workers && v->state != EVENT_DONE && v->state != EVENT_CANCELLED)
        page_format(p, ", %s %.0f min (%s %" PRId64 ")", TR(r, "in about"),
                    ceil((double)pairs * (double)ms / 60000 / (double)workers), TR(r, "workers:"), workers);
    page_put(p, "</dd>");
    return STORE_OK;
}

/* May who asks enter a bot of their own now, or could when they have signed in? */
static bool may_enter(struct http_request *r, const struct event *v, const struct event_config *c,
                      const struct ladder *l)
{
    const struct guest *g = guest_of(r);
    bool open = v->state == EVENT_DRAFT || (v->kind == EVENT_LADDER && v->state == EVENT_RUNNING);
    return open && !l->closed && event_invites(v, c, g->known ? g->person.name : "") &&
           (!c->freeze || store_now(site_of(r)->store) / 1000 < c->freeze);
}

static void put_entering(struct http_request *r, struct page *p, const struct event *v, bool entered)
{
    static const struct form_field own = { "who", N_("a bot of yours"), FIELD_LIST, NULL, NULL };
    struct version_filter f = { .person = guest_of(r)->person.id, .state = VERSION_ACTIVE };
    AUTO(page_free) struct page form = { .language = p->language };
    char to[64];
    snprintf(to, sizeof to, "/events/%" PRId64 "/enter", v->id);
    form_open(r, &form, to, "class=\"filter\"");
    form_field(r, &form, &own, NULL);
    bool some = put_choices(r, &form, &f, &own, true);
    form_field_end(r, &form, &own);
    form_close(&form, entered ? NULL : "class=\"main\"", TR(r, "Enter this event"));
    if (some && form.data)
        page_put(p, form.data);
    else
        page_fill(p, "<p>{}</p>", TR(r, "You may enter: hand in a bot first, and come back when it is active."));
}

static int put_plan(struct http_request *r, struct page *p, const struct event *v, const struct event_config *c,
                    const struct ladder *l, struct store_error *e)
{
    static const char *const who[] = { N_("the host enters the bots"), N_("every author may enter"),
                                       N_("by invitation") };
    OWNED struct entry *entry = calloc(FIELD_ENTRIES, sizeof *entry);
    struct ladder played = *l;
    bool entered = false;
    size_t n = 0;
    int bad = entry ? field_entries(site_of(r)->store, v->id, entry, &n, e) : (int)(e->code = STORE_ENVIRONMENT);
    for (size_t i = 0; !bad && i < n; i++) {
        struct version_label of;
        if (!store_label(site_of(r)->store, entry[i].version[0], &of, e))
            entered |= of.person == guest_of(r)->person.id;
    }
    ladder_plays(&played, c->games);
    page_fill(p, "<dl class=\"facts\"><dt>{}</dt><dd>", TR(r, "rules"));
    show_rules(r, p, &played);
    page_put(p, "</dd>");
    put_date(r, p, N_("begins"), c->opens);
    put_date(r, p, N_("no more bots from"), c->freeze);
    put_date(r, p, N_("ends"), c->ends);
    page_fill(p, "<dt>{}</dt><dd>{}</dd>", TR(r, "who enters"),
              TR(r, v->kind == EVENT_LADDER ? N_("every bot that is handed in for it") : who[c->enter]));
    if (!bad)
        bad = put_outlook(r, p, v, c, n, e);
    page_put(p, "</dl>");
    if (is_host(guest_of(r))) {
        page_format(p, "<p><a class=\"btn\" href=\"/host/events/%" PRId64 "/edit\">", v->id);
        page_fill(p, "{}</a></p>", TR(r, "Change this event"));
    }
    if (!bad && may_enter(r, v, c, l) && guest_of(r)->known)
        put_entering(r, p, v, entered);
    else if (!bad && may_enter(r, v, c, l))
        page_fill(p, "<p><a class=\"btn main\" href=\"/enter\">{}</a></p>", TR(r, "Sign in"));
    return bad;
}

/* An author enters a bot of their own. */
static int enter(struct http_request *r, struct store_error *e)
{
    struct store *s = site_of(r)->store;
    struct entry n = { .event = id_at(r, 0) };
    struct version_label who;
    struct version version;
    struct event_config c;
    struct ladder l;
    struct event v;
    char why[256];
    int64_t id;
    int bad = store_event(s, n.event, &v, e);
    if (!bad)
        bad = store_ladder(s, v.ladder, &l, e);
    if (!bad && (!event_config_read(v.kind, v.cfg, &c, why) || !may_enter(r, &v, &c, &l)))
        bad = store_say(e, STORE_STALE,
                        N_("this event takes no bots of yours now: its page says who enters, and until when"));
    if (!bad)
        bad = wrong_at(r, "who", version_named(s, form_text(r, "who"), &n.version[0], e));
    if (!bad)
        bad = store_label(s, n.version[0], &who, e);
    if (!bad && who.person != guest_of(r)->person.id)
        bad = wrong_say(r, "who", e, N_("that bot is not yours: enter one of your own"));
    if (!bad)
        bad = store_version(s, n.version[0], &version, e);
    if (!bad && version.state != VERSION_ACTIVE)
        bad = wrong_at(r, "who", store_say(e, STORE_STALE, N_("that version is not active: enter one that is")));
    if (!bad)
        bad = wrong_at(r, "who", remote_enter(s, &n, e));
    n.most = bad ? 0 : c.each;
    if (!bad)
        bad = wrong_at(r, "who", store_entry_add(s, &n, &id, e));
    if (bad == STORE_EXISTS)
        store_say(e, STORE_EXISTS, N_("it is entered in that event already"));
    return bad;
}

unsigned do_enter(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    char to[64];
    int bad = enter(r, &e);
    snprintf(to, sizeof to, "/events/%" PRId64, id_at(r, 0));
    return form_done(r, a, bad ? store_status(&e) : 0, &e, 0, page_event, to);
}

unsigned page_event(struct http_request *r, struct http_answer *a)
{
    struct store *s = site_of(r)->store;
    struct pair_filter f = { .round = -1, .state = -1, .before = id_query(r, "before") };
    OWNED struct pair *list = calloc(LISTED, sizeof *list);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    struct event v;
    struct ladder l;
    struct event_config c;
    char about[40], why[256];
    bool hidden = false;
    size_t n = 0;
    int bad = list ? store_event(s, id_at(r, 0), &v, &e) : STORE_ENVIRONMENT;
    f.event = bad ? 0 : v.id;
    if (!bad)
        bad = store_ladder(s, v.ladder, &l, &e);
    if (!bad)
        bad = store_pairs(s, &f, list, LISTED, &n, &e);
    if (!bad) {
        show_head(r, &a->page, event_called(r, &v), NULL);
        show_refused(r, &a->page);
        page_fill(&a->page, "<p>{} · {} · <a href=\"/ladders/{a}\">{}</a></p>", say_name(r, event_kind_names[v.kind]),
                  say_name(r, event_state_names[v.state]), l.code, l.name);
        snprintf(about, sizeof about, "event.%" PRId64, v.id);
        show_words(r, &a->page, about);
        bool known = event_config_read(v.kind, v.cfg, &c, why);
        hidden = !event_shown(&v) && !is_host(guest_of(r));
        bad = known && !f.before ? put_plan(r, &a->page, &v, &c, &l, &e) : STORE_OK;
        if (!bad && !f.before && !hidden)
            bad = put_field(r, &a->page, &v, &e);
    }
    if (!bad) {
        if (hidden)
            page_fill(&a->page, "<p>{}</p>", TR(r, "Who stands where is shown when it is over."));
        else
            put_pairs(r, &a->page, v.kind, list, n);
    }
    return show_end(r, a, bad, &e);
}
