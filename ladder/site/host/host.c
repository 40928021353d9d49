/* host: the host's page. */
#include "host.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "filing/recheck.h"
#include "rating/table.h"
#include "site/bots/versions.h"
#include "site/session/forms.h"
#include "stats/legs.h"
#include "store/store_workers.h"

enum { LISTED = 50, PARKED = 500 };

/* --- the page ----------------------------------------------------------------------------------------------- */

/* A form of one button; `word` is the last part of its address. */
static void button(struct http_request *r, struct page *p, const char *what, int64_t id, const char *word,
                   const char *said)
{
    char to[96];
    snprintf(to, sizeof to, "/host/%s/%" PRId64 "/%s", what, id, word);
    form_open(r, p, to, "class=\"inline\"");
    page_fill(p, "<button>{}</button></form> ", TR(r, said));
}

static void put_form(struct http_request *r, struct page *p, const char *title, const char *to,
                     const struct form_field *f, size_t n, const char *const *is)
{
    page_fill(p, "<h3>{}</h3>", TR(r, title));
    form_open(r, p, to, "");
    for (size_t i = 0; i < n; i++)
        form_field(r, p, &f[i], is ? is[i] : NULL);
}

static void put_need(struct page *p, uint64_t n, const char *to, const char *what)
{
    if (n)
        page_format(p, "<li>%" PRIu64 " <a href=\"%s\">%s</a></li>", n, to, what);
}

/* What nobody but the host can set going. */
static int put_needs(struct http_request *r, struct page *p, struct store_error *e)
{
    struct store_counts c;
    int64_t workers = 0;
    int bad = store_counts(store_of(r), &c, e);
    if (!bad)
        bad = store_working(store_of(r), &workers, e);
    if (bad)
        return bad;
    page_fill(p, "<section class=\"said needs\"><h2>{}</h2><ul>", TR(r, "Needs you"));
    if (!workers)
        page_fill(p, "<li>{}: <code>serve --workers 2</code></li>",
                  TR(r, "no worker is here, so nothing is played; this has two of its own"));
    put_need(p, c.jobs[JOB_PARKED], "#parked", TNR(r, "job is parked", "jobs are parked", c.jobs[JOB_PARKED]));
    put_need(p, c.disputes_open, "/disputes", TNR(r, "dispute is open", "disputes are open", c.disputes_open));
    put_need(p, c.versions[VERSION_PENDING], "#pending",
             TNR(r, "version waits to be admitted", "versions wait to be admitted", c.versions[VERSION_PENDING]));
    if (workers && !(c.jobs[JOB_PARKED] + c.disputes_open + c.versions[VERSION_PENDING]))
        page_fill(p, "<li>{}</li>", TR(r, "nothing"));
    page_put(p, "</ul></section>");
    return STORE_OK;
}

/* A list's heading; an empty list says so. */
static void heading(struct http_request *r, struct page *p, const char *title, size_t n)
{
    page_fill(p, "<h2>{}</h2>", TR(r, title));
    if (!n)
        page_fill(p, "<p>{}</p>", TR(r, "Nothing here yet."));
    page_put(p, "<ul>");
}

