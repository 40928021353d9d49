/* host_do: what a host does, by form and by program: the same handler answers both. */
#include "host.h"
#include "cli/language.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "cli/number.h"
#include "site/bots/named.h"
#include "new_ladder.h"
#include "site/session/forms.h"
#include "site/session/account.h"
#include "site/bots/remote.h"
#include "schedule/schedule.h"
#include "store/store_rechecks.h"

static const char *actor(const struct http_request *r) { return guest_of(r)->person.name; }

/* A number of the form in its range, `fallback` when it is empty, -1 when it is none. */
static int64_t form_number(const struct http_request *r, const char *name, int64_t low, int64_t high, int64_t fallback)
{
    const char *text = form_text(r, name);
    uint64_t n;
    if (!*text)
        return fallback;
    return whole_number(text, (uint64_t)low, (uint64_t)high, &n) ? (int64_t)n : -1;
}

/* The place of a word in a list of names; -1. */
static int word_of(const char *word, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(word, names[i]))
            return i;
    return -1;
}

static bool copy(char *out, size_t room, const char *text) { return snprintf(out, room, "%s", text) < (int)room; }

/* Back to the page, or the page with what is wrong; a program is told what it is now and, of something new, its id. */
static unsigned done(struct http_request *r, struct http_answer *a, int bad, const struct store_error *e, int64_t id)
{
    return form_done(r, a, bad ? store_status(e) : 0, e, id, page_host, "/host");
}

static unsigned do_job(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    bool again = !strcmp(strrchr(r->path, '/'), "/again");
    int bad = again ? store_job_again(store_of(r), id_at(r, 0), *form_text(r, "alike") != '\0', actor(r), &e)
                    : store_job_cancel(store_of(r), id_at(r, 0), actor(r), &e);
    return done(r, a, bad, &e, 0);
}

static unsigned do_recheck(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    bool stands = !strcmp(strrchr(r->path, '/'), "/stands");
    int bad = store_recheck_decide(store_of(r), id_at(r, 0), stands ? RECHECK_STANDS : RECHECK_VOID, actor(r), &e);
    return done(r, a, bad, &e, 0);
}

/* What the form names of a person: a role, closed or opened; what it leaves empty stays. */
static int read_change(const struct http_request *r, struct person_change *c, struct store_error *e)
{
    const char *role = form_text(r, "role"), *closed = form_text(r, "closed");
    int word = word_of(role, role_names, ROLES);
    *c = (struct person_change){ .sets_role = *role, .sets_closed = *closed, .closed = !strcmp(closed, "1") };
    if (*role && word < 0)
        return wrong_say(r, "role", e, N_("the role is visitor, author or host"));
    if (*closed && strcmp(closed, "0") != 0 && !c->closed)
        return wrong_say(r, "closed", e, N_("closed is 1, or 0 to open the account"));
    if (!*role && !*closed)
        return wrong_say(r, "role", e, N_("nothing is to be changed: choose a role, or close or open the account"));
    c->role = word < 0 ? ROLE_VISITOR : (enum role)word;
    return STORE_OK;
}

static int find_other(struct http_request *r, struct person *p, struct store_error *e)
{
    int bad = store_person_named(store_of(r), form_text(r, "name"), p, e);
    if (!bad && p->id == guest_of(r)->person.id)
        bad = store_say(e, STORE_INVALID, N_("hosts do not change their own account: another host can"));
    return wrong_at(r, "name", bad);
}

static unsigned do_person(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct person p = { 0 };
    struct person_change c;
    int bad = read_change(r, &c, &e);
    if (!bad)
        bad = find_other(r, &p, &e);
    if (!bad)
        bad = wrong_at(r, "role", store_person_change(store_of(r), p.id, &c, actor(r), &e));
    sodium_memzero(&p, sizeof p);
    return done(r, a, bad, &e, 0);
}

