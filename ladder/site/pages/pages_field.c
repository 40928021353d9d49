/* pages_field: the tables of tournaments. */
#include "rating/table.h"
#include "stats/sprt.h"
#include "pages_field.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "schedule/field.h"
#include "site/bots/named.h"

enum { PLACES = 100, CROSSED = 24, BRACKET = 32, BAR = 260 };

/* All versions of an entrant, as a side sits. */
static void put_entrant(struct http_request *r, struct page *p, const struct field *f, uint32_t entrant)
{
    const struct entry *x = &f->entry[entrant];
    for (unsigned k = 0; k < STORE_SEATS / 2 && x->version[k]; k++) {
        page_put(p, k ? " + " : "");
        show_version(r, p, x->version[k]);
    }
}

/* The way to the matches of two entrants in this event. */
static void put_meeting_link(struct http_request *r, struct page *p, const struct field *f, uint32_t a, uint32_t b,
                             double score)
{
    struct version_label x, y;
    struct store_error e;
    char names[2][LABEL_TEXT];
    if (store_label(site_of(r)->store, f->entry[a].version[0], &x, &e) ||
        store_label(site_of(r)->store, f->entry[b].version[0], &y, &e))
        return;
    page_format(p, "<a href=\"/matches?event=%" PRId64, f->entry[a].event);
    page_fill(p, "&amp;bot={a}&amp;against={a}\">", label_text(&x, names[0]), label_text(&y, names[1]));
    page_format(p, "%.3g</a>", score);
}

/* --- places ------------------------------------------------------------------------------------------- */

static void put_placing(struct http_request *r, struct page *p, const struct field *f, const struct placing *x,
                        size_t place)
{
    page_format(p, "<tr><td>%zu</td><th scope=\"row\">", place);
    put_entrant(r, p, f, x->entrant);
    page_format(p,
                "</th><td class=\"n\">%" PRIu32
                "</td><td class=\"n\">%g</td><td class=\"n\">%g</td><td class=\"n\">%g</td>"
                "<td class=\"n\">%.4g</td></tr>",
                x->meetings, x->points, x->buchholz, x->sonneborn, x->units);
}

static void put_places(struct http_request *r, struct page *p, const struct field *f, const struct placing *row)
{
    static const struct column columns[] = { { N_("place"), false },   { N_("bot"), false },
                                             { N_("meetings"), true }, { N_("points"), true },
                                             { N_("Buchholz"), true }, { N_("Sonneborn-Berger"), true },
                                             { N_("pairs"), true } };
    size_t after = (size_t)id_query(r, "after");
    after = after < f->entries ? after : 0;
    size_t end = f->entries - after > PLACES ? after + PLACES : f->entries;
    show_columns(r, p, "places", columns, sizeof columns / sizeof *columns);
    for (size_t i = after; i < end; i++)
        put_placing(r, p, f, &row[i], i + 1);
    page_put(p, "</tbody></table></div>");
    show_steps(r, p, (int64_t)after, PLACES, end < f->entries);
}

static void put_crossed(struct http_request *r, struct page *p, const struct field *f, uint32_t a, uint32_t b,
                        double score)
{
    page_put(p, "<td class=\"n\">");
    put_meeting_link(r, p, f, a, b, score);
    page_put(p, "</td>");
}

