/* pages_front: what is played here, a hand of it, who leads, what was played and what comes, and the way in. */
#include "pages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "site/http/cache.h"
#include "site/play/play_words.h"
#include "site/play/story.h"
#include "site/session/host_words.h"
#include "store/store_live.h"

enum { LADDERS = 8, LEADERS = 5, NEWEST = 6, NEXT = 5, EVENTS = 50, LIVE = 3 };

/* --- a hand that was played ------------------------------------------------------------------------------------------- */

/* The pictures come with the page: the whole deck is larger than all the rest of it. */
static void put_symbols(struct http_request *r, struct page *p, const struct story_hand *x)
{
    char had[2 * HAND_CARDS][HAND_NAME], suit[2] = "";
    size_t n = 0;
    page_put(p, "<svg class=\"unseen\" aria-hidden=\"true\"><defs>");
    for (unsigned i = 0; i < 2 * HAND_CARDS; i++) {
        const char *name = x->card[i / HAND_CARDS][i % HAND_CARDS];
        bool known = !*name;
        for (size_t k = 0; k < n; k++)
            known |= !strcmp(had[k], name) || had[k][strlen(had[k]) - 1] == name[strlen(name) - 1];
        if (*name)
            assets_symbol(site_of(r)->assets, "card-", name, p);
        *suit = *name ? name[strlen(name) - 1] : '\0';
        if (!known)
            assets_symbol(site_of(r)->assets, "pip-", suit, p);
        if (*name)
            strcpy(had[n++], name);
    }
    page_put(p, "</defs></svg>");
}

static void put_held(struct http_request *r, struct page *p, const struct story_hand *x, unsigned seat)
{
    char words[CARD_WORDS];
    page_fill(p, "<p class=\"hand\"><span>{}</span>", x->name[seat]);
    for (unsigned k = 0; k < HAND_CARDS; k++) {
        const char *name = x->card[seat][k];
        if (!*name)
            continue;
        play_card(name, guest_of(r)->language, words);
        page_fill(p, "<svg viewBox=\"0 0 100 154\" role=\"img\" aria-label=\"{}\"><use href=\"#card-{a}\"/></svg>",
                  words, name);
    }
    page_put(p, "</p>");
}

static void put_hand(struct http_request *r, struct page *p, const struct leg *l, const struct story_hand *x)
{
    page_put(p, "<figure class=\"stage\">");
    put_symbols(r, p, x);
    put_held(r, p, x, 1);
    page_fill(p, "<ol>{h}</ol>", x->said);
    put_held(r, p, x, 0);
    page_fill(p,
              "<figcaption><a href=\"/matches/{d}#hand={u}&amp;step=0\">{} {u}</a>: {} – {}, {}</figcaption></figure>",
              l->id, x->number, TR(r, "hand"), x->number, x->name[1], x->name[0], TR(r, "as it was played"));
}

/* Of the newest match of two; read once in a while. */
static void put_stage(struct http_request *r, struct page *p, const struct leg *leg, size_t n)
{
    AUTO(store_free) struct store_bytes replay = { 0 };
    struct story_hand x = { 0 };
    struct store_error e;
    char key[CACHE_KEY];
    size_t begin = p->size, i = 0;
    snprintf(key, sizeof key, "stage %s", guest_of(r)->language);
    if (!site_of(r)->assets || cache_take(site_of(r)->cache, key, p))
        return;
    while (i < n && (leg[i].seats != 2 || leg[i].let_go || leg[i].fault))
        i++;
    if (i == n || store_get(store_of(r), leg[i].replay, &replay, &e))
        return;
    story_hand(r, &replay, &x);
    if (x.number)
        put_hand(r, p, &leg[i], &x);
    free(x.said);
    if (x.number && !p->failed)
        cache_put(site_of(r)->cache, key, p->data + begin, p->size - begin);
}

/* --- parts --------------------------------------------------------------------------------------------------------------- */

static void put_hero(struct http_request *r, struct page *p, const struct leg *leg, size_t n)
{
    char sentence[STORE_LONG], logo[STORE_LONG];
    site_says(r, "sentence", sentence);
    site_says(r, "logo", logo);
    page_put(p, "<section class=\"hero\"><div class=\"wrap\"><div>");
    if (*logo)
        page_put(p, "<img class=\"logo\" src=\"/logo.svg\" alt=\"\" width=\"72\" height=\"72\">");
    page_fill(p,
              "<h1>{}</h1><p>{}</p><p class=\"acts\"><a class=\"btn main\" href=\"/start\">{}</a> <a class=\"btn\" "
              "href=\"/live\">{}</a>",
              TR(r, "Programs play truco here. Yours can be next."),
              *sentence ? sentence
                        : TR(r, "Truco is a card game of bluff. Hand in a program: it meets everybody else's, all day, "
                                "with cards that nobody can choose, and your own browser can prove each match."),
              TR(r, "Enter a bot"), TR(r, "Watch a match"));
    page_fill(p, site_of(r)->playroom ? " <a class=\"btn\" href=\"/bots\">{}</a></p></div>" : "</p></div>",
              TR(r, "Play against a bot"));
    put_stage(r, p, leg, n);
    page_put(p, "</div></section>");
}

