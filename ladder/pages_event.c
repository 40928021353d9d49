/* pages_event: events, and one event's pairs. */
#include "pages.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LISTED = 100 };

unsigned page_events(struct http_request *r, struct http_answer *a)
{
    struct event_filter f = { .kind = -1, .state = -1 };
    struct event *list = calloc(LISTED, sizeof *list);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    size_t n = 0;
    int bad = list ? store_events(site_of(r)->store, &f, list, LISTED, &n, &e) : STORE_ENVIRONMENT;
    if (!bad) {
        show_head(r, &a->page, say(r, WORD_EVENTS), NULL);
        page_put(&a->page, "<ul class=\"events\">");
        for (size_t i = 0; i < n; i++) {
            page_format(&a->page, "<li><a href=\"/events/%" PRId64 "\">", list[i].id);
            page_fill(&a->page, "{}</a> {} · {}</li>", list[i].name, event_kind_names[list[i].kind],
                      event_state_names[list[i].state]);
        }
        page_put(&a->page, "</ul>");
        if (!n)
            page_fill(&a->page, "<p>{}</p>", say(r, WORD_NOTHING));
        show_foot(r, &a->page);
    }
    free(list);
    return bad ? show_store_error(r, a, &e) : 200;
}

static void put_pair(struct http_request *r, struct page *p, const struct pair *x)
{
    page_format(p, "<tr><td class=\"n\">%" PRId64 "</td><td>", x->round);
    for (int64_t seat = 0; seat < x->seats && seat < 2; seat++) {
        page_put(p, seat ? " – " : "");
        show_version(r, p, x->version[seat]);
    }
    if (x->state == PAIR_DONE)
        page_format(p, "</td><td class=\"n\">%.1f–%.1f</td><td class=\"n\">%+" PRId64 "</td></tr>", (double)x->score / 2,
                    (double)(2 * x->legs - x->score) / 2, x->margin);
    else
        page_fill(p, "</td><td>{}</td><td></td></tr>", x->state == PAIR_VOID ? say(r, WORD_VOID) : "…");
}

unsigned page_event(struct http_request *r, struct http_answer *a)
{
    static const enum word columns[] = { WORD_ROUND, WORD_BOTS, WORD_SCORE, WORD_POINTS };
    struct store *s = site_of(r)->store;
    struct pair_filter f = { .round = -1, .state = -1 };
    struct pair *list = calloc(LISTED, sizeof *list);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    struct event v;
    const char *before = http_query(r, "before");
    size_t n = 0;
    int bad = list ? store_event(s, id_at(r, 0), &v, &e) : STORE_ENVIRONMENT;
    f.event = bad ? 0 : v.id;
    f.before = before ? strtoll(before, NULL, 10) : 0;
    if (!bad)
        bad = store_pairs(s, &f, list, LISTED, &n, &e);
    if (!bad) {
        show_head(r, &a->page, v.name, NULL);
        page_fill(&a->page, "<p>{} · {} <code>{}</code> {}</p>", event_kind_names[v.kind], event_state_names[v.state], v.cfg,
                  v.kind == EVENT_SPRT ? v.progress : "");
        page_put(&a->page, "<div class=\"scroll\"><table><thead>");
        show_columns(r, &a->page, columns, sizeof columns / sizeof *columns);
        page_put(&a->page, "</thead><tbody>");
        for (size_t i = 0; i < n; i++)
            put_pair(r, &a->page, &list[i]);
        page_put(&a->page, "</tbody></table></div>");
        if (n == LISTED) {
            page_format(&a->page, "<p><a rel=\"next\" href=\"?before=%" PRId64 "\">", list[n - 1].id);
            page_fill(&a->page, "{}</a></p>", say(r, WORD_OLDER));
        }
        show_foot(r, &a->page);
    }
    free(list);
    return bad ? show_store_error(r, a, &e) : 200;
}
