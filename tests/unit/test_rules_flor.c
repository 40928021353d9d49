/* Flor: who is asked, the three tables, resto, hiding one, accusing. */
#include "support/rules_play.h"

#include "rules/worth.h"

static const char BOTH[] = "7c 6c 5c / 4e 3e 2e"; /* 38 against 29 */
static const char FIRST[] = "7c 6c 5c / 4e 3e 2b";
static const char SECOND[] = "7c 6c 5o / 4e 3e 2e";
static const char NONE[] = "7c 6c 5o / 4e 3e 2b";

TEST(values)
{
    static const struct {
        const char *hand;
        unsigned value;
        bool flor;
    } cases[] = {
        { "10e 11e 12e", 20, true },
        { "4e 3e 2e", 29, true },
        { "7c 6c 5c", 38, true },
        { "7c 6c 5o", 38, false },
    };
    struct position table = table_of("argentino-flor", 2, 0, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
        read_cards_text(cases[i].hand, cards);
        assert_int_equal(flor_held(&table.open, cards[0]), cases[i].flor);
        if (cases[i].flor)
            assert_int_equal(flor_value(&table.open, cards[0]), cases[i].value);
    }
}

/* --- who is asked (flor_policy=auto) --- */

static void assert_sung(const struct position *pos, unsigned i, int seat)
{
    assert_true(pos->open.news_count > i);
    assert_int_equal(pos->open.news[i].seat, seat);
    assert_int_equal(pos->open.news[i].kind, ACT_FLOR);
    assert_int_equal(pos->open.news[i].value, 1);
}

TEST(sings_at_the_deal)
{
    struct position pos = lay("argentino-flor", 0, 0, 0, FIRST);
    assert_sung(&pos, 0, 0);
    assert_int_equal(pos.open.phase, PHASE_FLOR);
    assert_int_equal(position_turn(&pos), 1); /* asked although it has none: nobody can tell from the question */
    assert_calls(&pos, "pass");
    assert_int_equal(try_say(&pos, 1, "flor"), RULE_NO_FLOR);
    say(&pos, "1 pass");
    assert_points(pos.open.points_flor, 3, 0);
    assert_int_equal(pos.open.phase, PHASE_PLAY);
    assert_calls(&pos, "truco mazo"); /* no envido after a flor */
    pos = lay("argentino-flor", 0, 0, 0, BOTH);
    assert_int_equal(position_turn(&pos), 1);
    assert_calls(&pos, "flor contraflor contraflor-al-resto con-flor-quiero con-flor-me-achico");
    pos = lay("argentino-flor", 0, 0, 0, NONE);
    assert_int_equal(pos.open.phase, PHASE_PLAY);
    assert_int_equal(position_turn(&pos), 0);
    pos = lay("argentino", 0, 0, 0, BOTH);
    assert_int_equal(pos.open.phase, PHASE_PLAY);
    assert_int_equal(try_say(&pos, 0, "flor"), RULE_NOT_A_WORD);
}

/* The second seat sings at its turn, or when a call reaches it; the first had its chance. */
TEST(sings_when_reached)
{
    static const char *const calls_[] = { "0 play 7c", "0 envido", "0 truco", "0 mazo" };
    for (size_t i = 0; i < 4; i++) {
        struct position pos = lay("argentino-flor", 0, 0, 0, SECOND);
        assert_int_equal(pos.open.news_count, 0);
        say(&pos, calls_[i]);
        assert_sung(&pos, 0, 1);
        assert_points(pos.open.points_flor, 0, 3);
        assert_points(pos.open.points_envido, 0, 0); /* annulled */
        assert_int_equal(pos.open.envido_state, WAGER_CLOSED);
        static const int phases[] = { PHASE_PLAY, PHASE_PLAY, PHASE_STAKE, PHASE_NONE };
        assert_int_equal(pos.open.phase, phases[i]);
    }
}

