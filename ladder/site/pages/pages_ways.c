/* pages_ways: where a match leads to, and the history of two bots. */
#include "pages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "site/bots/named.h"

enum { VERSIONS = 10, PAIRS = 1000, ROWS = 64, RECENT = 20 };

/* --- from a match ----------------------------------------------------------------------------------------------- */

static void put_place(struct http_request *r, struct page *p, const struct leg *l, const struct pair *pair,
                      const struct event *v, const struct ladder *ladder)
{
    page_fill(p, "<p class=\"where\"><a href=\"/ladders/{a}\">{}</a>", ladder->code, ladder->name);
    if (strcmp(v->name, ladder->name)) { /* a ladder's own event mostly has its name */
        page_fill(p, " · <a href=\"/events/{d}\">{}</a>", v->id, event_called(r, v));
    }
    if (event_is_tournament(v->kind))
        page_fill(p, " · {} {d}", TR(r, "round"), pair->round + 1);
    page_fill(p, " · {t}<br>", l->ended_ms);
    show_rules(r, p, ladder);
    page_put(p, "</p>");
}

/* What the whole pair came to, and the way to its matches. */
static void put_pair_result(struct http_request *r, struct page *p, const struct pair *pair)
{
    if (pair->state != PAIR_DONE || pair->score < 0)
        return;
    page_format(p, "<p><a href=\"/matches?pair=%" PRId64 "\">", pair->id);
    page_fill(p, "{}</a>: ", TR(r, pair->legs == 1 ? N_("its result") : N_("the whole pair")));
    show_version(r, p, pair->version[0]);
    show_score(p, pair);
    show_version(r, p, pair->version[1]);
    show_from(r, p, pair);
    page_put(p, "</p>");
    show_score_told(r, p);
}

/* The match before or behind this pair of one version; 0: there is none. */
static int64_t beside(struct http_request *r, int64_t version, int64_t before, int64_t after)
{
    struct leg_filter f = { .version = version, .before = before, .after = after, .seen = !is_host(guest_of(r)) };
    struct store_error e;
    struct leg l;
    size_t n = 0;
    return store_legs(site_of(r)->store, &f, &l, 1, &n, &e) || !n ? 0 : l.id;
}

static void put_step(struct page *p, int64_t match, const char *rel, const char *said)
{
    if (match)
        page_format(p, " <a rel=\"%s\" href=\"/matches/%" PRId64 "\">", rel, match);
    if (match)
        page_fill(p, "{}</a>", said);
}

static void put_beside(struct http_request *r, struct page *p, int64_t version, int64_t first, int64_t last)
{
    int64_t previous = beside(r, version, first, 0), next = beside(r, version, 0, last);
    if (!previous && !next)
        return;
    page_put(p, "<li>");
    show_version(r, p, version);
    page_put(p, ":");
    put_step(p, previous, "prev", TR(r, "previous match"));
    put_step(p, next, "next", TR(r, "next match"));
    page_put(p, "</li>");
}

/* "/versus/ana/truquero/berta/azar", where two bots stand on two sides. */
static void put_versus(struct http_request *r, struct page *p, const struct leg *l)
{
    struct version_label a, b;
    struct store_error e;
    struct store *s = site_of(r)->store;
    if (l->seats % 2 || store_label(s, l->seat[0].version, &a, &e) || store_label(s, l->seat[1].version, &b, &e))
        return;
    page_put(p, "<li>");
    show_versus(p, &a, &b, TR(r, "the history of these two"));
    page_put(p, "</li>");
}

void put_ways(struct http_request *r, struct page *p, const struct leg *l, const struct leg *twin)
{
    struct store *s = site_of(r)->store;
    struct store_error e;
    struct ladder ladder;
    struct event v;
    struct pair pair;
    int64_t first = twin && twin->id < l->id ? twin->id : l->id, last = twin && twin->id > l->id ? twin->id : l->id;
    if (store_pair(s, l->pair, &pair, &e) || store_event(s, l->event, &v, &e) ||
        store_ladder(s, l->ladder, &ladder, &e))
        return;
    ladder_plays(&ladder, pair.games);
    put_place(r, p, l, &pair, &v, &ladder);
    put_pair_result(r, p, &pair);
    page_put(p, "<ul class=\"ways\">");
    for (int64_t seat = 0; seat < l->seats && seat < STORE_SEATS; seat++) {
        bool before = false;
        for (int64_t k = 0; k < seat; k++)
            before |= l->seat[k].version == l->seat[seat].version;
        if (!before)
            put_beside(r, p, l->seat[seat].version, first, last);
    }
    put_versus(r, p, l);
    page_put(p, "</ul>");
}

/* --- two bots --------------------------------------------------------------------------------------------------- */

/* What one version of a bot has come to against one of the other's. */
struct meeting_of {
    struct opponent sum;
    int64_t mine, theirs; /* numbers of the versions */
};
struct history {
    struct bot bot[2];
    struct meeting_of row[ROWS];
    struct pair recent[2 * RECENT], pair[PAIRS];
    size_t rows, recents;
};

