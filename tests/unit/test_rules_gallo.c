/* Three seats: the gallo with four cards against two, by turn and fixed (seed 003 section 3). */
#include "support/rules_play.h"
#include "rules/values.h"

/* Mano 1, so that seat 0 deals and is the gallo. */
static const char THREE[] = "1e 4b 5o 2c / 1b 4c 6e / 7e 5b 6o";

static struct position three(const char *rules, const char *hands)
{
    struct position pos = table_of(rules, 3, 0, 0);
    deal_hands(&pos, 1, hands);
    return pos;
}

/* --- who may sit down --- */

TEST(tables_refused)
{
    static const char *const presets[] = { "paulista", "mineiro", "gauderio", "uruguayo" };
    struct rules r;
    struct position pos;
    char why[RULES_ERROR_TEXT];
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
        assert_int_equal(rules_parse(presets[i], &r, why), 0);
        assert_int_equal(position_new(&pos, &r, 3, why), -1);
        assert_non_null(strstr(why, "three need a gallo"));
    }
    assert_int_equal(rules_parse("argentino", &r, why), 0);
    assert_int_equal(position_new(&pos, &r, 5, why), -1);
    assert_string_equal(why, "this game is played by 2, 3, 4, 6 or 8 seats");
    assert_int_equal(rules_parse("argentino,signs=on", &r, why), 0);
    assert_int_equal(position_new(&pos, &r, 3, why), -1);
    assert_int_equal(rules_parse("paulista,gallo=fijo", &r, why), -1);
}

