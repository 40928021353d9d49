/* host: the host's page. */
#include "host.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "own.h"

enum { LISTED = 50 };

/* --- the page ----------------------------------------------------------------------------------------------- */

static void button(struct http_request *r, struct page *p, const char *what, int64_t id, const char *word)
{
    char to[96];
    snprintf(to, sizeof to, "/host/%s/%" PRId64 "/%s", what, id, word);
    form_open(r, p, to, "class=\"inline\"");
    page_fill(p, "<button>{}</button></form> ", word);
}

static int put_workers(struct http_request *r, struct page *p, struct store_error *e)
{
    static _Thread_local struct worker w[LISTED];
    struct store_counts c;
    size_t n = 0;
    int bad = store_counts(store_of(r), &c, e);
    if (!bad)
        bad = store_workers(store_of(r), store_now(store_of(r)) - 3600 * 1000, w, LISTED, &n, e);
    if (bad)
        return bad;
    page_format(p,
                "<p>%" PRIu64 " people, %" PRIu64 " bots, %" PRIu64 " matches; jobs: %" PRIu64 " queued, %" PRIu64 " leased, %" PRIu64
                " parked; %" PRIu64 " open disputes</p>",
                c.people, c.bots, c.legs, c.jobs[JOB_QUEUED], c.jobs[JOB_LEASED], c.jobs[JOB_PARKED], c.disputes_open);
    page_fill(p, "<h2>{}</h2><ul>", tongue(r, "Workers", "Trabajadores", "Trabalhadores"));
    for (size_t i = 0; i < n; i++) {
        page_fill(p, "<li>{} {} ", w[i].name, w[i].about);
        show_time(p, w[i].seen_ms);
        page_format(p, " (%" PRId64 ")</li>", w[i].leased);
    }
    page_put(p, "</ul>");
    return STORE_OK;
}

static int put_parked(struct http_request *r, struct page *p, struct store_error *e)
{
    static _Thread_local struct job j[LISTED];
    struct job_filter f = { .state = JOB_PARKED, .kind = -1 };
    size_t n = 0;
    int bad = store_jobs(store_of(r), &f, j, LISTED, &n, e);
    if (bad)
        return bad;
    page_fill(p, "<h2>{}</h2><ul>", tongue(r, "Parked jobs", "Trabajos aparcados", "Tarefas paradas"));
    for (size_t i = 0; i < n; i++) {
        page_format(p, "<li>%" PRId64 " %s: ", j[i].id, job_kind_names[j[i].kind]);
        page_fill(p, "{} ", j[i].reason);
        button(r, p, "jobs", j[i].id, "again");
        button(r, p, "jobs", j[i].id, "cancel");
        page_put(p, "</li>");
    }
    page_put(p, "</ul>");
    return STORE_OK;
}

static int put_people(struct http_request *r, struct page *p, struct store_error *e)
{
    static _Thread_local struct person who[LISTED];
    const char *after = http_query(r, "after");
    size_t n = 0;
    int bad = store_people(store_of(r), after ? strtoll(after, NULL, 10) : 0, who, LISTED, &n, e);
    if (bad)
        return bad;
    page_fill(p, "<h2>{}</h2><ul>", tongue(r, "People", "Personas", "Pessoas"));
    for (size_t i = 0; i < n; i++)
        page_fill(p, "<li>{} {} {}</li>", who[i].name, role_names[who[i].role], who[i].closed ? "closed" : "");
    page_put(p, "</ul>");
    if (n == LISTED)
        page_format(p, "<p><a href=\"?after=%" PRId64 "\">…</a></p>", who[n - 1].id);
    form_open(r, p, "/host/people", "");
    page_put(p, "<p><label>name <input name=\"name\" required></label> <label>role <select name=\"role\">");
    for (int i = 0; i < ROLES; i++)
        page_fill(p, "<option>{}</option>", role_names[i]);
    page_put(p, "</select></label> <label><input type=\"checkbox\" name=\"closed\" value=\"1\"> closed</label> "
                "<button>change</button></p></form>");
    return STORE_OK;
}

static void put_version_form(struct http_request *r, struct page *p)
{
    page_fill(p, "<h2>{}</h2>", say(r, WORD_VERSIONS));
    form_open(r, p, "/host/versions", "");
    page_put(p, "<p><label>AUTHOR/BOT#NUMBER <input name=\"who\" required></label> <label>reason <input name=\"reason\" maxlength=\"200\">"
                "</label> <button name=\"to\" value=\"disable\">disable</button> <button name=\"to\" value=\"enable\">enable</button>"
                "</p></form>");
}

