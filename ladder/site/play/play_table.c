/* play_table: points, cards and what was said. */
#include "play_table.h"

#include <stdio.h>
#include <string.h>

#include "rules/signs.h"

void play_card_put(const struct drawing *d, const char *name, bool named)
{
    char words[CARD_WORDS];
    bool down = !strcmp(name, "hidden");
    play_card(name, d->language, words);
    page_put(d->p, "<svg class=\"card\" viewBox=\"0 0 100 154\" ");
    if (named)
        page_fill(d->p, "role=\"img\" aria-label=\"{}\"", down ? told(d, N_("face down")) : words);
    else
        page_put(d->p, "aria-hidden=\"true\"");
    page_fill(d->p, "><use href=\"/static/cards.svg#card-{a}\"/></svg>", down ? "back" : name);
}

const char *play_name(const struct drawing *d, long long seat)
{
    const char *name = json_string_value(json_array_get(json_object_get(d->table, "names"), (size_t)seat));
    return seat == number_of(d->view, "seat") ? told(d, N_("you")) : name ? name : "";
}

/* Does this seat play with the person's? */
bool play_partner(const struct drawing *d, long long seat)
{
    const json_t *side, *one;
    size_t i, k;
    json_array_foreach(json_object_get(d->view, "sides"), i, side)
    {
        unsigned seats = 0;
        json_array_foreach(side, k, one) seats |= 1u << (json_integer_value(one) & 7);
        if (seats >> number_of(d->view, "seat") & seats >> seat & 1)
            return seat != number_of(d->view, "seat");
    }
    return false;
}

void play_form(const struct drawing *d, const char *more)
{
    page_fill(d->p,
              "<form method=\"post\" action=\"/tables/{a}\" {h}><input type=\"hidden\" name=\"form\" value=\"{}\">",
              d->id, more, d->form);
    page_format(d->p, "<input type=\"hidden\" name=\"request\" value=\"%lld\">", number_of(d->table, "request"));
}

/* --- points ------------------------------------------------------------------------------------------------------------- */

static void put_where(const struct drawing *d)
{
    const json_t *stake = json_object_get(d->table, "stake");
    const char *rules = json_text(d->view, "rules");
    char preset[32];
    snprintf(preset, sizeof preset, "%.*s", (int)strcspn(rules, ","), rules);
    page_fill(d->p, "<p class=\"where\">{} {} {d} · {} {d}", preset, told(d, N_("to")), number_of(d->table, "target"),
              told(d, N_("Hand")), number_of(d->view, "hand"));
    if (stake)
        page_fill(d->p, " · <strong>{}</strong> {} {}", json_text(stake, "says"), told(d, N_("for")),
                  json_text(stake, "worth"));
    page_put(d->p, "</p>");
}

/* The names of those whose score this is. */
static void put_scorer(const struct drawing *d, const json_t *score)
{
    const json_t *seat;
    size_t i;
    json_array_foreach(json_object_get(score, "seats"), i, seat)
        page_fill(d->p, "{h}{}", i ? ", " : "", play_name(d, (long long)json_integer_value(seat)));
}

static void put_scores(const struct drawing *d)
{
    const json_t *score;
    size_t i;
    long long target = number_of(d->table, "target");
    page_put(d->p, "<ul class=\"scores\">");
    json_array_foreach(json_object_get(d->table, "scores"), i, score)
    {
        page_format(d->p, "<li%s><strong>%lld</strong> ",
                    json_is_true(json_object_get(score, "own")) ? " class=\"own\"" : "", number_of(score, "points"));
        put_scorer(d, score);
        page_format(d->p, " <meter min=\"0\" max=\"%lld\" value=\"%lld\" aria-hidden=\"true\"></meter></li>", target,
                    number_of(score, "points"));
    }
    page_put(d->p, "</ul>");
}

/* --- what lies there ------------------------------------------------------------------------------------------------------ */

static void put_laid(const struct drawing *d, size_t trick, size_t seat)
{
    const char *name = json_string_value(
        json_array_get(json_array_get(json_object_get(d->view, "table"), trick), seat));
    page_put(d->p, "<td>");
    if (name)
        play_card_put(d, name, true);
    else
        page_put(d->p, "<span class=\"slot\"></span>");
    page_put(d->p, "</td>");
}

