/* corpus_truc: the written cases of truc y flou.
 *
 * They say who bids and who answers; the cards played in between are nobody's business, so whoever is asked for
 * one plays its first, and whoever may leave a word to a partner does. */
#ifndef TESTS_CORPUS_TRUC_H
#define TESTS_CORPUS_TRUC_H

#include "corpus.h"

enum { TRUC_SEATS = 6 };

/* No pair, no flor, no top card. */
static const char *const truc_hands[TRUC_SEATS] = {
    "4e 5o 6b", "3e 5c 6o", "4b 6c 3o", "2e 3b 4c", "2o 3c 12e", "5b 2c 12c",
};

static inline json_t *cards_of(const char *text)
{
    json_t *cards = json_array();
    for (const char *t = text; *t; t += t[strcspn(t, " ")] ? strcspn(t, " ") + 1 : strcspn(t, " "))
        json_array_append_new(cards, json_stringn(t, strcspn(t, " ")));
    return cards;
}

static inline bool lay_truc(struct corpus *c, const char *const hands[TRUC_SEATS])
{
    json_t *list = json_array();
    for (int i = 0; i < TRUC_SEATS; i++)
        json_array_append_new(list, cards_of(hands[i]));
    return ask(c, json_pack("{s:s,s:s,s:i,s:o,s:O*,s:i}", "op", "new", "rules", "truc-y-flou,declare=auto", "seats",
                            TRUC_SEATS, "hands", list, "score", at(c->line, "given.score"), "mano", 0)) ||
           differ(c, "%s", text_at(c->answer, "message"));
}

/* One decision that says nothing: a card, or leaving the word to a partner. */
static inline bool move_on(struct corpus *c)
{
    const json_t *legal_list = at(c->answer, "legal");
    const char *first = json_string_value(json_array_get(legal_list, 0));
    return act(c, turn(c), legal(c, "pass") ? "pass" : first) || differ(c, "%s", text_at(c->answer, "message"));
}

static inline bool say_it(struct corpus *c, int seat, const char *word)
{
    while (turn(c) >= 0 && turn(c) != seat)
        if (!move_on(c))
            return false;
    return act(c, seat, word) || differ(c, "\"%s\": %s", word, text_at(c->answer, "message"));
}

static inline bool play_cards(struct corpus *c, unsigned cards)
{
    for (unsigned i = 0; i < cards && turn(c) >= 0; i++)
        if (!move_on(c))
            return false;
    return true;
}

/* --- what a hand is worth --- */

static inline bool truc_value(struct corpus *c, const char *what)
{
    const json_t *hand = at(c->line, "given.hand");
    bool flor = strcmp(what, "flor") == 0;
    char own[32];
    snprintf(own, sizeof own, "%s %s %s", json_string_value(json_array_get(hand, 0)),
             json_string_value(json_array_get(hand, 1)), json_string_value(json_array_get(hand, 2)));
    const char *const hands[] = { own, "1c 2c 3c", "4b 5o 6c", "2e 3o 4c", "1o 2b 3e", "5e 6o 7c" };
    bool fine = lay_truc(c, hands) && say_it(c, 0, flor ? "flor" : "embide");
    fine = fine && say_it(c, 1, flor ? "flor" : "cantar");
    if (fine && flor) /* counted at the end */
        fine = say_it(c, 1, "truc") && say_it(c, 2, "no");
    int got = fine ? number_of(fact(c, "declared"), 0) : -1;
    return fine && (got == number_at(at(c->line, "expect"), what) || differ(c, "%s is %d", what, got));
}

/* --- "..-6": four raises; what the last is worth --- */

static inline bool truc_ladder(struct corpus *c)
{
    int raises = strcmp(text_at(c->line, "given.sequence"), "TRUC") == 0 ? 1 : 4, points = 0;
    const json_t *expect = at(c->line, "expect");
    bool fine = lay_truc(c, truc_hands);
    for (int i = 0; fine && i < raises; i++)
        fine = act(c, turn(c), "raise");
    if (!fine || !act(c, turn(c), "no"))
        return differ(c, "%s", text_at(c->answer, "message"));
    points = number_of(at(c->answer, "score"), 0) + number_of(at(c->answer, "score"), 1);
    if (points != number_at(expect, "declined"))
        return differ(c, "refused it pays %d", points);
    ask(c, json_pack("{s:s}", "op", "undo"));
    if (!act(c, turn(c), "yes") || !play_cards(c, 3 * TRUC_SEATS))
        return differ(c, "%s", text_at(c->answer, "message"));
    points = number_of(at(c->answer, "score"), 0) + number_of(at(c->answer, "score"), 1);
    return points == number_at(expect, "accepted") || differ(c, "accepted it pays %d", points);
}