/* The side on which a version of this bot sits, and its number; -1: on none, or on both. */
static int side_of(struct http_request *r, const struct pair *p, int64_t bot, int64_t *number)
{
    struct version_label who;
    struct store_error e;
    unsigned sides = 0;
    for (int64_t seat = 0; seat < p->seats && seat < STORE_SEATS; seat++)
        if (!store_label(site_of(r)->store, p->version[seat], &who, &e) && who.bot == bot) {
            sides |= 1u << seat % 2;
            *number = who.number;
        }
    return sides == 1 ? 0 : sides == 2 ? 1 : -1;
}

static struct meeting_of *row_for(struct history *h, int64_t mine, int64_t theirs)
{
    for (size_t i = 0; i < h->rows; i++)
        if (h->row[i].mine == mine && h->row[i].theirs == theirs)
            return &h->row[i];
    if (h->rows == ROWS)
        return NULL;
    h->row[h->rows] = (struct meeting_of){ .mine = mine, .theirs = theirs };
    return &h->row[h->rows++];
}

static void add_pair(struct http_request *r, struct history *h, const struct pair *p)
{
    int64_t mine = 0, theirs = 0;
    int side = side_of(r, p, h->bot[0].id, &mine), other = side_of(r, p, h->bot[1].id, &theirs);
    struct meeting_of *m = side >= 0 && other == 1 - side ? row_for(h, mine, theirs) : NULL;
    if (!m)
        return;
    sum_pair(&m->sum, p, side);
    if (h->recents < sizeof h->recent / sizeof *h->recent)
        h->recent[h->recents++] = *p;
}

static int newest_first(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    return x->id < y->id ? 1 : x->id > y->id ? -1 : 0;
}

/* All that is told of two bots; of each of the newest versions the newest pairs. */
static int read_history(struct http_request *r, struct history *h, struct store_error *e)
{
    struct store *s = site_of(r)->store;
    struct version v[VERSIONS];
    struct version_filter f = { .state = -1, .newest = true };
    size_t n = 0;
    int bad = store_bot_named(s, r->part[0], r->part[1], &h->bot[0], e);
    if (!bad)
        bad = store_bot_named(s, r->part[2], r->part[3], &h->bot[1], e);
    f.bot = bad ? 0 : h->bot[0].id;
    if (!bad)
        bad = store_versions(s, &f, v, VERSIONS, &n, e);
    for (size_t i = 0; !bad && i < n; i++) {
        size_t got = 0;
        bad = store_versus(s, v[i].id, h->bot[1].id, h->pair, PAIRS, &got, e);
        if (h->recents > RECENT)
            h->recents = RECENT;
        for (size_t k = 0; !bad && k < got; k++)
            add_pair(r, h, &h->pair[k]);
        qsort(h->recent, h->recents, sizeof *h->recent, newest_first);
    }
    return bad;
}

static void put_sums(struct http_request *r, struct page *p, const struct history *h)
{
    unsigned mask = 0;
    for (size_t i = 0; i < h->rows; i++)
        mask |= sums_from(&h->row[i].sum);
    page_fill(p, "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th>",
              TR(r, "version"), TR(r, "against"));
    show_sums_head(r, p, mask);
    page_put(p, "</tr></thead><tbody>");
    for (size_t i = 0; i < h->rows; i++) {
        const struct meeting_of *m = &h->row[i];
        page_format(p, "<tr><td>#%" PRId64 "</td><td>#%" PRId64 "</td>", m->mine, m->theirs);
        show_sums(p, &m->sum, mask);
        page_put(p, "</tr>");
    }
    page_put(p, "</tbody></table></div>");
}

static void put_recent(struct http_request *r, struct page *p, const struct history *h)
{
    page_fill(p, "<h2>{}</h2><ul class=\"list pairs\">", TR(r, "Newest pairs"));
    for (size_t i = 0; i < h->recents && i < RECENT; i++) {
        page_fill(p, "<li><a href=\"/matches?pair={d}\">{t}</a> <span>", h->recent[i].id, h->recent[i].done_ms);
        show_version(r, p, h->recent[i].version[0]);
        show_score(p, &h->recent[i]);
        show_version(r, p, h->recent[i].version[1]);
        page_put(p, "</span></li>");
    }
    page_put(p, "</ul>");
    show_score_told(r, p);
}

static void put_history_of(struct http_request *r, struct page *p, const struct history *h)
{
    AUTO(page_free) struct page title = { 0 };
    page_format(&title, "%s/%s – %s/%s", h->bot[0].author, h->bot[0].name, h->bot[1].author, h->bot[1].name);
    show_head(r, p, title.data ? title.data : "", NULL);
    for (unsigned i = 0; i < 2; i++) {
        page_put(p, i ? " – " : "<p>");
        show_bot(p, h->bot[i].author, h->bot[i].name);
    }
    page_put(p, "</p>");
    if (!h->rows) {
        page_fill(p, "<p>{}</p>", TR(r, "These two have not met yet."));
    } else {
        put_sums(r, p, h);
        page_fill(
            p, "<p class=\"explain\">{}</p>",
            TR(r, "Seen from the first. Counted are the newest thousand pairs of each of its ten newest versions."));
        put_recent(r, p, h);
    }
    show_foot(r, p);
}

unsigned page_versus(struct http_request *r, struct http_answer *a)
{
    OWNED struct history *h = calloc(1, sizeof *h);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    int bad = h ? read_history(r, h, &e) : STORE_ENVIRONMENT;
    if (!bad)
        put_history_of(r, &a->page, h);
    return bad ? show_store_error(r, a, &e) : 200;
}
