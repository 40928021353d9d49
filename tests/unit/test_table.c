/* `fiel table`: its ops, its answers, what bad input gets, undo, and the program itself. */
#include "table_play.h"

#include "support/random.h"

#define NEW \
    "{\"op\":\"new\",\"rules\":\"argentino,flor=off\",\"seats\":2,\"score\":[10,12],\"mano\":0," \
    "\"vira\":\"5o\",\"hands\":[[\"7e\",\"6e\",\"4c\"],[\"1e\",\"7b\",\"6b\"]]}"

static struct table fresh(void)
{
    struct table t;
    table_init(&t);
    return t;
}

static json_t *must(struct table *t, const char *line)
{
    json_t *answer = ask_line(t, line);
    if (!is_ok(answer))
        fail_msg("%s: %s", line, text_at(answer, "message"));
    return answer;
}

static void drop(json_t *answer) { json_decref(answer); }

/* --- what bad input gets --- */

static const struct bad {
    const char *line, *code;
} bad_lines[] = {
    { "", "bad_json" },
    { "   ", "bad_json" },
    { "{", "bad_json" },
    { "{\"op\":\"view\",\"op\":\"undo\"}", "bad_json" },
    { "{\"op\":\"undo\"} {\"op\":\"undo\"}", "bad_json" },
    { "{\"op\":\"u\\u0000\"}", "bad_json" },
    { "\xff\xfe", "bad_json" },
    { "[]", "not_an_object" },
    { "{}", "missing_key" },
    { "{\"op\":7}", "wrong_type" },
    { "{\"op\":null}", "wrong_type" },
    { "{\"op\":\"plai\"}", "unknown_op" },
    { "{\"op\":\"new\",\"target\":15}", "unknown_key" },
    { "{\"op\":\"new\",\"sed\":\"x\"}", "unknown_key" },
    { "{\"op\":\"new\",\"rules\":\"argentno\"}", "bad_rules" },
    { "{\"op\":\"new\",\"rules\":\"argentino,flor=maybe\"}", "bad_rules" },
    { "{\"op\":\"new\",\"rules\":3}", "wrong_type" },
    { "{\"op\":\"new\",\"seats\":5}", "bad_seats" },
    { "{\"op\":\"new\",\"seats\":4,\"rules\":\"argentino,truco_turn=any_time\"}", "bad_seats" },
    { "{\"op\":\"new\",\"seats\":0}", "bad_seats" },
    { "{\"op\":\"new\",\"seats\":\"two\"}", "wrong_type" },
    { "{\"op\":\"new\",\"seats\":2.5}", "wrong_type" },
    { "{\"op\":\"new\",\"seats\":100000000000000000000}", "bad_json" },
    { "{\"op\":\"new\",\"mano\":2}", "out_of_range" },
    { "{\"op\":\"new\",\"mano\":-1}", "out_of_range" },
    { "{\"op\":\"new\",\"score\":[30,0]}", "out_of_range" },
    { "{\"op\":\"new\",\"score\":[0,31]}", "out_of_range" },
    { "{\"op\":\"new\",\"score\":[-1,0]}", "out_of_range" },
    { "{\"op\":\"new\",\"score\":[1]}", "wrong_type" },
    { "{\"op\":\"new\",\"score\":5}", "wrong_type" },
    { "{\"op\":\"new\",\"rules\":\"argentino,target=15\",\"score\":[15,0]}", "out_of_range" },
    { "{\"op\":\"new\",\"chicos\":[2,0]}", "out_of_range" },
    { "{\"op\":\"new\",\"rules\":\"argentino,signs=on\"}", "bad_seats" },
    { "{\"op\":\"new\",\"seed\":7}", "wrong_type" },
    { "{\"op\":\"new\",\"hands\":[[\"7e\",\"6e\",\"4c\"],[\"1e\",\"7b\",\"7e\"]]}", "duplicate_card" },
    { "{\"op\":\"new\",\"hands\":[[\"7e\",\"6e\",\"8c\"],[\"1e\",\"7b\",\"6b\"]]}", "no_such_card" },
    { "{\"op\":\"new\",\"hands\":[[\"7e\",\"6e\"],[\"1e\",\"7b\",\"6b\"]]}", "wrong_type" },
    { "{\"op\":\"new\",\"hands\":[[\"7e\",\"6e\",3],[\"1e\",\"7b\",\"6b\"]]}", "wrong_type" },
    { "{\"op\":\"new\",\"hands\":[[\"7e\",\"6e\",\"4c\"]]}", "wrong_type" },
    { "{\"op\":\"new\",\"hands\":\"7e\"}", "wrong_type" },
    { "{\"op\":\"new\",\"vira\":\"7e\",\"hands\":[[\"7e\",\"6e\",\"4c\"],[\"1e\",\"7b\",\"6b\"]]}", "vira_in_hand" },
    { "{\"op\":\"new\",\"vira\":\"8e\",\"seed\":\"x\"}", "no_such_card" },
    { "{\"op\":\"new\",\"rules\":\"paulista\","
      "\"hands\":[[\"3C\",\"2C\",\"AC\"],[\"3H\",\"2H\",\"AH\"]]}",
      "no_vira" },
    { "{\"op\":\"new\",\"rules\":\"paulista\",\"vira\":\"AH\","
      "\"hands\":[[\"3C\",\"2C\",\"AC\"],[\"3H\",\"2H\",\"AH\"]]}",
      "vira_in_hand" },
    { "{\"op\":\"new\",\"rules\":\"paulista-limpo\",\"vira\":\"KH\","
      "\"hands\":[[\"3C\",\"2C\",\"4C\"],[\"3H\",\"2H\",\"AH\"]]}",
      "not_in_deck" },
    { "{\"op\":\"new\",\"rules\":\"paulista-limpo\",\"vira\":\"7H\","
      "\"hands\":[[\"3C\",\"2C\",\"AC\"],[\"3H\",\"2H\",\"AH\"]]}",
      "not_in_deck" },
    { "{\"op\":\"new\",\"rules\":\"paulista-limpo\",\"seats\":8}", "bad_seats" },
    { "{\"op\":\"new\",\"rules\":\"mineiro\",\"seats\":3}", "bad_seats" },
    { "{\"op\":\"new\",\"vira\":7,\"seed\":\"x\"}", "wrong_type" },
    { "{\"op\":\"rules\",\"rules\":\"argentin\"}", "bad_rules" },
    { "{\"op\":\"rules\",\"seat\":1}", "unknown_key" },
};

