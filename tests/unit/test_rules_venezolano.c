/* Venezolano: the ladder to the whole game, the stacked first trick, passed cards, the mazo. */
#include "support/rules_play.h"

static struct position lay_two(const char *options, int score0, int score1, const char *vira, const char *hands)
{
    char rules[160];
    snprintf(rules, sizeof rules, "venezolano,declare=auto%s", options);
    struct position pos = table_of(rules, 2, score0, score1);
    deal_turned(&pos, 0, vira, hands);
    return pos;
}

/* "1 quiero" */
static const char *side_text(int seat, const char *word)
{
    static char text[32];
    snprintf(text, sizeof text, "%d %s", seat, word);
    return text;
}

static struct position lay_four(const char *options, const char *vira, const char *hands)
{
    char rules[160];
    snprintf(rules, sizeof rules, "venezolano,declare=auto%s", options);
    struct position pos = table_of(rules, 4, 0, 0);
    deal_turned(&pos, 0, vira, hands);
    return pos;
}

/* No pieces, no flores; envido 22 against 27. */
static const char PLAIN[] = "3e 2b 4o / 3b 2c 5o";

/* --- the table --- */

TEST(tables)
{
    struct rules r;
    struct position pos;
    char why[RULES_ERROR_TEXT] = "";
    assert_int_equal(rules_parse("venezolano", &r, why), 0);
    for (int seats = -1; seats < 12; seats++)
        assert_int_equal(position_new(&pos, &r, seats, why), seats == 2 || seats == 4 ? 0 : -1);
    static const char *const good[] = {
        "target=12",          "target=32", "ve_truco=3/6/9/game", "ve_truco=2/3/4", "primera_parda=sequential",
        "estar_cantando=off", "flor=off"
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[64];
        snprintf(text, sizeof text, "venezolano,%s", good[i]);
        assert_int_equal(rules_parse(text, &r, why), 0);
    }
    static const char *const bad[] = { "ve_truco=3/6/9",    "estar_cantando=on", "primera_parda=heap",
                                       "envido_chain=free", "pica=on",           "table_sizes=2-4-6-8" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[64];
        snprintf(text, sizeof text, "venezolano,%s", bad[i]);
        assert_int_equal(rules_parse(text, &r, why), -1);
    }
}

/* --- truco --- */

