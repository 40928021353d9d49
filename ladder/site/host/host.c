/* host: the host's page. */
#include "host.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "filing/recheck.h"
#include "rating/table.h"
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
    page_fill(p, "<button>{}</button></form> ", said);
}

/* One field of a form with its label; `more` are trusted attributes. */
static void field(struct page *p, const char *label, const char *name, const char *more)
{
    page_fill(p, "<label>{} <input name=\"{h}\" {h}></label> ", label, name, more);
}

static void check_box(struct page *p, const char *label, const char *name)
{
    page_fill(p, "<label><input type=\"checkbox\" name=\"{h}\" value=\"1\"> {}</label> ", name, label);
}

static void submit(struct page *p, const char *said) { page_fill(p, "<button>{}</button></p></form>", said); }

/* What nobody but the host can set going. */
static int put_needs(struct http_request *r, struct page *p, struct store_error *e)
{
    struct version *v = calloc(LISTED, sizeof *v);
    struct version_filter f = { .state = VERSION_PENDING };
    struct store_counts c;
    int64_t workers = 0;
    size_t n = 0, told = 0;
    e->code = STORE_ENVIRONMENT;
    int bad = v ? store_versions(store_of(r), &f, v, LISTED, &n, e) : STORE_ENVIRONMENT;
    if (!bad)
        bad = store_counts(store_of(r), &c, e);
    if (!bad)
        bad = store_working(store_of(r), store_now(store_of(r)) - 120 * 1000, &workers, e);
    page_put(p, "<section class=\"said needs\"><h2>Needs you</h2><ul>");
    if (!bad && !workers && ++told)
        page_put(p, "<li>no worker is here: nothing is played; <code>serve --workers 2</code> has two of its own</li>");
    if (!bad && c.jobs[JOB_PARKED] && ++told)
        page_format(p, "<li>%" PRIu64 " <a href=\"#parked\">jobs are parked</a></li>", c.jobs[JOB_PARKED]);
    if (!bad && c.disputes_open && ++told)
        page_format(p, "<li>%" PRIu64 " <a href=\"/disputes\">disputes are open</a></li>", c.disputes_open);
    for (size_t i = 0; !bad && i < n; i++)
        if (*v[i].reason && ++told) {
            page_put(p, "<li>");
            show_version(r, p, v[i].id);
            page_put(p, " waits: ");
            show_sentence(r, p, v[i].reason);
            page_put(p, "</li>");
        }
    page_put(p, told ? "</ul></section>" : "<li>nothing</li></ul></section>");
    free(v);
    return bad;
}

/* A list's heading; an empty list says so. */
static void heading(struct http_request *r, struct page *p, const char *title, size_t n)
{
    page_fill(p, "<h2>{}</h2>", title);
    if (!n)
        page_fill(p, "<p>{}</p>", TR(r, "Nothing here yet."));
    page_put(p, "<ul>");
}

