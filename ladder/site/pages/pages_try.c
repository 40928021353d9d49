/* pages_try: a match now, unrated: a bot of one's own against another, in an event of each ladder that nobody enters. */
#include "pages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/number.h"
#include "site/bots/bots.h"
#include "site/bots/named.h"
#include "site/session/account.h"
#include "store/store_jobs.h"

enum { VERSIONS = 50, EVENTS = 100, PAIRS_MOST = 20, AGAIN = 5, A_DAY = 20, FROM_ADDRESS = 60, WAITING = 100 };
static const int64_t hour = 3600 * 1000, day = INT64_C(86400) * 1000;

/* --- whom one may try ------------------------------------------------------------------------------------------------ */

/* Does its author let others try theirs against it? */
static bool is_open(struct http_request *r, int64_t bot)
{
    char name[40], value[STORE_LONG] = "";
    struct store_error e;
    snprintf(name, sizeof name, "untried.%" PRId64, bot);
    return store_setting(store_of(r), name, value, &e) != STORE_OK || strcmp(value, "1") != 0;
}

void put_try(struct http_request *r, struct page *p, const struct bot *b)
{
    const struct guest *g = guest_of(r);
    bool open = is_open(r, b->id), own = g->known && g->person.id == b->person;
    char to[2 * STORE_NAME + 24];
    if (g->known && (own || open))
        page_fill(p, "<p><a class=\"btn\" href=\"/tries?rival={a}%2F{a}\">{}</a></p>", b->author, b->name,
                  TR(r, "Try a bot of yours against it"));
    if (!own)
        return;
    snprintf(to, sizeof to, "/bots/%s/%s/tries", b->author, b->name);
    form_open(r, p, to, "class=\"inline\"");
    page_fill(p, "<button name=\"open\" value=\"{}\">{}</button></form>", open ? "0" : "1",
              TR(r, open ? N_("Let nobody else try theirs against it") : N_("Let others try theirs against it")));
}

unsigned do_untried(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct bot b;
    char name[40], to[2 * STORE_NAME + 16];
    int bad = own_bot(r, false, &b, &e);
    snprintf(name, sizeof name, "untried.%" PRId64, bad ? 0 : b.id);
    snprintf(to, sizeof to, "/bots/%s/%s", bad ? "" : b.author, bad ? "" : b.name);
    if (!bad)
        bad = store_set(store_of(r), name, *form_text(r, "open") == '0' ? "1" : "0", &e);
    return form_done(r, a, bad ? store_status(&e) : 0, &e, 0, page_bot, to);
}

/* A hosted version that has played, of a bot that one may sit down against. */
static int sits(struct http_request *r, const char *field, bool own, int64_t *id, struct store_error *e)
{
    struct version v;
    struct version_label who;
    int64_t person = guest_of(r)->person.id;
    int bad = version_named(store_of(r), form_text(r, field), id, e);
    if (!bad)
        bad = store_version(store_of(r), *id, &v, e);
    if (!bad)
        bad = store_label(store_of(r), *id, &who, e);
    if (!bad && own && who.person != person)
        bad = store_say(e, STORE_INVALID, N_("that bot is not yours: choose one of your own"));
    if (!bad && !own && who.person != person && !is_open(r, who.bot))
        bad = store_say(e, STORE_STALE, N_("its author keeps that bot to the events: choose another one"));
    if (!bad && (v.remote || (v.state != VERSION_ACTIVE && v.state != VERSION_RETIRED)))
        bad = store_say(e, STORE_STALE,
                        N_("only versions that were admitted and run here can be tried: choose another one"));
    return bad;
}

/* --- ordered ---------------------------------------------------------------------------------------------------------- */