/* What the entrant of each row scored against that of each column, in pairs, over all rounds. */
static void put_cross(struct http_request *r, struct page *p, const struct field *f, const struct placing *row)
{
    double score[CROSSED][CROSSED];
    size_t n = f->entries, at[CROSSED];
    if (n < 2 || n > CROSSED)
        return;
    for (size_t i = 0; i < n; i++) {
        at[row[i].entrant] = i;
        for (size_t k = 0; k < n; k++)
            score[i][k] = NAN;
    }
    for (size_t i = 0; i < f->meetings; i++) {
        const struct meeting *m = &f->meeting[i];
        if (m->b == PAIRING_BYE || !m->played)
            continue;
        double *ab = &score[at[m->a]][at[m->b]], *ba = &score[at[m->b]][at[m->a]];
        *ab = (isnan(*ab) ? 0 : *ab) + m->score;
        *ba = (isnan(*ba) ? 0 : *ba) + m->played - m->score;
    }
    page_fill(p, "<h2>{}</h2><div class=\"scroll\"><table class=\"cross\"><thead><tr><th></th>",
              TR(r, "Everybody against everybody"));
    for (size_t k = 0; k < n; k++)
        page_format(p, "<th scope=\"col\">%zu</th>", k + 1);
    page_put(p, "</tr></thead><tbody>");
    for (size_t i = 0; i < n; i++) {
        page_format(p, "<tr><th scope=\"row\">%zu ", i + 1);
        put_entrant(r, p, f, row[i].entrant);
        page_put(p, "</th>");
        for (size_t k = 0; k < n; k++)
            if (isnan(score[i][k]))
                page_put(p, i == k ? "<td class=\"n\">×</td>" : "<td></td>");
            else
                put_crossed(r, p, f, row[i].entrant, row[k].entrant, score[i][k]);
        page_put(p, "</tr>");
    }
    page_put(p, "</tbody></table></div>");
}

/* --- bracket ------------------------------------------------------------------------------------------- */

static void put_side(struct http_request *r, struct page *p, const struct field *f, const struct meeting *m,
                     bool second)
{
    uint32_t who = second ? m->b : m->a;
    double score = second ? m->played - m->score : m->score;
    bool won = m->played && !meeting_left(&f->tournament, m) && 2 * score > m->played;
    if (who == PAIRING_BYE) {
        page_put(p, m->round ? "<div>…</div>" : "<div>–</div>");
        return;
    }
    page_put(p, won ? "<div><strong>" : "<div>");
    put_entrant(r, p, f, who);
    page_put(p, won ? "</strong>" : "");
    if (m->played) {
        page_put(p, " <span class=\"n\">");
        put_meeting_link(r, p, f, who, second ? m->a : m->b, score);
        page_put(p, "</span>");
    }
    page_put(p, "</div>");
}

/* A round by its name, which the last three have. */
static void put_round(struct http_request *r, struct page *p, uint32_t round, uint32_t last)
{
    static const char *const names[] = { N_("final"), N_("semifinal"), N_("quarterfinal") };
    if (last - round < sizeof names / sizeof *names)
        page_text(p, TR(r, names[last - round]));
    else
        page_format(p, "%s %" PRIu32, TR(r, "round"), round + 1);
}

/* Who won, of an event that is over. */
static void put_champion(struct http_request *r, struct page *p, const struct field *f, uint32_t entrant)
{
    page_fill(p, "<p class=\"outcome\">{}: ", TR(r, "champion"));
    put_entrant(r, p, f, entrant);
    page_put(p, "</p>");
}

/* The last rounds, as many as a page can hold; the first ones are in the list of pairs. */
static int put_bracket(struct http_request *r, struct page *p, const struct field *f, struct store_error *e)
{
    struct meeting *tie = calloc(2 * f->entries + 2, sizeof *tie);
    size_t n = tie ? tournament_bracket(&f->tournament, f->meeting, f->meetings, tie) : TOURNAMENT_NO_MEMORY;
    if (n == TOURNAMENT_NO_MEMORY) {
        free(tie);
        return e->code = STORE_ENVIRONMENT;
    }
    size_t first = n > 2 * BRACKET - 1 ? n - (2 * BRACKET - 1) : 0;
    page_put(p, "<div class=\"scroll\"><div class=\"bracket\">");
    for (size_t i = first; i < n; i++) {
        bool begins = i == first || tie[i].round != tie[i - 1].round,
             ends = i + 1 == n || tie[i + 1].round != tie[i].round;
        if (begins) {
            page_put(p, "<section><h2>");
            put_round(r, p, tie[i].round, tie[n - 1].round);
            page_put(p, "</h2><ol>");
        }
        page_put(p, "<li>");
        put_side(r, p, f, &tie[i], false);
        put_side(r, p, f, &tie[i], true);
        page_put(p, ends ? "</li></ol></section>" : "</li>");
    }
    page_put(p, "</div></div>");
    free(tie);
    return STORE_OK;
}

