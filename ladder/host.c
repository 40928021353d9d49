/* host: the host's page and its forms. */
#include "host.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "named.h"
#include "own.h"
#include "people.h"
#include "rules/match.h"
#include "schedule.h"

enum { LISTED = 50 };

static int refuse(struct store_error *e, enum store_code code, const char *text)
{
    e->code = code;
    snprintf(e->text, sizeof e->text, "%s", text);
    return (int)code;
}

static const char *actor(const struct http_request *r)
{
    return guest_of(r)->person.name;
}

static struct store *store_of(const struct http_request *r)
{
    return site_of(r)->store;
}

/* A number of the form in its range, `fallback` when it is empty, -1 when it is none. */
static int64_t form_number(const struct http_request *r, const char *name, int64_t low, int64_t high, int64_t fallback)
{
    const char *text = form_text(r, name);
    size_t digits = strspn(text, "0123456789");
    if (!*text)
        return fallback;
    int64_t n = digits && digits < 10 && !text[digits] ? strtoll(text, NULL, 10) : -1;
    return n >= low && n <= high ? n : -1;
}

/* The place of a word in a list of names; -1. */
static int word_of(const char *word, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(word, names[i]))
            return i;
    return -1;
}

static bool copy(char *out, size_t room, const char *text)
{
    return snprintf(out, room, "%s", text) < (int)room;
}

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

static unsigned host_page(struct http_request *r, struct http_answer *a, unsigned status, const char *said)
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

static unsigned page_host(struct http_request *r, struct http_answer *a)
{
    return host_page(r, a, 200, NULL);
}

/* Back to the page, or the page with what is wrong. */
static unsigned done(struct http_request *r, struct http_answer *a, int bad, const struct store_error *e)
{
    return bad ? host_page(r, a, store_status(e), e->text) : http_redirect(a, "/host");
}

/* --- what its forms do ----------------------------------------------------------------------------------------- */

static unsigned do_job(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    bool again = !strcmp(strrchr(r->path, '/'), "/again");
    int bad = again ? store_job_again(store_of(r), id_at(r, 0), actor(r), &e) : store_job_cancel(store_of(r), id_at(r, 0), actor(r), &e);
    return done(r, a, bad, &e);
}

static unsigned do_person(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct person p;
    int role = word_of(form_text(r, "role"), role_names, ROLES);
    int bad = role < 0 ? refuse(&e, STORE_INVALID, "the role is visitor, author or host") : STORE_OK;
    if (!bad)
        bad = store_person_named(store_of(r), form_text(r, "name"), &p, &e);
    if (!bad && p.id == guest_of(r)->person.id)
        bad = refuse(&e, STORE_INVALID, "a host does not change himself: another host can");
    if (!bad) {
        p.role = (enum role)role;
        p.closed = *form_text(r, "closed");
        bad = store_person_change(store_of(r), &p, actor(r), &e);
    }
    return done(r, a, bad, &e);
}

static unsigned do_version(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct version v;
    int64_t id;
    bool enable = !strcmp(form_text(r, "to"), "enable");
    int bad = version_named(store_of(r), form_text(r, "who"), &id, &e);
    if (!bad)
        bad = store_version(store_of(r), id, &v, &e);
    if (!bad)
        bad = enable ? store_version_move(store_of(r), id, VERSION_DISABLED, VERSION_PENDING, form_text(r, "reason"), actor(r), &e)
                     : store_version_move(store_of(r), id, v.state, VERSION_DISABLED, form_text(r, "reason"), actor(r), &e);
    return done(r, a, bad, &e);
}

/* A ladder with its continuous event, so that whoever is sent in plays. */
static int make_ladder(struct http_request *r, struct store_error *e)
{
    struct ladder l = { .seats = form_number(r, "seats", 2, STORE_SEATS, 2), .games = form_number(r, "games", 1, 1000, 1), .legs = 2 };
    struct event v = { .kind = EVENT_LADDER, .name = "always", .cfg = "{}", .state = EVENT_RUNNING, .rated = true };
    static _Thread_local struct match match;
    struct rules rules;
    char why[RULES_ERROR_TEXT];
    int64_t id;
    if (!name_fits(form_text(r, "code")) || !copy(l.code, sizeof l.code, form_text(r, "code")))
        return refuse(e, STORE_INVALID, "a ladder's code has letters, digits, '-', '_' and '.': it stands in an address");
    if (!copy(l.name, sizeof l.name, form_text(r, "name")) || !copy(l.rules, sizeof l.rules, form_text(r, "rules")) ||
        !copy(l.clock, sizeof l.clock, form_text(r, "clock")))
        return refuse(e, STORE_INVALID, "a name has up to 63 bytes, a clock up to 255: write less");
    if (l.seats < 0 || l.games < 0)
        return refuse(e, STORE_INVALID, "seats go from 2 to 8, games from 1 to 1000");
    if (rules_parse(l.rules, &rules, why) || match_new(&match, &rules, (int)l.seats, why))
        return refuse(e, STORE_INVALID, why);
    strcpy(l.cfg, "{}");
    int bad = store_ladder_add(store_of(r), &l, &v.ladder, e);
    return bad ? bad : store_event_add(store_of(r), &v, actor(r), &id, e);
}