/* The oldest there is, looked for again when one was added: of orders at the same time, all have the same. */
static int find_event(struct http_request *r, const struct ladder *l, struct event *v, struct store_error *e)
{
    struct event_filter f = { .ladder = l->id, .kind = EVENT_LADDER, .state = EVENT_RUNNING };
    OWNED struct event *list = calloc(EVENTS, sizeof *list);
    int bad = list ? STORE_OK : (int)(e->code = STORE_ENVIRONMENT);
    for (v->id = 0; !bad && !v->id;) {
        size_t n = 0;
        bad = store_events(store_of(r), &f, list, EVENTS, &n, e);
        for (size_t i = 0; !bad && i < n; i++)
            if (!strcmp(list[i].cfg, now_cfg) && (!v->id || list[i].id < v->id))
                *v = list[i];
        if (!bad && !v->id) {
            struct event x = { .ladder = l->id, .kind = EVENT_LADDER, .state = EVENT_RUNNING };
            strcpy(x.name, N_("Matches now"));
            strcpy(x.cfg, now_cfg);
            bad = store_event_add(store_of(r), &x, guest_of(r)->person.name, &x.id, e);
        }
    }
    return bad;
}

/* Of this event, what this person has waiting, of `all` that wait: one such order at a time.  A pair's slot is whose it is. */
static int has_open(struct http_request *r, int64_t event, int64_t round, struct pair *out, size_t *n, size_t *all,
                    struct store_error *e)
{
    struct pair_filter f = { .event = event, .round = round, .state = PAIR_OPEN };
    size_t kept = 0;
    int bad = store_pairs(store_of(r), &f, out, WAITING, all, e);
    for (size_t i = 0; !bad && i < *all; i++)
        if (out[i].slot == guest_of(r)->person.id || is_host(guest_of(r)))
            out[kept++] = out[i];
    *n = kept;
    return bad;
}

static int plan(struct http_request *r, const struct ladder *l, const int64_t version[2], uint64_t pairs,
                struct event *v, struct store_error *e)
{
    struct pair list[WAITING];
    size_t open, all;
    int bad = STORE_OK;
    for (unsigned again = 0; !bad && again < AGAIN; again++) {
        bad = has_open(r, v->id, -1, list, &open, &all, e);
        if (!bad && open && !is_host(guest_of(r)))
            bad = store_say(e, STORE_STALE,
                            N_("you have a match that waits already: cancel it, or come back when it is over"));
        if (!bad && all + pairs > WAITING)
            bad = store_say(e, STORE_STALE,
                            N_("a hundred pairs of such matches are the most that wait in a ladder: come back when "
                               "some are over"));
        if (bad)
            return bad;
        struct plan p = { .event = v->id,
                          .round = v->round,
                          .next_round = v->round + 1,
                          .progress = "{}",
                          .pair = list,
                          .pairs = pairs };
        memset(list, 0, sizeof list);
        for (uint64_t i = 0; i < pairs; i++) {
            list[i] = (struct pair){ .round = v->round + 1, .slot = guest_of(r)->person.id, .priority = 1 };
            for (int64_t seat = 0; seat < l->seats; seat++)
                list[i].version[seat] = version[seat % 2];
        }
        int code = store_plan(store_of(r), &p, e);
        if (code != STORE_STALE)
            return code;
        bad = store_event(store_of(r), v->id, v, e); /* another order was faster */
    }
    return bad ? bad : (int)e->code;
}

static int order(struct http_request *r, struct event *v, struct store_error *e)
{
    struct ladder l;
    int64_t version[2];
    uint64_t pairs = 0;
    int bad = wrong_at(r, "own", sits(r, "own", true, &version[0], e));
    if (!bad)
        bad = wrong_at(r, "rival", sits(r, "rival", false, &version[1], e));
    if (!bad && version[0] == version[1])
        bad = wrong_say(r, "rival", e, N_("a version does not play against itself: choose another one"));
    if (!bad && !whole_number(form_text(r, "pairs"), 1, PAIRS_MOST, &pairs))
        bad = wrong_say(r, "pairs", e, N_("from 1 to 20 pairs: write a whole number"));
    if (!bad)
        bad = wrong_at(r, "ladder", store_ladder_coded(store_of(r), form_text(r, "ladder"), &l, e));
    if (!bad && (l.closed || l.seats % 2))
        bad = wrong_at(r, "ladder",
                       store_say(e, STORE_STALE, N_("that ladder takes no such match: choose another one")));
    if (!bad)
        bad = limit_address(r, "try", FROM_ADDRESS, hour, e);
    if (!bad)
        bad = limit_person(r, "try", A_DAY, day, e);
    if (!bad)
        bad = find_event(r, &l, v, e);
    return bad ? bad : plan(r, &l, version, pairs, v, e);
}