/* These need a table. */
static const struct bad bad_acts[] = {
    { "{\"op\":\"act\",\"seat\":0}", "missing_key" },
    { "{\"op\":\"act\",\"do\":\"envido\"}", "missing_key" },
    { "{\"op\":\"act\",\"seat\":2,\"do\":\"envido\"}", "out_of_range" },
    { "{\"op\":\"act\",\"seat\":\"0\",\"do\":\"envido\"}", "wrong_type" },
    { "{\"op\":\"act\",\"seat\":0,\"do\":4}", "wrong_type" },
    { "{\"op\":\"act\",\"seat\":0,\"do\":\"envido\",\"why\":1}", "unknown_key" },
    { "{\"op\":\"act\",\"seat\":0,\"do\":\"\"}", "not_a_word" },
    { "{\"op\":\"act\",\"seat\":0,\"do\":\"play 1e\"}", "card_not_held" },
    { "{\"op\":\"act\",\"seat\":1,\"do\":\"play 1e\"}", "not_your_turn" },
    { "{\"op\":\"act\",\"seat\":0,\"do\":\"quiero\"}", "nothing_to_answer" },
    { "{\"op\":\"act\",\"seat\":0,\"do\":\"vale-cuatro\"}", "wrong_step" },
    { "{\"op\":\"act\",\"seat\":0,\"do\":\"flor\"}", "not_a_word" },
    { "{\"op\":\"view\"}", "missing_key" },
    { "{\"op\":\"view\",\"seat\":2}", "out_of_range" },
    { "{\"op\":\"next\"}", "hand_not_over" },
    { "{\"op\":\"next\",\"mano\":1}", "unknown_key" },
    { "{\"op\":\"undo\",\"n\":2}", "unknown_key" },
    { "{\"op\":\"undo\"}", "nothing_to_undo" },
};

