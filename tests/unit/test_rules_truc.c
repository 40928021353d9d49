/* Truc y flou (seed 000): its table, its tricks, its truc, the Sword and the Club. */
#include "truc_play.h"

#include "rules/worth.h"

/* Six hands in which nobody has a flor or the two top cards; seat 0 wins with the sevens. */
static const char PLAIN[] = "7e 7o 4b / 6e 5o 4c / 3o 2b 5c / 12c 6b 4e / 3e 2c 4o / 12e 12o 5b";

/* --- the table --- */

TEST(tables)
{
    struct rules r;
    struct position pos;
    char why[RULES_ERROR_TEXT] = "";
    assert_int_equal(rules_parse("truc-y-flou", &r, why), 0);
    for (int seats = -1; seats < 12; seats++) {
        assert_int_equal(position_new(&pos, &r, seats, why), seats == 6 ? 0 : -1);
        if (seats != 6)
            assert_ptr_equal(strstr(why, "this game is played by 6 seats"), why);
    }
    assert_int_equal(rules_parse("truc-y-flou,face_down=allowed", &r, why), -1);
    assert_int_equal(rules_parse("truc-y-flou,flor_policy=auto", &r, why), -1);
    assert_int_equal(rules_parse("truc-y-flou,bonus=twice", &r, why), -1);
    assert_non_null(strstr(why, "none|on_play|if_trick_won"));
    assert_int_equal(rules_parse("argentino,bonus=on_play", &r, why), -1);
}

/* "1e (epee) > 1b (baton) > 7e > 7o > 3 > 2 > 1", then as in the other games. */
TEST(ranks)
{
    static const char *const order[] = { "1e",  "1b",  "7e",  "7o", "3c", "2c", "1o",
                                         "12c", "11b", "10o", "7b", "6c", "5c", "4c" };
    struct position pos = table_six("", 0, 0, PLAIN);
    for (size_t i = 1; i < sizeof order / sizeof *order; i++) {
        card_t high, low = CARD_NONE;
        assert_true(card_parse(order[i - 1], &high) && card_parse(order[i], &low));
        assert_true(card_strength(&pos.open, high) > card_strength(&pos.open, low));
    }
}

/* "The Jack of Coins and the Knight of Clubs act as wild cards", in declarations. */
TEST(values)
{
    static const struct {
        const char *hand;
        unsigned embit, cards;
        bool flor;
        unsigned value;
    } cases[] = {
        { "4e 6e 12o", 30, 3, false, 0 },  /* seed: "4 + 6 + 20 = 30 points" */
        { "7e 10o 12c", 34, 3, false, 0 }, /* seed: "a 7 and a perique score 7 + 7 + 20 = 34" */
        { "7e 6e 12e", 33, 3, true, 33 },  /* seed: "a 7-6-K scores 7 + 6 + 0 + 20 = 33" */
        { "7b 10o 11b", 34, 3, true, 41 }, /* seed: 41 with two periques and a 7 */
        { "12e 5e 11b", 32, 6, true, 32 }, { "12e 11c 11b", 27, 5, false, 0 }, /* with a figure: 20 + 7; the first of equals */
        { "10o 1o 12c", 28, 3, false, 0 }, /* the wild one is a seven, not the 10 it shows */
        { "10b 11o 12c", 0, 0, false, 0 }, /* no pair: nothing (RULES.md section 7.3), not the highest card */
        { "7e 6o 5c", 0, 0, false, 0 },    { "10e 11e 5c", 20, 3, false, 0 },  { "10o 11b 4c", 34, 3, true, 38 },
    };
    struct position pos = table_six("", 0, 0, PLAIN);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
        read_cards_text(cases[i].hand, cards);
        assert_int_equal(envido_value(&pos.open, cards[0]), cases[i].embit);
        assert_int_equal(envido_cards(&pos.open, cards[0]), cases[i].cards);
        assert_int_equal(flor_held(&pos.open, cards[0]), cases[i].flor);
        if (cases[i].flor)
            assert_int_equal(flor_value(&pos.open, cards[0]), cases[i].value);
    }
}

/* --- tricks --- */

static const char FIRST[] = "0 play 7e, 1 play 6e, 2 play 3o, 3 play 12c, 4 play 3e, 5 play 12e";

TEST(tricks)
{
    struct position pos = table_six("", 0, 0, PLAIN);
    assert_int_equal(try_say(&pos, 0, "play-down 7e"), RULE_FACE_UP);
    assert_int_equal(try_say(&pos, 0, "mazo"), RULE_NO_CONCEDE);
    say(&pos, FIRST);
    assert_int_equal(pos.open.trick_winner[0], 0);
    say(&pos, "0 play 7o, 1 play 5o, 2 play 2b, 3 play 6b, 4 play 2c, 5 play 12o");
    assert_true(pos.open.hand_over);
    assert_points(pos.open.points_truco, 1, 0);
    assert_points(pos.open.score, 1, 0);
}

