/* Every value of every option does something: for each two values of an option there is a hand in which, after the
 * same words, something else has come about.
 *
 * A line of tests/corpus/options.jsonl is such a hand: the rules, what is dealt (a hand behind the other where the
 * match has to go on), what is said, and the outcome under either value.  An option or a value that is added has to
 * have its lines; with FIEL_WRITE_DOCS=1 in the environment hands are looked for by chance and the file is written
 * anew: a line whose values still come out differently stays, the shortest hand that is found makes a new one. */
#include "options_told.h"
#include "rules/idle.h"

#define OPTIONS_FILE "tests/corpus/options.jsonl"

/* Options that no hand can show, and where they are tested. */
static const struct {
    const char *option, *why;
} elsewhere[] = {
    { "signs", "signs stand beside the hand: tests/unit/test_rules_signs.c" },
    { "sign_words", "tests/unit/test_rules_signs.c" },
    { "sign_seen", "who sees a sign is drawn: tests/unit/test_rules_signs.c" },
    { "signs_per_decision", "tests/unit/test_rules_signs.c" },
    { "signs_per_hand", "tests/unit/test_rules_signs.c" },
};

/* Values that come to the same, and why. */
static const struct {
    const char *option, *value[2], *why;
} alike[] = {
    { "tie_lead",
      { "mano", "trick_leader" },
      "a tie is played on only after the first trick, or the first two: its leader was the mano" },
    { "truco_forfeits_envido",
      { "player", "team" },
      "a truco is answered before a partner speaks; wanted, it closes the envido" },
};

static bool are_alike(enum option k, unsigned v, unsigned w)
{
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (strcmp(alike[i].option, option_rows[k].name) == 0)
            return value_named(k, alike[i].value[0]) == (int)v && value_named(k, alike[i].value[1]) == (int)w;
    return false;
}

static bool is_elsewhere(enum option k)
{
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (strcmp(elsewhere[i].option, option_rows[k].name) == 0)
            return true;
    return false;
}

/* --- looking for a hand --- */

enum { TRIES = 60000, ENOUGH = 60, SEEN_IDLE = 1000 };

/* Beside which some options have more to say. */
static const char *const also[] = {
    "",
    "",
    "",
    ",declare=auto",
    ",flor_policy=manual_seed003",
    ",flor_policy=optional",
    ",truco_in_eleven=loses_game",
    ",flor_timing=hand_start",
    ",pica_redeal=yes",
    ",pica=off",
    ",end_check=end_of_hand",
    ",eleven_view=both",
};

/* Rules in which the option means something; false when these do not fit together. */
static bool choose_rules(struct told *t, struct random *random)
{
    struct rules r;
    char why[RULES_ERROR_TEXT];
    unsigned p = random_below(random, PRESET_COUNT);
    t->preset = p;
    bool anywhere = option_rows[t->option].presets[0] == '\0';
    snprintf(t->rules, sizeof t->rules, "%s%s", preset_rows[p].name,
             also[random_below(random, sizeof also / sizeof *also)]);
    return (anywhere || option_in_preset(t->option, (enum preset)p)) && rules_parse(t->rules, &r, why) == 0;
}

static void choose_table(struct told *t, struct random *random)
{
    struct rules r;
    char why[RULES_ERROR_TEXT];
    struct position pos;
    assert_int_equal(rules_parse(t->rules, &r, why), 0);
    t->seats = 2 + random_below(random, FIEL_SEATS_MAX - 1);
    t->mano = random_below(random, t->seats);
    pos.open.rules = r;
    pos.open.scorers = 2;
    random_score(&pos, random);
    for (unsigned side = 0; side < 2; side++)
        t->score[side] = pos.open.score[side];
    t->hands = 1 + random_below(random, HANDS_MOST);
    for (unsigned h = 0; h < t->hands; h++) {
        card_t pack[FIEL_CARDS];
        unsigned size = shuffled_pack(&r, random, pack);
        if (random_below(random, 2))
            gather_suit(pack, size, 3 * random_below(random, t->seats), random_below(random, 4));
        memset(t->dealt[h], CARD_NONE, sizeof t->dealt[h]);
        for (unsigned i = 0; i < 3 * t->seats && i < size; i++)
            t->dealt[h][i / 3][i % 3] = pack[i];
        unsigned gallo = rules_gallo(&r, (int)t->seats, (t->mano + h) % t->seats);
        if (gallo != FIEL_NOBODY)
            t->dealt[h][gallo][3] = pack[9];
        t->vira[h] = rules_turn_card(&r) && 3 * t->seats < size ? pack[3 * t->seats] : CARD_NONE;
    }
}