static void assert_refused(struct table *t, const struct bad *b)
{
    struct position before = t->position;
    size_t count = t->count;
    bool open = t->open;
    json_t *answer = ask_line(t, b->line);
    if (is_ok(answer) || strcmp(text_at(answer, "error"), b->code) != 0)
        fail_msg("%s: \"%s\" instead of %s (%s)", b->line, text_at(answer, "error"), b->code,
                 text_at(answer, "message"));
    assert_true(strlen(text_at(answer, "message")) > 10);
    assert_int_equal(at(answer, "legal") != NULL, open);
    assert_memory_equal(&before, &t->position, sizeof before);
    assert_int_equal(t->count, count);
    assert_int_equal(t->open, open);
    drop(answer);
}

TEST(refusals)
{
    AUTO(table_free) struct table t = fresh();
    for (size_t i = 0; i < sizeof bad_lines / sizeof *bad_lines; i++)
        assert_refused(&t, &bad_lines[i]);
    static const char *const early[] = { "act", "next", "view", "sign", "undo" };
    for (size_t i = 0; i < 5; i++) {
        char line[64];
        snprintf(line, sizeof line, "{\"op\":\"%s\"}", early[i]);
        assert_refused(&t, &(struct bad){ line, "no_table" });
    }
    drop(must(&t, NEW));
    for (size_t i = 0; i < sizeof bad_lines / sizeof *bad_lines; i++)
        assert_refused(&t, &bad_lines[i]);
    for (size_t i = 0; i < sizeof bad_acts / sizeof *bad_acts; i++)
        assert_refused(&t, &bad_acts[i]);
}

TEST(long_lines)
{
    AUTO(table_free) struct table t = fresh();
    size_t n = TABLE_LINE_MAX + 1;
    OWNED char *line = malloc(n + 1);
    assert_non_null(line);
    memset(line, '[', n); /* far deeper than the parser goes, and longer than a line may be */
    line[n] = '\0';
    assert_refused(&t, &(struct bad){ line, "line_too_long" });
    line[100000] = '\0';
    assert_refused(&t, &(struct bad){ line, "bad_json" });
}

/* Random bytes and mangled requests: always one answer, never a changed state. */
TEST(fuzzed)
{
    AUTO(table_free) struct table t = fresh();
    struct random r = { 5 };
    char line[sizeof NEW];
    drop(must(&t, NEW));
    for (unsigned i = 0; i < 20000; i++) {
        memcpy(line, NEW, sizeof line);
        size_t n = 1 + random_below(&r, sizeof NEW - 1);
        for (unsigned k = random_below(&r, 4); k > 0; k--)
            line[random_below(&r, sizeof NEW - 1)] = (char)random_next(&r);
        OWNED char *text = table_line(&t, line, n);
        assert_non_null(text);
        assert_null(position_check(&t.position));
    }
}

/* --- a hand --- */

