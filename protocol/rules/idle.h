/* idle: options that change nothing beside others. */
#ifndef FIEL_IDLE_H
#define FIEL_IDLE_H

#include "rules.h"

/* Where no value of an option changes any hand: X(NAME, "presets", what it needs, its value); OPT_COUNT: nothing helps.
 * tests/unit/test_options.c looks for a hand all the same. */
#define OPTIONS_IDLE(X) \
    X(FLOR_POLICY, "afuvg", OPT_FLOR, 1) \
    X(FLOR_TIMING, "afuv", OPT_FLOR, 1) \
    X(FLOR_TABLE, "afg", OPT_FLOR, 1) \
    X(RESTO, "afg", OPT_FLOR, 1) \
    X(UY_FLOR_DUTY, "u", OPT_FLOR, 1) \
    X(UY_RESTO, "u", OPT_FLOR, 1) \
    X(FLOR_ENDS, "g", OPT_FLOR, 1) \
    X(GA_QUIERO, "g", OPT_FLOR, 1) \
    X(PARTNER_TIE, "u", OPT_EQUAL_CARDS, 0) \
    X(PARTNER_TIE_LEAD, "u", OPT_EQUAL_CARDS, 0) \
    X(PARTNER_TIE_LEAD, "afuvplmgt", OPT_PARTNER_TIE, 0) \
    X(FACE_DOWN_FIRST, "afuvplmg", OPT_FACE_DOWN, 0) \
    X(SIGN_SEEN, "afuvplmgt", OPT_SIGNS, 1) \
    X(SIGNS_DECISION, "afuvplmgt", OPT_SIGNS, 1) \
    X(SIGNS_HAND, "afuvplmgt", OPT_SIGNS, 1) \
    X(TRUCO_FORFEITS, "afuvg", OPT_COUNT, 0) \
    X(END_CHECK, "plm", OPT_COUNT, 0) \
    X(ESTAR_CANTANDO, "v", OPT_COUNT, 0)

enum { OPTION_NEEDS = 64 };
/* Whether no value of the option changes any hand under these rules; `needs` is the setting without which that is so, "" none. */
bool option_idle(const struct rules *r, enum option k, char needs[OPTION_NEEDS]);

#endif
