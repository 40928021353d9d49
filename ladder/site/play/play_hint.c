/* play_hint: what the person's seat makes of its own cards, in the reader's language. */
#include <string.h>

#include "play_table.h"

static void put_number(const struct drawing *d, const json_t *n)
{
    page_format(d->p, "%lld", (long long)json_integer_value(n));
}

static void put_cards(const struct drawing *d, const json_t *list)
{
    const json_t *card;
    size_t i;
    char words[CARD_WORDS];
    json_array_foreach(list, i, card)
    {
        play_card(json_string_value(card), d->language, words);
        page_fill(d->p, "{h}{}", i ? ", " : "", words);
    }
}

/* A card, how many beat it and how often it wins. */
static void put_card(const struct drawing *d, const json_t *one)
{
    const json_t *chance = json_object_get(one, "chance");
    char words[CARD_WORDS];
    play_card(json_string_value(json_object_get(one, "card")), d->language, words);
    page_fill(d->p, "<li><strong>{}</strong>: ", words);
    put_number(d, json_object_get(one, "beaten"));
    page_fill(d->p, " {}", told(d, N_("of the cards you have not seen beat it")));
    if (chance) {
        page_fill(d->p, "; {} ", told(d, N_("played now, you take the hand so often of 100:")));
        put_number(d, chance);
    }
    page_put(d->p, "</li>");
}

static void put_envido(const struct drawing *d, const json_t *hint)
{
    bool embit = json_object_get(hint, "embit");
    const json_t *worth = json_object_get(hint, embit ? "embit" : "envido"), *flor = json_object_get(hint, "flor");
    if (worth) {
        page_fill(d->p, "<li>{}: <strong>", told(d, embit ? N_("Your embit") : N_("Your envido")));
        put_number(d, worth);
        page_put(d->p, "</strong> (");
        put_cards(d, json_object_get(hint, "with"));
        page_fill(d->p, "); {} ", told(d, N_("more than so many of 100 hands:")));
        put_number(d, json_object_get(hint, "better"));
        page_put(d->p, "</li>");
    }
    if (flor) {
        page_fill(d->p, "<li>{}: <strong>", told(d, N_("Your flor")));
        put_number(d, flor);
        page_fill(d->p, "</strong>{h}{}</li>", json_is_true(json_object_get(hint, "reservada")) ? ", " : "",
                  json_is_true(json_object_get(hint, "reservada")) ? told(d, N_("reservada, which beats every other"))
                                                                   : "");
    }
}

/* "1 espadas > 1 bastos > ...": equal ones together. */
static void put_order(const struct drawing *d, const json_t *order)
{
    const json_t *equal, *card;
    size_t i, k;
    page_fill(d->p, "<p class=\"explain\">{}: ", told(d, N_("Strongest first")));
    json_array_foreach(order, i, equal)
    {
        page_put(d->p, i ? " · " : "");
        json_array_foreach(equal, k, card) page_fill(d->p, "{h}{}", k ? "=" : "", json_string_value(card));
    }
    page_put(d->p, "</p>");
}

void play_hint(const struct drawing *d)
{
    const json_t *hint = json_object_get(d->table, "hint"), *cards = json_object_get(hint, "cards"), *one;
    size_t i;
    page_fill(d->p, "<section class=\"hint\" aria-label=\"{}\"><ul>", told(d, N_("What is my hand worth?")));
    json_array_foreach(cards, i, one) put_card(d, one);
    if (!cards)
        page_fill(d->p, "<li>{}</li>", told(d, N_("Nobody sees a card of this hand, you neither.")));
    if (json_object_get(hint, "chance")) {
        page_fill(d->p, "<li>{} ", told(d, N_("As the cards lie, you take the tricks so often of 100:")));
        put_number(d, json_object_get(hint, "chance"));
        page_put(d->p, "</li>");
    }
    put_envido(d, hint);
    page_put(d->p, "</ul>");
    put_order(d, json_object_get(hint, "order"));
    page_put(d->p, "</section>");
}