TEST(deals_refused)
{
    static const struct {
        const char *hands, *why;
    } bad[] = {
        { "1e 4b 5o / 1b 4c 6e / 7e 5b 6o", "the gallo is dealt four cards of the forty" },
        { "1e 4b 5o 2c / 1b 4c 6e 3e / 7e 5b 6o", "a hand is three cards of the forty" },
        { "1e 4b 5o 6o / 1b 4c 6e / 7e 5b 6o", "a card is dealt twice" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct position pos = table_of("argentino", 3, 0, 0);
        card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
        char why[RULES_ERROR_TEXT] = "";
        read_cards_text(bad[i].hands, cards);
        assert_int_equal(position_deal(&pos, cards, CARD_NONE, 1, why), -1);
        assert_string_equal(why, bad[i].why);
    }
}

/* --- the card laid away --- */

TEST(laid_away_first)
{
    struct position pos = three("argentino", THREE), before = pos;
    struct view gallo, rival;
    assert_int_equal(pos.open.gallo, 0);
    assert_int_equal(position_turn(&pos), 0);
    assert_int_equal(pos.open.phase, PHASE_DISCARD);
    assert_calls(&pos, "discard 1e discard 4b discard 5o discard 2c");
    assert_int_equal(try_say(&pos, 0, "truco"), RULE_DISCARD_FIRST);
    assert_int_equal(try_say(&pos, 0, "mazo"), RULE_DISCARD_FIRST);
    assert_int_equal(try_say(&pos, 0, "discard 1b"), RULE_CARD_NOT_HELD);
    assert_int_equal(try_say(&pos, 1, "truco"), RULE_NOT_YOUR_TURN);
    assert_int_equal(try_say(&pos, 1, "discard 1b"), RULE_NOT_YOUR_TURN);
    assert_memory_equal(&pos, &before, sizeof pos);
    say(&pos, "0 discard 4b");
    assert_int_equal(position_turn(&pos), 1);
    assert_int_equal(pos.open.discard, 1);
    assert_int_equal(pos.open.gone[0], 8);
    position_view(&pos, 0, &gallo);
    position_view(&pos, 1, &rival);
    assert_int_equal(gallo.known[0][3], 13); /* its own: 4b, now the fourth */
    assert_int_equal(gallo.known[0][1], 31); /* and the 2c in its place */
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
        assert_int_equal(rival.known[0][k], CARD_NONE);
    assert_int_equal(try_say(&pos, 1, "discard 1b"), RULE_NOT_OPEN);
    say(&pos, "1 play 1b, 2 play 5b");
    assert_int_equal(try_say(&pos, 0, "play 4b"), RULE_CARD_NOT_HELD);
    assert_true(can(&pos, "play 2c") && can(&pos, "play 1e") && can(&pos, "play 5o") && !can(&pos, "play 4b"));
}

/* What is laid away counts for neither envido nor flor. */
TEST(it_counts_for_nothing)
{
    static const char hands[] = "7o 6o 2c 5o / 1b 4c 6e / 7e 5b 10o";
    struct position pos = three("argentino-flor", hands);
    say(&pos, "0 discard 2c, 1 envido");
    assert_int_equal(pos.open.sang, 1); /* 7 6 5 of oros: a flor, sung by itself */
    assert_points(pos.open.points_flor, 3, 0);
    pos = three("argentino-flor", hands);
    say(&pos, "0 discard 7o, 1 envido, 0 quiero, 1 declare, 2 silent, 0 declare, 2 son-buenas");
    assert_int_equal(pos.open.declared[0], 31); /* 6 and 5 */
    assert_points(pos.open.points_envido, 2, 0);
    assert_int_equal(pos.open.sang, 0);
}

/* --- who is who --- */

TEST(by_turn)
{
    static const struct {
        const char *rules;
        unsigned gallo[3];
    } cases[] = {
        { "argentino", { 0, 1, 2 } }, /* the dealer: mano 1, 2, 0 */
        { "argentino,gallo_seat=mano", { 1, 2, 0 } },
        { "argentino,gallo=fijo", { 0, 0, 0 } },
        { "argentino,gallo=fijo,gallo_seat=mano", { 0, 0, 0 } },
    };
    static const char *const hands[] = { THREE, "1b 4c 6e / 1e 4b 5o 2c / 7e 5b 6o",
                                         "1b 4c 6e / 7e 5b 6o / 1e 4b 5o 2c" };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = table_of(cases[i].rules, 3, 0, 0);
        for (unsigned h = 0; h < 3; h++) {
            unsigned gallo = cases[i].gallo[h];
            deal_hands(&pos, h == 0 ? 1 : FIEL_NOBODY, hands[gallo]);
            assert_int_equal(pos.open.gallo, gallo);
            assert_int_equal(pos.open.sides[0], 1u << gallo);
            assert_int_equal(pos.open.sides[1], 7u & ~(1u << gallo));
            while (!pos.open.hand_over) {
                struct action list[FIEL_LEGAL_MAX];
                assert_true(position_legal(&pos, position_turn(&pos), list) > 0);
                assert_int_equal(position_apply(&pos, position_turn(&pos), list[0], &pos), RULE_OK);
                assert_null(position_check(&pos));
            }
        }
    }
}

/* The pair answers in turn, and its points are noted to both. */
TEST(three_scores)
{
    struct position pos = three("argentino", THREE);
    assert_int_equal(pos.open.scorers, 3);
    say(&pos, "0 discard 4b, 1 play 4c, 2 play 5b, 0 truco, 1 pass, 2 quiero, 0 play 1e, 0 play 5o, 1 play 6e, "
              "2 play 7e, 2 play 6o, 0 play 2c, 1 play 1b");
    assert_true(pos.open.hand_over);
    assert_points(pos.open.points_truco, 0, 2);
    assert_int_equal(pos.open.score[0], 0);
    assert_int_equal(pos.open.score[1], 2);
    assert_int_equal(pos.open.score[2], 2);
    pos = three("argentino,gallo=fijo", THREE);
    assert_int_equal(pos.open.scorers, 2);
    say(&pos, "0 discard 4b, 1 truco, 0 no-quiero");
    assert_points(pos.open.score, 0, 1);
}

/* --- the end of a game --- */