TEST(a_hand)
{
    AUTO(table_free) struct table t = fresh();
    json_t *answer = must(&t, NEW);
    assert_int_equal(json_integer_value(at(answer, "turn")), 0);
    assert_string_equal(text_at(answer, "phase"), "play");
    json_t *legal = json_pack("[s,s,s,s,s,s,s,s,s,s,s]", "play 7e", "play 6e", "play 4c", "play-down 7e",
                              "play-down 6e", "play-down 4c", "truco", "envido", "real-envido", "falta-envido", "mazo");
    assert_true(json_equal(at(answer, "legal"), legal));
    json_decref(legal);
    assert_true(json_is_false(at(answer, "hand.over")));
    drop(answer);
    drop(must(&t, "{\"op\":\"act\",\"seat\":0,\"do\":\"envido\"}"));
    drop(must(&t, "{\"op\":\"act\",\"seat\":1,\"do\":\"accept\"}"));
    drop(must(&t, "{\"op\":\"act\",\"seat\":0,\"do\":\"declare\"}"));
    answer = must(&t, "{\"op\":\"act\",\"seat\":1,\"do\":\"son-buenas\"}");
    assert_int_equal(json_integer_value(json_array_get(at(answer, "score"), 0)), 12);
    drop(answer);
    drop(must(&t, "{\"op\":\"act\",\"seat\":0,\"do\":\"play 7e\"}"));
    drop(must(&t, "{\"op\":\"act\",\"seat\":1,\"do\":\"play-down 6b\"}"));
    drop(must(&t, "{\"op\":\"act\",\"seat\":0,\"do\":\"raise\"}"));
    answer = must(&t, "{\"op\":\"act\",\"seat\":1,\"do\":\"refuse\"}");
    json_auto_t *hand = json_pack("{s:b,s:i,s:[i],s:{s:[i,i],s:[i,i],s:[i,i],s:[i,i]},s:[[s],[]]}", "over", 1, "winner",
                                  0, "tricks", 0, "points", "truco", 1, 0, "envido", 2, 0, "flor", 0, 0, "bonus", 0, 0,
                                  "shown", "6e");
    assert_true(json_equal(at(answer, "hand"), hand));
    assert_true(json_is_null(at(answer, "turn")));
    assert_int_equal(json_array_size(at(answer, "legal")), 0);
    assert_true(json_is_false(at(answer, "game.over")) && json_is_false(at(answer, "partida.over")));
    drop(answer);
    answer = must(&t, "{\"op\":\"next\",\"hands\":[[\"1o\",\"2o\",\"3o\"],[\"1c\",\"2c\",\"3c\"]]}");
    assert_int_equal(json_integer_value(at(answer, "turn")), 1);
    drop(answer);
}

TEST(games)
{
    AUTO(table_free) struct table t = fresh();
    drop(must(&t, "{\"op\":\"new\",\"rules\":\"argentino,declare=auto\",\"score\":[28,29],\"chicos\":[1,1],"
                  "\"hands\":[[\"7e\",\"6e\",\"4c\"],[\"1e\",\"7b\",\"6b\"]]}"));
    drop(must(&t, "{\"op\":\"act\",\"seat\":0,\"do\":\"envido\"}"));
    json_t *answer = must(&t, "{\"op\":\"act\",\"seat\":1,\"do\":\"quiero\"}");
    json_auto_t *news = json_pack("[{s:i,s:s,s:i},{s:i,s:s}]", "seat", 0, "do", "declare", "value", 33, "seat", 1, "do",
                                  "son-buenas");
    assert_true(json_equal(at(answer, "news"), news));
    assert_true(json_is_true(at(answer, "game.over")) && json_is_true(at(answer, "partida.over")));
    assert_int_equal(json_integer_value(at(answer, "partida.winner")), 0);
    assert_true(json_is_null(at(answer, "hand.winner"))); /* the tricks were never played out */
    drop(answer);
    answer = must(&t, "{\"op\":\"next\"}");
    assert_int_equal(json_integer_value(json_array_get(at(answer, "score"), 1)), 0);
    assert_int_equal(json_integer_value(json_array_get(at(answer, "partida.chicos"), 1)), 0);
    drop(answer);
}

/* --- views --- */

