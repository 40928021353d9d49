/* The flor of truc y flou (seed 000): sung, counted at the end, bettered. */
#include "truc_play.h"

/* Flores 33 (seat 0), none, 24 (2), 41 with both periques (3), none, none. */
static const char HANDS[] = "7e 6e 12e / 4o 5c 3b / 1c 3c 12c / 7b 10o 11b / 3o 2c 6b / 5b 4c 2o";
/* The same with 33 and 32: seat 0 has the better one. */
static const char FIRST_BETTER[] = "7e 6e 12e / 4o 5c 3b / 1o 3c 12c / 7b 5b 12b / 3o 2c 6b / 2b 4c 2o";

/* Plays to the end of the hand in tricks; truc is worth 1 to anyone who takes them. */
static void assert_flor(struct position *pos, int a, int b)
{
    play_out(pos);
    assert_points(pos->open.points_flor, a, b);
}

TEST(what_may_be_said)
{
    struct position pos = table_six("", 0, 0, HANDS);
    assert_calls(&pos, "truc embide mi-falta flor restou-y-troucou");
    assert_int_equal(try_say(&pos, 0, "alimidou-con-flor"), RULE_NO_BETTER);
    assert_int_equal(try_say(&pos, 0, "alibarestou-con-flor"), RULE_NO_BETTER);
    assert_int_equal(try_say(&pos, 0, "con-flor-quiero"), RULE_NOT_A_WORD);
    say(&pos, "0 flor");
    assert_calls(&pos, "truc");
    assert_int_equal(try_say(&pos, 0, "embide"), RULE_DECLARED_ONCE);
    say(&pos, "0 play 6e");
    assert_calls(&pos, "truc alimidou-con-flor"); /* "this of course could be a bluff" */
    assert_int_equal(try_say(&pos, 1, "flor"), RULE_NO_FLOR);
    assert_int_equal(try_say(&pos, 1, "embide"), RULE_EMBIT_ANNULLED);
    assert_int_equal(try_say(&pos, 1, "restou"), RULE_EMBIT_ANNULLED);
    say(&pos, "1 play 4o");
    assert_calls(&pos, "truc flor"); /* a partner's flor is not bettered */
    assert_int_equal(try_say(&pos, 2, "alimidou-con-flor"), RULE_NO_BETTER);
    say(&pos, "2 play 1c");
    assert_calls(&pos, "truc flor alimidou-con-flor");
    say(&pos, "3 alimidou-con-flor");
    assert_int_equal(pos.open.turn, 4);
}

/* The words about a better flor, and who may say them. */
TEST(answers)
{
    struct position pos = table_six("", 0, 0, HANDS);
    say(&pos, "0 flor, 0 play 6e, 1 play 4o, 2 play 1c, 3 alimidou-con-flor");
    assert_calls(&pos, "alimidou-cantar no alibarestou-con-flor pass");
    assert_int_equal(try_say(&pos, 4, "flor"), RULE_NOT_OPEN);
    assert_int_equal(try_say(&pos, 4, "play 3o"), RULE_ANSWER_FIRST);
    struct position best = pos;
    say(&pos, "4 pass, 0 alimidou-cantar");
    assert_int_equal(pos.open.turn, 1); /* a partner may have it */
    assert_calls(&pos, "no pass");
    assert_int_equal(try_say(&pos, 1, "cantar"), RULE_NO_FLOR);
    say(&pos, "1 pass");
    assert_calls(&pos, "cantar no pass");
    say(&best, "4 alibarestou-con-flor");
    assert_int_equal(best.open.turn, 5);
    assert_calls(&best, "no pass");
    assert_int_equal(try_say(&best, 5, "alibarestou-con-flor"), RULE_NO_FLOR);
    say(&best, "5 pass, 1 pass");
    assert_calls(&best, "no alibarestou-con-flor pass");
}