unsigned do_try(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct event v = { .id = 0 };
    char to[64];
    int bad = order(r, &v, &e);
    if (bad && is_api(r))
        return answer_error(a, limit_status(bad, &e), store_said(&e));
    if (bad)
        return form_refused(r, a, page_try, limit_status(bad, &e), &e);
    snprintf(to, sizeof to, "/tries/%" PRId64 "/%" PRId64, v.id, v.round + 1);
    if (!is_api(r))
        return http_redirect(a, to);
    page_format(&a->page, "{\"event\":%" PRId64 ",\"round\":%" PRId64 "}\n", v.id, v.round + 1);
    return 201;
}

unsigned do_try_cancel(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct pair list[WAITING];
    char to[64];
    size_t n = 0, all;
    int bad = has_open(r, id_at(r, 0), id_at(r, 1), list, &n, &all, &e);
    if (!bad && !n)
        bad = store_say(&e, STORE_STALE, N_("nothing of yours waits here"));
    for (size_t i = 0; !bad && i < n; i++)
        bad = store_pair_cancel(store_of(r), list[i].id, guest_of(r)->person.name, &e);
    snprintf(to, sizeof to, "/tries/%" PRId64 "/%" PRId64, id_at(r, 0), id_at(r, 1));
    return form_done(r, a, bad ? store_status(&e) : 0, &e, 0, page_tried, to);
}

/* --- asked ------------------------------------------------------------------------------------------------------------ */

size_t put_choices(struct http_request *r, struct page *p, const struct version_filter *f,
                   const struct form_field *field, bool remote)
{
    OWNED struct version *list = calloc(VERSIONS, sizeof *list);
    struct store_error e;
    size_t n = 0, put = 0;
    if (list && store_versions(store_of(r), f, list, VERSIONS, &n, &e))
        n = 0;
    for (size_t i = 0; i < n; i++) {
        struct version_label who;
        char text[LABEL_TEXT];
        if ((list[i].remote && !remote) || (list[i].state != VERSION_ACTIVE && list[i].state != VERSION_RETIRED) ||
            store_label(store_of(r), list[i].id, &who, &e))
            continue;
        if (field)
            form_option(r, p, field, label_text(&who, text), text, NULL);
        else
            page_fill(p, "<option value=\"{}\">", label_text(&who, text));
        put++;
    }
    return put;
}

unsigned page_try(struct http_request *r, struct http_answer *a)
{
    static const struct form_field own_field = { "own", N_("a bot of yours"), FIELD_LIST, NULL, NULL },
                                   ladder_field = { "ladder", N_("rules"), FIELD_LIST, NULL, NULL },
                                   rival_field = { "rival", N_("against"), FIELD_LINE,
                                                   "required maxlength=\"100\" list=\"rivals\"",
                                                   N_("any bot, as author/name or author/name#version") },
                                   pairs_field = { "pairs",
                                                   N_("pairs, up to 20; each is two matches with the same cards"),
                                                   FIELD_LINE, "inputmode=\"numeric\"", NULL };
    struct version_filter own = { .person = guest_of(r)->person.id, .state = -1, .newest = true };
    struct version_filter any = { .state = VERSION_ACTIVE, .newest = true };
    struct store_error e;
    struct page *p = &a->page;
    show_head(r, p, TR(r, "A match now"), NULL);
    show_refused(r, p);
    page_fill(p, "<p>{}</p>",
              TR(r, "It is played as soon as its turn comes and counts for no table. At the end you see where the "
                    "points came from."));
    form_open(r, p, "/tries", "class=\"box\"");
    form_field(r, p, &own_field, NULL);
    if (!put_choices(r, p, &own, &own_field, false))
        form_option(r, p, &own_field, "", TR(r, "none is admitted yet: hand one in first"), NULL);
    form_field_end(r, p, &own_field);
    form_field(r, p, &rival_field, http_query(r, "rival"));
    page_put(p, "<datalist id=\"rivals\">");
    put_choices(r, p, &any, NULL, false);
    page_put(p, "</datalist>");
    int bad = form_ladders(r, p, &ladder_field, FORM_SIDES, NULL, &e);
    form_field(r, p, &pairs_field, "5");
    form_close(p, "class=\"main\"", TR(r, "Play"));
    show_foot(r, p);
    return bad ? show_store_error(r, a, &e) : 200;
}

