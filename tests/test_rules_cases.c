/* The written-down cases (tests/corpus/argentino_cases.jsonl, brazil_cases.jsonl), each with its source,
 * replayed through `fiel table`. */
#include "table_play.h"

/* The words of the cases in the words of the table. */
static const char *word_of(const char *name)
{
    static const char *const words[][2] = {
        { "ENVIDO", "envido" },
        { "REAL_ENVIDO", "real-envido" },
        { "FALTA_ENVIDO", "falta-envido" },
        { "TRUCO", "truco" },
        { "RE_TRUCO", "retruco" },
        { "VALE_CUATRO", "vale-cuatro" },
        { "QUIERO", "quiero" },
        { "NO_QUIERO", "no-quiero" },
        { "MAZO", "mazo" },
        { "FLOR", "flor" },
        { "CONTRAFLOR", "contraflor" },
        { "CONTRAFLOR_AL_RESTO", "contraflor-al-resto" },
        { "RAISE", "raise" },
        { "ACCEPT", "accept" },
        { "RUN", "run" },
        { "RUN_ELEVEN", "eleven-run" },
        { "ACCEPT_TEN", "eleven-play" },
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i][0], name) == 0)
            return words[i][1];
    fail_msg("no word for %s", name);
    return "";
}

static void action_word(json_t *action, char *text, size_t size)
{
    const char *name = json_string_value(json_array_get(action, 1));
    if (strcmp(name, "PLAY") == 0)
        snprintf(text, size, "play %s", json_string_value(json_array_get(action, 2)));
    else
        snprintf(text, size, "%s", word_of(name));
}

static json_t *replace(json_t *old, json_t *fresh)
{
    json_decref(old);
    return fresh;
}

/* --- set-ups --- */

static json_t *lay_hands(struct table *t, const char *rules, json_t *hands, json_t *score, json_t *mano)
{
    json_t *answer = ask(t, json_pack("{s:s,s:s,s:O*,s:O*,s:O*}", "op", "new", "rules", rules, "hands", hands,
                                      "score", score, "mano", mano));
    if (!is_ok(answer))
        fail_msg("%s", text_at(answer, "message"));
    return answer;
}

static json_t *lay_case(struct table *t, json_t *line)
{
    json_t *given = at(line, "given"), *value;
    const char *key;
    char rules[256];
    snprintf(rules, sizeof rules, "%s,declare=auto,target=%d",
             json_is_true(at(given, "flor")) ? "argentino-flor" : "argentino",
             (int)json_integer_value(at(given, "target")));
    json_object_foreach(at(line, "expect.options"), key, value) {
        size_t used = strlen(rules);
        if (json_is_integer(value))
            snprintf(rules + used, sizeof rules - used, ",%s=%d", key, (int)json_integer_value(value));
        else
            snprintf(rules + used, sizeof rules - used, ",%s=%s", key, json_string_value(value));
    }
    return lay_hands(t, rules, at(given, "hands"), at(given, "score"), at(given, "mano"));
}

/* --- what is expected --- */

static json_int_t account(const struct table *t, const char *what, int side)
{
    const struct open *o = &t->match.open;
    if (strncmp(what, "envido", 6) == 0)
        return o->points_envido[side];
    if (strncmp(what, "flor", 4) == 0)
        return o->points_flor[side];
    return strncmp(what, "truco", 5) == 0 ? o->points_truco[side] : o->score[side];
}

/* "envido_points" and the like: what the account holds, all of it on one side. */
static void expect_points(const struct table *t, json_t *line, const char *what)
{
    json_t *points = at(at(line, "expect"), what);
    char key[40];
    if (points == NULL)
        return;
    snprintf(key, sizeof key, "%.*s_winner_seat", (int)strcspn(what, "_"), what);
    json_t *winner = at(at(line, "expect"), key);
    if (winner == NULL)
        winner = at(line, "expect.hand_winner_seat");
    json_int_t a = account(t, what, 0), b = account(t, what, 1), n = json_integer_value(points);
    if (a + b != n || (a != 0 && b != 0))
        fail_msg("%s: %s is %d and %d", text_at(line, "id"), what, (int)a, (int)b);
    if (winner != NULL && account(t, what, (int)json_integer_value(winner)) != n)
        fail_msg("%s: %s went to the other side", text_at(line, "id"), what);
}