/* "If two or three players on the same team declare a flor, it is worth 6 or 9 points." */
TEST(one_side)
{
    static const char hands[] = "7e 6e 12e / 4o 5c 3b / 1c 3c 12c / 7b 2e 6c / 3o 2o 6o / 5b 4c 12b";
    static const struct {
        const char *script;
        int points;
    } rows[] = {
        { "0 flor, 0 play 7e, 1 play 4o, 2 play 1c, 3 play 7b, 4 play 3o, 5 play 5b", 3 },
        { "0 flor, 0 play 7e, 1 play 4o, 2 flor, 2 play 1c, 3 play 7b, 4 play 3o, 5 play 5b", 6 },
        { "0 flor, 0 play 7e, 1 play 4o, 2 flor, 2 play 1c, 3 play 7b, 4 flor, 4 play 3o, 5 play 5b", 9 },
        { "0 play 7e, 1 play 4o, 2 play 1c, 3 play 7b, 4 play 3o, 5 play 5b", 0 }, /* nobody has to sing */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = table_six("", 0, 0, hands);
        say(&pos, rows[i].script);
        assert_points(pos.open.score, 0, 0); /* paid at the end */
        assert_flor(&pos, rows[i].points, 0);
    }
}

/* "The scores are counted at the end. The higher total wins 3 game points", also two against one (RULES.md section 7.4). */
TEST(both_sides)
{
    struct position pos = table_six("", 0, 0, HANDS);
    say(&pos, "0 flor, 0 play 7e, 1 play 4o, 2 flor, 2 play 1c, 3 flor-tambien, 3 play 7b");
    assert_int_equal(pos.open.declared[0], DECLARED_NONE); /* "instead of declaring their point total" */
    play_out(&pos);
    assert_points(pos.open.points_flor, 0, 3);
    assert_int_equal(pos.open.declared[0], 33);
    assert_int_equal(pos.open.declared[2], 24);
    assert_int_equal(pos.open.declared[3], 41);
    assert_int_equal(pos.open.news_count, 3);
    pos = table_six("", 0, 0, FIRST_BETTER);
    say(&pos, "0 flor, 0 play 7e, 1 play 4o, 2 play 1o, 3 flor, 3 play 7b");
    assert_flor(&pos, 3, 0);
    pos = table_six("", 0, 0, FIRST_BETTER); /* the hand that ends early counts them too, and shows the better */
    say(&pos, "0 flor, 0 play 7e, 1 play 4o, 2 play 1o, 3 flor, 3 truc, 4 no");
    assert_points(pos.open.score, 3, 1);
    assert_int_equal(position_shown(&pos, 0), 6);
    assert_int_equal(position_shown(&pos, 3), 0);
}

/* "In the event of a tie, positional priority again applies." */
TEST(ties)
{
    static const char hands[] = "4o 5c 3b / 7e 6e 12e / 7o 6o 12o / 1b 3c 12c / 3o 2c 6b / 2b 4c 2o";
    struct position pos = table_six("", 0, 0, hands);
    say(&pos, "0 play 4o, 1 flor, 1 play 7e, 2 flor, 2 play 7o");
    assert_flor(&pos, 0, 3);
}

/* --- better flor --- */

