/* Gauderio, the 24-point game of seed 004: its flor, its falta, its ties, its tricks. */
#include "support/rules_play.h"

static struct position table_four(const char *options, int score0, int score1, const char *hands)
{
    char rules[128];
    snprintf(rules, sizeof rules, "gauderio%s", options);
    struct position pos = table_of(rules, 4, score0, score1);
    deal_hands(&pos, 0, hands);
    return pos;
}

static struct position lay_two(const char *options, int score0, int score1, int mano, const char *hands)
{
    char rules[128];
    snprintf(rules, sizeof rules, "gauderio%s", options);
    return lay(rules, score0, score1, mano, hands);
}

static const char BOTH[] = "7c 6c 5c / 4e 3e 2e";  /* 38 against 29 */
static const char PLAIN[] = "7e 6e 4c / 1e 7b 6b"; /* envido 33 against 33 */
/* 38, 29, 27, 28 */
static const char ALL_FOUR[] = "7c 6c 5c / 4e 3e 2e / 4o 2o 1o / 5b 2b 1b";

/* --- the table --- */

TEST(tables)
{
    struct rules r;
    struct position pos;
    char why[RULES_ERROR_TEXT] = "";
    assert_int_equal(rules_parse("gauderio", &r, why), 0);
    for (int seats = -1; seats < 12; seats++) {
        bool fits = seats == 2 || seats == 4;
        assert_int_equal(position_new(&pos, &r, seats, why), fits ? 0 : -1);
        if (!fits)
            assert_ptr_equal(strstr(why, "this game is played by 2 or 4 seats"), why);
    }
    assert_int_equal(rules_parse("gauderio,table_sizes=2-4-6-8", &r, why), -1);
    assert_int_equal(rules_parse("gauderio,truco_in_eleven=illegal", &r, why), -1);
    assert_int_equal(rules_parse("gauderio,ga_quiero=12", &r, why), -1);
    assert_non_null(strstr(why, "9|per_flor"));
}

/* --- envido --- */

