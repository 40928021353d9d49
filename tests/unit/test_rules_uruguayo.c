/* Uruguayo: the preset, its bounds, the bets con flor, paso, equal cards, declaring.
 *
 * Pieces and numbers alone are in test_rules_pieces.c; recorded hands in tests/second. */
#include "support/rules_play.h"

#include "rules/worth.h"

/* No piece and no flor among them; 33 against 33. */
static const char PLAIN[] = "7e 6e 4c / 1e 7b 6b";
static const char FOUR[] = "7e 6e 4c / 1e 7b 6b / 4e 5b 10c / 5e 4b 11c";

static struct position lay_uy(const char *options, int seats, int score0, int score1, const char *muestra,
                              const char *hands)
{
    char rules[128];
    snprintf(rules, sizeof rules, "uruguayo%s", options);
    struct position pos = table_of(rules, seats, score0, score1);
    deal_turned(&pos, 0, muestra, hands);
    return pos;
}

TEST(preset)
{
    struct rules r;
    struct position pos;
    char why[RULES_ERROR_TEXT] = "";
    assert_int_equal(rules_parse("uruguayo", &r, why), 0);
    assert_int_equal(r.opt[OPT_TARGET], 40);
    assert_int_equal(r.opt[OPT_CHICOS], 2);
    assert_true(rules_turn_card(&r));
    for (int seats = 2; seats <= 8; seats++)
        assert_int_equal(position_new(&pos, &r, seats, why), seats == 2 || seats == 4 || seats == 6 ? 0 : -1);
    assert_string_equal(why, "this game is played by 2, 4 or 6 seats");
    assert_int_equal(rules_parse("uruguayo,ranks=fixed", &r, why), -1);
    assert_int_equal(rules_parse("argentino,uy_resto=falta", &r, why), -1);
}

/* --- envido --- */

/* "el limite del envido se fija en 10 tantos" at a table of two, whatever is lacking; at a larger one it is the falta. */
TEST(bounds)
{
    struct position pos = lay_uy("", 2, 5, 5, "12o", PLAIN);
    assert_true(can(&pos, "envido-10") && can(&pos, "3-real-envido"));
    assert_int_equal(try_say(&pos, 0, "envido-11"), RULE_ENVIDO_TOO_HIGH);
    assert_int_equal(try_say(&pos, 0, "4-real-envido"), RULE_ENVIDO_TOO_HIGH);
    say(&pos, "0 falta-envido");
    assert_int_equal(pos.open.envido_wanted, 10);
    pos = lay_uy("", 2, 33, 5, "12o", PLAIN); /* less than ten are left */
    assert_true(can(&pos, "envido-10") && !can(&pos, "envido-11"));
    say(&pos, "0 falta-envido, 1 quiero, 0 declare, 1 son-buenas");
    assert_points(pos.open.points_envido, 10, 0);
    pos = lay_uy(",uy_cap_two=lesser", 2, 33, 5, "12o", PLAIN);
    assert_true(can(&pos, "envido-7") && !can(&pos, "envido-8"));
    say(&pos, "0 falta-envido");
    assert_int_equal(pos.open.envido_wanted, 7);
    pos = lay_uy("", 4, 5, 8, "12o", FOUR);
    assert_true(can(&pos, "envido-32") && !can(&pos, "envido-33"));
    say(&pos, "0 falta-envido");
    assert_int_equal(pos.open.envido_wanted, 32);
}

/* Six, or ten, in a pico a pico. */
TEST(bounds_of_a_duel)
{
    static const char hands[] = "7e 6e 4c / 1e 7b 6b / 4e 5b 10c / 5e 4b 11c / 3e 3b 1c / 2b 1b 5c";
    static const struct {
        const char *options;
        unsigned most;
    } rows[] = {
        { ",mazo_scope=team", 6 },
        { ",mazo_scope=team,pico_falta_cap=10", 10 },
    };
    for (size_t i = 0; i < 2; i++) {
        char word[16];
        struct position pos = lay_uy(rows[i].options, 6, 19, 18, "12o", hands);
        say(&pos, "0 mazo");
        deal_turned(&pos, FIEL_NOBODY, "12o", hands);
        assert_int_equal(pos.open.pico, 1);
        snprintf(word, sizeof word, "envido-%u", rows[i].most);
        assert_true(can(&pos, word));
        snprintf(word, sizeof word, "envido-%u", rows[i].most + 1);
        assert_int_equal(try_say(&pos, position_turn(&pos), word), RULE_ENVIDO_TOO_HIGH);
        say(&pos, "1 falta-envido");
        assert_int_equal(pos.open.envido_wanted, rows[i].most);
    }
    struct position pos = lay_uy(",mazo_scope=team", 6, 0, 19, "12o", hands);
    say(&pos, "0 mazo"); /* half the target: redondillas alone */
    deal_turned(&pos, FIEL_NOBODY, "12o", hands);
    assert_int_equal(pos.open.pico, 0);
}

