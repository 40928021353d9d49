/* pages_ladder: a ladder's standings with their intervals as a picture. */
#include "site/http/cache.h"
#include "pages.h"
#include "filing/same_match.h"
#include "rating/table.h"
#include "site/play/pages_play.h"
#include "site/session/host_words.h"
#include "store/store_seasons.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 100, RECENT = 10, BAR = 260 };

/* --- the picture ------------------------------------------------------------------------------------------ */

/* What the axis spans: whole hundreds around every interval of the run, so that all its pages have the same. */
struct axis {
    double low, high;
    bool cleared; /* points without the deals' luck have a column: pairs of exchanged sides have hardly any left */
};

static struct axis axis_of(double low, double high, bool cleared)
{
    return (struct axis){ fmin(1400, floor(low / 100) * 100), fmax(1600, ceil(high / 100) * 100), cleared };
}

static double at(const struct axis *a, double elo) { return (elo - a->low) / (a->high - a->low) * BAR; }

static void bar(struct page *p, const struct axis *a, const struct rating *r)
{
    page_format(p,
                "<svg class=\"bar\" viewBox=\"0 0 %d 20\" width=\"%d\" height=\"20\" role=\"img\" aria-label=\"%.0f, "
                "%.0f – %.0f\">"
                "<line class=\"axis\" x1=\"%.1f\" x2=\"%.1f\" y1=\"2\" y2=\"18\"/><line class=\"interval\" x1=\"%.1f\" "
                "x2=\"%.1f\" "
                "y1=\"10\" y2=\"10\"/><circle class=\"point\" cx=\"%.1f\" cy=\"10\" r=\"4\"/></svg>",
                BAR, BAR, r->elo, r->low, r->high, at(a, 1500), at(a, 1500), at(a, r->low), at(a, r->high),
                at(a, r->elo));
}

static void row_of(struct http_request *r, struct page *p, const struct axis *a, const struct standing *s,
                   bool new_band, bool last)
{
    const struct rating *x = &s->rating;
    page_format(p, "<tr%s><td>%" PRId64 "</td><th scope=\"row\">", new_band ? " class=\"band\"" : "", x->place);
    show_label(p, &s->who);
    if (s->state != VERSION_ACTIVE)
        page_fill(p, " <span class=\"quiet\">{}</span>", say_name(r, version_state_names[s->state]));
    show_provisional(r, p, x);
    page_format(p, "</th><td class=\"n\">%.0f</td><td>", x->elo);
    bar(p, a, x);
    page_format(p,
                "<span class=\"range\">%.0f–%.0f</span></td><td class=\"n\">%" PRId64 "</td><td class=\"n\">%.1f%%</td>"
                "<td class=\"n\">%+.3f ± %.3f</td>",
                x->low, x->high, x->pairs, 100 * x->score, x->per_hand, 1.96 * x->per_hand_error);
    if (a->cleared)
        page_format(p, "<td class=\"n\">%+.3f ± %.3f</td>", x->cleared, 1.96 * x->cleared_error);
    page_put(p, "<td class=\"n\">");
    if (!last)
        page_format(p, "%.0f%%", 100 * x->superior);
    page_put(p, "</td></tr>");
}

static void table_of(struct http_request *r, struct page *p, const struct axis *a, const struct standing *row, size_t n,
                     bool whole)
{
    struct column columns[] = { { N_("place"), false },
                                { N_("bot"), false },
                                { N_("Elo"), true },
                                /* xgettext:no-c-format */ { N_("95% interval"), false },
                                { N_("pairs"), true },
                                { N_("score"), true },
                                { N_("points a hand"), true },
                                { N_("without the deals' luck"), true },
                                { N_("better than the next"), true } };
    size_t count = sizeof columns / sizeof *columns;
    if (!a->cleared) {
        count--;
        columns[count - 1] = columns[count];
    }
    show_columns(r, p, "standings", columns, count);
    for (size_t i = 0; i < n; i++)
        row_of(r, p, a, &row[i], i && row[i].rating.band != row[i - 1].rating.band, whole && i + 1 == n);
    page_fill(p, "</tbody></table></div><p class=\"explain\">{} <span class=\"wide\">{} </span>{}</p>",
              TR(r, "Every pair is two matches with the same cards, sides exchanged."),
              /* xgettext:no-c-format */
              TR(r, "Bars are 95% intervals."),
              TR(r, "Bots between two lines are not yet distinguishable from the first of them. Provisional is an "
                    "Elo whose interval is wider than 200."));
}

/* `most` rows of this run from behind this place, with the way to the others when it is a page of the table. */
static int put_run(struct http_request *r, struct page *p, const struct ladder *l, int64_t run, int64_t after,
                   size_t most, struct store_error *e)
{
    struct store *s = site_of(r)->store;
    OWNED struct standing *row = calloc(most + 1, sizeof *row);
    double low, high;
    size_t n = 0;
    e->code = STORE_ENVIRONMENT;
    int bad = row ? store_standings(s, run, after, row, most + 1, &n, e) : STORE_ENVIRONMENT;
    if (!bad)
        bad = store_rating_span(s, run, &low, &high, e);
    if (!bad) {
        struct axis a = axis_of(low, high, l->legs == 1);
        table_of(r, p, &a, row, n > most ? most : n, n <= most);
        if (most == ROWS)
            show_steps(r, p, after, ROWS, n > most);
    }
    return bad;
}