TEST(envido_rows)
{
    static const struct {
        const char *script;
        int wanted, unwanted;
    } rows[] = { { "0 envido", 2, 1 },
                 { "0 real-envido", 3, 1 },
                 { "0 envido, 1 envido", 4, 2 },
                 { "0 envido, 1 real-envido", 5, 2 },
                 { "0 envido, 1 envido, 0 real-envido", 7, 4 },
                 { "0 falta-envido", 14, 1 }, /* the loser has 10 of 24, the winner 3 */
                 { "0 envido, 1 falta-envido", 14, 2 },
                 { "0 real-envido, 1 falta-envido", 14, 3 },
                 { "0 envido, 1 envido, 0 falta-envido", 14, 4 },
                 { "0 envido, 1 real-envido, 0 falta-envido", 14, 5 },
                 { "0 envido, 1 envido, 0 real-envido, 1 falta-envido", 14, 7 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = lay_two(",flor_policy=auto", 3, 10, 0, PLAIN), no = pos;
        say(&pos, rows[i].script);
        no = pos;
        int caller = pos.open.envido_seat;
        assert_int_equal(try_say(&pos, position_turn(&pos), "quiero"), RULE_OK);
        all_declare(&pos);
        assert_points(pos.open.points_envido, rows[i].wanted, 0);
        assert_int_equal(try_say(&no, position_turn(&no), "no-quiero"), RULE_OK);
        assert_int_equal(no.open.points_envido[caller], rows[i].unwanted);
    }
    struct position pos = lay_two(",flor_policy=auto", 0, 0, 0, PLAIN);
    say(&pos, "0 real-envido");
    assert_calls(&pos, "quiero no-quiero falta-envido mazo");
}

/* A flor that is kept is an envido: 20 and the two highest, as docs/rules.md says of this hand. */
TEST(a_kept_flor_is_an_envido)
{
    struct position pos = lay_two("", 0, 0, 1, "7c 1c 5c / 1e 7b 6b");
    say(&pos, "1 envido, 0 pass, 0 quiero"); /* asked for its flor first, which it keeps */
    all_declare(&pos);
    assert_int_equal(pos.open.declared[0], 32);
}

/* "the points left for the other team to win the game" (seed 004), and the other values. */
TEST(falta)
{
    static const struct {
        const char *option;
        int seat0_wins, seat1_wins;
    } cases[] = { { ",falta_envido=loser_needs", 14, 21 },
                  { ",falta_envido=leader_needs", 14, 14 },
                  { ",falta_envido=winner_takes_game", 21, 14 },
                  { ",falta_envido=malas_buenas", 2, 2 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int mano = 0; mano < 2; mano++) { /* equal values: the mano's */
            char options[64];
            snprintf(options, sizeof options, ",flor_policy=auto%s", cases[i].option);
            struct position pos = lay_two(options, 3, 10, mano, PLAIN);
            assert_int_equal(try_say(&pos, mano, "falta-envido"), RULE_OK);
            assert_int_equal(try_say(&pos, 1 - mano, "quiero"), RULE_OK);
            all_declare(&pos);
            assert_points(pos.open.points_envido, mano == 0 ? cases[i].seat0_wins : 0,
                          mano == 1 ? cases[i].seat1_wins : 0);
        }
}

/* "wins the team that has the player who started the round" (seed 004): seats 2 and 3 have 27, seat 1 is
 * mano, so its side has the tie although seat 2 comes first. */
TEST(ties)
{
    static const char hands[] = "4c 5e 1b / 1e 12b 3c / 7o 10o 2b / 7b 11b 2c";
    static const struct {
        const char *option;
        int side;
    } cases[] = { { "", 1 }, { ",envido_tie=mano_team", 1 }, { ",envido_tie=first_seat", 0 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rules[64];
        snprintf(rules, sizeof rules, "gauderio%s", cases[i].option);
        struct position pos = table_of(rules, 4, 0, 0);
        deal_hands(&pos, 1, hands);
        say(&pos, "1 envido, 2 pass, 3 pass, 0 pass, 2 quiero");
        all_declare(&pos);
        assert_int_equal(pos.open.points_envido[cases[i].side], 2);
        assert_int_equal(pos.open.points_envido[1 - cases[i].side], 0);
    }
    /* the same of flores: 27 for seat 2 and for seat 3 */
    struct position pos = table_of("gauderio", 4, 0, 0);
    deal_hands(&pos, 1, "4c 5e 1b / 1e 12b 3c / 4o 2o 1o / 6b 10b 11b"); /* 27, 26 */
    say(&pos, "1 play 1e, 2 flor, 3 con-flor-quiero, 0 pass");
    all_declare(&pos);
    assert_points(pos.open.points_flor, 9, 0);
    pos = table_of("gauderio", 4, 0, 0);
    deal_hands(&pos, 1, "4c 5e 1b / 1e 12b 3c / 4o 2o 10o / 4b 2b 10b"); /* 26, 26 */
    say(&pos, "1 play 1e, 2 flor, 3 con-flor-quiero, 0 pass");
    all_declare(&pos);
    assert_points(pos.open.points_flor, 0, 9);
}

/* --- tricks --- */

TEST(all_tied)
{
    static const struct {
        const char *option;
        int points;
    } cases[] = { { "", 0 }, { ",all_tied=none", 0 }, { ",all_tied=mano", 1 } };
    for (size_t i = 0; i < 3; i++) {
        struct position pos = lay_two(cases[i].option, 0, 0, 0, "3c 2c 12c / 3e 2e 12b");
        say(&pos, "0 play 3c, 1 play 3e, 0 play 2c, 1 play 2e, 0 play 12c, 1 play 12b");
        assert_true(pos.open.hand_over);
        assert_points(pos.open.points_truco, cases[i].points, 0);
    }
}

/* The seat that led the tied trick leads again (ruling); seats 1 and 2 tied it. */
TEST(lead_after_a_tie)
{
    static const struct {
        const char *option;
        int leader;
    } cases[] = { { "", 0 }, { ",tie_lead=mano", 0 }, { ",tie_lead=first_tied", 1 }, { ",tie_lead=last_tied", 2 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = table_four(cases[i].option, 0, 0, "6c 3c 5b / 3e 5c 4b / 3o 4o 5o / 4e 3b 2b");
        say(&pos, "0 play 6c, 1 play 3e, 2 play 3o, 3 play 4e");
        assert_int_equal(pos.open.trick_winner[0], FIEL_TIE);
        assert_int_equal(position_turn(&pos), cases[i].leader);
    }
}

TEST(truco_rows)
{
    static const struct {
        const char *script;
        int points[2];
    } rows[] = { { "0 truco, 1 no-quiero", { 1, 0 } },
                 { "0 truco, 1 quiero, 0 mazo", { 0, 2 } },
                 { "0 truco, 1 retruco, 0 no-quiero", { 0, 2 } },
                 { "0 truco, 1 retruco, 0 quiero, 0 mazo", { 0, 3 } },
                 { "0 truco, 1 retruco, 0 vale-cuatro, 1 no-quiero", { 3, 0 } },
                 { "0 truco, 1 retruco, 0 vale-cuatro, 1 quiero, 0 mazo", { 0, 4 } },
                 { "0 mazo", { 0, 1 } } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = lay_two(",flor_policy=auto", 0, 0, 0, PLAIN);
        say(&pos, rows[i].script);
        assert_true(pos.open.hand_over);
        assert_points(pos.open.points_truco, rows[i].points[0], rows[i].points[1]);
    }
    struct position pos = lay_two(",flor_policy=auto", 0, 0, 0, PLAIN);
    say(&pos, "0 truco, 1 quiero");
    assert_int_equal(try_say(&pos, 0, "retruco"), RULE_OWN_RAISE);
    assert_int_equal(try_say(&pos, 0, "vale-cuatro"), RULE_OWN_RAISE);
}

/* --- flor --- */

/* Singing is optional: anyone who is asked may pass; by flor_policy=auto it is sung for it. */
TEST(optional)
{
    struct position pos = lay_two("", 0, 0, 0, BOTH);
    assert_int_equal(pos.open.news_count, 0);
    assert_int_equal(pos.open.phase, PHASE_PLAY);
    assert_calls(&pos, "truco envido real-envido falta-envido flor mazo");
    say(&pos, "0 envido");
    assert_int_equal(pos.open.phase, PHASE_FLOR);
    assert_calls(&pos, "flor pass");
    struct position sung = pos;
    say(&pos, "1 pass, 1 quiero");
    all_declare(&pos);
    assert_points(pos.open.points_envido, 2, 0); /* 33 of three clubs: a hidden flor is an envido */
    say(&pos, "0 mazo");
    assert_true(pos.open.hand_over); /* nobody accuses */
    say(&sung, "1 flor");
    assert_points(sung.open.points_flor, 0, 3);
    assert_points(sung.open.points_envido, 0, 0);
    pos = lay_two(",flor_policy=auto", 0, 0, 0, BOTH);
    assert_int_equal(pos.open.news[0].kind, ACT_FLOR);
    assert_int_equal(position_turn(&pos), 1);
    assert_calls(&pos, "contraflor con-flor-quiero con-flor-me-achico");
    pos = lay_two("", 0, 0, 0, "7c 6c 5c / 4e 3e 2b");
    say(&pos, "0 play 7c");
    assert_int_equal(try_say(&pos, 1, "flor"), RULE_NO_FLOR);
}

struct payment {
    const char *script; /* from the second seat's answer to the first's flor */
    int nine, per_flor, winner;
};

/* At 10 to 12 of 24: seat 0 lacks 14, seat 1 lacks 12. */
static const struct payment payments[] = { { "1 pass", 3, 3, 0 },
                                           { "1 con-flor-quiero", 9, 6, 0 },
                                           { "1 con-flor-me-achico", 3, 3, 0 },
                                           { "1 contraflor, 0 con-flor-quiero", 6, 6, 0 },
                                           { "1 contraflor, 0 quiero", 6, 6, 0 },
                                           { "1 contraflor, 0 con-flor-me-achico", 3, 3, 1 },
                                           { "1 contraflor, 0 contraflor-al-resto, 1 con-flor-quiero", 12, 12, 0 },
                                           { "1 contraflor, 0 contraflor-al-resto, 1 con-flor-me-achico", 6, 6, 0 },
                                           { "1 contraflor, 0 contraflor-al-resto, 1 no-quiero", 6, 6, 0 } };

TEST(flor_rows)
{
    for (size_t i = 0; i < sizeof payments / sizeof *payments; i++)
        for (int per_flor = 0; per_flor < 2; per_flor++) {
            struct position pos = lay_two(per_flor ? ",ga_quiero=per_flor" : "", 10, 12, 0, BOTH);
            say(&pos, "0 flor");
            say(&pos, payments[i].script);
            all_declare(&pos);
            int winner = payments[i].winner;
            assert_int_equal(pos.open.points_flor[winner], per_flor ? payments[i].per_flor : payments[i].nine);
            assert_int_equal(pos.open.points_flor[1 - winner], 0);
            assert_int_equal(pos.open.flor_winner, winner);
        }
}

/* "if the partner has a FLOWER as well, that can raise its value to 6"; "in case both adversaries choose QUIERO,
 * the FLOWER value is raised to 12". */
TEST(flor_of_partners)
{
    static const struct payment cases[] = { { "0 flor, 1 pass, 2 flor, 3 pass", 6, 6, 0 },
                                            { "0 flor, 1 pass, 2 pass, 3 pass", 3, 3, 0 },
                                            { "0 flor, 1 con-flor-quiero, 2 pass, 3 pass", 9, 6, 0 },
                                            { "0 flor, 1 con-flor-quiero, 2 flor, 3 pass", 9, 9, 0 },
                                            { "0 flor, 1 con-flor-quiero, 2 pass, 3 con-flor-quiero", 12, 9, 0 },
                                            { "0 flor, 1 con-flor-quiero, 2 flor, 3 con-flor-quiero", 12, 12, 0 },
                                            { "0 flor, 1 pass, 2 flor, 3 con-flor-quiero", 9, 9, 0 },
                                            { "0 flor, 1 pass, 2 flor, 3 con-flor-me-achico", 6, 6, 0 },
                                            { "0 flor, 1 pass, 2 flor, 3 contraflor, 0 con-flor-quiero", 12, 12, 0 },
                                            { "0 flor, 1 pass, 2 flor, 3 contraflor, 0 pass, 2 con-flor-me-achico", 6,
                                              6, 1 },
                                            { "0 flor, 1 contraflor, 2 flor, 3 flor, 2 con-flor-quiero", 12, 12, 0 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int per_flor = 0; per_flor < 2; per_flor++) {
            struct position pos = table_four(per_flor ? ",ga_quiero=per_flor" : "", 0, 0, ALL_FOUR);
            say(&pos, cases[i].script);
            all_declare(&pos);
            int winner = cases[i].winner;
            assert_int_equal(pos.open.points_flor[winner], per_flor ? cases[i].per_flor : cases[i].nine);
            assert_int_equal(pos.open.points_flor[1 - winner], 0);
        }
}

/* Which words there are: no plain flor over a rival's, no resto but over a contraflor. */
TEST(flor_words)
{
    struct position pos = table_four("", 0, 0, ALL_FOUR);
    say(&pos, "0 flor");
    assert_calls(&pos, "contraflor con-flor-quiero con-flor-me-achico pass");
    assert_int_equal(try_say(&pos, 1, "flor"), RULE_NOT_OPEN);
    assert_int_equal(try_say(&pos, 1, "contraflor-al-resto"), RULE_NOT_OPEN);
    assert_int_equal(try_say(&pos, 1, "truco"), RULE_NOT_OPEN); /* not while the flor is in play */
    say(&pos, "1 con-flor-quiero");
    assert_calls(&pos, "flor pass"); /* the partner of who sang */
    say(&pos, "2 pass");
    assert_calls(&pos, "con-flor-quiero pass"); /* the partner of who accepted */
    pos = table_four("", 0, 0, ALL_FOUR);
    say(&pos, "0 flor, 1 contraflor, 2 flor, 3 flor");
    assert_calls(&pos, "contraflor-al-resto con-flor-quiero con-flor-me-achico pass");
    say(&pos, "2 contraflor-al-resto");
    assert_calls(&pos, "con-flor-quiero con-flor-me-achico pass");
    pos = table_four(",flor_policy=auto", 0, 0, ALL_FOUR);
    assert_int_equal(position_turn(&pos), 1);
    assert_calls(&pos, "contraflor con-flor-quiero con-flor-me-achico");
    say(&pos, "1 con-flor-quiero, 2 flor");
    assert_calls(&pos, "con-flor-quiero");
}

/* The rest is what the loser lacks, instead of the value; three other ways to count it. */
TEST(resto)
{
    static const struct {
        const char *option;
        int seat0_wins, seat1_wins;
    } cases[] = { { "", 14, 21 },
                  { ",resto=leader", 14, 14 },
                  { ",resto=leader_plus_flores", 20, 20 },
                  { ",resto=winner_takes_game", 21, 14 } };
    static const char *const hands[] = { BOTH, "4e 3e 2e / 7c 6c 5c" };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int winner = 0; winner < 2; winner++) {
            struct position pos = lay_two(cases[i].option, 3, 10, 0, hands[winner]);
            say(&pos, "0 flor, 1 contraflor, 0 contraflor-al-resto, 1 con-flor-quiero");
            all_declare(&pos);
            assert_points(pos.open.points_flor, winner == 0 ? cases[i].seat0_wins : 0,
                          winner == 1 ? cases[i].seat1_wins : 0);
        }
}

/* Argentine tables on this table, and this table on the Argentine one: they are one engine. */
TEST(other_tables)
{
    struct position pos = lay_two(",flor_table=modern", 0, 0, 0, BOTH);
    say(&pos, "0 flor, 1 flor, 0 pass");
    all_declare(&pos);
    assert_points(pos.open.points_flor, 4, 0);
    pos = lay("argentino-flor,flor_table=seed004", 0, 0, 0, BOTH);
    say(&pos, "1 con-flor-quiero");
    all_declare(&pos);
    assert_points(pos.open.points_flor, 9, 0);
}

/* "the round ends" */
TEST(flor_ends)
{
    struct position pos = lay_two("", 0, 0, 0, BOTH);
    say(&pos, "0 play 7c, 1 flor");
    assert_points(pos.open.points_flor, 0, 3);
    assert_int_equal(pos.open.trick, 0);
    assert_int_equal(position_turn(&pos), 1);
    assert_true(can(&pos, "truco") && !can(&pos, "envido"));

    pos = lay_two(",flor_ends=trick", 0, 0, 0, BOTH);
    say(&pos, "0 play 7c, 1 flor"); /* the seven is gone, the trick is nobody's */
    assert_int_equal(pos.open.trick, 1);
    assert_int_equal(pos.open.trick_winner[0], FIEL_TIE);
    assert_int_equal(position_turn(&pos), 0);
    say(&pos, "0 play 6c, 1 play 3e");
    assert_true(pos.open.hand_over);
    assert_points(pos.open.score, 0, 4);

    pos = lay_two(",flor_ends=trick", 0, 0, 0, BOTH); /* a truco that waits is answered in the next */
    say(&pos, "0 truco, 1 flor");
    assert_int_equal(pos.open.trick, 1);
    assert_int_equal(pos.open.phase, PHASE_STAKE);
    say(&pos, "1 quiero, 0 mazo");
    assert_points(pos.open.score, 0, 5);

    pos = lay_two(",flor_ends=hand", 0, 0, 0, BOTH);
    say(&pos, "0 flor, 1 con-flor-quiero");
    all_declare(&pos);
    assert_true(pos.open.hand_over);
    assert_int_equal(pos.open.hand_winner, FIEL_TIE);
    assert_points(pos.open.score, 9, 0);

    pos = lay_two(",flor_ends=hand", 0, 0, 0, BOTH); /* who gave up has lost the hand all the same */
    say(&pos, "0 mazo, 1 flor");
    assert_true(pos.open.hand_over);
    assert_points(pos.open.score, 0, 4);
}

/* --- games --- */

TEST(to_twenty_four)
{
    struct position pos = lay_two("", 15, 23, 0, BOTH);
    say(&pos, "0 truco, 1 pass, 1 quiero, 0 mazo");
    assert_true(pos.open.game_over);
    assert_int_equal(pos.open.partida_winner, 1);
    pos = lay_two("", 15, 23, 0, BOTH); /* the flor goes first */
    say(&pos, "0 flor, 1 con-flor-quiero");
    all_declare(&pos);
    assert_points(pos.open.score, 24, 23);
    assert_int_equal(pos.open.game_winner, 0);
}
