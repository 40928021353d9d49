/* pages_event: events, and one event's pairs. */
#include "pages.h"
#include "pages_field.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "site/words/host_words.h"

enum { LISTED = 100 };

unsigned page_events(struct http_request *r, struct http_answer *a)
{
    struct event_filter f = { .kind = -1, .state = -1 };
    struct event *list = calloc(LISTED, sizeof *list);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    size_t n = 0;
    int bad = list ? store_events(site_of(r)->store, &f, list, LISTED, &n, &e) : STORE_ENVIRONMENT;
    if (!bad) {
        show_head(r, &a->page, TR(r, "Events"), NULL);
        page_put(&a->page, "<ul class=\"events\">");
        for (size_t i = 0; i < n; i++) {
            page_format(&a->page, "<li><a href=\"/events/%" PRId64 "\">", list[i].id);
            page_fill(&a->page, "{}</a> {} · {}</li>", list[i].name, say_name(r, event_kind_names[list[i].kind]),
                      say_name(r, event_state_names[list[i].state]));
        }
        page_put(&a->page, "</ul>");
        if (!n)
            page_fill(&a->page, "<p>{}</p>", TR(r, "Nothing here yet."));
        show_foot(r, &a->page);
    }
    free(list);
    return bad ? show_store_error(r, a, &e) : 200;
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
                    x->id, (double)x->score / 2, (double)(2 * x->legs - x->score) / 2, x->margin);
    else
        page_fill(p, "</td><td>{}</td><td></td></tr>", x->state == PAIR_VOID ? TR(r, "void: does not count") : "…");
}

static void put_pairs(struct http_request *r, struct page *p, enum event_kind kind, const struct pair *list, size_t n)
{
    static const char *const columns[] = { N_("round"), N_("Bots"), N_("score"), N_("points") };
    page_fill(p, "<h2>{}</h2><div class=\"scroll\"><table><thead>", TR(r, "pairs"));
    show_columns(r, p, columns, sizeof columns / sizeof *columns);
    page_put(p, "</thead><tbody>");
    for (size_t i = 0; i < n; i++)
        put_pair(r, p, &list[i], event_is_tournament(kind));
    page_put(p, "</tbody></table></div>");
    if (n == LISTED) {
        page_format(p, "<p><a rel=\"next\" href=\"?before=%" PRId64 "\">", list[n - 1].id);
        page_fill(p, "{}</a></p>", TR(r, "older"));
    }
}

unsigned page_event(struct http_request *r, struct http_answer *a)
{
    struct store *s = site_of(r)->store;
    struct pair_filter f = { .round = -1, .state = -1, .before = id_query(r, "before") };
    struct pair *list = calloc(LISTED, sizeof *list);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    struct event v;
    struct ladder l;
    char about[40];
    size_t n = 0;
    int bad = list ? store_event(s, id_at(r, 0), &v, &e) : STORE_ENVIRONMENT;
    f.event = bad ? 0 : v.id;
    if (!bad)
        bad = store_ladder(s, v.ladder, &l, &e);
    if (!bad)
        bad = store_pairs(s, &f, list, LISTED, &n, &e);
    if (!bad) {
        show_head(r, &a->page, v.name, NULL);
        page_fill(&a->page, "<p>{} · {} · <a href=\"/ladders/{a}\">{}</a> <code>{}</code></p>",
                  say_name(r, event_kind_names[v.kind]), say_name(r, event_state_names[v.state]), l.code, l.name,
                  v.cfg);
        snprintf(about, sizeof about, "event.%" PRId64, v.id);
        show_words(r, &a->page, about);
        bad = f.before ? STORE_OK : put_field(r, &a->page, &v, &e);
    }
    if (!bad) {
        put_pairs(r, &a->page, v.kind, list, n);
        show_foot(r, &a->page);
    }
    free(list);
    return bad ? show_store_error(r, a, &e) : 200;
}