static void put_counts(struct page *p, const struct store_counts *c)
{
    const struct {
        const char *what;
        uint64_t count;
    } all[] = {
        { "people", c->people },
        { "bots", c->bots },
        { "matches", c->legs },
        { "jobs queued", c->jobs[JOB_QUEUED] },
        { "being played", c->jobs[JOB_LEASED] },
        { "parked", c->jobs[JOB_PARKED] },
        { "open disputes", c->disputes_open },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        page_format(p, "%s%" PRIu64 " %s", i ? ", " : "<p>", all[i].count, all[i].what);
    page_fill(p, " · <a href=\"/disputes\">{}</a> · <a href=\"/host/words\">{}</a></p>", "disputes",
              "title, logo and words of the site");
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
    put_counts(p, &c);
    heading(r, p, "Workers", n);
    for (size_t i = 0; i < n; i++) {
        page_fill(p, "<li>{} {} ", w[i].name, w[i].about);
        show_time(p, w[i].seen_ms);
        page_format(p, " (%" PRId64 ")</li>", w[i].leased);
    }
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
    page_put(p, "<li>");
    show_sentence(r, p, j->reason);
    if (count > 1) {
        char to[96];
        snprintf(to, sizeof to, "/host/jobs/%" PRId64 "/again", j->id);
        form_open(r, p, to, "class=\"inline\"");
        page_format(p, "<button name=\"alike\" value=\"1\">again: all %zu</button></form>", count);
    }
    page_put(p, "<details><summary>jobs</summary><ul>");
    for (struct job *end = j + n, *one = end - n; one < end; one++) {
        if (!alike(j, one))
            continue;
        page_format(p, "<li>%" PRId64 " %s ", one->id, say_name(r, job_kind_names[one->kind]));
        button(r, p, "jobs", one->id, "again", "again");
        button(r, p, "jobs", one->id, "cancel", "cancel");
        page_put(p, "</li>");
        one->id = 0;
    }
    page_put(p, "</ul></details></li>");
}

static int put_parked(struct http_request *r, struct page *p, struct store_error *e)
{
    struct job *j = calloc(PARKED, sizeof *j);
    struct job_filter f = { .state = JOB_PARKED, .kind = -1 };
    size_t n = 0;
    int bad = j ? store_jobs(store_of(r), &f, j, PARKED, &n, e) : STORE_ENVIRONMENT;
    if (!bad) {
        page_put(p, "<div id=\"parked\"></div>");
        heading(r, p, "Parked jobs", n);
        for (size_t i = 0; i < n; i++)
            put_cause(r, p, j + i, n - i);
        page_put(p, "</ul>");
    }
    free(j);
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
    heading(r, p, "In doubt", n);
    for (size_t i = 0; i < n; i++) {
        page_format(p, "<li><a href=\"/matches?pair=%" PRId64 "\">%" PRId64 "</a> ", x[i].pair, x[i].pair);
        page_fill(p, "{} ({}) / {}: ", x[i].worker, x[i].host, x[i].by_worker);
        show_sentence(r, p, x[i].reason);
        page_put(p, *recheck_say(&x[i], odds) ? "; " : "");
        show_sentence(r, p, odds);
        page_put(p, " ");
        button(r, p, "rechecks", x[i].id, "stands", "it stands");
        button(r, p, "rechecks", x[i].id, "void", "play again");
        page_put(p, "</li>");
    }
    page_put(p, "</ul>");
    return STORE_OK;
}

/* Whoever wins more second legs than chance has it: an honest version is named once in LEGS_ALARM (stats/legs.h). */
static int put_second_legs(struct http_request *r, struct page *p, struct store_error *e)
{
    struct rating row[LISTED];
    size_t n = 0, marked = 0;
    int bad = store_second_legs(store_of(r), row, LISTED, &n, e);
    for (size_t i = 0; !bad && i < n; i++) {
        if (!legs_marked(&(struct leg_sums){ (uint64_t)row[i].better, (uint64_t)row[i].worse, 0 }))
            continue;
        if (!marked++)
            page_fill(p, "<h2>{}</h2><ul class=\"marked\">", "Better in second legs than chance has it");
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
                page_fill(p, "<h2>{}</h2><ul class=\"against\">", "Loses to another beyond what the table explains");
            page_put(p, "<li>");
            show_version(r, p, x[k].loser);
            page_put(p, " ← ");
            show_version(r, p, x[k].winner);
            page_format(p, ": %.1f%% (%" PRId64 " ", 100 * x[k].won, x[k].pairs);
            page_fill(p, "{}), {} ", TR(r, "pairs"), TR(r, "expected by the table"));
            page_format(p, "%.1f%%</li>", 100 * x[k].expected);
        }
    }
    page_put(p, told ? "</ul>" : "");
    return bad;
}

/* What is left as it stands is not changed. */
static void put_person_choices(struct http_request *r, struct page *p)
{
    const char *stays = "as it is";
    page_fill(p, "<label>{} <select name=\"role\"><option value=\"\">{}</option>", "role", stays);
    for (int i = 0; i < ROLES; i++)
        page_fill(p, "<option value=\"{}\">{}</option>", role_names[i], say_name(r, role_names[i]));
    page_fill(p,
              "</select></label> <label>{} <select name=\"closed\"><option value=\"\">{}</option><option "
              "value=\"1\">{}</option>"
              "<option value=\"0\">{}</option></select></label> ",
              "account", stays, "close", "open");
}

static int put_people(struct http_request *r, struct page *p, struct store_error *e)
{
    struct person who[LISTED];
    const char *after = http_query(r, "after");
    size_t n = 0;
    int bad = store_people(store_of(r), after ? strtoll(after, NULL, 10) : 0, who, LISTED, &n, e);
    if (bad)
        return bad;
    heading(r, p, "People", n);
    for (size_t i = 0; i < n; i++)
        page_fill(p, "<li>{} {} {}</li>", who[i].name, say_name(r, role_names[who[i].role]),
                  who[i].closed ? "closed" : "");
    page_put(p, "</ul>");
    if (n == LISTED)
        page_format(p, "<p><a href=\"?after=%" PRId64 "\">…</a></p>", who[n - 1].id);
    form_open(r, p, "/host/people", "");
    page_put(p, "<p>");
    field(p, "name", "name", "required");
    put_person_choices(r, p);
    submit(p, "change");
    form_open(r, p, "/host/people/password", "");
    page_put(p, "<p>");
    field(p, "name", "name", "required");
    submit(p, "new password");
    return STORE_OK;
}

static void put_version_form(struct http_request *r, struct page *p)
{
    page_fill(p, "<h2>{}</h2>", TR(r, "Versions"));
    form_open(r, p, "/host/versions", "");
    page_put(p, "<p>");
    field(p, "AUTHOR/BOT#NUMBER", "who", "required");
    field(p, "reason", "reason", "maxlength=\"200\"");
    page_fill(p,
              "<span><button name=\"to\" value=\"disable\">{}</button> <button name=\"to\" "
              "value=\"enable\">{}</button></span></p></form>",
              "disable", "validate again");
}