TEST(views)
{
    AUTO(table_free) struct table t = fresh();
    drop(must(&t, NEW));
    drop(must(&t, "{\"op\":\"act\",\"seat\":0,\"do\":\"play-down 7e\"}"));
    json_t *answer = must(&t, "{\"op\":\"view\",\"seat\":1}");
#define X(name, bits, shape, meaning) assert_non_null(at(answer, "view." #name));
    FIEL_OPEN_FIELDS(X)
#undef X
    json_auto_t *known = json_pack("[[],[s,s,s]]", "1e", "7b", "6b");
    assert_true(json_equal(at(answer, "view.known"), known));
    json_t *first = json_array_get(at(answer, "view.table"), 0);
    assert_string_equal(json_string_value(json_array_get(first, 0)), "hidden");
    assert_true(json_is_null(json_array_get(first, 1)));
    assert_string_equal(text_at(answer, "view.vira"), "5o");
    assert_string_equal(text_at(answer, "view.phase"), "play");
    assert_true(json_is_null(at(answer, "view.stake_seat")));
    OWNED char *text = json_dumps(at(answer, "view"), 0);
    assert_null(strstr(text, "7e")); /* the face-down card of the other seat */
    assert_null(strstr(text, "6e"));
    drop(answer);
}

/* --- seeds and undo --- */

TEST(seeds)
{
    AUTO(table_free) struct table a = fresh(), b = fresh();
    drop(must(&a, "{\"op\":\"new\",\"seed\":\"una mano cualquiera\"}"));
    drop(must(&b, "{\"op\":\"new\",\"seed\":\"una mano cualquiera\"}"));
    assert_memory_equal(a.position.dealt, b.position.dealt, sizeof a.position.dealt);
    drop(must(&b, "{\"op\":\"new\",\"seed\":\"otra\"}"));
    assert_memory_not_equal(a.position.dealt, b.position.dealt, sizeof a.position.dealt);
    json_t *answer = must(&a, "{\"op\":\"new\"}"); /* drawn, and told, so that it can be had again */
    char line[128];
    snprintf(line, sizeof line, "{\"op\":\"new\",\"seed\":\"%s\"}", text_at(answer, "seed"));
    assert_int_equal(strlen(text_at(answer, "seed")), 2 * TABLE_SEED);
    drop(answer);
    drop(must(&b, line));
    assert_memory_equal(a.position.dealt, b.position.dealt, sizeof a.position.dealt);
    struct position first = a.position;
    drop(must(&a, "{\"op\":\"act\",\"seat\":0,\"do\":\"mazo\"}"));
    drop(must(&b, "{\"op\":\"act\",\"seat\":0,\"do\":\"mazo\"}"));
    drop(must(&a, "{\"op\":\"next\"}"));
    drop(must(&b, "{\"op\":\"next\"}"));
    assert_memory_equal(&a.position, &b.position, sizeof a.position);
    assert_memory_not_equal(a.position.dealt, first.dealt, sizeof first.dealt);
}

/* Random play forwards, then every step back: each state is exactly as it was. */
TEST(undo)
{
    enum { STEPS = 3000 };
    AUTO(table_free) struct table t = fresh();
    struct random r = { 9 };
    static struct position seen[STEPS];
    drop(must(&t, "{\"op\":\"new\",\"rules\":\"argentino-flor,flor_policy=manual_seed003\",\"seed\":\"undo\"}"));
    for (unsigned i = 0; i < STEPS; i++) {
        struct action list[FIEL_LEGAL_MAX];
        char word[ACTION_TEXT];
        int turn = position_turn(&t.position), n = position_legal(&t.position, turn, list);
        seen[i] = t.position;
        drop(n == 0 ? must(&t, "{\"op\":\"next\"}")
                    : ask(&t,
                          act_request(turn, action_text(&t.position.open, list[random_below(&r, (unsigned)n)], word))));
    }
    for (unsigned i = STEPS; i-- > 0;) {
        drop(must(&t, "{\"op\":\"undo\"}"));
        assert_memory_equal(&t.position, &seen[i], sizeof t.position);
    }
    assert_refused(&t, &(struct bad){ "{\"op\":\"undo\"}", "nothing_to_undo" });
}

