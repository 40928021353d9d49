/* sit_down: which game, by which rules, and who sits where.  What there is to choose are the rows of rules/options.h, of the sizes those
 * that the game has, and of the bots those that can sit here. */
#include "pages_play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/language.h"
#include "playroom.h"
#include "rules/position.h"
#include "site/bots/named.h"
#include "site/session/account.h"
#include "site/session/forms.h"

enum { SITS_AN_HOUR = 60, HOUR_MS = 3600000, LISTED = 60 };

static struct playroom *playroom_of(const struct http_request *r) { return site_of(r)->playroom; }

/* What is asked for: the version of the address's bot, which sits in every seat unless another one is named, and the game. */
struct sitting_wish {
    struct version version;
    char label[LABEL_TEXT];
    struct rules rules;
    unsigned seats;
};

/* --- what is asked for ------------------------------------------------------------------------------------------------- */

/* A version that can sit here, by its name. */
static int find(struct http_request *r, const char *name, struct version *out, struct store_error *e)
{
    int64_t id;
    int bad = playroom_of(r) ? version_named(store_of(r), name, &id, e)
                             : store_say(e, STORE_NOT_FOUND, N_("nobody plays against bots here"));
    if (!bad)
        bad = store_version(store_of(r), id, out, e);
    return bad || playroom_sits(store_of(r), out)
               ? bad
               : store_say(e, STORE_NOT_FOUND, N_("no version of this bot can sit at a table here"));
}

static void read_label(struct store *s, int64_t version, char text[LABEL_TEXT])
{
    struct version_label who;
    struct store_error e;
    *text = '\0';
    if (!store_label(s, version, &who, &e))
        label_text(&who, text);
}

/* What its newest match was played by; it knows that. */
static void usual_game(struct http_request *r, struct sitting_wish *w)
{
    struct leg_filter f = { .version = w->version.id };
    OWNED struct leg *leg = calloc(1, sizeof *leg);
    struct store_error e;
    struct ladder l;
    char why[RULES_ERROR_TEXT];
    size_t n = 0;
    if (!leg || store_legs(store_of(r), &f, leg, 1, &n, &e) || !n || store_ladder(store_of(r), leg->ladder, &l, &e) ||
        rules_parse(l.rules, &w->rules, why))
        rules_preset(&w->rules, PRESET_ARGENTINO);
    w->seats = playroom_seats(w->rules.preset, 0);
}

/* "argentino", or "argentino/4" with so many players; without a name what is usual. */
static int read_game(struct http_request *r, struct sitting_wish *w, struct store_error *e)
{
    const char *name = given(r, "preset"), *seats = strchr(name, '/') ? strchr(name, '/') + 1 : form_text(r, "seats");
    size_t size = strcspn(name, "/");
    unsigned i = 0, wished = (unsigned)atoi(seats);
    if (!*name && !strcmp(r->method, "GET"))
        return usual_game(r, w), STORE_OK;
    while (i < PRESET_COUNT && (strlen(preset_rows[i].name) != size || memcmp(preset_rows[i].name, name, size) != 0))
        i++;
    if (i == PRESET_COUNT)
        return store_say(e, STORE_INVALID, N_("there is no such game"));
    rules_preset(&w->rules, (enum preset)i);
    w->seats = playroom_seats(i, wished <= FIEL_SEATS_MAX ? wished : FIEL_SEATS_MAX + 1);
    return w->seats ? STORE_OK : store_say(e, STORE_INVALID, N_("That game is not played by so many."));
}

static int read_wish(struct http_request *r, struct sitting_wish *w, struct store_error *e)
{
    char name[2 * STORE_NAME];
    snprintf(name, sizeof name, "%.63s/%.63s", r->part[0], r->part[1]);
    int bad = find(r, name, &w->version, e);
    if (!bad)
        read_label(store_of(r), w->version.id, w->label);
    return bad ? bad : read_game(r, w, e);
}

/* --- the page ------------------------------------------------------------------------------------------------------------ */

void play_offer(struct http_request *r, struct page *p, const struct bot *b)
{
    struct store_error e;
    struct version v;
    char name[2 * STORE_NAME];
    snprintf(name, sizeof name, "%s/%s", b->author, b->name);
    if (!find(r, name, &v, &e))
        page_fill(p, "<p><a class=\"btn main\" href=\"/play/{a}/{a}\">{} {}</a></p>", b->author, b->name,
                  TR(r, "Play against"), b->name);
}

