/* show: head, foot and rows. */
#include "cli/number.h"
#include "cli/said.h"
#include "show.h"
#include "filing/same_match.h"
#include "site/session/host_words.h"

#include <ctype.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* The header says it too, of what this server sends; a mirror of the pages has it from here. */
static const char show_policy[] = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; "
                                  "base-uri 'none'; form-action 'self'";

const char show_follows[] = N_("This page follows by itself; without scripts, load it again. You may close it.");

static int64_t id_of(const char *text)
{
    uint64_t id = 0;
    return text && whole_number(text, 0, INT64_MAX, &id) ? (int64_t)id : 0;
}

int64_t id_at(const struct http_request *r, int part) { return id_of(r->part[part]); }

int64_t id_query(const struct http_request *r, const char *name) { return id_of(http_query(r, name)); }

/* Languages to choose, and somebody to be. */
static void show_self(struct http_request *r, struct page *p)
{
    const struct guest *g = guest_of(r);
    page_fill(
        p,
        "<div class=\"languages\"><a href=\"?language=en\" lang=\"en\">English</a> <a href=\"?language=es\" "
        "lang=\"es\">Español</a> "
        "<a href=\"?language=pt\" lang=\"pt\">Português</a></div><div class=\"self\"><a href=\"{h}\">{}</a></div>",
        g->known ? "/me" : "/enter", g->known ? g->person.name : TR(r, "Sign in"));
}

/* As the host calls it, else as it was started. */
static const char *site_name(struct http_request *r, char text[STORE_LONG])
{
    site_says(r, "title", text);
    if (!*text)
        snprintf(text, STORE_LONG, "%s", site_of(r)->title);
    return text;
}

static const char *const ways[][2] = { { "/live", N_("Live") },
                                       { "/queue", N_("Queue") },
                                       { "/matches", N_("Matches") },
                                       { "/events", N_("Events") },
                                       { "/bots", N_("Bots") } };

void show_style(struct http_request *r, struct http_answer *a)
{
    const void *css;
    size_t size;
    uint8_t sum[crypto_hash_sha256_BYTES];
    char hash[sodium_base64_ENCODED_LEN(sizeof sum, sodium_base64_VARIANT_ORIGINAL)];
    struct guest *g = guest_of(r);
    if (!assets_file(site_of(r)->assets, "site.css", &css, &size))
        return;
    crypto_hash_sha256(sum, css, size);
    sodium_bin2base64(hash, sizeof hash, sum, sizeof sum, sodium_base64_VARIANT_ORIGINAL);
    snprintf(g->style, sizeof g->style, "; style-src 'self' 'sha256-%s'", hash);
    http_header(a, "Content-Security-Policy", "%s%s; frame-ancestors 'none'", show_policy, g->style);
}

static void put_style(struct http_request *r, struct page *p)
{
    const void *css;
    size_t size;
    if (!*guest_of(r)->style || !assets_file(site_of(r)->assets, "site.css", &css, &size)) {
        page_put(p, "<link rel=\"stylesheet\" href=\"/static/site.css\">");
        return;
    }
    page_put(p, "<style>");
    page_bytes(p, css, size);
    page_put(p, "</style>");
}

void show_top(struct http_request *r, struct page *p, const char *title, const char *module)
{
    char site[STORE_LONG];
    site_name(r, site);
    page_fill(p,
              "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">"
              "<meta http-equiv=\"Content-Security-Policy\" content=\"{h}{h}\">"
              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{} · {}</title>",
              guest_of(r)->language, show_policy, guest_of(r)->style, title, site);
    put_style(r, p);
    page_put(p, "<link rel=\"icon\" href=\"/static/icon.svg\" type=\"image/svg+xml\">");
    if (module)
        page_fill(p,
                  "<link rel=\"stylesheet\" href=\"/static/viewer.css\"><script type=\"module\" "
                  "src=\"/static/{a}\"></script>",
                  module);
    page_fill(p,
              "</head><body><a class=\"skip\" href=\"#content\">{}</a><header><div><a class=\"brand\" href=\"/\">{}</a>"
              "<nav>",
              TR(r, "Skip to the content"), site);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        page_fill(p, "<a href=\"{h}\"{h}>{}</a> ", ways[i][0],
                  strncmp(r->path, ways[i][0], strlen(ways[i][0])) ? "" : " aria-current=\"true\"", TR(r, ways[i][1]));
    page_put(p, "</nav>");
    show_self(r, p);
    page_put(p, "</div></header><main id=\"content\">");
}

