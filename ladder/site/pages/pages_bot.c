/* pages_bot: who plays, and how a bot has fared. */
#include "pages.h"
#include "rating/table.h"
#include "site/play/pages_play.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <string.h>

enum {
    LISTED = 200,
    VERSIONS = 100,
    RECENT = 20,
    BESIDE = 5, /* versions of which sums are shown */
    RIVALS = 50,
    POINTS = 200,
    WIDE = 640,
    HIGH = 200,
    LEFT = 52,
    TOP = 8,
    AROUND = 10,
    LOOKED_AT = 100
};

unsigned page_bots(struct http_request *r, struct http_answer *a)
{
    OWNED struct bot *list = calloc(LISTED, sizeof *list);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    const char *author = http_query(r, "author");
    struct person who = { .id = 0 };
    size_t n = 0;
    int bad = list ? STORE_OK : STORE_ENVIRONMENT;
    if (!bad && author && *author)
        bad = store_person_named(site_of(r)->store, author, &who, &e);
    if (!bad)
        bad = store_bots(site_of(r)->store, who.id, id_query(r, "after"), list, LISTED, &n, &e);
    if (!bad) {
        show_head(r, &a->page, TR(r, "Bots"), NULL);
        page_fill(&a->page, "<p>{}</p>",
                  TR(r, "A bot is a program that somebody handed in. Its page tells how it fares, and you can play "
                        "against it there."));
        page_put(&a->page, n ? "<ul class=\"bots\">" : "");
        for (size_t i = 0; i < n; i++) {
            page_put(&a->page, "<li>");
            show_bot(&a->page, list[i].author, list[i].name);
            page_fill(&a->page, " {}</li>", list[i].about);
        }
        page_put(&a->page, n ? "</ul>" : "");
        if (!n)
            page_fill(&a->page, "<p>{}</p>", TR(r, "Nothing here yet."));
        if (n == LISTED) {
            page_fill(&a->page, "<p><a rel=\"next\" href=\"?author={a}&amp;after={d}\">{}</a></p>",
                      author ? author : "", list[n - 1].id, TR(r, "older"));
        }
    }
    return show_end(r, a, bad, &e);
}

/* --- one bot --------------------------------------------------------------------------------------------------- */

/* The newest ones side by side: what each came to in its newest thousand pairs. */
static int put_versions(struct http_request *r, struct page *p, const struct version *v, size_t n,
                        struct store_error *e)
{
    struct opponent sum[BESIDE] = { 0 };
    unsigned mask = 0;
    int bad = STORE_OK;
    for (size_t i = 0; !bad && i < n && i < BESIDE; i++) {
        bad = store_together(site_of(r)->store, v[i].id, &sum[i], e);
        mask |= bad ? 0 : sums_from(&sum[i]);
    }
    page_fill(p,
              "<h2>{}</h2><div class=\"scroll\"><table><thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th>",
              TR(r, "Versions"), TR(r, "version"), TR(r, "state"));
    show_sums_head(r, p, mask);
    page_fill(p, "<th scope=\"col\" class=\"wide\">{}</th></tr></thead><tbody>", TR(r, "when"));
    for (size_t i = 0; i < n; i++) {
        page_format(p, "<tr><td>#%" PRId64, v[i].number);
        page_fill(p, " {}</td><td>{} ", v[i].label, say_name(r, version_state_names[v[i].state]));
        show_reason(r, p, v[i].id, v[i].reason);
        page_put(p, "</td>");
        if (i < BESIDE && sum[i].pairs)
            show_sums(p, &sum[i], mask);
        else
            page_format(p, "<td colspan=\"%d\"></td>", 3 + __builtin_popcount(mask));
        page_fill(p, "<td class=\"wide\">{t}</td></tr>", v[i].created_ms);
    }
    page_put(p, "</tbody></table></div>");
    return bad;
}

/* What the picture spans: times, and of Elo what was true of it; wide intervals of a bot's first pairs end at the edge. */
struct span {
    double low, high, step;
    int64_t from_ms, to_ms;
};

static struct span span_of(const struct rating_point *x, size_t n)
{
    static const double steps[] = { 10, 20, 50, 100, 200, 500, 1000 };
    struct span s = { .low = INFINITY, .high = -INFINITY, .from_ms = x[n - 1].at_ms, .to_ms = x[0].at_ms };
    double settled = 4 * (x[0].rating.high - x[0].rating.low) + 1;
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        if (x[i].rating.high - x[i].rating.low > settled)
            continue;
        s.low = fmin(s.low, x[i].rating.low);
        s.high = fmax(s.high, x[i].rating.high);
    }
    while (k + 1 < sizeof steps / sizeof *steps && (s.high - s.low) / steps[k] > 5)
        k++;
    s.step = steps[k];
    s.low = floor(s.low / s.step) * s.step;
    s.high = fmax(ceil(s.high / s.step) * s.step, s.low + s.step);
    return s;
}

