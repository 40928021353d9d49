/* What view_sample deals: whole tables that agree with everything the view knows. */
#include "support/test.h"

#include "fiel.h"
#include "rules/worth.h"

enum { SAMPLES = 40 };

static void deal(struct position *pos, const char *rules, int seats, struct fiel_random *random)
{
    struct rules r;
    char why[RULES_ERROR_TEXT];
    card_t deck[FIEL_CARDS], cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    unsigned n = 0, at = 0;
    assert_int_equal(rules_parse(rules, &r, why), 0);
    assert_int_equal(position_new(pos, &r, seats, why), 0);
    for (card_t c = 0; c < FIEL_CARDS; c++)
        if (rules_have_card(&r, c))
            deck[n++] = c;
    for (unsigned i = n - 1; i > 0; i--) {
        unsigned j = fiel_random_below(random, i + 1);
        card_t swapped = deck[i];
        deck[i] = deck[j];
        deck[j] = swapped;
    }
    memset(cards, CARD_NONE, sizeof cards);
    for (int seat = 0; seat < seats; seat++)
        for (int k = 0; k < 3; k++)
            cards[seat][k] = deck[at++];
    assert_int_equal(position_deal(pos, cards, rules_turn_card(&r) ? deck[at] : CARD_NONE, 0, why), 0);
}

/* No card twice, and the seat sees in the sample what it sees at the table. */
static void check_sample(const struct position *pos, int seat, const struct position *sample)
{
    struct view v, w;
    uint64_t dealt = 0;
    position_view(pos, seat, &v);
    position_view(sample, seat, &w);
    assert_memory_equal(&v.open, &w.open, offsetof(struct open, news));
    assert_memory_equal(v.known, w.known, sizeof v.known);
    assert_null(position_check(sample));
    for (unsigned s = 0; s < pos->open.seats; s++)
        for (unsigned k = 0; k < 3; k++) {
            card_t c = sample->dealt[s][k];
            assert_true(rules_have_card(&pos->open.rules, c) && c != pos->open.vira);
            assert_false(dealt >> c & 1);
            dealt |= (uint64_t)1 << c;
        }
}

static void play_and_sample(const char *rules, int seats, uint64_t seed)
{
    struct fiel_random random = { seed };
    struct position pos, sample;
    struct action legal[FIEL_LEGAL_MAX];
    deal(&pos, rules, seats, &random);
    while (!pos.open.hand_over) {
        int turn = position_turn(&pos), n = position_legal(&pos, turn, legal);
        struct view v;
        position_view(&pos, turn, &v);
        view_sample(&v, &random, &sample);
        check_sample(&pos, turn, &sample);
        struct action a = legal[fiel_random_below(&random, (unsigned)n)];
        assert_int_equal(position_apply(&pos, turn, a, &pos), RULE_OK);
    }
}

TEST(test_every_moment_of_a_hand)
{
    static const char *const presets[] = { "argentino",      "argentino-flor", "paulista",
                                           "paulista-limpo", "mineiro",        "venezolano" };
    for (uint64_t seed = 0; seed < 40; seed++)
        for (int i = 0; i < 6; i++)
            for (int seats = 2; seats <= 4; seats += 2)
                play_and_sample(presets[i], seats, seed);
    for (uint64_t seed = 0; seed < 40; seed++)
        play_and_sample("mineiro", 8, seed);
}

/* A seat that declared a value holds it in every sample. */
TEST(test_declared)
{
    struct fiel_random random = { 3 };
    struct position pos, sample;
    struct view v;
    deal(&pos, "argentino", 2, &random);
    assert_int_equal(position_apply(&pos, 0, (struct action){ ACT_ENVIDO, 0 }, &pos), RULE_OK);
    assert_int_equal(position_apply(&pos, 1, (struct action){ ACT_QUIERO, 0 }, &pos), RULE_OK);
    assert_int_equal(position_apply(&pos, 0, (struct action){ ACT_DECLARE, 0 }, &pos), RULE_OK);
    position_view(&pos, 1, &v);
    unsigned said = v.open.declared[0], others = 0;
    for (int i = 0; i < SAMPLES; i++) {
        view_sample(&v, &random, &sample);
        assert_int_equal(envido_value(&pos.open, sample.dealt[0]), said);
        others += memcmp(sample.dealt[0], pos.dealt[0], 3) != 0;
    }
    assert_true(others > 0); /* and not always the same three cards */
}

/* With flor_policy=auto a seat that was asked and sang nothing has none. */
TEST(test_flor_not_sung)
{
    struct fiel_random random = { 11 };
    struct position pos, sample;
    struct view v;
    do
        deal(&pos, "argentino-flor", 2, &random);
    while (pos.open.sang != 0 || flor_held(&pos.open, pos.dealt[0]) || flor_held(&pos.open, pos.dealt[1]));
    struct action card = { ACT_PLAY, pos.dealt[0][0] };
    assert_int_equal(position_apply(&pos, 0, card, &pos), RULE_OK);
    position_view(&pos, 1, &v);
    assert_true((v.open.asked & 1) != 0);
    for (int i = 0; i < 10 * SAMPLES; i++) {
        view_sample(&v, &random, &sample);
        assert_false(flor_held(&pos.open, sample.dealt[0]));
    }
}
