/* corpus_cases: single situations written down with their sources.
 *
 * A case gives cards, or says what they are worth, and acts; then what is paid, what may be said next, what a hand
 * is worth, which card beats which.  Every key of what it expects is read: one that nobody knows disagrees. */
#ifndef TESTS_CORPUS_CASES_H
#define TESTS_CORPUS_CASES_H

#include "corpus_truc.h"

/* The name of a game in the cases, its preset, and the options that are not the case's. */
static const struct variant {
    const char *name, *preset, *options;
} variants[] = {
    { "argentino", "argentino", "declare=auto" },
    { "paulista", "paulista", "" },
    { "mineiro", "mineiro", "" },
    { "gaucho24", "gauderio", "declare=auto" },
    { "uruguayo", "uruguayo", "declare=auto" },
};

/* Cases that are decided otherwise here. */
static const struct reason other_cases[] = {
    { "ar-falta-malas",
      "\"necesarios para que el bando que va por delante gane\" [3 s13]: the falta is the leader's; the case "
      "counts the winner's to the half" },
};

static inline const struct variant *variant_of(const json_t *line)
{
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (strcmp(variants[i].name, text_at(line, "variant")) == 0)
            return &variants[i];
    return NULL;
}

/* --- words --- */

/* "RE_TRUCO" is "retruco" here, ENVIDO 10 "envido-10"; most are the same words in small letters. */
static inline void word_of(const json_t *action, char word[40])
{
    static const char *const others[][2] = {
        { "RE_TRUCO", "retruco" },
        { "RUN_ELEVEN", "eleven-run" },
        { "ACCEPT_TEN", "eleven-play" },
        { "CON_FLOR_ENVIDO", "flor-envido" },
        { "CONTRA_FLOR_AL_RESTO", "contraflor-al-resto" },
    };
    const char *name = json_string_value(json_array_get(action, 1)),
               *card = json_string_value(json_array_get(action, 2));
    size_t i = 0;
    for (; name[i] != '\0' && i < 30; i++)
        word[i] = (char)(name[i] == '_' ? '-' : name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
    snprintf(word + i, 40 - i, "%s%s", card ? " " : "", card ? card : "");
    for (i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i][0], name) == 0)
            snprintf(word, 40, "%s", others[i][1]);
    if (json_is_integer(json_array_get(action, 2)) && strcmp(word, "envido") == 0)
        snprintf(word, 40, "envido-%d", number_of(action, 2));
    else if (json_is_integer(json_array_get(action, 2)))
        snprintf(word, 40, "%d-real-envido", number_of(action, 2));
}

/* --- hands that are worth what the case says --- */

/* Of cards numbered 10 * suit + rank: the best pair of a suit, else the best card; -1 for a flor. */
static inline int plain_value(const int hand[3])
{
    int best = 0, pairs = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            int a = hand[i] % 10 < 7 ? hand[i] % 10 + 1 : 0, b = hand[j] % 10 < 7 ? hand[j] % 10 + 1 : 0;
            bool pair = i != j && hand[i] / 10 == hand[j] / 10;
            int v = pair ? 20 + a + b : i == j ? a : 0;
            pairs += pair;
            best = v > best ? v : best;
        }
    return pairs > 1 ? -1 : best;
}

/* The first three free cards that are worth it; what no hand is worth is read as 7. */
static inline json_t *hand_worth(int value, bool used[40])
{
    static const char *const names[] = { "1", "2", "3", "4", "5", "6", "7", "10", "11", "12" };
    int want = value > 7 && value < 20 ? 7 : value;
    for (int n = 0; n < 40 * 40 * 40; n++) {
        int hand[3] = { n / 1600, n / 40 % 40, n % 40 };
        if (!(hand[0] < hand[1] && hand[1] < hand[2]) || plain_value(hand) != want || used[hand[0]] || used[hand[1]] ||
            used[hand[2]])
            continue;
        json_t *cards = json_array();
        for (int k = 0; k < 3; k++) {
            char name[4];
            snprintf(name, sizeof name, "%s%c", names[hand[k] % 10], "eboc"[hand[k] / 10]);
            json_array_append_new(cards, json_string(name));
            used[hand[k]] = true;
        }
        return cards;
    }
    return json_array();
}