TEST(hand_start)
{
    struct position pos = lay("argentino-flor,flor_timing=hand_start", 0, 0, 0, SECOND);
    assert_sung(&pos, 0, 1);
    assert_points(pos.open.points_flor, 0, 3);
    assert_int_equal(position_turn(&pos), 0);
    pos = lay("argentino-flor,flor_timing=hand_start,flor_policy=optional", 0, 0, 0, BOTH);
    assert_calls(&pos, "flor pass");
    say(&pos, "0 pass, 1 flor");
    assert_points(pos.open.points_flor, 0, 3);
}

/* --- what it pays --- */

struct payment {
    const char *script; /* from the second seat's answer to the first's flor */
    int seed003, per_flor, modern, winner;
};

/* At 10 to 12: the leader lacks 18, the other 20. RULES.md section 2.4. */
static const struct payment payments[] = {
    { "1 flor, 0 pass", 3, 6, 4, 0 },
    { "1 con-flor-quiero", 3, 6, 4, 0 },
    { "1 con-flor-me-achico", 3, 6, 3, 0 },
    { "1 contraflor, 0 con-flor-quiero", 6, 6, 6, 0 },
    { "1 contraflor, 0 con-flor-me-achico", 3, 3, 4, 1 },
    { "1 contraflor, 0 quiero", 6, 6, 6, 0 },
    { "1 contraflor, 0 no-quiero", 3, 3, 4, 1 },
    { "1 contraflor, 0 contraflor-al-resto, 1 con-flor-quiero", 24, 24, 24, 0 },
    { "1 contraflor, 0 contraflor-al-resto, 1 con-flor-me-achico", 6, 6, 6, 0 },
    { "1 contraflor-al-resto, 0 con-flor-quiero", 24, 24, 24, 0 },
    { "1 contraflor-al-resto, 0 con-flor-me-achico", 3, 3, 6, 1 },
    { "1 flor, 0 contraflor, 1 con-flor-quiero", 6, 6, 6, 0 },
    { "1 flor, 0 contraflor, 1 accept", 6, 6, 6, 0 },
    { "1 flor, 0 contraflor, 1 con-flor-me-achico", 3, 3, 4, 0 },
    { "1 flor, 0 contraflor, 1 contraflor-al-resto, 0 con-flor-me-achico", 6, 6, 6, 1 },
    { "1 flor, 0 contraflor-al-resto, 1 con-flor-quiero", 24, 24, 24, 0 },
    { "1 flor, 0 contraflor-al-resto, 1 refuse", 3, 3, 6, 0 },
};

TEST(three_tables)
{
    static const char *const tables[] = { "seed003", "per_flor", "modern" };
    for (size_t i = 0; i < sizeof payments / sizeof *payments; i++) {
        const int paid[] = { payments[i].seed003, payments[i].per_flor, payments[i].modern };
        for (size_t t = 0; t < 3; t++) {
            char rules[64];
            snprintf(rules, sizeof rules, "argentino-flor,flor_table=%s", tables[t]);
            struct position pos = lay(rules, 10, 12, 0, BOTH);
            say(&pos, payments[i].script);
            all_declare(&pos);
            int winner = payments[i].winner;
            assert_int_equal(pos.open.points_flor[winner], paid[t]);
            assert_int_equal(pos.open.points_flor[1 - winner], 0);
            assert_int_equal(pos.open.flor_winner, winner);
            assert_int_equal(pos.open.game_over, 10 + paid[t] >= 30);
        }
    }
}

TEST(resto)
{
    static const struct {
        const char *option;
        int points;
        bool partida;
    } cases[] = {
        { "leader_plus_flores", 24, false },
        { "leader", 18, false },
        { "winner_takes_game", 20, true },
    };
    for (size_t i = 0; i < 3; i++) {
        char rules[64];
        snprintf(rules, sizeof rules, "argentino-flor,resto=%s", cases[i].option);
        struct position pos = lay(rules, 10, 12, 0, BOTH);
        say(&pos, "1 contraflor-al-resto, 0 quiero");
        all_declare(&pos);
        assert_points(pos.open.points_flor, cases[i].points, 0);
        assert_int_equal(pos.open.partida_winner, cases[i].partida ? 0 : FIEL_NOBODY);
    }
}

