/* hand_of_two: a hand whose cards a test names. */
#ifndef FIEL_TESTS_HAND_OF_TWO_H
#define FIEL_TESTS_HAND_OF_TWO_H

#include "support/test.h"

#include "fiel.h"

static inline card_t card(const char *name)
{
    card_t c = CARD_NONE;
    assert_true(card_parse(name, &c));
    return c;
}

/* A hand of two: seat 0 is mano and holds the first three. */
static inline struct position hand_of_two(const char *rules, const char *turned, const char *const names[6])
{
    struct position pos;
    struct rules r;
    char why[RULES_ERROR_TEXT];
    card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    memset(cards, CARD_NONE, sizeof cards);
    for (int i = 0; i < 6; i++)
        cards[i / 3][i % 3] = card(names[i]);
    assert_int_equal(rules_parse(rules, &r, why), 0);
    assert_int_equal(position_new(&pos, &r, 2, why), 0);
    assert_int_equal(position_deal(&pos, cards, turned ? card(turned) : CARD_NONE, 0, why), 0);
    return pos;
}

static inline struct view view_of(const struct position *pos, int seat)
{
    struct view v;
    position_view(pos, seat, &v);
    return v;
}

#endif