/* "In the event of a tie, the trick is spoiled (pardes) and does not count": between partners too. */
TEST(partners_tie)
{
    static const char hands[] = "3e 4b 5b / 6e 5o 4c / 3o 6b 5c / 12c 7b 4e / 7c 2c 4o / 12e 12o 2b";
    struct position pos = table_six("", 0, 0, hands), won = table_six(",partner_tie=win", 0, 0, hands);
    const char *script = "0 play 3e, 1 play 6e, 2 play 3o, 3 play 12c, 4 play 7c, 5 play 12e";
    say(&pos, script);
    assert_int_equal(pos.open.trick_winner[0], FIEL_TIE);
    assert_int_equal(pos.open.leader, 0); /* its leader leads again (RULES.md section 7.1) */
    say(&won, script);
    assert_int_equal(won.open.trick_winner[0], 0);
}

/* Three spoiled tricks: the eldest's side, or nobody (tf_all_tied). */
TEST(all_spoiled)
{
    static const char hands[] = "3e 2e 12e / 3b 2b 12b / 4b 4c 4o / 5b 5c 5e / 6b 6c 6e / 7b 7c 10e";
    static const struct {
        const char *option;
        int points;
    } cases[] = {
        { "", 1 },
        { ",tf_all_tied=eldest", 1 },
        { ",tf_all_tied=none", 0 },
        { ",all_tied=none", 0 },
        { ",all_tied=mano", 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = table_six(cases[i].option, 0, 0, hands);
        say(&pos, "0 play 3e, 1 play 3b, 2 play 4b, 3 play 5b, 4 play 6b, 5 play 7b,"
                  "0 play 2e, 1 play 2b, 2 play 4c, 3 play 5c, 4 play 6c, 5 play 7c,"
                  "0 play 12e, 1 play 12b, 2 play 4o, 3 play 5e, 4 play 6e, 5 play 10e");
        assert_true(pos.open.hand_over);
        assert_points(pos.open.points_truco, cases[i].points, 0);
    }
}

/* --- truc --- */

/* "2 points, or fold and concede 1"; retruc 3; "playing for 4", "for six", "for the round". */
TEST(ladder)
{
    static const struct {
        const char *script;
        int yes, no;
    } rows[] = {
        { "0 truc", 2, 1 },
        { "0 truc, 1 retruc", 3, 2 },
        { "0 truc, 1 retruc, 2 quatro", 4, 3 },
        { "0 truc, 1 retruc, 2 quatro, 3 seiz", 6, 4 },
        { "0 truc, 1 retruc, 2 quatro, 3 seiz, 4 partido", 25, 6 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = table_six("", 0, 0, PLAIN), no;
        say(&pos, rows[i].script);
        no = pos;
        int caller = pos.open.stake_seat % 2;
        assert_int_equal(try_say(&no, position_turn(&no), "no"), RULE_OK);
        assert_true(no.open.hand_over);
        assert_int_equal(no.open.score[caller], rows[i].no);
        assert_int_equal(try_say(&pos, position_turn(&pos), "yes"), RULE_OK);
        say(&pos, FIRST);
        say(&pos, "0 play 7o, 1 play 5o, 2 play 2b, 3 play 6b, 4 play 2c, 5 play 12o");
        assert_points(pos.open.score, rows[i].yes, 0);
        assert_int_equal(pos.open.game_over, rows[i].yes == 25);
    }
    struct position pos = table_six("", 0, 0, PLAIN);
    say(&pos, "0 truc, 1 retruc, 2 quatro, 3 seiz, 4 partido");
    assert_calls(&pos, "yes no pass");   /* "except in response to playing for the round" */
    say(&pos, "5 pass, 1 pass, 3 pass"); /* nobody answers: no */
    assert_points(pos.open.score, 6, 0);
}

/* "The round" is what is missing of it. */
TEST(partido_is_the_rest)
{
    struct position pos = table_six("", 20, 3, PLAIN);
    say(&pos, "0 truc, 1 retruc, 2 quatro, 3 seiz, 4 partido, 5 yes");
    say(&pos, FIRST);
    say(&pos, "0 play 7o, 1 play 5o, 2 play 2b, 3 play 6b, 4 play 2c, 5 play 12o");
    assert_points(pos.open.score, 25, 3);
    assert_points(pos.open.chicos, 1, 0);
}

/* "A bid may be accepted without any further escalation in which case the deal is played at the new level." */
TEST(late_raise)
{
    struct position pos = table_six("", 0, 0, PLAIN), yes = table_six(",tf_late_raise=yes", 0, 0, PLAIN);
    say(&pos, "0 truc, 1 yes, 0 play 7e");
    assert_int_equal(try_say(&pos, 1, "retruc"), RULE_NO_LATE_RAISE);
    assert_string_equal(rule_error_text(RULE_NO_LATE_RAISE), "a truc that was accepted is played at that level");
    say(&yes, "0 truc, 1 yes, 0 play 7e, 1 retruc, 2 pass, 4 yes");
    assert_int_equal(yes.open.stake, 2);
    assert_int_equal(try_say(&yes, 1, "quatro"), RULE_OWN_RAISE);
    say(&pos, "1 play 6e");
    assert_int_equal(try_say(&pos, 2, "retruc"), RULE_OWN_RAISE);
}

/* --- the Sword and the Club --- */

static const char TOP_TWO[] = "1e 7o 4b / 1b 5o 4c / 3o 2b 5c / 12c 6b 4e / 3e 2c 4o / 12e 12o 5b";

/* Seed 000: "2 points for the Sword and 1 for the Club", when they are played. */
TEST(bonus)
{
    struct position pos = table_six("", 0, 0, TOP_TWO);
    say(&pos, "0 play 1e");
    assert_points(pos.open.score, 2, 0);
    say(&pos, "1 play 1b");
    assert_points(pos.open.points_bonus, 2, 1);
    assert_points(pos.open.score, 2, 1);
    pos = table_six("", 0, 0, TOP_TWO);
    say(&pos, "0 truc, 1 no"); /* never played: nothing */
    assert_points(pos.open.score, 1, 0);
    pos = table_six(",bonus=none", 0, 0, TOP_TWO);
    say(&pos, "0 play 1e, 1 play 1b");
    assert_points(pos.open.score, 0, 0);
}

TEST(bonus_if_won)
{
    struct position pos = table_six(",bonus=if_trick_won", 0, 0, TOP_TWO);
    say(&pos, "0 play 1e, 1 play 1b, 2 play 3o, 3 play 12c, 4 play 3e");
    assert_points(pos.open.score, 0, 0);
    say(&pos, "5 play 12e");
    assert_points(pos.open.points_bonus, 2, 0); /* the Club fell under the Sword */
    static const char pair[] = "1e 7o 4b / 6e 5o 4c / 1b 2b 5c / 12c 6b 4e / 3e 2c 4o / 12e 12o 5b";
    pos = table_six(",bonus=if_trick_won", 0, 0, pair);
    say(&pos, "0 play 1e, 1 play 6e, 2 play 1b, 3 play 12c, 4 play 3e, 5 play 12e");
    assert_points(pos.open.points_bonus, 3, 0);
}

/* The round ends at the point that makes it. */
TEST(bonus_ends_the_round)
{
    static const struct {
        const char *option;
        const char *script;
    } cases[] = {
        { "", "0 play 1e" },
        { ",bonus=if_trick_won", "0 play 1e, 1 play 1b, 2 play 3o, 3 play 12c, 4 play 3e, 5 play 12e" },
    };
    for (size_t i = 0; i < 2; i++) {
        struct position pos = table_six(cases[i].option, 23, 24, TOP_TWO);
        say(&pos, cases[i].script);
        assert_true(pos.open.game_over && pos.open.hand_over);
        assert_int_equal(pos.open.game_winner, 0);
        assert_points(pos.open.score, 25, 24);
        assert_null(position_check(&pos));
    }
}

/* "Teams usually play for the best of 3 rounds." */
TEST(best_of_three)
{
    struct position pos = table_six("", 24, 24, TOP_TWO);
    say(&pos, "0 play 1e");
    assert_int_equal(pos.open.partida_winner, FIEL_NOBODY);
    deal_hands(&pos, FIEL_NOBODY, "6e 5o 4c / 3o 2b 5c / 12c 6b 4e / 3e 2c 4o / 12e 12o 5b / 1e 7o 4b");
    assert_points(pos.open.score, 0, 0);
    pos.open.score[0] = 24;
    say(&pos, "1 truc, 2 no");
    assert_int_equal(pos.open.partida_winner, FIEL_NOBODY);
    deal_hands(&pos, FIEL_NOBODY, "6e 5o 4c / 3o 2b 5c / 12c 6b 4e / 3e 2c 4o / 12e 12o 5b / 1e 7o 4b");
    say(&pos, "2 truc, 3 no");
    assert_points(pos.open.chicos, 2, 0);
    assert_int_equal(pos.open.partida_winner, 0);
}
