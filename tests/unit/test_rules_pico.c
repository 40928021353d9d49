/* Six seats: redondos and pico a pico (seed 003 section 3, seed 002 "Pica Pica"). */
#include "support/rules_play.h"

static const char SIX[] = "1e 4b 5o / 1b 4c 6e / 7e 5b 6o / 7o 5c 6b / 3e 4o 6c / 2e 10c 5e";
/* Flores: seat 1 has 38, seat 4 has 29, seat 2 has 35. */
static const char FLORES[] = "1e 4b 5o / 7c 6c 5c / 7b 5b 3b / 7o 4c 6b / 4e 3e 2e / 2o 12b 5e";

/* A table whose first hand, a redondo, was given up by side 0. */
static struct position second_hand(const char *rules, int score0, int score1, const char *hands)
{
    struct position pos = table_of(rules, 6, score0, score1);
    deal_hands(&pos, 0, SIX);
    assert_int_equal(pos.open.pico, 0);
    assert_int_equal(pos.open.duel, 0x3f);
    while (!pos.open.hand_over) {
        int seat = position_turn(&pos);
        struct action list[FIEL_LEGAL_MAX], a = { ACT_MAZO, 0 };
        int n = position_legal(&pos, seat, list);
        for (int i = 0; i < n; i++)
            if (seat % 2 != 0 || list[i].kind == ACT_PASS)
                a = list[0].kind == ACT_PLAY ? list[0] : list[i];
        if (pos.open.phase == PHASE_ACCUSE)
            a = (struct action){ ACT_PASS, 0 };
        assert_int_equal(position_apply(&pos, seat, a, &pos), RULE_OK);
    }
    assert_points(pos.open.score, score0, score1 + 1);
    deal_hands(&pos, FIEL_NOBODY, hands);
    return pos;
}

/* One deal, three duels: the mano's pair first; the cards of others lie still. */
TEST(three_duels)
{
    struct position pos = second_hand("argentino", 0, 0, SIX);
    assert_int_equal(pos.open.pico, 1);
    assert_int_equal(pos.open.mano, 1);
    assert_int_equal(pos.open.duel, 1u << 1 | 1u << 4);
    assert_int_equal(position_turn(&pos), 1);
    assert_int_equal(try_say(&pos, 2, "truco"), RULE_NOT_YOUR_TURN); /* no outsider calls */
    say(&pos, "1 truco");
    assert_calls(&pos, "retruco quiero no-quiero envido real-envido falta-envido mazo"); /* and nobody passes */
    say(&pos, "4 quiero, 1 play 1b, 4 play 3e, 1 play 6e, 4 play 4o");
    assert_points(pos.open.score, 0, 3);
    assert_false(pos.open.hand_over);
    assert_int_equal(pos.open.duel, 1u << 2 | 1u << 5);
    assert_int_equal(pos.open.dueled, 1u << 1 | 1u << 4);
    assert_int_equal(position_turn(&pos), 2); /* the mano's nearer seat leads */
    assert_int_equal(pos.open.table[1], 10);  /* the ace of bastos lies where it was played */
    assert_int_equal(pos.open.stake, 0);
    say(&pos, "2 play 7e, 5 envido, 2 no-quiero, 5 play 2e, 2 mazo");
    assert_points(pos.open.points_envido, 0, 1);
    assert_points(pos.open.score, 0, 5);
    assert_int_equal(pos.open.duel, 1u << 3 | 1u << 0);
    assert_int_equal(position_turn(&pos), 3); /* 3 is nearer the mano than 0 */
    say(&pos, "3 play 7o, 0 play 1e, 0 play 4b, 3 play 5c, 3 play 6b, 0 play 5o");
    assert_true(pos.open.hand_over);
    assert_points(pos.open.score, 0, 6);
    assert_points(pos.open.points_truco, 0, 4); /* of all three */
    deal_hands(&pos, FIEL_NOBODY, SIX);
    assert_int_equal(pos.open.pico, 0); /* turn about */
    assert_int_equal(pos.open.mano, 2);
}