static void expect_next(json_t *answer, json_t *list, bool legal)
{
    size_t i;
    json_t *action;
    char word[40];
    json_array_foreach(list, i, action) {
        action_word(action, word, sizeof word);
        bool on_turn = json_equal(at(answer, "turn"), json_array_get(action, 0));
        assert_int_equal(on_turn && contains(at(answer, "legal"), word), legal);
    }
}

static void expect_all(struct table *t, json_t *line, json_t *answer)
{
    json_t *expect = at(line, "expect");
    expect_points(t, line, "envido_points");
    expect_points(t, line, "flor_points");
    expect_points(t, line, "truco_points");
    expect_points(t, line, "points");
    expect_next(answer, at(expect, "legal_next"), true);
    expect_next(answer, at(expect, "illegal_next"), false);
    if (at(expect, "score") != NULL)
        assert_true(json_equal(at(expect, "score"), at(answer, "score")));
    if (at(expect, "hand_winner_seat") != NULL)
        assert_true(json_equal(at(expect, "hand_winner_seat"), at(answer, "hand.winner")));
    if (at(expect, "game_over") != NULL)
        assert_true(json_equal(at(expect, "game_over"), at(answer, "game.over")));
    if (at(expect, "winner_seat") != NULL)
        assert_true(json_equal(at(expect, "winner_seat"), at(answer, "game.winner")));
    if (at(expect, "then_pending") != NULL) {
        assert_string_equal(text_at(answer, "phase"), "stake");
        assert_true(json_equal(at(expect, "then_pending.answerer_seat"), at(answer, "turn")));
    }
}

static void run_actions(struct table *t, json_t *line)
{
    size_t i;
    json_t *action, *answer = lay_case(t, line);
    char word[40];
    json_array_foreach(at(line, "actions"), i, action) {
        int seat = (int)json_integer_value(json_array_get(action, 0));
        action_word(action, word, sizeof word);
        if (i == 0 && strcmp(word, "flor") == 0 && t->match.open.sang != 0)
            continue; /* flor_policy=auto has sung it */
        answer = replace(answer, ask(t, act_request(seat, word)));
        if (!is_ok(answer))
            fail_msg("%s: %s", text_at(line, "id"), text_at(answer, "message"));
    }
    /* After flor and flor the first side may raise; the case stops at the second flor. */
    if (strcmp(text_at(answer, "phase"), "flor") == 0 && contains(at(answer, "legal"), "pass"))
        answer = replace(answer, ask(t, act_request((int)json_integer_value(at(answer, "turn")), "pass")));
    expect_all(t, line, answer);
    json_decref(answer);
}

/* --- values of a hand: declared against a hand of nothing --- */

static void run_value(struct table *t, json_t *line, bool flor)
{
    json_t *hand = at(line, "given.hand"), *rival = json_pack("[s,s,s]", "10b", "11b", "12b");
    json_t *hands = json_pack("[O,o]", hand, rival);
    json_decref(
        lay_hands(t, flor ? "argentino-flor,declare=auto" : "argentino,declare=auto", hands, NULL, NULL));
    json_decref(hands);
    if (!flor)
        json_decref(ask(t, act_request(0, "envido")));
    json_decref(ask(t, act_request(1, flor ? "con-flor-quiero" : "quiero")));
    assert_int_equal(t->match.open.declared[0],
                     json_integer_value(at(line, flor ? "expect.flor" : "expect.envido")));
}

/* --- the order of the cards, by playing them against each other --- */

static const char *first_card(json_t *group, size_t i)
{
    return json_is_array(group) ? json_string_value(json_array_get(group, i))
                                : (i == 0 ? json_string_value(group) : NULL);
}

