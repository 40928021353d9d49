/* gallo: three seats, where one plays alone against the two others (seed 003 section 3).
 *
 * The gallo is dealt four cards and lays one away before anything else is said; nobody sees it.  From then on it is
 * the fourth card that the gallo was dealt, and is gone, so that it holds three cards like everybody else. */
#include "hand.h"

enum { FOURTH = 3 };

unsigned rules_gallo(const struct rules *r, int seats, unsigned mano)
{
    if (seats != 3)
        return FIEL_NOBODY;
    if (r->opt[OPT_GALLO] == GALLO_FIJO)
        return 0;
    return r->opt[OPT_GALLO_SEAT] == GALLO_SEAT_MANO ? mano : (mano + 2u) % 3u; /* "que sera el dador" */
}

void gallo_begin(struct open *o)
{
    o->gallo = (uint8_t)rules_gallo(&o->rules, o->seats, o->mano);
    if (o->gallo == FIEL_NOBODY)
        return;
    o->sides[0] = (uint8_t)bit(o->gallo);
    o->sides[1] = (uint8_t)(all_seats(o) & ~bit(o->gallo));
    o->turn = o->gallo;
    o->phase = PHASE_DISCARD;
}

void gallo_discard(struct position *pos, card_t card)
{
    struct open *o = &pos->open;
    card_t *held = pos->dealt[o->gallo];
    for (unsigned k = 0; k <= FOURTH; k++)
        if (held[k] == card)
            o->discard = (uint8_t)k;
    held[o->discard] = held[FOURTH];
    held[FOURTH] = card;
    o->gone[o->gallo] = (uint8_t)bit(FOURTH);
}