void show_head(struct http_request *r, struct page *p, const char *title, const char *module)
{
    show_top(r, p, title, module);
    page_fill(p, "<h1>{}</h1>", title);
}

void show_foot(struct http_request *r, struct page *p)
{
    char site[STORE_LONG];
    show_said(p, guest_of(r)->said);
    page_fill(p,
              "</main><footer><div><span>{}</span><span>Fiel " FIEL_VERSION "</span><span>{}</span></div></footer>"
              "</body></html>\n",
              site_name(r, site), TR(r, "Times are in UTC."));
}

static int seen(struct http_request *r, bool hidden, struct store_error *e)
{
    return hidden && !is_host(guest_of(r))
               ? store_say(e, STORE_NOT_FOUND,
                           N_("the results of this event are shown when it is over: come back then"))
               : STORE_OK;
}

int seen_leg(struct http_request *r, int64_t id, struct leg *l, struct store_error *e)
{
    int bad = store_leg(site_of(r)->store, id, l, e);
    return bad ? bad : seen(r, l->hidden, e);
}

int seen_record(struct http_request *r, const uint8_t hash[STORE_HASH], struct store_error *e)
{
    struct leg_filter f = { .replay = hash };
    struct leg l;
    size_t n = 0;
    int bad = store_legs(site_of(r)->store, &f, &l, 1, &n, e);
    return bad || !n ? bad : seen(r, l.hidden, e);
}

bool seen_pair(struct http_request *r, const struct pair *x)
{
    struct store_error e;
    struct event v;
    return is_host(guest_of(r)) || (!store_event(site_of(r)->store, x->event, &v, &e) && event_shown(&v));
}

void show_said(struct page *p, const char *said)
{
    if (!said)
        return;
    page_fill(p, "<p class=\"said\" role=\"alert\">{w}</p>", said);
}

void show_way_on(struct http_request *r, struct page *p)
{
    page_fill(p, "<p>{}</p><ul><li><a href=\"/\">{}</a></li><li><a href=\"/start\">{}</a></li>",
              TR(r, "What was here may have another address by now. From here you can go on to"),
              TR(r, "the front page and the table"), TR(r, "Enter a bot"));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        page_fill(p, "<li><a href=\"{}\">{}</a></li>", ways[i][0], TR(r, ways[i][1]));
    page_put(p, "</ul>");
}

const char *event_called(struct http_request *r, const struct event *v)
{
    return strcmp(v->cfg, now_cfg) ? v->name : TR(r, v->name);
}

unsigned show_store_error(struct http_request *r, struct http_answer *a, const struct store_error *e)
{
    unsigned status = store_status(e);
    char text[SAID_TEXT];
    page_free(&a->page);
    if (is_api(r))
        return answer_store(a, e);
    said_text(text, sizeof text, a->page.language, store_said(e));
    show_top(r, &a->page, text, NULL);
    page_fill(&a->page, "<h1 class=\"sorry\">{}</h1>", text);
    show_way_on(r, &a->page);
    show_foot(r, &a->page);
    return status;
}

unsigned show_end(struct http_request *r, struct http_answer *a, int bad, const struct store_error *e)
{
    if (bad)
        return show_store_error(r, a, e);
    show_foot(r, &a->page);
    return 200;
}

void show_bot(struct page *p, const char *author, const char *name)
{
    page_fill(p, "<a href=\"/bots/{a}/{a}\">{}/{}</a>", author, name, author, name);
}

void show_label(struct page *p, const struct version_label *who)
{
    show_bot(p, who->author, who->bot_name);
    page_format(p, "&nbsp;<span class=\"number\">#%" PRId64 "</span>", who->number);
}

void show_version(struct http_request *r, struct page *p, int64_t version)
{
    struct version_label who;
    struct store_error e;
    if (store_label(site_of(r)->store, version, &who, &e))
        page_format(p, "%" PRId64, version);
    else
        show_label(p, &who);
}

/* From even to winning three of four. */
enum { WIDE_ELO = 200 };

void show_provisional(struct http_request *r, struct page *p, const struct rating *x)
{
    if (x->high - x->low > WIDE_ELO)
        page_fill(p, " <span class=\"quiet\">{}</span>", TR(r, "provisional"));
}

