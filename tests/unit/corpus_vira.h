/* corpus_vira: what the engine of Giampiga/truco-venezolano makes of the vira.
 *
 * A line is of one of three kinds.  `hand`: the order of three cards, what they are worth in envite and flor;
 * `trick`: plays, who takes the trick and leads the next; `pattern`: who takes a hand of three tricks, and after
 * how many of them it is decided. */
#ifndef TESTS_CORPUS_VIRA_H
#define TESTS_CORPUS_VIRA_H

#include "corpus.h"

enum { VIRA_RESERVADA = 100 }; /* a declared reservada stands so much above its value */

/* --- laying out --- */

static const char *const vira_ranks[] = { "1", "2", "3", "4", "5", "6", "7", "10", "11", "12" };

/* The next card after number *n that lies nowhere yet. */
static inline const char *free_card(const bool used[40], int *n, char name[4])
{
    while (used[*n])
        ++*n;
    snprintf(name, 4, "%s%c", vira_ranks[*n % 10], "eboc"[*n / 10]);
    ++*n;
    return name;
}

static inline void use_card(bool used[40], const char *card)
{
    for (int n = 0; n < 40; n++) {
        char name[4];
        snprintf(name, sizeof name, "%s%c", vira_ranks[n % 10], "eboc"[n / 10]);
        used[n] = used[n] || strcmp(name, card) == 0;
    }
}

/* Fills every hand up to three cards with whatever lies nowhere; `suit` is where to begin. */
static inline void fill_hands(json_t *hands, const char *vira, int suit)
{
    bool used[40] = { false };
    char name[4];
    size_t i, k;
    json_t *hand, *card;
    int next = 10 * suit;
    use_card(used, vira);
    json_array_foreach(hands, i, hand) json_array_foreach(hand, k, card) use_card(used, json_string_value(card));
    json_array_foreach(hands, i, hand) while (json_array_size(hand) < 3)
        json_array_append_new(hand, json_string(free_card(used, &next, name)));
}

/* Takes `hands`. */
static inline bool lay_vira(struct corpus *c, const char *options, json_t *hands, int mano, const char *vira)
{
    char rules[64];
    snprintf(rules, sizeof rules, "venezolano,declare=auto%s", options);
    return ask(c, json_pack("{s:s,s:s,s:i,s:o,s:i,s:s}", "op", "new", "rules", rules, "seats",
                            (int)json_array_size(hands), "hands", hands, "mano", mano, "vira", vira)) ||
           differ(c, "%s", text_at(c->answer, "message"));
}

/* The hand of `given` against one of cards that mean nothing, from `suit` on. */
static inline bool lay_against(struct corpus *c, const json_t *given, const char *options, int suit)
{
    json_t *hands = json_pack("[o,[]]", json_deep_copy(at(given, "hand")));
    fill_hands(hands, text_at(given, "vira"), suit);
    return lay_vira(c, options, hands, 0, text_at(given, "vira"));
}

/* --- a hand --- */

/* Two cards to the first trick: 0, 1 or 2 for a tie. */
static inline int duel_of(struct corpus *c, const json_t *a, const json_t *b)
{
    char word[16];
    json_t *hands = json_pack("[[O],[O]]", a, b);
    const char *vira = text_at(c->line, "vira");
    fill_hands(hands, vira, 0);
    if (!lay_vira(c, ",flor=off", hands, 0, vira))
        return -1;
    snprintf(word, sizeof word, "play %s", json_string_value(a));
    act(c, 0, word);
    snprintf(word, sizeof word, "play %s", json_string_value(b));
    act(c, 1, word);
    const json_t *winner = json_array_get(fact(c, "trick_winner"), 0);
    return json_is_integer(winner) ? (int)json_integer_value(winner) : json_is_string(winner) ? 2 : -1;
}

static inline bool same_order(struct corpus *c)
{
    const json_t *order = at(c->line, "order");
    for (size_t g = 0; g < json_array_size(order); g++) {
        const json_t *group = json_array_get(order, g), *next = json_array_get(order, g + 1);
        const json_t *best = json_array_get(group, 0);
        for (size_t i = 1; i < json_array_size(group); i++)
            if (duel_of(c, best, json_array_get(group, i)) != 2)
                return differ(c, "two cards of group %zu do not tie", g);
        if (next && duel_of(c, best, json_array_get(next, 0)) != 0)
            return differ(c, "group %zu is not above the next", g);
    }
    return true;
}

static inline bool same_envite(struct corpus *c, const json_t *given, int wanted)
{
    if (!lay_against(c, given, ",flor=off", 0))
        return false;
    if (!act(c, 0, "envido") || !act(c, 1, "quiero"))
        return differ(c, "%s", text_at(c->answer, "message"));
    int got = number_of(fact(c, "declared"), 0);
    return got == wanted || differ(c, "envido is %d", got);
}

