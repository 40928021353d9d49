/* What the SDK tells a bot's author about cards, and its generator. */
#include "support/test.h"

#include <math.h>

#include "fiel.h"
#include "support/hand_of_two.h"

static struct position hand_of(const char *const names[6])
{
    return hand_of_two("argentino-flor,flor_policy=manual_seed002", NULL, names);
}

static struct position play(struct position pos, const char *name)
{
    struct action a = { ACT_PLAY, card(name) };
    assert_int_equal(position_apply(&pos, position_turn(&pos), a, &pos), RULE_OK);
    return pos;
}

TEST(test_values)
{
    struct position pos = hand_of((const char *const[]){ "7e", "6e", "1b", "2c", "3c", "12c" });
    struct view v = view_of(&pos, 0), w = view_of(&pos, 1);
    assert_int_equal(hint_envido(&v), 33);
    assert_false(hint_flor(&v));
    assert_true(hint_flor(&w));
    assert_int_equal(hint_flor_value(&w), 25);
    assert_true(hint_strength(&v, card("1e")) > hint_strength(&v, card("1b")));
    assert_true(hint_strength(&v, card("1o")) == hint_strength(&v, card("1c")));
    assert_int_equal(hint_strength(&v, CARD_HIDDEN), 0);
}

TEST(test_held)
{
    card_t held[FIEL_HELD_MAX];
    struct position pos = hand_of((const char *const[]){ "4e", "1b", "3c", "2c", "6c", "12b" });
    struct view v = view_of(&pos, 0);
    assert_int_equal(hint_held(&v, held), 3);
    assert_int_equal(held[0], card("1b"));
    assert_int_equal(held[1], card("3c"));
    assert_int_equal(held[2], card("4e"));
    pos = play(pos, "3c");
    v = view_of(&pos, 0);
    assert_int_equal(hint_held(&v, held), 2);
    assert_int_equal(held[1], card("4e"));
}

TEST(test_find)
{
    static const struct action legal[] = { { ACT_PLAY, 3 }, { ACT_PLAY, 4 }, { ACT_MAZO, 0 } };
    assert_ptr_equal(hint_find(legal, 3, ACT_PLAY), &legal[0]);
    assert_ptr_equal(hint_find(legal, 3, ACT_MAZO), &legal[2]);
    assert_null(hint_find(legal, 2, ACT_MAZO));
    assert_null(hint_find(legal, 0, ACT_PLAY));
}

/* The best three cards of the pack cannot lose, the worst three hardly win. */
TEST(test_chance_at_the_ends)
{
    struct fiel_random dice = { 1 };
    struct position pos = hand_of((const char *const[]){ "1e", "1b", "7e", "4e", "4b", "4o" });
    struct view best = view_of(&pos, 0), worst = view_of(&pos, 1);
    assert_true(hint_chance(&best, CARD_NONE, 200, &dice) == 1.0);
    assert_true(hint_chance(&worst, CARD_NONE, 200, &dice) < 0.02);
    double looks = hint_looks(&best, 2000, &dice); /* from outside nobody is ahead of anybody yet */
    assert_true(looks > 0.35 && looks < 0.65);
}

/* The last trick: my card is on the table or in my hand, and what it beats can be counted. */
TEST(test_chance_of_the_last_card)
{
    struct fiel_random dice = { 2 };
    struct position pos = hand_of((const char *const[]){ "1e", "4b", "6c", "1b", "3o", "4c" });
    pos = play(play(pos, "1e"), "4c"); /* one to me */
    pos = play(play(pos, "4b"), "3o"); /* one to the rival, who leads */
    struct view v = view_of(&pos, 0);
    /* Of the 36 cards I have not seen (40 less my three and two of the rival's) 6b 6e 6o tie, which the first trick
     * decides for me, and 4e 4o 5e 5b 5o 5c lose to my six: 35 unseen, 9 of them are good for me. */
    double chance = hint_chance(&v, CARD_NONE, 4000, &dice);
    assert_true(fabs(chance - 9.0 / 35.0) < 0.03);
    pos = play(pos, "1b");
    v = view_of(&pos, 0);
    assert_true(hint_chance(&v, card("6c"), 50, &dice) == 0.0);
}