/* A seat that said truco raises an envido (seed 003 section 13), or may not. */
TEST(truco_bars)
{
    struct position pos = lay_uy("", 2, 0, 0, "12o", PLAIN);
    say(&pos, "0 truco, 1 envido");
    assert_true(can(&pos, "envido") && can(&pos, "falta-envido"));
    pos = lay_uy(",truco_bars_envido=on", 2, 0, 0, "12o", PLAIN);
    say(&pos, "0 truco, 1 envido");
    assert_calls(&pos, "quiero no-quiero mazo");
    assert_int_equal(try_say(&pos, 0, "envido"), RULE_ENVIDO_FORFEITED);
    say(&pos, "0 quiero, 0 declare, 1 son-buenas");
    assert_points(pos.open.points_envido, 2, 0);
    assert_int_equal(pos.open.phase, PHASE_STAKE);
}

/* The procedure of declaring: seats 0 to 5 hold these values, the mano is seat 0. */
TEST(declaration)
{
    static const char hands[] = /* 30, 20, 33, 33, 0, 0 */
        "7e 3e 4b / 10b 11b 1e / 7b 6b 4o / 7o 6o 4e / 10e 11o 12c / 10o 11c 12b";
    static const struct {
        const char *tie;
        unsigned winner;
    } rows[] = { { "declaration", 3 }, { "first_seat", 2 } };
    for (size_t i = 0; i < 2; i++) {
        char options[64];
        snprintf(options, sizeof options, ",declare=auto,envido_tie=%s", rows[i].tie);
        struct position pos = lay_uy(options, 6, 0, 0, "3c", hands);
        say(&pos, "0 envido, 1 quiero");
        assert_int_equal(pos.open.envido_winner, rows[i].winner);
        assert_points(pos.open.points_envido, rows[i].winner % 2 ? 0 : 2, rows[i].winner % 2 ? 2 : 0);
    }
}

/* By hand: only who beats the last value may declare, partners are not asked. */
TEST(declared_by_hand)
{
    struct position pos = lay_uy(",envido_tie=declaration", 4, 0, 0, "3c",
                                 "7e 3e 4b / 10b 11b 1e / 7b 6b 4o / 7o 6o 4e");
    say(&pos, "0 envido, 1 quiero");
    assert_calls(&pos, "declare");
    say(&pos, "0 declare");
    assert_int_equal(position_turn(&pos), 1);
    assert_calls(&pos, "son-buenas"); /* 20 does not beat 30 */
    say(&pos, "1 son-buenas");
    assert_int_equal(position_turn(&pos), 3); /* not seat 2: its side leads */
    assert_calls(&pos, "declare son-buenas");
    say(&pos, "3 declare"); /* 33 */
    assert_int_equal(position_turn(&pos), 2);
    assert_calls(&pos, "son-buenas"); /* 33 too, and second */
    say(&pos, "2 son-buenas");
    assert_int_equal(pos.open.envido_winner, 3);
    /* 30, 20, 33, 33: after the second 33 its rivals are asked from its right */
    pos = lay_uy(",envido_tie=declaration", 6, 0, 0, "3c",
                 "7e 3e 4b / 10b 11b 1e / 7b 6b 4o / 7o 6o 4e / 10e 11o 12c / 10o 11c 12b");
    say(&pos, "0 envido, 1 quiero, 0 declare, 1 son-buenas, 3 declare");
    assert_int_equal(position_turn(&pos), 4);
    say(&pos, "4 son-buenas");
    assert_int_equal(position_turn(&pos), 2);
}

/* --- flor --- */

/* 38 against 28, then against two of 38 and 27. */
static const char FLORES[] = "7b 6b 5b / 4o 3o 1o";
static const char THREE[] = "7b 6b 5b / 4o 3o 1o / 4e 3e 2e / 5c 6c 7o";

