/* Cards, tricks, ties, face-down cards, truco, mazo. */
#include "support/rules_play.h"

#include "rules/worth.h"

static const char PLAIN[] = "7e 6e 4c / 1e 7b 6b";

/* --- cards --- */

TEST(card_names)
{
    card_t c = 99;
    char text[CARD_TEXT];
    static const char *const bad[] = { "", "8e", "9o", "13e", "0e", "7", "e", "7x", "7ee", "1 e", "10", "B7", "10S" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad - 1; i++) {
        assert_false(card_parse(bad[i], &c));
        assert_int_equal(c, 99);
    }
    for (card_t i = 0; i < FIEL_CARDS; i++) {
        assert_true(card_parse(card_text(i, text), &c));
        assert_int_equal(c, i);
    }
    assert_true(card_parse("12o", &c));
    assert_int_equal(c, 29);
    assert_true(card_parse("QH", &c)); /* the lady of hearts is the ten of copas */
    assert_string_equal(card_text(c, text), "10c");
}

/* Seed 003 section 5, seed 004: the order of the tricks. */
TEST(card_order)
{
    static const char *const groups[] = { "1e",
                                          "1b",
                                          "7e",
                                          "7o",
                                          "3e 3b 3o 3c",
                                          "2e 2b 2o 2c",
                                          "1o 1c",
                                          "12e 12b 12o 12c",
                                          "11e 11b 11o 11c",
                                          "10e 10b 10o 10c",
                                          "7b 7c",
                                          "6e 6b 6o 6c",
                                          "5e 5b 5o 5c",
                                          "4e 4b 4o 4c" };
    struct position pos = table_of("argentino", 2, 0, 0);
    unsigned above = 99, seen = 0;
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
        unsigned strength = 0;
        read_cards_text(groups[g], cards);
        for (unsigned k = 0; k < FIEL_HELD_MAX && cards[0][k] != CARD_NONE; k++, seen++) {
            assert_true(k == 0 || card_strength(&pos.open, cards[0][k]) == strength);
            strength = card_strength(&pos.open, cards[0][k]);
        }
        assert_true(strength < above && strength > card_strength(&pos.open, CARD_HIDDEN));
        above = strength;
    }
    assert_int_equal(seen, FIEL_CARDS);
}

/* --- the 27 patterns --- */

/* Cards by trick and result: seat 0 wins, seat 1 wins, tied. */
static const char *const trick_cards[3][3][2] = {
    { { "1e", "4b" }, { "4e", "1b" }, { "3e", "3b" } },
    { { "7e", "5b" }, { "5e", "7o" }, { "2e", "2b" } },
    { { "3o", "6b" }, { "6e", "3c" }, { "11e", "11b" } },
};

/* Who takes a hand of these tricks (0, 1, 2 tied) and after how many; mano is seat 0. Seed 003 section 14. */
static int expected_winner(const int w[3], int *tricks)
{
    *tricks = 2;
    if (w[0] == FIEL_TIE && w[1] != FIEL_TIE)
        return w[1];
    if (w[0] != FIEL_TIE && (w[1] == FIEL_TIE || w[1] == w[0]))
        return w[0];
    *tricks = 3;
    if (w[2] != FIEL_TIE)
        return w[2];
    return w[0] == FIEL_TIE ? 0 : w[0];
}

static void play_pattern(const int w[3])
{
    char hands[64], what[32];
    int tricks = 0, winner = expected_winner(w, &tricks), played = 0;
    snprintf(hands, sizeof hands, "%s %s %s / %s %s %s", trick_cards[0][w[0]][0], trick_cards[1][w[1]][0],
             trick_cards[2][w[2]][0], trick_cards[0][w[0]][1], trick_cards[1][w[1]][1], trick_cards[2][w[2]][1]);
    struct position pos = lay("argentino", 0, 0, 0, hands);
    for (int t = 0; t < 3 && !pos.open.hand_over; t++, played++)
        for (int i = 0; i < 2; i++) {
            int seat = position_turn(&pos);
            snprintf(what, sizeof what, "%d play %s", seat, trick_cards[t][w[t]][seat]);
            say(&pos, what);
        }
    assert_true(pos.open.hand_over);
    assert_int_equal(played, tricks);
    assert_int_equal(pos.open.hand_winner, winner);
    assert_int_equal(pos.open.points_truco[winner], 1);
    assert_int_equal(pos.open.score[winner], 1);
    for (int t = 0; t < tricks; t++)
        assert_int_equal(pos.open.trick_winner[t], w[t]);
}

