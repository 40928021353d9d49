/* pages_live: what is being played now, one match of it as it stands, and its lines as they come. */
#include "pages.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "site/play/play_words.h"
#include "child/json_text.h"

enum { LISTED = 50, NEWEST = 100 };
static const char first_leg[] = N_("First match of the pair. The same cards are played once more with the sides "
                                   "exchanged, so nothing of this one is shown before that is over.");

unsigned page_live(struct http_request *r, struct http_answer *a)
{
    static const struct column columns[] = { { N_("Bots"), false }, { N_("Live"), false }, { N_("since"), false } };
    OWNED struct live_match *list = calloc(LISTED, sizeof *list);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    size_t n = 0;
    int bad = list ? store_live(site_of(r)->store, list, LISTED, &n, &e) : STORE_ENVIRONMENT;
    if (!bad) {
        show_head(r, &a->page, TR(r, "Live"), NULL);
        if (!n)
            page_fill(&a->page, "<p>{} <a href=\"/queue\">{}</a> · <a href=\"/matches\">{}</a></p>",
                      TR(r, "Nothing is being played right now."), TR(r, "Queue"), TR(r, "Matches"));
        show_columns(r, &a->page, "live-list", columns, n ? sizeof columns / sizeof *columns : 0);
        for (size_t i = 0; i < n; i++) {
            page_put(&a->page, "<tr><td>");
            show_lineup(r, &a->page, &list[i].lineup);
            page_fill(&a->page, "</td><td><a href=\"/live/{d}\">{h}</a></td><td>{t}</td></tr>", list[i].pair,
                      TR(r, "watch"), list[i].started_ms);
        }
        page_put(&a->page, "</tbody></table></div>");
    }
    return show_end(r, a, bad, &e);
}

/* --- one match, as it stands --------------------------------------------------------------------------------------------- */

/* The newest lines, each an object of an array; NULL: no memory. */
static json_t *newest_lines(struct http_request *r, const struct live_match *m)
{
    struct store_error e;
    char *text = malloc(STORE_LIVE), *rest = NULL;
    json_t *all = json_array();
    int64_t last;
    if (text && all &&
        !store_live_lines(site_of(r)->store, m->job, m->last > NEWEST ? m->last - NEWEST : 0, text, &last, &e))
        for (char *at = strtok_r(text, "\n", &rest); at; at = strtok_r(NULL, "\n", &rest)) {
            json_t *line = json_loads(at, 0, NULL);
            if (line)
                json_array_append_new(all, line);
        }
    free(text);
    return all;
}

/* The place of the newest line that begins a hand; the size when there is none. */
static size_t newest_hand(const json_t *lines)
{
    size_t n = json_array_size(lines);
    for (size_t i = n; i-- > 0;) {
        const char *event = json_text(json_array_get(lines, i), "event");
        if (!strcmp(event, "hand") || !strcmp(event, "closed-hand"))
            return i;
    }
    return n;
}

static void put_where(struct http_request *r, struct page *p, const json_t *hand)
{
    const json_t *score = json_object_get(hand, "score");
    page_fill(p, "<p class=\"where\">{} ", TR(r, "hand"));
    page_format(p, "%" JSON_INTEGER_FORMAT, json_integer_value(json_object_get(hand, "hand")));
    if (json_object_get(hand, "game")) {
        page_fill(p, " · {} ", TR(r, "game"));
        page_format(p, "%" JSON_INTEGER_FORMAT " · ", json_integer_value(json_object_get(hand, "game")));
    }
    for (size_t i = 0; i < json_array_size(score); i++)
        page_format(p, "%s%" JSON_INTEGER_FORMAT, i ? "–" : "", json_integer_value(json_array_get(score, i)));
    page_put(p, "</p>");
}

static void put_said(struct http_request *r, struct page *p, const json_t *hand, const json_t *line)
{
    const json_t *seat = json_object_get(line, "seat");
    const char *who = json_string_value(
        json_array_get(json_object_get(hand, "names"), (size_t)json_integer_value(seat)));
    const char *said = json_text(line, "says"), *did = json_text(line, "do"), *fault = json_text(line, "fault");
    char card[CARD_WORDS];
    play_card(json_text(line, "card"), guest_of(r)->language, card);
    if (!seat || !(*said || *did || *fault))
        return;
    page_fill(p, "<li>{}", who);
    if (*card)
        page_fill(p, " {} {}", TR(r, "plays"), card);
    else if (*did && !*said)
        page_fill(p, " {}",
                  strncmp(did, "discard", strlen("discard")) ? TR(r, "plays a card face down")
                                                             : TR(r, "discards a card"));
    else if (*said) {
        page_fill(p, ": {}", name_in(said, guest_of(r)->language));
    } else {
        page_fill(p, ": {}", say_name(r, fault));
    }
    page_put(p, "</li>");
}

