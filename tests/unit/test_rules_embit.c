/* The embit of truc y flou (seed 000): bid, sung, raised, folded, annulled. */
#include "truc_play.h"

/* Embits from seat 0: 30, 0, 27, 32, 25, 29: side 1 has the higher one.  Nobody has a flor or a top card. */
static const char HANDS_B[] = "4e 6e 12o / 4o 5c 7b / 7c 12c 3b / 7e 5e 10c / 3c 2c 6b / 5b 4b 2o";
/* 33, 0, 27, 24, 25, 29: side 0 has it. */
static const char HANDS_A[] = "7e 6e 12o / 4o 5c 7b / 7c 12c 3b / 4e 6o 10e / 3c 2c 6b / 5b 4b 2o";

static struct position bid(const char *options, int a, int b, const char *hands, const char *script)
{
    struct position pos = table_six(options, a, b, hands);
    say(&pos, script);
    all_declare(&pos);
    return pos;
}

/* Points of the embit at the end of the first trick. */
static void assert_embit(struct position *pos, int a, int b)
{
    assert_points(pos->open.points_envido, 0, 0);
    play_trick(pos);
    assert_points(pos->open.points_envido, a, b);
}

/* --- who may say what --- */

TEST(what_may_be_said)
{
    struct position pos = table_six("", 0, 0, HANDS_B);
    assert_calls(&pos, "truc embide mi-falta restou-y-troucou");
    assert_int_equal(try_say(&pos, 0, "cantar"), RULE_NOTHING_TO_ANSWER);
    assert_int_equal(try_say(&pos, 0, "u-aoute"), RULE_NO_EMBIT);
    assert_int_equal(try_say(&pos, 0, "restou"), RULE_NO_EMBIT);
    assert_int_equal(try_say(&pos, 0, "real-envido"), RULE_NOT_A_WORD);
    assert_int_equal(try_say(&pos, 1, "embide"), RULE_NOT_YOUR_TURN);
    say(&pos, "0 embide");
    assert_calls(&pos, "truc"); /* one chance each */
    assert_int_equal(try_say(&pos, 0, "mi-falta"), RULE_DECLARED_ONCE);
    say(&pos, "0 play 4e");
    assert_calls(&pos, "truc cantar u-aoute dus-de-mes detz-de-mes restou");
    assert_int_equal(try_say(&pos, 1, "embide"), RULE_EMBIT_BID);
    assert_int_equal(try_say(&pos, 1, "restou-y-troucou"), RULE_EMBIT_BID);
    struct action three = { ACT_EMBIT_MORE, 3 };
    assert_int_equal(position_apply(&pos, 1, three, &pos), RULE_NOT_A_WORD);
    say(&pos, "1 play 4o");     /* passes its chance by */
    assert_calls(&pos, "truc"); /* a partner neither bids again nor answers */
    assert_int_equal(try_say(&pos, 2, "cantar"), RULE_NOTHING_TO_ANSWER);
    assert_int_equal(try_say(&pos, 2, "dus-de-mes"), RULE_NO_EMBIT);
    say(&pos, "2 play 7c, 3 dus-de-mes");
    assert_calls(&pos, "cantar no pass"); /* a raise is not raised again, and any of the side answers */
    assert_int_equal(pos.open.turn, 4);
    assert_int_equal(try_say(&pos, 4, "detz-de-mes"), RULE_NOT_OPEN);
    assert_int_equal(try_say(&pos, 4, "truc"), RULE_NOT_OPEN);
    assert_int_equal(try_say(&pos, 4, "play 3c"), RULE_ANSWER_FIRST);
    say(&pos, "4 pass, 0 pass, 2 cantar");
    all_declare(&pos);
    assert_int_equal(try_say(&pos, 3, "embide"), RULE_DECLARED_ONCE);
    say(&pos, "3 play 7e");
    assert_int_equal(try_say(&pos, 4, "u-aoute"), RULE_NO_EMBIT);
    play_trick(&pos);
    assert_int_equal(try_say(&pos, position_turn(&pos), "embide"), RULE_DECLARED_ONCE);
}

/* "A player does not actually have to hold an embit to bid." */
TEST(a_bluff)
{
    struct position pos = table_six("", 0, 0, HANDS_B);
    say(&pos, "0 play 4e, 1 embide");
    assert_embit(&pos, 0, 1);
}

/* --- unchallenged, sung, raised: the amounts of seed 000 --- */