TEST(patterns)
{
    for (int i = 0; i < 27; i++) {
        int w[3] = { i / 9, i / 3 % 3, i % 3 };
        play_pattern(w);
    }
}

TEST(all_tied)
{
    static const struct {
        const char *rules;
        int mano, winner;
    } cases[] = {
        { "argentino", 0, 0 },
        { "argentino", 1, 1 },
        { "argentino,all_tied=none", 0, FIEL_TIE },
        { "argentino,all_tied=dealer", 0, 1 },
        { "argentino,all_tied=dealer", 1, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = lay(cases[i].rules, 0, 0, cases[i].mano, "3e 2e 11e / 3b 2b 11b");
        static const char *const played[3][2] = { { "play 3e", "play 3b" },
                                                  { "play 2e", "play 2b" },
                                                  { "play 11e", "play 11b" } };
        for (int t = 0; t < 3; t++)
            for (int k = 0; k < 2; k++)
                assert_int_equal(try_say(&pos, position_turn(&pos), played[t][position_turn(&pos)]), RULE_OK);
        assert_int_equal(pos.open.hand_winner, cases[i].winner);
        assert_int_equal(pos.open.score[0] + pos.open.score[1], cases[i].winner == FIEL_TIE ? 0 : 1);
    }
}

/* The mano leads after a tie, the winner after a trick; options say otherwise. */
TEST(who_leads)
{
    struct position pos = lay("argentino", 0, 0, 1, "1e 2e 4c / 4e 2b 3b");
    say(&pos, "1 play 4e, 0 play 1e");
    assert_int_equal(position_turn(&pos), 0);
    say(&pos, "0 play 2e, 1 play 2b"); /* tied: mano is 1; but the hand is 0's */
    assert_int_equal(pos.open.hand_winner, 0);
    static const struct {
        const char *option;
        int leader;
    } cases[] = {
        { "mano", 1 },
        { "trick_leader", 1 },
        { "first_tied", 1 },
        { "last_tied", 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rules[64];
        snprintf(rules, sizeof rules, "argentino,tie_lead=%s", cases[i].option);
        pos = lay(rules, 0, 0, 1, "3e 2e 4c / 3b 2b 1b");
        say(&pos, "1 play 3b, 0 play 3e");
        assert_int_equal(pos.open.trick_winner[0], FIEL_TIE);
        assert_int_equal(position_turn(&pos), cases[i].leader);
    }
}

/* --- face down --- */

TEST(face_down)
{
    struct position pos = lay("argentino", 0, 0, 0, PLAIN);
    say(&pos, "0 play-down 7e, 1 play 6b");
    assert_int_equal(pos.open.trick_winner[0], 1);
    assert_int_equal(pos.open.table[0], CARD_HIDDEN);
    assert_int_equal(pos.open.gone[0], 1);
    assert_int_equal(try_say(&pos, 1, "play 6b"), RULE_CARD_NOT_HELD);
    say(&pos, "1 play-down 7b, 0 play-down 4c"); /* two hidden cards tie */
    assert_int_equal(pos.open.trick_winner[1], FIEL_TIE);
    assert_int_equal(pos.open.hand_winner, 1);
}

TEST(face_down_closed)
{
    struct position pos = lay("argentino,face_down=forbidden", 0, 0, 0, PLAIN);
    assert_int_equal(try_say(&pos, 0, "play-down 7e"), RULE_FACE_UP);
    pos = lay("argentino,face_down_first=no", 0, 0, 0, PLAIN);
    assert_int_equal(try_say(&pos, 0, "play-down 7e"), RULE_FACE_UP);
    say(&pos, "0 play 7e, 1 play 7b, 0 play-down 6e");
}

/* --- truco --- */

TEST(truco_ladder)
{
    static const struct {
        const char *script;
        int winner, points;
    } cases[] = {
        { "0 truco, 1 no-quiero", 0, 1 },
        { "0 truco, 1 retruco, 0 no-quiero", 1, 2 },
        { "0 truco, 1 quiero, 0 play 7e, 1 retruco, 0 no-quiero", 1, 2 },
        { "0 truco, 1 retruco, 0 vale-cuatro, 1 no-quiero", 0, 3 },
        { "0 raise, 1 raise, 0 raise, 1 refuse", 0, 3 },
        { "0 truco, 1 quiero, 0 play 7e, 1 play 7b, 0 play 6e, 1 play 1e, 1 play 6b, 0 play 4c", 1, 2 },
        { "0 truco, 1 retruco, 0 quiero, 0 mazo", 1, 3 },
        { "0 truco, 1 retruco, 0 vale-cuatro, 1 quiero, 0 mazo", 1, 4 },
        { "0 truco, 1 retruco, 0 vale-cuatro, 1 accept, 0 play 7e, 1 mazo", 0, 4 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = lay("argentino", 0, 0, 0, PLAIN);
        say(&pos, cases[i].script);
        assert_true(pos.open.hand_over);
        assert_int_equal(pos.open.hand_winner, cases[i].winner);
        assert_int_equal(pos.open.points_truco[cases[i].winner], cases[i].points);
    }
}

TEST(truco_refusals)
{
    struct position pos = lay("argentino", 0, 0, 0, PLAIN), before;
    assert_int_equal(try_say(&pos, 1, "truco"), RULE_NOT_YOUR_TURN);
    assert_int_equal(try_say(&pos, 0, "retruco"), RULE_WRONG_STEP);
    assert_int_equal(try_say(&pos, 0, "quiero"), RULE_NOTHING_TO_ANSWER);
    assert_int_equal(try_say(&pos, 0, "seis"), RULE_NOT_A_WORD);
    assert_int_equal(try_say(&pos, 0, "declare"), RULE_NOT_OPEN);
    assert_int_equal(try_say(&pos, 0, "play 1e"), RULE_CARD_NOT_HELD);
    say(&pos, "0 truco");
    assert_int_equal(try_say(&pos, 1, "vale-cuatro"), RULE_WRONG_STEP);
    assert_int_equal(try_say(&pos, 1, "play 1e"), RULE_ANSWER_FIRST);
    assert_calls(&pos, "retruco quiero no-quiero envido real-envido falta-envido mazo");
    say(&pos, "1 quiero");
    before = pos;
    assert_int_equal(try_say(&pos, 0, "retruco"), RULE_OWN_RAISE); /* the word belongs to 1 */
    assert_memory_equal(&pos, &before, sizeof pos);
    assert_calls(&pos, "mazo");
    say(&pos, "0 play 7e");
    assert_calls(&pos, "retruco mazo");
    say(&pos, "1 retruco, 0 vale-cuatro");
    assert_calls(&pos, "quiero no-quiero mazo");
    assert_int_equal(try_say(&pos, 1, "raise"), RULE_NOT_A_WORD); /* there is no fifth step */
    say(&pos, "1 no-quiero");
    assert_int_equal(try_say(&pos, 0, "play 6e"), RULE_HAND_OVER);
    assert_int_equal(try_say(&pos, 7, "play 6e"), RULE_NOT_YOUR_TURN);
    assert_int_equal(try_say(&pos, -1, "mazo"), RULE_NOT_YOUR_TURN);
}

TEST(implicit_quiero)
{
    struct position pos = lay("argentino,implicit_quiero=on", 0, 0, 0, PLAIN);
    say(&pos, "0 truco");
    assert_false(can(&pos, "play 1e")); /* it is not 1's turn to play */
    say(&pos, "1 retruco, 0 play 7e");  /* playing instead of quiero */
    assert_int_equal(pos.open.stake, 2);
    assert_int_equal(pos.open.stake_called, 0);
    pos = lay("argentino", 0, 0, 0, PLAIN);
    say(&pos, "0 truco, 1 retruco");
    assert_int_equal(try_say(&pos, 0, "play 7e"), RULE_ANSWER_FIRST);
}

/* Accepting and giving up in one breath pays what was accepted; a partner plays on for it. */
TEST(quiero_mazo)
{
    struct position pos = lay("argentino,quiero_mazo=on", 0, 0, 0, PLAIN);
    assert_int_equal(try_say(&pos, 0, "quiero-mazo"), RULE_NOTHING_TO_ANSWER);
    say(&pos, "0 truco");
    assert_true(can(&pos, "quiero-mazo"));
    say(&pos, "1 quiero-mazo");
    assert_points(pos.open.points_truco, 2, 0);
    assert_int_equal(pos.open.hand_over, 1);
    pos = lay("argentino", 0, 0, 0, PLAIN);
    say(&pos, "0 truco");
    assert_int_equal(try_say(&pos, 1, "quiero-mazo"), RULE_NOT_A_WORD);
    pos = table_of("argentino,quiero_mazo=on", 4, 0, 0);
    deal_hands(&pos, 0, "7e 6e 4c / 1e 7b 6b / 4e 4b 5e / 3e 3b 5o");
    say(&pos, "0 truco, 1 quiero-mazo");
    assert_int_equal(pos.open.hand_over, 0);
    assert_int_equal(pos.open.stake, 1);
    assert_int_equal(pos.open.out, 1u << 1);
}

/* truco_turn=any_time: the seat that is not to play is asked before each card of the other. */
TEST(any_time)
{
    struct position pos = lay("argentino,truco_turn=any_time", 0, 0, 0, PLAIN);
    assert_int_equal(position_turn(&pos), 1);
    assert_int_equal(pos.open.phase, PHASE_RAISE);
    assert_calls(&pos, "truco pass");
    say(&pos, "1 pass, 0 play 7e, 0 truco");
    assert_calls(&pos, "retruco quiero no-quiero envido real-envido falta-envido mazo");
    say(&pos, "1 quiero");
    assert_int_equal(position_turn(&pos), 1);
    assert_int_equal(pos.open.phase, PHASE_PLAY); /* only 1 may raise, and it is on turn */
    say(&pos, "1 play 7b");
    assert_int_equal(pos.open.phase, PHASE_RAISE);
    say(&pos, "1 retruco, 0 quiero");
    assert_int_equal(pos.open.stake, 2);
    assert_int_equal(position_turn(&pos), 0);
    assert_int_equal(pos.open.phase, PHASE_PLAY);
}

/* --- mazo --- */

TEST(mazo_table)
{
    static const struct {
        const char *rules, *script;
        int truco[2], envido[2];
    } cases[] = {
        { "argentino", "0 mazo", { 0, 1 }, { 0, 0 } },
        { "argentino", "0 play 7e, 1 mazo", { 1, 0 }, { 0, 0 } },
        { "argentino", "0 truco, 1 mazo", { 1, 0 }, { 0, 0 } },
        { "argentino", "0 truco, 1 retruco, 0 mazo", { 0, 2 }, { 0, 0 } },
        { "argentino", "0 truco, 1 quiero, 0 mazo", { 0, 2 }, { 0, 0 } },
        { "argentino", "0 envido, 1 mazo", { 1, 0 }, { 1, 0 } },
        { "argentino", "0 envido, 1 real-envido, 0 mazo", { 0, 1 }, { 0, 2 } },
        { "argentino", "0 truco, 1 envido, 0 mazo", { 0, 1 }, { 0, 1 } },
        { "argentino,mazo_open_envido=2", "0 mazo", { 0, 1 }, { 0, 1 } },
        { "argentino,mazo_open_envido=2", "0 play 7e, 1 mazo", { 1, 0 }, { 1, 0 } },
        { "argentino,mazo_open_envido=2", "0 truco, 1 mazo", { 1, 0 }, { 0, 0 } },
        { "argentino,mazo_open_envido=2", "0 envido, 1 no-quiero, 0 mazo", { 0, 1 }, { 1, 0 } },
        { "argentino,mazo_open_envido=2", "0 play 7e, 1 play 7b, 0 mazo", { 0, 1 }, { 0, 0 } },
        { "argentino,mazo_scope=team", "0 mazo", { 0, 1 }, { 0, 0 } },
        { "argentino,mazo_open_envido=forbidden_for_mano", "0 play 7e, 1 mazo", { 1, 0 }, { 0, 0 } },
        { "argentino,mazo_open_envido=forbidden_for_mano", "0 envido, 1 no-quiero, 0 mazo", { 0, 1 }, { 1, 0 } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = lay(cases[i].rules, 0, 0, 0, PLAIN);
        say(&pos, cases[i].script);
        assert_true(pos.open.hand_over);
        assert_points(pos.open.points_truco, cases[i].truco[0], cases[i].truco[1]);
        assert_points(pos.open.points_envido, cases[i].envido[0], cases[i].envido[1]);
        assert_int_equal(pos.open.hand_winner, cases[i].truco[0] ? 0 : 1);
    }
    struct position pos = lay("argentino,mazo_open_envido=forbidden_for_mano", 0, 0, 0, PLAIN);
    assert_int_equal(try_say(&pos, 0, "mazo"), RULE_NO_MAZO);
}

/* --- games and partidas --- */

static void one_hand(struct position *pos, int loser)
{
    static const char hands[] = "7e 6e 4c / 1e 7b 6b";
    deal_hands(pos, pos->open.hand == 0 ? 0 : FIEL_NOBODY, hands);
    while (!pos->open.hand_over) {
        struct action a = { ACT_MAZO, 0 };
        int seat = position_turn(pos);
        if (seat != loser)
            a = (struct action){ ACT_PLAY, pos->dealt[seat][0] };
        assert_int_equal(position_apply(pos, seat, a, pos), RULE_OK);
    }
}

TEST(chicos_and_partida)
{
    struct position pos = table_of("argentino,target=2", 2, 0, 0);
    one_hand(&pos, 1);
    assert_false(pos.open.game_over);
    one_hand(&pos, 1);
    assert_true(pos.open.game_over);
    assert_int_equal(pos.open.game_winner, 0);
    assert_int_equal(pos.open.partida_winner, FIEL_NOBODY);
    assert_points(pos.open.chicos, 1, 0);
    one_hand(&pos, 0); /* the next game starts at nothing, the mano moves on */
    assert_int_equal(pos.open.game, 2);
    assert_int_equal(pos.open.hand, 3);
    assert_points(pos.open.score, 0, 1);
    one_hand(&pos, 0);
    assert_points(pos.open.chicos, 1, 1);
    one_hand(&pos, 0);
    one_hand(&pos, 0);
    assert_int_equal(pos.open.partida_winner, 1);
    assert_points(pos.open.chicos, 1, 2);
    one_hand(&pos, 0); /* and a new partida */
    assert_points(pos.open.chicos, 0, 0);
    assert_int_equal(pos.open.partida_winner, FIEL_NOBODY);
    assert_int_equal(pos.open.game, 4);
}

TEST(forfeits)
{
    struct position pos = lay("argentino", 3, 4, 0, PLAIN);
    say(&pos, "0 envido, 1 quiero");
    position_forfeit_game(&pos, 1);
    assert_true(pos.open.hand_over && pos.open.game_over);
    assert_int_equal(pos.open.game_winner, 0);
    assert_points(pos.open.score, 3, 4);
    assert_int_equal(position_turn(&pos), FIEL_NOBODY);
    assert_null(position_check(&pos));
    deal_hands(&pos, FIEL_NOBODY, PLAIN);
    assert_points(pos.open.score, 0, 0);
    assert_int_equal(pos.open.mano, 1);
}

/* Both pass the target in one hand: the higher wins; equal: another hand (seed 002). */
TEST(end_of_hand)
{
    struct position pos = lay("argentino,end_check=end_of_hand", 29, 29, 0, PLAIN);
    say(&pos, "0 envido, 1 no-quiero");
    assert_points(pos.open.score, 30, 29);
    assert_false(pos.open.hand_over);
    say(&pos, "0 truco, 1 retruco, 0 no-quiero");
    assert_points(pos.open.score, 30, 31);
    assert_int_equal(pos.open.game_winner, 1);
    pos = lay("argentino,end_check=end_of_hand", 29, 29, 0, PLAIN);
    say(&pos, "0 envido, 1 no-quiero, 0 mazo");
    assert_points(pos.open.score, 30, 30);
    assert_false(pos.open.game_over);
    deal_hands(&pos, FIEL_NOBODY, PLAIN);
    say(&pos, "1 mazo");
    assert_int_equal(pos.open.game_winner, 0);
    pos = lay("argentino", 29, 29, 0, PLAIN); /* immediate */
    say(&pos, "0 envido, 1 no-quiero");
    assert_true(pos.open.game_over);
    assert_int_equal(pos.open.hand_winner, FIEL_NOBODY);
}

/* --- impossible set-ups --- */

TEST(bad_deals)
{
    static const char *const hands[] = { "7e 6e 4c / 1e 7b 7e", "7e 6e 4c / 1e 7b", "7e 6e 4c 5c / 1e 7b 6b",
                                         "7e 6e 4c" };
    struct position pos = table_of("argentino", 2, 0, 0), before = pos;
    card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    char why[RULES_ERROR_TEXT];
    for (size_t i = 0; i < sizeof hands / sizeof *hands; i++) {
        read_cards_text(hands[i], cards);
        assert_int_equal(position_deal(&pos, cards, CARD_NONE, 0, why), -1);
    }
    read_cards_text(PLAIN, cards);
    assert_int_equal(position_deal(&pos, cards, 6, 0, why), -1); /* the 7e is in a hand */
    assert_int_equal(position_deal(&pos, cards, 40, 0, why), -1);
    assert_int_equal(position_deal(&pos, cards, CARD_NONE, 2, why), -1);
    assert_int_equal(position_deal(&pos, cards, CARD_NONE, FIEL_NOBODY, why), -1);
    assert_memory_equal(&pos, &before, sizeof pos);
    assert_int_equal(position_deal(&pos, cards, CARD_NONE, 1, why), 0);
    before = pos;
    assert_int_equal(position_deal(&pos, cards, CARD_NONE, FIEL_NOBODY, why), -1); /* the hand is open */
    assert_memory_equal(&pos, &before, sizeof pos);
    struct rules r = pos.open.rules;
    for (int seats = -1; seats < 20; seats++)
        if (seats == 5 || seats == 7 || seats < 2 || seats > 8)
            assert_int_equal(position_new(&pos, &r, seats, why), -1);
    assert_memory_equal(&pos, &before, sizeof pos);
}
