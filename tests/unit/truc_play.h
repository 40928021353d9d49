/* truc_play: a table of truc y flou, for its tests. */
#ifndef TESTS_TRUC_PLAY_H
#define TESTS_TRUC_PLAY_H

#include "support/rules_play.h"

/* Seat 0 is eldest. */
static inline struct match table_six(const char *options, int score0, int score1, const char *hands)
{
    char rules[160];
    snprintf(rules, sizeof rules, "truc-y-flou%s", options);
    struct match m = table_of(rules, 6, score0, score1);
    deal_hands(&m, 0, hands);
    return m;
}

/* Whoever is asked declares, or keeps silent where that is all there is to say. */
static inline void all_declare(struct match *m)
{
    while (m->open.phase == PHASE_DECLARE)
        assert_int_equal(try_say(m, match_turn(m), "declare"), RULE_OK);
    assert_null(match_check(m));
}

/* Every seat plays its first card that is left, from the seat on turn to the end of the trick. */
static inline void play_trick(struct match *m)
{
    unsigned trick = m->open.trick;
    while (!m->open.hand_over && m->open.trick == trick) {
        struct action list[LEGAL_MAX];
        assert_true(match_legal(m, match_turn(m), list) > 0);
        assert_int_equal(list[0].kind, ACT_PLAY);
        assert_int_equal(match_apply(m, match_turn(m), list[0], m), RULE_OK);
        assert_null(match_check(m));
    }
}

static inline void play_out(struct match *m)
{
    while (!m->open.hand_over)
        play_trick(m);
}

#endif