/* No card of copas, where the muestra is one, but the king, which is no pieza then. */
static inline void leave_copas(bool used[40])
{
    for (size_t i = 30; i < 39; i++)
        used[i] = true;
}

static inline json_t *hands_worth(const json_t *values)
{
    bool used[40] = { false };
    json_t *hands = json_array();
    size_t n = json_array_size(values);
    leave_copas(used);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(hands, json_null());
    for (int value = 33; value >= 0; value--) /* the rare ones first, while there are cards for them */
        for (size_t i = 0; i < n; i++)
            if (number_of(values, i) == value)
                json_array_set_new(hands, i, hand_worth(value, used));
    return hands;
}

/* Flores of these values, one suit each; 0 is three figures of three suits. */
static inline json_t *flores_worth(const json_t *values)
{
    static const struct {
        int value;
        const char *ranks;
    } flores[] = { { 35, "762" }, { 38, "765" }, { 28, "521" } };
    static const char *const figures[] = { "10", "11", "12" };
    json_t *hands = json_array();
    unsigned suit = 0, figure = 0;
    for (size_t i = 0; i < json_array_size(values); i++) {
        char card[3][5] = { "", "", "" };
        const char *ranks = NULL;
        for (size_t f = 0; f < sizeof flores / sizeof *flores; f++)
            if (flores[f].value == number_of(values, i))
                ranks = flores[f].ranks;
        for (unsigned k = 0; k < 3; k++)
            snprintf(card[k], sizeof card[k], "%.*s%c", ranks ? 1 : 2, ranks ? ranks + k : figures[figure],
                     "ebo"[ranks ? suit : k]);
        suit += ranks != NULL;
        figure += ranks == NULL;
        json_array_append_new(hands, json_pack("[s,s,s]", card[0], card[1], card[2]));
    }
    return hands;
}

/* --- laying out --- */

static inline void case_rules(const json_t *line, char *rules, size_t size)
{
    const struct variant *v = variant_of(line);
    const json_t *given = at(line, "given");
    const char *key;
    json_t *value;
    bool no_flor = at(given, "hand") && !json_is_integer(at(line, "expect.flor"));
    snprintf(rules, size, "%s%s%s%s%s", v->preset, json_is_true(at(given, "flor")) ? "-flor" : "",
             *v->options ? "," : "", v->options, no_flor && strcmp(v->preset, "uruguayo") == 0 ? ",flor=off" : "");
    if (at(given, "target"))
        snprintf(rules + strlen(rules), size - strlen(rules), ",target=%d", number_at(given, "target"));
    json_object_foreach(at(line, "expect.options"), key, value)
    {
        size_t used = strlen(rules);
        if (json_is_integer(value))
            snprintf(rules + used, size - used, ",%s=%d", key, (int)json_integer_value(value));
        else
            snprintf(rules + used, size - used, ",%s=%s", key, json_string_value(value));
    }
}

/* A game with flor, where not any hands will do, and with a muestra that makes none of them better. */
static inline bool rules_turn(const json_t *line) { return strcmp(text_at(line, "variant"), "uruguayo") == 0; }

/* Takes `hands`; NULL deals any. */
static inline bool lay_hands(struct corpus *c, json_t *hands)
{
    char rules[256];
    const json_t *given = at(c->line, "given");
    json_t *mano = at(given, "mano") ? at(given, "mano") : at(given, "mao");
    json_t *vira = at(given, "muestra") ? at(given, "muestra") : at(given, "vira"), *copas = NULL;
    if (rules_turn(c->line) && !vira)
        vira = copas = json_string("3c");
    case_rules(c->line, rules, sizeof rules);
    bool laid = ask(c, json_pack("{s:s,s:s,s:O,s:o*,s:O*,s:O*,s:O*,s:s}", "op", "new", "rules", rules, "seats",
                                 at(c->line, "players"), "hands", hands, "score", at(given, "score"), "mano", mano,
                                 "vira", vira, "seed", "case")) ||
                differ(c, "%s", text_at(c->answer, "message"));
    json_decref(copas);
    return laid;
}

/* Four hands without a flor. */
static inline json_t *plain_hands(void)
{
    return json_pack("[[s,s,s],[s,s,s],[s,s,s],[s,s,s]]", "7e", "6e", "4b", "1b", "7o", "6b", "3e", "5b", "10o", "5e",
                     "4o", "11b");
}

