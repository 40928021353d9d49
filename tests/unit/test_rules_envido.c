/* Envido: values, the eleven sequences, chains, falta, precedence, declaring. */
#include "support/rules_play.h"

#include "rules/worth.h"

/* 33 against 33: the tie is the mano's. */
static const char PLAIN[] = "7e 6e 4c / 1e 7b 6b";

/* --- values --- */

TEST(values)
{
    static const struct {
        const char *hand;
        unsigned value, cards;
    } cases[] = {
        { "7e 6e 4c", 33, 3 },  { "7o 7c 7b", 7, 1 },    { "5c 6c 7c", 33, 6 },
        { "10o 4o 7b", 24, 3 }, { "10e 11o 12c", 0, 1 }, { "10e 11e 12c", 20, 3 },
        { "1e 2b 3o", 3, 4 },   { "12c 5b 7c", 27, 5 },  { "10e 11e 12e", 20, 3 },
    };
    struct position table = table_of("argentino", 2, 0, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
        read_cards_text(cases[i].hand, cards);
        assert_int_equal(envido_value(&table.open, cards[0]), cases[i].value);
        assert_int_equal(envido_cards(&table.open, cards[0]), cases[i].cards);
    }
}

/* --- the eleven sequences, each accepted and refused --- */

/* At 10 to 12 the falta is 18 (leader_needs). Seed 003 section 13. */
static const struct sequence {
    const char *words;
    int wanted, unwanted;
} sequences[] = {
    { "E", 2, 1 },   { "R", 3, 1 },   { "F", 18, 1 },   { "EE", 4, 2 },   { "ER", 5, 2 },    { "EER", 7, 4 },
    { "EF", 18, 2 }, { "RF", 18, 3 }, { "EEF", 18, 4 }, { "ERF", 18, 5 }, { "EERF", 18, 7 },
};

static const char *word_of(char c) { return c == 'E' ? "envido" : c == 'R' ? "real-envido" : "falta-envido"; }

/* Says the words in turn; returns the seat that has to answer the last. */
static int call_chain(struct position *pos, const char *words)
{
    for (size_t i = 0; words[i] != '\0'; i++)
        assert_int_equal(try_say(pos, position_turn(pos), word_of(words[i])), RULE_OK);
    return position_turn(pos);
}

static void check_sequence(const char *rules, const struct sequence *s)
{
    for (int over_truco = 0; over_truco < 2; over_truco++) {
        struct position pos = lay(rules, 10, 12, 0, PLAIN), refused;
        if (over_truco)
            say(&pos, "0 truco");
        int answers = call_chain(&pos, s->words);
        assert_int_equal(pos.open.envido_wanted, s->wanted);
        assert_int_equal(pos.open.envido_unwanted, s->unwanted);
        refused = pos;
        assert_int_equal(try_say(&pos, answers, "quiero"), RULE_OK);
        all_declare(&pos);
        assert_points(pos.open.points_envido, s->wanted, 0);
        assert_int_equal(pos.open.envido_winner, 0);
        assert_int_equal(try_say(&refused, answers, "no-quiero"), RULE_OK);
        assert_int_equal(refused.open.points_envido[1 - answers], s->unwanted);
        assert_int_equal(refused.open.points_envido[answers], 0);
        assert_int_equal(refused.open.envido_winner, FIEL_NOBODY);
        assert_int_equal(refused.open.phase, over_truco ? PHASE_STAKE : PHASE_PLAY);
        assert_int_equal(position_turn(&refused), over_truco ? 1 : 0);
    }
}

TEST(eleven_sequences)
{
    static const char *const chains[] = { "argentino", "argentino,envido_chain=strict", "argentino,envido_chain=free" };
    for (size_t c = 0; c < 3; c++)
        for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++)
            check_sequence(chains[c], &sequences[i]);
}