/* Another password for somebody who has lost theirs: it is shown once, to be handed over, and their sessions end. */
static unsigned do_password(struct http_request *r, struct http_answer *a)
{
    char password[PASSWORD_MADE];
    struct store_error e;
    struct person p = { 0 };
    unsigned status = 200;
    int bad = find_other(r, &p, &e);
    password_make(password);
    if (!bad)
        bad = account_password(store_of(r), p.id, password, actor(r), &e);
    if (bad)
        status = done(r, a, bad, &e, 0);
    else if (is_api(r))
        page_fill(&a->page, "{\"password\":{j}}\n", password);
    else
        status = host_password_page(r, a, p.name, password);
    sodium_memzero(password, sizeof password);
    sodium_memzero(&p, sizeof p);
    return status;
}

static unsigned do_version(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct version v;
    int64_t id;
    bool enable = !strcmp(form_text(r, "to"), "enable");
    int bad = wrong_at(r, "who", version_named(store_of(r), form_text(r, "who"), &id, &e));
    if (!bad)
        bad = store_version(store_of(r), id, &v, &e);
    if (!bad)
        bad = store_version_move(store_of(r), id, enable ? VERSION_DISABLED : v.state,
                                 enable ? VERSION_PENDING : VERSION_DISABLED, form_text(r, "reason"), actor(r), &e);
    if (bad == STORE_INVALID && !guest_of(r)->wrong)
        wrong_at(r, "reason", bad);
    return done(r, a, bad, &e, 0);
}

/* What the form has of a ladder's texts. */
static int copy_texts(struct http_request *r, struct ladder *l, struct store_error *e)
{
    const struct {
        const char *name;
        char *to;
        size_t room;
    } texts[] = { { "code", l->code, sizeof l->code },
                  { "name", l->name, sizeof l->name },
                  { "rules", l->rules, sizeof l->rules },
                  { "clock", l->clock, sizeof l->clock } };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (http_form(r, texts[i].name) && !copy(texts[i].to, texts[i].room, form_text(r, texts[i].name)))
            return wrong_say(r, texts[i].name, e,
                             N_("a code and a name have up to 63 bytes, a clock up to 255: write less"));
    return STORE_OK;
}

static int make_ladder(struct http_request *r, int64_t *id, struct store_error *e)
{
    bool plain = *form_text(r, "plain");
    struct ladder l = { .seats = form_number(r, "seats", 2, STORE_SEATS, 2),
                        .games = form_number(r, "games", 1, 1000, plain ? 1 : LEG_GAMES),
                        .legs = plain ? 1 : 2 };
    int bad = copy_texts(r, &l, e);
    if (bad)
        return bad;
    if (l.seats < 0 || l.games < 0)
        return wrong_say(r, l.seats < 0 ? "seats" : "games", e, N_("seats go from 2 to 8, games from 1 to 1000"));
    bad = ladder_fits(&l, &guest_of(r)->wrong, e);
    if (!bad)
        bad = ladder_open(store_of(r), &l, actor(r), id, e);
    return bad == STORE_EXISTS
               ? wrong_at(r, "code",
                          store_say(e, STORE_EXISTS, N_("there is a ladder of that code already: choose another one")))
               : bad;
}

static unsigned do_ladder(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    int64_t id = 0;
    int bad = make_ladder(r, &id, &e);
    return done(r, a, bad, &e, id);
}

static int edit_ladder(struct http_request *r, struct store_error *e)
{
    struct ladder l;
    int bad = store_ladder_coded(store_of(r), r->part[0], &l, e);
    if (!bad)
        bad = copy_texts(r, &l, e);
    if (http_form(r, "closed"))
        l.closed = !strcmp(form_text(r, "closed"), "1");
    if (!bad)
        bad = ladder_fits(&l, &guest_of(r)->wrong, e);
    return bad ? bad : store_ladder_edit(store_of(r), &l, actor(r), e);
}

static unsigned do_ladder_edit(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    int bad = edit_ladder(r, &e);
    return done(r, a, bad, &e, 0);
}

static unsigned do_event_move(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct event v;
    const char *word = strrchr(r->path, '/') + 1;
    enum event_state to = !strcmp(word, "start")   ? EVENT_RUNNING
                          : !strcmp(word, "pause") ? EVENT_PAUSED
                                                   : EVENT_CANCELLED;
    int bad = store_event(store_of(r), id_at(r, 0), &v, &e);
    if (!bad && (v.state == EVENT_DONE || v.state == EVENT_CANCELLED || v.state == to ||
                 (to == EVENT_PAUSED && v.state == EVENT_DRAFT)))
        bad = store_say(&e, STORE_STALE, N_("this event is not in a state for that: load the page again"));
    if (!bad)
        bad = store_event_move(store_of(r), v.id, v.state, to, actor(r), &e);
    return done(r, a, bad, &e, 0);
}

