/* Pieces: the cards of the turned card's suit that stand above all others, and envido bet by numbers. */
#include "support/rules_play.h"

#include "rules/values.h"
#include "rules/worth.h"

/* A table whose cards have pieces, with `turned` beside the deck. */
static struct position pieces(unsigned ranks, const char *turned)
{
    struct position pos = table_of("argentino-flor", 2, 0, 0);
    pos.open.rules.opt[OPT_RANKS] = (uint8_t)ranks;
    assert_true(card_parse(turned, &pos.open.vira));
    return pos;
}

/* --- the order --- */

static void assert_order(const struct position *pos, const char *const *groups, size_t count)
{
    unsigned above = 99, seen = 0;
    for (size_t g = 0; g < count; g++) {
        card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
        unsigned strength = 0;
        read_cards_text(groups[g], cards);
        for (unsigned k = 0; k < FIEL_HELD_MAX && cards[0][k] != CARD_NONE; k++, seen++) {
            assert_true(k == 0 || card_strength(&pos->open, cards[0][k]) == strength);
            strength = card_strength(&pos->open, cards[0][k]);
        }
        assert_true(strength < above && strength > card_strength(&pos->open, CARD_HIDDEN));
        above = strength;
    }
    assert_int_equal(seen, FIEL_CARDS - 1); /* all but the turned card */
}

/* Seed 003 section 21: piezas, matas, fios, negras, blancas. */
TEST(order_of_uruguay)
{
    static const char *const seven_turned[] = {
        "2o",          "4o",          "5o",          "11o",         "10o",      "1e",
        "1b",          "7e",          "3e 3b 3o 3c", "2e 2b 2c",    "1o 1c",    "12e 12b 12o 12c",
        "11e 11b 11c", "10e 10b 10c", "7b 7c",       "6e 6b 6o 6c", "5e 5b 5c", "4e 4b 4c",
    };
    static const char *const four_turned[] = {
        /* its king stands for it */
        "2e",          "12e",   "5e",          "11e",      "10e",      "1e",          "1b",
        "7e",          "7o",    "3e 3b 3o 3c", "2b 2o 2c", "1o 1c",    "12b 12o 12c", "11b 11o 11c",
        "10b 10o 10c", "7b 7c", "6e 6b 6o 6c", "5b 5o 5c", "4b 4o 4c",
    };
    struct position pos = pieces(RANKS_MUESTRA, "7o");
    assert_order(&pos, seven_turned, sizeof seven_turned / sizeof *seven_turned);
    pos = pieces(RANKS_MUESTRA, "4e");
    assert_order(&pos, four_turned, sizeof four_turned / sizeof *four_turned);
}

/* Seed 002: the knight and the sota of the vira's suit alone. */
TEST(order_of_venezuela)
{
    static const char *const ten_turned[] = {
        "11c",   "12c",         "1e",          "1b",          "7e",    "7o",          "3e 3b 3o 3c", "2e 2b 2o 2c",
        "1o 1c", "12e 12b 12o", "11e 11b 11o", "10e 10b 10o", "7b 7c", "6e 6b 6o 6c", "5e 5b 5o 5c", "4e 4b 4o 4c",
    };
    struct position pos = pieces(RANKS_VIRA, "10c");
    assert_order(&pos, ten_turned, sizeof ten_turned / sizeof *ten_turned);
}

/* The king that is turned, or whose suit turned no piece, is a plain king. */
TEST(plain_kings)
{
    static const char *const turned[] = { "12o", "7o", "4e" };
    card_t king;
    assert_true(card_parse("12o", &king));
    for (size_t i = 0; i < sizeof turned / sizeof *turned; i++) {
        struct position pos = pieces(RANKS_MUESTRA, turned[i]);
        assert_int_equal(piece_points(&pos.open, king), 0);
    }
    struct position pos = pieces(RANKS_VIRA, "4o"); /* no piece in Venezuela */
    assert_int_equal(piece_points(&pos.open, king), 0);
}

/* --- envido and flor --- */