/* What another seat still holds, face down. */
static void put_backs(const struct drawing *d, size_t seat, size_t tricks)
{
    if ((long long)seat == number_of(d->view, "seat") || !number_of(d->view, "hand"))
        return;
    page_put(d->p, "<span class=\"backs\">");
    for (size_t k = 0; k < tricks; k++)
        if (!json_is_string(json_array_get(json_array_get(json_object_get(d->view, "table"), k), seat)))
            play_card_put(d, "hidden", false);
    page_put(d->p, "</span>");
}

/* Cards of a partner's hand that lie open. */
static void put_open(const struct drawing *d, long long seat)
{
    const json_t *hand, *card;
    size_t i, k;
    json_array_foreach(json_object_get(d->table, "open"), i, hand) if (number_of(hand, "seat") == seat)
        json_array_foreach(json_object_get(hand, "cards"), k, card) play_card_put(d, json_string_value(card), true);
}

static void put_sign(const struct drawing *d, const json_t *line)
{
    const char *word = json_text(line, "sign");
    page_fill(d->p, " <small class=\"sign\">{} ({}) → {}</small>", told(d, sign_made(sign_parse(word))), word,
              play_name(d, number_of(line, "to")));
}

/* What this seat was seen to make in this hand, the newest last. */
static void put_signs(const struct drawing *d, long long seat)
{
    const json_t *said = json_object_get(d->table, "said");
    size_t from = json_array_size(said);
    while (from && !json_object_get(json_array_get(said, from - 1), "hand"))
        from--;
    for (; from < json_array_size(said); from++) {
        const json_t *line = json_array_get(said, from);
        if (json_object_get(line, "sign") && number_of(line, "seat") == seat)
            put_sign(d, line);
    }
}

static void put_row(const struct drawing *d, size_t seat, size_t tricks)
{
    bool own = (long long)seat == number_of(d->view, "seat");
    page_fill(d->p, "<tr{h}><th scope=\"row\">{}", own ? " class=\"own\"" : "", play_name(d, (long long)seat));
    if (play_partner(d, (long long)seat))
        page_fill(d->p, " <small class=\"partner\">{}</small>", told(d, N_("your partner")));
    if ((long long)seat == number_of(d->view, "mano"))
        page_fill(d->p, " <small>{}</small>", told(d, N_("mano")));
    put_signs(d, (long long)seat);
    put_backs(d, seat, tricks);
    put_open(d, (long long)seat);
    page_put(d->p, "</th>");
    for (size_t k = 0; k < tricks; k++)
        put_laid(d, k, seat);
    page_put(d->p, "</tr>");
}

static void put_taken(const struct drawing *d, size_t tricks)
{
    page_put(d->p, "<tr class=\"taken\"><td></td>");
    for (size_t k = 0; k < tricks; k++) {
        const char *who = json_string_value(json_array_get(json_object_get(d->table, "taken"), k));
        page_fill(d->p, "<td>{}</td>",
                  !who ? ""
                       : told(d, !strcmp(who, "own")     ? N_("yours")
                                 : !strcmp(who, "other") ? N_("theirs")
                                                         : N_("parda")));
    }
    page_put(d->p, "</tr>");
}

/* A row for each seat, the others first and the person last; a column for each trick. */
static void put_cloth(const struct drawing *d)
{
    size_t seats = json_array_size(json_object_get(d->table, "names")),
           tricks = json_array_size(json_object_get(d->view, "table"));
    size_t own = (size_t)number_of(d->view, "seat");
    const char *vira = json_text(d->view, "vira");
    page_format(d->p, "<div class=\"cloth seats%zu\"><table><thead><tr><th scope=\"col\"><span class=\"unseen\">",
                seats);
    page_fill(d->p, "{}</span></th>", told(d, N_("trick")));
    for (size_t k = 0; k < tricks; k++)
        page_format(d->p, "<th scope=\"col\">%zu</th>", k + 1);
    page_put(d->p, "</tr></thead><tbody>");
    for (size_t i = 1; i <= seats; i++)
        put_row(d, (own + i) % seats, tricks);
    put_taken(d, tricks);
    page_put(d->p, "</tbody></table>");
    if (*vira) {
        page_put(d->p, "<figure class=\"vira\">");
        play_card_put(d, vira, true);
        page_fill(d->p, "<figcaption>{}</figcaption></figure>", told(d, N_("turned up")));
    }
    page_put(d->p, "</div>");
}

