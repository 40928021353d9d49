/* Partners: who answers, silence, giving up alone, ties inside a side, flores of teams. */
#include "support/rules_play.h"

/* Envido 26, 7, 30, 25; nobody has a flor. */
static const char FOUR[] = "4e 2e 12b / 1b 7c 3o / 6o 4o 2b / 3e 2o 10o";

static struct position lay4(const char *rules, int mano, const char *hands)
{
    struct position pos = table_of(rules, 4, 0, 0);
    deal_hands(&pos, mano, hands);
    return pos;
}

/* --- answering for a side --- */

TEST(members_answer)
{
    struct position pos = lay4("argentino", 0, FOUR), all;
    say(&pos, "0 truco");
    assert_int_equal(position_turn(&pos), 1); /* in playing order from the caller */
    assert_calls(&pos, "retruco quiero no-quiero envido real-envido falta-envido mazo pass");
    all = pos;
    say(&pos, "1 pass");
    assert_int_equal(position_turn(&pos), 3);
    assert_calls(&pos, "retruco quiero no-quiero envido real-envido falta-envido mazo pass");
    say(&pos, "3 retruco"); /* the question goes round from 3 */
    assert_int_equal(position_turn(&pos), 0);
    say(&pos, "0 pass, 2 quiero");
    assert_int_equal(pos.open.stake, 2);
    assert_int_equal(position_turn(&pos), 0);
    say(&all, "1 pass, 3 pass"); /* all pass: a refusal */
    assert_int_equal(all.open.hand_winner, 0);
    assert_points(all.open.points_truco, 1, 0);
    pos = lay4("argentino", 0, FOUR);
    say(&pos, "0 envido, 1 pass, 3 pass");
    assert_points(pos.open.points_envido, 1, 0);
    assert_int_equal(position_turn(&pos), 0);
    pos = lay4("argentino", 3, FOUR);
    say(&pos, "3 truco");
    assert_int_equal(position_turn(&pos), 0);
}