/* Two cards to one trick; who takes it: 0, 1 or "tie". */
static json_t *duel(struct table *t, const char *a, const char *b)
{
    static const char *const others[] = { "4e", "4b", "5o", "5c", "6e", "6b", "10o", "10c" };
    const char *fill[4];
    char word[2][40];
    for (size_t i = 0, n = 0; n < 4; i++)
        if (strcmp(others[i], a) != 0 && strcmp(others[i], b) != 0)
            fill[n++] = others[i];
    json_t *hands = json_pack("[[s,s,s],[s,s,s]]", a, fill[0], fill[1], b, fill[2], fill[3]);
    json_decref(lay_hands(t, "argentino", hands, NULL, NULL));
    json_decref(hands);
    snprintf(word[0], sizeof word[0], "play %s", a);
    snprintf(word[1], sizeof word[1], "play %s", b);
    json_decref(ask(t, act_request(0, word[0])));
    json_decref(ask(t, act_request(1, word[1])));
    json_t *answer = ask_line(t, "{\"op\":\"view\",\"seat\":0}"),
           *winner = json_incref(json_array_get(at(answer, "view.trick_winner"), 0));
    json_decref(answer);
    return winner;
}

static void run_order(struct table *t, json_t *line)
{
    json_t *order = at(line, "expect.order"), *winner;
    for (size_t g = 0; g < json_array_size(order); g++) {
        json_t *group = json_array_get(order, g), *next = json_array_get(order, g + 1);
        const char *best = first_card(group, 0);
        for (size_t i = 1; first_card(group, i) != NULL; i++) {
            winner = duel(t, best, first_card(group, i));
            assert_string_equal(json_string_value(winner), "tie");
            json_decref(winner);
        }
        if (next == NULL)
            continue;
        winner = duel(t, best, first_card(next, 0));
        assert_int_equal(json_integer_value(winner), 0);
        json_decref(winner);
        winner = duel(t, first_card(next, 0), best);
        assert_int_equal(json_integer_value(winner), 1);
        json_decref(winner);
    }
}

/* --- the Brazilian games --- */

static json_t *lay_brazil(struct table *t, json_t *line)
{
    json_t *given = at(line, "given");
    json_t *request = json_pack("{s:s,s:O,s:O,s:O*,s:O*,s:O*,s:O*,s:s}", "op", "new", "rules",
                                at(line, "variant"), "seats", at(line, "players"), "hands", at(given, "hands"),
                                "score", at(given, "score"), "mano", at(given, "mao"), "vira",
                                at(given, "vira"), "seed", "case");
    json_t *answer = ask(t, request);
    if (!is_ok(answer))
        fail_msg("%s: %s", text_at(line, "id"), text_at(answer, "message"));
    return answer;
}

/* The zap, the manilha of clubs, beats a three. */
static void run_manilha(struct table *t, json_t *line)
{
    char zap[4], word[40];
    snprintf(zap, sizeof zap, "%sC", text_at(line, "expect.manilha"));
    json_t *hands = json_pack("[[s,s,s],[s,s,s]]", "3D", "2D", "5D", zap, "2H", "5H"),
           *request = json_pack("{s:s,s:O,s:o,s:O}", "op", "new", "rules", at(line, "variant"), "hands", hands,
                                "vira", at(line, "given.vira")),
           *answer = ask(t, request);
    assert_true(is_ok(answer));
    json_decref(answer);
    json_decref(ask(t, act_request(0, "play 3D")));
    snprintf(word, sizeof word, "play %s", zap);
    answer = ask(t, act_request(1, word));
    assert_int_equal(json_integer_value(at(answer, "turn")), 1);
    json_decref(answer);
}

