/* sample: what is known of a seat's cards, for those that deal or count what is not.  Not installed. */
#ifndef FIEL_SDK_SAMPLE_H
#define FIEL_SDK_SAMPLE_H

#include "fiel.h"

/* What is certain of a seat's cards, by place as dealt: CARD_HIDDEN stands for the others, CARD_NONE where it was
 * dealt none. */
void cards_certain(const struct view *v, unsigned seat, card_t cards[FIEL_HELD_MAX]);
/* Whether cards agree with what their holder sang and declared. */
bool cards_fit(const struct open *o, unsigned seat, const card_t cards[FIEL_HELD_MAX]);
/* The highest value that a rival of this seat declared, 0 where none did. */
unsigned rivals_declared(const struct open *o, unsigned seat);

#endif