static void put_state(struct http_request *r, struct page *p, const struct live_match *m)
{
    json_auto_t *lines = newest_lines(r, m);
    size_t at = newest_hand(lines);
    const json_t *hand = json_array_get(lines, at);
    if (hand)
        put_where(r, p, hand);
    if (!strcmp(json_text(hand, "event"), "closed-hand"))
        page_fill(p, "<p>{}</p>", TR(r, first_leg));
    page_put(p, "<ol class=\"steps\">");
    for (size_t i = at + 1; i < json_array_size(lines); i++)
        put_said(r, p, hand, json_array_get(lines, i));
    page_fill(p, "</ol><noscript><p><a href=\"\">{}</a></p></noscript>", TR(r, "load the page again for more"));
}

/* The match is over, or nobody plays it: to its result, or what is known of it. */
static unsigned not_live(struct http_request *r, struct http_answer *a)
{
    struct leg_filter f = { .pair = id_at(r, 0), .seen = !is_host(guest_of(r)) };
    struct store_error e;
    struct pair pair;
    struct leg leg;
    char to[48];
    size_t n = 0;
    int bad = store_pair(site_of(r)->store, id_at(r, 0), &pair, &e);
    if (!bad)
        bad = store_legs(site_of(r)->store, &f, &leg, 1, &n, &e);
    if (bad)
        return show_store_error(r, a, &e);
    if (n) {
        snprintf(to, sizeof to, "/matches/%" PRId64, leg.id);
        return http_redirect(a, to);
    }
    show_head(r, &a->page, TR(r, "Live"), NULL);
    page_put(&a->page, "<p>");
    if (seen_pair(r, &pair))
        show_lineup(r, &a->page, &pair);
    page_fill(
        &a->page, "</p><p>{}</p>",
        TR(r, pair.state == PAIR_VOID ? N_("void: does not count") : N_("This pair is not being played right now.")));
    return show_end(r, a, STORE_OK, NULL);
}

unsigned page_live_match(struct http_request *r, struct http_answer *a)
{
    struct live_match m;
    struct store_error e;
    int bad = store_live_of(site_of(r)->store, id_at(r, 0), &m, &e);
    if (bad == STORE_NOT_FOUND)
        return not_live(r, a);
    if (!bad)
        bad = store_live_watch(site_of(r)->store, m.job, &e);
    if (bad)
        return show_store_error(r, a, &e);
    show_head(r, &a->page, TR(r, "Live"), "live.mjs");
    page_put(&a->page, "<p>");
    show_lineup(r, &a->page, &m.lineup);
    page_format(&a->page,
                "</p><div class=\"replay live\" data-src=\"/live/%" PRId64 "/lines\" data-deck=\"/static/cards.svg\"",
                m.pair);
    page_fill(&a->page, " data-closed=\"{}\" data-language=\"{}\">", TR(r, first_leg), guest_of(r)->language);
    put_state(r, &a->page, &m);
    page_put(&a->page, "</div>");
    return show_end(r, a, STORE_OK, NULL);
}

/* Server-Sent Events; 204 tells an EventSource not to come back. */
unsigned page_live_lines(struct http_request *r, struct http_answer *a)
{
    const char *held = http_asked(r, "Last-Event-ID");
    struct live_match m;
    struct store_error e;
    int bad = store_live_of(site_of(r)->store, id_at(r, 0), &m, &e);
    if (bad == STORE_NOT_FOUND)
        return 204;
    if (!bad)
        a->stream = live_stream(site_of(r)->live, site_of(r)->store, &m, held ? strtoll(held, NULL, 10) : 0, &e);
    if (!a->stream)
        return store_status(&e);
    a->type = "text/event-stream";
    http_header(a, "X-Accel-Buffering", "no"); /* nginx would keep it back */
    return 200;
}