/* Which words answer which, by option. */
TEST(chains)
{
    static const struct {
        const char *words, *strict, *ascending, *free;
    } cases[] = {
        { "E", "envido real-envido falta-envido ", "envido real-envido falta-envido ",
          "envido real-envido falta-envido " },
        { "EE", "real-envido falta-envido ", "envido real-envido falta-envido ", "envido real-envido falta-envido " },
        { "R", "falta-envido ", "real-envido falta-envido ", "envido real-envido falta-envido " },
        { "ER", "falta-envido ", "real-envido falta-envido ", "envido real-envido falta-envido " },
        { "F", "", "", "" },
    };
    static const char *const rules[] = { "argentino,envido_chain=strict", "argentino", "argentino,envido_chain=free" };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const expected[] = { cases[i].strict, cases[i].ascending, cases[i].free };
        for (size_t r = 0; r < 3; r++) {
            char all[128];
            struct position pos = lay(rules[r], 0, 0, 0, PLAIN);
            call_chain(&pos, cases[i].words);
            snprintf(all, sizeof all, "quiero no-quiero %smazo", expected[r]);
            assert_calls(&pos, all);
        }
    }
    struct position pos = lay("argentino", 0, 0, 0, PLAIN);
    say(&pos, "0 real-envido, 1 real-envido, 0 real-envido, 1 quiero, 0 declare, 1 declare");
    assert_points(pos.open.points_envido, 9, 0);
    pos = lay("argentino,envido_chain=free", 0, 0, 0, PLAIN);
    say(&pos, "0 real-envido, 1 envido, 0 no-quiero");
    assert_points(pos.open.points_envido, 0, 3);
}

/* A chain that reaches the falta is raised only by the falta; strict is short enough without. */
TEST(chain_is_bounded)
{
    struct position pos = lay("argentino", 26, 27, 0, PLAIN);
    say(&pos, "0 envido");
    assert_calls(&pos, "quiero no-quiero envido real-envido falta-envido mazo");
    say(&pos, "1 envido");
    assert_calls(&pos, "quiero no-quiero falta-envido mazo");
    assert_int_equal(try_say(&pos, 0, "envido"), RULE_ENVIDO_ENOUGH);
    pos = lay("argentino", 0, 0, 0, PLAIN);
    for (int i = 0; i < 15; i++)
        assert_int_equal(try_say(&pos, i % 2, "envido"), RULE_OK);
    assert_int_equal(pos.open.envido_wanted, 30);
    assert_int_equal(try_say(&pos, 1, "real-envido"), RULE_ENVIDO_ENOUGH);
    pos = lay("argentino,envido_chain=strict", 29, 29, 0, PLAIN);
    say(&pos, "0 envido, 1 envido, 0 real-envido, 1 falta-envido, 0 no-quiero");
    assert_int_equal(pos.open.points_envido[1], 7);
}

/* --- falta --- */