/* Everybody sings at once; both sides hold one, so bets are opened from the mano. */
TEST(flores_are_sung)
{
    struct position pos = lay_uy("", 2, 0, 0, "12e", FLORES);
    assert_int_equal(pos.open.sang, 3);
    assert_int_equal(pos.open.news_count, 2);
    assert_int_equal(position_turn(&pos), 0);
    assert_true(can(&pos, "flor-envido-10") && can(&pos, "pass") && !can(&pos, "play 7b"));
    assert_int_equal(try_say(&pos, 0, "envido"), RULE_ENVIDO_CLOSED);
    assert_int_equal(try_say(&pos, 0, "con-flor-quiero"), RULE_NOT_OPEN);
    say(&pos, "0 pass, 1 pass, 0 declare, 1 son-buenas");
    assert_points(pos.open.points_flor, 3, 0); /* the loser's flor is worth nothing */
    assert_int_equal(pos.open.phase, PHASE_PLAY);
    /* one side only: 3 for each of its flores */
    pos = lay_uy("", 4, 0, 0, "12c", "7b 6b 5b / 4o 3o 1e / 4e 3e 2e / 5c 6c 7o");
    assert_points(pos.open.points_flor, 6, 0);
    assert_int_equal(pos.open.phase, PHASE_PLAY);
    assert_int_equal(try_say(&pos, 0, "flor-envido"), RULE_NOT_OPEN);
}

/* A flor with a pieza is one; the mano has none here, so its rival's is sung when its turn comes. */
TEST(a_flor_of_pieces)
{
    struct position pos = lay_uy("", 2, 0, 0, "1e", "7e 6b 4c / 10e 11e 7o");
    assert_int_equal(pos.open.sang, 0);
    say(&pos, "0 truco");
    assert_int_equal(pos.open.sang, 2);
    assert_points(pos.open.points_flor, 0, 3);
    assert_int_equal(try_say(&pos, 1, "envido"), RULE_ENVIDO_CLOSED);
    pos = lay_uy(",flor_timing=hand_start", 2, 0, 0, "1e", "7e 6b 4c / 10e 11e 7o");
    assert_points(pos.open.points_flor, 0, 3); /* before anybody spoke */
}

