/* hint_sign: which signs are true of my cards.  See fiel.h. */
#include "fiel.h"

#include "rules/worth.h"

enum { JACK = 7, KNIGHT = 8, KING = 9 }; /* ranks, from 0 */

/* Cards of the pack that take a trick from this one: 0 of the best. */
static unsigned beaten_by(const struct view *v, card_t card)
{
    unsigned n = 0, own = hint_strength(v, card);
    for (card_t c = 0; c < FIEL_CARDS; c++)
        n += rules_have_card(&v->open.rules, c) && hint_strength(v, c) > own;
    return n;
}

/* The perico is the knight of the turned suit, the perica its jack; the king stands in for one that is
 * turned. */
static bool turned_court(const struct view *v, card_t card, unsigned rank)
{
    card_t vira = v->open.vira;
    if (vira >= FIEL_CARDS || card_suit(card) != card_suit(vira))
        return false;
    return card_rank(card) == rank || (card_rank(card) == KING && card_rank(vira) == rank);
}

static bool card_is(const struct view *v, card_t card, enum sign_word word)
{
    unsigned suit = card_suit(card), rank = card_rank(card);
    switch (word) {
    case SIGN_ACE_SWORDS: return suit == 0 && rank == 0;
    case SIGN_ACE_CLUBS: return suit == 1 && rank == 0;
    case SIGN_FALSE_ACE: return suit > 1 && rank == 0;
    case SIGN_SEVEN_SWORDS: return suit == 0 && rank == 6;
    case SIGN_SEVEN_COINS: return suit == 2 && rank == 6;
    case SIGN_THREE: return rank == 2;
    case SIGN_TWO: return rank == 1;
    case SIGN_PIEZA: return hint_strength(v, card) > hint_strength(v, 0);
    case SIGN_PERICO: return turned_court(v, card, KNIGHT);
    case SIGN_PERICA: return turned_court(v, card, JACK);
    case SIGN_ZAP: return beaten_by(v, card) == 0;
    case SIGN_COPAS: return beaten_by(v, card) == 1;
    case SIGN_ESPADILHA: return beaten_by(v, card) == 2;
    case SIGN_PICA_FUMO: return beaten_by(v, card) == 3;
    case SIGN_PERIQUE: return (suit == 2 && rank == JACK) || (suit == 1 && rank == KNIGHT);
    case SIGN_BAD:
    case SIGN_ENVIDO:
    case SIGN_ENVIDO_LOW:
    case SIGN_ENVIDO_HIGH:
    case SIGN_FLOR:
    case SIGN_EMBIT:
    case SIGN_LET_GO:
    case SIGN_GO: break;
    }
    return false;
}

/* Two cards of one suit, or a perique, which is any. */
static bool has_pair(const struct view *v)
{
    const card_t *own = v->known[v->seat];
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < 3; j++)
            if (card_is(v, own[i], SIGN_PERIQUE) || (i != j && card_suit(own[i]) == card_suit(own[j])))
                return true;
    return false;
}

/* Weaker than every two: in each variant the eight best and the twos make twelve. */
static bool all_bad(const struct view *v, const card_t *held, int n)
{
    for (int i = 0; i < n; i++)
        if (beaten_by(v, held[i]) < 12)
            return false;
    return n > 0;
}

static bool is_true(const struct view *v, enum sign_word word)
{
    card_t held[FIEL_HELD_MAX];
    int n = hint_held(v, held);
    unsigned envido = hint_envido(v);
    for (int i = 0; i < n; i++)
        if (held[i] < FIEL_CARDS && card_is(v, held[i], word))
            return true;
    switch (word) {
    case SIGN_BAD: return all_bad(v, held, n);
    case SIGN_ENVIDO: return envido >= 27;
    case SIGN_ENVIDO_LOW: return envido >= 27 && envido <= 29;
    case SIGN_ENVIDO_HIGH: return envido >= 30;
    case SIGN_FLOR: return hint_flor(v);
    case SIGN_EMBIT: return has_pair(v);
    case SIGN_ACE_SWORDS:
    case SIGN_ACE_CLUBS:
    case SIGN_SEVEN_SWORDS:
    case SIGN_SEVEN_COINS:
    case SIGN_THREE:
    case SIGN_TWO:
    case SIGN_FALSE_ACE:
    case SIGN_PIEZA:
    case SIGN_PERICO:
    case SIGN_PERICA:
    case SIGN_ZAP:
    case SIGN_COPAS:
    case SIGN_ESPADILHA:
    case SIGN_PICA_FUMO:
    case SIGN_PERIQUE:
    case SIGN_LET_GO:
    case SIGN_GO: break;
    }
    return false;
}

int hint_signs(const struct view *v, uint8_t words[SIGN_ROOM])
{
    int n = 0;
    for (unsigned k = 0; k < 3; k++)
        if (v->known[v->seat][k] >= FIEL_CARDS)
            return 0; /* an iron hand that is played unseen: nothing is known to be true */
    for (unsigned word = 1; word <= SIGN_LAST; word++)
        if (sign_known(&v->open.rules, word) && is_true(v, (enum sign_word)word))
            words[n++] = (uint8_t)word;
    return n;
}

unsigned hint_partner(const struct view *v)
{
    const struct open *o = &v->open;
    for (unsigned i = 1; i < o->seats; i++)
        if (sign_partner(o, v->seat, (v->seat + i) % o->seats))
            return (v->seat + i) % o->seats;
    return FIEL_NOBODY;
}
