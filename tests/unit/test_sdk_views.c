/* What a view tells: who leads, what is at stake, which cards may still be where; a hand played out. */
#include "support/test.h"

#include "fiel.h"
#include "support/hand_of_two.h"
#include "support/samples.h"

static void act(struct position *pos, const char *words)
{
    struct action a;
    assert_int_equal(action_parse(&pos->open, words, &a), RULE_OK);
    assert_int_equal(position_apply(pos, position_turn(pos), a, pos), RULE_OK);
}

static const char *const plain[6] = { "1e", "4b", "5o", "3o", "7e", "5c" };

TEST(test_tricks)
{
    struct position pos = hand_of_two("argentino", NULL, plain);
    struct view v = view_of(&pos, 0);
    card_t played[SHAPE_TRICK];
    assert_int_equal(view_leads(&v), FIEL_NOBODY);
    assert_true(view_takes(&v, card("4b"))); /* the first card leads */
    assert_false(view_takes(&v, CARD_HIDDEN));
    assert_int_equal(view_compare(&v, card("1e"), card("7e")), 1);
    assert_int_equal(view_compare(&v, card("5o"), card("5c")), 0);
    assert_int_equal(view_compare(&v, CARD_HIDDEN, card("4b")), -1);
    act(&pos, "play 5o");
    v = view_of(&pos, 1);
    assert_int_equal(view_leads(&v), 0);
    assert_false(view_takes(&v, card("5c"))); /* parda is not taken */
    assert_true(view_takes(&v, card("3o")));
    assert_int_equal(view_holds(&v, 0), 2);
    assert_int_equal(view_played(&v, 0, played), 1);
    assert_int_equal(played[0], card("5o"));
    assert_int_equal(view_played(&v, 7, played), 0);
    act(&pos, "play 3o");
    v = view_of(&pos, 0);
    assert_int_equal(view_tricks(&v, 1), 1);
    assert_int_equal(view_tricks(&v, FIEL_TIE), 0);
    assert_int_equal(view_leads(&v), FIEL_NOBODY);
}

/* With four at the table a trick may be tied while it is played, and a partner's card leads for me. */
TEST(test_tied_so_far)
{
    static const char *const names[4][3] = {
        { "1e", "4b", "5o" }, { "3o", "7e", "5c" }, { "2o", "6b", "4e" }, { "3c", "1b", "6e" }
    };
    struct position pos;
    struct rules r;
    struct view v;
    char why[RULES_ERROR_TEXT];
    card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    memset(cards, CARD_NONE, sizeof cards);
    for (int i = 0; i < 12; i++)
        cards[i / 3][i % 3] = card(names[i / 3][i % 3]);
    assert_int_equal(rules_parse("argentino", &r, why), 0);
    assert_int_equal(position_new(&pos, &r, 4, why), 0);
    assert_int_equal(position_deal(&pos, cards, CARD_NONE, 0, why), 0);
    act(&pos, "play 5o");
    act(&pos, "play 5c");
    v = view_of(&pos, 2);
    assert_int_equal(view_leads(&v), FIEL_TIE);
    assert_false(view_takes(&v, card("4e")));
    assert_true(view_takes(&v, card("6b")));
    act(&pos, "play 2o");
    v = view_of(&pos, 3);
    assert_int_equal(view_leads(&v), 0);
    v = view_of(&pos, 0);
    assert_true(view_takes(&v, card("4b"))); /* my partner's card takes it */
}

/* Under a vira the piece beats the ace of swords. */
TEST(test_vira)
{
    struct position pos = hand_of_two("uruguayo", "6o", (const char *const[]){ "1e", "4b", "2o", "3o", "7e", "5c" });
    struct view v = view_of(&pos, 0);
    assert_int_equal(view_compare(&v, card("2o"), card("1e")), 1);
    v.open.vira = card("6c");
    assert_int_equal(view_compare(&v, card("2o"), card("1e")), -1);
}

TEST(test_bets)
{
    struct position pos = hand_of_two("argentino", NULL, plain);
    struct view v = view_of(&pos, 0);
    struct view_bet b = view_truco(&v);
    assert_true(b.now == 1 && b.accepted == 1 && b.refused == 1 && !b.open);
    assert_true(view_envido_open(&v));
    assert_int_equal(view_missing(&v, 0), 30);
    assert_int_equal(view_missing(&v, 9), 0);
    act(&pos, "envido");
    v = view_of(&pos, 1);
    b = view_envido(&v);
    assert_true(b.now == 0 && b.accepted == 2 && b.refused == 1 && b.open);
    act(&pos, "no-quiero");
    v = view_of(&pos, 0);
    b = view_envido(&v);
    assert_true(b.accepted == 0 && !b.open && !view_envido_open(&v));
    assert_int_equal(hand_points(&v.open, 0), 1);
    assert_int_equal(hand_points(&v.open, 1), -1);
    act(&pos, "truco");
    v = view_of(&pos, 1);
    b = view_truco(&v);
    assert_true(b.now == 1 && b.accepted == 2 && b.refused == 1 && b.open);
    act(&pos, "retruco");
    v = view_of(&pos, 0);
    b = view_truco(&v);
    assert_true(b.now == 2 && b.accepted == 3 && b.refused == 2 && b.open);
    assert_int_equal(view_missing(&v, 0), 29);
}

