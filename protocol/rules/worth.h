/* worth: what cards are worth, in a trick and in envido and flor, and where the hand stands.  For everybody who plays. */
#ifndef FIEL_WORTH_H
#define FIEL_WORTH_H

#include "position.h"

enum { FLOR_RESERVADA = 100 };

unsigned card_strength(const struct open *o, card_t c); /* in a trick; CARD_HIDDEN is 0 */
unsigned card_points(card_t c);                         /* in envido and flor, when it is no piece */
unsigned piece_points(const struct open *o, card_t c);  /* those of a piece, 0 when it is none */
unsigned envido_value(const struct open *o, const card_t held[FIEL_HELD_MAX]); /* seed 003 sections 7, 13, 23 */
bool suit_flor_held(const card_t held[FIEL_HELD_MAX]);                         /* three cards of one suit */
bool flor_held(const struct open *o, const card_t held[FIEL_HELD_MAX]);
unsigned flor_value(const struct open *o, const card_t held[FIEL_HELD_MAX]);
bool flor_reservada(const struct open *o, const card_t held[FIEL_HELD_MAX]);   /* perico and perica: beats the others */
unsigned flor_rank(const struct open *o, const card_t held[FIEL_HELD_MAX]);    /* as it is declared and compared: the
                                                                         * value, and 100 for a reservada */
unsigned envido_cards(const struct open *o, const card_t held[FIEL_HELD_MAX]); /* bit per position: those that
                                                                            * make the value */

/* --- where the hand stands --- */
unsigned truco_points(const struct open *o, unsigned step); /* of a step of the ladder, 0: nothing was said; vale
                                                             * juego: the whole target; beyond the top: 0 */
bool envido_open(const struct open *o); /* some seat may still be the first to say envido in this hand */
/* The side whose card is the best of the trick in play, FIEL_TIE, or FIEL_NOBODY before its first card. */
unsigned trick_leads(const struct open *o);

#endif