/* --- what was said ----------------------------------------------------------------------------------------------------------- */

static void put_points(const struct drawing *d, const json_t *points)
{
    const json_t *n;
    size_t i;
    bool any = false;
    json_array_foreach(points, i, n)
    {
        if (!json_integer_value(n))
            continue;
        page_put(d->p, any ? "; " : "");
        put_scorer(d, json_array_get(json_object_get(d->table, "scores"), i));
        page_format(d->p, " +%lld", (long long)json_integer_value(n));
        any = true;
    }
    if (!any)
        page_text(d->p, told(d, N_("nobody gains a point")));
}

static void put_winner(const struct drawing *d, const json_t *line)
{
    const json_t *score = json_array_get(json_object_get(d->table, "scores"), (size_t)number_of(line, "winner"));
    page_fill(d->p, "{}: ", told(d, N_("the game")));
    if (score)
        put_scorer(d, score);
    else
        page_text(d->p, told(d, N_("Nobody won.")));
}

static void put_done(const struct drawing *d, const json_t *line)
{
    const char *card = *json_text(line, "card") ? json_text(line, "card") : json_text(line, "shows");
    char words[CARD_WORDS];
    page_fill(d->p, "{}: ", play_name(d, number_of(line, "seat")));
    if (*card && strcmp(card, "hidden")) {
        play_card(card, d->language, words);
        page_fill(d->p, "{}{h}{}{h}", words, *json_text(line, "shows") ? " (" : "",
                  *json_text(line, "shows") ? told(d, N_("shown")) : "", *json_text(line, "shows") ? ")" : "");
    } else if (json_object_get(line, "value")) {
        long long value = number_of(line, "value");
        page_format(d->p, "%lld", value >= 100 ? value - 100 : value);
    } else if (json_object_get(line, "sign")) {
        put_sign(d, line);
    } else {
        page_fill(d->p, "<strong>{}</strong>", json_text(line, "says"));
    }
}

static void put_line(const struct drawing *d, const json_t *line)
{
    if (json_object_get(line, "hand")) {
        page_fill(d->p, "<li class=\"hand\">{} {d} · {}: {}", told(d, N_("Hand")), number_of(line, "hand"),
                  told(d, N_("mano")), play_name(d, number_of(line, "mano")));
    } else if (json_object_get(line, "points")) {
        page_put(d->p, "<li class=\"points\">");
        put_points(d, json_object_get(line, "points"));
    } else if (json_object_get(line, "game")) {
        page_put(d->p, "<li class=\"points\">");
        put_winner(d, line);
    } else if (json_object_get(line, "late")) {
        page_fill(d->p, "<li class=\"fault\">{}", told(d, N_("Your time has run out.")));
    } else {
        page_put(d->p, "<li>");
        put_done(d, line);
    }
    page_put(d->p, "</li>");
}

/* The newest first: that is what a screen of any size shows. */
static void put_said(const struct drawing *d)
{
    const json_t *said = json_object_get(d->table, "said");
    page_fill(d->p, "<section class=\"said-here\"><h2>{}</h2><ol reversed class=\"spoken\">",
              told(d, N_("What was said and played")));
    for (size_t i = json_array_size(said); i-- > 0;)
        put_line(d, json_array_get(said, i));
    page_put(d->p, "</ol></section>");
}

/* --- all of it -------------------------------------------------------------------------------------------------------------------- */

void play_table(struct page *p, const char *id, const struct look *l, const char *language, const char *form)
{
    json_auto_t *table = l->table ? json_loads(l->table, 0, NULL) : NULL;
    struct drawing d = { p, id, language, form, table, json_object_get(table, "view") };
    if (!table) {
        page_fill(p, "<p class=\"question\" role=\"status\">{}</p>", told(&d, N_("The table is being set…")));
        return;
    }
    put_where(&d);
    put_scores(&d);
    page_put(p, "<div class=\"sides\"><div>");
    put_cloth(&d);
    play_choices(&d, l);
    page_put(p, "</div>");
    put_said(&d);
    page_put(p, "</div>");
}