/* Ties go to the mano of the duel. */
TEST(mano_of_the_duel)
{
    static const char ties[] = "3o 2o 12o / 3e 2e 12e / 4e 4b 4o / 3c 2c 12c / 3b 2b 12b / 5e 5b 5o";
    static const struct {
        const char *rules;
        int first, last;
    } cases[] = {
        { "argentino", 1, 1 },
        { "argentino,all_tied=dealer", 0, 0 },
        { "argentino,all_tied=none", -1, -1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = second_hand(cases[i].rules, 0, 0, ties);
        int sides[2] = { cases[i].first, cases[i].last };
        int paid[2] = { 0, 1 };
        for (int s = 0; s < 2; s++)
            if (sides[s] >= 0)
                paid[sides[s]]++;
        say(&pos, "1 play 3e, 4 play 3b, 1 play 2e, 4 play 2b, 1 play 12e, 4 play 12b");
        say(&pos, "2 mazo"); /* 1 to side 1 */
        say(&pos, "3 play 3c, 0 play 3o, 3 play 2c, 0 play 2o, 3 play 12c, 0 play 12o");
        assert_true(pos.open.hand_over);
        assert_points(pos.open.score, paid[0], paid[1] + 1);
    }
}

TEST(bets)
{
    static const struct {
        const char *rules, *script;
        int envido[2];
    } cases[] = {
        { "argentino,declare=auto", "1 falta-envido, 4 quiero", { 6, 0 } },
        { "argentino,declare=auto,falta_envido=winner_takes_game", "1 falta-envido, 4 quiero", { 6, 0 } },
        { "argentino,declare=auto", "1 envido, 4 envido, 1 real-envido, 4 no-quiero", { 0, 4 } },
        { "argentino,declare=auto,envido_chain=strict", "1 envido, 4 envido, 1 real-envido, 4 quiero", { 7, 0 } },
        { "argentino,declare=auto,envido_chain=strict,pica_envido_cap=6",
          "1 envido, 4 envido, 1 real-envido, 4 quiero",
          { 6, 0 } },
        { "argentino,declare=auto,envido_chain=strict,pica_envido_cap=6",
          "1 envido, 4 envido, 1 real-envido, 4 falta-envido, 1 no-quiero",
          { 6, 0 } },
        { "argentino,declare=auto,envido_chain=strict",
          "1 envido, 4 envido, 1 real-envido, 4 falta-envido, 1 no-quiero",
          { 7, 0 } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = second_hand(cases[i].rules, 10, 3,
                                          "1e 4b 5o / 1b 4c 6e / 7e 5b 6o / 7o 5c 6b / 3e 4e 6c / 2e 4o 5e");
        say(&pos, cases[i].script);
        assert_points(pos.open.points_envido, cases[i].envido[0], cases[i].envido[1]);
        assert_false(pos.open.game_over);
        say(&pos, "1 mazo, 2 mazo, 3 mazo");
        assert_int_equal(position_shown(&pos, 4) != 0, strstr(cases[i].script, "1 no-quiero") == NULL &&
                                                           strstr(cases[i].script, "4 no-quiero") == NULL);
    }
}

/* "que mas la contraflor implican anotar 12 tantos" (seed 003 section 3). */
TEST(flores)
{
    static const struct {
        const char *rules, *script;
        int paid;
    } cases[] = {
        { "argentino-flor,declare=auto", "4 contraflor-al-resto, 1 con-flor-quiero", 12 },
        { "argentino-flor,declare=auto,resto=leader", "4 contraflor-al-resto, 1 con-flor-quiero", 6 },
        { "argentino-flor,declare=auto,resto=winner_takes_game", "4 contraflor-al-resto, 1 con-flor-quiero", 6 },
        { "argentino-flor,declare=auto,resto=loser_needs", "4 contraflor-al-resto, 1 con-flor-quiero", 6 },
        { "argentino-flor,declare=auto", "4 con-flor-quiero", 3 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = second_hand(cases[i].rules, 10, 3, FLORES);
        assert_int_equal(pos.open.sang, 1u << 1); /* seat 2 has one too, and waits for its duel */
        say(&pos, cases[i].script);
        assert_points(pos.open.points_flor, 0, cases[i].paid);
        say(&pos, "1 mazo");
        assert_int_equal(pos.open.sang, 1u << 2);
        say(&pos, "5 pass");
        assert_points(pos.open.points_flor, 3, cases[i].paid);
        say(&pos, "2 mazo, 3 mazo");
        assert_true(pos.open.hand_over);
        assert_int_equal(position_shown(&pos, 1), 7); /* of a duel that is long over */
        assert_int_equal(position_shown(&pos, 2), 7);
        assert_int_equal(position_shown(&pos, 4), 0);
    }
}

/* "más todos los tantos de la mano contraria" (seed 003 section 12): in a pico a pico the hand is the duel. */
TEST(accused_in_a_duel)
{
    struct position pos = second_hand("argentino-flor,flor_policy=manual_seed003", 0, 0, FLORES);
    say(&pos, "1 mazo, 4 pass, 1 pass, 4 pass"); /* the first duel makes points for side 0 */
    assert_points(pos.open.points_truco, 1, 0);
    assert_int_equal(position_turn(&pos), 2);
    say(&pos, "2 truco, 5 pass, 5 quiero, 2 play 7b, 5 mazo, 2 pass, 5 pido-flor 2");
    assert_points(pos.open.points_truco, 3, 0);
    assert_points(pos.open.points_flor, 0, 3 + 2); /* what side 0 made in this duel */
}

/* From when and until when. */
TEST(start_and_end)
{
    static const struct {
        const char *rules;
        int score[2], pico;
    } cases[] = {
        { "argentino", { 0, 0 }, 1 },
        { "argentino", { 0, 23 }, 1 },
        { "argentino", { 0, 24 }, 0 }, /* the redondo's point makes it 25 */
        { "argentino,pica_end=20", { 0, 18 }, 1 },
        { "argentino,pica_end=20", { 0, 19 }, 0 },
        { "argentino,pica_end=15", { 15, 0 }, 0 },
        { "argentino,pica_end=15", { 14, 0 }, 1 },
        { "argentino,pica_start=5", { 0, 3 }, 0 },
        { "argentino,pica_start=5", { 0, 4 }, 1 },
        { "argentino,pica_start=5", { 5, 0 }, 1 },
        { "argentino,target=15", { 0, 8 }, 1 },
        { "argentino,target=15", { 0, 9 }, 0 },
        { "argentino,target=10,pica_end=15", { 0, 0 }, 0 },
        { "argentino,pica=off", { 0, 0 }, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = second_hand(cases[i].rules, cases[i].score[0], cases[i].score[1], SIX);
        assert_int_equal(pos.open.pico, cases[i].pico);
    }
}

/* Duels are finished when 25 is passed, not when the target is reached; a new game begins with a redondo. */
TEST(finished)
{
    struct position pos = second_hand("argentino", 0, 23, SIX);
    say(&pos, "1 truco, 4 no-quiero, 2 truco, 5 quiero, 2 mazo");
    assert_points(pos.open.score, 0, 27);
    assert_false(pos.open.hand_over);
    say(&pos, "3 truco, 0 retruco, 3 vale-cuatro, 0 no-quiero");
    assert_true(pos.open.game_over);
    deal_hands(&pos, FIEL_NOBODY, SIX);
    assert_int_equal(pos.open.pico, 0);
    pos = second_hand("argentino,target=7", 0, 0, SIX);
    assert_int_equal(pos.open.pico, 1);
    say(&pos, "1 falta-envido, 4 no-quiero, 1 truco, 4 retruco, 1 vale-cuatro, 4 quiero, 1 play 1b, 4 mazo");
    assert_points(pos.open.score, 0, 6);
    say(&pos, "2 mazo"); /* seven: the third duel is not played */
    assert_true(pos.open.hand_over && pos.open.game_over);
    deal_hands(&pos, FIEL_NOBODY, SIX);
    assert_int_equal(pos.open.pico, 0);
}

/* Each duel with new cards: three hands, the pair of each one's mano. */
TEST(redeal)
{
    struct position pos = second_hand("argentino,pica_redeal=yes", 0, 0, SIX);
    for (unsigned n = 1; n <= 3; n++) {
        unsigned mano = n;
        assert_int_equal(pos.open.pico, n);
        assert_int_equal(pos.open.mano, mano);
        assert_int_equal(pos.open.duel, 1u << mano | 1u << (mano + 3) % 6);
        assert_int_equal(position_turn(&pos), mano);
        assert_int_equal(position_apply(&pos, (int)mano, (struct action){ ACT_MAZO, 0 }, &pos), RULE_OK);
        assert_true(pos.open.hand_over);
        deal_hands(&pos, FIEL_NOBODY, SIX);
    }
    assert_int_equal(pos.open.pico, 0);
}