static const struct worth {
    unsigned ranks;
    const char *turned, *hand;
    unsigned envido, cards, flor; /* 0: no flor */
} worths[] = {
    { RANKS_MUESTRA, "7e", "2e 4e 5e", 35, 5, 47 }, /* the most: 30 9 8; without flor the 2 and a 5 */
    { RANKS_MUESTRA, "12e", "7b 5b 3o", 32, 3, 0 },
    { RANKS_MUESTRA, "2e", "12e 7o 3b", 37, 3, 0 }, /* the king is the 2 */
    { RANKS_MUESTRA, "3e", "12e 7o 3b", 7, 2, 0 },
    { RANKS_MUESTRA, "1e", "11e 6o 4o", 33, 3, 37 }, /* one piece and two of a suit */
    { RANKS_MUESTRA, "1e", "6o 11e 4o", 33, 3, 37 },
    { RANKS_MUESTRA, "1e", "6o 4o 11e", 33, 5, 37 },
    { RANKS_MUESTRA, "1e", "10e 11e 7o", 34, 5, 41 }, /* two pieces and any card */
    { RANKS_MUESTRA, "1e", "5e 6o 4b", 34, 3, 0 },
    { RANKS_MUESTRA, "1e", "5e 10o 12b", 28, 1, 0 },
    { RANKS_MUESTRA, "1e", "10b 11b 12b", 20, 3, 20 },
    { RANKS_MUESTRA, "1e", "7b 6b 5b", 33, 3, 38 },
    { RANKS_MUESTRA, "5o", "12o 2o 7c", 37, 6, 45 }, /* 30 8 7 */
    { RANKS_VIRA, "4c", "11c 7e 6b", 37, 3, 0 },
    { RANKS_VIRA, "4c", "10c 7e 6e", 36, 3, 42 },
    { RANKS_VIRA, "4c", "2c 5c 7e", 27, 3, 0 },
    { RANKS_VIRA, "11c", "12c 3o 1b", 33, 3, 0 },
};

TEST(values)
{
    for (size_t i = 0; i < sizeof worths / sizeof *worths; i++) {
        const struct worth *w = &worths[i];
        struct position pos = pieces(w->ranks, w->turned);
        card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
        read_cards_text(w->hand, cards);
        if (envido_value(&pos.open, cards[0]) != w->envido || envido_cards(&pos.open, cards[0]) != w->cards)
            fail_msg("%s with %s turned: envido %u", w->hand, w->turned, envido_value(&pos.open, cards[0]));
        if (flor_held(&pos.open, cards[0]) != (w->flor != 0))
            fail_msg("%s with %s turned: is it a flor?", w->hand, w->turned);
        if (w->flor != 0)
            assert_int_equal(flor_value(&pos.open, cards[0]), w->flor);
    }
}

/* --- numbers --- */

static struct position numeric(int score0, int score1)
{
    struct position pos = table_of("argentino", 2, score0, score1);
    pos.open.rules.opt[OPT_ENVIDO] = ENVIDO_NUMERIC;
    pos.open.rules.opt[OPT_UY_CAP_TWO] = UY_CAP_LESSER;
    deal_hands(&pos, 0, "7e 6e 4c / 1e 7b 6b");
    return pos;
}

TEST(numbers_are_words)
{
    static const struct {
        const char *word;
        uint16_t code;
        const char *back;
    } words[] = {
        { "envido", 6 << 8, "envido" },
        { "envido-2", 6 << 8, "envido" },
        { "envido-5", 6 << 8 | 5, "envido-5" },
        { "envido-99", 6 << 8 | 99, "envido-99" },
        { "1-real-envido", 7 << 8, "real-envido" },
        { "2-real-envido", 7 << 8 | 2, "2-real-envido" },
        { "flor-envido", 24 << 8, "flor-envido" },
        { "flor-envido-7", 24 << 8 | 7, "flor-envido-7" },
        { "flor-real-envido", 25 << 8, "flor-real-envido" },
        { "flor-3-real-envido", 25 << 8 | 3, "flor-3-real-envido" },
        { "flor-falta-envido", 26 << 8, "flor-falta-envido" },
    };
    static const char *const wrong[] = { "envido-",   "envido-0",     "envido-05",     "envido-256",
                                         "envido-5x", "-real-envido", "0-real-envido", "2-real",
                                         "flor-",     "flor-5",       "envido--1",     "flor-2" };
    struct position pos = numeric(0, 0);
    struct action a;
    char text[ACTION_TEXT];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        assert_int_equal(action_parse(&pos.open, words[i].word, &a), RULE_OK);
        assert_int_equal(action_code(a), words[i].code);
        assert_string_equal(action_text(&pos.open, a, text), words[i].back);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(action_parse(&pos.open, wrong[i], &a), RULE_NOT_A_WORD);
}

