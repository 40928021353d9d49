/* action: everything a seat can say or do, in every variant.
 *
 * A word may depend on the variant (truco, retruco, vale-cuatro are the steps 1, 2, 3 of one
 * ladder); the number never does.  Numbers are stable: records outlive the code. */
#ifndef FIEL_ACTION_H
#define FIEL_ACTION_H

#include "card.h"

/* X(NAME, number, word): a word of "" is made from the argument or the variant's ladder. */
#define FIEL_ACTIONS(X) \
    X(PLAY, 1, "play")           /* arg: card */ \
    X(PLAY_DOWN, 2, "play-down") /* arg: card; in public CARD_HIDDEN */ \
    X(RAISE, 3, "")              /* arg: step of the ladder, 1 = truco */ \
    X(QUIERO, 4, "quiero")       /* accepts what is open: envido first, then the stake */ \
    X(NO_QUIERO, 5, "no-quiero") \
    X(ENVIDO, 6, "envido")           /* arg: 0 (2 points), or the N of envido-N */ \
    X(REAL_ENVIDO, 7, "real-envido") /* arg: 0 (3 points), or the N of N-real-envido */ \
    X(FALTA_ENVIDO, 8, "falta-envido") \
    X(FLOR, 9, "flor") \
    X(CONTRAFLOR, 10, "contraflor") \
    X(CONTRAFLOR_RESTO, 11, "contraflor-al-resto") \
    X(CON_FLOR_QUIERO, 12, "con-flor-quiero") \
    X(CON_FLOR_ACHICO, 13, "con-flor-me-achico") \
    X(DECLARE, 14, "declare") /* the arbiter states the true value */ \
    X(SILENT, 15, "silent")   /* my side leads: asked again if it is overtaken */ \
    X(SON_BUENAS, 16, "son-buenas") \
    X(MAZO, 17, "mazo") \
    X(PASS, 18, "pass") \
    X(PIDO_FLOR, 19, "pido-flor")     /* accuses the rival of a hidden flor */ \
    X(ELEVEN_PLAY, 20, "eleven-play") /* plays the hand of eleven (of ten) */ \
    X(ELEVEN_RUN, 21, "eleven-run") \
    X(PLAY_BLIND, 22, "play-blind")             /* arg: place 0..2 of a card nobody has seen */ \
    X(QUIERO_MAZO, 23, "quiero-mazo")           /* accepts the stake and gives the hand up in one breath */ \
    X(FLOR_ENVIDO, 24, "flor-envido")           /* con flor envido; arg as of ENVIDO */ \
    X(FLOR_REAL_ENVIDO, 25, "flor-real-envido") /* arg as of REAL_ENVIDO */ \
    X(FLOR_FALTA_ENVIDO, 26, "flor-falta-envido") \
    X(PASO, 27, "paso")                  /* leaves the hand alone, where mazo takes the side along */ \
    X(EMBIT_MORE, 28, "")                /* raises a rival's embit; arg: 1, 2 or 10 points */ \
    X(EMBIT_REST, 29, "restou")          /* the same by all the rest */ \
    X(TRUC_REST, 30, "restou-y-troucou") /* an embit for all the rest and a truc */ \
    X(DISCARD, 31, "discard")            /* the gallo's; arg: card; in public CARD_HIDDEN */

enum action_kind {
#define X(name, number, word) ACT_##name = number,
    FIEL_ACTIONS(X)
#undef X
};

enum { ACTION_LAST = ACT_DISCARD };

struct action {
    uint8_t kind; /* enum action_kind; 0 is no action */
    uint8_t arg;
};

/* One number for the wire and for comparing: kind * 256 + arg. */
static inline uint16_t action_code(struct action a) { return (uint16_t)(a.kind << 8 | a.arg); }
static inline struct action action_of_code(uint16_t code)
{
    struct action a = { (uint8_t)(code >> 8), (uint8_t)(code & 0xff) };
    return a;
}

enum { ACTION_TEXT = 32 }; /* room for the longest word and its NUL */

#endif