static void put_anchor(struct http_request *r, struct page *p, const struct rating_run *run)
{
    struct table_made made = table_made_by(run);
    if (!made.anchor)
        return;
    page_fill(p, "<p class=\"explain\">{} ", TR(r, "Elo counts from this bot, which keeps its own:"));
    show_version(r, p, made.anchor);
    page_format(p, " (%.0f)</p>", made.anchor_elo);
}

/* The newest run's, kept for who asks next. */
int put_standings(struct http_request *r, struct page *p, const struct ladder *l, int64_t after, size_t most,
                  struct store_error *e)
{
    struct cache *cache = site_of(r)->cache;
    struct rating_run run;
    char key[CACHE_KEY];
    int bad = store_rating_newest(site_of(r)->store, l->id, &run, e);
    if (bad == STORE_NOT_FOUND) {
        page_fill(p, "<p>{}</p>", TR(r, "No results yet: the table comes with the first pairs."));
        return STORE_OK;
    }
    snprintf(key, sizeof key, "table %" PRId64 " %" PRId64 " %zu %s", run.id, after, most, guest_of(r)->language);
    if (bad || cache_take(cache, key, p))
        return bad;
    size_t begin = p->size;
    bad = put_run(r, p, l, run.id, after, most, e);
    if (!bad && most == ROWS)
        put_anchor(r, p, &run);
    if (!bad && !p->failed)
        cache_put(cache, key, p->data + begin, p->size - begin);
    return bad;
}

/* --- seasons whose records are here no more ------------------------------------------------------------------- */

/* Which they are, and by what their archives are known: who signed the index, and H of what was signed. */
static int put_seasons(struct http_request *r, struct page *p, const struct ladder *l, struct store_error *e)
{
    enum { SEASONS = 50 };
    OWNED struct season *list = calloc(SEASONS, sizeof *list);
    size_t n = 0;
    e->code = STORE_ENVIRONMENT;
    int bad = list ? store_seasons(site_of(r)->store, l->id, 0, list, SEASONS, &n, e) : STORE_ENVIRONMENT;
    if (n)
        page_fill(p, "<h2>{}</h2><p>{}</p><ul>", TR(r, "Closed seasons"),
                  TR(r, "The records of these seasons are in their archives alone; results, hashes, signatures and "
                        "log entries stay here."));
    for (size_t i = 0; i < n; i++) {
        page_fill(p, "<li><strong>{}</strong>: {d} {} <code>", list[i].name, list[i].records,
                  TR(r, "records; signed by"));
        page_hex(p, list[i].key, STORE_KEY);
        page_fill(p, "</code>{}<code>{x}</code></li>", TR(r, " over "), list[i].summary);
    }
    if (n)
        page_put(p, "</ul>");
    return bad;
}

/* --- pages -------------------------------------------------------------------------------------------------- */

unsigned page_ladder(struct http_request *r, struct http_answer *a)
{
    struct store *s = site_of(r)->store;
    struct store_error e;
    struct ladder l;
    struct leg leg[RECENT];
    char about[STORE_NAME + 8];
    int64_t after = id_query(r, "after");
    size_t n = 0;
    int bad = store_ladder_coded(s, r->part[0], &l, &e);
    after = after < INT32_MAX ? after : 0;
    if (!bad) {
        show_head(r, &a->page, l.name, NULL);
        page_put(&a->page, "<p>");
        show_rules(r, &a->page, &l);
        page_fill(&a->page, l.closed ? "</p>" : "</p><p><a class=\"btn main\" href=\"/start\">{}</a></p>",
                  TR(r, "Enter a bot"));
        snprintf(about, sizeof about, "ladder.%s", l.code);
        show_words(r, &a->page, about);
        bad = put_standings(r, &a->page, &l, after, ROWS, &e);
    }
    struct leg_filter f = { .ladder = bad ? 0 : l.id, .seen = !is_host(guest_of(r)) };
    if (!bad)
        bad = store_legs(s, &f, leg, RECENT, &n, &e);
    if (!bad)
        bad = put_seasons(r, &a->page, &l, &e);
    if (bad)
        return show_store_error(r, a, &e);
    page_fill(&a->page, "<h2><a href=\"/matches?ladder={a}\">{}</a></h2>", l.code, TR(r, "Matches"));
    show_legs(r, &a->page, leg, n, RECENT + 1, "");
    return show_end(r, a, STORE_OK, NULL);
}

/* --- what is played ------------------------------------------------------------------------------------------- */

unsigned page_rules(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct ladder l;
    struct rules rules;
    char title[STORE_NAME + 32];
    int bad = store_ladder_coded(site_of(r)->store, r->part[0], &l, &e);
    if (!bad && !same_match_rules(&l, &rules))
        bad = store_say(&e, STORE_NOT_FOUND, N_("there is no such game"));
    if (bad)
        return show_store_error(r, a, &e);
    snprintf(title, sizeof title, "%s: %s", l.name, TR(r, "the rules"));
    show_head(r, &a->page, title, NULL);
    put_rules(r, &a->page, &rules, l.seats);
    return show_end(r, a, STORE_OK, NULL);
}