/* French names, the turned card from the seed, an unseen iron hand, the hand of eleven in the view. */
TEST(brazil)
{
    AUTO(table_free) struct table t = fresh();
    json_t *answer = must(&t, "{\"op\":\"new\",\"rules\":\"paulista\",\"seats\":4,\"seed\":\"x\","
                              "\"score\":[11,3]}");
    assert_string_equal(text_at(answer, "phase"), "eleven");
    assert_true(t.position.open.vira < FIEL_CARDS);
    drop(answer);
    drop(must(&t, "{\"op\":\"act\",\"seat\":0,\"do\":\"accept\"}"));
    answer = must(&t, "{\"op\":\"view\",\"seat\":0}");
    assert_string_equal(text_at(answer, "view.eleven"), "played");
    assert_int_equal(json_integer_value(at(answer, "view.eleven_side")), 0);
    for (size_t seat = 0; seat < 4; seat++) {
        json_t *known = json_array_get(at(answer, "view.known"), seat);
        assert_int_equal(json_array_size(known), seat % 2 == 0 ? 3 : 0);
    }
    drop(answer);
    drop(must(&t, "{\"op\":\"new\",\"rules\":\"paulista,ferro_blind=yes\",\"score\":[11,11],\"vira\":\"4D\","
                  "\"hands\":[[\"3C\",\"2C\",\"AC\"],[\"3H\",\"2H\",\"QH\"]]}"));
    drop(must(&t, "{\"op\":\"act\",\"seat\":0,\"do\":\"play-blind 2\"}"));
    answer = must(&t, "{\"op\":\"view\",\"seat\":0}");
    OWNED char *text = json_dumps(at(answer, "view.known"), JSON_COMPACT);
    assert_string_equal(text, "[[\"hidden\",\"hidden\",\"AC\"],[]]");
    assert_string_equal(text_at(answer, "view.vira"), "4D");
    drop(answer);
}

/* A sign is held against the rules and changes nothing. */
TEST(signs)
{
    static const struct bad bad_ones[] = {
        { "{\"op\":\"sign\",\"seat\":0,\"to\":1,\"sign\":\"1e\"}", "sign_partner" },
        { "{\"op\":\"sign\",\"seat\":0,\"to\":0,\"sign\":\"1e\"}", "sign_partner" },
        { "{\"op\":\"sign\",\"seat\":0,\"to\":2,\"sign\":\"zap\"}", "sign_word" },
        { "{\"op\":\"sign\",\"seat\":0,\"to\":2,\"sign\":\"\"}", "sign_word" },
        { "{\"op\":\"sign\",\"seat\":0,\"to\":4,\"sign\":\"1e\"}", "out_of_range" },
        { "{\"op\":\"sign\",\"seat\":0,\"sign\":\"1e\"}", "missing_key" },
        { "{\"op\":\"sign\",\"seat\":0,\"to\":2}", "missing_key" },
    };
    AUTO(table_free) struct table t = fresh();
    drop(must(&t, "{\"op\":\"new\",\"rules\":\"argentino,signs=on\",\"seats\":4,\"seed\":\"x\"}"));
    for (size_t i = 0; i < sizeof bad_ones / sizeof *bad_ones; i++)
        assert_refused(&t, &bad_ones[i]);
    struct position before = t.position;
    json_t *answer = must(&t, "{\"op\":\"sign\",\"seat\":3,\"to\":1,\"sign\":\"bad\"}");
    assert_string_equal(text_at(answer, "made"), "closes the eyes");
    assert_memory_equal(&before, &t.position, sizeof before);
    drop(answer);
    drop(must(&t, "{\"op\":\"new\",\"rules\":\"argentino\",\"seats\":4,\"seed\":\"x\"}"));
    assert_refused(&t, &(struct bad){ "{\"op\":\"sign\",\"seat\":3,\"to\":1,\"sign\":\"bad\"}", "no_signs" });
}

