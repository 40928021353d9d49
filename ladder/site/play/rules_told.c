/* rules_told: what a game's rules are, in words. */
#include "pages_play.h"

#include "play_words.h"
#include "rules/values.h"
#include "rules/worth.h"
#include "site/session/show.h"

/* All of the pack from the strongest down, as they are where none is turned. */
static void put_order(struct http_request *r, struct page *p, const struct rules *rules)
{
    struct open o = { .rules = *rules, .vira = CARD_NONE };
    const char *between = "";
    char text[CARD_TEXT], words[CARD_WORDS];
    page_fill(p, "<h2>{}</h2><p>", TR(r, "The cards, from the strongest down"));
    for (unsigned strength = UINT8_MAX; strength > 0; strength--, between = *between ? " &gt; " : between)
        for (card_t c = 0; c < FIEL_CARDS; c++)
            if (rules_have_card(rules, c) && card_strength(&o, c) == strength) {
                play_card(card_name(&o, c, text), guest_of(r)->language, words);
                page_put(p, between);
                page_fill(p, "{}", words);
                between = " = ";
            }
    page_fill(p, rules_turn_card(rules) ? ". {}</p>" : "</p>",
              TR(r, "A card is turned after the deal: those that it names beat all of these."));
}

/* How many games make a match is not one of them: the ladder or the table says that. */
static void put_settings(struct http_request *r, struct page *p, const struct rules *rules, int64_t seats)
{
    static const struct column columns[] = { { N_("rule"), false },
                                             { N_("as it is here"), false },
                                             { N_("name"), false } };
    char value[64];
    show_columns(r, p, "settings", columns, 3);
    for (unsigned k = 0; k < OPT_COUNT; k++) {
        option_value_text((enum option)k, rules->opt[k], value, sizeof value);
        if (k != OPT_CHICOS && option_in_preset((enum option)k, rules->preset) && (k < OPT_SIGNS || seats > 3))
            page_fill(p, "<tr><td>{}</td><td>{}</td><td><code>{}={}</code></td></tr>", TR(r, option_rows[k].meaning),
                      say_name(r, value), option_rows[k].name, value);
    }
    page_put(p, "</tbody></table></div>");
}

void put_rules(struct http_request *r, struct page *p, const struct rules *rules, int64_t seats)
{
    page_fill(p, "<p><strong>{}</strong>: {}.</p><p>{}</p>", preset_rows[rules->preset].name,
              TR(r, preset_rows[rules->preset].meaning),
              TR(r, "Each player has three cards, and who takes two of the three tricks takes the hand. Who says truco "
                    "asks to play for more: a rival accepts, raises, or gives the hand up. So a weak hand may win."));
    if ((rules->opt[OPT_ENVIDO] == ENVIDO_WORDS || rules->opt[OPT_ENVIDO] == ENVIDO_NUMERIC) && !rules_turn_card(rules))
        page_fill(p, "<p>{}</p>",
                  TR(r,
                     "Before the first trick is over a side may also bet on the envido: two cards of one suit count 20 "
                     "and both their numbers, of which 10, 11 and 12 count nothing. Without two of one suit the "
                     "highest card counts alone."));
    put_order(r, p, rules);
    page_fill(p, "<h2>{}</h2>", TR(r, "What each rule is here"));
    put_settings(r, p, rules, seats);
}