/* Each game with the numbers of players that it has; the fewest go by its name alone. */
static void put_games(struct http_request *r, struct page *p, const struct sitting_wish *w)
{
    page_fill(p, "<form class=\"filter\"><label>{}<select name=\"preset\">", TR(r, "which game, and how many play"));
    for (unsigned i = 0; i < PRESET_COUNT; i++)
        for (unsigned n = 2, found = 0; n <= FIEL_SEATS_MAX; n++)
            if (playroom_seats(i, n)) {
                page_format(p, "<option value=\"%s", preset_rows[i].name);
                page_format(p, found ? "/%u\"" : "\"", n);
                page_format(p, "%s>%s · %u</option>", i == w->rules.preset && n == w->seats ? " selected" : "",
                            preset_rows[i].name, n);
                found = n;
            }
    page_fill(p, "</select></label><button>{}</button><button formaction=\"/play/{a}/{a}/rules\">{}</button></form>",
              TR(r, "Choose this game"), r->part[0], r->part[1], TR(r, "Show its rules"));
}

/* Signs are for partners (options.h: four seats and more). */
static bool is_offered(const struct sitting_wish *w, enum option k)
{
    return option_in_preset(k, (enum preset)w->rules.preset) && (k < OPT_SIGNS || w->seats > 3);
}

/* What most people choose stands first, the others folded up below. */
static bool is_first(enum option k) { return k == OPT_TARGET || k == OPT_FLOR || k == OPT_SIGNS; }

static void put_options(struct http_request *r, struct page *p, const struct sitting_wish *w, bool first)
{
    for (unsigned k = 0; k < OPT_COUNT; k++) {
        const struct option_row *row = &option_rows[k];
        const struct form_field f = { row->name, row->meaning, *row->values == '#' ? FIELD_LINE : FIELD_LIST,
                                      *row->values == '#' ? "inputmode=\"numeric\"" : NULL, first ? NULL : row->name };
        char value[64], now[64];
        if (is_first((enum option)k) != first || !is_offered(w, (enum option)k))
            continue;
        form_field(r, p, &f, option_value_text((enum option)k, w->rules.opt[k], now, sizeof now));
        for (unsigned i = 0; f.kind == FIELD_LIST && *option_value_text((enum option)k, i, value, sizeof value); i++)
            form_option(r, p, &f, value, say_name(r, value), now);
        if (f.kind == FIELD_LIST)
            form_field_end(r, p, &f);
    }
}

static const char *const seat_fields[FIEL_SEATS_MAX] = { "seat0", "seat1", "seat2", "seat3",
                                                         "seat4", "seat5", "seat6", "seat7" };

/* Who sits where, in playing order behind the person: every second one is a partner, where there are two sides of more than one. */
static void put_seats(struct http_request *r, struct page *p, const struct sitting_wish *w)
{
    struct version_filter any = { .state = VERSION_ACTIVE, .newest = true };
    OWNED struct version *list = calloc(LISTED, sizeof *list);
    struct store_error e;
    char text[LABEL_TEXT], label[120];
    size_t n = 0, kept = 0;
    if (list && store_versions(store_of(r), &any, list, LISTED, &n, &e))
        n = 0;
    for (size_t i = 0; i < n; i++)
        if (list[i].id != w->version.id && playroom_sits(store_of(r), &list[i]))
            list[kept++].id = list[i].id;
    for (unsigned seat = 1; seat < w->seats; seat++) {
        const struct form_field f = { seat_fields[seat], label, FIELD_LIST, NULL, NULL };
        const char *side = w->seats % 2 || seat % 2 ? TR(r, "against you") : TR(r, "your partner");
        snprintf(label, sizeof label, "%s %u: %s", TR(r, "seat"), seat + 1, side);
        if (w->seats == 2)
            snprintf(label, sizeof label, "%s", side);
        form_field(r, p, &f, NULL);
        form_option(r, p, &f, w->label, w->label, w->label);
        for (size_t i = 0; i < kept; i++) {
            read_label(store_of(r), list[i].id, text);
            form_option(r, p, &f, text, text, w->label);
        }
        form_field_end(r, p, &f);
    }
}

unsigned play_ask(struct http_request *r, struct http_answer *a)
{
    OWNED struct sitting_wish *w = calloc(1, sizeof *w);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    struct page *p = &a->page;
    char title[160], to[160];
    int bad = w ? read_wish(r, w, &e) : STORE_ENVIRONMENT;
    if (!bad) {
        snprintf(title, sizeof title, "%s %.60s", TR(r, "Play against"), r->part[1]);
        show_head(r, p, title, NULL);
        show_refused(r, p);
        page_fill(p, "<p>{}</p>",
                  TR(r,
                     "You play one game by the same arbiter that judges the bots: cards that nobody can choose, your "
                     "own cut, a signed record that you can verify. It never counts for the ratings. Who lets their "
                     "clock run out loses the game."));
        put_games(r, p, w);
        snprintf(to, sizeof to, "/play/%.70s/%.70s", r->part[0],
                 r->part[1]); /* names stand in an address as they are */
        form_open(r, p, to, "class=\"box\"");
        page_format(p, "<input type=\"hidden\" name=\"preset\" value=\"%s/%u\">", preset_rows[w->rules.preset].name,
                    w->seats);
        put_options(r, p, w, true);
        put_seats(r, p, w);
        page_fill(p, "<details{h}><summary>{}</summary>", guest_of(r)->wrong ? " open" : NULL, TR(r, "more rules"));
        put_options(r, p, w, false);
        page_put(p, "</details>");
        form_close(p, "class=\"main\"", TR(r, "Sit down"));
        show_foot(r, p);
    }
    return bad ? show_store_error(r, a, &e) : 200;
}

