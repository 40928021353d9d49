/* Rechecks, simulated: how soon a host that puts another program in a bot's place is found, and how often an honest one is doubted.
 *
 * A decision is one of a few; a bot gives each a chance.  Of 40 decisions of a pair (what e2e pairs to 15 points have) a share are
 * forced.  Bots: one without chance, one that draws lots now and then, one that draws lots often, and one that draws a style for
 * each match besides. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "filing/recheck.h"

enum { DECISIONS = 40, OPTIONS = 5, HOSTS = 150, WITHIN = 50, HONEST = 1000, RUNS = 10 };

static uint64_t state_ = 20261122;
static double draw(void)
{
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return (double)(state_ >> 11) / 9007199254740992.0;
}

struct style {
    const char *name;
    double heat; /* 0: always what it likes best */
    double moods;
    double least; /* of the swaps in one pair of five, found within 50 pairs of a new host */
};
static const struct style styles[] = { { "no chance", 0, 0, 0.98 },
                                       { "some chance", 0.25, 0, 0.95 },
                                       { "much chance", 0.5, 0, 0.8 },
                                       { "moods", 0.25, 0.3, 0.93 } };
enum { STYLES = sizeof styles / sizeof *styles };

struct decision_at {
    unsigned options;
    double liking[2][OPTIONS]; /* of the bot, of the other program */
};

static void deal(struct decision_at *d)
{
    d->options = draw() < 0.3 ? 1 : 2 + (unsigned)(draw() * (OPTIONS - 1));
    for (unsigned who = 0; who < 2; who++)
        for (unsigned i = 0; i < OPTIONS; i++)
            d->liking[who][i] = draw();
}

/* The `mood` of a match leans its likings. */
static unsigned decide(const struct decision_at *d, unsigned who, const struct style *s, uint64_t mood)
{
    double weight[OPTIONS], sum = 0, at;
    unsigned best = 0;
    for (unsigned i = 0; i < d->options; i++) {
        double x = d->liking[who][i] + s->moods * (double)((mood >> (8 * i)) & 255) / 255;
        weight[i] = x;
        best = x > weight[best] ? i : best;
    }
    if (s->heat <= 0)
        return best;
    for (unsigned i = 0; i < d->options; i++)
        sum += weight[i] = exp((weight[i] - 1) / (s->heat * 0.3));
    at = draw() * sum;
    for (unsigned i = 0; i + 1 < d->options; i++)
        if ((at -= weight[i]) < 0)
            return i;
    return d->options - 1;
}

static bool given(const unsigned *code, unsigned times, unsigned what)
{
    for (unsigned i = 0; i < times; i++)
        if (code[i] == what)
            return true;
    return false;
}

/* A pair that this program played, asked again. */
static struct recheck_told play_and_ask(unsigned who, const struct style *s)
{
    struct recheck_told once = { .chance = -1 }, often = { 0 };
    uint64_t mood[HANDED_ASKED + 1];
    for (unsigned i = 0; i <= HANDED_ASKED; i++)
        mood[i] = (uint64_t)(draw() * 1e15);
    for (unsigned k = 0; k < DECISIONS; k++) {
        struct decision_at d;
        unsigned code[HANDED_ASKED], is;
        deal(&d);
        is = decide(&d, who, s, mood[HANDED_ASKED]);
        for (unsigned i = 0; i < HANDED_ASKED; i++)
            code[i] = decide(&d, 0, s, mood[i]);
        once.asked++;
        often.asked++;
        once.differs += code[0] != is;
        often.differs += !given(code, HANDED_ASKED - 1, is);
        often.chance += !given(code, HANDED_ASKED - 1, code[HANDED_ASKED - 1]);
    }
    return once.differs ? often : once;
}

/* What the store adds up. */
static void learn(struct recheck_known *k, const struct recheck_told *t)
{
    if (t->chance >= 0) {
        k->asked += t->asked;
        k->chance += t->chance;
    }
    k->host_asked += t->asked;
    k->host_differs += t->differs;
}

/* Pairs until it is found, or 0: not within so many.  Every `of`-th pair, by lot, is not the bot's; `filed` were honest before. */
static unsigned found_after(const struct style *s, double of, int64_t filed, unsigned within)
{
    struct recheck_known known = { 0 };
    for (unsigned n = 1; n <= within; n++) {
        bool swapped = draw() * of < 1;
        if (draw() * 1000 >= recheck_chance(RECHECK_SHARE, filed + n - 1, false))
            continue;
        struct recheck_told told = play_and_ask(swapped, s);
        if (recheck_doubts(&told, &known))
            return n;
        learn(&known, &told);
    }
    return 0;
}

