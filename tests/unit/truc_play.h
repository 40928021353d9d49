/* truc_play: a table of truc y flou, for its tests. */
#ifndef TESTS_TRUC_PLAY_H
#define TESTS_TRUC_PLAY_H

#include "support/rules_play.h"

/* Seat 0 is eldest. */
static inline struct position table_six(const char *options, int score0, int score1, const char *hands)
{
    char rules[160];
    snprintf(rules, sizeof rules, "truc-y-flou%s", options);
    struct position pos = table_of(rules, 6, score0, score1);
    deal_hands(&pos, 0, hands);
    return pos;
}

/* Every seat plays its first card that is left, from the seat on turn to the end of the trick. */
static inline void play_trick(struct position *pos)
{
    unsigned trick = pos->open.trick;
    while (!pos->open.hand_over && pos->open.trick == trick) {
        struct action list[FIEL_LEGAL_MAX];
        assert_true(position_legal(pos, position_turn(pos), list) > 0);
        assert_int_equal(list[0].kind, ACT_PLAY);
        assert_int_equal(position_apply(pos, position_turn(pos), list[0], pos), RULE_OK);
        assert_null(position_check(pos));
    }
}

static inline void play_out(struct position *pos)
{
    while (!pos->open.hand_over)
        play_trick(pos);
}

#endif