/* The game that is chosen in that form, as a ladder's page tells its own, and the way back. */
unsigned play_rules(struct http_request *r, struct http_answer *a)
{
    OWNED struct sitting_wish *w = calloc(1, sizeof *w);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    struct page *p = &a->page;
    int bad = w ? read_wish(r, w, &e) : STORE_ENVIRONMENT;
    if (!bad) {
        show_head(r, p, TR(r, "the rules"), NULL);
        put_rules(r, p, &w->rules, w->seats);
        page_fill(p, "<p><a class=\"btn main\" href=\"/play/{a}/{a}?preset={a}/{u}\">{} {}</a></p>", r->part[0],
                  r->part[1], preset_rows[w->rules.preset].name, w->seats, TR(r, "Play against"), r->part[1]);
    }
    return show_end(r, a, bad, &e);
}

/* --- sitting down ---------------------------------------------------------------------------------------------------------- */

/* The options of the form behind the preset's name; the field that the rules do not take is the wrong one. */
static int read_options(struct http_request *r, struct sitting_wish *w, char text[RULES_TEXT], struct store_error *e)
{
    char more[RULES_TEXT], why[RULES_ERROR_TEXT];
    for (unsigned k = 0; k < OPT_COUNT; k++) {
        const char *name = option_rows[k].name, *value = form_text(r, name);
        if (!*value || !is_offered(w, (enum option)k))
            continue;
        rules_text(&w->rules, text);
        if (snprintf(more, sizeof more, "%s,%s=%.40s", text, name, value) >= (int)sizeof more)
            return wrong_say(r, name, e, N_("there is no such game"));
        if (rules_parse(more, &w->rules, why))
            return wrong_say(r, name, e, why);
    }
    rules_text(&w->rules, text);
    return STORE_OK;
}

static int read_seats(struct http_request *r, const struct sitting_wish *w, struct seating *at, struct store_error *e)
{
    struct version v;
    int bad = STORE_OK;
    at->seats = w->seats;
    for (unsigned seat = 1; !bad && seat < w->seats; seat++) {
        const char *name = form_text(r, seat_fields[seat]);
        bad = wrong_at(r, seat_fields[seat], *name ? find(r, name, &v, e) : STORE_OK);
        at->version[seat] = *name && !bad ? v.id : w->version.id;
    }
    return bad;
}

static int sit(struct http_request *r, struct sitting_wish *w, char id[PLAYROOM_ID], struct store_error *e)
{
    const struct guest *g = guest_of(r);
    struct sitter who = { .person = g->person.id };
    struct seating at = { .seats = 0 };
    memcpy(who.session, g->session.hash, sizeof who.session);
    snprintf(who.name, sizeof who.name, "%s", g->person.name);
    memcpy(who.language, g->language, sizeof who.language);
    int bad = read_wish(r, w, e);
    if (!bad)
        bad = read_options(r, w, at.rules, e);
    if (!bad)
        bad = read_seats(r, w, &at, e);
    if (!bad)
        bad = limit_address(r, "play", SITS_AN_HOUR, HOUR_MS, e);
    if (bad)
        return bad;
    bad = playroom_sit(playroom_of(r), &who, &at, id, e);
    if (bad == STORE_BUSY)
        store_say(e, STORE_BUSY, N_("All tables are taken: come back in a few minutes."));
    return bad == STORE_EXISTS ? STORE_OK : bad;
}

/* To the table, or the form with what is wrong. */
unsigned play_sit(struct http_request *r, struct http_answer *a)
{
    OWNED struct sitting_wish *w = calloc(1, sizeof *w);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    char id[PLAYROOM_ID] = "", to[64];
    int bad = w ? sit(r, w, id, &e) : STORE_ENVIRONMENT;
    snprintf(to, sizeof to, "/tables/%s", id);
    return form_done(r, a, bad ? limit_status(bad, &e) : 0, &e, 0, play_ask, to);
}