/* Says the same at both tables until they part; false when they do not. */
static bool play_apart(struct told *t, struct random *random)
{
    struct position pos[2];
    unsigned hand[2] = { 0, 0 };
    bool fine[2];
    t->said_count = 0;
    for (unsigned i = 0; i < 2; i++)
        if ((fine[i] = set_up(t, i, &pos[i], t->outcome[i])))
            outcome_of(&pos[i], t->outcome[i]);
    while (strcmp(t->outcome[0], t->outcome[1]) == 0) {
        unsigned n = t->said_count;
        bool over = pos[0].open.hand_over;
        if (!fine[0] || !fine[1] || n == SAID_MOST || (over && hand[0] + 1 >= t->hands))
            return false;
        t->said[n] = over ? (struct action){ 0, 0 } : pick_action(&pos[0], random);
        t->said_seat[n] = over ? 0 : pos[0].open.turn;
        t->said_count++;
        for (unsigned i = 0; i < 2; i++)
            if ((fine[i] = say_told(t, n, &hand[i], &pos[i], t->outcome[i])))
                outcome_of(&pos[i], t->outcome[i]);
    }
    t->hands = hand[0] + 1;
    return true;
}

/* Whether some hand of these rules tells two values of the option apart. */
static bool found_in(enum preset p, enum option k, const char *plus, unsigned tries)
{
    struct random random = { k * 64 + p };
    static struct told t;
    unsigned value[8], n = values_of(k, value);
    memset(&t, 0, sizeof t);
    t.option = k;
    snprintf(t.rules, sizeof t.rules, "%s%s", preset_rows[p].name, plus);
    for (; tries > 0; tries--) {
        t.value[0] = value[random_below(&random, n)];
        t.value[1] = value[random_below(&random, n)];
        choose_table(&t, &random);
        if (t.value[0] != t.value[1] && play_apart(&t, &random))
            return true;
    }
    return false;
}

/* Of the presets the first one, so that few lines hang on what is special to one game. */
static bool shorter(const struct told *a, const struct told *b)
{
    if (a->preset != b->preset)
        return a->preset < b->preset;
    if (a->said_count != b->said_count)
        return a->said_count < b->said_count;
    return a->seats != b->seats ? a->seats < b->seats : strlen(a->rules) < strlen(b->rules);
}

static bool look_for(enum option k, unsigned v, unsigned w, struct told *best)
{
    struct random random = { k * 64 + v * 8 + w };
    static struct told t;
    unsigned found = 0;
    memset(&t, 0, sizeof t);
    t.option = k;
    t.value[0] = v;
    t.value[1] = w;
    for (unsigned i = 0; i < TRIES && found < ENOUGH; i++) {
        if (!choose_rules(&t, &random))
            continue;
        choose_table(&t, &random);
        if (!play_apart(&t, &random))
            continue;
        if (found++ == 0 || shorter(&t, best))
            *best = t;
    }
    return found > 0;
}

/* --- the file --- */

typedef void with_pair(enum option k, unsigned v, unsigned w, void *with);

/* Every two values of every option that hands can show. */
static void for_every_pair(with_pair *then, void *with)
{
    for (unsigned k = 0; k < OPT_COUNT; k++) {
        unsigned value[8], n = is_elsewhere((enum option)k) ? 0 : values_of((enum option)k, value);
        for (unsigned i = 0; i < n; i++)
            for (unsigned j = i + 1; j < n; j++)
                then((enum option)k, value[i], value[j], with);
    }
}

/* The lines as they stood, and the file as it is written. */
struct writing {
    json_t *lines;
    FILE *out;
};

/* The line of two values, if they still come out differently. */
static bool keep(const struct writing *w, enum option k, unsigned v, unsigned other, struct told *t)
{
    size_t i;
    json_t *line;
    json_array_foreach(w->lines, i, line)
    {
        if (read_told(line, t) != NULL || t->option != k || t->value[0] != v || t->value[1] != other)
            continue;
        run_told(t, 0, t->outcome[0]);
        run_told(t, 1, t->outcome[1]);
        return strcmp(t->outcome[0], t->outcome[1]) != 0;
    }
    return false;
}

static void write_pair(enum option k, unsigned v, unsigned w, void *with)
{
    static struct told best;
    struct writing *writing = with;
    char text[2][64];
    if (are_alike(k, v, w))
        return;
    bool found = keep(writing, k, v, w, &best) || look_for(k, v, w, &best);
    if (found)
        write_told(writing->out, &best);
    else
        print_error("no hand tells %s=%s from %s\n", option_rows[k].name, option_value_text(k, v, text[0], 64),
                    option_value_text(k, w, text[1], 64));
}

/* The lines of the file; the caller owns them. */
static json_t *read_file(void)
{
    char text[8192];
    json_t *lines = json_array();
    FILE *f = fopen(OPTIONS_FILE, "r");
    while (f && fgets(text, sizeof text, f)) {
        json_t *line = json_loads(text, 0, NULL);
        assert_non_null(line);
        json_array_append_new(lines, line);
    }
    assert_true(f == NULL || fclose(f) == 0);
    return lines;
}

static void write_file(void)
{
    struct writing w = { read_file(), fopen(OPTIONS_FILE, "w") };
    assert_non_null(w.out);
    for_every_pair(write_pair, &w);
    assert_int_equal(fclose(w.out), 0);
    json_decref(w.lines);
}

/* --- the test --- */

struct shown {
    bool pair[OPT_COUNT][256][256];
    unsigned lines, missing;
};