/* A suit of which ten cards less three at most are free. */
static inline int other_suit(const char *vira)
{
    int suit = 0;
    while ("eboc"[suit] == vira[strlen(vira) - 1])
        suit++;
    return suit;
}

/* The flor is sung for its holder; a rival's flor, three cards of one suit, makes it be declared.  `wanted` is
 * its value, with VIRA_RESERVADA where it is one; 0: there is none. */
static inline bool same_flor(struct corpus *c, const json_t *given, int wanted)
{
    if (!lay_against(c, given, "", other_suit(text_at(given, "vira"))))
        return false;
    const json_t *sang = fact(c, "sang");
    bool first = false;
    for (size_t i = 0; i < json_array_size(sang); i++)
        first = first || number_of(sang, i) == 0;
    if (first != (wanted != 0))
        return differ(c, first ? "it is a flor" : "it is no flor");
    if (!first)
        return true;
    if (!act(c, 0, "pass") || !act(c, 1, "pass"))
        return differ(c, "%s", text_at(c->answer, "message"));
    int got = number_of(fact(c, "declared"), 0);
    return got == wanted || differ(c, "flor is %d", got);
}

static inline bool same_hand_worth(struct corpus *c)
{
    const json_t *l = c->line;
    int reservada = json_is_true(at(l, "reservada")) ? VIRA_RESERVADA : 0;
    int flor = json_is_true(at(l, "flor")) ? number_at(l, "florScore") + reservada : 0;
    return same_order(c) && same_envite(c, l, number_at(l, "envido")) && same_flor(c, l, flor);
}

/* --- a trick --- */

static inline bool same_trick(struct corpus *c)
{
    size_t i;
    json_t *play, *hands = json_array(), *plays = at(c->line, "plays");
    for (int seat = 0; seat < number_at(c->line, "players"); seat++)
        json_array_append_new(hands, json_array());
    json_array_foreach(plays, i, play) json_array_append_new(json_array_get(hands, (size_t)number_at(play, "seat")),
                                                             json_string(strrchr(text_at(play, "act"), ' ') + 1));
    fill_hands(hands, text_at(c->line, "vira"), 0);
    if (!lay_vira(c, ",flor=off", hands, number_at(json_array_get(plays, 0), "seat"), text_at(c->line, "vira")))
        return false;
    json_array_foreach(plays, i, play) if (!act(c, number_at(play, "seat"), text_at(play, "act"))) return differ(
        c, "%s", text_at(c->answer, "message"));
    const json_t *lead = at(c->line, "lead");
    if (json_is_integer(lead) && json_integer_value(lead) != turn(c))
        return differ(c, "seat %d leads", turn(c));
    return json_equal(json_array_get(fact(c, "trick_winner"), 0), at(c->line, "winner")) ||
           differ(c, "somebody else takes it");
}

/* --- a pattern --- */

/* For each trick a card that wins, one that loses and two that are equal; those of the third are below those of
 * the second, so that they may lie under them where the first is tied. */
static inline const char *pattern_card(const json_t *tricks, size_t trick, int seat)
{
    static const char *const win[] = { "7e", "2e", "6b" }, *const lose[] = { "7b", "12b", "5b" };
    static const char *const tie[2][3] = { { "3o", "1o", "4e" }, { "3b", "1c", "4o" } };
    const json_t *winner = json_array_get(tricks, trick);
    if (json_is_string(winner))
        return tie[seat][trick];
    return json_integer_value(winner) == seat ? win[trick] : lose[trick];
}

static inline bool same_pattern(struct corpus *c)
{
    const json_t *tricks = at(c->line, "tricks");
    json_t *hands = json_pack("[[],[]]");
    int mano = number_at(c->line, "mano_team"), played[2] = { 0, 0 };
    for (int seat = 0; seat < 2; seat++)
        for (size_t t = 0; t < 3; t++)
            json_array_append_new(json_array_get(hands, (size_t)seat), json_string(pattern_card(tricks, t, seat)));
    if (!lay_vira(c, ",flor=off", hands, mano, "6c"))
        return false;
    while (turn(c) >= 0) {
        char word[16];
        int seat = turn(c);
        snprintf(word, sizeof word, "play %s", pattern_card(tricks, (size_t)played[seat]++, seat));
        if (!act(c, seat, word))
            return differ(c, "%s", text_at(c->answer, "message"));
    }
    if (played[0] != number_at(c->line, "decided_after"))
        return differ(c, "decided after %d tricks", played[0]);
    return json_equal(at(c->answer, "hand.winner"), at(c->line, "hand_winner")) || differ(c, "another winner");
}

/* --- all of them --- */

static inline enum verdict replay_vira(struct corpus *c)
{
    const char *kind = text_at(c->line, "kind");
    bool same = false;
    if (strcmp(kind, "hand") == 0)
        same = same_hand_worth(c);
    else if (strcmp(kind, "trick") == 0)
        same = same_trick(c);
    else if (strcmp(kind, "pattern") == 0)
        same = same_pattern(c);
    else
        differ(c, "a kind that nobody knows: %s", kind);
    return same ? AGREED : DISAGREED;
}