static unsigned do_ladder(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    int bad = make_ladder(r, &e);
    return done(r, a, bad, &e);
}

static int make_event(struct http_request *r, struct store_error *e)
{
    struct ladder l;
    struct event v = { .state = EVENT_DRAFT, .rated = *form_text(r, "rated") };
    struct event_config config;
    char why[256];
    int64_t id;
    int kind = word_of(form_text(r, "kind"), event_kind_names, EVENT_KINDS);
    if (kind < 0)
        return refuse(e, STORE_INVALID, "there is no such kind of event: choose one of the list");
    v.kind = (enum event_kind)kind;
    if (!copy(v.name, sizeof v.name, form_text(r, "name")) || !copy(v.cfg, sizeof v.cfg, form_text(r, "cfg")))
        return refuse(e, STORE_INVALID, "a name has up to 63 bytes, a configuration up to 4095: write less");
    if (!*v.cfg)
        strcpy(v.cfg, "{}");
    if (!event_config_read(v.kind, v.cfg, &config, why))
        return refuse(e, STORE_INVALID, why);
    int bad = store_ladder_coded(store_of(r), form_text(r, "ladder"), &l, e);
    v.ladder = bad ? 0 : l.id;
    return bad ? bad : store_event_add(store_of(r), &v, actor(r), &id, e);
}

static unsigned do_event(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    int bad = make_event(r, &e);
    return done(r, a, bad, &e);
}

static unsigned do_event_move(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct event v;
    const char *word = strrchr(r->path, '/') + 1;
    enum event_state to = !strcmp(word, "start") ? EVENT_RUNNING : !strcmp(word, "pause") ? EVENT_PAUSED : EVENT_CANCELLED;
    int bad = store_event(store_of(r), id_at(r, 0), &v, &e);
    if (!bad && (v.state == EVENT_DONE || v.state == EVENT_CANCELLED || v.state == to || (to == EVENT_PAUSED && v.state == EVENT_DRAFT)))
        bad = refuse(&e, STORE_STALE, "this event is not in a state for that: load the page again");
    if (!bad)
        bad = store_event_move(store_of(r), v.id, v.state, to, actor(r), &e);
    return done(r, a, bad, &e);
}

static unsigned do_entry(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct entry n = { .event = form_number(r, "event", 1, 999999999, -1), .seed = form_number(r, "seed", 0, 100000, 0) };
    int64_t id;
    int bad = n.event < 0 || n.seed < 0 ? refuse(&e, STORE_INVALID, "event and seed are whole numbers") : STORE_OK;
    if (!bad)
        bad = version_named(store_of(r), form_text(r, "who"), &n.version[0], &e);
    if (!bad)
        bad = store_entry_add(store_of(r), &n, &id, &e);
    return done(r, a, bad, &e);
}

const struct http_route host_routes[] = {
    { "GET", "/host", page_host, GATE_HOST, 0 },
    { "POST", "/host/jobs/{}/again", do_job, GATE_HOST, 0 },
    { "POST", "/host/jobs/{}/cancel", do_job, GATE_HOST, 0 },
    { "POST", "/host/people", do_person, GATE_HOST, 0 },
    { "POST", "/host/versions", do_version, GATE_HOST, 0 },
    { "POST", "/host/ladders", do_ladder, GATE_HOST, 0 },
    { "POST", "/host/events", do_event, GATE_HOST, 0 },
    { "POST", "/host/events/{}/start", do_event_move, GATE_HOST, 0 },
    { "POST", "/host/events/{}/pause", do_event_move, GATE_HOST, 0 },
    { "POST", "/host/events/{}/cancel", do_event_move, GATE_HOST, 0 },
    { "POST", "/host/entries", do_entry, GATE_HOST, 0 },
    { 0 },
};