/* --- situations --- */

/* Embits as the case has them: seats 0 and 1, 30 and 33. */
static inline const char *embit_hand(const json_t *embits, const char *seat, const char *otherwise)
{
    int value = number_at(embits, seat);
    return value == 30 ? "4e 6e 12o" : value == 33 ? "7c 6c 12b" : otherwise;
}

static inline bool lay_situation(struct corpus *c)
{
    const json_t *embits = at(c->line, "given.embits"), *flores = at(c->line, "given.flores");
    static const char *const suits[] = { "4e 5e 6e", "", "4b 5b 6b", "", "2o 3o 12o" };
    const char *hands[TRUC_SEATS] = { embit_hand(embits, "0", "2e 5o 6b"),
                                      embit_hand(embits, "1", "3e 5c 6o"),
                                      "4b 5b 3c",
                                      "4c 2b 7o",
                                      "2o 3b 12e",
                                      "4o 2c 11c" };
    for (size_t i = 0; i < 5; i++)
        if (number_of(flores, i))
            hands[i] = suits[i];
    if (json_array_size(json_array_get(at(c->line, "actions"), 0)) == 3) { /* the Sword and the Club */
        hands[0] = "1e 5o 6b";
        hands[1] = "1b 5c 6o";
    }
    return lay_truc(c, hands);
}

static inline const char *truc_word(const json_t *action, char text[40])
{
    static const char *const words[][2] = {
        { "EMBIDE", "embide" }, { "REST", "restou" },       { "SING", "cantar" },
        { "FOLD", "no" },       { "MI_FALTA", "mi-falta" },
    };
    const char *name = json_string_value(json_array_get(action, 1));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i][0], name) == 0)
            return words[i][1];
    snprintf(text, 40, "play %s", json_string_value(json_array_get(action, 2)));
    return text;
}

static inline bool truc_acts(struct corpus *c)
{
    size_t i;
    json_t *action;
    char text[40];
    json_array_foreach(at(c->line, "actions"), i,
                       action) if (!say_it(c, number_of(action, 0), truc_word(action, text))) return false;
    for (int seat = 0; seat < TRUC_SEATS; seat++)
        if (number_of(at(c->line, "given.flores"), (size_t)seat) && !say_it(c, seat, "flor"))
            return false;
    return true;
}

/* `points` to `team` in the account, nothing to the other. */
static inline bool truc_points(struct corpus *c, const char *account, int points, int team)
{
    const json_t *made = fact(c, account);
    return (number_of(made, (size_t)team) == points && number_of(made, (size_t)(1 - team)) == 0) ||
           differ(c, "%s: %d and %d", account, number_of(made, 0), number_of(made, 1));
}

/* An embit is paid after the first trick, a flor at the end. */
static inline bool truc_situation(struct corpus *c)
{
    const json_t *expect = at(c->line, "expect");
    bool flor = at(expect, "flor_points") != NULL, bonus = at(expect, "bonus") != NULL;
    if (!lay_situation(c) || !truc_acts(c))
        return false;
    while (!bonus && turn(c) >= 0 && (flor || json_integer_value(fact(c, "trick")) == 0))
        if (!move_on(c))
            return false;
    if (at(expect, "score") && !json_equal(at(expect, "score"), at(c->answer, "score")))
        return differ(c, "the score is %d to %d", number_of(at(c->answer, "score"), 0),
                      number_of(at(c->answer, "score"), 1));
    if (at(expect, "round_winner") && number_at(expect, "round_winner") != number_at(c->answer, "game.winner"))
        return differ(c, "another won the round");
    if (at(expect, "points"))
        return truc_points(c, "points_envido", number_at(expect, "points"), number_at(expect, "team"));
    if (flor)
        return truc_points(c, "points_flor", number_at(expect, "flor_points"), number_at(expect, "team"));
    return !bonus || json_equal(at(expect, "bonus"), fact(c, "points_bonus")) || differ(c, "another bonus");
}

static inline bool replay_truc(struct corpus *c)
{
    const json_t *given = at(c->line, "given"), *expect = at(c->line, "expect");
    if (at(given, "hand"))
        return truc_value(c, at(expect, "flor") ? "flor" : "embit");
    return at(given, "sequence") ? truc_ladder(c) : truc_situation(c);
}

#endif