/* Where envido has no numbers they are no words of the game. */
TEST(no_numbers_in_argentina)
{
    struct position pos = lay("argentino", 0, 0, 0, "7e 6e 4c / 1e 7b 6b");
    assert_int_equal(try_say(&pos, 0, "envido-5"), RULE_NOT_A_WORD);
    assert_int_equal(try_say(&pos, 0, "2-real-envido"), RULE_NOT_A_WORD);
    assert_int_equal(try_say(&pos, 0, "flor-envido"), RULE_NOT_A_WORD);
    assert_int_equal(try_say(&pos, 0, "paso"), RULE_NOT_A_WORD);
}

/* A raise is at least what it answers, and all together at most the falta: 6 are left here. */
TEST(raises)
{
    struct position pos = numeric(24, 10);
    assert_calls(&pos, "truco envido envido-1 envido-3 envido-4 envido-5 envido-6 real-envido 2-real-envido "
                       "falta-envido mazo");
    assert_int_equal(try_say(&pos, 0, "envido-7"), RULE_ENVIDO_TOO_HIGH);
    assert_int_equal(try_say(&pos, 0, "3-real-envido"), RULE_ENVIDO_TOO_HIGH);
    say(&pos, "0 envido-1");
    assert_calls(&pos, "quiero no-quiero envido envido-1 envido-3 envido-4 envido-5 real-envido falta-envido mazo");
    say(&pos, "1 envido");
    assert_int_equal(pos.open.envido_wanted, 3);
    assert_int_equal(pos.open.envido_unwanted, 1);
    assert_calls(&pos, "quiero no-quiero envido envido-3 real-envido falta-envido mazo");
    assert_int_equal(try_say(&pos, 0, "envido-1"), RULE_ENVIDO_TOO_LOW);
    assert_int_equal(try_say(&pos, 0, "envido-4"), RULE_ENVIDO_TOO_HIGH);
    say(&pos, "0 real-envido");
    assert_int_equal(pos.open.envido_wanted, 6);
    assert_int_equal(pos.open.envido_unwanted, 3);
    assert_calls(&pos, "quiero no-quiero mazo"); /* the falta itself would add nothing */
    assert_int_equal(try_say(&pos, 1, "falta-envido"), RULE_ENVIDO_TOO_HIGH);
    pos = numeric(24, 10);
    say(&pos, "0 envido-4");
    assert_calls(&pos, "quiero no-quiero falta-envido mazo");
    say(&pos, "1 falta-envido");
    assert_int_equal(pos.open.envido_wanted, 6);
    assert_int_equal(pos.open.envido_unwanted, 4);
    assert_calls(&pos, "quiero no-quiero mazo");
    assert_int_equal(try_say(&pos, 0, "envido-6"), RULE_ENVIDO_TOO_LOW);
}

/* The first word refused is 1 whatever its size (seed 003 section 25). */
TEST(refused)
{
    struct position pos = numeric(0, 0);
    say(&pos, "0 envido-10, 1 no-quiero");
    assert_points(pos.open.score, 1, 0);
    pos = numeric(0, 0);
    say(&pos, "0 envido-4, 1 envido-6, 0 no-quiero");
    assert_points(pos.open.score, 0, 4);
}

/* One is lacking: who says real envido all the same has said envido. */
TEST(beyond_the_falta)
{
    struct position pos = numeric(29, 10);
    assert_calls(&pos, "truco envido envido-1 real-envido falta-envido mazo");
    say(&pos, "0 real-envido");
    assert_int_equal(pos.open.envido_wanted, 2);
    assert_calls(&pos, "quiero no-quiero mazo");
}

/* A legal list may be long: nothing is cut off. */
TEST(long_list)
{
    struct position pos = table_of("argentino,target=99", 4, 0, 0); /* of two none goes beyond ten */
    struct action list[FIEL_LEGAL_MAX];
    pos.open.rules.opt[OPT_ENVIDO] = ENVIDO_NUMERIC;
    deal_hands(&pos, 0, "7e 6e 4c / 1e 7b 6b / 2e 2b 2c / 3e 3b 3c");
    int n = position_legal(&pos, 0, list);
    assert_int_equal(n, 6 + 1 + 99 + 33 + 1 + 1); /* cards, truco, envidos, reals, falta, mazo */
}