static void check_told(const struct told *t, unsigned number)
{
    char out[OUTCOME_TEXT];
    for (unsigned i = 0; i < 2; i++) {
        run_told(t, i, out);
        if (strcmp(out, t->outcome[i]) != 0)
            fail_msg(OPTIONS_FILE ", line %u: %s comes out as\n  %s\nnot as\n  %s\n(FIEL_WRITE_DOCS=1 looks anew)",
                     number, option_rows[t->option].name, out, t->outcome[i]);
    }
    if (strcmp(t->outcome[0], t->outcome[1]) == 0)
        fail_msg(OPTIONS_FILE ", line %u: both values come out alike", number);
}

static void check_pair(enum option k, unsigned v, unsigned w, void *with)
{
    struct shown *shown = with;
    char text[2][64];
    if (shown->pair[k][v][w] && are_alike(k, v, w))
        fail_msg("%s has two values that are said to be alike", option_rows[k].name);
    if (shown->pair[k][v][w] || are_alike(k, v, w))
        return;
    shown->missing++;
    print_error("%s=%s and %s: no hand shows what differs (FIEL_WRITE_DOCS=1 looks for one)\n", option_rows[k].name,
                option_value_text(k, v, text[0], 64), option_value_text(k, w, text[1], 64));
}

TEST(every_value_is_shown)
{
    static struct shown shown;
    static struct told t;
    size_t i;
    json_t *line;
    if (getenv("FIEL_WRITE_DOCS"))
        write_file();
    json_t *lines = read_file();
    json_array_foreach(lines, i, line)
    {
        const char *wrong = read_told(line, &t);
        if (wrong)
            fail_msg(OPTIONS_FILE ", line %zu: %s (FIEL_WRITE_DOCS=1 looks anew)", i + 1, wrong);
        check_told(&t, ++shown.lines);
        shown.pair[t.option][t.value[0]][t.value[1]] = true;
    }
    json_decref(lines);
    for_every_pair(check_pair, &shown);
    print_message("options: %u hands, one for each two values of an option\n", shown.lines);
    assert_int_equal(shown.missing, 0);
}

/* Of a preset as it stands: an option that changes no hand is said to, with what it needs, and with that it does. */
TEST(what_is_idle_is_told)
{
    unsigned idle = 0, live = 0;
    for (unsigned p = 0; p < PRESET_COUNT; p++)
        for (unsigned k = 0; k < OPT_COUNT; k++) {
            struct rules r;
            char needs[OPTION_NEEDS], plus[OPTION_NEEDS + 1] = ",";
            rules_preset(&r, (enum preset)p);
            if (!option_in_preset((enum option)k, (enum preset)p) || is_elsewhere((enum option)k))
                continue;
            bool told = option_idle(&r, (enum option)k, needs);
            if (found_in((enum preset)p, (enum option)k, "", told ? SEEN_IDLE : TRIES) == told)
                fail_msg("%s: %s is %s", preset_rows[p].name, option_rows[k].name,
                         told ? "said to change nothing, and changes a hand"
                              : "not said to change nothing: no hand differs");
            snprintf(plus + 1, sizeof plus - 1, "%s", needs);
            if (told && *needs && !found_in((enum preset)p, (enum option)k, plus, TRIES))
                fail_msg("%s%s: %s changes nothing all the same", preset_rows[p].name, plus, option_rows[k].name);
            idle += told;
            live += !told;
        }
    print_message("options: %u change a hand of their presets as they stand, %u change none and say so\n", live, idle);
}

/* Where a preset has what an option needs, and it is taken away. */
static void idle_without(enum preset p, enum option k, enum option need, unsigned value)
{
    char plus[96], text[64], needs[OPTION_NEEDS];
    struct rules r;
    for (unsigned v = 0; option_value_text(need, v, text, sizeof text)[0] != '\0'; v++) {
        snprintf(plus, sizeof plus, ",%s=%s", option_rows[need].name, text);
        rules_preset(&r, p);
        r.opt[need] = (uint16_t)v;
        if (v != value && (!option_idle(&r, k, needs) || found_in(p, k, plus, SEEN_IDLE)))
            fail_msg("%s%s: %s changes a hand", preset_rows[p].name, plus, option_rows[k].name);
    }
}

TEST(every_need_is_one)
{
    for (unsigned p = 0; p < PRESET_COUNT; p++) {
#define X(id, in, need, value) \
    if (need != OPT_COUNT && strchr(in, preset_rows[p].letter) && option_in_preset(need, (enum preset)p) && \
        !is_elsewhere(OPT_##id)) \
        idle_without((enum preset)p, OPT_##id, need, value);
        OPTIONS_IDLE(X)
#undef X
    }
}

/* What is said to be tested elsewhere is an option, and its file is there. */
TEST(elsewhere_is_somewhere)
{
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        assert_true(option_named(elsewhere[i].option) >= 0);
        const char *file = strstr(elsewhere[i].why, "tests/");
        FILE *f = file ? fopen(file, "r") : NULL;
        assert_non_null(f);
        fclose(f);
    }
}