/* Anyone who passed on a bet over a truco has not passed on the truco: its side is asked about it anew. */
TEST(asked_anew)
{
    static const char flores[] = "6e 1b 5c / 6b 10b 4b / 12o 4o 6o / 2e 1e 3e";
    static const struct {
        const char *rules, *hands, *script;
    } rows[] = {
        { "argentino", "6e 1e 5c / 6b 10b 4b / 12b 4o 6o / 2e 1b 3b",
          "0 truco, 1 envido, 2 real-envido, 3 pass, 1 pass" },
        { "argentino", FOUR, "0 truco, 1 envido, 2 real-envido, 3 pass, 1 no-quiero" },
        { "argentino", FOUR, "0 truco, 1 pass, 3 envido, 0 pass, 2 real-envido, 3 pass, 1 no-quiero" },
        { "argentino-flor", flores, "0 truco, 2 contraflor, 3 flor, 3 pass, 1 pass" },
        { "argentino-flor", flores, "0 truco, 2 contraflor, 3 flor, 3 pass, 1 con-flor-me-achico" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = lay4(rows[i].rules, 0, rows[i].hands), refused;
        say(&pos, rows[i].script);
        assert_int_equal(pos.open.phase, PHASE_STAKE);
        assert_int_equal(pos.open.passed, 0);
        assert_int_equal(position_turn(&pos), 1); /* in playing order from who said truco */
        say(&pos, "1 pass");
        assert_int_equal(position_turn(&pos), 3);
        refused = pos;
        say(&pos, "3 quiero");
        assert_int_equal(pos.open.stake, 1);
        say(&refused, "3 pass");
        assert_points(refused.open.points_truco, 1, 0);
    }
}

TEST(captain_answers)
{
    struct position pos = lay4("argentino,speaker=captain", 0, FOUR);
    say(&pos, "0 truco");
    assert_int_equal(position_turn(&pos), 3); /* the last of the side in playing order */
    assert_false(can(&pos, "pass"));
    say(&pos, "3 retruco");
    assert_int_equal(position_turn(&pos), 2);
    pos = lay4("argentino,speaker=captain", 3, FOUR);
    say(&pos, "3 envido");
    assert_int_equal(position_turn(&pos), 2);
}

/* --- who opens envido --- */

TEST(callers)
{
    struct position pos = lay4("argentino,envido_callers=pies", 0, FOUR);
    assert_int_equal(try_say(&pos, 0, "envido"), RULE_ENVIDO_CLOSED);
    say(&pos, "0 play 4e");
    assert_int_equal(try_say(&pos, 1, "envido"), RULE_ENVIDO_CLOSED);
    say(&pos, "1 play 1b, 2 envido, 3 pass, 1 real-envido, 2 pass, 0 no-quiero"); /* answers are anybody's, also
                                                                                   who has played */
    assert_points(pos.open.points_envido, 0, 2);
    pos = lay4("argentino,envido_callers=pies", 0, FOUR);
    say(&pos, "0 play 4e, 1 play 1b, 2 play 6o, 3 envido");
}

TEST(forfeits)
{
    struct position pos = lay4("argentino", 0, FOUR);
    say(&pos, "0 truco, 1 pass");
    assert_true(can(&pos, "envido")); /* 3 has not played */
    pos = lay4("argentino", 0, FOUR);
    say(&pos, "0 play 4e, 1 play 1b, 2 truco, 3 pass");
    assert_int_equal(position_turn(&pos), 1);
    assert_false(can(&pos, "envido")); /* 1 has played its card */
    pos = lay4("argentino", 0, FOUR);
    say(&pos, "0 truco, 1 envido, 2 pass, 0 real-envido, 1 no-quiero"); /* raising is not opening */
    assert_points(pos.open.points_envido, 2, 0);
}

/* After a truco that envido cancelled, the caller's partner may open; not when the whole side forfeits. */
TEST(forfeits_of_a_side)
{
    for (int team = 0; team < 2; team++) {
        struct position pos = lay4(team ? "argentino,truco_forfeits_envido=team" : "argentino", 0, FOUR);
        say(&pos, "0 truco");
        pos.open.stake_called = 0; /* as if it had been taken back: only what was said counts */
        pos.open.stake_seat = FIEL_NOBODY;
        pos.open.phase = PHASE_PLAY;
        pos.open.turn = 2;
        assert_int_equal(can(&pos, "envido"), !team);
    }
}

/* --- declaring --- */

TEST(silence)
{
    struct position pos = lay4("argentino", 0, FOUR);
    say(&pos, "0 envido, 1 quiero, 0 declare"); /* 26 */
    assert_int_equal(position_turn(&pos), 1);
    assert_calls(&pos, "declare son-buenas");
    struct position gave = pos;
    say(&gave, "1 son-buenas"); /* for the whole side */
    assert_points(gave.open.points_envido, 2, 0);
    struct position player = lay4("argentino,son_buenas=player", 0, FOUR);
    say(&player, "0 envido, 1 quiero, 0 declare, 1 son-buenas");
    assert_int_equal(position_turn(&player), 2);
    assert_calls(&player, "declare silent");
    say(&player, "2 silent, 3 son-buenas");
    assert_points(player.open.points_envido, 2, 0);
    assert_int_equal(player.open.envido_winner, 0);
}

/* A seat that kept silent is asked again when its side is overtaken. */
TEST(asked_again)
{
    struct position pos = lay4("argentino", 2, "4e 2e 12b / 7o 6o 3c / 5b 4c 3e / 7e 6e 10o");
    say(&pos, "2 envido, 3 quiero, 2 declare"); /* 5 */
    assert_calls(&pos, "declare son-buenas");
    say(&pos, "3 declare"); /* 33 leads */
    assert_int_equal(position_turn(&pos), 0);
    say(&pos, "0 declare");                      /* 26: declared for nothing */
    assert_int_equal(pos.open.envido_winner, 3); /* nobody is left who could overtake: 1 is of the same side */
    pos = lay4("argentino", 0, "4e 2e 12b / 1b 7c 3o / 7e 6e 2b / 7o 6o 10c");
    say(&pos, "0 envido, 1 quiero, 0 declare, 1 declare, 2 silent, 3 declare"); /* 26, 7, -, 33 */
    assert_int_equal(position_turn(&pos), 2);
    assert_calls(&pos, "declare son-buenas");
    say(&pos, "2 declare"); /* 33 too, and nearer the mano */
    assert_int_equal(pos.open.envido_winner, 2);
    assert_points(pos.open.points_envido, 2, 0);
}

TEST(auto_is_short)
{
    struct position pos = lay4("argentino,declare=auto", 0, "4e 2e 12b / 1b 7c 3o / 7e 6e 2b / 7o 6o 10c");
    say(&pos, "0 envido, 1 quiero");
    static const struct news expected[] = {
        { 0, ACT_DECLARE, 26 },
        { 1, ACT_SON_BUENAS, 0 },
        { 3, ACT_DECLARE, 33 },
        { 2, ACT_DECLARE, 33 },
    };
    assert_int_equal(pos.open.news_count, 4);
    assert_memory_equal(pos.open.news, expected, sizeof expected);
    assert_int_equal(pos.open.envido_winner, 2);
}

/* Seed 003: between equals the first in the round; seed 004: the side of the mano. */
TEST(ties)
{
    static const char hands[] = "4c 5b 12o / 7e 6c 12b / 7o 6e 10b / 7b 6o 3c"; /* 5, 7, 7, 7 */
    struct position pos = lay4("argentino,declare=auto", 0, hands);
    say(&pos, "0 envido, 1 quiero");
    assert_int_equal(pos.open.envido_winner, 1);
    pos = lay4("argentino,declare=auto,envido_tie=mano_team", 0, hands);
    say(&pos, "0 envido, 1 quiero");
    assert_int_equal(pos.open.envido_winner, 2);
}

/* --- tricks --- */

TEST(partners_tie)
{
    static const char hands[] = "3e 4e 5e / 7b 4b 5b / 3b 4o 5o / 7c 4c 5c";
    struct position pos = lay4("argentino", 0, hands);
    say(&pos, "0 play 3e, 1 play 7b, 2 play 3b, 3 play 7c");
    assert_int_equal(pos.open.trick_winner[0], 0);
    assert_int_equal(position_turn(&pos), 0);
    pos = lay4("argentino,partner_tie_lead=last", 0, hands);
    say(&pos, "0 play 3e, 1 play 7b, 2 play 3b, 3 play 7c");
    assert_int_equal(position_turn(&pos), 2);
    pos = lay4("argentino,partner_tie=spoiled", 0, hands);
    say(&pos, "0 play 3e, 1 play 7b, 2 play 3b, 3 play 7c");
    assert_int_equal(pos.open.trick_winner[0], FIEL_TIE);
}

/* The mano leads after a tie, not one of those who tied (seeds 002, 003). */
TEST(lead_after_a_tie)
{
    static const struct {
        const char *rules;
        int leader;
    } cases[] = {
        { "argentino", 0 },
        { "argentino,tie_lead=trick_leader", 0 },
        { "argentino,tie_lead=first_tied", 1 },
        { "argentino,tie_lead=last_tied", 2 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = lay4(cases[i].rules, 0, "4b 4c 5e / 3o 5c 6b / 3e 4o 5b / 2c 6o 6c");
        say(&pos, "0 play 4b, 1 play 3o, 2 play 3e, 3 play 2c");
        assert_int_equal(position_turn(&pos), cases[i].leader);
    }
}

/* --- giving up alone --- */

TEST(one_gives_up)
{
    struct position pos = lay4("argentino", 0, FOUR);
    say(&pos, "0 mazo");
    assert_false(pos.open.hand_over);
    assert_int_equal(position_turn(&pos), 1);
    say(&pos, "1 truco");
    assert_int_equal(position_turn(&pos), 2); /* 0 answers nothing more */
    assert_false(can(&pos, "pass"));          /* and 2 is alone */
    say(&pos, "2 quiero, 1 play 1b, 2 play 6o, 3 play 3e, 1 mazo");
    assert_int_equal(position_turn(&pos), 2); /* nobody of side 1 is out but 1 */
    say(&pos, "2 play 4o, 3 play 2o");
    assert_int_equal(pos.open.hand_winner, 1);
    assert_points(pos.open.points_truco, 0, 2);
    pos = lay4("argentino,mazo_scope=team", 0, FOUR);
    say(&pos, "0 mazo");
    assert_true(pos.open.hand_over);
    assert_points(pos.open.points_truco, 0, 1);
    pos = lay4("argentino", 0, FOUR);
    say(&pos, "0 mazo, 1 play 1b, 2 mazo"); /* the whole side is gone */
    assert_points(pos.open.points_truco, 0, 1);
    pos = lay4("argentino", 0, FOUR);
    say(&pos, "0 envido, 1 mazo"); /* the partner still answers the envido */
    assert_int_equal(position_turn(&pos), 3);
    assert_int_equal(pos.open.phase, PHASE_ENVIDO);
    say(&pos, "3 no-quiero");
    assert_points(pos.open.points_envido, 1, 0);
}

/* A seat that gave up does not lead: the next of its side in play does (RULES.md section 3). */
TEST(gone_leader)
{
    struct position pos = lay4("argentino", 0, "4b 2c 6b / 2e 6c 4e / 4c 2b 6e / 6o 2o 4o");
    say(&pos, "0 mazo");
    assert_int_equal(position_turn(&pos), 1); /* the trick that it would have led is the next seat's */
    say(&pos, "1 play 6c, 2 play 2b, 3 play 2o");
    assert_int_equal(pos.open.trick_winner[0], FIEL_TIE);
    assert_int_equal(position_turn(&pos), 2);
}

/* --- flores of teams --- */

static const char TWO_FLORES[] = "7c 6c 5c / 1b 7e 3o / 4e 3e 2e / 3b 2o 10e";   /* seats 0 and 2 */
static const char THREE_FLORES[] = "7c 6c 5c / 7b 5b 3b / 4e 3e 2e / 3o 2c 10e"; /* 38, 35, 29 */

TEST(flores_of_one_side)
{
    struct position pos = lay4("argentino-flor", 0, TWO_FLORES);
    assert_int_equal(pos.open.news_count, 1);
    say(&pos, "1 pass");
    assert_int_equal(pos.open.news_count, 1); /* 2 sings by itself: its side has nothing to answer */
    assert_int_equal(pos.open.news[0].seat, 2);
    say(&pos, "3 pass");
    assert_points(pos.open.points_flor, 6, 0);
    say(&pos, "0 mazo, 1 mazo, 2 mazo");
    assert_int_equal(position_shown(&pos, 0), 7);
    assert_int_equal(position_shown(&pos, 2), 7);
}

struct payment {
    const char *script;
    int seed003, per_flor, modern;
};

/* Three flores: seat 0 has the best, seat 1 stands alone; at nothing to nothing L is 30. */
static const struct payment payments[] = {
    { "1 flor, 2 flor, 3 pass, 2 pass, 0 pass", 3, 9, 4 },
    { "1 con-flor-quiero, 2 flor, 3 pass", 3, 9, 4 },
    { "1 con-flor-me-achico", 3, 6, 3 },
    { "1 contraflor, 2 flor, 3 pass, 2 pass, 0 con-flor-quiero", 9, 9, 6 },
    { "1 contraflor, 2 flor, 3 pass, 2 contraflor-al-resto, 1 con-flor-me-achico", 9, 9, 6 },
    { "1 flor, 2 contraflor, 3 pass, 1 con-flor-me-achico", 3, 3, 4 },
    { "1 flor, 2 contraflor-al-resto, 3 pass, 1 con-flor-me-achico", 3, 3, 6 },
};

TEST(three_flores)
{
    static const char *const tables[] = { "seed003", "per_flor", "modern" };
    for (size_t i = 0; i < sizeof payments / sizeof *payments; i++) {
        const int paid[] = { payments[i].seed003, payments[i].per_flor, payments[i].modern };
        for (size_t t = 0; t < 3; t++) {
            char rules[96];
            snprintf(rules, sizeof rules, "argentino-flor,declare=auto,flor_table=%s", tables[t]);
            struct position pos = lay4(rules, 0, THREE_FLORES);
            say(&pos, payments[i].script);
            assert_points(pos.open.points_flor, paid[t], 0);
        }
    }
}

/* One achico binds the side, even if a partner holds a flor (RULES.md section 2.4). */
TEST(achico_binds)
{
    struct position pos = lay4("argentino-flor", 1, THREE_FLORES);
    assert_int_equal(pos.open.news[0].seat, 1);
    assert_int_equal(position_turn(&pos), 2);
    say(&pos, "2 con-flor-me-achico");
    assert_points(pos.open.points_flor, 0, 3);
    assert_int_equal(pos.open.phase, PHASE_PLAY);
}

/* A call reaches everybody that has had no turn, from the caller's right. */
TEST(all_are_asked)
{
    struct position pos = lay4("argentino-flor,flor_policy=manual_seed002", 1,
                               "7c 6c 5o / 1b 7e 3o / 4e 3e 2b / 3b 2o 10e");
    say(&pos, "1 play 1b, 2 truco");
    static const int order[] = { 3, 0 };
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(position_turn(&pos), order[i]);
        assert_int_equal(pos.open.phase, PHASE_FLOR);
        assert_int_equal(try_say(&pos, order[i], "pass"), RULE_OK);
    }
    assert_int_equal(pos.open.phase, PHASE_STAKE);
    assert_int_equal(position_turn(&pos), 3);
}

TEST(accused_by_number)
{
    struct position pos = lay4("argentino-flor,flor_policy=manual_seed002", 0, TWO_FLORES);
    say(&pos, "0 play 7c, 1 truco, 2 pass, 3 pass, 2 no-quiero, 0 pass");
    assert_calls(&pos, "pass pido-flor 0 pido-flor 2");
    assert_int_equal(try_say(&pos, 1, "pido-flor"), RULE_NOT_A_WORD); /* which one? */
    assert_int_equal(try_say(&pos, 1, "pido-flor 3"), RULE_NO_SUCH_RIVAL);
    say(&pos, "1 pido-flor 2, 2 pass");
    assert_calls(&pos, "pass pido-flor 0"); /* a seat is accused once: what 2 holds lies open */
    assert_int_equal(try_say(&pos, 3, "pido-flor 2"), RULE_NO_SUCH_RIVAL);
    say(&pos, "3 pido-flor 0");
    assert_true(pos.open.hand_over);
    assert_points(pos.open.points_flor, 0, 6);
}

TEST(eight)
{
    struct position pos = table_of("argentino", 8, 0, 0);
    deal_hands(&pos, 7, "4e 5e 6e / 4b 5b 6b / 4o 5o 6o / 4c 5c 6c / 1e 2e 3e / 1b 2b 3b / 1o 2o 3o / 1c 2c 3c");
    say(&pos, "7 truco");
    assert_int_equal(position_turn(&pos), 0);
    say(&pos, "0 pass, 2 pass, 4 pass, 6 quiero, 7 play 3c, 0 play 6e, 1 play 4b, 2 play 4o, 3 play 4c, 4 play 1e");
    say(&pos, "5 play 1b, 6 play 1o");
    assert_int_equal(pos.open.trick_winner[0], 0);
    assert_int_equal(position_turn(&pos), 4);
    assert_true(sizeof pos <= 512);
}