TEST(refusals)
{
    struct position pos = lay("argentino-flor", 0, 0, 0, BOTH), before = pos;
    static const char *const bad[] = {
        "pass", "quiero", "no-quiero", "mazo", "truco", "envido", "play 4e", "pido-flor"
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_not_equal(try_say(&pos, 1, bad[i]), RULE_OK);
    assert_memory_equal(&pos, &before, sizeof pos);
    say(&pos, "1 contraflor");
    assert_calls(&pos, "contraflor-al-resto con-flor-quiero con-flor-me-achico");
    say(&pos, "0 contraflor-al-resto");
    assert_calls(&pos, "con-flor-quiero con-flor-me-achico");
    assert_int_equal(try_say(&pos, 1, "flor"), RULE_NOT_OPEN);
}

/* A pending truco waits until the flor is settled, then it is answered (seed 003 section 12). */
TEST(truco_waits)
{
    struct position pos = lay("argentino-flor", 0, 0, 0, SECOND);
    say(&pos, "0 truco");
    assert_int_equal(pos.open.phase, PHASE_STAKE);
    assert_int_equal(position_turn(&pos), 1);
    assert_calls(&pos, "retruco quiero no-quiero mazo");
    pos = lay("argentino-flor,flor_policy=manual_seed003", 0, 0, 0, BOTH);
    say(&pos, "0 truco"); /* hides its own: anyone who says something else has not sung */
    assert_int_equal(pos.open.phase, PHASE_FLOR);
    assert_calls(&pos, "flor pass");
    say(&pos, "1 flor");
    assert_points(pos.open.points_flor, 0, 3);
    assert_int_equal(pos.open.phase, PHASE_STAKE);
}

/* Flores are declared from the mano; giving way is the player's own. */
TEST(declaring)
{
    struct position pos = lay("argentino-flor", 0, 0, 1, BOTH);
    assert_int_equal(position_turn(&pos), 0);
    say(&pos, "0 flor, 1 pass");
    assert_int_equal(position_turn(&pos), 1);
    assert_calls(&pos, "declare");
    say(&pos, "1 declare");
    assert_calls(&pos, "declare son-buenas");
    say(&pos, "0 declare");
    assert_points(pos.open.points_flor, 3, 0);
    say(&pos, "1 mazo");
    assert_int_equal(position_shown(&pos, 0), 7);
    assert_int_equal(position_shown(&pos, 1), 0);
    pos = lay("argentino-flor,declare=auto", 0, 0, 0, BOTH);
    say(&pos, "1 con-flor-quiero");
    assert_int_equal(pos.open.news_count, 2);
    assert_int_equal(pos.open.news[0].value, 38);
    assert_int_equal(pos.open.news[1].kind, ACT_SON_BUENAS);
    pos = lay("argentino-flor,declare=auto", 0, 0, 1, "7c 6c 5c / 7e 6e 5e"); /* equal: the mano's */
    say(&pos, "0 flor, 1 pass");
    assert_points(pos.open.points_flor, 0, 3);
}

/* --- hiding one --- */

TEST(hiding)
{
    static const struct {
        const char *rules, *hands, *script;
        int flor[2];
    } cases[] = {
        { "manual_seed002", FIRST, "0 flor, 1 pass, 0 mazo, 0 pass", { 3, 0 } },
        { "manual_seed002", FIRST, "0 mazo, 1 pass, 0 pass, 1 pido-flor", { 0, 3 } },
        { "manual_seed002", FIRST, "0 mazo, 1 pass, 0 pido-flor, 1 pido-flor", { 0, 4 } },
        { "manual_seed002", NONE, "0 mazo, 1 pass, 0 pass, 1 pido-flor", { 1, 0 } },
        { "manual_seed003", NONE, "0 mazo, 1 pass, 0 pass, 1 pido-flor", { 3, 0 } },
        { "manual_seed003", FIRST, "0 play 7c, 1 mazo, 0 pass, 1 pido-flor", { 0, 4 } },
        { "manual_seed003", FIRST, "0 truco, 1 pass, 1 quiero, 0 play 7c, 1 mazo, 0 pass, 1 pido-flor", { 0, 5 } },
        { "manual_seed003", FIRST, "0 play 7c, 1 mazo, 0 pass, 1 pass", { 0, 0 } },
        { "optional", FIRST, "0 mazo, 1 pass", { 0, 0 } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rules[64];
        snprintf(rules, sizeof rules, "argentino-flor,flor_policy=%s", cases[i].rules);
        struct position pos = lay(rules, 0, 0, 0, cases[i].hands);
        say(&pos, cases[i].script);
        assert_true(pos.open.hand_over);
        assert_points(pos.open.points_flor, cases[i].flor[0], cases[i].flor[1]);
    }
}

TEST(accusing)
{
    struct position pos = lay("argentino-flor,flor_policy=manual_seed002", 0, 0, 0, FIRST);
    say(&pos, "0 play 7c, 1 mazo");
    assert_int_equal(pos.open.phase, PHASE_ACCUSE);
    assert_int_equal(position_turn(&pos), 0); /* from the mano */
    assert_calls(&pos, "pass pido-flor");
    assert_int_equal(position_apply(&pos, 0, (struct action){ ACT_PIDO_FLOR, 0 }, &pos), RULE_NO_SUCH_RIVAL);
    assert_int_equal(position_apply(&pos, 0, (struct action){ ACT_PIDO_FLOR, 7 }, &pos), RULE_NO_SUCH_RIVAL);
    say(&pos, "0 pido-flor"); /* false: the accused gets 1 and shows two suits */
    assert_points(pos.open.points_flor, 0, 1);
    say(&pos, "1 pido-flor");
    assert_int_equal(position_shown(&pos, 0), 6); /* its 7c lies there already */
    assert_int_equal(position_shown(&pos, 1), 5);
    pos = lay("argentino-flor,flor_policy=manual_seed002", 0, 0, 0, FIRST);
    say(&pos, "0 flor, 1 pass, 0 play 7c, 1 mazo");
    assert_int_equal(position_turn(&pos), 0); /* 0 sang: only it may accuse */
    say(&pos, "0 pass");
    assert_true(pos.open.hand_over);
    pos = lay("argentino-flor,flor_policy=manual_seed002", 29, 0, 0, FIRST);
    say(&pos, "0 play 7c, 1 mazo"); /* the game is over: nobody is asked any more */
    assert_true(pos.open.hand_over && pos.open.game_over);
}

/* A hidden flor counts as an envido: 20 and the two highest (seed 003 section 13). */
TEST(hidden_envido)
{
    struct position pos = lay("argentino-flor,flor_policy=manual_seed003", 0, 0, 0, FIRST);
    say(&pos, "0 envido, 1 pass, 1 quiero, 0 declare, 1 son-buenas");
    assert_int_equal(pos.open.declared[0], 33);
    assert_points(pos.open.points_envido, 2, 0);
    assert_int_equal(try_say(&pos, 0, "flor"), RULE_FLOR_CLOSED);
}

/* auto and hidden cards: the same questions whatever a seat holds, until somebody sings. */
TEST(same_questions)
{
    struct position a = lay("argentino-flor,flor_policy=manual_seed003", 0, 0, 0, BOTH);
    struct position b = lay("argentino-flor,flor_policy=manual_seed003", 0, 0, 0, NONE);
    static const char *const both[] = { "envido", "pass",      "quiero", "declare", "declare",
                                        "truco",  "no-quiero", "pass",   "pass" };
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        assert_int_equal(position_turn(&a), position_turn(&b));
        assert_int_equal(a.open.phase, b.open.phase);
        assert_int_equal(try_say(&a, position_turn(&a), both[i]), RULE_OK);
        assert_int_equal(try_say(&b, position_turn(&b), both[i]), RULE_OK);
    }
    assert_true(a.open.hand_over && b.open.hand_over);
}
