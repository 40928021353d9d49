/* api: what anybody may read, as JSON. */
#include "api.h"
#include "cli/language.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "site/http/cache.h"
#include "site/session/show.h"
#include "store/store_ratings.h"

enum { LADDERS = 64, ROWS = 200, LEGS = 100, VERSIONS = 100, EVENTS = 100, ENTRIES = 200, BOTS = 100 };

static void put_label(struct http_request *r, struct page *p, int64_t version)
{
    struct version_label who;
    struct store_error e;
    if (store_label(site_of(r)->store, version, &who, &e)) {
        page_put(p, "null");
        return;
    }
    page_fill(p, "{\"author\":{j},\"bot\":{j},\"number\":{d}}", who.author, who.bot_name, who.number);
}

static unsigned api_ladders(struct http_request *r, struct http_answer *a)
{
    OWNED struct ladder *l = calloc(LADDERS, sizeof *l);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    size_t n = 0;
    int bad = l ? store_ladders(site_of(r)->store, 0, l, LADDERS, &n, &e) : STORE_ENVIRONMENT;
    for (size_t i = 0; !bad && i < n; i++)
        page_fill(&a->page,
                  "{h}{\"code\":{j},\"name\":{j},\"rules\":{j},\"clock\":{j},\"seats\":{d},\"games\":{d},\"legs\":{d},"
                  "\"closed\":{b}}",
                  i ? ",\n" : "[", l[i].code, l[i].name, l[i].rules, l[i].clock, l[i].seats, l[i].games, l[i].legs,
                  l[i].closed);
    return answer_list(a, bad, &e);
}

/* --- standings ------------------------------------------------------------------------------------------------ */

static void put_standing(struct page *p, const struct standing *s)
{
    const struct rating *x = &s->rating;
    page_fill(
        p,
        "{\"place\":{d},\"band\":{d},\"author\":{j},\"bot\":{j},\"number\":{d},\"state\":{j},\"elo\":{2},\"low\":{2},"
        "\"high\":{2},\"pairs\":{d},\"score\":{6},\"per_hand\":{6},\"per_hand_error\":{6},\"superior\":{6},"
        "\"cleared\":{6},\"cleared_error\":{6},\"second_better\":{d},\"second_worse\":{d}}",
        x->place, x->band, s->who.author, s->who.bot_name, s->who.number, version_state_names[s->state], x->elo, x->low,
        x->high, x->pairs, x->score, x->per_hand, x->per_hand_error, x->superior, x->cleared, x->cleared_error,
        x->better, x->worse);
}

static int put_standings(struct http_request *r, struct page *p, int64_t run, struct store_error *e)
{
    OWNED struct standing *row = calloc(ROWS, sizeof *row);
    int64_t after = 0;
    size_t n = ROWS;
    int bad = STORE_OK;
    e->code = STORE_ENVIRONMENT;
    while (row && !bad && n == ROWS) {
        bad = store_standings(site_of(r)->store, run, after, row, ROWS, &n, e);
        for (size_t i = 0; !bad && i < n; i++) {
            page_put(p, after || i ? ",\n" : "");
            put_standing(p, &row[i]);
        }
        after = !bad && n ? row[n - 1].rating.place : after;
    }
    return row ? bad : STORE_ENVIRONMENT;
}

/* The same, kept for who asks next. */
static int keep_standings(struct http_request *r, struct page *p, int64_t run, struct store_error *e)
{
    struct cache *cache = site_of(r)->cache;
    char key[CACHE_KEY];
    snprintf(key, sizeof key, "api %" PRId64, run);
    if (cache_take(cache, key, p))
        return STORE_OK;
    size_t begin = p->size;
    int bad = put_standings(r, p, run, e);
    if (!bad && !p->failed)
        cache_put(cache, key, p->data + begin, p->size - begin);
    return bad;
}

static unsigned api_standings(struct http_request *r, struct http_answer *a)
{
    struct ladder l;
    struct rating_run run;
    struct store_error e;
    int bad = store_ladder_coded(site_of(r)->store, r->part[0], &l, &e);
    if (bad)
        return answer_store(a, &e);
    bad = store_rating_newest(site_of(r)->store, l.id, &run, &e);
    if (bad == STORE_NOT_FOUND) {
        page_put(&a->page, "{\"rows\":[");
        bad = STORE_OK;
    } else if (!bad) {
        page_fill(&a->page, "{\"algorithm\":{j},\"results\":\"{x}\",\"at_ms\":{d},\"pairs\":{d},\"rows\":[",
                  run.algorithm, run.results, run.created_ms, run.pairs);
        bad = keep_standings(r, &a->page, run.id, &e);
    }
    return answer_json(a, bad, "]}\n", &e);
}

/* --- matches -------------------------------------------------------------------------------------------------- */