static void put_plan(struct http_request *r, struct page *p)
{
    page_fill(p,
              "<section class=\"box full\"><h2>{}</h2><ol class=\"plan\"><li><b>{}</b><br><span "
              "class=\"quiet\">{}</span></li><li><b>{}</b><br><span "
              "class=\"quiet\">{}</span></li><li><b>{}</b><br><span class=\"quiet\">{}</span></li></ol></section>",
              TR(r, "Play in three steps"), TR(r, "Take a bot that plays"),
              TR(r, "In Python, C, JavaScript, or any program that reads a line and writes a line."),
              TR(r, "Make it better"), TR(r, "Change the function that decides."), TR(r, "Hand it in"),
              TR(r, "It plays against itself once, then against everybody. You see its place within minutes."));
}

static int put_ladders(struct http_request *r, struct page *p, struct store_error *e)
{
    OWNED struct ladder *list = calloc(LADDERS, sizeof *list);
    size_t n = 0;
    e->code = STORE_ENVIRONMENT;
    int bad = list ? store_ladders(store_of(r), 0, list, LADDERS, &n, e) : STORE_ENVIRONMENT;
    page_put(p, "<div class=\"stack\">");
    for (size_t i = 0; !bad && i < n; i++) {
        if (list[i].closed)
            continue;
        page_fill(p,
                  "<section class=\"box\"><h2><a href=\"/ladders/{a}\">{}</a> <a class=\"more\" "
                  "href=\"/ladders/{a}\">{}</a></h2>",
                  list[i].code, list[i].name, list[i].code, TR(r, "the whole table"));
        bad = put_standings(r, p, &list[i], 0, LEADERS, e);
        page_put(p, "</section>");
    }
    if (!bad && !n)
        page_fill(p, "<section class=\"box\"><p>{}</p></section>", TR(r, "Nothing here yet."));
    page_put(p, "</div>");
    return bad;
}

/* Tournaments that run or will. */
static int put_next(struct http_request *r, struct page *p, struct store_error *e)
{
    OWNED struct event *v = calloc(EVENTS, sizeof *v);
    struct event_filter f = { .kind = -1, .state = -1 };
    size_t n = 0, told = 0;
    e->code = STORE_ENVIRONMENT;
    int bad = v ? store_events(store_of(r), &f, v, EVENTS, &n, e) : STORE_ENVIRONMENT;
    for (size_t i = 0; !bad && i < n && told < NEXT; i++) {
        if (v[i].kind == EVENT_LADDER || v[i].state > EVENT_PAUSED)
            continue;
        if (!told++)
            page_fill(p,
                      "<section class=\"box\"><h2>{} <a class=\"more\" href=\"/events\">{}</a></h2><ul class=\"list\">",
                      TR(r, "What comes next"), TR(r, "Events"));
        page_fill(p, "<li><a href=\"/events/{d}\">{}</a> <span class=\"tag\">{}</span></li>", v[i].id, v[i].name,
                  say_name(r, event_state_names[v[i].state]));
    }
    page_put(p, told ? "</ul></section>" : "");
    return bad;
}

static int put_live(struct http_request *r, struct page *p, struct store_error *e)
{
    OWNED struct live_match *m = calloc(LIVE, sizeof *m);
    size_t n = 0;
    e->code = STORE_ENVIRONMENT;
    int bad = m ? store_live(store_of(r), m, LIVE, &n, e) : STORE_ENVIRONMENT;
    for (size_t i = 0; !bad && i < n; i++) {
        page_format(p, "<li><span><a href=\"/live/%" PRId64 "\"><span class=\"tag live\">", m[i].pair);
        page_fill(p, "{}</span></a> ", TR(r, "Live"));
        show_version(r, p, m[i].lineup.version[0]);
        page_put(p, " – ");
        show_version(r, p, m[i].lineup.version[1]);
        page_put(p, "</span></li>");
    }
    return bad;
}

static int put_played(struct http_request *r, struct page *p, const struct leg *leg, size_t n, struct store_error *e)
{
    page_fill(p, "<section class=\"box\"><h2>{} <a class=\"more\" href=\"/matches\">{}</a></h2><ul class=\"list\">",
              TR(r, "Newest matches"), TR(r, "all of them"));
    int bad = put_live(r, p, e);
    for (size_t i = 0; i < n; i++) {
        page_put(p, "<li><span>");
        show_players(r, p, &leg[i]);
        page_format(p, "</span> <a class=\"n\" href=\"/matches/%" PRId64 "\">%" PRId64 "–%" PRId64 "</a></li>",
                    leg[i].id, leg[i].points[0], leg[i].points[1]);
    }
    if (!n)
        page_fill(p, "<li>{}</li>", TR(r, "Nothing here yet."));
    page_put(p, "</ul></section>");
    return bad;
}

unsigned page_front(struct http_request *r, struct http_answer *a)
{
    OWNED struct leg *leg = calloc(NEWEST, sizeof *leg);
    struct leg_filter f = { .seen = !is_host(guest_of(r)) };
    struct store_error e = { .code = STORE_ENVIRONMENT };
    size_t n = 0;
    int bad = leg ? store_legs(store_of(r), &f, leg, NEWEST, &n, &e) : STORE_ENVIRONMENT;
    if (!bad) {
        show_style(r, a);
        show_top(r, &a->page, TR(r, "Truco between programs"), NULL);
        put_hero(r, &a->page, leg, n);
        page_put(&a->page, "<div class=\"wrap grid\">");
        show_words(r, &a->page, "site");
        put_plan(r, &a->page);
        bad = put_ladders(r, &a->page, &e);
        page_put(&a->page, "<div class=\"stack\">");
    }
    if (!bad)
        bad = put_next(r, &a->page, &e);
    if (!bad)
        bad = put_played(r, &a->page, leg, n, &e);
    page_put(&a->page, "</div></div>");
    return show_end(r, a, bad, &e);
}
