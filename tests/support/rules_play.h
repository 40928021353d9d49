/* rules_play: setting hands up and playing scripts, for the tests of the rules.
 *
 *     struct position m = lay("argentino", 10, 12, 0, "7e 6e 4c / 1e 7b 6b");
 *     say(&m, "0 envido, 1 quiero, 0 declare, 1 son-buenas");
 */
#ifndef TESTS_RULES_PLAY_H
#define TESTS_RULES_PLAY_H

#include "support/test.h"

#include "rules/position.h"

/* "7e 6e 4c / 1e 7b 6b": a hand per seat. */
static inline void read_cards_text(const char *text, card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX])
{
    unsigned seat = 0, k = 0;
    char word[CARD_TEXT + 1];
    memset(cards, CARD_NONE, FIEL_SEATS_MAX * FIEL_HELD_MAX);
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

static inline struct position table_of(const char *rules, int seats, int score0, int score1)
{
    struct rules r;
    struct position pos;
    char why[RULES_ERROR_TEXT] = "";
    if (rules_parse(rules, &r, why) != 0 || position_new(&pos, &r, seats, why) != 0)
        fail_msg("%s: %s", rules, why);
    pos.open.score[0] = (uint16_t)score0;
    pos.open.score[1] = (uint16_t)score1;
    return pos;
}

/* `vira` is a card's name, or NULL. */
static inline void deal_turned(struct position *pos, int mano, const char *vira, const char *hands)
{
    card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX], turned = CARD_NONE;
    char why[RULES_ERROR_TEXT] = "";
    read_cards_text(hands, cards);
    assert_true(vira == NULL || card_parse(vira, &turned));
    if (position_deal(pos, cards, turned, mano, why) != 0)
        fail_msg("%s: %s", hands, why);
    assert_null(position_check(pos));
}

static inline void deal_hands(struct position *pos, int mano, const char *hands)
{
    deal_turned(pos, mano, NULL, hands);
}

static inline struct position lay(const char *rules, int score0, int score1, int mano, const char *hands)
{
    struct position pos = table_of(rules, 2, score0, score1);
    deal_hands(&pos, mano, hands);
    return pos;
}

static inline bool plays_card(struct action a)
{
    return a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN || a.kind == ACT_PLAY_BLIND;
}

static inline enum rule_error try_say(struct position *pos, int seat, const char *word)
{
    struct action a;
    enum rule_error e = action_parse(&pos->open, word, &a);
    return e != RULE_OK ? e : position_apply(pos, seat, a, pos);
}

/* Anyone who is asked declares, or keeps silent where that is all there is to say. */
static inline void all_declare(struct position *pos)
{
    while (pos->open.phase == PHASE_DECLARE)
        assert_int_equal(try_say(pos, position_turn(pos), "declare"), RULE_OK);
    assert_null(position_check(pos));
}

/* "0 envido, 1 quiero": every one of them has to be legal. */
static inline void say(struct position *pos, const char *script)
{
    char word[64];
    for (const char *t = script; *t != '\0';) {
        size_t n = strcspn(t, ",");
        snprintf(word, sizeof word, "%.*s", (int)n, t);
        char *what = word + strspn(word, " ");
        int seat = atoi(what);
        enum rule_error e = try_say(pos, seat, what + 2);
        if (e != RULE_OK)
            fail_msg("\"%s\" of \"%s\": %s", what, script, rule_error_text(e));
        const char *wrong = position_check(pos);
        if (wrong != NULL)
            fail_msg("after \"%s\" of \"%s\": %s", what, script, wrong);
        t += n;
        t += *t == ',';
    }
}

/* Whether the seat on turn may say `word` now. */
static inline bool can(const struct position *pos, const char *word)
{
    struct action list[FIEL_LEGAL_MAX], a;
    int n = position_legal(pos, position_turn(pos), list);
    if (action_parse(&pos->open, word, &a) != RULE_OK)
        return false;
    for (int i = 0; i < n; i++)
        if (action_code(list[i]) == action_code(a))
            return true;
    return false;
}

/* The complete list of the seat on turn, as words between spaces; cards are left out. */
static inline const char *calls(const struct position *pos, char *text, size_t size)
{
    struct action list[FIEL_LEGAL_MAX];
    char word[ACTION_TEXT];
    int n = position_legal(pos, position_turn(pos), list);
    text[0] = '\0';
    for (int i = 0; i < n; i++) {
        if (list[i].kind == ACT_PLAY || list[i].kind == ACT_PLAY_DOWN)
            continue;
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", used ? " " : "", action_text(&pos->open, list[i], word));
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