static void put_leg(struct http_request *r, struct page *p, const struct leg *l)
{
    page_fill(p,
              "{\"id\":{d},\"pair\":{d},\"leg\":{d},\"state\":{j},\"winner\":{d},\"points\":[{d},{d}],\"hands\":{d},"
              "\"started_ms\":{d},\"ended_ms\":{d},\"fault\":{d},\"fault_seat\":{d},\"unheld\":{b},\"in_doubt\":{b},"
              "\"let_go\":{b},\"fault_text\":{s},\"match\":\"{x}\",\"replay\":\"{x}\",\"seats\":[",
              l->id, l->pair, l->leg, pair_state_names[l->pair_state], l->winner, l->points[0], l->points[1], l->hands,
              l->started_ms, l->ended_ms, l->fault, l->fault_seat, l->pair_unheld, l->in_doubt, l->let_go,
              l->fault_text, l->match_id, l->replay);
    for (int64_t s = 0; s < l->seats && s < STORE_SEATS; s++) {
        page_put(p, s ? "," : "");
        put_label(r, p, l->seat[s].version);
    }
    page_put(p, "]}");
}

/* A number of the query; 0 when it is not there; false when it is none. */
static bool number(const struct http_request *r, const char *name, int64_t *out)
{
    const char *text = http_query(r, name);
    size_t digits = text ? strspn(text, "0123456789") : 0;
    *out = text ? strtoll(text, NULL, 10) : 0;
    return !text || (digits && digits < 19 && !text[digits]);
}

static unsigned api_match(struct http_request *r, struct http_answer *a)
{
    struct leg l;
    struct store_error e;
    if (seen_leg(r, id_at(r, 0), &l, &e))
        return answer_store(a, &e);
    put_leg(r, &a->page, &l);
    return answer_json(a, STORE_OK, "\n", &e);
}

static unsigned api_matches(struct http_request *r, struct http_answer *a)
{
    struct leg_filter f = { .seen = !is_host(guest_of(r)) };
    struct ladder l;
    struct store_error e = { .code = STORE_ENVIRONMENT };
    const char *code = http_query(r, "ladder");
    size_t n = 0;
    if (!number(r, "event", &f.event) || !number(r, "pair", &f.pair) || !number(r, "version", &f.version) ||
        !number(r, "against", &f.against) || !number(r, "before", &f.before))
        return answer_error(a, 400, N_("event, pair, version, against and before are whole numbers"));
    if (code && store_ladder_coded(site_of(r)->store, code, &l, &e))
        return answer_store(a, &e);
    f.ladder = code ? l.id : 0;
    f.faulty = http_query(r, "faulty");
    OWNED struct leg *leg = calloc(LEGS, sizeof *leg);
    int bad = leg ? store_legs(site_of(r)->store, &f, leg, LEGS, &n, &e) : STORE_ENVIRONMENT;
    for (size_t i = 0; !bad && i < n; i++) {
        page_put(&a->page, i ? ",\n" : "[");
        put_leg(r, &a->page, &leg[i]);
    }
    return answer_list(a, bad, &e);
}

/* --- events ---------------------------------------------------------------------------------------------------- */

static void put_event(struct http_request *r, struct page *p, const struct event *v)
{
    struct ladder l;
    struct store_error e;
    page_fill(p,
              "{\"id\":{d},\"ladder\":{j},\"kind\":{j},\"name\":{j},\"state\":{j},\"cfg\":{j},\"progress\":{j},"
              "\"rated\":{b},\"round\":{d},\"created_ms\":{d},\"ended_ms\":{d}",
              v->id, store_ladder(site_of(r)->store, v->ladder, &l, &e) ? "" : l.code, event_kind_names[v->kind],
              v->name, event_state_names[v->state], v->cfg, event_shown(v) || is_host(guest_of(r)) ? v->progress : "{}",
              v->rated, v->round, v->created_ms, v->ended_ms);
}

static unsigned api_events(struct http_request *r, struct http_answer *a)
{
    struct event_filter f = { .kind = -1, .state = -1 };
    struct ladder l;
    struct store_error e = { .code = STORE_ENVIRONMENT };
    const char *code = http_query(r, "ladder");
    size_t n = 0;
    if (!number(r, "before", &f.before))
        return answer_error(a, 400, N_("before is a whole number"));
    if (code && store_ladder_coded(site_of(r)->store, code, &l, &e))
        return answer_store(a, &e);
    f.ladder = code ? l.id : 0;
    OWNED struct event *v = calloc(EVENTS, sizeof *v);
    int bad = v ? store_events(site_of(r)->store, &f, v, EVENTS, &n, &e) : STORE_ENVIRONMENT;
    for (size_t i = 0; !bad && i < n; i++) {
        page_put(&a->page, i ? ",\n" : "[");
        put_event(r, &a->page, &v[i]);
        page_put(&a->page, "}");
    }
    return answer_list(a, bad, &e);
}

/* Who takes part: a bot, or a team in the order of its seats. */
static void put_entry(struct http_request *r, struct page *p, const struct entry *n)
{
    page_fill(p, "{\"id\":{d},\"seed\":{d},\"out\":{b},\"reason\":{s},\"bots\":[", n->id, n->seed, n->out, n->reason);
    for (size_t k = 0; k < STORE_SEATS / 2 && n->version[k]; k++) {
        page_put(p, k ? "," : "");
        put_label(r, p, n->version[k]);
    }
    page_put(p, "]}");
}