void show_rules(struct http_request *r, struct page *p, const struct ladder *l)
{
    struct rules rules;
    page_fill(p, "<a href=\"/ladders/{a}/rules\">{} <code>{}</code></a>", l->code, TR(r, "rules"), l->rules);
    if (!same_match_rules(l, &rules))
        return;
    page_fill(p, " · {} {u} · {} {u}", TR(r, "points that win a game:"), rules.opt[OPT_TARGET], TR(r, "games a match:"),
              same_match_games(l));
}

void show_versus(struct page *p, const struct version_label *a, const struct version_label *b, const char *said)
{
    page_fill(p, "<a href=\"/versus/{a}/{a}/{a}/{a}\">{}</a>", a->author, a->bot_name, b->author, b->bot_name, said);
}

void show_score(struct page *p, const struct pair *x)
{
    page_format(p, " <strong>%.1f–%.1f</strong> (%+" PRId64 ") ", (double)x->score / 2, (double)(x->of - x->score) / 2,
                x->margin);
}

void show_score_told(struct http_request *r, struct page *p)
{
    page_fill(p, "<p class=\"explain\">{}</p>",
              TR(r, "In bold the games that each won, a draw as half a game; in brackets the points of the first bot "
                    "minus those of the second."));
}

void sum_pair(struct opponent *o, const struct pair *p, int side)
{
    o->pairs++;
    o->of += p->of;
    o->score += side ? p->of - p->score : p->score;
    o->margin += side ? -p->margin : p->margin;
    o->hands += p->hands;
    for (unsigned k = 0; k < STORE_SOURCES; k++)
        o->from[k] += side ? -p->from[k] : p->from[k];
}

/* What the points came from, and behind that what none of it explains. */
static const char *const from_names[STORE_SOURCES + 1] = { "envido", "flor",      N_("tricks"), N_("not wanted"),
                                                           "mazo",   N_("bonus"), N_("rest") };

static int64_t from_at(const struct opponent *o, unsigned k)
{
    int64_t rest = o->margin;
    for (unsigned i = 0; i < STORE_SOURCES; i++)
        rest -= o->from[i];
    return k < STORE_SOURCES ? o->from[k] : rest;
}

unsigned sums_from(const struct opponent *o)
{
    unsigned mask = 0;
    for (unsigned k = 0; k <= STORE_SOURCES; k++)
        mask |= (unsigned)(from_at(o, k) != 0) << k;
    return mask;
}

void show_sums_head(struct http_request *r, struct page *p, unsigned mask)
{
    page_fill(p, "<th scope=\"col\" class=\"n\">{}</th><th scope=\"col\" class=\"n\">{}</th>", TR(r, "pairs"),
              TR(r, "score"));
    page_fill(p, "<th scope=\"col\" class=\"n wide\">{}</th>", TR(r, "points a hand"));
    for (unsigned k = 0; k <= STORE_SOURCES; k++)
        if (mask >> k & 1)
            page_fill(p, "<th scope=\"col\" class=\"n wide\">{}</th>", TR(r, from_names[k]));
}

void show_sums(struct page *p, const struct opponent *o, unsigned mask)
{
    double hands = o->hands ? (double)o->hands : 1;
    page_format(p, "<td class=\"n\">%" PRId64 "</td><td class=\"n\">%.1f%%</td><td class=\"n wide\">%+.3f</td>",
                o->pairs, o->of ? 100. * (double)o->score / (double)o->of : 50., (double)o->margin / hands);
    for (unsigned k = 0; k <= STORE_SOURCES; k++)
        if (mask >> k & 1)
            page_format(p, "<td class=\"n wide\">%+.3f</td>", (double)from_at(o, k) / hands);
}

void show_from(struct http_request *r, struct page *p, const struct pair *x)
{
    struct opponent o = { .margin = x->margin };
    memcpy(o.from, x->from, sizeof o.from);
    for (unsigned k = 0; k <= STORE_SOURCES; k++)
        if (from_at(&o, k)) {
            page_fill(p, " · {}", TR(r, from_names[k]));
            page_format(p, " %+" PRId64, from_at(&o, k));
        }
}

void show_columns(struct http_request *r, struct page *p, const char *kind, const struct column *column, size_t count)
{
    page_fill(p, "<div class=\"scroll\"><table class=\"{h}\"><thead><tr>", kind);
    for (size_t i = 0; i < count; i++)
        page_fill(p, "<th scope=\"col\"{h}>{}</th>", column[i].number ? " class=\"n\"" : "", TR(r, column[i].name));
    page_put(p, "</tr></thead><tbody>");
}