static double share_found(const struct style *s, double of, int64_t filed, unsigned within)
{
    unsigned found = 0;
    for (unsigned i = 0; i < HOSTS; i++)
        found += found_after(s, of, filed, within) > 0;
    print_message("%-12s one pair in %.0f, after %lld honest ones: %5.1f %% found within %u\n", s->name, of,
                  (long long)filed, 100.0 * found / HOSTS, within);
    return (double)found / HOSTS;
}

static void a_swap_is_found_within_fifty_pairs(void **state)
{
    (void)state;
    for (unsigned i = 0; i < STYLES; i++) {
        assert_true(share_found(&styles[i], 1, 0, WITHIN) >= 0.99);
        assert_true(share_found(&styles[i], 1, 1000, WITHIN) >= 0.99);
        assert_true(share_found(&styles[i], 5, 0, WITHIN) >= styles[i].least);
    }
}

/* Who has been honest for long is looked at in one pair of five: of ten swapped pairs none is looked at in one case of nine. */
static void a_known_host_is_found_a_little_later(void **state)
{
    (void)state;
    for (unsigned i = 0; i < STYLES; i++) {
        assert_true(share_found(&styles[i], 5, 1000, WITHIN) >= styles[i].least - 0.35);
        assert_true(share_found(&styles[i], 5, 1000, 4 * WITHIN) >= 0.95);
    }
}

static void honest_hosts_are_not_doubted(void **state)
{
    unsigned all = 0;
    (void)state;
    for (unsigned i = 0; i < STYLES; i++) {
        unsigned doubted = 0;
        for (unsigned run = 0; run < RUNS; run++) {
            struct recheck_known known = { 0 };
            for (int64_t n = 0; n < HONEST; n++) {
                if (draw() * 1000 >= recheck_chance(RECHECK_SHARE, n, false))
                    continue;
                struct recheck_told told = play_and_ask(0, &styles[i]);
                doubted += recheck_doubts(&told, &known);
                learn(&known, &told);
            }
        }
        print_message("%-12s %u of %u honest pairs doubted\n", styles[i].name, doubted, RUNS * HONEST);
        all += doubted;
    }
    assert_true(all * 100 <=
                STYLES * RUNS); /* of a thousand honest pairs one is doubted in one case of a hundred at the most */
}

/* Nothing is looked at where a host wants none; all is while one pair is in doubt. */
static void how_much_is_looked_at(void **state)
{
    (void)state;
    assert_int_equal(recheck_chance(0, 0, true), 0);
    assert_int_equal(recheck_chance(20, 0, false), 1000);
    assert_int_equal(recheck_chance(20, 20, false), 500);
    assert_int_equal(recheck_chance(20, 1000, false), 200);
    assert_int_equal(recheck_chance(20, 1000, true), 1000);
    assert_int_equal(recheck_chance(100, 1000, false), 1000);
}

/* One answer that differs convicts nobody, and neither does a bot that contradicts itself as often. */
static void little_convicts_nobody(void **state)
{
    struct recheck_known none = { 0 }, well = { .asked = 4000, .chance = 0 };
    (void)state;
    assert_false(recheck_doubts(&(struct recheck_told){ 40, 1, 0 }, &none));
    assert_false(recheck_doubts(&(struct recheck_told){ 40, 1, 0 }, &well));
    assert_false(recheck_doubts(&(struct recheck_told){ 40, 12, 12 }, &none));
    assert_false(recheck_doubts(&(struct recheck_told){ 40, 0, -1 }, &well));
    assert_true(recheck_doubts(&(struct recheck_told){ 40, 30, 0 }, &none));
    assert_true(recheck_doubts(&(struct recheck_told){ 40, 12, 0 }, &well));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(how_much_is_looked_at),
        cmocka_unit_test(little_convicts_nobody),
        cmocka_unit_test(a_swap_is_found_within_fifty_pairs),
        cmocka_unit_test(a_known_host_is_found_a_little_later),
        cmocka_unit_test(honest_hosts_are_not_doubted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
