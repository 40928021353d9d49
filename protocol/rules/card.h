/* card: the forty cards of the Spanish pack, as numbers.
 *
 * A card is 10 * suit + rank index: suits in the order espadas, bastos, oros, copas;
 * ranks in the order 1 2 3 4 5 6 7 10 11 12 (seed 003 sections 8 and 9).  The French
 * names of the Brazilian games are other words for the same forty numbers. */
#ifndef FIEL_CARD_H
#define FIEL_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t card_t;

enum {
    FIEL_CARDS = 40,
    CARD_HIDDEN = 254, /* a card is there, face down */
    CARD_NONE = 255,   /* no card is there */
    CARD_TEXT = 4,     /* room for the longest name and its NUL: "10e" */
};

enum suit { FIEL_ESPADAS, FIEL_BASTOS, FIEL_OROS, FIEL_COPAS };

/* An enum suit. */
static inline unsigned card_suit(card_t c) { return c / 10u; }
static inline unsigned card_rank(card_t c) { return c % 10u; } /* index 0..9, not the pip */

/* Number printed on the card: 1..7, 10, 11, 12. */
static inline unsigned card_pip(card_t c) { return card_rank(c) < 7 ? card_rank(c) + 1 : card_rank(c) + 3; }

/* Reads "7e", "12o" or a French name ("7C", "QH"); true and *out on success, else *out is untouched. */
bool card_parse(const char *text, card_t *out);

/* Writes the Spanish name; `text` has room for CARD_TEXT bytes. Returns `text`. */
char *card_text(card_t c, char text[CARD_TEXT]);
char *card_text_french(card_t c, char text[CARD_TEXT]);

#endif