static inline bool lay_case(struct corpus *c)
{
    json_t *hands = at(c->line, "given.hands"), *values = at(c->line, "given.envidos"),
           *flores = at(c->line, "given.flor_scores");
    return lay_hands(c, values                ? hands_worth(values)
                        : flores              ? flores_worth(flores)
                        : hands               ? json_incref(hands)
                        : rules_turn(c->line) ? plain_hands()
                                              : NULL);
}

/* --- what is expected --- */

/* The winner that the case names for `what`: a seat's side, a team, or -1. */
static inline int winner_of(const json_t *expect, const char *what)
{
    char key[40];
    snprintf(key, sizeof key, "%.*s_winner_seat", (int)strcspn(what, "_"), what);
    const json_t *seat = at(expect, key);
    snprintf(key, sizeof key, "%.*s_winner_team", (int)strcspn(what, "_"), what);
    if (seat == NULL && at(expect, key))
        return number_at(expect, key);
    if (seat == NULL)
        seat = at(expect, "hand_winner_seat") ? at(expect, "hand_winner_seat") : at(expect, "winner_seat");
    return seat ? (int)json_integer_value(seat) % 2 : -1;
}

/* "envido_points" and the like: what the account holds, all of it on one side; "points" is the score. */
static inline bool same_points(struct corpus *c, const char *what)
{
    char name[40];
    int n = number_at(at(c->line, "expect"), what), winner = winner_of(at(c->line, "expect"), what), got[2];
    snprintf(name, sizeof name, "points_%.*s", (int)strcspn(what, "_"), what);
    const json_t *account = fact(c, strcmp(what, "points") == 0 ? "score" : name);
    for (size_t side = 0; side < 2; side++)
        got[side] = number_of(account, side);
    if (winner >= 0 ? got[winner] == n && got[1 - winner] == 0 : got[0] + got[1] == n && got[0] * got[1] == 0)
        return true;
    return differ(c, "%s: %d and %d, not %d", what, got[0], got[1], n);
}

static inline bool same_next(struct corpus *c, const json_t *list, bool offered)
{
    size_t i;
    json_t *action;
    char word[40];
    json_array_foreach(list, i, action)
    {
        word_of(action, word);
        bool may = turn(c) == number_of(action, 0) && legal(c, word);
        if (may != offered)
            return differ(c, "\"%s\" %s", word, may ? "is offered" : "is not offered");
    }
    return true;
}

/* What the hand pays when the seat on turn gives it up. */
static inline bool same_hand_value(struct corpus *c, int value)
{
    json_t *before = json_incref(at(c->answer, "score"));
    int gained = 0;
    if (act(c, turn(c), "concede"))
        for (size_t side = 0; side < 2; side++)
            gained += number_of(at(c->answer, "score"), side) - number_of(before, side);
    json_decref(before);
    ask(c, json_pack("{s:s}", "op", "undo"));
    return gained == value || differ(c, "the hand is worth %d", gained);
}

static inline bool same_json(struct corpus *c, const char *what, const json_t *wanted, const json_t *got)
{
    return json_equal(wanted, got) || differ(c, "another %s", what);
}

static inline bool same_pending(struct corpus *c, const json_t *wanted)
{
    return (in_phase(c, "stake") && number_at(wanted, "answerer_seat") == turn(c)) ||
           differ(c, "the truco does not wait for its answer");
}

/* One key of what is expected. */
static inline bool same_key(struct corpus *c, const char *key, const json_t *wanted)
{
    if (strstr(key, "points"))
        return same_points(c, key);
    if (strcmp(key, "score") == 0)
        return same_json(c, key, wanted, at(c->answer, "score"));
    if (strcmp(key, "game_over") == 0)
        return same_json(c, key, wanted, at(c->answer, "game.over"));
    if (strcmp(key, "hand_winner_seat") == 0)
        return same_json(c, key, wanted, at(c->answer, "hand.winner"));
    if (strcmp(key, "winner_seat") == 0) /* of the game, where the case is about its end */
        return !at(c->line, "expect.game_over") || same_json(c, key, wanted, at(c->answer, "game.winner"));
    if (strcmp(key, "legal_next") == 0 || strcmp(key, "illegal_next") == 0)
        return same_next(c, wanted, key[0] == 'l');
    if (strcmp(key, "then_pending") == 0)
        return same_pending(c, wanted);
    if (strcmp(key, "hand_value") == 0)
        return same_hand_value(c, (int)json_integer_value(wanted));
    if (strcmp(key, "raises_allowed") == 0)
        return legal(c, "truco") == json_is_true(wanted) || differ(c, "raises");
    if (strcmp(key, "next_leader_seat") == 0)
        return json_integer_value(wanted) == turn(c) || differ(c, "seat %d leads", turn(c));
    if (strcmp(key, "trick_winner_team") == 0)
        return strcmp(json_string_value(json_array_get(fact(c, "trick_winner"), 0)), "tie") == 0 ||
               differ(c, "somebody took the trick");
    if (strcmp(key, "envido_winner_team") == 0)
        return json_integer_value(fact(c, "envido_winner")) % 2 == json_integer_value(wanted) ||
               differ(c, "the other side won the envido");
    return strcmp(key, "options") == 0 || strcmp(key, "envido_scores") == 0 || strstr(key, "_winner_") ||
           differ(c, "nobody knows what \"%s\" means", key);
}