/* A team has a version for every seat of its side, and plays tournaments: the others choose who sits with whom themselves. */
static int check_team(struct http_request *r, const struct entry *n, const struct event *v, struct store_error *e)
{
    struct ladder l;
    int64_t versions = 1;
    while (versions < STORE_SEATS / 2 && n->version[versions])
        versions++;
    if (versions == 1)
        return STORE_OK;
    if (v->kind == EVENT_LADDER || v->kind == EVENT_SPRT)
        return store_say(e, STORE_INVALID, N_("teams play tournaments: here a version is entered by itself"));
    int bad = store_ladder(store_of(r), v->ladder, &l, e);
    return bad || versions == l.seats / 2
               ? bad
               : store_say(e, STORE_INVALID, N_("a team has a version for every seat of its side, with + between"));
}

static unsigned do_entry(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct entry n = { .event = form_number(r, "event", 1, 999999999, -1),
                       .seed = form_number(r, "seed", 0, 100000, 0) };
    struct event v;
    int64_t id = 0;
    int bad = n.event < 0 || n.seed < 0
                  ? wrong_say(r, n.event < 0 ? "event" : "seed", &e, N_("event and seed are whole numbers"))
                  : STORE_OK;
    if (!bad)
        bad = wrong_at(r, "event", store_event(store_of(r), n.event, &v, &e));
    if (!bad)
        bad = wrong_at(r, "who", team_named(store_of(r), form_text(r, "who"), n.version, &e));
    if (!bad)
        bad = wrong_at(r, "who", check_team(r, &n, &v, &e));
    if (!bad)
        bad = wrong_at(r, "who", remote_enter(store_of(r), &n, &e));
    if (!bad)
        bad = wrong_at(r, "who", store_entry_add(store_of(r), &n, &id, &e));
    if (bad == STORE_EXISTS)
        store_say(&e, STORE_EXISTS, N_("it is entered in that event already"));
    return done(r, a, bad, &e, id);
}

const struct http_route host_routes[] = {
    { "GET", "/host", page_host, AUTH_HOST, 0 },
    { "POST", "/host/jobs/{}/again", do_job, AUTH_HOST | AUTH_TWIN, 0 },
    { "POST", "/host/jobs/{}/cancel", do_job, AUTH_HOST | AUTH_TWIN, 0 },
    { "POST", "/host/rechecks/{}/stands", do_recheck, AUTH_HOST | AUTH_TWIN, 0 },
    { "POST", "/host/rechecks/{}/void", do_recheck, AUTH_HOST | AUTH_TWIN, 0 },
    { "GET", "/host/people/list", page_people, AUTH_HOST, 0 },
    { "POST", "/host/people/list", do_people, AUTH_HOST | HTTP_PASSWORDS | AUTH_TWIN, HTTP_FORM_MAX },
    { "POST", "/host/people", do_person, AUTH_HOST | HTTP_PASSWORDS | AUTH_TWIN, 0 },
    { "POST", "/host/people/password", do_password, AUTH_HOST | HTTP_PASSWORDS | AUTH_TWIN, 0 },
    { "POST", "/host/versions", do_version, AUTH_HOST | AUTH_TWIN, 0 },
    { "POST", "/host/ladders", do_ladder, AUTH_HOST | AUTH_TWIN, 0 },
    { "POST", "/host/ladders/{}", do_ladder_edit, AUTH_HOST | AUTH_TWIN, 0 },
    { "POST", "/host/events/{}/start", do_event_move, AUTH_HOST | AUTH_TWIN, 0 },
    { "POST", "/host/events/{}/pause", do_event_move, AUTH_HOST | AUTH_TWIN, 0 },
    { "POST", "/host/events/{}/cancel", do_event_move, AUTH_HOST | AUTH_TWIN, 0 },
    { "POST", "/host/entries", do_entry, AUTH_HOST | AUTH_TWIN, 0 },
    { 0 },
};