void show_steps(struct http_request *r, struct page *p, int64_t after, int64_t rows, bool more)
{
    if (!after && !more)
        return;
    page_put(p, "<p class=\"turn\">");
    if (after)
        page_fill(p, "<a rel=\"prev\" href=\"?after={d}\">{}</a> ", after > rows ? after - rows : 0,
                  TR(r, "better ones"));
    if (more)
        page_fill(p, "<a rel=\"next\" href=\"?after={d}\">{}</a>", after + rows, TR(r, "weaker ones"));
    page_put(p, "</p>");
}

/* --- matches -------------------------------------------------------------------------------------------- */

void show_lineup(struct http_request *r, struct page *p, const struct pair *x)
{
    struct leg l = { .seats = x->seats, .winner = -1 };
    for (int64_t seat = 0; seat < x->seats && seat < STORE_SEATS; seat++)
        l.seat[seat].version = x->version[seat];
    show_players(r, p, &l);
}

void show_players(struct http_request *r, struct page *p, const struct leg *l)
{
    for (int64_t seat = 0; seat < l->seats && seat < STORE_SEATS; seat++) {
        if (seat >= 2 && l->seat[seat].version == l->seat[seat % 2].version)
            continue;
        page_put(p, seat ? " – " : "");
        bool won = l->winner >= 0 && seat % 2 == l->winner % 2 && l->winner < 2;
        page_put(p, won ? "<strong>" : "");
        show_version(r, p, l->seat[seat].version);
        page_put(p, won ? "</strong>" : "");
    }
}

void show_seats(struct http_request *r, struct page *p, const struct leg *l)
{
    static const struct column columns[] = { { N_("bot"), false },
                                             { N_("decisions"), true },
                                             { N_("ms each"), true },
                                             { N_("longest, ms"), true },
                                             { N_("faults"), true } };
    show_columns(r, p, "seats", columns, sizeof columns / sizeof *columns);
    for (int64_t seat = 0; seat < l->seats && seat < STORE_SEATS; seat++) {
        const struct leg_seat *x = &l->seat[seat];
        page_put(p, "<tr><th scope=\"row\">");
        show_version(r, p, x->version);
        page_format(p,
                    "</th><td class=\"n\">%" PRId64
                    "</td><td class=\"n\">%.2f</td><td class=\"n\">%.2f</td><td class=\"n\">%" PRId64 "</td></tr>",
                    x->decisions, x->decisions ? (double)x->used_us / (double)x->decisions / 1000 : 0.0,
                    (double)x->worst_us / 1000, x->faults);
    }
    page_put(p, "</tbody></table></div>");
}

static void put_data(struct page *p, const char *name, const uint8_t *bytes, size_t size)
{
    page_format(p, " data-%s=\"", name);
    page_hex(p, bytes, size);
    page_put(p, "\"");
}

static void put_named(struct http_request *r, struct page *p, const char *what, const uint8_t *bytes, size_t size)
{
    page_fill(p, "<li>{} <code>", TR(r, what));
    page_hex(p, bytes, size);
    page_put(p, "</code></li>");
}

void show_verification(struct http_request *r, struct page *p, const struct proof_of *own, const struct proof_of *twin)
{
    page_fill(p, "<h2>{}</h2><section id=\"verification\"", TR(r, "Verify it yourself"));
    if (own) {
        put_data(p, "match", own->match_id, STORE_HASH);
        put_data(p, "replay", own->replay, STORE_HASH);
        put_data(p, "arbiter", own->arbiter, STORE_KEY);
    }
    if (own && own->shown)
        page_fill(p, " data-shown=\"{}\"", own->shown);
    if (own && twin) {
        page_fill(p, " data-leg=\"{d}\" data-twin=\"/replays/{x}\"", own->leg, twin->replay);
        put_data(p, "twin-match", twin->match_id, STORE_HASH);
        put_data(p, "twin-replay", twin->replay, STORE_HASH);
        put_data(p, "twin-arbiter", twin->arbiter, STORE_KEY);
    }
    page_put(p, "></section>");
    if (!own)
        return;
    page_fill(p, "<details><summary>{}</summary><ul class=\"named\">", TR(r, "What it is held against"));
    put_named(r, p, N_("match"), own->match_id, STORE_HASH);
    put_named(r, p, N_("file, BLAKE2b-256"), own->replay, STORE_HASH);
    put_named(r, p, N_("arbiter's key"), own->arbiter, STORE_KEY);
    page_fill(p, "</ul><p>{}</p></details>",
              TR(r,
                 "Your browser holds the record against these three, and against what this page shows of rules, clock, "
                 "bots, result, faults, times, log entry and filing. This ladder's word are the names of the bots, who "
                 "played the match and when, whether it counts or is in doubt, and that the page itself is right; "
                 "somebody who wrote the three down, has a record of their own, or reads the match log, can compare."));
}