static inline bool same_all(struct corpus *c)
{
    const char *key;
    json_t *wanted;
    json_object_foreach(at(c->line, "expect"), key, wanted) if (!same_key(c, key, wanted)) return false;
    return true;
}

/* --- situations --- */

/* Whoever is still asked for a flor passes. */
static inline bool no_more_flor(struct corpus *c)
{
    while (in_phase(c, "flor") && legal(c, "pass"))
        if (!act(c, turn(c), "pass"))
            return differ(c, "%s", text_at(c->answer, "message"));
    return true;
}

static inline bool replay_actions(struct corpus *c)
{
    size_t i;
    json_t *action;
    char word[40];
    if (!lay_case(c))
        return false;
    json_array_foreach(at(c->line, "actions"), i, action)
    {
        int seat = number_of(action, 0);
        word_of(action, word);
        if (i == 0 && strcmp(word, "flor") == 0 && turn(c) != seat)
            continue; /* flor_policy=auto has sung it */
        if (strcmp(word, "compare") == 0)
            break; /* nobody bets */
        if (!pass_on(c, seat))
            return false;
        if (!act(c, seat, word))
            return differ(c, "\"%s\": %s", word, text_at(c->answer, "message"));
    }
    /* After flor and flor the first side may raise; the case stops at the second flor. */
    return no_more_flor(c) && same_all(c);
}

/* Envidos that are called and wanted by the mano and whoever answers. */
static inline bool replay_comparison(struct corpus *c)
{
    bool called = lay_case(c) && act(c, turn(c), "envido") && no_more_flor(c) && act(c, turn(c), "quiero");
    return called ? same_all(c) : differ(c, "%s", text_at(c->answer, "message"));
}

/* --- what a hand is worth: declared against a hand of nothing --- */

static inline bool replay_value(struct corpus *c, const char *what)
{
    bool flor = strcmp(what, "flor") == 0;
    json_t *hands = json_pack("[O,[s,s,s]]", at(c->line, "given.hand"), "10b", "11b", "12b");
    if (!lay_hands(c, hands))
        return false;
    if (!flor)
        act(c, 0, "envido");
    act(c, 1, flor ? "con-flor-quiero" : "quiero");
    no_more_flor(c);
    int got = number_of(fact(c, "declared"), 0);
    return got == number_at(at(c->line, "expect"), what) || differ(c, "%s is %d", what, got);
}

/* --- the order of the cards, by playing them against each other --- */

static inline const char *card_of(const json_t *group, size_t i)
{
    return json_is_array(group) ? json_string_value(json_array_get(group, i))
                                : (i == 0 ? json_string_value(group) : NULL);
}

/* Two cards to one trick: whether it comes out as `wanted`: 0, 1 or 2 for a tie. */
static inline bool same_duel(struct corpus *c, const char *a, const char *b, int wanted)
{
    static const char *const others[] = { "4e", "4b", "5o", "5c", "6e", "6b", "10o", "10c" };
    const char *fill[4];
    char word[2][16];
    for (size_t i = 0, n = 0; n < 4; i++)
        if (strcmp(others[i], a) != 0 && strcmp(others[i], b) != 0)
            fill[n++] = others[i];
    if (!lay_hands(c, json_pack("[[s,s,s],[s,s,s]]", a, fill[0], fill[1], b, fill[2], fill[3])))
        return false;
    snprintf(word[0], sizeof word[0], "play %s", a);
    snprintf(word[1], sizeof word[1], "play %s", b);
    act(c, 0, word[0]);
    act(c, 1, word[1]);
    const json_t *winner = json_array_get(fact(c, "trick_winner"), 0);
    int got = json_is_integer(winner) ? (int)json_integer_value(winner) : json_is_string(winner) ? 2 : -1;
    return got == wanted || differ(c, "%s against %s is %d", a, b, got);
}