TEST(options)
{
    AUTO(table_free) struct table t = fresh();
    json_t *answer = must(&t, "{\"op\":\"rules\",\"rules\":\"argentino,target=15\"}"), *option;
    size_t i, found = 0;
    assert_int_equal(json_array_size(at(answer, "presets")), PRESET_COUNT);
    assert_string_equal(text_at(answer, "rules"), "argentino,target=15");
    json_array_foreach(at(answer, "options"), i, option) if (strcmp(text_at(option, "name"), "target") == 0)
    {
        assert_string_equal(text_at(option, "value"), "15");
        assert_string_equal(text_at(option, "allowed"), "1-99");
        found++;
    }
    assert_int_equal(found, 1);
    drop(answer);
}

/* --- the program --- */

/* The `fiel` that was built with this test: <build>/bin/fiel beside <build>/tests/unit/test_table. */
static void fiel_path(char *path, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", path, size - 1);
    assert_true(n > 0);
    path[n] = '\0';
    for (int up = 0; up < 3; up++)
        *strrchr(path, '/') = '\0';
    strncat(path, "/bin/fiel", size - strlen(path) - 1);
}

/* What `fiel rules ...` prints, and its exit. */
static int fiel_rules(const char *arguments, char *out, size_t size)
{
    char path[512], command[1024];
    fiel_path(path, sizeof path);
    snprintf(command, sizeof command, "'%s' rules %s 2>&1", path, arguments);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    out[fread(out, 1, size - 1, f)] = '\0';
    int status = pclose(f);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(rules_diff)
{
    static char out[1 << 16];
    assert_int_equal(fiel_rules("--diff paulista", out, sizeof out), 2);
    assert_int_equal(fiel_rules("--diff paulista minero", out, sizeof out), 2);
    assert_non_null(strstr(out, "did you mean \"mineiro\""));
    assert_int_equal(fiel_rules("paulista mineiro", out, sizeof out), 2);
    assert_int_equal(fiel_rules("--diff a b c", out, sizeof out), 2);
    assert_int_equal(fiel_rules("--diff paulista paulista", out, sizeof out), 0);
    assert_string_equal(out, "- paulista\n+ paulista\n");
    assert_int_equal(fiel_rules("--diff paulista mineiro,target=24", out, sizeof out), 0);
    unsigned lines = 0;
    for (const char *s = out; *s != '\0'; s = strchr(s, '\n') + 1) /* below each option is what it means */
        lines += *s != ' ';
    assert_int_equal(lines, 5); /* the two, then target, ranks, ladder */
    assert_non_null(strstr(out, "4-6-10-12"));
    assert_int_equal(fiel_rules("--json --diff paulista mineiro", out, sizeof out), 0);
    json_t *answer = json_loads(out, 0, NULL);
    assert_int_equal(json_array_size(at(answer, "differ")), 2);
    drop(answer);
}

/* Each answer is there before the next request is written. */
TEST(the_program)
{
    char path[512], line[4096];
    int in[2], out[2], status = -1;
    fiel_path(path, sizeof path);
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[1]);
        close(out[0]);
        execl(path, "fiel", "table", (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    FILE *to = fdopen(in[1], "w"), *from = fdopen(out[0], "r");
    static const char *const asked[] = { NEW, "{\"op\":\"act\",\"seat\":0,\"do\":\"play 7e\"}", "nonsense",
                                         "{\"op\":\"undo\"}" };
    static const char *const told[] = { "{\"ok\":true", "\"turn\":1", "\"error\":\"bad_json\"", "\"turn\":0" };
    for (size_t i = 0; i < 4; i++) {
        fprintf(to, "%s\n", asked[i]);
        fflush(to);
        assert_non_null(fgets(line, sizeof line, from));
        assert_non_null(strstr(line, told[i]));
    }
    fputs("{\"op\":\"undo\"}", to); /* the last line may lack its newline */
    fclose(to);
    assert_non_null(fgets(line, sizeof line, from));
    assert_null(fgets(line, sizeof line, from));
    fclose(from);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    return tests_run();
}