/* --- what came of it -------------------------------------------------------------------------------------------------- */

unsigned page_tried(struct http_request *r, struct http_answer *a)
{
    struct pair_filter f = { .event = id_at(r, 0), .round = id_at(r, 1), .state = -1 };
    struct pair list[PAIRS_MOST];
    struct opponent sum = { 0 };
    struct store_error e;
    struct event v;
    char to[80];
    size_t n = 0, open = 0;
    int bad = store_event(store_of(r), f.event, &v, &e);
    if (!bad)
        bad = store_pairs(store_of(r), &f, list, PAIRS_MOST, &n, &e);
    if (!bad && (!n || strcmp(v.cfg, now_cfg) != 0))
        bad = store_say(&e, STORE_NOT_FOUND, N_("there is no such match"));
    if (bad)
        return show_store_error(r, a, &e);
    struct page *p = &a->page;
    for (size_t i = 0; i < n; i++)
        open += list[i].state == PAIR_OPEN;
    show_head(r, p, TR(r, "A match now"), "start.mjs");
    page_fill(p, "<section id=\"way\"{h}><p class=\"outcome\">", open ? " data-lives" : NULL);
    show_lineup(r, p, &list[0]);
    page_put(p, "</p><ul class=\"list\">");
    for (size_t i = 0; i < n; i++) {
        page_format(p, "<li><a href=\"/matches?pair=%" PRId64 "\">%s %" PRId64 "</a>", list[i].id, TR(r, "pair"),
                    list[i].id);
        if (list[i].state == PAIR_DONE) {
            sum_pair(&sum, &list[i], 0);
            page_put(p, "<span>");
            show_score(p, &list[i]);
            show_from(r, p, &list[i]);
            page_put(p, "</span>");
        } else
            page_fill(p, " {}",
                      list[i].state == PAIR_VOID ? TR(r, "void: does not count") : TR(r, "waits, or is being played"));
        page_put(p, "</li>");
    }
    page_put(p, "</ul>");
    if (sum.pairs) {
        page_put(p, "<div class=\"scroll\"><table><thead><tr>");
        show_sums_head(r, p, sums_from(&sum));
        page_put(p, "</tr></thead><tbody><tr>");
        show_sums(p, &sum, sums_from(&sum));
        page_put(p, "</tr></tbody></table></div>");
        show_score_told(r, p);
    }
    snprintf(to, sizeof to, "/tries/%" PRId64 "/%" PRId64 "/cancel", f.event, f.round);
    if (open && guest_of(r)->known && (list[0].slot == guest_of(r)->person.id || is_host(guest_of(r)))) {
        form_open(r, p, to, "class=\"inline\"");
        page_fill(p, "<button>{}</button></form>", TR(r, "Cancel what waits"));
    }
    page_fill(p, "<p class=\"quiet\">{}</p></section><p><a href=\"/queue\">{}</a></p>",
              open ? TR(r, show_follows) : NULL, TR(r, "what waits to be played"));
    show_foot(r, p);
    return 200;
}