static int put_ladders(struct http_request *r, struct page *p, struct store_error *e)
{
    static _Thread_local struct ladder l[LISTED];
    size_t n = 0;
    int bad = store_ladders(store_of(r), 0, l, LISTED, &n, e);
    if (bad)
        return bad;
    page_fill(p, "<h2>{}</h2><ul>", say(r, WORD_LADDERS));
    for (size_t i = 0; i < n; i++)
        page_fill(p, "<li><a href=\"/ladders/{a}\">{}</a> {} <code>{}</code></li>", l[i].code, l[i].code, l[i].name, l[i].rules);
    page_put(p, "</ul>");
    form_open(r, p, "/host/ladders", "");
    page_put(p, "<p><label>code <input name=\"code\" required maxlength=\"39\"></label> <label>name <input name=\"name\" required "
                "maxlength=\"60\"></label> <label>rules <input name=\"rules\" value=\"argentino\" required></label> <label>clock <input "
                "name=\"clock\"></label> <label>seats <input name=\"seats\" value=\"2\" size=\"2\"></label> <label>games <input "
                "name=\"games\" value=\"1\" size=\"3\"></label> <button>make</button></p></form>");
    return STORE_OK;
}

/* What may be done with an event in its state. */
static void put_event_moves(struct http_request *r, struct page *p, const struct event *v)
{
    if (v->state == EVENT_DRAFT || v->state == EVENT_PAUSED)
        button(r, p, "events", v->id, "start");
    if (v->state == EVENT_RUNNING)
        button(r, p, "events", v->id, "pause");
    if (v->state == EVENT_DRAFT || v->state == EVENT_RUNNING || v->state == EVENT_PAUSED)
        button(r, p, "events", v->id, "cancel");
}

static int put_events(struct http_request *r, struct page *p, struct store_error *e)
{
    static _Thread_local struct event v[LISTED];
    struct event_filter f = { .kind = -1, .state = -1 };
    size_t n = 0;
    int bad = store_events(store_of(r), &f, v, LISTED, &n, e);
    if (bad)
        return bad;
    page_fill(p, "<h2>{}</h2><ul>", say(r, WORD_EVENTS));
    for (size_t i = 0; i < n; i++) {
        page_format(p, "<li><a href=\"/events/%" PRId64 "\">%" PRId64 "</a> ", v[i].id, v[i].id);
        page_fill(p, "{} {} {} <code>{}</code> ", v[i].name, event_kind_names[v[i].kind], event_state_names[v[i].state], v[i].cfg);
        put_event_moves(r, p, &v[i]);
        page_put(p, "</li>");
    }
    page_put(p, "</ul>");
    form_open(r, p, "/host/events", "");
    page_put(p, "<p><label>ladder <input name=\"ladder\" required></label> <label>kind <select name=\"kind\">");
    for (int i = 0; i < EVENT_KINDS; i++)
        page_fill(p, "<option>{}</option>", event_kind_names[i]);
    page_put(p, "</select></label> <label>name <input name=\"name\" required maxlength=\"60\"></label> <label>configuration <input "
                "name=\"cfg\" value=\"{}\"></label> <label><input type=\"checkbox\" name=\"rated\" value=\"1\"> rated</label> "
                "<button>make</button></p></form>");
    form_open(r, p, "/host/entries", "");
    page_put(p, "<p><label>event <input name=\"event\" required size=\"4\"></label> <label>AUTHOR/BOT#NUMBER <input name=\"who\" required>"
                "</label> <label>seed <input name=\"seed\" size=\"3\"></label> <button>enter</button></p></form>");
    return STORE_OK;
}

unsigned host_page(struct http_request *r, struct http_answer *a, unsigned status, const char *said)
{
    static int (*const parts[])(struct http_request *, struct page *, struct store_error *) = { put_workers, put_parked, put_events,
                                                                                               put_ladders, put_people };
    struct store_error e;
    show_head(r, &a->page, tongue(r, "Host", "Organización", "Organização"), NULL);
    if (said)
        page_fill(&a->page, "<p class=\"said\" role=\"alert\">{}</p>", said);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i](r, &a->page, &e))
            return show_store_error(r, a, &e);
    put_version_form(r, &a->page);
    show_foot(r, &a->page);
    return status;
}

unsigned page_host(struct http_request *r, struct http_answer *a)
{
    return host_page(r, a, 200, NULL);
}
