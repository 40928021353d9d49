/* signs: vocabularies and limits.  See signs.h. */
#include "signs.h"

#include "hand.h"

static const struct word {
    const char *text, *made;
} words[SIGN_LAST + 1] = {
#define X(name, number, word, made) [number] = { word, made },
    FIEL_SIGN_WORDS(X)
#undef X
};

#define WORD(name) (UINT32_C(1) << SIGN_##name)

enum {
    HIGH_CARDS = WORD(ACE_SWORDS) | WORD(ACE_CLUBS) | WORD(SEVEN_SWORDS) | WORD(SEVEN_COINS) | WORD(THREE) | WORD(TWO),
    COMMON = HIGH_CARDS | WORD(FALSE_ACE) | WORD(BAD),
    CAPTAIN = WORD(LET_GO) | WORD(GO),
};

/* A bit per word, by the value of sign_words. */
static const uint32_t vocabulary[] = {
    [SIGN_WORDS_CARDS] = COMMON | WORD(ENVIDO),
    [SIGN_WORDS_LOW_HIGH] = COMMON | WORD(ENVIDO_LOW) | WORD(ENVIDO_HIGH),
    [SIGN_WORDS_PIEZAS] = COMMON | WORD(ENVIDO) | WORD(PIEZA) | WORD(PERICO) | WORD(PERICA),
    [SIGN_WORDS_MANILHAS] = WORD(ZAP) | WORD(COPAS) | WORD(ESPADILHA) | WORD(PICA_FUMO) | WORD(BAD),
    [SIGN_WORDS_TRUC] = HIGH_CARDS | WORD(PERIQUE) | WORD(FLOR) | WORD(EMBIT) | CAPTAIN,
};

static bool is_word(unsigned word) { return word >= 1 && word <= SIGN_LAST; }

const char *sign_text(unsigned word) { return is_word(word) ? words[word].text : "?"; }
const char *sign_made(unsigned word) { return is_word(word) ? words[word].made : "?"; }

unsigned sign_parse(const char *text)
{
    for (unsigned word = 1; word <= SIGN_LAST; word++)
        if (strcmp(text, words[word].text) == 0)
            return word;
    return 0;
}

bool sign_known(const struct rules *r, unsigned word)
{
    return is_word(word) && (vocabulary[r->opt[OPT_SIGN_WORDS]] >> word & 1u) != 0;
}

bool sign_of_captain(unsigned word) { return is_word(word) && ((uint32_t)CAPTAIN >> word & 1u) != 0; }

/* Of the three seats of a side in a game of six, the second: seats 2 and 3. */
bool sign_captain(const struct open *o, unsigned seat) { return seat / 2u == o->seats / 4u; }

bool sign_partner(const struct open *o, unsigned seat, unsigned to)
{
    bool both = seat < o->seats && to < o->seats && has(o->duel, seat) && has(o->duel, to);
    return both && seat != to && side_of(o, seat) == side_of(o, to);
}

bool signs_on(const struct open *o)
{
    if (opt(o, OPT_SIGNS) != ON)
        return false;
    for (unsigned seat = 0; seat < o->seats; seat++)
        for (unsigned to = 0; to < seat; to++)
            if (sign_partner(o, seat, to))
                return true;
    return false;
}

unsigned signs_room(const struct open *o, unsigned given)
{
    unsigned decision = opt(o, OPT_SIGNS_DECISION), hand = opt(o, OPT_SIGNS_HAND);
    if (!signs_on(o) || given >= hand)
        return 0;
    return hand - given < decision ? hand - given : decision;
}

static enum rule_error one_refused(const struct open *o, unsigned seat, struct sign s)
{
    if (!sign_known(&o->rules, s.word))
        return RULE_SIGN_WORD;
    if (!sign_partner(o, seat, s.to))
        return RULE_SIGN_PARTNER;
    return sign_of_captain(s.word) && !sign_captain(o, seat) ? RULE_SIGN_CAPTAIN : RULE_OK;
}

enum rule_error signs_refused(const struct open *o, unsigned seat, unsigned given, const uint16_t *codes,
                              unsigned count)
{
    if (count == 0)
        return RULE_OK;
    if (!signs_on(o))
        return RULE_NO_SIGNS;
    if (count > opt(o, OPT_SIGNS_DECISION))
        return RULE_SIGNS_DECISION;
    if (given + count > opt(o, OPT_SIGNS_HAND))
        return RULE_SIGNS_HAND;
    for (unsigned i = 0; i < count; i++) {
        enum rule_error e = one_refused(o, seat, sign_of_code(codes[i]));
        if (e != RULE_OK)
            return e;
    }
    return RULE_OK;
}

void signs_view(const struct position *pos, int seat, struct view *v)
{
    position_view(pos, seat, v);
    v->open.phase = PHASE_SIGNS;
    v->open.turn = (uint8_t)seat;
}
