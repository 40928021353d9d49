/* card: a card as a picture of letters. */
#include <string.h>

#include "cli/language.h"
#include "rules/values.h"
#include "rules/worth.h"
#include "table.h"

static unsigned card_paint(card_t card) { return card < FIEL_CARDS ? PAINT_SUIT + card_suit(card) : PAINT_DIM; }

static const char *const signs[] = { "♠", "♣", "♦", "♥" };

static bool french_names(const struct open *o) { return o->rules.opt[OPT_NAMES] == NAMES_FRENCH; }

char *card_said(const struct open *o, card_t card, bool utf8, char out[CARD_SAID])
{
    char name[CARD_TEXT];
    card_name(o, card, name);
    if (french_names(o) && utf8)
        snprintf(out, CARD_SAID, "%.*s%s", (int)strlen(name) - 1, name, signs[card_suit(card)]);
    else
        snprintf(out, CARD_SAID, "%s", name);
    return out;
}

/* Six columns at most. */
static const char *suit_word(unsigned suit, bool french, bool utf8)
{
    if (french && utf8)
        return signs[suit];
    switch (suit) {
    case 0: return french ? T("spades") : "espada";
    case 1: return french ? T("clubs") : "basto";
    case 2: return french ? T("diam.") : T("oro");
    default: return french ? T("hearts") : "copa";
    }
}

/* "espada" below its number; the French suits by their signs. */
static void card_words(const struct open *o, card_t card, bool utf8, char rank[12], char suit[12])
{
    char name[CARD_TEXT];
    if (card >= FIEL_CARDS) {
        strcpy(rank, "");
        strcpy(suit, "");
        return;
    }
    card_name(o, card, name);
    name[strlen(name) - 1] = '\0';
    snprintf(rank, 12, "%s", name);
    snprintf(suit, 12, "%s", suit_word(card_suit(card), french_names(o), utf8));
}

void card_put(struct canvas *c, const struct open *o, int row, int column, card_t card, char key)
{
    char rank[12], suit[12], line[40], edge[40];
    unsigned paint = card_paint(card);
    bool down = card == CARD_HIDDEN;
    if (card == CARD_NONE)
        return;
    card_words(o, card, c->utf8, rank, suit);
    canvas_put(c, row, column, paint, c->utf8 ? "╭──────╮" : "+------+");
    snprintf(line, sizeof line, c->utf8 ? "│%s%-4s%s│" : "|%s%-4s%s|", down ? "" : " ", down ? "" : rank,
             down ? "" : " ");
    canvas_put(c, row + 1, column, paint, down ? (c->utf8 ? "│░░░░░░│" : "|::::::|") : line);
    int pad = 6 - text_columns(suit);
    snprintf(line, sizeof line, c->utf8 ? "│%*s%s%*s│" : "|%*s%s%*s|", pad / 2 + pad % 2, "", suit, pad / 2, "");
    canvas_put(c, row + 2, column, paint, down ? (c->utf8 ? "│░░░░░░│" : "|::::::|") : line);
    canvas_put(c, row + 3, column, paint, c->utf8 ? "╰──────╯" : "+------+");
    if (key) {
        snprintf(edge, sizeof edge, "%c", key);
        canvas_put(c, row + 3, column + 3, PAINT_KEY, edge);
    }
}

int card_put_small(struct canvas *c, const struct open *o, int row, int column, card_t card)
{
    char name[CARD_SAID], text[12];
    if (card == CARD_NONE)
        return canvas_put(c, row, column, PAINT_DIM, "");
    snprintf(text, sizeof text, "[%s]", card < FIEL_CARDS ? card_said(o, card, c->utf8, name) : "??");
    return canvas_put(c, row, column, card_paint(card), text);
}

enum { COMMON_MOST = 10 /* strength of the highest card that is no manilha */ };

const char *card_special(const struct open *o, card_t card)
{
    unsigned ranks = o->rules.opt[OPT_RANKS];
    bool brazil = ranks == RANKS_MINEIRO || (ranks == RANKS_MANILHA && o->vira < FIEL_CARDS);
    if (card < FIEL_CARDS && piece_points(o, card) > 0)
        return T("pieza");
    return brazil && card < FIEL_CARDS && card_strength(o, card) > COMMON_MOST ? "manilha" : NULL;
}