static inline bool replay_order(struct corpus *c)
{
    const json_t *order = at(c->line, "expect.order");
    for (size_t g = 0; g < json_array_size(order); g++) {
        const json_t *group = json_array_get(order, g), *next = json_array_get(order, g + 1);
        const char *best = card_of(group, 0);
        for (size_t i = 1; card_of(group, i) != NULL; i++)
            if (!same_duel(c, best, card_of(group, i), 2))
                return false;
        if (next && !(same_duel(c, best, card_of(next, 0), 0) && same_duel(c, card_of(next, 0), best, 1)))
            return false;
    }
    return true;
}

/* The zap, the manilha of clubs, takes the trick from threes. */
static inline bool replay_manilha(struct corpus *c)
{
    char word[16];
    snprintf(word, sizeof word, "play %sC", text_at(c->line, "expect.manilha"));
    if (!lay_hands(c, json_pack("[[s,s,s],[s,s,s],[s,s,s],[s,s,s]]", "3D", "2D", "5D", word + 5, "2H", "5H", "3H", "2S",
                                "5S", "6H", "6S", "6D")))
        return false;
    bool played = act(c, 0, "play 3D") && act(c, 1, word) && act(c, 2, "play 3H") && act(c, 3, "play 6H");
    return (played && turn(c) == 1) || differ(c, "%s is no manilha", word + 5);
}

/* --- "T-6-10": so many raises; what the last pays accepted, and refused --- */

static inline int points_made(const struct corpus *c)
{
    return number_of(at(c->answer, "score"), 0) + number_of(at(c->answer, "score"), 1);
}

static inline bool replay_sequence(struct corpus *c)
{
    unsigned raises = 1;
    for (const char *s = text_at(c->line, "given.sequence"); *s != '\0'; s++)
        raises += *s == '-';
    bool fine = lay_case(c);
    for (unsigned i = 0; fine && i < raises; i++)
        fine = act(c, turn(c), "raise");
    fine = fine && act(c, turn(c), "accept") && act(c, turn(c), "concede");
    if (!fine)
        return differ(c, "%s", text_at(c->answer, "message"));
    if (points_made(c) != number_at(c->line, "expect.accepted"))
        return differ(c, "accepted it pays %d", points_made(c));
    ask(c, json_pack("{s:s}", "op", "undo"));
    ask(c, json_pack("{s:s}", "op", "undo"));
    while (in_phase(c, "stake"))
        if (!act(c, turn(c), "refuse"))
            return differ(c, "%s", text_at(c->answer, "message"));
    return points_made(c) == number_at(c->line, "expect.declined") || differ(c, "refused it pays %d", points_made(c));
}

/* --- all of them --- */

static inline bool replay_known(struct corpus *c)
{
    const json_t *given = at(c->line, "given"), *expect = at(c->line, "expect");
    if (at(given, "hand"))
        return replay_value(c, json_is_integer(at(expect, "flor")) ? "flor" : "envido");
    if (at(expect, "order"))
        return replay_order(c);
    if (at(expect, "manilha"))
        return replay_manilha(c);
    if (at(given, "sequence"))
        return replay_sequence(c);
    return at(given, "envidos") ? replay_comparison(c) : replay_actions(c);
}

static inline enum verdict replay_case(struct corpus *c)
{
    const struct reason *other = reason_of(other_cases, sizeof other_cases / sizeof *other_cases,
                                           text_at(c->line, "id"));
    if (other)
        return leave_out(c, other->name, other->decided);
    if (strcmp(text_at(c->line, "variant"), "trucyflou") == 0)
        return replay_truc(c) ? AGREED : DISAGREED;
    if (!variant_of(c->line)) {
        differ(c, "a game that nobody knows");
        return DISAGREED;
    }
    return replay_known(c) ? AGREED : DISAGREED;
}

#endif