TEST(ladder)
{
    static const struct {
        const char *option, *script;
        int caller, wanted, unwanted;
    } rows[] = {
        { "", "0 truco", 0, 3, 1 },
        { "", "0 truco, 1 retruco", 1, 6, 3 },
        { "", "0 truco, 1 retruco, 0 vale-nueve", 0, 9, 6 },
        { "", "0 truco, 1 retruco, 0 vale-nueve, 1 vale-juego", 1, 15, 9 }, /* 24 - 9 */
        { ",ve_truco=2/3/4", "0 truco", 0, 2, 1 },
        { ",ve_truco=2/3/4", "0 truco, 1 retruco", 1, 3, 2 },
        { ",ve_truco=2/3/4", "0 truco, 1 retruco, 0 vale-cuatro", 0, 4, 3 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = lay_two(rows[i].option, 5, 9, "7c", "1e 1b 4o / 4b 5b 6c"), no;
        bool game = strstr(rows[i].script, "juego") != NULL;
        say(&pos, rows[i].script);
        no = pos;
        say(&no, side_text(1 - rows[i].caller, "no-quiero"));
        assert_int_equal(no.open.points_truco[rows[i].caller], rows[i].unwanted);
        assert_int_equal(no.open.points_truco[1 - rows[i].caller], 0);
        say(&pos, side_text(1 - rows[i].caller, "quiero"));
        say(&pos, "0 play 1e, 1 play 4b, 0 play 1b, 1 play 5b");
        assert_int_equal(pos.open.points_truco[0], game ? 19 : rows[i].wanted);
        assert_int_equal(pos.open.game_over, game);
    }
    struct position pos = lay_two("", 0, 0, "7c", PLAIN);
    assert_int_equal(try_say(&pos, 0, "vale-cuatro"), RULE_NOT_A_WORD);
    assert_int_equal(try_say(&pos, 0, "retruco"), RULE_WRONG_STEP);
    say(&pos, "0 truco, 1 retruco, 0 vale-nueve, 1 vale-juego");
    assert_calls(&pos, "quiero no-quiero mazo");
    assert_int_equal(try_say(&pos, 0, "raise"), RULE_NOT_A_WORD);
}

/* --- the first trick tied --- */

/* The higher card lies on top, whatever its holder would like. */
TEST(stack_top)
{
    struct position pos = lay_two("", 0, 0, "7c", PLAIN);
    say(&pos, "0 play 3e, 1 play 3b");
    assert_int_equal(pos.open.trick_winner[0], FIEL_TIE);
    assert_true(can(&pos, "play 2b"));
    assert_int_equal(try_say(&pos, 0, "play 4o"), RULE_STACKED);
    assert_int_equal(try_say(&pos, 0, "play-down 2b"), RULE_STACKED);
    assert_int_equal(try_say(&pos, 0, "play-down 4o"), RULE_STACKED);
    assert_int_equal(try_say(&pos, 0, "play 3e"), RULE_CARD_NOT_HELD);
    assert_int_equal(try_say(&pos, 0, "play 7e"), RULE_CARD_NOT_HELD);
    assert_calls(&pos, "truco mazo");
    say(&pos, "0 play 2b, 1 truco, 0 quiero"); /* the open parda: calls before one's cards */
    assert_int_equal(try_say(&pos, 1, "play 5o"), RULE_STACKED);
    say(&pos, "1 play 2c"); /* level again: the cards below */
    assert_int_equal(position_turn(&pos), 0);
    assert_int_equal(try_say(&pos, 0, "play-down 4o"), RULE_STACKED);
    say(&pos, "0 play 4o, 1 play 5o");
    assert_points(pos.open.points_truco, 0, 3);
    /* two equal cards: either may lie on top */
    pos = lay_two("", 0, 0, "7c", "3e 2b 2o / 3b 2c 5o");
    say(&pos, "0 play 3e, 1 play 3b");
    assert_true(can(&pos, "play 2b") && can(&pos, "play 2o"));
    /* sequential: two more tricks, any card, face down too */
    pos = lay_two(",primera_parda=sequential", 0, 0, "7c", PLAIN);
    say(&pos, "0 play 3e, 1 play 3b");
    assert_true(can(&pos, "play 4o") && can(&pos, "play-down 2b"));
    /* a tied second trick is no stack */
    pos = lay_two("", 0, 0, "7c", "1e 2b 4o / 3b 2c 5o");
    say(&pos, "0 play 1e, 1 play 3b");
    assert_true(can(&pos, "play 4o") && can(&pos, "play-down 2b"));
}

/* Hands that tie the first trick with 3e and 3b; who takes them. */
TEST(stack_winner)
{
    static const struct {
        const char *hands, *script;
        int winner;
    } rows[] = {
        { "3e 2b 4o / 3b 12c 11o", "0 play 2b, 1 play 12c", 0 },
        { "3e 2b 4o / 3b 1c 12o", "0 play 2b, 1 play 1c", 0 },
        { "3e 4e 4o / 3b 2c 5o", "0 play 4o, 1 play 2c", 1 },
        { "3e 2b 6o / 3b 2c 5o", "0 play 2b, 1 play 2c, 0 play 6o, 1 play 5o", 0 },
        { "3e 2b 5o / 3b 2c 6o", "0 play 2b, 1 play 2c, 0 play 5o, 1 play 6o", 1 },
        { "3e 2b 5o / 3b 2c 5c", "0 play 2b, 1 play 2c, 0 play 5o, 1 play 5c", 0 }, /* the mano */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = lay_two("", 0, 0, "7c", rows[i].hands);
        say(&pos, "0 play 3e, 1 play 3b");
        say(&pos, rows[i].script);
        assert_int_equal(pos.open.hand_winner, rows[i].winner);
        assert_points(pos.open.points_truco, rows[i].winner == 0, rows[i].winner == 1);
    }
}

/* Four seats: only those level on top turn their other card, the first of them from the mano wins the last
 * tie; the mano itself, whose top was lower, has no part in it. */
TEST(stack_four)
{
    struct position pos = lay_four("", "7c", "3e 12o 10o / 3b 2c 5c / 6e 2b 4c / 6b 4b 11b");
    say(&pos, "0 play 3e, 1 play 3b, 2 play 6e, 3 play 6b");
    say(&pos, "0 play 12o, 1 play 2c, 2 play 2b, 3 play 11b");
    assert_int_equal(pos.open.leader, 1);
    assert_int_equal(position_turn(&pos), 1);
    say(&pos, "1 play 5c, 2 play 4c");
    assert_int_equal(pos.open.hand_winner, 1);
    assert_int_equal(pos.open.table[2 * SHAPE_SEAT + 0], CARD_NONE);
    /* still level: seat 1 comes before seat 2, and the mano has no part in it */
    pos = lay_four("", "7c", "3e 12o 10o / 3b 2c 5c / 6e 2b 5o / 6b 4b 11b");
    say(&pos, "0 play 3e, 1 play 3b, 2 play 6e, 3 play 6b");
    say(&pos, "0 play 12o, 1 play 2c, 2 play 2b, 3 play 11b, 1 play 5c, 2 play 5o");
    assert_int_equal(pos.open.hand_winner, 1);
    /* sequential: three ties are the mano's */
    pos = lay_four(",primera_parda=sequential", "7c", "3e 12o 4o / 3b 2c 5c / 6e 2b 5o / 6b 4b 11b");
    say(&pos, "0 play 3e, 1 play 3b, 2 play 6e, 3 play 6b");
    say(&pos, "0 play 12o, 1 play 2c, 2 play 2b, 3 play 11b, 0 play 4o, 1 play 5c, 2 play 5o, 3 play 4b");
    assert_int_equal(pos.open.hand_winner, 0);
    /* partners level on top take it */
    pos = lay_four("", "7c", "3e 2e 10o / 3b 12c 5c / 6e 2b 5o / 6b 4b 11b");
    say(&pos, "0 play 3e, 1 play 3b, 2 play 6e, 3 play 6b");
    say(&pos, "0 play 2e, 1 play 12c, 2 play 2b, 3 play 11b");
    assert_int_equal(pos.open.hand_winner, 0);
}

/* A seat that is level on top and gives up alone turns nothing over. */
TEST(stack_left)
{
    static const char hands[] = "3e 12o 10o / 3b 2c 5c / 6e 2b 5o / 6b 4b 11b";
    struct position pos = lay_four("", "7c", hands);
    say(&pos, "0 play 3e, 1 play 3b, 2 play 6e, 3 play 6b");
    say(&pos, "0 play 12o, 1 play 2c, 2 play 2b, 3 play 11b");
    struct position both = pos;
    say(&pos, "1 mazo, 2 play 5o");
    assert_int_equal(pos.open.hand_winner, 0);
    say(&both, "1 mazo, 2 mazo"); /* nobody is left to turn a card: the first of them from the mano */
    assert_int_equal(both.open.hand_winner, 1);
    pos = lay_four(",mazo_scope=team", "7c", hands);
    say(&pos, "0 play 3e, 1 play 3b, 2 play 6e, 3 play 6b");
    say(&pos, "0 play 12o, 1 play 2c, 2 play 2b, 3 play 11b, 1 mazo");
    assert_int_equal(pos.open.hand_winner, 0);
}

/* --- passed cards --- */

TEST(passed)
{
    struct position pos = lay_two("", 0, 0, "7c", PLAIN);
    say(&pos, "0 play-down 4o");
    assert_true(can(&pos, "play-down 3b"));
    say(&pos, "1 play 5o, 1 play 3b");
    assert_int_equal(try_say(&pos, 0, "play 3e"), RULE_PASSES_ALL);
    assert_int_equal(try_say(&pos, 0, "play-down 4o"), RULE_CARD_NOT_HELD);
    say(&pos, "0 play-down 3e");
    assert_points(pos.open.points_truco, 0, 1);
    /* from the second trick on, one card or two */
    pos = lay_two("", 0, 0, "7c", PLAIN);
    say(&pos, "0 play 4o, 1 play 5o, 1 play-down 2c, 0 play 2b, 0 play 3e, 1 play 3b");
    assert_int_equal(pos.open.hand_winner, 1); /* tied after 1, 0: the first */
    /* both passed: a tied first trick, and the stacks lie face down too */
    pos = lay_two("", 0, 0, "7c", PLAIN);
    say(&pos, "0 play-down 4o, 1 play-down 5o");
    assert_true(can(&pos, "play-down 2b") && can(&pos, "play-down 3e"));
    assert_int_equal(try_say(&pos, 0, "play 3e"), RULE_PASSES_ALL);
    say(&pos, "0 play-down 2b, 1 play-down 2c, 0 play-down 3e, 1 play-down 3b");
    assert_points(pos.open.points_truco, 1, 0);
    /* the other values */
    pos = lay_two(",face_down_first=yes", 0, 0, "7c", PLAIN);
    say(&pos, "0 play-down 4o, 1 play 5o, 1 play 3b");
    assert_true(can(&pos, "play 3e"));
    pos = lay_two(",face_down_first=no", 0, 0, "7c", PLAIN);
    assert_int_equal(try_say(&pos, 0, "play-down 4o"), RULE_FACE_UP);
    pos = lay_two(",face_down=forbidden", 0, 0, "7c", PLAIN);
    assert_int_equal(try_say(&pos, 0, "play-down 4o"), RULE_FACE_UP);
}

/* --- mazo --- */

TEST(mazo)
{
    static const struct {
        const char *script;
        int envido, truco, side;
    } rows[] = {
        { "0 mazo", 1, 1, 1 },
        { "0 play 4o, 1 mazo", 1, 1, 0 },
        { "0 truco, 1 mazo", 0, 1, 0 },
        { "0 truco, 1 quiero, 0 mazo", 0, 3, 1 },
        { "0 truco, 1 retruco, 0 mazo", 0, 3, 1 },
        { "0 envido, 1 mazo", 1, 1, 0 },
        { "0 play 4o, 1 play 5o, 1 mazo", 0, 1, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = lay_two("", 0, 0, "7c", PLAIN);
        say(&pos, rows[i].script);
        assert_int_equal(pos.open.points_envido[rows[i].side], rows[i].envido);
        assert_int_equal(pos.open.points_truco[rows[i].side], rows[i].truco);
        assert_int_equal(pos.open.score[1 - rows[i].side], 0);
    }
    struct position pos = lay_two(",mazo_open_envido=1", 0, 0, "7c", PLAIN);
    say(&pos, "0 mazo");
    assert_points(pos.open.score, 0, 1);
}

/* --- envite --- */

/* Envite 20 against 25, at 3 to 5: the falta is 19. */
static const char ENVITE[] = "3e 2b 12b / 3c 5c 5o";

TEST(envite_rows)
{
    static const struct {
        const char *script;
        int wanted, unwanted;
    } rows[] = {
        { "0 envido", 2, 1 },
        { "0 envido, 1 envido", 4, 2 },
        { "0 envido, 1 envido-3", 5, 2 },
        { "0 envido, 1 envido, 0 envido-3", 7, 4 },
        { "0 envido, 1 envido, 0 envido-3, 1 falta-envido", 19, 7 },
        { "0 envido, 1 envido-22", 24, 2 },
        { "0 falta-envido", 19, 1 },
        { "0 envido, 1 falta-envido", 19, 2 },
        { "0 envido, 1 envido-20, 0 falta-envido", 19, 22 }, /* lower than what it answers */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = lay_two("", 3, 5, "7c", ENVITE), no;
        say(&pos, rows[i].script);
        no = pos;
        int caller = pos.open.envido_seat;
        say(&pos, side_text(1 - caller, "quiero"));
        assert_points(pos.open.points_envido, 0, rows[i].wanted);
        say(&no, side_text(1 - caller, "no-quiero"));
        assert_int_equal(no.open.points_envido[caller], rows[i].unwanted);
        assert_int_equal(no.open.points_envido[1 - caller], 0);
    }
}

static bool in_list(const struct position *pos, unsigned low, unsigned high)
{
    char word[16];
    for (unsigned n = 3; n < 100; n++) {
        snprintf(word, sizeof word, "envido-%u", n);
        if (can(pos, word) != (n >= low && n <= high))
            return false;
    }
    return true;
}

TEST(envite_words)
{
    struct position pos = lay_two("", 3, 5, "7c", ENVITE);
    assert_calls(&pos, "truco envido falta-envido mazo"); /* "quiero y N" answers something */
    assert_int_equal(try_say(&pos, 0, "envido-3"), RULE_ENVIDO_TOO_HIGH);
    assert_int_equal(try_say(&pos, 0, "real-envido"), RULE_NOT_A_WORD);
    assert_int_equal(try_say(&pos, 0, "2-real-envido"), RULE_NOT_A_WORD);
    say(&pos, "0 envido");
    assert_true(in_list(&pos, 3, 22) && can(&pos, "envido"));
    assert_int_equal(try_say(&pos, 1, "envido-1"), RULE_ENVIDO_TOO_LOW);
    assert_int_equal(try_say(&pos, 1, "envido-23"), RULE_ENVIDO_TOO_HIGH);
    say(&pos, "1 envido-19");
    assert_true(in_list(&pos, 3, 3) && can(&pos, "envido"));
    say(&pos, "0 envido-3"); /* the game is bet: only the falta is left */
    assert_calls(&pos, "quiero no-quiero falta-envido mazo");
    assert_int_equal(try_say(&pos, 1, "envido"), RULE_ENVIDO_TOO_HIGH);
    say(&pos, "1 falta-envido");
    assert_calls(&pos, "quiero no-quiero mazo");
    assert_int_equal(try_say(&pos, 0, "envido-3"), RULE_ENVIDO_TOO_LOW);
    /* a long game: no raise above 32 */
    pos = lay_two(",target=99", 3, 5, "7c", ENVITE);
    say(&pos, "0 envido");
    assert_true(in_list(&pos, 3, 32));
    /* a falta that is not lower */
    pos = lay_two(",ve_falta_may_lower=no", 3, 5, "7c", ENVITE);
    say(&pos, "0 envido, 1 envido-16");
    assert_true(can(&pos, "falta-envido")); /* 19 against 18 */
    say(&pos, "0 envido");
    assert_false(can(&pos, "falta-envido"));
    assert_int_equal(try_say(&pos, 1, "falta-envido"), RULE_ENVIDO_TOO_LOW);
}

/* Perico and perica, also when the king stands for them; the values of the manual. */
TEST(envite_values)
{
    static const struct {
        const char *vira, *hand;
        int value;
    } rows[] = {
        { "1b", "3o 5o 7c", 28 },  { "5c", "11c 7o 4b", 37 },  { "11o", "12o 7b 3c", 37 }, { "10o", "12o 7b 3c", 36 },
        { "5c", "10c 7o 6o", 36 }, { "5c", "11c 10c 7o", 39 }, { "5c", "11b 10o 12e", 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char hands[48];
        snprintf(hands, sizeof hands, "%s / 4e 4o 12c", rows[i].hand);
        struct position pos = lay_two(",flor=off", 0, 0, rows[i].vira, hands);
        say(&pos, "0 envido, 1 quiero");
        assert_int_equal(pos.open.declared[0], rows[i].value);
    }
}

/* Over a truco each rival that has not played may, out of its turn; who said truco may not, its partner may. */
TEST(envite_over_truco)
{
    static const char hands[] = "3e 2b 12b / 3c 5c 5o / 6e 4c 12o / 6b 4b 1o";
    struct position pos = lay_four("", "7c", hands), out;
    say(&pos, "0 play 3e, 1 truco");
    assert_int_equal(position_turn(&pos), 2);
    assert_true(can(&pos, "envido") && can(&pos, "falta-envido"));
    out = pos;
    say(&out, "2 pass");
    assert_int_equal(position_turn(&out), 0);
    assert_false(can(&out, "envido")); /* has played */
    say(&pos, "2 envido, 3 envido-4, 0 pass, 2 quiero");
    assert_points(pos.open.points_envido, 0, 6);
    assert_int_equal(position_turn(&pos), 2); /* the truco again */
    pos = lay_four("", "7c", hands);
    say(&pos, "0 truco, 1 pass, 3 envido");
    assert_int_equal(position_turn(&pos), 0);
    say(&pos, "0 envido, 1 no-quiero, 1 pass, 3 quiero");
    assert_points(pos.open.points_envido, 2, 0);
    assert_false(can(&pos, "envido"));
    pos = lay_four(",truco_forfeits_envido=player", "7c", hands);
    say(&pos, "0 truco, 1 pass, 3 pass");
    assert_true(pos.open.hand_over); /* all passed */
}

/* --- flor --- */

/* 38 of copas, and 29 of oros; the vira is 4e. */
static const char FLORES[] = "7c 6c 5c / 4o 3o 2o";
static const char ALL_FOUR[] = "7c 6c 5c / 4o 3o 2o / 11e 10b 1b / 5b 2b 3b"; /* 38, 29, 31, 30 */

/* Three of a suit; a piece and two of a suit; both pieces. */
TEST(flor_values)
{
    static const struct {
        const char *vira, *hand;
        int value;
        bool reservada;
    } rows[] = {
        { "5c", "7b 1b 12b", 28, false },  { "5c", "10c 5o 12o", 34, false }, { "5c", "11c 6b 5b", 41, false },
        { "5c", "11c 6c 7c", 43, false },  { "11o", "12o 7b 6b", 43, false }, { "5c", "11c 10c 7o", 46, true },
        { "5c", "11c 10c 12e", 39, true }, { "10c", "11c 12c 1e", 40, true }, { "5c", "11c 6b 5e", 0, false },
        { "5c", "11b 10b 4b", 24, false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char hands[48];
        snprintf(hands, sizeof hands, "%s / 4o 3o 2o", rows[i].hand);
        struct position pos = lay_two("", 0, 0, rows[i].vira, hands);
        assert_int_equal(pos.open.sang & 1u, rows[i].value != 0);
        if (rows[i].value == 0)
            continue;
        say(&pos, "0 pass, 1 pass");
        assert_int_equal(pos.open.declared[0], rows[i].value + (rows[i].reservada ? 100 : 0));
    }
}

/* What it pays the higher flor, and, refused, the side that spoke last. */
TEST(flor_rows)
{
    static const struct {
        const char *script;
        int wanted, unwanted;
    } rows[] = {
        { "0 flor-envido", 5, 4 },
        { "0 pass, 1 flor-envido", 5, 4 },
        { "0 flor-envido, 1 flor-envido", 7, 5 },
        { "0 flor-envido, 1 flor-envido-3", 8, 5 },
        { "0 flor-envido, 1 flor-envido, 0 flor-envido-3", 10, 7 },
        { "0 flor-falta-envido", 22, 4 }, /* 3 and 24 - 5 */
        { "0 flor-envido, 1 flor-falta-envido", 22, 5 },
        { "0 flor-envido, 1 flor-envido-20, 0 flor-falta-envido", 22, 25 }, /* lower than what it answers */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = lay_two(",target=32", 11, 13, "4e", FLORES), no;
        say(&pos, rows[i].script);
        no = pos;
        int caller = pos.open.flor_seat;
        say(&pos, side_text(1 - caller, "con-flor-quiero"));
        assert_points(pos.open.points_flor, rows[i].wanted, 0);
        say(&no, side_text(1 - caller, "con-flor-me-achico"));
        assert_int_equal(no.open.points_flor[caller], rows[i].unwanted);
        assert_int_equal(no.open.points_flor[1 - caller], 0);
    }
}

TEST(flor_words)
{
    struct position pos = lay_two("", 3, 5, "4e", FLORES);
    assert_int_equal(pos.open.sang, 3); /* both are sung before anybody bets */
    assert_int_equal(pos.open.envido_state, WAGER_CLOSED);
    assert_calls(&pos, "pass flor-envido flor-falta-envido");
    assert_int_equal(try_say(&pos, 0, "contraflor"), RULE_NOT_A_WORD);
    assert_int_equal(try_say(&pos, 0, "contraflor-al-resto"), RULE_NOT_A_WORD);
    assert_int_equal(try_say(&pos, 0, "flor-real-envido"), RULE_NOT_A_WORD);
    assert_int_equal(try_say(&pos, 0, "flor-envido-3"), RULE_ENVIDO_TOO_HIGH);
    assert_int_equal(try_say(&pos, 0, "mazo"), RULE_NOT_OPEN);
    say(&pos, "0 flor-envido");
    assert_true(can(&pos, "con-flor-quiero") && can(&pos, "con-flor-me-achico") && can(&pos, "flor-envido") &&
                can(&pos, "flor-envido-22") && can(&pos, "flor-falta-envido"));
    assert_false(can(&pos, "pass") || can(&pos, "flor-envido-23"));
    assert_int_equal(try_say(&pos, 1, "flor-envido-23"), RULE_ENVIDO_TOO_HIGH);
    assert_int_equal(try_say(&pos, 1, "flor-envido-1"), RULE_ENVIDO_TOO_LOW);
    say(&pos, "1 flor-falta-envido");
    assert_calls(&pos, "con-flor-quiero con-flor-me-achico");
    pos = lay_two(",ve_falta_may_lower=no", 3, 5, "4e", FLORES);
    say(&pos, "0 flor-envido, 1 flor-envido-19");
    assert_false(can(&pos, "flor-falta-envido"));
    assert_int_equal(try_say(&pos, 0, "flor-falta-envido"), RULE_ENVIDO_TOO_LOW);
}

/* "Mi flor es chica" of both: the higher, the mano's among equals; the reservada above any. */
TEST(flor_chica)
{
    static const struct {
        const char *vira, *hands;
        int winner;
    } rows[] = {
        { "4e", "7c 6c 5c / 4o 3o 2o", 0 },    { "4e", "4c 3c 2c / 7o 6o 5o", 1 },
        { "4e", "4c 3c 2c / 4o 3o 2o", 0 },    { "5c", "11c 7b 6b / 4o 3o 2o", 0 },
        { "5b", "11b 10b 12e / 7c 6c 5c", 0 }, { "5b", "7c 6c 5c / 11b 10b 12e", 1 }, /* 39 of a reservada */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = lay_two("", 0, 0, rows[i].vira, rows[i].hands);
        say(&pos, "0 pass, 1 pass");
        assert_int_equal(pos.open.points_flor[rows[i].winner], 3);
        assert_int_equal(pos.open.points_flor[1 - rows[i].winner], 0);
    }
    /* 43 with a piece against a reservada of 39: two pieces of one suit, so one of them with the king */
    struct position pos = lay_two("", 0, 0, "10c", "11c 12c 10e / 7o 6o 5o");
    say(&pos, "0 flor-envido, 1 con-flor-quiero");
    assert_points(pos.open.points_flor, 5, 0);
}

/* A side's flores pay 3 each; only one side scores; a bet is answered by the first of the rivals' holders. */
TEST(flor_four)
{
    struct position pos = lay_four("", "4e", ALL_FOUR);
    assert_int_equal(pos.open.sang, 15);
    say(&pos, "0 pass, 1 pass, 2 pass, 3 pass");
    assert_points(pos.open.points_flor, 6, 0);
    pos = lay_four("", "4e", ALL_FOUR);
    say(&pos, "0 pass, 1 flor-envido");
    assert_int_equal(position_turn(&pos), 2);
    say(&pos, "2 pass, 0 flor-envido-3");
    assert_int_equal(position_turn(&pos), 1);
    struct position no = pos;
    say(&pos, "1 pass, 3 con-flor-quiero");
    assert_points(pos.open.points_flor, 11, 0);
    say(&no, "1 con-flor-me-achico"); /* it binds the side */
    assert_points(no.open.points_flor, 8, 0);
    /* one side alone, once a trump of the other's: 3 each, and the envite is annulled */
    pos = lay_four("", "4e", "7c 6c 5c / 4o 3b 2o / 11e 1o 1b / 5b 2b 3e");
    assert_points(pos.open.points_flor, 3, 0);
    pos = lay_four("", "4e", "7b 6c 5c / 4o 3o 2o / 12e 1o 1b / 5b 2b 3b");
    say(&pos, "0 envido"); /* both rivals sing before it is answered */
    assert_points(pos.open.points_flor, 0, 6);
    assert_points(pos.open.points_envido, 0, 0);
    assert_int_equal(pos.open.envido_last, 0);
    assert_int_equal(position_turn(&pos), 0);
    assert_calls(&pos, "truco mazo");
    say(&pos, "0 truco");
    assert_int_equal(pos.open.phase, PHASE_STAKE); /* a truco waits until a flor is settled */
}

/* A seat that may hide a flor is asked, and one that is not sung does not count. */
TEST(flor_policies)
{
    struct position pos = lay_two(",flor_policy=optional", 0, 0, "4e", FLORES);
    assert_calls(&pos, "truco envido falta-envido flor mazo");
    say(&pos, "0 flor");
    assert_calls(&pos, "flor pass");
    struct position out = pos;
    say(&pos, "1 pass");
    assert_points(pos.open.points_flor, 3, 0);
    say(&out, "1 flor, 0 flor-envido, 1 con-flor-me-achico");
    assert_points(out.open.points_flor, 4, 0);
    pos = lay_two(",flor=off", 0, 0, "4e", FLORES);
    assert_int_equal(try_say(&pos, 0, "flor"), RULE_NOT_A_WORD);
    assert_int_equal(pos.open.sang, 0);
}
