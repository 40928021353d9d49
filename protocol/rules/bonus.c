/* bonus: "the two top cards earn bonus points when they are played to a trick: 2 points for the Sword and 1
 * for the Club" (seed 000, "Play").  RULES.md says why the trick need not be won (bonus=on_play). */
#include "hand.h"

enum { SWORD = FIEL_ESPADAS * 10, CLUB = FIEL_BASTOS * 10 };

static unsigned bonus_of(card_t c) { return c == SWORD ? 2 : c == CLUB ? 1 : 0; }

void bonus_played(struct position *pos, unsigned seat, card_t card)
{
    if (bonus_of(card) != 0)
        credit(pos, ACCOUNT_BONUS, side_of(&pos->open, seat), bonus_of(card));
}

void bonus_won(struct position *pos)
{
    struct open *o = &pos->open;
    unsigned trick = o->trick - 1u, side = o->trick_winner[trick], points = 0;
    for (unsigned seat = 0; seat < o->seats; seat++)
        if (side_of(o, seat) == side)
            points += bonus_of(on_table(o, trick, seat));
    if (points != 0)
        credit(pos, ACCOUNT_BONUS, side, points);
}
