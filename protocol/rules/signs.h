/* signs: the señas of partners (signs=on), true or false: nothing holds them against the cards.
 *
 * A sign is a word of the variant's vocabulary, made to one partner.  Who else sees it is drawn from the deal
 * (DEAL.md section 5), not here; nor does a sign change what may be said or played. */
#ifndef FIEL_SIGNS_H
#define FIEL_SIGNS_H

#include "position.h"

/* X(NAME, number, "word", "how it is made") Numbers are stable: records outlive the code.
 * Seeds 003 section 16 and 004; the names of the manilhas are seed 002's.  Seed 000 tells of signs and
 * of the captain's tilted head, but its column of signs is lost: its words stand for themselves. */
#define FIEL_SIGN_WORDS(X) \
    X(ACE_SWORDS, 1, "1e", "raises the eyebrows") \
    X(ACE_CLUBS, 2, "1b", "winks") \
    X(SEVEN_SWORDS, 3, "7e", "moves the lips to the right") \
    X(SEVEN_COINS, 4, "7o", "moves the lips to the left") \
    X(THREE, 5, "3", "bites the lower lip") \
    X(TWO, 6, "2", "purses the lips as for a kiss") \
    X(FALSE_ACE, 7, "1oc", "opens the mouth a little") \
    X(BAD, 8, "bad", "closes the eyes") \
    X(ENVIDO, 9, "envido", "tilts the head") \
    X(PIEZA, 10, "pieza", "shows a pieza") \
    X(PERICO, 11, "perico", "shows the perico") \
    X(PERICA, 12, "perica", "shows the perica") \
    X(ENVIDO_LOW, 13, "envido-low", "tilts the head to the side") \
    X(ENVIDO_HIGH, 14, "envido-high", "wrinkles the nose") \
    X(ZAP, 15, "zap", "shows the zap") \
    X(COPAS, 16, "copas", "shows the copas") \
    X(ESPADILHA, 17, "espadilha", "shows the espadilha") \
    X(PICA_FUMO, 18, "pica-fumo", "shows the pica-fumo") \
    X(PERIQUE, 19, "perique", "shows a perique") \
    X(FLOR, 20, "flor", "shows a flor") \
    X(EMBIT, 21, "embit", "shows an embit") \
    X(LET_GO, 22, "let-go", "tilts the head from side to side: let this trick go") \
    X(GO, 23, "go", "embide: you may go")

enum sign_word {
#define X(name, number, word, made) SIGN_##name = number,
    FIEL_SIGN_WORDS(X)
#undef X
};

/* SIGNS_MOST: in one answer, as far as the wire goes; the options allow fewer.  SIGN_ROOM: for every word of a variant. */
enum { SIGN_LAST = SIGN_GO, SIGNS_MOST = 8, SIGN_ROOM = 64 };

struct sign {
    uint8_t word; /* enum sign_word */
    uint8_t to;   /* the partner it is for */
};

/* One number for the wire: word * 256 + seat. */
static inline uint16_t sign_code(struct sign s) { return (uint16_t)(s.word << 8 | s.to); }
static inline struct sign sign_of_code(uint16_t code)
{
    struct sign s = { (uint8_t)(code >> 8), (uint8_t)(code & 0xff) };
    return s;
}

const char *sign_text(unsigned word);  /* "1e"; "?" for a word there is not */
const char *sign_made(unsigned word);  /* "raises the eyebrows" */
unsigned sign_parse(const char *text); /* 0: no such word */

/* The word belongs to the variant's vocabulary (sign_words). */
bool sign_known(const struct rules *r, unsigned word);
/* The words that only a captain gives: the middle seat of a side (seed 000). */
bool sign_of_captain(unsigned word);
bool sign_captain(const struct open *o, unsigned seat);

/* `to` is a partner of the seat, and both play in this hand.  In a pico nobody has one. */
bool sign_partner(const struct open *o, unsigned seat, unsigned to);
/* Signs are made in this hand: it begins with a round of them in which every seat is asked at once. */
bool signs_on(const struct open *o);
/* How many signs one answer may carry of a seat that has given so many in this hand. */
unsigned signs_room(const struct open *o, unsigned given);
/* RULE_OK, or why an answer may not carry these signs. */
enum rule_error signs_refused(const struct open *o, unsigned seat, unsigned given, const uint16_t *codes,
                              unsigned count);

/* What a seat sees when it is asked in the round of signs: the hand as it was dealt, phase PHASE_SIGNS, its
 * own turn.  view_legal() of it is `pass`. */
void signs_view(const struct position *pos, int seat, struct view *v);

#endif