TEST(test_flor_bets)
{
    struct position pos = hand_of_two("argentino-flor,flor_policy=manual_seed002", NULL,
                                      (const char *const[]){ "1e", "4e", "5e", "3o", "7o", "5o" });
    struct view v = view_of(&pos, 0);
    assert_true(view_flor(&v).accepted == 0 && !view_flor(&v).open);
    act(&pos, "flor");
    v = view_of(&pos, 1);
    struct view_bet b = view_flor(&v);
    assert_true(b.open);
    assert_int_equal(b.accepted, v.open.flor_wanted);
    assert_int_equal(b.refused, v.open.flor_unwanted);
}

static bool among(const card_t *cards, int n, card_t c)
{
    for (int i = 0; i < n; i++)
        if (cards[i] == c)
            return true;
    return false;
}

TEST(test_unseen)
{
    struct position pos = hand_of_two("argentino", NULL, plain);
    struct view v = view_of(&pos, 0);
    card_t cards[FIEL_CARDS];
    assert_int_equal(view_unseen(&v, cards), 37);
    assert_int_equal(view_possible(&v, 1, cards), 37);
    assert_int_equal(view_possible(&v, 0, cards), 3);
    assert_int_equal(view_possible(&v, 2, cards), 0);
    act(&pos, "play 4b");
    act(&pos, "play 3o");
    v = view_of(&pos, 0);
    int n = view_unseen(&v, cards);
    assert_int_equal(n, 36);
    assert_false(among(cards, n, card("3o")));
    assert_int_equal(view_possible(&v, 0, cards), 2);
}

/* A rival that declared 33 holds seven and six of one suit; that the card it played is of the same one matters only where a
 * flor would have been sung. */
TEST(test_declared)
{
    struct position pos = hand_of_two("argentino", NULL, (const char *const[]){ "1e", "4b", "5o", "7e", "6e", "5c" });
    struct view v;
    card_t cards[FIEL_CARDS];
    act(&pos, "envido");
    act(&pos, "quiero");
    while (pos.open.phase == PHASE_DECLARE)
        act(&pos, "declare");
    v = view_of(&pos, 0);
    assert_int_equal(v.open.declared[1], 33);
    act(&pos, "play 4b");
    act(&pos, "play 5c"); /* so the two that are left are the 33 */
    v = view_of(&pos, 0);
    int n = view_possible(&v, 1, cards);
    assert_int_equal(n, 8);
    for (int i = 0; i < n; i++)
        assert_true(card_pip(cards[i]) == 7 || card_pip(cards[i]) == 6);
}

static struct action nonsense(const struct position *pos, int seat, const struct action *legal, int n, void *user)
{
    (void)pos, (void)seat, (void)legal, (void)n, (void)user;
    return (struct action){ ACT_PLAY, CARD_NONE };
}

TEST(test_play_out)
{
    struct fiel_random dice = { 7 };
    for (int i = 0; i < 100; i++) {
        struct position pos = hand_of_two("argentino", NULL, plain);
        assert_true(position_play_out(&pos, policy_random, &dice));
        assert_true(pos.open.hand_over && !position_check(&pos));
        assert_int_equal(hand_points(&pos.open, 0), -hand_points(&pos.open, 1));
    }
    struct position pos = hand_of_two("argentino", NULL, plain), before = pos;
    assert_false(position_play_out(&pos, nonsense, NULL));
    assert_memory_equal(&pos, &before, sizeof pos);
}

/* What follows from my action alone is known, what follows from a rival's cards is not. */
TEST(test_after)
{
    struct fiel_random dice = { 3 };
    struct position pos = hand_of_two("argentino", NULL, plain);
    struct view v = view_of(&pos, 0), after;
    assert_true(view_after(&v, (struct action){ ACT_PLAY, card("4b") }, &dice, &after));
    assert_int_equal(after.open.turn, 1);
    assert_int_equal(after.open.table[0], card("4b"));
    assert_int_equal(after.known[1][0], CARD_NONE);
    struct view kept = after;
    assert_false(view_after(&v, (struct action){ ACT_PLAY, card("7c") }, &dice, &after));
    assert_true(same_view(&after, &kept));
}

TEST(test_text)
{
    char text[VIEW_TEXT];
    struct position pos = hand_of_two("argentino,target=15", NULL, plain);
    act(&pos, "play 5o");
    act(&pos, "envido");
    struct view v = view_of(&pos, 0);
    assert_string_equal(view_text(&v, text), "argentino,target=15: game 1, hand 1, score 0-0\n"
                                             "> seat 0, me, mano, side 0: holds 1e 4b, played 5o\n"
                                             "  seat 1, side 1: holds ?? ?? ??\n"
                                             "tricks 0-0; truco 1; envido 2 if it is accepted, 1 if not\n"
                                             "asked: to answer an envido\n"
                                             "legal: quiero, no-quiero, envido, real-envido, falta-envido, mazo\n");
}