/* "T-6-10": so many raises; what the last pays accepted, and refused. */
static void run_sequence(struct table *t, json_t *line)
{
    unsigned raises = 1;
    for (const char *s = text_at(line, "given.sequence"); *s != '\0'; s++)
        raises += *s == '-';
    json_t *answer = lay_brazil(t, line);
    for (unsigned i = 0; i < raises; i++)
        answer = replace(answer, ask(t, act_request((int)json_integer_value(at(answer, "turn")), "raise")));
    struct match called = t->match;
    int seat = match_turn(&called);
    json_decref(answer);
    json_decref(ask(t, act_request(seat, "accept")));
    json_decref(ask(t, act_request(match_turn(&t->match), "concede")));
    assert_int_equal(t->match.open.score[0] + t->match.open.score[1],
                     json_integer_value(at(line, "expect.accepted")));
    t->match = called;
    answer = ask(t, act_request(seat, "run"));
    if (strcmp(text_at(answer, "phase"), "stake") == 0)
        answer = replace(answer, ask(t, act_request(match_turn(&t->match), "run")));
    assert_int_equal(t->match.open.score[0] + t->match.open.score[1],
                     json_integer_value(at(line, "expect.declined")));
    json_decref(answer);
}

static void run_brazil_actions(struct table *t, json_t *line)
{
    size_t i;
    json_t *action, *answer = lay_brazil(t, line), *expect = at(line, "expect");
    char word[40];
    json_array_foreach(at(line, "actions"), i, action) {
        action_word(action, word, sizeof word);
        answer = replace(answer,
                         ask(t, act_request((int)json_integer_value(json_array_get(action, 0)), word)));
        if (!is_ok(answer))
            fail_msg("%s: %s", text_at(line, "id"), text_at(answer, "message"));
    }
    if (at(expect, "points") != NULL)
        assert_int_equal(t->match.open.score[json_integer_value(at(expect, "winner_seat"))],
                         json_integer_value(at(expect, "points")));
    if (at(expect, "score") != NULL)
        assert_true(json_equal(at(expect, "score"), at(answer, "score")));
    if (at(expect, "hand_value") != NULL) {
        assert_int_equal(contains(at(answer, "legal"), "truco"), json_is_true(at(expect, "raises_allowed")));
        answer = replace(answer, ask(t, act_request(match_turn(&t->match), "concede")));
        int before = (int)json_integer_value(json_array_get(at(line, "given.score"), 1));
        assert_int_equal(t->match.open.score[1] - before + t->match.open.score[0] - 10,
                         json_integer_value(at(expect, "hand_value")));
    }
    json_decref(answer);
}

static void run_brazil(struct table *t, json_t *line, void *user)
{
    unsigned *agreed = user;
    if (at(line, "expect.manilha") != NULL)
        run_manilha(t, line);
    else if (at(line, "given.sequence") != NULL)
        run_sequence(t, line);
    else
        run_brazil_actions(t, line);
    ++*agreed;
}

static void brazil_cases(void **state)
{
    (void)state;
    unsigned agreed = 0, lines = for_each_line("tests/corpus/brazil_cases.jsonl", run_brazil, &agreed);
    print_message("brazil_cases: %u cases, %u agreed, 0 disagreed\n", lines, agreed);
    assert_int_equal(lines, 14);
    assert_int_equal(agreed, 14);
}

/* --- all of them --- */

struct counts {
    unsigned agreed, excluded;
};

static void run_case(struct table *t, json_t *line, void *user)
{
    struct counts *n = user;
    /* gotruco counts malas_buenas from the winner; RULES.md (9.14), and the corpus of trucoshi, from the
     * leader. */
    if (strcmp(text_at(line, "id"), "ar-falta-malas") == 0) {
        n->excluded++;
        return;
    }
    if (at(line, "given.hand") != NULL)
        run_value(t, line, at(line, "expect.flor") != NULL);
    else if (at(line, "expect.order") != NULL)
        run_order(t, line);
    else
        run_actions(t, line);
    n->agreed++;
}

static void written_cases(void **state)
{
    (void)state;
    struct counts n = { 0, 0 };
    unsigned lines = for_each_line("tests/corpus/argentino_cases.jsonl", run_case, &n);
    print_message("argentino_cases: %u cases, %u agreed, %u excluded with a reason, 0 disagreed\n", lines,
                  n.agreed, n.excluded);
    assert_int_equal(lines, 31);
    assert_int_equal(n.agreed, 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(written_cases), cmocka_unit_test(brazil_cases) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
