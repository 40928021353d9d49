/* perique: the sota of coins and the knight of clubs, wild in declarations (seed 000, "Card ranking and
 * values").  In tricks they are what is printed on them. */
#include "hand.h"

enum { SOTA_OF_COINS = FIEL_OROS * 10 + 7, KNIGHT_OF_CLUBS = FIEL_BASTOS * 10 + 8 };
/* "They are usually turned into 7s because [...] this is the value of the highest cards." */
enum { SEVEN = 7 };

static bool is_perique(card_t c) { return c == SOTA_OF_COINS || c == KNIGHT_OF_CLUBS; }

static unsigned wild_points(card_t c) { return is_perique(c) ? SEVEN : card_points(c); }

static bool one_suit(card_t a, card_t b) { return is_perique(a) || is_perique(b) || card_suit(a) == card_suit(b); }

bool perique_flor_held(const card_t held[FIEL_HELD_MAX])
{
    return held[0] < FIEL_CARDS && held[1] < FIEL_CARDS && held[2] < FIEL_CARDS && one_suit(held[0], held[1]) &&
           one_suit(held[1], held[2]) && one_suit(held[0], held[2]);
}

/* "The maximum score is 41 points" with both of them and a seven. */
unsigned perique_flor_value(const card_t held[FIEL_HELD_MAX])
{
    return 20 + wild_points(held[0]) + wild_points(held[1]) + wild_points(held[2]);
}

/* "The sum of the point values of the two cards plus a further 20 points"; without a pair 0 (RULES.md section 7.3). */
unsigned perique_embit(const card_t held[FIEL_HELD_MAX], unsigned *positions)
{
    unsigned best = 0;
    *positions = 0;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < i; j++) {
            unsigned pair = 20 + wild_points(held[i]) + wild_points(held[j]);
            if (one_suit(held[i], held[j]) && pair > best) {
                best = pair;
                *positions = bit(i) | bit(j);
            }
        }
    return best;
}