static unsigned api_event(struct http_request *r, struct http_answer *a)
{
    struct event v;
    struct store_error e = { .code = STORE_ENVIRONMENT };
    OWNED struct entry *list = calloc(ENTRIES, sizeof *list);
    int64_t after = 0;
    size_t n = ENTRIES;
    int bad = list ? store_event(site_of(r)->store, id_at(r, 0), &v, &e) : STORE_ENVIRONMENT;
    if (!bad)
        put_event(r, &a->page, &v);
    page_put(&a->page, ",\"entries\":[");
    while (!bad && n == ENTRIES) {
        bad = store_entries(site_of(r)->store, v.id, after, list, ENTRIES, &n, &e);
        for (size_t i = 0; !bad && i < n; i++) {
            page_put(&a->page, after || i ? ",\n" : "");
            put_entry(r, &a->page, &list[i]);
        }
        after = !bad && n ? list[n - 1].id : after;
    }
    return answer_json(a, bad, "]}\n", &e);
}

/* --- bots ------------------------------------------------------------------------------------------------------- */

static unsigned api_bots(struct http_request *r, struct http_answer *a)
{
    struct person who = { 0 };
    struct store_error e = { .code = STORE_ENVIRONMENT };
    const char *author = http_query(r, "author");
    int64_t after;
    size_t n = 0;
    if (!number(r, "after", &after))
        return answer_error(a, 400, N_("after is a whole number"));
    if (author && store_person_named(site_of(r)->store, author, &who, &e))
        return answer_store(a, &e);
    OWNED struct bot *b = calloc(BOTS, sizeof *b);
    int bad = b ? store_bots(site_of(r)->store, who.id, after, b, BOTS, &n, &e) : STORE_ENVIRONMENT;
    for (size_t i = 0; !bad && i < n; i++)
        page_fill(&a->page,
                  "{h}{\"id\":{d},\"author\":{j},\"bot\":{j},\"about\":{j},\"number\":{d},\"state\":{j},"
                  "\"reason\":{s}}",
                  i ? ",\n" : "[", b[i].id, b[i].author, b[i].name, b[i].about, b[i].newest,
                  b[i].newest ? version_state_names[b[i].state] : "", b[i].reason);
    return answer_list(a, bad, &e);
}

/* --- a bot ------------------------------------------------------------------------------------------------------ */

/* Its newest place; nothing of one that has none yet. */
static int put_place(struct http_request *r, struct page *p, int64_t version, struct store_error *e)
{
    struct rating_point x;
    struct ladder l;
    size_t n;
    int bad = store_rating_history(site_of(r)->store, 0, version, 0, &x, 1, &n, e);
    if (!bad && n && !(bad = store_ladder(site_of(r)->store, x.ladder, &l, e)))
        page_fill(p, ",\"ladder\":{j},\"place\":{d},\"elo\":{2}", l.code, x.rating.place, x.rating.elo);
    return bad;
}

static unsigned api_bot(struct http_request *r, struct http_answer *a)
{
    struct bot b;
    struct version_filter f = { .state = -1 };
    struct store_error e = { .code = STORE_ENVIRONMENT };
    OWNED struct version *v = calloc(VERSIONS, sizeof *v);
    size_t n = 0;
    int bad = v ? store_bot_named(site_of(r)->store, r->part[0], r->part[1], &b, &e) : STORE_ENVIRONMENT;
    f.bot = bad ? 0 : b.id;
    if (!bad)
        bad = store_versions(site_of(r)->store, &f, v, VERSIONS, &n, &e);
    if (!bad)
        page_fill(&a->page, "{\"author\":{j},\"bot\":{j},\"about\":{j},\"versions\":[", b.author, b.name, b.about);
    for (size_t i = 0; !bad && i < n; i++) {
        page_fill(&a->page, "{h}{\"id\":{d},\"number\":{d},\"state\":{j},\"label\":{j},\"reason\":{s}", i ? "," : "",
                  v[i].id, v[i].number, version_state_names[v[i].state], v[i].label, v[i].reason);
        bad = put_place(r, &a->page, v[i].id, &e);
        page_put(&a->page, "}");
    }
    return answer_json(a, bad, "]}\n", &e);
}

const struct http_route api_routes[] = {
    { "GET", "/api/ladders", api_ladders, AUTH_API, 0 },
    { "GET", "/api/ladders/{}/standings", api_standings, AUTH_API, 0 },
    { "GET", "/api/matches", api_matches, AUTH_API, 0 },
    { "GET", "/api/matches/{}", api_match, AUTH_API, 0 },
    { "GET", "/api/events", api_events, AUTH_API, 0 },
    { "GET", "/api/events/{}", api_event, AUTH_API, 0 },
    { "GET", "/api/bots", api_bots, AUTH_API, 0 },
    { "GET", "/api/bots/{}/{}", api_bot, AUTH_API, 0 },
    { 0 },
};