/* --- the written cases of this game --- */

static inline bool lay_case_vira(struct corpus *c)
{
    const json_t *given = at(c->line, "given");
    return ask(c, json_pack("{s:s,s:s,s:i,s:s,s:O*,s:[[s,s,s],[s,s,s]]}", "op", "new", "rules",
                            "venezolano,declare=auto", "mano", 0, "vira", "6c", "score", at(given, "score"), "hands",
                            "7e", "6e", "3o", "4b", "4c", "12o")) ||
           differ(c, "%s", text_at(c->answer, "message"));
}

/* QUIERO_Y_ENVIDO, QUIERO_Y_N_MAS 3, QUIERO_Y_LA_FALTA */
static inline bool act_case_vira(struct corpus *c, const json_t *action)
{
    const char *name = json_string_value(json_array_get(action, 1));
    char word[24];
    snprintf(word, sizeof word, "envido-%d", number_of(action, 2));
    if (strstr(name, "N_MAS") == NULL)
        snprintf(word, sizeof word, strstr(name, "FALTA") ? "falta-envido" : "envido");
    return act(c, number_of(action, 0), word) || differ(c, "%s: %s", word, text_at(c->answer, "message"));
}

/* The bets of the case, accepted (seat 0 has the higher envite) and refused. */
static inline bool same_bets(struct corpus *c)
{
    size_t i;
    json_t *action;
    if (!lay_case_vira(c))
        return false;
    json_array_foreach(at(c->line, "actions"), i, action) if (!act_case_vira(c, action)) return false;
    act(c, turn(c), "quiero");
    if (number_of(fact(c, "points_envido"), 0) != number_at(c->line, "expect.if_quiero"))
        return differ(c, "accepted it pays something else");
    ask(c, json_pack("{s:s}", "op", "undo"));
    int caller = 1 - turn(c);
    act(c, turn(c), "no-quiero");
    return number_of(fact(c, "points_envido"), (size_t)caller) == number_at(c->line, "expect.if_no_quiero") ||
           differ(c, "refused it pays something else");
}

/* "T-R-9-J": accepted by whoever is asked, and given up then; the game is what its winner lacks. */
static inline bool same_steps(struct corpus *c)
{
    bool fine = lay_case_vira(c), game = json_is_string(at(c->line, "expect.accepted"));
    for (const char *s = text_at(c->line, "given.sequence"); fine && *s != '\0'; s += 1 + (s[1] == '-'))
        fine = act(c, turn(c), "raise");
    if (!fine || !act(c, turn(c), "quiero") || !act(c, turn(c), "mazo"))
        return differ(c, "%s", text_at(c->answer, "message"));
    int wanted = game ? number_at(c->line, "given.target") : number_at(c->line, "expect.accepted");
    int pays = number_of(fact(c, "points_truco"), 0) + number_of(fact(c, "points_truco"), 1);
    if (pays != wanted)
        return differ(c, "accepted it pays %d", pays);
    ask(c, json_pack("{s:s}", "op", "undo"));
    ask(c, json_pack("{s:s}", "op", "undo"));
    act(c, turn(c), "no-quiero");
    pays = number_of(fact(c, "points_truco"), 0) + number_of(fact(c, "points_truco"), 1);
    return pays == number_at(c->line, "expect.declined") || differ(c, "refused it pays %d", pays);
}

/* Seat 0 has the envite, seat 1 would have the truco; the envite is credited first. */
static inline bool same_awards(struct corpus *c)
{
    if (!lay_case_vira(c))
        return false;
    if (!act(c, 0, "truco") || !act(c, 1, "envido") || !act(c, 0, "quiero"))
        return differ(c, "%s", text_at(c->answer, "message"));
    return (json_equal(at(c->answer, "score"), at(c->line, "expect.score")) &&
            number_at(c->answer, "game.winner") == number_at(c->line, "expect.winner_seat")) ||
           differ(c, "another score");
}

static inline bool same_case_vira(struct corpus *c)
{
    const json_t *given = at(c->line, "given"), *expect = at(c->line, "expect");
    int reservada = json_is_true(at(expect, "reservada")) ? VIRA_RESERVADA : 0;
    if (at(expect, "envido"))
        return same_envite(c, given, number_at(expect, "envido"));
    if (at(expect, "flor"))
        return same_flor(c, given, number_at(expect, "flor") + reservada);
    if (at(given, "sequence"))
        return same_steps(c);
    return at(given, "hand_awards") ? same_awards(c) : same_bets(c);
}

static inline enum verdict replay_vira_case(struct corpus *c) { return same_case_vira(c) ? AGREED : DISAGREED; }

#endif
