/* worth: what cards are worth, in a trick and in envido and flor.  For everybody who plays. */
#ifndef FIEL_WORTH_H
#define FIEL_WORTH_H

#include "match.h"

unsigned card_strength(const struct open *o, card_t c); /* in a trick; CARD_HIDDEN is 0 */
unsigned card_points(card_t c);                         /* in envido and flor */
unsigned envido_value(const card_t held[HELD_MAX]);     /* seed 003 section 7, and 13 for a flor not sung */
bool flor_held(const card_t held[HELD_MAX]);
unsigned flor_value(const card_t held[HELD_MAX]);
unsigned envido_cards(const card_t held[HELD_MAX]);     /* bit per position: those that make the value */

#endif