/* --- a comparison ------------------------------------------------------------------------------------------ */

/* How far the likelihood ratio is between its bounds. */
static void put_comparison(struct http_request *r, struct page *p, const struct event *v, const struct event_config *c)
{
    json_auto_t *all = json_loads(v->progress, 0, NULL);
    struct ladder l = { 0 };
    struct store_error e;
    if (!store_ladder(site_of(r)->store, v->ladder, &l, &e))
        ladder_plays(&l, c->games);
    const struct sprt test = { SPRT_NORMALIZED, table_kinds(&l), c->elo0, c->elo1, c->alpha, c->beta };
    double llr, low, high;
    json_int_t pairs;
    sprt_bounds(&test, &low, &high);
    page_fill(p, "<p>{} ", TR(r, "Pairs that this test is expected to take:"));
    page_format(p, "%.0f – %.0f</p>", fmin(sprt_expects(&test, c->elo0), sprt_expects(&test, c->elo1)),
                sprt_expects(&test, (c->elo0 + c->elo1) / 2));
    if (all && json_unpack(all, "{s:F,s:I}", "llr", &llr, "pairs", &pairs) == 0) {
        double at = fmax(0, fmin(1, (llr - low) / (high - low))) * BAR;
        page_format(p,
                    "<p><svg class=\"bar\" viewBox=\"0 0 %d 20\" width=\"%d\" height=\"20\" role=\"img\" "
                    "aria-label=\"%.2f, %.2f –"
                    " %.2f\"><line class=\"interval\" x1=\"0\" x2=\"%d\" y1=\"10\" y2=\"10\"/><circle class=\"point\" "
                    "cx=\"%.1f\" cy=\"10\""
                    " r=\"4\"/></svg> %.2f (%.2f – %.2f) · %" JSON_INTEGER_FORMAT " ",
                    BAR, BAR, llr, low, high, BAR, at, llr, low, high, pairs);
        page_fill(p, "{} · {}</p>", TR(r, "pairs"),
                  TR(r, llr >= high  ? N_("the second is better")
                        : llr <= low ? N_("the second is not better")
                                     : N_("goes on")));
    }
}

/* --- any ------------------------------------------------------------------------------------------------------ */

/* Nobody is level with the first. */
static bool alone(const struct placing *row, size_t n)
{
    return n < 2 || row[0].points > row[1].points || row[0].buchholz > row[1].buchholz ||
           row[0].sonneborn > row[1].sonneborn || row[0].units > row[1].units;
}

static int put_tournament(struct http_request *r, struct page *p, const struct event *v, const struct event_config *c,
                          struct store_error *e)
{
    AUTO(field_free) struct field f;
    int bad = field_read(&f, site_of(r)->store, v, c, e);
    if (bad)
        return bad;
    OWNED struct placing *row = calloc(f.entries + 1, sizeof *row);
    if (!row) {
        bad = e->code = STORE_ENVIRONMENT;
    } else if (v->kind == EVENT_KNOCKOUT) {
        tournament_table(&f.tournament, f.meeting, f.meetings, row);
        if (v->state == EVENT_DONE && f.entries)
            put_champion(r, p, &f, row[0].entrant);
        bad = put_bracket(r, p, &f, e);
    } else {
        tournament_table(&f.tournament, f.meeting, f.meetings, row);
        if (v->state == EVENT_DONE && v->kind != EVENT_GAUNTLET && f.entries && alone(row, f.entries))
            put_champion(r, p, &f, row[0].entrant);
        put_places(r, p, &f, row);
        if (v->kind == EVENT_ROUND_ROBIN || v->kind == EVENT_SWISS)
            put_cross(r, p, &f, row);
    }
    return bad;
}

int put_field(struct http_request *r, struct page *p, const struct event *v, struct store_error *e)
{
    struct event_config c;
    char why[256];
    if (v->kind == EVENT_LADDER || !event_config_read(v->kind, v->cfg, &c, why))
        return STORE_OK;
    if (v->kind != EVENT_SPRT)
        return put_tournament(r, p, v, &c, e);
    put_comparison(r, p, v, &c);
    return STORE_OK;
}