TEST(falta)
{
    static const struct {
        const char *option;
        int score[2], points;
    } cases[] = {
        { "leader_needs", { 10, 12 }, 18 }, { "leader_needs", { 20, 12 }, 10 }, { "leader_needs", { 29, 29 }, 1 },
        { "loser_needs", { 10, 12 }, 18 },  { "loser_needs", { 20, 12 }, 18 },  { "loser_needs", { 12, 20 }, 10 },
        { "malas_buenas", { 10, 12 }, 3 },  { "malas_buenas", { 14, 2 }, 1 },   { "malas_buenas", { 15, 2 }, 15 },
        { "malas_buenas", { 2, 20 }, 10 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rules[64];
        snprintf(rules, sizeof rules, "argentino,falta_envido=%s", cases[i].option);
        struct position pos = lay(rules, cases[i].score[0], cases[i].score[1], 0, PLAIN);
        say(&pos, "0 falta-envido, 1 quiero, 0 declare, 1 declare");
        assert_points(pos.open.points_envido, cases[i].points, 0);
    }
}

/* Seed 003: "algunos jugadores apuestan a que el bando ganador lo sera tambien de la partida". */
TEST(falta_takes_the_partida)
{
    struct position pos = lay("argentino,falta_envido=winner_takes_game", 3, 29, 0, PLAIN);
    say(&pos, "0 falta-envido, 1 quiero, 0 declare, 1 declare");
    assert_points(pos.open.score, 30, 29);
    assert_int_equal(pos.open.partida_winner, 0);
    assert_points(pos.open.chicos, 2, 0);
}

/* --- when --- */

TEST(envido_goes_first)
{
    struct position pos = lay("argentino", 10, 12, 0, PLAIN);
    say(&pos, "0 truco, 1 envido, 0 real-envido, 1 no-quiero");
    assert_points(pos.open.points_envido, 2, 0);
    assert_int_equal(pos.open.phase, PHASE_STAKE);
    assert_int_equal(position_turn(&pos), 1);
    assert_calls(&pos, "retruco quiero no-quiero mazo"); /* and no second envido */
    pos = lay("argentino,envido_over_truco=cancel", 0, 0, 0, PLAIN);
    say(&pos, "0 truco, 1 envido, 0 no-quiero");
    assert_int_equal(pos.open.phase, PHASE_PLAY);
    assert_int_equal(position_turn(&pos), 0);
    assert_calls(&pos, "truco mazo");
    say(&pos, "0 play 7e, 1 truco"); /* wiped: either side may say it */
}

TEST(envido_closes)
{
    struct position pos = lay("argentino", 0, 0, 0, PLAIN);
    say(&pos, "0 truco, 1 quiero");
    assert_int_equal(try_say(&pos, 0, "envido"), RULE_ENVIDO_CLOSED); /* truco accepted */
    pos = lay("argentino", 0, 0, 0, PLAIN);
    say(&pos, "0 truco, 1 retruco");
    assert_int_equal(try_say(&pos, 0, "envido"), RULE_ENVIDO_CLOSED); /* only over truco */
    pos = lay("argentino", 0, 0, 0, PLAIN);
    say(&pos, "0 play 7e, 1 truco");
    assert_int_equal(try_say(&pos, 0, "envido"), RULE_ENVIDO_CLOSED); /* own card played */
    pos = lay("argentino", 0, 0, 0, PLAIN);
    say(&pos, "0 play 7e, 1 play 7b");
    assert_int_equal(try_say(&pos, 0, "envido"), RULE_ENVIDO_CLOSED); /* second trick */
    pos = lay("argentino", 0, 0, 0, PLAIN);
    say(&pos, "0 play 7e, 1 envido"); /* answering is open to who has played */
    assert_calls(&pos, "quiero no-quiero envido real-envido falta-envido mazo");
    say(&pos, "0 real-envido, 1 no-quiero, 1 truco");
    assert_calls(&pos, "retruco quiero no-quiero mazo");
    pos = lay("argentino", 0, 0, 0, PLAIN);
    say(&pos, "0 real-envido");
    assert_int_equal(try_say(&pos, 1, "envido"), RULE_ENVIDO_TOO_LOW);
    say(&pos, "1 no-quiero");
    assert_int_equal(try_say(&pos, 0, "envido"), RULE_ENVIDO_CLOSED); /* said once a hand */
}

/* A truco asked of any seat at any time: who said it may not open envido (seed 003 section 16). */
TEST(truco_forfeits)
{
    struct position pos = lay("argentino,truco_turn=any_time", 0, 0, 0, PLAIN);
    say(&pos, "1 truco, 0 envido, 1 real-envido, 0 quiero, 0 declare, 1 declare"); /* raising it is allowed */
    assert_points(pos.open.points_envido, 5, 0);
    assert_int_equal(position_turn(&pos), 0);
    assert_int_equal(pos.open.phase, PHASE_STAKE);
}

/* --- declaring --- */

TEST(declaring)
{
    struct position pos = lay("argentino", 0, 0, 1, "7e 6e 4c / 1e 7b 6o");
    say(&pos, "1 envido, 0 quiero");
    assert_int_equal(pos.open.phase, PHASE_DECLARE);
    assert_int_equal(position_turn(&pos), 1); /* from the mano */
    assert_int_equal(try_say(&pos, 1, "son-buenas"), RULE_NOTHING_DECLARED);
    assert_calls(&pos, "declare");
    say(&pos, "1 declare");
    assert_int_equal(pos.open.declared[1], 7);
    assert_calls(&pos, "declare son-buenas");
    struct position gave = pos;
    say(&pos, "0 declare");
    assert_points(pos.open.points_envido, 2, 0);
    say(&gave, "0 son-buenas"); /* gives way with 33: allowed, and paid */
    assert_points(gave.open.points_envido, 0, 2);
    assert_int_equal(gave.open.declared[0], DECLARED_SON_BUENAS);
}

/* What won is shown at the end, unless it lies on the table. */
TEST(winner_shows)
{
    struct position pos = lay("argentino", 0, 0, 0, PLAIN);
    say(&pos, "0 envido, 1 quiero, 0 declare, 1 son-buenas");
    assert_int_equal(position_shown(&pos, 0), 0); /* not yet */
    struct position down = pos;
    say(&pos, "0 play 7e, 1 mazo");
    assert_int_equal(position_shown(&pos, 0), 2);
    assert_int_equal(position_shown(&pos, 1), 0);
    say(&down, "0 play-down 7e, 1 mazo");
    assert_int_equal(position_shown(&down, 0), 3);
    pos = lay("argentino", 0, 0, 0, PLAIN);
    say(&pos, "0 envido, 1 no-quiero, 0 mazo");
    assert_int_equal(position_shown(&pos, 0), 0);
    assert_int_equal(position_shown(&pos, 9), 0);
}

/* auto says what the shortest honest declaring would. */
TEST(declare_auto)
{
    struct position pos = lay("argentino,declare=auto", 0, 0, 0, PLAIN);
    say(&pos, "0 envido, 1 quiero");
    assert_points(pos.open.points_envido, 2, 0);
    assert_int_equal(pos.open.news_count, 2);
    assert_int_equal(pos.open.news[0].seat, 0);
    assert_int_equal(pos.open.news[0].kind, ACT_DECLARE);
    assert_int_equal(pos.open.news[0].value, 33);
    assert_int_equal(pos.open.news[1].seat, 1);
    assert_int_equal(pos.open.news[1].kind, ACT_SON_BUENAS);
    assert_int_equal(pos.open.declared[1], DECLARED_SON_BUENAS);
    say(&pos, "0 play 7e");
    assert_int_equal(pos.open.news_count, 0);
    pos = lay("argentino,declare=auto", 0, 0, 1, "7e 6e 4c / 1e 7b 6o");
    say(&pos, "1 envido, 0 quiero");
    assert_int_equal(pos.open.news[1].kind, ACT_DECLARE);
    assert_int_equal(pos.open.news[1].value, 33);
    assert_points(pos.open.points_envido, 2, 0);
}

/* Equal values: the seat nearest the mano, by every value of the option with two seats. */
TEST(ties)
{
    static const char *const options[] = { "first_seat", "declaration", "mano_team" };
    for (size_t i = 0; i < 3; i++)
        for (int mano = 0; mano < 2; mano++) {
            char rules[64];
            snprintf(rules, sizeof rules, "argentino,declare=auto,envido_tie=%s", options[i]);
            struct position pos = lay(rules, 0, 0, mano, PLAIN);
            assert_int_equal(try_say(&pos, mano, "envido"), RULE_OK);
            assert_int_equal(try_say(&pos, 1 - mano, "quiero"), RULE_OK);
            assert_int_equal(pos.open.envido_winner, mano);
        }
}

/* The game ends at the point that reaches the target, truco or no truco. */
TEST(ends_the_game)
{
    struct position pos = lay("argentino", 28, 29, 0, PLAIN);
    say(&pos, "0 truco, 1 envido, 0 quiero, 0 declare, 1 declare");
    assert_true(pos.open.hand_over && pos.open.game_over);
    assert_int_equal(pos.open.game_winner, 0);
    assert_int_equal(pos.open.hand_winner, FIEL_NOBODY);
    assert_points(pos.open.score, 30, 29);
    assert_points(pos.open.points_truco, 0, 0);
}