static struct position scored(const char *rules, int a, int b, int c)
{
    struct position pos = table_of(rules, 3, a, b);
    pos.open.score[2] = (uint16_t)c;
    deal_hands(&pos, 1, THREE);
    return pos;
}

TEST(falta_by_three)
{
    static const struct {
        const char *rules;
        int score[3], falta;
    } cases[] = {
        { "argentino", { 10, 12, 25 }, 5 },                           /* what the first of all lacks */
        { "argentino,falta_envido=loser_needs", { 10, 12, 25 }, 20 }, /* the gallo wins: the best of the pair */
    };
    struct position pos = scored(cases[0].rules, 10, 12, 25);
    say(&pos, "0 discard 4b, 1 falta-envido, 0 quiero");
    assert_int_equal(pos.open.envido_wanted, cases[0].falta);
    pos = scored(cases[1].rules, 10, 12, 25);
    say(&pos, "0 discard 4b, 1 falta-envido");
    assert_int_equal(pos.open.envido_wanted, cases[1].falta);
}

/* Partners who get there together: the earlier from the mano, no matter who has more. */
TEST(together)
{
    struct position pos = scored("argentino", 3, 28, 29);
    say(&pos, "0 discard 4b, 1 truco, 0 retruco, 1 pass, 2 quiero, 1 play 1b, 2 play 5b, 0 mazo");
    assert_true(pos.open.game_over);
    assert_int_equal(pos.open.game_winner, 1);
    assert_int_equal(pos.open.score[2], 32);
    pos = scored("argentino", 3, 20, 29);
    say(&pos, "0 discard 4b, 1 truco, 0 no-quiero");
    assert_int_equal(pos.open.game_winner, 2); /* the one that is there */
    assert_int_equal(pos.open.chicos[2], 1);
    pos = scored("argentino,end_check=end_of_hand", 29, 29, 29);
    say(&pos, "0 discard 4b, 1 envido, 0 quiero, 1 declare, 2 declare, 0 declare, 1 mazo, 2 mazo");
    assert_int_equal(pos.open.hand_over, 1);
}

/* Who gives way of three: the better of the two others, then the earlier from the mano. */
TEST(forfeits)
{
    static const uint32_t games[3] = { 2, 1, 1 };
    struct position pos = table_of("argentino", 3, 0, 0);
    assert_int_equal(forfeit_winner(&pos.open, 0, NULL), 3); /* nothing was dealt: nobody */
    pos = scored("argentino", 4, 9, 9);
    assert_int_equal(forfeit_winner(&pos.open, 0, NULL), 1); /* level: the mano */
    assert_int_equal(forfeit_winner(&pos.open, 1, NULL), 2);
    assert_int_equal(forfeit_winner(&pos.open, 1, games), 0); /* of the match: more games */
    position_forfeit_game(&pos, 2);
    assert_int_equal(pos.open.game_winner, 1);
    assert_null(position_check(&pos));
    pos = scored("argentino,gallo=fijo", 4, 9, 0);
    assert_int_equal(forfeit_winner(&pos.open, 0, NULL), 1);
    assert_int_equal(forfeit_winner(&pos.open, 2, NULL), 0); /* the pair falls together */
}

/* Partners of this hand: the last of them to give up decides, and a tied trick between them is theirs. */
TEST(partners)
{
    struct position pos = three("argentino", "4e 4b 5o 2c / 3b 4c 6e / 3e 5b 6o");
    say(&pos, "0 discard 5o, 1 play 3b, 2 play 3e, 0 play 4e");
    assert_int_equal(pos.open.trick_winner[0], 1);
    assert_int_equal(position_turn(&pos), 1);
    say(&pos, "1 mazo");
    assert_false(pos.open.hand_over);
    assert_int_equal(position_turn(&pos), 2); /* leads for its partner */
    say(&pos, "2 mazo");
    assert_int_equal(pos.open.hand_winner, 0);
    assert_int_equal(pos.open.score[0], 1);
}