/* Every way to settle the bets; seat 0 holds the better flor.  By whom what is paid. */
TEST(what_bets_pay)
{
    static const struct {
        const char *options, *script;
        int a, b;
    } rows[] = {
        { "", "0 flor-envido, 1 con-flor-quiero", 5, 0 },
        { "", "0 flor-envido, 1 con-flor-me-achico", 3, 0 },
        { "", "0 pass, 1 flor-envido, 0 con-flor-me-achico", 0, 3 },
        { "", "0 flor-2-real-envido, 1 con-flor-quiero", 9, 0 },
        { "", "0 flor-envido-4, 1 flor-envido-5, 0 con-flor-quiero", 12, 0 },
        { "", "0 flor-envido-4, 1 flor-envido-5, 0 con-flor-me-achico", 0, 7 },
        { "", "0 flor-envido, 1 flor-falta-envido, 0 con-flor-quiero", 13, 0 },
        { "", "0 flor-envido, 1 flor-falta-envido, 0 con-flor-me-achico", 0, 5 },
        /* who said contraflor has laid its flor down */
        { "", "0 contraflor, 1 con-flor-quiero", 3, 0 },
        { "", "0 pass, 1 contraflor, 0 con-flor-quiero", 6, 0 },
        { "", "0 flor-envido, 1 contraflor, 0 con-flor-quiero", 8, 0 },
        { "", "0 flor-envido, 1 contraflor, 0 con-flor-me-achico", 0, 5 },
        { "", "0 contraflor, 1 flor-envido, 0 con-flor-me-achico", 0, 6 },
        { "", "0 contraflor, 1 contraflor, 0 flor-envido, 1 con-flor-quiero", 8, 0 },
        /* the resto */
        { "", "0 contraflor-al-resto, 1 con-flor-quiero", 16, 0 },
        { "", "0 contraflor-al-resto, 1 con-flor-me-achico", 3, 0 },
        { "", "0 flor-falta-envido, 1 contraflor-al-resto, 0 con-flor-quiero", 16, 0 },
        { "", "0 flor-falta-envido, 1 contraflor-al-resto, 0 con-flor-me-achico", 0, 13 },
        { ",uy_resto=falta", "0 contraflor-al-resto, 1 con-flor-quiero", 10, 0 },
        { ",uy_resto=winner_takes_game", "0 contraflor-al-resto, 1 con-flor-quiero", 38, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char options[64];
        snprintf(options, sizeof options, ",declare=auto%s", rows[i].options);
        struct position pos = lay_uy(options, 2, 2, 10, "12e", FLORES);
        say(&pos, rows[i].script);
        if (pos.open.points_flor[0] != rows[i].a || pos.open.points_flor[1] != rows[i].b)
            fail_msg("%s%s: %u and %u", rows[i].options, rows[i].script, pos.open.points_flor[0],
                     pos.open.points_flor[1]);
        assert_int_equal(pos.open.game_over, rows[i].a == 38);
        assert_int_equal(pos.open.partida_winner, FIEL_NOBODY);
    }
}

TEST(what_may_be_bet)
{
    static const char seven[] = ",uy_cap_two=lesser"; /* at 33 the falta is 7 */
    struct position pos = lay_uy(seven, 2, 33, 0, "12e", FLORES);
    assert_calls(&pos, "contraflor contraflor-al-resto pass flor-envido flor-envido-1 flor-envido-3 "
                       "flor-envido-4 flor-envido-5 flor-envido-6 flor-envido-7 flor-real-envido flor-2-real-envido "
                       "flor-falta-envido");
    assert_int_equal(try_say(&pos, 0, "flor-envido-8"), RULE_ENVIDO_TOO_HIGH);
    say(&pos, "0 flor-real-envido");
    assert_calls(&pos, "contraflor contraflor-al-resto con-flor-quiero con-flor-me-achico flor-envido-3 "
                       "flor-envido-4 flor-real-envido flor-falta-envido");
    assert_int_equal(try_say(&pos, 1, "flor-envido"), RULE_ENVIDO_TOO_LOW);
    assert_int_equal(try_say(&pos, 1, "flor-envido-5"), RULE_ENVIDO_TOO_HIGH);
    assert_int_equal(try_say(&pos, 1, "flor"), RULE_NOT_OPEN);
    say(&pos, "1 contraflor"); /* nothing was put on top: any number may follow */
    assert_calls(&pos, "contraflor contraflor-al-resto con-flor-quiero con-flor-me-achico flor-envido "
                       "flor-envido-1 flor-envido-3 flor-envido-4 flor-real-envido flor-falta-envido");
    say(&pos, "0 flor-envido-4");
    assert_calls(&pos, "contraflor-al-resto con-flor-quiero con-flor-me-achico"); /* contraflor was said */
    assert_int_equal(try_say(&pos, 1, "flor-falta-envido"), RULE_ENVIDO_TOO_HIGH);
    pos = lay_uy(seven, 2, 33, 0, "12e", FLORES);
    say(&pos, "0 flor-falta-envido");
    assert_calls(&pos, "contraflor-al-resto con-flor-quiero con-flor-me-achico");
    assert_int_equal(try_say(&pos, 1, "flor-envido"), RULE_ENVIDO_TOO_LOW);
    say(&pos, "1 contraflor-al-resto");
    assert_calls(&pos, "con-flor-quiero con-flor-me-achico");
    pos = lay_uy(seven, 2, 39, 0, "12e", FLORES); /* one is lacking: a bet beyond it counts as envido */
    say(&pos, "0 flor-real-envido");
    assert_int_equal(pos.open.flor_staked, 2);
    assert_calls(&pos, "contraflor contraflor-al-resto con-flor-quiero con-flor-me-achico");
    pos = lay_uy("", 2, 39, 0, "12e", FLORES);
    assert_true(can(&pos, "flor-envido-10") && !can(&pos, "flor-envido-11"));
    say(&pos, "0 flor-real-envido, 1 contraflor-al-resto, 0 con-flor-quiero, 0 declare, 1 son-buenas");
    assert_points(pos.open.points_flor, 16, 0); /* ten, and both flores */
}

/* Four seats: flores of both partners count; a bet is answered by the rivals who hold one. */
TEST(flores_of_partners)
{
    struct position pos = lay_uy(",declare=auto", 4, 0, 0, "12c", THREE);
    assert_int_equal(pos.open.sang, 7);
    say(&pos, "0 pass");
    assert_int_equal(position_turn(&pos), 1); /* in playing order: both sides may open */
    say(&pos, "1 flor-envido");
    assert_int_equal(position_turn(&pos), 2); /* from the caller's right */
    say(&pos, "2 pass");
    assert_int_equal(position_turn(&pos), 0);
    say(&pos, "0 con-flor-quiero");
    assert_points(pos.open.points_flor, 8, 0);
    pos = lay_uy("", 4, 0, 0, "12c", THREE);
    say(&pos, "0 flor-envido, 1 con-flor-me-achico");
    assert_points(pos.open.points_flor, 6, 0);
    assert_int_equal(try_say(&pos, 3, "flor"), RULE_NOT_YOUR_TURN);
}

/* uy_flor_duty=suit_only: three of a suit are sung, a flor with a pieza is its holder's choice. */
TEST(flor_duty)
{
    static const char one_pieza[] = "11e 6o 4o / 7b 6c 4c";
    struct position pos = lay_uy(",uy_flor_duty=suit_only", 2, 0, 0, "1e", one_pieza);
    assert_int_equal(pos.open.sang, 0);
    assert_true(can(&pos, "flor") && can(&pos, "envido"));
    say(&pos, "0 flor");
    assert_int_equal(position_turn(&pos), 1); /* who may hold one that need not be sung is asked */
    assert_calls(&pos, "pass");
    say(&pos, "1 pass");
    assert_points(pos.open.points_flor, 3, 0);
    pos = lay_uy(",uy_flor_duty=suit_only", 2, 0, 0, "1e", one_pieza);
    say(&pos, "0 envido, 1 pass, 1 quiero, 0 declare, 1 son-buenas"); /* 27 and 6 */
    assert_int_equal(pos.open.declared[0], 33);
    assert_points(pos.open.points_flor, 0, 0);
    pos = lay_uy(",uy_flor_duty=suit_only", 2, 0, 0, "1e", "7b 6b 5b / 11e 6o 4o");
    assert_int_equal(pos.open.sang, 1);
    assert_calls(&pos, "flor pass");
    say(&pos, "1 flor");
    assert_true(can(&pos, "flor-envido"));
}

/* Pido flor proves it by two cards of different suits, neither of them a pieza. */
TEST(proof)
{
    struct position pos = lay_uy(",flor_policy=manual_seed002", 2, 0, 0, "12e", "2e 7b 6o / 4c 5c 1b");
    say(&pos, "0 mazo, 1 pass, 0 pass, 1 pido-flor");
    assert_int_equal(position_shown(&pos, 0), 6);
}

/* --- tricks --- */

TEST(equal_cards)
{
    struct position pos = lay_uy("", 2, 0, 0, "12o", "3e 1b 4e / 3b 5b 6c");
    say(&pos, "0 play 3e, 1 play 3b");
    assert_int_equal(pos.open.trick_winner[0], 0); /* nearest the leader */
    say(&pos, "0 play 4e, 1 play 6c, 1 play-down 5b, 0 play-down 1b");
    assert_int_equal(pos.open.trick_winner[2], FIEL_TIE); /* nothing lies there */
    pos = lay_uy(",equal_cards=parda", 2, 0, 0, "12o", "3e 1b 4e / 3b 5b 6c");
    say(&pos, "0 play 3e, 1 play 3b");
    assert_int_equal(pos.open.trick_winner[0], FIEL_TIE);
    /* the leader of the trick, not the hand's mano */
    pos = lay_uy("", 2, 0, 0, "12o", "4e 3e 6e / 5b 3b 7c");
    say(&pos, "0 play 4e, 1 play 5b, 1 play 3b, 0 play 3e");
    assert_int_equal(pos.open.trick_winner[1], 1);
}

/* --- paso and mazo --- */

TEST(leaving)
{
    struct position pos = lay_uy("", 4, 0, 0, "12o", FOUR);
    assert_int_equal(try_say(&pos, 0, "paso"), RULE_NOT_A_WORD);
    say(&pos, "0 mazo"); /* one player's */
    assert_int_equal(pos.open.hand_over, 0);
    pos = lay_uy(",mazo_scope=team", 4, 0, 0, "12o", FOUR);
    assert_int_equal(try_say(&pos, 0, "paso"), RULE_NOT_A_WORD);
    say(&pos, "0 mazo");
    assert_int_equal(pos.open.hand_over, 1);
    pos = lay_uy(",mazo_scope=paso", 4, 0, 0, "12o", FOUR);
    assert_true(can(&pos, "paso") && can(&pos, "mazo"));
    say(&pos, "0 paso, 1 play 1e, 2 play 4e");
    assert_int_equal(pos.open.out, 1);
    pos = lay_uy(",mazo_scope=paso", 4, 0, 0, "12o", FOUR);
    say(&pos, "0 paso, 1 play 1e");
    assert_false(can(&pos, "paso")); /* the last of its side goes to the mazo */
    say(&pos, "2 mazo");
    assert_points(pos.open.score, 0, 1);
    pos = lay_uy(",mazo_scope=paso", 4, 0, 0, "12o", FOUR);
    say(&pos, "0 mazo");
    assert_points(pos.open.score, 0, 1);
    pos = lay_uy(",mazo_scope=paso", 2, 0, 0, "12o", PLAIN);
    assert_int_equal(try_say(&pos, 0, "paso"), RULE_NOT_A_WORD);
}