static double across(const struct span *s, int64_t at_ms)
{
    return s->to_ms > s->from_ms ? LEFT + (double)(at_ms - s->from_ms) / (double)(s->to_ms - s->from_ms) * (WIDE - LEFT)
                                 : LEFT;
}

static double down(const struct span *s, double elo)
{
    return TOP + (s->high - fmax(s->low, elo)) / (s->high - s->low) * HIGH;
}

/* Lines at round Elo, and the days on which it begins, is half over and ends. */
static void put_axes(struct page *p, const struct span *s)
{
    static const char *const anchor[] = { "start", "middle", "end" };
    for (double elo = s->low; elo <= s->high + 0.5; elo += s->step)
        page_format(p,
                    "<line class=\"gridline\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"%d\" y=\"%.1f\" "
                    "text-anchor=\"end\">%.0f</text>",
                    LEFT, WIDE, down(s, elo), down(s, elo), LEFT - 6, down(s, elo) + 5, elo);
    for (int i = 0; i < 3; i++) {
        time_t at = (s->from_ms + i * (s->to_ms - s->from_ms) / 2) / 1000;
        struct tm tm;
        char day[20] = "";
        if (gmtime_r(&at, &tm))
            strftime(day, sizeof day, "%Y-%m-%d %H:%M", &tm);
        page_format(p, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>", LEFT + i * (WIDE - LEFT) / 2.,
                    TOP + HIGH + 20, anchor[i], day);
    }
}

/* Elo over the runs, with its interval as a band; newest at the right. */
static void put_history(struct http_request *r, struct page *p, const struct rating_point *x, size_t n)
{
    if (n < 2)
        return;
    struct span s = span_of(x, n);
    page_fill(p, "<h2>{}</h2><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">",
              TR(r, "Elo over time, and where it lies with 95%"), TR(r, "Elo over time, and where it lies with 95%"));
    page_format(p, "<svg class=\"history\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Elo %.0f\">", WIDE,
                TOP + HIGH + 28, x[0].rating.elo);
    put_axes(p, &s);
    page_put(p, "<polygon class=\"interval\" points=\"");
    for (size_t i = 0; i < n; i++)
        page_format(p, "%.1f,%.1f ", across(&s, x[i].at_ms), down(&s, x[i].rating.high));
    for (size_t i = n; i-- > 0;)
        page_format(p, "%.1f,%.1f ", across(&s, x[i].at_ms), down(&s, x[i].rating.low));
    page_put(p, "\"/><polyline class=\"line\" points=\"");
    for (size_t i = 0; i < n; i++)
        page_format(p, "%.1f,%.1f ", across(&s, x[i].at_ms), down(&s, x[i].rating.elo));
    page_put(p, "\"/></svg></div>");
}

/* Where it stands in the newest table, with a way there. */
static int put_standing(struct http_request *r, struct page *p, int64_t ladder, const struct rating *x,
                        struct store_error *e)
{
    struct ladder l;
    int bad = store_ladder(site_of(r)->store, ladder, &l, e);
    if (bad)
        return bad;
    page_fill(p, "<p class=\"facts\">{} {d} · Elo {0} ({0}–{0})", TR(r, "place"), x->place, x->elo, x->low, x->high);
    show_provisional(r, p, x);
    page_fill(p, " · {d} {} · <a href=\"/ladders/{a}?after={d}\">{}</a></p>", x->pairs, TR(r, "pairs"), l.code,
              x->place > AROUND ? x->place - AROUND : 0, TR(r, "in the table"));
    if (x->better + x->worse) {
        page_fill(p, "<p class=\"facts\">{} ", TR(r, "second match of a pair better or worse than the first:"));
        page_format(p, "%" PRId64 " : %" PRId64 "</p>", x->better, x->worse);
    }
    return STORE_OK;
}