static void put_counts(struct http_request *r, struct page *p, const struct store_counts *c)
{
    const struct {
        const char *what;
        uint64_t count;
    } all[] = {
        { N_("people"), c->people },
        { N_("bots"), c->bots },
        { N_("matches"), c->legs },
        { N_("jobs queued"), c->jobs[JOB_QUEUED] },
        { N_("being played"), c->jobs[JOB_LEASED] },
        { N_("parked"), c->jobs[JOB_PARKED] },
        { N_("open disputes"), c->disputes_open },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        page_format(p, "%s%" PRIu64 " %s", i ? ", " : "<p>", all[i].count, TR(r, all[i].what));
    page_fill(p, " · <a href=\"/disputes\">{}</a> · <a href=\"/host/words\">{}</a></p>", TR(r, "disputes"),
              TR(r, "title, logo and words of the site"));
}

static int put_workers(struct http_request *r, struct page *p, struct store_error *e)
{
    struct worker w[LISTED];
    struct store_counts c;
    size_t n = 0;
    int bad = store_counts(store_of(r), &c, e);
    if (!bad)
        bad = store_workers(store_of(r), store_now(store_of(r)) - 3600 * 1000, w, LISTED, &n, e);
    if (bad)
        return bad;
    put_counts(r, p, &c);
    heading(r, p, N_("Workers"), n);
    for (size_t i = 0; i < n; i++)
        page_fill(p, "<li class=\"{h}\">{} {}: <b>{}</b> {t}, {} {t}</li>", worker_state_names[w[i].state], w[i].name,
                  w[i].about, say_name(r, worker_state_names[w[i].state]), w[i].seen_ms, TR(r, "since"),
                  w[i].started_ms);
    page_put(p, "</ul>");
    return STORE_OK;
}

static bool alike(const struct job *a, const struct job *b)
{
    size_t cause = said_cause(a->reason);
    return b->id && cause == said_cause(b->reason) && !memcmp(a->reason, b->reason, cause);
}

/* The first job and all behind it of its cause, whose ids become 0. */
static void put_cause(struct http_request *r, struct page *p, struct job *j, size_t n)
{
    size_t count = 0;
    if (!j->id)
        return;
    for (size_t i = 0; i < n; i++)
        count += alike(j, j + i);
    page_fill(p, "<li>{w}", j->reason);
    if (count > 1) {
        char to[96];
        snprintf(to, sizeof to, "/host/jobs/%" PRId64 "/again", j->id);
        form_open(r, p, to, "class=\"inline\"");
        page_format(p, "<button name=\"alike\" value=\"1\">%s %zu</button></form>", TR(r, "again: all"), count);
    }
    page_fill(p, "<details><summary>{}</summary><ul>", TR(r, "jobs"));
    for (struct job *end = j + n, *one = end - n; one < end; one++) {
        if (!alike(j, one))
            continue;
        page_format(p, "<li>%" PRId64 " %s ", one->id, say_name(r, job_kind_names[one->kind]));
        button(r, p, "jobs", one->id, "again", N_("again"));
        button(r, p, "jobs", one->id, "cancel", N_("cancel"));
        page_put(p, "</li>");
        one->id = 0;
    }
    page_put(p, "</ul></details></li>");
}

static int put_parked(struct http_request *r, struct page *p, struct store_error *e)
{
    OWNED struct job *j = calloc(PARKED, sizeof *j);
    struct job_filter f = { .state = JOB_PARKED, .kind = -1 };
    size_t n = 0;
    int bad = j ? store_jobs(store_of(r), &f, j, PARKED, &n, e) : STORE_ENVIRONMENT;
    if (!bad) {
        page_put(p, "<div id=\"parked\"></div>");
        heading(r, p, N_("Parked jobs"), n);
        for (size_t i = 0; i < n; i++)
            put_cause(r, p, j + i, n - i);
        page_put(p, "</ul>");
    }
    return bad;
}

/* Pairs that another host found to be otherwise: they count for nothing until they are decided. */
static int put_doubts(struct http_request *r, struct page *p, struct store_error *e)
{
    struct recheck x[LISTED];
    struct recheck_filter f = { .state = RECHECK_DIFFERS };
    char odds[RECHECK_SAID];
    size_t n = 0;
    int bad = store_rechecks(store_of(r), &f, x, LISTED, &n, e);
    if (bad || !n)
        return bad;
    heading(r, p, N_("In doubt"), n);
    for (size_t i = 0; i < n; i++) {
        page_fill(p, "<li><a href=\"/matches?pair={d}\">{d}</a> {} ({}) / {}: {w}{h}{w} ", x[i].pair, x[i].pair,
                  x[i].worker, x[i].host, x[i].by_worker, x[i].reason, *recheck_say(&x[i], odds) ? "; " : "", odds);
        button(r, p, "rechecks", x[i].id, "stands", N_("it stands"));
        button(r, p, "rechecks", x[i].id, "void", N_("play again"));
        page_put(p, "</li>");
    }
    page_put(p, "</ul>");
    return STORE_OK;
}

/* A version that wins more second legs than chance would: an honest one is named once in LEGS_ALARM (stats/legs.h). */
static int put_second_legs(struct http_request *r, struct page *p, struct store_error *e)
{
    struct rating row[LISTED];
    size_t n = 0, marked = 0;
    int bad = store_second_legs(store_of(r), row, LISTED, &n, e);
    for (size_t i = 0; !bad && i < n; i++) {
        if (!legs_marked(&(struct leg_sums){ (uint64_t)row[i].better, (uint64_t)row[i].worse, 0 }))
            continue;
        if (!marked++)
            page_fill(p, "<h2>{}</h2><ul class=\"marked\">", TR(r, "Better in second legs than chance has it"));
        page_put(p, "<li>");
        show_version(r, p, row[i].version);
        page_format(p, " %" PRId64 " : %" PRId64 "</li>", row[i].better, row[i].worse);
    }
    page_put(p, marked ? "</ul>" : "");
    return bad;
}

/* Who loses to whom beyond what the table explains: a friend to whom pairs are thrown, or a style that another does not stand. */
static int put_against(struct http_request *r, struct page *p, struct store_error *e)
{
    struct ladder l[LISTED];
    struct table_against x[TABLE_AGAINST];
    size_t ladders = 0, n = 0, told = 0;
    int bad = store_ladders(store_of(r), 0, l, LISTED, &ladders, e);
    for (size_t i = 0; !bad && i < ladders; i++) {
        bad = table_against(store_of(r), l[i].id, x, &n, e);
        for (size_t k = 0; !bad && k < n; k++) {
            if (!told++)
                page_fill(p, "<h2>{}</h2><ul class=\"against\">",
                          TR(r, "Loses to another beyond what the table explains"));
            page_put(p, "<li>");
            show_version(r, p, x[k].loser);
            page_put(p, " ← ");
            show_version(r, p, x[k].winner);
            page_fill(p, ": {1}% ({d} {}), {} {1}%</li>", 100 * x[k].won, x[k].pairs, TR(r, "pairs"),
                      TR(r, "expected by the table"), 100 * x[k].expected);
        }
    }
    page_put(p, told ? "</ul>" : "");
    return bad;
}

/* What is left as it stands is not changed. */
static void put_person_choices(struct http_request *r, struct page *p)
{
    static const struct form_field role = { "role", N_("role"), FIELD_LIST, NULL, NULL },
                                   account = { "closed", N_("account"), FIELD_LIST, NULL, NULL };
    form_field(r, p, &role, NULL);
    form_option(r, p, &role, "", TR(r, "as it is"), NULL);
    for (int i = 0; i < ROLES; i++)
        form_option(r, p, &role, role_names[i], say_name(r, role_names[i]), NULL);
    form_field_end(r, p, &role);
    form_field(r, p, &account, NULL);
    form_option(r, p, &account, "", TR(r, "as it is"), NULL);
    form_option(r, p, &account, "1", TR(r, "close it"), NULL);
    form_option(r, p, &account, "0", TR(r, "open it again"), NULL);
    form_field_end(r, p, &account);
}

static int put_people(struct http_request *r, struct page *p, struct store_error *e)
{
    struct person who[LISTED];
    size_t n = 0;
    int bad = store_people(store_of(r), id_query(r, "after"), who, LISTED, &n, e);
    if (bad)
        return bad;
    heading(r, p, N_("People"), n);
    for (size_t i = 0; i < n; i++)
        page_fill(p, "<li>{} {} {}</li>", who[i].name, say_name(r, role_names[who[i].role]),
                  who[i].closed ? TR(r, "closed") : "");
    page_put(p, "</ul>");
    if (n == LISTED)
        page_format(p, "<p><a href=\"?after=%" PRId64 "\">…</a></p>", who[n - 1].id);
    page_fill(p, "<p><a class=\"btn\" href=\"/host/people/list\">{}</a></p>", TR(r, "People from a list"));
    put_form(r, p, N_("Change an account"), "/host/people", &form_name, 1, NULL);
    put_person_choices(r, p);
    form_close(p, NULL, TR(r, "change"));
    put_form(r, p, N_("A new password for an account"), "/host/people/password", &form_name, 1, NULL);
    form_close(p, NULL, TR(r, "new password"));
    return STORE_OK;
}

static void put_version_form(struct http_request *r, struct page *p)
{
    static const struct form_field fields[] = { { "who", N_("version"), FIELD_LINE,
                                                  "required placeholder=\"ana/truquero#1\"", NULL },
                                                { "reason", N_("reason"), FIELD_LINE, "maxlength=\"200\"", NULL } };
    page_fill(p, "<h2>{}</h2>", TR(r, "Versions"));
    put_form(r, p, N_("Disable a version, or validate it again"), "/host/versions", fields,
             sizeof fields / sizeof *fields, NULL);
    page_fill(p, "<button name=\"to\" value=\"disable\">{}</button> ", TR(r, "disable"));
    form_close(p, "name=\"to\" value=\"enable\"", TR(r, "validate again"));
}

static void put_ladder_form(struct http_request *r, struct page *p)
{
    static const struct form_field fields[] = {
        { "code", N_("code: its word in addresses"), FIELD_LINE, "required maxlength=\"39\"", NULL },
        { "name", N_("name"), FIELD_LINE, "required maxlength=\"60\"", NULL },
        { "rules", N_("rules"), FIELD_LINE, "required", NULL },
        { "clock", N_("clock"), FIELD_LINE, "", NULL },
        { "seats", N_("seats"), FIELD_LINE, "inputmode=\"numeric\"", NULL },
        { "games", N_("games"), FIELD_LINE, "inputmode=\"numeric\"",
          N_("of each leg of a pair, or of a plain match: unless you say, 5 and 1") },
        { "plain", N_("plain matches, no duplicate pairs: remote bots, too"), FIELD_TICK, NULL, NULL },
    };
    static const char *const usual[] = { NULL, NULL, "argentino", NULL, "2", NULL, NULL };
    put_form(r, p, N_("A new ladder"), "/host/ladders", fields, sizeof fields / sizeof *fields, usual);
    form_close(p, NULL, TR(r, "make it"));
}

static void put_ladder(struct http_request *r, struct page *p, const struct ladder *l)
{
    static const struct form_field name = { "name", N_("name"), FIELD_LINE, "maxlength=\"60\"", NULL },
                                   clock = { "clock", N_("clock"), FIELD_LINE, NULL, NULL };
    char to[96];
    snprintf(to, sizeof to, "/host/ladders/%.60s", l->code);
    page_fill(p, "<li><a href=\"/ladders/{a}\">{}</a> {} <code>{}</code>", l->code, l->code,
              l->closed ? TR(r, "closed") : "", l->rules);
    form_open(r, p, to, "class=\"filter\"");
    form_field(r, p, &name, l->name);
    form_field(r, p, &clock, l->clock);
    page_fill(p, "<button>{}</button><button name=\"closed\" value=\"{}\">{}</button></form></li>", TR(r, "Save"),
              l->closed ? "0" : "1", TR(r, l->closed ? N_("open it again") : N_("close it")));
}

static int put_ladders(struct http_request *r, struct page *p, struct store_error *e)
{
    struct ladder l[LISTED];
    size_t n = 0;
    int bad = store_ladders(store_of(r), 0, l, LISTED, &n, e);
    if (bad)
        return bad;
    heading(r, p, N_("Ladders"), n);
    for (size_t i = 0; i < n; i++)
        put_ladder(r, p, &l[i]);
    page_put(p, "</ul>");
    put_ladder_form(r, p);
    return STORE_OK;
}

/* What may be done with an event in its state. */
static void put_event_moves(struct http_request *r, struct page *p, const struct event *v)
{
    if (v->state == EVENT_DRAFT || v->state == EVENT_PAUSED)
        button(r, p, "events", v->id, "start", N_("start"));
    if (v->state == EVENT_RUNNING)
        button(r, p, "events", v->id, "pause", N_("pause"));
    if (v->state == EVENT_DRAFT || v->state == EVENT_RUNNING || v->state == EVENT_PAUSED)
        button(r, p, "events", v->id, "cancel", N_("cancel"));
}

static void put_event_forms(struct http_request *r, struct page *p)
{
    static const struct form_field fields[] = {
        { "event", N_("number of the event"), FIELD_LINE, "required inputmode=\"numeric\"", NULL },
        { "who", N_("version; of a team several, with + between"), FIELD_LINE,
          "required placeholder=\"ana/truquero#1\"", NULL },
        { "seed", N_("place in the draw; empty: as the event says"), FIELD_LINE, "inputmode=\"numeric\"", NULL },
    };
    page_fill(p, "<p><a class=\"btn\" href=\"/host/events/new\">{}</a></p>", TR(r, "A new event"));
    put_form(r, p, N_("Enter a bot into an event"), "/host/entries", fields, sizeof fields / sizeof *fields, NULL);
    form_close(p, NULL, TR(r, "enter it"));
}

static int put_events(struct http_request *r, struct page *p, struct store_error *e)
{
    struct event v[LISTED];
    struct event_filter f = { .kind = -1, .state = -1 };
    size_t n = 0;
    int bad = store_events(store_of(r), &f, v, LISTED, &n, e);
    if (bad)
        return bad;
    heading(r, p, N_("Events"), n);
    for (size_t i = 0; i < n; i++) {
        page_fill(p, "<li><a href=\"/events/{d}\">{d}</a> {} {} {} ", v[i].id, v[i].id, event_called(r, &v[i]),
                  say_name(r, event_kind_names[v[i].kind]), say_name(r, event_state_names[v[i].state]));
        if (v[i].state != EVENT_DONE && v[i].state != EVENT_CANCELLED)
            page_format(p, "<a href=\"/host/events/%" PRId64 "/edit\">%s</a> ", v[i].id, TR(r, "Change this event"));
        put_event_moves(r, p, &v[i]);
        page_put(p, "</li>");
    }
    page_put(p, "</ul>");
    put_event_forms(r, p);
    return STORE_OK;
}

unsigned page_host(struct http_request *r, struct http_answer *a)
{
    static int (*const parts[])(struct http_request *, struct page *,
                                struct store_error *) = { put_needs,       put_workers, status_pending, put_doubts,
                                                          put_second_legs, put_against, put_parked,     put_events,
                                                          put_ladders,     put_people };
    struct store_error e;
    show_head(r, &a->page, TR(r, "The host's page"), NULL);
    show_refused(r, &a->page);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i](r, &a->page, &e))
            return show_store_error(r, a, &e);
    put_version_form(r, &a->page);
    return show_end(r, a, STORE_OK, NULL);
}

unsigned host_password_page(struct http_request *r, struct http_answer *a, const char *name, const char *password)
{
    show_head(r, &a->page, TR(r, "new password"), NULL);
    page_fill(&a->page, "<p>{}: <code class=\"token\">{}</code></p><p>{}</p><p><a href=\"/host\">{}</a></p>", name,
              password,
              TR(r, "Hand it over now: it is shown once. All sessions and tokens of this account have ended."),
              TR(r, "the host's dashboard"));
    return show_end(r, a, STORE_OK, NULL);
}