static void put_ladder_form(struct http_request *r, struct page *p)
{
    form_open(r, p, "/host/ladders", "");
    page_put(p, "<p>");
    field(p, "code", "code", "required maxlength=\"39\"");
    field(p, "name", "name", "required maxlength=\"60\"");
    field(p, "rules", "rules", "value=\"argentino\" required");
    field(p, "clock", "clock", "");
    field(p, "seats", "seats", "value=\"2\" inputmode=\"numeric\"");
    field(p, "games", "games", "value=\"1\" inputmode=\"numeric\"");
    check_box(p, "plain matches, no duplicate pairs: remote bots, too", "plain");
    submit(p, "make");
}

/* Its form keeps what was typed when it was refused. */
static void put_ladder(struct http_request *r, struct page *p, const struct ladder *l)
{
    char to[96];
    snprintf(to, sizeof to, "/host/ladders/%.60s", l->code);
    bool typed = !strcmp(r->path, to);
    page_fill(p, "<li><a href=\"/ladders/{a}\">{}</a> {} <code>{}</code>", l->code, l->code, l->closed ? "closed" : "",
              l->rules);
    form_open(r, p, to, "class=\"filter\"");
    page_fill(p, "<label>{}<input name=\"name\" maxlength=\"60\" value=\"{}\"></label>", "name",
              typed ? form_text(r, "name") : l->name);
    page_fill(p, "<label>{}<input name=\"clock\" value=\"{}\"></label>", "clock",
              typed ? form_text(r, "clock") : l->clock);
    page_fill(p, "<button>{}</button><button name=\"closed\" value=\"{}\">{}</button></form></li>", "save",
              l->closed ? "0" : "1", l->closed ? "open again" : "close");
}

static int put_ladders(struct http_request *r, struct page *p, struct store_error *e)
{
    struct ladder l[LISTED];
    size_t n = 0;
    int bad = store_ladders(store_of(r), 0, l, LISTED, &n, e);
    if (bad)
        return bad;
    heading(r, p, TR(r, "Ladders"), n);
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
        button(r, p, "events", v->id, "start", "start");
    if (v->state == EVENT_RUNNING)
        button(r, p, "events", v->id, "pause", "pause");
    if (v->state == EVENT_DRAFT || v->state == EVENT_RUNNING || v->state == EVENT_PAUSED)
        button(r, p, "events", v->id, "cancel", "cancel");
}

static void put_event_forms(struct http_request *r, struct page *p)
{
    page_put(p, "<div class=\"forms\">");
    page_fill(p, "<p><a class=\"btn\" href=\"/host/events/new\">{}</a></p>", TR(r, "A new event"));
    form_open(r, p, "/host/entries", "");
    page_put(p, "<p>");
    field(p, "event", "event", "required inputmode=\"numeric\"");
    field(p, "AUTHOR/BOT#NUMBER; of a team several, with + between", "who", "required");
    field(p, "seed", "seed", "inputmode=\"numeric\"");
    submit(p, "enter");
    page_put(p, "</div>");
}

static int put_events(struct http_request *r, struct page *p, struct store_error *e)
{
    struct event v[LISTED];
    struct event_filter f = { .kind = -1, .state = -1 };
    size_t n = 0;
    int bad = store_events(store_of(r), &f, v, LISTED, &n, e);
    if (bad)
        return bad;
    heading(r, p, TR(r, "Events"), n);
    for (size_t i = 0; i < n; i++) {
        page_format(p, "<li><a href=\"/events/%" PRId64 "\">%" PRId64 "</a> ", v[i].id, v[i].id);
        page_fill(p, "{} {} {} ", v[i].name, say_name(r, event_kind_names[v[i].kind]),
                  say_name(r, event_state_names[v[i].state]));
        if (v[i].state != EVENT_DONE && v[i].state != EVENT_CANCELLED)
            page_format(p, "<a href=\"/host/events/%" PRId64 "/edit\">edit</a> ", v[i].id);
        put_event_moves(r, p, &v[i]);
        page_put(p, "</li>");
    }
    page_put(p, "</ul>");
    put_event_forms(r, p);
    return STORE_OK;
}

unsigned host_page(struct http_request *r, struct http_answer *a, unsigned status, const char *said)
{
    static int (*const parts[])(struct http_request *, struct page *,
                                struct store_error *) = { put_needs,       put_workers, put_doubts,
                                                          put_second_legs, put_against, put_parked,
                                                          put_events,      put_ladders, put_people };
    struct store_error e;
    show_head(r, &a->page, "Host", NULL);
    show_said(r, &a->page, said);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i](r, &a->page, &e))
            return show_store_error(r, a, &e);
    put_version_form(r, &a->page);
    show_foot(r, &a->page);
    return status;
}

unsigned host_password_page(struct http_request *r, struct http_answer *a, const char *name, const char *password)
{
    show_head(r, &a->page, "New password", NULL);
    page_fill(&a->page, "<p>{}: <code class=\"token\">{}</code></p><p>{}</p><p><a href=\"/host\">{}</a></p>", name,
              password, "Hand it over now: it is shown once. All sessions and tokens of this account have ended.",
              "the host's dashboard");
    show_foot(r, &a->page);
    return 200;
}

unsigned page_host(struct http_request *r, struct http_answer *a) { return host_page(r, a, 200, NULL); }