static void put_opponents(struct http_request *r, struct page *p, int64_t version, const struct opponent *o, size_t n)
{
    unsigned mask = 0;
    struct version_label mine, theirs;
    struct store_error e;
    struct store *s = site_of(r)->store;
    if (!n || store_label(s, version, &mine, &e))
        return;
    for (size_t i = 0; i < n; i++)
        mask |= sums_from(&o[i]);
    page_fill(p, "<h2>{}</h2><div class=\"scroll\"><table><thead><tr><th scope=\"col\">{}</th>",
              TR(r, "Opponents in rated pairs of the newest thousand"), TR(r, "bot"));
    show_sums_head(r, p, mask);
    page_fill(p, "<th scope=\"col\">{}</th></tr></thead><tbody>", TR(r, "against"));
    for (size_t i = 0; i < n; i++) {
        page_put(p, "<tr><th scope=\"row\">");
        show_version(r, p, o[i].version);
        page_put(p, "</th>");
        show_sums(p, &o[i], mask);
        page_put(p, "<td>");
        if (!store_label(s, o[i].version, &theirs, &e))
            show_versus(p, &mine, &theirs, TR(r, "history"));
        page_put(p, "</td></tr>");
    }
    page_fill(p, "</tbody></table></div><p class=\"explain\">{}</p>",
              TR(r, "Points a hand more than the other, and what they came from: envido, tricks, calls that were not "
                    "wanted, and hands that a side gave up (mazo)."));
}

/* One rival against whom the table does not hold: what was won and what it expects. */
static void put_against(struct http_request *r, struct page *p, const struct opponent *o, double won, double expected)
{
    page_put(p, "<li>");
    show_version(r, p, o->version);
    page_fill(p, ": {1}% ({}: {d}), {} {1}%</li>", 100 * won, TR(r, "pairs"), o->pairs, TR(r, "expected by the table"),
              100 * expected);
}

/* Who wins and loses against this version in a way that the strengths do not tell: a table is one line, and the bots of a field
 * need not be.  One page of a hundred says so by chance alone. */
static int put_contradictions(struct http_request *r, struct page *p, int64_t ladder, const struct rating *mine,
                              struct store_error *e)
{
    struct store *s = site_of(r)->store;
    OWNED struct opponent *o = calloc(RIVALS, sizeof *o);
    struct rating_run run;
    size_t n = 0, told = 0;
    int bad = o ? store_rating_newest(s, ladder, &run, e) : STORE_ENVIRONMENT;
    if (!bad)
        bad = store_opponents(s, mine->version, ladder, o, RIVALS, &n, e);
    for (size_t i = 0; !bad && i < n; i++) {
        struct rating_point x;
        size_t found = 0;
        bad = store_rating_history(s, ladder, o[i].version, 0, &x, 1, &found, e);
        if (bad || !found || x.run != run.id || !o[i].of)
            continue;
        double won = (double)o[i].score / (double)o[i].of, expected = rating_expected(mine->elo - x.rating.elo);
        double far = rating_surprise(won, (double)o[i].of / 2, expected, table_made_by(&run).dispersion);
        if (fabs(far) < rating_chance_limit((double)n))
            continue;
        if (!told++)
            page_fill(p, "<p class=\"against\">{}</p><ul>",
                      TR(r, "Beyond chance, and not as the table would have it:"));
        put_against(r, p, &o[i], won, expected);
    }
    page_put(p, told ? "</ul>" : "");
    return bad;
}

static void put_faults(struct http_request *r, struct page *p, const struct version_label *who,
                       const struct version_lately *l)
{
    page_fill(p, "<p class=\"facts\">{} ", TR(r, "Newest matches with a fault of its own:"));
    page_format(p, "%" PRIu64 " %s %" PRIu64, l->faulty, TR(r, "of"), l->played);
    if (l->faulty) {
        page_fill(p, " · <a href=\"/matches?faulty=1&amp;bot={a}%2F{a}%23{d}\">{}</a>", who->author, who->bot_name,
                  who->number, TR(r, "Show"));
    }
    page_put(p, "</p>");
}

static void put_clock(struct http_request *r, struct page *p, const struct clock_sums *c)
{
    page_fill(p, "<p class=\"facts\">{d} {} · {} {d} · {} {d} · {} {3} s</p>", c->decisions, TR(r, "decisions"),
              TR(r, "too late:"), c->timeouts, TR(r, "saved because waiting that is not charged is taken off:"),
              c->spared, TR(r, "waiting not charged to any bot:"), (double)c->nobodys_us / 1e6);
}

/* How often it was at fault lately, with the way to those matches; what its clock says of them; and how many attempts came to nothing,
 * because that is what a loser would bring about. */
