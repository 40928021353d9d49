/* rules_play: setting hands up and playing scripts, for the tests of the rules.
 *
 *     struct match m = lay("argentino", 10, 12, 0, "7e 6e 4c / 1e 7b 6b");
 *     say(&m, "0 envido, 1 quiero, 0 declare, 1 son-buenas");
 */
#ifndef TESTS_RULES_PLAY_H
#define TESTS_RULES_PLAY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/match.h"

/* "7e 6e 4c / 1e 7b 6b": a hand per seat. */
static inline void read_cards_text(const char *text, card_t cards[SEATS_MAX][HELD_MAX])
{
    unsigned seat = 0, k = 0;
    char word[CARD_TEXT + 1];
    memset(cards, CARD_NONE, SEATS_MAX * HELD_MAX);
    for (const char *t = text; *t != '\0';) {
        size_t n = strcspn(t, " ");
        if (n == 1 && *t == '/') {
            seat++;
            k = 0;
        } else if (n > 0) {
            snprintf(word, sizeof word, "%.*s", (int)n, t);
            assert_true(card_parse(word, &cards[seat][k++]));
        }
        t += n;
        t += *t == ' ';
    }
}

static inline struct match table_of(const char *rules, int seats, int score0, int score1)
{
    struct rules r;
    struct match m;
    char why[RULES_ERROR_TEXT] = "";
    if (rules_parse(rules, &r, why) != 0 || match_new(&m, &r, seats, why) != 0)
        fail_msg("%s: %s", rules, why);
    m.open.score[0] = (uint16_t)score0;
    m.open.score[1] = (uint16_t)score1;
    return m;
}

/* `vira` is a card's name, or NULL. */
static inline void deal_turned(struct match *m, int mano, const char *vira, const char *hands)
{
    card_t cards[SEATS_MAX][HELD_MAX], turned = CARD_NONE;
    char why[RULES_ERROR_TEXT] = "";
    read_cards_text(hands, cards);
    assert_true(vira == NULL || card_parse(vira, &turned));
    if (match_deal(m, cards, turned, mano, why) != 0)
        fail_msg("%s: %s", hands, why);
    assert_null(match_check(m));
}

static inline void deal_hands(struct match *m, int mano, const char *hands) { deal_turned(m, mano, NULL, hands); }

static inline struct match lay(const char *rules, int score0, int score1, int mano, const char *hands)
{
    struct match m = table_of(rules, 2, score0, score1);
    deal_hands(&m, mano, hands);
    return m;
}

static inline enum rule_error try_say(struct match *m, int seat, const char *word)
{
    struct action a;
    enum rule_error e = action_parse(&m->open, word, &a);
    return e != RULE_OK ? e : match_apply(m, seat, a, m);
}

/* "0 envido, 1 quiero": every one of them has to be legal. */
static inline void say(struct match *m, const char *script)
{
    char word[64];
    for (const char *t = script; *t != '\0';) {
        size_t n = strcspn(t, ",");
        snprintf(word, sizeof word, "%.*s", (int)n, t);
        char *what = word + strspn(word, " ");
        int seat = atoi(what);
        enum rule_error e = try_say(m, seat, what + 2);
        if (e != RULE_OK)
            fail_msg("\"%s\" of \"%s\": %s", what, script, rule_error_text(e));
        const char *wrong = match_check(m);
        if (wrong != NULL)
            fail_msg("after \"%s\" of \"%s\": %s", what, script, wrong);
        t += n;
        t += *t == ',';
    }
}

/* Whether the seat on turn may say `word` now. */
static inline bool can(const struct match *m, const char *word)
{
    struct action list[LEGAL_MAX], a;
    int n = match_legal(m, match_turn(m), list);
    if (action_parse(&m->open, word, &a) != RULE_OK)
        return false;
    for (int i = 0; i < n; i++)
        if (action_code(list[i]) == action_code(a))
            return true;
    return false;
}

/* The complete list of the seat on turn, as words between spaces; cards are left out. */
static inline const char *calls(const struct match *m, char *text, size_t size)
{
    struct action list[LEGAL_MAX];
    char word[ACTION_TEXT];
    int n = match_legal(m, match_turn(m), list);
    text[0] = '\0';
    for (int i = 0; i < n; i++) {
        if (list[i].kind == ACT_PLAY || list[i].kind == ACT_PLAY_DOWN)
            continue;
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", used ? " " : "", action_text(&m->open, list[i], word));
    }
    return text;
}

#define assert_calls(m, expected) \
    do { \
        char calls_[512]; \
        assert_string_equal(calls(m, calls_, sizeof calls_), expected); \
    } while (0)

#define assert_points(pair, a, b) \
    do { \
        assert_int_equal((pair)[0], a); \
        assert_int_equal((pair)[1], b); \
    } while (0)

#endif