TEST(better)
{
    static const struct {
        const char *options, *script;
        const char *hands;
        int a, b;
    } rows[] = {
        /* "If the first player stays silent, the second player wins 3 points [...] regardless" */
        { "", "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 no", HANDS, 0, 3 },
        { "", "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 pass, 4 pass, 0 pass", HANDS, 0, 3 },
        /* two flores do not make the silence dearer */
        { "", "0 flor, 0 play 7e, 1 play 4o, 2 flor, 2 play 1c, 3 alimidou-con-flor, 4 no", HANDS, 0, 3 },
        /* "they compare flors"; "if the second team stays silent, the first scores 5 points" */
        { "", "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 alimidou-cantar, 3 no", HANDS, 5, 0 },
        { "", "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 alimidou-cantar, 3 pass, 5 pass, 1 pass", HANDS, 5, 0 },
        { "", "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 alimidou-cantar, 3 cantar", HANDS, 0, 5 },
        { "", "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 alimidou-cantar, 3 cantar", FIRST_BETTER, 5, 0 },
        { ",tf_sung=5", "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 alimidou-cantar, 3 cantar", HANDS, 0, 5 },
        { ",tf_sung=3", "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 alimidou-cantar, 3 cantar", HANDS, 0, 3 },
        { ",tf_sung=6", "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 alimidou-cantar, 3 cantar", HANDS, 0, 6 },
        { ",tf_sung=6", "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 alimidou-cantar, 3 no", HANDS, 5, 0 },
        /* "If the second player folds they concede 5 points" */
        { "", "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 alibarestou-con-flor, 3 no", HANDS, 5, 0 },
        { "", "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 alibarestou-con-flor, 3 pass, 5 pass, 1 pass", HANDS, 5, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = table_six(rows[i].options, 0, 0, rows[i].hands);
        say(&pos, rows[i].script);
        all_declare(&pos);
        assert_points(pos.open.score, 0, 0);
        assert_flor(&pos, rows[i].a, rows[i].b);
    }
}

/* "Whereupon the winners win the entire round with 25 points." */
TEST(best)
{
    static const struct {
        const char *hands;
        int winner;
    } cases[] = { { HANDS, 1 }, { FIRST_BETTER, 0 } };
    for (size_t i = 0; i < 2; i++) {
        struct position pos = table_six("", 4, 7, cases[i].hands);
        say(&pos, "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 alibarestou-con-flor, 3 alibarestou-con-flor");
        all_declare(&pos);
        assert_true(pos.open.game_over && pos.open.game_winner == cases[i].winner);
        assert_int_equal(pos.open.score[cases[i].winner], 25);
        assert_int_equal(pos.open.score[1 - cases[i].winner], cases[i].winner ? 4 : 7);
    }
    struct position pos = table_six(",end_check=end_of_hand", 4, 7, FIRST_BETTER); /* it is not paid again at the end */
    say(&pos, "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 alibarestou-con-flor, 3 alibarestou-con-flor");
    all_declare(&pos);
    assert_points(pos.open.points_flor, 21, 0);
    assert_flor(&pos, 21, 0);
}

/* Once a better flor is answered nobody sings any more (ruling). */
TEST(settled)
{
    struct position pos = table_six("", 0, 0, HANDS);
    say(&pos, "0 flor, 0 play 7e, 1 alimidou-con-flor, 2 no, 1 play 4o");
    assert_calls(&pos, "truc");
    assert_int_equal(try_say(&pos, 2, "flor"), RULE_FLOR_SETTLED);
    assert_int_equal(try_say(&pos, 2, "embide"), RULE_EMBIT_ANNULLED);
    assert_int_equal(try_say(&pos, 2, "alimidou-con-flor"), RULE_FLOR_SETTLED);
    say(&pos, "2 play 1c");
    assert_flor(&pos, 0, 3);
    assert_int_equal(position_shown(&pos, 1), 0); /* a bluff is never shown */
}

/* --- flor against embit, flor before truc --- */

TEST(annuls)
{
    static const char *const before[] = {
        "0 embide, 0 play 7e, 1 play 4o",
        "0 embide, 0 play 7e, 1 cantar, 0 declare, 1 son-buenas, 1 play 4o",
        "0 embide, 0 play 7e, 1 restou, 2 no, 1 play 4o",
        "0 mi-falta, 1 no, 0 play 7e, 1 play 4o",
        "0 restou-y-troucou, 1 cantar, 0 declare, 1 son-buenas, 0 play 7e, 1 play 4o",
    };
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        struct position pos = table_six("", 0, 0, HANDS);
        say(&pos, before[i]);
        say(&pos, "2 flor");
        assert_int_equal(pos.open.envido_winner, FIEL_NOBODY);
        assert_int_equal(pos.open.stake, i == 4); /* the truc that was taken up stays */
        play_out(&pos);
        assert_points(pos.open.points_envido, 0, 0);
        assert_points(pos.open.points_flor, 3, 0);
    }
}

/* A seat that challenged an embit has declared. */
TEST(one_declaration)
{
    static const char *const words[] = { "cantar", "u-aoute, 4 no", "restou, 4 no" };
    for (size_t i = 0; i < 3; i++) {
        struct position pos = table_six(",declare=auto", 0, 0, HANDS);
        char script[96];
        snprintf(script, sizeof script, "0 embide, 0 play 7e, 1 play 4o, 2 play 1c, 3 %s", words[i]);
        say(&pos, script);
        assert_int_equal(pos.open.turn, 3);
        assert_calls(&pos, "truc");
        assert_int_equal(try_say(&pos, 3, "flor"), RULE_DECLARED_ONCE);
    }
}

/* The order of points: bonus, embit, flor, truc (RULES.md section 7.4). */
TEST(before_truc)
{
    struct position pos = table_six("", 22, 24, HANDS);
    say(&pos, "0 flor, 0 play 7e, 1 play 4o, 2 truc, 3 yes, 2 play 1c, 3 play 7b, 4 play 3o, 5 play 5b");
    assert_points(pos.open.score, 22, 24);
    while (!pos.open.hand_over)
        play_trick(&pos);
    assert_int_equal(pos.open.game_winner, 0);
    assert_points(pos.open.score, 25, 24);
}