/* A seat as sentences of records have it in each language, and what stays of that before a name. */
static const char *const seat_words[][2] = { { "seat ", "" },    { "el asiento ", "" }, { "del asiento ", "de " },
                                             { "asiento ", "" }, { "o assento ", "" },  { "do assento ", "de " },
                                             { "assento ", "" } };

/* The words that name a seat of this match here, NULL: none do; `seat` is its number, behind them. */
static const char *const *names_seat(const struct leg *l, const char *text, int64_t *seat)
{
    for (size_t i = 0; i < sizeof seat_words / sizeof *seat_words; i++) {
        size_t n = strlen(seat_words[i][0]);
        if (strncmp(text, seat_words[i][0], n) != 0 || !isdigit((unsigned char)text[n]) ||
            isdigit((unsigned char)text[n + 1]))
            continue;
        *seat = text[n] - '0';
        return *seat < l->seats ? seat_words[i] : NULL;
    }
    return NULL;
}

void show_of_seats(struct http_request *r, struct page *p, const struct leg *l, const char *text)
{
    int64_t seat;
    for (const char *at = text; *at; at++) {
        const char *const *words = at == text || !isalnum((unsigned char)at[-1]) ? names_seat(l, at, &seat) : NULL;
        if (words) {
            page_put(p, words[1]);
            show_version(r, p, l->seat[seat].version);
            at += strlen(words[0]);
        } else
            page_text(p, (const char[]){ *at, '\0' });
    }
}

void show_reason(struct http_request *r, struct page *p, int64_t version, const char *said)
{
    struct leg l = { .seats = STORE_SEATS };
    char text[SAID_TEXT];
    for (unsigned seat = 0; seat < STORE_SEATS; seat++)
        l.seat[seat].version = version;
    show_of_seats(r, p, &l, said_text(text, sizeof text, p->language, said));
}

void show_fault(struct http_request *r, struct page *p, const struct leg *l)
{
    char text[SAID_TEXT];
    said_text(text, sizeof text, language_called(guest_of(r)->language), l->fault_text);
    show_of_seats(r, p, l, text);
}

/* What is to be known of its result: that it counts for nothing, or why it ended. */
static void show_marks(struct http_request *r, struct page *p, const struct leg *l)
{
    size_t begin = p->size;
    const char *const after[] = { l->in_doubt ? TR(r, "in doubt") : NULL, l->pair_unheld ? TR(r, "unheld") : NULL };
    if (l->pair_state == PAIR_VOID)
        page_text(p, TR(r, "void: does not count"));
    else if (l->fault)
        show_fault(r, p, l);
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        if (after[i])
            page_fill(p, p->size == begin ? "{}" : " · {}", after[i]);
}

static void show_leg(struct http_request *r, struct page *p, const struct leg *l)
{
    page_fill(p, "<tr><td>{t}</td><td>", l->ended_ms);
    show_players(r, p, l);
    page_format(p,
                "</td><td class=\"n\"><a href=\"/matches/%" PRId64 "\">%" PRId64 "-%" PRId64
                "</a></td><td class=\"n\">%" PRId64 "</td><td>",
                l->id, l->points[0], l->points[1], l->hands);
    show_marks(r, p, l);
    page_put(p, "</td></tr>");
}

void show_legs(struct http_request *r, struct page *p, const struct leg *leg, size_t n, size_t most, const char *query)
{
    static const struct column columns[] = { { N_("when"), false },
                                             { N_("Bots"), false },
                                             { N_("points"), true },
                                             { N_("hands"), true },
                                             { N_("fault"), false } };
    if (!n) {
        page_fill(p, "<p>{}</p>", TR(r, "Nothing here yet."));
        return;
    }
    show_columns(r, p, "matches", columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < n; i++)
        show_leg(r, p, &leg[i]);
    page_put(p, "</tbody></table></div>");
    if (n == most)
        page_fill(p, "<p><a rel=\"next\" href=\"?{h}before={d}\">{}</a></p>", query, leg[n - 1].id, TR(r, "older"));
}
