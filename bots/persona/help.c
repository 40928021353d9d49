/* help: see help.h. */
#include "help.h"

#include <ctype.h>
#include <string.h>

#include "cli/language.h"
#include "rules/values.h"
#include "rules/worth.h"
#include "table.h"

enum { SAMPLES = 2000, PAGE_WIDE = 76, MARGIN = 1, CARD_NAME = 5 };

struct lines {
    struct canvas *c;
    int row;
};

/* A text whose rows all begin this far in. */
static void put_in(struct lines *l, int in, unsigned paint, const char *text)
{
    int width = l->c->columns - 2 * MARGIN < PAGE_WIDE ? l->c->columns - 2 * MARGIN : PAGE_WIDE;
    l->row += canvas_wrap(l->c, l->row, MARGIN + in, width - in, paint, text);
}

static void put(struct lines *l, unsigned paint, const char *text) { put_in(l, 0, paint, text); }

/* The cards that this seat has not seen. */
static unsigned unseen_cards(const struct view *v, card_t out[FIEL_CARDS])
{
    unsigned n = 0;
    for (card_t c = 0; c < FIEL_CARDS; c++) {
        bool seen = c == v->open.vira;
        for (unsigned i = 0; i < SHAPE_TRICK_SEAT; i++)
            seen |= v->open.table[i] == c;
        for (unsigned i = 0; i < FIEL_SEATS_MAX * FIEL_HELD_MAX; i++)
            seen |= v->known[i / FIEL_HELD_MAX][i % FIEL_HELD_MAX] == c;
        if (!seen && rules_have_card(&v->open.rules, c))
            out[n++] = c;
    }
    return n;
}

/* --- the cards ------------------------------------------------------------------------------------------ */

unsigned help_beaten_by(const struct view *v, card_t card)
{
    card_t unseen[FIEL_CARDS];
    unsigned n = unseen_cards(v, unseen), more = 0;
    for (unsigned i = 0; i < n; i++)
        more += hint_strength(v, unseen[i]) > hint_strength(v, card);
    return more;
}

unsigned help_chance(const struct view *v, card_t card)
{
    struct fiel_random dice = { 1 };
    return (unsigned)(100 * hint_chance(v, card, SAMPLES, &dice) + 0.5);
}

static void put_cards(struct lines *l, const struct view *v, const struct action *legal, int n)
{
    card_t held[FIEL_HELD_MAX];
    char text[160], name[CARD_SAID];
    int count = hint_held(v, held);
    for (int i = 0; i < count; i++) {
        bool play = false;
        if (held[i] >= FIEL_CARDS)
            continue;
        unsigned more = help_beaten_by(v, held[i]);
        for (int k = 0; k < n; k++)
            play |= legal[k].kind == ACT_PLAY && legal[k].arg == held[i];
        int at = snprintf(text, sizeof text,
                          more == 0 ? T("none of the cards that you have not seen beats it")
                                    : TN("%u of the cards that you have not seen beats it",
                                         "%u of the cards that you have not seen beat it", more),
                          more);
        if (play && v->open.seats == 2 && at > 0)
            snprintf(text + at, sizeof text - (size_t)at, T("; played now, you take the hand %u times of 100"),
                     help_chance(v, held[i]));
        card_said(&v->open, held[i], l->c->utf8, name);
        canvas_put(l->c, l->row, MARGIN + CARD_NAME - 2 - text_columns(name), PAINT_PLAIN, name);
        put_in(l, CARD_NAME, PAINT_PLAIN, text);
    }
    if (v->open.seats == 2 && count) {
        snprintf(text, sizeof text, T("As the cards lie, you take the tricks of this hand %u times of 100."),
                 help_chance(v, CARD_NONE));
        put(l, PAINT_BOLD, text);
    }
}

/* Strongest first, equal ones together: "1e  1b  7e  7o  3e=3b=3o=3c  ..." */
static void put_order(struct lines *l, const struct view *v)
{
    char text[400], name[CARD_SAID];
    size_t n = (size_t)snprintf(text, sizeof text, "%s ", T("Strongest first:"));
    for (unsigned strength = 64; strength > 0; strength--) {
        const char *lead = " ";
        for (card_t c = 0; c < FIEL_CARDS && n < sizeof text; c++) {
            if (!rules_have_card(&v->open.rules, c) || hint_strength(v, c) != strength || c == v->open.vira)
                continue;
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", lead, card_said(&v->open, c, l->c->utf8, name));
            lead = "=";
        }
    }
    put(l, PAINT_DIM, text);
}

/* --- envido and flor ----------------------------------------------------------------------------------- */

unsigned help_better_than(const struct view *v, unsigned worth)
{
    card_t unseen[FIEL_CARDS];
    unsigned n = unseen_cards(v, unseen), all = 0, less = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            for (unsigned k = 0; k < j; k++) {
                card_t held[FIEL_HELD_MAX] = { unseen[i], unseen[j], unseen[k], CARD_NONE };
                all++;
                less += envido_value(&v->open, held) < worth;
            }
    return all ? 100 * less / all : 0;
}

bool help_sees(const struct view *v)
{
    return v->known[v->seat][0] < FIEL_CARDS && v->known[v->seat][1] < FIEL_CARDS && v->known[v->seat][2] < FIEL_CARDS;
}