static int put_lately(struct http_request *r, struct page *p, int64_t version, struct store_error *e)
{
    struct version_label who;
    struct version_lately l;
    int bad = store_version_lately(site_of(r)->store, version, LOOKED_AT, &l, e);
    if (!bad)
        bad = store_label(site_of(r)->store, version, &who, e);
    if (bad)
        return bad;
    if (l.played || l.voids)
        page_fill(p, "<details><summary>{}</summary>", TR(r, "Faults and clock"));
    if (l.played) {
        put_faults(r, p, &who, &l);
        put_clock(r, p, &l.clock);
    }
    if (l.played || l.voids)
        page_fill(p, "<p class=\"facts\">{} {d}</p></details>",
                  TR(r, "Attempts at its newest pairs that the host's side left without a result:"), l.voids);
    return STORE_OK;
}

/* Everything about one version: history in its first ladder, opponents, matches. */
static int put_version(struct http_request *r, struct page *p, int64_t version, struct store_error *e)
{
    struct store *s = site_of(r)->store;
    struct leg_filter f = { .version = version, .seen = !is_host(guest_of(r)) };
    struct {
        struct leg leg[RECENT];
        struct opponent rival[RIVALS];
        struct rating_point point[POINTS];
    } *all = calloc(1, sizeof *all);
    size_t legs = 0, rivals = 0, points = 0;
    int bad = all ? store_legs(s, &f, all->leg, RECENT, &legs, e) : STORE_ENVIRONMENT;
    if (!bad)
        bad = store_opponents(s, version, 0, all->rival, RIVALS, &rivals, e);
    if (!bad && legs)
        bad = store_rating_history(s, all->leg[0].ladder, version, 0, all->point, POINTS, &points, e);
    if (!bad && points)
        bad = put_standing(r, p, all->leg[0].ladder, &all->point[0].rating, e);
    if (!bad)
        bad = put_lately(r, p, version, e);
    if (!bad) {
        put_history(r, p, all->point, points);
        put_opponents(r, p, version, all->rival, rivals);
        bad = points ? put_contradictions(r, p, all->leg[0].ladder, &all->point[0].rating, e) : STORE_OK;
    }
    if (!bad) {
        page_fill(p, "<h2>{}</h2>", TR(r, "Matches"));
        show_legs(r, p, all->leg, legs, RECENT + 1, "");
    }
    free(all);
    return bad;
}

/* A newer version that does not play: which, why, and for who may see it the way there. */
static void put_newer(struct http_request *r, struct page *p, const struct bot *b, const struct version *v)
{
    bool own = b->person == guest_of(r)->person.id || is_host(guest_of(r));
    page_fill(p, "<section class=\"said\"><p>{} ", TR(r, "This newer version does not play:"));
    if (own)
        page_fill(p, "<a href=\"/bots/{a}/{a}/versions/{d}\">", b->author, b->name, v->number);
    page_fill(p, "#{d}{h} ", v->number, own ? "</a>" : NULL);
    show_reason(r, p, v->id, v->reason);
    page_fill(p, "</p><p>{}</p></section>", TR(r, "What follows is of the version that plays."));
}

unsigned page_bot(struct http_request *r, struct http_answer *a)
{
    struct store *s = site_of(r)->store;
    struct version_filter f = { .state = -1, .newest = true };
    OWNED struct version *list = calloc(VERSIONS, sizeof *list);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    struct bot b;
    size_t n = 0, plays = 0;
    int bad = list ? store_bot_named(s, r->part[0], r->part[1], &b, &e) : STORE_ENVIRONMENT;
    f.bot = bad ? 0 : b.id;
    if (!bad)
        bad = store_versions(s, &f, list, VERSIONS, &n, &e);
    if (!bad) {
        AUTO(page_free) struct page title = { 0 };
        page_format(&title, "%s/%s", b.author, b.name);
        show_head(r, &a->page, title.data ? title.data : "", NULL);
        page_fill(&a->page, "<p>{}</p>", b.about);
        play_offer(r, &a->page, &b);
        put_try(r, &a->page, &b);
        while (plays < n && list[plays].state != VERSION_ACTIVE)
            plays++;
        plays = plays < n ? plays : 0;
        if (plays && list[0].state == VERSION_DISABLED)
            put_newer(r, &a->page, &b, list);
        bad = put_versions(r, &a->page, list, n, &e);
        if (n && !bad)
            bad = put_version(r, &a->page, list[plays].id, &e);
    }
    return show_end(r, a, bad, &e);
}