TEST(unchallenged)
{
    struct position pos = bid("", 0, 0, HANDS_B, "0 embide");
    assert_embit(&pos, 1, 0);
    pos = bid("", 0, 0, HANDS_A, "0 play 12o, 1 play 4o, 2 play 7c, 3 play 6o, 4 play 3c, 5 embide");
    assert_embit(&pos, 0, 1); /* nobody is left to challenge the last seat (RULES.md section 7.3) */
}

TEST(amounts)
{
    static const struct {
        const char *options, *script;
        int lower, higher; /* to the bidders when theirs is the lower one, or the higher: what the winner gets */
    } rows[] = {
        { "", "0 embide, 0 play 12o, 1 cantar", 2, 2 },
        { "", "0 embide, 0 play 12o, 1 u-aoute, 2 cantar", 2, 2 },
        { "", "0 embide, 0 play 12o, 1 dus-de-mes, 2 cantar", 3, 3 },
        { "", "0 embide, 0 play 12o, 1 detz-de-mes, 2 cantar", 11, 11 },
        { ",embit_base=2", "0 embide, 0 play 12o, 1 cantar", 2, 2 },
        { ",embit_base=2", "0 embide, 0 play 12o, 1 u-aoute, 2 cantar", 3, 3 },
        { ",embit_base=2", "0 embide, 0 play 12o, 1 detz-de-mes, 2 cantar", 12, 12 },
        /* 18 to 20: the rest is 5 of side 1, and with tf_rest=bidder 7 of side 0 */
        { "", "0 embide, 0 play 12o, 1 restou, 2 cantar", 5, 6 },
        { ",tf_rest=speaker", "0 embide, 0 play 12o, 1 restou, 2 cantar", 5, 6 },
        { ",embit_base=2", "0 embide, 0 play 12o, 1 restou, 2 cantar", 5, 7 },
        { ",tf_rest=bidder", "0 embide, 0 play 12o, 1 restou, 2 cantar", 8, 7 },
        { "", "0 mi-falta, 1 cantar", 8, 7 },
        { ",tf_rest=bidder", "0 mi-falta, 1 cantar", 8, 7 },
        { ",embit_base=2", "0 mi-falta, 1 cantar", 9, 7 },
        { "", "0 restou-y-troucou, 1 cantar", 5, 7 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = bid(rows[i].options, 18, 20, HANDS_B, rows[i].script);
        assert_embit(&pos, 0, rows[i].lower);
        pos = bid(rows[i].options, 18, 20, HANDS_A, rows[i].script);
        assert_embit(&pos, rows[i].higher, 0);
    }
}

/* "The first team may fold and concede 2 points"; of `mi falta` "fold and concede a point". */
TEST(folded)
{
    static const struct {
        const char *script;
        int a, b;
    } rows[] = {
        { "0 embide, 0 play 12o, 1 u-aoute, 2 no", 0, 2 },
        { "0 embide, 0 play 12o, 1 dus-de-mes, 2 no", 0, 2 },
        { "0 embide, 0 play 12o, 1 detz-de-mes, 2 no", 0, 2 },
        { "0 embide, 0 play 12o, 1 restou, 2 pass, 4 pass, 0 pass", 0, 2 },
        { "0 mi-falta, 1 no", 1, 0 },
        { "0 mi-falta, 1 pass, 3 pass, 5 pass", 1, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = bid("", 0, 0, HANDS_A, rows[i].script);
        assert_int_equal(pos.open.envido_winner, FIEL_NOBODY);
        assert_embit(&pos, rows[i].a, rows[i].b);
    }
}

/* The worked example: "Team A has 18 and Team B 22. A bids and B, which only needs 3 [...] says all the rest.
 * If B wins, they score 3 and win the round. If A wins, they score 3 + 1 = 4 and advance to 22." */
TEST(worked_example)
{
    struct position pos = bid("", 18, 22, HANDS_B, "0 embide, 0 play 12o, 1 restou, 2 cantar");
    play_trick(&pos);
    assert_true(pos.open.game_over && pos.open.game_winner == 1);
    assert_points(pos.open.score, 18, 25);
    pos = bid("", 18, 22, HANDS_A, "0 embide, 0 play 12o, 1 restou, 2 cantar");
    play_trick(&pos);
    assert_points(pos.open.score, 22, 22);
    assert_false(pos.open.game_over);
    pos = bid("", 18, 22, HANDS_A, "0 embide, 0 play 12o, 1 restou, 2 no");
    play_trick(&pos);
    assert_points(pos.open.score, 18, 24);
}

/* "Positional priority applies, i.e. the one nearest the dealer's right wins." */
TEST(ties)
{
    static const char hands[] = "4e 12o 6b / 7e 6e 12c / 7o 6o 12b / 5c 2e 4o / 3c 2c 4b / 5b 2b 3o";
    struct position pos = table_six("", 0, 0, hands);
    say(&pos, "0 play 4e, 1 play 12c, 2 embide, 2 play 12b, 3 cantar");
    all_declare(&pos);
    assert_int_equal(pos.open.envido_winner, 1); /* 33 and 33 */
    assert_embit(&pos, 0, 2);
    assert_int_equal(position_shown(&pos, 1), 0); /* while the hand is open */
    play_out(&pos);
    assert_int_equal(pos.open.declared[1], 33);
}

/* Nobody has a pair: 0 against 0, the eldest's (RULES.md section 7.3). */
TEST(no_pair)
{
    static const char hands[] = "4e 12o 6b / 7e 6o 12c / 7o 6e 12b / 5c 2e 4o / 3c 2o 4b / 5b 2c 3e";
    struct position pos = table_six(",declare=auto", 0, 0, hands);
    say(&pos, "0 play 4e, 1 embide, 1 play 7e, 2 cantar");
    assert_int_equal(pos.open.envido_winner, 0);
    assert_int_equal(pos.open.declared[0], 0);
    assert_embit(&pos, 2, 0);
}

/* The winner shows its pair, a perique as one of its cards. */
TEST(shown)
{
    static const char hands[] = "4e 12o 6b / 7e 6o 11b / 7o 6e 12b / 5c 2e 4o / 3c 2o 4b / 5b 2c 3e";
    struct position pos = table_six(",declare=auto", 0, 0, hands);
    say(&pos, "0 embide, 0 play 4e, 1 cantar, 1 play 6o");
    assert_int_equal(pos.open.declared[1], 34);
    play_trick(&pos);
    say(&pos, "2 truc, 3 no");
    assert_int_equal(position_shown(&pos, 1), 5);
    assert_int_equal(position_shown(&pos, 0), 0);
}

/* --- truc and the rest --- */

TEST(truc_and_the_rest)
{
    struct position pos = bid("", 18, 20, HANDS_A, "0 restou-y-troucou, 1 no");
    assert_true(pos.open.hand_over); /* 1 for both (RULES.md section 7.3) */
    assert_points(pos.open.score, 19, 20);
    assert_points(pos.open.points_truco, 1, 0);
    pos = bid("", 18, 20, HANDS_A, "0 restou-y-troucou, 1 cantar");
    assert_int_equal(pos.open.stake, 1);
    play_trick(&pos);
    assert_true(pos.open.game_over && pos.open.game_winner == 0);
    pos = bid("", 18, 20, HANDS_B, "0 restou-y-troucou, 1 cantar");
    play_trick(&pos);
    assert_true(pos.open.game_over && pos.open.game_winner == 1); /* "anyone who has the higher embit wins the round" */
    pos = bid("", 0, 0, HANDS_A, "0 truc, 1 yes");
    assert_int_equal(try_say(&pos, 0, "restou-y-troucou"), RULE_TRUC_SAID);
    assert_calls(&pos, "embide mi-falta"); /* an accepted truc closes no declaration */
}

/* --- when it is paid --- */

/* "In the first trick with the last card": the hand that ends before pays it too, as it stands. */
TEST(hand_ends_early)
{
    static const struct {
        const char *script;
        int a, b;
    } rows[] = {
        { "0 embide, 0 truc, 1 no", 2, 0 },
        { "0 embide, 0 play 12o, 1 u-aoute, 2 no, 1 truc, 2 no", 0, 3 },
        { "0 embide, 0 play 12o, 1 cantar, 0 declare, 1 son-buenas, 1 truc, 2 no", 2, 1 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = table_six("", 0, 0, HANDS_A);
        say(&pos, rows[i].script);
        assert_true(pos.open.hand_over);
        assert_points(pos.open.score, rows[i].a, rows[i].b);
    }
    struct position pos = table_six("", 24, 24, HANDS_A); /* the embit comes before the truc */
    say(&pos, "0 embide, 0 play 12o, 1 truc, 2 no");
    assert_int_equal(pos.open.game_winner, 0);
    assert_points(pos.open.score, 25, 24);
}

/* Bonus when played, then the embit: the Sword may win the round before an embit is paid. */
TEST(after_the_bonus)
{
    static const char hands[] = "4e 6e 12o / 4o 5c 7b / 7c 12c 3b / 1e 6o 10e / 3c 2c 6b / 5b 4b 2o";
    struct position pos = table_six("", 24, 23, hands);
    say(&pos, "0 embide, 0 play 4e, 1 play 4o, 2 play 7c, 3 play 1e");
    assert_int_equal(pos.open.game_winner, 1);
    assert_points(pos.open.score, 24, 25);
}