static void put_envido(struct lines *l, const struct view *v)
{
    char text[200], name[CARD_SAID], cards[40] = "";
    unsigned worth = hint_envido(v), mask = envido_cards(&v->open, v->known[v->seat]);
    bool embit = v->open.rules.opt[OPT_ENVIDO] == ENVIDO_EMBIT;
    if (v->open.rules.opt[OPT_ENVIDO] == ENVIDO_NONE)
        return;
    for (unsigned k = 0; k < 3; k++)
        if (mask >> k & 1u) {
            strcat(cards, *cards ? T(" and ") : "");
            strcat(cards, card_said(&v->open, v->known[v->seat][k], l->c->utf8, name));
        }
    snprintf(text, sizeof text,
             T("Your %s is %u, with %s: more than %u of 100 hands that can be made of the cards you have not seen."),
             embit ? "embit" : "envido", worth, cards, help_better_than(v, worth));
    put(l, PAINT_BOLD, text);
    bool flor = v->open.rules.opt[OPT_FLOR] == ON || embit;
    if (flor && hint_flor(v)) {
        unsigned value = hint_flor_value(v);
        snprintf(text, sizeof text, T("You have a flor of %u%s."), value % 100,
                 value >= 100 ? T(", reservada, which beats every other") : "");
        put(l, PAINT_BOLD, text);
    } else if (flor) {
        put(l, PAINT_PLAIN, T("You have no flor."));
    }
}

static void put_signs(struct lines *l, const struct view *v)
{
    uint8_t words[SIGN_ROOM];
    char text[400];
    int n = signs_on(&v->open) ? hint_signs(v, words) : 0;
    snprintf(text, sizeof text, "%s ", T("Señas that would be true:"));
    for (int i = 0; i < n; i++) {
        size_t at = strlen(text);
        snprintf(text + at, sizeof text - at, "%s%s", i ? ", " : "", sign_called(words[i]));
    }
    if (n)
        put(l, PAINT_PLAIN, text);
}

/* A bet that this table has, to be typed as an example. */
static const char *example_bet(const struct view *v)
{
    switch (v->open.rules.opt[OPT_NAMES]) {
    case NAMES_FRENCH: return "seis";
    case NAMES_GASCON: return "truc";
    default: return "real envido";
    }
}

static void put_keys(struct lines *l, const struct view *v)
{
    char text[400], name[CARD_SAID];
    card_t card = 0;
    card_parse("7e", &card);
    snprintf(text, sizeof text,
             T("Keys: 1 2 3 play a card, letters are what the menu says; press one that is not there to be told why. "
               ": lets you type a word of the table, as %s, or a card, as %s. ctrl-C leaves."),
             example_bet(v), card_said(&v->open, card, false, name));
    put(l, PAINT_PLAIN, text);
}

void help_draw(struct canvas *c, const struct view *v, const struct action *legal, int n)
{
    struct lines l = { c, 0 };
    put(&l, PAINT_KEY, T("What your hand is worth (any key goes back)"));
    l.row++;
    if (help_sees(v)) {
        put_cards(&l, v, legal, n);
        put_envido(&l, v);
        put_signs(&l, v);
    } else {
        put(&l, PAINT_PLAIN, T("This is the iron hand: nobody sees a card, yours included, and you play by places."));
    }
    l.row++;
    put_order(&l, v);
    put_keys(&l, v);
    put(&l, PAINT_DIM, T("All of a variant's rules: fiel rules PRESET, and spec/RULES.md."));
}

/* --- why not ------------------------------------------------------------------------------------------- */

enum rule_error why_rule(const struct view *v, struct action a)
{
    struct position table;
    struct fiel_random dice = { 1 };
    view_sample(v, &dice, &table);
    return position_apply(&table, v->seat, a, &table);
}

const char *why_not(const struct view *v, struct action a) { return refusal_words(why_rule(v, a)); }

/* Letters in small, no exclamation marks, and between words what the table's words have there. */
static void tidy(const char *typed, char *out, size_t size)
{
    size_t n = 0;
    for (; *typed && n + 1 < size; typed++)
        if (isalnum((unsigned char)*typed) || *typed == ' ' || *typed == '-')
            out[n++] = *typed;
    while (n && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
}

/* What people say for a word of the table: "quero", "me voy al mazo"; the word itself where there is nothing else. */
static const char *table_word(const char *words)
{
    static const char *const same[][2] = {
        { "quero", "quiero" },
        { "nao-quero", "no-quiero" },
        { "acepto", "accept" },
        { "aceito", "accept" },
        { "me-voy", "run" },
        { "corro", "run" },
        { "vale-quatro", "vale-cuatro" },
        { "sao-boas", "son-buenas" },
        { "com-flor-quero", "con-flor-quiero" },
        { "com-flor-me-achico", "con-flor-me-achico" },
        { "contraflor-e-o-resto", "contraflor-al-resto" },
        { "me-voy-al-mazo", "mazo" },
        { "vou-ao-baralho", "mazo" },
        { "entrego-la-mano", "concede" },
        { "entrego-a-mao", "concede" },
        { "passo", "pass" },
        { "no-quero", "no-quiero" }, /* an accent is dropped: não quero */
        { "so-boas", "son-buenas" },
        { "u-aout", "u-aoute" }, /* u aouté */
        { "entrego-a-mo", "concede" },
        { "s", "yes" }, /* sí */
        { "si", "yes" },
        { "sim", "yes" },
        { "nao", "no" },
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (strcmp(words, same[i][0]) == 0)
            return same[i][1];
    return words;
}

bool word_meant(const struct open *o, const char *typed, struct action *out)
{
    char words[ACTION_TEXT * 2];
    card_t card;
    tidy(typed, words, sizeof words);
    if (card_parse(words, &card)) {
        *out = (struct action){ ACT_PLAY, card };
        return true;
    }
    if (action_parse(o, words, out) == RULE_OK)
        return true;
    for (char *c = words; *c; c++)
        *c = *c == ' ' ? '-' : (char)tolower((unsigned char)*c);
    return action_parse(o, table_word(words), out) == RULE_OK;
}