/* Pieces make envidos worth more; equal cards may be the leader's. */
TEST(test_pieces)
{
    struct fiel_random dice = { 3 };
    struct position pos = hand_of_two("uruguayo", "7c", (const char *const[]){ "2c", "3e", "4b", "1e", "3o", "5b" });
    struct view v = view_of(&pos, 0);
    assert_int_equal(hint_envido(&v), 34);
    assert_int_equal(hint_envido_plain(&v), 30);
    pos = hand_of((const char *const[]){ "7e", "6e", "1b", "1e", "3o", "5b" });
    v = view_of(&pos, 0);
    assert_int_equal(hint_envido_plain(&v), 33);
    /* The last trick, which I lead with a three: of the 34 cards I have not seen the ace of clubs, the sevens of
     * swords and coins and four pieces beat it; equal threes do not. */
    pos = hand_of_two("uruguayo", "7c", (const char *const[]){ "2c", "4b", "3e", "1e", "6o", "5b" });
    pos = play(play(pos, "4b"), "1e");
    pos = play(play(pos, "6o"), "2c");
    v = view_of(&pos, 0);
    double chance = hint_chance(&v, card("3e"), 4000, &dice);
    assert_true(fabs(chance - (34.0 - 7.0) / 34.0) < 0.03);
}

TEST(test_random)
{
    struct fiel_random r = { 1234567 };
    /* The first numbers of splitmix64 for this seed, as Vigna's reference gives them. */
    assert_true(fiel_random(&r) == UINT64_C(6457827717110365317));
    assert_true(fiel_random(&r) == UINT64_C(3203168211198807973));
    unsigned count[6] = { 0 };
    for (int i = 0; i < 60000; i++)
        count[fiel_random_below(&r, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(count[i], 9600, 10400);
    for (int i = 0; i < 100; i++)
        assert_int_equal(fiel_random_below(&r, 1), 0);
}

/* --- seeds: generators of their own --- */

enum { SEEDS = 1000, STREAMS = 16, FAR = 100000 };

static int ascending(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* How far along the circle of all states of splitmix64 this one lies, in draws: the state by the step's inverse modulo 2^64.
 * Two generators draw the same within d draws exactly when their places are less than d apart. */
static uint64_t place(struct fiel_random r)
{
    const uint64_t step = UINT64_C(0x9e3779b97f4a7c15), inverse = UINT64_C(0xf1de83e19937733d);
    assert_true(step * inverse == 1);
    return r.state * inverse;
}

/* The fewest draws from one of these places to the next. */
static uint64_t nearest(uint64_t *places, size_t n)
{
    qsort(places, n, sizeof *places, ascending);
    uint64_t least = places[0] - places[n - 1]; /* once around */
    for (size_t i = 1; i < n; i++)
        if (places[i] - places[i - 1] < least)
            least = places[i] - places[i - 1];
    return least;
}

TEST(test_seeds_lie_apart)
{
    static const char *const uses[] = { "deal", "play" };
    enum { ALL = SEEDS * STREAMS * 2 };
    OWNED uint64_t *places = calloc(ALL + 1, sizeof *places);
    size_t n = 0;
    assert_non_null(places);
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        for (uint64_t stream = 0; stream < STREAMS; stream++)
            for (unsigned use = 0; use < 2; use++)
                places[n++] = place(fiel_random_of(uses[use], seed, stream));
    struct fiel_random later = fiel_random_of("play", SEEDS, STREAMS - 1);
    assert_true(nearest(places, n) > FAR);
    for (unsigned i = 0; i < 40; i++)
        fiel_random(&later);
    places[n++] = place(later); /* what it looks like when two do overlap */
    assert_int_equal(nearest(places, n), 40);
}

/* The same of what is drawn, whatever the generator: of each stream's numbers those that end in eight zero bits are kept, and no
 * two are alike.  An overlap of 2000 draws would be missed once in 2500 times, one of 200 every other time. */
TEST(test_seeds_draw_apart)
{
    enum { DRAWS = 10000, ROOM = SEEDS * DRAWS / 128 };
    OWNED uint64_t *kept = calloc(ROOM, sizeof *kept);
    size_t n = 0, alike = 0;
    assert_non_null(kept);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct fiel_random r = fiel_random_of("deal", seed, 0);
        for (unsigned i = 0; i < DRAWS; i++) {
            uint64_t drawn = fiel_random(&r);
            if ((drawn & 255) == 0 && n < ROOM)
                kept[n++] = drawn;
        }
    }
    assert_in_range(n, SEEDS * DRAWS / 300, ROOM - 1);
    qsort(kept, n, sizeof *kept, ascending);
    for (size_t i = 1; i < n; i++)
        alike += kept[i] == kept[i - 1];
    assert_int_equal(alike, 0);
}
